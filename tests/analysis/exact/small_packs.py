"""A pack for every game that is small enough to go through all its deals."""

from houseway.analysis.exact.question import Question, question
from houseway.cards import ACE, JOKER, QUEEN, Cards, card
from houseway.steps import Deal, Draw, Game

RANKS = (ACE, 3, QUEEN, 2, 13, 11, 10)
FEWEST = 12


def small_pack(game: Game, fewest: int = FEWEST) -> Cards:
    """So many whole ranks that all can be dealt, and the joker where the game has one."""
    dealt = sum(step.cards * len(step.to.places) for step in game.round if isinstance(step, Deal))
    dealt += sum(isinstance(step, Draw) for step in game.round)
    ranks = RANKS[: -(-max(dealt, fewest) // 4)]
    return tuple(sorted(card(rank, suit) for rank in ranks for suit in range(4))) + (JOKER,) * game.joker


def small_question(game: Game, **more: object) -> Question:
    return question(game, cards=small_pack(game), **more)  # type: ignore[arg-type]
