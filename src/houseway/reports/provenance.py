"""What a report was made by: a hash of every file of the program, and the libraries that had a hand in it."""

import hashlib
import platform
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

NOTICE: Final = "Of a simulator, trainer and reference: not a certificate, and approved by nobody."
SOURCES: Final = (".py", ".toml", ".typ", ".css")
LIBRARIES: Final = ("numpy", "numba", "typst")


@cache
def code_digest() -> str:
    """SHA-256 over the names and contents of the program's files, in the order of their names."""
    joined = hashlib.sha256()
    for name, content in sorted(_sources(files("houseway"), "")):
        joined.update(f"{name}\t{hashlib.sha256(content).hexdigest()}\n".encode())
    return joined.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(SOURCES):
            yield f"{path}{entry.name}", entry.read_bytes()


def libraries() -> tuple[tuple[str, str], ...]:
    return ("Python", platform.python_version()), *((name, version(name)) for name in LIBRARIES)
