"""6 Card Fortune Pai Gow. Six cards, one perhaps the joker, make a High hand of five and a Low hand of one.

Win both against the dealer and the bet pays even money; lose both and it is lost; one each is a push. The dealer wins
copies, but a joker in Low beats any card. The Fortune Bonus and the insurance look at all six cards.
"""

from dataclasses import dataclass

from houseway.cards import ACE, JOKER, Cards
from houseway.game import DEALER, SEAT, Bets, Choice, Deal, Game, Show
from houseway.letters import paytables_of
from houseway.pai_gow import both, made, nothing, on_my_cards, on_set_hands, settings
from houseway.ranking.set_poker import FIVE_CARDS, HIGH_CARD, SetPoker, Strength, wheel_second
from houseway.rotation import Rotation
from houseway.ways import known_way
from houseway.ways.split import descending_split

SLUG = "six-card-fortune-pai-gow"
LONE_JOKER = (HIGH_CARD, ACE, 1)  # above an ace, and below a High hand with an ace


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
        Choice(settings(SPLIT), way=HOUSE_WAY),  # [SFP 3] [SFP 4]
        Show(DEALER, HOUSE_WAY),  # [SFP 5]
    ),
    wagers=(
        on_set_hands("Pai Gow", "SFP 6", SPLIT, both),
        on_my_cards("Fortune Bonus", "SFP 8", made),
        on_my_cards("Insurance", "SFP 9", nothing),
    ),
    paytables=paytables_of(SLUG),
)
