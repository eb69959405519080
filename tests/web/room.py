"""A card room for tests: a real server on a loopback port in a thread, on a book of its own, and people who use it.

with Room(tmp_path / "book.db") as room:
    room.staff(Role.SUPERVISOR).opens("T1", game="san-lo")
    ann = room.sits("T1", 3)
    ann.does("BuyIn", seat=3, cents=1_000_00)
"""

import json
import secrets
import socket
import ssl
import threading
import time
from contextlib import contextmanager, suppress

import httpx2
from argon2 import PasswordHasher

from houseway.client.room import authorities
from houseway.role import Role
from houseway.service.identity import Identity
from houseway.service.record import HOUSE
from houseway.service.store import open_store
from houseway.web.limits import WebSettings
from houseway.web.serve import make_server
from tests.gaming_day import NOW

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
PIN = "593017"
SETTINGS = {"seed_cents": 5_000_00, "stake_cents": 1_00, "increment": "0.21"}


class Room:
    def __init__(
        self, url, *, port=0, trust_proxy=False, gaming_day=None, host_names=(), tls=None, anchors=None, **settings
    ):
        self.url = str(url)
        self.server = make_server(
            self.url,
            port=port,
            settings=WebSettings(**settings),
            trust_proxy=trust_proxy,
            host_names=host_names,
            gaming_day=gaming_day or NOW,
            hasher=CHEAP,
            tls=tls,
            anchors=anchors,
        )
        self.address = self.server.address
        known = ssl.create_default_context(cafile=tls.certificate) if tls else authorities()
        self.http = httpx2.Client(base_url=self.address, timeout=30, verify=known)
        self.book = open_store(self.url, read_only=True)
        self._thread = threading.Thread(target=self.server.run)

    def __enter__(self):
        self._thread.start()
        self.waits_until(self._is_ready)
        return self

    def __exit__(self, *_):
        self.http.close()
        self.stops()
        self.book.close()

    def _is_ready(self):
        try:
            return self.http.get("/ready").status_code == 200
        except httpx2.TransportError:
            return False

    def stops(self):
        self.server.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()

    def waits_until(self, holds, seconds=20):
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, "it did not happen in time"
            time.sleep(0.01)

    # ---- people

    def enrols(self, name, role, pin=PIN):
        with open_store(self.url) as store:
            Identity(store, hasher=CHEAP).enrol(name, role, pin)

    def staff(self, role=Role.SUPERVISOR):
        name = f"{role.value} {secrets.token_hex(3)}"
        self.enrols(name, role)
        answer = self.http.post("/login", json={"name": name, "pin": PIN})
        assert answer.status_code == 200, answer.text
        self.http.cookies.clear()
        return Person(self, answer.json()["token"], answer.json()["csrf"])

    def sits(self, table, seat, name="", chips=0, key=None):
        key = key or secrets.token_hex(8)
        told = self.takes(table, seat, name or f"Player {seat}", key)
        assert told.status_code == 201, told.text
        person = Person(self, told.json()["token"], told.json()["csrf"], table=table, seat=seat)
        person.key = key
        if chips:
            person.does("BuyIn", cents=chips)
        return person

    def sits_again(self, person):
        """Under the same key: with a fresh token."""
        return self.sits(person.table, person.seat, key=person.key)

    def takes(self, table, seat, name, key=None):
        body = {"key": key or secrets.token_hex(8), "seat": seat, "player": name}
        answer = self.http.post(f"/tables/{table}/seats", json=body)
        self.http.cookies.clear()
        return answer

    @property
    def guest(self):
        return Person(self, None, None)

    def heads(self):
        return {stream: self.book.head(stream) for stream in self.book.streams() if stream != HOUSE}


class Person:
    def __init__(self, room, token, csrf, *, table="T1", seat=None):
        self.room, self.token, self.csrf, self.table, self.seat = room, token, csrf, table, seat
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def sends(self, command, *, table=None, key=None, **fields):
        if self.seat and command in SEAT_COMMANDS:
            fields.setdefault("seat", self.seat)
        body = {"key": key or secrets.token_hex(8), "command": {"is": command, **fields}}
        return self.posts(f"/tables/{table or self.table}/commands", body)

    def does(self, command, **fields):
        answer = self.sends(command, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def opens(self, table, **terms):
        return self.does("OpenTable", table=table, terms=terms)

    def asks(self, command, **fields):
        """Of a meter."""
        answer = self.tells(command, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def tells(self, command, *, meter="m", key=None, **fields):
        body = {"key": key or secrets.token_hex(8), "command": {"is": command, **fields}}
        return self.posts(f"/meters/{meter}/commands", body)

    def posts(self, path, body, **options):
        return self.room.http.post(path, json=body, headers=self.headers, **options)

    def gets(self, path, **options):
        return self.room.http.get(path, headers=self.headers, **options)

    def sees(self, table=None):
        answer = self.gets(f"/tables/{table or self.table}")
        assert answer.status_code == 200, answer.text
        return answer.json()["view"]

    @contextmanager
    def listens(self, table=None, after=None):
        headers = self.headers | ({} if after is None else {"Last-Event-ID": str(after)})
        listener = Listener(self.room, f"/tables/{table or self.table}/events", headers)
        try:
            yield listener
        finally:
            listener.leaves()


SEAT_COMMANDS = {"LeaveSeat", "BuyIn", "CashOut", "PlaceWager", "TakeBackWager", "SayReady", "Choose", "AskHouseWay"}


class Listener:
    """Reads a stream on a thread of its own, and keeps every byte."""

    def __init__(self, room, path, headers):
        self.raw = b""
        self.room, self.ended = room, threading.Event()
        self._opened = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(room.address, path, headers))
        self._thread.start()
        assert self._opened.wait(10)

    def _read(self, address, path, headers):
        try:
            with (
                httpx2.Client(base_url=address, timeout=30, verify=authorities()) as http,
                http.stream("GET", path, headers=headers) as told,
            ):
                self._response = told
                self.status = told.status_code
                self._opened.set()
                for part in told.iter_raw():
                    self.raw += part
        except (httpx2.TransportError, httpx2.StreamError):
            pass
        finally:
            self._opened.set()
            self.ended.set()

    def leaves(self):
        """Cut, as by a network that is gone."""
        with suppress(OSError):
            self._response.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self._thread.join(10)

    @property
    def messages(self):
        """(event, id, data) of every whole message."""
        found = []
        for block in self.raw.split(b"\n\n")[:-1]:
            lines = dict(line.split(b": ", 1) for line in block.split(b"\n") if not line.startswith(b":"))
            if b"data" in lines:
                event, at = lines.get(b"event", b"record").decode(), int(lines.get(b"id", 0))
                found.append((event, at, json.loads(lines[b"data"])))
        return found

    @property
    def seqs(self):
        return [seq for event, seq, _ in self.messages if event == "record"]

    @property
    def views(self):
        return [data["view"] for event, _, data in self.messages if event == "view"]

    def hears(self, seq):
        """Waits until record `seq`, and the view after it, have come."""
        self.room.waits_until(lambda: any(event == "view" and at >= seq for event, at, _ in self.messages))
        return self
