"""A table may be dealt by a house way of the room's own: proved, named in its terms, and in its book. [S99 6] [SL 8]"""

import json
from dataclasses import replace

import pytest

from houseway import room_way
from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.proved_ways import forget, proved_of, remember
from houseway.shuffler import equipped
from houseway.table import room_way as ways
from houseway.table.commands import OpenTable
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.released import unreleased
from houseway.table.state import Table
from houseway.table.telling import say
from houseway.table.terms import Terms, filled
from houseway.table.view import view
from tests.table.sitting import DEALER, SUPERVISOR, SURVEILLANCE, Sitting, there_and_back

SUPREME = GAMES["supreme-99"]
LOW_FIRST = """
game = "supreme-99"
name = "Low first"
version = "3"

[[rule]]
says = "Set the strongest Low that does not foul."
then = ["Low", "High"]
"""
UNSOUND = """
game = "supreme-99"
name = "Only pairs"
version = "1"

[[rule]]
High = "pair"
"""
NINES = "9d 9h Ks Qh"  # the letter keeps the nines together; the room makes nine points twice
HANDS = {3: "7c 2d Ts 6h", DEALER: NINES}


@pytest.fixture
def low_first(tmp_path):
    """The room's way, proved; and forgotten after the test."""
    (tmp_path / "low-first.toml").write_text(LOW_FIRST, "utf-8")
    way = room_way(tmp_path / "low-first.toml")
    yield way
    forget("supreme-99", way)


def opened(way, **terms):
    sitting = Sitting(opened=False)
    terms = Terms(game="supreme-99", dealer="live", way=way, **terms)
    sitting.supervisor.gives(OpenTable(terms=terms, proved=(way.digest,)))
    return seated(sitting)


def seated(sitting):
    sitting.player(3).sits()
    sitting.sells_chips(3, 100_00)
    return sitting


def answered(way, proved=(), game="supreme-99"):
    sitting = Sitting(opened=False)
    return sitting.answer(SUPERVISOR, OpenTable(terms=Terms(game=game, way=way), proved=proved))


def a_round(sitting):
    sitting.bets().deals(HANDS).reveals().reconciles().acknowledges()
    return sitting


def dealers(sitting):
    return [{str(card) for card in hand} for hand in sitting.round.pile(DEALER).hands]


def test_s99_6_the_dealer_sets_by_the_way_of_the_room(low_first):
    letters, rooms = a_round(seated(Sitting("supreme-99"))), a_round(opened(low_first))
    assert sorted(map(len, map(set, dealers(letters)))) == [2, 2]
    assert dealers(letters) != dealers(rooms)
    assert rooms.game.way.set(rooms.round.cards_of(DEALER)) == rooms.round.pile(DEALER).hands
    assert rooms.game.way.label == "Low first 3 (ours)"


def test_a_seat_that_asks_is_set_by_the_way_of_the_room(low_first):
    sitting = opened(low_first)
    sitting.bets().deals({3: NINES})
    sitting.player(3).asks_house_way()
    sitting.dealer.sets_house_way(3)
    by_the_room = sitting.game.way.set(sitting.round.cards_of(3))
    assert set(map(frozenset, sitting.round.hands_of(3))) == set(map(frozenset, by_the_room))
    assert by_the_room != SUPREME.way.set(sitting.round.cards_of(3))


def test_a_way_that_was_not_proved_here_opens_no_table(low_first):
    assert answered(low_first).reason is Reason.WAY_NOT_PROVED
    assert not isinstance(answered(low_first, (low_first.digest,)), Refusal)


def test_what_a_supervisor_says_was_proved_or_approved_does_not_count(low_first):
    """The shell fills the field, and nobody else; and what approves a way is said by the house."""
    asked = OpenTable(terms=Terms(game="supreme-99", way=low_first))
    assert equipped(asked, Table(name="T1"), SUPERVISOR).proved == (low_first.digest,)
    approved = replace(low_first, approved="the commission")
    claimed = OpenTable(terms=Terms(game="supreme-99", way=approved), proved=(low_first.digest,))
    assert equipped(claimed, Table(name="T1"), SUPERVISOR).proved == ()
    remember("supreme-99", approved)
    assert proved_of(claimed) == (low_first.digest,)
    forget("supreme-99", approved)


