"""Dragon Bonus, beside baccarat with a commission. A bet on the Player's or the Banker's margin: the more points a hand
wins by, the more it pays; a natural wins even money, and a tie of naturals returns the bet.
"""

from houseway import tableau
from houseway.game import Bets, Game
from houseway.letters import paytables_of
from houseway.rotation import Rotation
from houseway.tableau import on

SLUG = "dragon-bonus"

WAGERS = (
    on("Banker", "DB 6", tableau.banker),
    on("Player", "DB 6", tableau.player),
    on("Tie", "DB 7", tableau.tie, side=True),
    on("Dragon Bonus Player", "DB 8", tableau.players_margin, side=True),
    on("Dragon Bonus Banker", "DB 8", tableau.bankers_margin, side=True),
)

GAME = Game(
    slug=SLUG,
    title="Dragon Bonus",
    summary="Baccarat with a commission, and a bet on how many points the Player or the Banker wins by.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(4, 6, 8),
    default_decks=8,
    shoe=True,
    road=tableau.ROAD,
    felt=10,
    round=(
        Bets(may=tuple(wager.name for wager in WAGERS)),  # [DB 1]
        *tableau.DEALT,  # [DB points] [DB 2] [DB 3] [DB 4] [DB 5]
    ),
    wagers=WAGERS,
    paytables=paytables_of(SLUG),
)
