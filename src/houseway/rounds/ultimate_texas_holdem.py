"""Ultimate Texas Hold'em. Two cards each and five common cards; raise once: three or four antes at once, two after the
flop, one at the end, or fold. The dealer opens with a pair.
"""

from houseway.ranking import poker
from houseway.ranking.poker import Strength
from houseway.rotation import Rotation
from houseway.rounds.letters import paytables_of
from houseway.steps import (
    BOARD,
    CHECK,
    DEALER,
    FOLD,
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

SLUG = "ultimate-texas-holdem"

Words = tuple[str, ...]


# ---- the round -------------------------------------------------------------------------------------


def at_once(seen: Seen) -> tuple[Option, ...]:
    """[UTH 4]"""
    return CHECK, say("raise 4x", ("Play", 4)), say("raise 3x", ("Play", 3))


def after_the_flop(seen: Seen) -> tuple[Option, ...]:
    """[UTH 5]"""
    return () if has_raised(seen) else (CHECK, say("raise 2x", ("Play", 2)))


def at_the_end(seen: Seen) -> tuple[Option, ...]:
    """[UTH 6]"""
    return () if has_raised(seen) else (FOLD, say("raise 1x", ("Play", 1)))


def has_raised(seen: Seen) -> bool:
    return any(word.startswith("raise") for word in seen.said)


# ---- settling the wagers ---------------------------------------------------------------------------


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[UTH 8]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """Returned if the dealer does not open. [UTH 7]"""
    return play(mine, his, said) if his >= (poker.PAIR,) else "dealer does not open"


def blind(mine: Strength, his: Strength, said: Words) -> str:
    """Pays by the hand that won; less than a straight pushes. [UTH 9]"""
    won = play(mine, his, said)
    return won if won != "win" else poker.kind(mine) if mine >= (poker.STRAIGHT,) else "less than a straight"


MINE, HIS = (
    Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell),
    Hand(DEALER + BOARD, poker.strength, poker.SEES, poker.tell),
)

GAME = Game(
    slug=SLUG,
    title="Ultimate Texas Hold'em",
    summary="Two cards each and five common ones; the sooner you raise the more; the dealer opens with a pair.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=75,
    round=(
        Bets(("Ante", "Blind"), may=("Trips",)),  # [UTH 1]
        Deal(SEAT + DEALER, 2),  # [UTH 2]
        Deal(BOARD, 5),  # [UTH 3]
        Choice(at_once),  # [UTH 4]
        Show(BOARD[:3]),
        Choice(after_the_flop),  # [UTH 5]
        Show(BOARD[3:]),
        Choice(at_the_end),  # [UTH 6]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="UTH 7", mine=MINE, his=HIS, settle=ante),
        Contest(name="Blind", clause="UTH 9", of="Ante", mine=MINE, his=HIS, settle=blind),
        Contest(name="Play", clause="UTH 8", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Trips", clause="UTH 10", side=True, outlives=True, hand=MINE, judge=poker.kind),
    ),
    paytables=paytables_of(SLUG),
)
