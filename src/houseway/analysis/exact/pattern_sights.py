"""What a seat can hold, as far as it counts: its ranks, its cards of the suits in which the dealer can have a flush,
and its own flush.

Cards of other suits may be exchanged for any of their rank. So if three of his six cards are shown, and a flush of five
can be in one suit at most, 20,358,520 hands of six cards are half a million; if it can be in none, fifty thousand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from houseway.analysis.arrays import Ints, Longs
from houseway.analysis.exact.pattern_hands import NO_SUIT, Numbers
from houseway.analysis.exact.suit_hands import cards_of, suit_hands
from houseway.analysis.split.kernel import kernel
from houseway.cards import JOKER, Cards, card, suit_of

NONE = -1
TRIES = 20  # to put cards into suits at random so that none makes a flush


@dataclass(frozen=True, eq=False)
class Holdings:
    """Hands of a seat that look the same, one row each: the number of their ranks; for each suit in which the dealer
    can have a flush, the ranks in it, as bits, and the number of the others; the ranks of one's own flush, as bits."""

    ranks: Ints
    suited: Ints
    others: Ints
    flush: Ints  # 0 without one


@dataclass(frozen=True, eq=False)
class AllSuits(Holdings):
    """Where nothing is shown, and the dealer can have a flush in any suit."""

    weights: Longs  # how many hands a row is


@dataclass(frozen=True, eq=False)
class OneSuit(Holdings):
    """Where the dealer can have a flush in one suit, or in none; how many hands a row is depends on what he shows.
    Hands with a flush in another suit have rows of their own, after all others: the row that they are `within` is so
    many fewer, and `beside` is the number of the ranks that are of neither suit."""

    within: Ints
    beside: Ints
    first: dict[int, int]  # by the ranks in the suit, the first row
    places: list[dict[int, int]]  # by size and the number of the others, the place from the first row on


def all_suits(numbers: Numbers, size: int, length: int) -> AllSuits:
    """`length` is that of one's own flush."""
    hands = suit_hands(numbers.cards, size)
    ranks, others = np.zeros(len(hands.masks), np.int32), np.zeros(hands.masks.shape, np.int32)
    _number(hands.masks, len(numbers.naturals) if JOKER in numbers.cards else NONE, numbers.ranks.next, ranks, others)
    flush = np.where(np.bitwise_count(hands.masks) >= length, hands.masks, 0).max(axis=1)
    return AllSuits(ranks, hands.masks, others, flush.astype(np.int32), hands.weights)


@kernel
def _number(masks: Ints, joker: int, after: Ints, ranks: Ints, others: Ints) -> None:
    """The number of a hand's ranks, and of all but each suit's and the joker."""
    suits = masks.shape[1]
    for row in range(len(masks)):
        number = 0
        for place in range(after.shape[1]):
            if place == joker:
                if masks[row, 0] >> place & 1:
                    number = after[number, place]
                continue
            for suit in range(suits):
                if masks[row, suit] >> place & 1:
                    number = after[number, place]
                    for other in range(suits):
                        if other != suit:
                            others[row, other] = after[others[row, other], place]
        ranks[row] = number


def one_suit(numbers: Numbers, size: int, length: int, live: int) -> OneSuit:
    """`live` is 1, or 0 if the dealer can have no flush; `length` is that of one's own flush, or 0."""
    sets = [mask for many in range(size * live + 1) for mask in _sets(numbers.places, many)]
    copies = numbers.held(numbers.cards)
    others_of = [numbers.multisets(many, copies - live) for many in range(size + 1)]
    rows = [(mask, others_of[size - mask.bit_count()]) for mask in sets]
    first = dict(zip(sets, np.cumsum([0, *(len(others) for _, others in rows)]).tolist(), strict=False))
    ranks = np.concatenate([numbers.more(others, mask) for mask, others in rows])
    suited = np.concatenate([np.full(len(others), mask, np.int32) for mask, others in rows])
    others = np.concatenate([others for _, others in rows])
    own = np.where(np.bitwise_count(suited) >= (length or size + 1), suited, 0).astype(np.int32)

    place_of = [{number: place for place, number in enumerate(some.tolist())} for some in others_of]
    found: list[tuple[int, int, int]] = []  # the row that it is within, its flush, the ranks beside
    for many in range(length or size + 1, size + 1):
        for in_suit in range((size - many) * live + 1):
            beside = numbers.multisets(size - many - in_suit, copies - live - 1)
            for flush in _sets(numbers.places, many):
                whole = [place_of[size - in_suit][number] for number in numbers.more(beside, flush).tolist()]
                for mask in _sets(numbers.places, in_suit):
                    found += [(first[mask] + at, flush, n) for at, n in zip(whole, beside.tolist(), strict=True)]
    within, flushes, others_beside = np.array(found, np.int32).reshape(-1, 3).T
    none = np.full(len(ranks), NONE, np.int32)
    return OneSuit(
        np.concatenate([ranks, ranks[within]]),
        np.concatenate([suited, suited[within]])[:, None],
        np.concatenate([others, others[within]])[:, None],
        np.concatenate([own, flushes]),
        np.concatenate([none, within]),
        np.concatenate([none, others_beside]),
        first,
        place_of,
    )


