"""An audit on all cores: books of tables and meters are independent of each other, and so are the parts of one table's
book between two states that an earlier audit kept."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from houseway.progressive.meter import Gains
from houseway.progressive.state import Controller
from houseway.service.across import Place
from houseway.service.audit_marks import EVERY, AuditMarks
from houseway.service.book import Book
from houseway.service.house_audit import HouseAudit
from houseway.service.locked_audit import LockedAudit, LockedTable
from houseway.service.meter_audit import MeterAudit
from houseway.service.meters import begun
from houseway.service.record import BookBroken, Head, Record, Snapshot, broken, is_meter
from houseway.service.snapshot import edition_of, table_in
from houseway.service.table_audit import Start, TableAudit, body_of, same_columns
from houseway.service.watch import Watch, cut
from houseway.table.state import Table

FEW: Final = 10_000  # records for which no second process is worth its start
TOLD_EVERY: Final = 256  # records
LOOK_SECONDS: Final = 0.2

Progress = Callable[[str, int], None]


class BookPart(NamedTuple):
    """Of one book, the records after `start`, or from the first, up to `end`."""

    stream: str
    end: Head
    start: Start | None = None
    is_locked: bool = False  # its secrets cannot be read

    @property
    def records(self) -> int:
        return self.end.seq - (self.start.head.seq if self.start else 0)


class MeterFound(NamedTuple):
    head: Head
    places: frozenset[Place]
    gains: frozenset[Gains]
    controller: Controller


PartFound = Start | LockedTable | MeterFound  # what became of a part


@dataclass(frozen=True, kw_only=True)
class Auditor:
    """All that it takes to go through a part, in this process or in another."""

    reopen: Callable[[], Book]
    house: HouseAudit
    printed: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    marks: AuditMarks | None = None
    unread: Mapping[str, int] = field(default_factory=dict)  # of tables, up to which record they are in archives

    def watch(self, stream: str, progress: Progress = lambda stream, seq: None) -> Watch:
        return Watch(stream=stream, house=self.house, printed=self.printed.get(stream, {}), progress=progress)

    def audited(self, book: Book, part: BookPart, progress: Progress) -> PartFound:
        if part.is_locked:
            return self._locked(book, part, progress)
        return self._meter(book, part, progress) if is_meter(part.stream) else self.table(book, part, progress)

    def _locked(self, book: Book, part: BookPart, progress: Progress) -> LockedTable:
        assert part.start is not None
        audit = LockedAudit(self.watch(part.stream, progress), part.start.head)
        for record in read_all(book, part):
            audit.reads(record)
        _arrives(part, audit.head)
        return audit.found

    def table(self, book: Book, part: BookPart, progress: Progress) -> Start:
        assert part.start is not None
        audit = TableAudit.after(part.start, self.watch(part.stream, progress))
        snapshot = book.snapshot(part.stream)
        for record in read_all(book, part):
            audit.reads(record)
            if snapshot and snapshot.seq == record.seq:
                _same_as(snapshot, audit.table, record)
            if self.marks and record.seq % EVERY == 0:
                self.marks.keep(part.stream, Start(audit.head, audit.checked))
        _arrives(part, audit.head)
        return Start(audit.head, audit.checked)

    def _meter(self, book: Book, part: BookPart, progress: Progress) -> MeterFound:
        meter, watch = part.stream.partition(" ")[2], self.watch(part.stream, progress)
        audit = MeterAudit(book, begun(meter), unread=self.unread)
        for record in read_all(book, part):
            same_columns(record, body_of(record))
            audit.reads(record, timed=self.house.keeps(part.stream, record.seq))
            if audit.opens_or_ends:
                watch.is_told(record)
            watch.passes(record)
        _arrives(part, audit.reading.head)
        return MeterFound(audit.reading.head, frozenset(audit.places), frozenset(audit.gains), audit.reading.state)


def read_all(book: Book, part: BookPart) -> Iterator[Record]:
    return read_on(book, part.stream, part.start.head.seq if part.start else 0, part.end.seq)


def read_on(book: Book, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
    """Records of a stream. Raises `BookBroken` where they cannot be read."""
    try:
        yield from book.read(stream, after, upto)
    except (TypeError, ValueError) as error:  # such as an amount that is no whole number
        raise BookBroken(f"stream {stream!r} cannot be read: {error}") from None


def _same_as(snapshot: Snapshot, table: Table, record: Record) -> None:
    """One of another version is never believed, and not looked into."""
    if snapshot.hash != record.hash:
        raise broken(record, "the snapshot of it has another hash")
    if snapshot.edition == edition_of(table) and table_in(snapshot) != table:
        raise broken(record, "the snapshot of it is not what the events tell")


def _arrives(part: BookPart, head: Head) -> None:
    if head != part.end:
        raise cut(part.stream, head, part.end.seq, "was there when the audit began")


def went_through(
    auditor: Auditor, book: Book, parts: Sequence[BookPart], progress: Callable[[int], None], *, cores: int
) -> list[PartFound | BookBroken]:
    """What became of each part, in their order. `progress` hears how many records are done."""
    cores = min(cores, len(parts)) if sum(part.records for part in parts) > FEW and hasattr(os, "fork") else 1
    if cores == 1:
        return _one_by_one(auditor, book, parts, progress)
    context = multiprocessing.get_context("fork")
    done = context.Value("q", 0)
    with ProcessPoolExecutor(cores, context, _begin, (auditor, done)) as pool:
        longest_first = sorted(range(len(parts)), key=lambda n: -parts[n].records)
        waiting: dict[int, Future[PartFound | BookBroken]] = {
            n: pool.submit(_in_a_process, parts[n]) for n in longest_first
        }
        while wait(waiting.values(), LOOK_SECONDS).not_done:
            progress(done.value)
        progress(done.value)
        return [waiting[n].result() for n in range(len(parts))]


def _one_by_one(
    auditor: Auditor, book: Book, parts: Sequence[BookPart], progress: Callable[[int], None]
) -> list[PartFound | BookBroken]:
    done = 0
    found: list[PartFound | BookBroken] = []

    def count(stream: str, seq: int) -> None:
        nonlocal done
        done += 1
        if done % TOLD_EVERY == 0:
            progress(done)

    for part in parts:
        try:
            found.append(auditor.audited(book, part, count))
        except BookBroken as broken:
            return [*found, broken]
    return found


# ---- in a process of its own

_here: dict[str, Any] = {}


def _begin(auditor: Auditor, done: Any) -> None:
    _here.update(auditor=auditor, book=auditor.reopen(), done=done)


def _in_a_process(part: BookPart) -> PartFound | BookBroken:
    auditor: Auditor = _here["auditor"]
    count = 0

    def tell(stream: str, seq: int) -> None:
        nonlocal count
        count += 1
        if count % TOLD_EVERY == 0:
            with _here["done"].get_lock():
                _here["done"].value += TOLD_EVERY

    try:
        return auditor.audited(_here["book"], part, tell)
    except BookBroken as broken:
        return broken
