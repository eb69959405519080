"""Every test of the book runs on both databases, each time on an empty one: in `make test` those of BOTH, where the
database itself decides (locks, leases, transactions, chains), and in `make soak` all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.service.store import Store, open_store
from tests.service.postgres import emptied, fresh_database

BOTH = (
    *("test_store", "test_floor", "test_house", "test_lease", "test_pins", "test_one_table_only", "test_sessions"),
    *("test_snapshots", "test_backup", "test_archives", "test_secrets_at_rest", "test_upgrading"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        name, parameters = item.path.stem, getattr(item, "callspec", None)
        is_here = item.path.parent == Path(__file__).parent and name not in BOTH
        if is_here and parameters and parameters.params.get("book_url") == "postgresql":
            item.add_marker(pytest.mark.soak)


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
