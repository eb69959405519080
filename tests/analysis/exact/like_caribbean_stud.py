"""Games like Caribbean Stud, for tests: other cards face up, other options, a joker."""

from dataclasses import replace
from fractions import Fraction

from houseway.cards import JOKER, Cards, rank_of, suit_of
from houseway.game import DEALER, LOSE, SEAT, Bets, Choice, Contest, Deal, Hand, Option, Seen, Show, say
from houseway.games.caribbean_stud import GAME, fold_or_raise
from houseway.paytable import Odds, Pay, Paytable
from houseway.ranking import poker
from houseway.ranking.poker import Strength

Words = tuple[str, ...]


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


def paytable(wager: str, pays: dict[str, int]) -> Paytable:
    lines = {line: Pay(odds=Odds.TO_ONE, amount=Fraction(amount)) for line, amount in pays.items()}
    return Paytable(name=wager, wager=wager, lines=lines)


ALL_HIDDEN = replace(
    GAME,
    slug="all-hidden",
    round=(Bets(("Ante",)), Deal(SEAT, 5), Deal(DEALER, 5), Choice(more_with_aces), Show(DEALER)),
    wagers=GAME.wagers[:2],
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
