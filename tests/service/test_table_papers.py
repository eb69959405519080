"""What the floor writes into a table's book is decided again by the audit."""

import json

import pytest

from houseway.money import Account
from houseway.reports import shift_report
from houseway.role import Actor, Role
from houseway.service.audit import verify
from houseway.service.daybook import days
from houseway.service.incidents import incidents
from houseway.service.outcome import Refused
from houseway.service.record import BookBroken
from houseway.service.shifts import shifts
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.denominations import fewest
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, at_work, live_round, player
from tests.service.test_audit import audit, behind_its_back, change_body, rechain

VALUES = (1_00, 5_00, 25_00, 100_00)


def record_of(url: str, event: str, telling: str = ""):
    with open_store(url, read_only=True) as store:
        return next(each for each in store.read("T1") if f'"is":"{event}"' in each.body and telling in each.body)


def forged(url: str, event: str, before: str, after: str) -> int:
    """The record of an event, rewritten with fitting hashes: its number."""
    record = record_of(url, event, before)
    with behind_its_back(url) as connection:
        change_body(connection, record.seq, lambda body: body.replace(before, after))
        rechain(connection)
    return record.seq


# ---- chips -------------------------------------------------------------------------------------------


@pytest.fixture
def of_chips(book_url: str) -> str:
    with at_work(book_url) as house:
        house.opens("T1", "supreme-99", chip_cents=VALUES)
        odd = house.tries("T1", DEALER, do.BuyIn(seat=1, cents=3_33))
        assert isinstance(odd, Refused) and odd.refusal.reason is Reason.NOT_IN_CHIPS
        house.does("T1", SUPERVISOR, do.FillTray(cents=150_00, chips={"2500": 2, "10000": 1}))
        house.does("T1", DEALER, do.ColourUp(seat=1, chips={"500": 10}))
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    return book_url


def test_a_book_of_chips_verifies_and_is_read_again(of_chips: str) -> None:
    audit(of_chips)
    with at_work(of_chips) as house:
        assert house.floor.tables["T1"].rack == {"500": 10, "10000": 1}  # of the $25 chips the seat got two
    with open_store(of_chips, read_only=True) as store:
        assert next(found.stream for found in verify(store)) == "T1"


@pytest.mark.parametrize(
    ("event", "before", "after", "says"),
    [
        ("ColouredUp", '"gets":{"2500":2}', '"gets":{"2500":3}', "does not lead to these events"),
        ("ColouredUp", '{"500":10}', '{"500":11}', "does not lead to these events"),
        ("TrayFilled", '"chips":{"10000":1,"2500":2}', '"chips":{"10000":1,"2500":3}', "the table refuses"),
        ("WagerPlaced", '"cents":2500', '"cents":2501', "transfers"),
    ],
)
def test_chips_that_were_changed_in_the_book_are_found(
    of_chips: str, event: str, before: str, after: str, says: str
) -> None:
    seq = forged(of_chips, event, before, after)
    with pytest.raises(BookBroken, match=f"record {seq} of 'T1': .*{says}"):
        audit(of_chips)


# ---- the papers ----------------------------------------------------------------------------------------

TRAY = {"100": 500, "500": 300, "2500": 200, "10000": 130}  # $20,000
OTIS = Actor(Role.DEALER, "Otis")


@pytest.fixture
def of_papers(book_url: str) -> str:
    """Two shifts of a table, and a third that runs. The first is $20 short in the drop and $5 over in the tray."""
    with at_work(book_url) as house:

        def does(actor: Actor, command: do.Command) -> None:
            house.does("T1", actor, command)

        def two(first: Actor, command: do.Command, second: Actor, **counted: object) -> None:
            does(first, command)
            slip = house.floor.tables["T1"].papers.next_slip - 1
            does(second, do.ConfirmSlip(slip=slip, **counted))

        terms = Terms(
            game="supreme-99", dealer="live", chip_cents=VALUES, tray_chips=TRAY, tray_cents=20_000_00, papers=True
        )
        does(SUPERVISOR, do.OpenTable(terms=terms))
        does(DEALER, do.SignOn())
        two(SUPERVISOR, do.CountTray(chips=TRAY), DEALER, chips=TRAY)
        for seat in (1, 4):
            does(player(seat), do.TakeSeat(seat=seat, player=f"player {seat}"))
            does(DEALER, do.BuyIn(seat=seat, cents=1_000_00))
        house.plays("T1")
        two(DEALER, do.RequestFill(chips={"500": 100}), SUPERVISOR, chips={"500": 100}, carried_by="Max")
        does(DEALER, do.SignOff(note="a break"))
        does(OTIS, do.SignOn())
        does(DEALER, do.SignOn())
        house.plays("T1")
        two(SUPERVISOR, do.RequestCredit(chips={"10000": 2}), DEALER, chips={"10000": 2}, carried_by="Max")
        counted = fewest(house.floor.tables["T1"].chips_in_tray + 5_00, VALUES)
        two(SUPERVISOR, do.CountTray(chips=counted), DEALER, chips=counted)
        two(SUPERVISOR, do.CountDrop(cents=1_980_00), SURVEILLANCE, cents=1_980_00)
        for actor, command in live_round("supreme-99", (1, 4)):
            does(actor, command)
            if isinstance(command, do.DealCards):  # a relief while the cards lie
                does(OTIS, do.SignOn())
                does(DEALER, do.SignOn())
        counted = fewest(house.floor.tables["T1"].chips_in_tray, VALUES)
        two(SUPERVISOR, do.CountTray(chips=counted), DEALER, chips=counted)
        does(DEALER, do.BuyIn(seat=1, cents=100_00))
    return book_url


