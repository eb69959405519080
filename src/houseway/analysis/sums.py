"""What many rounds come to together: the distribution of a sum of independent rounds that are all alike.

Few rounds are counted in whole numbers, and every chance is a fraction. Of many the chances are 64-bit numbers, and the
error of each is known: all terms are at least nothing, so that a sum of k products is off by at most k roundings, a
part of itself, in whatever order it is added; and what is cut off at the ends, where no chance is left that matters, is
added up. A figure is then told between two bounds that hold for certain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate
from math import gcd, lcm
from typing import Final

import numpy as np
import numpy.typing as npt

ROUNDING: Final = Fraction(1, 2**53)  # half the distance from 1 to the next 64-bit number
NEGLIGIBLE: Final = 1e-30  # chances at the ends that are cut off, and counted in the error
TINIEST: Final = Fraction(1, 2**1000)  # what is lost where a product is too small for a 64-bit number, by far
MOST_BITS: Final = 8_000_000  # of all counts together: beyond that they are no longer whole numbers
LONGEST_BITS: Final = 12_000  # of one of them: a few thousand digits
MOST_UNITS: Final = 200_000  # of a sum, from its least to its greatest
Floats = npt.NDArray[np.float64]
Chances = Mapping[Fraction, Fraction]  # amount → chance


@dataclass(frozen=True, slots=True)
class Bounds:
    """A figure that lies between two others for certain; exact where they are the same."""

    low: Fraction
    high: Fraction

    @classmethod
    def at(cls, value: Fraction) -> "Bounds":
        return cls(value, value)

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def exact(self) -> Fraction | None:
        return self.low if self.is_exact else None

    @property
    def middle(self) -> Fraction:
        return (self.low + self.high) / 2

    @property
    def error(self) -> Fraction:
        """The middle is not farther off than this."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Lattice:
    """A round's amounts as whole units: the greatest amount of which all are multiples."""

    unit: Fraction
    low: int
    counts: tuple[int, ...]  # by how many units above the lowest
    total: int

    @classmethod
    def of(cls, chances: Chances) -> "Lattice":
        kept = {amount: chance for amount, chance in chances.items() if chance}
        if sum(kept.values()) != 1:
            raise ValueError(f"chances that add up to {sum(kept.values())}: they add up to 1")
        unit = common_unit(kept)
        places = {int(amount / unit): chance for amount, chance in kept.items()}
        total = reduce(lcm, (chance.denominator for chance in places.values()))
        low, high = min(places), max(places)
        if high - low > MOST_UNITS:
            raise ValueError(
                f"amounts of {high - low:,} units of ${float(unit):g}: at most {MOST_UNITS:,} can be summed"
            )
        return cls(unit, low, tuple(int(places.get(at, 0) * total) for at in range(low, high + 1)), total)

    @property
    def high(self) -> int:
        return self.low + len(self.counts) - 1

    @property
    def chances(self) -> Floats:
        """Each the nearest 64-bit number."""
        return np.array([count / self.total for count in self.counts])

    @property
    def mean(self) -> Fraction:
        return self.unit * Fraction(sum(n * at for at, n in enumerate(self.counts, self.low)), self.total)

    def can_be_counted(self, rounds: int) -> bool:
        """Whether the counts of so many rounds are written out in a moment, as whole numbers."""
        longest = rounds * self.total.bit_length()
        return longest <= LONGEST_BITS and longest * rounds * len(self.counts) <= MOST_BITS


def common_unit(amounts: Sequence[Fraction] | Chances) -> Fraction:
    """The greatest amount of which all are multiples; 1 where there is nothing but 0."""
    parts = [amount for amount in amounts if amount]
    if not parts:
        return Fraction(1)
    whole = reduce(lcm, (amount.denominator for amount in parts))
    return Fraction(reduce(gcd, (int(amount * whole) for amount in parts)), whole)


