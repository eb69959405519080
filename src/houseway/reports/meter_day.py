"""The daily report of a meter: the master report that is adjusted every gaming day (WAC 230-15-671).

It proves the day: opening, increments, awards, reseeds and adjustments have to make the closing, to the millionth,
for the meter and for its reserve. A report that does not add up says so at its head.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time
from fractions import Fraction
from typing import Final

from houseway.deciding.command import Json
from houseway.money import BANK, FUND, METER, RESERVE
from houseway.progressive.meter import AwardTotal
from houseway.progressive.papers import AdjustmentOfDay, AwardOfDay, MeterDay, TableDay
from houseway.reports import paper
from houseway.reports.shapes import fraction, shape

TEMPLATE: Final = "meter_day.typ"
ACCOUNTS: Final = (METER, RESERVE, FUND, BANK)
LIABILITY: Final = (
    "Meter and reserve are owed to the players: they are liabilities of the house, never revenue (WAC 230-15-671)."
)


def faults(page: MeterDay) -> tuple[str, ...]:
    """All that does not add up, a line each."""
    return tuple(_faults(page))


def _faults(page: MeterDay) -> Iterator[str]:
    for what, computed, recorded in zip(("meter", "reserve"), page.computed, page.recorded, strict=True):
        if computed != recorded:
            yield (
                f"The {what} closes at {paper.money_of_micros(recorded)}; the day's entries make it "
                f"{paper.money_of_micros(computed)}: {paper.signed(recorded - computed)}."
            )
    if page.overflow_micros != page.above_maximum_micros:
        yield (
            f"The overflow is given as {paper.money_of_micros(page.overflow_micros)}; "
            f"{paper.money_of_micros(page.above_maximum_micros)} lies above the maximum."
        )
    for award in page.awards:
        if award.cents != award.share_cents:
            yield (
                f"{award.win}: {paper.money_of_cents(award.cents)} was paid; {paper.plain_percent(award.share)} of "
                f"{paper.money_of_micros(award.before_micros)} is {paper.money_of_cents(award.share_cents)}."
            )
    for adjustment in page.adjustments:
        for account in adjustment.account.split(" to ", 1):
            if account not in ACCOUNTS:
                yield f"An adjustment is on the account {account!r}, which no meter has: {adjustment.note}"


# ---- the page --------------------------------------------------------------------------------------


def pdf(page: MeterDay) -> bytes:
    return paper.pdf(TEMPLATE, printed(page), at=datetime.combine(page.day, time(), UTC))


def plain(page: MeterDay) -> Json:
    return {
        **shape(page),
        "last_hits": [{"line": line, "win": win, "cents": cents} for line, win, cents in page.last_hits],
        "head": {"seq": page.head[0], "hash": page.head[1]},
        "awarded_cents": page.awarded_cents,
        "proof": shape(page.proof),
        "faults": list(faults(page)),
    }


def printed(page: MeterDay) -> Json:
    return {
        "title": "Daily meter report",
        "running": f"{paper.running(page.meter)}, {page.day.isoformat()}",
        "house": page.house,
        "meter": page.meter,
        "day": paper.long_day(page.day),
        "status": page.status,
        "liability": LIABILITY,
        "faults": list(faults(page)),
        "unapproved": paper.sentences(page.unapproved),
        "zone": page.zone,
        "closing": paper.money_of_micros(page.closing_micros),
        "closing_reserve": paper.money_of_micros(page.closing_reserve_micros),
        "facts": _facts(page),
        "deposit": _deposit(page),
        "heads": [{"log": "Meter", "seq": str(page.head[0]), "hash": page.head[1]}],
        **_printed_proof(page),
        **_printed_entries(page),
    }


def _facts(page: MeterDay) -> list[list[str]]:
    maximum = "none" if page.maximum_cents is None else paper.money_of_cents(page.maximum_cents)
    return [
        ["Status", page.status],
        ["Seed", paper.money_of_cents(page.seed_cents)],
        ["Stake", paper.money_of_cents(page.stake_cents)],
        ["Increment", paper.share_of(page.increment)],
        ["Hidden", paper.share_of(page.hidden)],
        ["Maximum", maximum],
        ["Overflow", paper.money_of_micros(page.overflow_micros)],
        ["Times in", page.zone],
    ]


def _deposit(page: MeterDay) -> list[list[str]]:
    upto = "nothing yet" if page.deposited_upto is None else f"up to {paper.long_day(page.deposited_upto)}"
    return [
        ["Due", paper.money_of_micros(page.deposit_due_micros)],
        ["By", paper.long_day(page.deposit_by)],
        ["Deposited", upto],
        ["Standing", _standing(page)],
    ]


def _standing(page: MeterDay) -> str:
    if page.deposit_due_micros <= 0:
        return "nothing is due" if not page.deposit_due_micros else "more is deposited than is owed"
    return "overdue" if page.day > page.deposit_by else "not yet due"


def _printed_proof(page: MeterDay) -> Json:
    computed, recorded = page.computed, page.recorded
    opening, *moves = page.proof
    return {
        "opening": [paper.money_of_micros(opening.meter_micros), paper.money_of_micros(opening.reserve_micros)],
        "moves": [[step.says, paper.signed(step.meter_micros), paper.signed(step.reserve_micros)] for step in moves],
        "computed": [paper.money_of_micros(micros) for micros in computed],
        "recorded": [paper.money_of_micros(micros) for micros in recorded],
        "off": [paper.signed(there - here) for there, here in zip(recorded, computed, strict=True)],
        "is_off": recorded != computed,
    }


def _printed_entries(page: MeterDay) -> Json:
    expected = page.expected_cents
    return {
        "tables": [_table_row(table) for table in page.tables],
        "returns": [[row.table, f"{row.stakes:,}", paper.money_of_cents(row.cents)] for row in page.returns],
        "corrections": [
            [paper.clock(row.at, page.zone), row.what, row.by, paper.money_of_cents(row.cents)]
            for row in page.corrections
        ],
        "tables_total": _table_row(page.together),
        "awards": [_award_row(award, page.zone) for award in page.awards],
        "awarded": paper.money_of_cents(page.awarded_cents),
        "expected": "not worked out" if expected is None else _in_the_mean(expected),
        "reseeds": [
            [
                paper.clock(reseed.at, page.zone),
                *map(paper.money_of_micros, (reseed.reserve_micros, reseed.bank_micros)),
            ]
            for reseed in page.reseeds
        ],
        "adjustments": adjustment_rows(page.adjustments, page.zone),
        "hits": [[_tallied(tally), f"{tally.hits:,}", paper.money_of_cents(tally.cents)] for tally in page.hits],
        "last_hits": [[line, win, paper.money_of_cents(cents)] for line, win, cents in page.last_hits],
    }


def _table_row(table: TableDay) -> list[str]:
    return [
        table.table,
        table.game,
        f"{table.stakes:,}",
        paper.money_of_cents(table.coin_in_cents),
        paper.money_of_micros(table.increment_micros),
        paper.money_of_micros(table.reserve_micros),
    ]


def _tallied(tally: AwardTotal) -> str:
    return tally.line + (f" ({tally.backed_out:,} backed out)" if tally.backed_out else "")


def _award_row(award: AwardOfDay, zone: str) -> list[str]:
    return [
        paper.clock(award.at, zone),
        award.win,
        award.line
        + (f" ({paper.money_of_cents(award.backed_out_cents)} backed out)" if award.backed_out_cents else ""),
        paper.plain_percent(award.share),
        paper.money_of_micros(award.before_micros),
        paper.money_of_cents(award.cents),
    ]


def _in_the_mean(cents: Fraction) -> str:
    """Exact if it comes to a whole cent; else to the nearest."""
    text = paper.money_of_cents(round(cents))
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
