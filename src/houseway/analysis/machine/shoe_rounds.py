"""Rounds of a game of a shoe, dealt card by card to one seat that plays best, its hands one after the other.

What a seat does is a table of nodes from the exact method: a node ends, splits, or goes on to another by the card that
comes. The dealer's hands are such a table too. So a round is dealt as at a table: all hands that a seat is dealt, and
those of a split, are settled against one dealer, from the same cards, and the exact figures, which count each hand by
itself, are held against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import sqrt
from typing import Any

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.shoe_cards import Grades
from houseway.analysis.exact.shoe_dealt import DealtAgainst, DealtHands, TwoHands
from houseway.analysis.exact.shoe_table import HandTable, Node
from houseway.analysis.exact.stakes import own_stakes
from houseway.analysis.machine.batches import BATCH, first_counter
from houseway.analysis.split.kernel import kernel
from houseway.cards import Card
from houseway.game import Choice, Over, Settle

END, TAKES, SPLITS, LOOKS = range(4)  # what is done at a node
MOST = 32  # hands of one seat


@dataclass(frozen=True, slots=True, eq=False)
class ShoeTables:
    """All that is needed to deal rounds, in arrays that can be sent to another process. Money is in parts of a unit."""

    unit: int
    pack: Longs
    grades: Longs  # of the kinds of cards in the pack
    first_nets: Longs  # what wagers on the first cards win, by their kinds
    starts: Longs  # of each hand that is dealt, by the dealer's card and the kinds of the seat's
    first_draws: Longs
    rows: Longs
    after: Longs
    pays: Longs
    staked: Longs
    over: Longs
    draws: Longs
    outcomes: Longs

    def deal(self, rounds: int, first: np.uint64) -> tuple[Longs, Longs]:
        """What each round won, and what was staked in it; random numbers are counted from the first."""
        nets, stakes = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        _deal(
            first,
            self.pack.copy(),
            self.grades,
            self.first_nets,
            self.starts,
            self.first_draws,
            self.rows,
            self.after,
            self.pays,
            self.staked,
            self.over,
            self.draws,
            self.outcomes,
            nets,
            stakes,
        )
        return nets, stakes


@dataclass(frozen=True, slots=True)
class Dealt:
    """What so many rounds won of a unit, and the standard error of that."""

    rounds: int
    mean: Fraction
    variance: Fraction

    @property
    def error(self) -> float:
        return sqrt(self.variance / self.rounds)


class ShoeRounds:
    """The tables of a game, and rounds dealt by them."""

    def __init__(self, method: ShoeHands) -> None:
        self.method = method
        self._numbers: dict[tuple[Grades, Node], int] = {}
        self._rows: list[list[int]] = []  # what is done, and with what
        self._after: list[list[int]] = []  # by grade
        self._pays: list[list[int]] = []  # by outcome of the dealer's
        self._staked: list[int] = []
        self._own_stakes = own_stakes(method.question.game)
        self._over: list[list[int]] = []  # what is won where a look ends the round, by the hidden card; or nothing
        self._dealers: dict[tuple[Grades, Grades], int] = {}
        self._draws: list[list[int]] = []
        self._outcomes: list[int] = []
        grades = len(method.cards.copies)
        self.kinds = self._kinds()
        hands = method.question.game.dealt_hands
        self.starts = np.full((grades, *(len(self.kinds),) * (2 * hands), hands), -1, np.int64)
        self.first_draws = np.zeros(grades, np.int64)
        if method.dealt:
            self._starts_of_hands(method.dealt)
        else:
            for up, mine, _ in method.deals():
                table = method.against(up)
                self._start(table, up, mine)
                self.first_draws[up[0]] = self._dealer(table, up, ())
        self.starts = self.starts.reshape(grades, -1, hands)
        widest = max(map(len, self._pays))
        self._pays = [pays + [0] * (widest - len(pays)) for pays in self._pays]

    @cached_property
    def tables(self) -> ShoeTables:
        read = (self._rows, self._after, self._pays, self._staked, self._over, self._draws, self._outcomes)
        arrays = [np.array(each, np.int64) for each in read]
        unit = self.method.cards.unit
        return ShoeTables(unit, *self._pack(), self.starts, self.first_draws, *arrays)

    def _kinds(self) -> dict[Card, int]:
        """A card of each kind, and its grade. A kind is a grade, or a single card where wagers look at the first cards
        themselves."""
        alike = self.method.cards.alike
        if not (self.method.first.names or self.method.first.settled):
            return {cards[0]: grade for grade, cards in enumerate(alike)}
        return {card: grade for grade, cards in enumerate(alike) for card in cards}

    def _start(self, table: HandTable, up: Grades, mine: Grades) -> None:
        """Where a round begins with first cards of these grades, by their kinds."""
        by_grade = [[(n, card) for n, (card, g) in enumerate(self.kinds.items()) if g == grade] for grade in mine]
        for (one, first), (two, second) in product(*by_grade):
            cards = (first, second) if self.method.first.settled else ()
            number = self._node(table, up, table.start(mine, cards))
            self.starts[up[0], one, two, 0] = self.starts[up[0], two, one, 0] = number

    def _starts_of_hands(self, dealt: DealtHands) -> None:
        """Where each of two hands begins, whose kinds are grades. What is chosen for both together is done there."""
        looks: dict[tuple[Grades, Node, int], int] = {}
        for up, _ in dealt.ups():
            both = dealt.against(up)
            self.first_draws[up[0]] = self._dealer(both.table, up, ())
            for hands, _ in both.deals():
                for nth in range(len(hands)):
                    self.starts[(*up, *hands[0], *hands[1], nth)] = self._begun(both, up, both.start, hands, nth, looks)

    def _begun(
        self,
        both: DealtAgainst,
        up: Grades,
        kind: int,
        hands: TwoHands,
        nth: int,
        looks: dict[tuple[Grades, Node, int], int],
    ) -> int:
        """A hand of two, until it is played by itself."""
        table, node = both.table, Node(kind, tuple(sorted(hands[nth])))
        match table.step_at(node):
            case Choice(together=True):
                after = both.after(kind, hands, both.chosen(kind, hands))
                return self._begun(both, up, *after, nth, looks)
            case Over() as step:
                goes_on = self._begun(both, up, table.looked(node).kind, hands, nth, looks)
                key = up, node, goes_on
                if key not in looks:
                    looks[key] = self._looks(table, node, step, goes_on)
                return looks[key]
            case _:
                return self._node(table, up, node)

    def _pack(self) -> tuple[Longs, Longs, Longs]:
        """The cards by their kinds, of each kind its grade, and of each two what wagers on them as first cards win."""
        cards, first, stakes = self.method.cards, self.method.first, self.method.start_stakes
        numbers = {card: number for number, card in enumerate(self.kinds)}
        kinds = [numbers.get(card, numbers.get(alike[0], -1)) for alike in cards.alike for card in alike]
        won = [[first.won(first.lines_of(stakes, (one, two))) for two in self.kinds] for one in self.kinds]
        nets = [[int(cards.unit * each) for each in row] for row in won]
        grades = list(self.kinds.values())
        return np.array(kinds, np.int64), np.array(grades, np.int64), np.array(nets, np.int64)

    def deal(self, rounds: int, seed: int = 1) -> Dealt:
        won, squares, unit = 0, 0, self.method.cards.unit
        for number, first in enumerate(range(0, rounds, BATCH)):
            nets, _ = self.tables.deal(min(BATCH, rounds - first), first_counter(seed, number))
            won, squares = won + int(nets.sum()), squares + int((nets * nets).sum())
        mean = Fraction(won, unit * rounds)
        return Dealt(rounds, mean, Fraction(squares, unit**2 * rounds) - mean**2)

    def _node(self, table: HandTable, up: Grades, node: Node) -> int:
        if (up, node) in self._numbers:
            return self._numbers[up, node]
        number = self._numbers[up, node] = self._new(table)
        grades = len(table.cards.copies)
        kind = table.kinds[node.kind]
        self._staked[number] = int(table.cards.unit * kind.stakes.action(self._own_stakes))
        step = None if table.is_done(kind) else table.round[kind.at]
        if step is None:
            self._pays[number] = table.nets_of(node)
        elif isinstance(step, Over):
            self._copy(number, self._looks(table, node, step, self._node(table, up, table.looked(node))))
        elif isinstance(step, Settle):
            self._copy(number, self._node(table, up, table.settle(node, step)))
        elif isinstance(step, Choice) and table.legal(node) and table.chosen(node).splits:
            option = table.chosen(node)
            first, new = (self._waits(table, up, root) for root in table.roots(node, option))
            self._rows[number] = [SPLITS, first, new, table.most_hands(node, option) * grades + node.cards[0]]
        elif isinstance(step, Choice) and table.legal(node):
            option = table.chosen(node)
            after = table.after(node, option)
            if option.takes:
                self._rows[number] = [TAKES, self._waits(table, up, after, option.takes), 0, 0]
            else:
                self._copy(number, self._node(table, up, after))
        else:
            self._copy(number, self._node(table, up, table.passed(node)))
        return number

    def _looks(self, table: HandTable, node: Node, step: Over, goes_on: int) -> int:
        """A node at which the dealer looks at his cards, and if the round goes on, the hand does so there."""
        number, nets = self._new(table), dict(table.over_nets(node, step))
        self._staked[number] = int(table.cards.unit * table.kinds[node.kind].stakes.action(self._own_stakes))
        self._over[number] = [nets.get(grade, OPEN) for grade in range(len(table.cards.copies))]
        self._rows[number] = [LOOKS, goes_on, 0, 0]
        return number

    def _copy(self, number: int, other: int) -> None:
        """A node that does nothing is the one that comes next."""
        self._staked[number] = self._staked[other]
        for column in (self._rows, self._after, self._pays, self._over):
            column[number] = column[other]

    def _waits(self, table: HandTable, up: Grades, node: Node, takes: int = 1) -> int:
        """A node of a hand that waits for so many cards: where each that comes leads."""
        number = self._new(table)
        comes = [table.with_card(node, grade) for grade in range(len(table.cards.copies))]
        self._after[number] = [self._taken(table, up, after, takes - 1) for after in comes]
        return number

    def _taken(self, table: HandTable, up: Grades, node: Node, takes: int) -> int:
        """A hand to which a card came, and so many more are to come."""
        if not takes:
            return self._node(table, up, node)
        number = self._new(table)
        self._rows[number] = [TAKES, self._waits(table, up, node, takes), 0, 0]
        return number

    def _new(self, table: HandTable) -> int:
        """The number of one more node, at which nothing is done yet."""
        grades = len(table.cards.copies)
        for column, width in ((self._rows, 4), (self._after, grades), (self._pays, 1), (self._over, grades)):
            column.append([0] * width)
        self._staked.append(0)
        return len(self._rows) - 1

    def _dealer(self, table: HandTable, up: Grades, cards: Grades) -> int:
        """The number of a dealer's hand, by the cards that he drew without their order."""
        key = up, tuple(sorted(cards))
        if key not in self._dealers:
            number = self._dealers[key] = len(self._draws)
            self._draws.append([-1] * len(table.cards.copies))
            self._outcomes.append(-1)
            if len(cards) >= table.dealer.hidden and not table.dealer.goes_on(cards):
                self._outcomes[number] = table.dealer.outcome(cards)
            else:
                self._draws[number] = [
                    self._dealer(table, up, (*cards, grade)) if cards.count(grade) < left else number
                    for grade, left in enumerate(table.dealer.left)
                ]
        return self._dealers[key]


