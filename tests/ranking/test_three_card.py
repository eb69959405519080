"""Three cards of one deck or a shoe, where one card twice is a suited pair."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from houseway.analysis.exact.figures import bonus_counts
from houseway.cards import parse
from houseway.games.match_em import GAME
from houseway.ranking import three_card
from tests.oracle import match_em

# line: (combinations with one deck, with eight decks)
COUNTS = {
    "Suited 3 of a Kind": (0, 2912),
    "Straight Flush": (48, 24576),
    "3 of a Kind": (52, 61568),
    "Straight": (720, 368640),
    "Suited Pair": (0, 559104),
    "Flush": (1096, 561152),
    "One Pair": (3744, 1916928),
    "lose": (16440, 8417280),
}


@pytest.fixture(scope="module")
def by_the_oracle():
    """All 24,804 ways to hold three cards when a card may come again, judged by the oracle."""
    return {hand: match_em.poker_line(hand) for hand in combinations_with_replacement(range(52), 3)}


def test_all_multisets_of_three_cards_make_the_line_of_the_oracle(by_the_oracle):
    assert len(by_the_oracle) == 24_804
    assert {hand: three_card.line(hand) or "lose" for hand in by_the_oracle} == by_the_oracle


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_a_shoe_deals_each_line_as_often_as_the_oracle_says(by_the_oracle, decks):
    counts = Counter()
    for hand, line in by_the_oracle.items():
        counts[line] += prod(comb(decks, copies) for copies in Counter(hand).values())
    assert counts == Counter(bonus_counts(GAME, GAME.wager("Poker Bonus"), decks))
    assert counts.total() == comb(52 * decks, 3)


@pytest.mark.parametrize(("decks", "column"), [(1, 0), (8, 1)])
def test_the_counts_of_one_and_eight_decks_are_frozen(decks, column):
    counts = bonus_counts(GAME, GAME.wager("Poker Bonus"), decks)
    assert {line: counts.get(line, 0) for line in COUNTS} == {line: pair[column] for line, pair in COUNTS.items()}


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("7s 7s 7s", "Suited 3 of a Kind"),
        ("7s 7s 7d", "3 of a Kind"),
        ("Ks Qs As", "Straight Flush"),
        ("As 2s 3s", "Straight Flush"),
        ("As 2s 3d", "Straight"),
        ("As Ks 2s", "Flush"),
        ("As Ks 2d", None),
        ("9s 9s 4s", "Suited Pair"),
        ("9s 9s 4d", "Suited Pair"),
        ("9s 9d 4d", "One Pair"),
    ],
)
def test_a_hand_makes_its_best_line(hand, line):
    assert three_card.line(parse(hand)) == line


def test_the_lines_stand_as_the_letter_has_them():
    assert list(three_card.LINES) == [line for line in COUNTS if line != "lose"]


def test_one_deck_deals_all_22100_hands():
    counts = Counter(three_card.line(hand) for hand in combinations(range(52), 3))
    assert counts[None] == 16_440
    assert counts.total() == 22_100
