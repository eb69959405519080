"""Meters and people that the tests have in common."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.money import meter_account, reserve_account
from houseway.progressive import commands as do
from houseway.progressive import events as was
from houseway.progressive.commands import MeterCommand
from houseway.progressive.controller import decide
from houseway.progressive.live import LiveMeter
from houseway.progressive.meter import Meter, MeterSettings, settings_of
from houseway.progressive.state import Controller, evolve, journal
from houseway.role import Actor, Role

PAYTABLES = {name: GAMES["san-lo"].paytable(name) for name in ("FSLPP-01", "FSLPP-03")}
FSLPP_01, FSLPP_03 = (settings_of(paytable) for paytable in PAYTABLES.values())

ADMIN = Actor(Role.CONTROLLER_ADMIN, "Ada")
OTHER_ADMIN = Actor(Role.CONTROLLER_ADMIN, "Alan")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sue")
AUDITOR = Actor(Role.AUDITOR, "Otto")
TABLE = Actor(Role.AUTOMATIC, "san-lo 1")


def meter(micros: int, settings: MeterSettings = FSLPP_01, *, maximum: int | None = None, reserve: int = 0) -> Meter:
    settings = replace(settings, maximum_cents=maximum)
    return Meter(name="m", settings=settings, gross_micros=micros, reserve_micros=reserve)


def dollars(text: str) -> int:
    """Millionths: `31396.37`."""
    micros = Fraction(text) * 1_000_000
    assert micros.denominator == 1
    return int(micros)


class Desk(LiveMeter):
    """A controller at work: what is done to it, what happened, and what it refuses."""

    def __init__(self) -> None:
        super().__init__(Controller(name="m"))
        self.events: list[was.MeterEvent] = []

    def asked(self, actor: Actor, command: MeterCommand) -> "tuple[was.MeterEvent, ...] | Refusal":
        decided = self.ask(actor, command)
        if isinstance(decided, Refusal):
            assert decided.says.isprintable() and 0 < len(decided.says) < 400
        else:
            self.events += decided
        return decided

    def does(self, actor: Actor, *given: MeterCommand) -> "Desk":
        for command in given:
            decided = self.asked(actor, command)
            assert not isinstance(decided, Refusal), decided
        return self

    def refusal(self, actor: Actor, command: MeterCommand) -> Refusal:
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


TOP = ("Five Aces", Fraction(1, 478281))  # any, as long as all tables have the same


class SharedMeter:
    """A running meter, its own book, and the tables that play for it."""

    def __init__(self, settings: MeterSettings = FSLPP_01, name: str = "m", cents: int | None = None) -> None:
        self.state = Controller(name=name)
        self.events: list[was.MeterEvent] = []
        self.balances: Counter[str] = Counter()  # of the meter's own book
        self.tables: dict[str, Callable[[], tuple[int, int, int]]] = {}  # records, meter and reserve of each table
        self.taken: dict[str, tuple[int, int]] = {}
        opening = do.OpenMeter(settings=settings, opening_cents=settings.seed_cents if cents is None else cents)
        self.happens(decide(self.state, ADMIN, opening))

    def happens(self, events: "tuple[was.MeterEvent, ...] | Refusal") -> None:
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = evolve(self.state, event)
            for move in journal(event, self.state.name):
                self.balances[move.source] -= move.micros
                self.balances[move.target] += move.micros
            if isinstance(event, was.StakesTaken):
                meter, reserve = self.taken.get(event.table, (0, 0))
                self.taken[event.table] = meter + event.meter_micros, reserve + event.reserve_micros
        self.events += events

    def coined(self) -> tuple[was.StakesTaken, ...]:
        """What the tables have put in since their books were last read."""
        found = []
        for table, look in self.tables.items():
            upto, meter, reserve = look()
            before = self.taken.get(table, (0, 0))
            if (meter, reserve) != before:
                gained = {"meter_micros": meter - before[0], "reserve_micros": reserve - before[1]}
                found.append(was.StakesTaken(table=table, upto=upto, **gained))
        return tuple(found)

    def gives(self, actor: Actor, command: MeterCommand) -> "tuple[was.MeterEvent, ...] | Refusal":
        events = decide(self.state, actor, replace(command, coined=self.coined()))
        if not isinstance(events, Refusal):
            self.happens(events)
        return events

    @property
    def micros(self) -> int:
        """The sum of its account over all the books."""
        return self.balances[meter_account(self.state.name)] + sum(look()[1] for look in self.tables.values())

    @property
    def reserve_micros(self) -> int:
        return self.balances[reserve_account(self.state.name)] + sum(look()[2] for look in self.tables.values())

    def check(self) -> None:
        """Meter and reserve are their accounts, to the last millionth."""
        meter, waiting = self.state.meter, self.coined()
        assert self.micros == meter.gross_micros + sum(each.meter_micros for each in waiting) >= 0
        assert self.reserve_micros == meter.reserve_micros + sum(each.reserve_micros for each in waiting) >= 0
        assert sum(self.balances.values()) == 0
