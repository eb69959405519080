"""A gaming day of a meter at its tables: what they coined in, by their own books, and what that makes of the meter.

What the meter gains is read twice: from the events, for the report's lines, and from the transfers written with them,
for where the meter opens and closes. A report adds up only if both tell the same.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from houseway.money import MICROS_PER_CENT, Micros
from houseway.progressive import events as of_meter
from houseway.progressive.meter import shown_micros
from houseway.progressive.papers import CorrectionOfDay, ReturnOfDay
from houseway.service.entry import Excerpt, excerpts
from houseway.service.meter_history import NOTHING, History, MeterMoney, Moment, Playing, moved_by
from houseway.service.meters import mathematics_of
from houseway.service.store import Store
from houseway.table.events import CoinedIn, CoinInReversed, MeterGain, MoneyCorrected

OPENING: Final = 1  # the record by which every meter begins


class StakesIn(NamedTuple):
    """The stakes of one COIN IN."""

    at: datetime
    table: str
    playing: Playing
    stakes: int
    coin_in_cents: int
    increment_micros: Micros  # by the event
    reserve_micros: Micros

    def returned(self) -> "StakesIn":
        """Of a void round: nothing was staked, and the meter keeps what it gained. (WAC 230-15-695)"""
        return self._replace(stakes=0, coin_in_cents=0)


@dataclass(slots=True)
class DayAtTables:
    """Where the meter and its reserve opened and closed, and what its tables did in between."""

    day: date
    opening: MeterMoney = NOTHING
    closing: MeterMoney = NOTHING
    coin_ins: list[StakesIn] = field(default_factory=list)
    returns: list[ReturnOfDay] = field(default_factory=list)
    corrections: list[CorrectionOfDay] = field(default_factory=list)

    def move(self, day: date, money: MeterMoney) -> None:
        if day < self.day:
            self.opening = self.opening.plus(money)
        if day <= self.day:
            self.closing = self.closing.plus(money)


def day_at_tables(store: Store, history: History, meter: str, day: date) -> DayAtTables:
    """On its first day the meter opens with what it was opened with."""
    found = DayAtTables(day)
    for moment in history.moments:
        found.move(date.min if moment.seq == OPENING else moment.day, moment.moved)
    for table in sorted(history.takings):
        _read_table(store, history, meter, table, found)
    return found


def _read_table(store: Store, history: History, meter: str, table: str, found: DayAtTables) -> None:
    """Which meters the stakes of a void round were for, its COIN IN tells."""
    taking, later = history.around(table, found.day)
    found.move(date.min, taking.coined)
    plays_for_it, returned, cents, begun = False, 0, 0, len(found.coin_ins)
    for record in excerpts(store, table, (CoinedIn, CoinInReversed, MoneyCorrected), after=taking.upto, upto=later):
        is_today = record.day == found.day
        for event in record.events:
            match event:
                case CoinedIn():
                    gains = [each for each in event.by_meter if each.meter == meter]
                    plays_for_it = bool(gains)
                    if gains:
                        found.move(record.day, moved_by(record.transfers, meter))
                    begun = len(found.coin_ins)
                    if is_today:
                        found.coin_ins += [_stakes_in(record, event, gain, table, history) for gain in gains]
                case CoinInReversed() if is_today and plays_for_it:
                    found.coin_ins[begun:] = [each.returned() for each in found.coin_ins[begun:]]
                    returned += len(event.seats)
                    cents += len(event.seats) * event.stake_cents
                case MoneyCorrected() if is_today and event.of_meter and event.meter == meter:
                    found.corrections.append(_correction(record, event, table))
                case _:
                    pass
    if returned:
        found.returns.append(ReturnOfDay(table=table, stakes=returned, cents=cents))


def _stakes_in(record: Excerpt, event: CoinedIn, gain: MeterGain, table: str, history: History) -> StakesIn:
    return StakesIn(
        at=record.at,
        table=table,
        playing=history.playing(table, record.seq),
        stakes=len(event.seats),
        coin_in_cents=len(event.seats) * event.stake_cents,
        increment_micros=gain.gained_micros,
        reserve_micros=gain.reserve_micros,
    )


def _correction(record: Excerpt, event: MoneyCorrected, table: str) -> CorrectionOfDay:
    return CorrectionOfDay(
        at=record.at,
        what=f"{table} round {event.round} seat {event.seat}, {event.player}: {event.note}",
        cents=event.cents,
        by=f"{event.by}, {event.agreed_by}",
    )


# ---- in the mean -----------------------------------------------------------------------------------


def expected_cents(history: History, found: DayAtTables) -> Fraction | None:
    """What the hands that the meter pays cost in the mean for these stakes: for every stake, the chance of each such
    hand times its share of what the meter showed once that COIN IN was counted, in the order of the clock.

    This is how the edge of a wager is reckoned (`analysis.progressive`), stake by stake. It is exact but for two things
    that it leaves out: of two winners in one round the second is paid from what the first has left, and an award is
    paid down to the whole cent. None where a game is no longer known.
    """
    changes = [moment for moment, _ in history.telling(of_meter.MeterOpened, of_meter.SettingsChanged)]
    moves = [each for each in history.moments if each.day == found.day and each.seq != OPENING]
    held: int = found.opening.meter_micros
    weighed: Counter[Fraction] = Counter()  # stakes times what the meter showed, by how much of it a stake takes
    steps: list[StakesIn | Moment] = [*found.coin_ins, *moves]
    for each in sorted(steps, key=lambda each: each.at):
        if isinstance(each, Moment):
            held += each.moved.meter_micros
            continue
        held += each.increment_micros
        drain = drain_of(*each.playing[1:])
        if drain is None:
            return None
        stood = next(moment for moment in reversed(changes) if moment.at <= each.at or moment.seq == OPENING)
        weighed[drain] += each.stakes * shown_micros(stood.meter.settings, Micros(held))
    return sum((drain * micros for drain, micros in weighed.items()), Fraction(0)) / MICROS_PER_CENT


@cache
def drain_of(game: str, paytable: str, meter: str, decks: int | None, reading: str) -> Fraction | None:
    """The share of the meter that one stake takes off it in the mean."""
    try:
        return mathematics_of(game, paytable, meter, decks, reading).drain
    except ValueError:
        return None
