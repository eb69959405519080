"""What a dealer's mistakes cost: a hand that is set wrongly, and a pay that is too short or too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.api.figures import analyze
from houseway.api.games import AnyGame, as_game

if TYPE_CHECKING:
    from houseway.analysis.mispaid import Mispaid
    from houseway.analysis.misset import Misset
    from houseway.work.engine import Progress


def mispaid(
    game: AnyGame,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Mispaid]:
    """What it costs to pay each line that wins as the line beside it, whenever it comes: in a round, in units of the
    wager. Below nothing is what players are short of.

    >>> first = houseway.mispaid("supreme-99", wager="Pair Fortunes")[0]
    >>> first.line, first.paid_as, first.costs
    ('Four of a Kind', 'Two Pair', Fraction(-57, 4165))
    """
    from houseway.analysis.mispaid import mispaid as each_line

    figures = analyze(game, wager=wager, paytable=paytable, decks=decks, progress=progress)
    return [each for one in figures for each in each_line(one)]


def misset(game: AnyGame, *, hands: int = 1_000, seed: int = 1, progress: Progress | None = None) -> Misset:
    """What it costs that a dealer who sets his cards by a house way forgets one of its rules, or sets every hand second
    best or worst: exactly where suits never matter, else of so many hands of his.

    >>> mistakes = houseway.misset("supreme-99")
    >>> [f"{float(rule.costs):.3%}" for rule in mistakes.rules]
    ['0.000%', '2.288%', '0.000%']
    """
    from houseway.analysis.misset import misset as of_hands

    if hands < 1:
        raise ValueError(f"{hands} hands of the dealer's: 1 at least")
    return of_hands(as_game(game), hands=hands, seed=seed, progress=progress)
