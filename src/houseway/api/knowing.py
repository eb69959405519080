"""What a player wins who knows more cards than the round shows him, and what seats win that share what they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.api.games import AnyGame, as_game

if TYPE_CHECKING:
    from houseway.analysis.gain import Gain
    from houseway.work.engine import Progress

DEALER = "dealer"


def knowing(
    game: AnyGame,
    *,
    dead: int = 0,
    shown: int = 0,
    place: str = DEALER,
    decks: int | None = None,
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
    progress: Progress | None = None,
) -> Gain:
    """What a player wins more who knows so many `dead` cards, burnt or in a neighbour's hand, and so many that are
    dealt face down to a place, on average and with best play for what he knows. It is exact where that is short work or
    is asked for, else a mean of so many `samples`.

    >>> flashed = houseway.knowing("three-card-poker", shown=1)
    >>> f"{float(flashed.house_edge):.3%}, {float(flashed.edge):.3%}"
    '3.373%, -3.483%'
    """
    from houseway.analysis.exact.knowledge import Knowledge
    from houseway.work.knowing import gain_of

    known = Knowledge(dead=dead, shown=shown, place=place if shown else "")
    return gain_of(as_game(game), known, decks=decks, samples=samples, seed=seed, exact=exact, progress=progress)


def collusion(
    game: AnyGame,
    *,
    seats: Iterable[int] | None = None,
    decks: Iterable[int] | None = None,
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
    progress: Progress | None = None,
) -> list[Gain]:
    """What each seat wins more where so many seats know the cards of all of them: of every number of seats and of
    decks, all that the game takes unless it is said.

    >>> [two] = houseway.collusion("match-em", seats=[2], decks=[1])
    >>> two.is_exact, f"{float(two.gain):.4%}"
    (True, '0.2373%')
    """
    from houseway.work.knowing import hand_size

    of = as_game(game)
    numbers = list(seats) if seats is not None else list(range(1, of.seats + 1))
    wrong = next((number for number in numbers if not 1 <= number <= of.seats), None)
    if wrong is not None:
        raise ValueError(f"{wrong} seats: {of.slug} has 1 to {of.seats}")
    size = hand_size(of)
    return [
        knowing(of, dead=(number - 1) * size, decks=each, samples=samples, seed=seed, exact=exact, progress=progress)
        for each in (of.decks if decks is None else decks)
        for number in numbers
    ]
