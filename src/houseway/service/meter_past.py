"""The past of a meter, as its own book tells it: by gaming day, by win, by table.

What a table coined in is told twice: in the table's book, stake by stake, and in the meter's whenever it was looked at
as a whole. The second is short: with it a table's book need be read only around the day that is asked for.
"""

import threading
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any, Final, Generic, NamedTuple, TypeVar

import orjson

from houseway.games import GAMES
from houseway.money import MICROS_PER_CENT, Micros, meter_account, reserve_account
from houseway.progressive import events as was
from houseway.progressive.adjustment import Adjustment, Grounds
from houseway.progressive.approval import unapproved
from houseway.progressive.commands import Status
from houseway.progressive.meter import MeterSettings
from houseway.progressive.state import Controller
from houseway.service.meters import Meters
from houseway.service.record import TABLE_KEY, Head, Record, fault, genesis, meter_stream
from houseway.service.store import Store
from houseway.table.notation import METER_BY_NAME, read

T = TypeVar("T")
A_DAY: Final = timedelta(days=1)


class At(NamedTuple, Generic[T]):
    """Something that a record of the meter told."""

    seq: int
    at: datetime
    day: date
    by: str
    told: T


class Moved(NamedTuple):
    """By how much the meter and its reserve rose."""

    meter_micros: int = 0
    reserve_micros: int = 0

    def plus(self, meter_micros: int, reserve_micros: int) -> "Moved":
        return Moved(self.meter_micros + meter_micros, self.reserve_micros + reserve_micros)


NOTHING: Final = Moved()


class Taking(NamedTuple):
    """Up to a record of a table's book, all that the table had coined in."""

    day: date
    upto: int
    coined: Moved


class Playing(NamedTuple):
    """What a table plays since a record of its book."""

    since: int
    game: str
    paytable: str


class Award(NamedTuple):
    win: str
    table: str
    table_seq: int
    round: int
    seat: int
    line: str
    share: Fraction
    cents: int
    shown_micros: int


