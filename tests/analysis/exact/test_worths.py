"""Hands are looked up by their ranks and a flush, and are worth what the game says."""

from itertools import islice

import numpy as np
import pytest

from houseway.analysis.exact.worths import NONE, ranks_of, worths_of
from houseway.cards import DECK, Card, Cards, parse, rank_of, suit_of
from houseway.game import SEAT, Hand
from houseway.ranking import poker, three_card
from houseway.sight import FlushOf

POKER, THREE = Hand(SEAT, poker.strength, poker.SEES), Hand(SEAT, three_card.strength, FlushOf(3))


def looked_up(hand: Hand, cards: Cards, pack: Cards):
    ranks, table = ranks_of(pack, len(cards)), worths_of(hand, len(cards), pack, len(cards))
    number, suits = 0, [0] * 4
    for each in cards:
        place = ranks.ranks.index(rank_of(each))
        number = ranks.next[number, place]
        suits[suit_of(each)] |= 1 << place
    return table.worths[max(table.plain[number], *(table.flush[suit] for suit in suits))]


@pytest.mark.parametrize(("hand", "size"), [(POKER, 5), (POKER, 6), (POKER, 7), (THREE, 3)])
def test_what_is_looked_up_is_what_the_rule_says(hand: Hand, size: int):
    rng = np.random.default_rng(7)
    some = [tuple(DECK[c] for c in rng.choice(52, size, replace=False)) for _ in range(3000)]
    suited = [tuple(Card(c * 4) for c in rng.choice(13, size, replace=False)) for _ in range(300)]
    for cards in (*some, *suited):
        assert looked_up(hand, cards, DECK) == hand.worth(cards), cards


def test_a_flush_among_seven_cards_is_the_better_of_both():
    for text in ("2c 3c 4c 5c 6c 6d 6h", "Ac 2c 3c 4c 5c 6c 7c", "Kc Kd Kh Qc Qd 9c 8c", "Kc Qc 9c 8c 2c 2d 2h"):
        assert looked_up(POKER, parse(text), DECK) == poker.strength(parse(text))


def test_a_pack_has_only_the_hands_that_its_cards_make():
    pack = parse("Ac Ad Kc Kd Qc Qd")
    table = worths_of(POKER, 5, pack, 5)
    assert [table.worths[place] for place in sorted(set(table.plain) - {NONE})] == [
        (poker.TWO_PAIR, 13, 12, 14), (poker.TWO_PAIR, 14, 12, 13), (poker.TWO_PAIR, 14, 13, 12),
    ]  # fmt: skip
    assert set(islice(table.flush, 8)) == {NONE}


def test_names_may_stand_for_worths_where_all_cards_make_the_flush():
    names = Hand(SEAT, lambda cards: three_card.KINDS[three_card.strength(cards)[0]], FlushOf(3))
    for text in ("Ac Kc 2c", "Ac Kc Qc", "Ac Kc Qd", "2c 2d 7h"):
        assert looked_up(names, parse(text), DECK) == names.worth(parse(text))


def test_hands_that_are_more_than_ranks_and_a_flush_are_refused():
    with pytest.raises(ValueError, match="suits count in a hand beyond a flush"):
        worths_of(Hand(SEAT, len), 5, DECK, 5)
    with pytest.raises(ValueError, match="tells cards of one rank apart"):
        worths_of(Hand(SEAT, len, suit_of), 5, DECK, 5)
    with pytest.raises(ValueError, match="two flushes of 3 can be in 7 cards"):
        worths_of(Hand(SEAT, len, FlushOf(3)), 7, DECK, 7)
