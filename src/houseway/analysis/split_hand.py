"""A split game in the words of any other: one hand as a decision, a way for players as a strategy."""

from functools import cache

from houseway.analysis.contest import Decision, Option
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.policies import Policy
from houseway.analysis.split.solution import Solution
from houseway.analysis.split.ways import matchup_wagers
from houseway.analysis.strategy import Advice, Strategy
from houseway.analysis.way_check import check_way, refuse_unsound, split_policy
from houseway.cards import Cards
from houseway.game import LOSE, Game, Setting
from houseway.ways import own_way, players_way


def split_decision(game: Game, cards: Cards) -> Decision:
    [main_line] = game.paytables_of(game.main)[0].lines
    _, every = matchup_wagers(game)
    [every_line] = game.paytables_of(every)[0].lines
    return Decision(
        cards=cards,
        shown=(),
        ways=1,
        options=tuple(
            Option(
                Setting((found.high, found.mid, found.low)),
                {(main_line,): found.main, (LOSE,): found.opponents - found.main},
                {every.name: {every_line: found.hat_trick, LOSE: found.opponents - found.hat_trick}},
            )
            for found in one_hand(cards, _house(game))
        ),
    )


def split_strategy(solution: Solution) -> Strategy:
    """The game's rules for players, with the hands that each decides and the exact cost of following them."""
    game, way = solution.game, players_way(solution.game)
    check = check_way(game, way)
    refuse_unsound(check)
    followed = solution.value(split_policy(game, way))
    return Strategy(
        game=game.slug,
        decks=1,
        basis=f"{way.name}: the first that the cards can meet",
        rows=tuple(
            Advice(f"rule {number}", rule.says, hands)
            for number, (rule, hands) in enumerate(zip(way.rules, check.decided_by, strict=True), 1)
        ),
        house_edge=followed.main_edge(),
        best_edge=solution.responses.totals(solution.best).main_edge(),
    )


@cache
def _house(game: Game) -> Policy:
    return split_policy(game, own_way(game))
