"""A finished round from the book: its own records, and the terms that were in force."""

import threading
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

import orjson

from houseway.money import FELT, PENDING, TRAY, Micros, seat_account
from houseway.role import Seat
from houseway.service.entry import TableEntry, entry_of, excerpts
from houseway.service.record import Record, genesis
from houseway.service.store import Store
from houseway.table import events as was
from houseway.table.evolve import dealt_on, evolve
from houseway.table.receipt import receipt
from houseway.table.shoe import Shoe
from houseway.table.state import Round, Table
from houseway.table.terms import Terms, in_full
from houseway.table.witness import Witness, Witnesses, is_of_shoe, witnesses

HEARD: Final = (was.TableOpened, was.DealerChanged, was.SeatTaken, was.SeatLeft)
PLENTY: Final = Micros(10**18)  # the round is told without the money that was there before it
# What happens during a round and is no part of it.
AROUND: Final = (*HEARD, was.TableClosed, was.MoneyEntered, was.EntryReversed)


class Sat(NamedTuple):
    """Somebody sat down, or, without a name, stood up."""

    seq: int
    seat: Seat
    player: str


class Shuffling(NamedTuple):
    """A shoe was shuffled, for this round and others after it."""

    seq: int
    round: int


SHOES: Final = (was.ShoeShuffled.__name__, was.ShoeBegun.__name__)  # what begins one
NO_SHOE: Final = 0  # the round of what ends the last shoe without another


@dataclass(slots=True)
class TablePast:
    """The terms of a table, each with the record that brought them, and who sat down where, as far as the book was
    looked through."""

    upto: int = 0
    since: list[int] = field(default_factory=list)
    terms: list[Terms] = field(default_factory=list)
    sat: list[Sat] = field(default_factory=list)
    shoes: list[Shuffling] = field(default_factory=list)

    def terms_before(self, seq: int) -> Terms:
        found = bisect_left(self.since, seq)
        if not found:
            raise ValueError(f"no opening of the table is in the book before record {seq}")
        return self.terms[found - 1]

    def shoe_before(self, seq: int) -> Shuffling | None:
        """The shoe that was shuffled last before record `seq`, if it is not over then."""
        last = next((shoe for shoe in reversed(self.shoes) if shoe.seq < seq), None)
        return last if last and last.round != NO_SHOE else None

    def is_over(self, shoe: Shuffling) -> bool:
        """Whether another shoe was shuffled since, or the table was closed."""
        return self.shoes[-1].seq > shoe.seq

    def players_before(self, seq: int) -> Mapping[Seat, str]:
        players = {seat: player for at, seat, player in self.sat if at < seq}  # the last of a seat counts
        return {seat: player for seat, player in players.items() if player}

    def add(self, seq: int, event: was.Event) -> None:
        match event:
            case was.TableOpened():
                self.terms.append(in_full(event.terms))
                self.since.append(seq)
            case was.DealerChanged():
                self.terms.append(replace(self.terms[-1], dealer=event.dealer))
                self.since.append(seq)
            case was.SeatTaken():
                self.sat.append(Sat(seq, event.seat, event.player))
            case was.SeatLeft():
                self.sat.append(Sat(seq, event.seat, ""))
            case _:
                pass


