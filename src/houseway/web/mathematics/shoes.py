"""A wager's figures for every number of decks.

Those of a bonus are worked out when they are first asked for; those of a main game take longer, and are kept.
"""

from dataclasses import dataclass, replace
from functools import cache

from houseway.analysis.figures import Figures, bonus_figures
from houseway.analysis.progressive import Progressive, progressive
from houseway.game import Bonus, Game
from houseway.games import GAMES
from houseway.paytable import Paytable
from houseway.web.workings import NOT_SOLVED, Shoe, Workings, workings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoes:
    """One for each number of decks; or why there is none."""

    shoes: tuple[Shoe, ...] = ()
    waits: bool = False  # they are being worked out
    not_solved: bool = False  # they take a solver

    def shown_first(self, decks: int) -> Figures | None:
        """The figures that speak for the wager: with so many decks, if they are known, and under best play."""
        shoe = next((shoe for shoe in self.shoes if shoe.decks == decks), next(iter(self.shoes), None))
        return next(iter(shoe.figures), None) if shoe else None


def shoes_of(game: Game, table: Paytable) -> Shoes:
    wager = game.wager(table.wager)
    if isinstance(wager, Bonus):
        return Shoes(shoes=_bonus_shoes(game.slug, table.name))
    workings = workings_of(game)
    if not isinstance(workings, Workings):
        return Shoes(waits=workings is None, not_solved=workings == NOT_SOLVED)
    # A wager that only a choice adds has no figures of its own: it is decided with the main one.
    name = game.paytables_of(game.main)[0].name if wager.equals else table.name
    return Shoes(
        shoes=tuple(
            replace(shoe, figures=tuple(each for each in shoe.figures if each.paytable == name))
            for shoe in workings.shoes
        )
    )


@cache
def _bonus_shoes(slug: str, name: str) -> tuple[Shoe, ...]:
    game, wager, table = _bonus(slug, name)
    if wager.progressive:
        return (Shoe(decks=game.deal.default_decks, figures=(meter_of(slug, name).figures(),)),)
    return tuple(Shoe(decks=decks, figures=(bonus_figures(game, wager, table, decks),)) for decks in game.deal.decks)


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
