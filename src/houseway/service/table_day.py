"""A table on a gaming day, as a fold of its book: what was dropped and won, the rounds that ended, who deals since
when, and since when something waits. A dashboard asks it of every table again and again: it is read on by what was
added.

Only records that tell of these things are read. Drop and win are those of the daybook, by the same rule.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

import orjson

from houseway.money import BUY_IN, MICROS_PER_CENT, Account, Micros
from houseway.reports.winnings import Day
from houseway.role import Role
from houseway.service.book import DayTotal
from houseway.service.daybook import day_of
from houseway.service.drift import TELLING, FinishedRound, RoundsRead
from houseway.service.entry import Excerpt, excerpts
from houseway.service.record import Record
from houseway.service.store import Store
from houseway.table import events as was
from houseway.table.terms import Terms, in_full

OF_MONEY: Final = (  # beside those that tell of a round
    *("WagersSettled", "CoinedIn", "CoinInReversed", "SeatVoided", "MoneyCorrected", "CommissionCollected"),
    *(
        "BoughtIn",
        "CashedOut",
        "TrayFilled",
        "TrayCredited",
        "EntryReversed",
        "DueCashed",
        "TrayCounted",
        "DropCounted",
    ),
)
OF_PEOPLE: Final = ("DealerSignedOn", "DealerSignedOff", "DealerChanged", "TableClosed", "BettingClosed")
OF_WAITING: Final = (
    *("HandPressed", "HandReleased", "RoundStopped", "RoundReleased", "PayoutStopped"),
    *("SlipWritten", "CardsProposed", "VoidProposed", "MoneyProposed"),
)
READ: Final = (*TELLING, *OF_MONEY, *OF_PEOPLE, *OF_WAITING)
IS_READ: Final = re.compile(rf'"is":"(?:{"|".join(READ)})"')
OPENED: Final = '"is":"TableOpened"'
AN_HOUR: Final = timedelta(hours=1)

Move = tuple[str, Account, Account]  # game, from, to


@dataclass(frozen=True, slots=True)
class CountOfTray:
    """What two people counted last, and by how much it was over or, below nothing, short."""

    at: datetime
    cents: int
    off_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfTable:
    """A table on a gaming day, up to a record of its book."""

    table: str
    day: str
    upto: int = 0  # the last record that was read, or passed over
    reading: RoundsRead = field(default_factory=RoundsRead)
    moved: Mapping[Move, int] = field(default_factory=dict)  # on the day, in millionths
    rounds: tuple[FinishedRound, ...] = ()  # that ended on the day
    bought: tuple[tuple[str, int], ...] = ()  # when, and for how many cents; below nothing what was reversed
    void: int = 0
    stops: int = 0  # of rounds by surveillance, on the day
    fills: int = 0  # of the tray, on the day
    counted: CountOfTray | None = None
    dealer: str = ""  # who deals now, if anybody does
    since: datetime | None = None  # None, if that is not known
    waits: Mapping[str, datetime] = field(default_factory=dict)  # of this round: since when, by what waits
    slips: Mapping[int, datetime] = field(default_factory=dict)  # when each was written, by its number
    proposals: Mapping[int, datetime] = field(default_factory=dict)  # when each was made, by its number

    @property
    def results(self) -> list[Day]:
        """Drop and win, a row for each game that was played."""
        by_game: defaultdict[str, list[DayTotal]] = defaultdict(list)
        for (game, source, target), micros in self.moved.items():
            by_game[game].append(DayTotal(self.table, self.day, game, source, target, Micros(micros)))
        return [day_of(self.day, self.table, game, totals) for game, totals in sorted(by_game.items())]

    @property
    def drop_cents(self) -> int:
        return sum(each.drop_cents for each in self.results)

    @property
    def win_cents(self) -> int:
        return sum(each.win_cents for each in self.results)

    def rounds_since(self, at: datetime) -> int:
        """How many rounds have ended since then."""
        begins, number = at.isoformat().replace("+00:00", ""), 0
        for each in reversed(self.rounds):
            if each.at < begins:
                break
            number += 1
        return number

    def reads(self, record: Record) -> "DayOfTable":
        """One record more."""
        if not IS_READ.search(record.body):
            return replace(self, upto=record.seq)
        return self.hears(record.seq, orjson.loads(record.body))

    def hears(self, seq: int, body: Mapping[str, Any]) -> "DayOfTable":
        """The body of one record more."""
        now = self if body["day"] == self.day else self.on(body["day"])
        moved, bought = dict(now.moved), 0
        for source, target, micros in body["transfers"]:
            move = body["game"], source, target
            moved[move] = moved.get(move, 0) + micros
            bought += (source == BUY_IN) * micros - (target == BUY_IN) * micros
        if bought:
            now = replace(now, bought=(*now.bought, (body["at"], bought // MICROS_PER_CENT)))
        reading, finished = now.reading.reads(body)
        now = replace(now, upto=seq, reading=reading, moved=moved, rounds=now.rounds + finished)._given_by(body)
        for event in body["events"]:
            now = now._after(event, body)
        return now

    def on(self, day: str) -> "DayOfTable":
        """A new day begins in the middle of what goes on."""
        return replace(self, day=day, moved={}, rounds=(), bought=(), void=0, stops=0, fills=0)

    def _after(self, event: Mapping[str, Any], body: Mapping[str, Any]) -> "DayOfTable":  # noqa: PLR0911, PLR0912
        at = datetime.fromisoformat(body["at"])
        match event["is"]:
            case "GameEnded" if body["by"][0] != Role.DEALER.value:
                return replace(self, waits={}, dealer="", since=None)
            case "GameEnded":
                return replace(self, waits={})
            case "RoundVoided":
                return replace(self, void=self.void + 1, waits={})
            case "HandPressed":
                return self._waits(f"claim {event['seat']}", at)
            case "HandReleased":
                return self._waits(f"claim {event['seat']}", None)
            case "SeatReconciled" | "SeatSettledAnew" | "WagersSettled":
                return self._waits(f"payout {event['seat']}", at) if _is_held(event) else self
            case "RoundStopped":
                return replace(self._waits("stop", at), stops=self.stops + 1)
            case "RoundReleased":
                return self._waits("stop", None)
            case "PayoutStopped":
                return self._waits(f"stopped payout {event['seat']}", at)
            case "SlipWritten":
                return replace(self, slips={**self.slips, event["slip"]: at})
            case "CardsProposed" | "VoidProposed" | "MoneyProposed":
                return replace(self, proposals={**self.proposals, event["proposal"]: at})
            case "TrayFilled":
                return replace(self, fills=self.fills + 1)
            case "TrayCounted":
                return replace(self, counted=CountOfTray(at, event["cents"], event["cents"] - event["expected_cents"]))
            case "DealerSignedOn":
                return replace(self, dealer=event["dealer"], since=at)
            case "DealerSignedOff" | "DealerChanged" | "TableClosed":
                return replace(self, dealer="", since=None)
            case _:
                return self

    def _given_by(self, body: Mapping[str, Any]) -> "DayOfTable":
        """Whoever gives a dealer's commands deals, where dealers do not sign on."""
        role, name, _ = body["by"]
        if role != Role.DEALER.value or name == self.dealer:
            return self
        return replace(self, dealer=name, since=datetime.fromisoformat(body["at"]))

    def _waits(self, what: str, since: datetime | None) -> "DayOfTable":
        others = {name: at for name, at in self.waits.items() if name != what}
        return replace(self, waits=others | ({what: since} if since else {}))


