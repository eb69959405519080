"""What other ways to play a main game give up against the best one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.house_way import AsHouseWay, way_for_seats
from houseway.analysis.exact.options import solved
from houseway.analysis.exact.question import Policy, question
from houseway.analysis.split.solution import Solution
from houseway.analysis.strategy import Strategy
from houseway.game import Game, Option, Seen


@dataclass(frozen=True, slots=True)
class PlayCost:
    """A way to play by its name, the house's edge against it, and what it gives away against best play."""

    name: str
    house_edge: Fraction
    cost: Fraction  # of a bet, against best play


def plays(game: Game, short: Sequence[Strategy], decks: int | None = None) -> tuple[PlayCost, ...]:
    """Best play, the short strategy, and what else a player of this game is likely to do."""
    first = short[0]
    edges = [("best play", first.best_edge), ("the short strategy", first.house_edge)]
    if method_for(question(game, decks=decks)) is GradedRemoval:  # with others it would take long
        edges += _others(game, decks)
    return tuple(PlayCost(name, edge, edge - first.best_edge) for name, edge in edges)


def split_plays(solution: Solution, short: Sequence[Strategy]) -> tuple[PlayCost, ...]:
    """The same for a game that is solved."""
    best = short[0].best_edge
    edges = [("best play", best), ("the house way", solution.edge(solution.value(solution.house)))]
    edges += [
        ("the short strategy" + (", which asks for the house way" if each.asks else ", alone"), each.house_edge)
        for each in short
    ]
    return tuple(PlayCost(name, edge, edge - best) for name, edge in edges)


def _others(game: Game, decks: int | None) -> Iterator[tuple[str, Fraction]]:
    def edge(policy: Policy) -> Fraction:
        return main_figures(question(game, decks=decks, policy=policy)).house_edge

    def without_adding(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        worths = solved(game, decks=decks).options(seen)
        return max((option for option in options if not option.costs), key=lambda option: worths[option])

    way = way_for_seats(game)
    if way:
        yield "the house way", edge(AsHouseWay(way))
    added = [wager.name for wager in game.main if wager not in game.placed and not wager.free]
    if added:
        yield f"best play without {' or '.join(added)}", edge(without_adding)
    if not way:
        yield "a seat that does not act in time", edge(says_nothing)


def says_nothing(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
    """The first option that costs nothing more."""
    return next(option for option in options if not option.costs)
