"""Straight Edge Poker, as far as it is known. Seven cards against eight of the dealer's, and the longest straight wins.

The deuce follows the ace. Fold, or play with a wager equal to the ante; the player wins copies. Two side bets are on a
straight of four or more cards, and on no straight at all: what they pay is not known, and so they are not here.
"""

from houseway.cards import rank_of
from houseway.game import (
    DEALER,
    FOLD,
    LOSE,
    SEAT,
    Bets,
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
from houseway.ranking.wrapped_straight import Strength, strength, tell
from houseway.rotation import Rotation

SLUG = "straight-edge"

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[SE 4]"""
    return FOLD, say("play", ("Play", 1))


def glance(seen: Seen) -> tuple[str, int]:
    """The longest straight, and where it ends."""
    length, top = strength(seen[SEAT])
    return "", length * 15 + top


def spoken(glance: int) -> str:
    return tell((glance // 15, glance % 15), ())


def showdown(mine: Strength, his: Strength, said: Words) -> str:
    """[SE 5]"""
    return "win" if mine >= his else LOSE


MINE, HIS = (Hand(look, strength, rank_of, tell) for look in (SEAT, DEALER))

GAME = Game(
    slug=SLUG,
    title="Straight Edge Poker",
    summary="Seven cards against the dealer's eight; the longest straight wins, and the player wins copies.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=104,
    round=(
        Bets(("Ante",)),  # [SE 1]
        Deal(SEAT, 7),  # [SE 2]
        Deal(DEALER, 8),  # [SE 3]
        Choice(fold_or_play, glance=glance, glance_at="the longest straight", glance_name=spoken),  # [SE 4]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="SE 5", mine=MINE, his=HIS, settle=showdown),
        Contest(name="Play", clause="SE 5", of="Ante", mine=MINE, his=HIS, settle=showdown),
    ),
    paytables=paytables_of(SLUG),
)
