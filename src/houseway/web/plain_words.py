"""What casino words mean, in plain ones: a newcomer is told those that a game uses, whichever game it is. The words
stand in `glossary.json`, and in other languages where all texts do."""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Final

import orjson

GLOSSARY: Final[Mapping[str, str]] = orjson.loads(files("houseway.web").joinpath("glossary.json").read_bytes())
ENDINGS: Final = {
    "copy": "cop(?:y|ies)",
    "qualify": "qualif(?:y|ies|ied)",
    "common": "common (?:ones|cards)",
    "wild": "(?<!semi-)wild",
}


def words_in(texts: Iterable[str]) -> list[dict[str, str]]:
    """Each `word` of the glossary that stands in the texts, with what it `means`; in the order of the glossary."""
    read = "\n".join(texts)
    return [{"word": word, "means": means} for word, means in GLOSSARY.items() if _pattern(word).search(read)]


def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b{ENDINGS.get(word) or f'{word}(?:e?s|ed)?'}\b")
