"""Ultimate Texas Hold'em. Two cards each and five common cards; raise once: three or four antes at once, two after the
flop, one at the end, or fold. The dealer opens with a pair.
"""

from houseway.game import (
    BOARD,
    CHECK,
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
from houseway.ranking import hold_em, poker
from houseway.ranking.poker import Strength
from houseway.rotation import Rotation

SLUG = "ultimate-texas-holdem"

Words = tuple[str, ...]


def at_once(seen: Seen) -> tuple[Option, ...]:
    """[UTH 4]"""
    return CHECK, say("raise 4x", ("Play", 4)), say("raise 3x", ("Play", 3))


def after_the_flop(seen: Seen) -> tuple[Option, ...]:
    """[UTH 5]"""
    return () if has_raised(seen) else (CHECK, say("raise 2x", ("Play", 2)))


def at_the_end(seen: Seen) -> tuple[Option, ...]:
    """[UTH 6]"""
    return () if has_raised(seen) else (FOLD, say("raise 1x", ("Play", 1)))


def has_raised(seen: Seen) -> bool:
    return any(word.startswith("raise") for word in seen.said)


def two_cards(seen: Seen) -> tuple[str, int]:
    return hold_em.two_cards(seen[SEAT])


def flop(seen: Seen) -> tuple[str, int]:
    return "", hold_em.flop(seen[SEAT], seen[BOARD])


def at_last(seen: Seen) -> tuple[str, int]:
    return hold_em.whole_board(seen[SEAT], seen[BOARD])


def play(mine: Strength, his: Strength, said: Words) -> str:
    """[UTH 8]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """Returned if the dealer does not open. [UTH 7]"""
    return play(mine, his, said) if his >= (poker.PAIR,) else "dealer does not open"


def blind(mine: Strength, his: Strength, said: Words) -> str:
    """Pays by the hand that won; less than a straight pushes. [UTH 9]"""
    won = play(mine, his, said)
    return won if won != "win" else poker.kind(mine) if mine >= (poker.STRAIGHT,) else "less than a straight"


def bad_beat(mine: Strength, his: Strength, said: Words) -> str:
    """The hand that loses, whosever it is. [UTH 11]"""
    return "tie" if mine == his else poker.kind(min(mine, his))


MINE = Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell)
HIS = Hand(DEALER + BOARD, poker.strength, poker.SEES, poker.tell)
BAD_BEAT = Contest(
    name="Two-Way Bad Beat", clause="UTH 11", side=True, outlives=True, mine=MINE, his=HIS, settle=bad_beat
)

GAME = Game(
    slug=SLUG,
    title="Ultimate Texas Hold'em",
    summary="Two cards each and five common ones; the sooner you raise the more; the dealer opens with a pair.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=75,
    round=(
        Bets(("Ante", "Blind"), may=("Trips", "Two-Way Bad Beat")),  # [UTH 1]
        Deal(SEAT + DEALER, 2),  # [UTH 2]
        Deal(BOARD, 5),  # [UTH 3]
        Choice(at_once, glance=two_cards, glance_at="two cards", glance_name=hold_em.spoken),
        Show(BOARD[:3]),
        Choice(after_the_flop, glance=flop, glance_at="what the flop makes", glance_name=hold_em.FLOP.__getitem__),
        Show(BOARD[3:]),
        Choice(at_the_end, glance=at_last, glance_at="what the board makes alone", glance_name=hold_em.kicker),
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="UTH 7", mine=MINE, his=HIS, settle=ante),
        Contest(name="Blind", clause="UTH 9", of="Ante", mine=MINE, his=HIS, settle=blind),
        Contest(name="Play", clause="UTH 8", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Trips", clause="UTH 10", side=True, outlives=True, hand=MINE, judge=poker.kind),
        BAD_BEAT,
    ),
    paytables=paytables_of(SLUG),
)
