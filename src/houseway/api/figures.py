"""The exact figures of wagers and paytables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.analysis.figures import Figures, bonus_figures
from houseway.analysis.progressive import Progressive, progressive
from houseway.api.games import as_game
from houseway.api.solution import Progress, solve
from houseway.game import Bonus, Contest, Game, Wager, is_progressive
from houseway.paytable import Paytable

if TYPE_CHECKING:
    from houseway.analysis.split.solution import Solution


def analyze(
    game: str | Game,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    seats: int | None = None,
    meter: Fraction | None = None,
    progress: Progress | None = None,
) -> list[Figures]:
    """The exact figures of every wager and paytable of a game, or of those asked for.

    A game with a solver of its own is solved first, unless its solution is kept on disk; `progress` hears
    how many shards are done, of how many.

    >>> [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
    >>> figures.house_edge, figures.lines[0].name, figures.lines[0].combinations
    (Fraction(9852, 270725), 'Four of a Kind', 13)
    """
    game = as_game(game)
    return figures_of(
        game,
        lambda: solve(game, progress=progress),
        wager=wager,
        paytable=paytable,
        decks=decks,
        seats=seats,
        meter=meter,
    )


def figures_of(
    game: Game,
    solution: Callable[[], Solution],
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    seats: int | None = None,
    meter: Fraction | None = None,
) -> list[Figures]:
    """The same, where whoever asks has a solution of the game, or knows how to come by one."""
    asked = _asked(game, wager, paytable)
    if (seats is not None or meter is not None) and not any(is_progressive(w) for w in asked):
        what = "seats" if seats is not None else "meter"
        raise ValueError(f"{what}: only a progressive wager has one, and none of {game.slug}'s was asked for")
    game.deal.pack(decks)
    found: list[Figures] = []
    solved: list[Figures] = []
    for each in asked:
        tables = [p for p in game.paytables_of(each) if paytable is None or p.name.lower() == paytable.lower()]
        for table in tables:
            if isinstance(each, Contest) and game.sight is None:
                solved = solved or solution().figures()
                found += [figures for figures in solved if figures.wager == each.name]
            elif each is game.main or (each.equals and (wager or paytable)):
                found += main_game(game, decks, table)
            elif isinstance(each, Bonus) and each.progressive:
                found.append(progressive(game, each, table, seats=seats).figures(_checked_meter(meter)))
            elif isinstance(each, Bonus):
                found.append(bonus_figures(game, each, table, decks))
    return found


def main_game(game: Game, decks: int | None, table: Paytable) -> list[Figures]:
    """The main wager under best play and, where a seat may ask for it, under the house way."""
    from houseway.analysis.contest import Pays, house_way_policy, main_figures

    pays = Pays.of(game, [table])
    found = [main_figures(game, decks, pays=pays)]
    if game.house_way.for_players:
        copying = house_way_policy(game.house_way)
        found.append(main_figures(game, decks, pays=pays, policy=copying, play="house way"))
    return found


def meters(
    game: str | Game, *, paytable: str | None = None, seats: int | None = None, increment: Fraction | None = None
) -> list[Progressive]:
    """A game's progressive wagers as functions of the meter.

    >>> [progressive] = houseway.meters("san-lo", paytable="FSLPP-01")
    >>> f"edge {float(progressive.house_edge):.2%}, even at ${float(progressive.break_even):,.0f}"
    'edge 18.79%, even at $58,159'
    """
    game = as_game(game)
    wagers = [w for w in game.wagers if isinstance(w, Bonus) and w.progressive]
    wanted = game.paytable(paytable) if paytable else None
    tables = [(w, p) for w in wagers for p in game.paytables_of(w) if wanted in (None, p)]
    return [progressive(game, w, p, seats=seats, increment=increment) for w, p in tables]


def _asked(game: Game, wager: str | None, paytable: str | None) -> list[Wager]:
    table = game.paytable(paytable) if paytable else None
    asked = [game.wager(wager)] if wager else list(game.wagers)
    if table and table.wager not in {w.name for w in asked}:
        names = ", ".join(p.name for w in asked for p in game.paytables_of(w))
        raise ValueError(f"{table.name!r} is a paytable of {table.wager}; {asked[0].name} has {names}")
    return [w for w in asked if table is None or w.name == table.wager]


def _checked_meter(meter: Fraction | None) -> Fraction | None:
    if meter is not None and meter < 0:
        raise ValueError(f"{meter} is not a meter: it cannot be below nothing")
    return meter
