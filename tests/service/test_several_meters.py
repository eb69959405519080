"""A table on several meters in the service: each has a book of its own, all are written together, and the audit, the
papers and a second process read them by name."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from houseway.games import GAMES
from houseway.progressive import commands as ask
from houseway.progressive.adjustment import Grounds
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.audit import load, verify
from houseway.service.drift import drifts
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.meter_papers import Papers
from houseway.service.record import BookBroken
from houseway.service.store import Store
from houseway.shuffler import equipped
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.seal import terms_digest
from houseway.table.state import Table
from houseway.table.terms import Terms
from tests.service.playing import DEALER, SUPERVISOR, House, player
from tests.table.sitting import stacked

GAME = GAMES["mississippi-stud"]
PAYTABLE = GAME.paytable("MSP-C")
METERS = {"mega": "ms-mega", "major": "ms-major", "minor": "ms-minor"}  # not in the order of a book
ADMIN, OTHER = Actor(Role.CONTROLLER_ADMIN, "Ada"), Actor(Role.CONTROLLER_ADMIN, "Alan")
SEATS = (1, 4)
ROYAL_AND_MAJOR = {1: "As Ks", 4: "9s 8s", "board": "Qs Js Ts"}
QUADS = {1: "8c 2d", 4: "Kd Jh", "board": "8s 8h 8d"}


class Stacked:
    """A shuffler that deals what the test wants."""

    def __init__(self) -> None:
        self.hands: dict[int | str, str] = {}

    def __call__(self, command: Command, table: Table, actor: Actor) -> Command:
        if isinstance(command, do.Shuffle) and self.hands:
            order = stacked(table.game, self.hands, 1, SEATS)
            return do.Shuffle(order=order, nonce="5" * 64, terms=terms_digest(table.open_terms))
        return equipped(command, table, actor)


@pytest.fixture
def shuffler() -> Stacked:
    return Stacked()


@pytest.fixture
def house(store: Store, shuffler: Stacked) -> Iterator[House]:
    floor = Floor(store, equip=shuffler)
    floor.start()
    house = House(floor)
    for called, meter in METERS.items():
        settings = settings_of(PAYTABLE, called)
        house.does(f"meter {meter}", ADMIN, ask.OpenMeter(settings=settings, opening_cents=settings.seed_cents))
    house.opens(
        "T1", "mississippi-stud", SEATS, paytables={"Ante": "Mississippi Stud", "Progressive": "MSP-C"}, meters=METERS
    )
    yield house
    floor.stop()


def plays(house: House, shuffler: Stacked, hands: dict[int | str, str], *, ends: bool = True) -> None:
    """A round to its end, or to where all wins are recorded and nothing is paid."""
    shuffler.hands = hands
    house.does("T1", DEALER, do.Shuffle())
    for seat in SEATS:
        house.does("T1", player(seat), do.PlaceWager(seat=seat, wager="Ante", cents=5_00))
        house.does("T1", player(seat), do.PlaceWager(seat=seat, wager="Progressive", cents=1_00))
    if ends:
        house.ends("T1")


def worth(store: Store) -> dict[str, int]:
    """The sum of each meter's account over all books."""
    books = [store.balances(stream) for stream in store.streams()]
    return {called: sum(book.get(f"meter {meter}", 0) for book in books) for called, meter in METERS.items()}


def test_wins_of_two_meters_are_written_balance_and_audit(house: House, store: Store, shuffler: Stacked) -> None:
    plays(house, shuffler, ROYAL_AND_MAJOR)
    plays(house, shuffler, QUADS)
    assert worth(store) == {"mega": 10_000_160_000, "major": 1_000_080_000, "minor": 200_000_000}
    audits = {audit.stream: audit.records for audit in verify(store)}
    assert [audits[f"meter {meter}"] for meter in METERS.values()] == [3, 3, 3]  # opened, linked, won
    assert load(store, "T1")[0] == house.floor.tables["T1"]


def test_all_meters_are_linked_with_the_hand_that_takes_each(house: House, store: Store) -> None:
    books = Papers(store)._books
    links = {called: books.whole(meter)[0].links["T1"] for called, meter in METERS.items()}
    assert {called: (link.meter, link.line, link.chance) for called, link in links.items()} == {
        "mega": ("mega", "royal flush", Fraction(1, 649_740)),
        "major": ("major", "straight flush", Fraction(3, 216_580)),
        "minor": ("minor", "four of a kind", Fraction(1, 4_165)),
    }
    house.does("T1", player(1), do.LeaveSeat(seat=1))
    house.does("T1", player(4), do.LeaveSeat(seat=4))
    house.does("T1", SUPERVISOR, do.CloseTable())
    assert not any(books.whole(meter)[0].links for meter in METERS.values())


