"""Limits: what a wager may be, what house terms may say, what a round may pay, and what waits for surveillance."""

import datetime
from dataclasses import replace

import pytest

from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.money import Cents
from houseway.shuffler import equipped
from houseway.table.ceiling import Ceiling
from houseway.table.commands import OpenTable
from houseway.table.refusal import Reason
from houseway.table.state import Table
from houseway.table.terms import ALERT_CENTS, WAGER_CAPS, Terms, faults, filled, most_on_one, wager_cap
from tests.table.sitting import DEALER, NOON, SUPERVISOR, Sitting, main_of, may_place

TODAY = NOON.date()
BET, FORTUNES = "Standard Bet", "Pair Fortunes"
EIGHTS, NINES, ACES = "8c 8d 8h 8s", "9c 9d 9h 9s", "Ac Ad Ah As"  # four of a kind: 300 to 1
DEALERS = "7c Kd 4h Qs"


def sitting_at(*seats, **terms):
    return Sitting("supreme-99", seats=seats, **terms)


# ---- one wager -----------------------------------------------------------------------------------


def test_the_main_bet_keeps_to_the_tables_limits():
    sitting = sitting_at(3, minimum_cents=10_00, maximum_cents=100_00)
    sitting.player(3).refused(Reason.BELOW_MINIMUM).bets(BET, 9_99)
    sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(BET, 100_01)
    sitting.player(3).bets(BET, 10_00)
    sitting.player(3).bets(BET, 100_00)


def test_side_bets_have_limits_of_their_own():
    sitting = sitting_at(3, side_minimum_cents=2_00, side_maximum_cents=50_00).bets()
    sitting.player(3).refused(Reason.BELOW_MINIMUM).bets(FORTUNES, 1_99)
    sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(FORTUNES, 50_01)
    sitting.player(3).bets(FORTUNES, 2_00)
    sitting.player(3).bets(FORTUNES, 50_00)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_bets_more_than_300_dollars_on_one_wager(game):
    sitting = Sitting(game.slug, seats=(3,))
    placed = [name for name in sitting.table.terms.paytables if may_place(sitting.table, name)]
    assert main_of(game) in placed
    for name in placed:
        sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(name, 300_01) if name == main_of(game) else None
        sitting.player(3).bets(name, 300_00)
        sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(name, 300_01)
    assert set(sitting.round.spots[3].wagers.values()) == {300_00}


def test_the_reason_names_the_limit():
    sitting = sitting_at(3)
    assert sitting.player(3).refused(Reason.BELOW_MINIMUM).bets(BET, 4_99).says == "$4.99 on Standard Bet: at least $5"
    assert (
        sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(BET, 999_00).says == "$999 on Standard Bet: at most $300"
    )


def test_of_two_limits_the_lower_is_named():
    sitting = sitting_at(3, maximum_cents=100_00)
    refusal = sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(BET, 301_00)  # above the law's, too
    assert refusal.says == "$301 on Standard Bet: at most $100"


# ---- the law's cap, by its date ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "cap"),
    [("2008-12-31", None), ("2009-01-01", 300_00), ("2014-11-24", 300_00), ("2026-03-01", 300_00)],
)
def test_the_cap_on_one_wager_holds_from_its_date(day, cap):
    assert wager_cap("washington", datetime.date.fromisoformat(day)) == cap


def test_no_cap_is_known_elsewhere():
    assert wager_cap("nevada", TODAY) is None


def the_cap_becomes(monkeypatch, cents, *, in_days):
    since = TODAY + datetime.timedelta(days=in_days)
    monkeypatch.setitem(WAGER_CAPS, "washington", (*WAGER_CAPS["washington"], (since, cents)))


def test_a_table_that_stays_open_keeps_to_the_cap_of_the_day(monkeypatch):
    the_cap_becomes(monkeypatch, 200_00, in_days=1)
    sitting = sitting_at(3)
    sitting.player(3).bets(BET, 300_00)  # today it may
    sitting.player(3).takes_back(BET)
    sitting.at += datetime.timedelta(days=1)
    refusal = sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(BET, 200_01)
    assert refusal.says == "$200.01 on Standard Bet: at most $200"
    sitting.player(3).bets(BET, 200_00)
    sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(FORTUNES, 200_01)
    sitting.player(3).bets(FORTUNES, 200_00)


