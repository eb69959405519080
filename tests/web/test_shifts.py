"""The shifts of a table with papers: by JSON, on paper and as a page, for those who watch the tables."""

import pytest

from houseway.role import Role

TRAY = {"100": 500, "500": 300, "2500": 200, "10000": 130}  # $20,000


@pytest.fixture
def people(room):
    """A table with papers whose tray was counted twice; after $500 were sold it is $5 short. Who works there."""
    supervisor, dealer = room.staff(Role.SUPERVISOR), room.staff(Role.DEALER)
    chips = {"chip_cents": [1_00, 5_00, 25_00, 100_00], "tray_chips": TRAY}
    supervisor.opens("T1", game="supreme-99", dealer="live", papers=True, **chips)
    dealer.does("SignOn")
    supervisor.does("CountTray", chips=TRAY)
    dealer.does("ConfirmSlip", slip=1, chips=TRAY)
    room.sits("T1", 4)
    dealer.does("BuyIn", seat=4, cents=500_00)
    less = TRAY | {"10000": 125, "500": 299}
    supervisor.does("CountTray", chips=less)
    dealer.does("ConfirmSlip", slip=2, chips=less)
    return supervisor, dealer


def test_one_person_alone_counts_nothing(room, people):
    supervisor, _ = people
    supervisor.does("CountTray", chips=TRAY)
    answer = supervisor.sends("ConfirmSlip", slip=3, chips=TRAY)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "own-slip")
    assert "chips" not in supervisor.sees()["papers"]["slips"][0]


def test_the_shifts_are_shown_to_those_who_watch_the_tables(room, people):
    supervisor, dealer = people
    first, second = supervisor.gets("/tables/T1/shifts").json()["shifts"]
    assert (first["off_cents"], first["sold_cents"], first["drop_cents"]) == (-5_00, 500_00, None)
    assert (second["number"], second["closing"], second["off_cents"]) == (2, None, None)
    assert supervisor.gets("/tables/T1/shifts/1").json() == first
    assert (
        first["head"]["hash"]
        == supervisor.gets("/tables/T1/records").json()["records"][first["head"]["seq"] - 1]["hash"]
    )
    assert supervisor.gets("/tables/T1/shifts/3").json()["error"]["code"] == "no-such-shift"
    for person in (dealer, room.guest):
        for path in ("/tables/T1/shifts", "/tables/T1/shifts/1", "/tables/T1/shifts/1.pdf", "/tables/T1/shift-report"):
            assert person.gets(path).status_code in (401, 403), path


def test_the_report_is_a_paper_and_a_page(room, people):
    supervisor, _ = people
    paper = supervisor.gets("/tables/T1/shifts/1.pdf")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content == supervisor.gets("/tables/T1/shifts/1.pdf").content
    page = supervisor.gets("/tables/T1/shift-report?number=1").text
    assert "$5.00 short" in page and "Count" in page and "$19,495.00" in page
    assert "It still runs" in supervisor.gets("/tables/T1/shift-report").text
    assert supervisor.gets("/tables/T1/shift-report?number=9").status_code == 404


def test_a_table_without_papers_has_no_shifts(room):
    supervisor = room.staff(Role.SUPERVISOR)
    supervisor.opens("T2", game="supreme-99", dealer="live")
    assert supervisor.gets("/tables/T2/shifts").json()["shifts"] == []
    assert "never counted by two people" in supervisor.gets("/tables/T2/shift-report").text


def test_surveillance_stops_a_round_and_the_incident_log_tells_it(room, people):
    supervisor, dealer = people
    surveillance = room.staff(Role.SURVEILLANCE)
    surveillance.does("StopRound", note="a <b>bent</b> card")
    answer = dealer.sends("Shuffle")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "round-stopped")
    newest, counted = supervisor.gets("/tables/T1/incidents").json()["incidents"]
    assert newest["says"].endswith("stops the round: a <b>bent</b> card")
    assert counted["says"].endswith("$5 short")
    page = surveillance.gets("/tables/T1/incident-log").text
    assert "a &lt;b&gt;bent&lt;/b&gt; card" in page
    assert newest["at"][:19].replace("T", " ") in page  # the room's clock is UTC's
    assert dealer.gets("/tables/T1/incidents").status_code == 403
    assert room.guest.gets("/tables/T1/incident-log").status_code == 401


def test_the_stream_tells_nobody_why_surveillance_stops_nor_what_one_person_counted(room, people):
    supervisor, _ = people
    surveillance = room.staff(Role.SURVEILLANCE)
    with room.guest.listens(table="T1", after=0) as guest:
        surveillance.does("StopRound", note="seat 4 marks cards")
        supervisor.does("CountTray", chips={"100": 777}, coin_cents=31)
        room.waits_until(lambda: b"SlipWritten" in guest.raw.partition(b"RoundStopped")[2])
        for secret in (b"marks cards", b'"100":777', b"coin_cents"):
            assert secret not in guest.raw


def test_the_auditor_finds_the_papers_of_every_table_also_of_one_that_is_closed(room, people):
    supervisor, dealer = people
    supervisor.opens("T2", game="supreme-99", dealer="live")
    supervisor.does("CloseTable", table="T2")
    auditor = room.staff(Role.AUDITOR)
    found = auditor.gets("/staff").text
    for table in ("T1", "T2"):
        for paper in ("shift-report", "incident-log", "charts"):
            path = f"/tables/{table}/{paper}"
            assert f'href="{path}"' in found and auditor.gets(path).status_code == 200, path
    assert 'href="/floor/days"' in found and "Papers" not in dealer.gets("/staff").text
    [played] = [day for day in auditor.gets("/days").json()["days"] if day["table"] == "T1"]
    page = auditor.gets("/floor/days").text
    assert played["day"] in page and page.count("$500.00") == 2, "of the table, and of all together"
    assert "All tables" not in auditor.gets("/floor/days?last=2020-01-01").text
    assert dealer.gets("/floor/days").status_code == 401
