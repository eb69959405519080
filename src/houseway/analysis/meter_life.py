"""The life of a meter: from its seed, by increments and partial awards, to the top award that ends it.

Wagers come one after another, as in `progressive`. Each adds `a` to the meter; then the top award (chance p)
takes all of it, the partial award j (chance q_j) its share s_j, and any other hand nothing.

**Moments.** Let E_k(m) be the mean of the k-th power of the top award when the meter stands at m. One wager on,
the meter is u = m + a, and so E_k(m) = p·u^k + Σ q_j·E_k((1−s_j)·u) + (1−p−Σq_j)·E_k(u). A polynomial of degree k
solves it. With c_k = 1 − p − Σq_j + Σ q_j(1−s_j)^k, and d = 1 − c_1 the drain:

    E_1(m) = (p·m + a) / d                          at the seed, the known mean
    E_2(m) = A·m² + B·m + C,   A = p / (1 − c_2),   B = 2aA / d,   C = (A·a² + c_1·B·a) / p

**Distribution.** Which award comes next does not depend on the meter. So the meter met by any award is
distributed as the meter X met by the top award, and looking back from an award to the one before it

    X  is distributed as  a·G + Z,     Z = the seed, if that one was the top award, or (1−s_j)·X, if it was j,

where G, the wagers between, is geometric with chance P = p + Σq_j. The distribution function F of X is the only
solution. The right side keeps order, so from 0 and 1 it yields bounds F_low ≤ F ≤ F_high, again and again; on a
grid they stay bounds when a point between two grid points is taken from the lower one for F_low and from the
higher one for F_high. What is read off is a pair of bounds: the error is known and not estimated, but for the
rounding of floating point, below 1e-9 in a chance.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, comb, expm1, log1p, perm, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.analysis.figures import square_root
from houseway.analysis.progressive import Progressive
from houseway.progressive.envy import READINGS

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]

CELLS = 2**18
ROYAL = "Royal Flush"
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Between:
    """A figure that is not a fraction, between two bounds."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def error(self) -> float:
        """The middle is not farther off than this."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, kw_only=True)
class MeterLife:
    """What is known of a progressive paytable's meter from seed to top award. Dollars and wagers.

    A hidden increment is a part of every stake that goes into a reserve for the next seed. It never shows on the meter,
    so the top award, the player's edge and the break-even meter are what they are without it. What it changes is the
    house's account: it keeps less of a wager, and pays less for new seeds.
    """

    terms: Progressive
    hidden: Fraction = Fraction(0)
    meter: Fraction | None = None  # what it shows, for questions about one moment; else the mean top award

    def __post_init__(self) -> None:
        if self.hidden < 0 or self.terms.added_to_all / self.terms.stake + self.hidden > 1:
            raise ValueError(f"increment {self.terms.increment} and hidden {self.hidden}: together at most 1")

    # ---- the top award ---------------------------------------------------------------------------

    def mean_from(self, meter: Fraction) -> Fraction:
        """The mean top award when the meter stands at `meter` now."""
        terms = self.terms
        return (self.top_chance * meter + terms.added) / terms.drain

    @property
    def mean(self) -> Fraction:
        return self.mean_from(self.terms.seed)

    @property
    def at(self) -> Fraction:
        return self.mean if self.meter is None else self.meter

    @property
    def standard_deviation(self) -> Decimal:
        return square_root(self.terms.top_variance)

    @cached_property
    def award(self) -> "AwardDistribution":
        return award_distribution(self)

    @property
    def quantiles(self) -> "dict[float, Between]":
        """The amounts that the top award stays within with these chances."""
        return {chance: self.award.quantile(chance) for chance in QUANTILES}

    # ---- how long it lasts -----------------------------------------------------------------------

    @property
    def top_chance(self) -> Fraction:
        return self.terms.probability(self.terms.top)

    def hit_within(self, wagers: Fraction | int) -> float:
        """The chance of the top award in so many wagers, the last one counted whole."""
        return -expm1(ceil(wagers) * log1p(-float(self.top_chance)))

    @property
    def take(self) -> Fraction:
        """What the house keeps of a wager on average, before it pays for any seed. The reserve is the players'."""
        terms = self.terms
        return terms.stake - terms.added_to_all - self.hidden * terms.stake - terms.fixed - terms.envy

    @property
    def seeds_from_bank(self) -> Fraction:
        """What the house's bank pays for new seeds, a wager, over the long run.

        With h into the reserve a wager and L wagers from one top award to the next, the reserve R becomes
        max(0, R + hL − S). Where the mean of hL is below S it always comes back to nothing: all of h goes into seeds,
        and the bank pays the rest. Where it is not, the reserve pays for all of them in the end. The seeds of the other
        meters of the paytable, which have no reserve here, are the bank's.
        """
        of_others = sum((other.reseed_cost for other in self.terms.others), Fraction(0))
        return max(Fraction(0), self.terms.reseed_cost - self.hidden * self.terms.stake) + of_others

    @property
    def kept(self) -> Fraction:
        """What the house keeps of a wager over the long run, new seeds paid."""
        return self.take - self.seeds_from_bank

    @property
    def reserve_growth(self) -> Fraction:
        """What stays in the reserve of a wager over the long run: more than seeds ever take is the players' still."""
        return max(Fraction(0), self.hidden * self.terms.stake - self.terms.reseed_cost)

    @property
    def seed_back(self) -> Fraction | None:
        """The wagers whose mean take is the seed; None if the house keeps nothing.

        Followed wager by wager, the take first reaches the seed after (seed + excess) / take wagers on average
        (Wald), where the excess is less than one stake: no step is longer.
        """
        return self.terms.seed / self.take if self.take > 0 else None

    def seed_filled(self, hidden: Fraction) -> int | None:
        """The wagers after which a hidden increment, a part of the stake, has gathered the next seed."""
        return ceil(self.terms.seed / (hidden * self.terms.stake)) if hidden > 0 else None

    @property
    def even_hidden(self) -> Fraction:
        """The hidden increment that gathers one seed in a mean life: with it the bank pays for none in the end."""
        return self.terms.reseed_cost / self.terms.stake

    # ---- the edge --------------------------------------------------------------------------------

    @property
    def by_seats(self) -> dict[int, Progressive]:
        """The same terms by the number of seats dealt in, all of which bet: each brings its envy."""
        return {n: replace(self.terms, dealt=n, bettors=n) for n in range(1, self.terms.game.seats + 1)}

    def edge_by_bettors(self) -> dict[int, dict[str, Fraction]]:
        """Over the long run, by how many of those dealt in bet, under each reading of envy."""
        return {
            bettors: {reading: replace(self.terms, bettors=bettors, reading=reading).house_edge for reading in READINGS}
            for bettors in range(1, self.terms.dealt + 1)
        }

    # ---- two meter wins in one round, and the order of Appendix A ---------------------------------

    @property
    def counts_royals(self) -> bool:
        """Whether royal flushes of several seats in one round can be counted: of six cards each from 53, where they
        take a share of this meter."""
        terms = self.terms
        return ROYAL in terms.shares and terms.counts.get(ROYAL) == royals_together(1) and terms.total == _deals(1)

    def all_royal(self, seats: int) -> Fraction:
        """The chance that each of so many given seats holds a royal flush."""
        if not self.counts_royals:
            raise ValueError(f"{self.terms.paytable.name}: royal flushes are counted in six of 53 cards")
        return royals_together(seats) / Fraction(_deals(seats))

    def two_royals(self) -> Fraction:
        """The chance that two or more of the seats that bet hold a royal flush in one round."""
        bettors = self.terms.bettors
        return sum(
            ((-1) ** n * (n - 1) * comb(bettors, n) * self.all_royal(n) for n in range(2, bettors + 1)),
            Fraction(0),
        )

    def first_over_second(self, meter: Fraction) -> Fraction:
        """What the first of two royal flushes is paid more than the second."""
        share = self.terms.shares[ROYAL].amount
        return share * meter - share * (1 - share) * meter

    def royal_worth(self, place: int, meter: Fraction) -> Fraction:
        """What a wager wins on average by royal flushes at a meter, paid in a place of Appendix A's order.

        Place 1 is the seat farthest on the dealer's right. With e royal flushes before it the award is
        s(1−s)^e of the meter, and (1−s)^e = Σ C(e,n)(−s)^n: so only the chances that n given seats and this
        one are all royal are needed. The five aces never meet a royal flush: they hold the joker and every ace.
        """
        if not 1 <= place <= self.terms.bettors:
            raise ValueError(f"place {place}: {self.terms.bettors} seats bet, the first is 1")
        share = self.terms.shares[ROYAL].amount
        chances = (comb(place - 1, n) * (-share) ** n * self.all_royal(n + 1) for n in range(place))
        return share * meter * sum(chances, Fraction(0))

    def order_worth(self, meter: Fraction) -> Fraction:
        """What a wager gains on average by being paid first and not last."""
        return self.royal_worth(1, meter) - self.royal_worth(self.terms.bettors, meter)


