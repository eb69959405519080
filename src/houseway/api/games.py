"""Games, their letters, paytables and house ways, by name or from a file of your own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis.letter_check import letter_faults
from houseway.faults import FileFaults, load_toml, read_text
from houseway.game import Game
from houseway.games import GAMES, OWN, add, game_named
from houseway.games.own import load_game
from houseway.letters import letters, letters_of
from houseway.letters.letter import Letter, parse_letter
from houseway.letters.listed import Listed, listed_games
from houseway.paytable import Paytable
from houseway.ways.house_way import HouseWay

if TYPE_CHECKING:
    from houseway.table.room_way import RoomWay
    from houseway.ways.way import Way


AnyGame = str | Game


def list_games() -> list[Game]:
    """Every game that is written down, in the order of its name.

    >>> {game.family for game in houseway.list_games() if game.slug in ("san-lo", "supreme-99")}
    {'hands that are set'}
    """
    return list(GAMES.values())


def listed() -> list[Listed]:
    """The 66 games that the letter of 2023 lists, each with what is known of it and its names here, if it is playable.

    >>> houseway.listed()[12].title, houseway.listed()[12].games
    ('Casino War', ('casino-war',))
    """
    return [replace(each, games=tuple(name for name in each.games if name in GAMES)) for each in listed_games()]


def as_game(game: AnyGame) -> Game:
    """The game by its name; one of one's own only if it passes a short trial."""
    found = game_named(game) if isinstance(game, str) else game
    if found.slug in OWN:
        from houseway.trial.soundness import refuse_unsound

        refuse_unsound(found)
    return found


def other_game(name: AnyGame | Path) -> Game:
    """A game by its name or, of one's own, from its file."""
    if isinstance(name, Game) or not str(name).endswith(".py"):
        return as_game(name if isinstance(name, Game) else str(name))
    path = Path(name)
    known = next((slug for slug, file in OWN.items() if file == path.resolve()), None)
    if known is None:
        game = load_game(path)
        add(game, path)
        known = game.slug
    return as_game(known)


def find_letter(name: str | Path) -> Letter:
    """A letter by its id, by the beginning of it, or from a file; that of a game of one's own by the game.

    >>> houseway.find_letter("supreme").id
    'supreme-99-2014-11-24'
    """
    text = str(name)
    known = letters() | {slug: letter for slug in OWN for letter in letters_of(GAMES[slug].letters)}
    if text in known:
        return known[text]
    path = Path(name)
    if path.suffix == ".toml":
        letter, faults = parse_letter(path.stem, read_text(name), approved=False)
        faults += letter_faults(letter, GAMES)
        if faults:
            raise FileFaults(path.name, faults)
        return letter
    starting = [letter for letter in known.values() if letter.id.startswith(text)]
    if len(starting) == 1:
        return starting[0]
    raise ValueError(f"{text!r} is not a letter: {', '.join(known)}, or a .toml file of your own")


def table_for(game: Game, name: str) -> Paytable:
    """A paytable of the game by its name, or the one for it in a file."""
    if not name.endswith(".toml"):
        return game.paytable(name)
    names = {game.slug, *([game.origin.game] if game.origin else ())}
    tables = [entry.paytable for entry in find_letter(name).entries if entry.game in names]
    if len(tables) != 1:
        raise ValueError(f"{name!r} has {len(tables)} paytables for {game.slug}: just one is wanted")
    return tables[0]


def read_way_file(path: str | Path) -> tuple[Game, Way]:
    """A house way from a file, and the game it is for."""
    from houseway.analysis.exact.house_way import way_of
    from houseway.ways.way import read_way

    path = Path(path)
    text = read_text(path)
    name = load_toml(path.name, text).get("game")
    ways = {game.slug: way for game in GAMES.values() if (way := way_of(game))}
    if not isinstance(name, str) or name not in ways:
        raise ValueError(f"{path.name}: game must be one whose hands are set, {' or '.join(ways)}, not {name!r}")
    return GAMES[name], read_way(path.name, text, ways[name].split)


def way_for(game: Game, path: str | Path) -> Way:
    """A house way from a file, which has to be for this game."""
    other, way = read_way_file(path)
    if other.slug != game.slug:
        raise ValueError(f"{str(path)!r} is a house way for {other.slug}, not for {game.slug}")
    return way


def house_way_for(game: Game, way: str | Path | Way) -> HouseWay:
    """The same, to stand in the place of the game's own: it must be total and never foul."""
    from houseway.analysis.way_check import check_way as check
    from houseway.analysis.way_check import refuse_unsound

    way = way_for(game, way) if isinstance(way, str | Path) else way
    refuse_unsound(check(game, way))
    return way.house_way()


def room_way(path: str | Path, *, approved: str = "") -> RoomWay:
    """A house way of the room's own from a file, proved over all hands, for the terms of a table; `approved` says by
    what it is approved, and is empty where nothing approves it.

    >>> way = houseway.room_way(f"{houseway.__path__[0]}/ways/san-lo-rules.toml")
    >>> way.name, way.standing
    ('houseway eleven rules 1', "the room's own: nothing approves it")
    >>> table = houseway.LiveTable.open(houseway.Terms(game="san-lo", way=way))
    >>> table.state.game.way.label
    'houseway eleven rules 1 (ours)'
    """
    from houseway.proved_ways import remember
    from houseway.table.room_way import room_way as way_in_terms

    game, way = read_way_file(path)
    house_way_for(game, way)
    return remember(game.slug, way_in_terms(game, read_text(path), approved))
