"""One step: a command that was equipped, decided and made a record, at a table, on a meter, or on both together."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime

from houseway.deciding.refusal import Refusal
from houseway.progressive.commands import ControllerCommand, MeterCommand
from houseway.progressive.controller import decide as decide_meter
from houseway.progressive.events import MeterEvent
from houseway.progressive.state import Controller
from houseway.role import Actor, Role
from houseway.service.batch import Batch, Order, Running
from houseway.service.entry import GamingDay, RecordEntry, TableEntry, happen, meter_entry, record_of
from houseway.service.meters import LockedMeter, Meters, top_award
from houseway.service.record import AUTOMATIC_KEY, TABLE_KEY, Head, Record, meter_stream
from houseway.table.commands import CoinIn, Command, TableCommand
from houseway.table.decide import decide
from houseway.table.events import Event
from houseway.table.link import Together, back_out_to_hear, decide_together, meters_of, whole_meters, with_meters
from houseway.table.state import Table


class Steps:
    def __init__(
        self, meters: Meters, equip: Callable[[Command, Table, Actor], Command], gaming_day: GamingDay
    ) -> None:
        self._meters = meters
        self._equip = equip
        self._gaming_day = gaming_day

    def at_table(self, running: Running, batch: Batch, order: Order, now: datetime) -> Record | Refusal:
        """The record is in the batch when this returns, unless the command was refused."""
        assert isinstance(order.command, TableCommand)
        table, held, actor = running.table, batch.held, order.actor
        at = max(now, table.at, *(each.reading.at for each in held.values()))  # never back
        command = self._equip(order.command, table, actor)
        if needed := whole_meters(table, command):
            assert held.keys() >= set(needed), "what needs meters as a whole is decided with them"
            both = decide_together(table, held, actor, command, at, top=top_award)
            if not isinstance(both, Together):
                return both
            record = self._recorded(running, both.events, order.key, actor, both.command, at)
            key = f"{TABLE_KEY}{record.stream} {record.seq}"
            for asked in both.asked:
                self._write_meter(held[asked.meter], asked.events, key, actor, asked.command, at)
            return record
        if isinstance(command, CoinIn):
            command = with_meters(command, self._controllers(table, meters_of(table), batch))
        decision = decide(table, actor, command, at)
        if isinstance(decision, Refusal):
            return decision
        return self._recorded(running, decision, order.key, actor, command, at)

    def hears(self, running: Running, batch: Batch, now: datetime) -> None:
        """Before anything else is decided at a table, it follows what was backed out of an award of its round. What is
        known of the meter has to hold when the batch is written. [SLP 9i]"""
        while running.table.round.jackpots and not running.table.other_rules:
            won = {jackpot.meter for jackpot in running.table.round.jackpots}
            command = back_out_to_hear(running.table, self._controllers(running.table, won, batch))
            if command is None:
                return
            name = meters_of(running.table)[command.meter]
            actor, at = Actor(Role.AUTOMATIC, f"meter {name}"), max(now, running.table.at)
            decision = decide(running.table, actor, command, at)
            assert not isinstance(decision, Refusal), decision.says
            self._recorded(running, decision, f"{AUTOMATIC_KEY}{running.head.seq + 1}", actor, command, at)

    def _controllers(self, table: Table, names: Collection[str], batch: Batch) -> dict[str, Controller]:
        """The controllers of the table's meters that its paytable calls by these names."""
        return {name: self._known(meter, batch) for name, meter in meters_of(table).items() if name in names}

    def _known(self, meter: str, batch: Batch) -> Controller:
        """What is known of a meter that is not held has to hold when the batch is written."""
        if meter in batch.held:
            return batch.held[meter].controller
        reading = self._meters.last_read(meter)
        batch.meters[meter_stream(meter)] = reading.head.seq
        return reading.state

    def _recorded(
        self, running: Running, events: tuple[Event, ...], key: str, actor: Actor, command: Command, at: datetime
    ) -> Record:
        table = running.table
        running.table, transfers = happen(table, events, at)
        terms = running.table.terms or table.terms
        assert terms is not None, "a closed table decides nothing but to open"
        entry: TableEntry = RecordEntry(
            key=key,
            at=at,
            day=self._gaming_day.of(at),
            game=terms.game,
            round=table.round.number or running.table.round.number,
            actor=actor,
            command=command,
            events=events,
            transfers=transfers,
        )
        record = record_of(entry, table.name, running.head)
        running.head = Head(record.seq, record.hash)
        running.written.append(record)
        return record

    def on_meter(self, held: LockedMeter, order: Order, now: datetime) -> Record | Refusal:
        assert isinstance(order.command, ControllerCommand)
        command = replace(order.command, coined=held.coined)
        events = decide_meter(held.controller, order.actor, command)
        if isinstance(events, Refusal):
            return events
        at = max(now, held.reading.at)  # never back
        return self._write_meter(held, events, order.key, order.actor, command, at)

    def _write_meter(
        self,
        held: LockedMeter,
        events: tuple[MeterEvent, ...],
        key: str,
        actor: Actor,
        command: MeterCommand,
        at: datetime,
    ) -> Record:
        day, name = self._gaming_day.of(at), held.controller.name
        return held.happens(meter_entry(name, events, key=key, at=at, day=day, by=actor, of=command))
