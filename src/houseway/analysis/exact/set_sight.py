"""One sight of a seat that sets its cards as two or three hands against as many of the dealer's: counted by numpy,
without a compiler.

The dealer's hands are taken by looks (`set_looks`), and his way is followed for each of them once, which takes seconds
when a seat is taken. Then a hand is counted in a tenth of one: in how many ways each look comes beside its cards, and
which settings beat what the way makes of it.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, pairwise
from math import comb
from typing import Final

import numpy as np

from houseway.analysis.arrays import Ints, Longs
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.set_looks import WILD, Looks, SetLooks
from houseway.analysis.exact.sets import SOME, Sets, Strengths
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.barred import Flags
from houseway.analysis.split.fronts import layouts
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.ways import BY_POINTS, NO_KEY, WayTables, tabulate
from houseway.cards import Cards
from houseway.game import SEAT, Option, Seen
from houseway.ways.way import Way

AT_ONCE: Final = 20_000  # looks
KEPT: Final = 64  # sights
MOST_RULES: Final = 62  # of a way, a bit each


class SetSight(Sets):
    """A game in which seat and dealer set the same number of cards, asked about one sight after the other."""

    takes_seconds = True  # before the first sight
    dead: Cards = ()  # cards that are gone

    def without(self, dead: Cards) -> SetSight:
        """The same when these cards are gone."""
        if self._his is None:
            raise ValueError(f"{self.question.game.slug}: its hands are counted from a whole pack alone")
        assert self._barred is not None  # asked once
        other = copy(self)
        other.dead = (*self.dead, *dead)
        other.__dict__.pop("_counted", None)
        return other

    @property
    def ends(self) -> Ends:
        raise NotImplementedError("a whole round is not counted sight by sight")

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each setting."""
        shown = seen.lying.get(self.once.his_place, ())
        if self._his is None:
            if shown:
                raise ValueError(f"{self.question.game.slug}: its hands are counted against hidden ones alone")
            return super().branches(seen)
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        cards, his = seen[SEAT], self._his
        times = self._times(his, cards, shown)
        deals, barred = int(times.sum()), int(times[self._barred].sum())
        unseen = len(self.rules.pack) - len(cards) - len(self.dead) - len(shown)
        assert deals == comb(unseen, self.rules.size - len(shown)), f"{deals} hands of the dealer's"
        found = {}
        for option in self._legal(cards):
            made = his.places(self.way.split.strengths(*option.cut))
            won = sum((each < mine).astype(np.int8) for each, mine in zip(his.hands, made, strict=True))
            lost = len(made) - won
            main, all_of_them = (int(times[(lost <= most) & ~self._barred].sum()) for most in (1, 0))
            found[option] = self._weighed(deals, main, all_of_them, barred)
        return found

    def won_by_dealer(self, cards: Cards) -> dict[Strengths, Fraction]:
        """What each setting of the dealer's cards wins him on average against all hands of a player, as the way sets
        those: by what it is worth."""
        his = self._his
        if his is None:
            raise ValueError(f"{self.question.game.slug}: its hands are counted from a whole pack alone")
        times = self._times(his, cards, ())
        deals, nets = int(times.sum()), self._nets
        found: dict[Strengths, Fraction] = {}
        for cut in filter(self.way.split.may_be_set, self.way.split.cuts(cards)):
            made = self.way.split.strengths(*cut)
            if made in found:
                continue
            if self.bars and self.bars(made):
                found[made] = -sum((self.question.net[line] for line in self._barred_end.lines), Fraction(0))
                continue
            places = his.places(made)
            won = sum((each > place for each, place in zip(his.hands, places, strict=True)), np.int8(0))
            by_wins = (
                int(times[won <= len(places) - 2].sum()),
                *(int(times[won == n].sum()) for n in (len(places) - 1, len(places))),
            )
            found[made] = -sum((net * number for net, number in zip(nets, by_wins, strict=True)), Fraction(0)) / deals
        return found

    def prepare(self) -> None:
        """Follow the way, so that the first hand need not wait for it."""
        if self._his:
            assert len(self._barred) == len(self._his.hands[0])

    def _times(self, his: DealersSettings, cards: Cards, shown: Cards) -> Longs:
        """How many hands of the dealer's there are of each that his way makes, beside a seat's cards and with those
        that he shows: of all hands those are taken off that lack one, of these those that lack two are not, and so on.
        """
        key = tuple(sorted(cards)), tuple(sorted(shown))
        if key not in self._counted:
            while len(self._counted) >= KEPT:
                del self._counted[next(iter(self._counted))]
            ways = np.zeros(len(his.of_look), np.int64)
            for lacked in range(len(shown) + 1):
                for some in combinations(shown, lacked):
                    ways += (-1) ** lacked * his.looks.ways((*cards, *self.dead, *some))
            times = np.zeros(len(his.hands[0]), np.int64)
            np.add.at(times, his.of_look, ways)
            self._counted[key] = times
        return self._counted[key]

    @cached_property
    def _counted(self) -> dict[tuple[Cards, Cards], Longs]:
        return {}

    @cached_property
    def _his(self) -> DealersSettings | None:
        """Nothing where hands see more than ranks and flushes: then what is compiled counts them."""
        try:
            return followed(self.rules, self.way)
        except ValueError:
            return None

    @cached_property
    def _some_of_his(self) -> tuple[Strengths, ...]:
        """Of looks that are drawn as often as they are dealt."""
        if not (his := self._his):
            return super()._some_of_his
        often = his.looks.ways(())
        drawn = np.random.default_rng(1).choice(len(often), SOME, p=often / often.sum())
        return tuple(dict.fromkeys(his.strengths(np.unique(his.of_look[drawn]))))

    @cached_property
    def _barred(self) -> Flags:
        """Which of the dealer's hands nothing is won or lost against."""
        his = self._his
        assert his
        if not self.bars:
            return np.zeros(len(his.hands[0]), np.bool_)
        return np.array([self.bars(made) for made in his.strengths()], np.bool_)


