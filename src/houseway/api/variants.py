"""Variants of a game: other decks, paytables and house ways, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from houseway.analysis.figures import Figures
from houseway.api.games import as_game, table_for
from houseway.api.solution import Progress, held_figures
from houseway.api.ways import house_way_for
from houseway.game import Game

if TYPE_CHECKING:
    from houseway.analysis.whatif import Compared, Variant
    from houseway.ways.way import Way


def whatif(
    game: str | Game,
    vary: Sequence[str],
    *,
    wager: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Compared]:
    """Variants of a game side by side, each with its figures.

    What varies is `decks=1,6`, `paytable=A1,mine.toml`, `copy both=4 to 1,push`, and of a progressive `Royal
    Flush=10%,5%`, `seed=5000,10000`, `increment=21%,25%`, `envy Five Aces=100,500`. With `wager` lines are those of
    that wager.

    >>> rows = houseway.whatif("supreme-99", ["Two Pair=15 to 1,12 to 1"], wager="Pair Fortunes")
    >>> [figures.house_edge for row in rows for figures in row.figures]
    [Fraction(9852, 270725), Fraction(18276, 270725)]
    """
    from houseway.analysis.whatif import compare, parse_variation, variants

    game = as_game(game)

    def solved(variant: Variant) -> list[Figures]:
        way = variant.way.source if variant.way else None
        return held_figures(variant.game, way=cast("Way | None", way), progress=progress)

    found = variants(
        game,
        list(map(parse_variation, vary)),
        find_table=table_for,
        find_way=house_way_for,
        decks=decks,
        wager=wager,
    )
    return compare(found, wager=wager, solved=solved)
