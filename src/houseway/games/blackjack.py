"""Blackjack. Nearer to 21 than the dealer without going over: hit, stand, double on two cards, or split a pair. An ace
and a ten pay 3 to 2. What houses differ in is a value, and a game is made of each.

What a player may do, how the dealer draws and who is nearer to 21 stand in `twenty_one`, which other games share.
"""

from houseway.game import Bets, Game
from houseway.letters import paytables_of
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, HouseRules, insured, played_at, wagers


def blackjack(house: HouseRules) -> Game:
    return Game(
        slug=house.slug,
        title=house.title,
        summary="Nearer to 21 than the dealer, without going over: hit, stand, double or split.",
        letters=("blackjack",),
        seats=7,
        rotation=Rotation.FROM_DEALERS_LEFT,
        decks=(1, 2, 4, 6, 8),  # [BJ 1]
        default_decks=6,
        felt=house.felt,
        round=(
            Bets(("Bet",)),  # [BJ 2]
            *DEALT,  # [BJ 3]
            *insured(house),  # [BJ 4] [BJ 5]
            *played_at(house),  # [BJ 6-10]
        ),
        wagers=wagers(bet="BJ 11", double="BJ 7", insurance="BJ 4"),
        paytables=paytables_of(house.slug),
    )


GAME = blackjack(HouseRules())
H17 = HouseRules(slug="blackjack-h17", title="Blackjack H17", felt=154, hits_soft_17=True)
SURRENDERS = HouseRules(slug="blackjack-surrender", title="Blackjack with Surrender", felt=168, surrenders=True)
EURO = HouseRules(slug="blackjack-no-peek", title="Blackjack without a Peek", felt=98, hits_soft_17=True, peeks=False)
VARIANTS = (blackjack(H17), blackjack(SURRENDERS), blackjack(EURO))
