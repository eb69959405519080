"""A split game in the words of any other: one hand as a decision, a card for players as a strategy."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from houseway.analysis.contest import Decision, Option
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.solution import Solution
from houseway.analysis.split.ways import follow, matchup_wagers
from houseway.analysis.strategy import BY_RULES, Length, Strategy, StrategyRow, chosen, improving, rules_of
from houseway.analysis.way_check import split_policy
from houseway.cards import Cards
from houseway.old_game import LOSE, Game, Setting
from houseway.old_games import OLD_GAMES
from houseway.ways import own_way
from houseway.ways.player_cards import PlayerCard, amounts, cards_of

BY_POINTS = "the most points, of each hand its best line alone; of equal ones the strongest Low, then Mid, then High"


def split_decision(game: Game, cards: Cards) -> Decision:
    [main_line] = game.paytables_of(game.main)[0].lines
    _, every = matchup_wagers(game)
    [every_line] = game.paytables_of(every)[0].lines
    house = _house(game)
    opponents = house.rules.opponents
    return Decision(
        cards=cards,
        shown=(),
        ways=1,
        options=tuple(
            Option(
                Setting(counts.hands),
                {(main_line,): counts.main, (LOSE,): opponents - counts.main},
                {every.name: {every_line: counts.hat_trick, LOSE: opponents - counts.hat_trick}},
            )
            for counts in one_hand(cards, house)
        ),
    )


def split_strategy(solution: Solution, lines: int | None = None, *, alone: bool = False) -> Strategy:
    """The card of the game's own that is asked for, with the exact cost of following it."""
    game = OLD_GAMES[solution.game.slug]
    card = short_card(game, lines, alone=alone)
    policy = card_policy(game, solution.house, card)
    edge = solution.value(policy).main_edge()
    is_points = card.way is not None and bool(card.way.points)
    return Strategy(
        game=game.slug,
        decks=1,
        basis=BY_POINTS if is_points else BY_RULES,
        rows=tuple(_points_lines(policy, card) if is_points else _rule_lines(policy, card)),
        house_edge=edge,
        best_edge=solution.responses.totals(solution.best).main_edge(),
        curve=tuple(Length(each.length, each.house_edge) for each in _improving(game, alone)),
        asks=card.asks,
    )


def short_card(game: Game, lines: int | None = None, *, alone: bool = False) -> PlayerCard:
    cards = _improving(game, alone)
    return cards[chosen([Length(card.length, card.house_edge) for card in cards], lines)]


def _improving(game: Game, alone: bool) -> list[PlayerCard]:
    return improving(card for card in cards_of(game) if not (alone and card.asks))


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
    made = dict(zip(card.way.split.hands, made_cells.T, strict=True))
    ladders = dict(zip(card.way.split.hands, strengths(policy.rules), strict=True))
    for amount in amounts(card.way):
        scores = [card.way.points_of(amount.hand, strength) for strength in ladders[amount.hand]]
        meets = [amount.bound.meets(strength) for strength in ladders[amount.hand]]
        counts = np.array([met and score == amount.points for met, score in zip(meets, scores, strict=True)])
        hands = int(weights[counts[made[amount.hand]]].sum(dtype=np.int64))
        yield StrategyRow(f"{amount.hand} {amount.bound}", f"{amount.points} points", hands)


@cache
def _house(game: Game) -> Policy:
    return split_policy(game, own_way(game))
