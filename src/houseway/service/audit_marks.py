"""What an audit keeps for the next one: tables as it found them after some of their records, all up to there in order.

An audit that is broken off goes on from them, and one of tomorrow begins where today's ended. They are the auditor's
own notes, in a file of his own, and are never needed: one is believed only if the book has that record with that hash,
if this very program wrote it, and if it is whole. An audit of everything uses them to begin in many places at once, and
still believes none: it finds every one of them again from the records before it, or goes through those after it anew.
"""

import hashlib
import os
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import orjson

from houseway.deciding.command import Json
from houseway.service.book import Book
from houseway.service.disk import OWNER_ONLY
from houseway.service.keyring import Keyring
from houseway.service.record import Head
from houseway.service.snapshot import edition_of
from houseway.service.state_json import restored, written
from houseway.service.table_audit import Checked, Start
from houseway.service.vault import Place, Vault

EVERY: Final = 20_000  # records of a table


class AuditMarks:
    def __init__(self, path: Path, vault: Vault | None = None) -> None:
        """With the book's vault what is kept is encrypted as the book's own secrets are: undealt cards are among it."""
        self.path, self._vault = path, vault or Vault(Keyring(None))
        self._lines: defaultdict[str, dict[int, bytes]] = defaultdict(dict)
        for line in path.read_bytes().splitlines() if path.exists() else ():
            if told := _whole(line):
                self._lines[told["stream"]][told["seq"]] = line

    def keep(self, stream: str, start: Start) -> None:
        """One line, written at once: processes that audit together keep one file."""
        told = {
            "stream": stream,
            "seq": start.head.seq,
            "hash": start.head.hash,
            "edition": edition_of(start.checked.table),
            "checked": self._vault.encrypted(orjson.dumps(written(start.checked)).decode(), _place(stream, start.head)),
        }
        text = orjson.dumps(told)
        line = hashlib.sha256(text).hexdigest().encode() + b" " + text
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWNER_ONLY)
        try:
            os.write(file, line + b"\n")
        finally:
            os.close(file)
        self._lines[stream][start.head.seq] = line

    def of(self, book: Book, stream: str, upto: int) -> list[Start]:
        """Those of a table that can be believed, in order."""
        found = (self._believed(book, stream, seq) for seq in sorted(self._lines[stream]) if seq <= upto)
        return [start for start in found if start]

    def last(self, book: Book, stream: str, upto: int) -> Start | None:
        seqs = sorted(self._lines[stream])
        for seq in reversed(seqs[: bisect_right(seqs, upto)]):
            if start := self._believed(book, stream, seq):
                return start
        return None

    def tidy(self, ends: Iterable[tuple[str, int]]) -> None:
        """Whoever audits every day would fill the file: of what he kept at the ends of books, the last stays."""
        last = dict(ends)
        kept = [
            line
            for stream, lines in self._lines.items()
            for seq, line in sorted(lines.items())
            if seq % EVERY == 0 or seq >= last.get(stream, 0)
        ]
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
            file.writelines(line + b"\n" for line in kept)
        beside.replace(self.path)

    def _believed(self, book: Book, stream: str, seq: int) -> Start | None:
        told = orjson.loads(self._lines[stream][seq].partition(b" ")[2])
        if book.hash_of(stream, seq) != told["hash"]:
            return None
        try:
            text = self._vault.decrypted(told["checked"], _place(stream, Head(seq, told["hash"])))
            checked = restored(Checked, orjson.loads(text))
        except (TypeError, ValueError):  # of a program whose tables were others
            return None
        table = checked.table
        is_own = table.name == stream and told["edition"] == edition_of(table)
        return Start(Head(seq, told["hash"]), checked) if is_own else None


def _place(stream: str, head: Head) -> Place:
    return "audit", stream, str(head.seq), head.hash


def _whole(line: bytes) -> Json | None:
    digest, _, text = line.partition(b" ")
    if hashlib.sha256(text).hexdigest().encode() != digest:
        return None  # the machine stopped while it was written
    told: Json = orjson.loads(text)
    return told