def royals_together(hands: int) -> int:
    """In how many ways so many hands of six, one after another from 53 cards, are all royal flushes.

    Each takes a suit of its own: five cards of it, or four and the joker, for what is left of a suit after
    either is too little. With 5 cards a hand set aside, 53 − 5·hands are left for the sixth cards. If the
    joker makes one of the royal flushes (whose, and in place of which of five cards), the card that it
    replaces is also left, but not for that hand, which would then be royal without the joker.
    """
    if not 1 <= hands <= 4:
        return 0
    left = 53 - 5 * hands
    natural = perm(left, hands)
    with_joker = hands * 5 * (left - 1) * perm(left - 1, hands - 1)
    return perm(4, hands) * (natural + with_joker)


def _deals(hands: int) -> int:
    return prod(comb(53 - 6 * dealt, 6) for dealt in range(hands))


# ---- the distribution of the top award, between bounds ------------------------------------------------


@dataclass(frozen=True, eq=False)
class AwardDistribution:
    """Bounds of the chance that the top award is not more than each meter of a grid."""

    meters: Floats
    low: Floats
    high: Floats

    def chance_above(self, amount: Fraction | float) -> Between:
        """The chance that the top award exceeds an amount."""
        start, step = self.meters[0], self.meters[1] - self.meters[0]
        below, above = _places(np.array([(float(amount) - start) / step]))
        return Between(1 - float(_up(self.high, above)[0]), 1 - float(_down(self.low, below)[0]))

    def quantile(self, chance: float) -> Between:
        """The least amount that the top award stays within with this chance."""
        if not 0 < chance < 1:
            raise ValueError(f"{chance} is not the chance of a quantile: it lies between 0 and 1")
        first, last = int(np.searchsorted(self.high, chance)), int(np.searchsorted(self.low, chance))
        if last == len(self.meters):
            raise ValueError(f"{chance} is beyond the grid: up to {self.low[-1]:.9f}")
        return Between(float(self.meters[first - 1]) if first else 0.0, float(self.meters[last]))

    def density(self, bins: int, up_to: float) -> tuple[Floats, Floats]:
        """For drawing: the middles of so many equal bins from nothing, and the chance per dollar in each."""
        edges = np.linspace(0, up_to, bins + 1)
        within = np.interp(edges, self.meters, (self.low + self.high) / 2, left=0.0, right=1.0)
        return (edges[1:] + edges[:-1]) / 2, np.diff(within) / np.diff(edges)


