"""One client, or two thousand, that send without end, half, slowly or nothing, and read nothing: they are let go, the
memory of the service stays what it was, and a player's commands go on."""

import socket
import time
from contextlib import ExitStack, suppress

import pytest

from tests.web.program import Program, error_in, says

HEAD = b"GET /tables HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /tables/T1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LOGIN = b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
FREE = {"session_burst": 1e9, "session_per_second": 1e9, "address_burst": 1e9, "address_per_second": 1e9}
SHORT = {"head_seconds": 1.0, "body_seconds": 1.0, "idle_seconds": 1.0, "send_seconds": 1.0}
MOST_MB = 25  # that the memory of the service may grow by, whatever is sent


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    with Program(tmp_path_factory.mktemp("book") / "book.db", **SHORT, **FREE) as program:
        program.staff().opens("T1", game="san-lo", betting_seconds=3600)
        program.player = program.sits("T1", 1, chips=1_000_00)
        yield program


def bets(program, n=0):
    began = time.monotonic()
    program.player.does("PlaceWager", wager="Main Bet", cents=5_00 + n % 2 * 1_00)
    return time.monotonic() - began


def pours(peer, part, megabytes):
    """Sends until it is stopped; how many bytes got through."""
    sent = 0
    with suppress(OSError):
        while sent < megabytes * 1_000_000:
            peer.sendall(part)
            sent += len(part)
    return sent


@pytest.mark.parametrize(
    ("begins", "goes_on", "status"),
    [
        (HEAD + b"X: ", b"x" * 65536, 431),  # a header without end
        (b"GET /", b"x" * 65536, 431),  # an address without end
        (b"X", b"X" * 65536, 400),  # a method without end
        (HEAD, b"X: y\r\n" * 10_000, 431),  # headers without end
        (LOGIN + b"Transfer-Encoding: chunked\r\n\r\n", b"4000\r\n" + b"[" * 0x4000 + b"\r\n", 413),
        (b"POST /ping HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n[\r\n" * 10_000, 0),
        (LOGIN + b"Transfer-Encoding: chunked\r\n\r\n1;x=", b"x" * 65536, 413),  # the name of a chunk without end
        (LOGIN + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n" * 10_000, 431),  # lines after a body
        (LOGIN + b"Content-Length: 10000000000\r\n\r\n", b"[" * 65536, 413),
        (b"POST /ping HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", b"[" * 65536, 413),
        (b"", b"\r\n" * 32768, 0),  # nothing, without end
    ],
)
def test_what_is_sent_without_end_is_broken_off_and_takes_no_memory(program, begins, goes_on, status):
    bets(program)
    before = program.megabytes()
    with ExitStack() as stack:
        for _ in range(4):
            peer = stack.enter_context(program.connects())
            peer.sendall(begins)
            assert pours(peer, goes_on, 30) < 5_000_000
            bets(program)
        told, _ = says(peer)
        if status and told:  # a reset may overtake the answer
            assert error_in(told, status)
    assert program.megabytes() < before + MOST_MB


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (HEAD + b"X: " + b"x" * 25_000 + b"\r\n\r\n", 431, "head-too-large"),
        (HEAD + b"X: y\r\n" * 101 + b"\r\n", 431, "head-too-large"),
        (LOGIN + b"Content-Length: 65537\r\n\r\n" + b"[" * 65537, 413, "too-large"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "malformed-request"),  # HTTPS
        (HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "malformed-request"),
    ],
)
def test_what_is_too_large_or_no_http_is_told_so_in_the_one_shape(program, sent, status, code):
    with program.connects() as peer:
        peer.sendall(sent)
        told, seconds = says(peer)
        assert error_in(told, status) == code
        assert seconds < 5


def test_a_head_of_fifteen_thousand_bytes_is_read(program):
    with program.connects() as peer:
        peer.sendall(HEAD + b"X: " + b"x" * 15_000 + b"\r\nConnection: close\r\n\r\n")
        assert says(peer)[0].startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("half", "status"),
    [
        (b"", 0),
        (b"\r\n", 0),
        (b"G", 408),
        (HEAD, 408),
        (HEAD + b"X: ", 408),
        (LOGIN + b"Content-Length: 100\r\n\r\n{", 408),
        (LOGIN + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", 408),
        (b"POST /ping HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n", 204),  # answered, and then closed
    ],
)
def test_half_a_request_is_waited_for_no_longer_than_it_may_take(program, half, status):
    with program.connects() as peer:
        peer.sendall(half)
        told, seconds = says(peer)
        assert seconds < 6
        if status == 408:
            assert error_in(told, 408) == "too-slow"
        else:
            assert told.startswith(b"HTTP/1.1 %d " % status) if status else not told


