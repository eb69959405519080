"""Who is asking: staff by name and PIN, players by the token of the seat they took.

A token is 32 random bytes. The store keeps only its hash, so whoever reads the database cannot act for anybody. This
process remembers the sessions it has seen: it asks the store again every few seconds, so that a logout in another
process takes effect here soon, and one in this process at once.
"""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Final

import orjson
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.role import SERVICE, Actor, Role, Seat
from houseway.service.log import log
from houseway.service.people import FORGOTTEN_SECONDS, Session, Staff, Wait, count_attempt, limits_of, take_back_attempt
from houseway.service.record import Record
from houseway.service.rounds import Rounds
from houseway.service.staffing import change_staff, check_person
from houseway.service.store import Store, StoreFailed

SHIFT_SECONDS: Final = 12 * 3600  # how long a login of staff lasts
SITTING_SECONDS: Final = 24 * 3600  # and a seat's token; the seat's key gives a fresh one
RECHECK_SECONDS: Final = 3.0  # how old the memory of a session may be
REMEMBERED: Final = 50_000  # sessions
TIDIED_SECONDS: Final = 600  # between two looks for sessions and attempts that are out of time
PINS_WAITING: Final = 32  # logins that may wait for the hash of a PIN


class Allowance:
    """So many at once, and so many a second after that, for each key. Keys not heard of for long are forgotten."""

    def __init__(self, *, burst: float, per_second: float, keys: int = 20_000) -> None:
        self._burst = burst
        self._per_second = per_second
        self._keys = keys
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key → what is left, and when it was

    def take(self, key: str) -> Wait | None:
        now = time.monotonic()
        left, at = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        taken = left >= 1.0
        self._left[key] = (left - 1.0 if taken else left, now)
        self._left.move_to_end(key)
        if len(self._left) > self._keys:
            self._left.popitem(last=False)
        return None if taken else Wait((1.0 - left) / self._per_second)


