"""To whom the service answers: requests that name one of its hosts; and only its own pages may change things."""

import threading

import httpx2
import pytest

from houseway.client.room import authorities
from houseway.role import Role
from houseway.web.limits import Hosts
from houseway.web.serve import make_server
from tests.web.room import PIN, Room
from tests.web.test_bad_input import refused


def scope(host, method="GET", server="192.0.2.7", **headers):
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    hosts = [(b"host", each.encode()) for each in ([host] if isinstance(host, str) else host)]
    return {"method": method, "headers": [*hosts, *named], "server": (server, 8017)}


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]"])
@pytest.mark.parametrize("port", ["", ":8017", ":80"])
def test_loopback_is_always_a_host(host, port):
    assert Hosts("127.0.0.1").refused(scope(host + port)) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "evil@localhost",
        "localhost/x",
        "192.0.2.7",
        "localhost:x",
        "[::1",
        "local host",
        "0.0.0.0",
        "localhost#x",
        ["localhost", "evil.example"],
        [],
    ],
)
def test_every_other_host_is_refused(host):
    assert Hosts("127.0.0.1").refused(scope(host)).code == "wrong-host"


def test_a_host_is_what_the_service_was_started_for():
    assert Hosts("127.0.0.1", ["Cards.example"]).refused(scope("cards.example:443")) is None
    assert Hosts("192.0.2.7").refused(scope("192.0.2.7:8017")) is None
    assert Hosts("192.0.2.7").refused(scope("192.0.2.8:8017")).status == 421
    for everywhere in ("0.0.0.0", "::"):
        assert Hosts(everywhere).refused(scope("192.0.2.7:8017")) is None  # at this address it was reached
        assert Hosts(everywhere).refused(scope("192.0.2.8:8017")).status == 421
        assert Hosts(everywhere).refused(scope("evil.example")).status == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:3000"},  # another program of this machine
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": "http://localhost:8017", "sec_fetch_site": "cross-site"},
    ],
)
def test_a_page_of_another_origin_changes_nothing_and_may_be_a_link(method, headers):
    hosts = Hosts("127.0.0.1")
    assert hosts.refused(scope("localhost:8017", method, **headers)).code == "foreign-page"
    assert hosts.refused(scope("localhost:8017", "GET", **headers)) is None


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://localhost:8017"},
        {"origin": "http://localhost:8017", "sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
        {"origin": "https://cards.example"},  # a proxy in front names us, and itself, as it likes
    ],
)
def test_its_own_pages_and_programs_change_things(headers):
    assert Hosts("127.0.0.1", ["cards.example"]).refused(scope("localhost:8017", "POST", **headers)) is None


def test_a_page_elsewhere_whose_name_leads_here_learns_and_does_nothing(room):
    room.staff().opens("T1", game="san-lo")
    room.enrols("Sue", Role.SUPERVISOR)
    before = room.heads()
    rebound = {"Host": "evil.example:8017"}
    seat = {"key": "0123456789abcdef", "seat": 4, "player": "Eve"}
    refused(room.http.post("/login", json={"name": "Sue", "pin": PIN}, headers=rebound), 421, "wrong-host")
    refused(room.http.post("/tables/T1/seats", json=seat, headers=rebound), 421, "wrong-host")
    foreign = {"Origin": "http://evil.example"}
    refused(room.http.post("/tables/T1/seats", json=seat, headers=foreign), 403, "foreign-page")
    for path in ("/", "/tables", "/tables/T1", "/tables/T1/events", "/metrics", "/openapi.json"):
        refused(room.http.get(path, headers=rebound), 421, "wrong-host")
    assert room.http.get("/health", headers=rebound).status_code == 200  # whoever watches over it asks by number
    assert room.heads() == before


def test_it_is_not_ready_before_the_rooms_tables_are_open(tmp_path):
    """And nobody else can give a command before them."""
    going_on, opened = threading.Event(), threading.Event()

    def opens(floor):
        opened.set()
        assert going_on.wait(20)

    server = make_server(str(tmp_path / "book.db"), port=0, opens=opens)
    running = threading.Thread(target=server.run)
    running.start()
    try:
        assert opened.wait(20)
        with httpx2.Client(base_url=server.address, timeout=10, verify=authorities()) as http:
            refused(http.get("/ready"), 503, "not-ready")
            assert http.get("/").status_code == 503
            seat = {"key": "0123456789abcdef", "seat": 4, "player": "Eve"}
            refused(http.post("/tables/T1/seats", json=seat), 503, "unavailable")
            going_on.set()
            while http.get("/ready").status_code != 200:
                pass
            assert http.get("/").status_code == 200
    finally:
        going_on.set()
        server.stop()
        running.join(20)


def test_a_room_answers_on_loopback_and_to_its_names(tmp_path):
    with Room(tmp_path / "book.db", host_names=["cards.example"]) as room:
        for host in ("localhost", "127.0.0.1:1", "cards.example"):
            assert room.http.get("/tables", headers={"Host": host}).status_code == 200
