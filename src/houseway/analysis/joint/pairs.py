"""Two seats of a table: how often each pair of results comes, and what follows for more seats.

From the pairs follow the mean, the variance and the covariance of any number of seats with any stakes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from houseway.analysis.joint.layout import Layout, Nets
from houseway.analysis.joint.table import FullTable


@dataclass(frozen=True)
class Pairs:
    """The results that a seat can have, wager by wager, and how many deals give two seats each pair of them."""

    wagers: tuple[str, ...]
    results: tuple[Nets, ...]
    counts: tuple[tuple[int, ...], ...]

    @cached_property
    def total(self) -> int:
        return sum(map(sum, self.counts))

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """The chance of each result of one seat."""
        return tuple(Fraction(sum(row), self.total) for row in self.counts)

    def mean(self, wager: str) -> Fraction:
        place = self.wagers.index(wager)
        return sum((p * nets[place] for p, nets in zip(self.chances, self.results, strict=True)), Fraction(0))

    def covariance(self, one: str, other: str, *, same_seat: bool) -> Fraction:
        """The covariance of two wagers of a unit each, at one seat or at two."""
        return self._covariances[one, other, same_seat]

    @cached_property
    def _covariances(self) -> dict[tuple[str, str, bool], Fraction]:
        covariances: dict[tuple[str, str, bool], Fraction] = {}
        for (a, one), (b, other) in product(enumerate(self.wagers), repeat=2):
            same = sum((p * nets[a] * nets[b] for p, nets in zip(self.chances, self.results, strict=True)), Fraction(0))
            apart = Fraction(0)
            for mine, row in zip(self.results, self.counts, strict=True):
                apart += mine[a] * sum(n * nets[b] for n, nets in zip(row, self.results, strict=True)) / self.total
            means = self.mean(one) * self.mean(other)
            covariances |= {(one, other, True): same - means, (one, other, False): apart - means}
        return covariances

    def round_variance(self, seats: Sequence[Mapping[str, int]]) -> Fraction:
        """Of all that the house wins in a round: each seat has so much on each wager."""
        variance = Fraction(0)
        for i, mine in enumerate(seats):
            for j, others in enumerate(seats):
                for (w, stake), (v, other) in product(mine.items(), others.items()):
                    variance += stake * other * self.covariance(w, v, same_seat=i == j)
        return variance

    def table_mean(self, seats: int, stakes: Mapping[str, Fraction]) -> Fraction:
        """What so many seats win together, each with these stakes."""
        return seats * sum((stake * self.mean(w) for w, stake in stakes.items()), Fraction(0))

    def table_variance(self, seats: int, stakes: Mapping[str, Fraction]) -> Fraction:
        own, between = (
            sum(
                (a * b * self.covariance(w, v, same_seat=same) for (w, a), (v, b) in product(stakes.items(), repeat=2)),
                Fraction(0),
            )
            for same in (True, False)
        )
        return seats * own + seats * (seats - 1) * between

    def correlation(self, stakes: Mapping[str, Fraction]) -> Fraction:
        """How far two seats win and lose together, from -1 to 1."""
        one, two = (self.table_variance(n, stakes) for n in (1, 2))
        return (two - 2 * one) / (2 * one)


@cache
def pairs_of(layout: Layout) -> Pairs:
    """The main wager, with what choices add to it, and those of the layout's tables, one table a wager."""
    results = range(len(layout.results))
    table = FullTable(layout, 2, results)  # each result is worth its own number, so that every pair is told apart
    counts = [[0 for _ in results] for _ in results]
    for case in table.cases:
        for (first, second), deals in table.count(case).items():
            counts[first][second] += deals
    return Pairs(layout.wagers, layout.results, tuple(map(tuple, counts)))
