"""The shifts of a table, from its book alone: each goes from one count of the tray by two people to the next.

A drop box that is counted after the closing count, before another chip was sold, is of the shift that ended.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from houseway.deciding.command import made_from
from houseway.games import GAMES
from houseway.reports.shift_report import DropCount, Shift, SignedSlip, TrayCount, Turn
from houseway.service.entry import Excerpt, excerpts
from houseway.service.store import Store
from houseway.table import events as was

KINDS: Final = (
    *(was.TableOpened, was.TableClosed, was.TrayCounted, was.DropCounted, was.SlipConfirmed, was.BoughtIn),
    *(was.TrayFilled, was.TrayCredited, was.EntryReversed, was.DealerSignedOn, was.DealerSignedOff, was.DealerChanged),
    *(was.BettingClosed, was.GameEnded, was.RoundVoided),
)


def shifts(store: Store, table: str, *, house: str, zone: str) -> list[Shift]:
    """All of a table, the first first; the last may still run."""
    reading = BookRead(table=table)
    for record in excerpts(store, table, KINDS):
        reading.reads(record)
    return [_shift(store, part, table, house, zone) for part in reading.parts]


def _shift(store: Store, part: "ShiftPart", table: str, house: str, zone: str) -> Shift:
    [record] = store.read(table, after=part.upto - 1, upto=part.upto)
    return Shift(
        house=house,
        table=table,
        game=GAMES[part.game].title if part.game in GAMES else part.game,
        number=part.number,
        day=part.day,
        zone=zone,
        is_first=part.is_first,
        opening=part.opening,
        closing=part.closing,
        slips=tuple(part.slips),
        drops=tuple(part.drops),
        sold_cents=part.sold_cents,
        turns=tuple(made_from(Turn, stay, rounds=tuple(stay.rounds)) for stay in part.stays),
        rounds=tuple(part.rounds),
        void_rounds=tuple(part.void_rounds),
        head=(record.seq, record.hash),
    )


@dataclass(slots=True, kw_only=True)
class Stay:
    """A dealer at the table."""

    dealer: str
    since: datetime
    until: datetime | None = None
    note: str = ""
    rounds: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class ShiftPart:
    """A shift while it is read."""

    number: int
    game: str
    day: date
    is_first: bool  # since the table was opened
    opening: TrayCount
    upto: int  # its last record
    closing: TrayCount | None = None
    slips: list[SignedSlip] = field(default_factory=list)
    drops: list[DropCount] = field(default_factory=list)
    sold_cents: int = 0
    stays: list[Stay] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    void_rounds: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class BookRead:
    """The book of a table as far as it was read."""

    table: str
    game: str = ""
    parts: list[ShiftPart] = field(default_factory=list)
    dealer: Stay | None = None
    is_of_ended: bool = False  # a drop that is counted now is of the shift that ended
    sold: dict[int, int] = field(default_factory=dict)  # by entry
    dealing: list[Stay] = field(default_factory=list)  # who was there since the betting of the round was closed

    @property
    def now(self) -> ShiftPart | None:
        """The shift that runs."""
        return self.parts[-1] if self.parts and self.parts[-1].closing is None else None

    def reads(self, record: Excerpt) -> None:
        for event in record.events:
            self._hears(record, event)
        if self.now:
            self.now.upto = record.seq

    def _hears(self, record: Excerpt, event: was.Event) -> None:  # noqa: PLR0912 - one `case` a kind of event
        now = self.now
        match event:
            case was.TableOpened():
                self.game, self.is_of_ended = event.terms.game, False
            case was.TrayCounted():
                self._counted(record, event)
            case was.DropCounted():
                for part in self.parts[-2:-1] if self.is_of_ended else self.parts[-1:]:
                    part.drops.append(made_from(DropCount, event, at=record.at))
                    part.upto = record.seq
            case was.SlipConfirmed() if now:
                moved = next(each for each in record.events if isinstance(each, was.TrayFilled | was.TrayCredited))
                now.slips.append(made_from(SignedSlip, event, at=record.at, chips=moved.chips))
            case was.BoughtIn() if now:
                now.sold_cents += event.cents
                self.sold[event.entry] = event.cents
                self.is_of_ended = False
            case was.EntryReversed() if now:
                now.sold_cents -= self.sold.get(event.entry, 0)
            case was.DealerSignedOn():
                self._leaves(record.at)
                self.dealer = Stay(dealer=event.dealer, since=record.at)
                if self.dealing:
                    self.dealing.append(self.dealer)
                if now:
                    now.stays.append(self.dealer)
            case was.DealerSignedOff():
                self._leaves(record.at, event.note)
            case was.DealerChanged():
                self._leaves(record.at)
            case was.BettingClosed():
                self.dealing = [self.dealer] if self.dealer else []
            case was.GameEnded() | was.RoundVoided() if now:
                self._ended(now, event)
            case was.TableClosed():
                self._leaves(record.at)
                if now:
                    self.parts.pop()  # nothing was played since the closing count
            case _:
                pass

    def _counted(self, record: Excerpt, event: was.TrayCounted) -> None:
        """The end of the shift that runs, and the beginning of the next."""
        count, now = made_from(TrayCount, event, at=record.at), self.now
        if now:
            now.closing, now.upto = count, record.seq
        part = ShiftPart(
            number=len(self.parts) + 1,
            game=self.game,
            day=record.day,
            is_first=now is None,
            opening=count,
            upto=record.seq,
        )
        self.parts.append(part)
        self.is_of_ended = now is not None
        if self.dealer:
            self.dealer = Stay(dealer=self.dealer.dealer, since=self.dealer.since)
            part.stays.append(self.dealer)

    def _leaves(self, at: datetime, note: str = "") -> None:
        if self.dealer:
            self.dealer.until, self.dealer.note = at, note
        self.dealer = None

    def _ended(self, now: ShiftPart, event: was.GameEnded | was.RoundVoided) -> None:
        """Every dealer who was there after the betting was closed has dealt of the round; of one that was void before,
        whoever is there."""
        (now.rounds if isinstance(event, was.GameEnded) else now.void_rounds).append(event.round)
        for stay in self.dealing or ([self.dealer] if self.dealer else []):
            stay.rounds.append(event.round)
        self.dealing = []
