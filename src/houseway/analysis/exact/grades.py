"""One choice against one hidden hand where suits never matter: cards set, words said, or both.

What a seat sees is taken by grades. The dealer's hidden cards are weighed by what is left in the pack, all hands at
once: the ways to deal a hand are a product of binomials, one a grade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.analysis.exact.ends import End, Ends, SettledLine
from houseway.analysis.exact.looks import by_grades, grouped, multisets
from houseway.analysis.exact.one_choice import Branch, OneChoice
from houseway.analysis.exact.question import Question, without
from houseway.analysis.exact.shown import shown_ends
from houseway.analysis.exact.tree import Tree
from houseway.cards import Card, Cards
from houseway.game import SEAT, Bonus, Contest, Hand, Option, Seen, Show, Wager, Worth
from houseway.ways.house_way import Cut

if TYPE_CHECKING:
    from houseway.analysis.arrays import Longs

Worths = tuple[Worth, ...]


class Dealers(NamedTuple):
    """The dealer's worths beside what he shows, his hidden hands sorted by them, and where each begins."""

    worths: list[Worths]
    order: Longs
    starts: Longs


class GradedRemoval:
    """A game with one choice, at which one place beside the seat holds cards, and whose hands see grades. Cards can be
    told apart by what others see of them `also`."""

    def __init__(self, question: Question, also: tuple[Callable[[Card], int], ...] = ()) -> None:
        self.question = question
        self._also = also
        self.once = OneChoice(question)
        self.way = next((step.way for step in question.game.round if isinstance(step, Show) and step.way), None)
        self.groups = sorted(grouped(question.cards, self._grade), key=lambda each: self._grade(each[0]), reverse=True)
        self._whole = self.groups  # of the pack, whatever is gone
        self._group = {card: number for number, group in enumerate(self.groups) for card in group}
        self.full = tuple(map(len, self.groups))
        assert comb(len(question.cards), self.once.hidden) < 2**62, "hidden hands must be countable in 64 bits"
        self._hidden = multisets(self.full, self.once.hidden)
        binomials = [[comb(n, k) for k in range(self.once.hidden + 1)] for n in range(max(self.full) + 1)]
        self._ways = [np.array(binomials, np.int64)[:, column] for column in self._hidden.T]
        self._dealers: dict[Cards, Dealers] = {}
        self._ended: dict[Any, tuple[list[End], Longs]] = {}
        self._nets: dict[End, Fraction | int] = {}

    # ---- questions ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        if self.once.up and self.question.policy is None:
            return shown_ends(self)
        totals: Counter[End] = Counter()
        for seen, ways in self.sights():
            for end, deals in self._played(seen)[1].items():
                totals[end] += ways * deals
        return Ends(dict(totals))

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option wins on average against all that is hidden."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option."""
        self._judge.state(seen)  # is this what a seat sees at the choice?
        return {branch.option: Ends(ends) for branch, ends in self.branches_of(seen).items() if branch.option}

    @cached_property
    def _judge(self) -> Tree:
        return Tree(self.question)

    def without(self, dead: Cards) -> GradedRemoval:
        """The same when these cards are gone; what hands are worth need not be asked again."""
        other = copy(self)
        other.question = replace(self.question, cards=without(self.question.cards, dead))
        other.groups = [list((Counter(group) - Counter(dead)).elements()) for group in self.groups]
        other.full = tuple(self.left_beside(dead))
        for each in ("ends", "_judge"):
            vars(other).pop(each, None)
        return other

    # ---- what a seat sees --------------------------------------------------------------------------

    def sights(self) -> Iterator[tuple[Seen, int]]:
        """All that a seat can see when it chooses, with the number of ways."""
        for mine, ways in by_grades(self.groups, self.once.size):
            left = [list((Counter(group) - Counter(mine)).elements()) for group in self.groups] if self.once.up else []
            for shown, others in by_grades(left, self.once.up):
                yield self.once.seen(mine, shown), ways * others

    def _grade(self, card: Card) -> tuple[int, ...]:
        """All that any hand sees of a card."""
        hands = (*self.once.my_hands, *self.once.his_hands)
        return tuple(sees(card) for sees in (*self._also, *(hand.sees for hand in hands)) if callable(sees))

    def _played(self, seen: Seen) -> tuple[Branch, dict[End, int]]:
        """What a seat does, and how the hidden deals end then. What it does not do is settled only to be compared."""
        if self.question.policy:
            by_option = {branch.option: branch for branch in self.once.branches(seen) if branch.option}
            if by_option:
                chosen = by_option[self.question.policy(0, seen, tuple(by_option))]
                return chosen, self._settled(seen, (chosen,))[chosen]
        branches = self.branches_of(seen)
        best = max(branches, key=lambda branch: self._won(branches[branch]))
        return best, branches[best]

    def dealers_in_order(self) -> tuple[Longs, Longs, list[Worths]]:
        """The dealer's hands by grades, where all are hidden, those of the same worths together; where these begin;
        and the worths."""
        dealers = self._dealers_beside(())
        return self._hidden[dealers.order], dealers.starts, dealers.worths

    def won_by(self, end: End) -> Fraction | int:
        """What an end wins."""
        return self._net(end)

    def _won(self, ends: Mapping[End, int]) -> Fraction | int:
        return sum(self._net(end) * deals for end, deals in ends.items())

    def _net(self, end: End) -> Fraction | int:
        """What an end wins; a whole number where it is one, for speed."""
        if end not in self._nets:
            net = sum((self.question.net[line] for line in end.lines), Fraction(0))
            self._nets[end] = net.numerator if net.denominator == 1 else net
        return self._nets[end]

    # ---- settling ----------------------------------------------------------------------------------

    def branches_of(self, seen: Seen) -> dict[Branch, dict[End, int]]:
        """In how many of the hidden deals each option ends how."""
        return self._settled(seen, self.once.branches(seen))

    def _settled(self, seen: Seen, branches: Sequence[Branch]) -> dict[Branch, dict[End, int]]:
        mine, shown = seen[SEAT], seen.lying.get(self.once.his_place, ())
        dealers = self._dealers_beside(shown)
        tally = np.add.reduceat(self._hidden_beside(mine + shown)[dealers.order], dealers.starts)
        found = {}
        for branch in branches:
            ends, is_so = self._ends(branch, self.worths_of(branch, mine), shown)
            deals = zip(ends, (is_so @ tally).tolist(), strict=True)
            found[branch] = {end: number for end, number in deals if number}
        return found

    def _hidden_beside(self, cards: Cards) -> Longs:
        """In how many ways each of the dealer's hidden hands comes beside cards."""
        weights = np.ones(len(self._hidden), np.int64)
        for ways, number in zip(self._ways, self.left_beside(cards), strict=True):
            weights *= ways[number]
        return weights

    # ---- the dealer's hands ------------------------------------------------------------------------

    def dealers_hands(self) -> list[Cards]:
        """All that a dealer can hide, one of each that suits alone tell apart."""
        return [self.cards_of(counts) for counts in self._hidden.tolist()]

    def best_against(self, seen: Seen, settings: Sequence[Worths]) -> tuple[list[Fraction | int], Longs]:
        """What a seat that sees this wins as it plays against each of these settings of the dealer's, and in how many
        ways each of his hands comes."""
        branch, _ = self._played(seen)
        ends = self.ends_against(branch, self.worths_of(branch, seen[SEAT]), settings)
        return [self._net(end) for end in ends], self._hidden_beside(seen[SEAT])

    def worths_of_cut(self, cut: Cut) -> Worths:
        """What the dealer's cards are worth, set so."""
        return _worths(self.once.his_hands, cut)

    def won_by_dealer(self, mine: Cards) -> tuple[list[Fraction | int], Longs]:
        """What a seat with these cards can win as it plays, and which of it against each of the dealer's worths."""
        seen = self.once.seen(mine, ())
        branch, _ = self._played(seen)
        nets: dict[Fraction | int, int] = {}
        which = np.zeros(len(self._dealers_beside(()).worths), np.int64)
        for end, is_so in zip(*self._ends(branch, self.worths_of(branch, mine), ()), strict=True):
            which[is_so > 0] = nets.setdefault(self._net(end), len(nets))
        return list(nets), which

    @cached_property
    def worth_of_dealer(self) -> Longs:
        """Which of his worths each of the dealer's hands has, by its place among all."""
        dealers = self._dealers_beside(())
        which = np.zeros(len(dealers.order), np.int64)
        which[dealers.order] = np.repeat(np.arange(len(dealers.worths)), np.diff([*dealers.starts, len(dealers.order)]))
        return which

    def left_beside(self, cards: Cards) -> list[int]:
        """How many cards of each grade are left."""
        left = list(self.full)
        for card in cards:
            left[self._group[card]] -= 1
        return left

    def worths_of(self, branch: Branch, mine: Cards) -> Worths:
        """What a seat's cards are worth, as an option sets them."""
        return _worths(self.once.my_hands, branch.option.cut if branch.option and branch.option.cut else (mine,))

    def _ends(self, branch: Branch, mine: Worths, shown: Cards) -> tuple[list[End], Longs]:
        """The ends that are possible with these worths, and for each a row: 1 for the worths of the dealer against
        which it is so, else 0."""
        key = mine, shown, branch.said, branch.stakes
        if key not in self._ended:
            ended = self.ends_against(branch, mine, self._dealers_beside(shown).worths)
            numbers = {end: number for number, end in enumerate(dict.fromkeys(ended))}
            which = np.array([numbers[end] for end in ended])
            self._ended[key] = list(numbers), (np.arange(len(numbers))[:, None] == which).astype(np.int64)
        return self._ended[key]

    def ends_against(self, branch: Branch, mine: Worths, others: Sequence[Worths]) -> list[End]:
        """How a round ends after an option, with these worths against each of those of the dealer."""
        wagers = list(branch.stakes.unsettled(self.once.game, self.question.wagers))
        worths = [*([worth] * len(others) for worth in mine), *zip(*others, strict=True)]  # a column a hand
        lines_by_rule: dict[object, list[str]] = {}  # a raise is mostly settled as what it raises
        said = branch.said
        for wager, _ in wagers:
            if _rule(wager) not in lines_by_rule:
                looked_at = zip(*(worths[self._places[hand]] for hand in wager.hands), strict=True)
                lines_by_rule[_rule(wager)] = [wager.line(each, said) for each in looked_at]
        columns = [lines_by_rule[_rule(wager)] for wager, _ in wagers]
        made = list(zip(*columns, strict=True)) if columns else [()] * len(others)
        ends = {}
        for each in dict.fromkeys(made):
            lines = (SettledLine(wager.name, times, line) for (wager, times), line in zip(wagers, each, strict=True))
            ends[each] = End(said, tuple(sorted((*branch.stakes.settled, *lines))))
        return [ends[each] for each in made]

    @cached_property
    def _places(self) -> dict[Hand, int]:
        """Where the worth of each hand stands among those of both."""
        return {hand: place for place, hand in enumerate((*self.once.my_hands, *self.once.his_hands))}

    def _dealers_beside(self, shown: Cards) -> Dealers:
        shown = tuple(sorted(shown, key=self._grade))
        if shown not in self._dealers:
            places: dict[Worths, int] = {}
            numbers = []
            for counts in self._hidden.tolist():
                worths = self.dealers_worths(shown + self.cards_of(counts))
                numbers.append(places.setdefault(worths, len(places)))
            order = np.argsort(numbers, kind="stable")
            starts = np.searchsorted(np.array(numbers)[order], np.arange(len(places)))
            self._dealers[shown] = Dealers(list(places), order, starts)
        return self._dealers[shown]

    def cards_of(self, counts: Sequence[int]) -> Cards:
        """Real cards, so many of each grade."""
        return tuple(c for group, n in zip(self._whole, counts, strict=True) for c in group[:n])

    def dealers_worths(self, cards: Cards) -> Worths:
        """What the dealer's cards are worth, set by his way if he has one."""
        return _worths(self.once.his_hands, self.way.set(cards) if self.way else (cards,))


def _rule(wager: Wager) -> object:
    """All that the line of a wager depends on, beside what its hands are worth and what was said."""
    match wager:
        case Contest():
            return wager.hands, wager.settle
        case Bonus():
            return wager.hands, wager.judge
        case _:
            return wager


def _worths(hands: tuple[Hand, ...], cut: tuple[Cards, ...]) -> Worths:
    """What cards are worth to each hand, as they were set or all together."""
    together = tuple(card for part in cut for card in part)
    return tuple(hand.worth(*cut) if hand.of.is_set else hand.worth(together) for hand in hands)
