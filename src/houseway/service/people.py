"""Staff, sessions and wrong PINs: the service's memory, kept in the same database, and not the book.

Whoever has given wrong PINs waits, longer each time, by where they came from and for whom they were. The counts are in
the database, so that all processes share them and a restart forgets nothing. A guesser slows himself and not the person
he guesses for: whoever comes with a device on which that person has logged in before is counted apart, where no
stranger can add anything. A right PIN takes back its own attempt and no other.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select
from sqlalchemy.schema import CreateTable

from houseway.role import Role, Seat
from houseway.service import schema
from houseway.service.database import upsert


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    name: str
    role: str
    pin_hash: str
    active: bool
    since: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    token_hash: str
    role: str
    name: str
    stream: str | None = None
    seat: Seat | None = None
    csrf: str
    expires_at: int  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Attempt:
    """Wrong PINs of one kind: how many, and when the last was."""

    failures: int = 0
    last: float = 0.0


def put_staff(
    connection: Connection, name: str, role: str, pin_hash: str, *, active: bool = True, since: str = ""
) -> None:
    """`since` is the time of the first entry under the name, and stays. Whatever changed, all their sessions end.
    The house's book has to say the same: see `change_staff`."""
    since = since or datetime.now(UTC).isoformat(timespec="seconds")
    person = Staff(name=name, role=role, pin_hash=pin_hash, active=active, since=since)
    upsert(connection, schema.staff, asdict(person), keep="since")
    of_staff = (schema.session.c.name == name) & schema.session.c.stream.is_(None)
    connection.execute(delete(schema.session).where(of_staff))


class People:
    """Written from any thread, a statement at a time."""

    def _reading(self) -> AbstractContextManager[Connection]:
        raise NotImplementedError

    def staff(self, name: str) -> Staff | None:
        with self._reading() as reader:
            row = reader.execute(select(schema.staff).where(schema.staff.c.name == name)).one_or_none()
            return None if row is None else Staff(**row._mapping)

    def list_staff(self) -> list[Staff]:
        with self._reading() as reader:
            people = [Staff(**row._mapping) for row in reader.execute(select(schema.staff))]
            return sorted(people, key=lambda person: person.name)

    def surveillance_on_duty(self, now: int) -> tuple[str, ...]:
        """Who of surveillance is logged in anywhere. Nobody else can acknowledge a payout, so nobody else is waited
        for."""
        staff, session = schema.staff.c, schema.session.c
        logged_in = (session.name == staff.name) & (session.role == staff.role) & session.stream.is_(None)
        is_there = logged_in & staff.active & (session.expires_at > now) & (staff.role == Role.SURVEILLANCE.value)
        with self._reading() as reader:
            names = reader.execute(select(staff.name).where(is_there).distinct()).scalars()
            return tuple(f"{Role.SURVEILLANCE.value} {name}" for name in sorted(names))

    # ---- wrong PINs

    def change_attempts(
        self, whats: Collection[str], change: Callable[[Mapping[str, Attempt]], Mapping[str, Attempt]]
    ) -> None:
        """What was counted under these names becomes what `change` makes of it; no process counts meanwhile."""
        counts = schema.attempt
        with self._reading() as connection:
            begin = "BEGIN IMMEDIATE" if connection.dialect.name == "sqlite" else "BEGIN"
            with schema.alone(connection, begin, "houseway attempts"):
                connection.execute(CreateTable(counts, if_not_exists=True))
                rows = connection.execute(select(counts).where(counts.c.what.in_(whats)))
                known = {row.what: Attempt(row.failures, row.last) for row in rows}
                for what, attempt in change(known).items():
                    upsert(connection, counts, {"what": what, **asdict(attempt)})

    def forget_attempts(self, before: float) -> None:
        with self._reading() as connection:
            connection.execute(delete(schema.attempt).where(schema.attempt.c.last < before))

    def put_session(self, session: Session) -> None:
        with self._reading() as connection:
            upsert(connection, schema.session, asdict(session))

    def session(self, token_hash: str) -> Session | None:
        """Also one that has expired: the clock is the caller's."""
        with self._reading() as reader:
            row = reader.execute(select(schema.session).where(schema.session.c.token_hash == token_hash)).one_or_none()
            return None if row is None else Session(**row._mapping)

    def drop_sessions(self, **whose: str | int) -> None:
        """Those of a token, or all of a seat when it is left."""
        with self._reading() as connection:
            connection.execute(delete(schema.session).filter_by(**whose))

    def drop_expired(self, now: int) -> None:
        with self._reading() as connection:
            connection.execute(delete(schema.session).where(schema.session.c.expires_at <= now))


# ---- how long one waits who has given wrong PINs ---------------------------------------------------

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


class CountedAttempt(NamedTuple):
    """An attempt that was counted: against what, and what had been counted before it."""

    limits: Mapping[str, Limit]
    before: Mapping[str, Attempt]
    at: float

    def without(self, what: str, attempt: Attempt) -> Attempt:
        if self.limits[what].is_own:
            return Attempt()
        last = self.before[what].last if attempt.last == self.at else attempt.last
        return Attempt(max(0, attempt.failures - 1), last)


def count_attempt(people: People, limits: Mapping[str, Limit], now: float) -> CountedAttempt | Wait:
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

    people.change_attempts(list(limits), count)
    return Wait(max(waits)) if any(waits) else CountedAttempt(limits, before, now)


def take_back_attempt(people: People, taken: CountedAttempt) -> None:
    """The PIN was right. What others have added since stays, and its time."""
    people.change_attempts(list(taken.limits), lambda known: {what: taken.without(what, known[what]) for what in known})
