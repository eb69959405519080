"""One sight of a seat that sets its cards as two or three hands against as many of the dealer's: counted by numpy,
without a compiler.

The dealer's hands are taken by looks (`set_looks`), and his way is followed for each of them once, which takes seconds
when a seat is taken, unless the project came with what it makes of them (`known_settings`). Then a hand is counted in a
tenth of a second: in how many ways each look comes beside its cards, and which settings beat what the way makes of it.
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

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.known_settings import known_barred, known_settings
from houseway.analysis.exact.set_looks import WILD, Looks, SetLooks
from houseway.analysis.exact.sets import SOME, Sets, Strengths
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.barred import Flags
from houseway.analysis.split.fronts import layouts
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.ways import BY_POINTS, NO_KEY, tabulate
from houseway.cards import Cards
from houseway.game import SEAT, Option, Seen
from houseway.ways.way import Way

AT_ONCE: Final = 20_000  # looks, of which all settings are compared
LOOKED_UP: Final = 200_000  # looks of which the setting is known
KEPT: Final = 64  # sights
MOST_RULES: Final = 62  # of a way, a bit each


class SetSight(Sets):
    """A game in which seat and dealer set the same number of cards, asked about one sight after the other."""

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
    def takes_seconds(self) -> bool:
        """Before the first sight."""
        looks = looks_of(self.rules)
        return looks is None or known_settings(looks, self.way) is None

    @cached_property
    def _counted(self) -> dict[tuple[Cards, Cards], Longs]:
        return {}

    @cached_property
    def _his(self) -> DealersSettings | None:
        """Nothing where hands see more than ranks and flushes: then what is compiled counts them."""
        looks = looks_of(self.rules)
        try:
            return followed(looks, self.way) if looks else None
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
        known = known_barred(self.question.game, his.looks, self.way)
        return self.barred_of(his) if known is None else known

    def barred_of(self, his: DealersSettings) -> Flags:
        """The same, asked of the rules one by one."""
        assert self.bars
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
def looks_of(rules: SplitRules) -> SetLooks | None:
    """Nothing where more than ranks and flushes counts."""
    try:
        return SetLooks(rules)
    except ValueError:
        return None


@lru_cache(maxsize=4)
def followed(looks: SetLooks, way: Way) -> DealersSettings:
    """Set every look as the way says. Raises `ValueError` for a way of more rules than there are bits."""
    known = known_settings(looks, way)
    return set_by(looks, Follower(looks, way).settings() if known is None else known)


def set_by(looks: SetLooks, settings: Bytes) -> DealersSettings:
    """Every look in its setting."""
    rules, setting = looks.rules, Setting(looks)
    made, of_look = np.unique(setting.set_as(settings), return_inverse=True)
    hands = [setting.hand(made, number) for number, size in enumerate(rules.sizes) if size]
    return DealersSettings(looks, tuple(size for size in rules.sizes if size), tuple(hands), of_look)


class Setting:
    """Many looks set at once: by setting the worths of their hands, as places among all that hands of their sizes are
    worth."""

    def __init__(self, looks: SetLooks) -> None:
        self.looks, self.rules = looks, looks.rules
        starts = (0, *accumulate(self.rules.sizes))
        self.cuts = [tuple(tuple(row[a:b]) for a, b in pairwise(starts)) for row in layouts(self.rules).tolist()]
        self.widths = [len(looks.worths[size].order).bit_length() for size in self.rules.sizes]

    def set_as(self, settings: Bytes) -> Longs:
        """What each look is made by its setting."""
        cells, start = np.empty(len(settings), np.int64), 0
        for part in self.looks.parts(LOOKED_UP):
            chosen = settings[start : start + len(part.ranks)]
            for number, cut in enumerate(self.cuts):
                [rows] = np.nonzero(chosen == number)
                if len(rows):
                    some = Looks(part.ranks[rows], part.suits[rows])
                    cells[start + rows] = self.cell([self.worths(some, places) for places in cut])
            start += len(chosen)
        assert start == len(cells)
        return cells

    def hands(self, part: Looks) -> list[list[Ints]]:
        """By setting, the places of what its High, Mid and Low are worth."""
        known = {places: self.worths(part, places) for places in {places for cut in self.cuts for places in cut}}
        return [[known[places] for places in cut] for cut in self.cuts]

    def worths(self, part: Looks, places: tuple[int, ...]) -> Ints:
        """What the cards at these places are worth as a hand, look by look."""
        worths, number = self.looks.worths[len(places)], np.zeros(len(part.ranks), np.int32)
        for place in places:
            number = self.looks.numbers.ranks.next[number, part.ranks[:, place]]
        plain = np.asarray(worths.plain[number])
        if len(places) < self.looks.length:
            return plain
        one_suit = np.zeros(len(number), np.bool_)
        for suit in (1, 2):
            one_suit |= np.logical_and.reduce(
                [(part.suits[:, at] == suit) | (part.suits[:, at] == WILD) for at in places]
            )
        return np.where(one_suit, worths.suited[number], plain)

    def cell(self, made: list[Ints]) -> Longs:
        """The places of the hands' worths, in one number."""
        cell = np.zeros(len(made[0]), np.int64)
        for each, width in zip(made, self.widths, strict=True):
            cell = cell << width | each
        return cell

    def hand(self, cells: Longs, number: int) -> Ints:
        """Of what was made one hand: High, Mid or Low."""
        below = sum(self.widths[number + 1 :])
        return np.asarray(cells >> below & (1 << self.widths[number]) - 1, np.int32)


