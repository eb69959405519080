"""What is to be simulated: the wagers in play, their stakes and paytables, and what every end is worth.

Money in the kernel is whole *parts* of a dollar, as many as make every pay a whole number.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from houseway.analysis.figures import Figures, Line
from houseway.analysis.progressive import Progressive, progressive
from houseway.analysis.simulation.batches import BatchTally, Work
from houseway.analysis.simulation.meters import WonAward
from houseway.analysis.simulation.result import Ended, Measured
from houseway.analysis.simulation.tables import EndWorth, JudgeAll, Lines, Play, Rulebook, rulebook
from houseway.game import LOSE, Bonus, Contest, Game, Wager, is_progressive
from houseway.paytable import Odds, Paytable


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    game: Game
    decks: int
    seats: int
    play: Play
    stakes: Mapping[str, Fraction]  # dollars, of the wagers in play; an added wager equals the one it is added to
    tables: Mapping[str, Paytable]  # of every wager
    judge_all: JudgeAll | None = None

    def meter(self, table: Paytable) -> Progressive:
        wager = self.game.wager(table.wager)
        assert isinstance(wager, Bonus)
        return progressive(self.game, wager, table, seats=self.seats)

    @cached_property
    def rulebook(self) -> Rulebook:
        return rulebook(
            self.game, self.decks, self.play, worth=self._worth, is_watched=self.is_watched, judge_all=self.judge_all
        )

    def work(self, *, rounds: int, seed: int, session: int, shift: int) -> Work:
        return Work(
            tables=self.rulebook.tables, seats=self.seats, rounds=rounds, seed=seed, session=session, shift=shift
        )

    # ---- what an end is worth

    @cached_property
    def _pays(self) -> dict[tuple[str, str], tuple[Fraction, Fraction, Fraction]]:
        """The net and the envy of each line of each wager in play, and what the house keeps by it, in dollars."""
        pays = {}
        for name in self.stakes:
            table, stake = self.tables[name], self.stakes[name]
            met = self._met(table)
            for line in (*table.lines, LOSE):
                envy = table.lines[line].envy_cents if line in table.lines else 0
                net = stake * table.net(line, met)
                pays[name, line] = net, Fraction(envy, 100), self._kept(table, line, stake, net)
        return pays

    def _kept(self, table: Paytable, line: str, stake: Fraction, net: Fraction) -> Fraction:
        """An award of a meter is paid by its players: it costs the house the next seed, if it takes all of it."""
        if not (table.meter and line in table.lines and table.lines[line].odds is Odds.OF_METER):
            return -net
        return stake - (Fraction(table.meter.seed_cents, 100) if table.lines[line].amount == 1 else 0)

    @cached_property
    def to_meters(self) -> Fraction:
        """Dollars that a round puts onto meters: the same every round, and never the house's (WAC 230-15-671)."""
        meters = [(self.tables[name].meter, stake) for name, stake in self.stakes.items()]
        return self.seats * sum((meter.increment * stake for meter, stake in meters if meter), Fraction(0))

    def _met(self, table: Paytable) -> Fraction:
        """The mean meter, to the cent below, in stakes: a session is paid awards of a meter from it."""
        if table.meter is None:
            return Fraction(0)
        return Fraction(int(self.meter(table).mean_top * 100), table.meter.stake_cents)

    @cached_property
    def parts(self) -> int:
        """How many parts a dollar has, so that every pay is a whole number of them."""
        amounts = [amount for each in self._pays.values() for amount in each]
        return lcm(*(amount.denominator for amount in (*amounts, *self.stakes.values())))

    def _worth(self, end: Lines) -> EndWorth:
        net = action = envy = kept = Fraction(0)
        for name, line in end:
            if name in self.stakes:
                stake = self.stakes[name]
                its_net, its_envy, its_kept = self._pays.get((name, line), (-stake, Fraction(0), stake))
                net, action, envy, kept = net + its_net, action + stake, envy + its_envy, kept + its_kept
        return EndWorth(*(int(amount * self.parts) for amount in (net, action, envy, kept)))

    def is_watched(self, end: Lines) -> bool:
        """Awards of a meter, by any paytable of the wager."""
        return any(self._takes_from_meter(name, line) for name, line in end if name in self.stakes)

    def _takes_from_meter(self, name: str, line: str) -> bool:
        wager = self.game.wager(name)
        tables = (*self.game.paytables_of(wager), self.tables[name]) if is_progressive(wager) else ()
        return any(line in t.lines and t.lines[line].odds is Odds.OF_METER for t in tables)

    def awards(self, tally: BatchTally, wager: str) -> Iterator[WonAward]:
        """The awards of a progressive wager, in the order in which they came."""
        for number, seat, end in tally.awards:
            for name, line in self.rulebook.ends[end]:
                if name == wager:
                    yield number, seat, line

    # ---- what a tally says

    def counts(self, tally: BatchTally) -> dict[str, dict[str, tuple[int, ...]]]:
        """How often each line of each wager in play came, seat by seat."""
        counts: dict[str, dict[str, list[int]]] = {}
        for end, column in zip(self.rulebook.ends, tally.counts.T.tolist(), strict=True):
            for name, line in end:
                if name in self.stakes:
                    before = counts.setdefault(name, {}).setdefault(line, [0] * self.seats)
                    counts[name][line] = [a + b for a, b in zip(before, column, strict=True)]
        return {name: {line: tuple(n) for line, n in lines.items()} for name, lines in counts.items()}

    def measured(self, tally: BatchTally, wager: Wager, table: Paytable, exact: Figures) -> Measured:
        ended = self._ended(tally, wager, table)
        return Measured(wager=wager.name, paytable=table, rounds=tally.rounds, ended=ended, exact=exact)

    def _ended(self, tally: BatchTally, wager: Wager, table: Paytable) -> tuple[Ended, ...]:
        """At the first seat; with the main wager, what its choices added."""
        net = self._net(wager, table)
        times: Counter[tuple[str, Fraction]] = Counter()
        for end, count in zip(self.rulebook.ends, tally.counts[0].tolist(), strict=True):
            lines = dict(end)
            if wager.name in lines:
                adds = [w.name for w in self.game.added if w.name in lines] if wager is self.game.main else []
                won = net(lines[wager.name]) + sum(self.tables[add].net(lines[add]) for add in adds)
                times[" + ".join((lines[wager.name], *adds)), won] += count
        ordered = sorted(times.items(), key=lambda item: item[0][1], reverse=True)
        return tuple(Ended(line, won, count) for (line, won), count in ordered)

    def _net(self, wager: Wager, table: Paytable) -> Callable[[str], Fraction]:
        """What a line wins of a stake of 1. Of a progressive: at the mean meter, and with the envy that is paid to all
        others for the hand, for that is what the hand costs the house."""
        if not is_progressive(wager):
            return table.net
        terms = self.meter(table)
        return lambda line: progressive_net(terms, line)


