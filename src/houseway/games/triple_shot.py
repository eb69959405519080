"""Triple Shot, without its blackjack. War is the player's first card against the dealer's, and a tie loses half; Poker
pays by the best five of the player's six cards. Either may be bet alone.
"""

from houseway.cards import QUEEN, RANK_NAMES, Cards, rank_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Contest, Deal, Game, Hand, Settle
from houseway.letters import paytables_of
from houseway.ranking import poker
from houseway.rotation import Rotation

SLUG = "triple-shot"


def rank(cards: Cards) -> int:
    [card] = cards
    return rank_of(card)


def war(mine: int, his: int, said: tuple[str, ...]) -> str:
    """The higher card wins. [TS 3]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def line(made: poker.Strength) -> str:
    """A pair of queens or better pays. [TS 4]"""
    if made[0] == poker.PAIR:
        return "queens or better" if made[1] >= QUEEN else LOSE
    return poker.kind(made)


def tell(rank: int, said: tuple[str, ...]) -> str:
    return RANK_NAMES[rank]


MINE, HIS = Hand(SEAT[:1], rank, rank_of, tell), Hand(DEALER[:1], rank, rank_of, tell)
SIX = Hand(SEAT, poker.strength, poker.SEES, poker.tell)

GAME = Game(
    slug=SLUG,
    title="Triple Shot",
    summary="Your first card against the dealer's, and the best five of your six cards; bet on either or both.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=62,
    round=(
        Bets(may=("War", "Poker")),  # [TS 1]
        Deal(SEAT + DEALER, 1, up=1),  # [TS 2]
        Settle(("War",)),  # [TS 3]
        Deal(SEAT, 5),  # [TS 2]
    ),
    wagers=(
        Contest(name="War", clause="TS 3", mine=MINE, his=HIS, settle=war),
        Bonus(name="Poker", clause="TS 4", hand=SIX, judge=line),
    ),
    paytables=paytables_of(SLUG),
)
