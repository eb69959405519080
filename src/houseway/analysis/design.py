"""Paytables from figures: whole pays whose edge, hit frequency and variance are those asked for.

The rules fix how often each line comes; a paytable only says what it pays. So the edge of a wager without choices is
linear in the pays, and every monotone table of allowed pays is looked at: from the lowest line to the highest, leaving
out whatever can no longer reach the edge. Where play depends on the pays, best play is found anew for every table.

A target is *met* when the exact figure rounds to it, as with a letter's figures; a fraction has to be met exactly.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from houseway.analysis.bonus import bonus_counts
from houseway.analysis.figures import Figures, decimal, paytable_lines, percent
from houseway.analysis.progressive import Progressive, progressive
from houseway.game import Bonus, Contest, Game, Reading, Wager
from houseway.letters.letter import decimal_places
from houseway.paytable import Odds, Pay, Paytable

# What card rooms print. Any whole number is looked for with `whole`.
# fmt: off
USUAL = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 300, 400,
    500, 600, 750, 800, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000,
)
# fmt: on
MOST_PAY = 1_000_000
MOST_TABLES = 1_000
LONGEST_WHOLE = 5  # lines, up to which all whole tables are looked at
TOO_MANY = 20_000  # tables to rank
CHANGES = 3  # of a longer table's lines, where any whole number may stand

Vector = tuple[int, ...]  # the pays that are being sought, lowest line first


@dataclass(frozen=True, slots=True)
class Target:
    """A figure asked for, with the unit of its last digit: nothing if it is meant exactly."""

    text: str
    value: Fraction
    unit: Fraction = Fraction(0)

    def miss(self, exact: Fraction) -> Fraction:
        """How far the exact figure is from rounding to the target."""
        return max(abs(exact - self.value) - self.unit / 2, Fraction(0))


def parse_target(text: str, what: str, *, most: Fraction | None = None) -> Target:
    """`4.5%`, `0.045`, `3.41`, or a fraction such as `9852/270725`."""
    plain = re.fullmatch(r"(\d{1,9}(?:\.\d{1,12})?)\s*(%?)", text.strip())
    exact = re.fullmatch(r"(\d{1,40})/([1-9]\d{0,39})", text.strip())
    if not plain and not exact:
        raise ValueError(f"{text!r} is not {what}: such as 4.5%, 0.045 or 9852/270725")
    if exact:
        found = Target(text, Fraction(int(exact[1]), int(exact[2])))
    else:
        assert plain is not None
        scale = 100 if plain[2] else 1
        found = Target(text, Fraction(plain[1]) / scale, Fraction(1, scale * 10 ** decimal_places(plain[1])))
    if most is not None and found.value > most:
        raise ValueError(f"{text!r} is not {what}: it is at most {percent(most, 0)}")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    edge: Target
    hit: Target | None = None
    variance: Target | None = None
    top: int | None = None

    def __post_init__(self) -> None:
        if self.hit and not self.hit.value:
            raise ValueError(f"{self.hit.text!r} is not a hit frequency: a wager that never hits has no paytable")
        if self.variance and not self.variance.value:
            raise ValueError(f"{self.variance.text!r} is not a variance: it is above nothing")
        if self.top is not None and not 1 <= self.top <= MOST_PAY:
            raise ValueError(f"{self.top} is not a top pay: 1 to {MOST_PAY:,}")

    def misses(self, figures: Figures) -> dict[str, Fraction]:
        """How far each figure is from what was asked for."""
        asked = (
            ("hit frequency", self.hit, figures.hit_frequency),
            ("edge", self.edge, figures.house_edge),
            ("variance", self.variance, figures.variance),
        )
        return {name: target.miss(exact) for name, target, exact in asked if target}


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
        nearest = self.candidates[0].figures
        exact = {
            "edge": percent(nearest.house_edge, 4),
            "hit frequency": percent(nearest.hit_frequency, 4),
            "variance": decimal(nearest.variance, 4),
        }
        targets = {"edge": self.wanted.edge, "hit frequency": self.wanted.hit, "variance": self.wanted.variance}
        asked = {name: target.text for name, target in targets.items() if target}
        missed = [name for name, miss in self.candidates[0].misses.items() if miss]
        said = ", ".join(f"{name} {asked[name]}, nearest {exact[name]}" for name in missed)
        return f"no such table among {self.looked_at}: {said}"


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
    counts: Mapping[str, int] | None = None,
) -> Design:
    """The `most` best tables. They have the lines, in the order, of the table that they are to be `like`; `counts` are
    a wager's lines where play is held fixed."""
    if not 1 <= most <= MOST_TABLES:
        raise ValueError(f"{most} tables: 1 to {MOST_TABLES:,} can be shown")
    compared = like is not None
    like = like or game.paytables_of(wager)[0]
    if like.wager != wager.name:
        raise ValueError(f"{like.name!r} is a paytable of {like.wager}, not of {wager.name}")
    if changes is not None and not 1 <= changes <= len(like.lines):
        raise ValueError(f"{changes} changes: {like.name} has 1 to {len(like.lines)} lines to change")
    if counts is None and isinstance(wager, Contest):
        from houseway.analysis.replay import Replay

        if wanted.hit:
            raise ValueError(f"how often {wager.name} hits follows from how it is played: it is no target")
        task: Task = Replay(game=game, wager=wager, like=like, decks=decks)
        changes = changes or (1 if whole else None)
    else:
        task = Counted.of(game, wager, like, decks, seats, reading, counts)
    kept = task.lines_for(wanted.hit)
    if whole and changes is None and len(kept) > LONGEST_WHOLE:
        changes = CHANGES
    allowed = _allowed(like, wanted.top, whole=whole)
    search = Search(task=task, lines=kept, allowed=allowed, top=wanted.top, changes=changes)
    enough, away = search.nearest(wanted.edge, most)
    rank = _rank(task, kept, wanted, compared=compared)
    best = sorted(enough, key=rank)[:most]
    candidates = []
    for number, pays in enumerate(best, 1):
        table = replace(task.table(kept, pays), name=f"{like.name} design {number}")
        figures = task.figures(table)
        misses = wanted.misses(figures)
        candidates.append(Candidate(paytable=table, figures=figures, misses=misses, changed=changed_lines(like, table)))
    if not candidates:
        raise ValueError(f"no monotone table of {wager.name} pays {wanted.top} at the top: {_span(allowed)}")
    scope = f"{'whole pays' if whole else 'usual pays'} of {_span(allowed)}"
    scope += f", at most {changes} lines changed from {like.name}" if changes is not None else ""
    if away < wanted.edge.unit / 2:
        scope += f", within {percent(away, 5)} of the edge"
    return Design(
        game=game,
        wager=wager,
        like=like,
        wanted=wanted,
        looked_at=scope,
        found=len(enough),
        candidates=tuple(candidates),
    )


