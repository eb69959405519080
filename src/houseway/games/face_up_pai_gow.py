"""Face Up Pai Gow Poker. Seven cards make a High hand of five and a Low hand of two; the dealer sets his first, openly.

Win both against the dealer and the bet pays even money, without a commission; one each is a push. If the dealer's cards
are an ace-high pai gow, nothing is won or lost; Ace High pays for it. The Fortune Bonus looks at the player's cards.
"""

from houseway.cards import ACE
from houseway.game import DEALER, LOSE, Bets, Choice, Game, Show
from houseway.letters import paytables_of
from houseway.pai_gow import FIVE_AND_TWO as SPLIT  # [FPG ranking] [FPG 3]
from houseway.pai_gow import SEVEN_EACH, Strengths, Words, both, made, on_his_cards, on_my_cards, on_set_hands, settings
from houseway.ranking import all_cards
from houseway.ranking.set_poker import HIGH_CARD
from houseway.rotation import Rotation
from houseway.sight import Shape
from houseway.ways import known_way

SLUG = "face-up-pai-gow"
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [FPG 5]


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Nothing is won or lost against a High hand that is ace high: the house way sets none but an ace-high pai gow so.
    [FPG 6] [FPG 7]"""
    return "ace-high pai gow" if his[0][:2] == (HIGH_CARD, ACE) else both(mine, his, said)


def ace_high(shape: Shape) -> str:
    """The dealer's seven cards make nothing, not even a pair, and an ace or the joker is among them. [FPG 9]"""
    return "ace-high pai gow" if all_cards.high_card(shape) == ACE else LOSE


GAME = Game(
    slug=SLUG,
    title="Face Up Pai Gow Poker",
    summary="The dealer's hands lie open: set seven cards as High and Low and win both. His ace-high pai gow pushes.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.NUMBERED,  # [FPG 2]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=127,
    round=(
        Bets(("Pai Gow",), may=("Fortune Bonus", "Ace High")),  # [FPG 1]
        SEVEN_EACH,  # [FPG 2]
        Show(DEALER, HOUSE_WAY),  # [FPG 5]
        Choice(settings(SPLIT), way=HOUSE_WAY),  # [FPG 3] [FPG 4]
    ),
    wagers=(
        on_set_hands("Pai Gow", "FPG 6", SPLIT, main_bet),
        on_my_cards("Fortune Bonus", "FPG 8", made),
        on_his_cards("Ace High", "FPG 9", ace_high),
    ),
    paytables=paytables_of(SLUG),
)
