"""What a PIN has to be: long enough, and not among those that a guesser tries first."""

from datetime import datetime
from itertools import pairwise
from typing import Final

LENGTHS: Final = range(6, 65)
DATES: Final = {6: ("%d%m%y", "%m%d%y", "%y%m%d"), 8: ("%d%m%Y", "%m%d%Y", "%Y%m%d")}
YEARS: Final = range(1900, 2100)


def pin_fault(pin: str, name: str = "") -> str | None:
    """Why nobody may have this PIN; None if he may."""
    if len(pin) not in LENGTHS:
        return f"a PIN has {LENGTHS[0]} to {LENGTHS[-1]} characters"
    if any(pin == (pin[:piece] * len(pin))[: len(pin)] for piece in range(1, len(pin) // 2 + 1)):
        return "a PIN does not repeat itself"
    if pin.isdigit() and pin.isascii():
        if len({(int(after) - int(before)) % 10 for before, after in pairwise(pin)}) == 1:
            return "a PIN does not count up or down"
        if any(_is_date(pin, form) for form in DATES.get(len(pin), ())):
            return "a PIN is not a date: people guess birthdays"
    if name and pin.casefold() in (name.casefold(), name.casefold()[::-1]):
        return "a PIN is not one's name"
    return None


def _is_date(pin: str, form: str) -> bool:
    try:
        return datetime.strptime(pin, form).year in YEARS
    except ValueError:
        return False
