"""The main game, exactly: every hand a seat can be dealt, every choice open to it, against everything
still hidden.

What a seat sees are its cards and the dealer's face-up ones, told apart only as far as the game's sight
tells them. For each such class the dealer's hands are weighed by what is left in the pack, all at once:
the ways to deal a hand are a product of binomials, one a grade. Counts are 64-bit integers, bounded
before they are added, and become Python integers as soon as they leave numpy.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.figures import Figures, Line
from houseway.cards import Card, Cards, Pack
from houseway.old_game import LOSE, Contest, Game, HouseWay, Setting
from houseway.paytable import Paytable
from houseway.sight import Grades

Lines = tuple[str, ...]  # the line of the main wager, then of each wager the choice added
Left = tuple[int, ...]  # how many cards of each grade are left


@dataclass(frozen=True, slots=True)
class Option:
    """A legal choice, and how many of the hidden deals end in which lines; likewise for other wagers
    that depend on it."""

    setting: Setting
    outcomes: Mapping[Lines, int]
    others: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        return sum(self.outcomes.values())


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat sees, in how many ways it can be dealt, and the options it has."""

    cards: Cards
    shown: Cards
    ways: int
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Pays:
    """A paytable for each wager of the main game; what the outcomes are worth under them."""

    game: Game
    tables: Mapping[str, Paytable]

    @classmethod
    def of(cls, game: Game, replaced: Sequence[Paytable] = ()) -> "Pays":
        tables = {w.name: game.paytables_of(w)[0] for w in (game.main, *game.added)}
        return cls(game, tables | {p.wager: p for p in replaced})

    @property
    def main(self) -> Paytable:
        return self.tables[self.game.main.name]

    def net(self, adds: Sequence[str], lines: Lines) -> Fraction:
        """What a stake of 1 wins, with what a choice adds to it, when the wagers end in these lines."""
        wagers = (self.game.main.name, *adds)
        return sum((self.tables[w].net(line) for w, line in zip(wagers, lines, strict=True)), Fraction(0))

    def expectation(self, option: Option) -> Fraction:
        total = sum(self.net(option.setting.adds, lines) * times for lines, times in option.outcomes.items())
        return Fraction(total) / option.deals

    def best(self, decision: Decision) -> Option:
        """The option with the greatest expectation; the first of equals."""
        return max(decision.options, key=self.expectation)


Chooser = Callable[[Decision], Option]


def house_way_policy(way: HouseWay) -> Chooser:
    """Set the seat's cards as the dealer would."""

    def choose(decision: Decision) -> Option:
        setting = way.set(decision.cards)
        return next(o for o in decision.options if o.setting == setting)

    return choose


def main_figures(
    game: Game,
    decks: int | None = None,
    *,
    pays: Pays | None = None,
    policy: Chooser | None = None,
    play: str = "best play",
    way: HouseWay | None = None,
) -> Figures:
    """The main wager and all that choices add to it, under best play or another policy, against the
    game's own house way or another."""
    pays = pays or Pays.of(game)
    choose = policy or pays.best
    ends: Counter[tuple[Fraction, str, str]] = Counter()
    action = Fraction(0)
    total = 0
    for decision in decisions(game, decks, way):
        option = choose(decision)
        adds = option.setting.adds
        action += (1 + len(adds)) * decision.ways * option.deals
        total += decision.ways * option.deals
        for lines, times in option.outcomes.items():
            end = pays.net(adds, lines), line_name(adds, lines), pay_text(pays, adds, lines)
            ends[end] += decision.ways * times
    ordered = tuple(
        Line(name, times, pay, net, total)
        for (net, name, pay), times in sorted(ends.items(), key=lambda end: end[0][0], reverse=True)
    )
    figures = Figures.of(
        game, game.main, pays.main, ordered, decks=game.deal.pack(decks).decks, play=play, action=action / total
    )
    return replace(figures, approved=all(p.approved for p in pays.tables.values()))


def line_name(adds: Sequence[str], lines: Lines) -> str:
    return " + ".join((lines[0], *adds))


def pay_text(pays: Pays, adds: Sequence[str], lines: Lines) -> str:
    wagers = (pays.game.main.name, *adds)
    paid = [pays.tables[w].lines.get(line) for w, line in zip(wagers, lines, strict=True)]
    texts = dict.fromkeys(str(pay) if pay else LOSE for pay in paid)
    return " + ".join(texts)


def decisions(game: Game, decks: int | None = None, way: HouseWay | None = None) -> tuple[Decision, ...]:
    """Every class of what a seat can see, with the exact outcome of every option; listed once, however it is asked."""
    return _decisions(game, game.deal.pack(decks), way or game.house_way)


@cache
def _decisions(game: Game, pack: Pack, way: HouseWay) -> tuple[Decision, ...]:
    hidden, deal = Hidden(game, pack, way), game.deal
    return tuple(
        hidden.decision(cards, shown, ways * shown_ways, still_left)
        for cards, ways, left in hidden.taken(hidden.full, deal.packet)
        for shown, shown_ways, still_left in hidden.taken(left, deal.dealer_shows)
    )


def decision(
    game: Game, cards: Cards, shown: Cards = (), decks: int | None = None, way: HouseWay | None = None
) -> Decision:
    """The decision of one hand."""
    hidden = Hidden(game, game.deal.pack(decks), way or game.house_way)
    return hidden.decision(cards, shown, 1, hidden.without(cards + shown))