@dataclass(frozen=True)
class RoundSums:
    """What so many rounds come to. `counts` are whole numbers of `total`, or chances that are off by at most
    `relative` of themselves; `cut` is the chance of all sums that were cut off."""

    rounds: int
    unit: Fraction
    low: int  # the least sum, in units
    counts: Sequence[int] | Floats
    total: int
    relative: Fraction = Fraction(0)
    cut: Fraction = Fraction(0)

    @property
    def is_exact(self) -> bool:
        return not self.relative

    @cached_property
    def chances(self) -> dict[Fraction, Fraction]:
        """By amount, least first, as they were worked out."""
        each = ((at, Fraction(n) / self.total) for at, n in enumerate(self._numbers, self.low) if n)
        return {at * self.unit: chance for at, chance in each}

    @property
    def _numbers(self) -> list[int] | list[float]:
        return self.counts.tolist() if isinstance(self.counts, np.ndarray) else list(self.counts)

    def _bounds(self, value: Fraction, most_cut: Fraction) -> Bounds:
        """`value` is a sum of chances times weights that are at least nothing; none of those cut off is greater than
        `most_cut` together."""
        return Bounds(value * (1 - self.relative), value * (1 + self.relative) + most_cut)

    def below(self, amount: Fraction) -> Bounds:
        """The chance of less than an amount."""
        found = sum((chance for each, chance in self.chances.items() if each < amount), Fraction(0))
        bounds = self._bounds(found, self.cut)
        return Bounds(bounds.low, min(Fraction(1), bounds.high))

    def above(self, amount: Fraction) -> Bounds:
        found = sum((chance for each, chance in self.chances.items() if each > amount), Fraction(0))
        bounds = self._bounds(found, self.cut)
        return Bounds(bounds.low, min(Fraction(1), bounds.high))

    def shortfall(self, least: Fraction) -> Bounds:
        """The mean of what is lost, wins counted as nothing. No round wins less than `least`."""
        found = sum((-each * chance for each, chance in self.chances.items() if each < 0), Fraction(0))
        return self._bounds(found, self.cut * max(Fraction(0), -least * self.rounds))

    def quantile(self, chance: Fraction) -> Fraction:
        """The least amount that is not exceeded with this chance, or more."""
        if not 0 < chance < 1:
            raise ValueError(f"{chance} is not the chance of a quantile: it lies between 0 and 1")
        together = accumulate(self.chances.values())
        return next((each for each, sum_ in zip(self.chances, together, strict=True) if sum_ >= chance), self.greatest)

    @property
    def greatest(self) -> Fraction:
        return next(reversed(self.chances))


def sums(one: Chances | Lattice, rounds: int) -> RoundSums:
    """Of so many rounds that are all alike."""
    if rounds < 1:
        raise ValueError(f"{rounds} rounds: 1 or more")
    lattice = one if isinstance(one, Lattice) else Lattice.of(one)
    if lattice.can_be_counted(rounds):
        counts = _power(lattice.counts, rounds)
        return RoundSums(rounds, lattice.unit, rounds * lattice.low, counts, lattice.total**rounds)
    whole, part = None, _Part.of(lattice)
    left = rounds
    while True:
        if left & 1:
            whole = part if whole is None else whole.and_(part)
        left >>= 1
        if not left:
            break
        part = part.and_(part)
    assert whole is not None
    return RoundSums(rounds, lattice.unit, whole.low, whole.chances, 1, whole.relative, whole.cut)


def _power(counts: Sequence[int], rounds: int) -> list[int]:
    """The counts of all sums, by one great number: its digits are the counts, with room for the greatest of them."""
    digit = (sum(counts) ** rounds).bit_length() // 8 + 1
    one = int.from_bytes(b"".join(count.to_bytes(digit, "little") for count in counts), "little")
    size = (len(counts) - 1) * rounds + 1
    digits = (one**rounds).to_bytes(size * digit, "little")
    return [int.from_bytes(digits[at : at + digit], "little") for at in range(0, size * digit, digit)]


@dataclass(frozen=True)
class _Part:
    """Chances of some rounds in 64-bit numbers, and how far off they may be."""

    low: int
    chances: Floats
    relative: Fraction
    cut: Fraction

    @classmethod
    def of(cls, lattice: Lattice) -> "_Part":
        return cls(lattice.low, lattice.chances, 2 * ROUNDING, Fraction(0))

    def and_(self, other: "_Part") -> "_Part":
        if len(self.chances) + len(other.chances) > MOST_UNITS:
            raise ValueError(f"a sum of more than {MOST_UNITS:,} different amounts: fewer rounds, or other stakes")
        chances = np.convolve(self.chances, other.chances)
        terms = min(len(self.chances), len(other.chances)) + 2
        relative = (1 + self.relative) * (1 + other.relative) / (1 - terms * ROUNDING) - 1
        first, last = ends_of_chances(chances)
        gone = Fraction(float(chances[:first].sum() + chances[last:].sum())) * (1 + 2 * relative)
        cut = self.cut + other.cut + gone + len(chances) * TINIEST
        return _Part(self.low + other.low + first, chances[first:last], rounded_up(relative), rounded_up(cut))


def ends_of_chances(chances: Floats) -> tuple[int, int]:
    """Where what is not negligible begins and ends: no more is cut off on either side."""
    first = int(np.searchsorted(np.cumsum(chances), NEGLIGIBLE))
    last = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), NEGLIGIBLE))
    return first, max(last, first + 1)


def rounded_up(bound: Fraction) -> Fraction:
    """No less, and short to write."""
    return Fraction(-(-bound.numerator * 2**1100 // bound.denominator), 2**1100) if bound else bound
