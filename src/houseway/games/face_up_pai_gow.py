"""Face Up Pai Gow Poker. Seven cards make a High hand of five and a Low hand of two; the dealer sets his first, openly.

Win both against the dealer and the bet pays even money, without a commission; one each is a push. If the dealer's cards
are an ace-high pai gow, nothing is won or lost; Ace High pays for it. The Fortune Bonus looks at the player's cards.
"""

from houseway.cards import ACE
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import all_cards, best_five
from houseway.ranking.set_poker import FIVE_CARDS, HIGH_CARD, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.sight import FlushOf, Shape
from houseway.ways import known_way
from houseway.ways.split import descending, descending_split

SLUG = "face-up-pai-gow"

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


# ---- setting the hand ------------------------------------------------------------------------------

RANKING = SetPoker(length=5, kinds=FIVE_CARDS, runs=wheel_second(5))  # [FPG ranking]
SPLIT = descending_split(RANKING, ("High", "Low"), (5, 2))  # [FPG 3]
HOUSE_WAY = known_way("pai-gow-foxwoods", SPLIT).house_way(letter=SLUG)  # [FPG 5]


def settings(seen: Seen) -> tuple[Option, ...]:
    """A hand that fouls may be set, and loses. [FPG 4]"""
    return tuple(Option("set", cut=cut, foul=not SPLIT.may_be_set(cut)) for cut in SPLIT.cuts(seen[SEAT]))


# ---- settling the wagers ---------------------------------------------------------------------------


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Nothing is won or lost against a High hand that is ace high: the house way sets none but an ace-high pai gow so.
    Else hand against corresponding hand; the dealer wins copies. [FPG 4] [FPG 6] [FPG 7]"""
    if his[0][:2] == (HIGH_CARD, ACE):
        return "ace-high pai gow"
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0
    return (LOSE, "one each", "win both")[won]


def fortune(shape: Shape) -> str:
    """All seven cards, however they are set. [FPG 8]"""
    return all_cards.line(shape) or LOSE


def ace_high(shape: Shape) -> str:
    """The dealer's seven cards make nothing, not even a pair, and an ace or the joker is among them. [FPG 9]"""
    return "ace-high pai gow" if all_cards.high_card(shape) == ACE else LOSE


MINE, HIS = (Hand(look.set, SPLIT.strengths, tell=SPLIT.tell) for look in (SEAT, DEALER))
SEVEN_CARDS, DEALERS_SEVEN = (Hand(look, best_five.SIGHT.see, FlushOf(5)) for look in (SEAT, DEALER))

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
        Deal(SEAT + DEALER, 7),  # [FPG 2]
        Show(DEALER, HOUSE_WAY),  # [FPG 5]
        Choice(settings, way=HOUSE_WAY),  # [FPG 3] [FPG 4]
    ),
    wagers=(
        Contest(name="Pai Gow", clause="FPG 6", mine=MINE, his=HIS, settle=main_bet),
        Bonus(name="Fortune Bonus", clause="FPG 8", side=True, hand=SEVEN_CARDS, judge=fortune),
        Bonus(name="Ace High", clause="FPG 9", side=True, hand=DEALERS_SEVEN, judge=ace_high),
    ),
    paytables=paytables_of(SLUG),
)
