"""The written form of commands and events: strict, both ways, and with seals where something is secret."""

import json

import pytest

from houseway.cards import parse
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import COMMANDS, OLD_COMMANDS
from houseway.table.events import EVENTS
from houseway.table.notation import BY_NAME, build, canonical, read, seal_of, write
from tests.table.sitting import Sitting, there_and_back
from tests.table.test_roles_and_stages import EXAMPLES

SHUFFLE = do.Shuffle(order=parse("As Kd Jk"), nonce="5" * 64)


@pytest.mark.parametrize("command", EXAMPLES.values(), ids=[kind.__name__ for kind in EXAMPLES])
def test_every_command_is_read_as_it_was_written(command):
    there_and_back(command)


def test_every_name_is_one_commands_or_one_events():
    assert len(BY_NAME) == len(COMMANDS) + len(OLD_COMMANDS) + len(EVENTS)


def test_a_secret_is_written_as_its_seal_alone():
    written, secrets = write(SHUFFLE)
    assert written == {"is": "Shuffle", "seal": seal_of('{"nonce":"%s","order":"As Kd Jk"}' % ("5" * 64))}
    assert list(secrets) == [written["seal"]]
    assert json.loads(secrets[written["seal"]]) == {"order": "As Kd Jk", "nonce": "5" * 64}


def test_another_order_or_another_nonce_is_another_seal():
    seals = {
        write(was.Shuffled(order=parse(order), nonce=nonce))[0]["seal"]
        for order in ("As Kd", "Kd As")
        for nonce in ("1" * 64, "2" * 64)
    }
    assert len(seals) == 4


def test_command_and_event_of_a_shuffle_have_the_same_seal():
    assert write(SHUFFLE)[0]["seal"] == write(was.Shuffled(order=SHUFFLE.order, nonce=SHUFFLE.nonce))[0]["seal"]


def test_a_sealed_value_is_not_read_without_its_secret():
    with pytest.raises(ValueError, match="is not in the book"):
        read(write(SHUFFLE)[0], {})


def test_the_canonical_text_has_sorted_keys_and_no_spaces():
    assert canonical({"b": 1, "a": ["é", None, True]}) == '{"a":["é",null,true],"b":1}'


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "needs 'seat'"),
        ({"seat": 4}, "needs 'wager'"),
        ({"seat": "4", "wager": "Ante", "cents": 5}, "PlaceWager.seat: '4' is not int"),
        ({"seat": 4, "wager": "Ante", "cents": 5.0}, "PlaceWager.cents: 5.0 is not int"),
        ({"seat": 4, "wager": "Ante", "cents": True}, "PlaceWager.cents: True is not int"),
        ({"seat": None, "wager": "Ante", "cents": 5}, "PlaceWager.seat: None is not int"),
        ({"seat": 4, "wager": 7, "cents": 5}, "PlaceWager.wager: 7 is not str"),
        ({"seat": 4, "wager": "Ante", "cents": 5, "tip": 1}, "PlaceWager has no 'tip'"),
    ],
)
def test_what_cannot_be_read_is_told(data, says):
    with pytest.raises(ValueError, match=says):
        build(do.PlaceWager, data)


@pytest.mark.parametrize("kind", [None, "", "Nonsense", "Terms", "Command", 7])
def test_only_commands_and_events_are_read(kind):
    with pytest.raises(ValueError, match="neither a command nor an event"):
        read({"is": kind}, {})


@pytest.mark.parametrize("order", ["Xx", "As As Kd 1", 7, None, ["As"]])
def test_cards_that_are_none_cannot_be_read(order):
    with pytest.raises(ValueError):  # noqa: PT011 - each in its own words
        build(do.Shuffle, {"order": order})


@pytest.mark.parametrize("cents", [2**64, -(2**63) - 1, 10**30])
def test_a_number_that_the_book_cannot_hold_cannot_be_read(cents):
    with pytest.raises(ValueError, match="cents"):
        build(do.BuyIn, {"seat": 4, "cents": cents})


def test_a_text_that_is_no_text_cannot_be_read():
    """JSON can name half a character; UTF-8 cannot write it."""
    half = json.loads('"\\ud800"')
    with pytest.raises(ValueError, match="note"):
        build(do.VoidRound, {"note": half})
    with pytest.raises(ValueError, match="paytables"):
        build(do.OpenTable, {"terms": {"game": "san-lo", "paytables": {half: "x"}}})


def test_every_event_of_a_sitting_is_read_as_it_was_written():
    """The sitting checks each; here they are read again from one text, as from a file."""
    sitting = Sitting("match-em", seats=(2, 5)).bets().deals()
    sitting.player(5).says("HI double")
    sitting.ends()
    lines, secrets = [], {}
    for event, _ in sitting.events:
        written, secret = write(event)
        lines.append(canonical(written))
        secrets |= secret
    assert [read(json.loads(line), secrets) for line in lines] == [event for event, _ in sitting.events]