class Follower(Setting):
    """A way in tables, and what it makes of many looks at once. Raises `ValueError` for a way of more rules than there
    are bits."""

    def __init__(self, looks: SetLooks, way: Way) -> None:
        super().__init__(looks)
        orders = tuple(looks.worths[size].order for size in self.rules.sizes)
        self.tables = tables = tabulate(self.rules, way, orders)
        if len(tables.keys) > MOST_RULES or len(tables.bonus_points) > MOST_RULES:
            raise ValueError("the way has more rules than are followed at once")
        self.met = [_bits(meets) for meets in tables.meets]
        self.bonuses = [_bits(meets) for meets in tables.bonus_meets]
        self.even_fouls = int(_bits(~tables.without_fouling[:, None])[0])
        every = sorted({made for size in self.rules.sizes for made in looks.worths[size].order})
        among = {made: number for number, made in enumerate(every)}
        self.among = [np.array([among[m] for m in looks.worths[size].order], np.int32) for size in self.rules.sizes]

    def settings(self) -> Bytes:
        """By look the number of its setting; of those that make the same the first."""
        return np.concatenate([self.chosen(part) for part in self.looks.parts(AT_ONCE)])

    def chosen(self, part: Looks) -> Bytes:
        """The same of some of them."""
        hands = self.hands(part)
        met = np.stack([self.met[0][high] & self.met[1][mid] & self.met[2][low] for high, mid, low in hands])
        for number, each in enumerate(hands):
            met[number] &= np.where(self._in_order(*each), -1, self.even_fouls)
        first = np.bitwise_or.reduce(met, axis=0)
        first &= -first
        assert first.all(), "the way decides every hand"
        chosen = np.empty(len(first), np.uint8)
        for rule in range(len(self.tables.keys)):
            [rows] = np.nonzero(first == 1 << rule)
            if len(rows):
                chosen[rows] = self._decided(rule, [[made[rows] for made in each] for each in hands], met[:, rows])
        return chosen

    def _decided(self, rule: int, hands: list[list[Ints]], met: Longs) -> Bytes:
        """Of the settings that meet a rule's goals the first by its order."""
        keys = [key for key in self.tables.keys[rule].tolist() if key != NO_KEY]
        best = np.full(met.shape[1], -1, np.int64)
        cells, alone = np.zeros_like(best), np.ones(len(best), np.bool_)
        chosen = np.zeros(len(best), np.uint8)
        for number, (each, bits) in enumerate(zip(hands, met, strict=True)):
            score = np.where(bits >> rule & 1, self._score(keys, each), -1)
            cell, is_best = self.cell(each), score > best
            alone = np.where(is_best, True, alone & ((score < best) | (score < 0) | (cell == cells)))
            cells = np.where(is_best, cell, cells)
            chosen[is_best] = number
            best = np.maximum(best, score)
        assert alone.all(), "the way decides every hand"
        return chosen

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


POINTS_WIDTH: Final = 26


def _bits(meets: Flags) -> Longs:
    """By place, the rules whose goals are met, as bits."""
    bits = np.zeros(meets.shape[1], np.int64)
    for number, row in enumerate(meets):
        bits |= row.astype(np.int64) << number
    return bits
