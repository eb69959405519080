"""Big Raise Stud. Three cards of one's own and two common cards; fold, or raise one to four antes. Ante and raise pay
by the same table, a pair of tens or better wins, sixes to nines push.
"""

from collections.abc import Callable

from houseway.cards import rank_of
from houseway.game import BOARD, FOLD, LOSE, SEAT, Bets, Bonus, Choice, Deal, Game, Hand, Option, Seen, Show, say
from houseway.letters import paytables_of
from houseway.ranking import draws, poker
from houseway.rotation import Rotation

SLUG = "big-raise-stud"
OPTIONS = FOLD, *(say(f"raise {times}x", ("Raise", times)) for times in (1, 2, 3, 4))


def fold_or_raise(seen: Seen) -> tuple[Option, ...]:
    """[BRS 3]"""
    return OPTIONS


def line(made: poker.Strength) -> str:
    """Both bets pay by the same table. [BRS 4]"""
    if made[0] == poker.PAIR:
        return "tens or better" if made[1] >= 10 else "sixes to nines" if made[1] >= 6 else LOSE
    return poker.kind(made)


GLANCE_AT = (
    "points, three for a card from ten up and two from six to nine, and one for each straight that holds all three "
    "cards, two where they are suited; or the rank of a pair"
)


ROWS: dict[str, Callable[[Seen], bool]] = {
    "three of a kind": lambda seen: len(set(map(rank_of, seen[SEAT]))) == 1,
    "a pair": lambda seen: draws.pair_of(seen[SEAT]) > 0,
    "suited": lambda seen: draws.are_suited(seen[SEAT]),
    "unsuited": lambda seen: not draws.are_suited(seen[SEAT]),
}


def glance(seen: Seen) -> tuple[str, int]:
    cards = seen[SEAT]
    row = next(row for row, is_met in ROWS.items() if is_met(seen))
    points = 2 * draws.number_from(6, cards) + draws.number_from(10, cards)
    return row, draws.pair_of(cards) or points + draws.straights_with(cards) * (2 if row == "suited" else 1)


MINE = Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell)

GAME = Game(
    slug=SLUG,
    title="Big Raise Stud",
    summary="Three cards and two common ones; fold, or raise one to four antes; tens or better win.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=20,
    round=(
        Bets(("Ante",)),  # [BRS 1]
        Deal(SEAT, 3),  # [BRS 2]
        Deal(BOARD, 2),  # [BRS 2]
        Choice(fold_or_raise, glance=glance, glance_at=GLANCE_AT, glance_rows=(*ROWS.items(),)),  # [BRS 3]
        Show(BOARD),
    ),
    wagers=(
        Bonus(name="Ante", clause="BRS 4", hand=MINE, judge=line),
        Bonus(name="Raise", clause="BRS 4", of="Ante", hand=MINE, judge=line),
    ),
    paytables=paytables_of(SLUG),
)
