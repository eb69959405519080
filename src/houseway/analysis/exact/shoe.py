"""Games of a shoe: a seat takes cards as it likes, then a dealer draws by a rule, and no hand looks at suits but one of
a seat's first cards, on which wagers are counted by themselves (`shoe_first`).

For each of the dealer's open cards there is a table (`shoe_table`) of all hands that a seat can have against it. What a
hand is worth when the seat has done is a sum over all hands that the dealer can come to (`shoe_dealer`), from what is
left then; before that it is the best of its options. Hands of a split are played by one strategy: each knows its own
cards, the open ones and the seat's first cards, and no card that came to another hand (`shoe_splits`). Where a seat is
dealt two hands they are counted beside each other (`shoe_dealt`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, gcd, lcm, prod

from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe_cards import Grades, ShoeCards, first_cards
from houseway.analysis.exact.shoe_dealt import DealtAgainst, DealtHands, TwoHands
from houseway.analysis.exact.shoe_first import FirstCards, Lines
from houseway.analysis.exact.shoe_table import MOST_HANDS, HandKind, HandTable, Node
from houseway.analysis.exact.stakes import NO_STAKES, Stakes
from houseway.analysis.exact.state import State
from houseway.analysis.exact.tree import Tree, taken
from houseway.game import SEAT, Deal, Option, Over, Seen

FOR_EACH_HAND = lcm(*range(1, MOST_HANDS + 1))  # chances of each end, so that one hand of any number has whole ones


class ShoeHands:
    """A game's rounds for one seat."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.cards = ShoeCards(question)
        self.first = FirstCards(self.cards)
        self._tables: dict[Grades, HandTable] = {}
        self.dealt = DealtHands(question, self.cards, self.against) if question.game.dealt_hands > 1 else None

    @cached_property
    def ends(self) -> Ends:
        """How a round ends. A hand of a split stands for all its hands."""
        if self.dealt:
            return _whole(self.dealt.weights())
        weights: Counter[End] = Counter()
        for up, mine, ways in self.deals():
            table, beside = self.against(up), self.first.lines(self.start_stakes, mine)
            times = ways * FOR_EACH_HAND * self._first_ways // sum(beside.values())
            firsts = self.first.starts(mine)
            for cards, number in firsts.items():
                start, each = table.start(mine, cards), times // sum(firsts.values())
                table.spread(start, {start: 1}, each * number, weights, beside)
        return _whole(weights)

    @cached_property
    def start_stakes(self) -> Stakes:
        """What lies there when a seat's first cards have come."""
        up, mine, _ = next(self.deals())
        table = self.against(up)
        return table.kinds[table.start(mine).kind].stakes

    @cached_property
    def _first_ways(self) -> int:
        """In how many ways first cards come, whatever they are: a number that all of them share."""
        ways = ((self.first.lines(NO_STAKES, mine), self.first.starts(mine)) for _, mine, _ in self.deals())
        return lcm(*(sum(beside.values()) * sum(firsts.values()) for beside, firsts in ways))

    @cached_property
    def expectation(self) -> Fraction:
        """What a round wins."""
        if self.dealt:
            return self.dealt.expectation()
        won = sum((ways * self._value(up, mine) for up, mine, ways in self.deals()), Fraction(0))
        played = won / (self.cards.unit * self.cards.room(len(self.question.cards)))
        return played + self._won_by_first_cards if self.first.names else played

    def _value(self, up: Grades, mine: Grades) -> Fraction:
        """What a round wins with these first cards, in parts of a unit, of all ways to deal on."""
        table, firsts = self.against(up), self.first.starts(mine)
        won = sum(number * table.value(table.start(mine, cards)) for cards, number in firsts.items())
        return Fraction(won, sum(firsts.values()))

    @cached_property
    def _won_by_first_cards(self) -> Fraction:
        """What wagers on the first cards win in a round."""
        won, total = Fraction(0), 0
        for _, mine, ways in self.deals():
            won += ways * self.first.mean(self.start_stakes, mine)
            total += ways
        return won / total

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option of the choice at hand wins on average, with best play after it; of a hand of a split, what
        that hand does."""
        if self.dealt and (state := Tree(self.question).state(seen)).stakes.are_of_all_hands(self.question.game):
            return self._options_of_both(state)
        table, node = self.node(seen)
        room = self.cards.unit * table.dealer.mass(table.kinds[node.kind].looked, table.left(node))
        beside = {option: self._beside(seen, table, node, option) for option in table.may(node)}
        won = {
            option: sum((self.question.net[line] for line in lines), Fraction(0)) for option, lines in beside.items()
        }
        return {option: Fraction(table.worth_of(node, option), room) + won[option] for option in table.may(node)}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option of the choice at hand."""
        if self.dealt and (state := Tree(self.question).state(seen)).stakes.are_of_all_hands(self.question.game):
            return self._branches_of_both(state)
        table, node = self.node(seen)
        ends = {}
        for option in table.may(node):
            weights: Counter[End] = Counter()
            beside = {self._beside(seen, table, node, option): 1}
            table.spread_option(node, option, FOR_EACH_HAND, weights, beside)
            ends[option] = _whole(weights)
        return ends

    def _options_of_both(self, state: State) -> dict[Option, Fraction]:
        """What each option of a choice for two hands together wins."""
        both, kind, hands = self._both(state)
        table = both.table
        left = table.left(Node(kind, hands[0]), hands[1])
        room = self.cards.unit * table.dealer.mass(table.kinds[kind].looked, left)
        found = both.options(kind, hands)
        return {option: Fraction(both.value(*both.after(kind, hands, option)), room) for option in found}

    def _branches_of_both(self, state: State) -> dict[Option, Ends]:
        both, kind, hands = self._both(state)
        ends = {}
        for option in both.options(kind, hands):
            weights: Counter[End] = Counter()
            both.spread(Counter({both.after(kind, hands, option): 1}), weights)
            ends[option] = _whole(weights)
        return ends

    def _both(self, state: State) -> tuple[DealtAgainst, int, TwoHands]:
        """The two hands of a seat that chooses for them together, and their kind."""
        up = self.cards.graded(state.place(self.cards.his_place).cards)
        assert self.dealt is not None
        both = self.dealt.against(up)
        one, two, three, four = (self.cards.graded((card,))[0] for card in state.place(SEAT.place).cards)
        node = Node(both.start, tuple(sorted((one, two))))
        while isinstance(both.table.step_at(node), Over):
            node = both.table.looked(node)
        return both, node.kind, ((one, two), (three, four))

    def _beside(self, seen: Seen, table: HandTable, node: Node, option: Option) -> Lines:
        """How wagers on the first cards end, where they are not split."""
        kind = table.kinds[node.kind]
        if option.splits or kind.hands > 1:
            return ()
        return self.first.lines_of(kind.stakes, seen[SEAT][: first_cards(self.question.game)])

    def against(self, up: Grades) -> HandTable:
        """The hands of a seat against these open cards of the dealer's."""
        if up not in self._tables:
            self._tables[up] = HandTable(self.cards, self.question, up, self.first)
        return self._tables[up]

    def starts(self) -> Iterator[tuple[HandTable, Node, Fraction]]:
        """Every hand with which a seat begins to play, and in how many ways it comes, of all to deal the first cards of
        one hand."""
        if not self.dealt:
            for up, mine, ways in self.deals():
                table = self.against(up)
                yield table, table.start(mine), Fraction(ways)
            return
        left = len(self.question.cards) - first_cards(self.question.game) - 1
        for up, ways in self.dealt.ups():
            both = self.dealt.against(up)
            hands = Counter[Node]()
            for hand, times in both.played().items():
                hands[hand.node] += times
            for node, times in hands.items():
                yield both.table, node, Fraction(ways * times, left * (left - 1))

    def chosen_for_both(self, seen: Seen, options: tuple[Option, ...]) -> Option:
        """What best play says for two hands together."""
        both, kind, hands = self._both(Tree(self.question).state(seen))
        return taken(options, both.chosen(kind, hands).word)

    def deals(self) -> Iterator[tuple[Grades, Grades, int]]:
        """The dealer's open cards, the seat's first cards, and in how many ways they come, in any order."""
        deals = {name: step for step in self.question.game.round if isinstance(step, Deal) for name in step.to.places}
        grades = range(len(self.cards.copies))
        for up in combinations_with_replacement(grades, deals[self.cards.his_place].up):
            for mine in combinations_with_replacement(grades, deals[SEAT.place].cards):
                ways = _orders(up) * _orders(mine)
                for grade, number in Counter(up + mine).items():
                    ways *= prod(range(self.cards.copies[grade] - number + 1, self.cards.copies[grade] + 1))
                if ways > 0:
                    yield up, mine, ways

    def node(self, seen: Seen) -> tuple[HandTable, Node]:
        """Where a seat stands that sees this."""
        state = Tree(self.question).state(seen)
        table = self.against(self.cards.graded(state.place(self.cards.his_place).cards))
        kind = HandKind(
            at=state.at,
            said=state.said,
            stakes=state.stakes,
            gone=self.cards.graded(state.gone),
            looked=state.ruled_out if table.dealer.hidden else (),
            hands=max(state.hands, seen.hands),
            first=seen[SEAT] if self.first.settled else (),
        )
        return table, Node(table.number(kind), self.cards.graded(state.place(SEAT.place).cards, state.hands > 1))


def _whole(weights: Counter[End]) -> Ends:
    common = gcd(*weights.values())
    return Ends({end: weight // common for end, weight in weights.items() if weight})


def _orders(cards: Grades) -> int:
    return factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))
