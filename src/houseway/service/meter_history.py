"""The history of a meter: how it stood after every record of its book, and what each record told.

It is fed record by record beside the fold of the events (`progressive.state.evolve`) and works nothing out that the
fold has worked out. The papers of a meter, its sign and its reports are questions to this history.

What a table coined in is in two books: in the table's, stake by stake, and in the meter's whenever that was looked at
as a whole. The second is short: with it a table's book need be read only around the day that is asked for.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from houseway.deciding.command import AnyEvent, made_from, value
from houseway.money import Cents, Micros, Transfer, meter_account, reserve_account
from houseway.progressive import commands as asked
from houseway.progressive import events as was
from houseway.progressive.commands import Status
from houseway.progressive.events import MeterEvent
from houseway.progressive.meter import Meter
from houseway.progressive.state import Controller
from houseway.role import Actor
from houseway.service.entry import MeterEntry, place_of
from houseway.service.record import Record

E = TypeVar("E", bound=AnyEvent)
A_DAY: Final = timedelta(days=1)


class MeterMoney(NamedTuple):
    """Money on a meter and in its reserve, or by how much it changed."""

    meter_micros: Micros = Micros(0)
    reserve_micros: Micros = Micros(0)

    def plus(self, more: "MeterMoney") -> "MeterMoney":
        meter, reserve = self.meter_micros + more.meter_micros, self.reserve_micros + more.reserve_micros
        return MeterMoney(Micros(meter), Micros(reserve))


NOTHING: Final = MeterMoney()


class Moment(NamedTuple):
    """A record of the meter's book, and the meter after it."""

    seq: int
    hash: str
    at: datetime
    day: date
    by: Actor
    events: tuple[MeterEvent, ...]  # without the stakes that it took up first
    moved: MeterMoney  # by the record's own transfers
    meter: Meter
    status: Status
    links: Mapping[str, was.TableLinked]
    deposited_cents: int


@value
class Award:
    """A win that the meter paid, and the record of the table at which it was won."""

    seq: int
    at: datetime
    day: date
    win: str
    table: str
    table_seq: int
    round: int
    seat: int
    line: str
    share: Fraction
    cents: Cents
    shown_micros: Micros


class Taking(NamedTuple):
    """Up to a record of a table's book, all that the table had coined in."""

    day: date
    upto: int
    coined: MeterMoney


class Playing(NamedTuple):
    """What a table plays since a record of its book, and what its paytable calls the meter."""

    since: int
    game: str
    paytable: str
    meter: str
    decks: int | None
    reading: str


@dataclass(slots=True)
class History:
    moments: list[Moment] = field(default_factory=list)  # record 1 first
    awards: list[Award] = field(default_factory=list)
    takings: defaultdict[str, list[Taking]] = field(default_factory=lambda: defaultdict(list))  # of each day the last
    playings: defaultdict[str, list[Playing]] = field(default_factory=lambda: defaultdict(list))

    # ---- questions

    def telling(self, *kinds: type[E]) -> Iterator[tuple[Moment, E]]:
        """The events of these kinds, in their order."""
        return ((moment, each) for moment in self.moments for each in moment.events if isinstance(each, kinds))

    def closing(self, day: date) -> Moment:
        """The last record until the end of a gaming day."""
        return next(moment for moment in reversed(self.moments) if moment.day <= day)

    def playing(self, table: str, seq: int) -> Playing:
        """What the table played when it wrote this record."""
        playings = self.playings[table]
        return playings[bisect_right(playings, seq, key=lambda each: each.since) - 1]

    def around(self, table: str, day: date) -> tuple[Taking, int | None]:
        """All that was coined in until some record before the day, and a record of the table after it, if there is
        one. Clocks of several processes may differ, by less than a day."""
        takings = self.takings[table]
        before = bisect_right(takings, day - 2 * A_DAY, key=lambda each: each.day)
        later = bisect_left(takings, day + 2 * A_DAY, key=lambda each: each.day)
        return takings[before - 1], takings[later].upto if later < len(takings) else None

    def copy(self) -> "History":
        """The history as it is now, whatever is added later."""
        takings = {table: list(each) for table, each in self.takings.items()}
        playings = {table: list(each) for table, each in self.playings.items()}
        return History(list(self.moments), list(self.awards), defaultdict(list, takings), defaultdict(list, playings))

    # ---- one record more

    def add(self, record: Record, entry: MeterEntry, after: Controller) -> None:
        for event in entry.events:
            match event:
                case was.StakesTaken():
                    self._take(entry.day, event.table, event.upto, MeterMoney(event.meter_micros, event.reserve_micros))
                case was.TableLinked():
                    _, seq = place_of(entry.key)
                    self._take(entry.day, event.table, seq, NOTHING)
                    self.playings[event.table].append(
                        Playing(seq, event.game, event.paytable, event.meter, event.decks, event.reading)
                    )
                case was.AwardPaid():
                    self.awards.append(_award(record, entry, event))
                case _:
                    pass
        self.moments.append(
            Moment(
                seq=record.seq,
                hash=record.hash,
                at=entry.at,
                day=entry.day,
                by=entry.actor,
                events=tuple(event for event in entry.events if not isinstance(event, was.StakesTaken)),
                moved=moved_by(record.transfers, after.name),
                meter=after.meter,
                status=after.status,
                links=after.links,
                deposited_cents=after.deposited_cents,
            )
        )

    def _take(self, day: date, table: str, upto: int, coined: MeterMoney) -> None:
        takings = self.takings[table]
        if not takings:  # the table begins to play for the meter
            takings.append(Taking(date.min, upto, NOTHING))
        last = takings[-1]
        taking = Taking(max(day, last.day), upto, last.coined.plus(coined))
        takings[len(takings) - (taking.day == last.day) :] = [taking]


def moved_by(transfers: Iterable[Transfer], meter: str) -> MeterMoney:
    """By how much the transfers of a record, in the meter's own book or in a table's, moved the meter."""
    change: Counter[str] = Counter()
    for move in transfers:
        change[move.source] -= move.micros
        change[move.target] += move.micros
    return MeterMoney(Micros(change[meter_account(meter)]), Micros(change[reserve_account(meter)]))


def _award(record: Record, entry: MeterEntry, event: was.AwardPaid) -> Award:
    assert isinstance(entry.command, asked.PayWins)
    table, seq = place_of(entry.key)
    return made_from(
        Award,
        event,
        seq=record.seq,
        at=entry.at,
        day=entry.day,
        table=table,
        table_seq=seq,
        round=int(entry.command.game_round.rpartition(" ")[2]),
        share=next(win.share for win in entry.command.wins if win.seat == event.seat),
    )
