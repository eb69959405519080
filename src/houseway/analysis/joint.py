"""Two seats of a table against one dealer, exactly: how often each pair of results comes.

Seats share the dealer's hand and draw from one pack, so their results are not independent. Given the dealer's hand,
two disjoint hands are counted by inclusion and exclusion: with F(u) the hands of a result that contain the cards u,
the pairs of disjoint hands are the sum over u of (-1)^|u| F(u) F'(u), and all sets u of the same grades count alike.
From the pairs follow the mean, the variance and the covariance of any number of seats with any stakes; the whole
distribution follows for two seats only.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import comb, prod

import numpy as np

from houseway.analysis.contest import Decision, Hidden, Option, Pays, decisions, house_way_policy, multisets
from houseway.cards import show_card
from houseway.game import Bonus, Contest, Game, Wager
from houseway.paytable import Paytable
from houseway.sight import RANKS, Grades, Matches

BEST, HOUSE_WAY = "best play", "house way"
Nets = tuple[Fraction, ...]  # what a unit on each wager wins


@dataclass(frozen=True)
class Pairs:
    """The results that a seat can have, wager by wager, and how many deals give two seats each pair of them."""

    wagers: tuple[str, ...]
    results: tuple[Nets, ...]
    counts: tuple[tuple[int, ...], ...]

    @cached_property
    def total(self) -> int:
        return sum(map(sum, self.counts))

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """Of each result of one seat."""
        return tuple(Fraction(sum(row), self.total) for row in self.counts)

    def mean(self, wager: str) -> Fraction:
        place = self.wagers.index(wager)
        return sum((p * nets[place] for p, nets in zip(self.chances, self.results, strict=True)), Fraction(0))

    def covariance(self, one: str, other: str, *, same_seat: bool) -> Fraction:
        """Of two wagers of a unit each, at one seat or at two."""
        key = one, other, same_seat
        if key not in self._covariances:
            self._covariances[key] = self._covariance(one, other, same_seat=same_seat)
        return self._covariances[key]

    @cached_property
    def _covariances(self) -> dict[tuple[str, str, bool], Fraction]:
        return {}

    def _covariance(self, one: str, other: str, *, same_seat: bool) -> Fraction:
        a, b = self.wagers.index(one), self.wagers.index(other)
        if same_seat:
            square = sum((p * r[a] * r[b] for p, r in zip(self.chances, self.results, strict=True)), Fraction(0))
        else:
            square = (
                Fraction(
                    sum(
                        self.counts[i][j] * first[a] * second[b]
                        for i, first in enumerate(self.results)
                        for j, second in enumerate(self.results)
                    )
                )
                / self.total
            )
        return square - self.mean(one) * self.mean(other)

    def round_variance(self, seats: Sequence[Mapping[str, int]]) -> Fraction:
        """Of all that the house wins in a round: each seat has so much on each wager."""
        found = Fraction(0)
        for i, mine in enumerate(seats):
            for j, others in enumerate(seats):
                for (w, stake), (v, other) in product(mine.items(), others.items()):
                    found += stake * other * self.covariance(w, v, same_seat=i == j)
        return found

    def table_mean(self, seats: int, stakes: Mapping[str, Fraction]) -> Fraction:
        """What so many seats win together, each with these stakes."""
        return seats * sum((stake * self.mean(w) for w, stake in stakes.items()), Fraction(0))

    def table_variance(self, seats: int, stakes: Mapping[str, Fraction]) -> Fraction:
        own, between = (
            sum(
                (a * b * self.covariance(w, v, same_seat=same) for (w, a), (v, b) in product(stakes.items(), repeat=2)),
                Fraction(0),
            )
            for same in (True, False)
        )
        return seats * own + seats * (seats - 1) * between

    def correlation(self, stakes: Mapping[str, Fraction]) -> Fraction:
        """Between the results of two seats."""
        one, two = (self.table_variance(n, stakes) for n in (1, 2))
        return (two - 2 * one) / (2 * one)

    def distribution(self, seats: int, stakes: Mapping[str, Fraction]) -> dict[Fraction, Fraction]:
        """The chance of every sum that one or two seats win together, greatest first."""
        assert seats in (1, 2), "the pairs tell nothing of three seats but the moments"
        worth = [
            sum((stakes.get(w, Fraction(0)) * n for w, n in zip(self.wagers, r, strict=True)), Fraction(0))
            for r in self.results
        ]
        found: dict[Fraction, Fraction] = {}
        for i, first in enumerate(worth):
            if seats == 1:
                found[first] = found.get(first, Fraction(0)) + self.chances[i]
                continue
            for j, second in enumerate(worth):
                if self.counts[i][j]:
                    sum_ = first + second
                    found[sum_] = found.get(sum_, Fraction(0)) + Fraction(self.counts[i][j], self.total)
        return dict(sorted(found.items(), reverse=True))


def is_joint(game: Game, wager: Wager) -> bool:
    """Whether seats can be counted together: the wager looks at grades of cards, and not at suits."""
    deal = game.deal
    if isinstance(wager, Contest):
        return game.sight is not None and not (deal.later or deal.dealer_later or deal.dealer_shows)
    return isinstance(wager, Bonus) and isinstance(wager.sight, Grades | Matches) and game.sight is not None


def pairs(game: Game, tables: Sequence[Paytable] = (), decks: int | None = None, play: str = BEST) -> Pairs:
    """The main wager, with what choices add to it, and those of `tables`, one table a wager."""
    return layout_of(game, tables, decks, play).pairs


def layout_of(game: Game, tables: Sequence[Paytable], decks: int | None, play: str) -> "Layout":
    return _layout(game, tuple(map(_Known, tables)), game.deal.pack(decks).decks, play)


class Layout:
    """Every class of a seat's cards against every class of the dealer's: which result the seat has."""

    def __init__(self, game: Game, given: Sequence[Paytable], decks: int, play: str) -> None:
        contest = [t for t in given if isinstance(game.wager(t.wager), Contest)]
        bonuses = [t for t in given if isinstance(game.wager(t.wager), Bonus)]
        for table in given:
            if not is_joint(game, game.wager(table.wager)):
                raise ValueError(f"{table.wager} looks at suits: seats with it are not counted together")
        if not is_joint(game, game.main):
            raise ValueError(f"{game.slug}: seats of this main game are not counted together")
        alike = all(game.wager(t.wager).sight == game.sight for t in bonuses)  # type: ignore[attr-defined]
        self.game = game if alike else replace(game, sight=RANKS)
        self.pays = Pays.of(game, contest)
        self.wagers = (game.main.name, *(t.wager for t in bonuses))
        self.hidden = Hidden(self.game, game.deal.pack(decks), game.house_way)
        self.full = self.hidden.full
        choose = self.pays.best if play == BEST else house_way_policy(game.house_way)
        self.seats = decisions(self.game, decks, None)
        self.hands = np.array([[*self._counts(d)] for d in self.seats])
        self.dealers = multisets(self.full, game.deal.dealer_cards)
        self.results, self.result_of = self._settled(choose, bonuses)

    def _counts(self, decision: Decision) -> list[int]:
        grades = list(self.hidden.held)
        mine = [self.hidden.sight.grade(card) for card in decision.cards]
        return [mine.count(grade) for grade in grades]

    def _settled(
        self, choose: Callable[[Decision], Option], bonuses: Sequence[Paytable]
    ) -> tuple[tuple[Nets, ...], np.ndarray]:
        """The distinct results, and which of them each seat's class has against each dealer's."""
        numbers: dict[Nets, int] = {}
        found = np.zeros((len(self.seats), len(self.dealers)), dtype=np.int16)
        scores, order, starts = self.hidden.dealers(())
        score_of = np.zeros(len(self.dealers), dtype=np.int64)
        score_of[order] = np.repeat(np.arange(len(scores)), np.diff([*starts, len(order)]))
        columns = [self._bonus(table) for table in bonuses]
        for row, decision in enumerate(self.seats):
            setting = choose(decision).setting
            main = np.zeros(len(scores), dtype=np.int64)
            nets: dict[Fraction, int] = {}
            for lines, where in self.hidden.ends(setting, ()):
                main[where] = nets.setdefault(self.pays.net(setting, lines), len(nets))
            parts = [(list(nets), main[score_of]), *(column(row) for column in columns)]
            together = np.zeros(len(self.dealers), dtype=np.int64)
            for values, which in parts:
                together = together * len(values) + which
            for code in np.unique(together):
                rest, chosen = int(code), []
                for values, _ in reversed(parts):
                    rest, place = divmod(rest, len(values))
                    chosen.append(values[place])
                found[row, together == code] = numbers.setdefault(tuple(reversed(chosen)), len(numbers))
        return tuple(numbers), found

    def _bonus(self, table: Paytable) -> Callable[[int], tuple[list[Fraction], np.ndarray]]:
        """For a seat's class: what the wager can win, and which of it against each dealer's."""
        wager = self.game.wager(table.wager)
        assert isinstance(wager, Bonus)
        if isinstance(wager.sight, Matches):
            most = self.game.deal.dealer_cards
            nets = [table.net(wager.judge(n)) for n in range(most + 1)]
            matching = (self.hands > 0).astype(np.int64) @ self.dealers.T
            return lambda row: (nets, matching[row])

        def alone(row: int) -> tuple[list[Fraction], np.ndarray]:
            line = wager.judge(wager.sight.see(self.seats[row].cards, ()))
            return [table.net(line)], np.zeros(len(self.dealers), dtype=np.int64)

        return alone

    def shown(self, counts: np.ndarray) -> tuple[str, ...]:
        """The grades of a class, as ranks of cards that have them."""
        held = self.hidden.held.values()
        return tuple(show_card(cards[0])[0] for cards, n in zip(held, counts.tolist(), strict=True) for _ in range(n))

    @cached_property
    def pairs(self) -> Pairs:
        size = self.game.deal.packet
        left_over = sum(self.full) - self.game.deal.dealer_cards
        terms = sum(comb(left_over, k) * comb(left_over - k, size - k) ** 2 for k in range(size + 1))
        assert terms < 2**53, "sums of whole numbers stay exact in floating point below 2 to the 53"
        inside, parts = _parts(self.hands)
        number = len(self.results)
        total = np.zeros((number, number), dtype=object)
        sizes = parts.sum(axis=1)
        for d, dealer in enumerate(self.dealers.tolist()):
            left = [n - k for n, k in zip(self.full, dealer, strict=True)]
            ways = prod(map(comb, self.full, dealer))
            weights = inside.weights(left)
            places = self.result_of[inside.hand, d].astype(np.int64) * len(parts) + inside.part
            containing = np.bincount(places, weights, number * len(parts)).reshape(number, len(parts))
            signed = _ways(parts, left, size) * np.where(sizes % 2, -1.0, 1.0)
            disjoint = np.einsum("ik,jk->ij", containing * signed, containing)
            total += ways * np.rint(disjoint).astype(np.int64).astype(object)
        found = Pairs(self.wagers, self.results, tuple(tuple(map(int, row)) for row in total))
        cards = sum(self.full)
        deals = comb(cards, self.game.deal.dealer_cards) * comb(left_over, size) * comb(left_over - size, size)
        assert found.total == deals, f"{found.total} pairs counted of {deals}"
        return found


@dataclass(frozen=True)
class _Known:
    """A paytable by what it pays, so that what was worked out for it is found again."""

    table: Paytable

    def __hash__(self) -> int:
        return hash((self.table.wager, self.table.digest))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and (self.table.wager, self.table.digest) == (
            other.table.wager,
            other.table.digest,
        )


@cache
def _layout(game: Game, tables: tuple[_Known, ...], decks: int, play: str) -> Layout:
    return Layout(game, [known.table for known in tables], decks, play)


class _Inside:
    """Every part of every hand: (hand, part), and the ways to complete the part to the hand."""

    def __init__(self, hands: np.ndarray, parts: np.ndarray, hand: list[int], part: list[int]) -> None:
        self.hand, self.part = np.array(hand), np.array(part)
        size = int(hands[0].sum())
        of, rest = parts[self.part], hands[self.hand] - parts[self.part]
        self._where = [np.nonzero(hands[self.hand][:, c])[0] for c in range(hands.shape[1])]
        self._codes = [of[where, c] * (size + 1) + rest[where, c] for c, where in enumerate(self._where)]
        self._size = size
        self._rows: dict[int, np.ndarray] = {}

    def weights(self, left: Sequence[int]) -> np.ndarray:
        found = np.ones(len(self.hand))
        for n, where, codes in zip(left, self._where, self._codes, strict=True):
            found[where] *= self._row(n)[codes]
        return found

    def _row(self, n: int) -> np.ndarray:
        if n not in self._rows:
            span = range(self._size + 1)
            self._rows[n] = np.array([comb(n - u, k) if n >= u else 0 for u in span for k in span], dtype=float)
        return self._rows[n]


def _parts(hands: np.ndarray) -> tuple[_Inside, np.ndarray]:
    known: dict[tuple[int, ...], int] = {}
    hand: list[int] = []
    part: list[int] = []
    for number, counts in enumerate(hands.tolist()):
        for taken in product(*(range(n + 1) for n in counts)):
            hand.append(number)
            part.append(known.setdefault(taken, len(known)))
    parts = np.array(list(known))
    return _Inside(hands, parts, hand, part), parts


def _ways(parts: np.ndarray, left: Sequence[int], size: int) -> np.ndarray:
    """How many sets of cards there are of each part."""
    found = np.ones(len(parts))
    for c, n in enumerate(left):
        found *= np.array([comb(n, k) for k in range(size + 1)], dtype=float)[parts[:, c]]
    return found
