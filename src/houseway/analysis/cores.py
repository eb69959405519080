"""Hands for all seats that one pack can deal at once, and that cost the house the most together.

Of a hand that costs much, most cards do not matter. A *core* is a few cards by which a seat costs at least so much,
whatever else it holds; the search is for cores that the pack holds side by side, dearest first, and a branch is left
when all seats at the dearest core that is still to come would not cost more than the best deal so far. So a deal that
is found is cards, and a deal that is not found is proven not to be there, unless the search was cut short.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

GradeList = tuple[int, ...]  # the grades of some cards, ascending: a grade as often as it comes

NOTHING: Final = -(10**30)  # less than any cost


@dataclass(kw_only=True)
class Cores:
    """By what cards a seat costs how much, against one dealer: at each level of cost, the greatest first."""

    levels: Sequence[int]
    at_least: Callable[[int], Iterable[GradeList] | None]  # the hands of this cost or more; None: they are too many
    left: Sequence[int]  # how many cards of each grade the seats are dealt from
    size: int  # cards of a seat
    _dearer: list[set[GradeList]] = field(init=False, default_factory=list)  # what the last level reached, by size
    _cores: list[list[GradeList] | None] = field(init=False, default_factory=list)  # of the levels so far

    def at(self, level: int) -> list[GradeList] | None:
        """Those of a level that are not those of a dearer one; None where they were not looked for."""
        while len(self._cores) <= level:
            self._cores.append(self._look_for(len(self._cores)))
        return self._cores[level]

    def _look_for(self, level: int) -> list[GradeList] | None:
        if level == len(self.levels) - 1:
            return [()]  # every hand costs the least
        hands = self.at_least(self.levels[level])
        if hands is None:
            return None
        reach: list[set[GradeList]] = [*(set() for _ in range(self.size)), set(hands)]
        for number in reversed(range(self.size)):
            candidates = {grades[:i] + grades[i + 1 :] for grades in reach[number + 1] for i in range(number + 1)}
            reach[number] = {grades for grades in candidates if self._always_in(grades, reach[number + 1])}
        dearer = self._dearer or [set()] * (self.size + 1)
        self._dearer = reach
        return sorted(
            grades
            for number, in_reach in enumerate(reach)
            for grades in in_reach
            if grades not in dearer[number]
            and not (number and any(grades[:i] + grades[i + 1 :] in reach[number - 1] for i in range(number)))
        )

    def _always_in(self, grades: GradeList, reach: set[GradeList]) -> bool:
        """Whether each card that may come to these leads to a hand that is in reach."""
        return all(
            tuple(sorted((*grades, grade))) in reach
            for grade, number in enumerate(self.left)
            if number > grades.count(grade)
        )


@dataclass(kw_only=True)
class CoreSearch:
    """Cores in order of what they cost, none before the last one taken; what is not taken up costs the least."""

    cores: Cores
    best: int  # only what costs more is looked for
    nodes: int  # steps that it may take
    chosen: tuple[GradeList, ...] | None = None
    unproven: int = NOTHING  # what a deal might cost that was not looked for
    _left: list[int] = field(default_factory=list)

    def run(self, seats: int) -> None:
        self._left = list(self.cores.left)
        self._go(seats, 0, 0, 0, ())

    def _go(self, seats: int, level: int, first: int, cost: int, chosen: tuple[GradeList, ...]) -> None:
        levels = self.cores.levels
        if cost + seats * levels[-1] > self.best:
            self.best, self.chosen = cost + seats * levels[-1], chosen
        if not seats:
            return
        for here in range(level, len(levels)):
            if cost + seats * levels[here] <= self.best:
                return
            here_cores = self.cores.at(here)
            if here_cores is None or self.nodes < 0:
                self.unproven = max(self.unproven, cost + seats * levels[here])
                return
            for place in range(first if here == level else 0, len(here_cores)):
                core = here_cores[place]
                if any(core.count(grade) > self._left[grade] for grade in core):
                    continue
                self.nodes -= 1
                self._take(core, -1)
                self._go(seats - 1, here, place, cost + levels[here], (*chosen, core))
                self._take(core, +1)
                if cost + seats * levels[here] <= self.best:
                    return

    def _take(self, core: GradeList, number: int) -> None:
        for grade in core:
            self._left[grade] += number


def hands_of(cores: Sequence[GradeList], left: Sequence[int], size: int, seats: int) -> list[GradeList]:
    """The cores as hands of `size` cards, filled with those of the pack that are left over."""
    rest = [grade for grade, number in enumerate(left) for _ in range(number)]
    for core in cores:
        for grade in core:
            rest.remove(grade)
    hands = []
    for core in (*cores, *((),) * (seats - len(cores))):
        idle, rest = rest[: size - len(core)], rest[size - len(core) :]
        hands.append(tuple(sorted((*core, *idle))))
    return hands