def test_a_back_out_on_one_meter_reaches_the_table_and_leaves_the_others(
    house: House, store: Store, shuffler: Stacked
) -> None:
    plays(house, shuffler, ROYAL_AND_MAJOR, ends=False)
    while not house.floor.tables["T1"].round.jackpots:
        step(house)
    won = house.floor.tables["T1"].round.jackpots[0]
    assert (won.seat, won.meter) == (4, "major")
    house.does("T1", SUPERVISOR, do.TurnKey(to="RUN"))
    asked = ask.ProposeAdjustment(
        micros=won.cents * 10_000, reason=Grounds.BACK_OUT, note="not his hand", win="T1 round 1 seat 4"
    )
    house.does("meter ms-major", ADMIN, asked)
    house.does("meter ms-major", OTHER, ask.Approve(proposal=1))
    house.ends("T1")
    assert worth(store) == {"mega": 10_000_000_000, "major": 1_000_080_000, "minor": 200_060_000}
    verify(store)


def step(house: House) -> None:
    """What the staff do next, or what a seat chooses."""
    from houseway.table import live
    from houseway.table.due import due
    from houseway.table.seeing import options_of

    table = house.floor.tables["T1"]
    if table.stage.value == "choosing":
        seat = due(table).seats[0]
        house.does("T1", player(seat), do.Choose(seat=seat, word=options_of(table, seat)[0].word))
        return
    command = live.next_step(table)
    assert command is not None
    house.does("T1", next(by for by in (DEALER, SUPERVISOR) if by.role in command.by), command)


def test_the_papers_of_each_meter_prove_themselves(house: House, store: Store, shuffler: Stacked) -> None:
    plays(house, shuffler, ROYAL_AND_MAJOR)
    plays(house, shuffler, QUADS)
    papers = Papers(store)
    today = GamingDay().of(datetime.now(UTC))
    for called, meter in METERS.items():
        day = papers.day(meter, today)
        assert day.computed == day.recorded
        assert [row.stakes for row in day.tables] == [4]
        assert day.together.increment_micros == 4 * PAYTABLE.meters[called].increment * 1_000_000
        assert day.expected_cents is not None and day.expected_cents > 0
        [win] = papers.wins(meter)
        page = papers.win_page(meter, win["seq"])
        assert (page.line, page.share) == (PAYTABLE.top(called), 1)
        assert page.sum_micros == page.meter_after_micros
        assert any("the project's own" in line for line in page.unapproved)


def test_the_audit_misses_a_meter_that_does_not_answer(house: House, store: Store, shuffler: Stacked) -> None:
    """A win whose meter's record is gone is found, though the other meters answered theirs."""
    plays(house, shuffler, ROYAL_AND_MAJOR)
    from houseway.service import audit as audits

    found = audits.Across(asked={(("T1", 9), "ms-mega"), (("T1", 9), "ms-major")}, answered={(("T1", 9), "ms-mega")})
    with pytest.raises(BookBroken, match="is not in the meter's book"):
        found.check()
    verify(store)


def test_a_suspended_meter_gives_all_stakes_back(house: House, store: Store, shuffler: Stacked) -> None:
    house.does("meter ms-minor", ADMIN, ask.Suspend(note="a look at it"))
    plays(house, shuffler, QUADS)
    assert worth(store) == {called: terms.seed_cents * 10_000 for called, terms in PAYTABLE.meters.items()}
    verify(store)


def test_the_drift_of_a_table_on_several_meters_looks_at_the_trays_part(
    house: House, store: Store, shuffler: Stacked
) -> None:
    for _ in range(3):
        plays(house, shuffler, QUADS)
    [row] = [row for row in drifts(store, tables=["T1"]) if row.wager == "Progressive"]
    trips = 3 * 10_00  # of the other seat; what the meter paid is not the house's
    assert (row.stake_cents, row.actual_cents) == (6_00, 6_00 - trips)


def test_terms_of_a_book_are_read_again_as_they_were(house: House, store: Store) -> None:
    table, _ = load(store, "T1")
    assert table.terms is not None and dict(table.terms.meters) == METERS
    assert isinstance(table.terms, Terms) and list(table.terms.plays_for) == ["major", "mega", "minor"]
