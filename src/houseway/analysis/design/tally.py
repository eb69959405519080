"""A tally: in how many ways a wager ends how, whatever its lines pay. All figures of any paytable follow from it by
adding up whole numbers, and whoever has it, a browser too, needs to ask nobody for them.

Where best play depends on what is paid, the tally is that of the play for one table, `held` while pays are changed: the
edge that follows is then at most too high, for another play may be better.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact.ends import Ends, Times
from houseway.analysis.exact.facts import depends, ends_of
from houseway.analysis.exact.figures import adds_wherever, average_bet, bonus_counts, is_added, is_on_cards_alone
from houseway.analysis.exact.question import Question, question
from houseway.analysis.progressive import progressive
from houseway.game import Bonus, Game, Wager, is_progressive
from houseway.paytable import NO_METERS, Paytable

Solve = Callable[[Question], Ends]
Settled = tuple[str, Times, bool]  # a line, how many times the unit is staked on it, and whether that was free


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyRow:
    """One way to end: the lines of the table that are settled then, and what other wagers that are played with them
    win."""

    lines: tuple[Settled, ...]
    others: Fraction
    weight: int


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Rows and their weights, which add up to `total` where the wager lies in every round."""

    rows: tuple[TallyRow, ...]
    total: int
    action: Fraction = Fraction(1)  # units staked in a round
    held: bool = False  # whether another table may be played better in another way

    def net(self, row: TallyRow, table: Paytable, meters: Mapping[str, Fraction] = NO_METERS) -> Fraction:
        """What a unit wins that ends so, on a table."""
        nets = (
            Fraction(0) if free and line not in table.lines else times * table.net(line, meters)
            for line, times, free in row.lines
        )
        return sum(nets, row.others)

    def mean(self, table: Paytable) -> Fraction:
        won = sum((row.weight * self.net(row, table) for row in self.rows), Fraction(0))
        return won / self.total

    def hit_frequency(self, table: Paytable) -> Fraction:
        return Fraction(sum(row.weight for row in self.rows if self.net(row, table) > 0), self.total)

    def variance(self, table: Paytable) -> Fraction:
        square = sum((row.weight * self.net(row, table) ** 2 for row in self.rows), Fraction(0))
        return square / self.total - self.mean(table) ** 2

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Every line that ever comes."""
        return tuple(dict.fromkeys(line for row in self.rows for line, _, _ in row.lines))


def tally_of(game: Game, wager: Wager, like: Paytable, *, decks: int | None = None, solve: Solve = ends_of) -> Tally:
    """The tally of a wager, its main wagers played best on this table."""
    if is_progressive(wager):
        return _counted(progressive(game, wager, like, decks=decks).counts)
    if wager in game.main:
        return _played(question(game, decks=decks, paytables=(like,)), wager, like, solve)
    if isinstance(wager, Bonus) and is_on_cards_alone(game, wager, decks):
        return _counted(bonus_counts(game, wager, decks))
    asked = question(game, wagers=(wager.name,), decks=decks, paytables=(like,))
    if is_added(game, wager):
        return _added(replace(asked, policy=adds_wherever(wager)), wager, solve)
    if not game.choices:  # all at once, as for their figures
        others = [each.name for each in game.wagers if not is_on_cards_alone(game, each, decks)]
        asked = question(game, wagers=(wager.name, *others), decks=decks, paytables=(like,))
    is_played = not isinstance(wager, Bonus) and bool(game.choices) and depends(game, wager.name)
    return replace(_beside(asked, wager, solve), held=is_played)


def _counted(counts: Mapping[str, int]) -> Tally:
    rows = tuple(
        TallyRow(lines=((line, 1, False),), others=Fraction(0), weight=times) for line, times in counts.items()
    )
    return Tally(rows=rows, total=sum(counts.values()))


def _played(asked: Question, wager: Wager, like: Paytable, solve: Solve) -> Tally:
    """The main wagers together: the lines of those that this table pays, and what the others win."""
    ends = solve(asked)
    paid_so = {wager.name} | {each.name for each in asked.game.main if asked.pays.get(each.name) is like}
    free = {each.name for each in asked.game.wagers if each.free}
    rows: Counter[tuple[tuple[Settled, ...], Fraction]] = Counter()
    for end, weight in ends.weights.items():
        own = tuple(sorted((line, times, name in free) for name, times, line in end.lines if name in paid_so))
        others = sum((asked.net[line] for line in end.lines if line.wager not in paid_so), Fraction(0))
        rows[own, others] += weight
    return Tally(
        rows=tuple(TallyRow(lines=own, others=others, weight=weight) for (own, others), weight in rows.items()),
        total=ends.total,
        action=average_bet(asked, ends),
        held=bool(asked.game.choices),
    )


def _beside(asked: Question, wager: Wager, solve: Solve) -> Tally:
    """A wager by itself, decided by play that is best for the main ones. A side bet lies once, also where a hand of a
    split stands for all its hands."""
    ends = solve(asked)
    lies_once = wager in asked.game.placed
    rows: Counter[tuple[str, Times]] = Counter()
    for end, weight in ends.weights.items():
        for line in end.lines:
            if line.wager == wager.name:
                rows[line.line, 1 if lies_once else line.times] += int(line.times * weight) if lies_once else weight
    staked = sum((Fraction(times) * weight for (_, times), weight in rows.items()), Fraction(0))
    return _of_lines(wager, rows, ends.total, staked / ends.total)


def _added(asked: Question, wager: Wager, solve: Solve) -> Tally:
    """Of what is staked on a side bet that a choice adds."""
    rows: Counter[tuple[str, Times]] = Counter()
    ends = solve(asked)
    settled = [(line, weight) for end, weight in ends.weights.items() for line in end.lines if line.wager == wager.name]
    parts = max((Fraction(line.times).denominator for line, _ in settled), default=1)
    for line, weight in settled:
        rows[line.line, 1] += int(line.times * weight * parts)
    return _of_lines(wager, rows, sum(rows.values()), Fraction(1))


def _of_lines(wager: Wager, rows: Mapping[tuple[str, Times], int], total: int, action: Fraction) -> Tally:
    return Tally(
        rows=tuple(
            TallyRow(lines=((line, times, wager.free),), others=Fraction(0), weight=weight)
            for (line, times), weight in rows.items()
        ),
        total=total,
        action=action,
    )
