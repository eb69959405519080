"""A table settles a rule that can be read in two ways by the reading that was chosen when it was opened."""

import json
from dataclasses import replace

import pytest

from houseway.games import GAMES
from houseway.table.commands import OpenTable
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.telling import say
from houseway.table.terms import Terms, filled, other_rules
from tests.progressive.meters import SharedMeter
from tests.table.sitting import DEALER, Sitting, there_and_back

FORTUNES, PAIR_FIRST = "Pair Fortunes", "pair before 9-9"
BONUS, PLAYED = "Fortune Bonus", "joker must play"
NINES = {3: "9d 9h Ks Qh", DEALER: "8d 8h Tc 2s"}
JOKER = {3: "Jk 8s 8h 8d 9s 9h", DEALER: "7d 7h 6d 4d 3d 5h"}


def settled(slug, wager, hands, **terms):
    """A round of one seat with $10 on a side bet, to its end."""
    sitting = Sitting(slug, seats=(3,), **terms)
    sitting.bets(wagers={wager: 10_00})
    sitting.deals(hands).reveals().reconciles().acknowledges()
    return sitting


@pytest.mark.parametrize(
    ("reading", "line", "won"), [("as written", "9-9", 60_00), (PAIR_FIRST, "Pair", 10_00), (None, "9-9", 60_00)]
)
def test_s99_13_a_pair_of_nines_with_two_tens_is_paid_as_the_table_reads_it(reading, line, won):
    readings = {FORTUNES: reading} if reading else {}
    result = settled("supreme-99", FORTUNES, NINES, readings=readings).result(3, FORTUNES)
    assert (result.line, result.won_cents) == (line, won)


@pytest.mark.parametrize(
    ("reading", "line", "won"), [("as written", "Full House", 100_00), (PLAYED, "Three of a Kind", 30_00)]
)
def test_sl_13_a_full_house_beside_the_joker_is_paid_as_the_table_reads_it(reading, line, won):
    result = settled("san-lo", BONUS, JOKER, readings={BONUS: reading}).result(3, BONUS)
    assert (result.line, result.won_cents) == (line, won)


def test_slp_2_the_progressive_and_the_bonus_are_read_each_for_itself():
    offered = {"Main Bet": "San Lo", BONUS: "FSLP-01", "Progressive": "FSLPP-01"}
    for readings, bonus, progressive in (
        ({"Progressive": PLAYED}, "Full House", "Three of a Kind"),
        ({BONUS: PLAYED}, "Three of a Kind", "Full House"),
    ):
        sitting = Sitting("san-lo", seats=(3,), paytables=offered, readings=readings)
        sitting.bets(wagers={BONUS: 10_00, "Progressive": 1_00})
        sitting.deals(JOKER).reveals().reconciles()
        assert sitting.result(3, BONUS).line == bonus
        assert sitting.result(3, "Progressive").line == progressive


def test_a_link_tells_the_meter_how_the_progressive_is_read():
    shared = SharedMeter()
    offered = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
    Sitting("san-lo", name="T1", shared=shared, paytables=offered, readings={"Progressive": PLAYED})
    Sitting("san-lo", name="T2", shared=shared, paytables=offered)
    assert [(table, link.reading) for table, link in shared.state.links.items()] == [("T1", PLAYED), ("T2", "")]


@pytest.mark.parametrize(
    ("readings", "says"),
    [
        ({FORTUNES: "nines first"}, "'nines first' is not a reading of Pair Fortunes: as written, pair before 9-9"),
        ({"Standard Bet": PAIR_FIRST}, "'pair before 9-9' is not a reading of Standard Bet: as written"),
        ({"Insurance": PAIR_FIRST}, "'Insurance' is not a wager of this table"),
    ],
)
def test_a_table_is_not_opened_on_a_reading_that_the_game_has_not(readings, says):
    sitting = Sitting(opened=False)
    answer = sitting.answer(sitting.supervisor.actor, opening(readings))
    assert answer.reason is Reason.BAD_TERMS
    assert says in answer.says


def test_a_reading_of_a_wager_that_is_not_offered_is_refused():
    sitting = Sitting(opened=False)
    command = opening({FORTUNES: PAIR_FIRST}, paytables={"Standard Bet": "S99"})
    assert sitting.answer(sitting.supervisor.actor, command).reason is Reason.BAD_TERMS


def opening(readings, **terms):
    return OpenTable(terms=Terms(game="supreme-99", readings=readings, **terms))


def test_as_written_is_how_a_table_is_opened_and_is_not_in_its_book():
    """So the book, the seal and the receipt of a table that reads nothing otherwise are as they always were."""
    plain, named = (
        settled("supreme-99", FORTUNES, NINES, **more) for more in ({}, {"readings": {FORTUNES: "as written"}})
    )
    assert named.table.terms == plain.table.terms
    assert named.game is GAMES["supreme-99"]
    named.dealer.game_over()
    assert "readings" not in json.dumps(named.receipt())


def test_the_same_readings_are_the_same_game():
    terms = filled(Terms(game="supreme-99", readings={FORTUNES: PAIR_FIRST}))
    assert terms.played is replace(terms, minimum_cents=10_00).played
    assert terms.played is not GAMES["supreme-99"]
    assert terms.played.main == GAMES["supreme-99"].main


def test_the_opening_is_told_with_its_readings():
    opened = Sitting("supreme-99", readings={FORTUNES: PAIR_FIRST}).events[0][0]
    assert say(opened).endswith("Pair Fortunes is read so: pair before 9-9")
    assert there_and_back(opened) == opened


def test_the_receipt_of_a_round_is_checked_by_the_reading_of_its_table():
    sitting = settled("supreme-99", FORTUNES, NINES, readings={FORTUNES: PAIR_FIRST})
    sitting.dealer.game_over()
    page = sitting.receipt()
    assert check(page)[1] == []
    other = page | {"terms": {name: it for name, it in page["terms"].items() if name != "readings"}}
    assert check(other)[1] == ["the seal covers the terms of the table", "seat 3 was paid by the rules"]


def test_a_reading_that_the_game_has_no_more_winds_the_table_up():
    """The book is read, the table is seen, and nothing is dealt there by another rule than the one it was opened on."""
    terms = filled(Terms(game="supreme-99", readings={FORTUNES: PAIR_FIRST}))
    gone = replace(terms, readings={FORTUNES: "of another edition"})
    event = Sitting("supreme-99").events[0][0]
    known = (event.paytable_hashes, event.house_way, event.rules, event.game_hash)
    assert other_rules(terms, *known) is None
    assert "'of another edition' is not a reading" in other_rules(gone, *known)
    assert gone.played is GAMES["supreme-99"]
