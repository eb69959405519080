"""Six Card Poker. Six cards each and the best five of them; three of the dealer's are seen before the choice.

Fold, or raise with a wager equal to the ante. The dealer qualifies with ace-king: without it the ante is returned, and
the raise plays on.
"""

from houseway.cards import ACE, KING, RANK_NAMES
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
from houseway.ranking.draws import pair_of
from houseway.ranking.poker import HIGH_CARD, PAIR, SEES, Strength, strength, tell
from houseway.rotation import Rotation

SLUG = "six-card-poker"

LEAST = (HIGH_CARD, ACE, KING)
TWO_PAIR = 30  # at a glance, with all that is better

Words = tuple[str, ...]


def fold_or_raise(seen: Seen) -> tuple[Option, ...]:
    """[SCP 3]"""
    return FOLD, say("raise", ("Raise", 1))


def glance(seen: Seen) -> tuple[str, int]:
    """Whether the dealer shows a pair, and of what; and one's own pair, or highest card."""
    kind, *ranks = strength(seen[SEAT])
    shows = f"pair of {RANK_NAMES[pair_of(seen[DEALER])]}s" if pair_of(seen[DEALER]) else "no pair"
    return f"dealer shows {shows}", TWO_PAIR if kind > PAIR else ranks[0] + 15 * kind


def spoken(glance: int) -> str:
    if glance == TWO_PAIR:
        return "two pair or better"
    return f"pair of {RANK_NAMES[glance - 15]}s" if glance > ACE else f"{RANK_NAMES[glance]} high"


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """[SCP 4] [SCP 5]"""
    return raised(mine, his, said) if his >= LEAST else "dealer does not qualify"


def raised(mine: Strength, his: Strength, said: Words) -> str:
    """[SCP 4] [SCP 5]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


MINE, HIS = (Hand(look, strength, SEES, tell) for look in (SEAT, DEALER))

GAME = Game(
    slug=SLUG,
    title="Six Card Poker",
    summary="The best five of six cards; three of the dealer's are shown. Fold or raise; he qualifies with ace-king.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=134,
    round=(
        Bets(("Ante",)),  # [SCP 1]
        Deal(SEAT, 6),  # [SCP 2]
        Deal(DEALER, 6, up=3),  # [SCP 2]
        Choice(fold_or_raise, glance=glance, glance_at="what the dealer shows, and one's own hand", glance_name=spoken),
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="SCP 4", mine=MINE, his=HIS, settle=ante),
        Contest(name="Raise", clause="SCP 5", of="Ante", mine=MINE, his=HIS, settle=raised),
    ),
    paytables=paytables_of(SLUG),
)