def changed_lines(like: Paytable, table: Paytable) -> int:
    return sum(like.lines.get(line) != table.lines.get(line) for line in {*like.lines, *table.lines})


def _allowed(like: Paytable, top: int | None, *, whole: bool) -> Vector:
    own = [int(pay.amount) for pay in like.lines.values() if is_sought(pay)]
    highest = top or max(1000, *own)
    numbers = range(1, highest + 1) if whole else (pay for pay in USUAL if pay <= highest)
    return tuple(sorted({*numbers, *([top] if top else [])}))


def _span(allowed: Vector) -> str:
    return f"{allowed[0]} to {allowed[-1]:,}"


def _rank(task: "Task", lines: Sequence[str], wanted: Wanted, *, compared: bool) -> Callable[[Vector], tuple[Any, ...]]:
    """What is missed, then how much is changed, where a table to be near was named, then how plain the pays are."""
    own = tuple(int(task.like.lines[line].amount) for line in reversed(lines))

    def key(pays: Vector) -> tuple[Any, ...]:
        edge = task.edge(lines, pays)
        miss = wanted.edge.miss(edge)
        near = (sum(a != b for a, b in zip(own, pays, strict=True)),) if compared else ()
        return (
            miss,
            wanted.variance.miss(task.variance(lines, pays)) if wanted.variance and not miss else 0,
            *near,
            sum(map(roughness, pays)),
            abs(edge - wanted.edge.value),
            pays,
        )

    return key


