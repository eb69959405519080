"""What all seven cards make to the bonus bets of pai gow, over all 154,143,080 hands."""

from collections import Counter

import pytest

from houseway.cards import Pack, parse
from houseway.ranking import all_cards, best_five


@pytest.fixture(scope="module")
def shapes():
    return [*best_five.SIGHT.classes(Pack(joker=True), 7)]


def test_lines_of_all_hands_are_counted(shapes):
    """wizardofodds.com/games/pai-gow-poker/appendix/5 prints all but the first two, which it counts among royal and
    straight flushes."""
    lines = Counter()
    for shape, ways in shapes:
        lines[all_cards.line(shape)] += ways
    assert lines == {
        "Seven-Card Straight Flush": 32,
        "Seven-Card Straight Flush with the Joker": 196,
        "Five Aces": 1_128,
        "Royal Flush": 26_132 - 40,
        "Straight Flush": 184_832 - 188,
        "Four of a Kind": 307_472,
        "Full House": 4_188_528,
        "Flush": 6_172_088,
        "Three of a Kind": 7_672_500,
        "Straight": 11_034_204,
        None: 124_556_196,
    }


def test_hands_without_a_pair_are_counted_by_their_highest_card(shapes):
    highest = Counter()
    for shape, ways in shapes:
        highest[all_cards.high_card(shape)] += ways
    del highest[0]
    assert highest.total() == 24_780_420
    assert highest == {14: 14_430_780, 13: 6_386_940, 12: 2_719_500, 11: 963_480, 10: 248_640, 9: 31_080}


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("As 2s 3s 4s 5s 6s 7s", "Seven-Card Straight Flush"),
        ("As Jk 3s 4s 5s 6s 7s", "Seven-Card Straight Flush with the Joker"),
        ("As Jk Qs Js Ts 9s 8s", "Seven-Card Straight Flush with the Joker"),
        ("As 2s 3s 4s 5s 6s 8s", "Straight Flush"),
        ("5s 6d 7h 8c 9s 9d 9h", "Three of a Kind"),
        ("5s 6d 7h 8c 9s 9d 2h", "Straight"),
        ("As Ad Kh Kc 9s 9d 2h", None),
    ],
)
def test_the_line_of_a_hand(cards, line):
    assert all_cards.line(best_five.SIGHT.see(parse(cards))) == line
