"""Anchors: how far the book had come at a moment, signed, and kept where whoever owns the database cannot reach it.

A chain shows that no record of it was changed, unless all of it is written anew, which the owner of the database can.
An anchor is what he cannot write anew: the heads of all chains, signed by a key that is not in the database, in a file,
with a witness, or on paper. Each names the anchor before it, so that none can be left out, and a witness signs it too.

A file of anchors has one on each line, and anybody can check it with the public key of the house alone.
"""

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final, Self

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from houseway.service.disk import OWNER_ONLY
from houseway.service.record import Head
from houseway.table.notation import canonical

FIRST: Final = "0" * 64  # stands before the first anchor
HEX: Final = frozenset("0123456789abcdef")


class AnchorBroken(ValueError):
    """An anchor that does not hold: its signature, or its place after the one before."""


class SigningKey:
    """A private key, in a file of its owner's alone; it is in no book."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    @classmethod
    def make(cls, path: Path) -> Self:
        """A new one in a new file. Raises `ValueError` if there is a file already: a key is not written over."""
        private = Ed25519PrivateKey.generate()
        written = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        with open(file, "wb") as out:
            out.write(written)
            os.fsync(out.fileno())
        return cls(private)

    @classmethod
    def read(cls, path: Path) -> Self:
        try:
            private = load_pem_private_key(path.read_bytes(), password=None)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        except (TypeError, ValueError):
            private = None
        if not isinstance(private, Ed25519PrivateKey):
            raise ValueError(f"{path} is not a key for anchors: `houseway anchor key FILE` makes one")
        return cls(private)

    def sign(self, text: str) -> str:
        return self._private.sign(text.encode()).hex()


def is_signed(text: str, signature: str, public: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Countersignature:
    """A witness has had the anchor, and found that it goes on from the one before."""

    at: str
    key: str
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    number: int  # from 1, of the anchors of one key
    house: str
    why: str
    at: str  # ISO 8601, UTC
    day: str  # the gaming day
    heads: Mapping[str, Head]
    before: str  # the SHA-256 of the anchor before
    key: str  # the public key of the house
    signature: str = ""
    witnesses: tuple[Countersignature, ...] = ()

    @property
    def text(self) -> str:
        """What is signed."""
        heads = {stream: [head.seq, head.hash] for stream, head in self.heads.items()}
        told = {name: getattr(self, name) for name in ("number", "house", "why", "at", "day", "before", "key")}
        return canonical(told | {"is": "anchor of a houseway book", "heads": heads})

    @property
    def sha256(self) -> str:
        """By which it is known: on paper, on receipts, and in the anchor after it."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def signed(self, key: SigningKey) -> "Anchor":
        return replace(self, signature=key.sign(self.text))

    def witnessed(self, key: SigningKey, at: datetime) -> "Anchor":
        told = at.isoformat(timespec="seconds")
        made = Countersignature(at=told, key=key.public, signature=key.sign(_witness_text(self, told)))
        return replace(self, witnesses=(*self.witnesses, made))

    def witnessed_by(self) -> tuple[str, ...]:
        """The keys of witnesses whose signatures hold."""
        return tuple(
            each.key for each in self.witnesses if is_signed(_witness_text(self, each.at), each.signature, each.key)
        )

    def check(self, last: "Anchor | None", key: str | None = None) -> None:
        """Raises `AnchorBroken` unless the house signed it, and it goes on from the one before it. Without a `key` the
        first anchor's own is believed: compare it with what the house has published."""
        where = f"anchor {self.number}"
        believed = key or (last.key if last else self.key)
        if self.key != believed:
            raise AnchorBroken(f"{where} is of another key: {self.key[:16]}…, not {believed[:16]}…")
        if not is_signed(self.text, self.signature, self.key):
            raise AnchorBroken(f"the signature of {where} does not hold")
        if self.number != (last.number + 1 if last else 1) or self.before != (last.sha256 if last else FIRST):
            raise AnchorBroken(f"{where} does not follow {f'anchor {last.number}' if last else 'nothing'}")
        for stream, head in (last.heads if last else {}).items():
            now = self.heads.get(stream)
            if now is None or now.seq < head.seq or (now.seq == head.seq and now.hash != head.hash):
                raise AnchorBroken(f"{where} takes back record {head.seq} of {stream!r}")

    # ---- as a line of a file

    def line(self) -> str:
        told = {"signature": self.signature, "witnesses": [_plain(each) for each in self.witnesses]}
        return canonical({"anchor": self.text} | told)

    @classmethod
    def parse(cls, line: str) -> "Anchor":
        """Raises `AnchorBroken` for what is no anchor."""
        try:
            told: dict[str, Any] = orjson.loads(line)
            text: dict[str, Any] = orjson.loads(told["anchor"])
            if text.pop("is") != "anchor of a houseway book":
                raise KeyError("is")
            heads = {str(stream): Head(int(seq), str(sha)) for stream, (seq, sha) in text.pop("heads").items()}
            witnesses = tuple(Countersignature(**each) for each in told["witnesses"])
            anchor = cls(**text, heads=heads, signature=str(told["signature"]), witnesses=witnesses)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise AnchorBroken(f"{line[:40]!r} is no anchor") from None
        if anchor.text != told["anchor"] or not set(anchor.key) <= HEX:
            raise AnchorBroken(f"{line[:40]!r} is no anchor as it is signed")
        return anchor


def _plain(countersignature: Countersignature) -> dict[str, str]:
    return {name: getattr(countersignature, name) for name in ("at", "key", "signature")}


def _witness_text(anchor: Anchor, at: str) -> str:
    return canonical({"is": "witness of an anchor", "anchor": anchor.sha256, "at": at})


def next_anchor(
    last: Anchor | None, key: SigningKey, *, house: str, why: str, at: datetime, day: str, heads: Mapping[str, Head]
) -> Anchor:
    """Raises `AnchorBroken` if the book has lost what the last one told of."""
    made = Anchor(
        number=last.number + 1 if last else 1,
        house=house,
        why=why,
        at=at.isoformat(timespec="seconds"),
        day=day,
        heads=heads,
        before=last.sha256 if last else FIRST,
        key=key.public,
    ).signed(key)
    made.check(last)
    return made


# ---- a file of them


def read_anchors(path: Path, key: str | None = None) -> list[Anchor]:
    """Those of a file, each checked. Raises `AnchorBroken`, which names the first that does not hold."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {getattr(error, 'strerror', None) or 'is no file of anchors'}") from None
    anchors: list[Anchor] = []
    try:
        for line in lines:
            anchor = Anchor.parse(line)
            anchor.check(anchors[-1] if anchors else None, key)
            anchors.append(anchor)
    except AnchorBroken as broken:
        raise AnchorBroken(f"{path}: {broken}") from None
    return anchors


class AnchorFile:
    """A file to which anchors are added, one process after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, key: str | None = None) -> list[Anchor]:
        return read_anchors(self.path, key) if self.path.exists() else []

    @contextmanager
    def alone(self) -> Iterator[IO[bytes]]:
        """Nobody else adds to it meanwhile."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file

    def add(self, file: IO[bytes], anchors: Sequence[Anchor]) -> None:
        """It is on disk when this returns."""
        for each in anchors:
            file.write(each.line().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
