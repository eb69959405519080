"""Reading a meter's book again: the chain, every command, and that each win, link and stake is in a table's book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from houseway.deciding.refusal import Refusal
from houseway.progressive import events as was
from houseway.progressive.controller import decide
from houseway.progressive.meter import Gains, gains
from houseway.progressive.state import Controller, journal
from houseway.service.across import Place
from houseway.service.book import Book
from houseway.service.entry import MeterEntry, entry_of, place_of
from houseway.service.meters import MeterReading
from houseway.service.record import Record, broken
from houseway.table.events import JackpotRecorded
from houseway.table.state import BEGINNING


@dataclass(slots=True)
class MeterAudit:
    """A meter's book, read up to here."""

    store: Book
    reading: MeterReading
    places: set[Place] = field(default_factory=set)  # the records of tables that it answers
    gains: set[Gains] = field(default_factory=set)  # by a stake, on all settings it ever had
    at: datetime = BEGINNING
    opens_or_ends: bool = False  # by the last record
    unread: Mapping[str, int] = field(default_factory=dict)  # of tables, up to which record they are in archives

    def reads(self, record: Record, *, timed: bool) -> None:
        """One record more. Raises `BookBroken` for the first thing that is not as it must be. Before the house kept a
        book, meters were not `timed`: their records could be a little out of order."""
        before = self.reading.state
        try:
            self.reading, entry = self.reading.read_on(record)
        except (ValueError, AssertionError, ArithmeticError) as error:
            raise broken(record, f"its events cannot have happened: {error}") from None
        if timed and entry.at < self.at:
            raise broken(record, "it is earlier than the record before it")
        self.at = entry.at
        self.opens_or_ends = any(isinstance(event, was.MeterOpened | was.MeterRetired) for event in entry.events)
        changes = (event for event in entry.events if isinstance(event, was.MeterOpened | was.SettingsChanged))
        self.gains |= {gains(event.settings) for event in changes}
        wrong = self._decided_again(before, entry) or self._from_tables(before, entry) or self._moved(record, entry)
        if wrong:
            raise broken(record, wrong)

    def _decided_again(self, controller: Controller, entry: MeterEntry) -> str | None:
        try:
            decision = decide(controller, entry.actor, entry.command)
        except AssertionError as error:
            return f"its command cannot have been given: {error}"
        if isinstance(decision, Refusal):
            return f"the controller refuses this command: {decision.says}"
        return None if decision == entry.events else "the command does not lead to these events"

    def _moved(self, record: Record, entry: MeterEntry) -> str | None:
        transfers = tuple(move for event in entry.events for move in journal(event, self.reading.state.name))
        if not transfers == entry.transfers == record.transfers:
            return "its transfers are not what its events move"
        return None

    def _from_tables(self, before: Controller, entry: MeterEntry) -> str | None:
        for event in entry.events:
            match event:
                case was.StakesTaken():
                    wrong = self._other_stakes(event, before.read.get(event.table, 0))
                case was.TableLinked() | was.TableUnlinked():
                    wrong = self._answers(event.table, entry)
                case was.AwardPaid():
                    wrong = self._other_win(event, entry)
                case _:
                    wrong = None
            if wrong:
                return wrong
        return None

    def _other_stakes(self, event: was.StakesTaken, after: int) -> str | None:
        if after < self.unread.get(event.table, 0):
            return None
        name = self.reading.state.name
        found = next(iter(self.store.coined(name, {event.table: after}, upto=event.upto)), None)
        told = event.table, event.upto, event.meter_micros, event.reserve_micros
        if found and (found.table, found.upto, found.meter_micros, found.reserve_micros) == told:
            return None
        return f"table {event.table!r} did not put {event.meter_micros} millionths onto the meter up to {event.upto}"

    def _answers(self, table: str | None, entry: MeterEntry) -> str | None:
        """The record of the table, or of any, that the meter's record was written with."""
        try:
            place = place_of(entry.key)
        except ValueError:
            place = "", 0
        if not place[0] or table not in (None, place[0]):
            return (
                "it answers no record of a table"
                if table is None
                else f"it does not answer a record of table {table!r}"
            )
        if place[1] > self.unread.get(place[0], 0):
            self.places.add(place)
        return None

    def _other_win(self, event: was.AwardPaid, entry: MeterEntry) -> str | None:
        wrong = self._answers(None, entry)
        if wrong:
            return wrong
        stream, seq = place_of(entry.key)
        if seq <= self.unread.get(stream, 0):
            return None
        for record in self.store.read(stream, after=seq - 1, upto=seq):
            for told in entry_of(record).events:
                if isinstance(told, JackpotRecorded) and _is_same(told, event, f"{stream} round {record.round}"):
                    return None
        return f"record {seq} of table {stream!r} has no J-POT like this"


def _is_same(told: JackpotRecorded, event: was.AwardPaid, game_round: str) -> bool:
    win = f"{game_round} seat {told.seat}", told.seat, told.line, told.cents, told.meter_micros
    return win == (event.win.partition(", award ")[0], event.seat, event.line, event.cents, event.shown_micros)
