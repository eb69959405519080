"""A table as its row of the dashboard shows it, to those who watch the floor: a pure function, and no card in it."""

from datetime import datetime
from typing import Any

from houseway.deciding.command import Json
from houseway.reports.winnings import Drift
from houseway.service.entry import show_time
from houseway.service.table_day import AN_HOUR, DayOfTable
from houseway.table.state import Table
from houseway.table.view import meters_shown

NARROW = 2.0  # deviations: the band that is shown


def row(table: Table, day: DayOfTable, drift: Drift | None, now: datetime) -> Json:
    """`drift` is None while the mathematics of a round is not known."""
    shown: Json = {"table": table.name, "stage": table.stage.value, "round": table.round.number}
    shown |= _results(day, drift, now)
    if table.terms is None:
        return shown
    counted = day.counted
    return shown | {
        "game": table.terms.game,
        "title": table.game.title,
        "dealt_by": table.terms.dealer,
        "seats": table.seats,
        "seats_taken": sorted(table.players),
        "dealer": day.dealer or None,
        "since": show_time(day.since) if day.since and day.dealer else None,
        "tray_cents": table.chips_in_tray,
        "opened_with_cents": table.terms.tray_cents,
        "counted": counted and {"at": show_time(counted.at), "cents": counted.cents, "off_cents": counted.off_cents},
        "meters": _meters(table),
    }


def _results(day: DayOfTable, drift: Drift | None, now: datetime) -> Json:
    drop, win = day.drop_cents, day.win_cents
    return {
        "day": day.day,
        "drop_cents": drop,
        "win_cents": win,
        "hold": _share(win, drop),
        "rounds": len(day.rounds),
        "void_rounds": day.void,
        "rounds_last_hour": day.rounds_since(now - AN_HOUR),
        "last_round_at": day.rounds[-1].at if day.rounds else None,
        "theory": _theory(drift, drop) if drift and drift.rounds else None,
    }


def _theory(drift: Drift, drop: int) -> dict[str, Any]:
    """In whole cents: the exact figures are in the charts."""
    theory, band = round(drift.theory_cents), round(float(drift.deviation) * NARROW)
    return {
        "win_cents": theory,
        "won_cents": drift.actual_cents,  # by the rounds that were counted
        "band_cents": [theory - band, theory + band],
        "hold": _share(theory, drop),
        "deviations": round(drift.deviations, 2),
        "is_outside": abs(drift.deviations) > NARROW,
        "is_bound": drift.is_bound,
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _meters(table: Table) -> list[dict[str, str]]:
    """What the paytable calls each, and its name."""
    terms = table.open_terms
    return [{"called": "", "name": terms.meter}] if terms.meter else meters_shown(terms)
