"""Reading the whole book again: the chain, every round from its shuffle to its pays, the ledger, the secrets.

`load` is what the service does before it opens a table; `verify` is what an auditor does. Both stop at the first
record that is not as it must be, and name it.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import orjson

from houseway.money import Account
from houseway.service.across import Across, MeterTalk
from houseway.service.audit_marks import AuditMarks
from houseway.service.audit_work import Auditor, BookPart, MeterFound, PartFound, read_all, read_on, went_through
from houseway.service.house_audit import HouseAudit
from houseway.service.library import Library
from houseway.service.locked_audit import NOT_DECIDED, LockedTable
from houseway.service.record import HOUSE, BookBroken, Head, follow, genesis, is_meter, is_table
from houseway.service.snapshot import after_archives, nearest
from houseway.service.staffing import on_the_list
from houseway.service.store import Store
from houseway.service.table_audit import (
    Checked,
    Start,
    beginning,
    body_of,
    read_entry,
    replayed,
    same_columns,
)
from houseway.service.watch import cut
from houseway.table.state import Table

NOT_READ: Final = "in archives, and not read"
GARBAGE: Final = (50_000, 50, 100)  # objects made before Python looks for lost ones: an audit makes many, and loses few


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAudit:
    stream: str
    records: int
    rounds: int = 0
    voided: int = 0
    head: str
    not_decided: int = 0  # rounds that were not played again, because they are of an older release
    note: str = ""  # why
    first: int = 1  # the record that it began with: those before were checked by an earlier audit, or by nobody
    before: str = ""  # which of the two


def load(store: Store, stream: str, known: tuple[Table, Head] | None = None) -> tuple[Table, Head]:
    """A table as its events tell it, or what came after a state that is known, or after its snapshot; chain and ledger
    are checked on the way."""
    start, began = known or nearest(store, stream) or (Table(name=stream), Head(0, genesis(stream)))
    table, head = start, began
    for record in read_on(store, stream, after=began.seq):
        head = follow(head, record)
        table = replayed(table, read_entry(record), record)
    moved = Counter({account: -micros for account, micros in start.balances.items()})
    moved.update(table.balances)
    _same_balances(store, stream, moved, head, after=began.seq)
    return table, head


def verify(
    store: Store,
    *,
    heads: Mapping[str, Head] | None = None,
    printed: Iterable[tuple[str, Head]] = (),
    begin: Mapping[str, Head] | None = None,
    marks: AuditMarks | None = None,
    since: bool = False,
    cores: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[StreamAudit]:
    """Every stream of the book as it stands now, re-decided command by command. `heads` and `printed` are hashes that
    were printed earlier: the chain must still pass through them, or its tail was cut. Tables named in `begin` are
    decided from that record on, and those before it only folded; with `since` each is, from where the last audit that
    kept `marks` came to. Raises `BookBroken` at the first fault."""
    gc.freeze()
    thresholds = gc.get_threshold()
    gc.set_threshold(*GARBAGE)
    try:
        return _Audit(store, [*(heads or {}).items(), *printed], begin or {}, marks, progress, since=since).run(cores)
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


class _Audit:
    def __init__(
        self,
        store: Store,
        printed: Iterable[tuple[str, Head]],
        begin: Mapping[str, Head],
        marks: AuditMarks | None,
        progress: Callable[[int, int], None],
        *,
        since: bool,
    ) -> None:
        self.store, self.begin, self.marks, self.since, self.progress = store, begin, marks, since, progress
        self.printed: dict[str, dict[int, str]] = {}
        for stream, head in printed:
            if self.printed.setdefault(stream, {}).setdefault(head.seq, head.hash) != head.hash:
                raise BookBroken(f"record {head.seq} of {stream!r}: the printed head of record {head.seq} is another")
        snapshots = store.snapshot_ends()
        self.ends = store.heads()  # of one moment: a book that is written on meanwhile is checked up to here
        for stream in sorted(snapshots.keys() & self.ends.keys()):
            if snapshots[stream] > self.ends[stream].seq:
                raise cut(stream, self.ends[stream], snapshots[stream], "has a snapshot")
        for stream in begin:
            if stream not in self.ends or not is_table(stream):
                raise ValueError(f"{stream!r} is not a table of this book, to begin at one of its records")
        self.house = HouseAudit()
        self.firsts = {} if isinstance(store, Library) else _after_archives(store, self.ends)
        self.unread = {stream: start.head.seq for stream, start in self.firsts.items()}
        self.locked = {stream for stream in self.ends if is_table(stream) and store.is_locked(stream)}
        if shut := sorted(self.locked & begin.keys()):
            raise ValueError(f"{shut[0]!r}: {store.vault.why_not()}: nothing of it can be decided again")
        for stream in self.locked:  # whatever meters say of it cannot be held against it
            self.unread[stream] = self.ends[stream].seq
        self.auditor = Auditor(
            reopen=store.reopened, house=self.house, printed=self.printed, marks=marks, unread=self.unread
        )
        self.across = Across()

    def run(self, cores: int) -> list[StreamAudit]:
        of_house = self._house()
        if self.begin:  # what was not decided from the first record on is not kept as checked
            self.auditor = replace(self.auditor, marks=None)
        tables = [stream for stream in self.ends if is_table(stream) and stream not in self.locked]
        locked = [BookPart(it, self.ends[it], self._first(it), is_locked=True) for it in sorted(self.locked)]
        starts = {stream: self._starts(stream, cores) for stream in tables}
        parts = [part for stream in tables for part in self._parts(stream, starts[stream])]
        meters = [BookPart(stream, self.ends[stream]) for stream in self.ends if is_meter(stream)]
        total = sum(part.records for part in (*parts, *locked, *meters))
        results = iter(
            went_through(
                self.auditor,
                self.store,
                [*parts, *locked, *meters],
                lambda done: self.progress(done, total),
                cores=cores,
            )
        )
        ended: dict[str, Start] = {}
        for part in parts:
            ended[part.stream] = self._followed(part, ended.get(part.stream), next(results))
        found = [self._table(stream, starts[stream][0], ended[stream]) for stream in tables]
        found += [self._locked(part, next(results)) for part in locked]
        found += [self._meter(part, next(results)) for part in meters]
        found += of_house
        self._whole({audit.stream for audit in found})
        if self.auditor.marks:
            for stream, end in ended.items():
                self.auditor.marks.keep(stream, end)
            self.auditor.marks.tidy((stream, end.head.seq) for stream, end in ended.items())
        return found

    def _house(self) -> list[StreamAudit]:
        head = self.ends.get(HOUSE, Head(0, genesis(HOUSE)))
        watch = self.auditor.watch(HOUSE)
        for record in read_all(self.store, BookPart(HOUSE, head)):
            follow(self.house.book.head, record)
            same_columns(record, body_of(record))
            self.house.reads(record)
            watch.passes(record)
        watch.ends(self.house.book.head)
        return [StreamAudit(stream=HOUSE, records=head.seq, head=head.hash)] if head.seq else []

    def _starts(self, stream: str, cores: int) -> list[Start]:
        """Where the parts of a table's book begin."""
        end = self.ends[stream].seq
        if stream in self.begin:
            return [_folded(self.store, self._first(stream), self.begin[stream])]
        if self.marks and self.since:
            return [self.marks.last(self.store, stream, end) or self._first(stream)]
        more = self.marks.of(self.store, stream, end - 1) if self.marks and cores > 1 else []
        return [self._first(stream), *more]

    def _first(self, stream: str) -> Start:
        """The first record; or the end of archives that are not here to be read."""
        return self.firsts.get(stream) or beginning(stream)

    def _parts(self, stream: str, starts: list[Start]) -> list[BookPart]:
        ends = [*(start.head for start in starts[1:]), self.ends[stream]]
        return [BookPart(stream, end, start) for start, end in zip(starts, ends, strict=True)]

    def _followed(self, part: BookPart, before: Start | None, result: PartFound | BookBroken) -> Start:
        """What a part came to, which holds if it began with the very state that the part before it ended with."""
        if before is not None and before != part.start:
            result = self.auditor.table(self.store, part._replace(start=before), lambda stream, seq: None)
        if isinstance(result, BookBroken):
            raise result
        assert isinstance(result, Start)
        return result

    def _table(self, stream: str, start: Start, end: Start) -> StreamAudit:
        checked, began = end.checked, start.checked
        for seq, hash_ in self.printed.get(stream, {}).items():
            if self._is_unread(stream, seq):
                continue
            if 0 < seq <= start.head.seq and self.store.hash_of(stream, seq) != hash_:
                raise BookBroken(f"record {seq} of {stream!r}: the printed head of record {seq} is another")
        self.auditor.watch(stream).ends(end.head)
        if start.head.seq == self.unread.get(stream):
            _same_balances(self.store, stream, began.table.balances, start.head)
        moved = Counter({account: -micros for account, micros in began.table.balances.items()})
        moved.update(checked.table.balances)
        _same_balances(self.store, stream, moved, end.head, after=start.head.seq)
        self.across.of_table(stream, checked.of_meters, after=self.unread.get(stream, 0))
        by = "folded, and not decided again" if stream in self.begin else "checked by an earlier audit"
        by = NOT_READ if start.head.seq == self.unread.get(stream) else by
        return StreamAudit(
            stream=stream,
            records=end.head.seq,
            rounds=checked.rounds,
            voided=checked.voided,
            head=end.head.hash,
            not_decided=checked.not_decided,
            note="; ".join(checked.notes),
            first=start.head.seq + 1,
            before=by if start.head.seq else "",
        )

    def _is_unread(self, stream: str, seq: int) -> bool:
        return 1 < seq < self.unread.get(stream, 0)

    def _locked(self, part: BookPart, result: PartFound | BookBroken) -> StreamAudit:
        if isinstance(result, BookBroken):
            raise result
        assert isinstance(result, LockedTable) and part.start is not None
        self.auditor.watch(part.stream).ends(result.head)
        _same_balances(self.store, part.stream, result.balances, result.head, after=part.start.head.seq)
        return StreamAudit(
            stream=part.stream,
            records=result.head.seq,
            rounds=result.rounds,
            voided=result.voided,
            head=result.head.hash,
            not_decided=result.rounds,
            note=NOT_DECIDED,
            first=part.start.head.seq + 1,
            before=NOT_READ if part.start.head.seq else "",
        )

    def _meter(self, part: BookPart, result: PartFound | BookBroken) -> StreamAudit:
        if isinstance(result, BookBroken):
            raise result
        assert isinstance(result, MeterFound)
        self.auditor.watch(part.stream).ends(result.head)
        _same_balances(self.store, part.stream, result.controller.balances, result.head)
        self.across.of_meter(result.controller.name, result.places, set(result.gains), result.controller)
        return StreamAudit(stream=part.stream, records=result.head.seq, head=result.head.hash)

    def _whole(self, known: set[str]) -> None:
        """What is seen only when all streams were read."""
        check_rows(self.store)
        if isinstance(self.store, Library):
            self.store.check()
            for stream in self.store.shelved:
                kept = after_archives(self.store, stream)
                if kept is None or kept[1].seq != self.store.archived_upto(stream):
                    raise BookBroken(f"stream {stream!r}: the live book does not say where its archives end")
        if wrong := self.house.wrong_people(on_the_list(self.store)):
            raise BookBroken(wrong)
        self.across.check()
        for stream in sorted(self.printed.keys() - known):
            raise BookBroken(f"stream {stream!r} is gone: record {max(self.printed[stream])} was printed")
        for stream in sorted(self.house.noted.keys() - known):
            last = max(self.house.noted[stream])
            raise BookBroken(f"stream {stream!r} is gone: the house's book has its record {last}")


