"""Fortune San Lo Poker. Six cards, one perhaps the joker, make a High hand of three, a Mid hand of two and a Low hand
of one.

Win two of the three matchups against the dealer and the bet pays even money; the house wins ties. Two bonus bets and a
progressive look at all six cards.
"""

from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.letters.reading import Reading
from houseway.ranking import best_five, split_poker
from houseway.ranking.split_poker import Strength, strength
from houseway.rotation import Rotation
from houseway.sight import FlushOf, Shape
from houseway.ways import known_way
from houseway.ways.player_cards import player_cards
from houseway.ways.split import Split

SLUG = "san-lo"
LETTER = "fortune-san-lo-progressive-2012-03-14"

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


# ---- setting the hand ------------------------------------------------------------------------------


def in_order(made: Strengths) -> bool:
    """High must be higher than Mid and Mid higher than Low, or the hand fouls. [SL 6]"""
    high, mid, low = made
    return high > mid > low


# Any three cards High, any two of the others Mid, the last Low. [SL overview] [SL ranking]
SPLIT = Split(
    hands=("High", "Mid", "Low"),
    sizes=(3, 2, 1),
    strength=strength,
    in_order=in_order,
    name=split_poker.name,
    parse=split_poker.parse,
)

# The letter shows the house way on a display and does not print it: this one is ours. [SL 8]
HOUSE_WAY = known_way("san-lo-points", SPLIT).house_way()


def settings(seen: Seen) -> tuple[Option, ...]:
    """A hand that fouls may be set, and loses. [SL 6]"""
    return tuple(Option("set", cut=cut, foul=not SPLIT.may_be_set(cut)) for cut in SPLIT.cuts(seen[SEAT]))


# ---- settling the wagers ---------------------------------------------------------------------------


def matchups_won(mine: Strengths, his: Strengths) -> int:
    """Hand against corresponding hand; the house wins identical ones. [SL 9] [SL 10]"""
    return sum(my > dealers for my, dealers in zip(mine, his, strict=False))


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Two or more matchups win; else the dealer has won two. A foul wins nothing. [SL 6] [SL 11] [SL 12]"""
    return "two or three matchups" if in_order(mine) and matchups_won(mine, his) >= 2 else LOSE


def hat_trick(mine: Strengths, his: Strengths, said: Words) -> str:
    """All three. [SL 6] [SL 14]"""
    return "all three matchups" if in_order(mine) and matchups_won(mine, his) == 3 else LOSE


def by_best_five(shape: Shape) -> str:
    """Fortune Bonus and progressive look at all six cards, however they are set. [SL 13] [SLP 2]"""
    return best_five.LINES.get(best_five.best_five(shape), LOSE)


def by_best_five_joker_played(shape: Shape) -> str:
    return best_five.LINES.get(best_five.best_five_joker_played(shape), LOSE)


JOKER_MUST_PLAY = Reading(
    name="joker must play",
    says="a joker, once dealt, must be one of the five cards: a natural full house without aces beside it then counts "
    "as three of a kind",
    wagers={"Fortune Bonus": by_best_five_joker_played, "Progressive": by_best_five_joker_played},
)


MINE, HIS = (Hand(look.set, SPLIT.strengths, tell=SPLIT.tell) for look in (SEAT, DEALER))
SIX_CARDS = Hand(SEAT, best_five.SIGHT.see, FlushOf(5))

GAME = Game(
    slug=SLUG,
    title="Fortune San Lo Poker",
    summary="Set six cards as High, Mid and Low; win two of three matchups; the joker is semi-wild.",
    letters=(LETTER,),  # that of 2023 names the game for newer equipment, and encloses none of its rules
    seats=6,
    rotation=Rotation.NUMBERED,  # [SL 3]
    number_by=("rng",),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    joker=True,
    felt=162,
    round=(
        Bets(("Main Bet",), may=("Hat Trick", "Fortune Bonus", "Progressive")),  # [SL 2] [SLP 5]
        Deal(SEAT + DEALER, 6),  # [SL 3] [SL 4]
        Choice(settings, way=HOUSE_WAY),  # [SL 6]
        Show(DEALER, HOUSE_WAY),  # [SL 8]
    ),
    wagers=(
        Contest(name="Main Bet", clause="SL 11", mine=MINE, his=HIS, settle=main_bet),
        Contest(
            name="Hat Trick",
            clause="SL 14",
            side=True,
            at_most="Main Bet",  # [SL 2a]
            mine=MINE,
            his=HIS,
            settle=hat_trick,
        ),
        Bonus(name="Fortune Bonus", clause="SL 13", side=True, hand=SIX_CARDS, judge=by_best_five),
        Bonus(name="Progressive", clause="SLP 2", side=True, hand=SIX_CARDS, judge=by_best_five, progressive=True),
    ),
    paytables=paytables_of(SLUG),
    readings=(JOKER_MUST_PLAY,),
    player_cards=player_cards(SLUG, SPLIT),
)
