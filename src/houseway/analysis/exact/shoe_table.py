"""A seat's hands against a dealer of whom some cards are open: what each is worth, and how it ends.

A hand is its cards, without their order, and its kind: all else that is known of it when a step begins. Its worth is a
whole number over one denominator, the ways to deal as many cards as a round can take from those left: so a card that
comes is a sum, and no fraction is ever reduced. Where the dealer has looked at his hidden card and the round went
on, hands of his by which it would be over are left out of the sums: every option lacks the same deals, so they compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import prod
from typing import NamedTuple

from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe_beside import UnknownBeside
from houseway.analysis.exact.shoe_cards import Grades, ShoeCards
from houseway.analysis.exact.shoe_dealer import Dealer
from houseway.analysis.exact.shoe_first import NO_LINES, FirstCards, Lines
from houseway.analysis.exact.shoe_splits import splits
from houseway.analysis.exact.stakes import NO_STAKES, Stakes
from houseway.cards import Cards
from houseway.game import SEAT, Bets, Choice, Deal, Option, Over, Seen, Settle, Step, Worth

MOST_HANDS = 16


@dataclass(frozen=True, slots=True)
class HandKind:
    """All that is known of a hand when a step begins, but its cards."""

    at: int
    said: tuple[str, ...] = ()
    stakes: Stakes = NO_STAKES
    gone: Grades = ()  # cards that the seat knows, and that are in no hand
    looked: tuple[int, ...] = ()  # the steps at which the dealer looked at his cards, and the round went on
    hands: int = 1
    first: Cards = ()  # the first cards themselves, where wagers on them are settled, until the hand is played


class Node(NamedTuple):
    """A hand, by the number of its kind. Cards are in rising order, but for the first of a hand that a split began."""

    kind: int
    cards: Grades


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a hand comes to an end, a look or a split, and in how many orders of the cards that came."""

    node: Node
    orders: int


class Root(NamedTuple):
    """A hand of a split when it has one card: whether its second is like the first, and the cards of other hands that
    it does not know."""

    node: Node
    is_alike: bool
    others: Grades


