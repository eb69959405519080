"""What a dealer's mistakes cost: a hand that is set wrongly, a pay too short or too long, a card that is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.api.figures import analyze
from houseway.api.games import AnyGame, as_game
from houseway.api.knowing import DEALER

if TYPE_CHECKING:
    from houseway.analysis.gain import Gain
    from houseway.analysis.mispaid import Mispaid
    from houseway.analysis.misset import Misset
    from houseway.analysis.mistakes import Mistakes
    from houseway.game import Game
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


def mistakes(
    game: AnyGame,
    *,
    wager: str | None = None,
    decks: int | None = None,
    hands: int = 1_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> Mistakes:
    """All of it together: each pay of every wager, hands that are set wrongly where the dealer sets any, and one of his
    cards that every player sees, where it lies face down and that is worked out. What is not counted exactly is of so
    many sampled `hands`. Of one `wager` only its pays.

    >>> of = houseway.mistakes("three-card-poker", decks=1)
    >>> of.misset, f"{float(of.flashed.gain):.3%}"
    (None, '6.856%')
    """
    from houseway.analysis.mistakes import Mistakes

    of = as_game(game)
    pays = tuple(mispaid(of, wager=wager, decks=decks, progress=progress))
    if wager:
        return Mistakes(mispaid=pays, misset=None, flashed=None)
    sets = misset(of, hands=hands, seed=seed, progress=progress) if _sets_by_rules(of) else None
    return Mistakes(mispaid=pays, misset=sets, flashed=_flashed(of, decks, hands, seed, progress))


def _sets_by_rules(game: Game) -> bool:
    from houseway.ways.way import Way

    return bool(game.hands and game.way and isinstance(game.way.source, Way))


def _flashed(game: Game, decks: int | None, hands: int, seed: int, progress: Progress | None) -> Gain | None:
    """Nothing where no card of the dealer's lies face down, or none can be made use of, or it would take too long."""
    from houseway.analysis.exact.knowing import hidden
    from houseway.analysis.exact.knowledge import Knowledge
    from houseway.work.knowing import gain_of

    try:
        if not (game.choices and game.main and hidden(game, DEALER)):
            return None
        known = Knowledge(shown=1, place=DEALER)
        return gain_of(game, known, decks=decks, seed=seed, otherwise=hands, progress=progress)
    except ValueError:
        return None
