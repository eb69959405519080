"""EZ Pai Gow. Pai gow poker without a commission: seven cards make a High hand of five and a Low hand of two.

Win both against the dealer and the bet pays even money. If the dealer's cards are a queen-high pai gow, nothing is won
or lost; Queen's Dragon pays for it. The Dynasty Bonus and Protection look at the player's seven cards.
"""

from houseway.cards import QUEEN
from houseway.game import DEALER, LOSE, Bets, Choice, Game, Show
from houseway.letters import paytables_of
from houseway.pai_gow import FIVE_AND_TWO as SPLIT  # [EPG ranking] [EPG 3]
from houseway.pai_gow import (
    SEVEN_EACH,
    Strengths,
    Words,
    both,
    made,
    nothing,
    on_his_cards,
    on_my_cards,
    on_set_hands,
    settings,
)
from houseway.ranking import all_cards
from houseway.ranking.set_poker import HIGH_CARD
from houseway.rotation import Rotation
from houseway.sight import Shape
from houseway.ways import known_way

SLUG = "ez-pai-gow"
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [EPG 5]


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Nothing is won or lost against a High hand that is queen high: the house way sets none but a queen-high pai gow
    so. [EPG 6] [EPG 7]"""
    return "queen-high pai gow" if his[0][:2] == (HIGH_CARD, QUEEN) else both(mine, his, said)


def queens_dragon(shape: Shape) -> str:
    """[EPG 10]"""
    return "queen-high pai gow" if all_cards.high_card(shape) == QUEEN else LOSE


GAME = Game(
    slug=SLUG,
    title="EZ Pai Gow",
    summary="Set seven cards as High and Low; win both to win. No commission; a dealer's queen-high pai gow pushes.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.NUMBERED,  # [EPG 2]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=314,
    round=(
        Bets(("Pai Gow",), may=("Dynasty Bonus", "Protection", "Queen's Dragon")),  # [EPG 1]
        SEVEN_EACH,  # [EPG 2]
        Choice(settings(SPLIT), way=HOUSE_WAY),  # [EPG 3] [EPG 4]
        Show(DEALER, HOUSE_WAY),  # [EPG 5]
    ),
    wagers=(
        on_set_hands("Pai Gow", "EPG 6", SPLIT, main_bet),
        on_my_cards("Dynasty Bonus", "EPG 8", made),
        on_my_cards("Protection", "EPG 9", nothing),
        on_his_cards("Queen's Dragon", "EPG 10", queens_dragon),
    ),
    paytables=paytables_of(SLUG),
)
