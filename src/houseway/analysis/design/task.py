"""A task: a wager's lines, the whole numbers that are looked at for their pays, and what any pays come to."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from houseway.analysis.design.targets import Target, Top
from houseway.analysis.exact.ends import Ends, SettledLine
from houseway.analysis.exact.figures import bonus_counts, main_figures, refuse_played, wager_figures
from houseway.analysis.exact.question import Question, question
from houseway.analysis.figures import Figures, paytable_lines
from houseway.analysis.progressive import Progressive, progressive
from houseway.game import Bonus, Game, Wager
from houseway.letters.reading import Reading
from houseway.paytable import Odds, Pay, Paytable

# What card rooms print. Any whole number is looked for with `whole`.
# fmt: off
USUAL = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 300, 400,
    500, 600, 750, 800, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000,
)
# fmt: on

Vector = tuple[int, ...]  # the pays that are being sought, lowest line first


@dataclass(frozen=True, kw_only=True)
class Task:
    """A wager's lines and what any pays for them come to."""

    game: Game
    wager: Wager
    like: Paytable
    decks: int | None = None

    @property
    def sought(self) -> tuple[str, ...]:
        """The lines whose pays are sought, the one that pays most in the table it is to be like first: a letter need
        not list them so."""
        sought = {line: pay.amount for line, pay in self.like.lines.items() if is_sought(pay)}
        if not sought:
            raise ValueError(f"{self.like.name!r} has no line with a whole pay to design")
        return tuple(sorted(sought, key=lambda line: -sought[line]))

    def lines_for(self, hit: Target | None) -> tuple[str, ...]:
        return self.sought

    def lines_within(self, hit: Target | None) -> list[tuple[str, ...]]:
        """All lines that may pay, where the hit frequency is in a range."""
        return [self.lines_for(hit)]

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


@dataclass(frozen=True, kw_only=True)
class FixedLines(Task):
    """Lines that come as often whatever they pay: the edge is linear in the pays."""

    counts: Mapping[str, int]
    meter: Progressive | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        wager: Wager,
        like: Paytable,
        decks: int | None = None,
        seats: int | None = None,
        reading: Reading | None = None,
    ) -> "FixedLines":
        """A wager on the cards alone."""
        assert isinstance(wager, Bonus)
        if reading is not None and wager.name not in reading.wagers:
            raise ValueError(f"the reading {reading.name!r} is not of {wager.name}, but of {', '.join(reading.wagers)}")
        refuse_played(game, wager, decks)
        judge = reading.wagers[wager.name] if reading else None
        meter = progressive(game, wager, like, seats=seats, decks=decks, judge=judge) if wager.progressive else None
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
        meter = self.meter
        return back / self.total + (meter.drain * meter.mean_top + meter.beside + meter.envy) / meter.stake

    def returned(self, line: str, pay: int) -> int:
        """What comes back of a wager of 1, stake and all."""
        return pay + (self.like.lines[line].odds is Odds.TO_ONE)

    def lines_for(self, hit: Target | None) -> tuple[str, ...]:
        """The lines that pay: all of them, or as many from the top as come near the hit frequency."""
        lines = tuple(line for line in self.sought if self.count(line))
        if not lines:
            raise ValueError(f"{self.wager.name}: none of its lines ever comes: {', '.join(self.sought)}")
        if hit is None:
            return lines
        hits = self._hits(lines)
        return lines[: min(hits, key=lambda n: (hit.miss(hits[n]), abs(hits[n] - hit.value)))]

    def lines_within(self, hit: Target | None) -> list[tuple[str, ...]]:
        lines = self.lines_for(None)
        if hit is None:
            return [lines]
        return [lines[:n] for n, hits in self._hits(lines).items() if not hit.miss(hits)]

    def _hits(self, lines: Sequence[str]) -> dict[int, Fraction]:
        """How often a wager hits of which so many lines pay."""
        others = sum(self.count(line) for line, pay in self.like.lines.items() if pay.odds is Odds.OF_METER)
        return {n: Fraction(others + sum(map(self.count, lines[:n])), self.total) for n in range(1, len(lines) + 1)}

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        back = sum(self.count(line) * self.returned(line, pay) for line, pay in zip(reversed(lines), pays, strict=True))
        return 1 - self.fixed - Fraction(back, self.total)

    def figures(self, table: Paytable) -> Figures:
        if self.meter:
            return replace(self.meter, paytable=table).figures()
        lines = paytable_lines(table, dict(self.counts))
        return Figures.of(self.game, self.wager, table, lines, decks=self.game.pack(self.decks).decks)


