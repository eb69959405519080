"""A win, a day and a malfunction of one meter, which the tests have in common."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

from houseway.progressive.meter import AwardTotal
from houseway.progressive.papers import (
    AdjustmentOfDay,
    AwardOfDay,
    Malfunction,
    MeterDay,
    ReseedOfDay,
    TableDay,
    WinPage,
)

ZONE = "America/Los_Angeles"
AT = datetime(2026, 3, 8, 5, 14, 5, tzinfo=UTC)  # the evening before the clocks go forward
DAY = date(2026, 3, 7)
HASH, OTHER_HASH = "0123456789abcdef" * 4, "fedcba9876543210" * 4
ODD = '#panic("x") *bold* $x$ “’#$*_<>&\\` // /* @a <b> [c] {d} ~ -- ... Иван Ελλάδα'

ROYAL = WinPage(
    house="Riverside Card Room",
    meter="San Lo progressive",
    paytable="FSLPP-01",
    game="Fortune San Lo Poker",
    table="San Lo 1",
    round=7,
    seat=3,
    player="Maria Ángeles",
    cards=("As", "Ks", "Qs", "Js", "Td", "2h", "Jk"),
    line="Royal Flush",
    share=Fraction(1),
    cents=31_396_37,
    meter_before_micros=31_396_375931,
    meter_after_micros=5_000_000000,
    reseed_reserve_micros=1_200_000000,
    reseed_bank_micros=3_799_994069,
    envy=((1, 50_00), (5, 50_00)),
    at=AT,
    zone=ZONE,
    day=DAY,
    verified_by="Sue",
    win="San Lo 1 round 7 seat 3",
    table_seq=412,
    table_hash=HASH,
    meter_seq=10233,
    meter_hash=OTHER_HASH,
)
TENTH = replace(
    ROYAL,
    line="Straight Flush",
    share=Fraction(1, 10),
    cents=3_139_63,
    meter_after_micros=28_256_745931,
    reseed_reserve_micros=0,
    reseed_bank_micros=0,
    envy=(),
)

TABLES = (
    TableDay(
        table="San Lo 1",
        game="Fortune San Lo Poker",
        stakes=700,
        coin_in_cents=700_00,
        increment_micros=147_000000,
        reserve_micros=8_641500,
    ),
    TableDay(
        table="San Lo 2",
        game="Fortune San Lo Poker",
        stakes=1,
        coin_in_cents=1_00,
        increment_micros=210000,
        reserve_micros=12345,
    ),
)
MALFUNCTION_DOWN = AdjustmentOfDay(
    at=AT + timedelta(hours=1),
    reason="to correct a malfunction, down",
    note="The display froze.",
    micros=-12_345678,
    account="meter",
    proposed_by="Ada",
    approved_by="Alan",
)
BACK_OUT = replace(
    MALFUNCTION_DOWN,
    reason="back-out of a J-POT",
    note="Wrong seat pressed.",
    micros=50_000000,
    win="San Lo 2 round 90 seat 1",
)
ABOVE_MAXIMUM = replace(
    MALFUNCTION_DOWN, reason="amount above the maximum", micros=-1_000000, account="meter to reserve"
)
RECEIPTS = replace(
    MALFUNCTION_DOWN, reason="nondisplayed funds booked as receipts", micros=-2_000001, account="reserve"
)

SATURDAY = MeterDay(
    house="Riverside Card Room",
    meter="San Lo progressive",
    day=DAY,
    zone=ZONE,
    status="running",
    seed_cents=5_000_00,
    stake_cents=1_00,
    increment=Fraction(21, 100),
    hidden=Fraction(12345, 1_000_000),
    maximum_cents=None,
    opening_micros=31_249_165931,
    opening_reserve_micros=1_200_000001,
    tables=TABLES,
    awards=(
        AwardOfDay(
            at=AT,
            win=ROYAL.win,
            line=ROYAL.line,
            share=Fraction(1),
            cents=31_396_37,
            before_micros=31_396_375931,
        ),
    ),
    reseeds=(ReseedOfDay(at=AT, reserve_micros=1_200_000000, bank_micros=3_799_994069),),
    adjustments=(MALFUNCTION_DOWN, BACK_OUT, ABOVE_MAXIMUM, RECEIPTS),
    closing_micros=5_036_654322,
    closing_reserve_micros=7_653845,
    hits=(
        AwardTotal(line="Royal Flush", hits=2, cents=62_396_37),
        AwardTotal(line="Straight Flush", hits=31, cents=98_123_45),
    ),
    last_hits=(("Straight Flush", "San Lo 2 round 90 seat 1", 3_139_63), ("Royal Flush", ROYAL.win, 31_396_37)),
    expected_cents=Fraction(1_234_567, 13),
    deposit_due_micros=147_210000,
    deposit_by=date(2026, 3, 9),
    deposited_upto=date(2026, 3, 2),
    overflow_micros=0,
    head=(10240, HASH),
)

FROZEN = Malfunction(
    house="Riverside Card Room",
    meter="San Lo progressive",
    tables=("San Lo 1", "San Lo 2"),
    what="The sign showed $31,396.37 while the log held $31,396.58.",
    noticed_at=AT,
    reported_by="Sue",
    suspended_at=AT + timedelta(minutes=4),
    shown_micros=31_396_375931,
    reserve_micros=1_200_123456,
    adjustments=(MALFUNCTION_DOWN,),
    now=AT + timedelta(hours=30, minutes=48),
    notified_at=None,
    zone=ZONE,
)