@dataclass(slots=True)
class Past:
    name: str
    head: Head
    opened: At[was.MeterOpened] | None = None
    held: Moved = NOTHING  # on the meter and in its reserve, at the last record
    after: dict[int, Moved] = field(default_factory=dict)  # and after those records for which there are papers
    own: list[At[Moved]] = field(default_factory=list)  # what moved them but stakes
    ends: dict[date, Head] = field(default_factory=dict)  # the last record of each day
    takings: defaultdict[str, list[Taking]] = field(default_factory=lambda: defaultdict(list))
    playings: defaultdict[str, list[Playing]] = field(default_factory=lambda: defaultdict(list))
    tables: list[At[Mapping[str, Playing]]] = field(default_factory=list)  # that play for it, and what
    statuses: list[At[Status]] = field(default_factory=list)
    settings: list[At[MeterSettings]] = field(default_factory=list)
    awards: list[At[Award]] = field(default_factory=list)
    reseeds: list[At[was.MeterReseeded]] = field(default_factory=list)
    proposers: dict[int, str] = field(default_factory=dict)
    adjustments: list[At[was.MeterAdjusted]] = field(default_factory=list)
    backed_out: Counter[str] = field(default_factory=Counter)  # cents by win
    deposits: list[At[int]] = field(default_factory=list)
    malfunctions: dict[int, At[str]] = field(default_factory=dict)
    notices: dict[int, At[str]] = field(default_factory=dict)

    # ---- asked

    def playing(self, table: str, seq: int) -> Playing:
        """What the table played when it wrote this record."""
        found = self.playings[table]
        return found[bisect_right(found, seq, key=lambda each: each.since) - 1]

    def settings_at(self, at: datetime) -> MeterSettings:
        return next(each.told for each in reversed(self.settings) if each.at <= at or each.seq == 1)

    def unapproved_at(self, seq: int) -> tuple[str, ...]:
        """What of the meter's terms was not the letter's, after a record of its book."""
        settings = next(each.told for each in reversed(self.settings) if each.seq <= seq)
        playing = next((each.told for each in reversed(self.tables) if each.seq <= seq), {})
        names = dict.fromkeys((each.game, each.paytable) for each in playing.values() if each.game in GAMES)
        found = (GAMES[game].paytables.get(name) for game, name in names)
        return unapproved(settings, [table for table in found if table])

    def unapproved_on(self, day: date) -> tuple[str, ...]:
        """The same, at any time of a gaming day."""
        changes = [(each.day, each.seq) for each in self.settings if each.day <= day]
        changes += [(each.day, each.seq) for each in self.tables if each.day <= day]
        first = max((seq for on, seq in changes if on < day), default=0)
        seqs = sorted(seq for _, seq in changes if seq >= first)
        return tuple(dict.fromkeys(line for seq in seqs for line in self.unapproved_at(seq)))

    def around(self, table: str, day: date) -> tuple[Taking, int | None]:
        """All that was coined in until some record before the day, and a record of the table after it, if there is
        one. Clocks of several processes may differ, by less than a day."""
        takings = self.takings[table]
        before = bisect_right(takings, day - 2 * A_DAY, key=lambda each: each.day)
        later = bisect_left(takings, day + 2 * A_DAY, key=lambda each: each.day)
        return takings[before - 1], takings[later].upto if later < len(takings) else None

    # ---- read

    def reads(self, record: Record) -> None:
        """One record more. Raises `ValueError` if it cannot be the next."""
        wrong = fault(record, self.head)
        if wrong:
            raise ValueError(wrong)
        body: dict[str, Any] = orjson.loads(record.body)
        at, day = datetime.fromisoformat(body["at"]), date.fromisoformat(body["day"])
        coined = NOTHING
        for event in body["events"]:
            if event["is"] == "StakesTaken":  # most there is, and the only thing needed as fast as this
                coined = coined.plus(event["meter_micros"], event["reserve_micros"])
                self._takes(day, event["table"], event["upto"], event["meter_micros"], event["reserve_micros"])
            else:
                told = At(record.seq, at, day, body["by"][1], read(event, {}, METER_BY_NAME))
                self._hears(told, body)
        moved = moved_by(record, self.name)
        if moved != NOTHING:
            self.own.append(At(record.seq, at, day, body["by"][1], moved))
        self.held = self.held.plus(*moved).plus(*coined)
        if record.seq in self.after:
            self.after[record.seq] = self.held
        self.head = self.ends[day] = Head(record.seq, record.hash)

    def _takes(self, day: date, table: str, upto: int, meter_micros: int, reserve_micros: int) -> None:
        """Of each day the last is kept."""
        takings = self.takings[table]
        if not takings:  # the table begins to play for the meter
            takings.append(Taking(date.min, upto, NOTHING))
        last = takings[-1]
        taking = Taking(max(day, last.day), upto, last.coined.plus(meter_micros, reserve_micros))
        takings[len(takings) - (taking.day == last.day) :] = [taking]

    def _hears(self, at: At[Any], body: dict[str, Any]) -> None:
        event = at.told
        match event:
            case was.MeterOpened():
                self.opened = at
                self.settings.append(at._replace(told=event.settings))
                self.statuses.append(at._replace(told=Status.RUNNING))
            case was.MeterSuspended():
                self.statuses.append(at._replace(told=Status.SUSPENDED))
            case was.MeterResumed():
                self.statuses.append(at._replace(told=Status.RUNNING))
            case was.MeterRetired():
                self.statuses.append(at._replace(told=Status.RETIRED))
            case was.SettingsChanged():
                self.settings.append(at._replace(told=event.settings))
            case was.AdjustmentProposed():
                self.proposers[event.proposal] = event.by
            case was.MeterAdjusted():
                self.adjustments.append(at)
                self._backs_out(event.adjustment)
            case was.AwardPaid():
                self.awards.append(at._replace(told=_award(event, body)))
                self.after[at.seq] = self.held
            case was.MeterReseeded():
                self.reseeds.append(at)
            case was.ReseedReturned():
                reserve, bank = Micros(-event.reserve_micros), Micros(-event.bank_micros)
                taken_back = was.MeterReseeded(reserve_micros=reserve, bank_micros=bank)
                self.reseeds.append(at._replace(told=taken_back))
            case was.TableLinked() | was.TableUnlinked():
                self._links(at, body)
            case _:
                self._is_told(at)

    def _is_told(self, at: At[Any]) -> None:
        match at.told:
            case was.DepositRecorded(cents=cents):
                self.deposits.append(at._replace(told=cents))
            case was.MalfunctionReported(malfunction=number, note=note):
                self.malfunctions[number] = at._replace(told=note)
                self.after[at.seq] = self.held
            case was.NoticeGiven(malfunction=number, note=note):
                self.notices[number] = at._replace(told=note)

    def _backs_out(self, adjustment: Adjustment) -> None:
        if adjustment.reason is Grounds.BACK_OUT and adjustment.win is not None:
            self.backed_out[adjustment.win] += adjustment.micros // MICROS_PER_CENT

    def _links(self, at: At[Any], body: dict[str, Any]) -> None:
        tables = self.tables[-1].told if self.tables else {}
        event = at.told
        if isinstance(event, was.TableUnlinked):
            self.tables.append(at._replace(told={name: each for name, each in tables.items() if name != event.table}))
            return
        _, seq = _place(body)
        self._takes(at.day, event.table, seq, 0, 0)
        playing = Playing(seq, event.game, event.paytable)
        self.playings[event.table].append(playing)
        self.tables.append(at._replace(told={**tables, event.table: playing}))


