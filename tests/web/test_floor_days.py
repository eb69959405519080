"""The shift report of the floor and the charts: one night, and the same figures from the tables' own books."""

import re
from datetime import date
from fractions import Fraction

import pytest

from houseway import analyze
from houseway.reports import floor_report
from houseway.role import Role
from houseway.service.daybook import days
from houseway.service.drift import rounds
from houseway.service.store import open_store
from houseway.web.charts import Scale, stairs
from houseway.web.floor_figures import by_dealer, by_hour, by_table, paces, steps
from houseway.web.theory import InTheory, place_of
from tests.service.a_night import DAY, HALL, played
from tests.web.in_theory import work_out
from tests.web.room import Room

ROUNDS, SHORT = 8, 5_00


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    book = tmp_path_factory.mktemp("night") / "book.db"
    with open_store(str(book)) as store:
        played(store, rounds=ROUNDS, short_cents=SHORT)
    with Room(book, gaming_day=HALL) as room:
        yield room, room.staff(Role.SUPERVISOR)


@pytest.fixture(scope="module")
def told(night):
    """With the mathematics."""
    room, supervisor = night
    work_out(room)
    return supervisor.gets(f"/floor/days/{DAY}").json()


def test_over_and_short_are_as_planted_by_table_and_shift(told) -> None:
    first, second = told["shifts"]
    assert (first["table"], first["number"], first["off_cents"]) == ("T1", 1, -SHORT)
    assert (second["table"], second["number"], second["off_cents"]) == ("T1", 2, None)
    assert told["off_cents"] == -SHORT


def test_tables_dealers_and_hours_come_to_the_daybooks_win(night, told) -> None:
    room, _ = night
    found = {row.table: row for row in days(room.book)}
    by = {line["name"]: line for line in told["tables"]}
    assert {name: (line["win_cents"], line["drop_cents"]) for name, line in by.items()} == {
        name: (row.win_cents, row.drop_cents) for name, row in found.items()
    }
    assert by["T1"]["win_cents"] == told["shifts"][0]["recorded_win_cents"]
    for part in ("tables", "dealers", "hours"):
        assert sum(line["win_cents"] for line in told[part]) == sum(row.win_cents for row in found.values())
        assert sum(line["rounds"] for line in told[part]) == ROUNDS + ROUNDS // 2
        expected = sum(Fraction(line["theory_cents"]) for line in told[part])
        [copied] = [each for each in analyze("supreme-99") if each.play == "house way"]
        assert expected == (ROUNDS * 50_00 + ROUNDS // 2 * 25_00) * copied.house_edge
    assert [line["name"] for line in told["dealers"]] == ["Dan", "Dora"]
    assert [line["name"] for line in told["hours"]] == ["18:00"]
    assert Fraction(by["T1"]["pace"]) == 20, "a round every three minutes"


def test_a_table_over_time_ends_with_its_line_and_a_shift_is_a_part_of_the_day(night, told) -> None:
    _, supervisor = night
    time = supervisor.gets(f"/tables/T1/days/{DAY}").json()
    last, line = time["steps"][-1], told["tables"][0]
    assert len(time["steps"]) == ROUNDS == last["round"]
    assert [last[name] for name in ("win_cents", "theory_cents", "variance", "drop_cents")] == [
        line[name] for name in ("win_cents", "theory_cents", "variance", "drop_cents")
    ]
    assert [each["at"] for each in time["steps"]] == sorted(each["at"] for each in time["steps"])
    assert [each["name"] for each in time["days"]] == [DAY]
    first = supervisor.gets(f"/tables/T1/days/{DAY}?shift=1").json()
    assert first["steps"] == time["steps"] and first["until"] < time["until"]
    assert supervisor.gets(f"/tables/T1/days/{DAY}?shift=2").json()["steps"] == []
    for path, code in (
        (f"/tables/T1/days/{DAY}?shift=9", "no-such-shift"),
        (f"/tables/T9/days/{DAY}", "no-such-table"),
    ):
        assert supervisor.gets(path).json()["error"]["code"] == code


def test_a_scale_of_minutes_names_each_minute_once() -> None:
    minutes = Scale(0, 150, lambda seconds: f"22:{int(seconds // 60):02d}")
    drawn = stairs([(0, 1), (75, 2)], [], minutes, Scale(0, 3, str), label="a meter", under="")
    assert len(minutes.ticks()) > 3 and re.findall("22:0[0-9]", drawn) == ["22:00", "22:01", "22:02"]


def test_the_report_is_a_page_and_a_paper_and_charts_have_their_figures_beside_them(night, told) -> None:
    room, supervisor = night
    page = supervisor.gets(f"/floor/report?day={DAY}").text
    assert "$5.00 short" in page and page.count("<svg") == 5 and "Dora" in page
    paper = supervisor.gets(f"/floor/days/{DAY}.pdf")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content == supervisor.gets(f"/floor/days/{DAY}.pdf").content
    charts = supervisor.gets(f"/tables/T1/charts?day={DAY}").text
    assert charts.count("<svg") == 3 and 'aria-label="Hold over time' in charts
    assert f"${told['tables'][0]['drop_cents'] // 100:,}.00" in charts
    assert "No round has ended" in supervisor.gets("/tables/T1/charts?day=2026-03-01").text
    auditor, dealer = room.staff(Role.AUDITOR), room.staff(Role.DEALER)
    for path in (f"/floor/report?day={DAY}", f"/tables/T1/charts?day={DAY}"):
        assert [person.gets(path).status_code for person in (auditor, dealer, room.guest)] == [200, 401, 401]


# ---- pure --------------------------------------------------------------------------------------------


def test_where_the_mathematics_is_not_known_the_rest_is_told(night) -> None:
    room, _ = night
    played_here = {name: tuple(rounds(room.book, name)) for name in ("T1", "T2")}
    [first, _] = by_table(played_here, {}, {})
    assert (first.rounds, first.drift, first.band_cents) == (ROUNDS, None, None)
    assert steps("T1", played_here["T1"], [], {}) is None
    assert floor_report.rows([first])[0][5] == "not worked out"
    cannot = {place_of(each): None for of_table in played_here.values() for each in of_table}
    assert by_dealer(played_here, cannot)[0].drift is None
    assert by_hour(played_here, cannot, "UTC")[0].name == "02:00"


def test_a_band_is_two_standard_deviations_and_a_table_that_stood_has_no_pace(night) -> None:
    room, _ = night
    of_table = tuple(rounds(room.book, "T1"))
    known = {place_of(each): InTheory(Fraction(100), Fraction(300**2), False) for each in of_table}
    [line] = by_table({"T1": of_table[:4]}, known, {"T1": 50_00})
    assert line.band_cents == (400 - 2 * 600, 400 + 2 * 600)
    assert len(paces({"T1": of_table})) == ROUNDS - 1
    assert paces({"T1": (of_table[0], of_table[-1])}) != {}, "within half an hour"
    assert paces({"T1": of_table[:1]}) == {}
    empty = floor_report.FloorReport(
        house="R", day=date(2026, 3, 6), zone="UTC", shifts=(), tables=(), dealers=(), hours=()
    )
    assert floor_report.pdf(empty)[:4] == b"%PDF"
