"""An alert stands for as long as its cause does, under one name; whoever sees to it is in the house's book."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from houseway.reports.winnings import ALL, Drift
from houseway.role import Actor, Role, Seat
from houseway.service.alerts import OF_THE_DEALER, Alert, AlertKind, AlertLevels, alerts
from houseway.service.audit import verify
from houseway.service.floor import Floor
from houseway.service.house import REMEMBERED, AcknowledgeAlert, AlertAcknowledged, HouseState, evolve
from houseway.service.house_book import read_house, write_house
from houseway.service.record import HOUSE, BookBroken
from houseway.service.store import Store, open_store
from houseway.service.table_day import DayOfTable, table_day
from houseway.table import commands as do
from houseway.table.live import next_step
from houseway.table.terms import Terms
from tests.gaming_day import NOW, today
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, live_round, player
from tests.service.test_audit import audit, behind_its_back, change_body, rechain
from tests.table.sitting import DEALER as DEALER_PLACE
from tests.table.sitting import LIVE_DEALER
from tests.table.test_papers import counted

SEATS = (1, 4)
LEVELS = AlertLevels()


@pytest.fixture
def house(store: Store):
    floor = Floor(store, gaming_day=NOW)
    floor.start()
    house = House(floor)
    house.opens("T1", seats=SEATS)
    yield house
    floor.stop()


def standing(house: House, store: Store, *, levels: AlertLevels = LEVELS, drift: Drift | None = None) -> list[Alert]:
    now = datetime.now(UTC)
    return list(alerts(house.floor.tables["T1"], table_day(store, "T1", today()), drift, levels, now))


def said(found: list[Alert]) -> list[tuple[AlertKind, str]]:
    return [(each.kind, each.says) for each in found]


def test_a_stop_is_one_alert_until_it_is_released_and_another_the_next_time(house: House, store: Store) -> None:
    assert standing(house, store) == []
    house.does("T1", DEALER, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    house.does("T1", SURVEILLANCE, do.StopRound(note="a card was seen"))
    [stop] = standing(house, store)
    assert (stop.kind, stop.says) == (AlertKind.STOP, "Eve of surveillance has stopped round 1")
    assert stop.since == table_day(store, "T1", today()).waits["stop"]
    assert "a card was seen" not in str(stop.shape), "why, the screen of the table tells those who may know"
    house.does("T1", SURVEILLANCE, do.ReleaseRound(note="it was not"))
    assert standing(house, store) == []
    house.does("T1", SURVEILLANCE, do.StopRound(note="again"))
    [again] = standing(house, store)
    assert again.name != stop.name


def test_a_payout_that_surveillance_stopped_is_told_before_and_while_it_waits(house: House, store: Store) -> None:
    steps = [*live_round("supreme-99", SEATS)]
    for actor, command in steps[:6]:
        house.does("T1", actor, command)
    house.does("T1", SURVEILLANCE, do.StopPayout(seat=1, note="who is he"))
    assert said(standing(house, store)) == [(AlertKind.STOP, "Surveillance stops whatever seat 1 wins")]
    for actor, command in steps[6:-1]:
        house.does("T1", actor, command)
    won = sum(result.won_cents for result in house.floor.tables["T1"].round.spots[Seat(1)].waits)
    waits = [(AlertKind.PAYOUT, f"Seat 1 waits to be paid ${won // 100}")] if won else []
    assert said(standing(house, store)) == waits


def test_a_claim_is_told_until_its_win_is_recorded(house: House, store: Store) -> None:
    table, day = house.floor.tables["T1"], table_day(store, "T1", today())
    lit = replace(table, round=replace(table.round, keyed={Seat(4): "Royal Flush"}))
    [claim] = alerts(lit, day, None, LEVELS, NOW_)
    assert (claim.kind, claim.says, claim.name) == (AlertKind.CLAIM, "Royal Flush is lit for seat 4", "T1 claim 1-4")
    numbered = replace(lit, terms=replace(lit.open_terms, positions=(10, 20, 30, 40, 50, 60)))
    assert alerts(numbered, day, None, LEVELS, NOW_)[0].says == "Royal Flush is lit for seat 40", "as the room counts"
    done = replace(lit, round=replace(lit.round, recorded=frozenset({Seat(4)})))
    assert alerts(done, day, None, LEVELS, NOW_) == ()


NOW_ = datetime(2031, 5, 1, 20, tzinfo=UTC)


def test_a_tray_is_short_below_the_level_of_the_house_once_between_two_fills(house: House, store: Store) -> None:
    opened = house.floor.tables["T1"].terms.tray_cents
    house.does("T1", SUPERVISOR, do.CreditTray(cents=house.floor.tables["T1"].chips_in_tray - opened // 4))
    assert standing(house, store) == [], "at the level itself it is not short"
    house.does("T1", SUPERVISOR, do.CreditTray(cents=1_00))
    [short] = standing(house, store)
    assert short.kind is AlertKind.TRAY and "less than 25 % of the $10,000,000" in short.says
    assert standing(house, store, levels=AlertLevels(tray_percent=0)) == []
    house.does("T1", SUPERVISOR, do.FillTray(cents=1_00))
    assert standing(house, store) == []
    house.does("T1", SUPERVISOR, do.CreditTray(cents=2_00))
    assert standing(house, store)[0].name != short.name


def test_a_tray_that_cannot_pay_the_round_is_told_with_the_seat_and_what_it_lacks() -> None:
    sitting = counted({"500": 20}, tray_cents=100_00, tray_chips={"500": 20})
    sitting.player(4).sits()
    sitting.dealer.buys_in(100_00, 4)
    sitting.bets(main=100_00).deals({4: "As Kd", DEALER_PLACE: "9c 7d"})
    day, levels = DayOfTable(table=sitting.table.name, day="2031-05-01"), AlertLevels(tray_percent=0)
    assert alerts(sitting.table, day, None, levels, NOW_) == ()
    while isinstance(answer := sitting.answer(LIVE_DEALER, next_step(sitting.table)), tuple):
        pass
    [short] = alerts(sitting.table, day, None, levels, NOW_)
    assert (short.kind, short.says) == (AlertKind.TRAY, f"The round cannot go on: {answer.says}")
    assert short.says.endswith("seat 4 wins $150 more than the tray holds")
    sitting.supervisor.gives(do.RequestFill(chips={"500": 30}))
    sitting.dealer.confirms({"500": 30})
    assert alerts(sitting.table, day, None, levels, NOW_) == ()


def test_a_slip_is_told_until_a_second_person_has_confirmed_it_and_not_what_was_counted(store: Store) -> None:
    chips = {"500": 4_000}
    terms = Terms(
        game="supreme-99", dealer="live", chip_cents=(1_00, 5_00), tray_chips=chips, tray_cents=20_000_00, papers=True
    )
    floor = Floor(store, gaming_day=NOW)
    floor.start()
    house = House(floor)
    house.does("T1", SUPERVISOR, do.OpenTable(terms=terms))
    house.does("T1", DEALER, do.SignOn())
    house.does("T1", SUPERVISOR, do.CountTray(chips=chips))
    [count] = standing(house, store)
    assert (count.kind, count.says) == (
        AlertKind.SLIP,
        "Slip 1 of Sue, count of the tray, waits for a second person",
    )
    house.does("T1", DEALER, do.ConfirmSlip(slip=1, chips=chips))
    assert standing(house, store) == []
    house.does("T1", DEALER, do.RequestFill(chips={"500": 100}))
    [fill] = standing(house, store)
    assert fill.says == "Slip 2 of Dan, fill of $500, waits for a second person"
    assert fill.since == table_day(store, "T1", today()).slips[2]
    house.does("T1", DEALER, do.DropSlip(slip=2, note="not now"))
    assert standing(house, store) == []
    floor.stop()


def test_a_proposed_correction_is_told_until_surveillance_has_answered(house: House, store: Store) -> None:
    house.does("T1", DEALER, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    for command in (do.CloseBetting(), do.DrawNumber(), do.DealCards()):
        house.does("T1", DEALER, command)
    house.does("T1", SUPERVISOR, do.ProposeCards(packets={"1": "As Ad Kc Kd"}, note="seat 1 holds aces and kings"))
    [asked] = standing(house, store)
    assert (asked.kind, asked.says) == (AlertKind.PROPOSAL, "Sue proposes to correct cards, and waits for surveillance")
    assert asked.since == table_day(store, "T1", today()).proposals[1]
    assert "aces" not in str(asked.shape), "what is proposed, the screen of the table tells those who may know"
    house.does("T1", SURVEILLANCE, do.DropProposal(proposal=1))
    assert standing(house, store) == []


def test_a_dealer_is_relieved_in_time_if_the_house_sets_one(house: House, store: Store) -> None:
    house.plays("T1", seats=SEATS)
    day = table_day(store, "T1", today())
    table, levels = house.floor.tables["T1"], AlertLevels(relief_minutes=60)
    due = day.since + timedelta(minutes=60)
    assert alerts(table, day, None, levels, due - timedelta(seconds=1)) == ()
    [late] = alerts(table, day, None, levels, due)
    assert (late.says, late.since) == ("Dan has dealt for 60 minutes without relief", due)
    assert alerts(table, day, None, LEVELS, due + timedelta(days=1)) == (), "as long as he likes"


def drift(rounds: int, actual: int) -> Drift:
    return Drift(
        table="T1", game="supreme-99", wager=ALL, day=today(), rounds=rounds, stake_cents=rounds * 25_00,
        theory_cents=Fraction(0), actual_cents=actual, variance=Fraction(100_00**2), is_bound=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (drift(30, 300_00), None),
        (drift(30, 301_00), "The win of 30 rounds is 3.0 standard deviations above theory"),
        (drift(30, -450_00), "The win of 30 rounds is 4.5 standard deviations below theory"),
        (drift(29, -450_00), None),
    ],
    ids=["at the edge of the band", "above", "below", "too few rounds"],
)
def test_drift_alerts_outside_its_band_after_enough_rounds(house: House, store: Store, found, says) -> None:
    told = standing(house, store, drift=found)
    assert [each.says for each in told] == ([says] if says else [])
    assert all(each.kind is AlertKind.DRIFT for each in told)


def test_the_dealer_is_told_of_all_but_his_own_drift() -> None:
    assert {*AlertKind} - {*OF_THE_DEALER} == {AlertKind.DRIFT}


# ---- acknowledged, in the house's book ----------------------------------------------------------------

SEEN = AcknowledgeAlert(alert="T1 stop 1-200000", table="T1", says="Eve of surveillance has stopped round 1")


@pytest.mark.parametrize(
    ("by", "command", "says"),
    [
        (DEALER, SEEN, "AcknowledgeAlert is for supervisor or surveillance, not for dealer"),
        (Actor(Role.AUDITOR, "Abe"), SEEN, "not for auditor"),
        (SUPERVISOR, replace(SEEN, says="two\nlines"), "text of an alert"),
        (SUPERVISOR, replace(SEEN, alert=""), "alert"),
    ],
    ids=["a dealer", "an auditor", "two lines", "no alert"],
)
def test_an_alert_is_acknowledged_by_who_watches_the_floor_in_one_line(store: Store, by, command, says) -> None:
    with pytest.raises(ValueError, match=says):
        write_house(store, by, command, NOW_)


def test_an_alert_is_acknowledged_once_by_name_and_time_and_the_audit_decides_it_again(book_url: str) -> None:
    with open_store(book_url) as store:
        book = write_house(store, SUPERVISOR, SEEN, NOW_)
        assert book.state.alerts == {SEEN.alert: "Sue"}
        with pytest.raises(ValueError, match="Sue has acknowledged this alert already"):
            write_house(store, SURVEILLANCE, SEEN, NOW_)
        [record] = store.read(HOUSE)
        assert '"by":["supervisor","Sue",null]' in record.body and record.at == "2031-05-01T20:00:00.000Z"
        verify(store)
        assert read_house(store).state == book.state
    with behind_its_back(book_url) as connection:
        change_body(connection, 1, lambda body: body.replace('"by":"Sue"', '"by":"Eve"'), HOUSE)
        rechain(connection, HOUSE)
    with pytest.raises(BookBroken, match="does not lead to these events"):
        audit(book_url)


def test_the_house_remembers_the_last_alerts_and_not_all_of_all_years() -> None:
    house = HouseState()
    for number in range(REMEMBERED + 5):
        house = evolve(house, AlertAcknowledged(alert=f"T1 tray {number}", table="T1", says="short", by="Sue"))
    assert len(house.alerts) == REMEMBERED
    assert next(iter(house.alerts)) == "T1 tray 5"
