"""What table, meter and house have in common when they decide."""

from dataclasses import FrozenInstanceError, fields
from enum import Enum
from typing import get_args

import pytest

from houseway.deciding.command import AnyCommand, AnyEvent, either, made_from
from houseway.deciding.ledger import applied, beyond_bound, moves
from houseway.deciding.refusal import Refusal, no_such_proposal, not_your_role, own_proposal
from houseway.money import BANK, MOST_MICROS, TRAY, Account, Micros, Transfer
from houseway.progressive import commands as ask
from houseway.progressive import events as of_meter
from houseway.role import Actor, Role
from houseway.service import house
from houseway.table import commands as do
from houseway.table import events as was


class Light(Enum):
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


class No(Enum):
    ROLE = "not yours"
    PROPOSAL = "no proposal"


class Numbered(AnyCommand, edge=("number",)):
    number: int = 0


class Say(Numbered, by={Role.DEALER, Role.SUPERVISOR}, during={Light.GREEN, Light.RED}, sealed=("word",)):
    word: str


class Said(AnyEvent):
    word: str
    by: str


class Whispered(Said, sealed=("word",)):
    pass


def test_a_command_says_who_and_when_and_inherits_what_is_not_said():
    assert Say.by == {Role.DEALER, Role.SUPERVISOR}
    assert either(Say.during, Light) == "red or green"
    assert (Say.sealed, Say.edge) == (("word",), ("number",))
    assert (Said.sealed, Whispered.sealed) == ((), ("word",))


def test_commands_and_events_are_frozen_values_made_by_keywords():
    said = Say(word="go")
    assert said == Say(word="go", number=0)
    with pytest.raises(FrozenInstanceError):
        said.word = "stop"
    with pytest.raises(TypeError):
        Say("go")


def test_an_event_is_made_from_its_command():
    assert made_from(Said, Say(word="go"), by="Dan") == Said(word="go", by="Dan")
    with pytest.raises(AttributeError, match="by"):
        made_from(Said, AnyCommand(), word="go")


def test_a_role_that_may_not_is_told_who_may():
    assert not_your_role(No.ROLE, Actor(Role.DEALER, "Dan"), Say(word="go")) is None
    says = "Say is for dealer or supervisor, not for player"
    assert not_your_role(No.ROLE, Actor(Role.PLAYER, "Pat", 1), Say(word="go")) == Refusal(No.ROLE, says)


def test_a_proposal_takes_another_person():
    assert no_such_proposal(No.PROPOSAL, 3, {2: "", 1: ""}).says == "proposal 3: open are 1, 2"
    assert no_such_proposal(No.PROPOSAL, 3, ()).says == "proposal 3: open are none"
    assert own_proposal(No.PROPOSAL, 3, "Sue", Actor(Role.SUPERVISOR, "Ann"), "approves") is None
    own = own_proposal(No.PROPOSAL, 3, "Sue", Actor(Role.CONTROLLER_ADMIN, "Sue"), "approves")
    assert own.says == "proposal 3 is Sue's own: another approves it"


def test_balances_are_the_sum_of_transfers_and_nothing_does_not_move():
    assert moves((BANK, TRAY, 5), (TRAY, BANK, 0)) == (Transfer(BANK, TRAY, Micros(5)),)
    assert applied({TRAY: 1}, moves((BANK, TRAY, 5), (BANK, TRAY, 2))) == {TRAY: 8, BANK: -7}


@pytest.mark.parametrize(
    ("before", "after", "beyond"),
    [
        (0, MOST_MICROS, False),
        (0, MOST_MICROS + 1, True),
        (0, -MOST_MICROS - 1, True),
        (MOST_MICROS + 2, MOST_MICROS + 1, False),  # nearer
        (MOST_MICROS + 1, MOST_MICROS + 1, False),
    ],
)
def test_an_account_does_not_move_away_beyond_its_bound(before, after, beyond):
    assert beyond_bound({TRAY: before}, {TRAY: after}) == (TRAY if beyond else None)


def test_a_bound_may_be_the_accounts_own():
    def most(account: Account) -> int:
        return 1 if account == TRAY else 9

    assert beyond_bound({}, {BANK: 5, TRAY: 1}, most) is None
    assert beyond_bound({}, {BANK: 5, TRAY: 2}, most) == TRAY


# They happen, and happen anew by a correction; or one is another with more, as a shoe is a pack that outlives rounds.
WHOLE_AND_SHARED = (was.SeatReconciled, was.Chosen, was.TurnedOver, was.Shuffled)


def declared(module, kind):
    """The classes of a module that are whole commands or events, and not what several share."""
    shared = {base for each in vars(module).values() if isinstance(each, type) for base in each.__bases__}
    here = (each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__)
    return {each for each in here if issubclass(each, kind) and (each not in shared or each in WHOLE_AND_SHARED)}


@pytest.mark.parametrize(
    ("module", "kind", "closed"),
    [
        (do, AnyCommand, do.Command | do.OldCommand),
        (was, AnyEvent, was.Event),
        (ask, AnyCommand, ask.MeterCommand),
        (of_meter, AnyEvent, of_meter.MeterEvent),
        (house, AnyCommand, house.HouseCommand),
        (house, AnyEvent, house.HouseEvent),
    ],
)
def test_no_command_and_no_event_is_left_out_of_its_union(module, kind, closed):
    assert declared(module, kind) == set(get_args(closed))
    names = [each.__name__ for each in get_args(closed)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", [*do.COMMANDS, *ask.COMMANDS, *get_args(house.HouseCommand)])
def test_what_is_sealed_or_filled_at_the_edge_is_a_field(kind):
    assert {*kind.sealed, *kind.edge} <= {field.name for field in fields(kind)}
    assert kind.by


@pytest.mark.parametrize(
    ("source", "target", "micros"), [(BANK, TRAY, 0), (BANK, TRAY, -1), (BANK, TRAY, 0.5), (BANK, BANK, 1)]
)
def test_a_transfer_moves_a_whole_amount_from_one_account_to_another(source, target, micros):
    with pytest.raises(ValueError, match="is not a transfer"):
        Transfer(source, target, micros)
