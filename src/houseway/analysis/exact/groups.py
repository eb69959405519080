"""Which cards of a hand came together: their order never counts, but cards that came at another time may count
otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

import numpy as np

from houseway.cards import JOKER, Card, Cards, rank_of, suit_of
from houseway.game import Deal, Hand, Look, Show, Step

SAMPLED = 500  # deals of the whole pack, and as many of few ranks or of one suit, where rare hands are common
RANKS = (2, 3, 5)  # of which such a deal is made

Sizes = tuple[int, ...]  # of groups of cards, in the order in which they lie


def groups_of(steps: Sequence[Step]) -> dict[str, Sizes]:
    """How many cards come together to each place, in the order in which they are seen; those last that are never
    turned over."""
    seen: dict[str, list[int]] = {}
    hidden: dict[str, int] = {}
    for step in steps:
        match step:
            case Deal(to=to, cards=cards):
                for name in to.places:
                    up = step.up_at(name)
                    seen.setdefault(name, []).append(up)
                    hidden[name] = hidden.get(name, 0) + cards - up
            case Show(what=what):
                [part] = what.parts
                lying = sum(seen.setdefault(part.place, []))
                turned = len(part.of(range(lying + hidden.get(part.place, 0)))) - len(part.of(range(lying)))
                seen[part.place].append(turned)
                hidden[part.place] = hidden.get(part.place, 0) - turned
            case _:
                pass
    return {name: tuple(size for size in (*sizes, hidden[name]) if size) for name, sizes in seen.items()}


def looked_at(look: Look, groups: dict[str, Sizes]) -> Sizes:
    """Of how many cards that came together each a look is made up, in its order."""
    sizes: list[int] = []
    for part in look.parts:
        came = [number for number, size in enumerate(groups.get(part.place, ())) for _ in range(size)]
        seen = part.of(came)
        sizes += [seen.count(number) for number in dict.fromkeys(seen)]
    return tuple(sizes)


def told_apart(worth: Callable[[Cards], Any], sizes: Sizes, cards: Cards) -> tuple[tuple[int, ...], ...]:
    """The numbers of the groups, those together between which a card may lie in any: tried with many deals."""
    if len(sizes) <= 1 or _is_one(worth, sizes, cards, tuple(range(len(sizes)))):
        return (tuple(range(len(sizes))),)
    together = [[number] for number in range(len(sizes))]
    for one, other in combinations(range(len(sizes)), 2):
        mine, his = (next(each for each in together if number in each) for number in (one, other))
        if mine is not his and _is_one(worth, sizes, cards, (one, other)):
            mine += his
            together.remove(his)
    return tuple(tuple(sorted(each)) for each in together)


@lru_cache(maxsize=256)
def is_heap(hand: Hand, sizes: Sizes, cards: Cards) -> bool:
    """Whether a hand counts its cards alike, whenever they came."""
    return hand.of.is_set or len(told_apart(hand.worth, sizes, cards)) == 1


def places_of(numbers: Sequence[int], sizes: Sizes) -> list[int]:
    """Where the cards of these groups lie."""
    ends = np.cumsum(sizes).tolist()
    return list(chain.from_iterable(range(ends[number] - sizes[number], ends[number]) for number in numbers))


def _is_one(worth: Callable[[Cards], Any], sizes: Sizes, cards: Cards, numbers: tuple[int, ...]) -> bool:
    """Whether the cards of these groups can be shuffled, and the worth is the same."""
    chance, places = np.random.default_rng(1), places_of(numbers, sizes)
    for deal in _deals(chance, cards, sum(sizes)):
        other = list(deal)
        for place, card in zip(places, chance.permutation([deal[place] for place in places]).tolist(), strict=True):
            other[place] = Card(card)
        if worth(deal) != worth(tuple(other)):
            return False
    return True


def _deals(chance: np.random.Generator, cards: Cards, size: int) -> Iterator[Cards]:
    ranks = sorted({rank_of(card) for card in cards if card != JOKER})
    few = [set(chance.permutation(ranks)[:number].tolist()) for number in RANKS for _ in range(4)]
    pools = [
        *([card for card in cards if card == JOKER or rank_of(card) in some] for some in few),
        *([card for card in cards if card == JOKER or suit_of(card) == suit] for suit in range(4)),
    ]
    pools = [pool for pool in pools if len(pool) >= size]
    for number in range(2 * SAMPLED if pools else SAMPLED):
        pool = cards if number < SAMPLED else pools[number % len(pools)]
        yield tuple([Card(card) for card in chance.permutation(pool)[:size].tolist()])


def is_rectangle(cards: Cards) -> bool:
    """Whether every rank has the same suits, each once; a joker aside."""
    naturals = [c for c in cards if c != JOKER]
    ranks, suits = ranks_and_suits(cards)
    return len(set(naturals)) == len(naturals) == len(ranks) * len(suits)


def ranks_and_suits(cards: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of all cards but the joker, lowest first."""
    naturals = [c for c in cards if c != JOKER]
    return tuple(sorted(set(map(rank_of, naturals)))), tuple(sorted(set(map(suit_of, naturals))))
