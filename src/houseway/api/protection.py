"""What game protection asks: the edge of a wager when cards are gone, what every card is worth to it, how it is best
counted, and what those win who count it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from houseway.api.games import AnyGame, as_game
from houseway.cards import Cards, parse

if TYPE_CHECKING:
    from houseway.analysis.card_effects import Effect
    from houseway.analysis.figures import Figures
    from houseway.analysis.linear_count import LinearCount
    from houseway.analysis.penetration import Counted
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
    """The exact figures of wagers when these cards are gone: of those whose end is the cards' alone, of one that is
    added at the first choice, such as insurance, where it is offered; and of many main ones, played best for what is
    left.

    >>> [figures] = houseway.without("baccarat", "Ks Kd Kh", wager="Player Pair", decks=1)
    >>> figures.house_edge
    Fraction(13, 49)
    """
    from houseway.analysis.card_effects import figures_without
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
    from houseway.analysis.card_effects import effects_of
    from houseway.work.ends import ends_of

    of, each, table = _asked(game, wager, paytable)
    return effects_of(of, each, table, decks, partial(ends_of, progress=progress))


def linear_counts(
    game: AnyGame,
    wager: str,
    *,
    paytable: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[LinearCount]:
    """The best counts of a wager that a person can keep, by the exact effects of removal: with exact tags, and with
    whole ones up to 1, 2 and 3. None where no card is worth more than another.

    >>> exact, ones, twos, threes = houseway.linear_counts("ez-baccarat", "Dragon 7")
    >>> [int(each.tag) for each in twos.tags], f"{twos.betting_correlation:.3f}"
    ([0, 0, -1, -1, -1, -1, 2, 2, 0, 0], '0.964')
    """
    from houseway.analysis.linear_count import linear_counts as counts_of

    cards = len(as_game(game).pack(decks).cards())
    return counts_of(effects(game, wager, paytable=paytable, decks=decks, progress=progress), cards)


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
    [counted] = counters(
        game, wager, paytable=paytable, decks=decks, behind=(behind,), shoes=shoes, seed=seed, linear=()
    )
    return counted


def counters(
    game: AnyGame,
    wager: str,
    *,
    paytable: str | None = None,
    decks: int | None = None,
    behind: Sequence[int] = (),
    shoes: int = 100,
    seed: int = 1,
    linear: Sequence[LinearCount] | None = None,
    progress: Progress | None = None,
) -> list[Counted]:
    """What those who count a wager win a shoe, by how many cards lie behind the cut card: the perfect counter beside
    linear counts, those of `linear_counts` if no others are given. All depths and counters share the same shoes. Where
    a seat draws there is no perfect counter, and bets are played as from a fresh shoe.

    >>> deep, shallow = houseway.counters("baccarat", "Player Pair", behind=(26, 208), shoes=2, linear=())
    >>> deep.counter, deep.rounds > shallow.rounds
    ('perfect', True)
    """
    from houseway.work.counted_shoes import counted_shoes

    of, each, table = _asked(game, wager, paytable)
    asked = {"paytable": table.name, "decks": decks}
    counts = linear_counts(of, wager, **asked, progress=progress) if linear is None else linear  # type: ignore[arg-type]
    return counted_shoes(of, each, table, decks, tuple(counts), tuple(behind), shoes, seed, progress)


def _asked(game: AnyGame, wager: str, paytable: str | None) -> tuple[Game, Wager, Paytable]:
    of = as_game(game)
    each = of.wager(wager)
    table = of.paytable(paytable) if paytable else of.paytables_of(each)[0]
    return of, each, table
