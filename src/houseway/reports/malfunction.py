"""The notice of a malfunction of a meter, which is given within 72 hours (WAC 230-06-054).

The hours are hours that pass: a change to or from daylight-saving time does not move the deadline.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from houseway.reports import paper
from houseway.reports.meter_day import AdjustmentOfDay, adjustment_rows
from houseway.reports.shapes import Json, shape

TEMPLATE: Final = "malfunction.typ"
WITHIN: Final = timedelta(hours=72)


@dataclass(frozen=True, slots=True, kw_only=True)
class Malfunction:
    house: str
    meter: str
    tables: tuple[str, ...]
    what: str
    noticed_at: datetime
    reported_by: str
    suspended_at: datetime | None
    shown_micros: int  # when it was noticed
    reserve_micros: int
    adjustments: tuple[AdjustmentOfDay, ...] = ()  # made since
    unapproved: tuple[str, ...] = ()  # what of the meter's terms was not the letter's
    now: datetime
    notified_at: datetime | None
    zone: str  # the card room's


def deadline(notice: Malfunction) -> datetime:
    """In UTC, because clocks of a zone would count an hour twice or not at all."""
    return notice.noticed_at.astimezone(UTC) + WITHIN


def time_left(notice: Malfunction) -> timedelta:
    """Until the deadline, from when notice was given or else from now; below nothing if it has passed."""
    stopped = notice.now if notice.notified_at is None else notice.notified_at
    return deadline(notice) - stopped.astimezone(UTC)


def is_late(notice: Malfunction) -> bool:
    return time_left(notice) < timedelta(0)


def pdf(page: Malfunction) -> bytes:
    return paper.pdf(TEMPLATE, _printed(page), at=page.now)


def png(page: Malfunction, *, ppi: float = paper.PPI) -> tuple[bytes, ...]:
    return paper.png(TEMPLATE, _printed(page), ppi=ppi)


def plain(page: Malfunction) -> Json:
    return {
        **shape(page),
        "unapproved": list(page.unapproved),
        "deadline": shape(deadline(page)),
        "seconds_left": int(time_left(page).total_seconds()),
        "is_late": is_late(page),
    }


# ---- what is printed -------------------------------------------------------------------------------


def _printed(page: Malfunction) -> Json:
    return {
        "title": "Notice of malfunction",
        "running": paper.running(page.meter),
        "house": page.house,
        "meter": page.meter,
        "large": _large(page),
        "under": _under(page),
        "is_late": is_late(page),
        "unapproved": paper.sentences(page.unapproved),
        "what": page.what,
        "facts": _facts(page),
        "tables": list(page.tables),
        "adjustments": adjustment_rows(page.adjustments, page.zone),
        "as_of": paper.clock(page.now, page.zone),
    }


def _large(page: Malfunction) -> str:
    spell, late = _spell(abs(time_left(page))), is_late(page)
    if page.notified_at is None:
        return f"{spell} overdue" if late else f"{spell} left"
    return f"Notice given {spell} late" if late else "Notice given in time"


def _under(page: Malfunction) -> str:
    until = paper.clock(deadline(page), page.zone)
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
        ["Meter showed", paper.fine_money(page.shown_micros)],
        ["Reserve held", paper.fine_money(page.reserve_micros)],
    ]
