"""Hands as the ranks that they hold in each suit, up to the names of suits: seven cards of 52 are 6,009,159 classes.

Ranks are places in the pack's, lowest first, and the ranks in a suit are bits. The joker, where there is one, is a bit
above all ranks in every suit of the hand: it is of any suit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, factorial

import numpy as np

from houseway.analysis.arrays import Ints, Longs
from houseway.analysis.exact.groups import is_rectangle, ranks_and_suits
from houseway.analysis.split.kernel import kernel
from houseway.cards import JOKER, Card, Cards, card, rank_of, suit_of
from houseway.game import Hand, Worth

BITS = 14  # of the ranks in a suit, and the joker


@dataclass(frozen=True, eq=False)
class SuitHands:
    """One hand of each class: a row of the ranks in each suit, and how many hands are of the class."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    masks: Ints
    weights: Longs

    def cards(self, number: int) -> Cards:
        """Of the hand of a class."""
        return cards_of(self.masks[number].tolist(), self.ranks, self.suits)

    def classes(self, masks: Ints) -> Longs:
        """The class of each row of the ranks in each suit."""
        keys, order = self._keys
        return np.asarray(order[np.searchsorted(keys, _key(np.sort(masks, axis=1)[:, ::-1]))])

    @cached_property
    def _keys(self) -> tuple[Longs, Longs]:
        keys = _key(self.masks)
        order = np.argsort(keys)
        return keys[order], order


def cards_of(masks: list[int], ranks: tuple[int, ...], suits: tuple[int, ...]) -> Cards:
    """Real cards that hold these ranks in the suits."""
    held = [card(r, s) for m, s in zip(masks, suits, strict=True) for p, r in enumerate(ranks) if m >> p & 1]
    joker = [JOKER] if masks[0] >> len(ranks) & 1 else []
    return tuple(sorted(map(Card, held + joker)))


@lru_cache(maxsize=2)
def suit_hands(cards: Cards, size: int) -> SuitHands:
    """All classes of hands of so many of these cards."""
    assert is_rectangle(cards), "suits hold different ranks"
    ranks, suits = ranks_and_suits(cards)
    parts = []
    for jokers in range(1 + (JOKER in cards)):
        by_number = [_masks(len(ranks), number) for number in range(size - jokers + 1)]
        starts = np.cumsum([0, *map(len, by_number)])
        listed = np.concatenate(by_number)
        number = _list(listed, starts, size - jokers, len(suits), np.empty((0, len(suits)), np.int32))
        masks = np.empty((number, len(suits)), np.int32)
        _list(listed, starts, size - jokers, len(suits), masks)
        parts.append(masks | (jokers << len(ranks)))
    masks = np.concatenate(parts)
    weights = _weights(masks)
    assert int(weights.sum()) == comb(len(cards), size), f"{weights.sum()} hands"
    return SuitHands(ranks, suits, masks, weights)


def masks_of(cards: Cards, ranks: tuple[int, ...], suits: tuple[int, ...]) -> list[int]:
    """The ranks of cards in each suit."""
    place = {rank: number for number, rank in enumerate(ranks)}
    joker = (JOKER in cards) << len(ranks)
    held = [c for c in cards if c != JOKER]
    return [joker + sum(1 << place[rank_of(c)] for c in held if suit_of(c) == suit) for suit in suits]


def _key(masks: Ints) -> Longs:
    """One number for a row."""
    key = np.zeros(len(masks), np.int64)
    for suit in range(masks.shape[1]):
        key = key << BITS | masks[:, suit]
    return key


def _masks(ranks: int, number: int) -> Ints:
    """All sets of so many ranks, in ascending order."""
    every = np.arange(1 << ranks, dtype=np.int32)
    return np.asarray(every[np.bitwise_count(every) == number])


def _weights(masks: Ints) -> Longs:
    """In how many ways the suits of each row can be named."""
    weights = np.full(len(masks), factorial(masks.shape[1]), np.int64)
    run = np.ones(len(masks), np.int64)
    for suit in range(1, masks.shape[1]):
        run = np.where(masks[:, suit] == masks[:, suit - 1], run + 1, 1)
        weights //= run
    return weights


@kernel
def _list(listed: Ints, starts: Longs, size: int, suits: int, found: Ints) -> int:
    """Every row of sets, the greatest first, of so many ranks in all: how many there are; `found` is told of those that
    it has room for."""
    number = 0
    taken = np.zeros(suits, np.int64)  # how many ranks are in each suit
    at = np.zeros(suits, np.int64)  # the place of its set in the list
    suit, left = 0, size
    at[0] = starts[0] - 1
    while suit >= 0:
        at[suit] += 1
        if at[suit] < starts[taken[suit] + 1] and (suit == 0 or listed[at[suit]] <= listed[at[suit - 1]]):
            if suit + 1 < suits:
                suit += 1
                taken[suit] = left if suit + 1 == suits else 0
                left -= taken[suit]
                at[suit] = starts[taken[suit]] - 1
                continue
            if number < len(found):
                for each in range(suits):
                    found[number, each] = listed[at[each]]
            number += 1
            continue
        left += taken[suit]  # no more sets of so many ranks: of one more, or back to the suit before
        taken[suit] += 1
        if suit + 1 == suits or taken[suit] > left:
            suit -= 1
        else:
            left -= taken[suit]
            at[suit] = starts[taken[suit]] - 1
    return number


class MaskWorths:
    """What the cards of one suit are worth by themselves: all worths in order, and by the ranks of the suit the place
    among them. No cards are below all worths."""

    def __init__(self, worth: Callable[..., Worth], ranks: tuple[int, ...], size: int) -> None:
        sets = np.concatenate([_masks(len(ranks), number) for number in range(1, min(size, len(ranks)) + 1)]).tolist()
        found = {mask: worth(cards_of([mask], ranks, (0,))) for mask in sets}
        self.order: list[Worth] = sorted(set(found.values()))
        places = {each: place for place, each in enumerate(self.order)}
        self.ordinals = np.full(1 << len(ranks), -1, np.int32)
        self.ordinals[sets] = [places[found[mask]] for mask in sets]

    def of(self, masks: Ints) -> Ints:
        """The place of each row's worth: that of its best suit."""
        return np.asarray(self.ordinals[masks].max(axis=1))


def worths_suit_by_suit(hands: Sequence[Hand], own: SuitHands) -> tuple[list[tuple[Worth, ...]], Ints, Longs]:
    """All that hands which look at suits one by one are worth together, in the order of the first; which of them each
    class is, and the first class of each."""
    size = int(np.bitwise_count(own.masks[0]).sum())
    worths = [MaskWorths(hand.worth, own.ranks, size) for hand in hands]
    places = [each.of(own.masks) for each in worths]
    number = np.zeros(len(own.masks), np.int64)
    for each, place in zip(worths, places, strict=True):
        number = number * len(each.order) + place
    _, first, which = np.unique(number, return_index=True, return_inverse=True)
    found = [tuple(w.order[p[row]] for w, p in zip(worths, places, strict=True)) for row in first.tolist()]
    return found, which.astype(np.int32), first


def ways_suit_by_suit(hands: Sequence[Hand], cards: Cards, size: int) -> dict[tuple[Worth, ...], int]:
    """How many hands of so many of the cards have each worth."""
    own = suit_hands(cards, size)
    worths, which, _ = worths_suit_by_suit(hands, own)
    ways = np.zeros(len(worths), np.int64)
    np.add.at(ways, which, own.weights)
    return dict(zip(worths, ways.tolist(), strict=True))