def _sets(places: int, number: int) -> list[int]:
    return [sum(1 << place for place in some) for some in combinations(range(places), number)]


# ---- how many hands a row is -----------------------------------------------------------------------


def weights_beside(holdings: OneSuit, numbers: Numbers, shown: Cards, suit: int) -> Longs:
    """How many hands of each row hold nothing that is shown; `suit` is the one in which the dealer can have a flush."""
    left = numbers.held_by_suit(tuple(c for c in numbers.cards if c not in shown))
    weights = np.zeros(len(holdings.ranks), np.int64)
    live = numbers.suits.index(suit) if suit != NO_SUIT else NO_SUIT
    ranking = numbers.ranking
    _weigh(
        holdings.suited[:, 0],
        holdings.others[:, 0],
        holdings.flush,
        holdings.within,
        holdings.beside,
        ranking.rows,
        ranking.choose,
        left,
        live,
        weights,
    )
    return weights


@kernel
def _weigh(
    suited: Ints,
    others: Ints,
    flush: Ints,
    within: Ints,
    beside: Ints,
    rows: Ints,
    choose: Longs,
    left: Ints,
    live: int,
    weights: Longs,
) -> None:
    """`left[suit, rank]` are the cards that are not shown."""
    suits, places = left.shape
    total = np.zeros(places, np.int64)
    free = np.zeros(suits, np.int64)
    for suit in range(suits):
        if suit != live:
            total += left[suit]
        for place in range(places):
            free[suit] |= left[suit, place] << place
    for row in range(len(others)):
        if live >= 0 and suited[row] & ~free[live]:
            continue
        if within[row] < 0:
            weights[row] = _ways(rows[others[row]], total, choose)
            continue
        for suit in range(suits):
            if suit != live and not flush[row] & ~free[suit]:
                weights[row] += _ways(rows[beside[row]], total - left[suit], choose)
        weights[within[row]] -= weights[row]


@kernel
def _ways(row: Ints, left: Longs, choose: Longs) -> int:
    """In how many ways cards of these ranks are taken, where so many are left of each."""
    ways, at = 1, 0
    while at < row.size and row[at] >= 0:
        rank, held = row[at], 0
        while at < row.size and row[at] == rank:
            at += 1
            held += 1
        ways *= choose[left[rank], held]
    return int(ways)


# ---- some cards of a row ---------------------------------------------------------------------------


def some_cards(holdings: Holdings, row: int, numbers: Numbers, live: int, length: int) -> Cards:
    """Some hand of a row; none if there is no such hand."""
    masks = holdings.suited[row].tolist()
    if not isinstance(holdings, OneSuit):
        return cards_of(masks, numbers.naturals, numbers.suits)
    held, others = numbers.suits[:live], numbers.suits[live:]
    cards = cards_of(masks, numbers.naturals, held) if live else ()
    if holdings.within[row] >= 0:
        cards += cards_of([int(holdings.flush[row])], numbers.naturals, others[:1])
        return _spread(numbers, int(holdings.beside[row]), others[1:], cards, length=0)
    return _spread(numbers, int(holdings.others[row, 0]), others, cards, length)


def _spread(numbers: Numbers, number: int, suits: tuple[int, ...], held: Cards, length: int) -> Cards:
    """Ranks in these suits, so that none makes a flush of so many cards, beside those that are held."""
    ranks = [numbers.ranks.ranks[place] for place in numbers.ranking.rows[number].tolist() if place >= 0]
    ways = [(rank, list(combinations(suits, ranks.count(rank)))) for rank in dict.fromkeys(ranks)]
    if not all(some for _, some in ways):
        return ()
    chance = np.random.default_rng(1)
    tries = ([some[int(chance.integers(len(some)))] for _, some in ways] for _ in range(TRIES))
    for spread in (*tries, *product(*(some for _, some in ways))):
        cards = [card(rank, suit) for (rank, _), some in zip(ways, spread, strict=True) for suit in some]
        if not length or all(sum(suit_of(c) == suit for c in cards) < length for suit in suits):
            return tuple(sorted((*held, *cards)))
    return ()
