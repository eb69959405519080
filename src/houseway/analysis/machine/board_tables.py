"""Best play in a game of boards: tables of its method while cards of the board are hidden, and reckoned when they are
not."""

from __future__ import annotations

from houseway.analysis.exact.boards import Boards
from houseway.steps import Option, Seen


class BoardTables:
    """A policy that keeps what its method has found; at the last choice too much can be seen to keep it all."""

    def __init__(self, method: Boards) -> None:
        self.method = method

    def is_reckoned(self, number: int) -> bool:
        """Whether a choice is made when the whole board is seen."""
        return number == len(self.method.question.game.choices) - 1

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if not self.is_reckoned(number):
            return options[self.method.best(seen)]
        values = self.method.options(seen)
        return max(options, key=lambda option: values[option])