@dataclass(frozen=True, eq=False)
class DealersSettings:
    """All that a way makes of the dealer's cards: by hand the places of what it is worth; and which of them each look
    is set as."""

    looks: SetLooks
    sizes: tuple[int, ...]  # of the hands that have cards
    hands: tuple[Ints, ...]
    of_look: Longs

    def places(self, strengths: Strengths) -> list[int]:
        """How many of the worths of each hand are below these."""
        return [
            bisect_left(self.looks.worths[size].order, made) for size, made in zip(self.sizes, strengths, strict=True)
        ]

    def strengths(self, which: Longs | slice = slice(None)) -> list[Strengths]:
        orders = [self.looks.worths[size].order for size in self.sizes]
        rows = zip(*(each[which].tolist() for each in self.hands), strict=True)
        return [tuple(order[place] for order, place in zip(orders, row, strict=True)) for row in rows]


@lru_cache(maxsize=4)
def followed(rules: SplitRules, way: Way) -> DealersSettings:
    """Set every look as the way says. Raises `ValueError` for a way of more rules than there are bits."""
    looks = SetLooks(rules)
    orders = tuple(looks.worths[size].order for size in rules.sizes)
    follower = _Follower(looks, tabulate(rules, way, orders))
    cells = np.concatenate([follower.follow(part) for part in looks.parts(AT_ONCE)])
    made, of_look = np.unique(cells, return_inverse=True)
    hands = [follower.hand(made, number) for number, size in enumerate(rules.sizes) if size]
    return DealersSettings(looks, tuple(size for size in rules.sizes if size), tuple(hands), of_look)


