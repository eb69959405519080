"""High Card Flush, the game that I Luv Suits Poker plays too. Seven cards each, and the longest flush wins.

Fold, or play: with five cards of a suit up to twice the ante, with six or seven up to three times. The dealer plays
with a three-card flush that is nine high. Two side bets are on the longest flush and on the longest straight flush.
"""

from houseway.game import (
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
from houseway.letters import paytables_of
from houseway.ranking.longest_flush import LENGTHS, SEES, Strength, straight_flush, strength, tell
from houseway.rotation import Rotation

SLUG = "high-card-flush"

LEAST = (3, 9)  # a three-card flush that is nine high
TIMES = {5: 2, 6: 3, 7: 3}  # the most that may be played with so long a flush, else once

FOUR = 15**3  # at a glance, above every three-card flush

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[HCF 3]"""
    length, *_ = strength(seen[SEAT])
    return FOLD, *(say(f"play {times}x", ("Play", times)) for times in range(1, TIMES.get(length, 1) + 1))


def glance(seen: Seen) -> tuple[str, int]:
    """Short flushes by length and cards; those that may be played with more by length alone."""
    length, first, second, *third = strength(seen[SEAT])
    if length in TIMES:
        return f"{LENGTHS[length]}-card flush", 0
    return "", (first * 15 + second) * 15 + third[0] if length == LEAST[0] else FOUR if length > LEAST[0] else 0


def spoken(glance: int) -> str:
    if glance == FOUR:
        return "four-card flush"
    ranks = (glance // 15**2, glance // 15 % 15, glance % 15)
    return tell((LEAST[0], *ranks), ()) if glance else "two-card flush"


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """[HCF 4] [HCF 5]"""
    if his < LEAST or mine > his:
        return "win"
    return "tie" if mine == his else LOSE


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[HCF 4] [HCF 5]"""
    return ante(mine, his, said) if his >= LEAST else "dealer does not play"


def flush_line(mine: Strength) -> str:
    """[HCF 6]"""
    return f"{LENGTHS[mine[0]]}-card flush"


def straight_flush_line(length: int) -> str:
    """[HCF 7]"""
    return f"{LENGTHS[length]}-card straight flush" if length > 1 else LOSE


MINE, HIS = (Hand(look, strength, SEES, tell) for look in (SEAT, DEALER))
IN_A_ROW = Hand(SEAT, straight_flush, SEES)

GAME = Game(
    slug=SLUG,
    title="High Card Flush",
    summary="Seven cards each; the longest flush wins. Fold or play, more with a longer flush.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=345,
    round=(
        Bets(("Ante",), may=("Flush Rush", "Super Flush Rush")),  # [HCF 1]
        Deal(SEAT + DEALER, 7),  # [HCF 2]
        Choice(fold_or_play, glance=glance, glance_at="the longest flush", glance_name=spoken),  # [HCF 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="HCF 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Play", clause="HCF 5", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Flush Rush", clause="HCF 6", side=True, outlives=True, hand=MINE, judge=flush_line),
        Bonus(
            name="Super Flush Rush", clause="HCF 7", side=True, outlives=True, hand=IN_A_ROW, judge=straight_flush_line
        ),
    ),
    paytables=paytables_of(SLUG),
)
