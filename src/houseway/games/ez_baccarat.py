"""EZ Baccarat with Dragon Bonus. Player and Banker get two cards and perhaps a third, by the tableau; nobody chooses
anything. Banker wins even money without a commission, but with a winning three-card 7 the bet is returned; Dragon 7
pays for it, and Dragon Bonus by the margin of a win.
"""

from houseway import tableau
from houseway.game import Bets, Game
from houseway.letters import paytables_of
from houseway.rotation import Rotation
from houseway.tableau import on

SLUG = "ez-baccarat"

WAGERS = (
    on("Banker", "EZ 6", tableau.banker_but_7),
    on("Player", "EZ 6", tableau.player),
    on("Tie", "EZ 7", tableau.tie, side=True),
    on("Dragon 7", "EZ 8", tableau.three_card_7, side=True),
    on("Panda 8", "EZ 9", tableau.three_card_8, side=True),
    on("Dragon Bonus Player", "EZ 10", tableau.players_margin, side=True),
    on("Dragon Bonus Banker", "EZ 10", tableau.bankers_margin, side=True),
)

GAME = Game(
    slug=SLUG,
    title="EZ Baccarat",
    summary="Bet on Banker, Player or a tie; the cards come by a fixed rule; a winning three-card Banker 7 pushes.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),
    default_decks=8,
    shoe=True,
    road=tableau.ROAD,
    felt=290,
    round=(
        Bets(may=tuple(wager.name for wager in WAGERS)),  # [EZ 1]
        *tableau.DEALT,  # [EZ points] [EZ 2] [EZ 3] [EZ 4] [EZ 5]
    ),
    wagers=WAGERS,
    paytables=paytables_of(SLUG),
)