def _after_archives(store: Store, streams: Iterable[str]) -> dict[str, Start]:
    found = {stream: after_archives(store, stream) for stream in streams if is_table(stream)}
    return {stream: Start(at[1], Checked(table=at[0])) for stream, at in found.items() if at}


def _folded(store: Store, at: Start, head: Head) -> Start:
    """A table up to a record: the chain is followed, the events happen, and no command is decided."""
    talk, table, reached = MeterTalk(), at.checked.table, at.head
    stream = table.name
    for record in read_all(store, BookPart(stream, head, at)):
        reached, entry, before = follow(reached, record), read_entry(record), table
        table = replayed(before, entry, record)
        talk.hears(record, entry, before)
    if reached != head:
        raise BookBroken(f"record {head.seq} of {stream!r} is not in the book with the hash {head.hash}")
    return Start(head, Checked(table=table, of_meters=talk.told))


def check_rows(store: Store, after: Mapping[str, int] | None = None) -> None:
    """What no walk along a chain would meet."""
    for stray in store.strays(after):
        raise BookBroken(stray)


def check_late_rows(store: Store) -> None:
    """The same after the snapshots that tables begin with, for a start that shall not grow with the book."""
    began = {stream: nearest(store, stream) for stream in store.snapshot_ends()}
    check_rows(store, {stream: known[1].seq for stream, known in began.items() if known})


