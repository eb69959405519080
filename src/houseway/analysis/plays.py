"""Ways to play the main game beside the best one, and what each gives up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.contest import Chooser, Decision, Option, Pays, house_way_policy, main_figures
from houseway.analysis.split.solution import Solution
from houseway.analysis.strategy import Strategy
from houseway.game import Game


@dataclass(frozen=True, slots=True)
class PlayCost:
    name: str
    house_edge: Fraction
    cost: Fraction  # of a bet, against best play


def plays(game: Game, short: Strategy, decks: int | None = None) -> tuple[PlayCost, ...]:
    """Best play, the short strategy, and what else a player of this game is likely to do."""
    return tuple(PlayCost(name, edge, edge - short.best_edge) for name, edge in _edges(game, short, decks))


def split_plays(solution: Solution, short: Sequence[Strategy]) -> tuple[PlayCost, ...]:
    best = short[0].best_edge
    edges = [("best play", best), ("the house way", solution.value(solution.house).main_edge())]
    edges += [
        ("the short strategy" + (", which asks for the house way" if each.asks else ", alone"), each.house_edge)
        for each in short
    ]
    return tuple(PlayCost(name, edge, edge - best) for name, edge in edges)


def _edges(game: Game, short: Strategy, decks: int | None) -> Iterator[tuple[str, Fraction]]:
    pays = Pays.of(game)

    def edge(policy: Chooser) -> Fraction:
        return main_figures(game, decks, pays=pays, policy=policy).house_edge

    yield "best play", short.best_edge
    yield "the short strategy", short.house_edge
    if game.house_way.for_players:
        yield "the house way", edge(house_way_policy(game.house_way))
    if game.added:
        names = " or ".join(wager.name for wager in game.added)
        yield f"best play without {names}", edge(lambda decision: _best_without_adding(pays, decision))
    if game.silent:
        dealt = game.deal.pack(decks).decks
        yield "a seat that does not act in time", edge(lambda decision: _silent(game, decision, dealt))


def _best_without_adding(pays: Pays, decision: Decision) -> Option:
    return max((o for o in decision.options if not o.setting.adds), key=pays.expectation)


def _silent(game: Game, decision: Decision, decks: int) -> Option:
    assert game.silent is not None
    setting = game.silent(decision.cards, decks)
    return next(o for o in decision.options if o.setting == setting)
