"""Reading the house's book again: the chain, every command, and what it says of the other books."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from houseway.deciding.refusal import Refusal
from houseway.service import house as its
from houseway.service.entry import GamingDay
from houseway.service.house import HouseEvent, StaffChanged
from houseway.service.house_book import UNREAD, HouseReading
from houseway.service.record import Record, broken


@dataclass(slots=True)
class HouseAudit:
    """The house's book, read up to here."""

    book: HouseReading = UNREAD
    noted: defaultdict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))  # stream → seq → hash
    rules: dict[tuple[str, int], int] = field(default_factory=dict)  # of procedure, when a record was noted by itself
    days: list[tuple[GamingDay, its.Heads]] = field(default_factory=list)  # each rule, and the heads it came after

    def reads(self, record: Record) -> None:
        """One record more. Raises `BookBroken` for the first thing that is not as it must be."""
        before = self.book
        try:
            self.book, entry = before.read_on(record)
        except ValueError as error:
            raise broken(record, str(error)) from None
        decision = its.decide(before.state, entry.actor, entry.command)
        if isinstance(decision, Refusal):
            raise broken(record, f"the house refuses this command: {decision.says}")
        if decision != entry.events or entry.transfers or record.transfers:
            raise broken(record, "the command does not lead to these events")
        if entry.at < before.at:
            raise broken(record, "it is earlier than the record before it")
        for event in entry.events:
            self._notes(event)

    def _notes(self, event: HouseEvent) -> None:
        if isinstance(event, its.GamingDaySet):
            assert self.book.state.gaming_day is not None
            self.days.append((self.book.state.gaming_day, event.heads))
        if isinstance(event, its.GamingDaySet | its.ServiceStarted | its.HeadsNoted | its.DayArchived):
            for stream, head in event.heads.items():
                self.noted[stream][head.seq] = head.hash
        if isinstance(event, its.HeadsNoted):
            self.rules |= {(stream, head.seq): self.book.state.rules for stream, head in event.heads.items()}

    def keeps(self, stream: str, seq: int) -> bool:
        """Whether the house kept its book already when this record was written."""
        return any(stream not in heads or seq > heads[stream].seq for _, heads in self.days)

    def day_of(self, stream: str, seq: int, at: datetime) -> date | None:
        """The gaming day of a record by the rule that held when it was written; None of one from before any rule."""
        for rule, heads in reversed(self.days):
            if stream not in heads or seq > heads[stream].seq:
                return rule.of(at)
        return None

    def wrong_people(self, rows: Mapping[str, StaffChanged]) -> str | None:
        """The first person of whom the staff list says something else than the book."""
        staff = self.book.state.staff
        if not staff:  # a book in which no change of staff was ever made
            return None
        for name in sorted({*staff, *rows}):
            row, person = rows.get(name), staff.get(name)
            if row and person and not person.since:  # told before the book had it
                row = replace(row, since="")
            if row != person:
                return f"{name!r} is not on the staff list as the house's book has it"
        return None
