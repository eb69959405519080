"""One choice against a hidden hand in which suits count only for a flush.

What the seat's cards take away from the dealer's hands counts by ranks, and by suits only where he can have a flush
beside what he shows (`pattern_sights`). His hands are counted by ranks, and put right for each flush
(`pattern_kernels`): 133,784,560 hands of seven cards are 49,205 multisets of ranks and 4,719 flushes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact import pattern_kernels as kernels
from houseway.analysis.exact.against import Kind, Worths
from houseway.analysis.exact.hidden_hand import FEW, TRIED, HiddenCounts, HiddenHand
from houseway.analysis.exact.pattern_hands import NO_SUIT, DealersHands, Numbers
from houseway.analysis.exact.pattern_kernels import Parts, PatternSights, WinBounds
from houseway.analysis.exact.pattern_sights import (
    AllSuits,
    Holdings,
    OneSuit,
    all_suits,
    one_suit,
    some_cards,
    weights_beside,
)
from houseway.analysis.exact.suit_classes import SuitClasses, suit_classes
from houseway.analysis.exact.suit_hands import SuitHands, suit_hands
from houseway.analysis.exact.threads import in_threads
from houseway.analysis.exact.worths import Worths as Tables
from houseway.analysis.split.combinations import choose_table, index_of
from houseway.cards import Cards
from houseway.game import Seen


@dataclass(frozen=True, eq=False)
class KindRows:
    """All that a seat can hold beside something shown, kind by kind: the order of the rows, and where kinds begin."""

    holdings: Holdings
    order: Longs
    starts: Longs


class Patterns(HiddenHand):
    """A game whose hands see ranks and flushes. If the dealer shows cards, he can have a flush in one suit at most."""

    takes_seconds = True  # before the first sight

    @cached_property
    def numbers(self) -> Numbers:
        return Numbers(self.cards, max(self.once.size, self.once.his_size))

    @cached_property
    def hands(self) -> DealersHands:
        [hand] = self.once.his_hands
        worths = self.numbers.worths(hand, self.once.his_size)
        return DealersHands(self.numbers, worths, self.once.his_size, self.once.hidden)

    @cached_property
    def order(self) -> list[Worths]:
        return [(worth,) for worth in self.hands.worths.worths]

    @cached_property
    def _shown(self) -> SuitClasses:
        return suit_classes(self.cards, self.once.up)

    @cached_property
    def shown(self) -> list[tuple[Cards, int]]:
        if not self.once.up:
            return [((), 1)]
        return list(zip(self._shown.each(), self._shown.weights.tolist(), strict=True))

    def number_shown(self, shown: Cards) -> int:
        if not shown:
            return 0
        places = np.array(sorted(self.cards.index(c) for c in shown), np.uint8)
        return int(self._shown.of_index[index_of(places, choose_table(len(self.cards), self.once.up))])

    def times(self, mine: Cards, shown: Cards) -> Longs:
        return self.hands.times(mine, shown)

    # ---- what a seat can hold ----------------------------------------------------------------------

    @cached_property
    def _own(self) -> list[Tables]:
        return [self.numbers.worths(hand, self.once.size) for hand in self.once.my_hands]

    @property
    def own_length(self) -> int:
        """How many cards of a suit make a flush of the seat's; 0 where none counts."""
        return max((tables.length for tables in self._own), default=0)

    @cached_property
    def holdings(self) -> dict[int, Holdings]:
        """By the number of suits in which the dealer can have a flush."""
        asked = self.numbers, self.once.size, self.own_length
        lives = sorted({len(self.hands.live(cards)) for cards, _ in self.shown})
        return {live: one_suit(*asked, live) if self.once.up or not live else all_suits(*asked) for live in lives}

    def _worths(self, holdings: Holdings) -> Longs:
        """What rows are worth to all hands, in one number."""
        number = np.zeros(len(holdings.ranks), np.int64)
        for tables in self._own:
            flush = np.where(holdings.flush > 0, tables.flush[holdings.flush], -1) if tables.length else -1
            number = number * len(tables.worths) + np.maximum(tables.plain[holdings.ranks], flush)
        return number

    @cached_property
    def _own_worths(self) -> Longs:
        """All that there are, in order."""
        return np.unique(np.concatenate([self._worths(each) for each in self.holdings.values()]))

    @cached_property
    def listed(self) -> dict[int, KindRows]:
        found = {}
        for live, holdings in self.holdings.items():
            kinds = np.searchsorted(self._own_worths, self._worths(holdings))
            order = np.lexsort((holdings.ranks, kinds))
            starts = np.searchsorted(kinds[order], np.arange(len(self._own_worths) + 1)).astype(np.int64)
            found[live] = KindRows(holdings, order, starts)
        return found

    @cached_property
    def kinds(self) -> list[Kind]:
        worths: list[Worths] = [()] * len(self._own_worths)
        rest = self._own_worths
        for tables in reversed(self._own):
            rest, places = np.divmod(rest, len(tables.worths))
            worths = [(tables.worths[place], *mine) for place, mine in zip(places.tolist(), worths, strict=True)]
        return self._kinds_of(worths, self.some_cards)

    def some_cards(self, kind: int) -> Cards:
        if kind not in self._some_cards:
            self._some_cards[kind] = next(
                cards
                for live, listed in self.listed.items()
                for row in listed.order[listed.starts[kind] : listed.starts[kind + 1]].tolist()
                if (cards := self._cards(live, row))
            )
        return self._some_cards[kind]

    @cached_property
    def _some_cards(self) -> dict[int, Cards]:
        return {}

    def _cards(self, live: int, row: int) -> Cards:
        return some_cards(self.holdings[live], row, self.numbers, live, self.own_length)

    @cached_property
    def with_flush(self) -> set[int]:
        """Options that were taken with a flush in a suit that does not count for the dealer."""
        return set()

    # ---- counting ----------------------------------------------------------------------------------

    @cached_property
    def counted(self) -> HiddenCounts:
        against = self.against
        rules = WinBounds(against.bounds, against.options, against.ends_of_runs, against.nets)
        number, kinds, options = len(self.shown), len(self.kinds), int(against.options.max())
        totals = np.zeros((number, len(against.nets)), np.int64)
        ways, wins = np.zeros((number, kinds), np.int64), np.zeros((number, kinds, options), np.int64)
        sights = {live: self._sights(listed) for live, listed in self.listed.items()}
        parts = self.numbers.parts(self.once.size, self.once.size, min(self.once.hidden, self.once.size))
        others = {self._most_others(at) for at in range(number)}
        beside = {most: self.numbers.parts(0, self.once.size, most) for most in others}

        taken: list[Bytes] = [np.empty(0, np.uint8)] * number

        def work(some: slice) -> None:
            for at in range(*some.indices(number)):
                taken[at] = self._count(at, rules, sights, parts, beside, totals[at], ways[at], wins[at])

        in_threads(work, number)
        return HiddenCounts(totals.sum(axis=0), ways, wins, taken)

    def _sights(self, listed: KindRows) -> PatternSights:
        holdings, order = listed.holdings, listed.order
        weights = holdings.weights if isinstance(holdings, AllSuits) else np.zeros(len(order), np.int64)
        return PatternSights(holdings.ranks[order], holdings.suited[order], holdings.others[order], weights[order])

    def _most_others(self, at: int) -> int:
        """How many hidden cards of other suits can be beside a flush."""
        shown, _ = self.shown[at]
        return max((self.once.hidden - self.hands.needs(shown, suit) for suit in self.hands.live(shown)), default=0)

    def _count(
        self,
        at: int,
        rules: WinBounds,
        sights: dict[int, PatternSights],
        parts: Parts,
        beside: dict[int, Parts],
        totals: Longs,
        ways: Longs,
        wins: Longs,
    ) -> Bytes:
        """Beside what is shown; which option is taken, in bits where there are many that can be shown."""
        shown, times = self.shown[at]
        live, most_others = self.hands.live(shown), self._most_others(at)
        listed = self.listed[len(live)]
        seen = sights[len(live)]
        if isinstance(listed.holdings, OneSuit):
            weights = weights_beside(listed.holdings, self.numbers, shown, live[0] if live else NO_SUIT)
            assert int(weights.sum()) == comb(len(self.cards) - len(shown), self.once.size), f"{weights.sum()} hands"
            seen = seen._replace(weights=weights[listed.order] * times)
        plain = self.hands.plain(shown)
        bounds, first = rules.bounds.shape[1], self.numbers.ranks.first
        taken = self._policy(len(live), shown)
        kernels.look(
            self.numbers.ranking,
            rules,
            seen,
            listed.starts,
            parts,
            beside[most_others],
            plain,
            self.hands.flush(shown, live[0]) if live else plain,
            len(live) if isinstance(listed.holdings, OneSuit) else seen.suited.shape[1],
            min(self.once.hidden, self.once.size),
            most_others,
            self.hidden_hands,
            np.zeros((int(first[self.once.hidden + 1]), bounds), np.int64),
            np.zeros((1 << self.numbers.places if live else 0, int(first[most_others + 1]), bounds), np.int32),
            bool(self.question.policy),
            taken,
            totals,
            ways,
            wins,
        )
        if isinstance(listed.holdings, OneSuit):
            own = (listed.holdings.within[listed.order] >= 0) & (seen.weights > 0)
            self.with_flush.update(np.unique(taken[own]).tolist())
        by_row = np.empty(len(taken), np.uint8)
        by_row[listed.order] = taken
        return np.packbits(by_row, bitorder="little") if self.once.up else by_row

    # ---- policies ----------------------------------------------------------------------------------

    def _policy(self, live: int, shown: Cards) -> Bytes:
        """What a policy takes with each row, in order; without one, room for what is best."""
        listed = self.listed[live]
        if self.question.policy is None:
            return np.zeros(len(listed.order), np.uint8)
        kinds = np.repeat(np.arange(len(self.kinds)), np.diff(listed.starts))
        if len(kinds) * len(self.shown) <= FEW:
            rows = zip(kinds.tolist(), listed.order.tolist(), strict=True)
            cards = [(kind, self._cards(live, row)) for kind, row in rows]
            return np.array([self._said(kind, mine, shown) if mine else 0 for kind, mine in cards], np.uint8)
        said = [self._said(kind, self.some_cards(kind), shown) for kind in range(len(self.kinds))]
        for mine, others in self.dealt(-(-TRIED // len(self.shown))):
            kind = self.place_of(mine, others)[1]
            if self._said(kind, mine, others) != self._said(kind, self.some_cards(kind), others):
                raise ValueError("a policy that looks at more than what a hand is worth: there are too many hands")
        return np.array(said, np.uint8)[kinds]

    @property
    def classes(self) -> tuple[SuitHands, Ints]:
        """Where the dealer can have a flush in any suit: all that a seat can hold, and the kind of each."""
        [listed] = self.listed.values()
        kinds = np.empty(len(listed.order), np.int32)
        kinds[listed.order] = np.repeat(np.arange(len(self.kinds)), np.diff(listed.starts))
        return suit_hands(self.cards, self.once.size), kinds

    def best(self, seen: Seen) -> int:
        values = list(self.options(seen).values())
        return values.index(max(values))
