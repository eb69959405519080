"""A book together with its archives, as an auditor reads it: records that are no longer in the live book come from the
file of their day, which must be the very one that the house's book names."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from houseway.money import FUND, Micros, meter_account, reserve_account
from houseway.progressive.events import StakesTaken
from houseway.service.archive_file import ArchivedTable, Contents, contents_of, hash_of_file, records_in
from houseway.service.house import DayArchived
from houseway.service.house_book import read_house
from houseway.service.record import BookBroken, Record, broken, is_table
from houseway.service.store import Store, open_store


class Shelf(NamedTuple):
    """An archive, and what the house's book says of it."""

    path: Path
    told: DayArchived
    contents: Contents


class Library(Store):
    """Read only."""

    folder: Path

    @classmethod
    def at(cls, url: str, folder: Path) -> Self:
        book = open_store(url, read_only=True)
        library = cls(book._database, book._pool, url=url, read_only=True, vault=book.vault, unvouched=book.unvouched)
        library.folder = folder
        return library

    def reopened(self) -> "Library":
        return Library.at(self._url, self.folder)

    @cached_property
    def shelves(self) -> tuple[Shelf, ...]:
        """All archives, in the order in which they were made. Raises `BookBroken` if one is not there, or another."""
        found, before = [], ""
        for told in read_house(self).state.archives:
            path = self.folder / told.file
            if not path.exists():
                raise BookBroken(f"the archive {told.file} of {told.day} is not in {self.folder}")
            if hash_of_file(path) != told.sha256:
                raise BookBroken(f"the archive {path} is not the one that the house's book has of {told.day}")
            contents = contents_of(path)
            ends = {stream: kept.upto for stream, kept in contents.streams.items()}
            if contents.before != before or contents.day != told.day or ends != told.heads:
                raise BookBroken(f"the archive {path} does not follow the one before it")
            found.append(Shelf(path, told, contents))
            before = told.sha256
        return tuple(found)

    def _of(self, stream: str) -> Iterator[tuple[Path, ArchivedTable]]:
        if not is_table(stream):  # the house's own book, which says what the archives are, stays where it is
            return iter(())
        return ((it.path, it.contents.streams[stream]) for it in self.shelves if stream in it.contents.streams)

    @property
    def shelved(self) -> list[str]:
        """The tables of which something is in an archive."""
        return sorted({stream for shelf in self.shelves for stream in shelf.contents.streams})

    def archived_upto(self, stream: str) -> int:
        return max((kept.upto.seq for _, kept in self._of(stream)), default=0)

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        last = self.archived_upto(stream)
        for path, kept in self._of(stream):
            if kept.upto.seq <= after or (upto is not None and kept.after.seq >= upto):
                continue
            for record in records_in(path, stream, kept):
                if record.seq > after and (upto is None or record.seq <= upto):
                    yield self._as_in_the_book(record) if record.seq in (1, last) else record
        if upto is None or upto > last:
            yield from super().read(stream, max(after, last), upto)

    def _as_in_the_book(self, record: Record) -> Record:
        """The first record and the last one of the archives are in the live book as well."""
        if list(super().read(record.stream, record.seq - 1, record.seq)) != [record]:
            raise broken(record, "the archive has another")
        return record

    def hash_of(self, stream: str, seq: int) -> str | None:
        if seq > self.archived_upto(stream):
            return super().hash_of(stream, seq)
        return next((record.hash for record in self.read(stream, seq - 1, seq)), None)

    def balances(self, stream: str, upto: int | None = None, after: int = 0) -> dict[str, int]:
        """Those of the live book say what was archived in one sum; after a record of an archive it is read."""
        last = self.archived_upto(stream)
        if not 0 < after < last:
            return super().balances(stream, upto, after)
        sums = defaultdict(int, super().balances(stream, upto, last))
        for record in self.read(stream, after, last):
            for move in record.transfers:
                sums[move.source] -= move.micros
                sums[move.target] += move.micros
        return dict(sums)

    @cached_property
    def _moved(self) -> dict[str, list[tuple[int, str, int]]]:
        """What stakes put onto meters, in archived records that are not in the live book: seq, account, millionths.
        The sums that the live book keeps of them must be what they come to."""
        coins: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
        sums: defaultdict[tuple[str, str, str, str, str], int] = defaultdict(int)
        for shelf in self.shelves:
            for stream, kept in shelf.contents.streams.items():
                last = self.archived_upto(stream)
                for record in records_in(shelf.path, stream, kept):
                    for move in record.transfers if record.seq not in (1, last) else ():
                        sums[stream, record.day, record.game, move.source, move.target] += move.micros
                        if move.source == FUND:
                            coins[stream].append((record.seq, move.target, move.micros))
        rows = {
            (it.stream, it.day, it.game, str(it.source), str(it.target)): it.micros for it in self.archived_totals()
        }
        for place in sorted(sums.keys() | rows.keys()):
            if sums.get(place, 0) != rows.get(place, 0):
                stream, day, _, source, target = place
                raise BookBroken(
                    f"stream {stream!r}: its sums of {day} from {source!r} to {target!r} are not its days'"
                )
        return coins

    def check(self) -> None:
        """What no walk along a chain would meet."""
        assert self._moved is not None

    def coined(self, meter: str, after: Mapping[str, int], upto: int | None = None) -> list[StakesTaken]:
        live = {each.table: each for each in super().coined(meter, after, upto)}
        names = meter_account(meter), reserve_account(meter)
        for stream, seq in after.items():
            rows = [
                (at, account, micros)
                for at, account, micros in self._moved.get(stream, ())
                if seq < at and (upto is None or at <= upto) and account in names
            ]
            if rows:
                more = live.get(stream)
                live[stream] = StakesTaken(
                    table=stream,
                    upto=max([row[0] for row in rows] + ([more.upto] if more else [])),
                    meter_micros=Micros(_sum(rows, names[0]) + (more.meter_micros if more else 0)),
                    reserve_micros=Micros(_sum(rows, names[1]) + (more.reserve_micros if more else 0)),
                )
        return [live[stream] for stream in sorted(live)]


def _sum(rows: list[tuple[int, str, int]], account: str) -> int:
    return sum(micros for _, name, micros in rows if name == account)
