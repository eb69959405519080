"""Crazy 4 Poker. Five cards each, of which the best four count; fold, or play one ante, up to three with a pair of aces
or better. The dealer plays with king high.

Without that the ante is returned, and the play wager wins. The Super Bonus pays for a straight or better whatever the
dealer holds, and Queens Up for a pair of queens or better.
"""

from houseway.cards import ACE, KING, QUEEN, RANK_NAMES
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
from houseway.ranking import draws, four_card
from houseway.ranking.four_card import Strength
from houseway.rotation import Rotation

SLUG = "crazy-4"

PAIRED, ACES = 15**4, 15**4 + ACE  # at a glance, above every hand without a pair

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[C4 3]"""
    most = 3 if has_aces(four_card.strength(seen[SEAT])) else 1
    return FOLD, *(say(f"play {times}x", ("Play", times)) for times in range(1, most + 1))


def has_aces(made: Strength) -> bool:
    return made >= (four_card.PAIR, ACE)


def glance(seen: Seen) -> tuple[str, int]:
    """Hands without a pair, rank by rank; then pairs up to that of aces, with all that is better."""
    kind, *ranks = made = four_card.strength(seen[SEAT])
    if kind > four_card.HIGH_CARD:
        return "", ACES if has_aces(made) else PAIRED + ranks[0]
    return "", sum(rank * 15**place for place, rank in enumerate(reversed(ranks)))


def spoken(number: int) -> str:
    if number >= PAIRED:
        return f"a pair of {RANK_NAMES[number - PAIRED]}s" + (" or better" if number == ACES else "")
    return draws.spoken(number // 15**place % 15 for place in (3, 2, 1, 0))


def qualifies(his: Strength) -> bool:
    """[C4 4]"""
    return his >= (four_card.HIGH_CARD, KING)


def compared(mine: Strength, his: Strength, said: Words) -> str:
    """[C4 5]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """[C4 4] [C4 5]"""
    return compared(mine, his, said) if qualifies(his) else "dealer does not play"


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[C4 4] [C4 5]"""
    return compared(mine, his, said) if qualifies(his) else "win"


def super_bonus(mine: Strength, his: Strength, said: Words) -> str:
    """[C4 6]"""
    if mine >= (four_card.STRAIGHT,):
        return "four aces" if mine == (four_card.QUADS, ACE) else four_card.kind(mine)
    return LOSE if play(mine, his, said) == LOSE else "less than a straight"


def queens_up(mine: Strength) -> str:
    """[C4 7]"""
    if mine[0] == four_card.PAIR:
        return "queens or better" if mine[1] >= QUEEN else LOSE
    return four_card.kind(mine)


MINE = Hand(SEAT, four_card.strength, four_card.SEES, four_card.tell)  # [C4 ranking]
HIS = Hand(DEALER, four_card.strength, four_card.SEES, four_card.tell)

GAME = Game(
    slug=SLUG,
    title="Crazy 4 Poker",
    summary="The best four of five cards; fold, play, or play three antes with aces or better.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=308,
    round=(
        Bets(("Ante", "Super Bonus"), may=("Queens Up",)),  # [C4 1]
        Deal(SEAT + DEALER, 5),  # [C4 2]
        Choice(fold_or_play, glance=glance, glance_at="the best four cards", glance_name=spoken),  # [C4 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="C4 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Super Bonus", clause="C4 6", of="Ante", mine=MINE, his=HIS, settle=super_bonus),
        Contest(name="Play", clause="C4 5", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Queens Up", clause="C4 7", side=True, outlives=True, hand=MINE, judge=queens_up),
    ),
    paytables=paytables_of(SLUG),
)
