"""What is simulated: the machine of a game, the stakes on its wagers, and what is read off its counts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact.ends import End, Net
from houseway.analysis.exact.figures import end_name
from houseway.analysis.exact.question import Question
from houseway.analysis.figures import Figures, Line
from houseway.analysis.machine.batches import BatchTally, Work
from houseway.analysis.machine.columns import Unanswered
from houseway.analysis.machine.kernel import Money
from houseway.analysis.machine.meters import WonAward
from houseway.analysis.machine.money import EndWorths
from houseway.analysis.machine.result import Ended, Measured
from houseway.analysis.machine.rounds import Machine, Unit, machine
from houseway.analysis.progressive import Progressive, progressive
from houseway.game import LOSE, Wager, is_progressive
from houseway.paytable import Paytable


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """The question has the wagers in play, their paytables, and the policy of the seats."""

    question: Question
    seats: int
    stakes: Mapping[str, Fraction]  # dollars that a unit of each wager is

    @property
    def decks(self) -> int:
        return self.question.pack.decks

    def meter(self, table: Paytable) -> Progressive:
        """The first of its meters; the others are beside it."""
        game = self.question.game
        return progressive(game, game.wager(table.wager), table, seats=self.seats, decks=self.decks)

    def meters(self, table: Paytable) -> tuple[Progressive, ...]:
        first = self.meter(table)
        return first, *first.others

    @cached_property
    def machine(self) -> Machine:
        return machine(self.question, self.seats)

    def work(self, *, rounds: int, seed: int, session: int, shift: int) -> Work:
        return Work(
            program=self.machine.program,
            money=self.money,
            seats=self.seats,
            rounds=rounds,
            seed=seed,
            session=session,
            shift=shift,
        )

    # ---- money -------------------------------------------------------------------------------------

    @property
    def money(self) -> Money:
        return self._money[0]

    @property
    def parts(self) -> int:
        """How many parts a dollar has, so that every pay is a whole number of them."""
        return self._money[1]

    @cached_property
    def _money(self) -> tuple[Money, int]:
        return self.worths.money(end for unit in self.machine.units for end in unit.ends)

    @cached_property
    def worths(self) -> EndWorths:
        """Awards of a meter are paid at its mean, to the cent below."""
        tables = {name: self.question.pays[name] for name in self.stakes}
        met = {
            name: {each.meter: Fraction(int(each.mean_top * 100), 100) for each in self.meters(table)}
            for name, table in tables.items()
            if table.meters
        }
        return EndWorths(self.question, self.stakes, met)

    @cached_property
    def to_meters(self) -> Fraction:
        """Dollars that a round puts onto meters: the same every round, and never the house's (WAC 230-15-671)."""
        meters = [(self.question.pays[name].meters.values(), stake) for name, stake in self.stakes.items()]
        return self.seats * sum((meter.increment * stake for each, stake in meters for meter in each), Fraction(0))

    # ---- what a tally says -------------------------------------------------------------------------

    def counts(self, tally: BatchTally) -> dict[str, dict[str, tuple[int, ...]]]:
        """How often each line of each wager in play came, seat by seat."""
        counts: dict[str, dict[str, list[int]]] = {}
        for unit in self.machine.units:
            for end, times in self._ends(tally, unit):
                for wager, _, line in end.lines:
                    before = counts.setdefault(wager, {}).setdefault(line, [0] * self.seats)
                    counts[wager][line] = [a + b for a, b in zip(before, times, strict=True)]
        return {name: {line: tuple(n) for line, n in lines.items()} for name, lines in counts.items()}

    def awards(self, tally: BatchTally, wager: str) -> Iterator[WonAward]:
        """The awards of a progressive wager, in the order in which they came."""
        [unit] = [unit for unit in self.machine.units if wager in unit.wagers]
        for number, seat, at in tally.awards:
            if 0 <= at - unit.start < len(unit.ends):
                end = unit.ends[at - unit.start]
                assert isinstance(end, End)
                yield from ((number, seat, line.line) for line in end.lines if line.wager == wager)

    def measured(self, tally: BatchTally, wager: Wager, table: Paytable, exact: Figures) -> Measured:
        """A wager under a paytable at the first seat; a main wager with all others of them."""
        [unit] = [unit for unit in self.machine.units if wager.name in unit.wagers]
        asked = replace(self.question, pays=self.pays_with(table))
        net = Net(asked.game, asked.pays, unit.wagers)
        terms = self.meter(table) if is_progressive(wager) else None
        times: Counter[tuple[str, Fraction]] = Counter()
        for end, (count, *_) in self._ends(tally, unit):
            won = sum((progressive_net(terms, line.line) if terms else net[line] for line in end.lines), Fraction(0))
            name = end_name(asked, end) if wager in asked.game.main else ", ".join(line.line for line in end.lines)
            times[name, won] += count
        ordered = sorted(times.items(), key=lambda item: (-item[0][1], item[0][0]))
        ended = tuple(Ended(line, won, count) for (line, won), count in ordered)
        return Measured(wager=wager.name, paytable=table, rounds=tally.rounds, ended=ended, exact=exact)

    def pays_with(self, table: Paytable) -> dict[str, Paytable]:
        """The paytables in play, but for one; a wager without its own pays by that of the wager it is of."""
        game = self.question.game
        followers = [w.name for w in game.wagers if w.of == table.wager and not game.own_paytables(w)]
        return {**self.question.pays, **dict.fromkeys((table.wager, *followers), table)}

    def _ends(self, tally: BatchTally, unit: Unit) -> Iterator[tuple[End, list[int]]]:
        """The ends of a unit that came, and how often at each seat."""
        columns = tally.counts[:, unit.start : unit.start + len(unit.ends)].T.tolist()
        for end, times in zip(unit.ends, columns, strict=True):
            if any(times) and not isinstance(end, Unanswered):
                yield end, times


def progressive_net(terms: Progressive, line: str) -> Fraction:
    """What a line wins of a stake of 1, at the mean meters, and with the envy that is paid to all others for the hand:
    for that is what the hand costs the house."""
    pay = terms.paytable.lines.get(line)
    envy = terms.envied * Fraction(pay.envy_cents, 100) / terms.stake if pay else Fraction(0)
    means = {each.meter: each.mean_top / terms.stake for each in (terms, *terms.others)}
    return terms.paytable.net(line, means) + envy


def progressive_figures(terms: Progressive) -> Figures:
    """Exact, with the envy on the line that it is paid for: the same edge, and a variance that can be simulated."""
    lines = tuple(
        Line(line, times, str(terms.paytable.lines.get(line, LOSE)), progressive_net(terms, line), terms.total)
        for line, times in terms.counts.items()
    )
    figures = Figures.of(terms.game, terms.wager, terms.paytable, lines)
    assert figures.house_edge == terms.house_edge
    return figures
