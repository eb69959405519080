"""The exact figures of wagers and paytables, solved where a game needs it, and the checks of letters and house ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis.figures import Figures
from houseway.analysis.progressive import Progressive, check_seats, progressive
from houseway.analysis.verify import Finding
from houseway.analysis.verify import verify as verify_letter
from houseway.api.games import AnyGame, as_game, find_letter, house_way_for, read_way_file
from houseway.game import Bonus, Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.letters import approvals
from houseway.paytable import NO_METERS, THE_METER, Paytable
from houseway.work.engine import Progress, engine_of

if TYPE_CHECKING:
    from houseway.analysis.split.solution import Solution
    from houseway.analysis.way_check import Price, WayCheck
    from houseway.ways.way import Way


def solve(
    game: AnyGame,
    *,
    way: str | Path | Way | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A game whose cards are set as two or three hands solved exactly against its house way, or another, such as one
    from a file; the solution is kept.

    >>> solution = houseway.solve("san-lo")
    >>> best = solution.figures()[0]
    >>> best.play, f"{float(best.house_edge):.4%}"
    ('best play', '4.6570%')
    """
    from houseway.analysis.exact.facts import method_for
    from houseway.analysis.exact.question import question
    from houseway.analysis.exact.sets import Sets
    from houseway.work.ends import solution_of

    game = as_game(game)
    asked = question(game)
    if not game.main or method_for(asked) is not Sets:
        raise ValueError(f"{game.slug} needs no solver: houseway analyze {game.slug}")
    engine = engine_of(cluster)
    if way is not None:
        asked = replace(asked, game=game.set_by(house_way_for(game, way)))
    return solution_of(asked, game, engine=engine, progress=progress)


def analyze(
    game: AnyGame,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    seats: int | None = None,
    meter: Fraction | Mapping[str, Fraction] | None = None,
    progress: Progress | None = None,
) -> list[Figures]:
    """The exact figures of every wager and paytable of a game, or of those asked for. `meter` is what a progressive
    meter shows or, of several meters, what those that are named show; others stand at their means.

    A game with a solver of its own is solved first, unless its solution is kept on disk; `progress` hears
    how many shards are done, of how many.

    >>> [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
    >>> figures.house_edge, figures.lines[0].name, figures.lines[0].combinations
    (Fraction(9852, 270725), 'Four of a Kind', 13)
    """
    game = as_game(game)
    wagers = _wagers(game, wager, paytable)
    if (seats is not None or meter is not None) and not any(is_progressive(w) for w in wagers):
        what = "seats" if seats is not None else "meter"
        raise ValueError(f"{what}: only a progressive wager has one, and none of {game.slug}'s was asked for")
    if seats is not None:
        check_seats(game, seats)
    game.pack(decks)
    shown = {} if meter is None else dict(meter) if isinstance(meter, Mapping) else {THE_METER: meter}
    only = game.paytable(paytable) if paytable else None
    _check_shown(shown, [table for each in wagers for table in game.paytables_of(each) if only in (None, table)])
    figures: list[Figures] = []
    for each in wagers:
        tables = game.own_paytables(each) or (game.paytables_of(each) if wager else ())
        if each in game.main[1:] and not (wager or paytable):
            tables = tables[1:]  # its first is in the figures of the main wagers
        for table in (table for table in tables if only in (None, table)):
            figures += figures_with(game, each, table, decks=decks, seats=seats, shown=shown, progress=progress)
    return figures


def _check_shown(shown: Mapping[str, Fraction], tables: Sequence[Paytable]) -> None:
    """Whether these can be what meters of the paytables show."""
    named = dict.fromkeys(name for table in tables for name in table.meters)
    for name, amount in shown.items():
        if amount < 0:
            raise ValueError(f"{amount} is not a meter: it cannot be below nothing")
        if name not in named:
            names = " or ".join(f"{each}=…" for each in named if each) or "one without a name"
            raise ValueError(f"{name or 'a meter without a name'}: the meters are {names}")


def figures_with(
    game: Game,
    wager: Wager,
    table: Paytable,
    *,
    decks: int | None = None,
    seats: int | None = None,
    shown: Mapping[str, Fraction] = NO_METERS,
    progress: Progress | None = None,
) -> list[Figures]:
    """A wager with one paytable, which need not be one of the game's own; of a progressive one at meters that show so
    much, or else their means."""
    if isinstance(wager, Bonus) and wager.progressive:
        first = progressive(game, wager, table, seats=seats, decks=decks)
        return [replace(first, standing=shown).figures(shown.get(first.meter))]
    from houseway.analysis.exact.figures import figures_of
    from houseway.work.ends import ends_of

    return list(figures_of(game, wager, table, decks=decks, solve=partial(ends_of, progress=progress)))


def meters(
    game: AnyGame,
    *,
    paytable: str | None = None,
    seats: int | None = None,
    increment: Fraction | None = None,
    decks: int | None = None,
) -> list[Progressive]:
    """A game's progressive wagers as functions of a meter: one for each meter of each paytable.

    >>> [progressive] = houseway.meters("san-lo", paytable="FSLPP-01")
    >>> f"edge {float(progressive.house_edge):.2%}, even at ${float(progressive.break_even):,.0f}"
    'edge 18.79%, even at $58,159'
    """
    game = as_game(game)
    wagers = [w for w in game.wagers if isinstance(w, Bonus) and w.progressive]
    only = game.paytable(paytable) if paytable else None
    named = [(w, p, meter) for w in wagers for p in game.paytables_of(w) if only in (None, p) for meter in p.meters]
    return [progressive(game, w, p, meter=m, seats=seats, increment=increment, decks=decks) for w, p, m in named]


def _wagers(game: Game, wager: str | None, paytable: str | None) -> list[Wager]:
    table = game.paytable(paytable) if paytable else None
    wagers = [game.wager(wager)] if wager else list(game.wagers)
    if table and table.wager not in {w.name for w in wagers}:
        names = ", ".join(p.name for w in wagers for p in game.paytables_of(w))
        raise ValueError(f"{table.name!r} is a paytable of {table.wager}; {wagers[0].name} has {names}")
    return [w for w in wagers if table is None or w.name == table.wager]


def verify(letter: str | Path | None = None) -> list[Finding]:
    """Every published figure of one letter, or of all that the project knows, beside what the rules give.

    >>> [(each.figure, each.published.text, each.follows) for each in houseway.verify("supreme-99")]
    [('house edge', '4.70%', False)]
    """
    from houseway.work.ends import ends_of

    chosen = approvals().values() if letter is None else [find_letter(letter)]
    return [finding for each in chosen for finding in verify_letter(each, GAMES, ends_of)]


def check_way(path: str | Path, *, progress: Progress | None = None) -> tuple[WayCheck, Price | None]:
    """Whether a house way from a file is total and never fouls, and if so its exact price.

    >>> check, price = houseway.check_way(f"{houseway.__path__[0]}/ways/san-lo-points.toml")
    >>> check.is_sound, f"{float(price.best_play):.4%}"
    (True, '4.6570%')
    """
    from houseway.analysis import way_check
    from houseway.work.ends import ends_of

    game, way = read_way_file(path)
    check = way_check.check_way(game, way)
    return check, way_check.price(game, way, partial(ends_of, progress=progress)) if check.is_sound else None
