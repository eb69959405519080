"""PINs: which nobody may have, and how long a guesser waits, in whatever process and after however many restarts."""

import asyncio
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from houseway.role import Role
from houseway.service.identity import PINS_WAITING, Identity, hash_of
from houseway.service.people import ADDRESS, NAME, PAIR, Attempt, Wait, source_of
from houseway.service.staffing import pin_fault
from houseway.service.store import open_store
from tests.web.room import CHEAP, PIN


class Clock:
    now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def stores(book_url):
    """Two processes' on one book."""
    with open_store(book_url) as one, open_store(book_url) as two:
        Identity(one, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN)
        Identity(one, hasher=CHEAP).enrol("Eve", Role.DEALER, PIN)
        yield one, two


def people(stores, clock):
    return [Identity(store, hasher=CHEAP, clock=clock) for store in stores]


def guesses(identity, n, name="Sue", address="192.0.2.1", device=""):
    async def all_of_them():
        return [await identity.log_in(name, f"guess {n}", address, device) for n in range(n)]

    return asyncio.run(all_of_them())


def logs_in(identity, name="Sue", address="192.0.2.1", device=""):
    return asyncio.run(identity.log_in(name, PIN, address, device))


# ---- which


@given(st.integers(0, 9), st.integers(0, 9), st.integers(6, 12))
def test_no_pin_counts_up_or_down_or_stays(first, step, length):
    assert pin_fault("".join(str((first + n * step) % 10) for n in range(length)))


@given(st.text(min_size=1, max_size=4), st.integers(3, 9))
def test_no_pin_repeats_itself(piece, times):
    assert pin_fault((piece * 6)[: max(6, len(piece) * times)])


@given(
    st.dates(date(1930, 1, 1), date(2030, 1, 1)), st.sampled_from(["%d%m%y", "%m%d%y", "%y%m%d", "%d%m%Y", "%Y%m%d"])
)
def test_no_pin_is_a_birthday(day, form):
    assert pin_fault(day.strftime(form))


@pytest.mark.parametrize("pin", ["", "1", "1234", "59301", "x" * 65, "margaret"])
def test_pins_that_are_short_long_or_a_name(pin):
    assert pin_fault(pin, "Margaret")


@pytest.mark.parametrize("pin", [PIN, "482913", "correct horse", "97531a", "31415926535"])
def test_pins_that_may_be_had(pin):
    assert pin_fault(pin, "Margaret") is None


def test_most_of_six_digits_may_be_had():
    """What is refused is refused because it is guessed first, not to make the rest few."""
    free = sum(pin_fault(f"{n:06d}") is None for n in range(0, 1_000_000, 97))
    assert free > 0.85 * 1_000_000 / 97


# ---- how long


@given(st.sampled_from([PAIR, ADDRESS, NAME]), st.integers(0, 500))
def test_each_wrong_one_takes_at_least_as_long_as_the_one_before_and_none_is_for_ever(limit, failures):
    now = 1_800_000_000.0
    waits = [limit.wait(Attempt(n, now), now) for n in (failures, failures + 1)]
    assert waits[0] <= waits[1] <= limit.most_seconds
    assert (waits[0] == 0) == (failures < limit.free)
    assert limit.wait(Attempt(failures, now), now + limit.most_seconds) == 0
    assert limit.wait(Attempt(failures, now), now - 10**6) <= limit.most_seconds  # a clock that goes back


def test_all_processes_count_together_and_a_restart_forgets_nothing(stores, clock):
    one, two = people(stores, clock)
    assert [guesses(one, 3), guesses(two, 2)] == [[None] * 3, [None] * 2]
    for identity in (one, two, *people(stores, clock)):
        assert guesses(identity, 1) == [Wait(8.0)]
    clock.now += 8
    assert guesses(two, 2) == [None, Wait(16.0)]
    clock.now += 15
    assert guesses(one, 1) == [Wait(1.0)]
    clock.now += 24 * 3600
    assert guesses(one, 5) == [None] * 5


def test_many_processes_at_once_admit_no_guess_too_many(stores, clock):
    async def at_once():
        everybody = people(stores, clock)
        return await asyncio.gather(*(everybody[n % 2].log_in("Sue", "guess", "192.0.2.1") for n in range(30)))

    assert asyncio.run(at_once()).count(None) == 5


