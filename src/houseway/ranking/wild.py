"""Five cards of a deck with a joker, in which the joker and the deuces are wild: each is whatever card is best.

Wild cards and natural ones count the same, but for five wild cards, which are above all. In a flush a wild card is the
highest rank that the hand does not hold. A strength begins with the kind and goes on rank by rank.
"""

from collections import Counter
from functools import cache

from houseway.cards import ACE, RANK_NAMES, Card, Cards, is_joker, rank_of, suit_of

Strength = tuple[int, ...]

KINDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
    "royal flush",
    "five wild cards",
)
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS = range(8)
STRAIGHT_FLUSH, QUINTS, ROYAL, FIVE_WILD = range(8, 12)
ALIKE = {
    (5,): QUINTS,
    (4, 1): QUADS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): TRIPS,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
    (1, 1, 1, 1, 1): HIGH_CARD,
}


def strength(cards: Cards) -> Strength:
    """How strong five cards are, the wild ones as whatever makes most of them."""
    natural = [card for card in cards if not is_wild(card)]
    ranks = tuple(sorted(map(rank_of, natural), reverse=True))
    return by_suit(ranks) if len(set(map(suit_of, natural))) == 1 else by_ranks(ranks)


def is_wild(card: Card) -> bool:
    return is_joker(card) or rank_of(card) == 2


@cache
def by_suit(ranks: tuple[int, ...]) -> Strength:
    """Of natural ranks in one suit, highest first; the other cards are wild."""
    top = straight(ranks)
    if top:
        return max(by_ranks(ranks), (ROYAL,) if top == ACE else (STRAIGHT_FLUSH, top))
    missing = [rank for rank in range(ACE, 1, -1) if rank not in ranks]
    return max(by_ranks(ranks), (FLUSH, *sorted((*ranks, *missing[: 5 - len(ranks)]), reverse=True)))


@cache
def by_ranks(ranks: tuple[int, ...]) -> Strength:
    """Of natural ranks alone, highest first: wild cards are of the rank that is held most, of equals the highest."""
    if not ranks:
        return (FIVE_WILD,)
    held = sorted(Counter(ranks).items(), key=lambda held: (-held[1], -held[0]))
    times = [number for _, number in held]
    alike = ALIKE[(times[0] + 5 - len(ranks), *times[1:])]
    top = straight(ranks)
    if top and alike < STRAIGHT:
        return STRAIGHT, top
    return (alike, *(rank for rank, _ in held))


def straight(ranks: tuple[int, ...]) -> int:
    """The highest rank of a straight that holds all these ranks, wild cards being the others, or 0."""
    held = set(ranks)
    if len(held) < len(ranks):
        return 0
    low = {1 if rank == ACE else rank for rank in held}
    runs = ((top, set(range(top - 4, top + 1))) for top in range(ACE, 4, -1))
    return next((top for top, run in runs if held <= run or low <= run), 0)


def kind(strength: Strength) -> str:
    return KINDS[strength[0]]


def tell(strength: Strength, said: tuple[str, ...]) -> str:
    return name(strength)


def name(strength: Strength) -> str:
    """`pair of kings`, `five 9s`, `aces full of 4s`."""
    made, *ranks = strength
    top, second, *_ = (*(RANK_NAMES[rank] for rank in ranks), "", "")
    if made in (STRAIGHT_FLUSH, STRAIGHT, FLUSH):
        return f"{top}-high {KINDS[made]}"
    return {
        QUINTS: f"five {top}s",
        QUADS: f"four {top}s",
        FULL_HOUSE: f"{top}s full of {second}s",
        TRIPS: f"three {top}s",
        TWO_PAIR: f"{top}s and {second}s",
        PAIR: f"pair of {top}s",
        HIGH_CARD: f"{top} high",
    }.get(made, KINDS[made])
