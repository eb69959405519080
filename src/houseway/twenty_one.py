"""Twenty-one: what the games of the blackjack family share. Two cards each, one of the dealer's face down; players take
cards as they like, one after the other, then the dealer draws by a rule.

What houses differ in is a value, `HouseRules`. Clauses stand with the games.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from houseway.game import (
    DEALER,
    HIT,
    LOSE,
    SEAT,
    STAND,
    Bonus,
    Choice,
    Contest,
    Deal,
    Draw,
    Hand,
    Option,
    Over,
    Seen,
    Settle,
    Show,
    Step,
    Wager,
    say,
)
from houseway.ranking import blackjack as rules
from houseway.ranking.blackjack import BLACKJACK, NATURAL, is_blackjack, is_pair, points, total

UP_CARD: Final = "the dealer's card"  # what the columns of a chart are

DOUBLE, SPLIT = say("double", ("Double", 1), takes=1), Option("split", splits="Bet", takes=1, last=False)
INSURE = Option("no insurance"), say("insurance", ("Insurance", Fraction(1, 2)))

MINE, HIS = (Hand(of, rules.worth, points, rules.tell) for of in (SEAT, DEALER))
HIS_FIRST_TWO = Hand(DEALER[:2], is_blackjack, points)
HIS_WHERE_22_PUSHES = Hand(DEALER, rules.dealer_worth, points, rules.tell_dealer)

DEALT: Final = (Deal(SEAT, 2, up=2), Deal(DEALER, 2, up=1))
PEEK = Over(lambda seen: is_blackjack(seen[DEALER]), DEALER)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What a house offers."""

    slug: str = "blackjack"
    title: str = "Blackjack"
    felt: int = 140
    hits_soft_17: bool = False
    peeks: bool = True
    doubles: Collection[int] = range(4, BLACKJACK)  # the totals on which a player may double
    doubles_split_hands: bool = True
    hands: int = 4  # that a seat may have at most
    splits_aces_again: bool = False
    surrenders: bool = False


def insure(seen: Seen) -> tuple[Option, ...]:
    """Half the bet that a dealer who shows an ace has a blackjack."""
    return INSURE if points(seen[DEALER][0]) == 1 else ()


def play(house: HouseRules, seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each; nobody plays on with 21."""
    cards, split = seen[SEAT], "split" in seen.said
    of_aces = split and points(cards[0]) == 1
    splits = is_pair(cards) and seen.hands < house.hands and (house.splits_aces_again or not of_aces)
    if of_aces:
        return (STAND, SPLIT) if splits else ()
    if total(cards) >= BLACKJACK:
        return ()
    doubles = len(cards) == 2 and total(cards) in house.doubles and (house.doubles_split_hands or not split)
    gives_up = (Option("surrender"),) if house.surrenders and len(cards) == 2 and not split else ()
    return STAND, HIT, *(DOUBLE,) * doubles, *(SPLIT,) * splits, *gives_up


def nearer(mine: int, his: int, said: tuple[str, ...]) -> str:
    """A bet that is given up is lost to a blackjack."""
    if "surrender" in said:
        return LOSE if his == NATURAL else "surrender"
    return rules.compared(mine, his, said)


def glance(seen: Seen) -> tuple[str, int]:
    """What a chart goes by: the row of the player's cards, and the dealer's card."""
    return rules.row(seen[SEAT]), points(seen[DEALER][0])


def insured(house: HouseRules) -> tuple[Step, ...]:
    """Insurance is offered, and where the house peeks the dealer looks for a blackjack, which ends the round."""
    looks: tuple[Step, ...] = (PEEK, Settle(("Insurance",))) if house.peeks else ()
    return Choice(insure), *looks


def played_out(options: Callable[[Seen], tuple[Option, ...]], *, hits_soft_17: bool) -> tuple[Step, ...]:
    """Players play one after the other, then the dealer does."""
    draws = lambda seen: rules.dealer_draws(seen[DEALER], hits_soft_17=hits_soft_17)  # noqa: E731
    return Choice(options, again=True, glance=glance, glance_at=UP_CARD), Show(DEALER), Draw(DEALER, draws)


def played_at(house: HouseRules) -> tuple[Step, ...]:
    return played_out(partial(play, house), hits_soft_17=house.hits_soft_17)


def wagers(bet: str, double: str, insurance: str) -> tuple[Wager, ...]:
    """The bet, its double and the insurance, under these clauses."""
    return (
        Contest(name="Bet", clause=bet, mine=MINE, his=HIS, settle=nearer),
        Contest(name="Double", clause=double, of="Bet", mine=MINE, his=HIS, settle=nearer),
        Bonus(name="Insurance", clause=insurance, of="Bet", side=True, hand=HIS_FIRST_TWO, judge=rules.insured),
    )
