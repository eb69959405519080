"""Dragon Bonus, beside baccarat without a commission. Banker wins even money, and a winning three-card 7 of the Banker
returns the bet; Fortune 7 pays for it, and Dragon Bonus by the margin of a win.
"""

from houseway import tableau
from houseway.game import Bets, Game
from houseway.letters import paytables_of
from houseway.rotation import Rotation
from houseway.tableau import on

SLUG = "dragon-bonus-commission-free"

WAGERS = (
    on("Banker", "DBF 6", tableau.banker_but_7),
    on("Player", "DBF 6", tableau.player),
    on("Tie", "DBF 7", tableau.tie, side=True),
    on("Fortune 7", "DBF 8", tableau.three_card_7, side=True),
    on("Dragon Bonus Player", "DBF 9", tableau.players_margin, side=True),
    on("Dragon Bonus Banker", "DBF 9", tableau.bankers_margin, side=True),
)

GAME = Game(
    slug=SLUG,
    title="Dragon Bonus - Commission Free",
    summary="Baccarat without a commission, with Fortune 7 and a bet on how many points a hand wins by.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),
    default_decks=8,
    shoe=True,
    road=tableau.ROAD,
    felt=68,
    round=(
        Bets(may=tuple(wager.name for wager in WAGERS)),  # [DBF 1]
        *tableau.DEALT,  # [DBF points] [DBF 2] [DBF 3] [DBF 4] [DBF 5]
    ),
    wagers=WAGERS,
    paytables=paytables_of(SLUG),
)
