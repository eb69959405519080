"""Games in which a seat chooses once, and one other place holds cards: what the seat may do, and how its wagers end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from houseway.analysis.exact.question import Question
from houseway.analysis.exact.stakes import NO_STAKES, Stakes
from houseway.cards import Cards
from houseway.game import SEAT, Bets, Deal, Hand, Option, Seen


@dataclass(frozen=True, slots=True)
class Branch:
    """What a seat may do, or nothing where no option is given; and its wagers then."""

    option: Option | None
    stakes: Stakes

    @property
    def said(self) -> tuple[str, ...]:
        return (self.option.word,) if self.option else ()


class OneChoice:
    """The deal, the choice and the wagers of such a game."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.game = question.game
        deals = {name: step for step in self.game.round if isinstance(step, Deal) for name in step.to.places}
        [self.his_place] = set(deals) - {SEAT.place}
        self.size, self.his_size = deals[SEAT.place].cards, deals[self.his_place].cards
        self.up = deals[self.his_place].up
        [self.choice] = self.game.choices
        self.wagers = tuple(wager for wager in self.game.wagers if wager.name in question.wagers)
        self._branches: dict[tuple[Option, ...], tuple[Branch, ...]] = {}

    @property
    def hidden(self) -> int:
        """How many cards the seat does not see when it chooses."""
        return self.his_size - self.up

    def hands(self, place: str) -> tuple[Hand, ...]:
        """All hands of the wagers that look at a place."""
        hands = chain.from_iterable(wager.hands for wager in self.wagers)
        return tuple(dict.fromkeys(hand for hand in hands if hand.of.place == place))

    @cached_property
    def my_hands(self) -> tuple[Hand, ...]:
        return self.hands(SEAT.place)

    @cached_property
    def his_hands(self) -> tuple[Hand, ...]:
        return self.hands(self.his_place)

    def seen(self, mine: Cards, shown: Cards) -> Seen:
        """What a seat with these cards sees."""
        return Seen(pack=self.question.pack, lying={self.his_place: shown, SEAT.place: mine})

    def branches(self, seen: Seen) -> tuple[Branch, ...]:
        """All that a seat may do without a foul."""
        options = self.choice.options(seen)
        if options not in self._branches:
            may = tuple(Branch(each, self.placed.after(self.game, each)) for each in options if not each.foul)
            self._branches[options] = may if options else (Branch(None, self.placed),)
        return self._branches[options]

    @cached_property
    def placed(self) -> Stakes:
        """The wagers that are asked about, as they are placed before the deal."""
        steps = [step for step in self.game.round if isinstance(step, Bets)]
        names = chain.from_iterable((*step.must, *step.may) for step in steps)
        return NO_STAKES.placed(name for name in names if name in self.question.wagers)