def read_shifts(url: str):
    with open_store(url, read_only=True) as store:
        return shifts(store, "T1", house="The Card Room", zone="America/Los_Angeles")


def test_a_book_with_papers_verifies(of_papers: str) -> None:
    audit(of_papers)


@pytest.mark.parametrize(
    ("event", "before", "after", "says"),
    [
        ("TrayCounted", '"by":["dealer","Dan"', '"by":["supervisor","Sue"', "the table refuses this command: .*own"),
        ("TrayCounted", '"confirmed_by":"Dan"', '"confirmed_by":"Uma"', "does not lead to these events"),
        ("SlipConfirmed", '"chips":{"500":100}', '"chips":{"500":101}', "the table refuses|does not lead"),
        ("DropCounted", '"recorded_cents":200000', '"recorded_cents":198000', "transfers"),
        ("DealerSignedOn", '"relieves":""', '"relieves":"Uma"', "does not lead to these events"),
    ],
)
def test_papers_that_were_changed_in_the_book_are_found(
    of_papers: str, event: str, before: str, after: str, says: str
) -> None:
    seq = forged(of_papers, event, before, after)
    with pytest.raises(BookBroken, match=f"record {seq} of 'T1': .*({says})"):
        audit(of_papers)


def test_a_shift_goes_from_one_count_by_two_people_to_the_next(of_papers: str) -> None:
    first, second, third = read_shifts(of_papers)
    assert (first.opening.cents, first.opening.by, first.opening.confirmed_by) == (20_000_00, "Sue", "Dan")
    assert first.closing == second.opening
    assert (second.closing == third.opening, third.closing) == (True, None)
    assert [(slip.what, slip.cents) for slip in first.slips] == [("fill", 500_00), ("credit", 200_00)]
    assert (first.rounds, second.rounds, third.rounds) == ((1, 2), (3,), ())
    assert (first.sold_cents, second.sold_cents, third.sold_cents) == (2_000_00, 0, 100_00)


def test_drop_and_tray_as_counted_stand_beside_the_book_and_the_rest_is_over_or_short(of_papers: str) -> None:
    first, second, third = read_shifts(of_papers)
    assert (first.drop_cents, first.sold_cents) == (1_980_00, 2_000_00)
    assert (first.tray_off_cents, first.drop_off_cents, first.off_cents) == (5_00, -20_00, -15_00)
    assert first.counted_win_cents - first.recorded_win_cents == first.off_cents
    assert (second.off_cents, third.off_cents) == (0, None)
    with open_store(of_papers, read_only=True) as store:
        won = sum(day.win_cents for day in days(store))
    assert first.recorded_win_cents + second.recorded_win_cents == won


def test_a_tray_that_was_short_when_the_table_was_opened_is_in_its_first_shift(book_url: str) -> None:
    """All that is over and short by the ledger is in one shift or another."""
    fewer, fewest = {**TRAY, "500": 299}, {**TRAY, "500": 297}  # $5 and $15 short
    with at_work(book_url) as house:

        def counts(chips: dict[str, int]) -> None:
            house.does("T1", SUPERVISOR, do.CountTray(chips=chips))
            slip = house.floor.tables["T1"].papers.next_slip - 1
            house.does("T1", DEALER, do.ConfirmSlip(slip=slip, chips=chips))

        terms = Terms(
            game="supreme-99", dealer="live", chip_cents=VALUES, tray_chips=TRAY, tray_cents=20_000_00, papers=True
        )
        house.does("T1", SUPERVISOR, do.OpenTable(terms=terms))
        house.does("T1", DEALER, do.SignOn())
        counts(fewer)
        counts(fewest)
        counts(fewer)
        short = house.floor.tables["T1"].balances[Account("over and short")]
    first, second, third = read_shifts(book_url)
    assert (first.opening_off_cents, first.tray_off_cents, first.off_cents) == (-5_00, -10_00, -15_00)
    assert (second.opening_off_cents, second.off_cents, third.off_cents) == (0, 10_00, None)
    assert abs(short) == 5_00 * 10_000
    assert shift_report.plain(first)["opening_off_cents"] == -5_00


