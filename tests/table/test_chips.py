"""Chips: a wager is a whole number of them, the tray has them by value, and a seat colours up."""

import itertools
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.table import commands as do
from houseway.table.denominations import fewest, show_chips, together, value_of
from houseway.table.notation import plain
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.seal import terms_digest
from houseway.table.terms import Terms, faults, filled
from tests.table.sitting import DEALER, Sitting

VALUES = (1_00, 5_00, 25_00, 100_00, 500_00)
TRAY = {"100": 500, "500": 300, "2500": 200, "10000": 80, "50000": 10}  # $20,000
TODAY = date(2026, 3, 1)


def of_chips(game="supreme-99", **more):
    terms = {"chip_cents": VALUES, "tray_chips": TRAY, "seats": (2, 4), **more}
    return Sitting(game, **terms)


def faults_of(**terms):
    return "; ".join(faults(filled(Terms(game="san-lo", **terms)), TODAY))


def offered_to(sitting, seat):
    """What the seat may say now, and what it costs."""
    seen = sitting.seen_by(sitting.player(seat).actor)
    return {option["word"]: option["cents"] for option in seen["current"]["spots"][str(seat)]["options"]}


# ---- wagers ------------------------------------------------------------------------------------------


def test_no_wager_is_of_three_dollars_and_a_third():
    sitting = of_chips(minimum_cents=1_00)
    sitting.player(4).refused(Reason.NOT_IN_CHIPS).bets("Standard Bet", 3_33)
    sitting.player(4).refused(Reason.NOT_IN_CHIPS).bets("Standard Bet", 3_50)
    sitting.player(4).bets("Standard Bet", 3_00)


def test_a_wager_is_changed_in_whole_chips_only():
    sitting = of_chips(chip_cents=(5_00, 25_00), tray_chips={}, side_minimum_cents=5_00)
    sitting.player(4).bets("Standard Bet", 25_00)
    sitting.player(4).refused(Reason.NOT_IN_CHIPS).bets("Standard Bet", 27_00)
    sitting.player(4).refused(Reason.NOT_IN_CHIPS).bets("Pair Fortunes", 1_00)
    sitting.player(4).bets("Standard Bet", 30_00)


def test_chips_are_bought_whole_and_what_is_won_in_coin_can_be_cashed():
    sitting = of_chips("blackjack", seats=(4,), chips=0)
    sitting.dealer.refused(Reason.NOT_IN_CHIPS).buys_in(99_50, 4)
    sitting.dealer.buys_in(100_00, 4)
    sitting.bets(main=5_00).deals({4: "As Kd", DEALER: "9c 7d"}).ends()
    assert sitting.chips(4) == 107_50  # 3 to 2 of $5: the half dollar is coin
    sitting.player(4).refused(Reason.NOT_IN_CHIPS).bets(sitting.game.required[0], 7_50)
    sitting.player(4).cashes_out(7_50)


def test_half_a_bet_is_insured_in_whole_chips():
    sitting = of_chips("blackjack", seats=(2, 4))
    for seat, cents in ((2, 5_00), (4, 20_00)):
        sitting.player(seat).bets(sitting.game.required[0], cents)
    sitting.deals({2: "9c 7d", 4: "9d 7s", DEALER: "As 4c"})
    assert offered_to(sitting, 2)["insurance"] == 2_00
    for seat in (2, 4):
        sitting.player(seat).says("insurance")
    assert sitting.round.spots[2].wagers["Insurance"] == 2_00
    assert sitting.round.spots[4].wagers["Insurance"] == 10_00
    sitting.ends()
    assert check(sitting.receipt())[1] == []


def test_a_bet_of_one_chip_is_not_insured_by_half_a_chip():
    sitting = of_chips("blackjack", seats=(4,), minimum_cents=1_00)
    sitting.player(4).bets(sitting.game.required[0], 1_00)
    sitting.deals({4: "9d 7s", DEALER: "As 4c"})
    assert "insurance" not in offered_to(sitting, 4)
    sitting.player(4).refused(Reason.BELOW_MINIMUM).says("insurance")


# ---- terms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"chip_cents": (5_00, 1_00)}, "each more than the one before"),
        ({"chip_cents": (0, 1_00)}, "each more than the one before"),
        ({"chip_cents": (1_00, 1_00)}, "each more than the one before"),
        ({"chip_cents": (2_00, 5_00)}, "so many times the smallest"),
        ({"chip_cents": tuple(range(1_00, 10_00, 1_00))}, "at most 8"),
        ({"chip_cents": (5_00, 25_00)}, "side_minimum_cents 100: a whole number of the smallest chip, $5"),
        ({"chip_cents": VALUES, "maximum_cents": 99_50}, "maximum_cents 9950"),
        ({"chip_cents": VALUES, "tray_chips": {"200": 1}}, "'200' cents is no chip of this table"),
        ({"chip_cents": VALUES, "tray_chips": {"100": 0}}, "0 chips of $1"),
        ({"chip_cents": VALUES, "tray_chips": {"100": 5}}, "tray_chips come to $5: tray_cents is $20,000"),
        ({"tray_chips": {"100": 5}}, "is no chip of this table"),
    ],
)
def test_terms_have_chips_that_make_the_limits(terms, says):
    assert says in faults_of(**terms)


