"""High Five Poker. Seven cards each from a pack with a joker, and the best five of them.

Fold, or play with a wager equal to the ante. The dealer plays with a pair of sixes or better, and always against a
straight or better; else the ante wins and the play wager is returned. Trips pays for three of a kind or better.
"""

from houseway.cards import ACE, RANK_NAMES
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
from houseway.ranking.joker_poker import FIVE_ACES, SEES, Strength, name, strength, tell
from houseway.ranking.poker import FULL_HOUSE, HIGH_CARD, KINDS, PAIR, STRAIGHT
from houseway.rotation import Rotation

SLUG = "high-five"

LEAST = (PAIR, 6)
TWO_PAIR = 15  # at a glance, with all that is better

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[HF 3]"""
    return FOLD, say("play", ("Play", 1))


def glance(seen: Seen) -> tuple[str, int]:
    """The pair, or none; two pair and better are the most."""
    kind, *ranks = strength(seen[SEAT])
    return "", 0 if kind == HIGH_CARD else ranks[0] if kind == PAIR else TWO_PAIR


def spoken(glance: int) -> str:
    return "two pair or better" if glance == TWO_PAIR else f"pair of {RANK_NAMES[glance]}s" if glance else "no pair"


def plays(mine: Strength, his: Strength) -> bool:
    """[HF 4]"""
    return his >= LEAST or mine >= (STRAIGHT,)


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """[HF 4] [HF 5]"""
    if not plays(mine, his) or mine > his:
        return "win"
    return "tie" if mine == his else LOSE


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[HF 4] [HF 5]"""
    return ante(mine, his, said) if plays(mine, his) else "dealer does not play"


def kind(mine: Strength) -> str:
    """[HF 6]"""
    if mine[0] == FIVE_ACES:
        return name(mine)
    return "aces full" if mine[:2] == (FULL_HOUSE, ACE) else KINDS[mine[0]]


MINE, HIS = (Hand(look, strength, SEES, tell) for look in (SEAT, DEALER))

GAME = Game(
    slug=SLUG,
    title="High Five Poker",
    summary="The best five of seven cards with a joker; fold or play. The dealer plays with a pair of sixes.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    joker=True,
    felt=28,
    round=(
        Bets(("Ante",), may=("Trips",)),  # [HF 1]
        Deal(SEAT + DEALER, 7),  # [HF 2]
        Choice(fold_or_play, glance=glance, glance_at="the pair", glance_name=spoken),  # [HF 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="HF 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Play", clause="HF 5", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Trips", clause="HF 6", side=True, outlives=True, hand=MINE, judge=kind),
    ),
    paytables=paytables_of(SLUG),
)
