"""A player who knows cards that the round does not show him.

Of the dealer's cards, or of a board: then he plays a game whose round shows them, which is made of the steps of his
own, so every exact method takes it. Of cards that are not in play, burnt or in a neighbour's hand: then these are gone
from the pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from houseway.analysis.exact.facts import method_for_sight
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.one_sight import OneSight
from houseway.analysis.exact.question import Method, Question, question, without
from houseway.cards import Cards
from houseway.game import SEAT, Deal, Game, Look, Part, Step

NOT_IN_PLAY: Final = ("neighbour", "burnt", "dead")  # where a card was seen that is in none of the game's places
TAKE_OPEN_CARDS: Final = ("GradedRemoval", "OneSight", "Removal", "SetSight", "ShoeHands")


@lru_cache(maxsize=64)
def showing(game: Game, place: str, cards: int) -> Game:
    """The game whose round shows so many more of the cards that are dealt face down to a place."""
    if not cards:
        return game
    face_down = hidden(game, place)
    if not 0 < cards <= face_down:
        raise ValueError(f"{game.slug}: of {cards} cards of the {place}'s {face_down} are dealt face down")
    steps = (each for step in game.round for each in _showing(step, place, cards))
    return replace(game, round=tuple(steps))


def check_countable(game: Game) -> None:
    """Whether a method takes a game that shows more: where a board comes between choices none does."""
    if method_for_sight(question(game)).__name__ not in TAKE_OPEN_CARDS:
        raise ValueError(f"{game.slug}: a hand is not counted beside cards that were seen there; dead ones are")


def hidden(game: Game, place: str) -> int:
    """How many cards are dealt face down to a place, at one time."""
    deals = [step for step in game.round if isinstance(step, Deal) and place in step.to.places and place != SEAT.place]
    down = [step.cards - step.up for step in deals if step.up < step.cards]
    if len(down) > 1:
        raise ValueError(f"{game.slug}: cards are dealt face down to the {place} more than once")
    return sum(down)


def _showing(step: Step, place: str, cards: int) -> Iterator[Step]:
    """The step, where it deals face down to the place in parts: what others get, and what lies there."""
    if not (isinstance(step, Deal) and place in step.to.places and step.up < step.cards):
        yield step
        return
    others = [part for part in step.to.parts if part.place not in (place, SEAT.place)]
    mine = [part for part in step.to.parts if part.place == SEAT.place]
    if others:
        yield replace(step, to=Look(tuple(others)))
    yield replace(step, to=Look((*mine, Part(place))), up=step.up + cards)


def beside(method: Method, dead: Cards) -> Method:
    """The method of one sight when these cards are gone."""
    if not dead:
        return method
    from houseway.analysis.exact.set_sight import SetSight  # with what sets hands

    if isinstance(method, GradedRemoval | OneSight | SetSight):
        return method.without(dead)
    return _left(method.question, dead)


@lru_cache(maxsize=4)
def _left(asked: Question, dead: Cards) -> Method:
    left = replace(asked, cards=without(asked.cards, dead))
    return method_for_sight(left)(left)
