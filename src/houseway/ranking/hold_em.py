"""What a player of hold'em glances at: two cards of his own, and what they make of the cards that are common."""

from houseway.cards import RANK_NAMES, Cards, rank_of, suit_of
from houseway.ranking import draws, poker

TWO_PAIR = "two pair or better"
FLOP = (
    "anything else",
    "four to a flush",
    "four to a flush, an own card of it from ten up",
    "a pair of deuces of one's own",
    "a pair with an own card",
    TWO_PAIR,
)
HIDDEN_PAIR = 15  # above every kicker
ON_THE_BOARD = ("nothing", "a pair", "two pair", "three of a kind", "a straight or better")


def two_cards(own: Cards) -> tuple[str, int]:
    low, high = sorted(map(rank_of, own))
    return "a pair" if low == high else "suited" if draws.are_suited(own) else "unsuited, no pair", 15 * high + low


def spoken(two_cards: int) -> str:
    return draws.spoken(divmod(two_cards, 15))


def flop(own: Cards, board: Cards) -> int:
    """A place in `FLOP`. A pair counts if a card of one's own is in it."""
    mine, common = [*map(rank_of, own)], [*map(rank_of, board)]
    held = {rank: (mine + common).count(rank) for rank in mine}
    paired = [rank for rank, times in held.items() if times > 1]
    if paired:
        if len(paired) > 1 or max(held.values()) > 2 or len(set(common)) < len(common):
            return FLOP.index(TWO_PAIR)
        return 3 if paired == [2] and mine == [2, 2] else 4
    if len(set(mine + common)) == 5 and draws.straights_with(own + board):
        return FLOP.index(TWO_PAIR)
    suits = [*map(suit_of, own + board)]
    of_four = next((suit for suit in suits[:2] if suits.count(suit) > 3), None)
    if of_four is None:
        return 0
    if suits.count(of_four) == 5:
        return FLOP.index(TWO_PAIR)
    return 2 if max(rank for rank, suit in zip(mine, suits, strict=False) if suit == of_four) >= 10 else 1


def whole_board(own: Cards, board: Cards) -> tuple[str, int]:
    """Whether one's own cards make more of the board, or else the highest of them that plays."""
    mine, common = poker.strength(own + board), poker.strength(board)
    row = f"{ON_THE_BOARD[min(common[0], poker.STRAIGHT)]} on the board"
    if mine[0] > common[0]:
        return row, HIDDEN_PAIR
    return row, next((my for my, other in zip(mine, common, strict=True) if my != other), 0)


def kicker(rank: int) -> str:
    if rank == HIDDEN_PAIR:
        return "more than the board makes"
    return f"{RANK_NAMES[rank]} plays" if rank else "the board plays"
