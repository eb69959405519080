"""6 Card Fortune Pai Gow. Six cards, one perhaps the joker, make a High hand of five and a Low hand of one.

Win both against the dealer and the bet pays even money; lose both and it is lost; one each is a push. The dealer wins
copies, but a joker in Low beats any card. The Fortune Bonus and the insurance look at all six cards.
"""

from dataclasses import dataclass

from houseway.cards import ACE, JOKER, RANK_NAMES, Cards
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import all_cards, best_five
from houseway.ranking.set_poker import FIVE_CARDS, HIGH_CARD, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.sight import FlushOf, Shape
from houseway.ways import known_way
from houseway.ways.split import descending, descending_split

SLUG = "six-card-fortune-pai-gow"
LONE_JOKER = (HIGH_CARD, ACE, 1)  # above an ace, and below a High hand with an ace

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


# ---- setting the hand ------------------------------------------------------------------------------


@dataclass(frozen=True)
class WithLoneJoker(SetPoker):
    """A joker as the only card of a hand beats an ace. [SFP 7]"""

    def strength(self, cards: Cards) -> Strength:
        return LONE_JOKER if cards == (JOKER,) else SetPoker.strength(self, cards)

    def name(self, strength: Strength) -> str:
        return "joker" if strength == LONE_JOKER else SetPoker.name(self, strength)


RANKING = WithLoneJoker(length=5, kinds=FIVE_CARDS, runs=wheel_second(5))  # [SFP ranking]
SPLIT = descending_split(RANKING, ("High", "Low"), (5, 1))  # [SFP 3]
HOUSE_WAY = known_way("six-card-fortune", SPLIT).house_way()  # [SFP 5]


def settings(seen: Seen) -> tuple[Option, ...]:
    """A hand that fouls may be set, and loses. [SFP 4]"""
    return tuple(Option("set", cut=cut, foul=not SPLIT.may_be_set(cut)) for cut in SPLIT.cuts(seen[SEAT]))


# ---- settling the wagers ---------------------------------------------------------------------------


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Hand against corresponding hand; the dealer wins copies. [SFP 4] [SFP 6] [SFP 7]"""
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0
    return (LOSE, "one each", "win both")[won]


def fortune(shape: Shape) -> str:
    """All six cards, however they are set. [SFP 8]"""
    return all_cards.line(shape) or LOSE


def insurance(shape: Shape) -> str:
    """Six cards that make nothing, not even a pair, by the highest of them. [SFP 9]"""
    highest = all_cards.high_card(shape)
    return f"{RANK_NAMES[highest]} high" if highest else LOSE


MINE, HIS = (Hand(look.set, SPLIT.strengths, tell=SPLIT.tell) for look in (SEAT, DEALER))
SIX_CARDS = Hand(SEAT, best_five.SIGHT.see, FlushOf(5))

GAME = Game(
    slug=SLUG,
    title="6 Card Fortune Pai Gow",
    summary="Set six cards as a High hand of five and a Low card; win both to win. A joker in Low beats any card.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.NUMBERED,  # [SFP 2]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=256,
    round=(
        Bets(("Pai Gow",), may=("Fortune Bonus", "Insurance")),  # [SFP 1]
        Deal(SEAT + DEALER, 6),  # [SFP 2]
        Choice(settings, way=HOUSE_WAY),  # [SFP 3] [SFP 4]
        Show(DEALER, HOUSE_WAY),  # [SFP 5]
    ),
    wagers=(
        Contest(name="Pai Gow", clause="SFP 6", mine=MINE, his=HIS, settle=main_bet),
        Bonus(name="Fortune Bonus", clause="SFP 8", side=True, hand=SIX_CARDS, judge=fortune),
        Bonus(name="Insurance", clause="SFP 9", side=True, hand=SIX_CARDS, judge=insurance),
    ),
    paytables=paytables_of(SLUG),
)
