"""Fortune Asia Poker. Seven cards, one perhaps the joker, make a High hand of four, a Mid hand of two and a Low hand of
one.

Win two of the three matchups against the dealer and the bet pays even money, without a commission and without a push;
the dealer wins copies. The Fortune Bonus and the insurance look at all seven cards.
"""

from houseway.cards import RANK_NAMES
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import all_cards, best_five
from houseway.ranking.set_poker import FOUR_CARDS, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.sight import FlushOf, Shape
from houseway.ways import known_way
from houseway.ways.split import descending, descending_split

SLUG = "fortune-asia-poker"

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


# ---- setting the hand ------------------------------------------------------------------------------

RANKING = SetPoker(length=4, kinds=FOUR_CARDS, runs=wheel_second(4))  # [FA ranking]
SPLIT = descending_split(RANKING, ("High", "Mid", "Low"), (4, 2, 1))  # [FA 3]
HOUSE_WAY = known_way("fortune-asia", SPLIT).house_way()  # [FA 5]


def settings(seen: Seen) -> tuple[Option, ...]:
    """A hand that fouls may be set, and loses. [FA 4]"""
    return tuple(Option("set", cut=cut, foul=not SPLIT.may_be_set(cut)) for cut in SPLIT.cuts(seen[SEAT]))


# ---- settling the wagers ---------------------------------------------------------------------------


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Hand against corresponding hand; the dealer wins copies. Two or more win, else the dealer has won two.
    [FA 4] [FA 6] [FA 7]"""
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0
    return "two or three matchups" if won >= 2 else LOSE


def fortune(shape: Shape) -> str:
    """All seven cards, however they are set. [FA 8]"""
    return all_cards.line(shape) or LOSE


def insurance(shape: Shape) -> str:
    """Seven cards of which no five make anything, not even a pair, by the highest of them. [FA 9]"""
    highest = all_cards.high_card(shape)
    return f"{RANK_NAMES[highest]} high" if highest else LOSE


MINE, HIS = (Hand(look.set, SPLIT.strengths, tell=SPLIT.tell) for look in (SEAT, DEALER))
SEVEN_CARDS = Hand(SEAT, best_five.SIGHT.see, FlushOf(5))

GAME = Game(
    slug=SLUG,
    title="Fortune Asia Poker",
    summary="Set seven cards as High, Mid and Low; win two of three matchups. No commission; the dealer wins copies.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.NUMBERED,  # [FA 2]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=82,
    round=(
        Bets(("Main Bet",), may=("Fortune Bonus", "Insurance")),  # [FA 1]
        Deal(SEAT + DEALER, 7),  # [FA 2]
        Choice(settings, way=HOUSE_WAY),  # [FA 3] [FA 4]
        Show(DEALER, HOUSE_WAY),  # [FA 5]
    ),
    wagers=(
        Contest(name="Main Bet", clause="FA 6", mine=MINE, his=HIS, settle=main_bet),
        Bonus(name="Fortune Bonus", clause="FA 8", side=True, hand=SEVEN_CARDS, judge=fortune),
        Bonus(name="Insurance", clause="FA 9", side=True, hand=SEVEN_CARDS, judge=insurance),
    ),
    paytables=paytables_of(SLUG),
)
