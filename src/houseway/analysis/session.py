"""A player's session: a bankroll, perhaps a target, so many rounds at most; the bankroll for a risk, and what a rebate
on losses comes to.

A round is played while the bankroll covers the most that it can take. The bankroll is a chain of whole units: few
rounds are counted in whole numbers, and all chances are fractions; of many each chance is a 64-bit number whose error
is known, as in `sums`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Final

import numpy as np

from houseway.analysis.figures import Figures
from houseway.analysis.sums import (
    LONGEST_BITS,
    ROUNDING,
    TINIEST,
    Bounds,
    Chances,
    Floats,
    Lattice,
    ends_of_chances,
    rounded_up,
    sums,
)

MOST_ROUNDS: Final = 100_000
MOST_COUNTED: Final = 2_000_000  # products of whole numbers; more are of 64-bit numbers
MOST_WORK: Final = 4 * 10**9  # products of those
LONGEST: Final = 20_000  # rounds of a session up to which the end of a gain by rebate is looked for


@dataclass(frozen=True, kw_only=True)
class SessionEnds:
    """How a session ends: the chance to be ruined, to reach the target, to have played all rounds before either; how
    many rounds it lasts and what is left, on average."""

    ruin: Bounds
    target: Bounds
    time: Bounds
    rounds: Bounds
    left: Bounds


@dataclass(frozen=True, kw_only=True)
class Rebate:
    """A part of what a losing session has lost, paid back."""

    part: Fraction
    rounds: int
    cost: Bounds  # on average, of a session of so many rounds
    player: Bounds  # what such a session wins on average, the rebate counted
    gains_up_to: int | None  # the longest session that wins on average, 0 if none does; None: longer than is looked at


@dataclass(frozen=True, kw_only=True)
class SessionPlan:
    """A round wins each of these amounts with its chance, in dollars."""

    chances: Chances
    bankroll: Fraction
    rounds: int
    target: Fraction | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"{self.rounds:,} rounds: 1 to {MOST_ROUNDS:,}")
        if self.bankroll < self.most_lost:
            raise ValueError(f"a bankroll of ${self.bankroll}: a round may take ${self.most_lost}")
        if self.target is not None and self.target <= self.bankroll:
            raise ValueError(f"a target of ${self.target}: more than the bankroll of ${self.bankroll}")

    @property
    def most_lost(self) -> Fraction:
        """The most that a round can take, which has to be there for one."""
        return most_lost(self.chances)

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice.of(self.chances)

    @cached_property
    def mean(self) -> Fraction:
        """What a session of all rounds would win, were there no limit."""
        return self.rounds * self.lattice.mean

    @cached_property
    def course(self) -> SessionEnds:
        unit = self.lattice.unit
        lowest = ceil((self.most_lost - self.bankroll) / unit)
        reached = None if self.target is None else ceil((self.target - self.bankroll) / unit)
        chain = Chain(self.lattice, self.rounds, lowest, reached)
        ended = chain.ended
        left = sum((chance * (self.bankroll + at * unit) for at, chance in ended.items()), Fraction(0))
        most_left = self.bankroll + self.rounds * max(0, self.lattice.high) * unit

        def share(is_one: Callable[[int], bool]) -> Bounds:
            return chain.bounds(sum((chance for at, chance in ended.items() if is_one(at)), Fraction(0)))

        return SessionEnds(
            ruin=share(lambda at: at < lowest),
            target=share(lambda at: reached is not None and at >= reached),
            time=share(lambda at: at >= lowest and (reached is None or at < reached)),
            rounds=chain.bounds(chain.played, most=Fraction(self.rounds)),
            left=chain.bounds(left, most=most_left),
        )

    def rebate(self, part: Fraction) -> Rebate:
        """What so much of a loss costs, if the session is played to its last round; no bankroll limits it."""
        cost, player = rebated(self.lattice, self.rounds, part)
        return Rebate(
            part=part, rounds=self.rounds, cost=cost, player=player, gains_up_to=gains_up_to(self.lattice, part)
        )

    def bankroll_for(self, risk: Fraction) -> Fraction:
        """The least bankroll, to the unit, that is ruined within all rounds by no more than this chance."""
        return bankroll_for(self.lattice, self.rounds, risk)


@dataclass(frozen=True, kw_only=True)
class PlayerSession:
    """A session, with the wager that is played in it, what its rounds would win without a limit, and what was asked
    beside it."""

    figures: Figures
    stake: Fraction
    session: SessionPlan
    risk: Fraction
    bankroll_for_risk: Fraction  # the least that is ruined no more often
    rebate: Rebate | None


def most_lost(chances: Chances) -> Fraction:
    return max(Fraction(0), -min(amount for amount, chance in chances.items() if chance))


# ---- the chain of bankrolls --------------------------------------------------------------------------


class Chain:
    """From 0, round by round: ended below `lowest`, at `reached` or above, and after the last round."""

    def __init__(self, lattice: Lattice, rounds: int, lowest: int, reached: int | None) -> None:
        self.lattice, self.rounds, self.lowest, self.reached = lattice, rounds, lowest, reached
        self.relative = self.cut = Fraction(0)
        self.ended: dict[int, Fraction]
        self.played: Fraction
        width = (rounds * max(1, lattice.high) if reached is None else reached) - lowest
        paid = sum(1 for count in lattice.counts if count)
        longest = rounds * lattice.total.bit_length()
        if longest <= LONGEST_BITS and width * paid * rounds * (1 + longest // 4096) <= MOST_COUNTED:
            self._count()
        else:
            self._reckon()

    def bounds(self, value: Fraction, *, most: Fraction = Fraction(1)) -> Bounds:
        low, high = value * (1 - self.relative), value * (1 + self.relative) + self.cut * most
        return Bounds(low, min(high, most))

    def _goes_on(self, at: int) -> bool:
        return at >= self.lowest and (self.reached is None or at < self.reached)

    def _count(self) -> None:
        """In whole numbers: of total**k ways after k rounds."""
        outcomes = [(at, count) for at, count in enumerate(self.lattice.counts, self.lattice.low) if count]
        total, at_play = self.lattice.total, {0: 1}
        ended: dict[int, int] = {}
        played = 0
        for _ in range(self.rounds):
            played = played * total + sum(at_play.values())
            after: dict[int, int] = {}
            for at, ways in at_play.items():
                for by, count in outcomes:
                    after[at + by] = after.get(at + by, 0) + ways * count
            ended = {at: ways * total for at, ways in ended.items()}
            for at in [at for at in after if not self._goes_on(at)]:
                ended[at] = ended.get(at, 0) + after.pop(at)
            at_play = after
        for at, ways in at_play.items():
            ended[at] = ended.get(at, 0) + ways
        ways = total**self.rounds
        self.ended = {at: Fraction(n, ways) for at, n in sorted(ended.items())}
        self.played = Fraction(played * total, ways)

    def _reckon(self) -> None:
        """In 64-bit numbers; what is left of no moment above is cut off."""
        chances, by = self.lattice.chances, self.lattice.low
        outcomes = [(at, chance) for at, chance in enumerate(chances.tolist()) if chance]
        at_play, low = np.ones(1), 0
        ended: dict[int, float] = {}
        played, widest, work = Fraction(0), 1, 0
        for _ in range(self.rounds):
            played += Fraction(float(at_play.sum()))
            work += len(at_play) * len(outcomes)
            if work > MOST_WORK:
                raise ValueError(f"{self.rounds:,} rounds of so many amounts: fewer rounds, or a target that is nearer")
            after = np.zeros(len(at_play) + len(chances) - 1)
            for at, chance in outcomes:
                after[at : at + len(at_play)] += chance * at_play
            widest = max(widest, len(after))
            at_play, low = self._split(after, low + by, ended)
            if not len(at_play):
                break
        for at, chance in enumerate(at_play.tolist(), low):
            ended[at] = ended.get(at, 0.0) + chance
        # A round takes a product and a sum for each outcome; then so many rounds, and a row of sums, are added up.
        roundings = (self.rounds + 1) * (len(outcomes) + 4) + widest + len(ended)
        self.relative = rounded_up(1 / (1 - roundings * ROUNDING) - 1)
        self.cut += self.rounds * widest * TINIEST
        self.ended = {at: Fraction(chance) for at, chance in sorted(ended.items())}
        self.played = played

    def _split(self, after: Floats, low: int, ended: dict[int, float]) -> tuple[Floats, int]:
        """What goes on; what has ended is written down."""
        first = min(max(0, self.lowest - low), len(after))
        last = len(after) if self.reached is None else min(max(first, self.reached - low), len(after))
        for start, part in ((low, after[:first]), (low + last, after[last:])):
            for at, chance in enumerate(part.tolist(), start):
                if chance:
                    ended[at] = ended.get(at, 0.0) + chance
        goes_on = after[first:last]
        if self.reached is None and len(goes_on):
            _, kept = ends_of_chances(goes_on)
            self.cut += Fraction(float(goes_on[kept:].sum())) * 2
            goes_on = goes_on[:kept]
        return goes_on, low + first


def bankroll_for(lattice: Lattice, rounds: int, risk: Fraction) -> Fraction:
    if not 0 < risk < 1:
        raise ValueError(f"{risk} is not a risk: above 0 and below 1")
    need = max(0, -lattice.low)

    def is_enough(spare: int) -> bool:
        """Whether so many units beside what a round may take are ruined seldom enough."""
        chain = Chain(lattice, rounds, -spare, None)
        return chain.bounds(sum((c for at, c in chain.ended.items() if at < -spare), Fraction(0))).high <= risk

    low, high = -1, 1
    while not is_enough(high):
        low, high = high, min(2 * high, rounds * need)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return (high + need) * lattice.unit


# ---- rebates -----------------------------------------------------------------------------------------


def rebated(lattice: Lattice, rounds: int, part: Fraction) -> tuple[Bounds, Bounds]:
    """What a rebate costs on average after so many rounds, and what the player wins with it."""
    if not 0 <= part <= 1:
        raise ValueError(f"a rebate of {part}: 0 to 1 of a loss")
    lost = sums(lattice, rounds).shortfall(lattice.low * lattice.unit)
    mean = rounds * lattice.mean
    return Bounds(part * lost.low, part * lost.high), Bounds(mean + part * lost.low, mean + part * lost.high)


def gains_up_to(lattice: Lattice, part: Fraction) -> int | None:
    """The longest session that wins on average with a rebate.

    The mean result of a round, over n rounds in any order, is a martingale read backwards in n; its negative part,
    averaged, never grows with n. So what the rebate is worth a round only falls, and sessions win up to one length and
    none beyond.
    """
    if lattice.mean >= 0:
        return None
    low, high = 0, 1
    while rebated(lattice, high, part)[1].low > 0:
        low, high = high, 2 * high
        if high > LONGEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if rebated(lattice, middle, part)[1].low > 0 else (low, middle)
    return low


def round_of(lines: Sequence[tuple[Fraction, Fraction]], stake: Fraction) -> dict[Fraction, Fraction]:
    """What a round wins → its chance, from what a unit wins and how often."""
    chances: dict[Fraction, Fraction] = {}
    for net, chance in lines:
        if chance:
            chances[net * stake] = chances.get(net * stake, Fraction(0)) + chance
    return chances
