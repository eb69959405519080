"""The meters of a book from the command line, beside the service that plays for them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.progressive import commands as ask
from houseway.progressive.adjustment import Grounds
from houseway.service.floor import Floor
from houseway.service.store import open_store
from tests.command_line import is_refused, run, run_json
from tests.reports.looking import squeezed, words
from tests.service.playing import SUPERVISOR, House
from tests.service.test_meter_papers import FIRST, Clock, plays
from tests.service.test_progressive_table import ADMIN, METER, ROYAL, opened


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service is running on it. One win, one malfunction, one proposal."""
    path = tmp_path_factory.mktemp("meters") / "book.db"
    with open_store(str(path)) as store:
        floor = Floor(store, clock=Clock())
        floor.start()
        house = House(floor)
        opened(house)
        plays(house, ROYAL, line="Royal Flush")
        house.does(METER, SUPERVISOR, ask.ReportMalfunction(note="The sign went dark."))
        back = ask.ProposeAdjustment(
            micros=500_040000, reason=Grounds.BACK_OUT, note="wrong seat", win="T1 round 1 seat 1"
        )
        house.does(METER, ADMIN, back)
        yield str(path)
        floor.stop()


def test_the_meters_of_a_book_are_listed(book: str) -> None:
    assert [(meter["name"], meter["shown_micros"]) for meter in run_json("meters", "--book", book)] == [
        ("m", 4_500_380000)
    ]
    done = run("meters", "--book", book)
    assert done.returncode == 0
    assert "m" in done.stdout and "suspended" in done.stdout and "$4,500.38" in done.stdout


def test_a_meter_shows_all_that_its_controller_shows(book: str) -> None:
    meter = run_json("meters", "m", "--book", book)
    assert meter["settings"]["increment"] == "21/100"
    assert [win["win"] for win in meter["wins"]] == ["T1 round 1 seat 1"]
    text = run("meters", "m", "--book", book).stdout
    for shown in ("gross", "$4,500.38", "chance 6/2869685", "back-out of a J-POT", "The sign went dark.", "T1 round 1"):
        assert shown in text
    assert max(map(len, text.splitlines())) <= 80
    assert meter["head"] in text


def test_papers_are_printed_from_the_book(book: str, tmp_path: Path) -> None:
    [win] = run_json("meters", "m", "--book", book)["wins"]
    for number, (paper, says) in enumerate(
        {
            ("win", "m", str(win["seq"])): "Royal Flush",
            ("day", "m", FIRST.isoformat()): "Proof of the day",
            ("malfunction", "m", "1"): "The sign went dark.",
        }.items()
    ):
        path = tmp_path / f"{number}.pdf"
        done = run("paper", *paper, "--book", book, "--house", "Riverside", "-o", str(path))
        assert (done.returncode, done.stdout) == (0, f"written: {path}\n"), done.stderr
        printed = words(path.read_bytes())
        assert squeezed(says) in printed and "Riverside" in printed
        assert not run_json("paper", *paper, "--book", book).get("faults")


def test_the_house_and_its_clock_are_on_the_paper(book: str) -> None:
    page = run(
        "paper", "day", "m", FIRST.isoformat(), "--book", book, "--time-zone", "UTC", "--json", HOUSEWAY_HOUSE="R"
    )
    assert (json.loads(page.stdout)["house"], json.loads(page.stdout)["zone"]) == ("R", "UTC")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("meters n", "'n' is not a meter of this book: m"),
        ("paper win n 3 --json", "'n' is not a meter of this book: m"),
        ("paper win m 1 --json", "record 1 of meter m is no win; the last are 3"),
        ("paper win m 0 --json", "'RECORD': 0"),
        ("paper win m one --json", "'one' is not a valid integer"),
        ("paper win m 3", "say where the paper goes: -o FILE.pdf, or --json"),
        ("paper win m 3 --json -o win.pdf", "say where the paper goes: -o FILE.pdf, or --json"),
        ("paper win m 3 -o win.png", "'win.png': a paper is a .pdf"),
        ("paper win m 3 -o none/win.pdf", "cannot write"),
        ("paper day m yesterday --json", "'yesterday' is not a day: YYYY-MM-DD"),
        ("paper day m 2020-01-01 --json", "2020-01-01: meter m has gaming days from 2026-05-01"),
        ("paper day m 2026-05-01 --json --time-zone Mars/Olympus", "'Mars/Olympus' is not a time zone"),
        ("paper day m 2026-05-01 --json --day-begins 25:00", "'25:00' is not a time of the day"),
        ("paper malfunction m 2 --json", "malfunction 2 of meter m: reported are 1"),
        ("paper receipt", "'receipt' is not a command: day, malfunction, win"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(command: str, says: str, book: str) -> None:
    is_refused(says, *command.split(), HOUSEWAY_BOOK=book)


def test_a_book_without_meters_has_none(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    open_store(str(path)).close()
    assert run_json("meters", "--book", str(path)) == []
    done = run("meters", "m", "--book", str(path))
    assert (done.returncode, done.stderr) == (2, "houseway: 'm' is not a meter of this book: it has none\n")
