"""The dealer's hands by ranks and by flush, beside what he shows."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact import pattern_kernels as kernels
from houseway.analysis.exact.groups import ranks_and_suits
from houseway.analysis.exact.pattern_kernels import HiddenHands, Parts, RankTables
from houseway.analysis.exact.suit_hands import masks_of
from houseway.analysis.exact.worths import Worths, is_best_of_both, ranks_of, worths_of
from houseway.analysis.split.combinations import choose_table
from houseway.cards import JOKER, Cards, rank_of, suit_of
from houseway.game import Hand

NO_SUIT = -1
MOST = 9  # cards of a rank, and of a hand


class Numbers:
    """Cards as numbers: their ranks together (`worths.Ranks`), and their ranks in each suit as bits."""

    def __init__(self, cards: Cards, size: int) -> None:
        self.cards = cards
        self.naturals, self.suits = ranks_and_suits(cards)
        self.ranks = ranks_of(cards, size)
        self._place = {rank: place for place, rank in enumerate(self.ranks.ranks)}

    @property
    def places(self) -> int:
        """How many ranks there are, with the joker."""
        return len(self.ranks.ranks)

    def number(self, cards: Cards) -> int:
        return self.ranks.number(tuple(self._place[rank_of(c)] for c in cards))

    def masks(self, cards: Cards) -> dict[int, int]:
        """By suit; the joker is of each."""
        return dict(zip(self.suits, masks_of(cards, self.naturals, self.suits), strict=True))

    def held(self, cards: Cards, but: int = NO_SUIT) -> Ints:
        """How many of each rank there are, but for a suit: of which the joker is then."""
        held = np.zeros(self.places, np.int32)
        for each in cards:
            if but == NO_SUIT or (each != JOKER and suit_of(each) != but):
                held[self._place[rank_of(each)]] += 1
        return held

    def held_by_suit(self, cards: Cards) -> Ints:
        """Which cards of each suit there are."""
        return np.array([[mask >> p & 1 for p in range(self.places)] for mask in self.masks(cards).values()], np.int32)

    def multisets(self, size: int, copies: Ints) -> Ints:
        """The numbers of all of so many ranks, none of which is held more often than there are copies."""
        rows = self.ranks.multisets[size]
        times = (rows[:, :, None] == np.arange(self.places)).sum(1)
        [fits] = np.nonzero((times <= copies).all(1))
        return np.asarray(fits + self.ranks.first[size], np.int32)

    def more(self, numbers: Ints, mask: int) -> Ints:
        """The numbers of multisets with one card more of each rank of a set."""
        for place in range(self.places):
            if mask >> place & 1:
                numbers = self.ranks.next[numbers, place]
        return numbers

    @cached_property
    def ranking(self) -> RankTables:
        rows = np.full((self.ranks.first[-1], self.ranks.size), -1, np.int32)
        for size, some in enumerate(self.ranks.multisets):
            rows[self.ranks.first[size] : self.ranks.first[size + 1], :size] = some
        return RankTables(self.ranks.next, rows, choose_table(MOST, MOST))

    @cached_property
    def times(self) -> Bytes:
        """By multiset, how often each rank comes."""
        return np.stack([(self.ranking.rows == place).sum(1) for place in range(self.places)]).astype(np.uint8)

    def ways(self, left: Ints) -> Longs:
        """By multiset, in how many ways it comes where so many cards of each rank are left."""
        ways = np.ones(self.times.shape[1], np.int64)
        for number, times in zip(left.tolist(), self.times, strict=True):
            ways *= self.ranking.choose[number][times]
        return ways

    def parts(self, first: int, last: int, most: int) -> Parts:
        """Parts of up to so many cards, of all multisets of these sizes."""
        start, end = int(self.ranks.first[first]), int(self.ranks.first[last + 1])
        starts, none = np.zeros(int(self.ranks.first[-1]) + 1, np.int64), np.empty(0, np.int32)
        number = kernels.list_parts(self.ranking, start, end, most, starts, none, none)
        numbers, times = np.empty(number, np.int32), np.empty(number, np.int32)
        kernels.list_parts(self.ranking, start, end, most, starts, numbers, times)
        return Parts(starts, numbers, times)

    def worths(self, hand: Hand, size: int) -> Worths:
        """What hands of so many cards are worth by ranks and by flush."""
        if not is_best_of_both(hand, size, self.cards):
            raise ValueError("a hand is not worth what its ranks or its flush are, whichever is more")
        return worths_of(hand, size, self.cards, self.ranks.size)


class DealersHands:
    """Hidden hands of so many cards, beside what is shown; a hand of `size` cards is worth what the tables say."""

    def __init__(self, numbers: Numbers, worths: Worths, size: int, hidden: int) -> None:
        self.numbers, self.worths = numbers, worths
        self.size, self.hidden = size, hidden
        self._kept: tuple[Cards, dict[int, HiddenHands]] | None = None

    def live(self, shown: Cards) -> list[int]:
        """The suits in which he can have a flush."""
        if not 0 < self.worths.length <= self.numbers.places:
            return []
        return [s for s in self.numbers.suits if self.needs(shown, s) <= self.hidden]

    def needs(self, shown: Cards, suit: int) -> int:
        """How many more cards of a suit make a flush."""
        return max(0, self.worths.length - sum(suit_of(c) == suit for c in shown))

    def plain(self, shown: Cards) -> HiddenHands:
        """All hidden hands by their ranks alone, whatever their suits."""
        ranks = self.numbers.ranks
        rows = ranks.multisets[self.hidden]
        whole = np.full(len(rows), self.numbers.number(shown), np.int32)
        for column in range(self.hidden):
            whole = ranks.next[whole, rows[:, column]]
        worths = self.worths.plain[whole]
        [there] = np.nonzero(worths >= 0)
        none = np.zeros(len(there), np.int32)
        left = self.numbers.held(_others(self.numbers.cards, shown))
        return self._in_order(worths[there], none + 1, none, there + ranks.first[self.hidden], left)

    def flush(self, shown: Cards, suit: int) -> HiddenHands:
        """Those that make a flush in a suit: out at what their ranks are worth, in at what they are."""
        numbers, held = self.numbers, self.numbers.masks(shown)[suit]
        left = numbers.held(_others(numbers.cards, shown), but=suit)
        free = [place for place in range(numbers.places) if not held >> place & 1]
        found: list[tuple[Ints, Ints, Ints]] = []  # worth by ranks, ranks in the suit, others
        for many in range(self.needs(shown, suit), self.hidden + 1):
            others = numbers.multisets(self.hidden - many, left)
            with_shown = others
            for place in np.repeat(np.arange(numbers.places), numbers.held(shown)).tolist():
                with_shown = numbers.ranks.next[with_shown, place]
            for some in combinations(free, many):
                mask = sum(1 << place for place in some)
                plain = self.worths.plain[numbers.more(with_shown, mask)]
                found.append((plain, np.full(len(others), mask, np.int32), others))
        plain, suited, others = (np.concatenate(each) for each in zip(*found, strict=True))
        worth = np.maximum(plain, self.worths.flush[suited | held])
        moved = (plain >= 0) & (worth > plain)
        signs = np.repeat([-1, 1], int(moved.sum()))
        worths = np.concatenate([plain[moved], worth[moved]])
        return self._in_order(worths, signs, np.tile(suited[moved], 2), np.tile(others[moved], 2), left)

    def _beside(self, shown: Cards) -> dict[int, HiddenHands]:
        """All of them: those of what was shown last are kept, for they do not depend on a seat's cards."""
        if self._kept is None or self._kept[0] != shown:
            by_suit = {suit: self.flush(shown, suit) for suit in self.live(shown)}
            self._kept = shown, {NO_SUIT: self.plain(shown), **by_suit}
        return self._kept[1]

    def _in_order(self, worths: Ints, signs: Ints, suited: Ints, others: Ints, left: Ints) -> HiddenHands:
        order = np.argsort(worths, kind="stable")
        starts = np.searchsorted(worths[order], np.arange(len(self.worths.worths) + 1)).astype(np.int64)
        signs, suited, others = (each[order].astype(np.int32) for each in (signs, suited, others))
        return HiddenHands(starts, signs, suited, others, left)

    def times(self, mine: Cards, shown: Cards) -> Longs:
        """How many there are of each worth that hold none of a seat's cards."""
        numbers = self.numbers
        times = np.zeros(len(self.worths.worths), np.int64)
        for suit, hands in self._beside(shown).items():
            taken = numbers.masks(mine)[suit] if suit != NO_SUIT else 0
            left = np.maximum(hands.left - numbers.held(mine, but=suit), 0)
            ways = np.where(hands.suited & taken, 0, hands.signs) * numbers.ways(left)[hands.others]
            below = np.concatenate([[0], np.cumsum(ways)])
            times += np.diff(below[hands.starts])
        return times


def _others(cards: Cards, shown: Cards) -> Cards:
    return tuple(c for c in cards if c not in shown)
