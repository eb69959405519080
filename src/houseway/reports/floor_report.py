"""The floor on a gaming day: over and short of every table and shift, and what tables, dealers and hours come to, with
their win held against theory."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from houseway.deciding.command import Json
from houseway.reports import paper, shift_report
from houseway.reports.anchor_note import AnchorNote, plain_note, printed_note
from houseway.reports.shapes import fraction
from houseway.reports.shift_report import Shift
from houseway.reports.winnings import Drift

TEMPLATE: Final = "floor_report.typ"
BAND: Final = 2  # standard deviations to each side of theory
UNKNOWN: Final = "not worked out"
FIGURES: Final = ("Of", "Rounds", "An hour", "Drop", "Win", "Theory", "Its band", "Off by")
SHIFTS: Final = ("Table", "Shift", "Opening", "Closing", "Drop", "Win by the book", "Over or short")


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorLine:
    """Rounds together: those of a table, of a dealer, of an hour or of a day."""

    name: str
    rounds: int
    pace: Fraction | None  # rounds an hour while it was dealt
    win_cents: int
    drop_cents: int | None  # None: a dealer has no drop box
    drift: Drift | None  # None: the mathematics of a round is not known

    @property
    def band_cents(self) -> tuple[int, int] | None:
        """To the cent."""
        if self.drift is None:
            return None
        theory, width = float(self.drift.theory_cents), BAND * float(self.drift.deviation)
        return round(theory - width), round(theory + width)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorReport:
    house: str
    day: date
    zone: str
    shifts: tuple[Shift, ...]  # that began on the day, table by table
    tables: tuple[FloorLine, ...]
    dealers: tuple[FloorLine, ...]
    hours: tuple[FloorLine, ...]
    anchor: AnchorNote | None = None  # that closes the day; while it lasts, the last one

    @property
    def off_cents(self) -> int:
        """Over; below nothing, short: of all shifts whose tray was counted."""
        return sum(shift.off_cents or 0 for shift in self.shifts)


def plain_line(line: FloorLine) -> Json:
    drift = line.drift
    return {
        "name": line.name,
        "rounds": line.rounds,
        "pace": fraction(line.pace),
        "win_cents": line.win_cents,
        "drop_cents": line.drop_cents,
        "stake_cents": drift.stake_cents if drift else None,
        "theory_cents": fraction(drift.theory_cents) if drift else None,
        "variance": fraction(drift.variance) if drift else None,
        "is_bound": drift.is_bound if drift else None,
        "band_cents": line.band_cents,
        "deviations": round(drift.deviations, 4) if drift else None,
    }


def plain(report: FloorReport) -> Json:
    return {
        "house": report.house,
        "day": report.day.isoformat(),
        "zone": report.zone,
        "off_cents": report.off_cents,
        **({"anchor": plain_note(report.anchor)} if report.anchor else {}),
        "shifts": [shift_report.plain(shift) for shift in report.shifts],
        **{name: [*map(plain_line, getattr(report, name))] for name in ("tables", "dealers", "hours")},
    }


# ---- the page ----------------------------------------------------------------------------------------


def pdf(report: FloorReport) -> bytes:
    at = max(((shift.closing or shift.opening).at for shift in report.shifts), default=None)
    return paper.pdf(TEMPLATE, printed(report), at=at or paper.midnight(report.day, report.zone))


def printed(report: FloorReport) -> Json:
    return {
        "title": "Shift report of the floor",
        "running": paper.running(f"The floor, {report.day.isoformat()}"),
        "house": report.house,
        "day": paper.long_day(report.day),
        "zone": report.zone,
        "is_off": bool(report.off_cents),
        "off": _off(report),
        "shift_columns": SHIFTS,
        "shifts": [_shift(shift) for shift in report.shifts],
        "columns": FIGURES,
        "tables": rows(report.tables),
        "dealers": rows(report.dealers),
        "hours": rows(report.hours),
        "anchor": printed_note(report.anchor),
        "bounds": any(line.drift and line.drift.is_bound for line in report.tables),
    }


def _off(report: FloorReport) -> str:
    """Nothing is right before it is counted."""
    counted = [shift for shift in report.shifts if shift.off_cents is not None]
    if not counted:
        return shift_report.NOT_COUNTED
    told = shift_report.over_or_short(report.off_cents)
    running = len(report.shifts) - len(counted)
    return f"{told} so far, {running} of {len(report.shifts)} shifts not counted" if running else told


def rows(lines: Sequence[FloorLine]) -> list[list[str]]:
    """As they stand in a table, under `FIGURES`."""
    return [_row(line) for line in lines]


def _row(line: FloorLine) -> list[str]:
    drift, band = line.drift, line.band_cents
    theory = paper.money_of_cents(round(drift.theory_cents)) if drift else UNKNOWN
    return [
        line.name,
        f"{line.rounds:,}",
        "" if line.pace is None else f"{float(line.pace):.1f}",
        "" if line.drop_cents is None else paper.money_of_cents(line.drop_cents),
        paper.money_of_cents(line.win_cents),
        theory,
        f"{paper.money_of_cents(band[0])} to {paper.money_of_cents(band[1])}" if band else "",
        paper.minus(f"{drift.deviations:+.2f} σ") if drift and drift.variance else "",
    ]


def _shift(shift: Shift) -> list[str]:
    return [
        shift.table,
        str(shift.number),
        paper.clock(shift.opening.at, shift.zone),
        paper.clock(shift.closing.at, shift.zone) if shift.closing else "still running",
        paper.money_of_cents(shift.sold_cents),
        shift_report.money_or_none(shift.recorded_win_cents),
        shift_report.over_or_short(shift.off_cents),
    ]
