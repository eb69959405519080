"""What the books of tables say of meters, and the other way round."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.deciding.command import made_from
from houseway.money import Cents, Micros
from houseway.paytable import THE_METER
from houseway.progressive.meter import Gains
from houseway.progressive.state import BackOut, Controller
from houseway.service.entry import TableEntry
from houseway.service.record import BookBroken, Record
from houseway.table.commands import CoinIn
from houseway.table.events import JackpotBackedOut
from houseway.table.link import asks, meters_of
from houseway.table.state import Table

Place = tuple[str, int]  # a record of a table


@dataclass(frozen=True, slots=True)
class StakeGain:
    """What a stake puts onto a meter."""

    meter: str
    stake_cents: Cents
    meter_micros: Micros
    reserve_micros: Micros


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was backed out of an award, as a record of a table tells it."""

    seq: int
    meter: str
    event: JackpotBackedOut


@dataclass(frozen=True, slots=True)
class OfMeters:
    """What the book of one table says of meters."""

    asked: tuple[tuple[int, str], ...] = ()  # its records, and the meters that answer each
    gained: tuple[tuple[StakeGain, int], ...] = ()  # and the first record that tells it
    backed_out: tuple[TakenBack, ...] = ()


@dataclass(slots=True)
class MeterTalk:
    """The same, while the book is read."""

    asked: set[tuple[int, str]] = field(default_factory=set)
    gained: dict[StakeGain, int] = field(default_factory=dict)
    backed_out: list[TakenBack] = field(default_factory=list)

    def hears(self, record: Record, entry: TableEntry, before: Table) -> None:
        for event in entry.events:
            self.asked |= {(record.seq, meter) for meter in asks(before, event, lambda *_: ("", Fraction(0)))}
            if isinstance(event, JackpotBackedOut):
                self.backed_out.append(TakenBack(record.seq, meters_of(before)[event.meter], event))
        if isinstance(entry.command, CoinIn):
            meters = meters_of(before)
            told = {**entry.command.gains_by_name, THE_METER: entry.command.gains}
            for name, by in told.items():
                if by:
                    gained = StakeGain(meters[name], by.stake_cents, by.meter_micros, by.reserve_micros)
                    self.gained.setdefault(gained, record.seq)

    @property
    def told(self) -> OfMeters:
        return OfMeters(tuple(sorted(self.asked)), tuple(self.gained.items()), tuple(self.backed_out))

    @classmethod
    def after(cls, told: OfMeters) -> "MeterTalk":
        return cls(set(told.asked), dict(told.gained), list(told.backed_out))


@dataclass(slots=True)
class Across:
    """Held against each other, once all books are read."""

    asked: set[tuple[Place, str]] = field(default_factory=set)
    answered: set[tuple[Place, str]] = field(default_factory=set)
    gained: dict[StakeGain, Place] = field(default_factory=dict)
    gains: dict[str, set[Gains]] = field(default_factory=dict)  # by meter, on all settings it ever had
    backed_out: list[tuple[Place, TakenBack]] = field(default_factory=list)
    controllers: dict[str, Controller] = field(default_factory=dict)

    def of_table(self, stream: str, told: OfMeters, *, after: int = 0) -> None:
        """Up to `after` its records are in archives that nobody reads."""
        self.asked |= {((stream, seq), meter) for seq, meter in told.asked if seq > after}
        self.backed_out += [((stream, taken.seq), taken) for taken in told.backed_out]
        for gained, seq in told.gained:
            self.gained.setdefault(gained, (stream, seq))

    def of_meter(self, meter: str, places: Iterable[Place], gains: set[Gains], controller: Controller) -> None:
        self.gains[meter], self.controllers[meter] = gains, controller
        self.answered |= {(place, meter) for place in places}

    def check(self) -> None:
        for gained, (stream, seq) in sorted(self.gained.items(), key=lambda it: it[1]):
            gains = Gains(
                stake_cents=gained.stake_cents,
                meter_micros=gained.meter_micros,
                reserve_micros=gained.reserve_micros,
            )
            if gains not in self.gains.get(gained.meter, ()):
                raise BookBroken(f"record {seq} of {stream!r}: meter {gained.meter!r} never gained so by a stake")
        for (stream, seq), meter in sorted(self.asked ^ self.answered):
            is_asked = ((stream, seq), meter) in self.asked
            says = "is not in the meter's book" if is_asked else "asked nothing of the meter that answers it"
            raise BookBroken(f"record {seq} of {stream!r}: it {says}")
        for (stream, seq), taken in self.backed_out:
            controller = self.controllers.get(taken.meter)  # which has it of two people [SLP 9i]
            known = controller.back_outs.get(taken.event.win, ()) if controller else ()
            if made_from(BackOut, taken.event) not in known:
                raise BookBroken(
                    f"record {seq} of {stream!r}: the meter's book does not back out {taken.event.win!r} so"
                )
