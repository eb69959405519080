"""The options of one hand side by side, the best first: what each is worth, how often it wins, and which is the house
way's."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.analysis.contest import Decision, Lines, Option, Pays
from houseway.game import LOSE, Game, Setting


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """An option under the paytables of a game."""

    option: Option
    pays: Pays

    @property
    def setting(self) -> Setting:
        return self.option.setting

    @cached_property
    def expectation(self) -> Fraction:
        return self.pays.expectation(self.option)

    @property
    def outcomes(self) -> list[tuple[Lines, int, Fraction]]:
        """How the wagers can end: the lines, in how many deals, and what a stake of 1 wins."""
        return [
            (lines, deals, self.pays.net(self.setting.adds, lines)) for lines, deals in self.option.outcomes.items()
        ]

    @property
    def chance_to_win(self) -> Fraction:
        return Fraction(sum(deals for _, deals, net in self.outcomes if net > 0), self.option.deals)

    @property
    def other_chances(self) -> dict[str, Fraction]:
        """The chance to win each other wager that depends on the choice."""
        won = {w: sum(n for line, n in ends.items() if line != LOSE) for w, ends in self.option.others.items()}
        return {wager: Fraction(deals, self.option.deals) for wager, deals in won.items()}


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """A hand, and what can be done with it."""

    game: Game
    decision: Decision
    pays: Pays

    @cached_property
    def options(self) -> tuple[Ranked, ...]:
        ranked = [Ranked(option=option, pays=self.pays) for option in self.decision.options]
        return tuple(sorted(ranked, key=lambda each: each.expectation, reverse=True))

    @cached_property
    def house_way(self) -> Setting | None:
        """How the dealer would set the hand, where a seat may ask for that."""
        way = self.game.house_way
        return way.set(self.decision.cards) if way.for_players else None

    @property
    def distinct(self) -> list[tuple[Ranked, int]]:
        """One option of each strength, and how many there are of it: they differ by their suits alone."""
        alike = Counter(self._strength(each.setting) for each in self.options)
        first = {self._strength(each.setting): each for each in reversed(self.options)}
        return [(each, alike[self._strength(each.setting)]) for each in reversed(first.values())]

    def is_house_way(self, setting: Setting) -> bool:
        return self.house_way is not None and self._strength(setting) == self._strength(self.house_way)

    def _strength(self, setting: Setting) -> object:
        return self.game.split.strengths(*setting.hands) if self.game.split else setting
