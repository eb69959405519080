"""Pai gow: what the games share in which a seat sets its cards as hands against a dealer who sets his by a house way.

A hand wins if it is stronger than the dealer's corresponding hand; he wins copies. Bonus wagers look at all cards of a
seat, however they are set. Clauses stand with the games.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from houseway.cards import RANK_NAMES
from houseway.game import DEALER, LOSE, SEAT, Bonus, Contest, Deal, Hand, Option, Seen
from houseway.ranking import all_cards, best_five
from houseway.ranking.set_poker import FIVE_CARDS, SetPoker, Strength, wheel_second
from houseway.sight import FlushOf, Shape
from houseway.ways.split import Split, descending, descending_split

Strengths = tuple[Strength, ...]
Words = tuple[str, ...]
Settles = Callable[[Strengths, Strengths, Words], str]

FIVE_AND_TWO: Final = descending_split(
    SetPoker(length=5, kinds=FIVE_CARDS, runs=wheel_second(5)), ("High", "Low"), (5, 2)
)
SEVEN_EACH = Deal(SEAT + DEALER, 7)


# ---- setting the hand ------------------------------------------------------------------------------


def settings(split: Split) -> Callable[[Seen], tuple[Option, ...]]:
    """What a seat may do with its cards. A hand that fouls may be set, and loses."""
    return partial(_settings, split)


def _settings(split: Split, seen: Seen) -> tuple[Option, ...]:
    return tuple(Option("set", cut=cut, foul=not split.may_be_set(cut)) for cut in split.cuts(seen[SEAT]))


# ---- settling the main bet -------------------------------------------------------------------------


def matchups_won(mine: Strengths, his: Strengths) -> int:
    """Hand against corresponding hand; the dealer wins copies, and a seat that fouls wins nothing."""
    return sum(my > dealers for my, dealers in zip(mine, his, strict=True)) if descending(mine) else 0


def both(mine: Strengths, his: Strengths, said: Words) -> str:
    """Of two hands both win, and one each is a push."""
    return (LOSE, "one each", "win both")[matchups_won(mine, his)]


def on_set_hands(name: str, clause: str, split: Split, settle: Settles) -> Contest:
    """The main bet, on a seat's hands against the dealer's."""
    mine, his = (Hand(look.set, split.strengths, tell=split.tell) for look in (SEAT, DEALER))
    return Contest(name=name, clause=clause, mine=mine, his=his, settle=settle)


# ---- wagers on all cards ---------------------------------------------------------------------------

MY_CARDS, HIS_CARDS = (Hand(look, best_five.SIGHT.see, FlushOf(5)) for look in (SEAT, DEALER))


def made(shape: Shape) -> str:
    """What all cards make, a straight or better."""
    return all_cards.line(shape) or LOSE


def nothing(shape: Shape) -> str:
    """Cards that make nothing, not even a pair, by the highest of them."""
    highest = all_cards.high_card(shape)
    return f"{RANK_NAMES[highest]} high" if highest else LOSE


def on_my_cards(name: str, clause: str, judge: Callable[[Shape], str], *, progressive: bool = False) -> Bonus:
    return Bonus(name=name, clause=clause, side=True, hand=MY_CARDS, judge=judge, progressive=progressive)


def on_his_cards(name: str, clause: str, judge: Callable[[Shape], str]) -> Bonus:
    return Bonus(name=name, clause=clause, side=True, hand=HIS_CARDS, judge=judge)
