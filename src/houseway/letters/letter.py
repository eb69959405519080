"""One letter: its date, clauses, paytables and published figures, read from TOML.

`docs/letter-format.md` describes the file. Faults are collected, not raised one by one, so that a
person mends a file once.
"""

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.faults import Faults, FileFaults, load_toml
from houseway.letters.published import (
    Published,
    PublishedFigures,
    decks_in,
    figures_in,
    parse_dollars,
    parse_percent,
    published_figures,
)
from houseway.paytable import THE_METER, MeterTerms, Odds, Pay, Paytable, is_meter_name, parse_pay

NO_AGENCY = "no agency"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A paytable of the letter, what it is for, and the figures that are published of it."""

    game: str
    paytable: Paytable
    figures: tuple[PublishedFigures, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A regulator's letter of approval, or one of our own in its form: its clauses, and its paytables with the figures
    that are published of them."""

    id: str
    title: str
    agency: str
    date: datetime.date
    about: str
    clauses: Mapping[str, str]
    entries: tuple[Entry, ...]
    digest: str  # of the file, as it was read

    @property
    def is_approval(self) -> bool:
        return self.agency != NO_AGENCY


def read_letter(name: str, text: str, *, approved: bool = True) -> Letter:
    """Read a letter; a file of the user's own is not `approved`, and its paytables say so."""
    letter, faults = parse_letter(name, text, approved=approved)
    if faults:
        raise FileFaults(name, faults)
    return letter


def parse_letter(name: str, text: str, *, approved: bool) -> tuple[Letter, list[str]]:
    """A letter as far as it can be read, and all its faults."""
    data = load_toml(name, text)
    faults = Faults()
    approved = approved and "agency" in data  # what no agency wrote approves nothing
    source = next((faults.text(data, key, "") for key in ("source", "agency") if key in data), "")
    entries = [
        _entry(table, faults, where, name if approved else None, source)
        for where, table in faults.tables(data, "paytable")
    ]
    for where, table in faults.tables(data, "figures"):
        _add_figures(entries, table, faults, where, source)
    letter = Letter(
        id=name,
        title=faults.text(data, "title", ""),
        agency=faults.text(data, "agency", "") if "agency" in data else NO_AGENCY,
        date=faults.date(data, "date"),
        about=faults.text(data, "about", "") if "about" in data else "",
        clauses=faults.texts(data.get("clauses", {}), "clauses"),
        entries=tuple(entries),
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )
    faults.unknown(data, {"title", "agency", "date", "about", "source", "clauses", "paytable", "figures"}, "")
    names = [(entry.game, entry.paytable.name) for entry in letter.entries]
    for _, twice in sorted({name for name in names if names.count(name) > 1}):
        faults.add(f"paytable {twice!r} stands twice")
    return letter, faults.found


def parse_cents(text: Any) -> int:
    """An amount of money above nothing, in whole cents."""
    cents = parse_dollars(text) * 100 if isinstance(text, str) else Fraction(0)
    if cents <= 0 or cents.denominator != 1:
        raise ValueError(f"{text!r} is not an amount in whole cents such as '$5,000' or '$0.50'")
    return int(cents)


def _add_figures(entries: list[Entry], table: dict[str, Any], faults: Faults, where: str, source: str) -> None:
    """Figures that are published of one of the letter's paytables."""
    name = faults.text(table, "paytable", where)
    at = [number for number, entry in enumerate(entries) if entry.paytable.name == name]
    if name and len(at) != 1:
        faults.add(f"{where}: {name!r} is the name of {len(at)} paytables of this letter, not of one")
    read = published_figures(table, faults, f"{where} of {name!r}" if name else where, source)
    for number in at[:1]:
        entries[number] = replace(entries[number], figures=(*entries[number].figures, read))


