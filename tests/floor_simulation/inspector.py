"""What has to hold after every step, reckoned beside the program from what is on the disk.

An auditor's process reads what each commit added, through SQLite and the same simulated disk. What it has once read,
and what anybody was once told, has to be there for ever.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any, Final

import orjson

from houseway.money import METER, Transfer, meter_account, reserve_account
from houseway.service import schema
from houseway.service.audit import verify
from houseway.service.batch import Change
from houseway.service.database import MarkLost, RecordsLost, Rows
from houseway.service.entry import entry_of
from houseway.service.meters import MeterReading, Meters, begun
from houseway.service.outcome import Accepted, Elsewhere, Faulted, KeyReused, Outcome, OutOfService, Unavailable
from houseway.service.record import (
    AUTOMATIC_KEY,
    HOUSE,
    OWN_KEYS,
    BookBroken,
    Head,
    Record,
    Sealed,
    Snapshot,
    fault,
    genesis,
    is_meter,
    is_table,
)
from houseway.service.rounds import Rounds
from houseway.service.sqlite_file import SQLiteFile
from houseway.service.store import Store, open_book
from houseway.service.table_audit import replayed
from houseway.service.vault import Place, secret_place, snapshot_place
from houseway.table.events import GameEnded, JackpotRecorded
from houseway.table.receipt import check
from houseway.table.state import Table
from tests.floor_simulation import vfs
from tests.floor_simulation.disk import BOOK, Fault, Process
from tests.floor_simulation.sent import Sent, without_edge
from tests.table.sitting import (
    check_books,
    check_cards,
    seen_without_commitment,
    viewers,
    with_other_hidden_cards,
)

if TYPE_CHECKING:
    from tests.floor_simulation.world import Node, World

RECEIPT_EVERY: Final = 32  # rounds of which one's receipt is checked at once
VIEW_EVERY: Final = 16  # changes of a table of which one is looked at by somebody
NEW: Final = (
    "SELECT rowid, stream, seq, key, at, day, game, round, body, hash FROM record WHERE rowid > ? ORDER BY rowid"
)
NEW_TRANSFERS: Final = (
    "SELECT t.stream, t.seq, t.source, t.target, t.micros, t.day, t.game FROM record r JOIN transfer t "
    "ON (t.stream, t.seq) = (r.stream, r.seq) WHERE r.rowid > ? ORDER BY t.stream, t.seq, t.n"
)
NEW_SECRETS: Final = (
    "SELECT s.stream, s.seq, s.seal, s.body FROM record r JOIN sealed s "
    "ON (s.stream, s.seq) = (r.stream, r.seq) WHERE r.rowid > ? ORDER BY s.seal"
)
NOT_DECIDED: Final = (Unavailable, Elsewhere)


class Inspector:
    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = Random(f"{world.seed} inspector")
        self._process = Process("auditor", is_auditor=True)
        self._connection: sqlite3.Connection | None = None
        self._store: Store | None = None
        self._rounds: Rounds | None = None
        self._upto = 0  # the row that was read last
        self.sent: dict[tuple[str, str], list[Sent]] = defaultdict(list)
        self.records: dict[tuple[str, str], tuple[int, str]] = {}  # by stream and key: number and hash
        self.by: dict[tuple[str, str], Any] = {}  # who gave the command, and which
        self.heads: dict[str, Head] = {}
        self.tables: dict[str, Table] = {}  # folded from what is on the disk
        self.meters: dict[str, MeterReading] = {}
        self.ledgers: dict[str, Counter[str]] = defaultdict(Counter)  # by stream, from the rows of the journal
        self._just_read: set[tuple[str, str]] = (
            set()
        )  # sent twice, it may be refused, and then be accepted in one batch
        self._written_by: dict[str, int] = {}  # the hash of a record → under which lease
        self._claims: list[tuple[int, int]] = []  # a lease, and the last row before it
        self._older: dict[str, Snapshot] = {}
        self._has_no_snapshots = True

    # ---- the auditor's process

    def leaves(self) -> None:
        self._world.disk.ends(self._process)
        vfs.ends(self._process)
        store, connection = self._store, self._connection
        self._store = self._connection = self._rounds = None
        with self._world.runs(self._process):
            if connection is not None:
                connection.close()
            if store is not None:
                store.close()
        self._process = Process("auditor", is_auditor=True)

    def _reads(self) -> Store:
        if self._store is None:
            file = SQLiteFile(BOOK, read_only=True, disk=self._world.disk)
            self._store = open_book(file, url=BOOK, read_only=True, keyring=self._world.keyring)
        return self._store

    def _decrypted(self, body: str, place: Place) -> str:
        with self._world.runs(self._process):
            vault = self._reads().vault
        return vault.decrypted(body, place)

    def _asks(self, query: str, *values: object) -> list[Any]:
        with self._world.runs(self._process):
            if self._connection is None:
                self._connection = sqlite3.connect(f"file:{BOOK}?vfs={vfs.NAME}", uri=True, isolation_level=None)
            return self._connection.execute(query, values).fetchall()

    # ---- what it hears

    def sends(self, sent: Sent) -> None:
        self.sent[sent.stream, sent.key].append(sent)

    def tries(self, epoch: int, rows: Rows) -> None:
        """A process that believes that it has this lease asks the database to write these rows."""
        for row in rows[schema.record]:
            self._written_by[str(row[-1])] = epoch

    def claimed(self, epoch: int) -> None:
        """From here on nobody writes under an older lease."""
        [(last,)] = self._asks("SELECT max(rowid) FROM record")
        self._claims.append((epoch, last or 0))

    def not_started(self, error: Exception) -> None:
        if isinstance(error, RecordsLost | MarkLost | BookBroken):
            raise Fault(f"a process does not start: {error}") from error

    def started(self, node: "Node") -> None:
        """All that anybody was told is there, and the tables are as the book tells them."""
        self.catches_up()
        self._all_is_there()
        for stream, table in node.floor.tables.items():
            if table != self.tables[stream]:
                raise Fault(f"table {stream!r} was taken up in another state than its book tells")

    def committed(self, changes: Iterable[Change]) -> None:
        """Something was written, and is told next."""
        self.catches_up()
        for change in changes:
            name = change.table.name
            if self.tables.get(name) != change.table or self.heads[name] != change.head:
                raise Fault(f"table {name!r} in memory, at record {change.head.seq}, is not what its book tells")
            self._looks_at(change.table)

    def answers(self, sent: Sent, outcome: Outcome) -> None:
        """What anybody is told is what the book has."""
        place = sent.stream, sent.key
        known, is_his = self.records.get(place), place in self.by and self.by[place] == sent.said
        what = f"{type(sent.command).__name__} of {sent.actor.name!r} under {sent.key!r} at {sent.stream!r}"
        if isinstance(outcome, OutOfService | Faulted):
            raise Fault(f"{what} was answered {type(outcome).__name__}")
        if isinstance(outcome, Accepted):
            if known != (outcome.record.seq, outcome.record.hash):
                raise Fault(f"{what} was acknowledged as record {outcome.record.seq}, and the book has {known}")
            if not is_his:
                raise Fault(f"{what} was acknowledged, and record {outcome.record.seq} is of another command")
        elif not isinstance(outcome, NOT_DECIDED) and known and is_his and place not in self._just_read:
            raise Fault(f"{what} is record {known[0]}, and was answered {type(outcome).__name__} when it came again")
        elif isinstance(outcome, KeyReused) and not known:
            raise Fault(f"{what} was refused for its key, which the book does not have")

    # ---- what is on the disk

    def catches_up(self) -> None:
        rows = self._asks(NEW, self._upto)
        self._just_read = {(row[1], row[3]) for row in rows}
        if not rows:
            return
        transfers: dict[tuple[str, int], list[Any]] = defaultdict(list)
        for stream, seq, *move in self._asks(NEW_TRANSFERS, self._upto):
            transfers[stream, seq].append(move)
        secrets: dict[tuple[str, int], list[Sealed]] = defaultdict(list)
        for stream, seq, seal, body in self._asks(NEW_SECRETS, self._upto):
            secrets[stream, seq].append(Sealed(seal, self._decrypted(body, secret_place(stream, seal))))
        moved = set()
        for rowid, *columns in rows:
            stream, seq = columns[0], columns[1]
            moves = transfers.get((stream, seq), [])
            if any([day, game] != [columns[4], columns[5]] for *_, day, game in moves):
                raise Fault(f"a transfer of record {seq} of {stream!r} is of another day or game")
            ledger = tuple(Transfer(*move[:3]) for move in moves)
            record = Record(*columns, ledger, tuple(secrets.get((stream, seq), ())))
            self._upto = rowid
            self._reads_record(rowid, record)
            moved.add(stream)
        for stream in sorted(moved):
            if is_meter(stream):
                self._meter_holds(stream)
            elif is_table(stream):
                self._table_holds(stream)

    def _reads_record(self, rowid: int, record: Record) -> None:
        stream, place = record.stream, (record.stream, record.key)
        self._world.notes("record", record.hash)
        if wrong := fault(record, self.heads.get(stream) or Head(0, genesis(stream))):
            raise Fault(wrong)
        if place in self.records:
            raise Fault(f"the key {record.key!r} is twice in the book of {stream!r}")
        self.records[place] = record.seq, record.hash
        self.heads[stream] = Head(record.seq, record.hash)
        self._was_written_by_the_writer(rowid, record)
        body = orjson.loads(record.body)
        self._was_sent(record, body)
        if body["transfers"] != [[move.source, move.target, move.micros] for move in record.transfers]:
            raise Fault(f"the journal's rows of record {record.seq} of {stream!r} are not its transfers")
        for move in record.transfers:
            self.ledgers[stream][move.source] -= move.micros
            self.ledgers[stream][move.target] += move.micros
        if is_meter(stream):
            name = stream.partition(" ")[2]
            self.meters[name], _ = (self.meters.get(name) or begun(name)).read_on(record)
        elif is_table(stream):
            entry = entry_of(record)
            self.tables[stream] = replayed(self.tables.get(stream) or Table(name=stream), entry, record)
            for event in entry.events:
                self._world.counts["wins from the meter"] += isinstance(event, JackpotRecorded)
                if isinstance(event, GameEnded):
                    self._round_ended(stream, entry.round)

    def _was_written_by_the_writer(self, rowid: int, record: Record) -> None:
        epoch = self._written_by.pop(record.hash, None)
        if epoch is None:
            raise Fault(f"record {record.seq} of {record.stream!r} was written by nobody")
        if not epoch and not is_table(record.stream):
            return  # nobody claims the house or a meter: who has it to himself for a transaction writes
        while len(self._claims) > 1 and self._claims[1][1] < rowid:
            self._claims.pop(0)
        if self._claims and self._claims[0][1] < rowid and epoch < self._claims[0][0]:
            raise Fault(
                f"record {record.seq} of {record.stream!r} was written under lease {epoch}, when another process had "
                f"lease {self._claims[0][0]}"
            )

    def _was_sent(self, record: Record, body: Any) -> None:
        """By a person, as it stands there; or it is one of the service's own."""
        place = record.stream, record.key
        if record.stream == HOUSE or record.key.startswith(OWN_KEYS):
            self._world.counts["commands decided"] += record.stream != HOUSE
            self._world.counts["of them by the automatic dealer"] += record.key.startswith(AUTOMATIC_KEY)
            return
        mine = body["by"], without_edge(record.stream, body["command"])
        self.by[place] = mine
        if all(sent.said != mine for sent in self.sent.get(place, ())):
            raise Fault(f"record {record.seq} of {record.stream!r} is a command that nobody sent")

    def _all_is_there(self) -> None:
        """What was once on the disk."""
        [(count,)] = self._asks("SELECT count(*) FROM record WHERE rowid <= ?", self._upto)
        if count != len(self.records):
            raise Fault(f"{len(self.records)} records were acknowledged or read, and {count} of them are there")
        for stream, head in self.heads.items():
            found = self._asks("SELECT hash FROM record WHERE stream = ? AND seq = ?", stream, head.seq)
            if found != [(head.hash,)]:
                raise Fault(f"record {head.seq} of {stream!r} was acknowledged or read, and is gone")

    # ---- tables, meters, receipts and views

    def _table_holds(self, stream: str) -> None:
        table = self.tables[stream]
        check_books(table)
        check_cards(table)
        if {it: micros for it, micros in table.balances.items() if micros} != +self.ledgers[stream] | {
            it: micros for it, micros in self.ledgers[stream].items() if micros < 0
        }:
            raise Fault(f"the accounts of {stream!r} are not the sums of its journal")

    def _meter_holds(self, stream: str) -> None:
        name = stream.partition(" ")[2]
        with self._world.runs(self._process):
            whole = Meters(self._reads()).whole(name).meter
        held = {meter_account(name): whole.gross_micros, reserve_account(name): whole.reserve_micros}
        for account, micros in held.items():
            by_ledger = sum(ledger[account] for ledger in self.ledgers.values())
            if by_ledger != micros:
                raise Fault(f"{account!r} is {micros} by its controller and {by_ledger} by the journals")

    def _round_ended(self, stream: str, number: int) -> None:
        self._world.counts["rounds"] += 1
        if self._chance.random() * RECEIPT_EVERY > 1:
            return
        with self._world.runs(self._process):
            self._rounds = self._rounds or Rounds(self._reads())
            receipt = self._rounds.receipt(stream, number)
        if receipt is None:
            raise Fault(f"round {number} of {stream!r} is over and has no receipt")
        check(orjson.loads(orjson.dumps(receipt)))
        self._world.counts["receipts checked"] += 1

    def _looks_at(self, table: Table) -> None:
        """Somebody sees the same, whatever the cards are that he may not see."""
        if table.terms is None or self._chance.random() * VIEW_EVERY > 1:
            return
        viewer = self._chance.choice(viewers(table))
        other = with_other_hidden_cards(table, viewer, self._chance)
        if seen_without_commitment(table, viewer) != seen_without_commitment(other, viewer):
            raise Fault(f"{viewer.role.value} {viewer.name!r} sees a hidden card at {table.name!r}")
        self._world.counts["views searched"] += 1

    # ---- a snapshot that is not to be believed

    def spoils_a_snapshot(self) -> None:
        """Under the number of a snapshot stands an older one of its table, as after a repair by somebody who has the
        keys: without them it could not be read there."""
        if self._has_no_snapshots and not self._asks("SELECT name FROM sqlite_master WHERE name = 'snapshot'"):
            return
        self._has_no_snapshots = False
        for row in self._asks("SELECT stream, seq, hash, edition, body FROM snapshot ORDER BY stream"):
            kept = Snapshot._make(row)
            older = self._older.setdefault(kept.stream, kept)
            if older.hash != kept.hash:
                spoilt = older._replace(seq=kept.seq)
                body = self._decrypted(older.body, snapshot_place(older))
                body = self._reads().vault.encrypted(body, snapshot_place(spoilt))
                try:
                    self._asks("PRAGMA busy_timeout = 0")
                    self._asks("UPDATE snapshot SET hash = ?, body = ? WHERE stream = ?", older.hash, body, kept.stream)
                except sqlite3.OperationalError:
                    return  # somebody writes just now
                del self._older[kept.stream]
                self._world.went_wrong("a snapshot was spoilt")
                return

    # ---- the end

    def concludes(self) -> None:
        self.catches_up()
        self._all_is_there()
        for stream in self.meters:
            self._meter_holds(f"{METER} {stream}")
        rows = self._asks("SELECT stream, key, seq, hash FROM record")
        if {(stream, key): (seq, digest) for stream, key, seq, digest in rows} != self.records:
            raise Fault("the book is not what was acknowledged and read")
        self._world.counts["records"] += len(rows)

    def audits(self) -> None:
        """By the auditor's own command, from the first record of each stream to the last."""
        if self._asks("SELECT name FROM sqlite_master WHERE name = 'snapshot'"):
            self._asks("DELETE FROM snapshot")  # some are spoilt, which an audit says
        with self._world.runs(self._process):
            verify(self._reads())
        self._world.counts["books audited"] += 1

    def all_heads(self) -> list[tuple[str, int, str]]:
        return [(stream, head.seq, head.hash) for stream, head in sorted(self.heads.items())]
