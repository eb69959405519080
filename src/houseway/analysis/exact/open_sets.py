"""Cards set as two hands when those of the dealer lie open, so that every setting is known to win, to push or to lose.

Best play is then to win if some setting does, and else to win one matchup if some setting does. How often that is so is
counted over all deals; a seat that does not look at the dealer's hands plays as one that cannot see them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.sets import BySettings, Sets
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.open_play import OpenProblem, open_totals
from houseway.analysis.split.responses import Totals
from houseway.analysis.split.solver import value
from houseway.analysis.split.ways import follow
from houseway.game import SEAT, Option, Seen
from houseway.ways.house_way import Cut
from houseway.ways.way import Way


class OpenSets(Sets):
    """A game in which seat and dealer set the same number of cards as two hands, the dealer first."""

    def __init__(self, question: Question, count: Callable[[OpenProblem], Totals] = open_totals) -> None:
        super().__init__(question)
        self._count = count

    @property
    def looks(self) -> bool:
        """Whether the seat plays best, and so looks at the dealer's hands."""
        return self.question.policy is None

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How the round ends after each setting: there is one end."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        his = self.way.split.strengths(*self.his_cut(seen))
        return {
            option: Ends({self._end(self.way.split.strengths(*option.cut), his): 1})
            for option in self._legal(seen[SEAT])
        }

    def his_cut(self, seen: Seen) -> Cut:
        cut = self.way.choose(seen.lying[self.once.his_place])
        assert cut is not None, "the way decides every hand"
        return cut

    @cached_property
    def player(self) -> Policy:
        policy = self.question.policy
        if isinstance(policy, BySettings):
            return policy.settings
        assert isinstance(policy, AsHouseWay) and isinstance(policy.way.source, Way)
        is_own = policy.way.source.digest == self.way.digest
        return self.house if is_own else follow(self.rules, policy.way.source).policy()

    def _totals(self) -> Totals:
        if self.looks:
            fewer, one, both = self._nets
            assert fewer <= one <= both, "whoever wins more matchups must not be paid less"
            return self._count(OpenProblem(dealer=self.house, barred=self.barred))
        return value(self.player, self.house, barred=self.barred)


def looks_away(question: Question) -> bool:
    """Whether the seat plays best, or sets its cards without a look at the dealer's."""
    return question.policy is None or isinstance(question.policy, AsHouseWay | BySettings)