class _Follower:
    """A way in tables, and what it makes of many looks at once."""

    def __init__(self, looks: SetLooks, tables: WayTables) -> None:
        self.looks, self.rules, self.tables = looks, looks.rules, tables
        if len(tables.keys) > MOST_RULES or len(tables.bonus_points) > MOST_RULES:
            raise ValueError("the way has more rules than are followed at once")
        self.layouts = [tuple(row) for row in layouts(self.rules).tolist()]
        starts = (0, *accumulate(self.rules.sizes))
        self.cuts = [tuple(row[a:b] for a, b in pairwise(starts)) for row in self.layouts]
        self.met = [_bits(meets) for meets in tables.meets]
        self.bonuses = [_bits(meets) for meets in tables.bonus_meets]
        self.even_fouls = int(_bits(~tables.without_fouling[:, None])[0])
        self.widths = [len(looks.worths[size].order).bit_length() for size in self.rules.sizes]
        every = sorted({made for size in self.rules.sizes for made in looks.worths[size].order})
        among = {made: number for number, made in enumerate(every)}
        self.among = [np.array([among[m] for m in looks.worths[size].order], np.int32) for size in self.rules.sizes]

    def follow(self, part: Looks) -> Longs:
        """What is made of each look: the places of the hands' worths, in one number."""
        hands = self._hands(part)
        met = np.stack([self.met[0][high] & self.met[1][mid] & self.met[2][low] for high, mid, low in hands])
        for number, each in enumerate(hands):
            met[number] &= np.where(self._in_order(*each), -1, self.even_fouls)
        first = np.bitwise_or.reduce(met, axis=0)
        first &= -first
        assert first.all(), "the way decides every hand"
        cells = np.empty(len(first), np.int64)
        for rule in range(len(self.tables.keys)):
            [rows] = np.nonzero(first == 1 << rule)
            if len(rows):
                cells[rows] = self._decided(rule, [[made[rows] for made in each] for each in hands], met[:, rows])
        return cells

    def hand(self, cells: Longs, number: int) -> Ints:
        """Of what was made one hand: High, Mid or Low."""
        below = sum(self.widths[number + 1 :])
        return np.asarray(cells >> below & (1 << self.widths[number]) - 1, np.int32)

    def _cell(self, made: list[Ints]) -> Longs:
        cell = np.zeros(len(made[0]), np.int64)
        for each, width in zip(made, self.widths, strict=True):
            cell = cell << width | each
        return cell

    def _decided(self, rule: int, hands: list[list[Ints]], met: Longs) -> Longs:
        """Of the settings that meet a rule's goals the first by its order."""
        keys = [key for key in self.tables.keys[rule].tolist() if key != NO_KEY]
        best = np.full(met.shape[1], -1, np.int64)
        cells, alone = np.zeros_like(best), np.ones(len(best), np.bool_)
        for each, bits in zip(hands, met, strict=True):
            score = np.where(bits >> rule & 1, self._score(keys, each), -1)
            cell = self._cell(each)
            alone = np.where(score > best, True, alone & ((score < best) | (score < 0) | (cell == cells)))
            cells = np.where(score > best, cell, cells)
            best = np.maximum(best, score)
        assert alone.all(), "the way decides every hand"
        return cells

    def _score(self, keys: list[int], made: list[Ints]) -> Longs:
        score = np.zeros(len(made[0]), np.int64)
        for key in keys:
            if key == BY_POINTS:
                score = score << POINTS_WIDTH | self._points(made) + (1 << POINTS_WIDTH - 1)
            else:
                score = score << self.widths[key] | made[key]
        return score

    def _points(self, made: list[Ints]) -> Longs:
        high, mid, low = made
        points = self.tables.points[0][high] + self.tables.points[1][mid] + self.tables.points[2][low]
        met = self.bonuses[0][high] & self.bonuses[1][mid] & self.bonuses[2][low]
        for number, more in enumerate(self.tables.bonus_points.tolist()):
            points = points + (met >> number & 1) * more
        assert (abs(points) < 1 << POINTS_WIDTH - 1).all()
        return points

    def _in_order(self, high: Ints, mid: Ints, low: Ints) -> Flags:
        above, least = self.among[0][high], self.among[2][low]
        if not self.rules.has_mid:
            return np.asarray(above > least)
        between = self.among[1][mid]
        return np.asarray((above > between) & (between > least))

    def _hands(self, part: Looks) -> list[list[Ints]]:
        """By setting, the places of what its High, Mid and Low are worth."""
        wild = part.suits == WILD
        of_suit = [(part.suits == suit) | wild for suit in (1, 2)]
        known: dict[tuple[int, ...], Ints] = {}

        def made(places: tuple[int, ...]) -> Ints:
            if places not in known:
                worths, number = self.looks.worths[len(places)], np.zeros(len(part.ranks), np.int32)
                for place in places:
                    number = self.looks.numbers.ranks.next[number, part.ranks[:, place]]
                known[places] = worths.plain[number]
                if len(places) >= self.looks.length:
                    one_suit = np.zeros(len(number), np.bool_)
                    for suit in of_suit:
                        one_suit |= np.logical_and.reduce([suit[:, place] for place in places])
                    known[places] = np.where(one_suit, worths.suited[number], known[places])
            return known[places]

        return [[made(places) for places in cut] for cut in self.cuts]


POINTS_WIDTH: Final = 26


def _bits(meets: Flags) -> Longs:
    """By place, the rules whose goals are met, as bits."""
    bits = np.zeros(meets.shape[1], np.int64)
    for number, row in enumerate(meets):
        bits |= row.astype(np.int64) << number
    return bits
