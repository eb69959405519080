"""Pai Gow Poker. Seven cards, one perhaps the joker, make a High hand of five and a Low hand of two.

Win both against the dealer and the bet pays even money less a commission; lose both and it is lost; one each is a push.
The dealer wins copies. The Fortune Bonus, the insurance and a progressive look at all seven cards.
"""

from houseway.cards import RANK_NAMES
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import all_cards, best_five
from houseway.ranking.set_poker import FIVE_CARDS, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.sight import FlushOf, Shape
from houseway.ways import known_way
from houseway.ways.split import descending, descending_split

SLUG = "pai-gow-poker"

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


# ---- setting the hand ------------------------------------------------------------------------------

RANKING = SetPoker(length=5, kinds=FIVE_CARDS, runs=wheel_second(5))  # [PGP ranking]
SPLIT = descending_split(RANKING, ("High", "Low"), (5, 2))  # [PGP 3]
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [PGP 5]


def settings(seen: Seen) -> tuple[Option, ...]:
    """A hand that fouls may be set, and loses. [PGP 4]"""
    return tuple(Option("set", cut=cut, foul=not SPLIT.may_be_set(cut)) for cut in SPLIT.cuts(seen[SEAT]))


# ---- settling the wagers ---------------------------------------------------------------------------


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Hand against corresponding hand; the dealer wins copies. [PGP 4] [PGP 6] [PGP 7]"""
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0
    return (LOSE, "one each", "win both")[won]


def fortune(shape: Shape) -> str:
    """All seven cards, however they are set. [PGP 8] [PGP 11]"""
    return all_cards.line(shape) or LOSE


def insurance(shape: Shape) -> str:
    """Seven cards that make nothing, not even a pair, by the highest of them. [PGP 9]"""
    highest = all_cards.high_card(shape)
    return f"{RANK_NAMES[highest]} high" if highest else LOSE


def dealer_without_a_pair(shape: Shape) -> str:
    """[PGP 10]"""
    return "no pair" if all_cards.high_card(shape) else LOSE


MINE, HIS = (Hand(look.set, SPLIT.strengths, tell=SPLIT.tell) for look in (SEAT, DEALER))
SEVEN_CARDS, DEALERS_SEVEN = (Hand(look, best_five.SIGHT.see, FlushOf(5)) for look in (SEAT, DEALER))

GAME = Game(
    slug=SLUG,
    title="Pai Gow Poker",
    summary="Set seven cards as High and Low; win both to win. The dealer wins copies; the joker is semi-wild.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.NUMBERED,  # [PGP 2]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=331,
    round=(
        Bets(("Pai Gow",), may=("Fortune Bonus", "Insurance", "Pai Gow'd", "Progressive")),  # [PGP 1]
        Deal(SEAT + DEALER, 7),  # [PGP 2]
        Choice(settings, way=HOUSE_WAY),  # [PGP 3] [PGP 4]
        Show(DEALER, HOUSE_WAY),  # [PGP 5]
    ),
    wagers=(
        Contest(name="Pai Gow", clause="PGP 6", mine=MINE, his=HIS, settle=main_bet),
        Bonus(name="Fortune Bonus", clause="PGP 8", side=True, hand=SEVEN_CARDS, judge=fortune),
        Bonus(name="Insurance", clause="PGP 9", side=True, hand=SEVEN_CARDS, judge=insurance),
        Bonus(name="Pai Gow'd", clause="PGP 10", side=True, hand=DEALERS_SEVEN, judge=dealer_without_a_pair),
        Bonus(name="Progressive", clause="PGP 11", side=True, hand=SEVEN_CARDS, judge=fortune, progressive=True),
    ),
    paytables=paytables_of(SLUG),
)
