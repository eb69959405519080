"""Designs: paytables from the figures that they are to have, and variants of a game side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.api.games import AnyGame, as_game, house_way_for, other_game, table_for
from houseway.game import Contest, Game, Wager, is_progressive
from houseway.letters.reading import Reading

if TYPE_CHECKING:
    from houseway.analysis.design.designing import Design
    from houseway.analysis.design.targets import Wanted
    from houseway.analysis.whatif import Compared
    from houseway.work.engine import Progress


def design(
    game: AnyGame,
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
    """Paytables of a wager near the figures wanted, the best first. Where play depends on what a wager pays, it is
    solved anew for every table.

    >>> wanted = houseway.Wanted(edge=houseway.parse_target("4%", "an edge"))
    >>> [best] = houseway.design("supreme-99", "Pair Fortunes", wanted, most=1).candidates
    >>> best.figures.house_edge
    Fraction(10828, 270725)
    """
    from houseway.analysis.design.designing import design as find
    from houseway.work.ends import ends_of

    game = as_game(game)
    bet = game.wager(wager)
    game.pack(decks)
    if seats is not None and not is_progressive(bet):
        raise ValueError(f"seats: {bet.name} is not a progressive wager")
    another = _reading(game, bet, reading) if reading is not None else None
    return find(
        game,
        bet,
        wanted,
        like=game.paytable(like) if like else None,
        decks=decks,
        seats=seats,
        reading=another,
        whole=whole,
        changes=changes,
        most=most,
        solve=partial(ends_of, progress=progress),
    )


def _reading(game: Game, wager: Wager, name: str) -> Reading:
    reading = next((each for each in game.readings if each.name.lower() == name.lower()), None)
    if reading is None or isinstance(wager, Contest):
        names = ", ".join(each.name for each in game.readings if wager.name in each.wagers)
        raise ValueError(f"{name!r} is not a reading of {wager.name}: {names or 'it has none'}")
    return reading


def whatif(
    game: AnyGame,
    vary: Sequence[str],
    *,
    wager: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Compared]:
    """Variants of a game side by side, each with its figures.

    What varies is `rules=own,mine.py`, `decks=1,6`, `paytable=A1,mine.toml`, `copy both=4 to 1,push`, and of a
    progressive `Royal Flush=10%,5%`, `seed=5000,10000`, `increment=21%,25%`, `envy Five Aces=100,500`. With `wager`
    lines are those of that wager.

    >>> rows = houseway.whatif("supreme-99", ["Two Pair=15 to 1,12 to 1"], wager="Pair Fortunes")
    >>> [figures.house_edge for row in rows for figures in row.figures]
    [Fraction(9852, 270725), Fraction(18276, 270725)]
    """
    from houseway.analysis.whatif import compare, parse_variation, variants
    from houseway.work.ends import ends_of

    several = variants(
        as_game(game),
        list(map(parse_variation, vary)),
        find_game=lambda _, name: other_game(name),
        find_table=table_for,
        find_way=house_way_for,
        decks=decks,
        wager=wager,
    )
    return compare(several, wager=wager, solve=partial(ends_of, progress=progress))


def compare(
    game: AnyGame,
    others: Sequence[AnyGame | Path],
    *,
    wager: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Compared]:
    """A game as it is, then others beside it: variants of it, most often, each by its file, its name or itself. Every
    row says how far its figures are from the first's.

    >>> as_it_is, soft_17 = houseway.compare("blackjack", ["blackjack-h17"], decks=1, wager="Insurance")
    >>> soft_17.differs[0].house_edge
    Fraction(0, 1)
    """
    from houseway.analysis.whatif import MOST_VARIANTS, ruled_so
    from houseway.analysis.whatif import compare as side_by_side
    from houseway.work.ends import ends_of

    first = as_game(game)
    first.pack(decks)
    rest = [other_game(other) for other in others]
    if not 1 <= len(rest) < MOST_VARIANTS:
        raise ValueError(f"{len(rest)} beside {first.slug}: 1 to {MOST_VARIANTS - 1} can be compared with it")
    several = [ruled_so(first, each) for each in (first, *rest)]
    names = [each.name for each in several]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"{twice!r} stands twice: each is compared once")
    return side_by_side(
        [replace(each, decks=decks) for each in several], wager=wager, solve=partial(ends_of, progress=progress)
    )
