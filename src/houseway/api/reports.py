"""Reports: all that is said of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from houseway import __version__
from houseway.analysis.verify import verify as verify_letter
from houseway.api.figures import analyze, meters, solve
from houseway.api.games import AnyGame, as_game, find_letter
from houseway.api.play import strategies
from houseway.api.simulation import simulate
from houseway.game import Contest, Game
from houseway.games import GAMES
from houseway.letters import letters_of
from houseway.letters.letter import Letter

if TYPE_CHECKING:
    from houseway.analysis.play_costs import PlayCost
    from houseway.analysis.split.solution import Difference
    from houseway.analysis.strategy import Strategy
    from houseway.reports.mathematics import Mathematics
    from houseway.work.engine import Progress


def mathematics(
    game: AnyGame,
    *,
    letter: str | Path | None = None,
    decks: int | None = None,
    seats: int | None = None,
    rounds: int = 0,
    seed: int = 1,
    solving: Progress | None = None,
    simulating: Progress | None = None,
) -> Mathematics:
    """All that a mathematics report says of a game, under its letters or one of them, or a file of your own.

    Rounds from a seed are simulated beside it, if any are asked for.

    >>> report = houseway.mathematics("supreme-99")
    >>> [finding.letter for finding in report.findings]
    ['supreme-99-2014-11-24', 'gm-atlas-update-2023-06-14']
    """
    from houseway.analysis.machine.batches import MOST_ROUNDS
    from houseway.analysis.meter_life import MeterLife
    from houseway.reports.mathematics import Mathematics
    from houseway.work.ends import ends_of

    game = as_game(game)
    if not 0 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"{rounds:,} rounds: 0 to {MOST_ROUNDS:,}")
    chosen = letters_of(game.letters) if letter is None else [find_letter(letter)]
    game = _under(game, chosen) if letter is not None else game
    asked_decks = game.pack(decks).decks
    shoes = {n: analyze(game, decks=n, seats=seats, progress=solving) for n in game.decks}
    findings = [f for each in chosen for f in verify_letter(each, GAMES, ends_of) if f.game == game.slug]
    short, plays, differences = _plays(game, asked_decks)
    simulation = None
    if rounds:
        simulation = simulate(
            game, rounds=rounds, seed=seed, decks=asked_decks, seats=seats, solving=solving, simulating=simulating
        )
    return Mathematics(
        game=game,
        version=__version__,
        letters=tuple(chosen),
        decks=asked_decks,
        figures=tuple(shoes[asked_decks]),
        by_decks=tuple(tuple(shoes[n]) for n in game.decks),
        strategies=short,
        plays=plays,
        differences=differences,
        lives=tuple(MeterLife(terms=meter) for meter in meters(game, seats=seats)),
        findings=tuple(findings),
        simulation=simulation,
        own_letter=None if letter is None else str(letter),
    )


def _under(game: Game, chosen: Sequence[Letter]) -> Game:
    """The game with the paytables that these letters give its wagers; a wager that they do not name keeps its own."""
    given = {e.paytable.name: e.paytable for each in chosen for e in each.entries if e.game == game.slug}
    if not given:
        have = [each.id for each in letters_of(game.letters) if any(e.game == game.slug for e in each.entries)]
        raise ValueError(f"{chosen[0].id} has no paytable of {game.slug}; these have: {', '.join(have)}")
    named = {table.wager for table in given.values()}
    for wager in game.wagers:
        if isinstance(wager, Contest) and sum(table.wager == wager.name for table in given.values()) > 1:
            raise ValueError(f"{chosen[0].id}: {wager.name} has several paytables, a report is made for one")
    kept = {name: table for name, table in game.paytables.items() if table.wager not in named}
    order = [wager.name for wager in game.wagers]
    tables = sorted((kept | given).items(), key=lambda item: order.index(item[1].wager))
    return replace(game, paytables=dict(tables))


def _plays(game: Game, decks: int) -> tuple[tuple[Strategy, ...], tuple[PlayCost, ...], tuple[Difference, ...]]:
    from houseway.analysis.exact.facts import method_for
    from houseway.analysis.exact.question import question
    from houseway.analysis.exact.sets import Sets
    from houseway.analysis.play_costs import plays, split_plays

    short = strategies(game, decks=decks)
    if not short:
        return (), (), ()
    if method_for(question(game, decks=decks)) is not Sets:
        return short, plays(game, short, decks), ()
    solved = solve(game)
    return short, split_plays(solved, short), tuple(solved.differences(solved.house, 8))
