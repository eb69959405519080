"""A progressive meter beside the simulated rounds, under the controller that runs real ones.

Between awards every round puts the same onto the meter, so the stakes of many are taken at once; every award of the
meter, every reseed and the order of several wins in a round are the controller's own doing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from houseway.analysis.figures import square_root
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.progressive import Progressive
from houseway.progressive.controller import MOST_STAKES
from houseway.progressive.events import AwardPaid, MeterEvent, MeterReseeded
from houseway.progressive.live import LiveMeter

WINS_KEPT = 1000

Award = tuple[int, int, str]  # round, seat, line


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRun:
    """What a meter did over the rounds of a simulation, in cents and millionths of a dollar."""

    terms: Progressive
    rounds: int
    awards: int
    award_cents: int
    top_cents: tuple[int, ...]  # each top award
    seeds: int
    opening_micros: int  # the first seed
    in_micros: int  # what stakes put onto the meter
    bank_micros: int  # what the house put in as seed, again and again
    final_micros: int

    @property
    def paytable(self) -> str:
        return self.terms.paytable.name

    @property
    def mean_top(self) -> Fraction | None:
        return Fraction(sum(self.top_cents), 100 * len(self.top_cents)) if self.top_cents else None

    @property
    def top_error(self) -> Decimal | None:
        """Of the mean top award, by its exact variance."""
        return square_root(MeterLife(terms=self.terms).variance / len(self.top_cents)) if self.top_cents else None

    @property
    def z(self) -> float | None:
        if self.mean_top is None or self.top_error is None:
            return None
        return float(self.mean_top - self.terms.mean_top) / float(self.top_error)


def run_meter(terms: Progressive, rounds: int, awards: Iterable[Award]) -> MeterRun:
    """Give the controller every stake and every award of the rounds, in their order."""
    return _Meter(terms).run(rounds, awards)


class _Meter:
    def __init__(self, terms: Progressive) -> None:
        self.terms, self.seats = terms, terms.bettors
        self.live = LiveMeter.open(terms.paytable)
        self.opening_micros = self.live.state.meter.gross_micros
        self.cents: list[tuple[str, int]] = []
        self.seeds = self.bank_micros = 0

    def run(self, rounds: int, awards: Iterable[Award]) -> MeterRun:
        pays, played = self.terms.paytable.lines, 0
        for number, won in groupby(awards, key=lambda award: award[0]):
            self._coin_in(number + 1 - played)
            played = number + 1
            self._pay(number + 1, {seat + 1: line for _, seat, line in won})
        self._coin_in(rounds - played)
        meter = self.live.state.meter
        return MeterRun(
            terms=self.terms,
            rounds=rounds,
            awards=len(self.cents),
            award_cents=sum(cents for _, cents in self.cents),
            top_cents=tuple(cents for line, cents in self.cents if pays[line].amount == 1),
            seeds=self.seeds,
            opening_micros=self.opening_micros,
            in_micros=meter.in_micros,
            bank_micros=self.bank_micros,
            final_micros=meter.gross_micros,
        )

    def _coin_in(self, rounds: int) -> None:
        most = MOST_STAKES // self.seats
        while rounds > 0:
            self.live.coin_in(min(rounds, most) * self.seats)
            rounds -= most

    def _pay(self, number: int, lines: Mapping[int, str]) -> None:
        for event in self.live.pay(lines, game_round=f"round {number}", seats=self.seats):
            self._note(event)
        if len(self.live.state.wins) > WINS_KEPT:
            # Kept so that no award is paid twice. A round never comes again, and copying a long list takes time.
            self.live.state = replace(self.live.state, wins={})

    def _note(self, event: MeterEvent) -> None:
        match event:
            case AwardPaid():
                self.cents.append((event.line, event.cents))
            case MeterReseeded():
                self.seeds += 1
                self.bank_micros += event.bank_micros
            case _:
                pass
