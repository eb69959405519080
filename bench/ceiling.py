"""How much any fixed way of setting the house's hand can hold, bracketed from both sides.

Both sides answer each other in turn, and each time only a share of the packets, drawn at random, goes
over to the answer: with a million packets a pure policy is as good as a mixed one. Whatever the house
plays, its edge against the best answer is a lower bound on the ceiling; whatever the player plays, what
the house's best answer wins is an upper bound. Both bounds are exact fractions.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.responses import Responses
from houseway.analysis.split.solver import responses

# The share of packets that goes over at each step: large while far away, small to settle.
SHARES = (1.0, *(0.5,) * 3, *(0.25,) * 14, *(0.12,) * 12, *(0.06,) * 12)


@dataclass(frozen=True, slots=True, eq=False)
class Bracket:
    """The best bounds so far, the house policy behind the lower and what answers the player's."""

    lower: Fraction
    upper: Fraction
    house: Policy
    answers: Responses  # to the player's policy behind the upper bound, from the house's side

    @property
    def gap(self) -> Fraction:
        return self.upper - self.lower


def brackets(house: Policy, *, seed: int = 1, shares: Iterable[float] = SHARES) -> Iterator[Bracket]:
    """Narrower and narrower brackets, from any house policy on."""
    draw = np.random.default_rng(seed)
    player: Policy | None = None
    best: Bracket | None = None
    for share in shares:
        to_house = responses(house)
        best_reply = to_house.best()
        lower = to_house.totals(best_reply).main_edge()
        reply = to_house.policy(best_reply)
        player = reply if player is None else _go_over(player, reply, share, draw)
        to_player = responses(player, ties_win=True)
        best_answer = to_player.best()
        upper = -to_player.totals(best_answer).main_edge()
        if best is None:
            best = Bracket(lower, upper, house, to_player)
        if lower > best.lower:
            best = Bracket(lower, best.upper, house, best.answers)
        if upper < best.upper:
            best = Bracket(best.lower, upper, best.house, to_player)
        yield best
        house = _go_over(house, to_player.policy(best_answer), share, draw)


def _go_over(old: Policy, new: Policy, share: float, draw: np.random.Generator) -> Policy:
    goes = draw.random(len(old.numbers)) < share
    return Policy(
        rules=old.rules,
        numbers=np.where(goes, new.numbers, old.numbers),
        cells=np.where(goes, new.cells, old.cells),
    )
