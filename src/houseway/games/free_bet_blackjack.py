"""Free Bet Blackjack. The house pays for the second bet of a double on hard 9, 10 or 11, and for that of a split.

A free bet is paid if it wins and costs nothing if it loses; for that a dealer's 22 pushes against all but a blackjack.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from houseway.cards import Cards
from houseway.game import HIT, LOSE, SEAT, STAND, Bets, Bonus, Contest, Game, Option, Seen, say
from houseway.letters import paytables_of
from houseway.ranking import blackjack as rules
from houseway.ranking.blackjack import BLACKJACK, PUSHES, TEN, is_pair, is_soft, points, total
from houseway.rotation import Rotation
from houseway.twenty_one import DEALT, DOUBLE, MINE, PEEK, SPLIT, played_out
from houseway.twenty_one import HIS_WHERE_22_PUSHES as HIS

FREE_TOTALS = (9, 10, 11)
FREE_DOUBLE = say("free double", ("Free Double", 1), takes=1)
FREE_SPLIT = Option("split", splits="Free Split", takes=1, last=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeBets:
    """What a house pays for."""

    slug: str = "free-bet-blackjack"
    title: str = "Free Bet Blackjack"
    felt: int = 197
    pairs: Collection[int] = range(1, TEN)  # by what a card of them counts
    doubles_drawn_hands: bool = False  # a hand of more than two cards too
    hands: int = 4  # that a seat may have at most


def play(house: FreeBets, seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each, and may be split again. [FB 4] [FB 5] [FB 6] [FB 10]"""
    cards = seen[SEAT]
    splits = is_pair(cards) and seen.hands < house.hands
    split = (FREE_SPLIT if points(cards[0]) in house.pairs else SPLIT,) if splits else ()
    if "split" in seen.said and points(cards[0]) == 1:
        return (STAND, *split) if split else ()
    if total(cards) >= BLACKJACK:
        return ()
    first_two = len(cards) == 2
    if is_free(cards) and (first_two or house.doubles_drawn_hands):
        return STAND, HIT, FREE_DOUBLE, *split
    return STAND, HIT, *(DOUBLE,) * first_two, *split


def is_free(cards: Cards) -> bool:
    """[FB 5]"""
    return total(cards) in FREE_TOTALS and not is_soft(cards)


def is_22(worth: int) -> str:
    """[FB 9]"""
    return "22" if worth == PUSHES else LOSE


def on(name: str, clause: str, *, of: str | None = None, free: bool = False) -> Contest:
    """A wager on a hand against the dealer's. [FB 8]"""
    settle = rules.compared_with_22
    return Contest(name=name, clause=clause, of=of, free=free, by_choice=free, mine=MINE, his=HIS, settle=settle)


def free_bet_blackjack(house: FreeBets) -> Game:
    return Game(
        slug=house.slug,
        title=house.title,
        summary="Blackjack in which the house pays for doubles on hard 9 to 11 and for splits; a dealer's 22 pushes.",
        letters=("free-bet-blackjack",),
        seats=7,
        rotation=Rotation.FROM_DEALERS_LEFT,
        decks=(6, 8),  # [FB 1]
        default_decks=6,
        felt=house.felt,
        round=(
            Bets(("Bet",), may=("Push 22",)),  # [FB 2]
            *DEALT,  # [FB 3]
            PEEK,  # [FB 3]
            *played_out(partial(play, house), hits_soft_17=True),  # [FB 7]
        ),
        wagers=(
            on("Bet", "FB 8"),
            on("Double", "FB 4", of="Bet"),
            on("Free Double", "FB 5", of="Bet", free=True),
            on("Free Split", "FB 6", of="Bet", free=True),
            Bonus(name="Push 22", clause="FB 9", side=True, hand=HIS, judge=is_22),
        ),
        paytables=paytables_of(house.slug),
    )


GAME = free_bet_blackjack(FreeBets())
FIRST_HOUSE = FreeBets(
    slug="free-bet-blackjack-2012",
    title="Free Bet Blackjack of 2012",
    felt=220,
    pairs={*range(1, TEN)} - {4},
    doubles_drawn_hands=True,
)
VARIANTS = (free_bet_blackjack(FIRST_HOUSE),)
