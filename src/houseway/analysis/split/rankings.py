"""The readable ranking, asked once about every hand and kept as integers.

All Highs that compare equal share an ordinal, from 0 for the weakest; likewise Mids and Lows: 741, 91
and 13 of them in the 3-2-1 game. A setting is then three small integers, packed into one, its *cell*.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Ints
from houseway.analysis.split.hands import suit_classes
from houseway.analysis.split.rules import SplitRules, Strength


class Rankings(NamedTuple):
    """Tables of one game's strengths, for the three hands in turn: High, Mid, Low."""

    ordinals: tuple[Ints, Ints, Ints]  # index of a set of cards -> ordinal
    places: tuple[Ints, Ints, Ints]  # ordinal -> place among hands of all sizes; decides fouls
    has_mid: bool
    mid_shift: int
    high_shift: int

    @property
    def counts(self) -> tuple[int, int, int]:
        high, mid, low = self.places
        return len(high), len(mid), len(low)


def asked_beside(rankings: Rankings, *, ties_win: bool) -> int:
    """What is added to a cell before it is asked how many it beats: a hand that wins ties counts as one stronger."""
    return (1 << rankings.high_shift | rankings.has_mid << rankings.mid_shift | 1) * ties_win


def ordinals(rankings: Rankings, cells: Ints) -> Ints:
    """Unpack cells into (high, mid, low) ordinals along a new last axis."""
    high = cells >> rankings.high_shift
    mid = (cells >> rankings.mid_shift) & ((1 << rankings.high_shift - rankings.mid_shift) - 1)
    low = cells & ((1 << rankings.mid_shift) - 1)
    return np.stack((high, mid, low), axis=-1)


@cache
def strengths(rules: SplitRules) -> tuple[tuple[Strength, ...], ...]:
    """The strength behind each ordinal, for High, Mid and Low."""
    return tuple(tuple(sorted(set(_by_class(rules, size)))) for size in rules.sizes)


@cache
def rankings(rules: SplitRules) -> Rankings:
    ladders = strengths(rules)
    place = {s: i for i, s in enumerate(sorted({s for ladder in ladders for s in ladder}))}
    ordinals, places = [], []
    for size, ladder in zip(rules.sizes, ladders, strict=True):
        ordinal = {s: i for i, s in enumerate(ladder)}
        by_class = np.array([ordinal[s] for s in _by_class(rules, size)], np.int32)
        ordinals.append(by_class[suit_classes(rules, size).of_index])
        places.append(np.array([place[s] for s in ladder], np.int32))
    # One value more than there are ordinals must fit: "stronger than all" is a row of the tables too.
    mid_shift = len(ladders[2]).bit_length()
    high_shift = mid_shift + len(ladders[1]).bit_length()
    return Rankings(
        (ordinals[0], ordinals[1], ordinals[2]),
        (places[0], places[1], places[2]),
        rules.has_mid,
        mid_shift,
        high_shift,
    )


@cache
def _by_class(rules: SplitRules, size: int) -> tuple[Strength, ...]:
    """What a hand of each suit class is worth; one of no cards nothing."""
    if size == 0:
        return ((),)
    return tuple(rules.strength(rules.cards(tuple(hand))) for hand in suit_classes(rules, size).hands.tolist())
