"""A split game solved against one house way: the figures a person asks for."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from houseway.analysis.arrays import Longs
from houseway.analysis.figures import Figures, Line, paytable_lines
from houseway.analysis.split.fronts import Policy, set_cards
from houseway.analysis.split.responses import Responses, Totals
from houseway.analysis.split.solver import value
from houseway.cards import Cards
from houseway.game import LOSE, Contest, Game, Wager
from houseway.paytable import Odds
from houseway.ways.house_way import Cut

BEST, HOUSE_WAY = "best play", "house way"


@dataclass(frozen=True, slots=True)
class Difference:
    """A packet that a way of play does not set for the best, how many there are of its ranks, and what a
    unit of the main bet loses on them on average."""

    cards: Cards
    hands: int
    played: Cut
    best: Cut
    cost: Fraction


class Settled(NamedTuple):
    """The main wager's line with fewer than all matchups but one won, with all but one, with all, and against a barred
    packet, if there are any; and what each line wins of a bet."""

    lines: tuple[str, str, str, str]
    nets: tuple[Fraction, Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class Solution:
    """What every setting worth considering wins against the house way, and so how best to play."""

    game: Game
    responses: Responses
    settled: Settled

    @property
    def house(self) -> Policy:
        """How the house sets: its way, packet by packet."""
        return self.responses.opponent

    @property
    def main(self) -> Wager:
        """The wager on two of three matchups."""
        return self.game.main[0]

    @property
    def has_hat_trick(self) -> bool:
        """Whether there is a wager on all three."""
        return any(isinstance(wager, Contest) for wager in self.game.wagers if wager not in self.game.main)

    @cached_property
    def hat_trick(self) -> Wager:
        """The wager on all three."""
        mine, two, three = ((7,), (4,), (1,)), ((6,), (3,), (2,)), ((6,), (3,), (0,))
        for wager in self.game.wagers:
            is_beside = isinstance(wager, Contest) and wager not in self.game.main
            if is_beside and wager.line((mine, two), ()) == LOSE != wager.line((mine, three), ()):
                return wager
        raise ValueError(f"{self.game.slug} has no wager on all three matchups")

    @property
    def _steps(self) -> tuple[Fraction, Fraction]:
        fewer, but_one, all_, _ = self.settled.nets
        return but_one - fewer, all_ - but_one

    @cached_property
    def best(self) -> Longs:
        but_one, all_ = self._steps
        return self.responses.best(all_ / but_one)

    def edge(self, totals: Totals) -> Fraction:
        """What the house keeps of a bet on average."""
        return -sum((net * ways for net, ways in zip(self.settled.nets, totals.ways, strict=True)), Fraction(0)) / (
            totals.deals
        )

    def figures(self) -> list[Figures]:
        """Both wagers, each under best play for the main bet, for itself, and under the house way; where there is no
        wager on all three matchups, the main bet."""
        best, copied = self.responses.totals(self.best), self.value(self.house)
        if not self.has_hat_trick:
            return [self._main_figures(best, BEST), self._main_figures(copied, HOUSE_WAY)]
        for_hat_trick = self.responses.totals(self.responses.best_for_hat_trick())
        return [
            self._figures(self.main, best.main, best.deals, BEST),
            self._figures(self.main, copied.main, copied.deals, HOUSE_WAY),
            self._figures(self.hat_trick, for_hat_trick.hat_trick, best.deals, "best play for it alone"),
            self._figures(self.hat_trick, best.hat_trick, best.deals, "best play for the main bet"),
            self._figures(self.hat_trick, copied.hat_trick, copied.deals, HOUSE_WAY),
        ]

    def value(self, player: Policy) -> Totals:
        """What a player who follows a policy wins, over all deals."""
        choice = self.responses.choice_of(player)
        return value(player, self.house) if choice is None else self.responses.totals(choice)

    def both(self, ratio: Fraction) -> Figures:
        """One unit on the main bet and `ratio` on Hat Trick, set for the greatest sum."""
        [main_table], [hat_table] = self.game.paytables_of(self.main), self.game.paytables_of(self.hat_trick)
        [main_pay], [hat_pay] = main_table.lines.values(), hat_table.lines.values()
        assert main_pay.odds is hat_pay.odds is Odds.TO_ONE and main_pay.amount == 1
        totals = self.responses.totals(self.responses.best_for_both(ratio, pays=hat_pay.amount))
        [main_line], [hat_line] = main_table.lines, hat_table.lines
        ends = (
            (hat_line, totals.hat_trick, f"{main_pay} and {hat_pay}", 1 + hat_pay.amount * ratio),
            (main_line, totals.main - totals.hat_trick, str(main_pay), 1 - ratio),
            (LOSE, totals.deals - totals.main, LOSE, -1 - ratio),
        )
        lines = tuple(Line(name, times, pay, net, totals.deals) for name, times, pay, net in ends)
        return replace(
            Figures.of(self.game, self.main, main_table, lines, play=BEST, action=1 + ratio),
            wager=f"{self.main.name} and {self.hat_trick.name}, 1 to {ratio}",
            paytable=f"{main_table.name}, {hat_table.name}",
            approved=main_table.approved and hat_table.approved,
        )

    def differences(self, player: Policy, most: int = 10) -> Iterator[Difference]:
        """The packets on which a policy gives up most, by what all packets of the same ranks cost together."""
        choice = self.responses.choice_of(player)
        if choice is None:
            raise ValueError("the policy makes settings that are worse than another in every hand")
        answers = self.responses
        for shown, hands, cost in answers.worst(choice, most, self._steps):
            cards = answers.cards(shown)
            played, best = (
                set_cards(answers.rules, cards, int(answers.numbers[c[shown]])) for c in (choice, self.best)
            )
            yield Difference(cards, hands, played, best, cost)

    def _main_figures(self, totals: Totals, play: str) -> Figures:
        table, *_ = self.game.paytables_of(self.main)
        ways: Counter[str] = Counter()
        for line, times in zip(self.settled.lines, totals.ways, strict=True):
            ways[line] += times
        return Figures.of(self.game, self.main, table, paytable_lines(table, ways), play=play)

    def _figures(self, wager: Wager, won: int, deals: int, play: str) -> Figures:
        [table] = self.game.paytables_of(wager)
        [line] = table.lines
        lines = paytable_lines(table, {line: won, LOSE: deals - won})
        return Figures.of(self.game, wager, table, lines, play=play)
