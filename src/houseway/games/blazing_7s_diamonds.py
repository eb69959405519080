"""Blazing 7's with a meter for diamonds: a bet on sevens, one or two among a player's first two cards, or
three with the dealer's up card. Beside it a progressive can be bet, whose meter three sevens of diamonds take.

Here it plays as a game of its own.
"""

from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.ranking import sevens
from houseway.rotation import Rotation

SLUG = "blazing-7s-diamonds"


def judge(held: str) -> str:
    """[B7D 3] [B7D 4]"""
    return LOSE if held == sevens.NONE else held


def tell(held: str, said: tuple[str, ...]) -> str:
    return held


THREE_CARDS = Hand(SEAT + DEALER, sevens.held, sevens.which, tell)  # [B7D ranking]

GAME = Game(
    slug=SLUG,
    title="Blazing 7's Progressive, Diamonds",
    summary="Sevens among your first two cards win; three of diamonds with the dealer's up card win most.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),  # [B7D 1]
    default_decks=6,
    felt=350,
    round=(
        Bets(("Blazing 7's",), may=("Progressive",)),  # [B7D 1] [B7D 5]
        Deal(SEAT, 2, up=2),  # [B7D 2]
        Deal(DEALER, 1, up=1),
    ),
    wagers=(
        Bonus(name="Blazing 7's", clause="B7D 3", hand=THREE_CARDS, judge=judge),
        Bonus(name="Progressive", clause="B7D 5", side=True, hand=THREE_CARDS, judge=judge, progressive=True),
    ),
    paytables=paytables_of(SLUG),
)
