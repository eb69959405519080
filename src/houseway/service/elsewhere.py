"""The tables of a book that this process does not run: those of other processes, as the book tells them, and those
whose book cannot be read. For whoever watches the whole floor; nothing is decided here.
"""

import time
from collections.abc import Collection, Mapping
from typing import Final

from houseway.service.audit import load
from houseway.service.record import Head
from houseway.service.store import Store
from houseway.table.state import Table

LOOK_SECONDS: Final = 0.25  # between two looks


class TablesElsewhere:
    """Used by one thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[Table, Head]] = {}
        self._failed: dict[str, tuple[Head, str]] = {}  # where the book ended, and what is wrong with it
        self._looked_at = float("-inf")

    def look(self, here: Collection[str]) -> frozenset[str]:
        """Read on what others have written: which tables are not as they were. `here` are those of this process."""
        if time.monotonic() - self._looked_at < LOOK_SECONDS:
            return frozenset()
        self._looked_at = time.monotonic()
        ends = self._store.heads([name for name in self._store.tables() if name not in here])
        before = self._known.keys() | self._failed.keys()
        changed = set(before - ends.keys())
        self._known = {name: known for name, known in self._known.items() if name in ends}
        self._failed = {name: failed for name, failed in self._failed.items() if name in ends}
        for name, end in ends.items():
            if (name in self._known and self._known[name][1] == end) or self._failed.get(name, (None,))[0] == end:
                continue
            changed.add(name)
            try:
                self._known[name] = load(self._store, name, self._known.get(name))
                self._failed.pop(name, None)
            except ValueError as error:  # which is also what a broken book raises
                self._known.pop(name, None)
                self._failed[name] = (end, str(error))
        return frozenset(changed)

    @property
    def tables(self) -> Mapping[str, Table]:
        return {name: table for name, (table, _) in self._known.items()}

    @property
    def unread(self) -> Mapping[str, str]:
        """Why the books of tables cannot be read, by table."""
        return {name: says for name, (_, says) in self._failed.items()}

    def end(self, table: str) -> int:
        """The last record that was read of it."""
        return self._known[table][1].seq if table in self._known else 0
