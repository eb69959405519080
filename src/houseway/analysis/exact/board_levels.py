"""Boards of a size up to the names of suits, as they are seen at one choice, and how they become those of the next."""

from __future__ import annotations

from functools import cached_property
from itertools import permutations
from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact import board_sums as kernels
from houseway.analysis.exact.board_kernel import Shorts
from houseway.analysis.exact.board_kinds import HOLE, BoardKinds
from houseway.analysis.exact.threads import cores, in_threads
from houseway.analysis.exact.worths import SUITS, suits_alike
from houseway.analysis.split.combinations import choose_table
from houseway.cards import card, rank_of, suit_of

MOST = 40_000_000  # boards and pairs that are looked at one by one


class BoardLevel:
    """The boards of so many cards, each with every pair of cards beside it. Values and numbers of ways come as arrays
    by board and pair; a pair that shares a card with the board has none."""

    def __init__(self, kinds: BoardKinds, size: int) -> None:
        self.kinds = kinds
        self.size = size
        self.pack = pack_of(kinds)
        number = len(kinds.cards)
        if comb(number, size) // len(self.renamed) * len(kinds.pairs) > MOST:
            raise ValueError(f"boards of {size} are too many to be looked at one by one, as a policy does")
        self.choose = choose_table(number, max(size, 1))
        least = np.empty(comb(number, size), np.int64)
        self.by = np.empty(len(least), np.uint8)
        kernels.name_boards(size, self.renamed, self.choose, least, self.by)
        own, self.same = np.unique(least, return_inverse=True)
        self.boards: Bytes = kernels.sets_at(own, size, self.choose)

    @cached_property
    def renamed(self) -> Bytes:
        """By renaming of suits that leaves the pack as it is, the place of the card that each card becomes."""
        places = {each: place for place, each in enumerate(self.kinds.cards)}
        together = suits_alike(self.kinds.cards)
        names = [
            order
            for order in permutations(range(SUITS))
            if all({order[s] for s in suits} == set(suits) for suits in together)
        ]
        return np.array(
            [[places[card(rank_of(c), order[suit_of(c)])] for c in self.kinds.cards] for order in names], np.uint8
        )

    @cached_property
    def renamed_pairs(self) -> Ints:
        low, high = np.sort(self.renamed[:, self.kinds.pairs].astype(np.int32), axis=2).transpose(2, 0, 1)
        pairs: Ints = high * (high - 1) // 2 + low
        return pairs

    @cached_property
    def first_pair(self) -> Shorts:
        """By board, for each pair the first that is the same but for names of suits."""
        found = np.empty((len(self.boards), len(self.kinds.pairs)), np.int16)
        kernels.name_pairs(self.boards, self.kinds.pairs, self.renamed, self.renamed_pairs, found)
        return found

    def find(self, boards: Bytes | Longs, pairs: Longs) -> tuple[Longs, Ints]:
        """Where boards, one a row, and pairs stand: the number of each board, and what the pair is called beside it."""
        places = self.choose[np.sort(boards, axis=1), np.arange(1, self.size + 1)]
        index = places.sum(axis=1)
        return self.same[index], self.renamed_pairs[self.by[index], pairs]

    @property
    def names(self) -> kernels.Names:
        return kernels.Names(self.choose, self.same, self.by, self.renamed_pairs)

    # ---- to the boards of a later choice -----------------------------------------------------------

    def ways_to(self, size: int) -> int:
        """In how many ways a board becomes one of that size, beside any pair."""
        return comb(len(self.kinds.cards) - HOLE - self.size, size - self.size)

    def sums(self, after: BoardLevel, values: Longs) -> Longs:
        """The values of a later level, added up over all boards that each of these becomes."""
        sums = np.zeros((len(self.boards), len(self.kinds.pairs), values.shape[2]), np.int64)
        more = after.size - self.size
        in_threads(
            lambda part: kernels.sum_next(self.boards[part], more, self.pack, after.names, values, sums[part]),
            len(self.boards),
        )
        return sums

    def spread(self, after: BoardLevel, reached: Ints) -> Ints:
        """How often the boards of a later level are reached, by course. Cards of given ranks are at most 4^7, and five
        of them come in at most 120 orders: 32 bits are enough."""
        then = np.zeros((len(reached), len(after.boards), len(self.kinds.pairs)), np.int32)
        kernels.spread_next(self.boards, after.size - self.size, self.pack, after.names, reached, then)
        return then

    # ---- to whole boards ---------------------------------------------------------------------------

    def last_sums(self, values: Longs) -> Longs:
        """The values of whole boards, added up over all that each of these becomes."""
        sums = np.zeros((len(self.boards), len(self.kinds.pairs), values.shape[1]), np.int64)
        in_threads(
            lambda part: kernels.sum_last(
                self.boards[part], self.first_pair[part], self.pack, self._coming(), values, sums[part]
            ),
            len(self.boards),
        )
        return sums

    def last_spread(self, reached: Ints) -> Ints:
        """How often whole boards are reached, by course and kind."""
        weights = np.zeros((len(reached), self.kinds.places), np.int32)
        parts = cores()
        in_threads(
            lambda part: kernels.spread_last(
                self.boards, self.first_pair, self.pack, self._coming(), part.start, parts, reached, weights
            ),
            parts,
        )
        return weights

    def _coming(self) -> kernels.MoreCards:
        """Room for the last cards of a board."""
        number, more = len(self.kinds.cards), self.kinds.size - self.size
        ways = comb(number - self.size, more)
        card_ways = number, comb(number - self.size - 1, more - 1) if more else 0
        longs, ints = np.zeros((5, ways), np.int64), np.zeros((3, ways), np.int32)
        by_card = np.zeros((3, *card_ways), np.int32)
        return kernels.MoreCards(
            number=more,
            slots=np.zeros((len(self.kinds.rows), SUITS + 1), np.int32),
            kinds=longs[0],
            starts=longs[1],
            suits=longs[2],
            ways=longs[3],
            of_way=ints[0],
            held=longs[4],
            with_card=by_card[0],
            card_slots=by_card[1],
            card_ways=by_card[2],
            last_card=ints[1],
            last_place=ints[2],
        )


def pack_of(kinds: BoardKinds) -> kernels.BoardPack:
    return kernels.BoardPack(
        kinds.rank_place,
        kinds.suit_of,
        kinds.same_suit,
        kinds.ranks.next,
        kinds.fewest if kinds.has_flushes else kinds.size + 1,
        kinds.first_flush,
        kinds.ranks.first,
        kinds.offsets,
        kinds.pairs,
        np.ascontiguousarray(kinds.pair_kinds.T),
    )
