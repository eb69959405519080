"""Games for tests whose hands tell apart the cards of one place that came at different times."""

from dataclasses import replace

from houseway.cards import Cards, rank_of, suit_of
from houseway.game import (
    BOARD,
    DEALER,
    LOSE,
    SEAT,
    Bets,
    Bonus,
    Choice,
    Contest,
    Deal,
    Game,
    Hand,
    Option,
    Seen,
    Show,
    say,
)
from houseway.games.caribbean_stud import fold_or_raise
from houseway.rotation import Rotation
from houseway.sight import FlushOf
from tests.analysis.exact.like_caribbean_stud import higher, paytable


def spread(cards: Cards) -> tuple[int, int]:
    low, high = sorted(map(rank_of, cards[:2]))
    return low, high


def stay_or_raise(seen: Seen) -> tuple[Option, ...]:
    low, high = spread(seen[BOARD])
    return (say("stay"), say("raise", ("Raise", 1))) if high - low > 1 else ()


def always(seen: Seen) -> tuple[Option, ...]:
    return say("stay"), say("raise", ("Raise", 1))


def between(cards: Cards) -> str:
    """Where the third card is."""
    low, high = spread(cards)
    third = rank_of(cards[2])
    return "pair" if low == high else "between" if low < third < high else "above" if third > high else LOSE


def above(cards: Cards) -> str:
    """Whether each card that came later is of the rank of one before."""
    first, *later = cards[2:]
    return between(cards) + (" paired" if rank_of(first) in map(rank_of, later) else "")


def suited(cards: Cards) -> str:
    """Whether the last card is of the suit of both others."""
    return "suited" if len(set(map(suit_of, cards))) == 1 and rank_of(cards[-1]) == max(map(rank_of, cards)) else LOSE


def named(worth: str) -> str:
    return worth


PAYS = {"between": 2, "above": 1, "pair": 0, "between paired": 5, "suited": 20}
THREE = Hand(BOARD, between, rank_of)

GAME = Game(
    slug="in-between",
    title="In Between",
    summary="A third card between the first two wins.",
    letters=(),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    round=(Bets(("Ante",), may=("Side", "Suit")), Deal(BOARD, 2, up=2), Choice(stay_or_raise), Deal(BOARD, 1, up=1)),
    wagers=(
        Bonus(name="Ante", clause="IB 1", hand=THREE, judge=named),
        Bonus(name="Raise", clause="IB 2", of="Ante", hand=THREE, judge=named),
        Bonus(name="Side", clause="IB 3", side=True, hand=THREE, judge=named),
        Bonus(name="Suit", clause="IB 4", side=True, hand=Hand(BOARD, suited), judge=named),
    ),
    paytables={name: paytable(name, PAYS) for name in ("Ante", "Raise", "Side", "Suit")},
)

# A seat may always raise, as in games of streets.
STREETS = replace(GAME, slug="in-between-streets", round=(*GAME.round[:2], Choice(always), GAME.round[3]))

# The later cards lie behind a seat's own, and only those of the board tell one from another.
TWO_PLACES = replace(
    GAME,
    slug="in-between-places",
    round=(Bets(("Ante",)), Deal(SEAT, 1), Deal(BOARD, 2, up=1), Choice(always), Show(BOARD), Deal(SEAT, 1)),
    wagers=(
        Bonus(name="Ante", clause="IB 1", hand=(hand := Hand(BOARD + SEAT, above, rank_of)), judge=named),
        Bonus(name="Raise", clause="IB 2", of="Ante", hand=hand, judge=named),
    ),
    paytables={name: paytable(name, PAYS) for name in ("Ante", "Raise")},
)


def first_then_all(cards: Cards) -> tuple[int, tuple[int, ...]]:
    """The card that came first counts first."""
    return rank_of(cards[0]), tuple(sorted(map(rank_of, cards[1:]), reverse=True))


OWN, HIS = Hand(SEAT, first_then_all, rank_of), Hand(DEALER, first_then_all, rank_of)

# The dealer's face-up card counts first.
UP_CARD = replace(
    GAME,
    slug="up-card",
    round=(Bets(("Ante",)), Deal(SEAT, 1), Deal(DEALER, 2, up=1), Choice(fold_or_raise), Show(DEALER)),
    wagers=(
        Contest(name="Ante", clause="IB 1", mine=OWN, his=HIS, settle=higher),
        Contest(name="Raise", clause="IB 2", of="Ante", mine=OWN, his=HIS, settle=higher),
    ),
    paytables={name: paytable(name, {"win": 1, "tie": 0}) for name in ("Ante", "Raise")},
)


def flush_by_the_last(cards: Cards) -> str:
    """A flush whose last card is the highest; or a pair that it makes."""
    pairs = rank_of(cards[-1]) in map(rank_of, cards[:-1])
    return "between paired" if pairs else suited(cards)


def flush_game(slug: str, seat: int, length: int) -> Game:
    """Some cards to the seat, two to the board, and after the choice a last one."""
    hand = Hand(SEAT + BOARD if seat else BOARD, flush_by_the_last, FlushOf(length))
    deals = (*((Deal(SEAT, seat),) if seat else ()), Deal(BOARD, 2, up=2))
    return replace(
        GAME,
        slug=slug,
        round=(Bets(("Ante",)), *deals, Choice(always), Deal(BOARD, 1, up=1)),
        wagers=(
            Bonus(name="Ante", clause="IB 1", hand=hand, judge=named),
            Bonus(name="Raise", clause="IB 2", of="Ante", hand=hand, judge=named),
        ),
        paytables={name: paytable(name, PAYS) for name in ("Ante", "Raise")},
    )


FLUSH, LONG_FLUSH = flush_game("flush-by-the-last", 0, 3), flush_game("long-flush-by-the-last", 2, 5)

FEW_CARDS = (GAME, STREETS, TWO_PLACES, UP_CARD, FLUSH)
GAMES = (*FEW_CARDS, LONG_FLUSH)
