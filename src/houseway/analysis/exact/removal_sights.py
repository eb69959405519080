"""What a seat sees before it chooses against one hidden hand: its own cards and those that the dealer shows.

With one card face up there are millions of such sights. A glance is then asked once for all that look the same to the
game's hands, and it is tried with some that it does not look closer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property

import numpy as np

from houseway.analysis.arrays import Bytes, Longs
from houseway.analysis.exact.removal import Removal, looks_of, sets_of
from houseway.analysis.exact.weighed import Glance, Played, Tables, Weighed, first_best
from houseway.cards import rank_of
from houseway.game import Seen

MOST = 200_000  # sights that are looked at one by one
SAMPLED = 500  # sights with which it is tried what a glance sees
DIGITS = 16  # more than there are ranks


class RemovalSights:
    """The one choice of a game against one hidden hand. Sights are numbered class by class of the seat's hands, and in
    each by what the dealer shows."""

    quick = True

    def __init__(self, method: Removal) -> None:
        self.method = method
        self.steps = method.question.game.choices
        self.numbers: tuple[int, ...] = (0,)
        self.labels: tuple[str, ...] = ("",)
        options = [[branch.option for branch in kind.branches] for kind in method.kinds]
        if any(option is None for each in options for option in each):
            raise ValueError(f"{method.question.game.slug}: a seat has not always a choice")
        said = [tuple(option.word for option in each if option) for each in options]
        self.words: tuple[tuple[str, ...], ...] = (tuple(dict.fromkeys(word for words in said for word in words)),)
        wins = method.wins()
        self._may = np.zeros((len(method.classes.hands), len(self.words[0])), np.bool_)
        self._wins = np.zeros((*wins.shape[:2], len(self.words[0])), np.int64)
        for kind, words in zip(method.kinds, said, strict=True):
            for number, word in enumerate(words):
                place = self.words[0].index(word)
                self._may[kind.classes, place] = True
                self._wins[kind.classes, :, place] = wins[kind.classes, :, number]
        self._wins = self._wins.reshape(-1, len(self.words[0]))
        self._may = np.repeat(self._may, method.shown_sets, axis=0)
        self._ways = np.repeat(method.classes.weights, method.shown_sets)

    # ---- what is seen ------------------------------------------------------------------------------

    def seen(self, choice: int) -> Iterator[Seen]:
        return map(self._sight, range(len(self._ways)))

    def _sight(self, number: int) -> Seen:
        own, place = divmod(number, self.method.shown_sets)
        cards = self.method.cards
        mine = tuple(cards[at] for at in self.method.classes.hands[own].tolist())
        shown = tuple(cards[at] for at in self._shown(slice(own, own + 1))[0, place].tolist())
        return self.method.once.seen(mine, shown)

    def _shown(self, classes: slice) -> Bytes:
        """By class and place: the cards that lie face up."""
        hands, number = self.method.classes.hands[classes], len(self.method.cards)
        left = np.ones((len(hands), number), np.bool_)
        left[np.arange(len(hands))[:, None], hands] = False
        others = np.nonzero(left)[1].reshape(len(hands), number - hands.shape[1]).astype(np.uint8)
        sets = list(sets_of(range(others.shape[1]), self.method.once.up))
        return np.asarray(others[:, np.array(sets, np.int64).reshape(len(sets), self.method.once.up)])

    def glanced(self, choice: int, glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
        if len(self._ways) <= MOST:
            return _numbered(map(glance, self.seen(choice)))
        firsts, look_of = self._looks
        keys, of_look = _numbered(glance(self._sight(number)) for number in firsts.tolist())
        of_sight = of_look[look_of]
        for number in np.random.default_rng(1).integers(len(of_sight), size=SAMPLED).tolist():
            if glance(self._sight(number)) != keys[of_sight[number]]:
                raise ValueError(f"{self.method.question.game.slug}: {len(of_sight)} sights are too many to glance at")
        return keys, of_sight

    @cached_property
    def _looks(self) -> tuple[Longs, Longs]:
        """The first sight of each look, and which look every sight is: how one's own cards look to one's hands, and the
        ranks that the dealer shows."""
        looks = [looks_of(hand) for hand in self.method.once.my_hands]
        numbers: dict[object, int] = {}
        of_class = [
            numbers.setdefault(tuple(look(cards) for look in looks), len(numbers))
            for cards in self.method.classes.each()
        ]
        ranks = np.array([rank_of(card) for card in self.method.cards], np.int64)
        shown = ranks[self._shown(slice(None))] @ DIGITS ** np.arange(self.method.once.up)
        key = np.array(of_class)[:, None] * DIGITS**self.method.once.up + shown
        _, firsts, look_of = np.unique(key.ravel(), return_index=True, return_inverse=True)
        return firsts, look_of

    # ---- what is won -------------------------------------------------------------------------------

    def play(self, tables: Tables) -> Played:
        weighed = Weighed(self._ways, self._wins * self._ways[:, None], None if self._may.all() else self._may)
        return Played(self.expectation(tables), (weighed,))

    def expectation(self, tables: Tables) -> Fraction:
        chosen = tables.get(0)
        if chosen is None:
            chosen = first_best(np.where(self._may, self._wins, np.iinfo(np.int64).min))
        assert self._may[np.arange(len(chosen)), chosen].all(), "a word that may not be said"
        won = int((self._ways * self._wins[np.arange(len(chosen)), chosen]).sum())
        return Fraction(won, int(self._ways.sum()) * self.method.hidden_hands * self.method.unit)


def _numbered(glances: Iterable[Glance]) -> tuple[list[Glance], Longs]:
    numbers: dict[Glance, int] = {}
    of_each = [numbers.setdefault(glance, len(numbers)) for glance in glances]
    return list(numbers), np.array(of_each, np.int64)
