"""How long one waits who has given wrong PINs: longer each time, by where they came from and for whom they were.

The counts are in the book's database, so that all processes share them and a restart forgets nothing. A guesser slows
himself and not the person he guesses for: whoever comes with a device on which that person has logged in before is
counted apart, where no stranger can add anything. A right PIN takes back its own attempt and no other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from houseway.service.people import Attempt
from houseway.service.store import Store

FIRST_SECONDS: Final = 8.0
FORGOTTEN_SECONDS: Final = 24 * 3600  # after the last wrong one


@dataclass(frozen=True, slots=True)
class Wait:
    """Too many attempts: come back after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Limit:
    free: int  # attempts that cost no time; each after them takes twice as long as the one before
    most_seconds: float
    is_own: bool = False  # a right PIN proves that all of them were the person's own

    def wait(self, attempt: Attempt, now: float) -> float:
        over = attempt.failures - self.free
        if over < 0 or now - attempt.last >= FORGOTTEN_SECONDS:
            return 0.0
        delay = min(FIRST_SECONDS * (1 << min(over, 20)), self.most_seconds)
        return min(delay, max(0.0, attempt.last + delay - now))  # no longer, should the clock have gone back


DEVICE: Final = Limit(5, 900.0, is_own=True)  # the person's own
PAIR: Final = Limit(5, 900.0, is_own=True)  # from one address for one name
ADDRESS: Final = Limit(20, 900.0)  # for whatever names
NAME: Final = Limit(50, 120.0)  # from whatever strange devices


def limits_of(name: str, address: str, *, is_known_device: bool) -> Mapping[str, Limit]:
    """What an attempt counts against."""
    if is_known_device:
        return {f"device {name}": DEVICE}
    source = source_of(address)
    return {f"address {source}": ADDRESS, f"pair {source} {name}": PAIR, f"name {name}": NAME}


def source_of(address: str) -> str:
    """One customer's: of IPv6, whoever has one address has 2^64 of them."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(parsed) >> 64 << 64)) if isinstance(parsed, IPv6Address) else address


class Taken(NamedTuple):
    """An attempt that was counted: against what, and what had been counted before it."""

    limits: Mapping[str, Limit]
    before: Mapping[str, Attempt]
    at: float

    def without(self, what: str, attempt: Attempt) -> Attempt:
        if self.limits[what].is_own:
            return Attempt()
        last = self.before[what].last if attempt.last == self.at else attempt.last
        return Attempt(max(0, attempt.failures - 1), last)


def take(store: Store, limits: Mapping[str, Limit], now: float) -> Taken | Wait:
    """Count an attempt, as a wrong one until it is given back; or how long to wait, and then nothing is counted."""
    waits: list[float] = []
    before: dict[str, Attempt] = {}

    def count(known: Mapping[str, Attempt]) -> Mapping[str, Attempt]:
        waits.extend(limit.wait(known.get(what, Attempt()), now) for what, limit in limits.items())
        if any(waits):
            return {}
        fresh = {what: attempt for what, attempt in known.items() if now - attempt.last < FORGOTTEN_SECONDS}
        before.update({what: fresh.get(what, Attempt()) for what in limits})
        return {what: Attempt(attempt.failures + 1, now) for what, attempt in before.items()}

    store.change_attempts(list(limits), count)
    return Wait(max(waits)) if any(waits) else Taken(limits, before, now)


def give_back(store: Store, taken: Taken) -> None:
    """The PIN was right. What others have added since stays, and its time."""
    store.change_attempts(list(taken.limits), lambda known: {what: taken.without(what, known[what]) for what in known})
