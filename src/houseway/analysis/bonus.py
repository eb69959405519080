"""Wagers on the cards alone: count what the wager's sight can tell apart, and judge each class once."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

from houseway.analysis.figures import Figures, paytable_lines
from houseway.cards import Pack
from houseway.game import Bonus, Game
from houseway.paytable import Paytable
from houseway.sight import Sight


def bonus_figures(
    game: Game,
    wager: Bonus,
    paytable: Paytable,
    decks: int | None = None,
    judge: Callable[[Any], str] | None = None,
) -> Figures:
    lines = paytable_lines(paytable, bonus_counts(game, wager, decks, judge))
    return Figures.of(game, wager, paytable, lines, decks=game.deal.pack(decks).decks)


def bonus_counts(
    game: Game, wager: Bonus, decks: int | None = None, judge: Callable[[Any], str] | None = None
) -> dict[str, int]:
    """How many deals end in each line; `judge` may replace the wager's own, to try another reading."""
    deal = game.deal
    return count_lines(wager.sight, judge or wager.judge, deal.pack(decks), deal.seat_cards, deal.dealer_cards)


@cache
def count_lines(sight: Sight, judge: Callable[[Any], str], pack: Pack, size: int, dealer_size: int) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for seen, ways in sight.classes(pack, size, dealer_size):
        counts[judge(seen)] += ways
    deals = comb(len(pack), size) * (comb(len(pack) - size, dealer_size) if sight.dealer else 1)
    assert counts.total() == deals, f"{sight.name} counts {counts.total()} deals of {deals}"
    return dict(counts)
