"""The house way of Foxwoods, written a second time as a dealer reads it: name what the seven cards are, then set them.

It shares nothing with the package: a hand is sorted into ranks by hand, and straights and flushes are found by trying
every five cards.
"""

from collections import Counter
from itertools import combinations

from tests.oracle import JOKER, rank, suit

ACE = 14
Cut = tuple[tuple[int, ...], tuple[int, ...]]


def ranks_of(cards: tuple[int, ...]) -> list[int]:
    """The joker is an ace."""
    return sorted((ACE if c == JOKER else rank(c) for c in cards), reverse=True)


def is_complete(five: tuple[int, ...]) -> bool:
    """A straight, a flush or both, the joker being whatever is missing."""
    naturals = [c for c in five if c != JOKER]
    if len({suit(c) for c in naturals}) == 1:
        return True
    held = {rank(c) for c in naturals}
    runs = [set(range(low, low + 5)) for low in range(2, 11)] + [{ACE, 2, 3, 4, 5}]
    return len(held) == len(naturals) and any(held <= run for run in runs)


def low_key(two: tuple[int, ...]) -> tuple[int, ...]:
    one, other = ranks_of(two)
    return (1, one, 0) if one == other else (0, one, other)


def without(cards: tuple[int, ...], some: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(c for c in cards if c not in some)


def of_rank(cards: tuple[int, ...], wanted: int, number: int) -> tuple[int, ...]:
    """So many of a rank, the joker last."""
    found = [c for c in cards if (ACE if c == JOKER else rank(c)) == wanted]
    return tuple(sorted(found, key=lambda c: c == JOKER)[:number])


def highest(cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda c: ACE if c == JOKER else rank(c), reverse=True)[:number])


def foxwoods(cards: tuple[int, ...]) -> Cut:
    """High and Low."""
    times = Counter(ranks_of(cards))
    by = {n: sorted((r for r, t in times.items() if t == n), reverse=True) for n in range(1, 6)}
    pairs = sorted((r for r, t in times.items() if t >= 2), reverse=True)
    completes = [five for five in combinations(cards, 5) if is_complete(five)]

    def low(two: tuple[int, ...]) -> Cut:
        return without(cards, two), two

    if by[5]:
        return low(of_rank(cards, 13, 2) if times[13] == 2 else of_rank(cards, ACE, 2))
    if by[4]:
        return _with_four(cards, by, low)
    if by[3] and len(pairs) > 1:  # a full house, or three of a kind twice: the highest pair that leaves three
        best = by[3][0] if len(by[3]) == 2 else max(by[2])
        if len(by[3]) == 1:
            return low(of_rank(cards, best, 2))
        return low(of_rank(cards, by[3][0], 2))
    if len(pairs) == 3:
        return low(of_rank(cards, pairs[0], 2))
    if len(pairs) == 2:
        big, small = pairs
        rest = without(cards, of_rank(cards, big, 2) + of_rank(cards, small, 2))
        top = ranks_of(rest)[0]
        together = (big in range(7, 11) and top == ACE) or (big <= 6 and top >= 13)
        return low(highest(rest, 2) if together else of_rank(cards, small, 2))
    if completes:
        return _complete(cards, completes, by, low)
    if by[3]:
        three = by[3][0]
        rest = without(cards, of_rank(cards, three, 3))
        return low((*of_rank(cards, ACE, 1), *highest(rest, 1)) if three == ACE else highest(rest, 2))
    if pairs:
        return low(highest(without(cards, of_rank(cards, pairs[0], 2)), 2))
    return low(highest(without(cards, highest(cards, 1)), 2))


def _with_four(cards, by, low):
    four = by[4][0]
    if by[3] or by[2]:
        return low(of_rank(cards, (by[3] or by[2])[0], 2))
    rest = without(cards, of_rank(cards, four, 4))
    if four <= 6 or (four <= 10 and ranks_of(rest)[0] >= 13):
        return low(highest(rest, 2))
    return low(of_rank(cards, four, 2))


def _complete(cards, completes, by, low):
    """The two highest cards in front that leave any complete hand; with an ace and tens or better, the pair behind."""
    front = max((without(cards, five) for five in completes), key=low_key)
    pair = by[2][0] if by[2] else 0
    has_ace = ACE in by[1]
    if 10 <= pair <= 13 and has_ace and low_key(front) < (0, ACE, 0):
        return low(highest(without(cards, of_rank(cards, pair, 2)), 2))
    return low(front)
