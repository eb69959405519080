"""What a seat does: by an exact method, which knows what every option wins, or by a rule of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.question import Method, Policy
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.streets import Streets
from houseway.analysis.machine.board_tables import BoardTables
from houseway.analysis.machine.settings import Settings
from houseway.steps import Option, Seen

Groups = tuple[tuple[int, ...], ...]


def best(method: Method) -> Policy:
    """The option that wins most; of equals the first. From a method that has tables of it they are taken."""
    if isinstance(method, Sets):
        return Settings.best(method)
    if isinstance(method, Streets):
        return StreetTables(method)
    if isinstance(method, Boards):
        return BoardTables(method)

    def choose(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if len(options) == 1:
            return options[0]
        values = method.options(seen)
        return max(options, key=lambda option: values[option])

    return choose


def by_word(*words: str) -> Policy:
    """At each choice the first option that is one of these words; without one the first."""

    def choose(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        return next((option for option in options if option.word in words), options[0])

    return choose


class StreetTables:
    """Best play in a game of streets, street by street, as its method keeps it."""

    def __init__(self, method: Streets) -> None:
        self.method = method
        self._sights: dict[int, dict[Groups, int]] = {}  # by how many comings are seen
        self._chosen: dict[tuple[str, ...], tuple[dict[Groups, int], list[int]]] = {}
        self._plain: dict[Groups, Groups] = {}

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if seen.said not in self._chosen:
            self._chosen[seen.said] = self._table(seen.said)
        sights, chosen = self._chosen[seen.said]
        groups = self._together(self._groups(seen))
        if groups not in self._plain:
            self._plain[groups] = plainest(groups)
        return options[chosen[sights[self._plain[groups]]]]

    def _table(self, said: tuple[str, ...]) -> tuple[dict[Groups, int], list[int]]:
        rows, chosen = self.method.chosen(said)
        comings = self.method.courses.comings
        number = self.method.courses.seen(self.method.courses.after(said))
        if number not in self._sights:
            sizes = [coming.cards for coming in comings[:number]]
            sights = (self._together(_cut(row, sizes)) for row in rows.tolist())
            self._sights[number] = {plainest(groups): place for place, groups in enumerate(sights)}
        return self._sights[number], chosen.tolist()

    def _together(self, groups: Groups) -> Groups:
        """Cards that the same hands look at, put together: to the method they are alike."""
        kinds: dict[tuple[bool, ...], tuple[int, ...]] = {}
        for number, group in enumerate(groups):
            looks = tuple(number in comings for comings in self.method.outcomes.comings)
            kinds[looks] = kinds.get(looks, ()) + group
        return tuple(kinds.values())

    def _groups(self, seen: Seen) -> Groups:
        left = {name: iter(cards) for name, cards in seen.lying.items()}
        number = self.method.courses.seen(self.method.courses.after(seen.said))
        return tuple(tuple(islice(left[each.place], each.cards)) for each in self.method.courses.comings[:number])


def _cut(cards: Iterable[int], sizes: list[int]) -> Groups:
    left = iter(cards)
    return tuple(tuple(islice(left, size)) for size in sizes)


def plainest(groups: Groups) -> Groups:
    """The same for all cards that differ only in the names of suits: by suit, the ranks held in each group."""
    held: list[list[int]] = [[0] * len(groups) for _ in range(4)]
    for place, group in enumerate(groups):
        for each in group:
            held[each % 4][place] |= 1 << each // 4
    return tuple(sorted(map(tuple, held)))
