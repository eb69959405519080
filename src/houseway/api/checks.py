"""Checks: whether a letter's figures follow from the rules, and whether a house way can be dealt by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis.verify import Finding
from houseway.analysis.verify import verify as verify_letter
from houseway.api.games import find_letter
from houseway.api.solution import Progress, solve
from houseway.api.ways import read_way_file
from houseway.games import GAMES
from houseway.letters import letters

if TYPE_CHECKING:
    from houseway.analysis.way_check import Price, WayCheck


def verify(letter: str | Path | None = None) -> list[Finding]:
    """Every published figure of one letter, or of all that the project knows, beside what the rules give.

    >>> [(each.figure, each.published.text, each.follows) for each in houseway.verify("supreme-99")]
    [('house edge', '4.70%', False)]
    """
    chosen = letters().values() if letter is None else [find_letter(letter)]
    return [finding for each in chosen for finding in verify_letter(each, GAMES)]


def check_way(path: str | Path, *, progress: Progress | None = None) -> tuple[WayCheck, Price | None]:
    """Whether a house way from a file is total and never fouls, and if so its exact price."""
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
