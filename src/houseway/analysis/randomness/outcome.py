"""What the tests found, and what may be said of many of them at once.

Of a hundred tests of a perfect generator five would fail at 95 % confidence. Holm's procedure makes each answer for
all: the chance that any of them raises a false alarm is at most 5 %, or 1 %, however the tests depend on each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final

CONFIDENCES: Final = (0.99, 0.95)
OURS: Final = "the shuffler"  # where a sample comes from, unless it is somebody else's


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceTest:
    """One test: what it looked at, how much of it, the statistic, and the chance of one so far out."""

    test: str
    of: str
    count: int
    statistic: float
    freedom: int | None  # degrees of freedom of a chi-square; None where the statistic is a normal z or a count
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What was tested: the name of it, how much, and the outcomes."""

    name: str
    source: str
    count: int
    unit: str
    outcomes: tuple[ChanceTest, ...]
    sha256: str | None = None  # of what was read, so that another can tell that he tests the same; ours are not kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    samples: tuple[Sample, ...]
    confidences: ClassVar[tuple[float, ...]] = CONFIDENCES

    @property
    def outcomes(self) -> tuple[ChanceTest, ...]:
        return tuple(outcome for sample in self.samples for outcome in sample.outcomes)

    @property
    def adjusted(self) -> tuple[float, ...]:
        """The p-value of each outcome, made to answer for all of them."""
        return holm([outcome.p for outcome in self.outcomes])

    @property
    def answers(self) -> tuple[tuple[Sample, tuple[float, ...]], ...]:
        """Every sample with the adjusted p-values of its outcomes."""
        adjusted = iter(self.adjusted)
        return tuple((sample, tuple(islice(adjusted, len(sample.outcomes)))) for sample in self.samples)

    def alarms(self, confidence: float) -> tuple[ChanceTest, ...]:
        return tuple(o for o, p in zip(self.outcomes, self.adjusted, strict=True) if p < 1 - confidence)

    def passes(self, confidence: float) -> bool:
        return not self.alarms(confidence)


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """The least is multiplied by how many there are, the next by one fewer, and none falls below one before it."""
    adjusted = [1.0] * len(chances)
    least = 0.0
    for place, index in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        least = max(least, min(1.0, (len(chances) - place) * chances[index]))
        adjusted[index] = least
    return tuple(adjusted)
