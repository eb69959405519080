"""Reading a file that a person wrote: every fault is remembered, so that the file is mended once."""

import datetime
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class FileFaults(ValueError):
    """All that is wrong with a file."""

    def __init__(self, name: str, faults: list[str]) -> None:
        super().__init__(f"{name}: " + "; ".join(faults))
        self.faults = faults


def read_text(file: str | Path) -> str:
    try:
        return Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{str(file)!r} cannot be read: {error}") from None


def load_toml(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileFaults(name, [f"not TOML that can be read: {error}"]) from None


class Faults:
    """Reads fields and remembers what was wrong with them."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, fault: str) -> None:
        if fault not in self.found:
            self.found.append(fault)

    def trying(self, where: str, read: Callable[..., T], *arguments: Any) -> T | None:
        try:
            return read(*arguments)
        except (ValueError, TypeError, AttributeError) as error:
            self.add(f"{where}: {error}")
            return None

    def text(self, table: dict[str, Any], key: str, where: str) -> str:
        value = table.get(key)
        if isinstance(value, str) and value:
            return value
        said = "is missing" if value is None else f"must be a text, not {value!r}"
        self.add(f"{where}: {key} {said}" if where else f"{key} {said}")
        return ""

    def texts(self, table: Any, where: str) -> dict[str, str]:
        if not isinstance(table, dict):
            self.add(f"{where} must be a table, not {table!r}")
            return {}
        for key, value in table.items():
            if not isinstance(value, str):
                self.add(f"{where}: {key!r} must be a text, not {value!r}")
        return {key: value for key, value in table.items() if isinstance(value, str)}

    def tables(self, data: dict[str, Any], key: str) -> list[tuple[str, dict[str, Any]]]:
        """The tables that stand under [[key]], each with where it stands."""
        tables = data.get(key, [])
        if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
            return [(f"{key} {number}", table) for number, table in enumerate(tables, 1)]
        self.add(f"{key} must be a list of tables: [[{key}]]")
        return []

    def date(self, table: dict[str, Any], key: str) -> datetime.date:
        value = table.get(key)
        if type(value) is datetime.date:
            return value
        self.add(f"{key} must be a date such as 2014-11-24, not {value!r}")
        return datetime.date.min

    def unknown(self, table: dict[str, Any], known: set[str], where: str) -> None:
        for key in sorted(table.keys() - known):
            self.add(f"{where + ': ' if where else ''}{key!r} is not known here: {', '.join(sorted(known))}")

    def flag(self, table: dict[str, Any], key: str, default: bool, where: str) -> bool:
        value = table.get(key, default)
        if isinstance(value, bool):
            return value
        self.add(f"{where + ': ' if where else ''}{key} must be true or false, not {value!r}")
        return default


def text_fault(what: str, text: str, most: int) -> str | None:
    """What is wrong with a name or a note that somebody typed."""
    if text.strip() and text.isprintable() and len(text) <= most:
        return None
    return f"{what} {text[:most]!r}: one line of 1 to {most} printable characters"
