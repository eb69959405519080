"""Supreme 99. Player and dealer each split four cards into a two-card High and a two-card Low hand.

Pairs beat points, points are baccarat's. Win both matchups and the bet pays even money; the dealer wins
copies, except that copying both pays 4 to 1.
"""

from functools import cache

from houseway.cards import Cards, rank_of
from houseway.game import LOSE, Bonus, Contest, Deal, Game, Reading, Rotation, Setting, Split, Standing
from houseway.letters import paytables_of
from houseway.ranking import baccarat
from houseway.ranking.baccarat import Strength
from houseway.sight import RANKS, Ranks
from houseway.ways.player_cards import player_cards
from houseway.ways.way import read_way

SLUG = "supreme-99"
LETTER = "supreme-99-2014-11-24"


# ---- setting the hand ------------------------------------------------------------------------------


@cache
def strength(hand: Cards) -> Strength:
    """Pairs, aces highest; below them baccarat points. [S99 ranking]"""
    return baccarat.two_card(*map(rank_of, hand))


SPLIT = Split(
    hands=("High", "Low"), sizes=(2, 2), strength=strength, name=baccarat.name, parse=baccarat.parse, sees=rank_of
)  # [S99 5]
score = SPLIT.strengths
choices = SPLIT.choices


def standing(setting: Setting) -> Standing:
    """High must be stronger than or equivalent to Low; anything else cannot be set. [S99 5]"""
    high, low = score(setting)
    return Standing.LEGAL if high >= low else Standing.REFUSED


# The letter's house way, in the form in which any card room writes its own. [S99 6]
HOUSE_WAY = read_way(
    "supreme-99",
    """
game = "supreme-99"
name = "Supreme 99 house way"
version = "2014"
about = "Set the dealer's four cards as the letter says."

[[rule]]
says = "Two pair: set the higher pair in the High hand."
High = "pair"
Low = "pair"
then = ["High", "Low"]

[[rule]]
says = "One pair: set the pair in the High hand."
High = "pair"
then = ["High", "Low"]

[[rule]]
says = "No pair: maximize the Low hand without fouling."
then = ["Low", "High"]
without_fouling = true
""",
    SPLIT,
).house_way(standing, letter=LETTER)


# ---- settling the wagers ---------------------------------------------------------------------------


def settle(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> str:
    """Both matchups, in the letter's order. [S99 8-12]"""
    if mine == dealers:
        return "copy both"
    won = sum(my > his for my, his in zip(mine, dealers, strict=True))
    return (LOSE, "one each", "win both")[won]


def pair_fortunes(ranks: Ranks) -> str:
    """Four of a kind, two pair, 9-9, pair: the higher line first, as the paytable stands. [S99 13]"""
    return _of_a_kind(ranks) or ("9-9" if _is_nine_nine(ranks) else _pair(ranks))


def pair_fortunes_pair_first(ranks: Ranks) -> str:
    """The same, but a hand that holds a pair is never paid as 9-9."""
    pair = _of_a_kind(ranks) or _pair(ranks)
    return "9-9" if pair == LOSE and _is_nine_nine(ranks) else pair


def _of_a_kind(ranks: Ranks) -> str | None:
    distinct = len(set(ranks))
    if distinct == 1:
        return "Four of a Kind"
    return "Two Pair" if sorted(map(ranks.count, set(ranks))) == [2, 2] else None


def _pair(ranks: Ranks) -> str:
    """Three of a kind holds a pair, and is paid as one."""
    return "Pair" if len(set(ranks)) < 4 else LOSE


def _is_nine_nine(ranks: Ranks) -> bool:
    """Two nines make 18: the four cards total 8, and some card beside the first makes 9 with it."""
    first, *others = ranks
    return baccarat.total(*ranks) == 8 and any(baccarat.total(first, other) == 9 for other in others)


GAME = Game(
    slug=SLUG,
    title="Supreme 99",
    summary="Split four cards into a High and a Low hand of two; pairs beat baccarat points; win both to win.",
    letters=(LETTER, "gm-atlas-update-2023-06-14"),
    deal=Deal(  # [S99 2] [S99 3] [S99 4]
        seats=6, packet=4, dealer_packet=4, rotation=Rotation.NUMBERED, number_by=("rng", "dice")
    ),
    split=SPLIT,
    choices=choices,
    standing=standing,
    sight=RANKS,
    house_way=HOUSE_WAY,
    player_cards=player_cards(SLUG, SPLIT),
    wagers=(
        Contest(
            name="Standard Bet",
            clause="S99 8",
            score=score,
            dealer_score=score,
            settle=settle,
        ),
        Bonus(
            name="Pair Fortunes",
            clause="S99 13",
            requires="Standard Bet",  # [S99 1]
            sight=RANKS,
            judge=pair_fortunes,
        ),
    ),
    paytables=paytables_of(SLUG),
    readings=(
        Reading(
            name="pair before 9-9",
            says="a hand that holds a pair is never paid as 9-9; three of a kind is paid as a pair",
            wagers={"Pair Fortunes": pair_fortunes_pair_first},
        ),
    ),
)
