"""Best play, put so that a person can learn it, with the exact cost of what was left out.

A short strategy is a card of a few lines. There is one for each length, the best that was found, and so a curve: what
a card costs against the number of its lines. A game that says what its players glance at gets tables by that glance; a
game whose cards are split into hands gets rules that name hands to set, and a game may bring cards of its own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from houseway.analysis.contest import Chooser, Decision, Option, decisions, house_way_policy, main_figures
from houseway.game import Game
from houseway.ways.player_cards import PlayerCard, amounts, cards_of

MOST_LINES = 12
WORTH_A_LINE = Fraction(5, 10_000)  # of a bet: for less than this a person does not learn a line more
ASK = "Otherwise ask for the house way."


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """One line of a card: when, what to do, and for how many hands it counts."""

    when: str
    choose: str
    hands: int


@dataclass(frozen=True, slots=True)
class Length:
    """A point of the curve."""

    lines: int
    house_edge: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A card to play by: its lines, the edge of whoever follows it, and the best card of each length."""

    game: str
    decks: int
    basis: str
    rows: tuple[StrategyRow, ...]
    house_edge: Fraction  # of a player who follows it
    best_edge: Fraction  # of a player who never errs
    curve: tuple[Length, ...]  # the best card of each length, the shortest first
    asks: bool  # whether it leaves hands to the dealer's house way
    follow: Chooser | None = field(default=None, compare=False, repr=False)  # where choices are made class by class

    @property
    def cost(self) -> Fraction:
        return self.house_edge - self.best_edge

    def cost_of(self, length: Length) -> Fraction:
        return length.house_edge - self.best_edge


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card that was found, to be spelled out when it is the one that is asked for."""

    length: int
    house_edge: Fraction
    basis: str
    asks: bool = False
    rows: Callable[[], tuple[StrategyRow, ...]] = field(compare=False)
    follow: Chooser = field(compare=False)


def strategy(game: Game, decks: int | None = None, lines: int | None = None, *, alone: bool = False) -> Strategy:
    """A short strategy of at most so many lines; else one to which no line worth learning can be added.
    `alone` leaves out the cards that end by asking the dealer for the house way."""
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


def _cards(game: Game, decks: int | None, alone: bool) -> Sequence[Card]:
    from houseway.analysis.glance_tables import glance_tables
    from houseway.analysis.rule_cards import rule_cards

    if game.glance:
        return glance_tables(game, decks, MOST_LINES)
    if cards_of(game):
        return [_brought(game, decks, card) for card in cards_of(game) if not (alone and card.asks)]
    if game.split:
        return rule_cards(game, decks, MOST_LINES, alone=alone)
    raise ValueError(f"{game.slug} has no glance, and its cards are not split: nothing to put a short strategy by")


C = TypeVar("C", Card, PlayerCard)


def improving(cards: Iterable[C]) -> list[C]:
    """The shortest first, without those that are no better than a shorter one."""
    kept: list[C] = []
    for card in sorted(cards, key=lambda card: (card.length, card.house_edge)):
        if not kept or card.house_edge < kept[-1].house_edge:
            kept.append(card)
    return kept


def chosen(curve: Sequence[Length], lines: int | None) -> int:
    """Which is the best of at most so many lines; without a number, the shortest to which no lines worth learning
    can be added. Each length of the curve is better than the one before."""
    if lines is not None:
        fit = [place for place, length in enumerate(curve) if length.lines <= lines]
        if not fit:
            raise ValueError(f"{lines} lines: the shortest card has {curve[0].lines}")
        return fit[-1]
    return next(
        place
        for place, length in enumerate(curve)
        if all(
            length.house_edge - longer.house_edge < WORTH_A_LINE * (longer.lines - length.lines)
            for longer in curve[place + 1 :]
        )
    )


# ---- cards that come with a game -----------------------------------------------------------------------


def _brought(game: Game, decks: int | None, card: PlayerCard) -> Card:
    as_house = house_way_policy(game.house_way)

    def decide(decision: Decision) -> tuple[int, Option]:
        rule, setting = card.way.decide(decision.cards, game.standing) if card.way else (0, None)
        if setting is None:
            return rule, as_house(decision)
        return rule, next(option for option in decision.options if option.setting.essence == setting.essence)

    def rows() -> tuple[StrategyRow, ...]:
        says = rules_of(card)
        hands = [0] * len(says)
        for decision in decisions(game, decks):
            hands[decide(decision)[0]] += decision.ways
        return tuple(StrategyRow(f"rule {n + 1}", each, hands[n]) for n, each in enumerate(says))

    return Card(
        length=card.length,
        house_edge=card.house_edge,
        basis=BY_RULES,
        asks=card.asks,
        rows=rows,
        follow=lambda decision: decide(decision)[1],
    )


BY_RULES = "the first rule that the cards can meet"


def rules_of(card: PlayerCard) -> list[str]:
    """A card of rules, line by line."""
    if card.way is None:
        return ["Ask for the house way."]
    assert not amounts(card.way)
    return [*(rule.says for rule in card.way.rules), *([ASK] if card.asks else [])]
