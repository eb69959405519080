"""The short strategy of a game whose cards are set as hands and solved: a card that comes with the game.

There are too many packets to search for rules when they are asked for. A game that brings no cards has one of a single
line: to ask for the house way.
"""

from collections.abc import Iterator

import numpy as np

from houseway.analysis.exact.sets import BySettings
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.solution import Solution
from houseway.analysis.split.ways import follow, hand_names
from houseway.analysis.strategy import BY_RULES, Length, Strategy, StrategyRow, chosen, improving, rules_of
from houseway.analysis.way_check import split_policy
from houseway.game import Game
from houseway.ways.player_cards import PlayerCard, amounts, cards_of

BY_POINTS = "the most points, of each hand its best line alone; of equal ones the strongest Low, then Mid, then High"


def split_strategy(solution: Solution, lines: int | None = None, *, alone: bool = False) -> Strategy:
    """The card that is asked for, with the exact cost of following it."""
    game = solution.game
    cards = improving(card for card in _cards(solution) if not (alone and card.asks))
    if not cards:
        raise ValueError(f"{game.slug}: no card is known for players who set their hands alone")
    curve = tuple(Length(card.length, card.house_edge) for card in cards)
    card = cards[chosen(curve, lines)]
    policy = card_policy(game, solution.house, card)
    edge = solution.edge(solution.value(policy))
    is_points = card.way is not None and bool(card.way.points)
    return Strategy(
        game=game.slug,
        decks=1,
        basis=BY_POINTS if is_points else BY_RULES,
        rows=tuple(_points_lines(policy, card) if is_points else _rule_lines(policy, card)),
        house_edge=edge,
        best_edge=solution.edge(solution.responses.totals(solution.best)),
        curve=curve,
        asks=card.asks,
        digest=card.way.digest if card.way else None,
        policy=BySettings(policy),
    )


def _cards(solution: Solution) -> tuple[PlayerCard, ...]:
    asking = PlayerCard(way=None, asks=True, house_edge=solution.edge(solution.value(solution.house)))
    return cards_of(solution.game) or (asking,)


def card_policy(game: Game, house: Policy, card: PlayerCard) -> Policy:
    """How a player sets every packet by the card; what it leaves to the dealer is set the house way."""
    if card.way is None:
        return house
    if not card.asks:
        return split_policy(game, card.way)
    followed = follow(house.rules, card.way)
    left = followed.undecided
    return Policy(
        rules=house.rules,
        numbers=np.where(left, house.numbers, followed.numbers),
        cells=np.where(left, house.cells, followed.cells),
    )


def _rule_lines(policy: Policy, card: PlayerCard) -> Iterator[StrategyRow]:
    rules = rules_of(card)
    weights = packet_classes(policy.rules).weights
    deciding = np.full(len(weights), len(rules) - 1)
    if card.way:
        followed = follow(policy.rules, card.way)
        deciding = np.where(followed.undecided, deciding, followed.deciding)
    for place, says in enumerate(rules):
        yield StrategyRow(f"rule {place + 1}", says, int(weights[deciding == place].sum(dtype=np.int64)))


def _points_lines(policy: Policy, card: PlayerCard) -> Iterator[StrategyRow]:
    """Each amount, and the packets that are set so that it counts."""
    assert card.way is not None
    weights, made_cells = packet_classes(policy.rules).weights, ordinals(rankings(policy.rules), policy.cells)
    names = hand_names(policy.rules, card.way)
    made = dict(zip(names, made_cells.T, strict=True))
    ladders = dict(zip(names, strengths(policy.rules), strict=True))
    for amount in amounts(card.way):
        scores = [card.way.points_of(amount.hand, strength) for strength in ladders[amount.hand]]
        meets = [amount.bound.meets(strength) for strength in ladders[amount.hand]]
        counts = np.array([met and score == amount.points for met, score in zip(meets, scores, strict=True)])
        hands = int(weights[counts[made[amount.hand]]].sum(dtype=np.int64))
        yield StrategyRow(f"{amount.hand} {amount.bound}", f"{amount.points} points", hands)
