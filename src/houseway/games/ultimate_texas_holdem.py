"""Ultimate Texas Hold'em. Two cards each and five common cards; raise once: three or four antes at once, two after the
flop, one at the end, or fold. The dealer opens with a pair.
"""

from houseway.cards import RANK_NAMES, rank_of, suit_of
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

SLUG = "ultimate-texas-holdem"

Words = tuple[str, ...]


# ---- the round -------------------------------------------------------------------------------------


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


# ---- what a player glances at ----------------------------------------------------------------------

FLOP = (
    "anything else",
    "four to a flush",
    "four to a flush, an own card of it from ten up",
    "a pair of deuces of one's own",
    "a pair with an own card",
    "two pair",
)
HIDDEN_PAIR = 15  # at the end, above every kicker
ON_THE_BOARD = ("nothing", "a pair", "two pair", "three of a kind", "a straight or better")


def two_cards(seen: Seen) -> tuple[str, int]:
    low, high = sorted(map(rank_of, seen[SEAT]))
    return "a pair" if low == high else "suited" if draws.are_suited(seen[SEAT]) else "unsuited", 15 * high + low


def spoken(two_cards: int) -> str:
    return draws.spoken(divmod(two_cards, 15))


def flop(seen: Seen) -> tuple[str, int]:
    """A pair counts if a card of one's own is in it."""
    own, board = [*map(rank_of, seen[SEAT])], [*map(rank_of, seen[BOARD])]
    held = {rank: (own + board).count(rank) for rank in own}
    paired = [rank for rank, times in held.items() if times > 1]
    if paired:
        if len(paired) > 1 or max(held.values()) > 2 or len(set(board)) < len(board):
            return "", FLOP.index("two pair")
        return "", 3 if paired == [2] and own == [2, 2] else 4
    if len(set(own + board)) == 5 and draws.straights_with(seen[SEAT + BOARD]):
        return "", FLOP.index("two pair")
    suits = [*map(suit_of, seen[SEAT + BOARD])]
    of_four = next((suit for suit in suits[:2] if suits.count(suit) > 3), None)
    if of_four is None:
        return "", 0
    if suits.count(of_four) == 5:
        return "", FLOP.index("two pair")
    return "", 2 if max(rank for rank, suit in zip(own, suits, strict=False) if suit == of_four) >= 10 else 1


def at_last(seen: Seen) -> tuple[str, int]:
    """Whether one's own cards make more of the board, or else the highest of them that plays."""
    mine, board = poker.strength(seen[SEAT + BOARD]), poker.strength(seen[BOARD])
    row = f"{ON_THE_BOARD[min(board[0], poker.STRAIGHT)]} on the board"
    if mine[0] > board[0]:
        return row, HIDDEN_PAIR
    return row, next((my for my, common in zip(mine, board, strict=True) if my != common), 0)


def kicker(rank: int) -> str:
    if rank == HIDDEN_PAIR:
        return "more than the board makes"
    return f"{RANK_NAMES[rank]} plays" if rank else "the board plays"


# ---- settling the wagers ---------------------------------------------------------------------------


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


MINE, HIS = (
    Hand(SEAT + BOARD, poker.strength, poker.SEES, poker.tell),
    Hand(DEALER + BOARD, poker.strength, poker.SEES, poker.tell),
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
        Bets(("Ante", "Blind"), may=("Trips",)),  # [UTH 1]
        Deal(SEAT + DEALER, 2),  # [UTH 2]
        Deal(BOARD, 5),  # [UTH 3]
        Choice(at_once, glance=two_cards, glance_at="two cards", glance_name=spoken),  # [UTH 4]
        Show(BOARD[:3]),
        Choice(after_the_flop, glance=flop, glance_at="what the flop makes", glance_name=FLOP.__getitem__),  # [UTH 5]
        Show(BOARD[3:]),
        Choice(at_the_end, glance=at_last, glance_at="what the board makes alone", glance_name=kicker),  # [UTH 6]
        Show(DEALER),
    ),
    wagers=(
        Contest(name="Ante", clause="UTH 7", mine=MINE, his=HIS, settle=ante),
        Contest(name="Blind", clause="UTH 9", of="Ante", mine=MINE, his=HIS, settle=blind),
        Contest(name="Play", clause="UTH 8", of="Ante", mine=MINE, his=HIS, settle=play),
        Bonus(name="Trips", clause="UTH 10", side=True, outlives=True, hand=MINE, judge=poker.kind),
    ),
    paytables=paytables_of(SLUG),
)
