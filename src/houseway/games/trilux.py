"""TriLux, a bet that a player's first two cards and the dealer's up card are a hand of three-card poker: a flush or
better.

Here it plays as a game of its own.
"""

from houseway.cards import Cards, rank_of, suit_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.ranking import three_card
from houseway.rotation import Rotation

SLUG = "trilux"


def line(cards: Cards) -> str:
    """A pair or three alike of one suit are a flush or three of a kind. [TL ranking] [TL 3]"""
    ranks = sorted(map(rank_of, cards), reverse=True)
    suited = len(set(map(suit_of, cards))) == 1
    if three_card.is_straight(ranks):
        return "straight flush" if suited else "straight"
    if len(set(ranks)) == 1:
        return "three of a kind"
    return "flush" if suited else LOSE


def judge(made: str) -> str:
    return made


def tell(made: str, said: tuple[str, ...]) -> str:
    return "less than a flush" if made == LOSE else made


THREE_CARDS = Hand(SEAT + DEALER, line, tell=tell)

GAME = Game(
    slug=SLUG,
    title="TriLux Bonus",
    summary="Your first two cards and the dealer's up card win together as a flush or better of three cards.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=range(1, 9),  # [TL 1]
    default_decks=6,
    felt=300,
    round=(
        Bets(("TriLux",)),  # [TL 1]
        Deal(SEAT, 2, up=2),  # [TL 2]
        Deal(DEALER, 1, up=1),
    ),
    wagers=(Bonus(name="TriLux", clause="TL 3", hand=THREE_CARDS, judge=judge),),
    paytables=paytables_of(SLUG),
)
