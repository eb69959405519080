"""The ceiling of a house: the most on one wager by an approval of its own, such as a compact, in the place of the card
rooms' cap.

It is a setting of the house, with what approves it and the day from which it holds. The shell writes it into the
command that opens a table, whatever a supervisor sent; a table's limits are never above it.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from houseway.money import Cents, dollars

MOST_CEILING: Final = Cents(100_000_00)
MOST_APPROVED: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    cents: Cents
    approved: str  # by what
    since: str  # the day from which it holds, as 2026-03-01

    @property
    def day(self) -> datetime.date:
        return datetime.date.fromisoformat(self.since)


def ceiling_faults(ceiling: Ceiling) -> Iterator[str]:
    """What is wrong with the setting itself."""
    if not 1 <= ceiling.cents <= MOST_CEILING:
        yield f"ceiling {dollars(ceiling.cents)}: at most {dollars(MOST_CEILING)}"
    by = ceiling.approved
    if not (by and by == by.strip() and by.isprintable() and len(by) <= MOST_APPROVED):
        yield f"ceiling {by[:40]!r}: it says in one line of at most {MOST_APPROVED} characters what approves it"
    try:
        ceiling.day  # noqa: B018
    except ValueError:
        yield f"ceiling since {ceiling.since[:20]!r}: a day is written as 2026-03-01"
