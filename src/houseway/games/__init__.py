"""Games written as lists of steps, by their name on the command line: every module here that has a GAME, and the
VARIANTS that houses play of it, those of installed packages, and those of a folder of one's own. A module here is named
after its game: `san_lo.py` is san-lo. Its variants have their names in the file, as `slug="…"`.

A package brings a game by an entry point of the group `houseway.games`. A folder is named by whoever starts the
program, `houseway --games DIR …`; the processes that it starts find it in the environment.

A game is known by the hash of its file too: a table is bound to the one it was opened with.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from houseway.game import Game
from houseway.games.own import describe, load_game
from houseway.rotation import Rotation

FOLDER = "HOUSEWAY_GAMES"  # in the environment


class Games(MutableMapping[str, Game]):
    """Games by name, in the order in which they came. One of the project is imported when it is first asked for: a
    question about one game needs no other."""

    def __init__(self) -> None:
        self._games: dict[str, Game | None] = {}  # none: not imported yet

    def expect(self, slug: str) -> None:
        self._games[slug] = None

    def __getitem__(self, slug: str) -> Game:
        game = self._games[slug]
        if game is None:
            game = self._games[slug] = _imported(slug)
        return game

    def __setitem__(self, slug: str, game: Game) -> None:
        self._games[slug] = game

    def __delitem__(self, slug: str) -> None:
        del self._games[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


GAMES = Games()
FILES: dict[str, Path] = {}  # that the games are written in
OWN: dict[str, Path] = {}  # of those that are not the project's
UNUSABLE: dict[str, str] = {}  # files of a folder, and games of theirs, that cannot be asked for, and why
HASHES: dict[str, str] = {}  # of the files


def game_named(name: str) -> Game:
    """By its name, also as it is written with capitals, spaces and apostrophes: King's Bounty."""
    plain = re.sub(r"['’]", "", name).replace(" ", "-").lower()
    game = GAMES.get(plain)
    if says := UNUSABLE.get(plain):
        raise ValueError(says)
    if game is None:
        raise ValueError(f"{name!r} is not a game: {', '.join(GAMES)}")
    return game


def game_of_book(name: str) -> Game:
    """The game of a table in a book. One that is not here is a title without rules: its table is seen and wound up, and
    nothing is dealt there."""
    return GAMES.get(name.lower()) or Game(
        slug=name,
        title=name,
        summary="This game is not here: start with the folder that holds it, houseway --games DIR …",
        letters=(),
        seats=0,
        rotation=Rotation.FROM_DEALERS_LEFT,
        round=(),
        wagers=(),
    )


def add_folder(folder: str | Path) -> None:
    """Every game of a folder, for this process and those that it starts. A file that is no game, or not a good one, is
    remembered in `UNUSABLE`: others can be asked for."""
    path = Path(folder)
    if not path.is_dir():
        raise ValueError(f"{folder}: not a folder of games")
    for file in sorted(path.glob("*.py")):
        try:
            add(load_game(file), file)
        except ValueError as error:
            UNUSABLE[file.stem.replace("_", "-")] = str(error)
    os.environ[FOLDER] = str(path.resolve())


def add(game: Game, file: str | Path) -> None:
    """A game of one's own. Of two files with a game of the same name neither can be asked for."""
    path = Path(file).resolve()
    if game.slug in GAMES and OWN.get(game.slug) != path:
        of = OWN.get(game.slug)
        says = f"{path.name}: {game.slug!r} is the name of {f'the game in {of.name}' if of else 'a game that is there'}"
        if of:
            remove(game)
        UNUSABLE[game.slug] = says
        raise ValueError(says)
    OWN[game.slug] = path
    _put(game, path)


def _put(game: Game, file: Path) -> None:
    GAMES[game.slug] = game
    FILES[game.slug], HASHES[game.slug] = file, edition_of(game, file)


def edition_of(game: Game, file: Path) -> str:
    """The hash of a game's file; of a variant's, with that of the game which it departs from."""
    digest = hashlib.sha256(file.read_bytes())
    if game.origin:
        digest.update(game.origin.edition.encode())
    return digest.hexdigest()


def _imported(slug: str) -> Game:
    """A game of the project. Its file may have been changed since the program began, and is hashed again."""
    module = import_module(f"{__name__}.{FILES[slug].stem}")
    game: Game = next(each for each in (module.GAME, *getattr(module, "VARIANTS", ())) if each.slug == slug)
    _remember(slug, FILES[slug])
    return game


def _names_in(module: str, text: str) -> tuple[str, ...]:
    """The names of the games of a module, which is not imported for it: its own, and those of its variants."""
    variants = re.findall(r'\bslug="([a-z0-9-]+)"', text) if re.search(r"^VARIANTS = ", text, re.MULTILINE) else ()
    return module.replace("_", "-"), *sorted(variants)


def _remember(slug: str, file: Path) -> None:
    FILES[slug], HASHES[slug] = file, hashlib.sha256(file.read_bytes()).hexdigest()


def remove(game: Game) -> None:
    del GAMES[game.slug], FILES[game.slug], HASHES[game.slug]
    OWN.pop(game.slug, None)


for _file in sorted(Path(__file__).parent.glob("*.py")):
    _text = _file.read_text("utf-8")
    for _slug in _names_in(_file.stem, _text) if re.search(r"^GAME = ", _text, re.MULTILINE) else ():
        GAMES.expect(_slug)
        _remember(_slug, _file)
for _entry in entry_points(group="houseway.games"):
    try:
        add(_entry.load(), str(sys.modules[_entry.module].__file__))
    except Exception as _error:
        UNUSABLE[_entry.name] = f"{_entry.value}: {describe(_error)}"
if os.environ.get(FOLDER):
    add_folder(os.environ[FOLDER])
