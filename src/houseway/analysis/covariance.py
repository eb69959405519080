"""The covariance of what two wagers of one seat win in the same round, exactly where both can be counted together.

Wagers that a method takes beside the main ones are counted with them. Wagers on cards alone that look at the same cards
are counted by themselves. Of what is left no exact method of ours takes both, and it is not made up: it may be sampled.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.facts import facts, method_for
from houseway.analysis.exact.figures import is_on_cards_alone
from houseway.analysis.exact.question import Question, question
from houseway.analysis.figures import square_root
from houseway.analysis.wager_nets import WagerColumn, columns
from houseway.game import Game

# Methods by name, for most of them load compiled code. A set of cards is told by how many matchups it wins, and hands
# of a split each stand for all: of how other wagers end beside them these two know nothing.
SETS, SPLITS, JUDGE = ("Sets", "OpenSets"), "ShoeHands", "Tree"

Solve = Callable[[Question], Ends]


@dataclass(frozen=True, kw_only=True)
class Covariance:
    """Of a stake of 1 on each of two wagers; with a standard error, if it was sampled."""

    one: WagerColumn
    other: WagerColumn
    value: Fraction
    variances: tuple[Fraction, Fraction]
    error: float | None = None
    rounds: int = 0  # that were sampled

    @property
    def is_exact(self) -> bool:
        return self.error is None

    @property
    def correlation(self) -> Decimal:
        """From -1 to 1; 0 where one of them never varies."""
        first, second = self.variances
        if not first * second:
            return Decimal(0)
        size = square_root(self.value**2 / (first * second))
        return size if self.value >= 0 else -size

    @property
    def deviation_together(self) -> Decimal:
        """The standard deviation of what both win together."""
        return square_root(sum(self.variances, 2 * self.value))


@dataclass(frozen=True)
class CountedTogether:
    """Columns that were counted together, and how their rounds end."""

    columns: tuple[WagerColumn, ...]
    ends: Ends

    def covariance(self, one: WagerColumn, other: WagerColumn) -> Covariance:
        rows = [(one.won(end), other.won(end), weight) for end, weight in self.ends.weights.items()]

        def mean(of: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
            return sum((of(a, b) * weight for a, b, weight in rows), Fraction(0)) / self.ends.total

        first, second = mean(lambda a, _: a), mean(lambda _, b: b)
        spread = mean(lambda a, _: a * a) - first**2, mean(lambda _, b: b * b) - second**2
        value = mean(lambda a, b: a * b) - first * second
        return Covariance(one=one, other=other, value=value, variances=spread)


def covariances(
    game: Game, solve: Solve, decks: int | None = None
) -> Iterator[Covariance | tuple[WagerColumn, WagerColumn]]:
    """Of every two wagers of a seat, in the game's order; a pair that cannot be counted stands by itself."""
    found = columns(game, decks)
    groups = [CountedTogether(each, solve(_asked(game, each, decks))) for each in groups_of(game, found, decks)]
    for one, other in combinations(found, 2):
        if one.wagers == other.wagers:
            continue  # two paytables of one wager
        group = next((each for each in groups if one in each.columns and other in each.columns), None)
        yield group.covariance(one, other) if group else (one, other)


def groups_of(game: Game, found: Sequence[WagerColumn], decks: int | None = None) -> Iterator[tuple[WagerColumn, ...]]:
    """Columns that can be counted together, several wagers each."""
    sides = [each for each in found if not each.is_main]
    main = [each for each in found if each.is_main]
    if main:
        beside = [each for each in sides if _is_countable(game, [each], decks)]
        if not _is_countable(game, beside, decks):  # each by itself
            yield from ((*main, each) for each in beside)
        elif beside:
            yield (*main, *beside)
    elif _is_countable(game, sides, decks):
        yield tuple(sides)
        return
    else:
        yield from _several([each for each in sides if not is_on_cards_alone(game, each.wager, decks)])
    alone = [each for each in sides if is_on_cards_alone(game, each.wager, decks)]
    for look in dict.fromkeys(each.wager.hands[0].of for each in alone):
        yield from _several([each for each in alone if each.wager.hands[0].of == look])


def _several(group: Sequence[WagerColumn]) -> Iterator[tuple[WagerColumn, ...]]:
    if len({each.wagers for each in group}) > 1:
        yield tuple(group)


def _is_countable(game: Game, sides: Iterable[WagerColumn], decks: int | None) -> bool:
    """Whether a method counts these beside the main wagers, or by themselves where there are none."""
    wagers = [each.wager for each in sides]
    asked = question(game, wagers=[wager.name for wager in wagers], decks=decks)
    method, known = method_for(asked).__name__, facts(asked)
    if method == SPLITS:
        return False
    if method in SETS:
        return all(hand.of.is_set for wager in wagers for hand in wager.hands)
    if method != JUDGE:
        return True
    return known.grades and (not game.main or method_for(question(game, decks=decks)).__name__ == JUDGE)


def _asked(game: Game, group: Sequence[WagerColumn], decks: int | None) -> Question:
    """About all of a group: the main wagers, if they are in it, or else its own wagers and nothing beside."""
    names = [each.wager.name for each in group if not each.is_main]
    asked = question(game, wagers=names, decks=decks)
    if any(each.is_main for each in group) or not game.main:
        return asked
    alone = tuple(wager for wager in game.wagers if wager.name in names)
    return replace(asked, game=replace(game, wagers=alone), wagers=frozenset(names))
