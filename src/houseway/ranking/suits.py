"""Cards of one suit: how many there are, and how many of them stand in a row."""

from collections.abc import Iterable

from houseway.cards import ACE, Cards, rank_of, suit_of

SUITS = range(4)


def longest(cards: Cards) -> int:
    """The most cards that share a suit."""
    suits = [*map(suit_of, cards)]
    return max(map(suits.count, SUITS))


def longest_run(cards: Cards) -> int:
    """The most cards of one suit in a row; the ace stands above the king or below the deuce."""
    return max(_run({rank_of(card) for card in cards if suit_of(card) == suit}) for suit in SUITS)


def _run(ranks: Iterable[int]) -> int:
    held = {*ranks, *({1} if ACE in ranks else ())}
    most = length = 0
    for rank in range(1, ACE + 1):
        length = length + 1 if rank in held else 0
        most = max(most, length)
    return most
