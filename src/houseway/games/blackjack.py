"""Blackjack. Nearer to 21 than the dealer without going over: hit, stand, double on two cards, or split a pair. An ace
and a ten pay 3 to 2. What houses differ in is a value, and a game is made of each.
"""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from houseway.game import (
    DEALER,
    HIT,
    LOSE,
    SEAT,
    STAND,
    Bets,
    Bonus,
    Choice,
    Contest,
    Deal,
    Draw,
    Game,
    Hand,
    Option,
    Over,
    Seen,
    Settle,
    Show,
    say,
)
from houseway.letters import paytables_of
from houseway.ranking import blackjack as rules
from houseway.ranking.blackjack import BLACKJACK, NATURAL, is_blackjack, is_pair, points, total
from houseway.rotation import Rotation

DOUBLE, SPLIT = say("double", ("Double", 1), takes=1), Option("split", splits="Bet", takes=1, last=False)
INSURE = Option("no insurance"), say("insurance", ("Insurance", Fraction(1, 2)))


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What a house offers."""

    slug: str = "blackjack"
    title: str = "Blackjack"
    hits_soft_17: bool = False
    peeks: bool = True
    doubles: Collection[int] = range(4, BLACKJACK)  # the totals on which a player may double
    doubles_split_hands: bool = True
    hands: int = 4  # that a seat may have at most
    splits_aces_again: bool = False
    surrenders: bool = False


def insure(seen: Seen) -> tuple[Option, ...]:
    """Half the bet that a dealer who shows an ace has a blackjack. [BJ 4]"""
    return INSURE if points(seen[DEALER][0]) == 1 else ()


def play(house: HouseRules, seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each; nobody plays on with 21. [BJ 6] [BJ 7] [BJ 8] [BJ 9]"""
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
    """A bet that is given up is lost to a blackjack. [BJ 9] [BJ 11]"""
    if "surrender" in said:
        return LOSE if his == NATURAL else "surrender"
    return rules.compared(mine, his, said)


def blackjack(house: HouseRules) -> Game:
    mine, his = (Hand(of, rules.worth, points, rules.tell) for of in (SEAT, DEALER))
    first_two = Hand(DEALER[:2], is_blackjack, points)
    glance = lambda seen: (rules.row(seen[SEAT]), points(seen[DEALER][0]))  # noqa: E731
    peek = Over(lambda seen: is_blackjack(seen[DEALER]), DEALER), Settle(("Insurance",))  # [BJ 5]
    return Game(
        slug=house.slug,
        title=house.title,
        summary="Nearer to 21 than the dealer, without going over: hit, stand, double or split.",
        letters=("blackjack",),
        seats=7,
        rotation=Rotation.FROM_DEALERS_LEFT,
        decks=(1, 2, 4, 6, 8),  # [BJ 1]
        default_decks=6,
        felt=140,
        round=(
            Bets(("Bet",)),  # [BJ 2]
            Deal(SEAT, 2, up=2),  # [BJ 3]
            Deal(DEALER, 2, up=1),
            Choice(insure),
            *(peek if house.peeks else ()),
            Choice(partial(play, house), again=True, glance=glance, glance_at="the dealer's card"),
            Show(DEALER),
            Draw(DEALER, lambda seen: rules.dealer_draws(seen[DEALER], hits_soft_17=house.hits_soft_17)),  # [BJ 10]
        ),
        wagers=(
            Contest(name="Bet", clause="BJ 11", mine=mine, his=his, settle=nearer),
            Contest(name="Double", clause="BJ 7", of="Bet", mine=mine, his=his, settle=nearer),
            Bonus(name="Insurance", clause="BJ 4", of="Bet", side=True, hand=first_two, judge=rules.insured),
        ),
        paytables=paytables_of(house.slug),
    )


GAME, H17 = blackjack(HouseRules()), HouseRules(slug="blackjack-h17", title="Blackjack H17", hits_soft_17=True)
SURRENDERS = HouseRules(slug="blackjack-surrender", title="Blackjack with Surrender", surrenders=True)
NO_PEEK = HouseRules(slug="blackjack-no-peek", title="Blackjack without a Peek", hits_soft_17=True, peeks=False)
VARIANTS = (blackjack(H17), blackjack(SURRENDERS), blackjack(NO_PEEK))
