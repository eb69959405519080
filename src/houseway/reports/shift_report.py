"""The shift report of a table: what lay in its tray at both ends, what came and went, and what is over or short.

A shift lasts from one count of the tray by two people to the next. The tray is proved from the book: the opening count
with fills and what was won, without credits and the chips that were sold, has to be the closing count. What is not is
over or short, and so is the cash that a drop box has more or less than the chips that were sold for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from houseway.deciding.command import Json
from houseway.money import dollars
from houseway.reports import paper
from houseway.reports.shapes import shape

TEMPLATE: Final = "shift_report.typ"
NOT_COUNTED: Final = "not counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayCount:
    """What two people counted in the tray, and what the book had of it."""

    at: datetime
    by: str
    confirmed_by: str
    chips: Mapping[str, int]
    cents: int
    expected_cents: int

    @property
    def off_cents(self) -> int:
        """Over; below nothing, short."""
        return self.cents - self.expected_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DropCount:
    """The cash of a drop box, and for which chips had been sold."""

    at: datetime
    by: str
    confirmed_by: str
    cents: int
    recorded_cents: int

    @property
    def off_cents(self) -> int:
        return self.cents - self.recorded_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedSlip:
    """A fill or a credit with its signatures: who asked, who confirmed, which of the two is the dealer, who carried."""

    at: datetime
    slip: int
    what: str
    cents: int
    chips: Mapping[str, int]
    by: str
    confirmed_by: str
    carried_by: str
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A dealer at the table: from when until when, and which rounds ended or began in between."""

    dealer: str
    since: datetime
    until: datetime | None  # None: still there when the shift ended
    note: str  # why he went; nothing, if another relieved him
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A table from one count of its tray to the next; the last one may still run."""

    house: str
    table: str
    game: str
    number: int  # at its table, from 1
    day: date  # on which it began
    zone: str
    is_first: bool  # since the table was opened
    opening: TrayCount
    closing: TrayCount | None
    slips: tuple[SignedSlip, ...]
    drops: tuple[DropCount, ...]
    sold_cents: int  # chips for cash: the drop as it was recorded
    turns: tuple[Turn, ...]
    rounds: tuple[int, ...]
    void_rounds: tuple[int, ...]
    head: tuple[int, str]  # of the table's book, at the last record of the shift

    @property
    def fills_cents(self) -> int:
        return sum(slip.cents for slip in self.slips if slip.what == "fill")

    @property
    def credits_cents(self) -> int:
        return sum(slip.cents for slip in self.slips if slip.what == "credit")

    @property
    def drop_cents(self) -> int | None:
        """As it was counted; None while some of the cash is still in a box."""
        recorded = sum(drop.recorded_cents for drop in self.drops)
        return sum(drop.cents for drop in self.drops) if recorded == self.sold_cents else None

    @property
    def recorded_win_cents(self) -> int | None:
        """What the book says that the tray gained by wagers, corrections of money and all."""
        return None if self.closing is None else self._win(self.closing.expected_cents, self.sold_cents)

    @property
    def counted_win_cents(self) -> int | None:
        """What chips and cash say of it."""
        drop = self.drop_cents
        return None if self.closing is None or drop is None else self._win(self.closing.cents, drop)

    def _win(self, closing_cents: int, drop_cents: int) -> int:
        return closing_cents - self.opening.cents - self.fills_cents + self.credits_cents + drop_cents

    @property
    def tray_off_cents(self) -> int | None:
        return self.closing.off_cents if self.closing else None

    @property
    def drop_off_cents(self) -> int:
        return sum(drop.off_cents for drop in self.drops)

    @property
    def opening_off_cents(self) -> int:
        """What the tray lacked, or had too much, before the first shift of an opened table: later ones begin with the
        count that ended the shift before."""
        return self.opening.off_cents if self.is_first else 0

    @property
    def off_cents(self) -> int | None:
        """Over; below nothing, short: of tray and boxes together."""
        if self.tray_off_cents is None:
            return None
        return self.opening_off_cents + self.tray_off_cents + self.drop_off_cents


# ---- the page ----------------------------------------------------------------------------------------


def pdf(shift: Shift) -> bytes:
    return paper.pdf(TEMPLATE, printed(shift), at=(shift.closing or shift.opening).at)


def plain(shift: Shift) -> Json:
    sums = ("fills_cents", "credits_cents", "drop_cents", "recorded_win_cents", "counted_win_cents")
    off = ("opening_off_cents", "tray_off_cents", "drop_off_cents", "off_cents")
    return {
        **shape(shift),
        "head": {"seq": shift.head[0], "hash": shift.head[1]},
        **{name: getattr(shift, name) for name in (*sums, *off)},
    }


def printed(shift: Shift) -> Json:
    """All that the paper and the page show, in words."""
    return {
        "title": "Shift report",
        "running": f"{paper.running(shift.table)}, shift {shift.number}, {shift.day.isoformat()}",
        "house": shift.house,
        "table": shift.table,
        "game": shift.game,
        "number": shift.number,
        "day": paper.long_day(shift.day),
        "zone": shift.zone,
        "is_running": shift.closing is None,
        "is_off": bool(shift.off_cents),
        "off": over_or_short(shift.off_cents),
        "facts": _facts(shift),
        "proof": _proof(shift),
        "chips": _chips(shift),
        "counts": [_signed(name, count, shift.zone) for name, count in _counts(shift)],
        "slips": [_slip(slip, shift.zone) for slip in shift.slips],
        "drops": [_drop(drop, shift.zone) for drop in shift.drops],
        "turns": [_turn(turn, shift.zone) for turn in shift.turns],
        "heads": [{"log": "Table", "seq": str(shift.head[0]), "hash": shift.head[1]}],
    }


def in_ranges(numbers: Iterable[int]) -> str:
    """`1–4, 6`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in found) or "none"


