"""What tables won: drop, win and hold by gaming day, and the win against the mathematics; and how they are shown.

The values are filled by the service, from its books.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final

from rich.console import Console

from houseway.analysis.figures import money, percent, square_root
from houseway.reports.picture import INKS, WIDTH, Drawing, say
from houseway.reports.terminal import figure_table, print_notice

ALL: Final = "all wagers"
WITHIN, FAR = 1.96, 3.29  # 95 % and 99.9 % of honest tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A table on one gaming day, or all tables of a game."""

    day: str
    table: str
    game: str
    drop_cents: int
    cashed_out_cents: int
    fills_cents: int  # less credits
    win_cents: int
    corrected_cents: int  # what the tray gained by corrections of money; below nothing, what it paid
    to_meters_micros: int
    commission_cents: int = 0  # of the win, what was kept of players' wins

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None


@dataclass(frozen=True, kw_only=True)
class Drift:
    """A table's wager, or all of them, over a time."""

    table: str
    game: str
    wager: str
    day: str | None  # None: the whole time
    rounds: int
    stake_cents: int
    theory_cents: Fraction
    actual_cents: int
    variance: Fraction  # of the actual win, in square cents
    is_bound: bool  # the variance is the most that it can be, not exact
    drop_cents: int | None = None  # of all wagers only
    readings: tuple[str, ...] = ()  # of its rule, other than as written, by which it was settled

    @cached_property
    def deviation(self) -> Decimal:
        return square_root(self.variance)

    @property
    def band_cents(self) -> tuple[Decimal, Decimal]:
        theory = Decimal(self.theory_cents.numerator) / self.theory_cents.denominator
        return theory - Decimal(WITHIN) * self.deviation, theory + Decimal(WITHIN) * self.deviation

    @property
    def deviations(self) -> float:
        """How many standard deviations the actual win lies from the theoretical one."""
        return float(self.actual_cents - self.theory_cents) / float(self.deviation) if self.variance else 0.0

    @property
    def hold(self) -> float | None:
        return float(self.actual_cents / self.drop_cents) if self.drop_cents else None

    @property
    def theoretical_hold(self) -> float | None:
        return float(self.theory_cents / self.drop_cents) if self.drop_cents else None

    @property
    def hold_band(self) -> tuple[float, float] | None:
        low, high = map(float, self.band_cents)
        return (low / self.drop_cents, high / self.drop_cents) if self.drop_cents else None

    @property
    def is_within(self) -> bool:
        return abs(self.deviations) <= WITHIN

    @property
    def verdict(self) -> str:
        away = abs(self.deviations)
        side = "above" if self.deviations > 0 else "below"
        return f"far {side}" if away > FAR else side if away > WITHIN else "within"


# ---- by gaming day -------------------------------------------------------------------------------------


def print_days(out: Console, days: Sequence[Day]) -> None:
    """Print a row for each day, with what was dropped, won, corrected and held."""
    table = figure_table("day", "game", "table", ">drop", ">win", ">corrected", ">hold")
    for day in days:
        amounts = (money(Fraction(cents, 100)) for cents in (day.drop_cents, day.win_cents, day.corrected_cents))
        table.add_row(day.day, day.game, day.table, *amounts, "" if day.hold is None else percent(day.hold, 2))
    out.print(table)


# ---- against the mathematics ---------------------------------------------------------------------------

SCALE = 17  # characters, for four deviations to each side
SCALE_HEAD = "deviations\n-4 -2   0  +2  +4"


