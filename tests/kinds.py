"""Which games stand for others in `make test`: of each kind, by facts of its steps, the first of those with the fewest
cards; `make soak` takes all.

A kind is what makes a round another one: how often a seat chooses and whether it chooses on, whether hands are set,
whether cards are drawn, come up in several streets, are turned over before a choice or lie before all seats, and
whether there is a meter. What takes long a game is tested with the games of `of_each_kind`; what takes longest, or
carries what a table says without looking into it, with the few of `of_every_fact`; what is cheap is tested with every
game.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from houseway.game import SEAT, Choice, Deal, Draw, Game, Over, Settle, Show, is_progressive
from houseway.games import GAMES
from tests.soak import marked

MANY_CARDS = 5  # of a seat's: to count all deals takes seconds, if another hand is hidden


def is_long(game: Game) -> bool:
    """Many cards of a seat's that chooses, or a seat that takes cards as it likes, which is minutes; told without
    looking for the method, as tests are collected."""
    cards = sum(step.cards for step in game.round if isinstance(step, Deal) and SEAT.place in step.to.places)
    return (cards >= MANY_CARDS and bool(game.choices)) or any(choice.again for choice in game.choices)


def kind_of(game: Game) -> tuple[object, ...]:
    dealt = [name for step in game.round if isinstance(step, Deal) for name in step.to.places]
    return (
        min(len(game.choices), 2),
        any(choice.again for choice in game.choices),
        any(isinstance(step, Show) and step.way for step in game.round),
        any(isinstance(step, Draw) for step in game.round),
        any(isinstance(step, Over | Settle) for step in game.round),
        any(isinstance(step, Show) and isinstance(then, Choice) for step, then in pairwise(game.round)),
        len(set(dealt)) < len(dealt),
        SEAT.place in dealt,
        len({*dealt} - {SEAT.place}),
        any(is_progressive(wager) for wager in game.wagers),
    )


def cards_of(game: Game) -> int:
    """How many are dealt to one seat and to all."""
    return sum(step.cards * len(step.to.places) for step in game.round if isinstance(step, Deal))


def first_of_kinds(slugs: Iterable[str]) -> set[str]:
    by_cards = sorted(slugs, key=lambda slug: cards_of(GAMES[slug]))
    return set({kind_of(GAMES[slug]): slug for slug in reversed(by_cards)}.values())


def few_with_all_facts(slugs: Iterable[str]) -> set[str]:
    """Games that together have every fact of any kind, each the one with most that are still missing."""
    facts = {slug: {*enumerate(kind_of(GAMES[slug]))} for slug in sorted(slugs, key=lambda slug: cards_of(GAMES[slug]))}
    missing, few = set().union(*facts.values()), set[str]()
    while missing:
        few.add(most := max(facts, key=lambda slug: len(facts[slug] & missing)))
        missing -= facts[most]
    return few


def of_each_kind(slugs: Iterable[str]) -> list[Any]:
    """Games as parameters of a test: those that stand for others, and in `make soak` all."""
    return _marked(slugs := [*slugs], first_of_kinds(slugs))


def of_every_fact(slugs: Iterable[str]) -> list[Any]:
    """Games as parameters of a test: the few that together have every fact, and in `make soak` all."""
    return _marked(slugs := [*slugs], few_with_all_facts(slugs))


def _marked(slugs: Iterable[str], standing: set[str]) -> list[Any]:
    return marked((slug, slug in standing) for slug in slugs)
