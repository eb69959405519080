"""Meters and people that the tests have in common."""

from dataclasses import replace
from fractions import Fraction

from houseway.games import GAMES
from houseway.progressive import commands as do
from houseway.progressive import events as was
from houseway.progressive.commands import Actor, Command
from houseway.progressive.controller import Controller, decide, evolve
from houseway.progressive.meter import Meter, MeterSettings, settings_of
from houseway.progressive.refusal import Refusal

PAYTABLES = {name: GAMES["san-lo"].paytable(name) for name in ("FSLPP-01", "FSLPP-03")}
FSLPP_01, FSLPP_03 = (settings_of(paytable) for paytable in PAYTABLES.values())

ADMIN = Actor("controller admin", "Ada")
OTHER_ADMIN = Actor("controller admin", "Alan")
SUPERVISOR = Actor("supervisor", "Sue")
AUDITOR = Actor("auditor", "Otto")
TABLE = Actor("table", "san-lo 1")


def meter(micros: int, settings: MeterSettings = FSLPP_01, *, maximum: int | None = None, reserve: int = 0) -> Meter:
    settings = replace(settings, maximum_cents=maximum)
    return Meter(name="m", settings=settings, gross_micros=micros, reserve_micros=reserve)


def dollars(text: str) -> int:
    """Millionths: `31396.37`."""
    micros = Fraction(text) * 1_000_000
    assert micros.denominator == 1
    return int(micros)


class Desk:
    """A controller at work: what is done to it, what happened, and what it refuses."""

    def __init__(self) -> None:
        self.state = Controller(name="m")
        self.events: list[was.Event] = []

    def asked(self, actor: Actor, command: Command) -> "tuple[was.Event, ...] | Refusal":
        decided = decide(self.state, actor, command)
        if isinstance(decided, Refusal):
            assert decided.says.isprintable() and 0 < len(decided.says) < 400
            return decided
        for event in decided:
            self.state = evolve(self.state, event)
        self.events += decided
        return decided

    def does(self, actor: Actor, *given: Command) -> "Desk":
        for command in given:
            decided = self.asked(actor, command)
            assert not isinstance(decided, Refusal), decided
        return self

    def refusal(self, actor: Actor, command: Command) -> Refusal:
        before = self.state
        decided = self.asked(actor, command)
        assert isinstance(decided, Refusal), decided
        assert self.state == before
        return decided

    @property
    def meter(self) -> Meter:
        return self.state.meter


def opened(settings: MeterSettings = FSLPP_01, cents: int = 31_396_37) -> Desk:
    return Desk().does(ADMIN, do.OpenMeter(settings=settings, opening_cents=cents))


def suspended(settings: MeterSettings = FSLPP_01, cents: int = 31_396_37) -> Desk:
    return opened(settings, cents).does(SUPERVISOR, do.Suspend(note="the funds were seized"))
