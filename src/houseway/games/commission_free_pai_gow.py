"""Commission Free Pai Gow Poker. Pai gow poker without a commission: seven cards make a High hand of five and a Low
hand of two.

Win both against the dealer and the bet pays even money. If the dealer's Low hand is nine high, nothing is won or lost;
Tiger 9 pays for it. The Fortune Bonus looks at the player's seven cards.
"""

from houseway.game import DEALER, LOSE, Bets, Bonus, Choice, Game, Hand, Show
from houseway.letters import paytables_of
from houseway.pai_gow import FIVE_AND_TWO as SPLIT  # [CFP ranking] [CFP 3]
from houseway.pai_gow import SEVEN_EACH, Strengths, Words, both, made, on_my_cards, on_set_hands, settings
from houseway.ranking.set_poker import HIGH_CARD
from houseway.rotation import Rotation
from houseway.ways import known_way

SLUG = "commission-free-pai-gow"
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [CFP 5]
NINE_HIGH = "nine-high Low"


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """[CFP 6] [CFP 7]"""
    return NINE_HIGH if is_nine_high(his) else both(mine, his, said)


def tiger_9(his: Strengths) -> str:
    """[CFP 9]"""
    return NINE_HIGH if is_nine_high(his) else LOSE


def is_nine_high(his: Strengths) -> bool:
    _, low = his
    return low[:2] == (HIGH_CARD, 9)


AS_HE_SETS = Hand(DEALER.set, SPLIT.strengths, tell=SPLIT.tell)

GAME = Game(
    slug=SLUG,
    title="Commission Free Pai Gow Poker",
    summary="Set seven cards as High and Low; win both to win. No commission; a dealer's nine-high Low pushes.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.NUMBERED,  # [CFP 2]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=320,
    round=(
        Bets(("Pai Gow",), may=("Fortune Bonus", "Tiger 9")),  # [CFP 1]
        SEVEN_EACH,  # [CFP 2]
        Choice(settings(SPLIT), way=HOUSE_WAY),  # [CFP 3] [CFP 4]
        Show(DEALER, HOUSE_WAY),  # [CFP 5]
    ),
    wagers=(
        on_set_hands("Pai Gow", "CFP 6", SPLIT, main_bet),
        on_my_cards("Fortune Bonus", "CFP 8", made),
        Bonus(name="Tiger 9", clause="CFP 9", side=True, hand=AS_HE_SETS, judge=tiger_9),
    ),
    paytables=paytables_of(SLUG),
)
