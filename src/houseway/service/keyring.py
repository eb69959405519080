"""The keys of a book: a file that lies apart from its database, so that a copy of the database alone tells no secret.

A line is a key, the newest last: a name, when it was made, and 32 random bytes. The newest wraps what the book itself
keeps (see `vault`); older ones stay for backups that were made under them.
"""

import base64
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Self

from houseway.service.disk import OWNER_ONLY

VARIABLE: Final = "HOUSEWAY_BOOK_KEYS"  # in the environment: where the file is
FORM: Final = "houseway-book-key"
BYTES: Final = 32


class BookKey(NamedTuple):
    made: str
    secret: bytes

    @property
    def name(self) -> str:
        """By which everybody may know it: it tells nothing of the key."""
        return hashlib.sha256(b"houseway book key" + self.secret).hexdigest()[:16]

    @property
    def line(self) -> str:
        return f"{FORM} {self.name} {self.made} {base64.b64encode(self.secret).decode()}\n"

    @classmethod
    def new(cls) -> Self:
        return cls(datetime.now(UTC).isoformat(timespec="seconds"), os.urandom(BYTES))


class Keyring:
    """The keys of a file; or, without one, of this process alone, for a book that ends with it."""

    def __init__(self, path: Path | None, keys: Iterable[BookKey] = ()) -> None:
        self.path = path
        self.keys = tuple(keys)  # the oldest first

    @classmethod
    def of_this_process(cls) -> Self:
        return cls(None, [BookKey.new()])

    @classmethod
    def at(cls, path: Path) -> Self:
        """Empty if there is no such file. Raises `ValueError` if it cannot be read, or is no file of keys."""
        try:
            lines = path.read_text("ascii").splitlines()
        except FileNotFoundError:
            return cls(path)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            lines = [""]
        keys = [_key_of(line) for line in lines]
        if not keys or None in keys:
            raise ValueError(f"{path} is not a file of a book's keys: `houseway keys make` makes one")
        return cls(path, [key for key in keys if key])

    @classmethod
    def of_a_reader(cls, path: Path) -> Self:
        """Empty too if the file is another account's: an auditor may read a book without them."""
        return cls.at(path) if os.access(path, os.R_OK) else cls(path)

    def read_again(self) -> "Keyring":
        """Somebody may have added a key since."""
        return Keyring.of_a_reader(self.path) if self.path else self

    def secret(self, name: str) -> bytes | None:
        return next((key.secret for key in self.keys if key.name == name), None)

    @property
    def newest(self) -> BookKey | None:
        return self.keys[-1] if self.keys else None

    def with_one(self) -> "Keyring":
        """This, with a key at least: a file is made if there is none. Raises `ValueError` where none can be made."""
        return self if self.keys else self.with_another()

    def with_another(self) -> "Keyring":
        """With a new key, which is on the disk when this returns. What others have added meanwhile stays."""
        if self.path is None:
            return Keyring(None, [*self.keys, BookKey.new()])
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _alone_in(self.path.parent):
                now = Keyring.at(self.path)
                if now.keys and not self.keys:
                    return now  # another process was first
                more = Keyring(self.path, [*now.keys, BookKey.new()])
                _write(self.path, "".join(key.line for key in more.keys))
                return more
        except OSError as error:
            raise ValueError(
                f"{self.path}: {error.strerror}: no key can be made there for the book ({VARIABLE} names another file)"
            ) from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """No other process changes a file of keys there meanwhile."""
    import fcntl  # not on Windows, where a book can be read but not written

    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
        os.fsync(opened)
    finally:
        os.close(opened)


def _write(path: Path, text: str) -> None:
    """In a file of its owner's alone, whole or not at all."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def usual_path() -> Path:
    """$HOUSEWAY_BOOK_KEYS, or `houseway/book.keys` among the user's settings: not where a book lies."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    try:
        settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    except RuntimeError:
        raise ValueError(
            f"{VARIABLE} is not set, and this account has no home: where are the keys of the book?"
        ) from None
    return settings / "houseway" / "book.keys"


def _key_of(line: str) -> BookKey | None:
    try:
        form, name, made, written = line.split()
        key = BookKey(made, base64.b64decode(written, validate=True))
    except ValueError:
        return None
    return key if form == FORM and len(key.secret) == BYTES and key.name == name else None
