"""Flush Rush. Seven cards that come four, two and one, and a fold or a bet of one ante before the fifth and before the
seventh. The longest flush pays, or the longest straight flush; both bets win with four cards of one suit.
"""

from collections.abc import Callable

from houseway.cards import Cards
from houseway.game import FOLD, LOSE, SEAT, Bets, Bonus, Choice, Deal, Game, Hand, Option, Seen, say
from houseway.letters import paytables_of
from houseway.ranking import suits
from houseway.rotation import Rotation
from houseway.sight import FlushOf

SLUG = "flush-rush"
PLAYS = ("Play 1", "Play 2")
LINES = (  # from the least up, by what they pay
    LOSE,
    "4-card flush",
    "5-card flush",
    "4-card straight flush",
    "6-card flush",
    "5-card straight flush",
    "7-card flush",
    "6-card straight flush",
    "7-card straight flush",
)
FOUR_FLUSH = LINES.index("4-card flush")


def bet_on(play: str) -> Callable[[Seen], tuple[Option, ...]]:
    """[FR 3] [FR 4]"""
    options = FOLD, say("play", (play, 1))
    return lambda seen: options


def made(cards: Cards) -> int:
    """The better of the longest flush and the longest straight flush, as a place in `LINES`. [FR 5]"""
    names = f"{suits.longest(cards)}-card flush", f"{suits.longest_run(cards)}-card straight flush"
    return max(LINES.index(name) if name in LINES else 0 for name in names)


def play(made: int) -> str:
    """[FR 6]"""
    return "win" if made >= FOUR_FLUSH else LOSE


def tell(made: int, said: tuple[str, ...]) -> str:
    return LINES[made] if made else "less than four of a suit"


def glance(seen: Seen) -> tuple[str, int]:
    return "", suits.longest(seen[SEAT])


def of_a_suit(number: int) -> str:
    return f"{number} of a suit"


SEVEN = Hand(SEAT, made, FlushOf(4), tell)

GAME = Game(
    slug=SLUG,
    title="Flush Rush",
    summary="Four cards, two and one more; fold or bet an ante between them; the longest flush pays.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=338,
    round=(
        Bets(("Ante",)),  # [FR 1]
        Deal(SEAT, 4),  # [FR 2]
        Choice(bet_on("Play 1"), glance=glance, glance_at="the longest suit", glance_name=of_a_suit),  # [FR 3]
        Deal(SEAT, 2),  # [FR 3]
        Choice(bet_on("Play 2"), glance=glance, glance_at="the longest suit", glance_name=of_a_suit),  # [FR 4]
        Deal(SEAT, 1),  # [FR 4]
    ),
    wagers=(
        Bonus(name="Ante", clause="FR 5", hand=SEVEN, judge=LINES.__getitem__),
        *(Bonus(name=name, clause="FR 6", of="Ante", hand=SEVEN, judge=play) for name in PLAYS),
    ),
    paytables=paytables_of(SLUG),
)
