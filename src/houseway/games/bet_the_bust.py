"""Bet the Bust. Beside blackjack: when the dealer's card is seen, a bet as high as the first that he goes above 21.

It pays by his card, and is settled when he has drawn, whatever became of the player's hand.
"""

from houseway.game import DEALER, LOSE, Bets, Choice, Contest, Game, Option, Seen, say
from houseway.letters import paytables_of
from houseway.ranking.blackjack import BUST, points
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, HIS, MINE, HouseRules, insured, played_at, wagers

HOUSE = HouseRules(slug="bet-the-bust", title="Bet the Bust", felt=112, hits_soft_17=True)

LINES = {  # by what the dealer's card counts [BB 4]
    1: "ace up",
    **dict.fromkeys((2, 3), "2 or 3 up"),
    **dict.fromkeys((4, 5, 6), "4, 5 or 6 up"),
    7: "7 up",
    **dict.fromkeys((8, 9, 10), "8, 9 or 10 up"),
}


def bet_the_bust(seen: Seen) -> tuple[Option, ...]:
    """The word says which card lay there when it was bet. [BB 3]"""
    return Option("no bet"), say(f"bust, {LINES[points(seen[DEALER][0])]}", ("Bust", 1))


def bust(mine: int, his: int, said: tuple[str, ...]) -> str:
    """[BB 4]"""
    return next(line for line in LINES.values() if f"bust, {line}" in said) if his == BUST else LOSE


GAME = Game(
    slug=HOUSE.slug,
    title=HOUSE.title,
    summary="Blackjack, and a bet after the dealer's card is seen that he goes bust.",
    letters=(HOUSE.slug,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(4, 6, 8),  # [BB 1]
    default_decks=6,
    felt=HOUSE.felt,
    round=(
        Bets(("Bet",)),  # [BB 1]
        *DEALT,
        *insured(HOUSE),  # [BB 2]
        Choice(bet_the_bust),  # [BB 3]
        *played_at(HOUSE),
    ),
    wagers=(
        *wagers(bet="BB 2", double="BB 2", insurance="BB 2"),
        Contest(name="Bust", clause="BB 4", of="Bet", side=True, mine=MINE, his=HIS, settle=bust),
    ),
    paytables=paytables_of(HOUSE.slug),
)
