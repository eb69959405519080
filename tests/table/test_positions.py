"""Positions: the numbers by which a room calls its seats. The book counts from the dealer's left, whatever they are."""

import pytest

from houseway.role import Actor, Role
from houseway.table.notation import plain
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.seal import terms_digest
from houseway.table.telling import say
from houseway.table.terms import Terms, faults, filled
from tests.table.sitting import DEALER, NOON, Sitting

CALLED = (1, 2, 3, 5, 6, 8)


def faults_of(*positions, **terms):
    return "; ".join(faults(filled(Terms(game="san-lo", positions=positions, **terms)), NOON.date()))


def test_every_seat_has_a_number_of_its_own_or_none_has():
    assert faults_of() == ""
    assert faults_of(*CALLED) == ""
    assert faults_of(6, 5, 4, 3, 2, 1) == ""
    assert "a number for each of the 6 seats" in faults_of(1, 2, 3)
    assert "none twice" in faults_of(1, 2, 3, 4, 5, 5)
    assert "each from 1 to 99" in faults_of(0, 2, 3, 4, 5, 6)
    assert faults_of(7, 9, seats=2) == ""


def test_positions_are_bound_by_the_hash_of_the_terms_and_change_no_older_one():
    plain_terms, called = filled(Terms(game="san-lo")), filled(Terms(game="san-lo", positions=CALLED))
    assert terms_digest(plain_terms) != terms_digest(called)
    assert "positions" not in plain(plain_terms)


@pytest.mark.parametrize("positions", [(), CALLED, (6, 5, 4, 3, 2, 1)])
def test_the_cards_go_where_the_letter_has_them(positions):
    sitting = Sitting("san-lo", seats=(2, 5), positions=positions).bets().deals(number=3)
    assert sitting.round.places == (5, 4, 3, 2, 1, DEALER, 6)


def test_refusals_name_a_seat_as_the_room_does():
    sitting = Sitting("san-lo", seats=(2, 6), positions=CALLED)
    says = sitting.player(6).refused(Reason.NOT_YOUR_SEAT).bets("Main Bet", 25_00, seat=2).says
    assert says == "PlaceWager for seat 2: Fay has seat 8"
    assert sitting.player(4).refused(Reason.SEAT_EMPTY).leaves().says == "nobody sits at seat 5"
    nobody = Actor(Role.PLAYER, "Ida", 9)
    says = sitting.voice(nobody).refused(Reason.NO_SUCH_SEAT).leaves().says
    assert says == "seat 9: the table has seats 1 to 6, and calls them 1, 2, 3, 5, 6, 8"


def test_the_log_names_a_seat_as_the_room_does():
    sitting = Sitting("san-lo", seats=(6,), positions=CALLED).bets()
    assert say(sitting.events[-1][0], CALLED) == "seat 8 bets $25 on Main Bet"
    assert say(sitting.events[-1][0]) == "seat 6 bets $25 on Main Bet"


def test_a_receipt_says_seats_as_the_room_does_and_still_holds():
    sitting = Sitting("san-lo", seats=(2, 6), positions=CALLED).bets().deals().ends()
    checked, wrong = check(sitting.receipt())
    assert wrong == []
    assert "seat 8 was paid by the rules" in checked
    forged = sitting.receipt()
    forged["terms"]["positions"] = [6, 5, 4, 3, 2, 1]
    assert "the seal covers the terms of the table" in check(forged)[1]
