"""Supreme 99. Player and dealer each split four cards into a two-card High and a two-card Low hand.

Pairs beat points, points are baccarat's. Win both matchups and the bet pays even money; the dealer wins copies, except
that copying both pays 4 to 1.
"""

from functools import cache

from houseway.cards import Cards, rank_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.letters.reading import Reading
from houseway.ranking import baccarat
from houseway.ranking.baccarat import Strength
from houseway.rotation import Rotation
from houseway.sight import RANKS, Ranks
from houseway.ways.player_cards import player_cards
from houseway.ways.split import Split
from houseway.ways.way import read_way

SLUG = "supreme-99"
LETTER = "supreme-99-2014-11-24"

Strengths = tuple[Strength, ...]


# ---- setting the hand ------------------------------------------------------------------------------


@cache
def strength(hand: Cards) -> Strength:
    """Pairs, aces highest; below them baccarat points. [S99 ranking]"""
    return baccarat.two_card(*map(rank_of, hand))


def in_order(made: Strengths) -> bool:
    """High must be stronger than or equivalent to Low; anything else cannot be set. [S99 5]"""
    high, low = made
    return high >= low


SPLIT = Split(
    hands=("High", "Low"),
    sizes=(2, 2),  # [S99 5]
    strength=strength,
    in_order=in_order,
    name=baccarat.name,
    parse=baccarat.parse,
    sees=rank_of,
)

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

[[rule]]
says = "One pair: set the pair in the High hand."
High = "pair"

[[rule]]
says = "No pair: maximize the Low hand without fouling."
then = ["Low", "High"]
""",
    SPLIT,
).house_way(letter=LETTER)


def settings(seen: Seen) -> tuple[Option, ...]:
    """Two cards High, two Low. [S99 5]"""
    return tuple(Option("set", cut=cut) for cut in SPLIT.cuts(seen[SEAT]) if SPLIT.may_be_set(cut))


# ---- settling the wagers ---------------------------------------------------------------------------


def settle(mine: Strengths, his: Strengths, said: tuple[str, ...]) -> str:
    """Both matchups, in the letter's order. [S99 8-12]"""
    if mine == his:
        return "copy both"
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True))
    return (LOSE, "one each", "win both")[won]


def pair_fortunes(ranks: Ranks) -> str:
    """Four of a kind, two pair, 9-9, pair: the higher line first, as the paytable stands. [S99 13]"""
    kind = _of_a_kind(ranks)
    return "9-9" if kind in ("Pair", LOSE) and _is_nine_nine(ranks) else kind


def pair_fortunes_pair_first(ranks: Ranks) -> str:
    """The same, but a hand that holds a pair is never paid as 9-9."""
    kind = _of_a_kind(ranks)
    return "9-9" if kind == LOSE and _is_nine_nine(ranks) else kind


def _of_a_kind(ranks: Ranks) -> str:
    """Three of a kind holds a pair, and is paid as one."""
    alike = tuple(sorted(map(ranks.count, set(ranks)), reverse=True))
    return {(4,): "Four of a Kind", (2, 2): "Two Pair", (3, 1): "Pair", (2, 1, 1): "Pair"}.get(alike, LOSE)


def _is_nine_nine(ranks: Ranks) -> bool:
    """Two nines make 18: the four cards total 8, and some card beside the first makes 9 with it."""
    first, *others = ranks
    return baccarat.total(*ranks) == 8 and any(baccarat.total(first, other) == 9 for other in others)


MINE, HIS = (Hand(look.set, SPLIT.strengths, rank_of, SPLIT.tell) for look in (SEAT, DEALER))
FOUR_CARDS = Hand(SEAT, RANKS.see, rank_of)

GAME = Game(
    slug=SLUG,
    title="Supreme 99",
    summary="Split four cards into a High and a Low hand of two; pairs beat baccarat points; win both to win.",
    letters=(LETTER, "gm-atlas-update-2023-06-14"),
    seats=6,
    rotation=Rotation.NUMBERED,  # [S99 3]
    number_by=("rng", "dice"),
    hands=SPLIT.hands,
    hand_name=SPLIT.hand_name,
    felt=250,
    round=(
        Bets(("Standard Bet",), may=("Pair Fortunes",)),  # [S99 1]
        Deal(SEAT + DEALER, 4),  # [S99 2] [S99 4]
        Choice(settings, way=HOUSE_WAY),  # [S99 5]
        Show(DEALER, HOUSE_WAY),  # [S99 6]
    ),
    wagers=(
        Contest(name="Standard Bet", clause="S99 8", mine=MINE, his=HIS, settle=settle),
        Bonus(name="Pair Fortunes", clause="S99 13", side=True, hand=FOUR_CARDS, judge=pair_fortunes),
    ),
    paytables=paytables_of(SLUG),
    readings=(
        Reading(
            name="pair before 9-9",
            says="a hand that holds a pair is never paid as 9-9; three of a kind is paid as a pair",
            wagers={"Pair Fortunes": pair_fortunes_pair_first},
        ),
    ),
    player_cards=player_cards(SLUG, SPLIT),
)
