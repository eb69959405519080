"""What is known of a stream from elsewhere while its book is read: printed heads, and what the house has noted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from houseway.service.house_audit import HouseAudit
from houseway.service.record import BookBroken, Head, Record, broken

KEPT_SINCE: Final = 2  # the rules of procedure of the first release that kept a book of the house


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    stream: str
    house: HouseAudit
    printed: Mapping[int, str] = field(default_factory=dict)  # seq → hash
    progress: Callable[[str, int], None] = lambda stream, seq: None

    def passes(self, record: Record) -> None:
        """The chain leads through what was printed and noted."""
        if self.printed.get(record.seq, record.hash) != record.hash:
            raise broken(record, f"the printed head of record {record.seq} is another")
        if self.house.noted.get(self.stream, {}).get(record.seq, record.hash) != record.hash:
            raise broken(record, "the house's book has another hash of it")
        day = self.house.day_of(self.stream, record.seq, datetime.fromisoformat(record.at))
        if day and record.day != day.isoformat():
            raise broken(record, f"{record.day} is not the gaming day of its time")
        self.progress(self.stream, record.seq)

    def is_told(self, record: Record, rules: int | None = None) -> None:
        """That a stream was opened or closed stands in the house's book, and under which rules of procedure."""
        if not self.house.keeps(self.stream, record.seq):
            if rules is not None and rules >= KEPT_SINCE:
                raise broken(
                    record, f"rules {rules} are from a release that keeps the house's book, and it is not there"
                )
            return
        known = self.house.rules.get((self.stream, record.seq))
        if known is None:
            raise broken(record, "the house's book does not tell of it")
        if rules is not None and rules != known:
            raise broken(record, f"opened under the rules of procedure {rules}, and the service's were {known}")

    def ends(self, head: Head) -> None:
        """Check that the book was not cut: it reaches as far as what was printed and noted of it."""
        last = max(self.printed, default=0)
        if last > head.seq:
            raise cut(self.stream, head, last, "was printed")
        last = max(self.house.noted.get(self.stream, {0: ""}))
        if last > head.seq:
            raise cut(self.stream, head, last, "is in the house's book")


def cut(stream: str, head: Head, last: int, says: str) -> BookBroken:
    return BookBroken(f"stream {stream!r} ends at record {head.seq}, but record {last} {says}: its tail was cut")
