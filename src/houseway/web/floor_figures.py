"""What rounds come to, held against theory: by table, dealer, hour or day, and round by round. Pure functions of rounds
that ended and of what is known of their mathematics."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo

from houseway.reports.floor_report import BAND, FloorLine
from houseway.reports.winnings import Drift
from houseway.role import Role
from houseway.service.drift import FinishedRound, Seats
from houseway.web.theory import InTheory, Key, Sum, place_of

STOOD: Final = timedelta(minutes=30)  # between two rounds of a table: longer, and nobody dealt
AUTOMATIC: Final = "automatic"

Known = Mapping[tuple[Key, Seats], InTheory | None]  # None: it cannot be worked out
Rounds = Mapping[str, Sequence[FinishedRound]]  # by table, in their order


def dealer_of(played: FinishedRound) -> str:
    return played.by.removeprefix(f"{Role.DEALER.value} ") if played.by.startswith(Role.DEALER.value) else AUTOMATIC


def ended(played: FinishedRound) -> datetime:
    return datetime.fromisoformat(played.at)


def line(name: str, rounds: Rounds, known: Known, paces: Mapping[str, timedelta], drop: int | None = None) -> FloorLine:
    """`paces` is how long each round took, by table and number."""
    every = [each for of_table in rounds.values() for each in of_table]
    timed = [
        paces[key] for table, of_table in rounds.items() for each in of_table if (key := _key(table, each)) in paces
    ]
    hours = Fraction(sum(round(each.total_seconds() * 1000) for each in timed), 3_600_000)
    total = summed(every, known)
    return FloorLine(
        name=name,
        rounds=len(every),
        pace=len(timed) / hours if hours else None,
        win_cents=sum(each.won_cents for each in every),
        drop_cents=drop,
        drift=total.drift(name, "", None, drop) if total and total.rounds else None,
    )


def summed(rounds: Iterable[FinishedRound], known: Known) -> Sum | None:
    """None if the mathematics of one of them is not known."""
    total = Sum()
    for each in rounds:
        theory = known.get(place_of(each))
        if theory is None:
            return None
        total = total.plus(each, theory)
    return total


def paces(rounds: Rounds) -> dict[str, timedelta]:
    """How long each round took, from the end of the one before at its table, unless the table stood in between."""
    took = {}
    for table, of_table in rounds.items():
        for before, each in pairwise(of_table):
            since = ended(each) - ended(before)
            if since <= STOOD:
                took[_key(table, each)] = since
    return took


def _key(table: str, played: FinishedRound) -> str:
    return f"{table} {played.number}"


def by_table(rounds: Rounds, known: Known, drops: Mapping[str, int]) -> tuple[FloorLine, ...]:
    took = paces(rounds)
    return tuple(line(name, {name: each}, known, took, drops.get(name, 0)) for name, each in rounds.items() if each)


def by_dealer(rounds: Rounds, known: Known) -> tuple[FloorLine, ...]:
    return _by(rounds, known, dealer_of)


def by_hour(rounds: Rounds, known: Known, zone: str) -> tuple[FloorLine, ...]:
    """By the clock on the wall, in the order of the night."""
    here = ZoneInfo(zone)
    times = sorted(ended(each) for of_table in rounds.values() for each in of_table)
    hours = dict.fromkeys(f"{at.astimezone(here):%H}:00" for at in times)
    found = {each.name: each for each in _by(rounds, known, lambda each: f"{ended(each).astimezone(here):%H}:00")}
    return tuple(found[hour] for hour in hours)


def _by(rounds: Rounds, known: Known, of: Callable[[FinishedRound], str]) -> tuple[FloorLine, ...]:
    took = paces(rounds)
    parts: defaultdict[str, defaultdict[str, list[FinishedRound]]] = defaultdict(lambda: defaultdict(list))
    for table, of_table in rounds.items():
        for each in of_table:
            parts[of(each)][table].append(each)
    return tuple(line(name, part, known, took) for name, part in sorted(parts.items()))


# ---- round by round ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStep:
    """A table after a round: what was dropped until then, and all rounds together."""

    at: datetime
    number: int
    drop_cents: int
    drift: Drift

    @property
    def low_cents(self) -> Fraction:
        return self.drift.theory_cents - BAND * Fraction(self.drift.deviation)

    @property
    def high_cents(self) -> Fraction:
        return self.drift.theory_cents + BAND * Fraction(self.drift.deviation)


def steps(
    table: str, rounds: Sequence[FinishedRound], bought: Sequence[tuple[datetime, int]], known: Known
) -> tuple[TableStep, ...] | None:
    """None if the mathematics of a round is not known."""
    found, total, drop, waiting = [], Sum(), 0, list(bought)
    for each in rounds:
        theory = known.get(place_of(each))
        if theory is None:
            return None
        at, total = ended(each), total.plus(each, theory)
        while waiting and waiting[0][0] <= at:
            drop += waiting.pop(0)[1]
        drift = total.drift(table, each.terms.game, each.day, drop)
        found.append(TableStep(at=at, number=each.number, drop_cents=drop, drift=drift))
    return tuple(found)