@dataclass(frozen=True, kw_only=True)
class FixedPlay(FixedLines):
    """A wager whose lines follow from how a round is played, with the play held fixed: that for the main wagers."""

    asked: Question
    ends: Ends

    @classmethod
    def by(cls, asked: Question, ends: Ends, wager: Wager, like: Paytable, **more: Any) -> Self:
        held = cls(
            game=asked.game, wager=wager, like=like, decks=asked.pack.decks, counts={}, asked=asked, ends=ends, **more
        )
        counts: Counter[str] = Counter()
        for line, weight in held._lines():
            counts[line.line] += int(line.times * weight)
        return replace(held, counts=counts)

    @cached_property
    def paid_so(self) -> frozenset[str]:
        """The wagers that the table pays: the wager itself and, of main ones, those without a table of their own."""
        main = {each.name for each in self.game.main} if self.wager in self.game.main else set()
        return frozenset({self.wager.name}) | {name for name in main if self.asked.pays.get(name) is self.like}

    def _lines(self) -> Iterator[tuple[SettledLine, int]]:
        """The lines of these wagers, with their weights."""
        for end, weight in self.ends.weights.items():
            yield from ((line, weight) for line in end.lines if line.wager in self.paid_so)

    @cached_property
    def total(self) -> int:
        return self.ends.total

    @cached_property
    def fixed(self) -> Fraction:
        """Beside what comes back of the wager itself: what is not staked on it, and what wagers played with it win."""
        free = {each.name for each in self.game.wagers if each.free}
        staked = Fraction(0)
        for line, weight in self._lines():
            staked += weight * line.times if line.wager not in free or line.line in self.like.lines else 0
        others = Fraction(0)
        if self.wager in self.game.main:
            for end, weight in self.ends.weights.items():
                others += weight * sum(self.asked.net[line] for line in end.lines if line.wager not in self.paid_so)
        return super().fixed + 1 - (staked - others) / self.total

    def figures(self, table: Paytable) -> Figures:
        asked = replace(self.asked, pays={**self.asked.pays, **dict.fromkeys(self.paid_so, table)})
        held = "best play, held fixed" if self.game.choices else None
        if self.wager in self.game.main:
            return replace(main_figures(asked, solve=lambda _: self.ends), play=held)
        return replace(wager_figures(asked, self.ends, self.wager), play=held)


@dataclass(frozen=True, kw_only=True)
class Resolved(FixedPlay):
    """A main wager for which best play is solved anew, table by table. Until a table is solved, its edge is reckoned
    with the play that is best for the table it is to be like, less what solving took off the one before."""

    solve: Callable[[Question], Ends]
    solved: dict[Vector, Figures] = field(default_factory=dict)
    gaps: list[Fraction] = field(default_factory=lambda: [Fraction(0)])  # between the play held fixed and best play

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        return self.solved[pays].house_edge if pays in self.solved else super().edge(lines, pays) - self.gaps[-1]

    def variance(self, lines: Sequence[str], pays: Vector) -> Fraction:
        figures = self.solved.get(pays) or super().figures(self.table(lines, pays))
        return figures.variance

    def settle(self, lines: Sequence[str], pays: Vector) -> None:
        """Solve a table."""
        self.solved[pays] = self.figures(self.table(lines, pays))
        self.gaps.append(super().edge(lines, pays) - self.solved[pays].house_edge)

    def figures(self, table: Paytable) -> Figures:
        asked = question(self.game, decks=self.decks, paytables=(table,))
        return main_figures(asked, solve=self.solve)


def is_sought(pay: Pay) -> bool:
    """A whole pay of a fixed kind. Pushes, shares of a meter and pays such as 3 to 2 stay as they are."""
    return pay.odds is not Odds.OF_METER and not pay.is_push and pay.amount.denominator == 1


def allowed_pays(like: Paytable, top: int | Top | None, *, whole: bool) -> Vector:
    """The usual pays, or all whole numbers, up to the top pay asked for, else to 1,000 or the table's own highest."""
    own = [int(pay.amount) for pay in like.lines.values() if is_sought(pay)]
    usual = max(1000, *own)
    highest = min(top.most, max(top.least, usual)) if isinstance(top, Top) else top or usual
    numbers = range(1, highest + 1) if whole else (pay for pay in USUAL if pay <= highest)
    return tuple(sorted({*numbers, *([top] if isinstance(top, int) else [])}))


def span(allowed: Vector) -> str:
    return f"{allowed[0]} to {allowed[-1]:,}"


def roughness(pay: int) -> int:
    """The digits a pay needs beside its first: 30 needs none, 25 one, 125 two."""
    return len(str(pay).rstrip("0")) - 1
