"""Sevens among a player's first two cards and a third, from best to least: the dealer's up card, or one of his own."""

from houseway.cards import SUITS, Card, Cards, rank_of, suit_of

SEVEN, DIAMONDS, RED = 7, SUITS.index("d"), {SUITS.index("d"), SUITS.index("h")}

OF_DIAMONDS = "three sevens of diamonds"
SUITED = "three suited sevens"
OF_ONE_COLOUR = "three sevens of one colour"
THREE, TWO, ONE = "three sevens", "two sevens", "one seven"
NONE = "no seven"


def which(card: Card) -> int:
    """Which seven a card is; all others are alike."""
    return int(card) if rank_of(card) == SEVEN else -1


def held(cards: Cards) -> str:
    """Of the player's two cards and then the third, if there is one. One or two sevens count only among the two."""
    mine = sum(rank_of(card) == SEVEN for card in cards[:2])
    if mine < 2:
        return ONE if mine else NONE
    if len(cards) == 2 or rank_of(cards[2]) != SEVEN:
        return TWO
    suits = set(map(suit_of, cards))
    if len(suits) == 1:
        return OF_DIAMONDS if suits == {DIAMONDS} else SUITED
    return OF_ONE_COLOUR if suits <= RED or not suits & RED else THREE
