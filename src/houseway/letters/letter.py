"""One letter: its date, clauses, paytables and published figures, read from TOML.

`docs/letter-format.md` describes the file. Faults are collected, not raised one by one, so that a
person mends a file once.
"""

import datetime
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.game import MeterTerms, Pay, Paytable, parse_pay

# What a letter may publish, and how it is written there.
FIGURES = {
    "house edge": "4.70%",
    "hit frequency": "21.62%",
    "top payout": "478,281 to 1",
    "average top payout": "$31,396",
    "estimated hold": "21%",
}


@dataclass(frozen=True, slots=True)
class Published:
    """A figure as printed, with the unit of its last digit."""

    text: str
    value: Fraction
    unit: Fraction

    def follows_from(self, exact: Fraction) -> bool:
        """Whether the exact figure rounds to the printed one."""
        return abs(exact - self.value) * 2 <= self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A paytable of the letter, what it is for, and the figures printed with it."""

    game: str
    paytable: Paytable
    published: Mapping[str, Published]
    decks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    id: str
    title: str
    agency: str
    date: datetime.date
    about: str
    clauses: Mapping[str, str]
    entries: tuple[Entry, ...]


class LetterFaults(ValueError):
    """All that is wrong with a letter file."""

    def __init__(self, letter: str, faults: list[str]) -> None:
        super().__init__(f"{letter}: " + "; ".join(faults))
        self.faults = faults


def read_letter(name: str, text: str, *, approved: bool = True) -> Letter:
    """Read a letter; a file of the user's own is not `approved`, and its paytables say so."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LetterFaults(name, [f"not TOML: {error}"]) from None
    faults = _Faults()
    letter = Letter(
        id=name,
        title=faults.text(data, "title", ""),
        agency=faults.text(data, "agency", "") if approved or "agency" in data else "",
        date=faults.date(data, "date"),
        about=faults.text(data, "about", "") if "about" in data else "",
        clauses=faults.texts(data.get("clauses", {}), "clauses"),
        entries=tuple(_entries(data, faults, name if approved else None)),
    )
    faults.unknown(data, {"title", "agency", "date", "about", "clauses", "paytable"}, "")
    if faults.found:
        raise LetterFaults(name, faults.found)
    return letter


def parse_dollars(text: str) -> Fraction:
    match = re.fullmatch(r"\$?(\d[\d,]*(?:\.\d+)?)", text.strip())
    if not match:
        raise ValueError(f"{text!r} is not an amount of dollars such as '$5,000' or '12.50'")
    return Fraction(match[1].replace(",", ""))


def parse_percent(text: str) -> Fraction:
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*%", text.strip())
    if not match:
        raise ValueError(f"{text!r} is not a percentage such as '4.70%'")
    return Fraction(match[1]) / 100


def parse_published(figure: str, text: str) -> Published:
    form = FIGURES[figure]
    decimals = len(text.partition(".")[2].rstrip("% "))
    unit = Fraction(1, 10**decimals)
    if form.endswith("%"):
        return Published(text, parse_percent(text), unit / 100)
    if form.startswith("$"):
        return Published(text, parse_dollars(text), unit)
    return Published(text, parse_dollars(text.removesuffix(" to 1")), unit)


def _entries(data: dict[str, Any], faults: "_Faults", letter: str | None) -> list[Entry]:
    tables = data.get("paytable", [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        faults.add("paytable must be a list of tables: [[paytable]]")
        return []
    return [_entry(table, faults, f"paytable {i}", letter) for i, table in enumerate(tables, 1)]


def _entry(table: dict[str, Any], faults: "_Faults", where: str, letter: str | None) -> Entry:
    name = faults.text(table, "name", where)
    where = f"paytable {name!r}" if name else where
    faults.unknown(table, {"name", "game", "wager", "decks", "pays", "envy", "meter", "published"}, where)
    pays: dict[str, Pay] = {}
    for line, text in faults.texts(table.get("pays", {}), f"{where} pays").items():
        faults.trying(f"{where}, line {line!r}", lambda line=line, text=text: pays.update({line: parse_pay(text)}))
    if not pays:
        faults.add(f"{where}: no pays")
    for line, text in faults.texts(table.get("envy", {}), f"{where} envy").items():
        if line not in pays:
            faults.add(f"{where}: envy for {line!r}, which is not among its pays")
        else:
            envy = faults.trying(f"{where}, envy of {line!r}", lambda text=text: int(parse_dollars(text) * 100))
            pays[line] = replace(pays[line], envy_cents=envy or 0)
    published: dict[str, Published] = {}
    for figure, text in faults.texts(table.get("published", {}), f"{where} published").items():
        if figure not in FIGURES:
            faults.add(f"{where}: {figure!r} is not a figure: {', '.join(FIGURES)}")
            continue
        read = faults.trying(f"{where}, {figure}", lambda figure=figure, text=text: parse_published(figure, text))
        if read:
            published[figure] = read
    decks = table.get("decks")
    if decks is not None and (not isinstance(decks, int) or isinstance(decks, bool)):
        faults.add(f"{where}: decks must be a whole number, not {decks!r}")
        decks = None
    meter = _meter(table["meter"], faults, where) if "meter" in table else None
    if meter is None and any(pay.odds.value == "%" for pay in pays.values()) and "meter" not in table:
        faults.add(f"{where}: a share of a meter is paid, but there is no meter table")
    return Entry(
        game=faults.text(table, "game", where),
        paytable=Paytable(name=name, wager=faults.text(table, "wager", where), lines=pays, letter=letter, meter=meter),
        published=published,
        decks=decks,
    )


def _meter(table: Any, faults: "_Faults", where: str) -> MeterTerms | None:
    where = f"{where} meter"
    if not isinstance(table, dict):
        faults.add(f"{where} must be a table")
        return None
    faults.unknown(table, {"seed", "increment", "increment_derived", "stake"}, where)
    seed = faults.trying(where, lambda: parse_dollars(faults.text(table, "seed", where)))
    increment = faults.trying(where, lambda: parse_percent(faults.text(table, "increment", where)))
    stake = faults.trying(where, lambda: parse_dollars(table.get("stake", "$1")))
    derived = table.get("increment_derived", False)
    if not isinstance(derived, bool):
        faults.add(f"{where}: increment_derived must be true or false, not {derived!r}")
    if seed is None or increment is None or not stake:
        return None
    return MeterTerms(
        seed_cents=int(seed * 100), increment=increment, derived=derived is True, stake_cents=int(stake * 100)
    )


class _Faults:
    """Reads fields and remembers what was wrong with them."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, fault: str) -> None:
        if fault not in self.found:
            self.found.append(fault)

    def trying(self, where: str, read: Any) -> Any:
        try:
            return read()
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

    def date(self, table: dict[str, Any], key: str) -> datetime.date:
        value = table.get(key)
        if type(value) is datetime.date:
            return value
        self.add(f"{key} must be a date such as 2014-11-24, not {value!r}")
        return datetime.date.min

    def unknown(self, table: dict[str, Any], known: set[str], where: str) -> None:
        for key in table.keys() - known:
            self.add(f"{where + ': ' if where else ''}{key!r} is not known here: {', '.join(sorted(known))}")
