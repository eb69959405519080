"""House ways as data: one TOML file a way, beside this module, and any that a card room writes."""

from importlib.resources import files

from houseway.game import Split
from houseway.ways.way import Way, read_way


def known_way(name: str, split: Split) -> Way:
    return read_way(name, (files(__name__) / f"{name}.toml").read_text("utf-8"), split)
