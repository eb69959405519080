"""Staff and sessions: the service's memory, kept in the same database, and not the book."""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

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
