"""What hands of open cards can be together: as much as tells the lines of all wagers, and how often each comes."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, combinations
from math import comb, lcm, prod

import numpy as np

from houseway.analysis.exact.courses import Coming, Courses
from houseway.analysis.exact.ends import Line
from houseway.analysis.exact.street_kernel import Table, add_outcomes
from houseway.analysis.exact.threads import in_threads
from houseway.analysis.exact.worths import alike, ranks_of, worths_of
from houseway.analysis.split.kernel import Bytes, Ints, Longs
from houseway.cards import DECK, rank_of
from houseway.steps import Bonus, Hand

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
        nets = (self.question.net[Line(w, 1, line)] for outcome in self.all for w, line in outcome.items())
        return lcm(*(net.denominator for net in nets))

    def net(self, wager: str) -> Longs:
        """What a wager wins by outcome."""
        nets = [self.question.net[Line(wager, 1, outcome[wager])] for outcome in self.all]
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
        nodes = len(cards)
        *between, last = self.courses.comings[seen:] or (Coming(0, "", 0),)
        for coming in between:
            cards = self.more(cards, coming.cards)
        number = seen + len(between)  # of the last coming
        columns = self._columns(number)
        looks = np.array([[n in comings for n in (*columns, number)] for comings in self.comings], bool)
        left = len(self.cards) - len(columns)
        taken = _ways_to_take(last.cards, left)
        deck = np.array(self.cards, np.uint8)
        counts = np.zeros((len(cards), len(self.all)), np.int64)
        in_threads(
            lambda part: add_outcomes(cards[part], deck, self._rank_places, looks, taken, self._table, counts[part]),
            len(cards),
        )
        added: Longs = counts.reshape(nodes, -1, len(self.all)).sum(1)
        return added

    @cached_property
    def _table(self) -> Table:
        return Table(
            after=self.ranks.next,
            plain=np.array([table.plain for table in self.tables]),
            flush=np.array([table.flush for table in self.tables]),
            lengths=np.array([table.length for table in self.tables], np.int64),
            of_worth=_side_by_side(self.of_worth),
            steps=np.array([prod(map(len, self.lines[n + 1 :])) for n in range(len(self.lines))], np.int64),
        )

    @cached_property
    def _rank_places(self) -> Ints:
        """By card."""
        places = {rank: place for place, rank in enumerate(self.ranks.ranks)}
        return np.array([places.get(rank_of(each), 0) for each in DECK], np.int32)


def _ways_to_take(number: int, others: int) -> Ints:
    return np.array(list(combinations(range(others), number)), np.int32).reshape(comb(others, number), number)


def _side_by_side(rows: list[Ints]) -> Ints:
    table = np.zeros((len(rows), max(map(len, rows))), np.int32)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table
