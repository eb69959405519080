"""Fortune Asia Poker. Seven cards, one perhaps the joker, make a High hand of four, a Mid hand of two and a Low hand of
one.

Win two of the three matchups against the dealer and the bet pays even money, without a commission and without a push;
the dealer wins copies. The Fortune Bonus and the insurance look at all seven cards.
"""

from houseway.game import DEALER, LOSE, Bets, Choice, Game, Show
from houseway.letters import paytables_of
from houseway.pai_gow import (
    SEVEN_EACH,
    Strengths,
    Words,
    made,
    matchups_won,
    nothing,
    on_my_cards,
    on_set_hands,
    settings,
)
from houseway.ranking.set_poker import FOUR_CARDS, SetPoker, wheel_second
from houseway.rotation import Rotation
from houseway.ways import known_way
from houseway.ways.split import descending_split

SLUG = "fortune-asia-poker"

RANKING = SetPoker(length=4, kinds=FOUR_CARDS, runs=wheel_second(4))  # [FA ranking]
SPLIT = descending_split(RANKING, ("High", "Mid", "Low"), (4, 2, 1))  # [FA 3]
HOUSE_WAY = known_way("fortune-asia", SPLIT).house_way()  # [FA 5]


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Two or more matchups win, else the dealer has won two. [FA 6] [FA 7]"""
    return "two or three matchups" if matchups_won(mine, his) >= 2 else LOSE


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
        SEVEN_EACH,  # [FA 2]
        Choice(settings(SPLIT), way=HOUSE_WAY),  # [FA 3] [FA 4]
        Show(DEALER, HOUSE_WAY),  # [FA 5]
    ),
    wagers=(
        on_set_hands("Main Bet", "FA 6", SPLIT, main_bet),
        on_my_cards("Fortune Bonus", "FA 8", made),
        on_my_cards("Insurance", "FA 9", nothing),
    ),
    paytables=paytables_of(SLUG),
)