def moved_by(record: Record, meter: str) -> Moved:
    """By how much a record of the meter's own book moved it, by its transfers."""
    change: Counter[str] = Counter()
    for move in record.transfers:
        change[move.source] -= move.micros
        change[move.target] += move.micros
    return Moved(change[meter_account(meter)], change[reserve_account(meter)])


def _place(body: dict[str, Any]) -> tuple[str, int]:
    """The record of a table that the meter's was written with."""
    table, _, seq = str(body["key"]).removeprefix(TABLE_KEY).rpartition(" ")
    return table, int(seq)


def _award(event: was.AwardPaid, body: dict[str, Any]) -> Award:
    command = body["command"]
    table, seq = _place(body)
    return Award(
        win=event.win,
        table=table,
        table_seq=seq,
        round=int(command["game_round"].rpartition(" ")[2]),
        seat=event.seat,
        line=event.line,
        share=next(Fraction(each["share"]) for each in command["wins"] if each["seat"] == event.seat),
        cents=event.cents,
        shown_micros=event.shown_micros,
    )


class MeterBooks:
    """The meters as they are now and as they were; called on any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._meters = Meters(store)
        self._pasts: dict[str, Past] = {}
        self._looking, self._looking_back = threading.Lock(), threading.Lock()

    def names(self) -> list[str]:
        return self._store.meters()

    def whole(self, name: str) -> tuple[Controller, Head]:
        """The meter with all that its tables have coined in, and where its book stands."""
        with self._looking:
            return self._meters.whole(name), self._meters.known(name).head

    @contextmanager
    def past(self, name: str) -> Iterator[Past]:
        """Read on from where it was read last, and for one thread at a time."""
        stream = meter_stream(name)
        with self._looking_back:
            past = self._pasts.pop(name, None) or Past(name, Head(0, genesis(stream)))  # half a record is not kept
            for record in self._store.read(stream, after=past.head.seq):
                past.reads(record)
            if past.opened:
                self._pasts[name] = past
            yield past
