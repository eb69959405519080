"""Reading the house's book again: the chain, every command, and what it says of the other books."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    terms: dict[tuple[str, int], Mapping[str, str]] = field(default_factory=dict)  # of the house, at the same records
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
            if (terms := self.book.state.terms) is not None:
                self.terms |= {(stream, head.seq): terms for stream, head in event.heads.items()}

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
        return wrong_people(self.book.state, rows)


def wrong_people(house: its.HouseState, rows: Mapping[str, StaffChanged]) -> str | None:
    """The first person of whom the staff list says something else than the house's book."""
    if not its.tells_of_staff(house):
        return None
    found = (_otherwise(name, rows.get(name), house.staff.get(name)) for name in sorted({*house.staff, *rows}))
    return next(filter(None, found), None)


def _otherwise(name: str, row: StaffChanged | None, person: StaffChanged | None) -> str | None:
    if person is None:
        return f"{name!r} is on the staff list, and not in the house's book"
    if row is None:
        return f"{name!r} is in the house's book, and not on the staff list"
    works = {True: "at work", False: "gone"}
    differences = {
        f"the PIN of {name!r} on the staff list is not the one that the house's book has": row.pin != person.pin,
        f"{name!r} is {row.role} on the staff list, and {person.role} in the house's book": row.role != person.role,
        f"{name!r} is {works[row.active]} on the staff list, and {works[person.active]} in the house's book": (
            row.active != person.active
        ),
        f"{name!r} came {row.since} by the staff list, and {person.since} by the house's book": (
            person.since and row.since != person.since  # else it was told before the book had it
        ),
    }
    return next((says for says, differs in differences.items() if differs), None)