class Hidden:
    """What a seat cannot see: the rest of the pack, the dealer's cards, and its own later ones."""

    def __init__(self, game: Game, pack: Pack, way: HouseWay) -> None:
        if game.sight is None:
            raise ValueError(f"{game.slug}: the main game needs its own solver")
        self.game, self.way = game, way
        self.sight: Grades = game.sight
        self.by_grade = self.sight.held(pack)
        self.full: Left = tuple(map(len, self.by_grade.values()))
        self.size = game.deal.dealer_cards - game.deal.dealer_shows
        assert comb(len(pack), self.size) < 2**62, "dealer hands must be countable in 64 bits"
        self.hands = multisets(self.full, self.size)
        self.binomials = np.array(
            [[comb(n, k) for k in range(self.size + 1)] for n in range(max(self.full) + 1)], dtype=np.int64
        )
        self._dealers: dict[Cards, tuple[list[dict[str, Any]], np.ndarray, np.ndarray]] = {}
        self._ends: dict[Any, list[tuple[Lines, np.ndarray]]] = {}

    def without(self, cards: Cards) -> Left:
        gone = Counter(map(self.sight.grade, cards))
        return tuple(len(alike) - gone[grade] for grade, alike in self.by_grade.items())

    def cards_of(self, counts: Sequence[int]) -> Cards:
        """Real cards, so many of each grade."""
        return tuple(c for alike, n in zip(self.by_grade.values(), counts, strict=True) for c in alike[:n])

    def taken(self, left: Left, size: int) -> Iterator[tuple[Cards, int, Left]]:
        """Every class of `size` cards out of what is left: real cards, their ways, and what remains."""
        for counts in multisets(left, size).tolist():
            ways = 1
            cards: list[Card] = []
            for alike, had, left_of_it, n in zip(self.by_grade.values(), self.full, left, counts, strict=True):
                ways *= comb(left_of_it, n)
                gone = had - left_of_it
                cards += alike[gone : gone + n]
            yield tuple(cards), ways, tuple(a - b for a, b in zip(left, counts, strict=True))

    def decision(self, cards: Cards, shown: Cards, ways: int, left: Left) -> Decision:
        options = self.game.options(cards, shown)
        return Decision(cards, shown, ways, tuple(Option(o, self.outcomes(o, shown, left)) for o in options))

    def outcomes(self, setting: Setting, shown: Cards, left: Left) -> dict[Lines, int]:
        """In how many of the hidden deals the wagers end in which lines."""
        ends: dict[Lines, int] = {}
        for later, ways, still_left in self.taken(left, self.game.deal.later):
            tally = self.tally(shown, still_left)
            for lines, where in self.ends(setting.then(later), shown):
                times = ways * int(tally[where].sum())
                if times:
                    ends[lines] = ends.get(lines, 0) + times
        return ends

    def tally(self, shown: Cards, left: Left) -> np.ndarray:
        """How many dealer hands there are of each of his scores."""
        _, order, starts = self.dealers(shown)
        weights = np.ones(len(self.hands), dtype=np.int64)
        for column, n in enumerate(left):
            weights *= self.binomials[n, self.hands[:, column]]
        return np.add.reduceat(weights[order], starts)

    def ends(self, final: Setting, shown: Cards) -> list[tuple[Lines, np.ndarray]]:
        """The lines that the seat's wagers can end in, and against which of the dealer's scores."""
        wagers = [w for w in (self.game.main, *map(self.game.wager, final.adds)) if isinstance(w, Contest)]
        mine = tuple(w.score(final) for w in wagers)
        key = mine, final.adds, shown
        if key not in self._ends:
            grouped: dict[Lines, list[int]] = {}
            for i, dealers in enumerate(self.dealers(shown)[0]):
                lines = tuple(w.settle(my, dealers[w.name]) for w, my in zip(wagers, mine, strict=True))
                grouped.setdefault(lines, []).append(i)
            self._ends[key] = [(lines, np.array(where)) for lines, where in grouped.items()]
        return self._ends[key]

    def dealers(self, shown: Cards) -> tuple[list[dict[str, Any]], np.ndarray, np.ndarray]:
        """The dealer's scores by wager, and his hands sorted by them: (scores, order of hands, where each starts)."""
        if shown not in self._dealers:
            contests = [w for w in (self.game.main, *self.game.added) if isinstance(w, Contest)]
            scores: dict[Any, int] = {}
            ids = []
            for counts in self.hands.tolist():
                setting = self.way.set(shown + self.cards_of(counts))
                score = tuple(w.dealer_score(setting) for w in contests)
                ids.append(scores.setdefault(score, len(scores)))
            named = [dict(zip((w.name for w in contests), score, strict=True)) for score in scores]
            order = np.argsort(ids, kind="stable")
            starts = np.searchsorted(np.array(ids)[order], np.arange(len(scores)))
            self._dealers[shown] = named, order, starts
        return self._dealers[shown]


def multisets(left: Left, size: int) -> np.ndarray:
    """Every way to take `size` cards by grade: one row a hand, one column a grade."""
    rows = [[hand.count(g) for g in range(len(left))] for hand in combinations_with_replacement(range(len(left)), size)]
    counts = np.array(rows, dtype=np.int64).reshape(len(rows), len(left))
    return counts[(counts <= np.array(left)).all(axis=1)]
