"""What the automatic dealers have to do, and when."""

import heapq
from collections.abc import Iterator
from datetime import datetime


class Agenda:
    def __init__(self) -> None:
        self._due: list[tuple[datetime, str]] = []

    def add(self, at: datetime, stream: str) -> None:
        heapq.heappush(self._due, (at, stream))

    def due(self, now: datetime) -> list[str]:
        """The streams whose time has come, each once; they are then off the agenda."""
        return list(dict.fromkeys(self._taken(now)))

    def _taken(self, now: datetime) -> Iterator[str]:
        while self._due and self._due[0][0] <= now:
            yield heapq.heappop(self._due)[1]

    def idle_seconds(self, now: datetime) -> float:
        """Until something is due; a long time if nothing is."""
        return max(0.0, (self._due[0][0] - now).total_seconds()) if self._due else 3600.0
