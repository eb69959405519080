"""DJ Wild Stud Poker. Five cards each of a deck in which the deuces and the joker are wild; fold, or play two antes.

The dealer always plays. The Blind, equal to the ante, pays a winner for a straight or better.
"""

from houseway.cards import RANK_NAMES
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
from houseway.ranking import wild
from houseway.ranking.wild import Strength
from houseway.rotation import Rotation

SLUG = "dj-wild"

UNPAIRED, BETTER = 0, 15**2  # at a glance, below and above every pair

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[DJ 3]"""
    return FOLD, say("play", ("Play", 2))


def glance(seen: Seen) -> tuple[str, int]:
    """Pairs with their kicker, and all that is better or worse."""
    kind, *ranks = wild.strength(seen[SEAT])
    return "", UNPAIRED if kind < wild.PAIR else BETTER if kind > wild.PAIR else 15 * ranks[0] + ranks[1]


def spoken(number: int) -> str:
    if number == UNPAIRED:
        return "no pair"
    pair, kicker = divmod(number, 15)
    return "two pair or better" if number == BETTER else f"a pair of {RANK_NAMES[pair]}s with {RANK_NAMES[kicker]}"


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[DJ 4]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def blind(mine: Strength, his: Strength, said: Words) -> str:
    """Pays by the hand that won; less than a straight pushes. [DJ 5]"""
    won = play(mine, his, said)
    return won if won != "win" else wild.kind(mine) if mine >= (wild.STRAIGHT,) else "less than a straight"


MINE, HIS = Hand(SEAT, wild.strength, tell=wild.tell), Hand(DEALER, wild.strength, tell=wild.tell)  # [DJ ranking]

GAME = Game(
    slug=SLUG,
    title="DJ Wild Stud Poker",
    summary="Five cards each, deuces and the joker wild; fold or play. The Blind pays winners from a straight up.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    joker=True,
    felt=15,
    round=(
        Bets(("Ante", "Blind")),  # [DJ 1]
        Deal(SEAT + DEALER, 5),  # [DJ 2]
        Choice(fold_or_play, glance=glance, glance_at="the pair and its kicker", glance_name=spoken),  # [DJ 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="DJ 4", mine=MINE, his=HIS, settle=play),
        Contest(name="Blind", clause="DJ 5", of="Ante", mine=MINE, his=HIS, settle=blind),
        Contest(name="Play", clause="DJ 4", of="Ante", mine=MINE, his=HIS, settle=play),
    ),
    paytables=paytables_of(SLUG),
)
