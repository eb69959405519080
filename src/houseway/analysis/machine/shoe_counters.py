"""Shoes that are dealt to those who count a game in which a seat draws.

How to play is that of best play from a fresh shoe, for whoever counts: a count says when to bet. What a round wins on
average that begins with what is left is not summed over all rounds, which takes as long as solving the game, but dealt:
some rounds from what is left, so that a bet has little of its luck in it. Then one round is dealt on, card by card.
There is no perfect counter here: he would solve the game anew before every round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.linear_count import DECK, LinearCount
from houseway.analysis.machine.batches import first_counter
from houseway.analysis.machine.shoe_rounds import LOOKS, OPEN, SPLITS, TAKES, ShoeRounds, ShoeTables
from houseway.analysis.penetration import CountedRounds, Floats, Longs

ROUNDS = 100  # that are dealt from what is left, where a bet could be made


class ShoeCounters:
    """Those who keep a linear count, and the rounds that they meet."""

    def __init__(self, rounds: ShoeRounds, linear: Sequence[LinearCount], seed: int) -> None:
        self.tables, self.linear, self.seed = rounds.tables, linear, seed
        self.one = OneRound(self.tables)
        self._tags = [self._by_kind(rounds, count) for count in linear]

    @staticmethod
    def _by_kind(rounds: ShoeRounds, count: LinearCount) -> Floats:
        return np.array([float(count.tag_of[card]) for card in rounds.kinds])

    def deal(self, shoes: int, behind: int, shuffle: Callable[[list[int]], None]) -> Iterator[CountedRounds]:
        """Whole shoes, one after the other, each until no more cards are left than lie behind the cut card."""
        for shoe in range(shoes):
            order = self.tables.pack.tolist()
            shuffle(order)
            yield self._dealt(np.array(order), behind, first_counter(self.seed, shoe))

    def _dealt(self, order: Longs, behind: int, numbers: np.uint64) -> CountedRounds:
        tops, top = [], 0
        while len(order) - top > behind:
            tops.append(top)
            top += self.one.cards(order[top:].tolist())
        left = len(order) - np.array(tops)
        thinks = {}
        for count, tags in zip(self.linear, self._tags, strict=True):
            gone = np.concatenate(([0.0], np.cumsum(tags[order])))[tops]
            thinks[count.name] = (gone * DECK / left - float(count.trigger)) * float(count.true_count_worth)
        won = np.array([self._won(order[at:], numbers + np.uint64(n << 32)) for n, at in enumerate(tops)])
        return CountedRounds(np.zeros(len(left), np.int64), left, won, thinks)

    def _won(self, left: Longs, numbers: np.uint64) -> float:
        """What a unit wins on average in some rounds that begin with these cards."""
        nets, _ = replace(self.tables, pack=left).deal(ROUNDS, numbers)
        return float(nets.mean()) / self.tables.unit


@dataclass(frozen=True)
class OneRound:
    """One round from cards in their order, as the kernel deals it."""

    tables: ShoeTables

    def cards(self, order: Sequence[int]) -> int:
        """How many of the cards it takes."""
        return self.dealt(order)[0]

    @cached_property
    def _lists(self) -> tuple[Any, ...]:
        tables = self.tables
        each = (tables.starts, tables.first_draws, tables.rows, tables.after, tables.pays, tables.over)
        return tuple(array.tolist() for array in (*each, tables.draws, tables.outcomes, tables.grades))

    def dealt(self, order: Sequence[int]) -> tuple[int, int]:
        """How many of the cards it takes, and what it wins, in parts of a unit."""
        starts, first_draws, rows, after, pays, over, draws, outcomes, grade = self._lists
        hands_dealt, coming = len(starts[0][0]), iter(order)
        kinds, used = len(grade), 2 * hands_dealt + 2
        first = [next(coming) for _ in range(used)]
        code = 0
        for card in first[:-2]:
            code = code * kinds + card
        up, hole = grade[first[-2]], grade[first[-1]]
        won, is_over, ends, most_hands = 0, False, [], 1
        for nth in range(hands_dealt):
            node, hands, waiting = starts[up][code][nth], 1, []
            pair, most, new = -1, 1, 0
            while True:
                what, one, two, both = rows[node]
                if what == LOOKS and over[node][hole] != OPEN:
                    won, is_over = won + over[node][hole], True
                    break
                if what == LOOKS:
                    node = one
                    continue
                if what == TAKES:
                    used += 1
                    node = after[one][grade[next(coming)]]
                    continue
                if what == SPLITS:
                    new, pair, most = two, both % len(starts), both // len(starts)
                    waiting, hands = [two, one], 2
                else:
                    ends.append(node)
                if not waiting:
                    break
                root, card = waiting.pop(), grade[next(coming)]
                used += 1
                while card == pair and hands < most:
                    hands += 1
                    waiting.append(new)
                    card = grade[next(coming)]
                    used += 1
                node = after[root][card]
            most_hands = hands
        if not is_over:
            hand = draws[first_draws[up]][hole]
            while outcomes[hand] < 0:
                used += 1
                hand = draws[hand][grade[next(coming)]]
            won += sum(pays[end][outcomes[hand]] for end in ends)
        extra = int(self.tables.first_nets[first[0], first[1]])
        return used, won + (extra if most_hands == 1 else 0)
