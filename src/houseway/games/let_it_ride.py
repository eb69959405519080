"""Let It Ride. Three equal bets on the five-card hand that three cards of one's own and two common cards make.

One bet may be taken back on seeing the three cards, and another when the first common card is turned over.
"""

from collections.abc import Callable

from houseway.cards import rank_of
from houseway.game import BOARD, LOSE, SEAT, Bets, Bonus, Choice, Deal, Game, Hand, Option, Seen, Show
from houseway.letters import paytables_of
from houseway.ranking import draws, poker, three_card
from houseway.rotation import Rotation
from houseway.sight import FlushOf

SLUG = "let-it-ride"
BETS = ("Bet 1", "Bet 2", "Bet 3")
PAYS = "a pair of tens or better"


def take_back(bet: str) -> Callable[[Seen], tuple[Option, ...]]:
    """A bet is taken back or it rides. [LIR 3] [LIR 4]"""
    options = Option("take back", back=(bet,)), Option("let it ride")
    return lambda seen: options


def line(made: poker.Strength) -> str:
    """A pair of tens or better pays. [LIR 5]"""
    if made[0] == poker.PAIR:
        return "pair of tens or better" if made[1] >= 10 else LOSE
    return poker.kind(made)


# ---- what a player glances at ----------------------------------------------------------------------

FIRST_AT = "three cards: a point for each from ten up, and for each straight that holds them"
THEN_AT = "four cards: what they can become"
FIRST = (
    "anything else",
    *(f"three to a straight flush, {points} point{'s' if points > 1 else ''}" for points in range(1, 7)),
    PAYS,
)
THEN = (
    "anything else",
    *(f"an inside straight with {high} card{'s' if high != 1 else ''} from ten up" for high in range(4)),
    "an open straight",
    "an inside straight of four cards from ten up",
    *(f"an open straight with {high} card{'s' if high > 1 else ''} from ten up" for high in range(1, 5)),
    "four to a flush",
    PAYS,
)


def first_glance(seen: Seen) -> tuple[str, int]:
    """Points are cards from ten up, and straights that can be made."""
    cards = seen[SEAT]
    if draws.pair_of(cards) >= 10 or three_card.strength(cards)[0] == three_card.THREE_ALIKE:
        return "", FIRST.index(PAYS)
    straights = draws.straights_with(cards)
    return "", straights + draws.number_from(10, cards) if straights and draws.are_suited(cards) else 0


def then_glance(seen: Seen) -> tuple[str, int]:
    cards = seen[SEAT + BOARD]
    ranks = [*map(rank_of, cards)]
    if draws.pair_of(cards) >= 10 or len(set(ranks)) == 2 or max(map(ranks.count, ranks)) > 2:
        return "", THEN.index(PAYS)
    if draws.are_suited(cards):
        return "", THEN.index("four to a flush")
    straights, high = draws.straights_with(cards), draws.number_from(10, cards)
    if straights > 1:
        return "", 6 + high if high else 5
    return "", (6 if high == 4 else 1 + high) if straights else 0


MINE = Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell)
THREE = Hand(SEAT, three_card.strength, FlushOf(3), three_card.tell)

GAME = Game(
    slug=SLUG,
    title="Let It Ride",
    summary="Three bets on your three cards and two common ones; take back two, one at a time, or let them ride.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=215,
    round=(
        Bets(BETS, may=("3 Card Bonus",)),  # [LIR 1]
        Deal(SEAT, 3),  # [LIR 2]
        Deal(BOARD, 2),  # [LIR 2]
        Choice(take_back("Bet 1"), glance=first_glance, glance_at=FIRST_AT, glance_name=FIRST.__getitem__),  # [LIR 3]
        Show(BOARD[:1]),
        Choice(take_back("Bet 2"), glance=then_glance, glance_at=THEN_AT, glance_name=THEN.__getitem__),  # [LIR 4]
        Show(BOARD[1:]),
    ),
    wagers=(
        Bonus(name="Bet 1", clause="LIR 5", hand=MINE, judge=line),
        *(Bonus(name=bet, clause="LIR 5", of="Bet 1", hand=MINE, judge=line) for bet in BETS[1:]),
        Bonus(name="3 Card Bonus", clause="LIR 6", side=True, hand=THREE, judge=three_card.kind),  # [LIR 6]
    ),
    paytables=paytables_of(SLUG),
)
