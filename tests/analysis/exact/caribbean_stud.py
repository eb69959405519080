"""Caribbean Stud, for tests: five cards each, one of the dealer's face up; fold, or raise two antes."""

from fractions import Fraction

from houseway.game import Rotation
from houseway.paytable import Odds, Pay, Paytable
from houseway.ranking import poker
from houseway.ranking.poker import Strength
from houseway.steps import DEALER, FOLD, LOSE, SEAT, Bets, Choice, Contest, Deal, Game, Hand, Option, Seen, Show, say

Words = tuple[str, ...]

RAISE = {
    "royal flush": 100,
    "straight flush": 50,
    "four of a kind": 20,
    "full house": 7,
    "flush": 5,
    "straight": 4,
    "three of a kind": 3,
    "two pair": 2,
    "pair": 1,
    "high card": 1,
    "tie": 0,
    "dealer does not play": 0,
}


def fold_or_raise(seen: Seen) -> tuple[Option, ...]:
    return FOLD, say("raise", ("Raise", 2))


def plays(his: Strength) -> bool:
    """With ace and king, or better."""
    return his >= (poker.HIGH_CARD, 14, 13)


def ante(mine: Strength, his: Strength, said: Words) -> str:
    if not plays(his) or mine > his:
        return "win"
    return "tie" if mine == his else LOSE


def raise_(mine: Strength, his: Strength, said: Words) -> str:
    if not plays(his):
        return "dealer does not play"
    return poker.kind(mine) if mine > his else "tie" if mine == his else LOSE


def paytable(wager: str, pays: dict[str, int]) -> Paytable:
    lines = {line: Pay(odds=Odds.TO_ONE, amount=Fraction(amount)) for line, amount in pays.items()}
    return Paytable(name=wager, wager=wager, lines=lines)


MINE, HIS = Hand(SEAT, poker.strength, poker.SEES), Hand(DEALER, poker.strength, poker.SEES)

GAME = Game(
    slug="caribbean-stud",
    title="Caribbean Stud",
    summary="Five cards each, one of the dealer's face up; fold or raise.",
    letters=(),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    round=(Bets(("Ante",)), Deal(SEAT, 5), Deal(DEALER, 5, up=1), Choice(fold_or_raise), Show(DEALER)),
    wagers=(
        Contest(name="Ante", clause="CS 1", mine=MINE, his=HIS, settle=ante),
        Contest(name="Raise", clause="CS 2", of="Ante", mine=MINE, his=HIS, settle=raise_),
    ),
    paytables={table.name: table for table in (paytable("Ante", {"win": 1, "tie": 0}), paytable("Raise", RAISE))},
)
