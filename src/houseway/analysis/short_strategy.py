"""The short strategy of a game, and what other ways to play its main game give up against the best one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis import learning
from houseway.analysis.contest import Chooser, Decision, Option, Pays, decisions, house_way_policy, main_figures
from houseway.analysis.exact.options import spelled
from houseway.analysis.rule_cards import rule_cards
from houseway.analysis.split.solution import Solution
from houseway.analysis.strategy import (
    BY_RULES,
    Length,
    Strategy,
    StrategyCard,
    StrategyRow,
    chosen,
    improving,
    rules_of,
)
from houseway.game import SEAT, Seen
from houseway.games import GAMES
from houseway.old_game import Game, Setting
from houseway.ways.player_cards import PlayerCard, cards_of

MOST_LINES = 12


def strategy(game: Game, decks: int | None = None, lines: int | None = None, *, alone: bool = False) -> Strategy:
    """A short strategy of at most so many lines; else one to which no line worth learning can be added.
    `alone` leaves out the cards that end by asking the dealer for the house way."""
    if game.glance:
        return _by_glance(game, decks, lines)
    cards = improving(_cards(game, decks, alone))
    card = cards[chosen([Length(each.length, each.house_edge) for each in cards], lines)]
    edge = main_figures(game, decks, policy=card.follow).house_edge
    assert edge == card.house_edge, f"{game.slug}: a card of {card.length} lines is not worth what was found"
    return Strategy(
        game=game.slug,
        decks=game.deal.pack(decks).decks,
        basis=card.basis,
        rows=card.rows(),
        house_edge=edge,
        best_edge=main_figures(game, decks).house_edge,
        curve=tuple(Length(each.length, each.house_edge) for each in cards),
        asks=card.asks,
        follow=card.follow,
    )


def _cards(game: Game, decks: int | None, alone: bool) -> Sequence[StrategyCard]:
    if cards_of(game):
        return [_brought(game, decks, card) for card in cards_of(game) if not (alone and card.asks)]
    if game.split:
        return rule_cards(game, decks, MOST_LINES, alone=alone)
    raise ValueError(f"{game.slug} has no glance, and its cards are not split: nothing to put a short strategy by")


def _by_glance(game: Game, decks: int | None, lines: int | None) -> Strategy:
    steps = GAMES[game.slug]
    found = learning.strategy(steps, decks, lines)
    [choice] = steps.choices

    def follow(decision: Decision) -> Option:
        seen = Seen(pack=steps.pack(decks), lying={SEAT.place: decision.cards})
        may = choice.options(seen)
        assert found.policy is not None
        word, adds = spelled(found.policy(0, seen, may), may)
        return next(option for option in decision.options if str(option.setting) == " + ".join((word, *adds)))

    return replace(found, follow=follow)


def _brought(game: Game, decks: int | None, card: PlayerCard) -> StrategyCard:
    as_house = house_way_policy(game.house_way)

    def decide(decision: Decision) -> tuple[int, Option]:
        rule, cut = card.way.decide(decision.cards) if card.way else (0, None)
        if cut is None:
            return rule, as_house(decision)
        setting = Setting(cut)
        return rule, next(option for option in decision.options if option.setting.essence == setting.essence)

    def rows() -> tuple[StrategyRow, ...]:
        says = rules_of(card)
        hands = [0] * len(says)
        for decision in decisions(game, decks):
            hands[decide(decision)[0]] += decision.ways
        return tuple(StrategyRow(f"rule {n + 1}", each, hands[n]) for n, each in enumerate(says))

    return StrategyCard(
        length=card.length,
        house_edge=card.house_edge,
        basis=BY_RULES,
        asks=card.asks,
        rows=rows,
        follow=lambda decision: decide(decision)[1],
    )


# ---- ways to play beside the best one ---------------------------------------------------------------------


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