def _entry(table: dict[str, Any], faults: Faults, where: str, letter: str | None, source: str) -> Entry:
    name = faults.text(table, "name", where)
    where = f"paytable {name!r}" if name else where
    faults.unknown(table, {"name", "game", "wager", "decks", "pays", "envy", "meter", "published"}, where)
    pays: dict[str, Pay] = {}
    for line, text in faults.texts(table.get("pays", {}), f"{where} pays").items():
        pay = faults.trying(f"{where}, line {line!r}", parse_pay, text)
        if pay:
            pays[line] = pay
    if not pays:
        faults.add(f"{where}: no pays")
    for line, text in faults.texts(table.get("envy", {}), f"{where} envy").items():
        if line not in pays:
            faults.add(f"{where}: envy for {line!r}, which is not among its pays")
        else:
            envy = faults.trying(f"{where}, envy of {line!r}", parse_cents, text)
            pays[line] = replace(pays[line], envy_cents=envy or 0)
    published = figures_in(table.get("published", {}), faults, where)
    figures = PublishedFigures(figures=published, decks=decks_in(table, faults, where), source=source)
    meters = _meters(table["meter"], pays, published, faults, where) if "meter" in table else {}
    if "meter" not in table and any(pay.odds is Odds.OF_METER for pay in pays.values()):
        faults.add(f"{where}: a share of a meter is paid, but there is no meter table")
    wager = faults.text(table, "wager", where)
    return Entry(
        game=faults.text(table, "game", where),
        paytable=Paytable(name=name, wager=wager, lines=pays, letter=letter, meters=meters),
        figures=(figures,) if published or figures.decks else (),
    )


def _meters(
    table: Any, pays: Mapping[str, Pay], published: Mapping[str, Published], faults: Faults, where: str
) -> dict[str, MeterTerms]:
    """One meter without a name, or several tables of named ones. A wager feeds all of them."""
    is_named = isinstance(table, dict) and bool(table) and all(isinstance(each, dict) for each in table.values())
    named = table if is_named else {THE_METER: table}
    shares = [(pay.meter, pay.amount) for pay in pays.values() if pay.odds is Odds.OF_METER]
    for name in named:
        if name and not is_meter_name(name):
            faults.add(f"{where}: {name!r} is not the name of a meter: one word such as 'major'")
        if (whole := shares.count((name, Fraction(1)))) != 1:
            faults.add(f"{where}: just one line takes '100%' of {name or 'a meter'}, here {whole}")
    for name in sorted({meter for meter, _ in shares} - named.keys()):
        has = ", ".join(named) if is_named else "one without a name"
        faults.add(f"{where}: a share of {name or 'a meter without a name'} is paid, and its meters are {has}")
    read = {name: _meter(each, published, faults, f"{where} meter {name}".rstrip()) for name, each in named.items()}
    meters = {name: terms for name, terms in read.items() if terms}
    if len({terms.stake_cents for terms in meters.values()}) > 1:
        faults.add(f"{where}: its meters have different stakes, and a wager has one")
    if sum(terms.increment for terms in meters.values()) > 1:
        faults.add(f"{where}: its meters gain more of a wager than there is of it")
    return meters


def _meter(table: Any, published: Mapping[str, Published], faults: Faults, where: str) -> MeterTerms | None:
    if not isinstance(table, dict):
        faults.add(f"{where} must be a table")
        return None
    faults.unknown(table, {"seed", "increment", "increment_derived", "own", "stake"}, where)
    seed = faults.trying(f"{where}, seed", parse_cents, table.get("seed"))
    increment = faults.trying(where, parse_percent, faults.text(table, "increment", where))
    if increment is not None and not 0 <= increment <= 1:
        faults.add(f"{where}: increment {table['increment']!r} is not a part of the wager, 0% to 100%")
    stake = faults.trying(f"{where}, stake", parse_cents, table.get("stake", "$1"))
    derived, own = (faults.flag(table, name, False, where) for name in ("increment_derived", "own"))
    if seed is None or increment is None or not stake:
        return None
    top = published.get("average top payout")
    return MeterTerms(
        seed_cents=seed,
        increment=increment,
        derived=derived,
        own=own,
        stake_cents=stake,
        average_top_cents=int(top.value * 100) if top else 0,
    )
