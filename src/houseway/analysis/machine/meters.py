"""A progressive meter beside the simulated rounds, under the controller that runs real ones.

Between awards every round puts the same onto the meter, so the stakes of many are taken at once; every award of the
meter, every reseed and the order of several wins in a round are the controller's own doing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from houseway.analysis.figures import square_root
from houseway.analysis.progressive import Progressive
from houseway.progressive.controller import MOST_STAKES
from houseway.progressive.events import AwardPaid, MeterReseeded
from houseway.progressive.live import LiveMeter

WINS_KEPT = 1000

WonAward = tuple[int, int, str]  # round, seat, line


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
    def meter(self) -> str:
        """The paytable's name for the meter."""
        return self.terms.meter

    @property
    def mean_top(self) -> Fraction | None:
        return Fraction(sum(self.top_cents), 100 * len(self.top_cents)) if self.top_cents else None

    @property
    def top_error(self) -> Decimal | None:
        """The standard error of the mean top award, by its exact variance."""
        return square_root(self.terms.top_variance / len(self.top_cents)) if self.top_cents else None

    @property
    def z(self) -> float | None:
        if self.mean_top is None or self.top_error is None:
            return None
        return float(self.mean_top - self.terms.mean_top) / float(self.top_error)


def run_meter(terms: Progressive, rounds: int, awards: Iterable[WonAward]) -> MeterRun:
    """Give the controller of a meter every stake of the rounds and every award of it, in their order."""
    live, seats = LiveMeter.open(terms.paytable, terms.meter), terms.bettors
    opening_micros = live.state.meter.gross_micros
    paid: list[AwardPaid] = []
    reseeded: list[MeterReseeded] = []
    played = 0
    of_it = (award for award in awards if award[2] in terms.shares)
    for number, won in groupby(of_it, key=lambda award: award[0]):
        _coin_in(live, number + 1 - played, seats)
        played = number + 1
        by_seat = {seat + 1: line for _, seat, line in won}
        events = live.settle(by_seat, game_round=f"round {number + 1}", seats=seats)
        paid += [event for event in events if isinstance(event, AwardPaid)]
        reseeded += [event for event in events if isinstance(event, MeterReseeded)]
        if len(live.state.wins) > WINS_KEPT:
            # Kept so that no award is paid twice. A round never comes again, and copying a long list takes time.
            live.state = replace(live.state, wins={})
    _coin_in(live, rounds - played, seats)
    return MeterRun(
        terms=terms,
        rounds=rounds,
        awards=len(paid),
        award_cents=sum(event.cents for event in paid),
        top_cents=tuple(event.cents for event in paid if event.line == terms.top),
        seeds=len(reseeded),
        opening_micros=opening_micros,
        in_micros=live.state.meter.in_micros,
        bank_micros=sum(event.bank_micros for event in reseeded),
        final_micros=live.state.meter.gross_micros,
    )


def _coin_in(live: LiveMeter, rounds: int, seats: int) -> None:
    most = MOST_STAKES // seats
    while rounds > 0:
        live.coin_in(min(rounds, most) * seats)
        rounds -= most
