"""The most ranks in a row, the deuce following the ace: J-Q-K-A-2-3 is six. Of as many the one that ends higher."""

from collections.abc import Iterable
from functools import cache

from houseway.cards import RANK_NAMES, Cards, rank_of

Strength = tuple[int, int]

DEUCE, RANKS = 2, 13
LENGTHS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def strength(cards: Cards) -> Strength:
    """How many, and the rank that the straight ends with. Some rank is missing."""
    return _of_ranks(frozenset(map(rank_of, cards)))


@cache
def _of_ranks(held: frozenset[int]) -> Strength:
    return max((_length(held, top), top) for top in held)


def _length(held: Iterable[int], top: int) -> int:
    """The length of the straight that ends with a rank."""
    length = 0
    while _below(top, length) in held:
        length += 1
    return length


def _below(rank: int, steps: int) -> int:
    return (rank - DEUCE - steps) % RANKS + DEUCE


def tell(made: Strength, said: tuple[str, ...]) -> str:
    """`four-card straight, ace to 4`."""
    length, top = made
    if length == 1:
        return f"no straight, {RANK_NAMES[top]} high"
    return f"{LENGTHS[length]}-card straight, {RANK_NAMES[_below(top, length - 1)]} to {RANK_NAMES[top]}"
