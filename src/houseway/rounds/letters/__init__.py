"""Letters of games that no agency's letter in this project approves: one TOML file a game, with the source of every
figure."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from houseway import letters as approvals
from houseway.letters import paytables_in
from houseway.letters.letter import Letter, read_letter
from houseway.paytable import Paytable


@cache
def letters() -> dict[str, Letter]:
    """Every letter here, by id."""
    folder = files(__name__)
    names = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return {name: read_letter(name, (folder / f"{name}.toml").read_text("utf-8")) for name in names}


_beside: dict[str, Letter] = {}  # those of games of one's own


def remember(letter: Letter) -> Letter:
    """The letter of a game of one's own, which is found by its name from now on."""
    _beside[letter.id] = letter
    return letter


def letters_of(names: Iterable[str]) -> list[Letter]:
    """The letters of these names: approvals, ours and those of games of one's own."""
    known = _beside | letters() | approvals.letters()
    return [known[name] for name in names if name in known]


def paytables_of(game: str) -> dict[str, Paytable]:
    return paytables_in(letters().values(), game)
