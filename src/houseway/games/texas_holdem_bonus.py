"""Texas Hold'em Bonus. Two cards each and five common cards. Fold, or bet two antes to see the flop; then check or bet
one ante before the fourth and before the fifth card. The ante wins only with a straight or better.
"""

from houseway.cards import ACE, JACK, Cards, rank_of
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
from houseway.ranking import draws, poker
from houseway.ranking.poker import Strength
from houseway.rotation import Rotation

SLUG = "texas-holdem-bonus"
BETS = ("Flop", "Turn", "River")

Words = tuple[str, ...]


def at_first(seen: Seen) -> tuple[Option, ...]:
    """[THB 3]"""
    return FOLD, say("bet 2x", ("Flop", 2))


def before_the_turn(seen: Seen) -> tuple[Option, ...]:
    """[THB 4]"""
    return CHECK, say("bet 1x", ("Turn", 1))


def before_the_river(seen: Seen) -> tuple[Option, ...]:
    """[THB 5]"""
    return CHECK, say("bet 1x", ("River", 1))


def bet(mine: Strength, his: Strength, said: Words) -> str:
    """[THB 6]"""
    return "win" if mine > his else "tie" if mine == his else LOSE


def ante(mine: Strength, his: Strength, said: Words) -> str:
    """What it pays is a matter of the hand that won. [THB 7]"""
    won = bet(mine, his, said)
    return won if won != "win" else poker.kind(mine) if mine >= (poker.STRAIGHT,) else "less than a straight"


def hole_cards(cards: Cards) -> str:
    """The player's two cards; with a pair of aces the dealer's two as well. [THB 8]"""
    mine, his = cards[:2], cards[2:]
    low, high = sorted(map(rank_of, mine))
    if low == high == ACE:
        return "aces against aces" if {*map(rank_of, his)} == {ACE} else "aces"
    if low == high:
        return "kings to jacks" if high >= JACK else "tens to twos"
    if high < ACE or low < JACK:
        return LOSE
    pair = "ace-king" if low == ACE - 1 else "ace-queen or ace-jack"
    return f"{pair} {'suited' if draws.are_suited(mine) else 'unsuited'}"


MINE = Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell)
HIS = Hand(DEALER + BOARD, poker.strength, poker.SEES, poker.tell)

GAME = Game(
    slug=SLUG,
    title="Texas Hold'em Bonus",
    summary="Two cards each and five common ones; fold or bet two, then one and one more; the ante needs a straight.",
    letters=(SLUG,),
    seats=6,
    rotation=Rotation.FROM_DEALERS_LEFT,
    felt=230,
    round=(
        Bets(("Ante",), may=("Bonus",)),  # [THB 1]
        Deal(SEAT + DEALER, 2),  # [THB 2]
        Deal(BOARD, 5),  # [THB 2]
        Choice(at_first),  # [THB 3]
        Show(BOARD[:3]),
        Choice(before_the_turn),  # [THB 4]
        Show(BOARD[3:4]),
        Choice(before_the_river),  # [THB 5]
        Show(BOARD[4:]),
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="THB 7", mine=MINE, his=HIS, settle=ante),
        *(Contest(name=name, clause="THB 6", of="Ante", mine=MINE, his=HIS, settle=bet) for name in BETS),
        Bonus(name="Bonus", clause="THB 8", side=True, outlives=True, hand=Hand(SEAT + DEALER, hole_cards), judge=str),
    ),
    paytables=paytables_of(SLUG),
)