def roughness(pay: int) -> int:
    """The digits a pay needs beside its first: 30 needs none, 25 one, 125 two."""
    return len(str(pay).rstrip("0")) - 1


def is_sought(pay: Pay) -> bool:
    """A whole pay of a fixed kind. Pushes, shares of a meter and pays such as 3 to 2 stay as they are."""
    return pay.odds is not Odds.OF_METER and not pay.is_push and pay.amount.denominator == 1


# ---- what a table of pays comes to ---------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Task:
    """A wager's lines and what any pays for them come to."""

    game: Game
    wager: Wager
    like: Paytable
    decks: int | None = None

    @property
    def sought(self) -> tuple[str, ...]:
        """The lines whose pays are sought, best first."""
        found = tuple(line for line, pay in self.like.lines.items() if is_sought(pay))
        if not found:
            raise ValueError(f"{self.like.name!r} has no line with a whole pay to design")
        return found

    def lines_for(self, hit: Target | None) -> tuple[str, ...]:
        return self.sought

    def table(self, lines: Sequence[str], pays: Vector) -> Paytable:
        """The table that it is to be like, with these pays; sought lines that are not among `lines` lose."""
        amounts = dict(zip(reversed(lines), pays, strict=True))
        rows = {
            line: replace(pay, amount=Fraction(amounts.get(line, pay.amount)))
            for line, pay in self.like.lines.items()
            if line in amounts or line not in self.sought
        }
        return replace(self.like, lines=rows, letter=None)

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        raise NotImplementedError

    def variance(self, lines: Sequence[str], pays: Vector) -> Fraction:
        return self.figures(self.table(lines, pays)).variance

    def figures(self, table: Paytable) -> Figures:
        raise NotImplementedError

    def is_linear(self) -> bool:
        return False


@dataclass(frozen=True, kw_only=True)
class Counted(Task):
    """Lines that come as often whatever they pay: the edge is linear in the pays."""

    counts: Mapping[str, int]
    meter: Progressive | None = None
    play: str | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        wager: Wager,
        like: Paytable,
        decks: int | None,
        seats: int | None,
        reading: Reading | None,
        counts: Mapping[str, int] | None,
    ) -> "Counted":
        if counts is not None:
            return cls(game=game, wager=wager, like=like, decks=decks, counts=counts, play="best play, held fixed")
        assert isinstance(wager, Bonus)
        if reading is not None and wager.name not in reading.wagers:
            raise ValueError(f"the reading {reading.name!r} is not of {wager.name}, but of {', '.join(reading.wagers)}")
        judge = reading.wagers[wager.name] if reading else None
        meter = progressive(game, wager, like, seats=seats, judge=judge) if wager.progressive else None
        return cls(
            game=game,
            wager=wager,
            like=like,
            decks=decks,
            counts=meter.counts if meter else bonus_counts(game, wager, decks, judge),
            meter=meter,
        )

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    def count(self, line: str) -> int:
        return self.counts.get(line, 0)

    @cached_property
    def fixed(self) -> Fraction:
        """What comes back of a wager of 1 whatever the sought lines pay: pushes, the meter's shares, envy."""
        lines = [(line, pay) for line, pay in self.like.lines.items() if line not in self.sought]
        back = sum(
            (self.count(line) * (1 + pay.net()) for line, pay in lines if pay.odds is not Odds.OF_METER), Fraction(0)
        )
        if not self.meter:
            return back / self.total
        return back / self.total + (self.meter.drain * self.meter.mean_top + self.meter.envy) / self.meter.stake

    def returned(self, line: str, pay: int) -> int:
        """What comes back of a wager of 1, stake and all."""
        return pay + (self.like.lines[line].odds is Odds.TO_ONE)

    def lines_for(self, hit: Target | None) -> tuple[str, ...]:
        """The lines that pay: all of them, or as many from the top as come near the hit frequency."""
        lines = tuple(line for line in self.sought if self.count(line))
        if hit is None or not lines:
            return lines or self.sought
        others = sum(self.count(line) for line, pay in self.like.lines.items() if pay.odds is Odds.OF_METER)
        hits = {n: Fraction(others + sum(map(self.count, lines[:n])), self.total) for n in range(1, len(lines) + 1)}
        return lines[: min(hits, key=lambda n: (hit.miss(hits[n]), abs(hits[n] - hit.value)))]

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        back = sum(self.count(line) * self.returned(line, pay) for line, pay in zip(reversed(lines), pays, strict=True))
        return 1 - self.fixed - Fraction(back, self.total)

    def is_linear(self) -> bool:
        return True

    def figures(self, table: Paytable) -> Figures:
        if self.meter:
            return replace(self.meter, paytable=table).figures()
        decks = self.game.deal.pack(self.decks).decks
        lines = paytable_lines(table, dict(self.counts))
        return Figures.of(self.game, self.wager, table, lines, decks=decks, play=self.play)


