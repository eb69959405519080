"""House ways as data: one TOML file a way, beside this module, and any that a card room writes."""

from importlib.resources import files
from typing import Any, Protocol

from houseway.ways.split import Split
from houseway.ways.way import Way, read_way


class SetByAWay(Protocol):
    """What is asked of a game here: ways do not know the words that games are written in."""

    @property
    def slug(self) -> str: ...
    @property
    def way(self) -> Any: ...


def known_way(name: str, split: Split) -> Way:
    return read_way(name, (files(__name__) / f"{name}.toml").read_text("utf-8"), split)


def own_way(game: SetByAWay) -> Way:
    """The game's house way, as it was read."""
    source = game.way.source if game.way else None
    if not isinstance(source, Way):
        raise ValueError(f"{game.slug} has no house way to set hands by")
    return source
