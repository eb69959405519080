"""A meter at work under its controller, as the simulator, the tests and users of the library run one."""

from collections.abc import Mapping
from typing import Final, Self

from houseway.deciding.live import Live
from houseway.game import LOSE
from houseway.games import GAMES
from houseway.money import Cents
from houseway.paytable import THE_METER, Paytable
from houseway.progressive.commands import CoinIn, MeterCommand, OpenMeter, PayWins
from houseway.progressive.controller import MeterDecision, decide
from houseway.progressive.events import AwardPaid, MeterEvent
from houseway.progressive.meter import MeterSettings, settings_of, show_micros
from houseway.progressive.state import Controller, evolve
from houseway.progressive.wins import Win
from houseway.role import Actor, Role, Seat

ADMIN: Final = Actor(Role.CONTROLLER_ADMIN, "controller admin")
TABLE: Final = Actor(Role.AUTOMATIC, "table")


class LiveMeter(Live[Controller, MeterCommand, MeterEvent]):
    """A progressive meter that takes stakes and pays awards, by the commands that live tables send to it.

    >>> meter = LiveMeter.open("FSLPP-01")
    >>> meter.coin_in(stakes=6)
    >>> [award] = meter.pay({3: "Royal Flush"})
    >>> award.cents
    50012
    >>> print(meter)
    FSLPP-01 shows $4,501.14
    """

    paytable: Paytable | None = None
    named: str = THE_METER  # by its paytable

    @classmethod
    def open(
        cls,
        paytable: str | Paytable,
        named: str = THE_METER,
        *,
        settings: MeterSettings | None = None,
        opening_cents: int | None = None,
    ) -> Self:
        """A meter of this paytable, the one with this name, with its letter's settings and its seed unless others are
        given."""
        paytable = _paytable_named(paytable) if isinstance(paytable, str) else paytable
        settings = settings or settings_of(paytable, named)
        meter = cls(Controller(name=" ".join(filter(None, (paytable.name, named)))))
        meter.paytable, meter.named = paytable, named
        cents = settings.seed_cents if opening_cents is None else Cents(opening_cents)
        meter.do(ADMIN, OpenMeter(settings=settings, opening_cents=cents))
        return meter

    def decision(self, actor: Actor, command: MeterCommand) -> MeterDecision:
        return decide(self.state, actor, command)

    def after(self, event: MeterEvent) -> Controller:
        return evolve(self.state, event)

    def coin_in(self, stakes: int) -> None:
        """Stakes of so many seats go onto the meter, each with its increment."""
        self.do(TABLE, CoinIn(stakes=stakes))

    def pay(self, lines: Mapping[int, str], *, game_round: str = "", seats: int = 6) -> tuple[AwardPaid, ...]:
        """Pay the hands of a round, by seat: the awards of those that take a share of this meter, in the order of
        Appendix A. A line that its paytable does not have is refused."""
        events = self.settle(lines, game_round=game_round, seats=seats)
        return tuple(event for event in events if isinstance(event, AwardPaid))

    def settle(self, lines: Mapping[int, str], *, game_round: str = "", seats: int = 6) -> tuple[MeterEvent, ...]:
        """Pay the hands of a round as `pay` does, and give all that happens to the meter: the awards, and the seed that
        follows an award of the whole meter."""
        assert self.paytable is not None, "a meter that was opened by hand is paid by PayWins"
        for line in lines.values():
            if line not in self.paytable.lines and line != LOSE:
                raise ValueError(f"{line!r} is not a line of {self.paytable.name}: {', '.join(self.paytable.lines)}")
        shares = self.paytable.shares(self.named)
        won = {seat: line for seat, line in lines.items() if line in shares}
        wins = tuple(Win(seat=Seat(seat), line=line, share=shares[line].amount) for seat, line in won.items())
        named = game_round or f"round {len(self.state.wins) + 1}"
        return self.do(TABLE, PayWins(game_round=named, wins=wins, seats=seats)) if wins else ()

    def __str__(self) -> str:
        return f"{self.state.name} shows {show_micros(self.state.meter.shown_micros)}"


def _paytable_named(name: str) -> Paytable:
    meters = {table.name: table for game in GAMES.values() for table in game.paytables.values() if table.meters}
    if name not in meters:
        raise ValueError(f"{name!r} is not a paytable of a meter: {', '.join(meters)}")
    return meters[name]
