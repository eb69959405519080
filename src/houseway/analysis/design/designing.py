"""A design: the figures asked for, and the paytables that came of it, the best first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest
from itertools import islice, pairwise
from typing import Any

from houseway.analysis.design.search import Search
from houseway.analysis.design.targets import Target, Top, Wanted
from houseway.analysis.design.task import FixedLines, FixedPlay, Resolved, Task, Vector, allowed_pays, roughness, span
from houseway.analysis.exact.facts import ends_of, method_for
from houseway.analysis.exact.figures import Solve, is_on_cards_alone
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.figures import Figures, decimal, percent
from houseway.game import Bonus, Game, Wager, is_progressive
from houseway.letters.reading import Reading
from houseway.paytable import Paytable

MOST_TABLES = 1_000
MOST_WITHIN = 200_000  # tables within a range, for each number of lines that pay
# fmt: off
ROUND = frozenset((
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800,
    1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 10_000,
))
# fmt: on
SOLVED_AT_MOST = 3  # times as many tables as are asked for
LONGEST_WHOLE = 5  # lines, up to which all whole tables are looked at
FINEST_SHOWN = Fraction(1, 10_000)  # a target with finer digits is answered with a fraction too
KEPT = "; every line is kept paying unless a hit frequency is asked for (--hit)"
CHANGES = 3  # of a longer table's lines, where any whole number may stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A paytable, its exact figures, and how far they are from the targets."""

    paytable: Paytable
    figures: Figures
    misses: Mapping[str, Fraction]
    changed: int  # lines that pay other than the table it was compared with

    @property
    def is_met(self) -> bool:
        return not any(self.misses.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What was asked for and what came of it, the best first."""

    game: Game
    wager: Wager
    like: Paytable
    wanted: Wanted
    looked_at: str  # which tables
    found: int  # within the widest distance that was looked at
    candidates: tuple[Candidate, ...]

    @property
    def is_met(self) -> bool:
        return bool(self.candidates) and self.candidates[0].is_met

    @property
    def unreachable(self) -> str | None:
        """One line, where no table meets the targets."""
        if self.is_met:
            return None
        nearest = self.candidates[0]
        said = {
            "edge": _answer(self.wanted.edge, nearest.figures.house_edge, percent),
            "hit frequency": _answer(self.wanted.hit, nearest.figures.hit_frequency, percent),
            "variance": _answer(self.wanted.variance, nearest.figures.variance, decimal),
        }
        missed = ", ".join(f"{name} {said[name]}" for name, miss in nearest.misses.items() if miss)
        return f"no such table among {self.looked_at}: {missed}" + (KEPT if self.needs_fewer_lines else "")

    @property
    def needs_fewer_lines(self) -> bool:
        """Whether the edge is above all those found, where no hit frequency took lines off."""
        above = all(
            each.misses["edge"] and each.figures.house_edge < self.wanted.edge.value for each in self.candidates
        )
        return above and isinstance(self.wager, Bonus) and self.wanted.hit is None


def _answer(target: Target | None, nearest: Fraction, shown: Callable[[Fraction, int], str]) -> str:
    if target is None:
        return ""
    exactly = f" ({nearest})" if target.unit < FINEST_SHOWN else ""
    return f"{target.text}, nearest {shown(nearest, 4)}{exactly}"


def design(
    game: Game,
    wager: Wager,
    wanted: Wanted,
    *,
    like: Paytable | None = None,
    decks: int | None = None,
    seats: int | None = None,
    reading: Reading | None = None,
    whole: bool = False,
    changes: int | None = None,
    most: int = 10,
    strict: bool = False,
    nearest_first: bool = False,
    solve: Solve = ends_of,
) -> Design:
    """The `most` best tables. They have the lines, in the order, of the table that they are to be `like`. Where the
    nearest stand first, plain pays and few changes count only among tables of one edge."""
    compared = like is not None
    like = like or game.paytables_of(wager)[0]
    _check_asked(wager, like, changes=changes, most=most)
    task = task_of(game, wager, like, decks=decks, seats=seats, reading=reading, solve=solve)
    is_played = not isinstance(task, FixedLines) or isinstance(task, Resolved)
    if wanted.hit and is_played:
        raise ValueError(f"how often {wager.name} hits follows from how it is played: it is no target")
    if not isinstance(task, FixedLines):
        changes = changes or (1 if whole else None)
    lines = task.lines_for(wanted.hit)
    if whole and changes is None and len(lines) > LONGEST_WHOLE:
        changes = CHANGES
    allowed = allowed_pays(like, wanted.top, whole=whole)
    search = Search(
        task=task,
        lines=lines,
        allowed=allowed,
        top=wanted.top if isinstance(wanted.top, int) else None,
        least_top=wanted.top.least if isinstance(wanted.top, Top) else 1,
        changes=changes,
        strict=strict,
    )
    shaped = None
    if wanted.has_range and isinstance(task, FixedLines) and not isinstance(task, Resolved):
        shaped = in_ranges(search, task, wanted, most, compared=compared)
    if shaped and shaped.best:
        enough, away, ranked = shaped.number, wanted.edge.unit / 2, shaped.best
    else:
        tables, away = search.nearest(wanted.edge, most)
        key = rank(task, lines, wanted, compared=compared, nearest_first=nearest_first)
        best = (
            _solved(search, task, wanted, tables, most, key) if isinstance(task, Resolved) else sorted(tables, key=key)
        )
        enough, ranked = len(tables), [(lines, pays) for pays in best[:most]]
    if not ranked:
        raise ValueError(f"no monotone table of {wager.name} pays {wanted.top} at the top: {span(allowed)}")
    scope = (
        f"{'whole pays' if whole else 'usual pays'} of {span(allowed)}{', each line above the next' if strict else ''}"
    )
    if changes is not None:
        scope += f", at most {changes} {'line' if changes == 1 else 'lines'} changed from {like.name}"
    if shaped and shaped.best:
        scope += f", of which {shaped.number:,}{' or more' if shaped.is_cut else ''} meet all that was asked"
    elif away < wanted.edge.unit / 2:
        scope += f", within {percent(away, 5)} of the edge"
    if isinstance(task, Resolved):
        scope += f", of which the {len(task.solved)} that promised most were solved"
    return Design(
        game=game,
        wager=wager,
        like=like,
        wanted=wanted,
        looked_at=scope,
        found=enough,
        candidates=tuple(_candidate(task, *table, wanted, number) for number, table in enumerate(ranked, 1)),
    )


def task_of(
    game: Game,
    wager: Wager,
    like: Paytable,
    *,
    decks: int | None = None,
    seats: int | None = None,
    reading: Reading | None = None,
    solve: Solve = ends_of,
) -> Task:
    """A wager on the cards alone is counted. Of others that play decides how often each line comes; it is held fixed
    where it does not depend on the wager's own pays, and else solved anew for every table."""
    is_played = wager in game.main and bool(game.choices)  # with what a choice adds to it
    if is_progressive(wager) or (isinstance(wager, Bonus) and not is_played and is_on_cards_alone(game, wager, decks)):
        return FixedLines.of(game, wager, like, decks, seats, reading)
    asked = question(game, wagers=(wager.name,), decks=decks, paytables=(like,))
    method = method_for(asked)
    if is_played and method is not Sets:
        if method is GradedRemoval:
            from houseway.analysis.design.replay import MainWagerTask

            return MainWagerTask(game=game, wager=wager, like=like, decks=decks)
        return Resolved.by(asked, solve(asked), wager, like, solve=solve)
    if not game.choices:
        asked = question(game, wagers=[each.name for each in game.wagers], decks=decks, paytables=(like,))
    return FixedPlay.by(asked, solve(asked), wager, like)


Weighed = tuple[tuple[int, ...], tuple[str, ...], Vector]  # how it is printed, its lines, what they pay


@dataclass(frozen=True, slots=True)
class Shaped:
    """The tables within all ranges: the best, each with its lines, and how many there were."""

    best: list[tuple[tuple[str, ...], Vector]]
    number: int
    is_cut: bool  # whether there may be more, which were not looked at


def in_ranges(search: Search, task: FixedLines, wanted: Wanted, most: int, *, compared: bool) -> Shaped:
    """All tables that meet the targets, those that a person would print first, of these the nearest to the middle.
    Every number of lines is tried with which the wager hits as often as was asked for. Where there are too many to look
    at all, those whose pays are round and fall are looked at all the same."""
    best: list[Weighed] = []
    number, is_cut = 0, False
    for lines in task.lines_within(wanted.hit):
        every = replace(search, lines=lines)
        met, cut = _met(every, task, wanted)
        if cut:
            plain = tuple(pay for pay in search.allowed if pay in ROUND and not roughness(pay))
            met |= _met(replace(every, allowed=plain, strict=True), task, wanted)[0]
        own = tuple(int(task.like.lines[line].amount) for line in reversed(lines))
        for pays in met:
            near = sum(a != b for a, b in zip(own, pays, strict=True)) if compared else 0
            best.append(((near, *printability(task, lines, pays)), lines, pays))
        number, is_cut = number + len(met), is_cut or cut
        best = _printed_first(best, task, wanted, most)
    return Shaped([(lines, pays) for _, lines, pays in best], number, is_cut)


def _met(search: Search, task: FixedLines, wanted: Wanted) -> tuple[set[Vector], bool]:
    """The tables of a search that meet the targets, and whether there may be more."""
    tables = list(islice(search.within(*wanted.edge.ends), MOST_WITHIN))
    spread = wanted.variance
    met = {pays for pays in tables if not spread or not spread.miss(task.variance(search.lines, pays))}
    return met, len(tables) == MOST_WITHIN


def _printed_first(tables: list[Weighed], task: FixedLines, wanted: Wanted, most: int) -> list[Weighed]:
    """The nearest to the middle of those that are printed alike: only of them the distance is reckoned."""
    last = nsmallest(most, (shape for shape, _, _ in tables))[-1:]
    enough = [each for each in tables if each[0] <= last[0]] if last else []
    return sorted(enough, key=lambda each: (each[0], abs(task.edge(*each[1:]) - wanted.edge.value), each[2]))[:most]


def printability(task: FixedLines, lines: Sequence[str], pays: Vector) -> tuple[int, int, int, int]:
    """How far a table is from one that a person would print; less is better. Lines that pay less than a commoner one,
    lines that pay as much as the next, pays that are not round, and the digits that pays need beside their first."""
    counts = [task.count(line) for line in reversed(lines)]
    rarer = sum(above > below for below, above in pairwise(counts))
    ties = sum(below == above for below, above in pairwise(pays))
    return rarer, ties, sum(pay not in ROUND for pay in pays), sum(map(roughness, pays))


def _solved(
    search: Search,
    task: Resolved,
    wanted: Wanted,
    tables: Sequence[Vector],
    most: int,
    key: Callable[[Vector], tuple[Any, ...]],
) -> list[Vector]:
    """The tables that were solved, best first: always the one that promises most is solved next, until so many of the
    best are."""
    shift = Fraction(0)
    for _ in range(SOLVED_AT_MOST * most):
        best = sorted({*tables, *task.solved}, key=key)[:most]
        left = [pays for pays in best if pays not in task.solved]
        if not left:
            break
        task.settle(search.lines, left[0])
        if abs(task.gaps[-1] - shift) > wanted.edge.unit / 2:
            shift = task.gaps[-1]
            tables, _ = search.nearest(replace(wanted.edge, value=wanted.edge.value + shift), most)
    return sorted(task.solved, key=key)


def _candidate(task: Task, lines: Sequence[str], pays: Vector, wanted: Wanted, number: int) -> Candidate:
    like, table = task.like, replace(task.table(lines, pays), name=f"{task.like.name} design {number}")
    changed = sum(like.lines.get(line) != table.lines.get(line) for line in {*like.lines, *table.lines})
    figures = replace(task.solved[pays], paytable=table.name) if isinstance(task, Resolved) else task.figures(table)
    return Candidate(paytable=table, figures=figures, misses=wanted.misses(figures), changed=changed)


def _check_asked(wager: Wager, like: Paytable, *, changes: int | None, most: int) -> None:
    if not 1 <= most <= MOST_TABLES:
        raise ValueError(f"{most} tables: 1 to {MOST_TABLES:,} can be shown")
    if like.wager != wager.name:
        raise ValueError(f"{like.name!r} is a paytable of {like.wager}, not of {wager.name}")
    if changes is not None and not 1 <= changes <= len(like.lines):
        raise ValueError(f"{changes} changes: {like.name} has 1 to {len(like.lines)} lines to change")


def rank(
    task: Task, lines: Sequence[str], wanted: Wanted, *, compared: bool, nearest_first: bool = False
) -> Callable[[Vector], tuple[Any, ...]]:
    """What is missed, then how much is changed, where a table to be near was named, then how plain the pays are; the
    distance from the edge asked for stands before these two or after them."""
    own = tuple(int(task.like.lines[line].amount) for line in reversed(lines))

    def key(pays: Vector) -> tuple[Any, ...]:
        edge = task.edge(lines, pays)
        miss = wanted.edge.miss(edge)
        away = abs(edge - wanted.edge.value)
        near = (sum(a != b for a, b in zip(own, pays, strict=True)),) if compared else ()
        return (
            miss,
            wanted.variance.miss(task.variance(lines, pays)) if wanted.variance and not miss else 0,
            *((away,) if nearest_first else ()),
            *near,
            sum(map(roughness, pays)),
            away,
            pays,
        )

    return key
