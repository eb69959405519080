"""Two cards: pairs, aces high to deuces, and below them baccarat points, 9 to 0."""

from functools import cache

from houseway.cards import ACE, RANK_NAMES, parse_rank

Strength = tuple[int, ...]
POINTS, PAIR = 0, 1


def points(rank: int) -> int:
    """Ace 1, deuce to nine their face, ten and faces nothing."""
    if rank == ACE:
        return 1
    return rank if rank < 10 else 0


def total(*ranks: int) -> int:
    return sum(map(points, ranks)) % 10


def two_card(first: int, second: int) -> Strength:
    return (PAIR, first) if first == second else (POINTS, total(first, second))


@cache
def name(strength: Strength) -> str:
    kind, value = strength
    if kind == PAIR:
        return f"pair of {RANK_NAMES[value]}s"
    return "1 point" if value == 1 else f"{value} points"


def parse(text: str) -> Strength:
    """Read `pair 9`, `7 points`, or a kind alone: `pair`, `points`."""
    match text.lower().split():
        case ["pair"]:
            return (PAIR,)
        case ["pair", rank]:
            return (PAIR, parse_rank(rank))
        case ["points"]:
            return (POINTS,)
        case [digit, "point" | "points"] if digit.isdecimal() and len(digit) == 1:
            return (POINTS, int(digit))
    raise ValueError(f"{text!r} is not a two-card hand: 'pair', 'pair 9', 'points' or '7 points'")
