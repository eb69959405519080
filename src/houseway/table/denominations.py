"""Chips by value: how many of each there are, and what they come to.

The terms of a table say which values its chips have. Every value is so many times the smallest, so an amount is a whole
number of chips if it is a whole number of the smallest. What a payout has below the smallest chip is paid in coin: it
can be cashed, and not be bet.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from houseway.money import Cents, dollars

Chips = Mapping[str, int]  # the value of a chip in cents, as JSON has a key → how many

MOST_VALUES: Final = 8
MOST_CHIPS: Final = 1_000_000  # of one value


def value_of(chips: Chips) -> Cents:
    return Cents(sum(int(value) * number for value, number in chips.items()))


def fewest(cents: Cents, values: Sequence[Cents]) -> Chips:
    """An amount by the largest chips first; what is below the smallest is left out."""
    found: dict[str, int] = {}
    for value in sorted(values, reverse=True):
        number, cents = cents // value, Cents(cents % value)
        if number:
            found[str(value)] = number
    return in_order(found)


def together(*several: Chips, less: Chips | None = None) -> Chips:
    """All of them by value, less those that were taken away; a value of which there are none is not named."""
    found: dict[str, int] = {}
    for chips in several:
        for value, number in chips.items():
            found[value] = found.get(value, 0) + number
    for value, number in (less or {}).items():
        found[value] = found.get(value, 0) - number
    return in_order({value: number for value, number in found.items() if number})


def in_order(chips: Chips) -> Chips:
    """From the smallest value to the largest."""
    return dict(sorted(chips.items(), key=lambda each: int(each[0])))


def show_chips(chips: Chips) -> str:
    """`40 × $5, 20 × $25`."""
    return ", ".join(f"{number:,} × {dollars(int(value))}" for value, number in in_order(chips).items()) or "no chips"


def chips_fault(chips: Chips, values: Sequence[Cents]) -> str:
    """Why these are no chips of a table with such values; nothing, if they are."""
    known = {str(value) for value in values}
    for value, number in chips.items():
        if value not in known:
            has = ", ".join(dollars(each) for each in values)
            return f"{value[:20]!r} cents is no chip of this table: it has {has}"
        if not 0 < number <= MOST_CHIPS:
            return f"{number} chips of {dollars(int(value))}: 1 to {MOST_CHIPS:,}"
    return ""


def values_fault(values: Sequence[Cents]) -> str:
    """Why chips cannot have these values; nothing, if they can."""
    told = f"chip_cents {', '.join(map(str, values))}"
    if len(values) > MOST_VALUES:
        return f"{told}: at most {MOST_VALUES} values"
    if values and (values[0] < 1 or any(more <= less for less, more in pairwise(values))):
        return f"{told}: whole cents, each more than the one before"
    if any(value % values[0] for value in values):
        return f"{told}: each is so many times the smallest"
    return ""


def uneven(amounts: Mapping[str, Cents], chip: Cents) -> Iterator[str]:
    """Of amounts by name, those that are no whole number of the smallest chip."""
    for name, cents in amounts.items():
        if cents % chip:
            yield f"{name} {cents}: a whole number of the smallest chip, {dollars(chip)}"
