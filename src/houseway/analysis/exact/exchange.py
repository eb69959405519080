"""A hand of one's own, a hidden one of the dealer's, and one choice, at which cards may be given up for others.

The dealer's hands that avoid the cards which a seat has seen are counted by inclusion and exclusion: of all his hands
those with one of these cards are taken off, those with two are put back, and so on. What a seat gives up it has seen,
and what it takes comes evenly from all that it has not: so every card that can come is one row of counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Longs
from houseway.analysis.exact.against import Worths, asking, is_against, place_among
from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.one_choice import Branch
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.removal_kernels import all_hands
from houseway.analysis.exact.runs import runs
from houseway.analysis.exact.suit_classes import SuitClasses, suit_classes
from houseway.analysis.exact.tree import Tree
from houseway.cards import Cards
from houseway.game import SEAT, Option, Seen

MOST_CELLS = 50_000_000  # of a table of the dealer's hands


class DrawnRows(NamedTuple):
    """What can become of a hand by an option, each as likely as any other: the class of the cards that are then seen,
    and the number of the worths of the hand."""

    seen: Longs
    worths: Longs


class Exchange(Removal):
    """A game with one choice, at which one place holds hidden cards and nothing of it is seen."""

    # ---- questions ---------------------------------------------------------------------------------

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        found = {}
        for branch in self.once.branches(seen):
            assert branch.option is not None
            weights: Counter[End] = Counter()
            for number, deals in self._deals(branch, self._rows_of(branch, seen[SEAT])).items():
                for end, places in self._runs(branch, number):
                    weights[end] += int(deals[places].sum())
            found[branch.option] = Ends({end: times for end, times in weights.items() if times})
        return found

    def wins(self) -> Longs:
        """By class of the seat's hands, by nothing that lies face up, and by option: what it wins against all hidden
        hands and with all cards that can come, in whole parts of a unit (`unit`)."""
        found = np.zeros((len(self._own.hands), 1, max(map(len, self._given))), np.int64)
        for number, mine in enumerate(self._own.each()):
            for option, branch in enumerate(self.once.branches(self.once.seen(mine, ()))):
                found[number, 0, option] = self._win(branch, self._deals(branch, self._rows_of(branch, mine)))
        return found

    @property
    def hidden_hands(self) -> int:
        """Of all ways in which the hidden cards and those that are taken can lie, brought to one number."""
        return self._whole

    def _win(self, branch: Branch, deals: Mapping[int, Longs]) -> int:
        return sum(int(self._nets(branch, number) @ times) for number, times in deals.items())

    @cached_property
    def _counted(self) -> tuple[Ends, Bytes]:
        """How a round ends, and by class of the seat's hands which option is taken."""
        options = np.zeros((len(self._own.hands), 1), np.uint8)
        totals: Counter[End] = Counter()
        for number, mine in enumerate(self._own.each()):
            seen = self.once.seen(mine, ())
            branches = self.once.branches(seen)
            rows = [self._deals(branch, self._rows_of(branch, mine)) for branch in branches]
            if self.question.policy and branches[0].option:
                given = tuple(branch.option for branch in branches if branch.option)
                chosen = given.index(self.question.policy(0, seen, given))
            else:
                won = [self._win(*each) for each in zip(branches, rows, strict=True)]
                chosen = won.index(max(won))
            options[number, 0] = chosen
            for place, deals in rows[chosen].items():
                for end, places in self._runs(branches[chosen], place):
                    totals[end] += int(self._own.weights[number]) * int(deals[places].sum())
        whole = comb(len(self.cards), self.once.size) * self._whole
        assert totals.total() == whole, f"{totals.total()} deals of {whole}"
        return Ends({end: times for end, times in totals.items() if times}), options

    # ---- what can come -----------------------------------------------------------------------------

    @cached_property
    def _whole(self) -> int:
        """Ways in which hidden and taken cards can lie, the same for every option."""
        left = len(self.cards) - self.once.size
        takes = {branch.option.takes if branch.option else 0 for branches in self._given for branch in branches}
        return lcm(*(comb(left, n) * comb(left - n, self.once.his_size) for n in takes))

    @cached_property
    def _given(self) -> set[tuple[Branch, ...]]:
        return {self.once.branches(self.once.seen(mine, ())) for mine in self._own.each()}

    def _rows_of(self, branch: Branch, mine: Cards) -> DrawnRows:
        """All cards that can come by an option."""
        option = branch.option
        drops, takes = (option.drops, option.takes) if option and not branch.stakes.out else ((), 0)
        kept = tuple(card for card in mine if card not in drops)
        position = {card: place for place, card in enumerate(self.cards)}
        classes, rows, worths = self._seen_classes(len(mine) + takes), [], []
        for come in combinations([card for card in self.cards if card not in mine], takes):
            rows.append(sorted(position[card] for card in (*mine, *come)))
            worths.append(self._number(tuple(hand.worth((*kept, *come)) for hand in self.once.my_hands)))
        places = self._choose[np.array(rows), np.arange(1, len(rows[0]) + 1)].sum(axis=1)
        return DrawnRows(classes.of_index[places].astype(np.int64), np.array(worths, np.int64))

    def _deals(self, branch: Branch, rows: DrawnRows) -> Mapping[int, Longs]:
        """By worths of the seat's hand, in how many ways each of the dealer's worths lies there."""
        size = self.once.size + (branch.option.takes if branch.option and not branch.stakes.out else 0)
        beside = self._beside(size)
        hidden = comb(len(self.cards) - size, self.once.his_size) * len(rows.seen)
        times, found = self._whole // hidden, {}
        for number in np.unique(rows.worths).tolist():
            found[number] = beside[rows.seen[rows.worths == number]].sum(axis=0) * times
        return found

    # ---- the dealer's hands ------------------------------------------------------------------------

    def _seen_classes(self, size: int) -> SuitClasses:
        if size not in self._classes:
            self._classes[size] = self._own if size == self.once.size else suit_classes(self.cards, size)
        return self._classes[size]

    def _beside(self, size: int) -> Longs:
        """By class of so many cards, how many of the dealer's hands that avoid them have each of his worths."""
        if size not in self._avoid:
            hands = self._seen_classes(size).hands.astype(np.int64)
            counts = np.zeros((len(hands), len(self._his_worths[0])), np.int64)
            for number in range(min(size, self.once.his_size) + 1):
                for columns in combinations(range(size), number):
                    places = self._choose[hands[:, columns], np.arange(1, number + 1)].sum(axis=1)
                    self._add_with(counts, number, places, -1 if number % 2 else 1)
            self._avoid[size] = counts
        return self._avoid[size]

    def _add_with(self, counts: Longs, number: int, places: Longs, sign: int) -> None:
        """Add how many of the dealer's hands hold these sets of so many cards, by his worths."""
        if number == self.once.his_size:
            counts[np.arange(len(counts)), self._his_ordinals[places]] += sign
        else:
            counts += sign * self._holding(number)[places]

    def _holding(self, number: int) -> Longs:
        """By set of so many cards, how many of the dealer's hands hold it and have each of his worths."""
        if number not in self._sets:
            sets, worths = comb(len(self.cards), number), len(self._his_worths[0])
            if sets * worths > MOST_CELLS:
                raise ValueError("the dealer's hands are too many for this method")
            hands = np.empty((len(self._his_ordinals), self.once.his_size), np.uint8)
            all_hands(hands)
            found = np.zeros(sets * worths, np.int64)
            for columns in combinations(range(self.once.his_size), number):
                places = self._choose[hands[:, columns], np.arange(1, number + 1)].sum(axis=1)
                found += np.bincount(places * worths + self._his_ordinals, minlength=len(found))
            self._sets[number] = found.reshape(sets, worths)
        return self._sets[number]

    @cached_property
    def _classes(self) -> dict[int, SuitClasses]:
        return {}

    @cached_property
    def _avoid(self) -> dict[int, Longs]:
        return {}

    @cached_property
    def _sets(self) -> dict[int, Longs]:
        return {}

    # ---- lines -------------------------------------------------------------------------------------

    def _number(self, worths: Worths) -> int:
        """A number for worths of the seat's hand, in the order in which they are met."""
        return self._numbers.setdefault(worths, len(self._numbers))

    @cached_property
    def _numbers(self) -> dict[Worths, int]:
        return {}

    def _runs(self, branch: Branch, number: int) -> list[tuple[End, slice]]:
        """How a round ends against the dealer's worths, from the lowest up."""
        key = branch.said, branch.stakes, number
        if key not in self._met:
            order, mine = self._his_worths[0], list(self._numbers)[number]
            near = place_among(order, mine)
            length = len(order) if is_against(self.once, branch) else 1
            found = runs(asking(self.once, order, mine, branch), length, (near - 1, near, near + 1))
            ends = [first for first, _ in found[1:]] + [len(order)]
            self._met[key] = [(end, slice(first, last)) for (first, end), last in zip(found, ends, strict=True)]
        return self._met[key]

    def _nets(self, branch: Branch, number: int) -> Longs:
        """What a deal wins against each of the dealer's worths, in whole parts of a unit."""
        key = branch.said, branch.stakes, number
        if key not in self._won:
            row = np.zeros(len(self._his_worths[0]), np.int64)
            for end, places in self._runs(branch, number):
                won = sum((self.question.net[line] for line in end.lines), Fraction(0)) * self.unit
                assert won.denominator == 1
                row[places] = int(won)
            self._won[key] = row
        return self._won[key]

    @cached_property
    def _met(self) -> dict[tuple[object, ...], list[tuple[End, slice]]]:
        return {}

    @cached_property
    def _won(self) -> dict[tuple[object, ...], Longs]:
        return {}
