"""What it does to the edge of a wager that cards are gone: its figures without them, and the effect of removing each.

A wager whose end is the cards' alone is weighed for whatever is left (`cards_left`), or where it looks at too many
cards for that, counted anew. Where a seat plays its main wagers, how to play depends on what is left too: they are
solved anew.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from houseway.analysis.cards_left import CardsLeft, TooManyWays
from houseway.analysis.exact.count import Count
from houseway.analysis.exact.facts import ends_of, method_for
from houseway.analysis.exact.figures import Solve, is_on_cards_alone, main_figures, wager_figures
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Figures
from houseway.cards import Cards, Pack
from houseway.game import Game, Wager
from houseway.paytable import Paytable

TAKES_ANY_CARDS: Final = ("ShoeHands", "GradedRemoval", "Removal")  # a whole pack or what is left of it


def figures_without(
    game: Game, wager: Wager, paytable: Paytable, removed: Cards, decks: int | None = None, solve: Solve = ends_of
) -> Figures:
    """The exact figures of a wager when these cards are gone."""
    return figures_left(game, wager, paytable, left_of(game.pack(decks), removed), decks, solve)


def figures_left(
    game: Game, wager: Wager, paytable: Paytable, left: Cards, decks: int | None = None, solve: Solve = ends_of
) -> Figures:
    """The exact figures of a wager when no more than these cards are left."""
    if is_played(game, wager):
        return main_figures(question(game, decks=decks, paytables=(paytable,), cards=left), solve=solve)
    weighed = CardsLeft(game, wager, paytable)
    try:
        return weighed.figures(weighed.counts(left), game.pack(decks).decks)
    except TooManyWays:
        if not is_on_cards_alone(game, wager, decks):
            raise
    asked = question(replace(game, wagers=(wager,)), decks=decks, paytables=(paytable,), cards=left)
    asked = replace(asked, wagers=frozenset({wager.name}))
    return wager_figures(asked, Count(asked).ends, wager)


def is_played(game: Game, wager: Wager) -> bool:
    """Whether it is a main wager that is solved anew for what is left: one that a seat plays, and by a method that
    takes any cards."""
    return wager in game.main and bool(game.choices) and method_for(question(game)).__name__ in TAKES_ANY_CARDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What it does to the edge of a wager that one card of a grade is gone; below nothing it is good for the player."""

    cards: Cards  # of the grade, of one deck
    house_edge: Fraction  # without one of them
    effect: Fraction


def effects_of(
    game: Game, wager: Wager, paytable: Paytable, decks: int | None = None, solve: Solve = ends_of
) -> list[Effect]:
    """The effect of removing a card, for each that the wager tells apart."""
    pack, weighed = game.pack(decks), CardsLeft(game, wager, paytable)

    def edge(gone: Cards) -> Fraction:
        if weighs:
            return weighed.figures(weighed.counts(left_of(pack, gone)), pack.decks).house_edge
        return figures_without(game, wager, paytable, gone, decks, solve).house_edge

    weighs = not is_played(game, wager) and weighed.is_gone_through
    before = edge(())
    edges = {cards: edge(cards[:1]) for cards in weighed.alike.values()}
    return [Effect(cards=cards, house_edge=after, effect=after - before) for cards, after in edges.items()]


def left_of(pack: Pack, removed: Cards) -> Cards:
    """What is left of a pack when these cards are gone."""
    left = Counter(pack.cards())
    left.subtract(removed)
    short = [card for card, number in left.items() if number < 0]
    if short:
        raise ValueError(f"{short[0]} is removed more often than {pack} has it")
    return tuple(left.elements())
