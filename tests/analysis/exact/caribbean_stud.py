"""Caribbean Stud, for tests: five cards each, one of the dealer's face up; fold, or raise two antes. And games like
it."""

from dataclasses import replace
from fractions import Fraction

from houseway.cards import JOKER, Cards, rank_of, suit_of
from houseway.game import DEALER, FOLD, LOSE, SEAT, Bets, Choice, Contest, Deal, Game, Hand, Option, Seen, Show, say
from houseway.paytable import Odds, Pay, Paytable
from houseway.ranking import poker
from houseway.ranking.poker import Strength
from houseway.rotation import Rotation

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


# ---- games like it ---------------------------------------------------------------------------------


def more_with_aces(seen: Seen) -> tuple[Option, ...]:
    """Three antes may be raised with a pair of aces or better."""
    good = poker.strength(seen[SEAT]) >= (poker.PAIR, 14)
    return *fold_or_raise(seen), *((say("raise 3x", ("Raise", 3)),) if good else ())


def two_words_for_one(seen: Seen) -> tuple[Option, ...]:
    """Of options that win the same the first is taken."""
    return *fold_or_raise(seen), say("raise too", ("Raise", 2))


def flush_or_ranks(cards: Cards) -> tuple[int, tuple[int, ...]]:
    """The joker is of every suit, and above the ace."""
    suits = {suit_of(card) for card in cards if card != JOKER}
    return len(suits) == 1, tuple(sorted(map(rank_of, cards), reverse=True))


def higher(mine: Strength, his: Strength, said: Words) -> str:
    return "win" if mine > his else "tie" if mine == his else LOSE


ALL_HIDDEN = replace(
    GAME,
    slug="all-hidden",
    round=(Bets(("Ante",)), Deal(SEAT, 5), Deal(DEALER, 5), Choice(more_with_aces), Show(DEALER)),
)
OWN, OTHER = Hand(SEAT, flush_or_ranks), Hand(DEALER, flush_or_ranks)
WITH_A_JOKER = replace(
    GAME,
    slug="with-a-joker",
    joker=True,
    round=(Bets(("Ante",)), Deal(SEAT, 2), Deal(DEALER, 3, up=2), Choice(two_words_for_one), Show(DEALER)),
    wagers=(
        Contest(name="Ante", clause="CS 1", mine=OWN, his=OTHER, settle=higher),
        Contest(name="Raise", clause="CS 2", of="Ante", mine=OWN, his=OTHER, settle=higher),
    ),
    paytables={name: paytable(name, {"win": 1, "tie": 0}) for name in ("Ante", "Raise")},
)