def test_a_cap_that_rises_does_not_lift_the_tables_own_maximum(monkeypatch):
    the_cap_becomes(monkeypatch, 400_00, in_days=0)
    sitting = sitting_at(3)
    sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(BET, 300_01)
    sitting.player(3).bets(BET, 300_00)


def test_wagers_that_lie_when_the_cap_falls_can_be_taken_back(monkeypatch):
    sitting = sitting_at(3)
    sitting.player(3).bets(BET, 300_00)
    sitting.player(3).bets(FORTUNES, 300_00)
    the_cap_becomes(monkeypatch, 200_00, in_days=0)
    sitting.player(3).takes_back(FORTUNES)
    sitting.player(3).takes_back(BET)
    assert sitting.chips(3) == 5_000_00


def test_and_they_can_be_lowered(monkeypatch):
    sitting = sitting_at(3)
    sitting.player(3).bets(BET, 300_00)
    sitting.player(3).bets(FORTUNES, 300_00)
    the_cap_becomes(monkeypatch, 200_00, in_days=0)
    sitting.player(3).bets(BET, 200_00)
    sitting.player(3).bets(FORTUNES, 200_00)


# ---- house terms can only tighten ----------------------------------------------------------------


def wrong_with(game="supreme-99", **terms):
    return faults(filled(Terms(game=game, **terms)), TODAY)


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_terms_of_every_game_have_no_fault(game):
    assert wrong_with(game) == []


TIGHTER = [
    {"maximum_cents": 299_99},
    {"minimum_cents": 300_00},
    {"side_maximum_cents": 1_00},
    {"minimum_cents": 1},
    {"betting_seconds": 0, "setting_seconds": 3600},
    {"tray_cents": 0},
    {"paytables": {BET: "S99"}},
    {"side_maximum_cents": 10_00, "aggregate_cents": {FORTUNES: 500_00}},
    {"dealer": "live", "shuffler": "manual", "number_by": "dice"},
]


@pytest.mark.parametrize("terms", TIGHTER, ids=str)
def test_tighter_terms_are_accepted(terms):
    assert wrong_with(**terms) == []


FAULTS = [
    ({"maximum_cents": 300_01}, "maximum_cents 30001: washington allows $300 a wager on 2026-03-01"),
    ({"side_maximum_cents": 500_00}, "side_maximum_cents 50000: washington allows $300 a wager on 2026-03-01"),
    ({"minimum_cents": 0}, "minimum_cents 0 and maximum_cents 30000: at least 1, and in this order"),
    ({"minimum_cents": -5}, "minimum_cents -5 and maximum_cents 30000: at least 1, and in this order"),
    (
        {"minimum_cents": 300, "maximum_cents": 299},
        "minimum_cents 300 and maximum_cents 299: at least 1, and in this order",
    ),
    ({"side_minimum_cents": 0}, "side_minimum_cents 0 and side_maximum_cents 30000: at least 1, and in this order"),
    ({"decks": 2}, "2 decks: supreme-99 takes 1"),
    ({"decks": 0}, "0 decks: supreme-99 takes 1"),
    ({"number_by": "coin"}, "number_by 'coin': supreme-99 takes rng or dice"),
    ({"dealer": "absent"}, "dealer 'absent': supreme-99 takes automatic or live"),
    ({"shuffler": "hand"}, "shuffler 'hand': supreme-99 takes machine or manual"),
    ({"shuffler": "manual"}, "shuffler 'manual' needs a live dealer, who enters the cards"),
    ({"shuffled": "by hand"}, "shuffled 'by hand': with shuffler 'machine', by machine or continuously"),
    ({"betting_seconds": -1}, "betting_seconds -1: 0 to 3600"),
    ({"setting_seconds": 3601}, "setting_seconds 3601: 0 to 3600"),
    ({"tray_cents": -1}, "tray_cents -1: 0 to 1000000000"),
    ({"tray_cents": 10**9 + 1}, "tray_cents 1000000001: 0 to 1000000000"),
    ({"paytables": {"Insurance": "S99"}}, "'Insurance' is not a wager of supreme-99: Standard Bet, Pair Fortunes"),
    ({"paytables": {BET: "A1"}}, "'A1' is not a paytable of supreme-99: S99, Pair Fortunes"),
    ({"paytables": {"standard bet": "s99"}}, "paytables: write 'Standard Bet' and 'S99'"),
    ({"paytables": {BET: FORTUNES}}, "'Pair Fortunes' is a paytable of Pair Fortunes, not of Standard Bet"),
    ({"paytables": {FORTUNES: FORTUNES}}, "Standard Bet is the main wager and must have a paytable"),
    ({"game": "match-em", "paytables": {"Ante": "Ante"}}, "Double Down is part of the game and must have a paytable"),
    ({"game": "match-em", "decks": 9}, "9 decks: match-em takes 1 to 8"),
    ({"game": "match-em", "number_by": "dice"}, "number_by 'dice': match-em takes rng"),
    ({"game": "san-lo", "number_by": "dice"}, "number_by 'dice': san-lo takes rng"),
    (
        {"game": "san-lo", "win_order": "by age"},
        "win_order 'by age': san-lo takes from the dealer's right or largest share first",
    ),
    ({"aggregate_cents": {"Insurance": 10**9}}, "aggregate_cents: 'Insurance' is not a wager of this table"),
    (
        {"paytables": {BET: "S99"}, "aggregate_cents": {FORTUNES: 10**9}},
        "aggregate_cents: 'Pair Fortunes' is not a wager of this table",
    ),
    (
        {"aggregate_cents": {BET: 10**9}},
        "aggregate_cents: Standard Bet pays at most 4 to 1; a limit needs top odds of 50 to 1",
    ),
    (
        {"aggregate_cents": {FORTUNES: 14_999_99}},
        "aggregate_cents: $14,999.99 on Pair Fortunes is below $15,000, the largest wager at 50 to 1",
    ),
]


