"""Blackjack. Nearer to 21 than the dealer without going over; a blackjack, an ace and a ten, pays 3 to 2.

A player hits or stands, doubles on two cards, splits a pair, and where the house allows it surrenders half. What houses
differ in is a value, `House`, and a game is made of each.
"""

from collections.abc import Callable
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
from houseway.ranking.blackjack import (
    BLACKJACK,
    BUST,
    NATURAL,
    is_blackjack,
    is_pair,
    is_soft,
    points,
    tell,
    total,
    worth,
)
from houseway.rotation import Rotation

LETTER = "blackjack"
DOUBLE = say("double", ("Double", 1), takes=1)
SPLIT = Option("split", splits="Bet", takes=1, last=False)
SURRENDER = Option("surrender")
INSURE = (Option("no insurance"), say("insurance", ("Insurance", Fraction(1, 2))))
SOFT_17 = 17

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What a house offers. A rule that it does not offer is not asked of its players."""

    slug: str
    title: str
    summary: str
    hits: Callable[[int, bool], bool]  # a dealer's total that may be soft
    peeks: bool = True
    doubles: frozenset[int] | None = None  # the totals on which a player may double: any, if none are named
    doubles_split_hands: bool = True
    hands: int = 4  # that a seat may have at most
    splits_aces_again: bool = False
    surrenders: bool = False


def insure(seen: Seen) -> tuple[Option, ...]:
    """Half the bet that a dealer who shows an ace has a blackjack. [BJ 4]"""
    return INSURE if points(seen[DEALER][0]) == 1 else ()


def dealer_has_blackjack(seen: Seen) -> bool:
    """[BJ 5]"""
    return is_blackjack(seen[DEALER])


def play(house: House, seen: Seen) -> tuple[Option, ...]:
    """Split aces get one card each; nobody plays on with 21. [BJ 6] [BJ 7] [BJ 8] [BJ 9]"""
    cards, split = seen[SEAT], "split" in seen.said
    again = may_split(house, seen)
    if split and points(cards[0]) == 1:
        return (STAND, SPLIT) if again else ()
    if total(cards) >= BLACKJACK:
        return ()
    doubles = len(cards) == 2 and (house.doubles_split_hands or not split) and may_double(house, total(cards))
    surrenders = house.surrenders and len(cards) == 2 and not split
    return STAND, HIT, *(DOUBLE,) * doubles, *(SPLIT,) * again, *(SURRENDER,) * surrenders


def may_split(house: House, seen: Seen) -> bool:
    """[BJ 8]"""
    cards, again = seen[SEAT], "split" in seen.said
    may = house.splits_aces_again or not again or points(cards[0]) != 1
    return is_pair(cards) and seen.hands < house.hands and may


def may_double(house: House, made: int) -> bool:
    """[BJ 7]"""
    return house.doubles is None or made in house.doubles


def dealer_hits(house: House, seen: Seen) -> bool:
    """[BJ 10]"""
    return house.hits(total(seen[DEALER]), is_soft(seen[DEALER]))


def to_17(made: int, soft: bool) -> bool:
    """A dealer who stands on all 17s. [BJ 10]"""
    return made < SOFT_17


def to_hard_17(made: int, soft: bool) -> bool:
    """A dealer who hits a soft 17. [BJ 10]"""
    return made < SOFT_17 or (soft and made == SOFT_17)


def nearer(mine: int, his: int, said: Words) -> str:
    """After a split 21 is no blackjack. [BJ 8] [BJ 9] [BJ 11]"""
    mine = BLACKJACK if mine == NATURAL and "split" in said else mine
    if "surrender" in said:
        return LOSE if his == NATURAL else "surrender"
    if mine == BUST:
        return LOSE
    if mine == NATURAL != his:
        return "blackjack"
    return "win" if mine > his else "push" if mine == his else LOSE


def insured(has_blackjack: bool) -> str:
    """[BJ 4]"""
    return "blackjack" if has_blackjack else LOSE


MINE, HIS = Hand(SEAT, worth, points, tell), Hand(DEALER, worth, points, tell)
WAGERS = (
    Contest(name="Bet", clause="BJ 11", mine=MINE, his=HIS, settle=nearer),
    Contest(name="Double", clause="BJ 7", of="Bet", mine=MINE, his=HIS, settle=nearer),
    Bonus(
        name="Insurance", clause="BJ 4", of="Bet", side=True, hand=Hand(DEALER[:2], is_blackjack, points), judge=insured
    ),
)


def blackjack(house: House) -> Game:
    peek = (Over(dealer_has_blackjack, DEALER), Settle(("Insurance",))) if house.peeks else ()
    return Game(
        slug=house.slug,
        title=house.title,
        summary=house.summary,
        letters=(LETTER,),
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
            *peek,
            Choice(partial(play, house), again=True),
            Show(DEALER),
            Draw(DEALER, partial(dealer_hits, house)),
        ),
        wagers=WAGERS,
        paytables=paytables_of(LETTER),
    )


HOUSES = (
    House(
        slug="blackjack", title="Blackjack", summary="Nearer to 21 than the dealer, who stands on all 17s.", hits=to_17
    ),
)
GAMES = tuple(map(blackjack, HOUSES))
GAME = GAMES[0]
