"""A room for each test, on a book of its own."""

import pytest

from tests.web.room import Room


@pytest.fixture
def room(tmp_path):
    with Room(tmp_path / "book.db") as room:
        yield room
