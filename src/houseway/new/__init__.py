"""A game to begin with: the two files that `houseway new` writes, or the one of a variant."""

import keyword
import re
import sys
from datetime import date
from importlib.resources import files
from typing import Final

from houseway.games import FILES, GAMES, game_named
from houseway.games.variant import functions_of
from houseway.letters import letters_of

TELLING: Final = ("glance", "spoken", "tell")  # rules of words, which change no figure


def variant_files(name: str, of: str) -> dict[str, str]:
    """A variant of a game that is other in nothing yet, and says what can be."""
    slug, file = _named(name)
    game = game_named(of)
    functions = functions_of(FILES[game.slug])
    rule, parameters = next((each for each in functions.items() if each[0] not in TELLING), ("rule", ()))
    table = next(iter(game.paytables.values()))
    line, pay = next(iter(table.lines.items()))
    clauses = [tag for letter in letters_of(game.letters) for tag in letter.clauses]
    words = {
        "Title": slug.replace("-", " ").capitalize(),
        "base_title": game.title,
        "base": game.slug,
        "file": file,
        "path": str(FILES[game.slug]),
        "says": slug.replace("-", " "),
        "rules": "\n".join(f"    {name}({', '.join(asked)})" for name, asked in functions.items()) or "It has none.",
        "rule": rule,
        "parameters": ", ".join(parameters),
        "wager": table.wager,
        "line": line,
        "pay": str(pay),
        "clause": next(iter(clauses), "…"),
    }
    return {f"{file}.py": _filled("variant.txt", words)}


def files_of(name: str, on: date) -> dict[str, str]:
    """The game and its letter, by the names of their files."""
    slug, file = _named(name)
    words = {
        "slug": slug,
        "file": file,
        "title": slug.replace("-", " ").title(),
        "tag": "".join(word[0] for word in slug.split("-")).upper(),
        "date": on.isoformat(),
    }
    return {f"{file}.py": _filled("game.txt", words), f"{file}.toml": _filled("letter.txt", words)}


def _named(name: str) -> tuple[str, str]:
    """What a game is called, and its file."""
    slug = name.lower().replace("_", "-").replace(" ", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise ValueError(f"{name!r} is not a name for a game: letters, digits and hyphens, as in red-dog")
    file = slug.replace("-", "_")
    if slug in GAMES:
        raise ValueError(f"{slug!r} is the name of a game that is there: {', '.join(GAMES)}")
    if keyword.iskeyword(file) or file in sys.stdlib_module_names or file == "houseway":
        raise ValueError(f"{file!r} has a meaning in Python: {file}.py would stand in its way")
    return slug, file


def _filled(template: str, words: dict[str, str]) -> str:
    text = (files(__name__) / template).read_text("utf-8")
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", value)
    return text
