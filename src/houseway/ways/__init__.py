"""House ways as data: one TOML file a way, beside this module, and any that a card room writes."""

from importlib.resources import files

from houseway.game import Game, Split
from houseway.ways.way import Way, read_way


def known_way(name: str, split: Split) -> Way:
    return read_way(name, (files(__name__) / f"{name}.toml").read_text("utf-8"), split)


def own_way(game: Game) -> Way:
    """The game's house way, as it was read."""
    if not isinstance(game.house_way.source, Way):
        raise ValueError(f"{game.slug} has no house way to set hands by")
    return game.house_way.source
