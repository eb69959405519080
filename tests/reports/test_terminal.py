"""Tables on a narrow terminal: names fold, and every figure stays whole."""

import shlex
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest
from click.testing import CliRunner

from houseway.cli.app import app
from houseway.reports import terminal
from houseway.reports.controller import print_meters
from houseway.reports.terminal import LONG_WORD, FigureTable, Uncropped, figure_table, narrowed
from houseway.reports.winnings import Day, Drift, print_days, print_drifts

WIDTHS = (60, pytest.param(80, marks=pytest.mark.soak))  # the narrower it is, the more is cut
COMMANDS = (
    "games",
    "show san-lo",
    "verify",
    "analyze match-em --decks 8",
    "set match-em AsKd4c",
    "strategy match-em",
    "meter MSP-C",
    pytest.param("meter", marks=pytest.mark.soak),
    pytest.param("risk supreme-99 --seats 1 --stake 1000000 --rounds 0", marks=pytest.mark.soak),
    "design supreme-99 'Pair Fortunes' --edge 4.5%",
    "whatif match-em --vary decks=1,8 --vary paytable=A1,A2",
    "simulate match-em --decks 8 --rounds 1e5 --stake Ante=300000 --stake 'Match Bonus=100000'",
    "simulate supreme-99 --rounds 1",
)
DAY = Day(
    day="2026-01-02",
    game="supreme-99",
    table="the table by the window",
    drop_cents=10**11,
    win_cents=-(10**11),
    corrected_cents=-(10**9),
    cashed_out_cents=0,
    fills_cents=0,
    to_meters_micros=0,
)
DRIFT = Drift(
    table="the table by the window",
    game="supreme-99",
    wager="Pair Fortunes",
    day=None,
    rounds=123_456_789,
    stake_cents=10**12,
    theory_cents=Fraction(123456789012, 7),
    actual_cents=-123_456_789_012,
    variance=Fraction(4 * 10**20),
    is_bound=False,
)
METER = {"name": "the great meter", "status": "suspended", "shown_micros": 9_999_999_123_456, "stake_cents": 5_00}


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[FigureTable]:
    """Every ledger that is printed."""
    seen: list[FigureTable] = []
    before = FigureTable.__rich_console__

    def noted(self: FigureTable, *given):
        seen.append(self)
        return before(self, *given)

    monkeypatch.setattr(FigureTable, "__rich_console__", noted)
    return seen


def check_whole(tables: list[FigureTable], shown: str) -> None:
    """Every cell of a column of figures stands in the text as it is, and every word that a name folds into."""
    assert tables
    words = Counter(shown.split())
    for table in tables:
        for column in table.columns:
            for cell in map(str, column.cells):
                assert not column.no_wrap or all(line in shown for line in cell.splitlines())
                for word in cell.split():
                    assert words[word] or len(word) > LONG_WORD, (word, shown)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_figure_of_every_table_is_whole(command: str, width: int, printed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(terminal, "NARROWEST", width)
    done = CliRunner(env={"COLUMNS": str(width)}).invoke(app, shlex.split(command), catch_exceptions=False)
    assert done.exit_code == 0
    check_whole(printed, done.output)


@pytest.mark.parametrize("width", WIDTHS)
def test_so_is_every_figure_of_a_book(width: int, printed):
    out = Uncropped(width=width, file=StringIO(), markup=False)
    print_days(out, [DAY])
    print_drifts(out, [DRIFT, replace(DRIFT, day="2026-01-02")])
    print_meters(out, [METER | {"tables": ["the table by the window", "t2"], "unapproved": ["the seed is $0"]}])
    assert isinstance(out.file, StringIO)
    check_whole(printed, out.file.getvalue())


def test_a_table_of_figures_alone_is_wider_than_a_narrow_terminal(printed):
    out = Uncropped(width=60, file=StringIO())
    table = figure_table(*(f">column {number}" for number in range(8)))
    table.add_row(*(f"$123,456,78{number}.01" for number in range(8)))
    out.print(table)
    assert isinstance(out.file, StringIO)
    check_whole(printed, out.file.getvalue())
    assert max(map(len, out.file.getvalue().splitlines())) > 120


def test_the_widest_column_gives_way_first_and_none_below_its_least():
    assert narrowed([10, 30, 5], [3, 8, 5], 45) == [10, 30, 5]
    assert narrowed([10, 30, 5], [3, 8, 5], 27) == [10, 12, 5]
    assert narrowed([10, 30, 5], [3, 8, 5], 17) == [4, 8, 5]
    assert narrowed([10, 30, 5], [3, 8, 5], 9) == [3, 8, 5]