def progressive_net(terms: Progressive, line: str) -> Fraction:
    pay = terms.paytable.lines.get(line)
    envy = terms.envied * Fraction(pay.envy_cents, 100) / terms.stake if pay else Fraction(0)
    return terms.paytable.net(line, terms.mean_top / terms.stake) + envy


def progressive_figures(terms: Progressive) -> Figures:
    """Exact, with the envy on the line that it is paid for: the same edge, and a variance that can be simulated."""
    counts = terms.counts
    lines = tuple(
        Line(line, times, str(terms.paytable.lines.get(line, LOSE)), progressive_net(terms, line), terms.total)
        for line, times in counts.items()
    )
    figures = Figures.of(terms.game, terms.wager, terms.paytable, lines)
    assert figures.house_edge == terms.house_edge
    return figures


def in_play(game: Game, wagers: Iterable[str]) -> list[Wager]:
    """The wagers asked for, those that they require, and those that a choice adds to them; all, if none is named."""
    names = {game.wager(name).name for name in wagers} or {w.name for w in game.wagers}
    for wager in game.wagers:
        if wager.name in names and wager.requires:
            names.add(wager.requires)
    names |= {w.name for w in game.added if w.equals in names}
    return [w for w in game.wagers if w.name in names]


def is_measured(game: Game, wager: Wager) -> bool:
    """A wager that a choice adds is measured with the one it is added to; and a contest beside the main one has exact
    figures only where hands are matched."""
    if wager.equals:
        return False
    return not isinstance(wager, Contest) or wager is game.main or game.sight is None
