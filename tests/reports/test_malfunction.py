"""The notice of a malfunction and its 72 hours."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from houseway.reports.malfunction import pdf, plain
from tests.reports.looking import squeezed, words
from tests.reports.papers import AT, FROZEN, ZONE


def test_the_deadline_is_72_hours_that_pass_when_the_clocks_go_forward():
    notice = replace(FROZEN, noticed_at=datetime(2026, 3, 7, 21, 14, 5, tzinfo=ZoneInfo(ZONE)))
    assert notice.deadline == datetime(2026, 3, 11, 5, 14, 5, tzinfo=UTC)
    assert squeezed("due by 2026-03-10 22:14:05 PDT") in words(pdf(notice))
    assert squeezed("Noticed 2026-03-07 21:14:05 PST") in words(pdf(notice))


def test_the_deadline_is_72_hours_that_pass_when_the_clocks_go_back():
    notice = replace(FROZEN, noticed_at=datetime(2026, 10, 31, 21, 0, tzinfo=ZoneInfo(ZONE)))
    at_the_end = replace(notice, now=datetime(2026, 11, 3, 20, 0, tzinfo=ZoneInfo(ZONE)))
    assert at_the_end.time_left == timedelta(0)
    assert squeezed("due by 2026-11-03 20:00:00 PST") in words(pdf(at_the_end))


@pytest.mark.parametrize(
    ("now", "notified", "large"),
    [
        ({"hours": 30, "minutes": 48}, None, "41 h 12 min left"),
        ({"hours": 71, "minutes": 59, "seconds": 30}, None, "less than a minute left"),
        ({"hours": 72}, None, "less than a minute left"),
        ({"hours": 80, "minutes": 5}, None, "8 h 05 min overdue"),
        ({"hours": 80}, {"hours": 72}, "Notice given in time"),
        ({"hours": 80}, {"hours": 72, "seconds": 1}, "Notice given less than a minute late"),
        ({"hours": 80}, {"hours": 73, "minutes": 1}, "Notice given 1 h 01 min late"),
    ],
)
def test_the_page_says_large_how_it_stands(now, notified, large):
    given = None if notified is None else AT + timedelta(**notified)
    notice = replace(FROZEN, now=AT + timedelta(**now), notified_at=given)
    assert squeezed(f"{large}") in words(pdf(notice))
    assert notice.is_late is ("overdue" in large or "late" in large)


def test_the_notice_has_what_happened_and_where_the_meter_stood():
    text = words(pdf(FROZEN))
    for said in (
        *("San Lo progressive", "The sign showed $31,396.37 while the log held $31,396.58.", "Reported by Sue"),
        *("Suspended 2026-03-07 21:18:05 PST", "Meter showed $31,396.375931", "Reserve held $1,200.123456"),
        *("Tables affected San Lo 1 San Lo 2", "to correct a malfunction, down", "As of 2026-03-09 05:02:05 PDT"),
    ):
        assert squeezed(said) in text


def test_a_meter_that_was_not_suspended_says_so():
    text = words(pdf(replace(FROZEN, suspended_at=None, adjustments=(), tables=())))
    assert squeezed("Suspended no") in text and text.count("None.") == 2


def test_the_json_has_the_clock():
    shape = plain(FROZEN)
    assert shape["deadline"] == "2026-03-11T05:14:05Z" and shape["seconds_left"] == 41 * 3600 + 12 * 60
    assert shape["is_late"] is False and shape["notified_at"] is None
    assert plain(replace(FROZEN, now=AT + timedelta(hours=73)))["seconds_left"] == -3600
