"""Bugs that are planted, one at a time, to see that the simulation finds them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, fields
from typing import Any, Final

from houseway.service import audit, snapshot, store
from houseway.service.database import LeaseLost
from houseway.service.floor import Floor
from houseway.service.record import Head
from houseway.service.sqlite_file import SQLiteFile
from houseway.service.store import Store
from houseway.table import view
from tests.floor_simulation.world import Rates


def amid(**rates: float) -> Rates:
    """Nothing else goes wrong."""
    nothing = dict.fromkeys((each.name for each in fields(Rates) if not each.name.endswith("message")), 0.0)
    return Rates(**nothing | rates)


@dataclass(frozen=True, slots=True)
class Bug:
    name: str
    planted: Callable[[], AbstractContextManager[None]]
    rates: Rates  # under which it shows soon
    says: str  # a part of what is said of it
    seed: int = 1  # one that finds it soon


@contextmanager
def changed(owner: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def not_awaited() -> AbstractContextManager[None]:
    """The database says that it has committed, and does not wait for the disk."""
    connect = SQLiteFile._connect

    def hasty(self: SQLiteFile) -> Any:
        connection = connect(self)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    return changed(SQLiteFile, "_connect", hasty)


@contextmanager
def lease_not_asked_for() -> Iterator[None]:
    """A process that was overtaken writes on."""
    append, beat = SQLiteFile.append, SQLiteFile.beat

    def without_lease(self: SQLiteFile, writer: Any, rows: Any) -> None:
        epoch, self._epoch = self._epoch, None
        try:
            append(self, writer, rows)
        finally:
            self._epoch = epoch

    def beats(self: SQLiteFile, writer: Any, holder: str) -> None:
        with suppress(LeaseLost):
            beat(self, writer, holder)

    with changed(SQLiteFile, "append", without_lease), changed(SQLiteFile, "beat", beats):
        yield


def keys_forgotten() -> AbstractContextManager[None]:
    """Which commands are in the book is known only to the process that wrote them."""
    return changed(Store, "seen", lambda self, keys: {})


def snapshot_believed() -> AbstractContextManager[None]:
    """Whatever the hash beside it says."""

    def nearest(book: Store, stream: str) -> Any:
        found = book.snapshot(stream)
        table = snapshot.table_in(found) if found else None
        if found is None or table is None:
            return snapshot.after_archives(book, stream)
        return table, Head(found.seq, book.hash_of(stream, found.seq) or "")

    return changed(audit, "nearest", nearest)


def posted_twice() -> AbstractContextManager[None]:
    """The journal has the money of a record with three movements twice."""
    rows_of = store.rows_of

    def twice(records: Any, vault: Any) -> Any:
        doubled = [it._replace(transfers=it.transfers * 2) if len(it.transfers) == 3 else it for it in records]
        return rows_of(doubled, vault)

    return changed(store, "rows_of", twice)


def told_too_soon() -> AbstractContextManager[None]:
    """The world is told of a batch before it is written."""
    tell = Floor._tell

    def together(self: Floor, batch: Any) -> None:
        self._decide_all(batch, self._roster.due(self._now))
        tell(self, batch)
        self._store.append(batch.written, batch.meters)

    return changed(Floor, "_together", together)


def card_shown() -> AbstractContextManager[None]:
    """The cards of every seat are shown to everybody."""
    return changed(view, "_is_laid_open", lambda spot, rnd: True)


BUGS: Final[Mapping[str, Bug]] = {
    bug.name: bug
    for bug in (
        Bug("an acknowledged command whose commit was not awaited", not_awaited, amid(power=120), "acknowledged"),
        Bug("a writer that goes on after its lease was lost", lease_not_asked_for, amid(pause=20), "lease", 12),
        Bug("idempotency keys forgotten at a restart", keys_forgotten, amid(kill=60), "came again"),
        Bug("a snapshot believed though its hash differs", snapshot_believed, amid(stop=60, spoilt_snapshot=300), "T"),
        Bug("money posted twice", posted_twice, amid(), "journal"),
        Bug("an outcome told before it is written", told_too_soon, amid(), "not what its book tells"),
        Bug("a card shown that lies face down", card_shown, amid(), "sees a hidden card"),
    )
}