class Rounds:
    """Finds receipts; called on any thread. The book of a table is looked through for its terms and its players
    once, and from then on only what was added to it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pasts: dict[str, TablePast] = {}
        self._looking = threading.Lock()

    def receipt(self, stream: str, number: int) -> dict[str, Any] | None:
        """None for a round that is not over, or that there never was."""
        records = self._store.read_round(stream, number)
        entries = [entry_of(record) for record in records]
        end = next((record.seq for record, entry in zip(records, entries, strict=True) if _ends(entry)), None)
        if end is None:
            return None
        table = _played(self._before(stream, number, end), number, entries)
        assert table.previous is not None
        named = self._witnesses(stream, records, entries)
        shoe = table.previous.shoe
        if shoe is None:
            return receipt(table, table.previous, named)
        if shoe.since != number:
            named = self._witnesses_of_shoe(stream, shoe.since) | dict(named)
        past = self._past(stream, self._store.head(stream).seq)
        shuffled = next(each for each in past.shoes if each.round == shoe.since)
        return receipt(table, table.previous, named, is_shoe_over=past.is_over(shuffled))

    def _before(self, stream: str, number: int, seq: int) -> Table:
        """The table before a round that record `seq` belongs to, with the shoe that it is dealt from."""
        terms = self._terms(stream, seq)
        fresh, shuffled = _fresh(stream, number, terms), self._past(stream, seq).shoe_before(seq)
        if terms.shoe is None or shuffled is None or shuffled.round >= number:
            return fresh
        if terms.shuffler == "manual":
            return self._before_by_hand(_fresh(stream, shuffled.round, terms), number)
        shoe = _shoe_of(_fresh(stream, shuffled.round, terms), self._entries(stream, shuffled.round))
        for earlier in range(number - 1, shuffled.round - 1, -1) if shoe else ():
            entries = self._entries(stream, earlier)
            if any(isinstance(event, was.BettingClosed) for entry in entries for event in entry.events):
                begun = _fresh(stream, earlier, terms)
                begun = replace(begun, round=dealt_on(begun.round, shoe, 0)) if shoe else begun
                left = _played(begun, earlier, entries).round
                return replace(fresh, round=dealt_on(fresh.round, left.shoe, left.top)) if left.shoe else fresh
        return fresh

    def _before_by_hand(self, table: Table, number: int) -> Table:
        """With all that the rounds before it have seen of a shoe that was shuffled by hand."""
        while table.round.number < number:
            after = _played(table, table.round.number, self._entries(table.name, table.round.number))
            if after.round.number == table.round.number:
                return _fresh(table.name, number, table.open_terms)  # a round that never ended
            table = replace(_fresh(table.name, after.round.number, table.open_terms), round=after.round)
        return table

    def _entries(self, stream: str, number: int) -> list[TableEntry]:
        return [entry_of(record) for record in self._store.read_round(stream, number)]

    def _witnesses_of_shoe(self, stream: str, number: int) -> dict[str, Witness]:
        """The records in which the shoe of a later round was sealed and cut."""
        records = self._store.read_round(stream, number)
        named = self._witnesses(stream, records, [entry_of(record) for record in records])
        return {what: record for what, record in named.items() if is_of_shoe(what)}

    def _witnesses(self, stream: str, records: Sequence[Record], entries: Sequence[TableEntry]) -> Witnesses:
        """Each with the hash before it, which may be of a record of another round."""
        hashes = {0: genesis(stream)} | {record.seq: record.hash for record in records}
        for seq in {record.seq - 1 for record in records} - hashes.keys():
            hashes |= {before.seq: before.hash for before in self._store.read(stream, after=seq - 1, upto=seq)}
        named = (Witness(record.seq, hashes[record.seq - 1], record.body, record.hash) for record in records)
        return witnesses(zip(named, (entry.events for entry in entries), strict=True))

    def steps(self, stream: str, number: int) -> list[tuple[Record, TableEntry, Table]]:
        """A round that is over, record by record, and the table as it stood after each. Empty if it is not over."""
        records = self._store.read_round(stream, number)
        entries = [entry_of(record) for record in records]
        end = next((at for at, entry in enumerate(entries) if _ends(entry)), None)
        if end is None:
            return []
        table, steps = self._before(stream, number, records[end].seq), []
        past = self._past(stream, records[end].seq)
        for record, entry in zip(records[: end + 1], entries, strict=False):
            table = replace(_after(table, number, entry), players=past.players_before(record.seq + 1))
            steps.append((record, entry, table))
        return steps

    def until(self, stream: str, number: int, seq: int) -> tuple[Table, list[TableEntry]]:
        """A round as it stood after a record of it, and all that led there."""
        entries = [entry_of(record) for record in self._store.read_round(stream, number) if record.seq <= seq]
        return _played(self._before(stream, number, seq), number, entries), entries

    def taken_last(self, stream: str, seat: int) -> int | None:
        """The record by which the seat was last taken: by the book, which alone knows what happened while another
        process had the table."""
        sat = self._past(stream, self._store.head(stream).seq).sat
        return next((each.seq for each in reversed(sat) if each.seat == seat and each.player), None)

    def players(self, stream: str, seq: int) -> Mapping[Seat, str]:
        """Who held which seat as of record `seq`."""
        return self._past(stream, seq).players_before(seq + 1)

    def terms(self, stream: str, seq: int) -> Terms:
        """Those that a table was last run on, as of record `seq`."""
        return self._terms(stream, seq + 1)

    def _terms(self, stream: str, seq: int) -> Terms:
        """The terms of a table as they were before record `seq`."""
        return self._past(stream, seq).terms_before(seq)

    def _past(self, stream: str, seq: int) -> TablePast:
        """The past of a table, read at least up to record `seq`, if the book has so many."""
        with self._looking:
            past = self._pasts.setdefault(stream, TablePast())
            if past.upto < seq and past.upto < (seq := min(seq, self._store.head(stream).seq)):
                for record in excerpts(self._store, stream, HEARD, after=past.upto, upto=seq):
                    for event in record.events:
                        past.add(record.seq, event)
                if any(terms.shoe for terms in past.terms):
                    told = (*SHOES, was.TableClosed.__name__)
                    bodies = self._store.read_telling(stream, told, after=past.upto, upto=seq)
                    past.shoes += [Shuffling(at, _shuffled_for(body)) for at, body in bodies]
                past.upto = seq
            return past


def _shuffled_for(body: str) -> int:
    """The round for which the record of a shoe was made; none, where a table was closed."""
    told = orjson.loads(body)
    is_shoe = any(event["is"] in SHOES for event in told["events"])
    return int(told["round"]) if is_shoe else NO_SHOE


def _ends(entry: TableEntry) -> bool:
    return any(isinstance(event, was.GameEnded | was.RoundVoided) for event in entry.events)


def _played(table: Table, number: int, entries: Iterable[TableEntry]) -> Table:
    for entry in entries:
        table = _after(table, number, entry)
    return table


def _shoe_of(table: Table, entries: Iterable[TableEntry]) -> Shoe | None:
    """The shoe that was shuffled for a round, if its first cards were dealt."""
    number = table.round.number
    for entry in entries:
        table = _after(table, number, entry)
        if table.round.shoe:
            return table.round.shoe
    return None


def _fresh(stream: str, number: int, terms: Terms) -> Table:
    table = Table(name=stream, terms=terms, round=Round(number=number))
    accounts = [TRAY, FELT, PENDING, *(seat_account(Seat(seat)) for seat in range(1, table.game.seats + 1))]
    return replace(table, balances=dict.fromkeys(accounts, PLENTY))


def _after(table: Table, number: int, entry: TableEntry) -> Table:
    for event in entry.events:
        if not isinstance(event, AROUND) and table.round.number == number:
            table = evolve(table, event, entry.at)
    return table
