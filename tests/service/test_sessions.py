"""A session is over at once, also where it ends while it is begun or looked up."""

import asyncio
from types import SimpleNamespace

import pytest

from houseway.role import Role, Seat
from houseway.service.identity import Identity, hash_of
from houseway.service.store import open_store
from tests.web.room import CHEAP, PIN


@pytest.fixture
def store(tmp_path):
    with open_store(str(tmp_path / "book.db")) as store:
        Identity(store, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN)
        yield store


def test_a_session_of_a_role_that_the_person_has_no_more_is_over(store):
    """Whoever logs in while the role changes gets a session that is written after all others were dropped."""
    identity = Identity(store, hasher=CHEAP)
    _, session = asyncio.run(identity.log_in("Sue", PIN, "here"))
    identity.enrol("Sue", Role.DEALER, PIN)
    store.put_session(session)
    assert asyncio.run(Identity(store, hasher=CHEAP).session(session.token_hash)) is None


def test_a_seat_that_is_left_while_its_token_is_made_gets_none(store, monkeypatch):
    tokens = []

    async def sits():
        identity, loop = Identity(store, hasher=CHEAP), asyncio.get_running_loop()
        put = store.put_session

        async def leaves():
            identity.heard("T1", [SimpleNamespace(body='{"events":[{"is":"SeatLeft","seat":2}]}')])

        def put_while_the_seat_is_left(session):
            put(session)
            tokens.append(session.token_hash)
            asyncio.run_coroutine_threadsafe(leaves(), loop).result()

        monkeypatch.setattr(store, "put_session", put_while_the_seat_is_left)
        assert await identity.sit("T1", Seat(2), "Ann", 7, again=False) is None
        assert await identity.session(tokens[0]) is None

    asyncio.run(sits())
    assert store.session(tokens[0]) is None


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(store, monkeypatch):
    async def looks_up():
        token, _ = await Identity(store, hasher=CHEAP).log_in("Sue", PIN, "here")
        identity, loop, read = Identity(store, hasher=CHEAP), asyncio.get_running_loop(), store.session
        read_at_once = []

        def read_before_the_logout(token_hash):
            session = read(token_hash)
            if not read_at_once:
                read_at_once.append(session)
                asyncio.run_coroutine_threadsafe(identity.log_out(token), loop).result()
            return session

        monkeypatch.setattr(store, "session", read_before_the_logout)
        assert await identity.session(hash_of(token)) is None
        assert read_at_once[0] is not None
        assert identity.known(hash_of(token)) is None

    asyncio.run(looks_up())
