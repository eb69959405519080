"""EZ Pai Gow. Pai gow poker without a commission: seven cards make a High hand of five and a Low hand of two.

Win both against the dealer and the bet pays even money. If the dealer's cards are a queen-high pai gow, nothing is won
or lost; Queen's Dragon pays for it. The Dynasty Bonus and Protection look at the player's seven cards.
"""

from houseway.cards import QUEEN, RANK_NAMES
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import all_cards, best_five
from houseway.ranking.set_poker import FIVE_CARDS, HIGH_CARD, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.sight import FlushOf, Shape
from houseway.ways import known_way
from houseway.ways.split import descending, descending_split

SLUG = "ez-pai-gow"

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


# ---- setting the hand ------------------------------------------------------------------------------

RANKING = SetPoker(length=5, kinds=FIVE_CARDS, runs=wheel_second(5))  # [EPG ranking]
SPLIT = descending_split(RANKING, ("High", "Low"), (5, 2))  # [EPG 3]
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [EPG 5]


def settings(seen: Seen) -> tuple[Option, ...]:
    """A hand that fouls may be set, and loses. [EPG 4]"""
    return tuple(Option("set", cut=cut, foul=not SPLIT.may_be_set(cut)) for cut in SPLIT.cuts(seen[SEAT]))


# ---- settling the wagers ---------------------------------------------------------------------------


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Nothing is won or lost against a High hand that is queen high: the house way sets none but a queen-high pai gow
    so. Else hand against corresponding hand; the dealer wins copies. [EPG 4] [EPG 6] [EPG 7]"""
    if his[0][:2] == (HIGH_CARD, QUEEN):
        return "queen-high pai gow"
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0
    return (LOSE, "one each", "win both")[won]


def dynasty(shape: Shape) -> str:
    """All seven cards, however they are set. [EPG 8]"""
    return all_cards.line(shape) or LOSE


def protection(shape: Shape) -> str:
    """Seven cards that make nothing, not even a pair, by the highest of them. [EPG 9]"""
    highest = all_cards.high_card(shape)
    return f"{RANK_NAMES[highest]} high" if highest else LOSE


def queens_dragon(shape: Shape) -> str:
    """[EPG 10]"""
    return "queen-high pai gow" if all_cards.high_card(shape) == QUEEN else LOSE


MINE, HIS = (Hand(look.set, SPLIT.strengths, tell=SPLIT.tell) for look in (SEAT, DEALER))
SEVEN_CARDS, DEALERS_SEVEN = (Hand(look, best_five.SIGHT.see, FlushOf(5)) for look in (SEAT, DEALER))

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
    felt=316,
    round=(
        Bets(("Pai Gow",), may=("Dynasty Bonus", "Protection", "Queen's Dragon")),  # [EPG 1]
        Deal(SEAT + DEALER, 7),  # [EPG 2]
        Choice(settings, way=HOUSE_WAY),  # [EPG 3] [EPG 4]
        Show(DEALER, HOUSE_WAY),  # [EPG 5]
    ),
    wagers=(
        Contest(name="Pai Gow", clause="EPG 6", mine=MINE, his=HIS, settle=main_bet),
        Bonus(name="Dynasty Bonus", clause="EPG 8", side=True, hand=SEVEN_CARDS, judge=dynasty),
        Bonus(name="Protection", clause="EPG 9", side=True, hand=SEVEN_CARDS, judge=protection),
        Bonus(name="Queen's Dragon", clause="EPG 10", side=True, hand=DEALERS_SEVEN, judge=queens_dragon),
    ),
    paytables=paytables_of(SLUG),
)
