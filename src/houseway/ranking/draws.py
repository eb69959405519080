"""What some poker cards can still become, as a player sees it at a glance."""

from collections.abc import Iterable

from houseway.cards import ACE, RANK_NAMES, Cards, rank_of, suit_of

STRAIGHTS = tuple(set(range(low, low + 5)) for low in range(1, ACE - 3))  # the ace is 1 or 14


def straights_with(cards: Cards) -> int:
    """How many straights hold the ranks of all these cards; none if two are of a rank."""
    ranks = set(map(rank_of, cards))
    if len(ranks) < len(cards):
        return 0
    low = {1 if rank == ACE else rank for rank in ranks}
    return sum(ranks <= straight or low <= straight for straight in STRAIGHTS)


def are_suited(cards: Cards) -> bool:
    return len(set(map(suit_of, cards))) == 1


def number_from(rank: int, cards: Cards) -> int:
    """How many of the cards are of this rank or higher."""
    return sum(rank_of(card) >= rank for card in cards)


def pair_of(cards: Cards) -> int:
    """The highest rank that is held twice or more, or 0."""
    ranks = list(map(rank_of, cards))
    return max((rank for rank in ranks if ranks.count(rank) > 1), default=0)


def spoken(ranks: Iterable[int]) -> str:
    """`queen-6-4`."""
    return "-".join(RANK_NAMES[rank] for rank in ranks)
