"""Bet the Set, a bet on a player's first two cards: it wins if they are a pair, and more if both are of one suit.

It is known as Pair Square too. Here it plays as a game of its own.
"""

from houseway.cards import RANK_NAMES, Cards, rank_of, suit_of
from houseway.game import LOSE, SEAT, Bets, Bonus, Deal, Game, Hand
from houseway.letters import paytables_of
from houseway.rotation import Rotation

SLUG = "bet-the-set"

Pair = tuple[int, int, bool]  # the two ranks, and whether the suits are the same


def two_cards(cards: Cards) -> Pair:
    """[BTS ranking]"""
    low, high = sorted(map(rank_of, cards))
    return low, high, len(set(map(suit_of, cards))) == 1


def judge(made: Pair) -> str:
    """[BTS 3]"""
    low, high, suited = made
    if low != high:
        return LOSE
    return "suited pair" if suited else "pair"


def tell(made: Pair, said: tuple[str, ...]) -> str:
    low, high, suited = made
    if low != high:
        return f"{RANK_NAMES[high]} and {RANK_NAMES[low]}"
    return f"{'suited ' if suited else ''}pair of {RANK_NAMES[high]}s"


GAME = Game(
    slug=SLUG,
    title="Bet the Set 21",
    summary="Your first two cards win if they are a pair, and more if the pair is of one suit.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    decks=range(1, 9),  # [BTS 1]
    default_decks=6,
    felt=205,
    round=(
        Bets(("Bet the Set",)),  # [BTS 1]
        Deal(SEAT, 2, up=2),  # [BTS 2]
    ),
    wagers=(Bonus(name="Bet the Set", clause="BTS 3", hand=Hand(SEAT, two_cards, tell=tell), judge=judge),),
    paytables=paytables_of(SLUG),
)
