"""Replays of a long table: whole for everybody, read once, within a budget, and no command waits for them."""

import asyncio
import threading
import time
from contextlib import ExitStack

import pytest

from houseway.service.store import open_store
from houseway.web.streams import KEPT_BYTES, PIECE, Backlog, size_of
from tests.soak import more
from tests.web.program import Program
from tests.web.test_connections import FREE

pytestmark = pytest.mark.deeper
RECORDS = more(800, 2_000)
GUESTS = 60


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """With a table that has seen much."""
    with Program(tmp_path_factory.mktemp("book") / "book.db", **FREE) as program:
        program.staff().opens("T1", game="san-lo", betting_seconds=3600)
        player = program.player = program.sits("T1", 1, chips=1_000_00)
        while program.book.head("T1").seq < RECORDS:
            for n in range(100):
                player.does("PlaceWager", wager="Main Bet", cents=5_00 + n % 2 * 1_00)
        yield program


def bets(program, n):
    began = time.monotonic()
    program.player.does("PlaceWager", wager="Main Bet", cents=5_00 + n % 2 * 1_00)
    return time.monotonic() - began


def replays(program, ended):
    with program.connects() as peer:
        peer.sendall(b"GET /tables/T1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n")
        heard = b""
        while not ended.is_set() and b"event: view" not in heard[-50_000:]:
            heard += peer.recv(1 << 20)
        return heard


def test_guests_who_replay_a_long_table_keep_no_command_waiting(program):
    ended = threading.Event()
    guests = [threading.Thread(target=replays, args=(program, ended)) for _ in range(GUESTS)]
    quiet = sorted(bets(program, n) for n in range(40))[-2]
    for guest in guests:
        guest.start()
    try:
        beside = sorted(bets(program, n) for n in range(40))[-2]
    finally:
        ended.set()
        for guest in guests:
            guest.join(30)
    assert beside < max(0.4, 10 * quiet)


def test_a_replay_tells_every_record_once_and_in_order(program):
    heads = [program.book.head("T1").seq]
    with ExitStack() as stack:
        listeners = [stack.enter_context(program.guest.listens(after=after)) for after in (0, 1, PIECE, PIECE + 1, 777)]
        heads.append(heads[0] + 1)
        bets(program, 1)
        for after, heard in zip((0, 1, PIECE, PIECE + 1, 777), listeners, strict=True):
            heard.hears(heads[1])
            assert heard.seqs == list(range(after + 1, heads[1] + 1))


def test_whoever_was_away_for_the_same_moment_is_told_from_one_reading(program):
    """All of them ask before the first has been answered, and one goes away."""
    asked, upto = [], 3 * PIECE

    async def all_come_back(past):
        read = past._read
        past._read = lambda *piece: (asked.append(piece), read(*piece))[1]
        gone, *others = [asyncio.create_task(past.after("T1", upto - 1, upto)) for _ in range(GUESTS)]
        await asyncio.sleep(0)
        gone.cancel()
        assert {tuple(seq for seq, _ in await other) for other in others} == {(upto,)}

    with open_store(program.url, read_only=True) as store:
        asyncio.run(all_come_back(Backlog(store)))
    assert asked == [("T1", upto - PIECE, upto)]


def test_sixty_replays_read_the_book_once_and_one_piece_at_a_time(program):
    asked, reading, most = [], [0], [0]

    async def all_replay(past, upto):
        read = past._read

        def counted(stream, first, last):
            reading[0] += 1
            most[0] = max(most[0], reading[0])
            asked.append(first)
            piece = read(stream, first, last)
            reading[0] -= 1
            return piece

        past._read = counted

        async def replay():
            seqs = []
            while not seqs or seqs[-1] < upto:
                piece = await past.after("T1", seqs[-1] if seqs else 0, upto)
                assert len(piece) <= PIECE
                seqs += [seq for seq, _ in piece]
            return seqs

        found = await asyncio.gather(*(replay() for _ in range(GUESTS)))
        assert all(seqs == list(range(1, upto + 1)) for seqs in found)

    with open_store(program.url, read_only=True) as store:
        past = Backlog(store)
        began = time.monotonic()
        upto = 10 * PIECE
        asyncio.run(all_replay(past, upto))
        assert sorted(asked) == list(range(0, upto, PIECE))
        assert most[0] == 1
        sent = GUESTS * past._kept_bytes
        assert time.monotonic() - began > 0.9 * sent / 8_000_000  # all of them together are sent no more a second
        assert past._kept_bytes < KEPT_BYTES
        past.close()


def test_what_is_kept_of_the_past_is_bounded(program, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.KEPT_BYTES", 100_000)

    async def all_of_it(past):
        for first in range(0, RECORDS - PIECE, PIECE):
            await past.after("T1", first, first + PIECE)
            assert past._kept_bytes == sum(map(size_of, past._kept.values())) <= 100_000

    with open_store(program.url, read_only=True) as store:
        past = Backlog(store)
        asyncio.run(all_of_it(past))
        past.close()
