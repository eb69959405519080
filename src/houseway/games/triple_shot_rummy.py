"""Triple Shot Rummy. Three cards each, and fewer points win; fold, or play with a wager equal to the ante. The dealer
plays with 20 points or less.

Without that the ante wins and the play wager is returned. The play wager of a winner pays more the fewer his points.
"""

from houseway.cards import ACE, Cards, rank_of
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
from houseway.ranking import draws, rummy
from houseway.rotation import Rotation

SLUG = "triple-shot-rummy"

BONUS = {"A-2-3 suited": -1, "no points": 0, "1 to 6 points": 6, "7 to 10 points": 10, "11 or 12 points": 12}

Words = tuple[str, ...]


def fold_or_play(seen: Seen) -> tuple[Option, ...]:
    """[TSR 3]"""
    return FOLD, say("play", ("Play", 1))


def glance(seen: Seen) -> tuple[str, int]:
    """Fewer points are better."""
    return "", rummy.MOST - rummy.points(seen[SEAT])


def spoken(number: int) -> str:
    return tell(rummy.MOST - number, ())


def qualifies(his: int) -> bool:
    """[TSR 4]"""
    return his <= 20


def ante(mine: int, his: int, said: Words) -> str:
    """[TSR 4] [TSR 5]"""
    if not qualifies(his) or mine < his:
        return "win"
    return "tie" if mine == his else LOSE


def play(mine: int, his: int, said: Words) -> str:
    """[TSR 4] [TSR 6]"""
    won = ante(mine, his, said) if qualifies(his) else "dealer does not play"
    return won if won != "win" else "no points" if not mine else "1 to 5 points" if mine <= 5 else "6 points or more"


def low_cards(cards: Cards) -> int:
    """The points, and below none the ace, deuce and three of a suit. [TSR 7]"""
    is_lowest = {*map(rank_of, cards)} == {ACE, 2, 3} and draws.are_suited(cards)
    return -1 if is_lowest else rummy.points(cards)


def bonus(mine: int) -> str:
    """[TSR 7]"""
    return next((line for line, most in BONUS.items() if mine <= most), LOSE)


def tell(points: int, said: Words) -> str:
    return "1 point" if points == 1 else f"{points} points"


MINE, HIS = Hand(SEAT, rummy.points, tell=tell), Hand(DEALER, rummy.points, tell=tell)  # [TSR ranking]

GAME = Game(
    slug=SLUG,
    title="Triple Shot Rummy",
    summary="Three cards each, the fewer rummy points win; fold or play. The dealer plays with 20 points or less.",
    letters=(SLUG,),
    seats=7,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=148,
    round=(
        Bets(("Ante",), may=("Bonus",)),  # [TSR 1]
        Deal(SEAT + DEALER, 3),  # [TSR 2]
        Choice(fold_or_play, glance=glance, glance_at="the points", glance_name=spoken),  # [TSR 3]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="TSR 5", mine=MINE, his=HIS, settle=ante),
        Contest(name="Play", clause="TSR 6", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Bonus", clause="TSR 7", side=True, outlives=True, hand=Hand(SEAT, low_cards), judge=bonus),
    ),
    paytables=paytables_of(SLUG),
)
