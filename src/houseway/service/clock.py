"""The clock of a running service: the machine's, unless that jumps.

A machine's clock may be set, and may be set wrongly. What it then says would stand in the book for ever, because the
book's time never goes back: a table would be dated tomorrow until tomorrow comes. So a jump is not believed at once.
Time goes on by the machine's steady clock, which nobody can set, and an alarm is logged; the new time is taken over
only after it has been told for a while, and noted then.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from houseway.service.log import log

TOLERANCE: Final = timedelta(seconds=5)  # by which two readings may disagree: the network's time corrects small ones
BELIEVED_AFTER: Final = timedelta(minutes=10)  # that a new time has been told, without another jump


def wall() -> datetime:
    return datetime.now(UTC)


def steady() -> float:
    """Seconds since the machine was started, those of its sleep included where the system counts them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class SteadyClock:
    def __init__(
        self,
        told: Callable[[], datetime] = wall,
        passed: Callable[[], float] = steady,
        *,
        believed_after: timedelta = BELIEVED_AFTER,
    ) -> None:
        self._told = told
        self._passed = passed
        self._believed_after = believed_after
        self._zero = told() - timedelta(seconds=passed())  # what it was when the steady clock began
        self._doubted: tuple[datetime, float] | None = None  # another beginning, and since when it is told
        self.taken_over: list[timedelta] = []  # jumps that were believed in the end

    def __call__(self) -> datetime:
        passed = self._passed()
        zero = self._told() - timedelta(seconds=passed)
        jump = zero - self._zero
        if abs(jump) <= TOLERANCE:
            self._zero, self._doubted = zero, None
        elif self._doubted is None or abs(zero - self._doubted[0]) > TOLERANCE:
            self._doubted = zero, passed
            log.error("the clock jumps, and is not believed yet", seconds=jump.total_seconds())
        elif passed - self._doubted[1] >= self._believed_after.total_seconds():
            log.warning("the clock is believed again", seconds=jump.total_seconds())
            self.taken_over.append(jump)
            self._zero, self._doubted = zero, None
        return self._zero + timedelta(seconds=passed)
