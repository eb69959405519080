"""Super Match, a bet of Blackjack Switch on the first two cards of both of a player's hands: a pair, three of a kind,
two pair or four of a kind among the four.

Here it plays as a game of its own.
"""

from collections import Counter

from houseway.cards import Cards, rank_of
from houseway.game import LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.rotation import Rotation

SLUG = "super-match"

LINES = {(4,): "four of a kind", (2, 2): "two pair", (3, 1): "three of a kind", (2, 1, 1): "pair"}


def line(cards: Cards) -> str:
    """[SM ranking] [SM 3]"""
    alike = tuple(sorted(Counter(map(rank_of, cards)).values(), reverse=True))
    return LINES.get(alike, LOSE)


def judge(made: str) -> str:
    return made


def tell(made: str, said: tuple[str, ...]) -> str:
    return "four ranks" if made == LOSE else made


GAME = Game(
    slug=SLUG,
    title="Super Match",
    summary="The first four cards of your two hands win with a pair, and more with three, two pair or four of a kind.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(6, 8),  # [SM 1]
    default_decks=6,
    felt=190,
    round=(
        Bets(("Super Match",)),  # [SM 1]
        Deal(SEAT, 4, up=4),  # [SM 2]
    ),
    wagers=(Bonus(name="Super Match", clause="SM 3", hand=Hand(SEAT, line, rank_of, tell), judge=judge),),
    paytables=paytables_of(SLUG),
)
