"""Three Card Poker in which the dealer plays with king high."""

from houseway import variant_of
from houseway.cards import KING
from houseway.ranking import three_card


def qualifies(his):
    return his >= (three_card.HIGH_CARD, KING)


GAME = variant_of(
    "three-card-poker",
    __file__,
    says="the dealer plays with king high",
    rules={"qualifies": qualifies},
    clauses={"TCP 4": "The dealer plays with a king or better."},
)
