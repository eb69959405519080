"""Fold or raise against one hidden hand, on the real pack."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.runs import answer_at, runs
from houseway.analysis.figures import Figures
from houseway.cards import parse
from houseway.game import Seen
from houseway.games import GAMES
from tests.analysis.exact import caribbean_stud

THREE_CARD = GAMES["three-card-poker"]


def three_card(*paytables: str) -> Question:
    return question(THREE_CARD, paytables=paytables)


@pytest.fixture(scope="module")
def figures() -> Figures:
    return main_figures(three_card())


def test_three_card_poker_has_the_published_edge_and_element_of_risk(figures):
    assert figures.house_edge == Fraction(686689, 20358520)
    assert f"{float(100 * figures.house_edge):.3f}" == "3.373"
    assert f"{float(100 * figures.element_of_risk):.2f}" == "2.01"


def test_three_card_poker_is_played_in_two_of_three_rounds(figures):
    assert figures.action == 1 + figures.choices["play"]
    assert figures.folds == figures.choices["fold"] == 1 - figures.choices["play"]
    assert f"{float(figures.choices['play']):.4f}" == "0.6742"


def test_a_line_of_the_main_game_names_every_wager_that_play_adds(figures):
    named = {line.name: line.net for line in figures.lines}
    assert named["win + Play"] == 2
    assert named["win + Play dealer does not play"] == 1
    assert named["folded"] == -1
    assert named["win + Play + Ante Bonus straight flush"] == 7
    assert sum(line.combinations for line in figures.lines) == 22_100 * 18_424


@pytest.mark.parametrize(
    ("table", "edge"), [("Ante Bonus 5-3-1", "3.61"), ("Ante Bonus 4-3-1", "3.83"), ("Ante Bonus 3-2-1", "4.28")]
)
def test_the_smaller_the_ante_bonus_the_greater_the_edge(table, edge):
    asked = three_card(table)
    assert f"{float(-100 * Removal(asked).ends.mean(asked.net)):.2f}" == edge


@pytest.mark.parametrize(("cards", "plays"), [("Qc 6d 4h", True), ("Qc 6d 3h", False), ("Jc Td 8h", False)])
def test_queen_six_four_is_the_least_that_is_played(cards, plays):
    method = Removal(three_card())
    fold, play = method.options(Seen(pack=method.question.pack, lying={"seat": parse(cards)})).values()
    assert fold == -1
    assert (play > fold) == plays


@pytest.mark.soak
@pytest.mark.soak
def test_caribbean_stud_loses_just_what_is_published():
    """Of all combinations, and by best play."""
    asked = question(caribbean_stud.GAME)
    ends = Removal(asked).ends
    assert ends.total == 19_933_230_517_200
    assert -ends.mean(asked.net) * ends.total == 1_041_372_912_372
    counts = dict.fromkeys(("royal flush", "straight flush", "four of a kind", "dealer does not play", "tie"), 0)
    for end, weight in ends.weights.items():
        for line in end.lines:
            if line.wager == "Raise" and line.line in counts:
                counts[line.line] += weight
    assert list(counts.values()) == [16_759_740, 156_929_720, 2_832_435_800, 4_532_514_033_720, 321_623_100]


def test_runs_are_found_where_not_all_is_asked():
    """Also a run of one, if somebody says where it may be."""
    row = [0] * 3_000 + [1] * 5_000 + [2] + [3] * 4_000
    found = runs(row.__getitem__, len(row), probes=[8_000])
    assert found == [(0, 0), (3_000, 1), (8_000, 2), (8_001, 3)]
    assert [answer_at(found, place) for place in range(len(row))] == row
