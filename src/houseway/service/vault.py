"""What a book keeps secret, encrypted: orders of packs before they are dealt, tables as they stand, hashes of PINs.

Secrets are encrypted with a data key of the book by AES-256-GCM, each bound to its place, so that one cannot stand for
another. The book has its data keys with it, wrapped under a key that it has not (see `keyring`). So a new key means
that a few data keys are wrapped again, and no record is touched.
"""

import base64
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, insert, inspect, select, update

from houseway.service import schema
from houseway.service.keyring import VARIABLE, Keyring
from houseway.service.log import log
from houseway.service.record import ENCRYPTED, Snapshot

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE: Final = 12  # bytes
Place = tuple[str, ...]  # what a text is bound to
EXCHANGED: Final = ""  # what comes of a text that is not as it was encrypted, or not in its place


class KeyMissing(ValueError):
    """The secrets of the book are under a key that is not here."""


class Vault:
    """The data keys of a book, as far as the keyring opens them."""

    def __init__(self, keyring: Keyring, connection: Connection | None = None) -> None:
        self.keyring = keyring
        self._ciphers: dict[str, AESGCM] = {}  # by the name of the data key
        self._wrapped_under: dict[str, str] = {}  # data key → the name of the key that wraps it
        self._current = ""
        if connection is not None:
            self.look_again(connection)

    def look_again(self, connection: Connection) -> None:
        """At the data keys of the book: another process may have made one, or a new key."""
        if not inspect(connection).has_table(schema.data_key.name):
            return
        table = schema.data_key.c
        rows = connection.execute(select(schema.data_key).order_by(table.since, table.name)).all()
        if any(row.name not in self._ciphers and self.keyring.secret(row.under) is None for row in rows):
            self.keyring = self.keyring.read_again()
        for row in rows:
            self._wrapped_under[row.name] = row.under
            secret = self.keyring.secret(row.under)
            if row.name not in self._ciphers and secret and (key := _unwrapped(secret, row.name, row.wrapped)):
                self._ciphers[row.name] = _cipher(key)
            if row.name in self._ciphers:
                self._current = row.name

    # ---- what is missing

    @property
    def is_in_use(self) -> bool:
        """Whether this book's secrets are encrypted; those of an old one are not."""
        return bool(self._wrapped_under)

    @property
    def needed(self) -> frozenset[str]:
        """The names of the keys under which the book's data keys are."""
        return frozenset(self._wrapped_under.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of keys without which something cannot be decrypted."""
        return tuple(sorted({under for name, under in self._wrapped_under.items() if name not in self._ciphers}))

    @property
    def locked(self) -> tuple[str, ...]:
        """How the texts begin that cannot be decrypted for want of a key."""
        return tuple(_head(name) for name in self._wrapped_under if name not in self._ciphers)

    def why_not(self) -> str:
        """In words, which key is not here; nothing if all are."""
        if not self.missing:
            return ""
        if any(self.keyring.secret(name) for name in self.missing):
            return f"a data key under the key {' and '.join(self.missing)} was changed, and opens nothing"
        names, path = " and ".join(self.missing), self.keyring.path
        if path is None:
            return f"its secrets are under the key {names}, which is not here"
        where = f"which is not in {path}" if self.keyring.keys else f"and there are no keys in {path}"
        return f"its secrets are under the key {names}, {where} ({VARIABLE} names another file)"

    # ---- texts

    def encrypted(self, text: str, place: Place) -> str:
        """As it is, in a book without data keys."""
        if not self._current:
            return text
        nonce = os.urandom(NONCE)
        sealed = self._ciphers[self._current].encrypt(nonce, text.encode(), _bound(place))
        return _head(self._current) + base64.b64encode(nonce + sealed).decode()

    def decrypted(self, text: str, place: Place) -> str:
        """As it is, where its key is missing, or if it never was encrypted; `EXCHANGED` if it was tampered with."""
        if not text.startswith(ENCRYPTED):
            return text
        name, _, written = text.removeprefix(ENCRYPTED).partition(":")
        if name not in self._ciphers:
            return text if name in self._wrapped_under else EXCHANGED
        return _opened(self._ciphers[name], written, place)

    def knows(self, text: str) -> bool:
        """Whether the text was encrypted with a data key that this process has heard of, or not at all."""
        name = text.removeprefix(ENCRYPTED).partition(":")[0]
        return not text.startswith(ENCRYPTED) or name in self._wrapped_under

    # ---- keys

    def make_sure(self, connection: Connection, begin: str) -> None:
        """That new secrets can be encrypted: a book without a data key is given one. Raises `ValueError` if it has
        some, and the key to them is not here."""
        self.look_again(connection)
        if not self.is_in_use:
            if not self.keyring.keys:
                self.keyring = self.keyring.with_one()
                log.warning("a key to the book's secrets was made: keep a copy of it", file=str(self.keyring.path))
            with schema.alone(connection, begin, "houseway data key"):
                self.look_again(connection)
                if not self.is_in_use:
                    self._add(connection)
        if why := self.why_not():
            raise KeyMissing(f"{why}: nothing was started")

    def rotate(self, connection: Connection, begin: str) -> str:
        """A new key wraps all data keys, and a new data key encrypts what comes from now on; the new key's name. Raises
        `ValueError` if a key is missing."""
        if why := self.why_not():
            raise KeyMissing(why)
        self.keyring = self.keyring.read_again().with_another()
        assert self.keyring.newest is not None
        new = self.keyring.newest
        with schema.alone(connection, begin, "houseway data key"):
            self.look_again(connection)
            for row in connection.execute(select(schema.data_key)).all():
                key = _unwrapped(self.keyring.secret(row.under) or b"", row.name, row.wrapped)
                if key is None:
                    raise ValueError(f"the data key {row.name} of the book cannot be unwrapped: nothing was changed")
                values = {"under": new.name, "wrapped": _wrapped(new.secret, row.name, key)}
                connection.execute(update(schema.data_key).where(schema.data_key.c.name == row.name).values(**values))
            self._add(connection)
        return new.name

    def _add(self, connection: Connection) -> None:
        assert self.keyring.newest is not None
        under, key, name = self.keyring.newest, os.urandom(32), os.urandom(8).hex()
        since = datetime.now(UTC).isoformat(timespec="microseconds")
        wrapped = _wrapped(under.secret, name, key)
        connection.execute(insert(schema.data_key).values(name=name, since=since, under=under.name, wrapped=wrapped))
        self.look_again(connection)


def secret_place(stream: str, seal: str) -> Place:
    return "sealed", stream, seal


def snapshot_place(snapshot: Snapshot) -> Place:
    return "snapshot", snapshot.stream, str(snapshot.seq), snapshot.hash


def pin_place(name: str) -> Place:
    return "PIN", name


def _head(name: str) -> str:
    return f"{ENCRYPTED}{name}:"


def _cipher(key: bytes) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _bound(place: Place) -> bytes:
    return "\0".join(("houseway", *place)).encode()


def _opened(cipher: "AESGCM", written: str, place: Place) -> str:
    from cryptography.exceptions import InvalidTag

    try:
        packed = base64.b64decode(written, validate=True)
        return cipher.decrypt(packed[:NONCE], packed[NONCE:], _bound(place)).decode()
    except (InvalidTag, ValueError):
        return EXCHANGED


def _wrapped(secret: bytes, name: str, key: bytes) -> str:
    nonce = os.urandom(NONCE)
    return base64.b64encode(nonce + _cipher(secret).encrypt(nonce, key, _bound(("data key", name)))).decode()


def _unwrapped(secret: bytes, name: str, wrapped: str) -> bytes | None:
    from cryptography.exceptions import InvalidTag

    try:
        packed = base64.b64decode(wrapped, validate=True)
        return _cipher(secret).decrypt(packed[:NONCE], packed[NONCE:], _bound(("data key", name)))
    except (InvalidTag, ValueError):
        return None