def _is_held(event: Mapping[str, Any]) -> bool:
    return any(result["held"] for result in event["results"])


# ---- from the book -----------------------------------------------------------------------------------


def table_day(store: Store, table: str, day: str, *, terms: Terms | None = None, upto: int | None = None) -> DayOfTable:
    """A gaming day of a table, from the book alone: up to record `upto`, or to its end. `terms` are those of the table
    now, if they are known: then the book is asked for others only if it was opened on the day."""
    head = store.head(table).seq if upto is None else upto
    before = store.before_day(table, day, head)
    told = DayOfTable(table=table, day=day, upto=before)
    records = store.read_telling(table, READ, after=before, upto=head)
    if before:
        if terms is None or any(OPENED in text for _, text in records):
            terms = _terms_before(store, table, before)
        told = replace(_at_work(store, told, before), reading=RoundsRead(in_full(terms) if terms else None))
    for seq, text in records:
        body = orjson.loads(text)
        if body["day"] > day:
            return told
        told = told.hears(seq, body)
    return replace(told, upto=head)


def read_on(store: Store, told: DayOfTable, upto: int) -> DayOfTable:
    """With what the book has beyond, up to a record."""
    for seq, text in store.read_telling(told.table, READ, after=told.upto, upto=upto):
        told = told.hears(seq, orjson.loads(text))
    return replace(told, upto=upto)


def _terms_before(store: Store, table: str, upto: int) -> Terms | None:
    """Those of the last opening until then."""
    opened = [event.terms for each in excerpts(store, table, (was.TableOpened,), upto=upto) for event in each.events]
    return opened[-1] if opened else None


def _at_work(store: Store, told: DayOfTable, upto: int) -> DayOfTable:
    """Who was at work when the day began: from the day before it, if he signed on then."""
    yesterday = (datetime.fromisoformat(told.day) - timedelta(days=1)).date().isoformat()
    first = store.before_day(told.table, yesterday, upto)
    signed = excerpts(store, told.table, (was.DealerSignedOn, was.DealerSignedOff), after=first, upto=upto)
    for record, event in _each(signed):
        is_on = isinstance(event, was.DealerSignedOn)
        told = replace(told, dealer=event.dealer if is_on else "", since=record.at if is_on else None)
    return told


def _each(records: Iterator[Excerpt]) -> Iterator[tuple[Excerpt, Any]]:
    return ((record, event) for record in records for event in record.events)
