"""Fortune San Lo Poker. Six cards, one perhaps the joker, make a High hand of three, a Mid hand of two
and a Low hand of one.

Win two of the three matchups against the dealer and the bet pays even money; the house wins ties. Two
bonus bets and a progressive look at all six cards.
"""

from collections.abc import Callable

from houseway.game import LOSE, Bonus, Contest, Deal, Game, Reading, Rotation, Setting, Split, Standing
from houseway.letters import paytables_of
from houseway.ranking import best_five, split_poker
from houseway.ranking.split_poker import Strength, strength
from houseway.sight import Shape
from houseway.ways import known_way
from houseway.ways.player_cards import player_cards

SLUG = "san-lo"
LETTER = "fortune-san-lo-progressive-2012-03-14"


# ---- setting the hand ------------------------------------------------------------------------------


# Any three cards High, any two of the others Mid, the last Low. [SL overview] [SL ranking]
SPLIT = Split(
    hands=("High", "Mid", "Low"), sizes=(3, 2, 1), strength=strength, name=split_poker.name, parse=split_poker.parse
)
choices = SPLIT.choices
strengths = SPLIT.strengths


def standing(setting: Setting) -> Standing:
    """High must be higher than Mid and Mid higher than Low, or the hand fouls. [SL 6]"""
    high, mid, low = strengths(setting)
    return Standing.LEGAL if high > mid > low else Standing.FOUL


# The letter shows the house way on a display and does not print it: this one is ours. [SL 8]
HOUSE_WAY = known_way("san-lo-points", SPLIT).house_way(standing)


# ---- settling the wagers ---------------------------------------------------------------------------


def score(setting: Setting) -> tuple[Strength, ...]:
    """The three strengths; a fouled hand has none and so wins nothing. [SL 6]"""
    return strengths(setting) if standing(setting) is Standing.LEGAL else ()


def matchups_won(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> int:
    """Hand against corresponding hand; the house wins identical ones. [SL 9] [SL 10]"""
    return sum(my > his for my, his in zip(mine, dealers, strict=False))


def main_bet(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> str:
    """Two or more matchups win; else the dealer has won two. [SL 11] [SL 12]"""
    return "two or three matchups" if matchups_won(mine, dealers) >= 2 else LOSE


def hat_trick(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> str:
    """All three. [SL 14]"""
    return "all three matchups" if matchups_won(mine, dealers) == 3 else LOSE


def judged_by(rule: Callable[[Shape], int]) -> Callable[[Shape], str]:
    """Fortune Bonus and progressive look at all six cards, however they are set. [SL 13] [SLP 2]"""
    return lambda shape: best_five.LINES.get(rule(shape), LOSE)


by_best_five = judged_by(best_five.best_five)
by_best_five_joker_played = judged_by(best_five.best_five_joker_played)


GAME = Game(
    slug=SLUG,
    title="Fortune San Lo Poker",
    summary="Set six cards as High, Mid and Low; win two of three matchups; the joker is semi-wild.",
    letters=(LETTER,),  # that of 2023 names the game for newer equipment, and encloses none of its rules
    deal=Deal(  # [SL 3] [SL 4]
        seats=6, packet=6, dealer_packet=6, rotation=Rotation.NUMBERED, number_by=("rng",), joker=True
    ),
    split=SPLIT,
    choices=choices,
    standing=standing,
    house_way=HOUSE_WAY,
    player_cards=player_cards(SLUG, SPLIT),
    wagers=(
        Contest(
            name="Main Bet",
            clause="SL 11",
            score=score,
            dealer_score=score,
            settle=main_bet,
            matchups=2,
        ),
        Contest(
            name="Hat Trick",
            clause="SL 14",
            requires="Main Bet",
            at_most="Main Bet",  # [SL 2a]
            score=score,
            dealer_score=score,
            settle=hat_trick,
            matchups=3,
        ),
        Bonus(
            name="Fortune Bonus",
            clause="SL 13",
            requires="Main Bet",  # [SL 2]
            sight=best_five.SIGHT,
            judge=by_best_five,
        ),
        Bonus(
            name="Progressive",
            clause="SLP 2",
            requires="Main Bet",  # [SLP 5]
            sight=best_five.SIGHT,
            judge=by_best_five,
            progressive=True,
        ),
    ),
    paytables=paytables_of(SLUG),
    readings=(
        Reading(
            name="joker must play",
            says="a joker, once dealt, must be one of the five cards: a natural full house without aces "
            "beside it then counts as three of a kind",
            wagers={"Fortune Bonus": by_best_five_joker_played, "Progressive": by_best_five_joker_played},
        ),
    ),
)
