"""A night whose hours pass as fast as it is played: two tables, two dealers, a stop, and shifts that are counted."""

from datetime import datetime, timedelta
from functools import partial

from houseway.progressive import commands as ask
from houseway.role import Actor, Role
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.store import Store
from houseway.table import commands as do
from houseway.table.denominations import fewest
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, player
from tests.service.test_progressive_table import ADMIN, METER, PLAIN, ROYAL, SETTINGS, dealt, ended, j_pot, opened

DAY = "2026-03-06"
HALL = GamingDay("America/Los_Angeles")
BEGINS = datetime.fromisoformat("2026-03-07T02:00:00+00:00")  # six in the evening
VALUES = (1_00, 5_00, 25_00, 100_00)
DORA = Actor(Role.DEALER, "Dora")


class Hours:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = BEGINS

    def __call__(self) -> datetime:
        return self.now

    def on(self, **more: float) -> None:
        self.now += timedelta(**more)


def played(store: Store, *, rounds: int = 40, short_cents: int = 5_00) -> None:
    """Table T1 with papers, its tray short by so much at the close; T2 without, dealt by whoever comes."""
    clock = Hours()
    floor = Floor(store, clock=clock, gaming_day=HALL)
    floor.start()
    house = House(floor)
    tray = {"100": 500, "500": 300, "2500": 200, "10000": 130}
    terms = {"dealer": "live", "papers": True, "chip_cents": VALUES, "tray_chips": tray}
    house.does("T1", SUPERVISOR, do.OpenTable(terms=_terms("supreme-99", **terms)))
    house.does("T1", DEALER, do.SignOn())
    _counts(house, tray)
    for seat in (1, 4):
        house.does("T1", player(seat), do.TakeSeat(seat=seat, player=f"player {seat}"))
        house.does("T1", DEALER, do.BuyIn(seat=seat, cents=3_000_00))
    house.opens("T2", seats=(2,))
    for number in range(rounds):
        clock.on(minutes=3)
        if number == rounds // 2:
            house.does("T1", DORA, do.SignOn())
        _round(house, "T1", (1, 4), DORA if number >= rounds // 2 else DEALER)
        if number % 2:
            _round(house, "T2", (2,), DEALER)
    clock.on(minutes=5)
    left = house.floor.tables["T1"].chips_in_tray - short_cents
    _counts(house, dict(fewest(left, VALUES)), DORA)
    floor.stop()


def played_for_a_meter(store: Store) -> None:
    """Table T3, after that night, on the meter m: rounds, and a royal flush in the third of four."""
    clock = Hours()
    clock.on(hours=4)
    floor = Floor(store, clock=clock, gaming_day=HALL)
    floor.start()
    house = House(floor)
    house.does(METER, ADMIN, ask.OpenMeter(settings=SETTINGS, opening_cents=SETTINGS.seed_cents))
    opened(house, "T3")
    for number in range(1, 5):
        clock.on(minutes=6)
        dealt(house, ROYAL if number == 3 else PLAIN, "T3")
        if number == 3:
            j_pot(house, "Royal Flush", "T3")
        ended(house, "T3")
    floor.stop()


def _terms(game: str, **terms: object):
    from houseway.table.terms import Terms

    return Terms(game=game, **terms)


def _counts(house: House, chips: dict[str, int], by: Actor = DEALER) -> None:
    house.does("T1", by, do.CountTray(chips=chips))
    slip = house.floor.tables["T1"].papers.next_slip - 1
    house.does("T1", SUPERVISOR, do.ConfirmSlip(slip=slip, chips=chips, cents=0))


def _round(house: House, table: str, seats: tuple[int, ...], dealer: Actor) -> None:
    does = partial(house.does, table)
    does(dealer, do.Shuffle())
    for seat in seats:
        does(player(seat), do.PlaceWager(seat=seat, wager="Standard Bet", cents=25_00))
    for command in (do.CloseBetting(), do.DrawNumber(), do.DealCards()):
        does(dealer, command)
    for seat in seats:
        does(player(seat), do.AskHouseWay(seat=seat))
    for seat in seats:
        does(dealer, do.SetHouseWay(seat=seat))
    does(dealer, do.TurnOver())
    for seat in sorted(seats, reverse=True):
        does(dealer, do.ReconcileSeat(seat=seat))
    if any(spot.waits for spot in house.floor.tables[table].round.spots.values()):
        raise AssertionError(SURVEILLANCE)  # nothing here is above the alert
    does(dealer, do.EndGame())