class Identity:
    """All but `enrol` and `dismiss` is called on one event loop; hashes and the store are waited for on other
    threads."""

    def __init__(
        self, store: Store, *, hasher: PasswordHasher | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._hasher = hasher or PasswordHasher(parallelism=1)  # a guess keeps one core busy, not all
        self._clock = clock
        self._nobody = self._hasher.hash(secrets.token_hex())  # a name that is not known costs a hash as well
        # By whether the device is known: strangers who guess do not keep a member of staff waiting.
        self._hashing = {known: ThreadPoolExecutor(1, "houseway pins") for known in (False, True)}
        self._waiting = Counter[bool]()
        self._checked: dict[str, tuple[Session, float]] = {}  # by the hash of a token, and when it was checked
        self._seats: defaultdict[tuple[str, int], set[str]] = defaultdict(set)  # token hashes known by seat
        self._rounds = Rounds(store)
        self._lefts: Counter[tuple[str, int]] = Counter()  # how often a seat was left
        self._emptied: set[tuple[str, int]] = set()  # seats whose tokens are dead and may still be in the store
        self._reseating = asyncio.Lock()
        self._asking: dict[str, asyncio.Task[Session | None]] = {}  # by the hash of a token
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended = 0  # sessions, in this process
        self._tidied_at = -inf

    # ---- staff

    def enrol(self, name: str, role: Role, pin: str, *, by: Actor = SERVICE) -> None:
        """A new member of staff, or a new PIN or role for one: all their sessions end. Takes the time of a hash."""
        check_person(name, role, pin)
        change_staff(self._store, by, name, role.value, self._hasher.hash(pin))

    def dismiss(self, name: str, *, by: Actor = SERVICE) -> bool:
        """No PIN and no token of theirs is good any more. False if nobody has the name."""
        person = self._store.staff(name)
        if person is not None and person.active:
            change_staff(self._store, by, name, person.role, person.pin_hash, active=False)
        return person is not None

    async def log_in(self, name: str, pin: str, address: str, device: str = "") -> tuple[str, Session] | Wait | None:
        """The token and its session; None if name and PIN do not fit, whatever the reason. `device` is what was given
        to the browser at an earlier login, if it was."""
        person = await asyncio.to_thread(self._store.staff, name)
        is_known = person is not None and hmac.compare_digest(device.encode(), self._device_of(person).encode())
        if self._waiting[is_known] >= PINS_WAITING:
            return Wait(1.0)
        limits = limits_of(name, address, is_known_device=is_known)
        self._waiting[is_known] += 1
        try:
            taken = await asyncio.to_thread(count_attempt, self._store, limits, self._clock())
            if isinstance(taken, Wait):
                return taken
            checks = asyncio.get_running_loop().run_in_executor(self._hashing[is_known], self._fits, person, pin)
            if not await checks or person is None:
                return None
        finally:
            self._waiting[is_known] -= 1
        await asyncio.to_thread(take_back_attempt, self._store, taken)
        return await self._begin(person.role, name, SHIFT_SECONDS)

    async def device(self, name: str) -> str:
        """What marks the browser of a person who has just logged in as known."""
        person = await asyncio.to_thread(self._store.staff, name)
        return self._device_of(person) if person else ""

    def _device_of(self, person: Staff) -> str:
        """What a browser shows on which the person has logged in: nobody can make it up, and a new PIN ends it."""
        secret = self._store.pin_hash(person).encode()
        return hmac.new(secret, f"device of {person.name}".encode(), hashlib.sha256).hexdigest()

    def _fits(self, person: Staff | None, pin: str) -> bool:
        began = time.monotonic()
        try:
            self._hasher.verify(self._store.pin_hash(person) if person else self._nobody, pin)
        except (VerificationError, InvalidHashError):
            time.sleep(min(1.0, time.monotonic() - began))  # those who guess are given half the time of a core
            return False
        return person is not None and person.active

    # ---- seats

    async def sit(
        self, stream: str, seat: Seat, player: str, sat_at: int, *, again: bool
    ) -> tuple[str, Session] | None:
        """A token for the seat that was taken by record `sat_at`. A seat has one token: a fresh one ends the one
        before. None if it was left in the meantime; of one taken before, the caller knows that it is not empty."""
        lefts = self._lefts[stream, seat]
        if again and await asyncio.to_thread(self._rounds.taken_last, stream, seat) != sat_at:
            return None
        async with self._reseating:
            await self._drop_tokens(stream, seat)
            begun = await self._begin(Role.PLAYER.value, player, SITTING_SECONDS, stream=stream, seat=seat)
        if self._lefts[stream, seat] != lefts:
            await self.log_out(begun[0])
            return None
        return begun

    def heard(self, stream: str, records: Iterable[Record]) -> None:
        """Of a commit. The tokens of a seat that was left in it are dead when this returns."""
        for seat in seats_left(records):
            self._lefts[stream, seat] += 1
            self._emptied.add((stream, seat))
            for token_hash in self._seats.get((stream, seat), ()):
                self._checked.pop(token_hash, None)
            task = asyncio.get_running_loop().create_task(self._empty(stream, seat))
            self._tasks.add(task)  # the loop itself would let go of it
            task.add_done_callback(self._tasks.discard)

    async def _empty(self, stream: str, seat: int) -> None:
        try:
            async with self._reseating:  # before whoever sits down next is given a token
                await self._drop_tokens(stream, seat)
        except StoreFailed as error:  # the seat stays in `_emptied`, and its tokens stay dead
            log.error("tokens of a seat could not be dropped", table=stream, seat=seat, says=str(error))

    async def _drop_tokens(self, stream: str, seat: int) -> None:
        await asyncio.to_thread(self._store.drop_sessions, stream=stream, seat=seat)
        for token_hash in self._seats.pop((stream, seat), ()):
            self._checked.pop(token_hash, None)
        self._emptied.discard((stream, seat))
        self._ended += 1

    # ---- sessions

    async def _begin(
        self, role: str, name: str, seconds: int, *, stream: str | None = None, seat: Seat | None = None
    ) -> tuple[str, Session]:
        token = secrets.token_urlsafe(32)
        session = Session(
            token_hash=hash_of(token),
            role=role,
            name=name,
            stream=stream,
            seat=seat,
            csrf=secrets.token_urlsafe(32),
            expires_at=int(self._clock()) + seconds,
        )
        await asyncio.to_thread(self._store.put_session, session)
        self._remember(session)
        now = self._clock()
        if now - self._tidied_at > TIDIED_SECONDS:
            self._tidied_at = now
            await asyncio.to_thread(self._store.drop_expired, int(now))
            await asyncio.to_thread(self._store.forget_attempts, now - FORGOTTEN_SECONDS)
        return token, session

    def known(self, token_hash: str) -> Session | None:
        """The session, if this process checked it in the last few seconds."""
        session, checked_at = self._checked.get(token_hash, (None, 0.0))
        if session is None or time.monotonic() - checked_at > RECHECK_SECONDS:
            return None
        return session if session.expires_at > self._clock() else None

    async def session(self, token_hash: str) -> Session | None:
        """Whose token it is. All who ask at the same time, such as the screens of one person, ask the store once."""
        session = self.known(token_hash)
        if session is not None:
            return session
        if token_hash not in self._asking:
            asking = asyncio.get_running_loop().create_task(self._looked_up(token_hash))
            self._asking[token_hash] = asking
            asking.add_done_callback(lambda _: self._asking.pop(token_hash, None))
        return await asyncio.shield(self._asking[token_hash])

    async def _looked_up(self, token_hash: str) -> Session | None:
        self._checked.pop(token_hash, None)
        while True:
            ended = self._ended
            session = await asyncio.to_thread(self._live, token_hash)
            if session is None or (session.stream, session.seat) in self._emptied:
                return None
            if self._ended == ended:  # else, while the store was asked, a session ended: perhaps this one
                self._remember(session)
                return session

    def _live(self, token_hash: str) -> Session | None:
        session = self._store.session(token_hash)
        if session is None or session.expires_at <= self._clock():
            return None
        if session.role != Role.PLAYER.value:
            person = self._store.staff(session.name)
            if person is None or not person.active or person.role != session.role:
                return None
        return session

    async def log_out(self, token: str) -> None:
        token_hash = hash_of(token)
        self._checked.pop(token_hash, None)
        await asyncio.to_thread(self._store.drop_sessions, token_hash=token_hash)
        self._checked.pop(token_hash, None)
        self._ended += 1

    def _remember(self, session: Session) -> None:
        if len(self._checked) >= REMEMBERED:
            self._checked.clear()
        self._checked[session.token_hash] = (session, time.monotonic())
        if session.stream is not None and session.seat is not None:
            self._seats[session.stream, session.seat].add(session.token_hash)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def person_of(session: Session) -> str:
    """Who is counted: a seat of a table, whatever its token of the moment, or a member of staff."""
    return f"staff {session.name}" if session.stream is None else f"seat {session.seat} of {session.stream}"


def actor_of(session: Session) -> Actor:
    return Actor(Role(session.role), session.name, session.seat)


def seats_left(records: Iterable[Record]) -> Iterator[int]:
    for record in records:
        if '"is":"SeatLeft"' in record.body:
            yield from (event["seat"] for event in orjson.loads(record.body)["events"] if event["is"] == "SeatLeft")
