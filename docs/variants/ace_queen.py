"""Caribbean Stud in which the dealer plays with ace-queen."""

from houseway import variant_of
from houseway.cards import ACE, QUEEN
from houseway.ranking import poker

GAME = variant_of(
    "caribbean-stud",
    __file__,
    says="the dealer plays with ace-queen",
    rules={"qualifies": lambda his: his >= (poker.HIGH_CARD, ACE, QUEEN)},
)
