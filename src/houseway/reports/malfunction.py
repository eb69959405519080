"""The notice of a malfunction of a meter, which is given within 72 hours (WAC 230-06-054).

The hours are hours that pass: a change to or from daylight-saving time does not move the deadline.
"""

from datetime import timedelta
from typing import Final

from houseway.deciding.command import Json
from houseway.progressive.papers import Malfunction
from houseway.reports import paper
from houseway.reports.meter_day import adjustment_rows
from houseway.reports.shapes import shape

TEMPLATE: Final = "malfunction.typ"


def pdf(page: Malfunction) -> bytes:
    return paper.pdf(TEMPLATE, printed(page), at=page.now)


def plain(page: Malfunction) -> Json:
    return {
        **shape(page),
        "unapproved": list(page.unapproved),
        "deadline": shape(page.deadline),
        "seconds_left": int(page.time_left.total_seconds()),
        "is_late": page.is_late,
    }


# ---- what is printed -------------------------------------------------------------------------------


def printed(page: Malfunction) -> Json:
    return {
        "title": "Notice of malfunction",
        "running": paper.running(page.meter),
        "house": page.house,
        "meter": page.meter,
        "large": _large(page),
        "under": _under(page),
        "is_late": page.is_late,
        "unapproved": paper.sentences(page.unapproved),
        "what": page.what,
        "facts": _facts(page),
        "tables": list(page.tables),
        "adjustments": adjustment_rows(page.adjustments, page.zone),
        "as_of": paper.clock(page.now, page.zone),
    }


def _large(page: Malfunction) -> str:
    spell, late = _spell(abs(page.time_left)), page.is_late
    if page.notified_at is None:
        return f"{spell} overdue" if late else f"{spell} left"
    return f"Notice given {spell} late" if late else "Notice given in time"


def _under(page: Malfunction) -> str:
    until = paper.clock(page.deadline, page.zone)
    if page.notified_at is None:
        return f"Notice is due by {until}, 72 hours after it was noticed (WAC 230-06-054)."
    given = paper.clock(page.notified_at, page.zone)
    return f"Given {given}; due by {until}, 72 hours after it was noticed (WAC 230-06-054)."


def _spell(length: timedelta) -> str:
    """41 h 12 min. Parts of a minute do not count, except that less than a minute is said."""
    minutes = length // timedelta(minutes=1)
    return f"{minutes // 60} h {minutes % 60:02d} min" if minutes else "less than a minute"


def _facts(page: Malfunction) -> list[list[str]]:
    suspended = "no" if page.suspended_at is None else paper.clock(page.suspended_at, page.zone)
    return [
        ["Noticed", paper.clock(page.noticed_at, page.zone)],
        ["Reported by", page.reported_by],
        ["Suspended", suspended],
        ["Notified", "not yet" if page.notified_at is None else paper.clock(page.notified_at, page.zone)],
        ["Meter showed", paper.money_of_micros(page.shown_micros)],
        ["Reserve held", paper.money_of_micros(page.reserve_micros)],
    ]
