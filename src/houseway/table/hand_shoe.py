"""A shoe that is shuffled by hand: nobody knows its order, so there is nothing to seal.

What can be held against it is what has been seen of it. The dealer turns over the first card where the rules of the
house burn by it, and says when the cut card comes out; every card that is entered is counted, from round to round, and
none comes more often than the decks have it.
"""

from dataclasses import dataclass

from houseway.cards import Card, Cards
from houseway.game import Game
from houseway.table.cut_card import BY_FIRST_CARD, CutCard, least_behind


@dataclass(frozen=True, kw_only=True)
class HandShoe:
    """A shoe that the dealer has shuffled and cut, and what was seen of it before this round."""

    since: int  # the round for which it was shuffled
    burn: Card | None  # that was turned over to be burnt
    burnt: int  # cards off the top, before the first round
    seen: Cards = ()  # in the rounds before this one
    is_out: bool = False  # the cut card has come out: the round at hand is the last

    @property
    def gone(self) -> Cards:
        """The cards that were seen of it, the burnt one too."""
        return (*(() if self.burn is None else (self.burn,)), *self.seen)

    def is_over(self, game: Game, cut_card: CutCard, cards: int, top: int, rounds: int) -> bool:
        """Whether a shoe of so many cards, of which `top` are gone after so many rounds, is shuffled anew: the cut card
        came out, or the terms say so, or what is left might not last for a round."""
        is_late = cut_card.rounds > 0 and rounds >= cut_card.rounds
        return self.is_out or is_late or cards - top < least_behind(game)


def begun_by_hand(number: int, cut_card: CutCard, burn: Card | None) -> HandShoe:
    burnt = cut_card.most_burnt if burn is None else cut_card.burnt_by(burn)
    return HandShoe(since=number, burn=burn, burnt=burnt)


def needs_first_card(cut_card: CutCard) -> bool:
    """Whether the first card is turned over, to say how many are burnt."""
    return cut_card.burn == BY_FIRST_CARD
