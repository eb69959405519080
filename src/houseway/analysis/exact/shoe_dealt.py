"""Seats that are dealt two hands of a shoe, which may exchange cards before they are played.

Each hand is played by one strategy, that of a hand by itself: it knows its own cards and the open ones, and no card of
the other. A choice for both together knows all cards, and takes what wins most with that play. What hands win is added
up: so a deal is worth the sum of its two hands, each beside the other's cards (`shoe_beside`), and no round is gone
through. Hands are dealt card by card, for their order counts where they exchange cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod
from typing import NamedTuple

from houseway.analysis.exact.ends import End
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe_beside import Spread
from houseway.analysis.exact.shoe_cards import Grades, ShoeCards, first_cards
from houseway.analysis.exact.shoe_table import MOST_HANDS, HandKind, HandTable, Node
from houseway.analysis.exact.stakes import NO_STAKES
from houseway.game import SEAT, Bets, Choice, Deal, Option, Over, Seen

HANDS = 2  # that are dealt
CARDS = 2  # to each
FOR_EACH_HAND = lcm(*range(1, MOST_HANDS + 1))  # chances of each end, so that one hand of any number has whole ones

TwoHands = tuple[Grades, Grades]  # as they were dealt


class HandBeside(NamedTuple):
    """A hand and the cards of the other, which it does not know."""

    node: Node
    others: Grades


class DealtAgainst:
    """Two hands of a seat against these open cards of the dealer's."""

    def __init__(self, table: HandTable) -> None:
        self.table, self.question = table, table.question
        if (self.question.game.dealt_hands, first_cards(self.question.game)) != (HANDS, CARDS):
            raise ValueError(f"{self.question.game.slug}: a shoe takes two hands of two cards, where several are dealt")
        if table.cards.on_first_cards:
            raise ValueError(f"{table.cards.on_first_cards[0].name}: on first cards of which a seat has two hands")
        self._won: dict[HandBeside, int] = {}
        self._chosen: dict[tuple[int, TwoHands], Option] = {}

    @cached_property
    def start(self) -> int:
        """The kind of a hand when the cards have come."""
        steps, game = self.table.round, self.question.game
        placed = (name for step in steps if isinstance(step, Bets) for name in (*step.must, *step.may))
        stakes = NO_STAKES.placed(name for name in placed if name in self.question.wagers)
        first = 1 + max(at for at, step in enumerate(steps) if isinstance(step, Deal))
        return self.table.number(HandKind(first, stakes=stakes.of_dealt_hand(game, 1)))

    def deals(self) -> Iterator[tuple[TwoHands, int]]:
        """The two hands, and in how many ways they come after the dealer's open cards."""
        left = self.table.dealer.left
        for cards in product(range(len(left)), repeat=HANDS * CARDS):
            ways = prod(left[grade] - cards[:nth].count(grade) for nth, grade in enumerate(cards))
            if ways > 0:
                yield (cards[:CARDS], cards[CARDS:]), ways

    # ---- values ------------------------------------------------------------------------------------

    def value(self, kind: int, hands: TwoHands) -> int:
        """What both win from here on, in parts of a unit, of all ways to deal on."""
        one, two = self._beside(kind, hands)
        match self.table.step_at(one.node):
            case Over() as step:
                looked = self.table.looked(one.node).kind
                over = sum(self.table.won_by_look(hand.node, step, hand.others) for hand in (one, two))
                return over + self.value(looked, hands)
            case Choice(together=True):
                return self.value(*self.after(kind, hands, self.chosen(kind, hands)))
            case _:
                return self._won_by(one) + self._won_by(two)

    def _won_by(self, hand: HandBeside) -> int:
        if hand not in self._won:
            self._won[hand] = self.table.beside.won(*hand)
        return self._won[hand]

    def chosen(self, kind: int, hands: TwoHands) -> Option:
        """The option for both that wins most, of equals the first; or what the policy says."""
        key = kind, hands
        if key not in self._chosen:
            self._chosen[key] = self._best(kind, hands)
        return self._chosen[key]

    def _best(self, kind: int, hands: TwoHands) -> Option:
        at, options = self.table.kinds[kind].at, self.options(kind, hands)
        if self.question.policy:
            number = sum(isinstance(step, Choice) for step in self.table.round[:at])
            return self.question.policy(number, self.seen(kind, hands), options)
        return max(options, key=lambda option: self.value(*self.after(kind, hands, option)))

    def options(self, kind: int, hands: TwoHands) -> tuple[Option, ...]:
        step = self.table.round[self.table.kinds[kind].at]
        assert isinstance(step, Choice)
        return tuple(option for option in step.options(self.seen(kind, hands)) if not option.foul)

    def seen(self, kind: int, hands: TwoHands) -> Seen:
        cards = self.table.cards.shown(hands[0] + hands[1])
        lying = {self.table.dealer.place: self.table.dealer.open, SEAT.place: cards}
        return Seen(pack=self.question.pack, lying=lying, said=self.table.kinds[kind].said)

    def after(self, kind: int, hands: TwoHands, option: Option) -> tuple[int, TwoHands]:
        """What an option for both hands does."""
        if option.takes or option.drops or option.splits or option.stakes or option.out:
            raise ValueError(f"{option.word!r}: a shoe takes a choice for two hands that exchanges cards, and no other")
        one, two = hands
        swapped = ((*one[:-1], two[-1]), (*two[:-1], one[-1])) if option.swaps else hands
        return self.table.after(Node(kind, one), option).kind, swapped

    def _beside(self, kind: int, hands: TwoHands) -> tuple[HandBeside, HandBeside]:
        one, two = (tuple(sorted(hand)) for hand in hands)
        return HandBeside(Node(kind, one), two), HandBeside(Node(kind, two), one)

    # ---- ends --------------------------------------------------------------------------------------

    def spread(self, dealt: Counter[tuple[int, TwoHands]], weights: Counter[End]) -> None:
        """Add how deals end that have come so far, so many times each. A hand stands for both."""
        played: Counter[HandBeside] = Counter()
        for (kind, hands), times in dealt.items():
            self._spread(kind, hands, times, played)
        spread: Spread = {}
        for hand, times in played.items():
            step = self.table.step_at(hand.node)
            if isinstance(step, Over):
                for end, ways in self.table.ends_by_look(hand.node, step, hand.others, HANDS):
                    weights[end] += ways * times * FOR_EACH_HAND
            else:
                self.table.beside.spread(*hand, times * FOR_EACH_HAND, spread)
        for end, weight in self.table.beside.ends_of(spread, HANDS):
            weights[end] += weight

    def _spread(self, kind: int, hands: TwoHands, times: int, played: Counter[HandBeside]) -> None:
        """Where each hand is played, or the dealer looks at his cards."""
        one, two = self._beside(kind, hands)
        match self.table.step_at(one.node):
            case Choice(together=True):
                self._spread(*self.after(kind, hands, self.chosen(kind, hands)), times, played)
                return
            case Over():
                self._spread(self.table.looked(one.node).kind, hands, times, played)
        played[one] += times
        played[two] += times

    def played(self) -> Counter[HandBeside]:
        """How often each hand is played beside each other one."""
        played: Counter[HandBeside] = Counter()
        for hands, ways in self.deals():
            self._spread(self.start, hands, ways, played)
        return Counter({c: times for c, times in played.items() if not isinstance(self.table.step_at(c.node), Over)})


class DealtHands:
    """The rounds of a seat that is dealt two hands."""

    def __init__(self, question: Question, cards: ShoeCards, against: Callable[[Grades], HandTable]) -> None:
        self.question, self.cards, self._table = question, cards, against
        self._against: dict[Grades, DealtAgainst] = {}

    def against(self, up: Grades) -> DealtAgainst:
        if up not in self._against:
            self._against[up] = DealtAgainst(self._table(up))
        return self._against[up]

    def ups(self) -> Iterator[tuple[Grades, int]]:
        """The dealer's open card, and in how many ways it comes."""
        for grade, copies in enumerate(self.cards.copies):
            yield (grade,), copies

    def expectation(self) -> Fraction:
        won = 0
        for up, ways in self.ups():
            against = self.against(up)
            won += ways * sum(more * against.value(against.start, hands) for hands, more in against.deals())
        return Fraction(won, self.cards.unit * self.cards.room(len(self.question.cards)))

    def weights(self) -> Counter[End]:
        """How rounds end."""
        weights: Counter[End] = Counter()
        for up, ways in self.ups():
            against = self.against(up)
            start = against.start
            against.spread(Counter({(start, hands): ways * more for hands, more in against.deals()}), weights)
        return weights
