"""The games that the letter of 2023 lists, by their numbers: what is known of each, what is missing, and where it was
looked for. The file stands in `lists`, under the letter's name."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

LETTER = "gm-atlas-update-2023-06-14"


class Rules(StrEnum):
    """How much of a game's rules is public."""

    ALL = "all"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A game of the list. `games` are its names here, whether or not they are playable yet."""

    number: int
    title: str
    family: str
    games: tuple[str, ...]
    rules: Rules
    known: str
    missing: str
    looked: tuple[str, ...]


@cache
def listed_games() -> tuple[Listed, ...]:
    text = files(__package__).joinpath("lists", f"{LETTER}.toml").read_text("utf-8")
    return tuple(
        Listed(**{**row, "games": tuple(row["games"]), "rules": Rules(row["rules"]), "looked": tuple(row["looked"])})
        for row in tomllib.loads(text)["game"]
    )
