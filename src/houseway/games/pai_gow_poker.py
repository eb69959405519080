"""Pai Gow Poker. Seven cards, one perhaps the joker, make a High hand of five and a Low hand of two.

Win both against the dealer and the bet pays even money less a commission; lose both and it is lost; one each is a push.
The dealer wins copies. The Fortune Bonus, the insurance and a progressive look at all seven cards.
"""

from houseway.game import DEALER, LOSE, Bets, Choice, Game, Show
from houseway.letters import paytables_of
from houseway.pai_gow import FIVE_AND_TWO as SPLIT  # [PGP ranking] [PGP 3]
from houseway.pai_gow import SEVEN_EACH, both, made, nothing, on_his_cards, on_my_cards, on_set_hands, settings
from houseway.ranking import all_cards
from houseway.rotation import Rotation
from houseway.sight import Shape
from houseway.ways import known_way

SLUG = "pai-gow-poker"
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [PGP 5]


def dealer_without_a_pair(shape: Shape) -> str:
    """[PGP 10]"""
    return "no pair" if all_cards.high_card(shape) else LOSE


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
        SEVEN_EACH,  # [PGP 2]
        Choice(settings(SPLIT), way=HOUSE_WAY),  # [PGP 3] [PGP 4]
        Show(DEALER, HOUSE_WAY),  # [PGP 5]
    ),
    wagers=(
        on_set_hands("Pai Gow", "PGP 6", SPLIT, both),  # [PGP 7]
        on_my_cards("Fortune Bonus", "PGP 8", made),
        on_my_cards("Insurance", "PGP 9", nothing),
        on_his_cards("Pai Gow'd", "PGP 10", dealer_without_a_pair),
        on_my_cards("Progressive", "PGP 11", made, progressive=True),
    ),
    paytables=paytables_of(SLUG),
)