def _same_balances(store: Store, stream: str, balances: Mapping[Account, int], head: Head, *, after: int = 0) -> None:
    """`after`: what moved since a record."""
    moved = store.balances(stream, upto=head.seq, after=after)
    rows: Mapping[Account, int] = {Account(a): m for a, m in moved.items() if m}
    told: Mapping[Account, int] = {a: m for a, m in balances.items() if m}
    if rows != told:
        account = min(a for a in {*rows, *told} if rows.get(a) != told.get(a))
        raise BookBroken(
            f"stream {stream!r}: the ledger has {rows.get(account, 0)} millionths on {account!r}, "
            f"the events {told.get(account, 0)}"
        )


def exported(store: Store, stream: str) -> Iterator[dict[str, object]]:
    """Every record with its hash, and with its secrets once their round is over, or the shoe that was shuffled in it:
    another was, or the table was closed."""
    over = shoe = 0
    for record in store.read(stream):
        happened = {event["is"] for event in orjson.loads(record.body)["events"]}
        if happened & {"GameEnded", "RoundVoided"}:
            over = record.seq
        if happened & {"ShoeShuffled", "TableClosed"}:
            shoe = record.seq if "ShoeShuffled" in happened else 0
    for record in store.read(stream):
        told: dict[str, object] = {"stream": stream, "seq": record.seq, "hash": record.hash, "body": record.body}
        if record.seq <= over and record.seq != shoe and record.sealed:
            told["secrets"] = {sealed.seal: sealed.body for sealed in record.sealed if not sealed.is_encrypted}
        yield told
