"""What game protection asks: the edge of a wager when cards are gone, what every card is worth to it, and what a
perfect counter wins."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from houseway.api.games import AnyGame, as_game
from houseway.cards import Cards, parse

if TYPE_CHECKING:
    from houseway.analysis.cards_left import Effect
    from houseway.analysis.counting import Counted
    from houseway.analysis.figures import Figures
    from houseway.game import Game, Wager
    from houseway.paytable import Paytable
    from houseway.work.engine import Progress


def without(
    game: AnyGame,
    removed: str | Cards,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Figures]:
    """The exact figures of wagers when these cards are gone: of those in which nobody chooses, and of the main ones of
    a shoe from which hands are drawn, played best for what is left.

    >>> [figures] = houseway.without("baccarat", "Ks Kd Kh", wager="Player Pair", decks=1)
    >>> figures.house_edge
    Fraction(13, 49)
    """
    from houseway.analysis.cards_left import figures_without
    from houseway.work.ends import ends_of

    of = as_game(game)
    gone = parse(removed) if isinstance(removed, str) else removed
    asked = [of.wager(wager)] if wager else list(of.wagers)
    tables = [(each, table) for each in asked for table in of.own_paytables(each) if paytable in (None, table.name)]
    if not tables:
        raise ValueError(f"{paytable!r} is not a paytable of {wager or of.slug}")
    solve = partial(ends_of, progress=progress)
    return [figures_without(of, each, table, gone, decks, solve) for each, table in tables]


def effects(
    game: AnyGame,
    wager: str,
    *,
    paytable: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Effect]:
    """What the removal of one card does to the edge of a wager, for each card that the wager tells apart. Of a main
    wager of a shoe from which hands are drawn, each takes as long as solving the game.

    >>> sixes = houseway.effects("baccarat", "Tie")[4]
    >>> sixes.cards, f"{float(sixes.effect):.6f}"
    ((6c, 6d, 6h, 6s), '0.001160')
    """
    from houseway.analysis.cards_left import effects_of
    from houseway.work.ends import ends_of

    of, each, table = _asked(game, wager, paytable)
    return effects_of(of, each, table, decks, partial(ends_of, progress=progress))


def count(
    game: AnyGame,
    wager: str,
    *,
    paytable: str | None = None,
    decks: int | None = None,
    behind: int = 14,
    shoes: int = 100,
    seed: int = 1,
) -> Counted:
    """What a perfect counter of a wager wins a shoe, with so many cards behind the cut card: simulated.

    >>> counted = houseway.count("baccarat", "Player Pair", behind=14, shoes=2)
    >>> counted.shoes, counted.rounds > 150
    (2, True)
    """
    from houseway.analysis.cards_left import is_drawn
    from houseway.analysis.counting import Counter

    of, each, table = _asked(game, wager, paytable)
    if is_drawn(of, each):
        raise ValueError(f"{of.slug}: no counter of {each.name} is simulated, for hands are drawn: ask for effects")
    counter, chance = Counter(of, each, table, decks), Random(seed)
    cards = counter.pack.cards()
    if not counter.longest <= behind < len(cards) or shoes < 1:
        raise ValueError(f"behind {behind} and {shoes} shoes: {counter.longest} to {len(cards) - 1} cards, and a shoe")
    return counter.play(shoes, behind, lambda: tuple(chance.sample(cards, len(cards))))


def _asked(game: AnyGame, wager: str, paytable: str | None) -> tuple[Game, Wager, Paytable]:
    of = as_game(game)
    each = of.wager(wager)
    table = of.paytable(paytable) if paytable else of.paytables_of(each)[0]
    return of, each, table
