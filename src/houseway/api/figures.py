"""The exact figures of wagers and paytables, solved where a game needs it, and the checks of letters and house ways."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from houseway import steps
from houseway.analysis.figures import Figures, bonus_figures
from houseway.analysis.progressive import Progressive, progressive
from houseway.analysis.verify import Finding
from houseway.analysis.verify import verify as verify_letter
from houseway.api.games import as_game, find_letter, read_way_file, way_for
from houseway.api.rounds import analyze_round, as_round, verify_round
from houseway.game import Bonus, Contest, Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.letters import letters
from houseway.paytable import Paytable
from houseway.ways import own_way
from houseway.work.engine import Progress, engine_of

if TYPE_CHECKING:
    from houseway.analysis.split.solution import Solution
    from houseway.analysis.way_check import Price, WayCheck
    from houseway.ways.way import Way

HELD = ("best play", "best play for the main bet")  # a solved game's play, where it is held fixed


def solve(
    game: str | Game | steps.Game,
    *,
    way: str | Path | Way | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A split game solved exactly against its house way, or another, such as one from a file; the solution is kept.

    >>> solution = houseway.solve("san-lo")
    >>> best = solution.figures()[0]
    >>> best.play, f"{float(best.house_edge):.4%}"
    ('best play', '4.6570%')
    """
    from houseway.analysis.split.solution import Solution
    from houseway.work.solving import solve_game

    game = as_game(game)
    if game.split is None or game.sight is not None:
        raise ValueError(f"{game.slug} needs no solver: houseway analyze {game.slug}")
    engine = engine_of(cluster)
    if isinstance(way, (str, Path)):
        way = way_for(game, way)
    return Solution(game, solve_game(game, way or own_way(game), engine=engine, progress=progress))


def held_figures(game: Game, *, way: Way | None = None, progress: Progress | None = None) -> list[Figures]:
    """A solved game's figures under the play that is held fixed while its pays are changed."""
    return [each for each in solve(game, way=way, progress=progress).figures() if each.play in HELD]


def analyze(
    game: str | Game | steps.Game,
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
    if listed := as_round(game):
        return analyze_round(listed, wager=wager, paytable=paytable, decks=decks)
    game = as_game(game)
    wagers = _wagers(game, wager, paytable)
    if (seats is not None or meter is not None) and not any(is_progressive(w) for w in wagers):
        what = "seats" if seats is not None else "meter"
        raise ValueError(f"{what}: only a progressive wager has one, and none of {game.slug}'s was asked for")
    game.deal.pack(decks)
    if meter is not None and meter < 0:
        raise ValueError(f"{meter} is not a meter: it cannot be below nothing")
    figures: list[Figures] = []
    solved: list[Figures] = []
    for each in wagers:
        tables = [p for p in game.paytables_of(each) if paytable is None or p.name.lower() == paytable.lower()]
        for table in tables:
            if isinstance(each, Contest) and game.sight is None:
                solved = solved or solve(game, progress=progress).figures()
                figures += [one for one in solved if one.wager == each.name]
            elif each is game.main or (each.equals and (wager or paytable)):
                figures += main_game(game, decks, table)
            elif isinstance(each, Bonus) and each.progressive:
                figures.append(progressive(game, each, table, seats=seats).figures(meter))
            elif isinstance(each, Bonus):
                figures.append(bonus_figures(game, each, table, decks))
    return figures


def main_game(game: Game, decks: int | None, table: Paytable) -> list[Figures]:
    """The main wager under best play and, where a seat may ask for it, under the house way."""
    from houseway.analysis.contest import Pays, house_way_policy, main_figures

    pays = Pays.of(game, [table])
    figures = [main_figures(game, decks, pays=pays)]
    if game.house_way.for_players:
        copying = house_way_policy(game.house_way)
        figures.append(main_figures(game, decks, pays=pays, policy=copying, play="house way"))
    return figures


def meters(
    game: str | Game | steps.Game,
    *,
    paytable: str | None = None,
    seats: int | None = None,
    increment: Fraction | None = None,
) -> list[Progressive]:
    """A game's progressive wagers as functions of the meter.

    >>> [progressive] = houseway.meters("san-lo", paytable="FSLPP-01")
    >>> f"edge {float(progressive.house_edge):.2%}, even at ${float(progressive.break_even):,.0f}"
    'edge 18.79%, even at $58,159'
    """
    game = as_game(game)
    wagers = [w for w in game.wagers if isinstance(w, Bonus) and w.progressive]
    only = game.paytable(paytable) if paytable else None
    tables = [(w, p) for w in wagers for p in game.paytables_of(w) if only in (None, p)]
    return [progressive(game, w, p, seats=seats, increment=increment) for w, p in tables]


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
    from houseway.rounds.letters import letters as unapproved

    if isinstance(letter, str) and letter in unapproved().keys() - letters().keys():
        return verify_round(unapproved()[letter])
    chosen = letters().values() if letter is None else [find_letter(letter)]
    return [finding for each in chosen for finding in verify_letter(each, GAMES)]


def check_way(path: str | Path, *, progress: Progress | None = None) -> tuple[WayCheck, Price | None]:
    """Whether a house way from a file is total and never fouls, and if so its exact price.

    >>> check, price = houseway.check_way(f"{houseway.__path__[0]}/ways/san-lo-points.toml")
    >>> check.is_sound, f"{float(price.best_play):.4%}"
    (True, '4.6570%')
    """
    from houseway.analysis import way_check

    game, way = read_way_file(path)
    check = way_check.check_way(game, way)
    if not check.is_sound:
        return check, None
    if game.sight is not None:
        return check, way_check.price(game, way)
    solution = solve(game, way=way, progress=progress)
    best = solution.responses.totals(solution.best)
    copied = solution.value(solution.house)
    return check, way_check.Price(best_play=best.main_edge(), copied=copied.main_edge())
