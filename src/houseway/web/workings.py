"""A wager's figures for every number of decks. Those of a bonus are worked out when they are first asked for; those of
a main game, and how to play it, take seconds.

Of the project's own games the latter stand in `workings.json`, written by `make docs` and held against the analysis
by the tests, under a hash of what they rest on. What is not there, or rests on something else now, is worked out when
it is first asked for, on a thread of its own; a game that takes a solver, which is minutes, only by `houseway solve`.
"""

import hashlib
import inspect
import json
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import houseway
from houseway.analysis.figures import Figures, bonus_figures
from houseway.analysis.progressive import Progressive, progressive
from houseway.api.figures import main_game
from houseway.api.play import strategies
from houseway.game import Bonus, Contest, Game
from houseway.games import GAMES
from houseway.paytable import Paytable
from houseway.service.log import log
from houseway.table.notation import build, plain

if TYPE_CHECKING:
    from houseway.analysis.strategy import Strategy

KEPT: Final = "workings.json"
NOT_SOLVED: Final = "not solved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoe:
    """A wager's figures from so many decks; of a main game also how to play it."""

    decks: int
    figures: tuple[Figures, ...]
    strategies: "tuple[Strategy, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workings:
    key: str  # of what they rest on
    shoes: tuple[Shoe, ...]


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
        return Shoes(shoes=_bonus_shoes(game, wager, table.name))
    workings = workings_of(game)
    if not isinstance(workings, Workings):
        return Shoes(waits=workings is None, not_solved=workings == NOT_SOLVED)
    # A wager that only a choice adds has no figures of its own: it is decided with the main one.
    name = game.paytables_of(game.main)[0].name if wager.equals else table.name
    of_wager = [tuple(each for each in shoe.figures if each.paytable == name) for shoe in workings.shoes]
    return Shoes(shoes=tuple(replace(shoe, figures=its) for shoe, its in zip(workings.shoes, of_wager, strict=True)))


@cache
def _bonus_shoes(game: Game, wager: Bonus, name: str) -> tuple[Shoe, ...]:
    table = game.paytables[name]
    if wager.progressive:
        return (Shoe(decks=game.deal.default_decks, figures=(meter_of(game, name).figures(),)),)
    return tuple(Shoe(decks=decks, figures=(bonus_figures(game, wager, table, decks),)) for decks in game.deal.decks)


@cache
def meter_of(game: Game, name: str) -> Progressive:
    """The terms of a progressive paytable, every seat dealt in and betting."""
    table = game.paytables[name]
    wager = game.wager(table.wager)
    assert isinstance(wager, Bonus)
    return progressive(game, wager, table)


# ---- of a main game

_worked_out: dict[str, Workings] = {}  # by key
_asked: set[str] = set()
_lock = threading.Lock()


def workings_of(game: Game) -> Workings | str | None:
    """None while they are worked out, or why they are not."""
    key = key_of(game)
    kept = kept_workings().get(game.slug)
    if kept and kept.key == key:
        return kept
    if _takes_a_solver(game):
        return NOT_SOLVED
    with _lock:
        if key not in _asked:
            _asked.add(key)
            threading.Thread(target=_work_out, args=(game, key), name="houseway workings", daemon=True).start()
        return _worked_out.get(key)


def _work_out(game: Game, key: str) -> None:
    try:
        _worked_out[key] = work_out(game)
    except Exception as error:  # a game of somebody's own: the page says that there is nothing
        log.error("a game could not be worked out", game=game.slug, says=str(error))
        _worked_out[key] = Workings(key=key, shoes=())


def work_out(game: Game) -> Workings:
    """Takes seconds, and for a game with a solver minutes."""
    return Workings(key=key_of(game), shoes=tuple(_shoe(game, decks) for decks in game.deal.decks))


def _shoe(game: Game, decks: int) -> Shoe:
    if _takes_a_solver(game):
        figures = houseway.solve(game).figures()
    else:
        figures = [each for table in game.paytables_of(game.main) for each in main_game(game, decks, table)]
    return Shoe(decks=decks, figures=tuple(figures), strategies=_strategies(game, decks))


def _strategies(game: Game, decks: int) -> "tuple[Strategy, ...]":
    try:
        return tuple(replace(each, follow=None, policy=None) for each in strategies(game, decks=decks))
    except ValueError:  # nothing to put one by
        return ()


def _takes_a_solver(game: Game) -> bool:
    return isinstance(game.main, Contest) and game.sight is None


def key_of(game: Game) -> str:
    """The hash of what the workings rest on: the game's own file, what its wagers pay, and the house way."""
    rule: Any = getattr(game.main, "settle", None) or getattr(game.main, "judge", None)
    way = game.house_way
    parts = [
        inspect.getsource(sys.modules[rule.__module__]),
        *(table.digest for table in game.paytables.values()),
        way.label,
        *way.rules,
        str(getattr(way.source, "digest", "")),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def kept_workings() -> Mapping[str, Workings]:
    from houseway.analysis.strategy import Strategy

    def shoe(decks: int, figures: list[Any], strategies: list[Any]) -> Shoe:
        cards = tuple(build(Strategy, each) for each in strategies)
        return Shoe(decks=decks, figures=tuple(build(Figures, each) for each in figures), strategies=cards)

    kept = json.loads(files("houseway.web").joinpath(KEPT).read_text("utf-8"))
    return {
        slug: Workings(key=each["key"], shoes=tuple(shoe(**written) for written in each["shoes"]))
        for slug, each in kept.items()
    }


def written() -> str:
    """The text of the file, worked out anew for every game."""
    return json.dumps({game.slug: plain(work_out(game)) for game in GAMES.values()}, indent=1) + "\n"