class MeterCourse(NamedTuple):
    """All that the distribution depends on: where a meter begins, what a wager adds to it, how often it is emptied, how
    often which share of it is taken, and how far up the grid goes."""

    seed: float
    added: float
    top: float
    partial: tuple[tuple[float, float], ...]
    far: float


def award_distribution(life: MeterLife, *, cells: int = CELLS) -> AwardDistribution:
    terms = life.terms
    far = float(life.mean) + 14 * float(life.standard_deviation) + float(terms.stake)
    partial = tuple((float(q), float(s)) for q, s in terms.partial)
    return _distribution(
        MeterCourse(float(terms.seed), float(terms.added), float(life.top_chance), partial, far), cells
    )


@lru_cache(maxsize=32)
def _distribution(course: MeterCourse, cells: int) -> AwardDistribution:
    """From a coarse grid to a fine one: the bounds of one are where the next begins."""
    bounds = None
    size = 2**10
    while size < cells:
        bounds = _bounds(course, size, bounds, rounds=800 if bounds is None else 60)
        size *= 4
    return _bounds(course, cells, bounds, rounds=800 if bounds is None else 30)


def _bounds(course: MeterCourse, cells: int, coarser: AwardDistribution | None, rounds: int) -> AwardDistribution:
    """F_low and F_high on a grid of whole wagers, through the seed, until they come no closer."""
    seed, added, p, partial, far = course
    wagers = max(1, ceil(far / (added * cells))) if added else 0
    step = wagers * added if added else far / cells
    before = int(seed // step)
    meters: Floats = seed + step * np.arange(-before, ceil((far - seed) / step) + 1, dtype=np.float64)
    if coarser is None:
        low, high = np.zeros_like(meters), np.ones_like(meters)
    else:
        at = (meters - coarser.meters[0]) / (coarser.meters[1] - coarser.meters[0])
        below, above = _places(at)
        low, high = _down(coarser.low, below), _up(coarser.high, above)
    award = p + sum(q for q, _ in partial)
    reseeded = np.where(np.arange(len(meters)) >= before, p / award, 0.0)
    looked = [(q / award, _places((meters / (1 - s) - meters[0]) / step)) for q, s in partial]
    stay = (1 - award) ** wagers if added else 0.0  # the chance of no award while the meter rises by a step
    for _ in range(rounds):
        z_low, z_high = reseeded.copy(), reseeded.copy()
        for weight, (below, above) in looked:
            z_low += weight * _down(low, below)
            z_high += weight * _up(high, above)
        if added:  # at least one wager comes before the next award
            z_low = np.append(0.0, z_low[:-1])
            z_high = np.append(0.0, z_high[:-1]) if wagers == 1 else z_high
        new_low, new_high = np.maximum(low, _climb(z_low, stay)), np.minimum(high, _climb(z_high, stay))
        moved = max(float(np.max(new_low - low)), float(np.max(high - new_high)))
        low, high = new_low, new_high
        if moved < 1e-10:
            break
    return AwardDistribution(meters, np.minimum(low, 1.0), np.maximum(high, 0.0))


def _climb(z: Floats, stay: float) -> Floats:
    """F_i = stay·F_{i−1} + (1 − stay)·z_i, all at once: sums over 1, 2, 4, 8 … steps."""
    solved, reach, factor = (1 - stay) * z, 1, stay
    while reach < len(solved) and factor > 1e-18:
        solved[reach:] += factor * solved[:-reach]
        reach, factor = 2 * reach, factor * factor
    return solved


def _places(at: Floats) -> tuple[Longs, Longs]:
    """The grid points below and above."""
    return np.floor(at).astype(np.int64), np.ceil(at).astype(np.int64)


def _down(values: Floats, below: Longs) -> Floats:
    """The value at the grid point below; nothing before the grid, its last value after it."""
    found: Floats = values.take(below, mode="clip")
    found[below < 0] = 0.0
    return found


def _up(values: Floats, above: Longs) -> Floats:
    """The value at the grid point above; certainty after the grid."""
    found: Floats = values.take(above, mode="clip")
    found[above >= len(values)] = 1.0
    return found
