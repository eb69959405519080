"""What whoever resumes the stream of a table has missed: read in pieces, within a budget, and never before a command.

A piece is read and written out once, on a thread of its own, and kept for the next who asks. Whoever has missed more
than a piece waits for his turn, and between two turns there is a pause: all replays together take a small part of the
process, however many there are and however long the book is.
"""

import asyncio
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import orjson

from houseway.service.record import Record
from houseway.service.store import Store

PIECE: Final = 32  # records: what is read at once keeps the other threads waiting for a millisecond or two
KEPT_BYTES: Final = 32_000_000
BYTES_PER_SECOND: Final = 8_000_000  # that all replays together are sent
REST: Final = 4  # times as long as a piece took to read, until the next is read
PUBLIC: Final = ("at", "by", "command", "events")


Piece = tuple[tuple[int, bytes], ...]  # records as listeners are told of them: (seq, message), in order


def size_of(piece: Piece) -> int:
    return sum(len(message) for _, message in piece)


class Backlog:
    """Called on one event loop; it reads on a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading = ThreadPoolExecutor(1, "houseway backlog")
        self._kept: OrderedDict[tuple[str, int, int], Piece] = OrderedDict()
        self._kept_bytes = 0
        self._turn = asyncio.Lock()  # who asked first is first
        self._rests_until = 0.0

    def close(self) -> None:
        self._reading.shutdown(wait=False, cancel_futures=True)

    async def after(self, stream: str, seq: int, upto: int) -> Piece:
        """The next records after one, as many as are in its piece, and none after `upto`."""
        first = seq - seq % PIECE
        key = stream, first, min(first + PIECE, upto)
        if upto - seq <= PIECE:  # away for a moment
            piece = await self._piece(key)
        else:
            async with self._turn:
                await asyncio.sleep(self._rests_until - time.monotonic())
                began = time.monotonic()
                is_kept = key in self._kept
                piece = await self._piece(key)
                now = time.monotonic()
                read_for = 0.0 if is_kept else now - began
                self._rests_until = now + max(REST * read_for, size_of(piece) / BYTES_PER_SECOND)
        return tuple(each for each in piece if each[0] > seq)

    async def _piece(self, key: tuple[str, int, int]) -> Piece:
        if key not in self._kept:
            piece = await asyncio.get_running_loop().run_in_executor(self._reading, self._read, *key)
            if key not in self._kept:
                self._kept[key] = piece
                self._kept_bytes += size_of(piece)
        self._kept.move_to_end(key)
        piece = self._kept[key]
        while self._kept_bytes > KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= size_of(oldest)
        return piece

    def _read(self, stream: str, after: int, upto: int) -> Piece:
        records = self._store.read(stream, after=after, upto=upto)
        return tuple((record.seq, record_message(record)) for record in records)


def record_message(record: Record) -> bytes:
    """A record without its key, which is its sender's, and without its secrets, which stay beside the body."""
    body = orjson.loads(record.body)
    public = {"seq": record.seq, **{name: body[name] for name in PUBLIC}, "hash": record.hash}
    return b"id: %d\ndata: %b\n\n" % (record.seq, orjson.dumps(public))
