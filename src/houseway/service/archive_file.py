"""An archive: the records of closed tables of one gaming day, in a file that is sealed by its hash.

The records of each table are compressed by themselves, so that one table's are read without the others'. Behind them
stands what is in the file: of each table the head before and the head after, and the table as an audit found it there;
and the hash of the archive before this one.
"""

import gzip
import hashlib
import os
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from houseway.money import Account, Micros, Transfer
from houseway.service.disk import OWNER_ONLY
from houseway.service.record import BookBroken, Head, Record, Sealed

FORM: Final = 1
LENGTH: Final = 8  # bytes at the end, of the contents' length


class ArchivedTable(NamedTuple):
    """The records of a table in an archive."""

    after: Head
    upto: Head
    state: str  # the table at its end, as JSON
    at: int  # in the file
    size: int


class Contents(NamedTuple):
    day: str
    before: str  # SHA-256 of the archive before this one
    streams: dict[str, ArchivedTable]


class ArchiveWriter:
    """One that is written stream by stream, and is in its place when it is whole."""

    def __init__(self, path: Path, day: str, before: str) -> None:
        self._path, self._part = path, path.with_name(f"{path.name}.part")
        self._part.unlink(missing_ok=True)
        opened = os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)  # secrets stand in it
        self._file = os.fdopen(opened, "wb")
        self._contents = Contents(day, before, {})

    def add(self, stream: str, after: Head, records: Iterator[Record]) -> Head:
        """The records as they come; where they ended."""
        at, head = self._file.tell(), after
        with gzip.GzipFile(fileobj=self._file, mode="wb", mtime=0, compresslevel=6) as packed:
            for record in records:
                packed.write(orjson.dumps(_row(record)) + b"\n")
                head = Head(record.seq, record.hash)
        self._contents.streams[stream] = ArchivedTable(after, head, "", at, self._file.tell() - at)
        return head

    def ends(self, stream: str, state: str) -> None:
        self._contents.streams[stream] = self._contents.streams[stream]._replace(state=state)

    def close(self) -> str:
        """The hash of the file, which is on the disk now."""
        streams = {
            stream: [*_pair(kept.after), *_pair(kept.upto), kept.state, kept.at, kept.size]
            for stream, kept in self._contents.streams.items()
        }
        told = {"form": FORM, "day": self._contents.day, "before": self._contents.before, "streams": streams}
        contents = orjson.dumps(told)
        self._file.write(contents + len(contents).to_bytes(LENGTH))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.replace(self._path)
        return hash_of_file(self._path)


def hash_of_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def contents_of(path: Path) -> Contents:
    try:
        with path.open("rb") as file:
            end = file.seek(-LENGTH, os.SEEK_END)
            length = int.from_bytes(file.read(LENGTH))
            file.seek(end - length)
            told: Mapping[str, Any] = orjson.loads(file.read(length))
        streams = {
            stream: ArchivedTable(Head(s, h), Head(last, hash_), state, at, size)
            for stream, (s, h, last, hash_, state, at, size) in told["streams"].items()
        }
        return Contents(told["day"], told["before"], streams)
    except (OSError, ValueError, KeyError) as error:
        raise BookBroken(f"the archive {path} cannot be read: {error}") from None


def records_in(path: Path, stream: str, kept: ArchivedTable) -> Iterator[Record]:
    with path.open("rb") as file:
        file.seek(kept.at)
        packed = file.read(kept.size)
    try:
        with gzip.GzipFile(fileobj=BytesIO(packed)) as lines:
            for line in lines:
                yield _record(stream, orjson.loads(line))
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise BookBroken(f"the archive {path} cannot be read: {error}") from None


def _row(record: Record) -> list[Any]:
    moves = [[move.source, move.target, move.micros] for move in record.transfers]
    return [*record[1:9], moves, [list(sealed) for sealed in record.sealed]]


def _record(stream: str, row: list[Any]) -> Record:
    *columns, moves, secrets = row
    transfers = tuple(Transfer(Account(source), Account(target), Micros(micros)) for source, target, micros in moves)
    return Record._make((stream, *columns, transfers, tuple(Sealed(*each) for each in secrets)))


def _pair(head: Head) -> tuple[int, str]:
    return head.seq, head.hash
