"""The controller's administration: who, when and what; two people for what moves the meter by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.deciding.command import AnyEvent
from houseway.money import (
    BANK,
    DEPOSIT,
    FUND,
    METER,
    MOST_MICROS,
    RESERVE,
    Micros,
    Transfer,
    meter_account,
    reserve_account,
)
from houseway.progressive import commands as do
from houseway.progressive import events as was
from houseway.progressive.adjustment import ROUTES, Grounds
from houseway.progressive.commands import Status
from houseway.progressive.meter import AwardTotal, Hit
from houseway.progressive.refusal import MeterReason as Reason
from houseway.progressive.state import Controller, evolve, journal
from houseway.progressive.wins import Win
from houseway.role import Actor, Role
from tests.progressive.meters import (
    ADMIN,
    AUDITOR,
    FSLPP_01,
    OTHER_ADMIN,
    PAYTABLES,
    SUPERVISOR,
    TABLE,
    Desk,
    dollars,
    opened,
    suspended,
)

ON_METER, IN_RESERVE = meter_account("m"), reserve_account("m")
NAMED = {METER: ON_METER, RESERVE: IN_RESERVE}
CAPPED = replace(FSLPP_01, hidden=Fraction(1, 10), maximum_cents=40_000_00)
SUE_AS_ADMIN = Actor(Role.CONTROLLER_ADMIN, "Sue")
ROYAL = Win(seat=3, line="Royal Flush", share=Fraction(1, 10))
ACES = Win(seat=5, line="Five Aces", share=Fraction(1))
J_POT = do.PayWins(game_round="san-lo 1 round 7", wins=(ROYAL,))
ROYAL_WIN = "san-lo 1 round 7 seat 3"
EARLIER = "san-lo 1 round 7 seat 5"  # from the dealer's right


def adjust(amount: str, reason: Grounds, *, win: str | None = None, other: str | None = None) -> do.ProposeAdjustment:
    return do.ProposeAdjustment(micros=dollars(amount), reason=reason, note="see log 12", win=win, other=other)


TOP = Fraction(1, 478281)


def link(table: str, *, chance: Fraction = TOP, line: str = "Five Aces", stake: int = 1_00, game: str = "san-lo"):
    return do.LinkTable(table=table, game=game, paytable="FSLPP-01", line=line, chance=chance, stake_cents=stake)


def linked() -> Desk:
    """Suspended, with one table that plays for it."""
    return suspended().does(SUPERVISOR, link("t1"))


def overflowing() -> Desk:
    """$40,000.20 under a maximum of $40,000, and 10 cents in the reserve."""
    return opened(CAPPED, 39_999_99).does(TABLE, do.CoinIn(stakes=1))


def hit() -> Desk:
    return opened().does(SUPERVISOR, J_POT)


def hit_twice() -> Desk:
    """Two royals of a round, the second a share of what the first left."""
    return opened().does(SUPERVISOR, pay(ROYAL, replace(ROYAL, seat=5)))


def at_the_bound() -> Desk:
    desk = opened()
    desk.state = replace(desk.state, balances={**desk.state.balances, FUND: MOST_MICROS})
    return desk


def proposed() -> Desk:
    return opened().does(SUPERVISOR, adjust("-1", Grounds.MALFUNCTION_DOWN))


def emptied() -> Desk:
    """Nothing on the meter; 10 cents in the reserve."""
    desk = opened(CAPPED, 5_000_00).does(TABLE, do.CoinIn(stakes=1)).does(ADMIN, do.Suspend(note="closing"))
    return approved(desk, adjust("-5000.21", Grounds.MOVED, other="n"))


def approved(desk: Desk, command: do.ProposeAdjustment) -> Desk:
    number = desk.state.next_proposal
    return desk.does(SUPERVISOR, command).does(ADMIN, do.Approve(proposal=number))


# ---- refusals --------------------------------------------------------------------------------------

DOWN, UP = Grounds.MALFUNCTION_DOWN, Grounds.MALFUNCTION_UP
OPEN_METER = do.OpenMeter(settings=FSLPP_01, opening_cents=5_000_00)
BAD = replace(FSLPP_01, stake_cents=0)
LOW = replace(FSLPP_01, maximum_cents=31_396_36)
NO_NOTE = do.ProposeAdjustment(micros=-1, reason=DOWN, note=" ")
PART_CENT = do.ProposeAdjustment(micros=1, reason=Grounds.BACK_OUT, note="x", win=ROYAL_WIN)


def pay(*wins: Win, **fields: object) -> do.PayWins:
    return replace(J_POT, wins=wins, **fields)


REFUSALS = [
    (Desk, SUPERVISOR, OPEN_METER, Reason.NOT_YOUR_ROLE, "OpenMeter is for controller admin, not for supervisor"),
    (opened, AUDITOR, do.Suspend(note="x"), Reason.NOT_YOUR_ROLE, "controller admin or supervisor, not for auditor"),
    (suspended, AUDITOR, do.Resume(), Reason.NOT_YOUR_ROLE, "not for auditor"),
    (suspended, SUPERVISOR, do.ChangeSettings(settings=FSLPP_01), Reason.NOT_YOUR_ROLE, "is for controller admin"),
    (suspended, SUPERVISOR, do.Retire(), Reason.NOT_YOUR_ROLE, "is for controller admin"),
    (proposed, AUDITOR, do.Approve(proposal=1), Reason.NOT_YOUR_ROLE, "not for auditor"),
    (proposed, AUDITOR, do.Withdraw(proposal=1), Reason.NOT_YOUR_ROLE, "not for auditor"),
    (opened, TABLE, adjust("-1", DOWN), Reason.NOT_YOUR_ROLE, "not for automatic"),
    (opened, ADMIN, J_POT, Reason.NOT_YOUR_ROLE, "automatic or supervisor, not for controller admin"),
    (opened, SUPERVISOR, do.CoinIn(stakes=1), Reason.NOT_YOUR_ROLE, "is for automatic or dealer"),
    (opened, Actor(Role.SUPERVISOR, ""), do.Suspend(note="x"), Reason.BAD_TEXT, "name ''"),
    (opened, ADMIN, OPEN_METER, Reason.WRONG_STATUS, "that is not open yet; this one is running"),
    (Desk, ADMIN, do.Suspend(note="x"), Reason.WRONG_STATUS, "that is running; this one is not open yet"),
    (opened, ADMIN, do.Resume(), Reason.WRONG_STATUS, "that is suspended; this one is running"),
    (opened, ADMIN, do.Retire(), Reason.WRONG_STATUS, "that is suspended"),
    (opened, ADMIN, do.ChangeSettings(settings=FSLPP_01), Reason.WRONG_STATUS, "that is suspended"),
    (suspended, TABLE, do.CoinIn(stakes=1), Reason.WRONG_STATUS, "that is running; this one is suspended"),
    (opened, ADMIN, adjust("-1", Grounds.MOVED, other="n"), Reason.WRONG_STATUS, "'moved to another meter' is for"),
    (opened, ADMIN, do.Suspend(note="two\nlines"), Reason.BAD_TEXT, r"note 'two\nlines': one line"),
    (opened, ADMIN, NO_NOTE, Reason.BAD_TEXT, "note ' ': one line of 1 to 200"),
    (Desk, ADMIN, replace(OPEN_METER, settings=BAD), Reason.BAD_SETTINGS, "stake 0: 1 to 500 cents"),
    (suspended, ADMIN, do.ChangeSettings(settings=BAD), Reason.BAD_SETTINGS, "stake 0: 1 to 500 cents"),
    (Desk, ADMIN, replace(OPEN_METER, opening_cents=4_999_99), Reason.BELOW_SEED, "$4,999.99: a meter opens with"),
    (Desk, ADMIN, replace(OPEN_METER, opening_cents=5e5), Reason.BAD_AMOUNT, "500000.0 cents: 500000"),
    (Desk, ADMIN, replace(OPEN_METER, opening_cents=10**10), Reason.BAD_AMOUNT, "to 1000000000"),
    (Desk, ADMIN, do.OpenMeter(settings=LOW, opening_cents=31_396_37), Reason.MAXIMUM_BELOW_METER, "$31,396.36"),
    (suspended, ADMIN, do.ChangeSettings(settings=LOW), Reason.MAXIMUM_BELOW_METER, "which is $31,396.37"),
    (suspended, ADMIN, do.Retire(), Reason.MONEY_LEFT, "$31,396.37 on the meter and $0 in the reserve: move both"),
    (emptied, ADMIN, do.Retire(), Reason.MONEY_LEFT, "$0 on the meter and $0.10 in the reserve: move both"),
    (opened, ADMIN, do.Approve(proposal=1), Reason.NO_SUCH_PROPOSAL, "proposal 1: open are none"),
    (proposed, ADMIN, do.Withdraw(proposal=2), Reason.NO_SUCH_PROPOSAL, "proposal 2: open are 1"),
    (proposed, SUPERVISOR, do.Approve(proposal=1), Reason.OWN_PROPOSAL, "proposal 1 is Sue's own: another approves"),
    (proposed, SUE_AS_ADMIN, do.Approve(proposal=1), Reason.OWN_PROPOSAL, "is Sue's own"),
    (opened, ADMIN, adjust("0", DOWN), Reason.BAD_AMOUNT, "0 millionths: whole, not 0"),
    (opened, ADMIN, replace(adjust("1", UP), micros=1.5), Reason.BAD_AMOUNT, "1.5 millionths: whole"),
    (opened, ADMIN, adjust("10000000.000001", UP), Reason.BAD_AMOUNT, "at most 10000000000000 up or down"),
    (opened, ADMIN, adjust("1", DOWN), Reason.WRONG_DIRECTION, "an amount below nothing"),
    (opened, ADMIN, adjust("-1", UP), Reason.WRONG_DIRECTION, "-$1 as 'to correct a malfunction, up': an amount above"),
    (hit, ADMIN, adjust("1", Grounds.BACK_OUT), Reason.WIN_NOT_NAMED, "names the win that it puts back"),
    (hit, ADMIN, adjust("1", UP, win=ROYAL_WIN), Reason.WIN_NOT_NAMED, "names no win"),
    (suspended, ADMIN, adjust("-1", Grounds.MOVED), Reason.METER_NOT_NAMED, "another than this one"),
    (suspended, ADMIN, adjust("-1", Grounds.MOVED, other="m"), Reason.METER_NOT_NAMED, "another than this one"),
    (suspended, ADMIN, adjust("-1", Grounds.MOVED, other="\n"), Reason.BAD_TEXT, "other meter"),
    (opened, ADMIN, adjust("-1", DOWN, other="n"), Reason.METER_NOT_NAMED, "names no other meter"),
    (opened, ADMIN, adjust("1", Grounds.BACK_OUT, win=ROYAL_WIN), Reason.NO_SUCH_WIN, "was not paid from"),
    (hit, ADMIN, adjust("3139.64", Grounds.BACK_OUT, win=ROYAL_WIN), Reason.ABOVE_THE_WIN, "at most the $3,139.63"),
    (hit, ADMIN, PART_CENT, Reason.ABOVE_THE_WIN, "$0.000001: whole cents"),
    (hit_twice, ADMIN, adjust("1", Grounds.BACK_OUT, win=EARLIER), Reason.LATER_WIN_STANDS, "back it out first"),
    (at_the_bound, ADMIN, do.RecordDeposit(cents=1, note="x"), Reason.BEYOND_BOUND, "beyond"),
    (overflowing, ADMIN, adjust("-0.200001", Grounds.ABOVE_MAXIMUM), Reason.ABOVE_THE_OVERFLOW, "at most $0.20, what"),
    (opened, ADMIN, adjust("-0.01", Grounds.ABOVE_MAXIMUM), Reason.ABOVE_THE_OVERFLOW, "at most $0, what lies above"),
    (opened, ADMIN, adjust("-5000.01", Grounds.RECOVER_SEED), Reason.ABOVE_THE_SEED_OWED, "at most $5,000, what"),
    (opened, ADMIN, adjust("-26396.38", Grounds.RECOVER_SEED), Reason.BELOW_THE_SEED, "at most $26,396.37, what"),
    (opened, ADMIN, adjust("-31396.370001", DOWN), Reason.BELOW_ZERO, "at most $31,396.37, what the meter holds"),
    (overflowing, ADMIN, adjust("-0.100001", Grounds.RECEIPTS), Reason.BELOW_ZERO, "at most $0.10, what the reserve"),
    (emptied, ADMIN, adjust("-0.11", Grounds.RESERVE_MOVED, other="n"), Reason.BELOW_ZERO, "what the reserve holds"),
    (linked, SUPERVISOR, link("t2", chance=Fraction(1, 9)), Reason.LINK_UNEQUAL, "chance 1/9; t1 plays san-lo"),
    (linked, SUPERVISOR, do.UnlinkTable(table="t2"), Reason.NOT_LINKED, "'t2' does not play for this meter: t1"),
    (linked, ADMIN, do.Retire(), Reason.TABLES_LINKED, "t1 play for this meter: close them first"),
    (opened, ADMIN, do.GiveNotice(malfunction=1, note="x"), Reason.NO_SUCH_MALFUNCTION, "without a notice are none"),
    (opened, TABLE, do.CoinIn(stakes=0), Reason.BAD_AMOUNT, "0 stakes: 1 to 1000"),
    (opened, SUPERVISOR, pay(), Reason.BAD_WINS, "no wins: one or more"),
    (opened, SUPERVISOR, pay(ROYAL, ROYAL), Reason.BAD_WINS, "seat 3 wins twice"),
    (opened, SUPERVISOR, pay(ROYAL, seats=2), Reason.BAD_WINS, "the table has seats 1 to 2"),
    (opened, SUPERVISOR, pay(ROYAL, order="as I\nlike"), Reason.BAD_WINS, r"'as I\nlike': from the dealer's"),
    (opened, SUPERVISOR, pay(ROYAL, game_round=""), Reason.BAD_TEXT, "round ''"),
    (hit, SUPERVISOR, J_POT, Reason.ALREADY_PAID, "has been paid; an award is paid once"),
    (hit, SUPERVISOR, pay(ACES, ROYAL), Reason.ALREADY_PAID, "seat 3' has been paid"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "actor", "command", "reason", "says"), REFUSALS)
def test_a_refusal_has_its_reason_and_says_what_is_accepted(start, actor, command, reason, says):
    refusal = start().refusal(actor, command)
    assert refusal.reason is reason
    assert says in refusal.says


def test_every_reason_has_its_refusal_here():
    assert {reason for *_, reason, _ in REFUSALS} == set(Reason)


def test_every_reason_is_one_short_sentence():
    assert len({reason.value for reason in Reason}) == len(Reason)
    assert all(reason.value[0].islower() and len(reason.value) < 100 for reason in Reason)


def test_an_auditor_looks_only():
    assert all(Role.AUDITOR not in command.by for command in do.COMMANDS)


def test_of_a_retired_meter_only_a_notice_can_still_be_given():
    assert [command for command in do.COMMANDS if Status.RETIRED in command.during] == [do.GiveNotice]


# ---- the meter -------------------------------------------------------------------------------------


def test_a_meter_opens_running_with_its_opening_amount_from_the_bank():
    desk = opened()
    assert desk.state.status is Status.RUNNING
    assert desk.meter.gross_micros == dollars("31396.37")
    assert journal(desk.events[0], "m") == (Transfer(BANK, ON_METER, Micros(31_396_370_000)),)


def test_before_it_opens_there_is_no_meter():
    with pytest.raises(ValueError, match="'m' is not open yet"):
        _ = Controller(name="m").meter


def test_a_suspended_meter_takes_no_stakes_until_it_is_resumed():
    desk = suspended()
    assert desk.refusal(TABLE, do.CoinIn(stakes=1)).reason is Reason.WRONG_STATUS
    desk.does(ADMIN, do.Resume()).does(TABLE, do.CoinIn(stakes=2))
    assert desk.meter.gross_micros == dollars("31396.79")


def test_what_was_won_before_a_suspension_is_paid():
    assert suspended().does(SUPERVISOR, J_POT).state.wins == {ROYAL_WIN: 3_139_63}


def test_a_meter_retires_when_meter_and_reserve_are_moved_to_another():
    desk = approved(emptied(), adjust("-0.1", Grounds.RESERVE_MOVED, other="n")).does(ADMIN, do.Retire())
    assert desk.state.status is Status.RETIRED
    assert desk.refusal(ADMIN, do.Resume()).reason is Reason.WRONG_STATUS


# ---- two people ------------------------------------------------------------------------------------


def test_settings_change_when_another_person_approves():
    desk = suspended().does(ADMIN, do.ChangeSettings(settings=CAPPED))
    assert desk.meter.settings == FSLPP_01
    assert desk.refusal(ADMIN, do.Approve(proposal=1)).reason is Reason.OWN_PROPOSAL
    desk.does(OTHER_ADMIN, do.Approve(proposal=1))
    assert desk.meter.settings == CAPPED
    assert desk.refusal(OTHER_ADMIN, do.Approve(proposal=1)).reason is Reason.NO_SUCH_PROPOSAL


def test_settings_are_not_changed_after_the_meter_was_resumed():
    desk = suspended().does(ADMIN, do.ChangeSettings(settings=CAPPED), do.Resume())
    assert desk.refusal(SUPERVISOR, do.Approve(proposal=1)).reason is Reason.WRONG_STATUS
    assert desk.meter.settings == FSLPP_01


def test_a_maximum_is_compared_with_the_meter_again_at_the_approval():
    exact = replace(FSLPP_01, maximum_cents=31_396_37)
    desk = suspended().does(ADMIN, do.ChangeSettings(settings=exact), do.Resume())
    desk.does(TABLE, do.CoinIn(stakes=1)).does(ADMIN, do.Suspend(note="again"))
    assert desk.refusal(SUPERVISOR, do.Approve(proposal=1)).reason is Reason.MAXIMUM_BELOW_METER


def test_a_maximum_may_be_set_at_what_a_full_meter_shows():
    desk = overflowing().does(ADMIN, do.Suspend(note="x"))
    lower = replace(CAPPED, maximum_cents=39_999_99)
    assert desk.refusal(ADMIN, do.ChangeSettings(settings=lower)).reason is Reason.MAXIMUM_BELOW_METER
    desk.does(ADMIN, do.ChangeSettings(settings=replace(CAPPED, maximum_cents=40_000_00)))


def test_a_withdrawn_proposal_is_gone_and_its_number_is_not_used_again():
    desk = proposed().does(SUPERVISOR, do.Withdraw(proposal=1))
    assert desk.refusal(ADMIN, do.Approve(proposal=1)).reason is Reason.NO_SUCH_PROPOSAL
    desk.does(SUPERVISOR, adjust("-1", DOWN))
    assert list(desk.state.proposals) == [2]
    assert desk.meter.gross_micros == dollars("31396.37")


def test_an_adjustment_is_looked_at_again_at_the_approval():
    desk = opened().does(SUPERVISOR, adjust("-31396.37", DOWN)).does(SUPERVISOR, J_POT)
    assert desk.refusal(ADMIN, do.Approve(proposal=1)).reason is Reason.BELOW_ZERO


@pytest.mark.parametrize(
    ("start", "command", "meter", "reserve", "moves"),
    [
        (opened, adjust("-0.000001", DOWN), "31396.369999", "0", (METER, FUND)),
        (opened, adjust("0.21", UP), "31396.58", "0", (FUND, METER)),
        (opened, adjust("-5000", Grounds.RECOVER_SEED), "26396.37", "0", (METER, BANK)),
        (overflowing, adjust("-0.2", Grounds.ABOVE_MAXIMUM), "40000", "0.3", (METER, RESERVE)),
        (overflowing, adjust("-0.04", Grounds.RECEIPTS), "40000.2", "0.06", (RESERVE, BANK)),
        (suspended, adjust("-1.5", Grounds.MOVED, other="n"), "31394.87", "0", (METER, FUND)),
        (emptied, adjust("-0.1", Grounds.RESERVE_MOVED, other="n"), "0", "0", (RESERVE, FUND)),
        (opened, adjust("1.5", Grounds.MOVED_HERE, other="n"), "31397.87", "0", (FUND, METER)),
        (opened, adjust("0.1", Grounds.RESERVE_MOVED_HERE, other="n"), "31396.37", "0.1", (FUND, RESERVE)),
        (hit, adjust("3139.63", Grounds.BACK_OUT, win=ROYAL_WIN), "31396.37", "0", (FUND, METER)),
    ],
)
def test_an_adjustment_moves_its_amount_between_its_accounts(start, command, meter, reserve, moves):
    desk = approved(start(), command)
    assert (desk.meter.gross_micros, desk.meter.reserve_micros) == (dollars(meter), dollars(reserve))
    source, target = (NAMED.get(account, account) for account in moves)
    assert journal(desk.events[-1], "m") == (Transfer(source, target, Micros(abs(command.micros))),)
    assert ROUTES[command.reason] == moves


def test_an_award_that_was_backed_out_is_counted_no_more_and_one_in_part_for_the_rest():
    desk = hit()
    before = desk.meter.tallies["Royal Flush"]
    part = approved(desk, adjust("139.63", Grounds.BACK_OUT, win=ROYAL_WIN))
    tally = part.meter.tallies["Royal Flush"]
    assert (tally.hits, tally.cents, tally.backed_out) == (before.hits, before.cents - 139_63, 0)
    whole = approved(part, adjust("3000", Grounds.BACK_OUT, win=ROYAL_WIN))
    tally = whole.meter.tallies["Royal Flush"]
    assert (tally.hits, tally.cents, tally.backed_out) == (before.hits - 1, before.cents - 3_139_63, 1)
    assert whole.meter.last_hits[-1].backed_out_cents == 3_139_63


def test_a_proposal_moves_nothing():
    desk = proposed()
    assert journal(desk.events[-1], "m") == ()
    assert desk.meter.gross_micros == dollars("31396.37")


def test_the_house_recovers_no_more_seed_than_it_put_in():
    desk = approved(opened(), adjust("-5000", Grounds.RECOVER_SEED))
    assert desk.refusal(ADMIN, adjust("-0.01", Grounds.RECOVER_SEED)).reason is Reason.ABOVE_THE_SEED_OWED


def test_SLP_9i_a_win_is_backed_out_once():
    desk = approved(hit(), adjust("3000", Grounds.BACK_OUT, win=ROYAL_WIN))
    approved(desk, adjust("139.63", Grounds.BACK_OUT, win=ROYAL_WIN))
    again = adjust("0.01", Grounds.BACK_OUT, win=ROYAL_WIN)
    assert desk.refusal(ADMIN, again).reason is Reason.ABOVE_THE_WIN
    assert desk.refusal(SUPERVISOR, J_POT).reason is Reason.ALREADY_PAID


def test_a_second_award_of_a_seat_follows_one_that_was_wholly_backed_out():
    """Its cards were corrected, and it holds a hand of the meter after all."""
    second = replace(J_POT, award=2)
    desk = approved(hit(), adjust("3000", Grounds.BACK_OUT, win=ROYAL_WIN))
    assert desk.refusal(SUPERVISOR, second).reason is Reason.ALREADY_PAID
    approved(desk, adjust("139.63", Grounds.BACK_OUT, win=ROYAL_WIN)).does(SUPERVISOR, second)
    assert desk.state.wins[f"{ROYAL_WIN}, award 2"] == 3_139_63
    assert desk.refusal(SUPERVISOR, second).reason is Reason.ALREADY_PAID
    assert desk.refusal(SUPERVISOR, replace(J_POT, award=0)).reason is Reason.BAD_WINS


# ---- the play --------------------------------------------------------------------------------------


def test_SLP_6_stakes_raise_meter_and_reserve_and_move_nothing_in_the_meters_own_book():
    desk = opened(CAPPED).does(TABLE, do.CoinIn(stakes=5))
    assert desk.events[-1] == was.StakesTaken(table="san-lo 1", upto=0, meter_micros=1_050_000, reserve_micros=500_000)
    assert desk.meter.in_micros == 1_050_000
    assert journal(desk.events[-1], "m") == ()


def test_SLP_6_the_controller_first_takes_up_what_its_tables_coined_in():
    coined = (
        was.StakesTaken(table="t1", upto=7, meter_micros=210_000, reserve_micros=100_000),
        was.StakesTaken(table="t2", upto=3, meter_micros=420_000, reserve_micros=200_000),
    )
    desk = opened(CAPPED).does(SUPERVISOR, replace(J_POT, coined=coined))
    assert [type(event).__name__ for event in desk.events] == ["MeterOpened", "StakesTaken", "StakesTaken", "AwardPaid"]
    assert desk.events[-1].cents == 3_139_70
    assert desk.state.read == {"t1": 7, "t2": 3}
    with pytest.raises(AssertionError, match="read once"):
        desk.asked(SUPERVISOR, do.Suspend(note="x", coined=coined[:1]))


def test_SLP_9f_wins_are_recorded_in_order_with_what_the_meter_showed():
    desk = opened(CAPPED).does(TABLE, do.CoinIn(stakes=10)).does(SUPERVISOR, pay(ROYAL, ACES))
    name = "san-lo 1 round 7 seat"
    shown = dollars("31398.47")
    assert desk.events[2:] == [
        was.AwardPaid(win=f"{name} 5", seat=5, line="Five Aces", cents=31_398_47, shown_micros=shown),
        was.MeterReseeded(reserve_micros=dollars("1"), bank_micros=dollars("4999")),
        was.AwardPaid(win=f"{name} 3", seat=3, line="Royal Flush", cents=500_00, shown_micros=dollars("5000")),
    ]
    assert [journal(event, "m") for event in desk.events[2:]] == [
        (Transfer(ON_METER, FUND, Micros(shown)),),
        (Transfer(IN_RESERVE, ON_METER, Micros(1_000_000)), Transfer(BANK, ON_METER, Micros(4_999_000_000))),
        (Transfer(ON_METER, FUND, Micros(500_000_000)),),
    ]
    assert (desk.meter.gross_micros, desk.meter.reserve_micros) == (dollars("4500"), 0)
    assert desk.meter.tallies["Five Aces"] == AwardTotal(line="Five Aces", hits=1, cents=31_398_47)
    assert desk.meter.last_hits[-1] == Hit(win=f"{name} 3", line="Royal Flush", cents=500_00)


def test_internal_controls_name_another_order():
    desk = opened().does(SUPERVISOR, pay(replace(ROYAL, seat=6), ACES, order="largest share first"))
    assert [event.seat for event in desk.events if isinstance(event, was.AwardPaid)] == [5, 6]


def test_an_award_of_less_than_a_cent_moves_nothing():
    nothing = was.AwardPaid(win="w", seat=1, line="Royal Flush", cents=0, shown_micros=9)
    assert journal(nothing, "m") == ()


def test_an_event_of_something_else_is_a_mistake():
    with pytest.raises(AssertionError, match="AnyEvent"):
        evolve(opened().state, AnyEvent())


# ---- links -----------------------------------------------------------------------------------------


def test_games_share_a_meter_only_if_the_same_hand_is_equally_likely():
    desk = opened().does(SUPERVISOR, link("t1"), link("t2", chance=Fraction(2, 956562), game="twin"))
    assert [*desk.state.links] == ["t1", "t2"]
    refusal = desk.refusal(SUPERVISOR, link("t3", chance=Fraction(1, 478280), game="other"))
    assert refusal.reason is Reason.LINK_UNEQUAL
    assert refusal.says == (
        "other on FSLPP-01 takes the meter with Five Aces, chance 1/478280; t1 plays san-lo on FSLPP-01 with Five Aces,"
        " chance 1/478281: a link needs them equal"
    )
    assert "Royal Flush" in desk.refusal(SUPERVISOR, link("t3", line="Royal Flush")).says


def on(table: str, paytable: str) -> do.LinkTable:
    """As a table asks today: with the hash of what the paytable pays."""
    return replace(link(table), paytable=paytable, digest=PAYTABLES[paytable].digest)


def test_slp_3_tables_on_different_paytables_never_share_a_meter():
    desk = opened().does(SUPERVISOR, on("t1", "FSLPP-01"), on("t2", "FSLPP-01"))
    refusal = desk.refusal(SUPERVISOR, on("t3", "FSLPP-03"))
    assert refusal.reason is Reason.LINK_UNEQUAL
    assert refusal.says == (
        "t1 plays san-lo on FSLPP-01, and this is san-lo on FSLPP-03: tables share a meter on one paytable"
    )
    gone = desk.does(SUPERVISOR, do.UnlinkTable(table="t1"), do.UnlinkTable(table="t2"))
    gone.does(SUPERVISOR, on("t3", "FSLPP-03"))


def test_a_link_of_an_old_book_is_known_by_its_name_and_decided_again_as_it_was():
    old = opened().does(SUPERVISOR, link("t1"), replace(link("t2"), paytable="FSLPP-03"))
    assert [*old.state.links] == ["t1", "t2"], "what was decided then is decided again"
    assert old.refusal(SUPERVISOR, on("t3", "FSLPP-01")).reason is Reason.LINK_UNEQUAL
    old.does(SUPERVISOR, do.UnlinkTable(table="t2")).does(SUPERVISOR, on("t3", "FSLPP-01"))


def test_a_link_needs_the_meters_stake():
    says = opened().refusal(SUPERVISOR, link("t1", stake=2_00)).says
    assert says == "t1 bets $2 and the meter takes $1: a link needs them equal"
    desk = suspended().does(SUPERVISOR, link("t1"))
    changed = do.ChangeSettings(settings=replace(FSLPP_01, stake_cents=5_00))
    assert desk.refusal(ADMIN, changed).says == "t1 bets $1 and the meter takes $5: a link needs them equal"
    desk.does(SUPERVISOR, do.UnlinkTable(table="t1")).does(ADMIN, changed)


def test_a_meter_is_not_retired_while_a_table_plays_for_it():
    desk = suspended().does(SUPERVISOR, link("t1"))
    assert desk.refusal(ADMIN, do.Retire()).says == "t1 play for this meter: close them first"
    assert desk.refusal(SUPERVISOR, do.UnlinkTable(table="t2")).reason is Reason.NOT_LINKED


# ---- malfunctions and deposits ---------------------------------------------------------------------


def test_a_malfunction_suspends_the_meter_and_waits_for_its_notice():
    desk = opened().does(SUPERVISOR, do.ReportMalfunction(note="the display is dark"))
    assert desk.state.status is Status.SUSPENDED
    assert desk.state.malfunctions == {1: "the display is dark"}
    desk.does(ADMIN, do.ReportMalfunction(note="and again"))
    assert desk.refusal(ADMIN, do.GiveNotice(malfunction=3, note="x")).says.endswith("without a notice are 1, 2")
    desk.does(ADMIN, do.GiveNotice(malfunction=1, note="by telephone, to agent Lee"))
    assert desk.state.malfunctions == {2: "and again"}


def test_deposits_are_recorded_and_no_more_is_taken_back_than_is_there():
    desk = opened().does(SUPERVISOR, do.RecordDeposit(cents=100_00, note="slip 7"))
    assert journal(desk.events[-1], "m") == (Transfer(DEPOSIT, FUND, Micros(100_000_000)),)
    assert "from -10000, which is on deposit" in desk.refusal(ADMIN, do.RecordDeposit(cents=-100_01, note="x")).says
    desk.does(ADMIN, do.RecordDeposit(cents=-40_00, note="to pay a jackpot"))
    assert journal(desk.events[-1], "m") == (Transfer(FUND, DEPOSIT, Micros(40_000_000)),)
    assert desk.state.deposited_cents == 60_00
