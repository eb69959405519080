"""Days of play in a book, at the speed of the program: decided by the rules, chained and written as a floor writes
them, with the house's book beside them. The clock is made up; nothing else is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from houseway.games import game_named
from houseway.progressive import commands as ask
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.audit import load
from houseway.service.batch import Batch, Order, Running
from houseway.service.entry import GamingDay
from houseway.service.house_book import Housekeeper
from houseway.service.meters import Meters
from houseway.service.record import HOUSE, Head, Record, genesis, meter_stream
from houseway.service.step import Steps
from houseway.service.store import Store
from houseway.shuffler import equipped
from houseway.table import commands as do
from houseway.table import live
from houseway.table.commands import Command, Stage
from houseway.table.due import due
from houseway.table.layout import layout_of
from houseway.table.link import whole_meters
from houseway.table.seeing import options_of
from houseway.table.state import Table
from houseway.table.terms import Terms

TOGETHER = 2_000  # records that are written in a commit
OPENS = datetime(2028, 1, 3, 20, tzinfo=UTC)  # noon in Washington
SUE, DAN, EVE = Actor(Role.SUPERVISOR, "Sue"), Actor(Role.DEALER, "Dan"), Actor(Role.SURVEILLANCE, "Eve")
ADA = Actor(Role.CONTROLLER_ADMIN, "Ada")
GAMES = ("supreme-99", "san-lo")
METER = "m"
SAN_LO = game_named("san-lo")
PAYTABLE = SAN_LO.paytable("FSLPP-01")


class Years:
    """A floor of `tables`, the first half of them at Supreme 99, the others at San Lo with one meter."""

    def __init__(self, store: Store, tables: int, seats: int = 3) -> None:
        self.store, self.now = store, OPENS
        self.steps, self.meters = Steps(meters := Meters(store), equipped, GamingDay()), meters
        self.keeper = Housekeeper(store, GamingDay(), lambda: self.now)
        self.seats = range(1, seats + 1)
        self.running: dict[str, Running] = {}
        self.batch, self.keys = Batch(), 0
        store.claim(HOUSE)
        for stream in store.tables():
            self.running[stream] = Running(*load(store, stream))
            self.now = max(self.now, self.running[stream].table.at)
            self.keys = max(self.keys, self.running[stream].head.seq * 2)
        self.keeper.start(alone=True)
        if not self.running:
            self._meter()
        self.tables = {f"T{n + 1}": GAMES[n * len(GAMES) // tables] for n in range(tables)}

    def plays(self, days: int, rounds: int, told: Callable[[int], None] = lambda day: None) -> None:
        """So many rounds a day at each table, which is opened and closed again."""
        for day in range(days):
            for name, game in self.tables.items():
                self._open(name, game)
            for _ in range(rounds):
                for running in self.running.values():
                    self._round(running)
            for running in self.running.values():
                self._does(running, SUE, do.CloseTable())
            self._flush()
            self.keeper.note("the day is over", self.heads)
            self.now = self.now.replace(hour=20, minute=0, second=0) + timedelta(days=1)
            told(day + 1)

    def ends(self) -> None:
        self._flush()
        self.keeper.note("the service stops", self.heads)

    @property
    def heads(self) -> dict[str, Head]:
        return {stream: running.head for stream, running in self.running.items()}

    def _meter(self) -> None:
        settings = settings_of(PAYTABLE)
        opening = ask.OpenMeter(settings=settings, opening_cents=settings.seed_cents)
        with self.store.alone_with(meter_stream(METER), HOUSE):
            held = self.meters.held(METER)
            record = self.steps.on_meter(held, self._order(meter_stream(METER), ADA, opening), self.now)
            assert isinstance(record, Record), record
            self.store.append([record, *self.keeper.beside(opening, [record], self.now)])
        self.meters.keep(held)

    def _open(self, name: str, game: str) -> None:
        self.store.claim(name)
        running = self.running.setdefault(name, Running(Table(name=name), Head(0, genesis(name))))
        terms = Terms(game=game, dealer="live", tray_cents=10**9)
        if game == "san-lo":
            paytables = {SAN_LO.main[0].name: SAN_LO.paytables_of(SAN_LO.main[0])[0].name, "Progressive": PAYTABLE.name}
            terms = Terms(game=game, dealer="live", tray_cents=10**9, paytables=paytables, meter=METER)
        self._does(running, SUE, do.OpenTable(terms=terms))
        for seat in self.seats:
            self._does(running, self._player(seat), do.TakeSeat(seat=seat, player=f"P{seat}"))
            self._does(running, DAN, do.BuyIn(seat=seat, cents=20_000_00))

    def _player(self, seat: int) -> Actor:
        return Actor(Role.PLAYER, f"P{seat}", seat)

    def _order(self, stream: str, actor: Actor, command: Command | ask.MeterCommand) -> Order:
        self.keys += 1
        return Order(stream, f"key {self.keys}", actor, command, lambda _: None)

    def _round(self, running: Running) -> None:
        self._does(running, DAN, do.Shuffle())
        main = running.table.game.main[0].name
        for seat in self.seats:
            if running.table.seat_chips(seat) < 500_00:
                self._does(running, DAN, do.BuyIn(seat=seat, cents=20_000_00))
            self._does(running, self._player(seat), do.PlaceWager(seat=seat, wager=main, cents=25_00))
            if running.table.open_terms.meter:
                self._does(running, self._player(seat), do.PlaceWager(seat=seat, wager="Progressive", cents=1_00))
        number = running.table.round.number
        while (table := running.table).round.number == number:
            if table.stage is Stage.CHOOSING:
                seat = due(table).seats[0]
                chosen = options_of(table, seat)[0]
                layout = layout_of(table.round.cards_of(seat), chosen.cut) if chosen.cut else ""
                self._does(running, self._player(seat), do.Choose(seat=seat, word=chosen.word, layout=layout))
                continue
            step = live.next_step(table)
            assert step is not None
            self._does(running, next(actor for actor in (DAN, SUE, EVE) if actor.role in step.by), step)

    def _does(self, running: Running, actor: Actor, command: Command) -> None:
        self.now += timedelta(seconds=2)
        order = self._order(running.table.name, actor, command)
        opens = isinstance(command, do.OpenTable | do.CloseTable)
        if not (opens or whole_meters(running.table, command)):
            self._step(running, order)
            if sum(len(each.written) for each in self.running.values()) >= TOGETHER and len(running.written) % 50 == 0:
                self._flush()
            return
        self._flush()
        meters = whole_meters(running.table, command)
        with self.store.alone_with(*map(meter_stream, meters), *([HOUSE] if opens else [])):
            self.batch = Batch(held={meter: self.meters.held(meter) for meter in meters})
            record = self._step(running, order)
            self.batch.tables = {running.table.name: running}
            more = self.keeper.beside(command, [record], self.now) if opens else []
            self.store.append([*self.batch.written, *more])
        for held in self.batch.held.values():
            self.meters.keep(held)
        running.written.clear()
        self.batch = Batch()

    def _step(self, running: Running, order: Order) -> Record:
        self.steps.hears(running, self.batch, self.now)
        record = self.steps.at_table(running, self.batch, order, self.now)
        assert isinstance(record, Record), record
        return record

    def _flush(self) -> None:
        records = [record for running in self.running.values() for record in running.written]
        self.store.append(records, self.batch.meters)
        for running in self.running.values():
            running.written.clear()
        self.batch = Batch()
