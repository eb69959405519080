"""The daily report of a meter: the master report that is adjusted every gaming day (WAC 230-15-671).

It proves the day: opening, increments, awards, reseeds and adjustments have to make the closing, to the millionth,
for the meter and for its reserve. A report that does not add up says so at its head.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from fractions import Fraction
from typing import Final

from houseway.money import BANK, FUND, METER, MICROS_PER_CENT, RESERVE, Account
from houseway.reports import paper
from houseway.reports.shapes import Json, fraction, shape

TEMPLATE: Final = "meter_day.typ"
ACCOUNTS: Final = (METER, RESERVE, FUND, BANK)
LIABILITY: Final = (
    "Meter and reserve are owed to the players: they are liabilities of the house, never revenue (WAC 230-15-671)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDay:
    """What a table put onto the meter in the day."""

    table: str
    game: str
    stakes: int
    coin_in_cents: int
    increment_micros: int
    reserve_micros: int


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
    before_micros: int  # what the meter showed


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Of the awards that stand, and how many were backed out beside them."""

    line: str
    hits: int
    cents: int
    backed_out: int = 0


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
    hits: tuple[Tally, ...] = ()  # since the meter opened
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
    def proof(self) -> "tuple[Step, ...]":
        """The way from the opening to what the closing has to be."""
        return _proof(self)

    @property
    def faults(self) -> tuple[str, ...]:
        """All that does not add up, a line each."""
        return tuple(_faults(self))


# ---- the proof -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A line of the proof: by how much it moves the meter and the reserve."""

    says: str
    meter_micros: int
    reserve_micros: int


def _proof(page: MeterDay) -> tuple[Step, ...]:
    from_reserve = sum(reseed.reserve_micros for reseed in page.reseeds)
    taken = sum(award.cents for award in page.awards)  # a back-out stands among the adjustments
    from_bank = sum(reseed.bank_micros for reseed in page.reseeds)
    increments = sum(table.increment_micros for table in page.tables)
    hidden = sum(table.reserve_micros for table in page.tables)
    by_hand = [sum(_change(adjustment, account) for adjustment in page.adjustments) for account in (METER, RESERVE)]
    return (
        Step(says="Opening", meter_micros=page.opening_micros, reserve_micros=page.opening_reserve_micros),
        Step(says="Increments from stakes", meter_micros=increments, reserve_micros=hidden),
        Step(says="Awards", meter_micros=-taken * MICROS_PER_CENT, reserve_micros=0),
        Step(says="Reseeds from the reserve", meter_micros=from_reserve, reserve_micros=-from_reserve),
        Step(says="Reseeds from the bank", meter_micros=from_bank, reserve_micros=0),
        Step(says="Adjustments", meter_micros=by_hand[0], reserve_micros=by_hand[1]),
    )


def _change(adjustment: AdjustmentOfDay, account: Account) -> int:
    """By how much the adjustment moves the account."""
    source, moves, target = adjustment.account.partition(" to ")
    if not moves:
        return adjustment.micros if account == source else 0
    return abs(adjustment.micros) * ((account == target) - (account == source))


def _computed(page: MeterDay) -> tuple[int, int]:
    steps = page.proof
    return sum(step.meter_micros for step in steps), sum(step.reserve_micros for step in steps)


def _faults(page: MeterDay) -> Iterator[str]:
    meter, reserve = _computed(page)
    for what, computed, recorded in (
        ("meter", meter, page.closing_micros),
        ("reserve", reserve, page.closing_reserve_micros),
    ):
        if computed != recorded:
            yield (
                f"The {what} closes at {paper.fine_money(recorded)}; the day's entries make it "
                f"{paper.fine_money(computed)}: {paper.signed(recorded - computed)}."
            )
    yield from _wrong_overflow(page)
    yield from _wrong_awards(page)
    yield from _wrong_accounts(page)


def _wrong_overflow(page: MeterDay) -> Iterator[str]:
    most = page.maximum_cents
    above = 0 if most is None else max(0, page.closing_micros - most * MICROS_PER_CENT)
    if page.overflow_micros != above:
        yield (
            f"The overflow is given as {paper.fine_money(page.overflow_micros)}; "
            f"{paper.fine_money(above)} lies above the maximum."
        )