OPEN = -(2**62)  # the round goes on


@kernel
def _deal(  # noqa: PLR0912 - a round goes through many cases
    seed: Any,
    pack: Longs,
    grade: Longs,
    first_nets: Longs,
    starts: Longs,
    first_draws: Longs,
    rows: Longs,
    after: Longs,
    pays: Longs,
    staked: Longs,
    over: Longs,
    draws: Longs,
    outcomes: Longs,
    nets: Longs,
    stakes: Longs,
) -> None:
    """What rounds won, and what was staked in them."""
    grades, state, dealt, kinds = starts.shape[0], seed, starts.shape[2], len(grade)
    ends, waiting = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    cards = np.zeros(2 * dealt + 2, np.int64)
    for played in range(len(nets)):
        top, code = 0, 0
        for place in range(len(cards)):
            state, top, cards[place] = _next(state, pack, top)
            code = code * kinds + cards[place] if place < 2 * dealt else code
        first = first_nets[cards[0], cards[1]]
        up, hole = grade[cards[-2]], grade[cards[-1]]
        total, is_over, number, hands = 0, False, 0, 1
        for nth in range(dealt):
            node, hands, waits = starts[up, code, nth], 1, 0
            first_new, pair, most = 0, -1, 1
            while True:
                what = rows[node, 0]
                if what == LOOKS:
                    if over[node, hole] != OPEN:
                        total, is_over, stakes[played] = total + over[node, hole], True, stakes[played] + staked[node]
                        break
                    node = rows[node, 1]
                elif what == TAKES:
                    state, top, card = _next(state, pack, top)
                    node = after[rows[node, 1], grade[card]]
                else:
                    if what == SPLITS:
                        first_new, pair, most = rows[node, 2], rows[node, 3] % grades, rows[node, 3] // grades
                        waiting[0], waiting[1] = rows[node, 2], rows[node, 1]
                        hands, waits = 2, 2
                    else:
                        ends[number] = node
                        number += 1
                    if not waits:
                        break
                    waits -= 1
                    root = waiting[waits]
                    state, top, card = _next(state, pack, top)
                    while grade[card] == pair and hands < most:
                        hands += 1
                        waiting[waits] = first_new
                        waits += 1
                        state, top, card = _next(state, pack, top)
                    node = after[root, grade[card]]
        if not is_over:
            hand = draws[first_draws[up], hole]
            while outcomes[hand] < 0:
                state, top, card = _next(state, pack, top)
                hand = draws[hand, grade[card]]
            for end in range(number):
                total += pays[ends[end], outcomes[hand]]
                stakes[played] += staked[ends[end]]
        nets[played] = total + (first if hands == 1 else 0)


@kernel
def _next(state: Any, pack: Longs, top: int) -> tuple[Any, int, int]:
    """The next card of a pack whose cards from `top` on lie in any order."""
    if top == len(pack):
        raise ValueError("a round takes more cards than there are")
    state = state + np.uint64(0x9E3779B97F4A7C15)
    mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> np.uint64(31))
    place = top + int(((mixed >> np.uint64(32)) * np.uint64(len(pack) - top)) >> np.uint64(32))
    card = pack[place]
    pack[place] = pack[top]
    pack[top] = card
    return state, top + 1, card