def test_a_login_of_his_own_washes_no_guess_out(stores, clock):
    """Nor does it slow anybody: what is right takes nothing."""
    one, two = people(stores, clock)
    for name in ("Sue", "Nobody", "Ann", "Bob"):
        assert guesses(one, 5, name) == [None] * 5
        assert isinstance(logs_in(two, "Eve"), tuple) or name == "Bob"
    assert guesses(one, 1, "Dan") == [Wait(8.0)]  # twenty from one address
    assert logs_in(two, "Eve") == Wait(8.0)
    clock.now += 8
    for _ in range(30):
        assert isinstance(logs_in(two, "Eve"), tuple)
    assert guesses(one, 2, "Dan") == [None, Wait(16.0)]


def test_a_guesser_slows_himself_and_not_the_person(stores, clock):
    one, two = people(stores, clock)
    guesses(one, 30)
    assert isinstance(logs_in(two, address="192.0.2.2"), tuple)
    known = asyncio.run(one.device("Sue"))
    for n in range(60):  # from everywhere
        guesses(one, 1, address=f"198.51.100.{n}")
    assert isinstance(logs_in(two, address="203.0.113.9"), Wait)
    for identity in (one, two):
        assert isinstance(logs_in(identity, address="192.0.2.1", device=known), tuple)
    assert guesses(one, 6, device=known)[-1] == Wait(8.0)  # and a stolen device does not guess for ever


def test_a_device_is_known_for_its_person_until_the_pin_changes(stores, clock):
    one, _ = people(stores, clock)
    sues, eves = (asyncio.run(one.device(name)) for name in ("Sue", "Eve"))
    assert sues != eves
    guesses(one, 20)
    assert isinstance(logs_in(one, device=eves), Wait)
    assert isinstance(logs_in(one, device=sues), tuple)
    one.enrol("Sue", Role.SUPERVISOR, "482913")
    assert isinstance(logs_in(one, device=sues), Wait)


def test_a_book_from_before_the_counts_is_given_them(book_url, clock):
    with open_store(book_url) as store:
        Identity(store, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN)
        with store._pool.connect() as connection:
            connection.execute(text("DROP TABLE attempt"))
        identity = Identity(store, hasher=CHEAP, clock=clock)
        assert guesses(identity, 6)[-1] == Wait(8.0)


def test_whoever_has_an_address_of_ipv6_has_all_of_its_network():
    assert source_of("2001:db8::1") == source_of("2001:db8::ffff:1") != source_of("2001:db8:0:1::1")
    assert source_of("192.0.2.1") != source_of("192.0.2.2")
    assert source_of("nowhere") == "nowhere"


def test_what_is_counted_is_forgotten_in_time(stores, clock):
    one, _ = people(stores, clock)
    guesses(one, 3)
    clock.now += timedelta(days=2).total_seconds()
    logs_in(one, "Eve", "192.0.2.7")
    with stores[0]._pool.connect() as connection:
        left = connection.execute(text("SELECT what FROM attempt WHERE what LIKE '%Sue'")).all()
    assert left == []


@pytest.mark.parametrize(
    ("name", "role", "pin", "says"),
    [
        ("Ann", Role.PLAYER, PIN, "'player' is not staff"),
        (" Ann", Role.DEALER, PIN, "is not a name"),
        ("", Role.DEALER, PIN, "is not a name"),
        ("Ann\nBob", Role.DEALER, PIN, "is not a name"),
        ("A" * 41, Role.DEALER, PIN, "is not a name"),
        ("Ann", Role.DEALER, "111111", "does not repeat itself"),
    ],
)
def test_nobody_is_enrolled_with_a_role_a_name_or_a_pin_that_staff_cannot_have(stores, name, role, pin, says):
    before = stores[0].list_staff()
    with pytest.raises(ValueError, match=says):
        Identity(stores[0], hasher=CHEAP).enrol(name, role, pin)
    assert stores[0].list_staff() == before


def test_of_many_who_log_in_at_once_the_last_come_again_later(stores, clock):
    """Each hash takes a core for a while: a crowd of guessers does not fill the queue without end."""
    identity = Identity(stores[0], hasher=CHEAP, clock=clock)
    identity._waiting[False] = PINS_WAITING
    assert asyncio.run(identity.log_in("Sue", PIN, "192.0.2.1")) == Wait(1.0)
    identity._waiting[False] -= 1
    assert not isinstance(asyncio.run(identity.log_in("Sue", PIN, "192.0.2.1")), Wait)


def test_a_session_ends_with_its_shift_though_it_was_checked_a_moment_ago(stores, clock):
    identity = Identity(stores[0], hasher=CHEAP, clock=clock)
    token, session = asyncio.run(identity.log_in("Sue", PIN, "192.0.2.1"))
    assert identity.known(hash_of(token)) == session
    clock.now = session.expires_at
    assert identity.known(hash_of(token)) is None
    assert asyncio.run(identity.session(hash_of(token))) is None
