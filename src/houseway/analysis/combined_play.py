"""A side bet that shares a choice with the main wagers: what a seat gives up on both that plays for one of them, and
what best play of both together makes. Exact, by the method that counts them together."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.facts import depends, method_for
from houseway.analysis.exact.figures import is_added
from houseway.analysis.exact.question import Question, question
from houseway.analysis.wager_nets import WagerColumn, columns
from houseway.game import Game, Wager

RATIOS = (Fraction(1, 4), Fraction(1, 2), Fraction(1))  # of the first wager's stake
SPLITS, JUDGE = "ShoeHands", "Tree"  # of methods, by name

Solve = Callable[[Question], Ends]


@dataclass(frozen=True, kw_only=True)
class PlayedFor:
    """How a seat plays, and what the house keeps of a stake of 1 on each of the two wagers."""

    aim: str
    main_edge: Fraction
    side_edge: Fraction


@dataclass(frozen=True, kw_only=True)
class CombinedPlay:
    """A side bet of `ratio` beside 1 on the first wager, by what the seat plays for: the main wagers, the side bet
    alone, and both together."""

    side: WagerColumn
    ratio: Fraction
    for_main: PlayedFor
    for_side: PlayedFor
    for_both: PlayedFor

    def kept(self, play: PlayedFor) -> Fraction:
        """What the house keeps of both, in units of the first wager."""
        return play.main_edge + self.ratio * play.side_edge

    def edge(self, play: PlayedFor) -> Fraction:
        """The same, of all that was placed before the deal."""
        return self.kept(play) / (1 + self.ratio)

    @property
    def gain(self) -> Fraction:
        """What a seat wins by playing for both, against one that plays each round for the main wagers."""
        return self.kept(self.for_main) - self.kept(self.for_both)


def sharing(game: Game) -> tuple[Wager, ...]:
    """The wagers that a seat places before the deal and that end otherwise by what it chooses."""
    if not game.choices or not game.main:
        return ()
    sides = (wager for wager in game.wagers if wager not in game.main and not is_added(game, wager))
    return tuple(wager for wager in sides if depends(game, wager.name))


def is_combined(game: Game, wager: Wager, decks: int | None = None) -> bool:
    """Whether a method counts best play of both together. Hands of a split are counted one by one, so there it is not
    known how a wager ends beside them."""
    method = method_for(question(game, wagers=(wager.name,), decks=decks)).__name__
    return method not in (SPLITS, JUDGE) or (
        method == JUDGE and method_for(question(game, decks=decks)).__name__ == JUDGE
    )


def combined_plays(game: Game, solve: Solve, decks: int | None = None) -> Iterator[CombinedPlay]:
    """Of every side bet that shares a choice and can be counted so, on its first paytable, at some stakes."""
    main, *sides = columns(game, decks)
    for wager in sharing(game):
        if not is_combined(game, wager, decks):
            continue
        side = next(each for each in sides if each.wager == wager)

        def played(aim: str, asked: Question, side: WagerColumn = side) -> PlayedFor:
            ends = solve(asked)
            return PlayedFor(aim=aim, main_edge=-main.mean(ends), side_edge=-side.mean(ends))

        def about(
            beside: dict[str, Fraction] | None = None, aim: tuple[str, ...] | None = None, name: str = wager.name
        ) -> Question:
            return question(game, wagers=(name,), decks=decks, beside=beside, aim=aim)

        for_main = played("the main wagers", about())
        for_side = played(f"{wager.name} alone", about(aim=(wager.name,)))
        for ratio in RATIOS:
            for_both = played("both together", about(beside={wager.name: ratio}))
            yield CombinedPlay(side=side, ratio=ratio, for_main=for_main, for_side=for_side, for_both=for_both)
