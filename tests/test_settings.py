"""What `houseway serve` is told by a file and by the environment, and which of them is believed."""

from pathlib import Path

import click
import pytest

from houseway.cli.room import serve
from tests.command_line import is_refused, run

ROOM = """
port = 8080
host-name = ["room.example", "tables.example"]
card-room = true
ceiling = [400, "2026-01-01", "the board"]
approved-way = [["way.toml", "WSGC letter"]]
drift-alert = 2.5
"""


def told(path: Path, *arguments: str, **environment: str) -> dict[str, object]:
    """What the command would be called with."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        from houseway.cli import app

        with (
            app.make_context("houseway", ["serve"], resilient_parsing=True) as parent,
            serve.make_context("serve", [*arguments, "--settings", str(path)], parent=parent) as context,
        ):
            return context.params


@pytest.fixture
def room(tmp_path: Path) -> Path:
    path = tmp_path / "room.toml"
    path.write_text(ROOM, "utf-8")
    return path


def test_every_kind_of_option_may_stand_in_the_file(room: Path) -> None:
    known = told(room)
    assert (known["port"], known["card_room"], known["deviations"]) == (8080, True, 2.5)
    assert known["host_names"] == ("room.example", "tables.example")
    assert known["ceiling"] == (400, "2026-01-01", "the board")
    assert known["approved_ways"] == (("way.toml", "WSGC letter"),)
    assert known["host"] == "127.0.0.1"  # what the file does not name is as ever


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(room: Path) -> None:
    assert told(room, HOUSEWAY_PORT="8090")["port"] == 8090
    assert told(room, "--port", "8100", HOUSEWAY_PORT="8090")["port"] == 8100
    assert told(room, HOUSEWAY_BOOK="postgresql://floor/book")["book"] == "postgresql://floor/book"


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("prot = 1", "'prot' is not a setting: address, "),
        ("card-room = 1", "card-room is true or false, not 1"),
        ("host-name = 'room'", "host-name is a list, such as ['room']"),
        ("port = [1]", "port is a text or a number, not [1]"),
        ("port = 'x'", "Invalid value for '--port': 'x'"),
        ("port 1", "room.toml: "),
        ("settings = 'more.toml'", "'settings' is not a setting"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(tmp_path: Path, written: str, says: str) -> None:
    path = tmp_path / "room.toml"
    path.write_text(written, "utf-8")
    for command in ("serve", "doctor") if "port = 'x'" not in written else ("serve",):
        is_refused(says, command, "--settings", str(path))


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    is_refused("does not exist", "serve", "--settings", str(tmp_path / "none.toml"))


def test_all_settings_are_options_of_the_service(room: Path) -> None:
    """A setting's name is what the help says, without its dashes."""
    options = [each for each in serve.params if isinstance(each, click.Option)]
    says = run("serve", "--help").stdout
    assert all(each.opts[0] in says for each in options)
