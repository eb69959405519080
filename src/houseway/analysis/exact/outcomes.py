"""What hands of open cards can be together: as much as tells the lines of all wagers, and how often each comes."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, combinations
from math import comb, lcm, prod

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.courses import Coming, Courses
from houseway.analysis.exact.ends import SettledLine
from houseway.analysis.exact.worths import RANKS, SUITS, alike, ranks_of, worths_of
from houseway.cards import DECK, rank_of, suit_of
from houseway.game import Bonus, Hand

AT_ONCE = 1_000_000  # rows of cards that are looked at together
MOST_OUTCOMES = 4096  # what hands can be together before they are better counted apart


class Outcomes:
    """What the hands can be together: as much as tells the lines of all wagers, and no more."""

    def __init__(self, courses: Courses) -> None:
        self.courses = courses
        self.question = courses.question
        self.cards = tuple(sorted(self.question.cards))
        wagers = [wager for wager in self.question.game.wagers if wager.name in self.question.wagers]
        bonuses = [wager for wager in wagers if isinstance(wager, Bonus)]
        if len(bonuses) < len(wagers):
            raise ValueError("hands are compared with each other: not a game of streets")
        self.wagers = bonuses
        self.hands: tuple[Hand, ...] = tuple(dict.fromkeys(wager.hand for wager in bonuses))
        self.comings = [courses.places(hand.of) for hand in self.hands]  # that each hand looks at
        sizes = [sum(courses.comings[n].cards for n in looked_at) for looked_at in self.comings]
        self.ranks = ranks_of(self.cards, max(sizes))
        self.tables = [
            worths_of(hand, size, self.cards, max(sizes)) for hand, size in zip(self.hands, sizes, strict=True)
        ]

    @cached_property
    def _rows(self) -> list[tuple[list[str], list[tuple[str, ...]]]]:
        """By hand, the names of the wagers on it, and their lines for each worth."""
        found = []
        for hand, table in zip(self.hands, self.tables, strict=True):
            wagers = [wager for wager in self.wagers if wager.hand == hand]
            judges = list(dict.fromkeys(wager.judge for wager in wagers))
            places = [judges.index(wager.judge) for wager in wagers]
            rows = [[judge(worth) for judge in judges] for worth in table.worths]
            found.append(([wager.name for wager in wagers], [tuple(row[place] for place in places) for row in rows]))
        return found

    @cached_property
    def lines(self) -> list[list[dict[str, str]]]:
        """By hand, all that it can be: the line of each wager on it."""
        return [[dict(zip(names, lines, strict=True)) for lines in dict.fromkeys(rows)] for names, rows in self._rows]

    @cached_property
    def of_worth(self) -> list[Ints]:
        """By hand, the place of each worth among all that it can be."""
        found = []
        for _, rows in self._rows:
            places = {lines: place for place, lines in enumerate(dict.fromkeys(rows))}
            found.append(np.array([places[lines] for lines in rows], np.int32))
        return found

    @cached_property
    def all(self) -> list[dict[str, str]]:
        """All hands together: an outcome is the line of each wager."""
        if prod(map(len, self.lines)) > MOST_OUTCOMES:
            raise ValueError("the wagers end in too many ways together: ask for fewer of them")
        joint: list[dict[str, str]] = [{}]
        for lines in self.lines:
            joint = [{**before, **one} for before in joint for one in lines]
        return joint

    @cached_property
    def unit(self) -> int:
        """All nets are whole in this part of a unit."""
        nets = (self.question.net[SettledLine(w, 1, line)] for outcome in self.all for w, line in outcome.items())
        return lcm(*(net.denominator for net in nets))

    def net(self, wager: str) -> Longs:
        """What a wager wins by outcome."""
        nets = [self.question.net[SettledLine(wager, 1, outcome[wager])] for outcome in self.all]
        return np.array([int(net * self.unit) for net in nets], np.int64)

    def more(self, cards: Bytes, number: int) -> Bytes:
        """Every way in which so many more cards come to each row of these, row after row."""
        left = np.zeros((len(cards), len(DECK)), bool)
        left[:, list(self.cards)] = True
        left[np.arange(len(cards))[:, None], cards] = False
        others = np.nonzero(left)[1].astype(np.uint8).reshape(len(cards), -1)
        taken = others[:, _ways_to_take(number, others.shape[1])]
        before = np.repeat(cards[:, None, :], taken.shape[1], axis=1)
        return np.concatenate([before, taken], axis=2).reshape(len(cards) * taken.shape[1], -1)

    def alike(self, cards: Bytes) -> tuple[Longs, Longs]:
        """Rows of cards that differ in nothing that counts are one: the place of the first of each, and which of these
        every row is. What counts is which hands look at a card; for a policy, with which others it came."""
        seen = int(np.searchsorted(np.cumsum([coming.cards for coming in self.courses.comings]), cards.shape[1])) + 1
        kinds: dict[object, list[int]] = {}
        for column, n in enumerate(self._columns(seen)):
            looks = tuple(n in comings for comings in self.comings)
            kinds.setdefault(n if self.question.policy else looks, []).append(column)
        return alike(cards, list(kinds.values()), self.cards)

    def _columns(self, seen: int) -> list[int]:
        """With which coming each card has come."""
        return list(chain.from_iterable([n] * self.courses.comings[n].cards for n in range(seen)))

    def counts(self, cards: Bytes, seen: int) -> Longs:
        """In how many of the ways in which the other cards can come each outcome comes."""
        *between, last = self.courses.comings[seen:] or (Coming(0, "", 0),)
        counts = np.zeros((len(cards), len(self.all)), np.int64)
        ways = prod(
            comb(len(self.cards) - cards.shape[1] - sum(c.cards for c in self.courses.comings[seen:n]), coming.cards)
            for n, coming in enumerate(self.courses.comings[seen:], seen)
        )
        size = max(1, AT_ONCE // ways)
        for start in range(0, len(cards), size):
            rows = cards[start : start + size]
            nodes = len(rows)
            for coming in between:
                rows = self.more(rows, coming.cards)
            outcomes = self._outcomes(rows, self.more(rows, last.cards), seen + len(between))
            numbers = np.repeat(np.arange(nodes), ways) * len(self.all) + outcomes
            counts[start : start + size] = np.bincount(numbers, minlength=nodes * len(self.all)).reshape(nodes, -1)
        return counts

    def _outcomes(self, before: Bytes, cards: Bytes, seen: int) -> Longs:
        """Which outcome each row of cards is; `before` are the rows without the last cards, each for many of them."""
        found = np.zeros(len(cards), np.int64)
        each = len(cards) // len(before)
        for comings, table, of_worth, lines in zip(self.comings, self.tables, self.of_worth, self.lines, strict=True):
            columns = [column for column, n in enumerate(self._columns(len(self.courses.comings))) if n in comings]
            known = len(self._columns(seen))
            ranks, suits = np.zeros(len(before), np.int32), np.zeros(len(before), np.int64)
            for column in columns:
                if column >= known and len(ranks) < len(cards):
                    ranks, suits = np.repeat(ranks, each), np.repeat(suits, each)
                row = (before if column < known else cards)[:, column]
                ranks, suits = self.ranks.next[ranks, self._rank_places[row]], suits | self._bits[row]
            worths = table.plain[ranks]
            for suit in range(SUITS) if table.length else ():
                worths = np.maximum(worths, table.flush[suits >> RANKS * suit & (1 << RANKS) - 1])
            outcomes = of_worth[worths]
            found = found * len(lines) + (outcomes if len(outcomes) == len(cards) else np.repeat(outcomes, each))
        return found

    @cached_property
    def _rank_places(self) -> Ints:
        """The place of each card's rank among the ranks that count."""
        places = {rank: place for place, rank in enumerate(self.ranks.ranks)}
        return np.array([places.get(rank_of(each), 0) for each in DECK], np.int32)

    @cached_property
    def _bits(self) -> Longs:
        """By card, the place of its rank among those of its suit, as a bit."""
        places = self._rank_places.tolist()
        return np.array([1 << places[each] + RANKS * suit_of(each) for each in DECK], np.int64)


def _ways_to_take(number: int, others: int) -> Ints:
    return np.array(list(combinations(range(others), number)), np.int32).reshape(comb(others, number), number)
