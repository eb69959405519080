"""The most cards in one suit; of as many the higher, card by card. And the longest straight in one suit."""

from houseway.cards import ACE, RANK_NAMES, Cards, rank_of, suit_of
from houseway.sight import SuitBySuit

Strength = tuple[int, ...]

SEES = SuitBySuit()
LENGTHS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def strength(cards: Cards) -> Strength:
    """How many, and then their ranks, the highest first."""
    return max((len(ranks), *sorted(ranks, reverse=True)) for ranks in by_suit(cards))


def straight_flush(cards: Cards) -> int:
    """How many cards of one suit follow each other; the ace stands above the king or below the deuce."""
    return max(_longest_run(ranks) for ranks in by_suit(cards))


def by_suit(cards: Cards) -> list[list[int]]:
    """The ranks in each suit that is held."""
    suits: dict[int, list[int]] = {}
    for each in cards:
        suits.setdefault(suit_of(each), []).append(rank_of(each))
    return list(suits.values())


def _longest_run(ranks: list[int]) -> int:
    held = {*ranks, 1} if ACE in ranks else set(ranks)
    longest = run = 0
    for rank in range(1, ACE + 1):
        run = run + 1 if rank in held else 0
        longest = max(longest, run)
    return longest


def tell(made: Strength, said: tuple[str, ...]) -> str:
    """`three-card flush, 10-8-6`."""
    length, *ranks = made
    return f"{LENGTHS[length]}-card flush, {'-'.join(RANK_NAMES[rank] for rank in ranks)}"
