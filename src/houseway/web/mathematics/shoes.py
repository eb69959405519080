"""A wager's figures for every number of decks, in the shape that `houseway analyze --json` gives them.

Those of a bonus are worked out when they are first asked for; those of a main game take longer, and are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from houseway.analysis.figures import bonus_figures
from houseway.analysis.progressive import Progressive, progressive
from houseway.game import Bonus, Game
from houseway.games import GAMES
from houseway.paytable import Paytable
from houseway.reports.shapes import Json, shape
from houseway.web.workings import NOT_SOLVED, workings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoes:
    """`{"decks", "figures"}` a number of decks, of a main game with its `"strategies"`; or why there is none."""

    found: tuple[Json, ...] = ()
    waits: bool = False  # they are being worked out
    not_solved: bool = False  # they take a solver

    def shown_first(self, decks: int) -> Json | None:
        """The figures that speak for the wager: with so many decks, if they are known, and under best play."""
        shoe = next((shoe for shoe in self.found if shoe["decks"] == decks), next(iter(self.found), None))
        return next(iter(shoe["figures"]), None) if shoe else None


def shoes_of(game: Game, table: Paytable) -> Shoes:
    if isinstance(game.wager(table.wager), Bonus):
        return Shoes(found=_bonus_shoes(game.slug, table.name))
    workings = workings_of(game)
    if not isinstance(workings, dict):
        return Shoes(waits=workings is None, not_solved=workings == NOT_SOLVED)
    return Shoes(found=tuple(s | {"figures": list(_on(game, s["figures"], table))} for s in workings["shoes"]))


def _on(game: Game, figures: Sequence[Json], table: Paytable) -> Iterator[Json]:
    """Those of the paytable. A wager that only a choice adds has none of its own: it is decided with the main one."""
    name = game.paytables_of(game.main)[0].name if game.wager(table.wager).equals else table.name
    yield from (each for each in figures if each["paytable"] == name)


@cache
def _bonus_shoes(slug: str, name: str) -> tuple[Json, ...]:
    game, wager, table = _bonus(slug, name)
    if wager.progressive:
        return ({"decks": game.deal.default_decks, "figures": [shape(meter_of(slug, name).figures())]},)
    return tuple(
        {"decks": decks, "figures": [shape(bonus_figures(game, wager, table, decks))]} for decks in game.deal.decks
    )


@cache
def meter_of(slug: str, name: str) -> Progressive:
    """The terms of a progressive paytable, every seat dealt in and betting."""
    return progressive(*_bonus(slug, name))


def _bonus(slug: str, name: str) -> tuple[Game, Bonus, Paytable]:
    game = GAMES[slug]
    table = game.paytables[name]
    wager = game.wager(table.wager)
    assert isinstance(wager, Bonus)
    return game, wager, table
