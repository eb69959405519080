"""Caribbean Stud. Five cards each, one of the dealer's face up; fold, or raise two antes. The dealer plays with ace and
king.

Without that the ante wins and the raise is returned. The raise of a winner pays by his hand; Bonus and Progressive look
at his cards alone.
"""

from houseway.cards import ACE, KING, RANK_NAMES, rank_of
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
from houseway.ranking import poker
from houseway.ranking.poker import Strength
from houseway.rotation import Rotation

SLUG = "caribbean-stud"

LESS, PAIRED = 0, ACE  # at a glance, below and above every hand with ace and king

Words = tuple[str, ...]


def fold_or_raise(seen: Seen) -> tuple[Option, ...]:
    """[CS 3]"""
    return FOLD, say("raise", ("Raise", 2))


def glance(seen: Seen) -> tuple[str, int]:
    """How the dealer's card stands to one's own, and of ace and king the third card."""
    [shown], mine = map(rank_of, seen[DEALER]), sorted(map(rank_of, seen[SEAT]), reverse=True)
    made = poker.strength(seen[SEAT])
    number = PAIRED if made >= (poker.PAIR,) else made[3] if made >= (poker.HIGH_CARD, ACE, KING) else LESS
    if shown >= KING:
        return "he shows an ace or king", number
    if shown in mine:
        return "he shows a lower rank that you hold", number
    below = "below" if shown < mine[3] else "above"
    return f"he shows a lower rank that you do not hold, {below} your fourth", number


def spoken(number: int) -> str:
    if number == LESS:
        return "less than ace-king"
    return "a pair or better" if number == PAIRED else f"ace-king-{RANK_NAMES[number]}"


def qualifies(his: Strength) -> bool:
    """[CS 4]"""
    return his >= (poker.HIGH_CARD, ACE, KING)


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """[CS 4] [CS 5]"""
    if not qualifies(his) or mine > his:
        return "win"
    return "tie" if mine == his else LOSE


def raised(mine: Strength, his: Strength, said: Words) -> str:
    """[CS 4] [CS 6]"""
    won = ante(mine, his, said) if qualifies(his) else "dealer does not play"
    return won if won != "win" else poker.kind(mine) if mine >= (poker.TWO_PAIR,) else "pair or less"


def bonus(mine: Strength) -> str:
    """[CS 7]"""
    if mine[0] == poker.PAIR:
        return "eights or better" if mine[1] >= 8 else "lower pair"
    return poker.kind(mine)


MINE = Hand(SEAT, poker.strength, poker.SEES, poker.tell)
HIS = Hand(DEALER, poker.strength, poker.SEES, poker.tell)

GAME = Game(
    slug=SLUG,
    title="Caribbean Stud Poker",
    summary="Five cards each, one of the dealer's face up; fold or raise. The dealer plays with ace and king.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=183,
    round=(
        Bets(("Ante",), may=("Bonus", "Progressive")),  # [CS 1]
        Deal(SEAT, 5),  # [CS 2]
        Deal(DEALER, 5, up=1),  # [CS 2]
        Choice(fold_or_raise, glance=glance, glance_at="the dealer's card, and ace and king", glance_name=spoken),
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="CS 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Raise", clause="CS 6", of="Ante", mine=MINE, his=HIS, settle=raised),
        Bonus(name="Bonus", clause="CS 7", side=True, outlives=True, hand=MINE, judge=bonus),
        Bonus(
            name="Progressive",
            clause="CS 8",
            side=True,
            outlives=True,
            progressive=True,
            hand=MINE,
            judge=poker.kind,
        ),
    ),
    paytables=paytables_of(SLUG),
)
