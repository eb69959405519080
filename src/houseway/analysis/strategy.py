"""Best play, put so that a person can learn it, with the exact cost of what was left out.

A short strategy is a card of a few lines. There is one for each length, the best that was found, and so a curve: what
a card costs against the number of its lines. A game that says what its players glance at gets tables by that glance; a
game whose cards are split into hands gets rules that name hands to set, and a game may bring cards of its own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, TypeVar

from houseway.analysis.exact.question import Policy
from houseway.ways.player_cards import PlayerCard, amounts

WORTH_A_LINE = Fraction(5, 10_000)  # of a bet: for less than this a person does not learn a line more
ASK = "Otherwise ask for the house way."
DEAR = ", more than the edge of the game itself"
BY_RULES = "the first rule that the cards can meet"


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """One line of a card: when, what to do, and for how many hands it counts."""

    when: str
    choose: str
    hands: int


@dataclass(frozen=True, slots=True)
class Length:
    """What the best card of so many lines leaves the house: a point of a strategy's curve."""

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
    digest: str | None = None  # of its rules, where they came with the game
    columns: tuple[str, ...] = ()  # of a chart, in which a line has a word for each
    policy: Policy | None = field(default=None, compare=False, repr=False)

    @property
    def cost(self) -> Fraction:
        return self.house_edge - self.best_edge

    @property
    def is_dear(self) -> bool:
        """Whether it costs more than the game itself takes of a player who never errs."""
        return self.cost > max(self.best_edge, Fraction(0))

    def cost_of(self, length: Length) -> Fraction:
        return length.house_edge - self.best_edge


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyCard:
    """A card that was found, to be spelled out when it is the one that is asked for."""

    length: int
    house_edge: Fraction
    basis: str
    asks: bool = False
    rows: Callable[[], tuple[StrategyRow, ...]] = field(compare=False)
    digest: str | None = None
    policy: Policy = field(compare=False)


class OfLength(Protocol):
    @property
    def length(self) -> int: ...

    @property
    def house_edge(self) -> Fraction: ...


C = TypeVar("C", bound=OfLength)


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


def rules_of(card: PlayerCard) -> list[str]:
    """A card of rules, line by line."""
    if card.way is None:
        return ["Ask for the house way."]
    assert not amounts(card.way)
    return [*(rule.says for rule in card.way.rules), *([ASK] if card.asks else [])]