class HandTable:
    """The hands of a seat against these open cards."""

    def __init__(self, cards: ShoeCards, question: Question, up: Grades, first: FirstCards) -> None:
        self.cards, self.question, self.game = cards, question, question.game
        self.first = first
        self.dealer = Dealer(cards, question, up)
        self.round = self.game.round
        choices = {at: step for at, step in enumerate(self.round) if isinstance(step, Choice)}
        self.last = 1 + max(choices)
        self.plays_at = next((at for at, step in choices.items() if step.again), self.last)
        self.kinds: list[HandKind] = []
        self._numbers: dict[HandKind, int] = {}
        self._values: dict[Node, int] = {}
        self._chosen: dict[Node, Option] = {}
        self._may: dict[Node, tuple[Option, ...]] = {}
        self._next: dict[int, int] = {}
        self._acted: dict[tuple[int, Option], int] = {}
        self._lines: dict[tuple[int, tuple[Worth, ...]], list[tuple[SettledLine, ...]]] = {}
        self._nets: dict[tuple[int, tuple[Worth, ...]], tuple[list[int], bool]] = {}
        self._roots: dict[Root, int] = {}
        self.beside = UnknownBeside(self)
        self._stops: dict[tuple[Node, bool], list[Stop]] = {}
        self._most: dict[tuple[Node, Option], int] = {}

    def start(self, mine: Grades, cards: Cards = ()) -> Node:
        """The seat when its first cards have come, of these grades; they are told apart where wagers look at them."""
        placed = chain.from_iterable((*step.must, *step.may) for step in self.round if isinstance(step, Bets))
        stakes = NO_STAKES.placed(name for name in placed if name in self.question.wagers)
        first = 1 + max(at for at, step in enumerate(self.round) if isinstance(step, Deal))
        return Node(self.number(HandKind(first, stakes=stakes, first=cards)), mine)

    def number(self, kind: HandKind) -> int:
        kind = replace(kind, first=()) if kind.first and kind.at >= self.plays_at else kind
        if kind not in self._numbers:
            self._numbers[kind] = len(self.kinds)
            self.kinds.append(kind)
        return self._numbers[kind]

    # ---- values ------------------------------------------------------------------------------------

    def value(self, node: Node) -> int:
        """What the round wins from here on, in parts of a unit, of all ways to deal on."""
        value = self._values.get(node)
        if value is None:
            value = self._values[node] = self._value(node)
        return value

    def _value(self, node: Node) -> int:
        kind = self.kinds[node.kind]
        if self.is_done(kind):
            return self.settled(node, self.left(node))
        match self.round[kind.at]:
            case Choice():
                if not self.legal(node):
                    return self.value(self.passed(node))
                return self.worth_of(node, self.chosen(node))
            case Over() as step:
                return self.won_by_look(node, step) + self.value(self.looked(node))
            case Settle() as step:
                return self.value(self.settle(node, step))
            case _ as step:
                raise ValueError(f"a step before the last choice that a shoe does not take: {type(step).__name__}")

    def worth_of(self, node: Node, option: Option) -> int:
        """The value of a node where this option is taken."""
        if option.splits:
            return self._split(node, option, self.most_hands(node, option))
        return self._drawn(self.after(node, option), option.takes)

    def _drawn(self, node: Node, takes: int) -> int:
        if not takes:
            return self.value(node)
        drawn = self._drawn if takes > 1 else None
        total = 0
        for grade, number in enumerate(self.left(node)):
            if number:
                after = self.with_card(node, grade)
                total += number * (drawn(after, takes - 1) if drawn else self.value(after))
        return total

    def won_by_look(self, node: Node, step: Over, others: Grades = ()) -> int:
        """What the hand wins where a look ends the round, beside cards that it does not know."""
        return sum(ways * self._net(node, his) for his, ways in self.dealer.over(step, self.left(node, others)))

    def settled(self, node: Node, left: Grades) -> int:
        """The seat has done: the dealer draws from these cards, and all that lies there is settled."""
        nets, is_one = self.outcome_nets(node)
        looked = self.kinds[node.kind].looked
        if is_one:
            return nets[0] * self.dealer.mass(looked, left)
        ways, times = self.dealer.ways(looked, left)
        return times * sum([net * number for net, number in zip(nets, ways, strict=False)])

    # ---- what a seat does --------------------------------------------------------------------------

    def chosen(self, node: Node) -> Option:
        """The option that wins most, of equals the first; or what the policy says."""
        if node not in self._chosen:
            options = self.legal(node)
            if self.question.policy:
                self._chosen[node] = self._by_policy(node, options)
            else:
                self._chosen[node] = max(options, key=lambda option: self.worth_of(node, option))
        return self._chosen[node]

    def _by_policy(self, node: Node, options: tuple[Option, ...]) -> Option:
        assert self.question.policy
        number = sum(isinstance(step, Choice) for step in self.round[: self.kinds[node.kind].at])
        return self.question.policy(number, self.seen(node), options)

    def legal(self, node: Node) -> tuple[Option, ...]:
        """Whether a hand of a split splits again was said when its cards came."""
        may = self.may(node)
        return tuple(option for option in may if not option.splits) if self.kinds[node.kind].hands > 1 else may

    def may(self, node: Node) -> tuple[Option, ...]:
        if node not in self._may:
            kind = self.kinds[node.kind]
            step = self.round[kind.at] if kind.at < len(self.round) else None
            options = step.options(self.seen(node)) if isinstance(step, Choice) and not kind.stakes.out else ()
            self._may[node] = tuple(option for option in options if not option.foul)
        return self._may[node]

    def seen(self, node: Node) -> Seen:
        kind = self.kinds[node.kind]
        lying = {self.dealer.place: self.dealer.open, SEAT.place: kind.first or self.cards.shown(node.cards)}
        return Seen(pack=self.question.pack, lying=lying, said=kind.said, hands=kind.hands)

    def is_done(self, kind: HandKind) -> bool:
        """Whether nothing is left to choose; where nothing lies there, a choice may still add it."""
        return kind.at >= self.last or (kind.stakes.out and not kind.stakes.lying)

    def passed(self, node: Node) -> Node:
        """The same hand at the next step."""
        if node.kind not in self._next:
            kind = self.kinds[node.kind]
            self._next[node.kind] = self.number(replace(kind, at=kind.at + 1))
        return Node(self._next[node.kind], node.cards)

    def after(self, node: Node, option: Option) -> Node:
        """What an option does, but for the cards that come."""
        if option.drops:
            return self._dropped(node, option)
        key = node.kind, option
        if key not in self._acted:
            self._acted[key] = self.number(self._kind_after(self.kinds[node.kind], option))
        return Node(self._acted[key], node.cards)

    def _dropped(self, node: Node, option: Option) -> Node:
        dropped = self.cards.graded(option.drops)
        kind = self._kind_after(self.kinds[node.kind], option)
        kept = tuple((Counter(node.cards) - Counter(dropped)).elements())
        return Node(self.number(replace(kind, gone=tuple(sorted((*kind.gone, *dropped))))), kept)

    def _kind_after(self, kind: HandKind, option: Option) -> HandKind:
        step = self.round[kind.at]
        assert isinstance(step, Choice)
        at = kind.at if step.again and not option.last else kind.at + 1
        return replace(kind, at=at, said=(*kind.said, option.word), stakes=kind.stakes.after(self.game, option))

    def looked(self, node: Node) -> Node:
        """The hand when the dealer has looked and the round goes on."""
        kind = self.kinds[node.kind]
        step = self.round[kind.at]
        assert isinstance(step, Over)
        looked = (*kind.looked, kind.at) if self.dealer.can_be(step) else kind.looked
        return Node(self.number(replace(kind, at=kind.at + 1, looked=looked)), node.cards)

    def settle(self, node: Node, step: Settle) -> Node:
        """The hand when these wagers were settled."""
        kind = self.kinds[node.kind]
        lines = self._all_lines(kind, self.cards.worths(node.cards), self.dealer.shown_worths)
        stakes = kind.stakes.settle(line for line in lines if line.wager in step.wagers)
        return Node(self.number(replace(kind, at=kind.at + 1, stakes=stakes)), node.cards)

    def known(self, node: Node) -> Grades:
        """All cards that a hand knows, of the seat's: its own, and those that are in no hand."""
        return node.cards + self.kinds[node.kind].gone

    def step_at(self, node: Node) -> Step | None:
        """The step that a hand has come to; none, if it has done."""
        kind = self.kinds[node.kind]
        return None if self.is_done(kind) else self.round[kind.at]

    def with_card(self, node: Node, grade: int) -> Node:
        """The hand when a card has come to it."""
        kept = self.kinds[node.kind].hands > 1  # the card that was split
        return Node(node.kind, (*node.cards[:kept], *sorted((*node.cards[kept:], grade))))

    def left(self, node: Node, others: Grades = ()) -> Grades:
        """How many cards of each grade are left beside this hand, and the others' cards."""
        left = list(self.dealer.left)
        for grade in node.cards:
            left[grade] -= 1
        for grade in chain(self.kinds[node.kind].gone, others):
            left[grade] -= 1
        return tuple(left)

    # ---- splits ------------------------------------------------------------------------------------

    def roots(self, node: Node, option: Option) -> tuple[Node, Node]:
        """The hand on which the wagers stay, and the new one, but for the cards that come to them."""
        first, second = node.cards
        if first != second or option.takes != 1:
            raise ValueError("a shoe takes splits of cards that are alike, each hand with one more card")
        kind = self.kinds[node.kind]
        gone = kind.gone if kind.hands > 1 else tuple(sorted((*kind.gone, first)))
        root = replace(self._kind_after(kind, option), gone=gone, hands=2)
        new = replace(root, stakes=kind.stakes.of_new_hand(option.splits))
        return Node(self.number(root), (first,)), Node(self.number(new), (first,))

    def _split(self, node: Node, option: Option, most: int) -> int:
        return sum(times * self._won_by(root) for _, times, root in self._roots_of(node, option, most))

    def roots_beside(self, node: Node, others: Grades) -> Iterator[tuple[int, int, Root]]:
        """The same of a hand that is split, beside cards that it does not know."""
        option = self.chosen(node)
        yield from self._roots_of(node, option, self.most_hands(node, option), others)

    def _roots_of(self, node: Node, option: Option, most: int, others: Grades = ()) -> Iterator[tuple[int, int, Root]]:
        """Of how many hands, and how often, a hand of a split counts; and the hand."""
        first = node.cards[0]
        left = self.left(node, others)[first]
        known_one = self.kinds[node.kind].hands > 1
        for split in splits(most):
            for root, weights in zip(self.roots(node, option), (split.first, split.new), strict=True):
                for is_alike, numbers in ((False, weights.another), (True, weights.alike)):
                    for gone, number in numbers.items():
                        if number and gone <= left:
                            times = number * prod(range(left - gone + 1, left + 1))
                            yield split.hands, times, Root(root, is_alike, (first,) * (gone + known_one) + others)

    def _won_by(self, root: Root) -> int:
        """What a hand of a split wins, of all ways to deal on from where it has one card."""
        if root not in self._roots:
            self._roots[root] = self.beside.won_by_root(root)
        return self._roots[root]

    def stops_of(self, root: Root) -> list[Stop]:
        """Where the hand comes to its end."""
        key = root.node, root.is_alike
        if key not in self._stops:
            first = root.node.cards[0]
            seconds = [grade for grade in range(len(self.cards.copies)) if (grade == first) == root.is_alike]
            self._stops[key] = self.stops({self.with_card(root.node, grade): 1 for grade in seconds})
        return self._stops[key]

    def met(self, start: Node) -> dict[Node, int]:
        """Every choice that a hand comes to from its start, and in how many ways; not those after a split."""
        met: list[Stop] = []
        self.stops({start: 1}, met)
        left = self.left(start)
        return {stop.node: stop.orders * ways for stop in met if (ways := self._ways(left, start, stop.node))}

    def stops(self, orders: dict[Node, int], met: list[Stop] | None = None) -> list[Stop]:
        """Where hands come to that are played on from these: ends, looks and splits; and what choices they met."""
        levels: dict[tuple[int, int], Counter[Node]] = {}
        found: list[Stop] = []

        def come(node: Node, number: int) -> None:
            level = self.kinds[node.kind].at, len(node.cards)
            levels.setdefault(level, Counter())[node] += number

        for node, number in orders.items():
            come(node, number)
        while levels:
            for node, number in levels.pop(min(levels)).items():
                kind = self.kinds[node.kind]
                step = None if self.is_done(kind) else self.round[kind.at]
                if isinstance(step, Choice):
                    if not self.legal(node):
                        come(self.passed(node), number)
                        continue
                    if met is not None:
                        met.append(Stop(node, number))
                    if (option := self.chosen(node)).splits:
                        found.append(Stop(node, number))
                    else:
                        for after in self._all_after(self.after(node, option), option.takes):
                            come(after, number)
                    continue
                if not isinstance(step, Settle):
                    found.append(Stop(node, number))
                if isinstance(step, Over):
                    come(self.looked(node), number)
                if isinstance(step, Settle):
                    come(self.settle(node, step), number)
        return found

    def _all_after(self, node: Node, takes: int) -> Iterator[Node]:
        if not takes:
            yield node
            return
        for grade in range(len(self.cards.copies)):
            yield from self._all_after(self.with_card(node, grade), takes - 1)

    def _ways(self, left: Grades, start: Node, end: Node) -> int:
        """In how many ways the cards come, in one order, by which a hand came from one node to the other."""
        ways, taken = 1, list(left)
        for grade in (*start.cards, *self.kinds[start.kind].gone):
            taken[grade] += 1
        for grade in (*end.cards, *self.kinds[end.kind].gone):
            taken[grade] -= 1
        for grade, number in enumerate(taken):
            for here in range(number, left[grade]):
                ways *= here + 1
        return ways if min(taken) >= 0 else 0

    def most_hands(self, node: Node, option: Option) -> int:
        """How many hands are made of this one, where all that can be split again are; or two, where that wins more."""
        key = node, option
        if key not in self._most:
            most = self._hands_at_most(node, option)
            if most > 2 and not self.question.policy:
                most = max((most, 2), key=lambda hands: self._split(node, option, hands))
            self._most[key] = most
        return self._most[key]

    def _hands_at_most(self, node: Node, option: Option) -> int:
        root, _ = self.roots(node, option)
        pair = self.with_card(root, root.cards[0])
        for more in range(MOST_HANDS):
            kind = replace(self.kinds[pair.kind], hands=self.kinds[node.kind].hands + 1 + more)
            again = Node(self.number(kind), pair.cards)
            may = self.may(again)
            splits_again = any(each.splits for each in may)
            if splits_again and self.question.policy:
                splits_again = bool(self._by_policy(again, may).splits)
            if not splits_again:
                return 2 + more
        raise ValueError(f"more than {MOST_HANDS} hands of one seat")

    # ---- ends --------------------------------------------------------------------------------------

    def spread(
        self,
        start: Node,
        orders: dict[Node, int],
        times: int,
        weights: Counter[End],
        beside: Mapping[Lines, int] = NO_LINES,
    ) -> None:
        """Add how rounds end that come from the start to these nodes, so many times; beside a hand that is not split
        are the lines of wagers on its first cards, each so often. The lines of a hand of a split stand for those of all
        its hands."""
        left, whole, unsplit = self.left(start), sum(beside.values()), Counter[End]()
        for stop in self.stops(orders):
            ways = times * stop.orders * self._ways(left, start, stop.node)
            kind = self.kinds[stop.node.kind]
            step = None if self.is_done(kind) else self.round[kind.at]
            if not ways:
                continue
            if isinstance(step, Choice):
                self.spread_split(stop.node, self.chosen(stop.node), ways * whole, weights)
            elif isinstance(step, Over):
                for his, more in self.dealer.over(step, self.left(stop.node)):
                    lines = self._all_lines(kind, self.cards.worths(stop.node.cards), his)
                    unsplit[_end(kind, (*kind.stakes.settled, *lines))] += ways * more
            else:
                self._spread_end(stop.node, self.left(stop.node), ways, unsplit)
        for end, weight in unsplit.items():
            for more_lines, number in beside.items():
                weights[End(end.said, tuple(sorted((*end.lines, *more_lines))))] += weight * number

    def spread_option(
        self, node: Node, option: Option, times: int, weights: Counter[End], beside: Mapping[Lines, int] = NO_LINES
    ) -> None:
        if option.splits:
            self.spread_split(node, option, times, weights)
        else:
            orders = Counter(self._all_after(self.after(node, option), option.takes))
            self.spread(node, orders, times, weights, beside)

    def spread_split(self, node: Node, option: Option, times: int, weights: Counter[End]) -> None:
        for hands, number, root in self._roots_of(node, option, self.most_hands(node, option)):
            left, found = self.left(root.node, root.others), Counter[End]()
            for stop in self.stops_of(root):
                if ways := self._ways(left, root.node, stop.node):
                    rest = self.left(stop.node, root.others)
                    self._spread_end(stop.node, rest, times * number * stop.orders * ways, found, hands)
            for end, weight in found.items():
                weights[end] += weight // hands

    def _spread_end(self, node: Node, left: Grades, ways: int, weights: Counter[End], hands: int = 1) -> None:
        for end, number in self.ends_at(node, left, hands):
            weights[end] += ways * number

    def ends_at(self, node: Node, left: Grades, hands: int = 1) -> Iterator[tuple[End, int]]:
        """How a hand ends that has done, for all of so many, and in how many ways the dealer draws from these cards."""
        kind, all_lines = self.kinds[node.kind], self._lines_of(node)
        if len(set(all_lines)) == 1:
            yield _end(kind, all_lines[0], hands), self.dealer.mass(kind.looked, left)
            return
        numbers, times = self.dealer.ways(kind.looked, left)
        for lines, number in zip(all_lines, numbers, strict=False):
            if number:
                yield _end(kind, lines, hands), times * number

    def ends_by_look(self, node: Node, step: Over, others: Grades, hands: int) -> Iterator[tuple[End, int]]:
        """How a hand ends where a look ends the round, for all of so many."""
        kind = self.kinds[node.kind]
        for his, ways in self.dealer.over(step, self.left(node, others)):
            lines = self._all_lines(kind, self.cards.worths(node.cards), his)
            yield _end(kind, (*kind.stakes.settled, *lines), hands), ways

    # ---- settling ----------------------------------------------------------------------------------

    def nets_of(self, node: Node) -> list[int]:
        """What the hand wins against each outcome of the dealer's."""
        return self.outcome_nets(node)[0]

    def over_nets(self, node: Node, step: Over) -> Iterator[tuple[int, int]]:
        """What the hand wins where a look ends the round, by the hidden card."""
        for grade in range(len(self.cards.copies)):
            for his, _ in self.dealer.over(step, tuple(int(each == grade) for each in range(len(self.cards.copies)))):
                yield grade, self._net(node, his)

    def outcome_nets(self, node: Node) -> tuple[list[int], bool]:
        """What the hand wins against each outcome of the dealer's, and whether it is always the same."""
        key = node.kind, self.cards.worths(node.cards)
        if key not in self._nets:
            nets = [self._won(lines) for lines in self._lines_of(node)]
            self._nets[key] = nets, len(set(nets)) == 1
        return self._nets[key]

    def _lines_of(self, node: Node) -> list[tuple[SettledLine, ...]]:
        kind, worths = self.kinds[node.kind], self.cards.worths(node.cards)
        key = node.kind, worths
        if key not in self._lines:
            all_his = self.dealer.outcomes(kind.looked)
            self._lines[key] = [(*kind.stakes.settled, *self._all_lines(kind, worths, his)) for his in all_his]
        return self._lines[key]

    def _net(self, node: Node, his: tuple[Worth, ...]) -> int:
        kind = self.kinds[node.kind]
        return self._won((*kind.stakes.settled, *self._all_lines(kind, self.cards.worths(node.cards), his)))

    def _won(self, lines: tuple[SettledLine, ...]) -> int:
        won = sum((self.question.net[line] for line in lines), Fraction(0)) * self.cards.unit
        assert won.denominator == 1
        return won.numerator

    def _all_lines(self, kind: HandKind, mine: tuple[Worth, ...], his: tuple[Worth, ...]) -> Iterator[SettledLine]:
        worths = dict(zip((*self.cards.my_hands, *self.cards.his_hands), (*mine, *his), strict=True))
        for wager, times in kind.stakes.unsettled(self.game, self.cards.played):
            yield SettledLine(wager.name, times, wager.line(tuple(worths[hand] for hand in wager.hands), kind.said))
        if kind.first:
            yield from self.first.settled_lines(kind.stakes, kind.first)
        if kind.hands > 1 and self.first.names:
            for wager, times in kind.stakes.unsettled(self.game, self.first.names):
                yield SettledLine(wager.name, times, self.first.after_split(wager, kind.said))


def _end(kind: HandKind, lines: tuple[SettledLine, ...], hands: int = 1) -> End:
    return End(kind.said, tuple(sorted(SettledLine(each.wager, each.times * hands, each.line) for each in lines)))
