"""Casino War: every order of four cards from a small pack, and the shoe by arithmetic."""

from fractions import Fraction
from itertools import permutations

from tests.oracle import rank


def edge(pack: tuple[int, ...]) -> Fraction:
    """With best play: at a tie, war or surrender, whichever is worth more against these two cards."""
    worth: dict[tuple[int, int], list[int]] = {}
    for mine, dealers, my_second, his_second in permutations(map(rank, pack), 4):
        war = 1 if my_second >= his_second else -2
        even = 1 if mine > dealers else -1
        worth.setdefault((mine, dealers), []).append(war if mine == dealers else even)
    deals = sum(map(len, worth.values()))
    total = Fraction(0)
    for (mine, dealers), nets in worth.items():
        total += max(Fraction(sum(nets)), Fraction(-len(nets), 2)) if mine == dealers else sum(nets)
    return -total / deals


def shoe_edge(decks: int) -> Fraction:
    """A player who always goes to war, from the chance of a tie and of a second one."""
    cards, copies = 52 * decks, 4 * decks
    tie = Fraction(copies - 1, cards - 1)
    left = cards - 2
    same_rank = copies - 2
    second_tie = Fraction(same_rank * (same_rank - 1) + 12 * copies * (copies - 1), left * (left - 1))
    won = second_tie + (1 - second_tie) / 2
    return -tie * (won - 2 * (1 - won))
