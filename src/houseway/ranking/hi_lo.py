"""Point totals: the ace is 1 in a LO hand and 11 in a HI hand, faces are nothing."""

from collections.abc import Iterable

from houseway.cards import ACE, JACK


def lo_points(rank: int) -> int:
    if rank == ACE:
        return 1
    return rank if rank < JACK else 0


def hi_points(rank: int) -> int:
    return 11 if rank == ACE else lo_points(rank)


def lo_total(ranks: Iterable[int]) -> int:
    return sum(map(lo_points, ranks))


def hi_total(ranks: Iterable[int]) -> int:
    return sum(map(hi_points, ranks))
