"""Royal Match 21 Deluxe, a bet that a player's first two cards are of one suit: more for two that follow one another,
for a pair, and most for a king and a queen.

The tables are those of card rooms in Britain; that they are the deluxe form is inferred. Here it plays as a game of its
own.
"""

from houseway.cards import ACE, KING, QUEEN, Cards, rank_of, suit_of
from houseway.game import LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.rotation import Rotation

SLUG = "royal-match-21-deluxe"


def line(cards: Cards) -> str:
    """[RMD ranking] [RMD 3]"""
    low, high = sorted(map(rank_of, cards))
    if len(set(map(suit_of, cards))) > 1:
        return LOSE
    if (low, high) == (QUEEN, KING):
        return "royal match"
    if low == high:
        return "suited pair"
    return "straight flush" if high - low == 1 or (low, high) == (2, ACE) else "suited"


def judge(made: str) -> str:
    return made


def tell(made: str, said: tuple[str, ...]) -> str:
    return "two suits" if made == LOSE else made


GAME = Game(
    slug=SLUG,
    title="Royal Match 21 Deluxe",
    summary="Your first two cards win if they are of one suit, more as neighbours or a pair, most as king and queen.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=(4, 6),  # [RMD 1]
    default_decks=6,
    felt=240,
    round=(
        Bets(("Royal Match",)),  # [RMD 1]
        Deal(SEAT, 2, up=2),  # [RMD 2]
    ),
    wagers=(Bonus(name="Royal Match", clause="RMD 3", hand=Hand(SEAT, line, tell=tell), judge=judge),),
    paytables=paytables_of(SLUG),
)