@pytest.mark.parametrize("drop", [b"\r\n", b"X"])
def test_a_drop_now_and_then_makes_nobody_wait_longer(program, drop):
    """Neither a head that comes letter by letter, nor empty lines on a connection that has been answered."""
    with program.connects() as peer:
        if drop == b"\r\n":
            peer.sendall(HEAD + b"\r\n")
            assert peer.recv(65536).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        with suppress(OSError):
            peer.sendall(b"G" if drop == b"X" else b"")
            while time.monotonic() - began < 8:
                peer.sendall(drop)
                time.sleep(0.1)
        assert time.monotonic() - began < 5


def test_an_idle_connection_is_closed_and_a_stream_is_not(program):
    with program.connects() as idle, program.guest.listens() as heard:
        idle.sendall(HEAD + b"\r\n")
        told, seconds = says(idle)
        assert told.startswith(b"HTTP/1.1 200 ")
        assert seconds < 4
        time.sleep(4)
        bets(program, 1)
        heard.hears(program.book.head("T1").seq)
        assert not heard.ended.is_set()


def test_two_thousand_connections_keep_no_player_and_no_newcomer_out(program):
    before = program.megabytes()
    with ExitStack() as stack:
        for n in range(2000):
            peer = stack.enter_context(socket.socket())
            peer.settimeout(5)
            peer.connect(program.place)
            with suppress(OSError):
                peer.sendall((b"", b"G", HEAD, POST + b"Content-Length: 9\r\n\r\n")[n % 4])
            if n % 100 == 0:
                bets(program, n)
        assert program.descriptors() < 400
        with program.connects() as staff:
            staff.sendall(HEAD + b"Connection: close\r\n\r\n")
            assert says(staff)[0].startswith(b"HTTP/1.1 200 ")
    assert program.megabytes() < before + MOST_MB


def test_the_reserve_of_descriptors_is_no_clients(tmp_path):
    """A process that may have 300: connections from anywhere leave it those it needs, and the floor deals on."""
    with Program(tmp_path / "book.db", descriptors=300, connections_by_address=10_000, **FREE) as program:
        boss = program.staff()
        boss.opens("T1", game="san-lo")
        with ExitStack() as stack:
            for _ in range(500):
                peer = stack.enter_context(socket.socket())
                peer.settimeout(5)
                peer.connect(program.place)
            assert program.descriptors() < 300 - 50
            with program.connects() as late:
                late.sendall(HEAD + b"Connection: close\r\n\r\n")
                assert says(late)[0].startswith(b"HTTP/1.1 200 ")
            program.sits("T1", 2, chips=1_00)
            assert program.http.post("/login", json={"name": "Nobody", "pin": "135790"}).status_code == 401


def test_requests_one_behind_the_other_are_answered_in_order_and_not_kept_by_the_thousand(program):
    with program.connects() as peer:
        peer.sendall((HEAD + b"\r\n") * 5 + HEAD + b"Connection: close\r\n\r\n")
        assert says(peer)[0].count(b"HTTP/1.1 200 ") == 6
    before = program.megabytes()
    with ExitStack() as stack:
        for _ in range(50):
            peer = stack.enter_context(program.connects(receives=4096))
            peer.settimeout(1)
            with suppress(OSError):
                for _ in range(20):
                    peer.sendall((HEAD + b"\r\n") * 2_000)
        bets(program, 1)
        assert program.megabytes() < before + MOST_MB


@pytest.mark.parametrize("asked", [b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", None])
def test_who_reads_nothing_is_let_go_and_takes_no_memory(program, asked):
    """Neither an answer nor a stream: what waits for him is bounded, in amount and in time."""
    asked = asked or b"GET /tables/T1/events?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for n in range(100):
        bets(program, n)
    idle, before = program.descriptors(), program.megabytes()
    with ExitStack() as stack:
        for _ in range(40):
            peer = stack.enter_context(program.connects(receives=2048))
            peer.sendall(asked)
        for n in range(300):
            assert bets(program, n) < 5
        assert program.megabytes() < before + MOST_MB
        program.waits_until(lambda: program.descriptors() < idle + 20, seconds=20)  # readers of the book have some


def test_who_asks_too_much_waits_for_being_told_so(tmp_path):
    """Or one connection could keep the service busy with saying no."""
    with Program(tmp_path / "book.db", address_burst=5, address_per_second=0.01) as program:
        for _ in range(6):
            program.http.get("/games")
        began = time.monotonic()
        assert [program.http.get("/games").status_code for _ in range(4)] == [429] * 4
        assert time.monotonic() - began > 0.9
