"""What every class of a seat's cards wins against every class of the dealer's.

A class is a number of cards of each grade; which cards of a grade they are does not matter to the wagers that are
counted here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from houseway.analysis.contest import Decision, Hidden, Option, Pays, decisions, house_way_policy, multisets
from houseway.cards import show_card
from houseway.game import Bonus, Contest, Game, Wager
from houseway.paytable import Paytable
from houseway.sight import RANKS, Grades, Matches

BEST, HOUSE_WAY = "best play", "house way"
Nets = tuple[Fraction, ...]  # what a unit on each wager wins

_layouts: dict[object, "Layout"] = {}


def is_joint(game: Game, wager: Wager) -> bool:
    """Whether seats can be counted together: the wager looks at grades of cards, and not at suits."""
    deal = game.deal
    if isinstance(wager, Contest):
        return game.sight is not None and not (deal.later or deal.dealer_later or deal.dealer_shows)
    return isinstance(wager, Bonus) and isinstance(wager.sight, Grades | Matches) and game.sight is not None


def layout_of(game: Game, tables: Sequence[Paytable], decks: int | None, play: str) -> "Layout":
    """Made once for paytables that pay alike, whatever they are called."""
    decks = game.deal.pack(decks).decks
    asked = game, tuple((table.wager, table.digest) for table in tables), decks, play
    if asked not in _layouts:
        _layouts[asked] = Layout(game, tables, decks, play)
    return _layouts[asked]


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
        self.hands = np.array([self._counts(d) for d in self.seats])
        self.dealers = multisets(self.full, game.deal.dealer_cards)
        self.results, self.result_of = self._settled(choose, bonuses)

    def _counts(self, decision: Decision) -> list[int]:
        mine = [self.hidden.sight.grade(card) for card in decision.cards]
        return [mine.count(grade) for grade in self.hidden.by_grade]

    def _settled(
        self, choose: Callable[[Decision], Option], bonuses: Sequence[Paytable]
    ) -> tuple[tuple[Nets, ...], np.ndarray]:
        """The distinct results, and which of them each seat's class has against each dealer's."""
        numbers: dict[Nets, int] = {}
        result_of = np.zeros((len(self.seats), len(self.dealers)), dtype=np.int16)
        scores, order, starts = self.hidden.dealers(())
        score_of = np.zeros(len(self.dealers), dtype=np.int64)
        score_of[order] = np.repeat(np.arange(len(scores)), np.diff([*starts, len(order)]))
        columns = [self._bonus(table) for table in bonuses]
        for row, decision in enumerate(self.seats):
            setting = choose(decision).setting
            main = np.zeros(len(scores), dtype=np.int64)
            nets: dict[Fraction, int] = {}
            for lines, where in self.hidden.ends(setting, ()):
                main[where] = nets.setdefault(self.pays.net(setting.adds, lines), len(nets))
            parts = [(list(nets), main[score_of]), *(column(row) for column in columns)]
            together = np.zeros(len(self.dealers), dtype=np.int64)
            for values, which in parts:
                together = together * len(values) + which
            for code in np.unique(together):
                rest, chosen = int(code), []
                for values, _ in reversed(parts):
                    rest, place = divmod(rest, len(values))
                    chosen.append(values[place])
                result_of[row, together == code] = numbers.setdefault(tuple(reversed(chosen)), len(numbers))
        return tuple(numbers), result_of

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
        firsts = [show_card(cards[0])[0] for cards in self.hidden.by_grade.values()]
        return tuple(first for first, n in zip(firsts, counts.tolist(), strict=True) for _ in range(n))
