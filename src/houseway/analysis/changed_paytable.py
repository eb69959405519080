"""A paytable with one thing other than its letter has it: a line's pay or, of a progressive, the seed or the increment
of a meter (`seed`, or of several meters `seed major`), or a line's envy. What is other is nobody's table: it has no
letter, and its name says what was changed.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from houseway.game import LOSE
from houseway.letters.published import parse_percent
from houseway.money import dollars
from houseway.paytable import Odds, Pay, Paytable, parse_pay
from houseway.progressive.meter import MOST_CENTS

SEED, INCREMENT, ENVY = "seed", "increment", "envy "  # envy stands before the name of a line
AMOUNT: Final = re.compile(r"\$?(0|[1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.\d{2})?")


def is_money(what: str) -> bool:
    what = what.strip().lower()
    return what.startswith(ENVY) or (_of_meter(what) is not None and what.startswith(SEED))


def is_of_paytable(tables: Sequence[Paytable], what: str) -> bool:
    """Whether these tables have something of that name."""
    if _of_meter(what) is not None or what.lower().startswith(ENVY):
        return True
    return any(line_named(table, what) for table in tables)


def _of_meter(what: str) -> tuple[str, str] | None:
    """`seed` or `increment`, and of which meter; nothing, if it is neither."""
    first, *named = what.lower().split()
    return (first, " ".join(named)) if first in (SEED, INCREMENT) else None


def changed_paytable(tables: Sequence[Paytable], what: str, value: str) -> Paytable:
    """The one of a game's tables that has what is to be changed, with the change."""
    if of_meter := _of_meter(what):
        return _with_meter(_metered(tables, what), *of_meter, value)
    if what.lower().startswith(ENVY):
        return _with_envy(_metered(tables, what), what[len(ENVY) :].strip(), value)
    return _with_line(tables, what, value)


def line_named(table: Paytable, name: str) -> str | None:
    return next((line for line in table.lines if line.lower() == name.lower()), None)


def _with_line(tables: Sequence[Paytable], what: str, value: str) -> Paytable:
    """The line pays as written; `lose` takes it off. Lines of several wagers may have one name: then the wager has to
    be named, unless only one of them can pay so."""
    having = [(table, line) for table in tables if (line := line_named(table, what))]
    pay = None if value.lower() == LOSE else _pay(value)
    paying = [(table, line) for table, line in having if pay is None or _is_share(pay) == _is_share(table.lines[line])]
    if not paying:
        raise ValueError(f"{having[0][1]}: a share of a meter and a fixed pay do not stand for each other")
    if len(paying) > 1:
        names = " and ".join(table.wager for table, _ in paying)
        raise ValueError(f"{paying[0][1]!r} is a line of {names}: name the wager, with --wager")
    [(table, line)] = paying
    lines = dict(table.lines)
    if pay is None:
        del lines[line]
    else:
        lines[line] = replace(pay, envy_cents=lines[line].envy_cents)
    other = replace(table, lines=lines)
    for name in {name for each in (table, other) if (name := each.meter_of(line)) is not None}:
        if name not in table.meters:
            raise ValueError(f"{line}: {table.name} has no meter {name!r}: {', '.join(table.meters)}")
        if sum(each.amount == 1 for each in other.shares(name).values()) != 1:
            raise ValueError(f"{line}: just one line of {table.name} takes 100% of {name or 'its meter'}")
    return _changed(table, other, f"{line} {value}")


def _metered(tables: Sequence[Paytable], what: str) -> Paytable:
    """The table of the progressive wager, whose meter is to be another."""
    for table in tables:
        if table.meters:
            return table
    names = ", ".join(dict.fromkeys(table.wager for table in tables))
    raise ValueError(f"{what}: only a progressive wager has one, not {names}")


def _with_meter(table: Paytable, what: str, name: str, value: str) -> Paytable:
    if name not in table.meters:
        names = ", ".join(f"{what} {each}".rstrip() for each in table.meters)
        raise ValueError(f"{what} {name}".rstrip() + f": {table.name} has {names}")
    how = f"{what} {name}".rstrip() + f" {value}"
    meter = table.meters[name]
    if what == SEED:
        meter = replace(meter, seed_cents=_cents(value, what))
        return _changed(table, replace(table, meters={**table.meters, name: meter}), how)
    increment = parse_percent(value)
    if not 0 <= increment <= 1:
        raise ValueError(f"increment {value!r}: 0% to 100% of a wager")
    meter = replace(meter, increment=increment, derived=meter.derived and increment == meter.increment)
    others = sum(each.increment for other, each in table.meters.items() if other != name)
    if increment + others > 1:
        raise ValueError(f"increment {value!r}: with those of its other meters {table.name} takes at most 100%")
    return _changed(table, replace(table, meters={**table.meters, name: meter}), how)


def _with_envy(table: Paytable, what: str, value: str) -> Paytable:
    line = line_named(table, what)
    if line is None:
        raise ValueError(f"{what!r} is not a line of {table.name}: {', '.join(table.lines)}")
    pay = replace(table.lines[line], envy_cents=_cents(value, f"{ENVY}{line}"))
    return _changed(table, replace(table, lines={**table.lines, line: pay}), f"{ENVY}{line} {value}")


def _changed(table: Paytable, other: Paytable, how: str) -> Paytable:
    """One that is the same after all is the letter's."""
    same = dict(other.lines) == dict(table.lines) and dict(other.meters) == dict(table.meters)
    return table if same else replace(other, letter=None, name=f"{table.name}, {how}")


def _is_share(pay: Pay) -> bool:
    return pay.odds is Odds.OF_METER


def _pay(text: str) -> Pay:
    try:
        return parse_pay(text)
    except ValueError as error:
        raise ValueError(f"{error}; 'lose' takes the line off") from None


def _cents(text: str, what: str) -> int:
    """Dollars such as 5000, $5,000 or 0.50; nothing is an amount too."""
    if not AMOUNT.fullmatch(text) or (cents := Fraction(text.removeprefix("$").replace(",", "")) * 100) > MOST_CENTS:
        raise ValueError(f"{what}: {text!r} is not an amount such as 5000 or $5,000, at most {dollars(MOST_CENTS)}")
    return int(cents)
