"""Letters as data, one TOML file a letter beside this module: those of an agency, which approve a game, and ours, which
hold the rules of a game that no letter here approves and the source of every figure."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from houseway.letters.letter import Letter, read_letter
from houseway.paytable import Paytable


@cache
def letters() -> dict[str, Letter]:
    """Every letter the project knows, by id, oldest first."""
    folder = files(__name__)
    names = [entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    found = [read_letter(name, (folder / f"{name}.toml").read_text("utf-8")) for name in sorted(names)]
    return {letter.id: letter for letter in sorted(found, key=lambda letter: letter.date)}


@cache
def approvals() -> dict[str, Letter]:
    """The letters that an agency wrote."""
    return {name: letter for name, letter in letters().items() if letter.is_approval}


_beside: dict[str, Letter] = {}  # those of games of one's own


def remember(letter: Letter) -> Letter:
    """The letter of a game of one's own, which is found by its name from now on."""
    _beside[letter.id] = letter
    return letter


def letters_of(names: Iterable[str]) -> list[Letter]:
    """The letters of these names, those of games of one's own among them."""
    known = _beside | letters()
    return [known[name] for name in names if name in known]


def paytables_of(game: str) -> dict[str, Paytable]:
    return paytables_in(letters().values(), game)


def paytables_in(letters: Iterable[Letter], game: str) -> dict[str, Paytable]:
    """A game's paytables by name; a later letter that repeats one unchanged adds nothing."""
    found: dict[str, Paytable] = {}
    for letter in letters:
        for entry in letter.entries:
            if entry.game == game:
                known = found.setdefault(entry.paytable.name, entry.paytable)
                assert known.digest == entry.paytable.digest, f"two letters disagree on {known.name}"
    return found
