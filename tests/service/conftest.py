"""Every test of the book runs on both databases, each time on a fresh one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.service.store import Store, open_store
from tests.service.postgres import NoServer, fresh_database, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    try:
        with postgres_server() as base:
            yield base
    except NoServer as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))


@pytest.fixture(params=["sqlite", "postgresql"])
def book_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/book.db"
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(book_url: str) -> Iterator[Store]:
    with open_store(book_url) as store:
        yield store