def test_a_way_that_leaves_a_hand_undecided_is_not_proved(tmp_path):
    (tmp_path / "unsound.toml").write_text(UNSOUND, "utf-8")
    with pytest.raises(ValueError, match=r"leaves .* undecided"):
        room_way(tmp_path / "unsound.toml")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"digest": "0" * 64}, "with the hash"),
        ({"name": "Another"}, "its file is 'Low first 3'"),
        ({"text": LOW_FIRST.replace("supreme-99", "san-lo")}, "it is a way for san-lo"),
        ({"text": "rule = ["}, "not TOML"),
        ({"text": LOW_FIRST + "#" * ways.MOST_TEXT}, "characters"),
        ({"approved": "one\ntwo"}, "one line"),
        ({"text": LOW_FIRST.replace('["Low", "High"]', '["High", "Low"]')}, "with the hash"),
    ],
)
def test_terms_with_a_way_that_is_not_what_it_says_are_refused(low_first, change, says):
    answer = answered(replace(low_first, **change), (low_first.digest, "0" * 64))
    assert answer.reason is Reason.BAD_TERMS
    assert says in answer.says


def test_a_game_whose_dealer_sets_nothing_takes_no_way(low_first):
    answer = answered(low_first, (low_first.digest,), game="match-em")
    assert answer.reason is Reason.BAD_TERMS
    assert "no house way" in answer.says


@pytest.mark.parametrize(
    ("approved", "label", "standing"),
    [
        ("", "Low first 3 (ours)", "the room's own: nothing approves it"),
        ("internal controls 4.2", "Low first 3", "approved: internal controls 4.2"),
    ],
)
def test_a_way_is_marked_as_ours_or_as_approved(low_first, approved, label, standing):
    event = opened(replace(low_first, approved=approved)).events[0][0]
    assert (event.house_way, event.terms.way.standing) == (label, standing)
    assert say(event).endswith(f"house way: {label}, {standing}")
    assert there_and_back(event) == event


def test_receipts_have_the_file_and_views_have_its_name_and_hash(low_first):
    sitting = a_round(opened(low_first))
    sitting.dealer.game_over()
    page = json.loads(json.dumps(sitting.receipt()))
    assert page["terms"]["way"]["text"] == LOW_FIRST
    assert check(page)[1] == []
    told = view(sitting.table, SURVEILLANCE)["terms"]["way"]
    assert told == {"name": "Low first 3", "digest": low_first.digest, "approved": ""}
    del page["terms"]["way"]
    wrong = check(page)[1]
    assert "the house way is the one of this game" in wrong
    assert "the seal covers the terms of the table" in wrong
    assert "the dealer's hand is set the house way" in wrong


def test_the_book_of_a_way_or_a_reading_that_no_table_could_be_opened_on_is_forged(low_first):
    """Else an audit could be switched off: a table of unknown rules is not decided again."""
    event = opened(low_first).events[0][0]
    known = (event.paytable_hashes, event.house_way, event.rules, event.game_hash)
    assert unreleased(event.terms, *known) is None
    other = replace(event.terms, way=replace(low_first, digest="0" * 64))
    assert "with the hash" in unreleased(other, *known)
    assert "is not a reading" in unreleased(replace(event.terms, readings={"Pair Fortunes": "x"}), *known)
    assert "house way" in unreleased(event.terms, event.paytable_hashes, "Another 1", event.rules, event.game_hash)


def test_the_same_way_is_the_same_game(low_first):
    terms = filled(Terms(game="supreme-99", way=low_first))
    assert terms.played is replace(terms, minimum_cents=10_00).played
    assert terms.played.wagers == SUPREME.wagers
