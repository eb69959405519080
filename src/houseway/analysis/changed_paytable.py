"""A paytable with one thing other than its letter has it: a line's pay or, of a progressive, its seed, its increment
or a line's envy. What is other is nobody's table: it has no letter, and its name says what was changed.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from houseway.letters.published import parse_percent
from houseway.money import dollars
from houseway.old_game import LOSE
from houseway.paytable import Odds, Pay, Paytable, parse_pay
from houseway.progressive.meter import MOST_CENTS

SEED, INCREMENT, ENVY = "seed", "increment", "envy "  # envy stands before the name of a line
AMOUNT: Final = re.compile(r"\$?(0|[1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.\d{2})?")


def is_money(what: str) -> bool:
    return what.strip().lower() == SEED or what.strip().lower().startswith(ENVY)


def is_of_paytable(tables: Sequence[Paytable], what: str) -> bool:
    """Whether these tables have something of that name."""
    if what.lower() in (SEED, INCREMENT) or what.lower().startswith(ENVY):
        return True
    return any(line_named(table, what) for table in tables)


def changed_paytable(tables: Sequence[Paytable], what: str, value: str) -> Paytable:
    """The one of a game's tables that has what is to be changed, with the change."""
    match what.lower():
        case "seed" | "increment":
            return _with_meter(_metered(tables, what), what.lower(), value)
        case name if name.startswith(ENVY):
            return _with_envy(_metered(tables, what), what[len(ENVY) :].strip(), value)
        case _:
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
    if table.meter and sum(_is_share(each) and each.amount == 1 for each in lines.values()) != 1:
        raise ValueError(f"{line}: just one line of {table.name} takes 100% of its meter")
    return _changed(table, replace(table, lines=lines), f"{line} {value}")


def _metered(tables: Sequence[Paytable], what: str) -> Paytable:
    """The table of the progressive wager, whose meter is to be another."""
    for table in tables:
        if table.meter:
            return table
    names = ", ".join(dict.fromkeys(table.wager for table in tables))
    raise ValueError(f"{what}: only a progressive wager has one, not {names}")


def _with_meter(table: Paytable, what: str, value: str) -> Paytable:
    assert table.meter is not None
    if what == SEED:
        meter = replace(table.meter, seed_cents=_cents(value, what))
        return _changed(table, replace(table, meter=meter), f"seed {value}")
    increment = parse_percent(value)
    if not 0 <= increment <= 1:
        raise ValueError(f"increment {value!r}: 0% to 100% of a wager")
    derived = table.meter.derived and increment == table.meter.increment
    meter = replace(table.meter, increment=increment, derived=derived)
    return _changed(table, replace(table, meter=meter), f"increment {value}")


def _with_envy(table: Paytable, what: str, value: str) -> Paytable:
    line = line_named(table, what)
    if line is None:
        raise ValueError(f"{what!r} is not a line of {table.name}: {', '.join(table.lines)}")
    pay = replace(table.lines[line], envy_cents=_cents(value, f"{ENVY}{line}"))
    return _changed(table, replace(table, lines={**table.lines, line: pay}), f"{ENVY}{line} {value}")


def _changed(table: Paytable, other: Paytable, how: str) -> Paytable:
    """One that is the same after all is the letter's."""
    same = dict(other.lines) == dict(table.lines) and other.meter == table.meter
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
