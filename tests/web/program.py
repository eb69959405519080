"""The service as a process of its own, for those who attack it: its memory and its descriptors can be read."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress

import httpx2

from houseway.client.room import authorities
from houseway.service.store import open_store
from tests.web.room import Room

PROGRAM = """
import json, resource, sys
from argon2 import PasswordHasher
from houseway.web.limits import WebSettings
from houseway.web.serve import make_server
settings = json.loads(sys.argv[2])
if files := settings.pop("descriptors", None):
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
cheap = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
server = make_server(sys.argv[1], port=0, settings=WebSettings(**settings), hasher=cheap,
                     on_ready=lambda: print(server.address, flush=True))
server.run()
"""


class Program(Room):
    """A `Room` whose server is a process."""

    def __init__(self, url, **settings):
        self.url = str(url)
        self._settings = settings

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, self.url, json.dumps(self._settings)], stdout=subprocess.PIPE, text=True
        )
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://")
        host, port = self.address.removeprefix("http://").split(":")
        self.place = host, int(port)
        self.http = httpx2.Client(base_url=self.address, timeout=30, verify=authorities())
        self.book = open_store(self.url, read_only=True)
        return self

    def __exit__(self, *_):
        self.http.close()
        self.book.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def megabytes(self):
        """Of memory that the process has."""
        with open(f"/proc/{self.process.pid}/statm") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connects(self, *, receives=None):
        peer = socket.socket()
        if receives:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        peer.settimeout(15)
        peer.connect(self.place)
        return peer


def says(peer):
    """All that comes until the server closes, and after how long it did."""
    began, told = time.monotonic(), b""
    with suppress(ConnectionError):
        while part := peer.recv(65536):
            told += part
    return told, time.monotonic() - began


def error_in(told, status):
    head, _, body = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), told[:300]
    assert b"\r\nconnection: close" in head
    assert b"\r\ncontent-type: application/json" in head
    return json.loads(body)["error"]["code"]
