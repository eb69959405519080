"""Supreme 99. Player and dealer each split four cards into a two-card High and a two-card Low hand.

Pairs beat points, points are baccarat's. Win both matchups and the bet pays even money; the dealer wins copies, except
that copying both pays 4 to 1.
"""

from houseway.cards import Cards, rank_of
from houseway.game import Rotation
from houseway.games import supreme_99 as today
from houseway.games.supreme_99 import HOUSE_WAY, SPLIT, pair_fortunes, strength
from houseway.ranking import baccarat
from houseway.ranking.baccarat import Strength
from houseway.sight import RANKS
from houseway.steps import DEALER, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show

SLUG = "supreme-99"

Strengths = tuple[Strength, Strength]
Words = tuple[str, ...]


def settings(seen: Seen) -> tuple[Option, ...]:
    """Two cards High, two Low; High must be stronger than or equivalent to Low. [S99 5]"""
    return tuple(Option("set", cut=cut) for cut in SPLIT.cuts(seen[SEAT]) if strength(cut[0]) >= strength(cut[1]))


def high_and_low(high: Cards, low: Cards) -> Strengths:
    return strength(high), strength(low)


def named(hand: Cards) -> str:
    return baccarat.name(strength(hand))


def tell(made: Strengths, said: Words) -> str:
    high, low = map(baccarat.name, made)
    return f"High {high}, Low {low}"


def settle(mine: Strengths, his: Strengths, said: Words) -> str:
    """Both matchups, in the letter's order. [S99 8-12]"""
    return today.settle(mine, his)


MINE, HIS = Hand(SEAT.set, high_and_low, rank_of, tell), Hand(DEALER.set, high_and_low, rank_of, tell)

GAME = Game(
    slug=SLUG,
    title="Supreme 99",
    summary=today.GAME.summary,
    letters=today.GAME.letters,
    seats=6,
    rotation=Rotation.NUMBERED,  # [S99 3]
    number_by=("rng", "dice"),
    hands=("High", "Low"),
    hand_name=named,
    felt=250,
    round=(
        Bets(("Standard Bet",), may=("Pair Fortunes",)),  # [S99 1]
        Deal(SEAT + DEALER, 4),  # [S99 2] [S99 4]
        Choice(settings, way=HOUSE_WAY),  # [S99 5]
        Show(DEALER, HOUSE_WAY),  # [S99 6]
    ),
    wagers=(
        Contest(name="Standard Bet", clause="S99 8", mine=MINE, his=HIS, settle=settle),
        Bonus(
            name="Pair Fortunes",
            clause="S99 13",
            side=True,
            hand=Hand(SEAT, RANKS.see, rank_of),
            judge=pair_fortunes,
        ),
    ),
    paytables=today.GAME.paytables,
    readings=today.GAME.readings,
    player_cards=today.GAME.player_cards,
)
