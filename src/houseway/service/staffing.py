"""Staff, in the list that logins are checked against and in the house's book, by one transaction.

The book says who was added, changed or removed, by whom and when; of a PIN it has the hash of the hash that is kept. A
book from before this was so is told of everybody who was on the list when the first change is made.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime

from houseway.deciding.command import made_from
from houseway.role import SERVICE, Actor
from houseway.service.house import ChangeStaff, StaffChanged
from houseway.service.house_book import read_house, write_house
from houseway.service.people import Staff, put_staff
from houseway.service.store import Store


def change_staff(store: Store, by: Actor, name: str, role: str, pin_hash: str, *, active: bool = True) -> None:
    """Raises `ValueError` if the house refuses it."""
    now = datetime.now(UTC)
    told = read_house(store).house.staff
    if not told:
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
    pin = _digest(row.pin_hash)
    return StaffChanged(name=row.name, role=row.role, active=row.active, pin=pin, since=row.since)


def _digest(pin_hash: str) -> str:
    return hashlib.sha256(pin_hash.encode()).hexdigest()