def _wrong_awards(page: MeterDay) -> Iterator[str]:
    for award in page.awards:
        floored = int(award.share * award.before_micros // MICROS_PER_CENT)
        if award.cents != floored:
            yield (
                f"{award.win}: {paper.money(award.cents)} was paid; {paper.percent(award.share)} of "
                f"{paper.fine_money(award.before_micros)} is {paper.money(floored)}."
            )


def _wrong_accounts(page: MeterDay) -> Iterator[str]:
    for adjustment in page.adjustments:
        for account in adjustment.account.split(" to ", 1):
            if account not in ACCOUNTS:
                yield f"An adjustment is on the account {account!r}, which no meter has: {adjustment.note}"


# ---- the page --------------------------------------------------------------------------------------


def pdf(page: MeterDay) -> bytes:
    return paper.pdf(TEMPLATE, _printed(page), at=datetime.combine(page.day, time(), UTC))


def png(page: MeterDay, *, ppi: float = paper.PPI) -> tuple[bytes, ...]:
    return paper.png(TEMPLATE, _printed(page), ppi=ppi)


def plain(page: MeterDay) -> Json:
    return {
        **shape(page),
        "last_hits": [{"line": line, "win": win, "cents": cents} for line, win, cents in page.last_hits],
        "head": {"seq": page.head[0], "hash": page.head[1]},
        "awarded_cents": page.awarded_cents,
        "proof": shape(page.proof),
        "faults": list(page.faults),
    }


def _printed(page: MeterDay) -> Json:
    return {
        "title": "Daily meter report",
        "running": f"{paper.running(page.meter)}, {page.day.isoformat()}",
        "house": page.house,
        "meter": page.meter,
        "day": paper.long_day(page.day),
        "status": page.status,
        "liability": LIABILITY,
        "faults": list(page.faults),
        "unapproved": paper.sentences(page.unapproved),
        "zone": page.zone,
        "closing": paper.fine_money(page.closing_micros),
        "closing_reserve": paper.fine_money(page.closing_reserve_micros),
        "facts": _facts(page),
        "deposit": _deposit(page),
        "heads": [{"log": "Meter", "seq": str(page.head[0]), "hash": page.head[1]}],
        **_printed_proof(page),
        **_printed_entries(page),
    }


def _facts(page: MeterDay) -> list[list[str]]:
    maximum = "none" if page.maximum_cents is None else paper.money(page.maximum_cents)
    return [
        ["Status", page.status],
        ["Seed", paper.money(page.seed_cents)],
        ["Stake", paper.money(page.stake_cents)],
        ["Increment", paper.share_of(page.increment)],
        ["Hidden", paper.share_of(page.hidden)],
        ["Maximum", maximum],
        ["Overflow", paper.fine_money(page.overflow_micros)],
        ["Times in", page.zone],
    ]


def _deposit(page: MeterDay) -> list[list[str]]:
    upto = "nothing yet" if page.deposited_upto is None else f"up to {paper.long_day(page.deposited_upto)}"
    return [
        ["Due", paper.fine_money(page.deposit_due_micros)],
        ["By", paper.long_day(page.deposit_by)],
        ["Deposited", upto],
        ["Standing", _standing(page)],
    ]


def _standing(page: MeterDay) -> str:
    if page.deposit_due_micros <= 0:
        return "nothing is due" if not page.deposit_due_micros else "more is deposited than is owed"
    return "overdue" if page.day > page.deposit_by else "not yet due"


def _printed_proof(page: MeterDay) -> Json:
    computed = _computed(page)
    recorded = page.closing_micros, page.closing_reserve_micros
    opening, *moves = page.proof
    return {
        "opening": [paper.fine_money(opening.meter_micros), paper.fine_money(opening.reserve_micros)],
        "moves": [[step.says, paper.signed(step.meter_micros), paper.signed(step.reserve_micros)] for step in moves],
        "computed": [paper.fine_money(micros) for micros in computed],
        "recorded": [paper.fine_money(micros) for micros in recorded],
        "off": [paper.signed(there - here) for there, here in zip(recorded, computed, strict=True)],
        "is_off": recorded != computed,
    }


def _printed_entries(page: MeterDay) -> Json:
    expected = page.expected_cents
    return {
        "tables": [_table_row(table) for table in page.tables],
        "returns": [[row.table, f"{row.stakes:,}", paper.money(row.cents)] for row in page.returns],
        "corrections": [
            [paper.clock(row.at, page.zone), row.what, row.by, paper.money(row.cents)] for row in page.corrections
        ],
        "tables_total": _tables_total(page),
        "awards": [_award_row(award, page.zone) for award in page.awards],
        "awarded": paper.money(page.awarded_cents),
        "expected": "not worked out" if expected is None else _in_the_mean(expected),
        "reseeds": [
            [paper.clock(reseed.at, page.zone), *map(paper.fine_money, (reseed.reserve_micros, reseed.bank_micros))]
            for reseed in page.reseeds
        ],
        "adjustments": adjustment_rows(page.adjustments, page.zone),
        "hits": [[_tallied(tally), f"{tally.hits:,}", paper.money(tally.cents)] for tally in page.hits],
        "last_hits": [[line, win, paper.money(cents)] for line, win, cents in page.last_hits],
    }


def _table_row(table: TableDay) -> list[str]:
    return [
        table.table,
        table.game,
        f"{table.stakes:,}",
        paper.money(table.coin_in_cents),
        paper.fine_money(table.increment_micros),
        paper.fine_money(table.reserve_micros),
    ]


def _tables_total(page: MeterDay) -> list[str]:
    together = TableDay(
        table="Together",
        game="",
        stakes=sum(table.stakes for table in page.tables),
        coin_in_cents=sum(table.coin_in_cents for table in page.tables),
        increment_micros=sum(table.increment_micros for table in page.tables),
        reserve_micros=sum(table.reserve_micros for table in page.tables),
    )
    return _table_row(together)


def _tallied(tally: Tally) -> str:
    return tally.line + (f" ({tally.backed_out:,} backed out)" if tally.backed_out else "")


def _award_row(award: AwardOfDay, zone: str) -> list[str]:
    return [
        paper.clock(award.at, zone),
        award.win,
        award.line + (f" ({paper.money(award.backed_out_cents)} backed out)" if award.backed_out_cents else ""),
        paper.percent(award.share),
        paper.fine_money(award.before_micros),
        paper.money(award.cents),
    ]


def _in_the_mean(cents: Fraction) -> str:
    """Exact if it comes to a whole cent; else to the nearest."""
    text = paper.money(round(cents))
    return text if cents.denominator == 1 else f"{text}, more exactly {fraction(cents)} cents"


def adjustment_rows(adjustments: tuple[AdjustmentOfDay, ...], zone: str) -> list[Json]:
    return [
        {
            "at": paper.clock(adjustment.at, zone),
            "reason": adjustment.reason,
            "note": adjustment.note,
            "account": adjustment.account,
            "amount": paper.signed(adjustment.micros),
            "proposed_by": adjustment.proposed_by,
            "approved_by": adjustment.approved_by,
            "win": adjustment.win,
        }
        for adjustment in adjustments
    ]