def test_a_progressive_stake_is_a_whole_number_of_chips():
    offered = {"Main Bet": "FSLPMB-01", "Progressive": "FSLPP-01"}
    wrong = faults_of(chip_cents=(5_00, 25_00), side_minimum_cents=5_00, paytables=offered, meter="m")
    assert "the stake of Progressive 100" in wrong


def test_terms_without_chips_are_written_as_they_were():
    """So old books, seals and receipts hold."""
    terms = filled(Terms(game="san-lo"))
    assert not {"chip_cents", "tray_chips"} & plain(terms).keys()
    assert terms_digest(terms) != terms_digest(filled(Terms(game="san-lo", chip_cents=VALUES)))


# ---- the tray ----------------------------------------------------------------------------------------


def test_the_tray_has_its_chips_by_value():
    sitting = of_chips()
    assert sitting.table.rack == TRAY
    sitting.supervisor.fills(600_00, chips={"500": 20, "10000": 5})
    assert sitting.table.rack == {**TRAY, "500": 320, "10000": 85}
    sitting.supervisor.credits(500_00, chips={"50000": 1})
    assert sitting.table.rack["50000"] == 9
    sitting.supervisor.reverses(sitting.last[0].entry)
    assert sitting.table.rack["50000"] == 10
    assert sitting.seen_by(sitting.dealer.actor)["rack"] == sitting.table.rack
    assert "rack" not in sitting.seen_by(sitting.player(4).actor)


def test_a_fill_names_its_chips_and_they_make_the_amount():
    sitting = of_chips()
    sitting.supervisor.refused(Reason.NOT_IN_CHIPS).fills(600_00)
    sitting.supervisor.refused(Reason.NOT_IN_CHIPS).fills(600_00, chips={"10000": 5})
    sitting.supervisor.refused(Reason.NOT_IN_CHIPS).credits(500_00, chips={"20000": 1})
    sitting.supervisor.refused(Reason.NOT_IN_CHIPS).fills(600_00, chips={"10000": -6, "60000": 2})


def test_a_table_without_chips_is_filled_as_ever():
    sitting = Sitting("supreme-99")
    sitting.supervisor.fills(123_45)
    sitting.supervisor.refused(Reason.NOT_IN_CHIPS).fills(5_00, chips={"500": 1})
    assert sitting.table.rack == {}
    assert "rack" not in sitting.seen_by(sitting.dealer.actor)


def test_a_table_of_chips_that_deals_itself_is_filled_with_whole_ones():
    sitting = of_chips("blackjack", seats=(4,), dealer="automatic", tray_cents=5_00, tray_chips={"500": 1})
    sitting.bets(main=5_00).deals({4: "As Kd", DEALER: "9c 7d"}).deals_itself()
    filled_with = [event for event, _ in sitting.events if type(event).__name__ == "TrayFilled"]
    assert [event.cents for event in filled_with] == [5_00, 3_00]  # $2.50 were missing
    assert filled_with[-1].chips == {"100": 3}


# ---- colour up ---------------------------------------------------------------------------------------


def test_a_seat_colours_up_into_the_fewest_chips():
    sitting = of_chips()
    sitting.dealer.colours_up(4, {"100": 35, "500": 40, "2500": 3})
    assert sitting.last[0].gets == {"500": 2, "10000": 3}  # $310
    assert sitting.table.rack["100"] == 535
    assert sitting.table.rack["10000"] == 77
    assert sitting.chips(4) == 5_000_00


def test_what_is_coloured_up_is_there_and_can_be():
    sitting = of_chips(chips=100_00)
    sitting.dealer.refused(Reason.NOT_ENOUGH_CHIPS).colours_up(4, {"500": 21})
    sitting.dealer.refused(Reason.NOTHING_TO_CHANGE).colours_up(4, {"100": 4})
    sitting.dealer.refused(Reason.NOTHING_TO_CHANGE).colours_up(4, {})
    sitting.dealer.refused(Reason.NOT_IN_CHIPS).colours_up(4, {"200": 4})
    sitting.dealer.refused(Reason.SEAT_EMPTY).colours_up(3, {"100": 5})
    Sitting("supreme-99", seats=(4,)).dealer.refused(Reason.NOT_IN_CHIPS).colours_up(4, {"100": 5})


def test_chips_on_the_felt_are_not_coloured_up():
    sitting = of_chips(chips=100_00).bets(main=80_00)
    sitting.dealer.refused(Reason.NOT_ENOUGH_CHIPS).colours_up(4, {"500": 5})
    sitting.dealer.colours_up(4, {"100": 20})


@given(st.integers(0, 10**7), st.sampled_from([VALUES, (5_00, 25_00), (50, 1_00, 5_00)]))
def test_the_fewest_chips_are_the_amount_and_fewer_do_not_make_it(cents, values):
    chips = fewest(cents, values)
    assert cents - value_of(chips) == cents % values[0]
    for less, more in itertools.pairwise(values):
        assert chips.get(str(less), 0) * less < more


def test_chips_are_told_from_the_smallest():
    assert show_chips({"2500": 20, "500": 1_000}) == "1,000 × $5, 20 × $25"
    assert show_chips({}) == "no chips"
    assert together({"500": 2}, {"100": 1}, less={"500": 2}) == {"100": 1}


def test_a_command_with_chips_is_decided_by_their_values_alone():
    sitting = of_chips()
    backwards = dict(reversed(TRAY.items()))
    sitting.supervisor.gives(do.FillTray(cents=20_000_00, chips=backwards))
    assert list(sitting.last[0].chips) == list(TRAY)
