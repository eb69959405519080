"""The languages of the screens. A language is one file, `languages/es.json`: what it calls itself, and its texts by the
English ones, which are their own keys. What a file lacks is shown in English.

The house itself speaks English, in its book, its pages and to programs; the browser says it in the language of whoever
looks (`static/language.js`). Names of games and wagers stay as the letters have them, and as they are printed on the
felt.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import orjson
from starlette.requests import Request

ENGLISH: Final = "en"
COOKIE: Final = "houseway_language"


class Language(NamedTuple):
    code: str  # as browsers write it: es, zh-Hant
    name: str  # in itself
    texts: Mapping[str, str]

    def script(self) -> bytes:
        """The texts for a page's modules, before any of them runs."""
        return b"globalThis.texts = %s;\n" % orjson.dumps(self.texts)


@cache
def languages() -> Mapping[str, Language]:
    """All, English first."""
    found = {ENGLISH: Language(ENGLISH, "English", {})}
    for entry in sorted(files("houseway.web").joinpath("languages").iterdir(), key=lambda entry: entry.name):
        code, _, kind = entry.name.partition(".")
        if kind == "json":
            held = orjson.loads(entry.read_bytes())
            found[code] = Language(code, held["name"], held["texts"])
    return found


def language_of(request: Request) -> str:
    """The one that was chosen, or else the first that the browser asks for and that is here."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in languages():
        return chosen
    wanted = (each.partition(";")[0].strip() for each in request.headers.get("accept-language", "").split(","))
    return next(filter(None, map(_nearest, wanted)), ENGLISH)


def _nearest(code: str) -> str | None:
    """`es-MX` is served by `es`, and any Chinese by the one there is."""
    main = code.lower().partition("-")[0]
    return next((each for each in languages() if each.lower().partition("-")[0] == main), None)
