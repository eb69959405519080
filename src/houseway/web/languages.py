"""The languages of the screens. A language is one file, `languages/es.json`: what it calls itself, how figures are
written for those who read it, and its texts by the English ones, which are their own keys. What a file lacks is shown
in English.

Texts stand in sections, so that a screen fetches those it begins with and no others: the table comes first, and the
rest when it is asked for. A refusal is looked up as it is worded or, where that is not there, by the code of its
reason.

The house itself speaks English, in its book, its pages and to programs; the browser says it in the language of whoever
looks (`static/language.js`). Names of games and wagers stay as the letters have them, and as they are printed on the
felt.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import orjson
from starlette.requests import Request

ENGLISH: Final = "en"
COOKIE: Final = "houseway_language"
FIGURES: Final = "en-US"  # as they are printed on chips and felt
REFUSALS: Final = "refusals"  # the section whose keys are codes too
LATER: Final = "later"  # what is fetched when a screen's sheet is opened, or the house refuses something

# By screen, the sections that it needs.
SCREENS: Final[Mapping[str, tuple[str, ...]]] = {
    "player": ("common", "table"),
    LATER: ("games", "sheets", REFUSALS),
    "lobby": ("common", "games", "lobby", "records", "sheets", REFUSALS),
    "train": ("common", "games", "records", "trainer", REFUSALS),
    "history": ("common", "history", "records"),
    "offline": ("common", "away"),
    "sorry": ("common", "away", REFUSALS),
}


class Language(NamedTuple):
    code: str  # as browsers write it: es, zh-Hant
    name: str  # in itself
    figures: str  # the locale in which numbers and money are written
    sections: Mapping[str, Mapping[str, str]]

    @property
    def texts(self) -> Mapping[str, str]:
        return {text: said for section in self.sections.values() for text, said in section.items()}

    def scripts(self) -> Iterator[tuple[str, bytes]]:
        """By screen the texts for its modules, before any of them runs."""
        for screen, sections in SCREENS.items():
            texts = {text: said for name in sections if name != REFUSALS for text, said in self.of(name).items()}
            lines = [b"Object.assign((globalThis.texts ??= {}), %s);\n" % orjson.dumps(texts)]
            if REFUSALS in sections:
                lines.append(b"globalThis.refusals = %s;\n" % orjson.dumps(self.of(REFUSALS)))
            yield screen, b"".join(lines)

    def of(self, section: str) -> Mapping[str, str]:
        return self.sections.get(section, {})


@cache
def languages() -> Mapping[str, Language]:
    """All, English first."""
    found = {ENGLISH: Language(ENGLISH, "English", FIGURES, {})}
    for entry in sorted(files("houseway.web").joinpath("languages").iterdir(), key=lambda entry: entry.name):
        code, _, kind = entry.name.partition(".")
        if kind == "json":
            held = orjson.loads(entry.read_bytes())
            found[code] = Language(code, held["name"], held["figures"], held["texts"])
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
