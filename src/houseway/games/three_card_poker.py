"""Three Card Poker. Three cards each; fold, or play with a wager equal to the ante. The dealer plays with queen high.

Without that the ante wins and the play wager is returned. A straight or better is paid a bonus on the ante whatever the
dealer holds, Pair Plus for a pair or better, and the 6 Card Bonus for the best five of both hands, folded or not.
"""

from houseway.cards import QUEEN
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
from houseway.ranking import draws, poker, three_card
from houseway.rotation import Rotation
from houseway.sight import FlushOf

SLUG = "three-card-poker"

PAIRED = 15**3  # at a glance, above every hand without a pair

Strength = tuple[int, ...]
Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[TCP 3]"""
    return FOLD, say("play", ("Play", 1))


def glance(seen: Seen) -> tuple[str, int]:
    """Hands without a pair, rank by rank; all others are better."""
    kind, *ranks = three_card.strength(seen[SEAT])
    return "", sum(
        rank * 15**place for place, rank in enumerate(reversed(ranks))
    ) if kind == three_card.HIGH_CARD else PAIRED


def spoken(glance: int) -> str:
    return draws.spoken((glance // 225, glance // 15 % 15, glance % 15)) if glance < PAIRED else "a pair or better"


def qualifies(his: Strength) -> bool:
    """[TCP 4]"""
    return his >= (three_card.HIGH_CARD, QUEEN)


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """[TCP 4] [TCP 5]"""
    if not qualifies(his) or mine > his:
        return "win"
    return "tie" if mine == his else LOSE


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[TCP 4] [TCP 5]"""
    return ante(mine, his, said) if qualifies(his) else "dealer does not play"


def kind(mine: Strength) -> str:
    """Ante Bonus and Pair Plus look at the player's cards alone. [TCP 6] [TCP 7]"""
    return three_card.KINDS[mine[0]]


def tell(made: Strength, said: Words) -> str:
    return three_card.name(made)


MINE = Hand(SEAT, three_card.strength, FlushOf(3), tell)  # [TCP ranking]
HIS = Hand(DEALER, three_card.strength, FlushOf(3), tell)
ALL_SIX = Hand(SEAT + DEALER, poker.strength, poker.SEES, poker.tell)  # [TCP 8]

GAME = Game(
    slug=SLUG,
    title="Three Card Poker",
    summary="Three cards each; fold or play. The dealer plays with queen high; straights and better earn a bonus.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=325,
    round=(
        Bets(("Ante",), may=("Pair Plus", "6 Card Bonus")),  # [TCP 1]
        Deal(SEAT + DEALER, 3),  # [TCP 2]
        Choice(fold_or_play, glance=glance, glance_at="the cards, the highest first", glance_name=spoken),  # [TCP 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="TCP 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Play", clause="TCP 5", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Ante Bonus", clause="TCP 6", of="Ante", free=True, hand=MINE, judge=kind),
        Bonus(name="Pair Plus", clause="TCP 7", outlives=True, hand=MINE, judge=kind),
        Bonus(name="6 Card Bonus", clause="TCP 8", side=True, outlives=True, hand=ALL_SIX, judge=poker.kind),
    ),
    paytables=paytables_of(SLUG),
)
