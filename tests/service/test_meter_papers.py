"""The papers of a meter, filled in from the book: what is printed is what happened, and it adds up."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest

from houseway.cards import parse
from houseway.paytable import THE_METER
from houseway.progressive import commands as ask
from houseway.progressive.adjustment import Grounds
from houseway.progressive.meter import AwardTotal, MeterSettings
from houseway.progressive.papers import MeterDay, ReturnOfDay
from houseway.reports import malfunction as malfunctions
from houseway.reports import meter_day, win_page
from houseway.service.audit import verify
from houseway.service.coin_ins import drain_of
from houseway.service.floor import Floor
from houseway.service.meter_papers import NotThere, Papers
from houseway.service.meters import MeterBooks, Meters
from houseway.service.outcome import Refused
from houseway.service.store import Store
from houseway.table import commands as do
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, player
from tests.service.test_audit import behind_its_back, change_body
from tests.service.test_progressive_table import (
    ACES,
    ADMIN,
    DEALERS,
    METER,
    NOTHING,
    PLAIN,
    ROYAL,
    SETTINGS,
    dealt,
    ended,
    j_pot,
    opened,
)

FRIDAY = datetime(2026, 5, 1, 20, tzinfo=UTC)  # 13:00 in the card room
FIRST, SECOND, THIRD = date(2026, 5, 1), date(2026, 5, 2), date(2026, 5, 3)
HIDDEN = MeterSettings(
    seed_cents=5_000_00,
    stake_cents=1_00,
    increment=Fraction(21, 100),
    hidden=Fraction(1, 100),
    maximum_cents=5_000_50,
)


class Clock:
    """Stands still until it is told to go on."""

    now = FRIDAY

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **time: int) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(store: Store, clock: Clock) -> Iterator[House]:
    floor = Floor(store, clock=clock)
    floor.start()
    yield House(floor)
    floor.stop()


@pytest.fixture
def papers(store: Store, clock: Clock) -> Papers:
    return Papers(store, house="Riverside Card Room", clock=clock)


def plays(house: House, hand: str = PLAIN, table: str = "T1", line: str = "") -> None:
    dealt(house, hand, table)
    if line:
        j_pot(house, line, table)
    ended(house, table)


def adjusts(house: House, **adjustment: object) -> None:
    """Proposed by a supervisor, approved by an administrator."""
    proposed = house.does(METER, SUPERVISOR, ask.ProposeAdjustment(note="as found", **adjustment))
    number = int(proposed.record.body.split('"proposal":')[1].split("}")[0])
    house.does(METER, ADMIN, ask.Approve(proposal=number))


def test_a_win_page_tells_who_won_what_with_which_cards_and_how(house: House, store: Store, papers: Papers) -> None:
    opened(house)
    plays(house)
    plays(house, ACES, line="Five Aces")
    [win] = papers.wins("m")
    page = papers.win_page("m", win["seq"])
    assert win_page.faults(page) == ()
    assert (page.player, page.seat, page.table, page.round) == ("player 1", 1, "T1", 2)
    assert page.cards == tuple(ACES.split())
    assert (page.line, page.share, page.cents) == ("Five Aces", 1, 5_000_84)
    assert (page.meter_before_micros, page.meter_after_micros) == (5_000_840000, 5_000_000000)
    assert (page.reseed_reserve_micros, page.reseed_bank_micros, page.overflow_micros) == (0, 5_000_000000, 0)
    assert (page.verified_by, page.game, page.paytable) == ("Sue", "Fortune San Lo Poker", "FSLPP-01")
    assert page.envy == ((6, 100_00),)
    assert page.meter_hash == store.head(METER).hash
    [written] = store.read("T1", after=page.table_seq - 1, upto=page.table_seq)
    assert (written.hash, written.round) == (page.table_hash, 2)
    assert '"JackpotRecorded"' in written.body
    assert win_page.pdf(page).startswith(b"%PDF")


def test_a_win_page_names_the_guest_for_whom_the_dealer_bet(house: House, store: Store, papers: Papers) -> None:
    opened(house)
    house.does("T1", player(1), do.LeaveSeat(seat=1))
    house.does("T1", DEALER, do.SeatGuest(seat=1, cents=100_00))
    for seat, by in ((1, DEALER), (6, player(6))):
        house.does("T1", by, do.PlaceWager(seat=seat, wager="Main Bet", cents=25_00))
        house.does("T1", by, do.PlaceWager(seat=seat, wager="Progressive", cents=1_00))
    for command in (do.CoinIn(), do.CloseBetting(), do.DrawNumber(), do.DealCards(), do.HouseWayForGuests()):
        house.does("T1", DEALER, command)
    house.does("T1", player(6), do.AskHouseWay(seat=6))
    for place, cards in {1: ACES, 6: NOTHING, 0: DEALERS}.items():
        house.does("T1", DEALER, do.EnterPacket(place=place, cards=parse(cards)))
    j_pot(house, "Five Aces")
    ended(house)
    [win] = papers.wins("m")
    assert papers.win_page("m", win["seq"]).player == "guest 1"


def test_a_win_page_is_there_as_soon_as_j_pot_is_pressed(house: House, papers: Papers) -> None:
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    [win] = papers.wins("m")
    page = papers.win_page("m", win["seq"])
    assert page.cards == tuple(ROYAL.split())
    assert (page.share, page.cents, page.meter_after_micros) == (Fraction(1, 10), 500_04, 4_500_380000)
    assert win_page.faults(page) == ()


def test_a_back_out_is_named_on_the_page_of_its_win(house: House, papers: Papers) -> None:
    opened(house)
    plays(house, ROYAL, line="Royal Flush")
    [win] = papers.wins("m")
    own = house.does(
        METER,
        SUPERVISOR,
        ask.ProposeAdjustment(micros=500_040000, reason=Grounds.BACK_OUT, note="wrong seat", win=win["win"]),
    )
    assert isinstance(house.tries(METER, SUPERVISOR, ask.Approve(proposal=1)), Refused)
    assert papers.win_page("m", win["seq"]).backed_out_cents == 0
    house.does(METER, ADMIN, ask.Approve(proposal=1))
    page = papers.win_page("m", win["seq"])
    assert (page.backed_out_cents, win_page.faults(page)) == (500_04, ())
    assert papers.wins("m")[0]["backed_out_cents"] == 500_04
    assert papers.wins("m", after=win["seq"]) == []
    with pytest.raises(NotThere, match=f"record {own.record.seq} of meter m is no win; the last are {win['seq']}"):
        papers.win_page("m", own.record.seq)


def test_what_lies_above_the_maximum_is_on_the_page(house: House, store: Store, papers: Papers) -> None:
    house.does(METER, ADMIN, ask.OpenMeter(settings=HIDDEN, opening_cents=HIDDEN.seed_cents))
    opened(house, "T2")
    for _ in range(2):
        plays(house, table="T2")
    plays(house, ACES, table="T2", line="Five Aces")
    page = papers.win_page("m", papers.wins("m")[0]["seq"])
    assert (page.meter_before_micros, page.overflow_micros) == (5_000_500000, 760000)
    assert (page.reseed_reserve_micros, page.reseed_bank_micros) == (60000, 4_999_180000)
    assert (page.meter_after_micros, win_page.faults(page)) == (5_000_000000, ())
    day = papers.day("m", FIRST)
    assert (day.closing_micros, day.closing_reserve_micros, meter_day.faults(day)) == (5_000_000000, 0, ())
    verify(store)


def test_every_day_of_a_meter_adds_up_and_begins_where_the_last_one_ended(
    house: House, store: Store, papers: Papers, clock: Clock
) -> None:
    opened(house)
    opened(house, "T2")
    plays(house)
    plays(house, table="T2")
    plays(house, ROYAL, "T2", "Royal Flush")
    clock.passes(hours=20)  # past six in the morning; the meter itself hears nothing of the night
    plays(house)
    plays(house)
    house.does(METER, SUPERVISOR, ask.Suspend(note="count"))
    adjusts(house, micros=-1_000001, reason=Grounds.MALFUNCTION_DOWN)
    adjusts(house, micros=500_080000, reason=Grounds.BACK_OUT, win="T2 round 2 seat 1")
    house.does(METER, ADMIN, ask.RecordDeposit(cents=4_000_00, note="bank"))
    house.does(METER, SUPERVISOR, ask.Resume())
    clock.passes(hours=24)
    plays(house, ACES, "T2", "Five Aces")
    first, second, third = (papers.day("m", day) for day in (FIRST, SECOND, THIRD))
    assert [meter_day.faults(each) for each in (first, second, third)] == [(), (), ()]
    assert (first.opening_micros, second.opening_micros) == (5_000_000000, first.closing_micros)
    assert (third.opening_micros, third.closing_micros) == (second.closing_micros, 5_000_000000)
    assert [(each.table, each.stakes, each.coin_in_cents) for each in first.tables] == [
        ("T1", 2, 2_00),
        ("T2", 4, 4_00),
    ]
    assert [(each.table, each.stakes) for each in second.tables] == [("T1", 4)]
    assert (first.awarded_cents, second.awarded_cents, third.awarded_cents) == (500_12, 0, 5_001_47)
    up, down = second.adjustments[1], second.adjustments[0]
    assert (down.account, down.micros, down.proposed_by, down.approved_by) == ("meter", -1_000001, "Sue", "Ada")
    assert (up.micros, up.win) == (500_080000, "T2 round 2 seat 1")
    [reseed] = third.reseeds
    assert reseed.bank_micros == 5_000_000000 - (second.closing_micros + 420000 - 5_001_470000)
    assert [(hit.line, hit.hits) for hit in third.hits] == [("Five Aces", 1), ("Royal Flush", 1)]
    assert len(third.last_hits) == 2
    assert (first.deposit_by, first.deposited_upto) == (date(2026, 5, 8), None)
    assert (second.deposit_by, second.deposited_upto) == (date(2026, 5, 9), SECOND)
    assert second.deposit_due_micros == second.closing_micros - 4_000_000000
    assert first.head != second.head and third.head == (store.head(METER).seq, store.head(METER).hash)
    assert {first.status, second.status} == {"running"}
    assert meter_day.pdf(second).startswith(b"%PDF")
    verify(store)


def test_a_day_is_the_same_whenever_it_is_asked_for(house: House, store: Store, clock: Clock) -> None:
    """However the book goes on, whether it was read bit by bit or at once, and however seldom the meter looks."""
    growing = Papers(store, clock=clock)
    opened(house)
    told: dict[date, MeterDay] = {}
    for n in range(8):
        plays(house)
        if n in (0, 5):
            plays(house, ROYAL, line="Royal Flush")
        day = FIRST + timedelta(days=n)
        told[day] = growing.day("m", day)
        clock.passes(days=1)
    fresh = Papers(store, clock=clock)
    for day, page in told.items():
        assert growing.day("m", day) == fresh.day("m", day) == page
        assert meter_day.faults(page) == ()


def test_the_expected_cost_is_each_stakes_chance_of_the_meter_as_it_stood(
    house: House, papers: Papers, clock: Clock
) -> None:
    opened(house)
    for hand, line in ((PLAIN, ""), (ROYAL, "Royal Flush"), (PLAIN, "")):
        clock.passes(minutes=1)
        dealt(house, hand)
        clock.passes(minutes=1)
        if line:
            j_pot(house, line)
        ended(house)
    drain = drain_of("san-lo", "FSLPP-01", THE_METER, 1, "")
    assert drain is not None
    stood = 5_000_420000, 5_000_840000, 5_000_840000 - 500_080000 + 420000
    assert papers.day("m", FIRST).expected_cents == 2 * drain * sum(stood) / 10_000


def test_stakes_that_went_back_with_a_void_round_stay_on_the_meter(house: House, store: Store, papers: Papers) -> None:
    opened(house)
    for wager, cents in (("Main Bet", 25_00), ("Progressive", 1_00)):
        house.does("T1", player(1), do.PlaceWager(seat=1, wager=wager, cents=cents))
    house.does("T1", DEALER, do.CoinIn())
    house.does("T1", SUPERVISOR, do.VoidRound(note="a card fell"))
    page = papers.day("m", FIRST)
    assert (page.closing_micros, meter_day.faults(page)) == (5_000_210000, ())
    [row] = page.tables
    assert (row.stakes, row.coin_in_cents, row.increment_micros) == (0, 0, 210000)  # what went back is no coin in
    assert page.returns == (ReturnOfDay(table="T1", stakes=1, cents=1_00),)
    assert meter_day.plain(page)["returns"] == [{"table": "T1", "stakes": 1, "cents": 1_00}]
    assert meter_day.pdf(page).startswith(b"%PDF")


def test_an_award_that_was_backed_out_is_shown_so_and_not_counted(house: House, store: Store, papers: Papers) -> None:
    opened(house)
    plays(house, ROYAL, line="Royal Flush")
    plays(house, ROYAL, line="Royal Flush")
    first, second = (award.cents for award in papers.day("m", FIRST).awards)
    adjusts(house, micros=second * 10_000, reason=Grounds.BACK_OUT, win="T1 round 2 seat 1")
    page = papers.day("m", FIRST)
    assert [award.backed_out_cents for award in page.awards] == [0, second]
    assert (page.awarded_cents, meter_day.faults(page)) == (first, ())
    assert page.hits == (AwardTotal(line="Royal Flush", hits=1, cents=first, backed_out=1),)
    assert [win for _, win, _ in page.last_hits] == ["T1 round 1 seat 1"]
    assert meter_day.pdf(page).startswith(b"%PDF")


def test_a_correction_of_an_award_is_on_the_report_of_its_day(house: House, store: Store, papers: Papers) -> None:
    opened(house)
    plays(house, ROYAL, line="Royal Flush")
    [award] = papers.day("m", FIRST).awards
    asked = {"round": 1, "seat": 1, "player": house.floor.tables["T1"].players[1], "wager": "Progressive"}
    note = {"note": "no royal", "of_meter": True}
    house.does("T1", SUPERVISOR, do.ProposeMoney(cents=-award.cents, **asked, **note))
    house.does("T1", SURVEILLANCE, do.Agree(proposal=1))
    page = papers.day("m", FIRST)
    [corrected] = page.corrections
    assert (corrected.cents, corrected.by) == (-award.cents, "Sue, Eve")
    assert "T1 round 1 seat 1" in corrected.what and "no royal" in corrected.what
    assert meter_day.faults(page) == () and meter_day.pdf(page).startswith(b"%PDF")
    verify(store)


def test_a_malfunction_suspends_the_meter_and_its_clock_runs_from_the_record(
    house: House, papers: Papers, clock: Clock
) -> None:
    opened(house)
    plays(house)
    house.does(METER, SUPERVISOR, ask.ReportMalfunction(note="The sign went dark."))
    clock.passes(hours=30)
    page = papers.malfunction("m", 1)
    assert (page.noticed_at, page.suspended_at, page.notified_at) == (FRIDAY, FRIDAY, None)
    assert (page.what, page.reported_by, page.tables) == ("The sign went dark.", "Sue", ("T1",))
    assert (page.shown_micros, page.adjustments) == (5_000_420000, ())
    assert page.time_left == timedelta(hours=42)
    adjusts(house, micros=10_000000, reason=Grounds.MALFUNCTION_UP)
    house.does(METER, ADMIN, ask.GiveNotice(malfunction=1, note="by telephone"))
    clock.passes(hours=100)
    page = papers.malfunction("m", 1)
    assert page.notified_at == FRIDAY + timedelta(hours=30)
    assert not page.is_late
    assert [each.micros for each in page.adjustments] == [10_000000]
    assert malfunctions.pdf(page).startswith(b"%PDF")
    with pytest.raises(NotThere, match="malfunction 2 of meter m: reported are 1"):
        papers.malfunction("m", 2)


def test_what_is_not_in_the_book_is_said_in_one_line(house: House, papers: Papers) -> None:
    opened(house)
    for ask_for in (
        lambda: papers.win_page("m", 1),
        lambda: papers.day("m", date(2026, 4, 30)),
        lambda: papers.day("m", date(2026, 5, 2)),
        lambda: papers.day("m", date.min),
        lambda: papers.day("m", date.max),
        lambda: papers.malfunction("m", 0),
        lambda: papers.day("n", FIRST),
        lambda: papers.wins("n"),
    ):
        with pytest.raises(NotThere) as raised:
            ask_for()
        assert "\n" not in str(raised.value)
    assert SETTINGS.stake_cents == papers.day("m", FIRST).stake_cents


def envied(papers: Papers) -> list[tuple[tuple[int, int], ...]]:
    return [papers.win_page("m", win["seq"]).envy for win in papers.wins("m")]


@pytest.mark.parametrize("hand", [ROYAL, "As Ks Qs Js 8s 2d"])
def test_a_win_page_names_no_envy_of_a_win_that_was_backed_out_and_its_cards_corrected(
    house: House, store: Store, papers: Papers, hand: str
) -> None:
    """With another hand nobody is paid; with the same one looked at again, it is envied on the page of the new win."""
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    adjusts(house, micros=500_040000, reason=Grounds.BACK_OUT, win="T1 round 1 seat 1")
    house.does("T1", SUPERVISOR, do.ProposeCards(packets={"1": hand}, note="misread"))
    house.does("T1", SURVEILLANCE, do.Agree(proposal=1))
    if hand == ROYAL:
        j_pot(house, "Royal Flush")
    ended(house)
    assert envied(papers) == ([(), ((6, 50_00),)] if hand == ROYAL else [()])
    verify(store)


def test_a_win_page_names_no_envy_of_a_round_that_is_void(house: House, store: Store, papers: Papers) -> None:
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    for seat in (6, 1):
        house.does("T1", DEALER, do.ReconcileSeat(seat=seat))
    assert envied(papers) == [((6, 50_00),)]
    adjusts(house, micros=500_040000, reason=Grounds.BACK_OUT, win="T1 round 1 seat 1")
    house.does("T1", SUPERVISOR, do.ProposeCards(packets={"1": "As Ks Qs Js 8s 2d"}, note="misread"))
    house.does("T1", SURVEILLANCE, do.Agree(proposal=1))
    house.does("T1", SUPERVISOR, do.ProposeVoid(note="a fouled deck"))
    house.does("T1", SURVEILLANCE, do.Agree(proposal=2))
    assert envied(papers) == [()]
    verify(store)


def test_a_meters_book_with_a_changed_record_is_read_by_nobody(
    house: House, store: Store, papers: Papers, book_url: str, clock: Clock
) -> None:
    """The papers, the sign and the writer all read a meter's book by the same fold, which follows the chain."""
    opened(house)
    plays(house, ROYAL, line="Royal Flush")
    house.does(METER, SUPERVISOR, ask.ReportMalfunction(note="The sign went dark."))
    house.does(METER, SUPERVISOR, ask.Resume())
    [win] = papers.wins("m")
    with behind_its_back(book_url) as connection:
        change_body(connection, win["seq"], lambda body: body.replace('"cents":50004', '"cents":60004'), METER)
    fresh, books = Papers(store, clock=clock), MeterBooks(store)
    for read in (
        lambda: fresh.wins("m"),
        lambda: fresh.win_page("m", win["seq"]),
        lambda: fresh.day("m", FIRST),
        lambda: fresh.malfunction("m", 1),
        lambda: books.whole("m"),
        lambda: books.history("m"),
        lambda: Meters(store).held("m"),
    ):
        for _ in range(2):  # and it is not read on from the middle of it the second time
            with pytest.raises(ValueError, match=f"the hash of record {win['seq']} of '{METER}' does not continue"):
                read()
    assert papers.wins("m") == [win]  # what was read before it was changed


def test_a_meters_time_never_goes_back(house: House, store: Store, clock: Clock) -> None:
    """Were it to, the book would refuse the record, and whoever pressed the key would wait for nothing."""
    opened(house)
    clock.passes(hours=-1)
    house.does(METER, SUPERVISOR, ask.Suspend(note="count"))
    assert {record.at for record in store.read(METER)} == {"2026-05-01T20:00:00.000Z"}
