"""Fortune San Lo Poker. Six cards, one perhaps the joker, make a High hand of three, a Mid hand of two and a Low hand
of one.

Win two of the three matchups against the dealer and the bet pays even money; the house wins ties. Two bonus bets and a
progressive look at all six cards.
"""

from houseway.cards import Cards
from houseway.game import Rotation
from houseway.games import san_lo as today
from houseway.games.san_lo import HOUSE_WAY, SPLIT, by_best_five
from houseway.ranking import best_five, split_poker
from houseway.ranking.split_poker import Strength, strength
from houseway.sight import FlushOf
from houseway.steps import DEALER, SEAT, Bets, Bonus, Choice, Contest, Deal, Game, Hand, Option, Seen, Show

SLUG = "san-lo"

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]


def settings(seen: Seen) -> tuple[Option, ...]:
    """Any three cards High, any two of the others Mid, the last Low; High must be higher than Mid and Mid higher than
    Low, or the hand fouls. [SL ranking] [SL 6]"""
    return tuple(Option("set", cut=cut, foul=is_foul(high_mid_low(*cut))) for cut in SPLIT.cuts(seen[SEAT]))


def high_mid_low(*hands: Cards) -> Strengths:
    return tuple(map(strength, hands))


def is_foul(made: Strengths) -> bool:
    """[SL 6]"""
    high, mid, low = made
    return not high > mid > low


def named(hand: Cards) -> str:
    return split_poker.name(strength(hand))


def tell(made: Strengths, said: Words) -> str:
    high, mid, low = map(split_poker.name, made)
    return f"High {high}, Mid {mid}, Low {low}"


def main_bet(mine: Strengths, his: Strengths, said: Words) -> str:
    """Two or more matchups win; else the dealer has won two. A foul wins nothing. [SL 6] [SL 11] [SL 12]"""
    return today.main_bet(() if is_foul(mine) else mine, his)


def hat_trick(mine: Strengths, his: Strengths, said: Words) -> str:
    """All three. [SL 14]"""
    return today.hat_trick(() if is_foul(mine) else mine, his)


MINE, HIS = Hand(SEAT.set, high_mid_low, tell=tell), Hand(DEALER.set, high_mid_low, tell=tell)
SIX_CARDS = Hand(SEAT, best_five.SIGHT.see, FlushOf(5))

GAME = Game(
    slug=SLUG,
    title="Fortune San Lo Poker",
    summary=today.GAME.summary,
    letters=today.GAME.letters,
    seats=6,
    rotation=Rotation.NUMBERED,
    number_by=("rng",),
    hands=("High", "Mid", "Low"),
    hand_name=named,
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
    paytables=today.GAME.paytables,
    readings=today.GAME.readings,
    player_cards=today.GAME.player_cards,
)