# ---- the search ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Search:
    """Every table of allowed pays that never pays a higher line less than a lower one."""

    task: Task
    lines: tuple[str, ...]  # best first
    allowed: Vector
    top: int | None = None
    changes: int | None = None

    def nearest(self, edge: Target, enough: int) -> tuple[list[Vector], Fraction]:
        """All tables within some distance of the edge, and the distance: at first half the edge's unit; less, where
        that would be too many to weigh; more, until there are enough of them."""
        away = edge.unit / 2
        if not self.task.is_linear():
            return list(self.all()), away
        found = list(islice(self.within(edge.value - away, edge.value + away), TOO_MANY))
        while len(found) >= max(TOO_MANY, 4 * enough) and away:
            away /= 4
            found = list(islice(self.within(edge.value - away, edge.value + away), TOO_MANY))
        while len(found) < enough and away <= 2 * self.allowed[-1]:
            away = max(4 * away, Fraction(1, 1_000_000))
            found = list(self.within(edge.value - away, edge.value + away))
        return found, away

    def all(self) -> Iterator[Vector]:
        return self._choose([1] * len(self.lines), 0, 10**30)

    def within(self, low: Fraction, high: Fraction) -> Iterator[Vector]:
        """The tables whose edge is in this range. What they pay is a whole number of combinations."""
        task = self.task
        assert isinstance(task, Counted)
        counts = [task.count(line) for line in reversed(self.lines)]
        stakes = sum(task.count(line) * task.returned(line, 0) for line in self.lines)
        least, most = ((1 - task.fixed - edge) * task.total - stakes for edge in (high, low))
        return self._choose(counts, -(-least.numerator // least.denominator), most.numerator // most.denominator)

    def _choose(self, counts: list[int], least: int, most: int) -> Iterator[Vector]:
        """From the lowest line up: `paid` so far, and what the lines above can still pay at least and at most."""
        last = len(counts) - 1
        above = [sum(counts[i + 1 :]) for i in range(len(counts))]
        ceiling = self.top or self.allowed[-1]
        fixed = counts[-1] * self.top if self.top else 0
        own = [int(self.task.like.lines[line].amount) for line in reversed(self.lines)]
        allowed = self.allowed

        def go(i: int, lowest: int, paid: int, changes: int, pays: Vector) -> Iterator[Vector]:
            start = bisect_left(allowed, self.top if self.top and i == last else lowest)
            if i == last:
                start = max(start, bisect_left(allowed, -(-(least - paid) // counts[i])))
                end = bisect_right(allowed, min(ceiling, (most - paid) // counts[i]))
                yield from ((*pays, pay) for pay in allowed[start:end] if changes or pay == own[i])
                return
            between = above[i] - (counts[-1] if self.top else 0)
            choices = allowed[start:] if changes else ((own[i],) if own[i] >= lowest else ())
            for pay in choices:
                now = paid + counts[i] * pay
                if pay > ceiling or now + between * pay + fixed > most:
                    return
                if now + between * ceiling + fixed >= least:
                    yield from go(i + 1, pay, now, changes - (pay != own[i]), (*pays, pay))

        return go(0, 1, 0, len(counts) if self.changes is None else self.changes, ())
