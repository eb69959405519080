"""A game to begin with: the two files that `houseway new` writes."""

import re
from datetime import date
from importlib.resources import files


def files_of(name: str, on: date) -> dict[str, str]:
    """The game and its letter, by the names of their files."""
    slug = name.lower().replace("_", "-").replace(" ", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise ValueError(f"{name!r} is not a name for a game: letters, digits and hyphens, as in red-dog")
    file = slug.replace("-", "_")
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
