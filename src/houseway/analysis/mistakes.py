"""A dealer's mistakes at a game: a pay, a hand that is set wrongly, a card that is seen."""

from dataclasses import dataclass

from houseway.analysis.gain import Gain
from houseway.analysis.mispaid import Mispaid
from houseway.analysis.misset import Misset


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistakes:
    """What a dealer's mistakes at a game cost."""

    mispaid: tuple[Mispaid, ...]
    misset: Misset | None  # where the dealer sets hands by rules
    flashed: Gain | None  # one card of the dealer's, where a player can do something about it and it is worked out
