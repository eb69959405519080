"""What wagers of one seat win in the same round: a column for each wager and paytable, told from how the round ends.

The main wagers together are one column, for a stake of 1 on the first of them, for what a choice adds lies on no other.
A share of a meter is paid at the meter's mean; envy hangs on the hands of others and is in no column.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact.ends import End, Ends, Net
from houseway.analysis.exact.figures import is_added
from houseway.analysis.exact.question import pays_of
from houseway.analysis.progressive import progressive
from houseway.game import Game, Wager, is_progressive
from houseway.paytable import NO_METERS, Paytable


@dataclass(frozen=True, eq=False)
class WagerColumn:
    """One wager on one paytable, or the main wagers together."""

    game: Game
    wagers: frozenset[str]
    table: Paytable
    meters: Mapping[str, Fraction] = field(default_factory=dict)  # mean meters, in stakes

    @property
    def is_main(self) -> bool:
        return bool(self.game.main) and self.game.main[0].name in self.wagers

    @property
    def wager(self) -> Wager:
        """The wager that the others are of."""
        return self.game.main[0] if self.is_main else self.game.wager(next(iter(self.wagers)))

    @property
    def name(self) -> str:
        """The wager and its paytable; the wager is not said again where the paytable begins with it."""
        wager, table = self.wager.name, self.table.label
        return table if table.startswith(wager) else f"{wager} · {table}"

    @cached_property
    def _net(self) -> Net:
        return Net(self.game, pays_of(self.game), self.wagers)

    def won(self, end: End) -> Fraction:
        """What a stake of 1 wins by the end of a round."""
        if self.is_main:
            return sum((self._net[line] for line in end.lines), Fraction(0))
        return sum((line.times * self.net(line.line) for line in end.lines if line.wager in self.wagers), Fraction(0))

    def net(self, line: str) -> Fraction:
        if self.wager.free and line not in self.table.lines:
            return Fraction(0)
        return self.table.net(line, self.meters)

    def mean(self, ends: Ends) -> Fraction:
        return sum((self.won(end) * weight for end, weight in ends.weights.items()), Fraction(0)) / ends.total


def columns(game: Game, decks: int | None = None) -> tuple[WagerColumn, ...]:
    """Of all wagers that a seat places; one that only a choice adds has no figures beside the others."""
    found = list(_main(game))
    for wager in game.wagers:
        if wager in game.main or is_added(game, wager):
            continue
        for table in game.own_paytables(wager):
            meters = _means(game, wager, table, decks) if table.meters and is_progressive(wager) else NO_METERS
            found.append(WagerColumn(game, frozenset({wager.name}), table, meters))
    return tuple(found)


def _main(game: Game) -> Iterator[WagerColumn]:
    if game.main:
        yield WagerColumn(game, frozenset(wager.name for wager in game.main), game.paytables_of(game.main[0])[0])


def _means(game: Game, wager: Wager, table: Paytable, decks: int | None) -> dict[str, Fraction]:
    first = progressive(game, wager, table, decks=decks)
    return {each.meter: each.mean_top / first.stake for each in (first, *first.others)}
