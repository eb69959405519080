"""A gaming day that no test leaves: it began twelve hours before the tests did, whatever time that was."""

from datetime import UTC, datetime, timedelta

from houseway.service.entry import GamingDay

_began = datetime.now(UTC) - timedelta(hours=12)
NOW = GamingDay("UTC", _began.time().replace(second=0, microsecond=0))


def today() -> str:
    return NOW.of(datetime.now(UTC)).isoformat()
