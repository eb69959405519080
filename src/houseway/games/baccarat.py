"""Baccarat, with a commission. Player and Banker get two cards and perhaps a third, by the tableau; nobody chooses
anything. A winning bet on Banker pays even money, of which the house keeps five in a hundred.
"""

from houseway import tableau
from houseway.game import Bets, Game
from houseway.letters import paytables_of
from houseway.rotation import Rotation
from houseway.tableau import on, on_pair

SLUG = "baccarat"

WAGERS = (
    on("Banker", "BAC 6", tableau.banker),
    on("Player", "BAC 6", tableau.player),
    on("Tie", "BAC 7", tableau.tie, side=True),
    on_pair("Player Pair", "BAC 8", tableau.PLAYERS_PAIR),
    on_pair("Banker Pair", "BAC 8", tableau.BANKERS_PAIR),
)

GAME = Game(
    slug=SLUG,
    title="Baccarat",
    summary="Bet on Banker, Player or a tie; the cards come by a fixed rule; Banker wins less a commission.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(1, 4, 6, 8),
    default_decks=8,
    shoe=True,
    road=tableau.ROAD,
    felt=275,
    round=(
        Bets(may=tuple(wager.name for wager in WAGERS)),  # [BAC 1]
        *tableau.DEALT,  # [BAC points] [BAC 2] [BAC 3] [BAC 4] [BAC 5]
    ),
    wagers=WAGERS,
    paytables=paytables_of(SLUG),
)
