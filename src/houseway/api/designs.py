"""Designs: paytables from the figures that they are to have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.api.games import as_game
from houseway.api.solution import Progress, held_figures
from houseway.game import Contest, Game, Reading, Wager, is_progressive

if TYPE_CHECKING:
    from houseway.analysis.design import Design, Wanted


def design(
    game: str | Game,
    wager: str,
    wanted: Wanted,
    *,
    like: str | None = None,
    decks: int | None = None,
    seats: int | None = None,
    reading: str | None = None,
    whole: bool = False,
    changes: int | None = None,
    most: int = 10,
    progress: Progress | None = None,
) -> Design:
    """Paytables of a wager near the figures wanted, the best first. Where a game has a solver of its own, play is held
    fixed.

    >>> wanted = houseway.Wanted(edge=houseway.parse_target("4%", "an edge"))
    >>> [best] = houseway.design("supreme-99", "Pair Fortunes", wanted, most=1).candidates
    >>> best.figures.house_edge
    Fraction(10828, 270725)
    """
    from houseway.analysis.design import design as find

    game = as_game(game)
    found = game.wager(wager)
    game.deal.pack(decks)
    if seats is not None and not is_progressive(found):
        raise ValueError(f"seats: {found.name} is not a progressive wager")
    read = _reading(game, found, reading) if reading is not None else None
    counts = None
    if isinstance(found, Contest) and game.sight is None:
        [kept] = [each for each in held_figures(game, progress=progress) if each.wager == found.name]
        counts = {line.name: line.combinations for line in kept.lines}
    return find(
        game,
        found,
        wanted,
        like=game.paytable(like) if like else None,
        decks=decks,
        seats=seats,
        reading=read,
        whole=whole,
        changes=changes,
        most=most,
        counts=counts,
    )


def _reading(game: Game, wager: Wager, name: str) -> Reading:
    found = next((each for each in game.readings if each.name.lower() == name.lower()), None)
    if found is None or isinstance(wager, Contest):
        names = ", ".join(each.name for each in game.readings if wager.name in each.wagers)
        raise ValueError(f"{name!r} is not a reading of {wager.name}: {names or 'it has none'}")
    return found
