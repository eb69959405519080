"""San Lo in which the joker is an ace and nothing else."""

from houseway import variant_of
from houseway.cards import ACE, JOKER, card, suit_of
from houseway.game import SEAT, Hand
from houseway.ranking import best_five, split_poker
from houseway.sight import FlushOf


def with_an_ace(cards):
    """In its place an ace of the suit that the fewest others have: it is in no flush."""
    others = tuple(each for each in cards if each != JOKER)
    suits = [suit_of(each) for each in others]
    return (*others, card(ACE, min(range(4), key=suits.count))) if JOKER in cards else cards


GAME = variant_of(
    "san-lo",
    __file__,
    says="the joker is always an ace",
    rules={
        "strength": lambda cards: split_poker.strength(with_an_ace(cards)),
        "SIX_CARDS": Hand(SEAT, lambda cards: best_five.SIGHT.see(with_an_ace(cards)), FlushOf(5)),
    },
)
