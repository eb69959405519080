"""Four Card Poker. The best four of five cards against the best four of the dealer's six, one of which lies face up;
fold, or play one to three antes.

The dealer always plays, and the player wins ties. Three of a kind or better is paid a bonus on the ante whatever the
dealer holds, and Aces Up pays for a pair of aces or better.
"""

from houseway.cards import ACE, RANK_NAMES, rank_of
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
from houseway.ranking import four_card
from houseway.ranking.four_card import Strength
from houseway.rotation import Rotation

SLUG = "four-card-poker"

UNPAIRED, BETTER = 0, 15  # at a glance, below and above every pair

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[FC 3]"""
    return FOLD, *(say(f"play {times}x", ("Play", times)) for times in (1, 2, 3))


def glance(seen: Seen) -> tuple[str, int]:
    """Whether the dealer's card is above one's pair, and the pair."""
    kind, rank, *_ = four_card.strength(seen[SEAT])
    [shown] = map(rank_of, seen[DEALER])
    number = UNPAIRED if kind < four_card.PAIR else BETTER if kind > four_card.PAIR else rank
    return "he shows more than your pair" if shown > rank else "he shows no more", number


def spoken(number: int) -> str:
    if number == UNPAIRED:
        return "no pair"
    return "two pair or better" if number == BETTER else f"a pair of {RANK_NAMES[number]}s"


def play(mine: Strength, his: Strength, said: Words) -> str:
    """The player wins ties. [FC 4]"""
    return "win" if mine >= his else LOSE


def aces_up(mine: Strength) -> str:
    """[FC 6]"""
    if mine[0] == four_card.PAIR:
        return "pair of aces" if mine[1] == ACE else LOSE
    return four_card.kind(mine)


MINE = Hand(SEAT, four_card.strength, four_card.SEES, four_card.tell)  # [FC ranking]
HIS = Hand(DEALER, four_card.strength, four_card.SEES, four_card.tell)

GAME = Game(
    slug=SLUG,
    title="Four Card Poker",
    summary="The best four of your five cards against the best four of the dealer's six; fold, or play up to 3 antes.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=50,
    round=(
        Bets(("Ante",), may=("Aces Up",)),  # [FC 1]
        Deal(SEAT, 5),  # [FC 2]
        Deal(DEALER, 6, up=1),  # [FC 2]
        Choice(fold_or_play, glance=glance, glance_at="the dealer's card and the pair", glance_name=spoken),  # [FC 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="FC 4", mine=MINE, his=HIS, settle=play),
        Contest(name="Play", clause="FC 4", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Ante Bonus", clause="FC 5", of="Ante", free=True, hand=MINE, judge=four_card.kind),
        Bonus(name="Aces Up", clause="FC 6", side=True, outlives=True, hand=MINE, judge=aces_up),
    ),
    paytables=paytables_of(SLUG),
)
