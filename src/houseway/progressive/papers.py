"""The papers of a meter as figures: win page, gaming day and notice of a malfunction, with the sums by which each
proves itself. `reports` prints them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any, Final

from houseway.money import METER, MICROS_PER_CENT, RESERVE, Account, Micros
from houseway.progressive.meter import AwardTotal, share_cents

NOTICE_WITHIN: Final = timedelta(hours=72)  # WAC 230-06-054


# ---- a win -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WinPage:
    house: str
    meter: str
    paytable: str
    game: str
    table: str
    round: int
    seat: int
    player: str
    cards: tuple[str, ...]
    line: str
    share: Fraction  # of what the meter showed
    cents: int
    meter_before_micros: Micros  # what it showed
    meter_after_micros: int  # after the award, and after the reseed if there was one
    reseed_reserve_micros: int = 0
    reseed_bank_micros: int = 0
    overflow_micros: int = 0  # what lay above the maximum before the award, and was not shown
    envy: tuple[tuple[int, int], ...] = ()  # seat, cents
    unapproved: tuple[str, ...] = ()  # what of the meter's terms was not the letter's
    at: datetime
    zone: str = "UTC"
    day: date
    verified_by: str  # turned the key and pressed J-POT
    win: str  # the name that a back-out cites
    backed_out_cents: int = 0
    table_seq: int
    table_hash: str
    meter_seq: int
    meter_hash: str

    @property
    def exact_micros(self) -> Fraction:
        """The award before it is floored to the cent."""
        return self.share * self.meter_before_micros

    @property
    def residue_micros(self) -> Fraction:
        """The part of a cent that stays on the meter."""
        return self.exact_micros - self.cents * MICROS_PER_CENT

    @property
    def left_micros(self) -> int:
        """What the award leaves on the meter before a reseed."""
        return self.meter_before_micros + self.overflow_micros - self.cents * MICROS_PER_CENT

    @property
    def share_cents(self) -> int:
        """What the award has to be."""
        return share_cents(self.meter_before_micros, self.share)

    @property
    def sum_micros(self) -> int:
        """What the meter has to hold after the award and the reseed."""
        return self.left_micros + self.reseed_reserve_micros + self.reseed_bank_micros


# ---- a gaming day ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDay:
    """What a table put onto the meter in the day."""

    table: str
    game: str
    stakes: int
    coin_in_cents: int
    increment_micros: int
    reserve_micros: int

    @classmethod
    def summed(cls, table: str, game: str, rows: Iterable[Any]) -> "TableDay":
        """The sum of rows that have these four figures."""
        several, names = list(rows), ("stakes", "coin_in_cents", "increment_micros", "reserve_micros")
        return cls(table=table, game=game, **{name: sum(getattr(row, name) for row in several) for name in names})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnOfDay:
    """Stakes of void rounds that a table gave back: the meter keeps what it gained by them (WAC 230-15-695)."""

    table: str
    stakes: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionOfDay:
    """Money of an award that was paid or, below nothing, taken back after its round, by two people."""

    at: datetime
    what: str
    cents: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardOfDay:
    at: datetime
    win: str
    line: str
    share: Fraction
    cents: int
    backed_out_cents: int = 0  # until the end of the day
    before_micros: Micros  # what the meter showed

    @property
    def share_cents(self) -> int:
        """What the award has to be."""
        return share_cents(self.before_micros, self.share)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseedOfDay:
    at: datetime
    reserve_micros: int
    bank_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentOfDay:
    """A signed amount on one account; or, on an account such as `meter to reserve`, moved from one to the other."""

    at: datetime
    reason: str
    note: str
    micros: int
    account: str
    proposed_by: str
    approved_by: str
    win: str | None = None

    def change(self, account: Account) -> int:
        """By how much it moves an account."""
        source, moves, target = self.account.partition(" to ")
        if not moves:
            return self.micros if account == source else 0
        return abs(self.micros) * ((account == target) - (account == source))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A line of the proof: by how much it moves the meter and the reserve."""

    says: str
    meter_micros: int
    reserve_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterDay:
    house: str
    meter: str
    day: date
    zone: str = "UTC"
    status: str
    seed_cents: int
    stake_cents: int
    increment: Fraction
    hidden: Fraction
    maximum_cents: int | None
    opening_micros: int  # all that the meter holds, with what lies above its maximum
    opening_reserve_micros: int
    tables: tuple[TableDay, ...] = ()
    returns: tuple[ReturnOfDay, ...] = ()
    corrections: tuple[CorrectionOfDay, ...] = ()
    awards: tuple[AwardOfDay, ...] = ()
    reseeds: tuple[ReseedOfDay, ...] = ()
    adjustments: tuple[AdjustmentOfDay, ...] = ()
    closing_micros: int
    closing_reserve_micros: int
    hits: tuple[AwardTotal, ...] = ()  # since the meter opened
    last_hits: tuple[tuple[str, str, int], ...] = ()  # line, win, cents
    expected_cents: Fraction | None  # what these stakes cost the meter in the mean
    deposit_due_micros: int  # below nothing: more is deposited than is owed
    deposit_by: date
    deposited_upto: date | None
    overflow_micros: int
    head: tuple[int, str]
    unapproved: tuple[str, ...] = ()  # what of the meter's terms was not the letter's

    @property
    def awarded_cents(self) -> int:
        """What was backed out was not awarded."""
        return sum(award.cents - award.backed_out_cents for award in self.awards)

    @property
    def proof(self) -> tuple[Step, ...]:
        """The way from the opening to what the closing has to be."""
        from_reserve = sum(reseed.reserve_micros for reseed in self.reseeds)
        taken = sum(award.cents for award in self.awards)  # a back-out stands among the adjustments
        from_bank = sum(reseed.bank_micros for reseed in self.reseeds)
        increments = sum(table.increment_micros for table in self.tables)
        hidden = sum(table.reserve_micros for table in self.tables)
        by_hand = [sum(adjustment.change(account) for adjustment in self.adjustments) for account in (METER, RESERVE)]
        return (
            Step(says="Opening", meter_micros=self.opening_micros, reserve_micros=self.opening_reserve_micros),
            Step(says="Increments from stakes", meter_micros=increments, reserve_micros=hidden),
            Step(says="Awards", meter_micros=-taken * MICROS_PER_CENT, reserve_micros=0),
            Step(says="Reseeds from the reserve", meter_micros=from_reserve, reserve_micros=-from_reserve),
            Step(says="Reseeds from the bank", meter_micros=from_bank, reserve_micros=0),
            Step(says="Adjustments", meter_micros=by_hand[0], reserve_micros=by_hand[1]),
        )

    @property
    def computed(self) -> tuple[int, int]:
        """What meter and reserve have to hold at the close."""
        steps = self.proof
        return sum(step.meter_micros for step in steps), sum(step.reserve_micros for step in steps)

    @property
    def recorded(self) -> tuple[int, int]:
        return self.closing_micros, self.closing_reserve_micros

    @property
    def above_maximum_micros(self) -> int:
        """What the overflow has to be."""
        most = self.maximum_cents
        return 0 if most is None else max(0, self.closing_micros - most * MICROS_PER_CENT)

    @property
    def together(self) -> TableDay:
        """All tables as one."""
        return TableDay.summed("Together", "", self.tables)


# ---- a malfunction ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Malfunction:
    house: str
    meter: str
    tables: tuple[str, ...]
    what: str
    noticed_at: datetime
    reported_by: str
    suspended_at: datetime | None
    shown_micros: int  # when it was noticed
    reserve_micros: int
    adjustments: tuple[AdjustmentOfDay, ...] = ()  # made since
    unapproved: tuple[str, ...] = ()  # what of the meter's terms was not the letter's
    now: datetime
    notified_at: datetime | None
    zone: str  # the card room's

    @property
    def deadline(self) -> datetime:
        """In UTC, because clocks of a zone would count an hour twice or not at all."""
        return self.noticed_at.astimezone(UTC) + NOTICE_WITHIN

    @property
    def time_left(self) -> timedelta:
        """Until the deadline, from when notice was given or else from now; below nothing if it has passed."""
        stopped = self.now if self.notified_at is None else self.notified_at
        return self.deadline - stopped.astimezone(UTC)

    @property
    def is_late(self) -> bool:
        return self.time_left < timedelta(0)
