"""Two cards: pairs, aces high to deuces, and below them baccarat points, 9 to 0."""

from houseway.cards import ACE, RANK_NAMES

Strength = tuple[int, int]
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


def name(strength: Strength) -> str:
    kind, value = strength
    return f"pair of {RANK_NAMES[value]}s" if kind == PAIR else f"{value} points"
