"""Blazing 7's, a bet on sevens: one or two among a player's first two cards, or three with the dealer's up
card. Beside it a progressive can be bet, whose meter three of one suit take.

Here it plays as a game of its own.
"""

from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.ranking import sevens
from houseway.rotation import Rotation

SLUG = "blazing-7s"


def judge(held: str) -> str:
    """Diamonds are a suit like the others. [B7 3] [B7 4]"""
    if held == sevens.OF_DIAMONDS:
        return sevens.SUITED
    return LOSE if held == sevens.NONE else held


def tell(held: str, said: tuple[str, ...]) -> str:
    return held


THREE_CARDS = Hand(SEAT + DEALER, sevens.held, sevens.which, tell)  # [B7 ranking]

GAME = Game(
    slug=SLUG,
    title="Blazing 7's Progressive",
    summary="Sevens among your first two cards win; three of one suit with the dealer's up card win most.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),  # [B7 1]
    default_decks=6,
    felt=5,
    round=(
        Bets(("Blazing 7's",), may=("Progressive",)),  # [B7 1] [B7 5]
        Deal(SEAT, 2, up=2),  # [B7 2]
        Deal(DEALER, 1, up=1),
    ),
    wagers=(
        Bonus(name="Blazing 7's", clause="B7 3", hand=THREE_CARDS, judge=judge),
        Bonus(name="Progressive", clause="B7 5", side=True, hand=THREE_CARDS, judge=judge, progressive=True),
    ),
    paytables=paytables_of(SLUG),
)
