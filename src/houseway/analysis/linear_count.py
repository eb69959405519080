"""Counts that a person can keep: a tag for every card, added up as the cards go, tells how an edge has moved.

What is left is the better the more of the good cards are in it. The best linear estimate of the edge, by least squares
over all that may be left, comes from the exact effects of removing one card: when m of N cards are left, the edge has
moved by (N - 1) / m times the sum of the effects of those that are gone. Tags in proportion to the effects are the best
there are; the betting correlation of others is that of their tags with the effects, over the cards of a pack. All tags
here are balanced: those of a whole pack come to nothing, so that the count needs no correction for how many are gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.card_effects import Effect
from houseway.cards import Card, Cards

DECK: Final = 52  # cards by which a running count is divided, for the true count
LEVELS: Final = (1, 2, 3)  # the greatest tags that a person keeps
EXACT: Final = "exact tags"
Floats = NDArray[np.float64]
ALIKE: Final = 1e-12  # tags that correlate no better than this are as good


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """What a card of a grade adds to the count when it is gone; above nothing it was bad for the player."""

    cards: Cards  # of the grade, of one deck
    tag: Fraction


@dataclass(frozen=True, kw_only=True)
class LinearCount:
    """A tag for every card. The true count is the running count for every 52 cards that are left."""

    name: str
    tags: tuple[Tag, ...]
    correlation_squared: Fraction  # of the tags with the effects; below nothing if they go against each other
    true_count_worth: Fraction  # how much of the wager's edge a true count of one is, as best estimated
    trigger: Fraction  # the true count above which the edge is estimated to be the player's

    @property
    def betting_correlation(self) -> float:
        return sqrt(self.correlation_squared)

    @cached_property
    def tag_of(self) -> Mapping[Card, Fraction]:
        return {card: each.tag for each in self.tags for card in each.cards}


def linear_counts(effects: Sequence[Effect], cards: int) -> list[LinearCount]:
    """The best linear count of a wager dealt from so many cards: with exact tags, of which one is a percent of the edge
    at a true count of one; then with whole tags up to 1, 2 and 3, each that is better than those before. None where no
    card is worth more than another."""
    numbers = [len(each.cards) for each in effects]
    ones = [Fraction(1)] * len(effects)
    mean = _product(numbers, ones, [each.effect for each in effects]) / sum(numbers)
    good = [mean - each.effect for each in effects]  # for the player, and balanced
    if not any(good):
        return []
    fresh = effects[0].house_edge - effects[0].effect

    def count(name: str, tags: Sequence[Fraction]) -> LinearCount:
        squares, both = _product(numbers, tags, tags), _product(numbers, tags, good)
        worth = both / squares * (cards - 1) / DECK
        return LinearCount(
            name=name,
            tags=tuple(Tag(cards=each.cards, tag=tag) for each, tag in zip(effects, tags, strict=True)),
            correlation_squared=both**2 / (squares * _product(numbers, good, good)),
            true_count_worth=worth,
            trigger=fresh / worth,
        )

    found = [count(EXACT, [each * (cards - 1) * 100 / DECK for each in good])]
    best = Fraction(0)
    for level in LEVELS:
        tags = whole_tags(numbers, [float(each) for each in good], level)
        made = count(f"tags to {level}", [Fraction(tag) for tag in tags]) if any(tags) else None
        if made and made.correlation_squared > best:
            found.append(made)
            best = made.correlation_squared
    return found


def whole_tags(numbers: Sequence[int], good: Sequence[float], most: int) -> tuple[int, ...]:
    """The balanced whole tags from -most to most that correlate best with what cards are worth.

    Of all tags with a given sum and a given sum of squares the best are built up card by card; then those are taken
    that sum up to nothing and have the best ratio. Without any such tags, all are nothing."""
    shared = gcd(*numbers)
    weights = [number // shared for number in numbers]
    around, squares = sum(weights) * most, sum(weights) * most**2
    best = np.full((2 * around + 1, squares + 1), -np.inf)
    best[around, 0] = 0.0
    taken = []
    for weight, worth in zip(weights, good, strict=True):
        after = best.copy()
        tags = np.zeros(best.shape, np.int8)
        for tag in sorted(range(-most, most + 1), key=abs)[1:]:
            moved = _moved(best, weight * tag, weight * tag**2) + weight * tag * worth
            better = moved > after + ALIKE * abs(worth)
            after[better], tags[better] = moved[better], tag
        best = after
        taken.append(tags)
    ratios = best[around, 1:] / np.sqrt(np.arange(1, squares + 1))
    least = int(np.argmax(ratios >= ratios.max() * (1 - ALIKE))) + 1
    if not ratios.max() > 0:
        return (0,) * len(weights)
    place, square, found = around, least, []
    for weight, tags in zip(reversed(weights), reversed(taken), strict=True):
        tag = int(tags[place, square])
        found.append(tag)
        place, square = place - weight * tag, square - weight * tag**2
    return tuple(reversed(found))


def _moved(values: Floats, by: int, squares: int) -> Floats:
    """The same values, that far on in both directions; nothing comes in."""
    moved = np.full_like(values, -np.inf)
    rows, columns = values.shape
    if squares < columns and abs(by) < rows:
        moved[max(by, 0) : rows + min(by, 0), squares:] = values[max(-by, 0) : rows - max(by, 0), : columns - squares]
    return moved


def _product(numbers: Sequence[int], one: Sequence[Fraction], two: Sequence[Fraction]) -> Fraction:
    return sum((n * a * b for n, a, b in zip(numbers, one, two, strict=True)), Fraction(0))
