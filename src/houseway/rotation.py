"""Who gets the first cards."""

from enum import Enum
from typing import Final


class Rotation(Enum):
    """Who gets the first cards, and which way the deal goes round, in words."""

    NUMBERED = "counter-clockwise from the position numbered by {by}, every position dealt"
    FROM_DEALERS_LEFT = "clockwise from the dealer's left, the dealer last"


NUMBERED_BY: Final = {"rng": "the random number generator", "dice": "dice"}
