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
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.progressive import Progressive
from houseway.deciding.refusal import Refusal
from houseway.paytable import Odds
from houseway.progressive import commands as do
from houseway.progressive.controller import MOST_STAKES, decide
from houseway.progressive.events import AwardPaid, MeterEvent, MeterReseeded
from houseway.progressive.meter import settings_of
from houseway.progressive.state import Controller, evolve
from houseway.progressive.wins import Win
from houseway.role import Actor, Role, Seat

ADMIN, TABLE = Actor(Role.CONTROLLER_ADMIN, "simulation"), Actor(Role.AUTOMATIC, "simulation")
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
        self.state = Controller(name=terms.paytable.name)
        settings = settings_of(terms.paytable)
        self._give(ADMIN, do.OpenMeter(settings=settings, opening_cents=settings.seed_cents))
        self.opening_micros = self.state.meter.gross_micros
        self.cents: list[tuple[str, int]] = []
        self.seeds = self.bank_micros = 0

    def run(self, rounds: int, awards: Iterable[Award]) -> MeterRun:
        pays, played = self.terms.paytable.lines, 0
        for number, won in groupby(awards, key=lambda award: award[0]):
            self._coin_in(number + 1 - played)
            played = number + 1
            wins = tuple(
                Win(seat=Seat(seat + 1), line=line, share=pays[line].amount)
                for _, seat, line in won
                if line in pays and pays[line].odds is Odds.OF_METER
            )
            if wins:
                self._give(TABLE, do.PayWins(game_round=f"round {number + 1}", wins=wins, seats=self.seats))
        self._coin_in(rounds - played)
        return MeterRun(
            terms=self.terms,
            rounds=rounds,
            awards=len(self.cents),
            award_cents=sum(cents for _, cents in self.cents),
            top_cents=tuple(cents for line, cents in self.cents if pays[line].amount == 1),
            seeds=self.seeds,
            opening_micros=self.opening_micros,
            in_micros=self.state.meter.in_micros,
            bank_micros=self.bank_micros,
            final_micros=self.state.meter.gross_micros,
        )

    def _coin_in(self, rounds: int) -> None:
        most = MOST_STAKES // self.seats
        while rounds > 0:
            self._give(TABLE, do.CoinIn(stakes=min(rounds, most) * self.seats))
            rounds -= most

    def _give(self, actor: Actor, command: do.MeterCommand) -> None:
        events = decide(self.state, actor, command)
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = evolve(self.state, event)
            self._note(event)
        if len(self.state.wins) > WINS_KEPT:
            # Kept so that no award is paid twice. A round never comes again, and copying a long list takes time.
            self.state = replace(self.state, wins={})

    def _note(self, event: MeterEvent) -> None:
        match event:
            case AwardPaid():
                self.cents.append((event.line, event.cents))
            case MeterReseeded():
                self.seeds += 1
                self.bank_micros += event.bank_micros
            case _:
                pass
