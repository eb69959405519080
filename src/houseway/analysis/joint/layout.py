"""What every class of a seat's cards wins against every class of the dealer's.

A class is a number of cards of each grade; which cards of a grade they are does not matter to the wagers that are
counted here.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import BEST, HOUSE_WAY, is_on_cards_alone
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.house_way import AsHouseWay, way_for_seats
from houseway.analysis.exact.looks import multisets
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import question
from houseway.cards import Cards, show_card
from houseway.game import SEAT, Bonus, Game, Wager
from houseway.paytable import Paytable
from houseway.sight import Beside

__all__ = ["BEST", "HOUSE_WAY", "Layout", "Nets", "checked_play", "is_joint", "layout_of"]

Nets = tuple[Fraction, ...]  # what a unit on each wager wins

_layouts: dict[object, "Layout"] = {}


@cache
def is_joint(game: Game, wager: Wager) -> bool:
    """Whether seats can be counted together: one choice against cards that the dealer hides, and wagers that look at
    grades of cards and not at suits."""
    asked = question(game)
    if not game.main or method_for(asked) is not GradedRemoval or OneChoice(asked).up:
        return False
    return wager in game.main or (isinstance(wager, Bonus) and _is_by_grades(game, wager))


def _is_by_grades(game: Game, wager: Bonus) -> bool:
    """A wager on a seat's cards or, where what is seen of the dealer's adds up card by card, on both hands."""
    hand = wager.hand
    adds_up = isinstance(hand.worth, Beside) and hand.worth.sight.adds_up
    return callable(hand.sees) and is_on_cards_alone(game, wager) and (hand.of == SEAT or adds_up)


def checked_play(play: str) -> str:
    """How all seats play, if that is one of the two ways in which they are counted together."""
    if play not in (BEST, HOUSE_WAY):
        raise ValueError(f"{play!r} is no way to play of a whole table: {BEST} or {HOUSE_WAY}")
    return play


def layout_of(
    game: Game, tables: Sequence[Paytable], decks: int | None, play: str, cards: Cards | None = None
) -> "Layout":
    """Made once for paytables that pay alike, whatever they are called; of a whole pack, or of a few cards."""
    decks = game.pack(decks).decks
    asked = game, tuple((table.wager, table.digest) for table in tables), decks, checked_play(play), cards
    if asked not in _layouts:
        _layouts[asked] = Layout(game, tables, decks, play, cards)
    return _layouts[asked]


class Layout:
    """Every class of a seat's cards against every class of the dealer's: which result the seat has."""

    def __init__(self, game: Game, given: Sequence[Paytable], decks: int, play: str, cards: Cards | None) -> None:
        if not is_joint(game, game.main[0]):
            raise ValueError(f"{game.slug}: seats of this main game are not counted together")
        for table in given:
            if not is_joint(game, game.wager(table.wager)):
                raise ValueError(f"{table.wager} looks at suits: seats with it are not counted together")
        main = [table for table in given if game.wager(table.wager) in game.main]
        beside = [(table, wager) for table in given if isinstance(wager := game.wager(table.wager), Bonus)]
        way = way_for_seats(game) if play == HOUSE_WAY else None
        asked = question(game, decks=decks, paytables=main, cards=cards, policy=AsHouseWay(way) if way else None)
        self.game = game
        self.wagers = (game.main[0].name, *(table.wager for table, _ in beside))
        self.method = GradedRemoval(asked, also=tuple(w.hand.sees for _, w in beside if callable(w.hand.sees)))
        self.full = self.method.full
        self.size, self.dealers_size = self.method.once.size, self.method.once.his_size
        self.hands = multisets(self.full, self.size)
        self.dealers = multisets(self.full, self.dealers_size)
        self.results, self.result_of = self._settled(beside)

    def _settled(self, beside: Sequence[tuple[Paytable, Bonus]]) -> tuple[tuple[Nets, ...], np.ndarray]:
        """The distinct results, and which of them each seat's class has against each dealer's."""
        numbers: dict[Nets, int] = {}
        result_of = np.zeros((len(self.hands), len(self.dealers)), dtype=np.int16)
        columns = [self._bonus(table, wager) for table, wager in beside]
        for row, counts in enumerate(self.hands.tolist()):
            cards = self.method.cards_of(counts)
            nets, main = self.method.won_by_dealer(cards)
            parts = [
                ([*map(Fraction, nets)], main[self.method.worth_of_dealer]),
                *(column(row, cards) for column in columns),
            ]
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

    def _bonus(self, table: Paytable, wager: Bonus) -> Callable[[int, Cards], tuple[list[Fraction], np.ndarray]]:
        """For a seat's class: what the wager can win, and which of it against each dealer's."""
        worth = wager.hand.worth

        def alone(row: int, cards: Cards) -> tuple[list[Fraction], np.ndarray]:
            return [table.net(wager.judge(worth(cards)))], np.zeros(len(self.dealers), dtype=np.int64)

        if not isinstance(worth, Beside):
            return alone
        sight = worth.sight

        def with_dealers(row: int, cards: Cards) -> tuple[list[Fraction], np.ndarray]:
            each = np.array([sight.see(cards, (group[0],)) for group in self.method.groups])
            seen, which = np.unique(self.dealers @ each, return_inverse=True)
            return [table.net(wager.judge(value)) for value in seen.tolist()], which.reshape(-1)

        return with_dealers

    def shown(self, counts: np.ndarray) -> tuple[str, ...]:
        """The grades of a class, as ranks of cards that have them."""
        firsts = [show_card(group[0])[0] for group in self.method.groups]
        return tuple(first for first, n in zip(firsts, counts.tolist(), strict=True) for _ in range(n))
