"""Every test of the book runs on both databases, each time on an empty one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.service.store import Store, open_store
from tests.service.postgres import emptied, fresh_database


@pytest.fixture(scope="session")
def database(postgres: str) -> str:
    return fresh_database(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def book_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/book.db"
    return emptied(request.getfixturevalue("database"))


@pytest.fixture
def store(book_url: str) -> Iterator[Store]:
    with open_store(book_url) as store:
        yield store
