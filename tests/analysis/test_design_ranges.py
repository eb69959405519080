"""Targets that are ranges: the tables found are those of plain trying, and the first are those that a person prints."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from houseway.analysis.design.designing import design, printability
from houseway.analysis.design.targets import Top, Wanted, parse_target, parse_top
from houseway.analysis.design.task import USUAL, FixedLines
from houseway.games import GAMES
from tests.command_line import is_refused, run_json

SUPREME, MATCH_EM = GAMES["supreme-99"], GAMES["match-em"]


def edge(text):
    return parse_target(text, "a house edge", most=Fraction(1), may_be_negative=True)


def hit(text):
    return parse_target(text, "a hit frequency", most=Fraction(1))


def variance(text):
    return parse_target(text, "a variance")


def tried(game, wager, decks, edges, hits, spreads, tops):
    """Every prefix of the lines, every fall of usual pays: reckoned from the counts, line by line."""
    like = game.paytables_of(wager)[0]
    task = FixedLines.of(game, wager, like, decks)
    lines, counts, total = task.sought, task.counts, task.total
    found = set()
    for number in range(1, len(lines) + 1):
        paying = lines[:number]
        hit = Fraction(sum(counts[line] for line in paying), total)
        if not hits[0] <= hit <= hits[1]:
            continue
        for pays in product([pay for pay in USUAL if pay <= tops[1]], repeat=number):
            if any(one < other for one, other in pairwise(pays)) or pays[0] < tops[0]:
                continue
            won = sum(counts[line] * (pay + 1) for line, pay in zip(paying, pays, strict=True))
            squares = sum(counts[line] * (pay + 1) ** 2 for line, pay in zip(paying, pays, strict=True))
            spread = Fraction(squares, total) - Fraction(won, total) ** 2
            if edges[0] <= 1 - Fraction(won, total) <= edges[1] and spreads[0] <= spread <= spreads[1]:
                found.add(tuple(zip(paying, pays, strict=True)))
    return found


def pays_of(candidate):
    return tuple(
        sorted(((line, int(pay.amount)) for line, pay in candidate.paytable.lines.items()), key=lambda each: -each[1])
    )


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (
            Wanted(edge=edge("2%..5%"), hit=hit("12%.."), top=Top(1, 60)),
            (("1/50", "1/20"), ("3/25", "1"), ("0", "1000000"), (1, 60)),
        ),
        (
            Wanted(edge=edge("-2%..6%"), hit=hit("5%..30%"), top=Top(20, 50)),
            (("-1/50", "3/50"), ("1/20", "3/10"), ("0", "1000000"), (20, 50)),
        ),
        (
            Wanted(edge=edge("..8%"), hit=hit("10%.."), variance=variance("2..4"), top=Top(5, 40)),
            (("0", "2/25"), ("1/10", "1"), ("2", "4"), (5, 40)),
        ),
    ],
    ids=["two ends and one", "fewer lines", "variance too"],
)
def test_the_tables_in_all_ranges_are_found_and_no_others(wanted, given):
    wager = MATCH_EM.wager("Match Bonus")
    *exact, tops = given
    edges, hits, spreads = (tuple(map(Fraction, each)) for each in exact)
    wants = tried(MATCH_EM, wager, 1, edges, hits, spreads, tops)
    found = design(MATCH_EM, wager, wanted, decks=1, most=1000)
    assert {frozenset(pays_of(each)) for each in found.candidates} == {frozenset(table) for table in wants}
    assert found.found == len(wants) > 3 and found.is_met


def test_first_are_pays_that_fall_and_are_round_and_of_these_the_nearest_to_the_middle():
    wager = SUPREME.wager("Pair Fortunes")
    found = design(SUPREME, wager, Wanted(edge=edge("2%..5%")), most=40)
    task = FixedLines.of(SUPREME, wager, found.like)
    shapes = []
    for each in found.candidates:
        pays = dict(pays_of(each))
        vector = tuple(pays[line] for line in reversed(task.sought))
        shapes.append((printability(task, task.sought, vector), abs(each.figures.house_edge - Fraction(35, 1000))))
    assert shapes == sorted(shapes)
    assert shapes[0][0] == (0, 0, 0, 0) < shapes[-1][0]


def test_printability_counts_what_a_person_would_not_print():
    wager = SUPREME.wager("Pair Fortunes")
    task = FixedLines.of(SUPREME, wager, SUPREME.paytables_of(wager)[0])
    lines = task.sought
    plain = printability(task, lines, (1, 3, 20, 300))
    assert plain == (0, 0, 0, 0)
    assert [printability(task, lines, pays) for pays in ((1, 3, 3, 300), (1, 7, 20, 300), (1, 3, 25, 300))] == [
        *((0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    ]


def test_a_range_that_no_table_meets_is_answered_by_the_nearest():
    found = design(SUPREME, SUPREME.wager("Pair Fortunes"), Wanted(edge=edge("..1%"), hit=hit("90%..")))
    assert not found.is_met and found.unreachable and "hit frequency 90%.., nearest" in found.unreachable


def test_a_played_wager_is_designed_in_a_range_of_edges():
    found = design(SUPREME, SUPREME.wager("Standard Bet"), Wanted(edge=edge("2%..4%"), top=Top(1, 5)), most=5)
    met = [each.is_met for each in found.candidates]
    edges = [each.figures.house_edge for each in found.candidates]
    assert met[0] and met == [Fraction(2, 100) <= edge <= Fraction(4, 100) for edge in edges]


def test_too_many_tables_are_cut_and_said_to_be(monkeypatch):
    monkeypatch.setattr("houseway.analysis.design.designing.MOST_WITHIN", 20)
    found = design(SUPREME, SUPREME.wager("Pair Fortunes"), Wanted(edge=edge("2%..9%")), most=3)
    assert "or more meet all that was asked" in found.looked_at and found.is_met


def test_by_command_a_range_is_shown_with_its_ends():
    made = run_json("design", "supreme-99", "pair fortunes", "--edge", "3%..4%", "--hit", "21%..", "--top", "..500")
    assert (made["edge"], made["hit_frequency"], made["top"]) == (["3/100", "1/25"], ["21/100", "1/1"], [1, 500])
    assert made["met"] and len(made["tables"]) == 10
    assert all(Fraction(3, 100) <= Fraction(each["house_edge"]) <= Fraction(4, 100) for each in made["tables"])


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (("--edge", "4%..3%"), "'4%..3%' is not a house edge: a range begins with its lower end"),
        (("--edge", ".."), "'..' is not a house edge: a range has an end, such as 2.8%..3.2%, 21%.. or ..30%"),
        (("--edge", "three"), "'three' is not a house edge: such as 4.5%, 0.045 or 9852/270725, or a range such as"),
        (("--edge", "3%", "--hit", "20%..x"), "'x' is not a hit frequency: such as"),
        (("--edge", "3%", "--top", "50..5"), "50..5 is not a top pay: 1 to 1,000,000, or a range such as 500..1000"),
        (("--edge", "3%", "--top", "many"), "'many' is not a top pay: 1 to 1,000,000, such as 1000, or a range"),
    ],
)
def test_what_is_no_range_is_refused_in_one_line(option, says):
    is_refused(says, "design", "supreme-99", "pair fortunes", *option)


def test_a_top_pay_is_read_as_it_is_written():
    assert [parse_top(text) for text in ("1,000", "..1000", "500..", "5..50")] == [
        *(1000, Top(1, 1000), Top(500, 1_000_000), Top(5, 50))
    ]
    assert str(Top(500, 1000)) == "500..1,000"