def test_the_report_tells_who_dealt_which_round(of_papers: str) -> None:
    first, second, _ = read_shifts(of_papers)
    assert [(turn.dealer, turn.note, turn.rounds) for turn in first.turns] == [
        ("Dan", "a break", (1,)),
        ("Otis", "", ()),
        ("Dan", "", (2,)),
    ]
    assert [(turn.dealer, turn.rounds) for turn in second.turns] == [("Dan", (3,)), ("Otis", (3,)), ("Dan", (3,))]


def test_the_paper_is_the_same_bytes_from_the_same_book(of_papers: str) -> None:
    first, again = read_shifts(of_papers)[0], read_shifts(of_papers)[0]
    assert shift_report.pdf(first) == shift_report.pdf(again)
    told = json.dumps(shift_report.printed(first), ensure_ascii=False)
    for text in ("$15.00 short", "Otis", "a break", "$1,980.00", "100 × $5"):
        assert text in told
    assert shift_report.plain(first)["off_cents"] == -15_00
    assert shift_report.in_ranges((1, 2, 3, 6, 8, 9)) == "1–3, 6, 8–9"


# ---- surveillance --------------------------------------------------------------------------------------


@pytest.fixture
def watched(book_url: str) -> str:
    with at_work(book_url) as house:
        house.opens("T1")
        for actor, command in live_round("supreme-99", (1, 4)):
            if isinstance(command, do.TurnOver):
                house.does("T1", SURVEILLANCE, do.StopRound(note="a bent card"))
                stopped = house.tries("T1", actor, command)
                assert isinstance(stopped, Refused) and stopped.refusal.reason is Reason.ROUND_STOPPED
                house.does("T1", SURVEILLANCE, do.ReleaseRound(note="it is whole"))
                house.does("T1", SURVEILLANCE, do.StopPayout(seat=4, note="who is it?"))
            if isinstance(command, do.EndGame):
                for result in house.floor.tables["T1"].round.spots[4].waits:
                    house.does("T1", SURVEILLANCE, do.AcknowledgePayout(seat=4, wager=result.wager))
            house.does("T1", actor, command)
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", SUPERVISOR, do.VoidRound(note="the lights went out"))
        house.does("T1", DEALER, do.BuyIn(seat=1, cents=100_00))
        house.does("T1", SUPERVISOR, do.Reverse(entry=4, note="typed twice"))
    return book_url


def test_a_book_with_stops_verifies(watched: str) -> None:
    audit(watched)


@pytest.mark.parametrize(
    ("event", "before", "after", "says"),
    [
        ("RoundReleased", '["surveillance"', '["supervisor"', "the table refuses this command: ReleaseRound is for"),
        ("RoundStopped", '"by":"Eve"', '"by":"Uma"', "does not lead to these events"),
        ("PayoutStopped", '"by":"Eve"', '"by":"Uma"', "does not lead to these events"),
    ],
)
def test_stops_that_were_changed_in_the_book_are_found(
    watched: str, event: str, before: str, after: str, says: str
) -> None:
    forged(watched, event, before, after)
    with pytest.raises(BookBroken, match=f"of 'T1': .*({says})"):
        audit(watched)


def test_the_incident_log_has_what_was_not_an_ordinary_step_with_its_time(watched: str) -> None:
    with open_store(watched, read_only=True) as store:
        found = incidents(store, "T1")
        records = {record.seq: record for record in store.read("T1")}
    told = [incident.says for incident in found if "acknowledges" not in incident.says]
    assert told == [
        "entry 4 is reversed: typed twice",
        "round 2 is void, every wager goes back: the lights went out",
        "Eve of surveillance stops the payout of seat 4: who is it?",
        "Eve of surveillance releases the round: it is whole",
        "Eve of surveillance stops the round: a bent card",
    ]
    assert [incident.seq for incident in found] == sorted((each.seq for each in found), reverse=True)
    for incident in found:
        assert incident.at == records[incident.seq].at
    assert (found[0].by, found[-1].by, found[-1].round) == ("supervisor Sue", "surveillance Eve", 1)


def test_a_count_is_an_incident_if_it_is_over_or_short(of_papers: str) -> None:
    with open_store(of_papers, read_only=True) as store:
        told = [incident.says for incident in incidents(store, "T1")]
    assert len(told) == 2 and told[0].endswith("$20 short") and told[1].endswith("$5 over")
