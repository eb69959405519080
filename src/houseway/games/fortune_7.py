"""Fortune 7 Baccarat. Player and Banker get two cards and perhaps a third, by the tableau; nobody chooses anything.
Banker wins even money without a commission, but a winning three-card 7 returns the bet, and Fortune 7 pays for it. With
it come the other bets of 5 Treasures: Golden 8, Heavenly 9, Blazing 7s, and Cover All, which wins if one of them does.
"""

from houseway import tableau
from houseway.game import LOSE, Bets, Game
from houseway.letters import paytables_of
from houseway.rotation import Rotation
from houseway.tableau import FinalHand, Words, on

SLUG = "fortune-7"


def heavenly_9(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """[F7 10]"""
    nines = (player, banker).count((9, 3))
    return (LOSE, "one nine", "two nines")[nines]


def blazing_7s(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """[F7 11]"""
    if player != banker or player[0] != 7:
        return LOSE
    return "three cards" if player[1] == 3 else "two cards"


def cover_all(player: FinalHand, banker: FinalHand, said: Words) -> str:
    """[F7 12]"""
    four = (tableau.three_card_7, tableau.three_card_8, heavenly_9, blazing_7s)
    return "one of them" if any(settle(player, banker, said) != LOSE for settle in four) else LOSE


WAGERS = (
    on("Banker", "F7 6", tableau.banker_but_7),
    on("Player", "F7 6", tableau.player),
    on("Tie", "F7 7", tableau.tie, side=True),
    on("Fortune 7", "F7 8", tableau.three_card_7, side=True),
    on("Golden 8", "F7 9", tableau.three_card_8, side=True),
    on("Heavenly 9", "F7 10", heavenly_9, side=True),
    on("Blazing 7s", "F7 11", blazing_7s, side=True),
    on("Cover All", "F7 12", cover_all, side=True),
)

GAME = Game(
    slug=SLUG,
    title="Fortune 7 Baccarat",
    summary="Baccarat without a commission; Fortune 7 pays for a winning three-card 7 of the Banker.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),
    default_decks=8,
    shoe=True,
    road=tableau.ROAD,
    felt=57,
    round=(
        Bets(may=tuple(wager.name for wager in WAGERS)),  # [F7 1]
        *tableau.DEALT,  # [F7 points] [F7 2] [F7 3] [F7 4] [F7 5]
    ),
    wagers=WAGERS,
    paytables=paytables_of(SLUG),
)
