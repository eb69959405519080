"""What a seat sees before a hidden hand, as a short strategy tells it apart: by what its own hand is worth, and by what
the dealer shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.exact.hidden_hand import TRIED, HiddenHand
from houseway.analysis.exact.weighed import Glance, Played, Tables, Weighed
from houseway.game import Seen

BESIDE = 60  # of all that can be shown, beside which kinds of hands are told apart


class KindSights:
    """The one choice of such a game."""

    quick = True

    def __init__(self, method: HiddenHand) -> None:
        self.method = method
        self.steps = method.question.game.choices
        self.numbers: tuple[int, ...] = (0,)
        self.labels: tuple[str, ...] = ("",)
        options = [[branch.option.word for branch in kind.branches if branch.option] for kind in method.kinds]
        words = tuple(dict.fromkeys(word for each in options for word in each))
        self.words: tuple[tuple[str, ...], ...] = (words,)
        self._columns = np.array([[each.index(w) if w in each else -1 for w in words] for each in options], np.int64)

    def seen(self, choice: int) -> Iterable[Seen]:
        for shown, _ in self.method.shown:
            for kind in range(len(self.method.kinds)):
                yield self.method.once.seen(self.method.some_cards(kind), shown)

    def glanced(self, choice: int, glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
        """All glances that there are, and which of them each sight is. Kinds of hands that look the same beside some
        that is shown are asked about together, and hands that are dealt are tried."""
        shown, see = [cards for cards, _ in self.method.shown], self.method.once.seen
        own = [self.method.some_cards(kind) for kind in range(len(self.method.kinds))]
        some = shown[:: max(1, len(shown) // BESIDE)]
        alike: dict[tuple[Glance, ...], int] = {}
        which = np.array(
            [alike.setdefault(tuple(glance(see(cards, each)) for each in some), len(alike)) for cards in own], np.int64
        )
        _, first = np.unique(which, return_index=True)
        numbers: dict[Glance, int] = {}
        asked = [
            [numbers.setdefault(glance(see(own[kind], cards)), len(numbers)) for kind in first.tolist()]
            for cards in shown
        ]
        of_sight = np.array(asked, np.int64)[:, which].reshape(-1)
        keys = list(numbers)
        for mine, cards in self.method.dealt(TRIED):
            at_shown, kind = self.method.place_of(mine, cards)
            if glance(see(mine, cards)) != keys[of_sight[at_shown * len(own) + kind]]:
                name = self.method.question.game.slug
                raise ValueError(f"{name}: a glance sees more than what one's hand is worth, or than what is shown")
        return keys, of_sight

    @cached_property
    def _weighed(self) -> Weighed:
        ways, wins = self.method.counted.ways, self.method.counted.wins
        may = np.broadcast_to(self._columns >= 0, (len(ways), *self._columns.shape))
        by_word = np.where(may, np.take_along_axis(wins, np.maximum(self._columns, 0)[None], 2), 0)
        number = ways.size
        return Weighed(ways.reshape(number), by_word.reshape(number, -1), may.reshape(number, -1))

    def play(self, tables: Tables) -> Played:
        return Played(self.expectation(tables), (self._weighed,))

    def expectation(self, tables: Tables) -> Fraction:
        if 0 not in tables:
            return self.method.ends.mean(self.method.question.net)
        wins = self._weighed.wins
        won = int(wins[np.arange(len(wins)), tables[0]].sum())
        return Fraction(won, self.method.deals * self.method.against.unit)
