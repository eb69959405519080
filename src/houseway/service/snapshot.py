"""Snapshots: a table as it stood after one of its records, kept beside the book, so that a service begins with the last
records of a table and not with its first.

They are a cache. The book does not need them, and any of them may be thrown away. One is believed only if the book has
that record with that hash, and if this very program wrote it: the fold of another version may be another. An audit
folds every record itself, and holds the snapshot against what it finds.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import orjson

from houseway.analysis.rules import PACKAGE, RULES
from houseway.games import HASHES
from houseway.service.batch import Change
from houseway.service.book import Book
from houseway.service.house import HouseState
from houseway.service.house_book import read_house
from houseway.service.log import log
from houseway.service.record import BookBroken, Head, Snapshot
from houseway.service.state_json import restored, written
from houseway.service.store import Store
from houseway.service.vault import EXCHANGED
from houseway.table.state import Table

EVERY: Final = 500  # records of a table
AT_THE_END: Final = 100  # records that are worth a snapshot when the table is let go
FOLDED_BY: Final = (*RULES, "deciding", "games", "progressive", "role.py", "service", "table")


def edition_of(table: Table) -> str:
    """The program that folded the table: the hash of its sources, and of the file of the table's game, which may be the
    house's own."""
    game = HASHES.get(table.terms.game, "") if table.terms else ""
    return hashlib.sha256(f"{program_hash()}\0{game}".encode()).hexdigest()


@cache
def program_hash(package: Path = PACKAGE) -> str:
    """Of the sources by which tables are decided and folded."""
    digest = hashlib.sha256()
    for part in FOLDED_BY:
        for path in sorted((package / part).rglob("*.py")) or [package / part]:
            digest.update(f"{path.relative_to(package).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def snapshot_of(table: Table, head: Head) -> Snapshot:
    return Snapshot(table.name, head.seq, head.hash, edition_of(table), orjson.dumps(written(table)).decode())


def table_in(snapshot: Snapshot, *, by_another: bool = False) -> Table | None:
    """The table again; None if another program wrote it, which is then not asked for, or if it is no table, or was not
    encrypted by one who has the key."""
    if snapshot.body == EXCHANGED:
        return None
    try:
        table = restored(Table, orjson.loads(snapshot.body))
    except ValueError as error:
        log.error("a snapshot cannot be read", table=snapshot.stream, seq=snapshot.seq, says=str(error))
        return None
    is_own = by_another or snapshot.edition == edition_of(table)
    return table if is_own and table.name == snapshot.stream else None


def archived_state(store: Book, stream: str, house: HouseState | None = None) -> Snapshot | None:
    """The table at the last record that went into an archive, where the house's book has the hash of this state: it is
    of the audit that made the archive, and no cache. It is closed there; any program reads it that has its fields."""
    kept = store.archived(stream)
    if kept is None:
        return None
    told = next((each for each in reversed((house or read_house(store).state).archives) if stream in each.heads), None)
    digest = hashlib.sha256(kept.body.encode()).hexdigest()
    if told is None or told.heads[stream] != Head(kept.seq, kept.hash) or told.states.get(stream) != digest:
        raise BookBroken(f"stream {stream!r}: what the book keeps of its archives is not what the house's book has")
    state = orjson.loads(kept.body)
    return kept._replace(edition=state["edition"], body=orjson.dumps(state["table"]).decode())


def nearest(store: Store, stream: str) -> tuple[Table, Head] | None:
    """The table at the last record of which there is a snapshot that can be believed."""
    snapshot = store.snapshot(stream)
    if snapshot is not None and store.hash_of(stream, snapshot.seq) == snapshot.hash:
        table = table_in(snapshot)
        if snapshot.body == EXCHANGED:
            log.error("a snapshot is not as this book's service wrote it", table=stream, seq=snapshot.seq)
        if table is not None:
            return table, Head(snapshot.seq, snapshot.hash)
    return after_archives(store, stream)


def after_archives(store: Book, stream: str) -> tuple[Table, Head] | None:
    """The table where its live book begins, if its first records are in archives."""
    kept = archived_state(store, stream)
    if kept is None:
        return None
    table = table_in(kept, by_another=True)
    if table is None:
        raise BookBroken(
            f"stream {stream!r}: the state at the end of its archives is of a program that had other fields"
        )
    return table, Head(kept.seq, kept.hash)


class SnapshotMaker:
    """When snapshots are made: for one table at a time, so that nobody waits for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: dict[str, int] = store.snapshot_ends()  # stream → at which record

    def make_one(self, tables: Mapping[str, Change]) -> None:
        """Of the table that has grown most since its last one, if it has grown enough."""
        stream = max(tables, key=lambda each: self._grown(tables[each]), default=None)
        if stream is not None and self._grown(tables[stream]) >= EVERY:
            self._make(tables[stream])

    def make_last(self, tables: Iterable[Change]) -> None:
        """Of tables that this process lets go: whoever takes them begins here."""
        for change in tables:
            if self._grown(change) >= AT_THE_END:
                self._make(change)

    def _grown(self, change: Change) -> int:
        return change.head.seq - self._made.get(change.table.name, 0)

    def _make(self, change: Change) -> None:
        self._made[change.table.name] = change.head.seq
        try:
            snapshot = snapshot_of(change.table, change.head)
        except TypeError as error:  # a fault of the program, and the table goes on without
            log.error("no snapshot could be made", table=change.table.name, seq=change.head.seq, says=str(error))
            return
        self._store.keep_snapshot(snapshot)