def _counts(shift: Shift) -> list[tuple[str, TrayCount]]:
    return [("Opening", shift.opening), *([("Closing", shift.closing)] if shift.closing else [])]


def _facts(shift: Shift) -> list[list[str]]:
    until = paper.clock(shift.closing.at, shift.zone) if shift.closing else "still running"
    return [
        ["From", paper.clock(shift.opening.at, shift.zone)],
        ["To", until],
        ["Rounds", in_ranges(shift.rounds)],
        ["Void", in_ranges(shift.void_rounds)],
    ]


def _proof(shift: Shift) -> list[list[str]]:
    """What is in the tray by the book, and by the count; and the same of the drop and the win."""
    closing = shift.closing
    return [
        ["Opening count", paper.money_of_cents(shift.opening.cents), paper.money_of_cents(shift.opening.cents)],
        ["Fills", paper.money_of_cents(shift.fills_cents), paper.money_of_cents(shift.fills_cents)],
        ["Credits", paper.money_of_cents(-shift.credits_cents), paper.money_of_cents(-shift.credits_cents)],
        ["Drop", money_or_none(shift.sold_cents), money_or_none(shift.drop_cents)],
        [
            "Closing count",
            money_or_none(closing.expected_cents if closing else None),
            money_or_none(closing.cents if closing else None),
        ],
        ["Win", money_or_none(shift.recorded_win_cents), money_or_none(shift.counted_win_cents)],
    ]


def money_or_none(cents: int | None) -> str:
    return NOT_COUNTED if cents is None else paper.money_of_cents(cents)


def over_or_short(cents: int | None) -> str:
    if cents is None:
        return NOT_COUNTED
    return f"{paper.money_of_cents(abs(cents))} {'over' if cents > 0 else 'short'}" if cents else "nothing"


def _chips(shift: Shift) -> list[list[str]]:
    """By value: how many at the opening and at the close, and what they come to."""
    ends = [count.chips for _, count in _counts(shift)]
    values = sorted({int(value) for chips in ends for value in chips})
    rows = []
    for value in values:
        numbers = [chips.get(str(value), 0) for chips in ends]
        amounts = [cell for number in numbers for cell in (f"{number:,}", paper.money_of_cents(number * value))]
        rows.append([dollars(value), *amounts, *([""] * (4 - len(amounts)))])
    coins = [
        count.cents - sum(int(value) * number for value, number in count.chips.items()) for _, count in _counts(shift)
    ]
    if any(coins):
        amounts = [cell for coin in coins for cell in ("", paper.money_of_cents(coin))]
        rows.append(["Coin", *amounts, *([""] * (4 - len(amounts)))])
    return rows


def _signed(name: str, count: TrayCount, zone: str) -> list[str]:
    people = f"{count.by}, {count.confirmed_by}"
    return [
        name,
        paper.clock(count.at, zone),
        people,
        paper.money_of_cents(count.cents),
        over_or_short(count.off_cents),
    ]


def _slip(slip: SignedSlip, zone: str) -> list[str]:
    chips = ", ".join(f"{number:,} × {dollars(int(value))}" for value, number in slip.chips.items())
    people = ", ".join(f"{name} (dealer)" if name == slip.dealer else name for name in (slip.by, slip.confirmed_by))
    amount = paper.money_of_cents(slip.cents)
    return [str(slip.slip), paper.clock(slip.at, zone), slip.what, chips, people, slip.carried_by, amount]


def _drop(drop: DropCount, zone: str) -> list[str]:
    people = f"{drop.by}, {drop.confirmed_by}"
    amounts = [
        paper.money_of_cents(drop.recorded_cents),
        paper.money_of_cents(drop.cents),
        over_or_short(drop.off_cents),
    ]
    return [paper.clock(drop.at, zone), people, *amounts]


def _turn(turn: Turn, zone: str) -> list[str]:
    until = paper.clock(turn.until, zone) if turn.until else ""
    return [turn.dealer, paper.clock(turn.since, zone), until, turn.note, in_ranges(turn.rounds)]