@pytest.mark.parametrize(("terms", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_each_fault_of_terms_is_named(terms, fault):
    assert fault in wrong_with(**terms)
    refusal = Sitting(opened=False).supervisor.refused(Reason.BAD_TERMS).opens(Terms(**{"game": "supreme-99"} | terms))
    assert fault in refusal.says


def test_an_unknown_jurisdiction_is_named():
    wrong = wrong_with(jurisdiction="atlantis")
    assert wrong[0].startswith("jurisdiction 'atlantis'")
    assert wrong[-1] == "no wager cap is known for 'atlantis' on 2026-03-01"


def test_an_unknown_game_is_named():
    assert faults(Terms(game="poker"), TODAY) == [f"'poker' is not a game: {', '.join(GAMES)}"]
    Sitting(opened=False).supervisor.refused(Reason.BAD_TERMS).opens(Terms(game="poker"))


def test_before_2009_no_table_can_be_opened():
    before = datetime.date(2008, 12, 31)
    assert faults(filled(Terms(game="san-lo")), before) == ["no wager cap is known for 'washington' on 2008-12-31"]


def test_all_faults_are_told_at_once():
    refusal = (
        Sitting(opened=False)
        .supervisor.refused(Reason.BAD_TERMS)
        .opens(Terms(game="supreme-99", maximum_cents=400_00, decks=3, dealer="x", betting_seconds=-1))
    )
    assert len(refusal.says.split("; ")) == 4


@pytest.mark.parametrize("paytable", ["nonsense", "pair fortunes", ""])
def test_an_aggregate_limit_on_a_wager_with_a_wrong_paytable_is_a_fault_and_no_crash(paytable):
    terms = {"paytables": {BET: "S99", FORTUNES: paytable}, "aggregate_cents": {FORTUNES: 15_000_00}}
    assert wrong_with(**terms)
    Sitting(opened=False).supervisor.refused(Reason.BAD_TERMS).opens(Terms(game="supreme-99", **terms))


def test_a_game_is_kept_by_its_own_name_however_it_was_typed():
    sitting = Sitting("Supreme-99")
    assert sitting.table.terms.game == "supreme-99"


# ---- the aggregate payout limit ------------------------------------------------------------------


def limited(limit, stakes, hands):
    """Pair Fortunes at most $10 a seat, and so at least $500 a round."""
    sitting = sitting_at(*stakes, side_maximum_cents=10_00, aggregate_cents={FORTUNES: limit})
    for seat, cents in stakes.items():
        sitting.player(seat).bets(BET, 5_00)
        sitting.player(seat).bets(FORTUNES, cents)
    sitting.deals(hands | {DEALER: DEALERS}).reveals().reconciles()
    return sitting


def test_an_aggregate_limit_that_is_exceeded_is_shared_pro_rata_rounded_down():
    """$900, $600 and $1 are won, $1,501 in all, of which $500 are paid: 90000 × 50000 / 150100 = 29980.01 cents,
    60000 × 50000 / 150100 = 19986.67 and 100 × 50000 / 150100 = 33.31. The house keeps the odd cent."""
    sitting = limited(500_00, {1: 3_00, 4: 2_00, 6: 1_00}, {1: EIGHTS, 4: NINES, 6: "2c 2d Jh Ts"})
    assert [sitting.result(seat, FORTUNES).won_cents for seat in (1, 4, 6)] == [299_80, 199_86, 33]
    assert [sitting.result(seat, FORTUNES).returned_cents for seat in (1, 4, 6)] == [3_00, 2_00, 1_00]
    assert sitting.result(1, FORTUNES).reason.endswith("; the aggregate limit leaves $299.80 of $900")


def test_an_aggregate_limit_that_is_just_reached_cuts_nothing():
    """300 × $1 + 15 × $10 + 15 × $3 + 1 × $5 = $500."""
    hands = {1: EIGHTS, 2: "9c 9d 3h 3s", 3: "5c 5d 6h 6s", 4: "2c 2d Jh Ts"}
    sitting = limited(500_00, {1: 1_00, 2: 10_00, 3: 3_00, 4: 5_00}, hands)
    assert [sitting.result(seat, FORTUNES).won_cents for seat in (1, 2, 3, 4)] == [300_00, 150_00, 45_00, 5_00]


def test_one_cent_more_and_all_shares_are_cut():
    """$500.01 are won: $300 is paid as 30000 × 50000 / 50001 = 29999.40 cents, and so on."""
    hands = {1: EIGHTS, 2: "9c 9d 3h 3s", 3: "5c 5d 6h 6s", 4: "2c 2d Jh Ts"}
    sitting = limited(500_00, {1: 1_00, 2: 10_00, 3: 3_00, 4: 5_01}, hands)
    assert [sitting.result(seat, FORTUNES).won_cents for seat in (1, 2, 3, 4)] == [299_99, 149_99, 44_99, 5_00]


def test_an_aggregate_limit_looks_at_its_own_wager_only():
    sitting = limited(500_00, {1: 10_00}, {1: EIGHTS})
    assert sitting.result(1, FORTUNES).won_cents == 500_00
    assert sitting.result(1, BET).won_cents == 5_00


def test_the_limit_begins_anew_with_every_round():
    sitting = limited(500_00, {1: 1_00}, {1: EIGHTS})
    sitting.dealer.game_over()
    sitting.player(1).bets(BET, 5_00)
    sitting.player(1).bets(FORTUNES, 1_00)
    sitting.deals({1: EIGHTS, DEALER: DEALERS}).reveals().reconciles()
    assert sitting.result(1, FORTUNES).won_cents == 300_00


# ---- payouts over $3,000 -------------------------------------------------------------------------


ONE_EACH = "9c 9d 4h Qs"  # against a pair of eights High and another Low


def jackpot(stake, *, dealers=DEALERS, **terms):
    """Four of a kind at 300 to 1, reconciled; the standard bet of $5 wins, or pushes if the dealer has one each."""
    sitting = sitting_at(2, 5, **terms).bets(main=5_00)
    sitting.player(5).bets(FORTUNES, stake)
    sitting.deals({5: EIGHTS, DEALER: dealers}).reveals()
    sitting.dealer.reconciles(5)
    return sitting


def won_and_held(sitting, wager):
    result = sitting.result(5, wager)
    return result.won_cents, result.held


def test_exactly_3000_dollars_are_paid_at_once():
    sitting = jackpot(10_00, dealers=ONE_EACH)
    assert ALERT_CENTS == 3_000_00
    assert won_and_held(sitting, FORTUNES) == (3_000_00, False)
    assert sitting.chips(5) == 5_000_00 + 3_000_00
    assert sitting.account("pending") == 0


def test_more_than_3000_dollars_wait_for_surveillance():
    sitting = jackpot(10_01, dealers=ONE_EACH)
    assert won_and_held(sitting, FORTUNES) == (3_003_00, True)
    assert won_and_held(sitting, BET) == (0, False)  # what wins nothing does not wait
    assert sitting.account("pending") == 3_003_00
    assert sitting.chips(5) == 5_000_00  # the stakes are back
    sitting.player(5).refused(Reason.PAYOUT_WAITS).leaves()
    sitting.supervisor.refused(Reason.PAYOUT_WAITS).leaves(5)
    sitting.dealer.refused(Reason.NOT_RECONCILED).game_over()
    sitting.dealer.reconciles(2)  # the others do not wait
    refusal = sitting.dealer.refused(Reason.PAYOUT_WAITS).game_over()
    assert "$3,003" in refusal.says
    sitting.surveillance.refused(Reason.NOTHING_WAITS).acknowledges(BET, 5)
    sitting.surveillance.refused(Reason.NOTHING_WAITS).acknowledges(FORTUNES, 2)
    sitting.surveillance.acknowledges(FORTUNES, 5)
    assert sitting.chips(5) == 5_000_00 + 3_003_00
    assert sitting.account("pending") == 0
    sitting.surveillance.refused(Reason.NOTHING_WAITS).acknowledges(FORTUNES, 5)
    sitting.dealer.game_over()
    sitting.player(5).leaves()


def test_what_a_seat_wins_on_all_its_wagers_is_one_payout():
    """$2,994 and $5 are paid; $2,997 and $5 wait, the standard bet's five dollars too."""
    paid = jackpot(9_98)
    assert (won_and_held(paid, BET), won_and_held(paid, FORTUNES)) == ((5_00, False), (2_994_00, False))
    assert paid.chips(5) == 5_000_00 + 2_999_00
    held = jackpot(9_99)
    assert (won_and_held(held, BET), won_and_held(held, FORTUNES)) == ((5_00, True), (2_997_00, True))
    assert held.account("pending") == 3_002_00
    assert held.chips(5) == 5_000_00
    held.dealer.reconciles(2)
    held.surveillance.acknowledges(FORTUNES, 5)
    assert held.chips(5) == 5_000_00 + 2_997_00
    held.player(5).refused(Reason.PAYOUT_WAITS).leaves()
    refusal = held.dealer.refused(Reason.PAYOUT_WAITS).game_over()
    assert "$5 on Standard Bet" in refusal.says
    held.surveillance.acknowledges(BET, 5)
    held.dealer.game_over()
    assert held.chips(5) == 5_000_00 + 3_002_00


def test_two_bonuses_together_do_not_leave_unseen():
    """$300, five times $300 and 200 times $14.50: none of them above the alert, $4,700 together."""
    sitting = Sitting("san-lo", seats=(5,))
    for wager, cents in (("Main Bet", 300_00), ("Hat Trick", 300_00), ("Fortune Bonus", 14_50)):
        sitting.player(5).bets(wager, cents)
    sitting.deals({5: "As Ks Qs Js Ts 9c", DEALER: "2h 4h 6h 8s 3d 7d"})
    sitting.player(5).sets("123|45|6")
    sitting.reveals().reconciles()
    assert [won_and_held(sitting, wager) for wager in ("Main Bet", "Hat Trick", "Fortune Bonus")] == [
        (300_00, True),
        (1_500_00, True),
        (2_900_00, True),
    ]


def test_a_lost_wager_does_not_bring_the_payout_under_the_alert():
    """$3,003 are won while the dealer's pairs take the standard bet of $5."""
    sitting = jackpot(10_01, dealers="9c 9d Kh Ks")
    assert (won_and_held(sitting, BET), won_and_held(sitting, FORTUNES)) == ((0, False), (3_003_00, True))
    assert sitting.net(5, BET) == -5_00


def test_two_seats_are_two_payouts():
    sitting = sitting_at(2, 5).bets(main=5_00)
    for seat in (2, 5):
        sitting.player(seat).bets(FORTUNES, 9_00)
    sitting.deals({2: NINES, 5: EIGHTS, DEALER: DEALERS}).reveals().reconciles()
    assert not any(result.held for seat in (2, 5) for result in sitting.round.spots[seat].results)


@pytest.mark.parametrize("who", ["dealer", "supervisor", "auditor"])
def test_only_surveillance_acknowledges(who):
    getattr(jackpot(20_00), who).refused(Reason.NOT_YOUR_ROLE).acknowledges(FORTUNES, 5)


def test_a_live_tables_payout_is_not_acknowledged_by_the_program():
    jackpot(20_00).automatic.refused(Reason.DEALER_IS_LIVE).acknowledges(FORTUNES, 5)


def test_nothing_can_be_acknowledged_before_it_is_reconciled():
    sitting = sitting_at(5).bets()
    sitting.player(5).bets(FORTUNES, 20_00)
    sitting.deals({5: EIGHTS}).reveals()
    sitting.surveillance.refused(Reason.NOTHING_WAITS).acknowledges(FORTUNES, 5)


def test_a_payout_that_the_aggregate_limit_brings_under_the_alert_does_not_wait():
    sitting = jackpot(20_00, side_maximum_cents=20_00, aggregate_cents={FORTUNES: 1_000_00})
    assert (sitting.result(5, FORTUNES).won_cents, sitting.result(5, FORTUNES).held) == (1_000_00, False)


def test_money_that_waits_cannot_be_bet_or_cashed():
    sitting = jackpot(20_00)
    sitting.player(5).refused(Reason.NOT_ENOUGH_CHIPS).cashes_out(6_000_00)


def test_a_table_may_open_fewer_seats_than_its_layout_has():
    sitting = Sitting("match-em", seats=(3,), seats_open=3)
    sitting.player(4).refused(Reason.NO_SUCH_SEAT).sits()
    wrong = faults(filled(Terms(game="match-em", seats=8)), TODAY)
    assert wrong == ["8 seats: match-em has 1 to 7"]


# ---- a ceiling of the house's own ----------------------------------------------------------------

BY_COMPACT = Ceiling(cents=Cents(500_00), approved="Compact, Appendix X2", since="2026-01-01")


def opened_under(ceiling, claimed=None, **limits):
    sitting = Sitting(opened=False)
    terms = Terms(game="supreme-99", dealer="live", ceiling=claimed, **limits)
    return sitting, sitting.answer(SUPERVISOR, OpenTable(terms=terms, ceiling=ceiling))


def test_wac_230_15_140_a_house_with_an_approval_of_its_own_has_its_own_ceiling_and_never_more():
    sitting, answer = opened_under(BY_COMPACT, maximum_cents=500_00, side_maximum_cents=400_00)
    assert not isinstance(answer, Refusal)
    assert sitting.table.terms.ceiling == BY_COMPACT
    sitting.player(3).sits()
    sitting.sells_chips(3, 5_000_00)
    sitting.player(3).bets(BET, 500_00)
    sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(BET, 500_01)
    sitting.player(3).refused(Reason.ABOVE_MAXIMUM).bets(FORTUNES, 400_01)
    for wrong in ({"maximum_cents": 500_01}, {"side_maximum_cents": 500_01}):
        answer = opened_under(BY_COMPACT, **{"maximum_cents": 500_00} | wrong)[1]
        assert answer.reason is Reason.BAD_TERMS and "the house's approval allows $500" in answer.says


def test_a_ceiling_that_a_supervisor_sends_does_not_count():
    answer = opened_under(None, BY_COMPACT, maximum_cents=500_00)[1]
    assert answer.reason is Reason.BAD_TERMS and "washington allows $300" in answer.says
    sitting, _ = opened_under(None, BY_COMPACT)
    assert sitting.table.terms.ceiling is None


def test_before_its_day_a_ceiling_does_not_hold():
    later = replace(BY_COMPACT, since="2026-03-02")  # the sitting is of the day before
    assert "washington allows $300" in opened_under(later, maximum_cents=500_00)[1].says
    sitting, answer = opened_under(later)
    assert not isinstance(answer, Refusal)
    assert most_on_one(sitting.table.terms, datetime.date(2026, 3, 1)) == 300_00
    assert most_on_one(sitting.table.terms, datetime.date(2026, 3, 2)) == 500_00


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"cents": 0}, "at most"),
        ({"cents": 100_000_01}, "at most $100,000"),
        ({"approved": ""}, "what approves it"),
        ({"approved": "a\nb"}, "what approves it"),
        ({"since": "soon"}, "a day is written"),
    ],
)
def test_a_ceiling_says_how_much_by_what_and_since_when(change, says):
    answer = opened_under(replace(BY_COMPACT, **change))[1]
    assert answer.reason is Reason.BAD_TERMS and says in answer.says


def test_the_shell_writes_the_ceiling_of_the_house_into_the_command():
    asked = OpenTable(terms=Terms(game="supreme-99"), ceiling=BY_COMPACT)
    assert equipped(asked, Table(name="T1"), SUPERVISOR).ceiling is None
    assert equipped(asked, Table(name="T1"), SUPERVISOR, ceiling=BY_COMPACT).ceiling == BY_COMPACT
