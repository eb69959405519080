"""A game played with any few cards, so that every deal of real cards can be tried."""

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.one_choice import Branch
from houseway.analysis.exact.question import question
from houseway.cards import Cards
from houseway.game import Game


@dataclass(frozen=True)
class Few:
    """In the place of a pack."""

    few: Cards
    decks: int = 1

    def __len__(self) -> int:
        return len(self.few)

    def cards(self) -> Cards:
        return self.few


@dataclass(frozen=True, kw_only=True, eq=False)
class GameOfFew(Game):
    """The same steps, from a few cards."""

    few: Cards = ()

    def pack(self, decks: int | None = None) -> Any:
        return Few(self.few)


def of_few(game: Game, cards: Cards) -> Game:
    return GameOfFew(**{field.name: getattr(game, field.name) for field in fields(Game)}, few=cards)


class Played:
    """Real cards of a game with one choice, played best."""

    def __init__(self, game: Game) -> None:
        self.method = GradedRemoval(question(game))
        self.cards = self.method.question.cards
        self.size, self.dealers_size = self.method.once.size, self.method.once.his_size
        self._chosen: dict[Cards, Branch] = {}

    def won(self, mine: Cards, dealer: Cards) -> Fraction:
        """What the main wagers win, where the option with the greatest expectation is taken."""
        method = self.method
        if mine not in self._chosen:
            seen = method.once.seen(mine, ())
            values = method.options(seen)
            best = max(values, key=lambda option: values[option])
            self._chosen[mine] = next(each for each in method.once.branches(seen) if each.option == best)
        branch = self._chosen[mine]
        [end] = method.ends_against(branch, method.worths_of(branch, mine), [method.dealers_worths(dealer)])
        return sum((method.question.net[line] for line in end.lines), Fraction(0))
