"""The tests of a sequence of whole numbers, each of which ought to be uniform on 0 … sides − 1 and independent.

Every test compares counts with exact probabilities by chi-square, or a sum with its exact mean and variance by the
normal distribution. How many gaps, collections or groups are looked at is settled before they are counted: stopping
where the numbers happen to end would favour short ones.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import e, expm1, factorial, log1p, perm, sqrt

import numpy as np
import numpy.typing as npt

from houseway.analysis.randomness.outcome import ChanceTest
from houseway.analysis.randomness.tails import poisson_at_least, two_sided_chi_square, two_sided_normal

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

LEAST_EXPECTED = 10.0  # rarer kinds are counted together
SURE = 6.0  # standard deviations below what a sequence yields on average: it hardly ever falls short of that
GROUP = 5
INTO_KINDS = (1, 15, 25, 10, 1)  # in how many ways a group falls into one kind, into two … (Stirling's numbers)
MOST_COLLECTED = 400_000  # numbers that the collector looks at


def sequence_outcomes(numbers: Ints, sides: int, of: str, *, in_order: int = 3) -> Iterator[ChanceTest]:
    """The seven tests; `in_order` is how many numbers a permutation is made of."""
    yield frequency(numbers, np.full(sides, 1 / sides), of)
    yield runs(numbers >= (sides + 1) // 2, of)
    yield serial_correlation(numbers, of)
    yield coupon_collector(numbers, sides, of)
    yield gap(numbers < max(1, sides // 4), max(1, sides // 4) / sides, of)
    yield poker(numbers, sides, of)
    yield permutation(numbers, in_order, of)


def chi_square(test: str, of: str, counts: Ints, chances: Floats) -> ChanceTest:
    """Counts against the chances of their kinds; those expected too seldom are pooled."""
    total = int(counts.sum())
    order = np.argsort(-chances, kind="stable")
    observed, expected = counts[order].astype(np.float64), chances[order] * total
    kept = int(np.searchsorted(-expected, -LEAST_EXPECTED, side="right"))
    if kept < len(expected):
        kept = max(0, kept - (expected[kept:].sum() < LEAST_EXPECTED))
        observed = np.append(observed[:kept], observed[kept:].sum())
        expected = np.append(expected[:kept], expected[kept:].sum())
    if len(expected) < 2:
        return ChanceTest(test=test, of=of, count=total, statistic=0.0, freedom=0, p=1.0)
    return squares(test, of, total, float((((observed - expected) ** 2) / expected).sum()), len(expected) - 1)


def squares(test: str, of: str, count: int, statistic: float, freedom: int) -> ChanceTest:
    """A sum of squares against the chi-square distribution."""
    p = two_sided_chi_square(statistic, freedom)
    return ChanceTest(test=test, of=of, count=count, statistic=statistic, freedom=freedom, p=p)


def normal(test: str, of: str, count: int, value: float, mean: float, variance: float) -> ChanceTest:
    """A sum against its mean and variance; one that cannot vary says something only if it is off."""
    off = value - mean
    z = off / sqrt(variance) if variance > 0 else (0.0 if abs(off) < 1e-9 else float("inf"))
    return ChanceTest(test=test, of=of, count=count, statistic=z, freedom=None, p=two_sided_normal(z))


def greatest(test: str, of: str, count: int, scores: Floats) -> ChanceTest:
    """The score farthest out of many independent ones: one that is far out is lost in a sum over all."""
    farthest = float(scores[np.abs(scores).argmax()])
    one = two_sided_normal(farthest)
    p = -expm1(len(scores) * log1p(-one)) if one < 1 else 1.0
    return ChanceTest(test=test, of=of, count=count, statistic=farthest, freedom=None, p=p)


def settled(numbers: int, mean: float, deviation: float) -> int:
    """How many of something that takes so many numbers on average are sure to be found among these."""
    average = numbers / mean
    return max(0, int(average - SURE * deviation / mean * sqrt(average)))


# ---- the tests -------------------------------------------------------------------------------------


def frequency(numbers: Ints, chances: Floats, of: str, *, test: str = "chi-square") -> ChanceTest:
    return chi_square(test, of, np.bincount(numbers, minlength=len(chances)), chances)


def runs(is_high: npt.NDArray[np.bool_], of: str) -> ChanceTest:
    """How often high and low alternate, given how many there are of each (Wald and Wolfowitz)."""
    n, high = len(is_high), int(is_high.sum())
    low = n - high
    if not high or not low:
        return ChanceTest(test="runs", of=of, count=n, statistic=float("inf"), freedom=None, p=0.0)
    number = 1 + int((is_high[1:] != is_high[:-1]).sum())
    mean = 1 + 2 * high * low / n
    return normal("runs", of, n, number, mean, (mean - 1) * (mean - 2) / (n - 1))


def runs_up(numbers: Ints, of: str) -> ChanceTest:
    """The lengths of rising runs; the number that ends one belongs to none, so that the lengths are independent."""
    falls = np.flatnonzero(numbers[1:] <= numbers[:-1])
    lengths, start = [], 0
    wanted = settled(len(numbers), e, 1.0)
    for fall in falls.tolist():
        if fall >= start:
            lengths.append(fall - start + 1)
            start = fall + 2
    longest = 8
    counts = np.bincount(np.minimum(lengths[:wanted], longest), minlength=longest + 1)[1:]
    counts[-1] += wanted - min(wanted, len(lengths))
    chances = [r / factorial(r + 1) for r in range(1, longest)]
    return chi_square("runs", of, counts, np.array([*chances, 1 - sum(chances)]))


def serial_correlation(numbers: npt.NDArray[np.generic], of: str) -> ChanceTest:
    """The sum of products of neighbours, the last beside the first, over all orders of the same numbers."""
    x = numbers.astype(np.float64)
    x = x - x.mean()
    n, second, fourth = len(x), float((x**2).sum()), float((x**4).sum())
    products = float((x[1:] * x[:-1]).sum() + x[0] * x[-1])
    mean, variance = neighbour_moments(n, second, fourth)
    return normal("serial correlation", of, n, products, mean, variance)


def neighbour_moments(n: int, second: float, fourth: float) -> tuple[float, float]:
    """Mean and variance of that sum, from the sums of squares and of fourth powers about the mean."""
    mean = -second / (n - 1)
    variance = (second**2 - fourth) / (n - 1) + (second**2 - 2 * fourth) / ((n - 1) * (n - 2)) - mean**2
    return mean, variance


def coupon_collector(numbers: Ints, sides: int, of: str) -> ChanceTest:
    """How many numbers it takes until every one of them has come."""
    mean = sides * sum(1 / k for k in range(1, sides + 1))
    looked_at = numbers[:MOST_COLLECTED].tolist()
    fresh = [k / sides for k in range(1, sides + 1)]
    wanted = settled(len(looked_at), mean, sqrt(sum((1 - p) / p**2 for p in fresh)))
    longest = int(6 * mean)
    counts = np.zeros(longest + 1, np.int64)
    seen, taken, sets = 0, 0, 0
    for number in looked_at:
        seen |= 1 << number
        taken += 1
        if sets == wanted:
            break
        if seen == (1 << sides) - 1:
            counts[min(taken, longest)] += 1
            seen, taken, sets = 0, 0, sets + 1
    counts[longest] += wanted - sets
    return chi_square("coupon collector", of, counts, collecting_chances(sides, longest))


def collecting_chances(sides: int, longest: int) -> Floats:
    """The chance that the set is complete after just so many numbers; the last stands for all that take longer."""
    kinds = np.zeros(sides + 1)
    kinds[0] = 1
    fresh = (sides - np.arange(sides + 1)) / sides
    chances = np.zeros(longest + 1)
    for taken in range(1, longest):
        chances[taken] = kinds[sides - 1] * fresh[sides - 1]
        kinds = kinds * (1 - fresh) + np.append(0.0, (kinds * fresh)[:-1])
        kinds[sides] = 0
    chances[longest] = 1 - chances.sum()
    return chances


def gap(is_hit: npt.NDArray[np.bool_], chance: float, of: str) -> ChanceTest:
    """How many numbers lie between one hit and the next."""
    places = np.append(-1, np.flatnonzero(is_hit))
    gaps = np.diff(places) - 1
    wanted = settled(len(is_hit), 1 / chance, sqrt(1 - chance) / chance)
    longest = int(np.ceil(np.log(1e-4) / np.log(1 - chance)))
    counts = np.bincount(np.minimum(gaps[:wanted], longest), minlength=longest + 1)
    counts[longest] += wanted - min(wanted, len(gaps))
    chances: Floats = chance * (1 - chance) ** np.arange(longest + 1, dtype=np.float64)
    chances[longest] = (1 - chance) ** longest
    return chi_square("gap", of, counts, chances)


def poker(numbers: Ints, sides: int, of: str) -> ChanceTest:
    """How many different numbers there are in each hand of five."""
    hands = np.sort(numbers[: len(numbers) // GROUP * GROUP].reshape(-1, GROUP), axis=1)
    kinds = 1 + (hands[:, 1:] != hands[:, :-1]).sum(axis=1)
    chances = np.array([perm(sides, k) * ways / sides**GROUP for k, ways in enumerate(INTO_KINDS, 1)])
    return chi_square("poker", of, np.bincount(kinds, minlength=GROUP + 1)[1:], chances)


def repeats(values: np.ndarray, kinds: int, of: str) -> ChanceTest:
    """How many values have come before; where there are so many kinds, hardly any should."""
    n = len(values)
    again = n - len(np.unique(values))
    p = poisson_at_least(again, float(Fraction(n * (n - 1), 2 * kinds)))
    return ChanceTest(test="repeats", of=of, count=n, statistic=float(again), freedom=None, p=p)


def permutation(numbers: Ints, size: int, of: str) -> ChanceTest:
    """In which order the numbers of each group stand; groups with equal numbers have none and are left out."""
    groups = numbers[: len(numbers) // size * size].reshape(-1, size)
    return orders(groups, of)


def orders(groups: Ints, of: str) -> ChanceTest:
    size = groups.shape[1]
    ordered = np.sort(groups, axis=1)
    groups = groups[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    number = np.zeros(len(groups), np.int64)
    for place in range(size):
        number = number * (size - place) + (groups[:, place + 1 :] < groups[:, place : place + 1]).sum(axis=1)
    counts = np.bincount(number, minlength=factorial(size))
    return chi_square("permutation", of, counts, np.full(factorial(size), 1 / factorial(size)))
