"""Staff, in the list that logins are checked against and in the house's book, by one transaction.

The book says who was added, changed or removed, by whom and when; of a PIN it has the hash of what the list has. That
is the hash of the PIN, encrypted: whoever copies the database cannot try PINs on it. A book from before this was so is
told of everybody who was on the list when the first change is made.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

from houseway.deciding.command import made_from
from houseway.role import SERVICE, STAFF, Actor, Role
from houseway.service.house import ChangeStaff, StaffChanged, tells_of_staff
from houseway.service.house_book import read_house, write_house
from houseway.service.people import Staff, put_staff
from houseway.service.store import Store

LENGTHS: Final = range(6, 65)
DATES: Final = {6: ("%d%m%y", "%m%d%y", "%y%m%d"), 8: ("%d%m%Y", "%m%d%Y", "%Y%m%d")}
YEARS: Final = range(1900, 2100)


def change_staff(store: Store, by: Actor, name: str, role: str, pin_hash: str, *, active: bool = True) -> None:
    """Raises `ValueError` if the house refuses it."""
    now = datetime.now(UTC)
    pin_hash = store.hidden_pin_hash(name, pin_hash)
    house = read_house(store).state
    told = house.staff
    if not tells_of_staff(house):
        for each in store.list_staff():
            write_house(store, SERVICE, made_from(ChangeStaff, entry_of(each)), now, key=f"found {each.name}")
    since = _since(store, name, told, now)
    write_house(
        store,
        by,
        ChangeStaff(name=name, role=role, active=active, pin=_digest(pin_hash), since=since),
        now,
        also=lambda connection: put_staff(connection, name, role, pin_hash, active=active, since=since),
    )


def _since(store: Store, name: str, told: Mapping[str, StaffChanged], now: datetime) -> str:
    """When the person first came: as the book has it, else as the list has it, else now."""
    row = store.staff(name)
    known = told[name].since if name in told else ""
    return known or (row.since if row else now.isoformat(timespec="seconds"))


def on_the_list(store: Store) -> Mapping[str, StaffChanged]:
    """Everybody, as the house's book would have it."""
    return {each.name: entry_of(each) for each in store.list_staff()}


def entry_of(row: Staff) -> StaffChanged:
    return made_from(StaffChanged, row, pin=_digest(row.pin_hash))


def _digest(pin_hash: str) -> str:
    return hashlib.sha256(pin_hash.encode()).hexdigest()


# ---- who can be on the staff -----------------------------------------------------------------------


def check_person(name: str, role: Role, pin: str) -> None:
    """Raises `ValueError` if nobody can be on the staff like this."""
    if role not in STAFF:
        raise ValueError(f"{role.value!r} is not staff: {', '.join(each.value for each in STAFF)}")
    if not (name.strip() == name and name.isprintable() and 1 <= len(name) <= 40):
        raise ValueError(f"{name[:40]!r} is not a name: one line of 1 to 40 printable characters")
    if fault := pin_fault(pin, name):
        raise ValueError(fault)


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
