"""What of the games was ever released: every edition of a game's file by its hash, its paytables by their digests, and
its house ways by their names.

A table records under which of them it was opened. A book of an older release is not accused because today's program
decides otherwise; but what no release ever had is a forgery, and an audit must not be switched off by one. The list is
`released.toml`, of which nothing is taken off. `make released` adds what is new.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from houseway.game import Game
from houseway.games import GAMES, HASHES


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """Of one game; a game of one's own has nothing but itself."""

    editions: Sequence[str] = ()
    house_ways: Sequence[str] = ()
    paytables: Mapping[str, Sequence[str]] = field(default_factory=dict)


@cache
def released() -> dict[str, Released]:
    """What was released of each game, by the game's name."""
    text = (files("houseway.games") / "released.toml").read_text("utf-8")
    return {slug: Released(**told) for slug, told in tomllib.loads(text).items()}


def with_today(before: Released, game: Game) -> Released:
    """With what the game has now."""
    ways = [game.way.label] if game.way else []
    tables = {name: [*before.paytables.get(name, ()), table.digest] for name, table in game.paytables.items()}
    return Released(
        editions=_each_once([*before.editions, HASHES[game.slug]]),
        house_ways=_each_once([*before.house_ways, *ways]),
        paytables={name: _each_once(digests) for name, digests in (dict(before.paytables) | tables).items()},
    )


def _each_once(names: Sequence[str]) -> list[str]:
    """In their order; today's last."""
    return list(dict.fromkeys(reversed(names)))[::-1]


def written(games: Mapping[str, Released]) -> str:
    lines = ["# Written by `make released`, which takes nothing off.", ""]
    for slug, game in games.items():
        lines += [f"[{slug}]", f"editions = {_quoted(game.editions)}", f"house_ways = {_quoted(game.house_ways)}", ""]
        lines += [f"[{slug}.paytables]", *(f'"{name}" = {_quoted(each)}' for name, each in game.paytables.items()), ""]
    return "\n".join(lines)


def _quoted(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def write() -> None:
    """Add what the games of this folder have now."""
    here = Path(__file__).parent
    known, ours = released(), {sha256(file.read_bytes()).hexdigest() for file in here.glob("*.py")}
    now = {slug: with_today(known.get(slug, Released()), game) for slug, game in GAMES.items() if HASHES[slug] in ours}
    (here / "released.toml").write_text(written(known | now), "utf-8")
