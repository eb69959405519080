"""Cards by what they count at blackjack: faces ten, an ace one or eleven."""

from houseway.cards import ACE, Card, Cards, rank_of

BLACKJACK = 21
TEN = 10
AS_ELEVEN = 10  # that an ace counts more as an eleven


def points(card: Card) -> int:
    """An ace counts one here."""
    rank = rank_of(card)
    return 1 if rank == ACE else min(rank, TEN)


def hard_total(cards: Cards) -> int:
    """The points of the cards with every ace as one."""
    return sum(map(points, cards))


def total(cards: Cards) -> int:
    """The best total: an ace counts eleven where that does not go above 21."""
    hard = hard_total(cards)
    soft = hard + AS_ELEVEN
    return soft if 1 in map(points, cards) and soft <= BLACKJACK else hard


def is_blackjack(cards: Cards) -> bool:
    """An ace and a card that counts ten, as the first two."""
    return len(cards) == 2 and total(cards) == BLACKJACK
