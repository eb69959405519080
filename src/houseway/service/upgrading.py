"""A book of an older version made one of this version, and the rehearsal of it on a copy.

What the tables of the database are like is changed when a book is first opened to be written (see `schema.migrate`). An
upgrade does the rest: secrets and PINs that stand there in the clear are encrypted. Records are left as they are, and
their hashes; the house's book says what was done.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select, update

from houseway.role import Actor
from houseway.service import schema
from houseway.service.audit import StreamAudit, verify
from houseway.service.backup import back_up, manifest_of, working_copy
from houseway.service.house import NoteHeads
from houseway.service.house_book import write_house
from houseway.service.keyring import Keyring
from houseway.service.record import ENCRYPTED, HOUSE, BookBroken, Head
from houseway.service.staffing import change_staff
from houseway.service.store import Store, open_store
from houseway.service.vault import secret_place

CHUNK: Final = 5_000  # rows held at once
GUARD: Final = {"sqlite": "sealed_no_update", "postgresql": "sealed_append_only"}


class OldParts(NamedTuple):
    """What of a book is not as this version writes it."""

    version: str
    records: int
    secrets: int  # in the clear
    pins: int  # people whose PIN's hash is
    snapshots: int

    @property
    def changes(self) -> list[str]:
        """A line each; none of a book that is up to date."""
        told = {
            f"the database's own tables and guards: from version {self.version} to {schema.VERSION}": (
                self.version != schema.VERSION
            ),
            f"{self.secrets:,} secrets in the clear are encrypted": self.secrets,
            f"the PINs of {self.pins:,} people are encrypted: they log in as before": self.pins,
            f"{self.snapshots:,} snapshots in the clear are thrown away: they are a cache": self.snapshots,
        }
        return [says for says, is_so in told.items() if is_so]


class Upgraded(NamedTuple):
    """What an upgrade did, or would do, and the seconds that each part of it took."""

    old: OldParts
    copying: float
    changing: float
    auditing: float
    audits: list[StreamAudit]

    @property
    def not_decided(self) -> int:
        return sum(each.not_decided for each in self.audits)


def old_parts(store: Store) -> OldParts:
    with store.at_one_moment() as reader:
        has_snapshots = reader.dialect.has_table(reader, schema.snapshot.name)
        return OldParts(
            version=schema.version(reader) or "",
            records=_count(reader, select(func.count()).select_from(schema.record)),
            secrets=_count(reader, _in_the_clear(schema.sealed.c.body)),
            pins=_count(reader, _in_the_clear(schema.staff.c.pin_hash)),
            snapshots=_count(reader, _in_the_clear(schema.snapshot.c.body)) if has_snapshots else 0,
        )


def rehearse(url: str, folder: Path | None, by: Actor, progress: Callable[[int, int], None]) -> Upgraded:
    """An upgrade of a copy, which is audited from the first record on, and removed. The book is only read. Raises
    `BookBroken` if it does not hold."""
    with (
        open_store(url, read_only=True) as store,
        TemporaryDirectory(dir=folder, prefix="houseway-rehearsal-") as beside,
    ):
        old, copy = old_parts(store), Path(beside) / "book.db"
        with _timed() as copying:
            working_copy(store, copy)
        keyring = store.vault.keyring if store.vault.is_in_use else Keyring.of_this_process()
        return _changed(str(copy), keyring, old, by, copying(), progress)


def upgrade(url: str, backup: Path, by: Actor, progress: Callable[[int, int], None]) -> Upgraded:
    """The book itself, after a backup of it as it was. Raises `ValueError` if a process is at work on it, and
    `BookBroken` if it does not hold."""
    with open_store(url, read_only=True) as store:
        if store.is_at_work():
            raise ValueError(f"{store} is in use by another process: stop it first")
        old = old_parts(store)
        with _timed() as copying:
            back_up(store, backup)
            manifest_of(backup)
    return _changed(url, None, old, by, copying(), progress)


def _changed(
    url: str, keyring: Keyring | None, old: OldParts, by: Actor, copying: float, progress: Callable[[int, int], None]
) -> Upgraded:
    with _timed() as changing, open_store(url, make=False, keyring=keyring) as store:
        if not store.claim(HOUSE):
            raise ValueError(f"{store} is in use by another process: stop it first")
        before = store.heads()
        _encrypt(store)
        for person in store.list_staff():
            if not person.pin_hash.startswith(ENCRYPTED):
                change_staff(store, by, person.name, person.role, person.pin_hash, active=person.active)
        if old.changes:
            _tell(store, by, old, before)
            store.compact()
        keyring = store.vault.keyring
    with _timed() as auditing, open_store(url, read_only=True, keyring=keyring) as store:
        if left := old_parts(store).changes:
            raise BookBroken(f"{store} is still not as this version writes it: {left[0]}")
        heads = {stream: head for stream, head in store.heads().items() if stream != HOUSE}
        if heads != {stream: head for stream, head in before.items() if stream != HOUSE}:
            raise BookBroken(f"{store} has other records than before")
        audits = verify(store, heads=before, progress=progress)
    return Upgraded(old, copying, changing(), auditing(), audits)


def _encrypt(store: Store) -> None:
    """What of the secrets stands there in the clear; and away with such snapshots."""
    table = schema.sealed.c
    by_place = (table.stream == bindparam("of"), table.seq == bindparam("at"), table.seal == bindparam("under"))
    change = update(schema.sealed).where(*by_place).values(body=bindparam("hidden"))
    clear = select(schema.sealed).where(table.body.not_like(f"{ENCRYPTED}%")).limit(CHUNK)
    with store.alone_with(HOUSE) as connection:
        with schema.unguarded(connection, GUARD[connection.dialect.name]):
            while rows := connection.execute(clear).all():
                connection.execute(change, [_hidden(store, *row) for row in rows])
        if connection.dialect.has_table(connection, schema.snapshot.name):
            connection.execute(delete(schema.snapshot).where(schema.snapshot.c.body.not_like(f"{ENCRYPTED}%")))


def _hidden(store: Store, stream: str, seq: int, seal: str, body: str) -> dict[str, Any]:
    hidden = store.vault.encrypted(body, secret_place(stream, seal))
    return {"of": stream, "at": seq, "under": seal, "hidden": hidden}


def _tell(store: Store, by: Actor, old: OldParts, heads: dict[str, Head]) -> None:
    others = {stream: head for stream, head in heads.items() if stream != HOUSE}
    why = f"the book was upgraded: {'; '.join(old.changes)}"
    write_house(store, by, NoteHeads(why=why, heads=others), datetime.now(UTC))


def _in_the_clear(column: Any) -> Any:
    return select(func.count()).where(column.not_like(f"{ENCRYPTED}%"))


def _count(reader: Connection, query: Any) -> int:
    return int(reader.scalar(query) or 0)


@contextmanager
def _timed() -> Iterator[Callable[[], float]]:
    """The seconds that it took, once it is over."""
    began, took = time.monotonic(), 0.0
    yield lambda: took
    took = time.monotonic() - began
