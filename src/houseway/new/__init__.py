"""A game to begin with: the two files that `houseway new` writes."""

import keyword
import re
import sys
from datetime import date
from importlib.resources import files

from houseway.games import GAMES


def files_of(name: str, on: date) -> dict[str, str]:
    """The game and its letter, by the names of their files."""
    slug = name.lower().replace("_", "-").replace(" ", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise ValueError(f"{name!r} is not a name for a game: letters, digits and hyphens, as in red-dog")
    file = slug.replace("-", "_")
    if slug in GAMES:
        raise ValueError(f"{slug!r} is the name of a game that is there: {', '.join(GAMES)}")
    if keyword.iskeyword(file) or file in sys.stdlib_module_names or file == "houseway":
        raise ValueError(f"{file!r} has a meaning in Python: {file}.py would stand in its way")
    words = {
        "slug": slug,
        "file": file,
        "title": slug.replace("-", " ").title(),
        "tag": "".join(word[0] for word in slug.split("-")).upper(),
        "date": on.isoformat(),
    }
    return {f"{file}.py": _filled("game.txt", words), f"{file}.toml": _filled("letter.txt", words)}


def _filled(template: str, words: dict[str, str]) -> str:
    text = (files(__name__) / template).read_text("utf-8")
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", value)
    return text
