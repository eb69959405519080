"""What all cards of a packet make, however they are set: the lines of bonus bets, with a joker that is an ace or
completes a straight, a flush or a straight flush.

As `best_five`, but for two things: seven cards in a row and of one suit are a line of their own, and of a straight and
three of a kind in one hand the three of a kind counts, for it pays more.
"""

from houseway.cards import ACE
from houseway.ranking import best_five
from houseway.ranking.best_five import LINES, NOTHING, STRAIGHT, TRIPS, TWO_PAIR
from houseway.sight import Ranks, Shape

SEVEN, SEVEN_WITH_JOKER = "Seven-Card Straight Flush", "Seven-Card Straight Flush with the Joker"
LONGEST = 7


def line(shape: Shape) -> str | None:
    """The highest line of the cards from a straight on, or none."""
    _, alike, flush, joker = shape
    if len(flush) + joker == LONGEST and is_run(flush, joker):
        return SEVEN_WITH_JOKER if joker else SEVEN
    made = best_five.best_five(shape)
    if made == TWO_PAIR:
        return None
    return LINES.get(TRIPS if made == STRAIGHT and alike[0] == 3 else made)


def is_run(flush: Ranks, joker: bool) -> bool:
    """Whether all ranks stand in a row, the joker among them; the ace stands above the king or below the deuce."""
    lines = [flush, (*flush[1:], 1)] if flush[0] == ACE else [flush]
    return any(line[0] - line[-1] < len(line) + joker for line in lines)


def high_card(shape: Shape) -> int:
    """The highest rank of cards that make nothing, not even a pair; or 0."""
    held, alike, flush, joker = shape
    if flush or alike[0] > 1 or best_five.best_five(shape) != NOTHING:
        return 0
    return ACE if joker else held[0]
