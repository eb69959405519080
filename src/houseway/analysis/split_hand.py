"""One hand of a split game: every legal setting, exactly, as a decision like any other game's."""

from functools import cache

from houseway.analysis.contest import Decision, Option
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.policies import Policy
from houseway.analysis.way_check import split_policy
from houseway.cards import Cards
from houseway.game import LOSE, Game, Setting
from houseway.ways.way import Way


def split_decision(game: Game, cards: Cards) -> Decision:
    [main_line] = game.paytables_of(game.main)[0].lines
    every = next(w for w in game.wagers if w.at_most == game.main.name)
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


@cache
def _house(game: Game) -> Policy:
    assert isinstance(game.house_way.source, Way)
    return split_policy(game, game.house_way.source)
