"""Two and One. Three cards are set as a front of two and a back of one, by their baccarat points.

A game of somebody's own whose cards are set: win both and the bet pays even money, one each is a push.
"""

from houseway.cards import Cards, rank_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.games.own import paytables_beside
from houseway.ranking import baccarat
from houseway.rotation import Rotation
from houseway.ways.split import Split, Strength
from houseway.ways.way import read_way

Strengths = tuple[Strength, ...]


def strength(hand: Cards) -> Strength:
    """The last digit of the sum. [TO ranking]"""
    return 0, baccarat.total(*map(rank_of, hand))


def points(card: int) -> int:
    return baccarat.points(rank_of(card))


SPLIT = Split(
    hands=("Front", "Back"),
    sizes=(2, 1),
    strength=strength,
    in_order=lambda made: True,  # any cards in front. [TO 2]
    name=baccarat.name,
    parse=baccarat.parse,
    sees=points,
)

HOUSE_WAY = read_way(
    "two-and-one",
    """
game = "two-and-one"
name = "Two and One house way"
version = "1"
about = "The best front."

[[rule]]
says = "The best front, then the best back."
then = ["Front", "Back"]
""",
    SPLIT,
).house_way()


def settings(seen: Seen) -> tuple[Option, ...]:
    """Two cards in front, one behind. [TO 2]"""
    return tuple(Option("set", cut=cut) for cut in SPLIT.cuts(seen[SEAT]))


def settle(mine: Strengths, his: Strengths, said: tuple[str, ...]) -> str:
    """Both win, one pushes; the house wins copies. [TO 3]"""
    return (LOSE, "one each", "win both")[sum(my > dealers for my, dealers in zip(mine, his, strict=True))]


MINE, HIS = (Hand(look.set, SPLIT.strengths, points, SPLIT.tell) for look in (SEAT, DEALER))

GAME = Game(
    slug="two-and-one",
    title="Two and One",
    summary="Set three cards as a front of two and a back of one; win both to win.",
    letters=("two_and_one",),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    round=(
        Bets(("Bet",)),  # [TO 1]
        Deal(SEAT + DEALER, 3),  # [TO 1]
        Choice(settings, way=HOUSE_WAY),  # [TO 2]
        Show(DEALER, HOUSE_WAY),  # [TO 2]
    ),
    wagers=(Contest(name="Bet", clause="TO 3", mine=MINE, his=HIS, settle=settle),),
    paytables=paytables_beside(__file__),
)