def print_drifts(out: Console, rows: Sequence[Drift], asked: str = "") -> None:
    """`asked` names the tables and the time that were asked for, if nothing was played."""
    if not rows:
        out.print(f"Nothing was played{asked}.")
        return
    table = figure_table("table", ">rounds", ">theory", ">won", f">{SCALE_HEAD}", "")
    for (name, _), of_table in groupby(rows, key=lambda row: (row.table, row.game)):
        table.add_row(name)
        for row in of_table:
            amounts = (money(Fraction(cents) / 100) for cents in (row.theory_cents, row.actual_cents))
            verdict = "" if row.is_within else row.verdict
            table.add_row(f"  {row.day or row.wager}", f"{row.rounds:,}", *amounts, scale(row.deviations), verdict)
    out.print(table)
    out.print("  Standard deviations from theory; between the bars lie 95 % of honest tables.\n")
    for row in rows:
        if row.drop_cents and row.hold_band and row.day is None:
            low, high = row.hold_band
            out.print(f"  {row.table}: hold {row.hold:.2%} of a drop of {money(Fraction(row.drop_cents, 100))};")
            out.print(f"    theory {row.theoretical_hold:.2%}, its 95 % band {low:.2%} to {high:.2%}")
    for row in rows:
        if row.readings:
            out.print(f"  {row.table}, {row.wager}: read “{'”, “'.join(row.readings)}”; theory follows that reading.")
    outside = sum(not row.is_within for row in rows)
    out.print(f"  {outside} of {len(rows)} rows outside their 95 % band; of honest ones one in twenty is.")
    if any(row.is_bound for row in rows):
        out.print("  Bands of wagers whose seats cannot be counted together are bounds: the widest.")
    print_notice(out)


def scale(deviations: float) -> str:
    """Where the win lies, in standard deviations from theory; the bars are the ends of the band."""
    middle = SCALE // 2
    marks = ["·"] * SCALE
    for at in (-1.96, 1.96):
        marks[middle + round(at * middle / 4)] = "|"
    marks[middle] = "┼"
    marks[middle + round(max(-4.0, min(4.0, deviations)) * middle / 4)] = "●"
    return "".join(marks)


ROW, TOP, FOOT = 26, 76, 90
MIDDLE, UNIT = 610.0, 62.0  # where theory stands, and a standard deviation


def draw_drifts(rows: Sequence[Drift]) -> Drawing:
    """A row each: the band as a bar, and the win as a dot, in standard deviations."""
    if not rows:
        raise ValueError("nothing was played in this time: there is no drift to draw")
    text = say(60, 34, "What tables won against their mathematics", weight="bold", size=15)
    bottom = TOP + ROW * len(rows)
    text += _deviations_axis(bottom)
    for place, row in enumerate(rows):
        y = TOP + ROW * place
        ink = INKS[0] if row.is_within else INKS[5]
        at = MIDDLE + max(-4.5, min(4.5, row.deviations)) * UNIT
        text += say(60, y + 13, f"{row.table}: {row.wager}" + (f", {row.day}" if row.day else ""), size=12)
        text += f'<circle cx="{at:.1f}" cy="{y + 9}" r="5" fill="{ink}"/>'
        text += say(WIDTH - 40, y + 13, f"{row.deviations:+.2f}".replace("-", "−"), anchor="end", ink=ink, size=12)
    return Drawing(title="Drift", height=bottom + FOOT, content=text)


def _deviations_axis(bottom: int) -> str:
    """The band behind all rows, a line at every deviation, and what they are called."""
    left, width = MIDDLE - 1.96 * UNIT, 2 * 1.96 * UNIT
    text = f'<rect x="{left:.1f}" y="{TOP - 4}" width="{width:.1f}" height="{bottom - TOP + 4}" fill="#dde8e2"/>'
    text += say(MIDDLE, TOP - 10, "95 % of honest tables", anchor="middle", ink="#555", size=11)
    text += say(WIDTH - 40, TOP - 10, "deviations", anchor="end", ink="#555", size=11)
    for deviations in range(-4, 5):
        x = MIDDLE + deviations * UNIT
        text += f'<path d="M{x:.1f} {TOP - 4}V{bottom}" stroke="{"#555" if not deviations else "#ddd"}"/>'
        number = f"{deviations:+d}".replace("-", "−") if deviations else "theory"
        text += say(x, bottom + 16, number, anchor="middle", ink="#555", size=11)
    under = "← the house won less · standard deviations from theory · the house won more →"
    return text + say(MIDDLE, bottom + 38, under, anchor="middle", ink="#333")
