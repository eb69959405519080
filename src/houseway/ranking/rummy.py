"""Points of three cards at rummy: the fewer the better, and cards that are laid down count nothing.

Two or three cards of a rank may be laid down, and two or three of a suit in a row; the ace is below the deuce. A hand
counts what is left when it is laid down so that least is left.
"""

from itertools import combinations

from houseway.cards import ACE, JACK, Cards, rank_of, suit_of

MOST = 30


def card_points(rank: int) -> int:
    """An ace 1, a face 10, other cards their number."""
    return 1 if rank == ACE else 10 if rank >= JACK else rank


def points(cards: Cards) -> int:
    """What is left of the cards."""
    total = sum(card_points(rank_of(card)) for card in cards)
    laid = (some for size in (2, 3) for some in combinations(cards, size) if may_be_laid(some))
    return total - max((sum(card_points(rank_of(card)) for card in some) for some in laid), default=0)


def may_be_laid(cards: Cards) -> bool:
    ranks = sorted(1 if rank_of(card) == ACE else rank_of(card) for card in cards)
    if len(set(ranks)) == 1:
        return True
    return len(set(map(suit_of, cards))) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
