"""The clauses that a game file cites, and cards laid out in notation."""

import inspect
import re
import sys

from houseway.cards import parse
from houseway.game import Game, Setting
from houseway.letters import letters

TAG = re.compile(r"\[([A-Z][A-Z0-9]* (?:\w+)(?:-\d+)?)\]")


def clauses_of(game: Game) -> set[str]:
    """All clauses of the game's letters."""
    return {clause for letter in game.letters for clause in letters()[letter].clauses}


def source_of(game: Game) -> str:
    """The file that a game is written in."""
    modules = (m for name, m in sys.modules.items() if name.startswith("houseway.games."))
    return inspect.getsource(next(m for m in modules if m.GAME is game))


def tags_of(game: Game) -> set[str]:
    """Every clause cited in a game's file; [S99 8-12] cites five."""
    return {clause for tag in TAG.findall(source_of(game)) for clause in _each(tag)}


def _each(tag: str) -> list[str]:
    prefix, number = tag.split(" ")
    first, _, last = number.partition("-")
    return [f"{prefix} {n}" for n in range(int(first), int(last) + 1)] if last else [tag]


def laid(text: str, word: str = "", adds: tuple[str, ...] = ()) -> Setting:
    """Hands side by side: `As Ad | 9c Kd`."""
    return Setting(tuple(parse(hand) for hand in text.split("|")), word, adds)
