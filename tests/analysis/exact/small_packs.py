"""A pack for every game that is small enough to go through all its deals."""

from houseway.analysis.exact.question import Question, question
from houseway.cards import ACE, JOKER, QUEEN, Cards, card
from houseway.game import Deal, Draw, Game

RANKS = (ACE, 3, QUEEN, 2, 13, 11, 10, 5)
FEWEST = 12
FEWEST_OF_STREETS = 6


def small_pack(game: Game) -> Cards:
    """So many whole ranks that all can be dealt, and the joker where the game has one; of three suits where there are
    several choices, each of which multiplies what can happen, and of two where many cards are dealt, none to be set."""
    fewest = FEWEST if len(game.choices) < 2 else FEWEST_OF_STREETS
    dealt = sum(step.cards * len(step.to.places) for step in game.round if isinstance(step, Deal))
    dealt += sum(isinstance(step, Draw) for step in game.round)
    suits = 3 if len(game.choices) > 1 else 2 if dealt > FEWEST and not game.hands else 4
    ranks = RANKS[: -(-max(dealt, fewest) // suits)]
    return tuple(sorted(card(rank, suit) for rank in ranks for suit in range(suits))) + (JOKER,) * game.joker


def small_question(game: Game, **more: object) -> Question:
    return question(game, cards=small_pack(game), **more)  # type: ignore[arg-type]
