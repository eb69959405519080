"""How a dealer sets his cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.cards import Cards

Cut = tuple[Cards, ...]  # the hands that cards are set as


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HouseWay:
    """How the dealer sets his cards: total, and never a foul. Ours are named and versioned as ours."""

    name: str
    version: str
    rules: Sequence[str]
    set: Callable[[Cards], Cut]
    letter: str | None = None
    for_players: bool = True  # whether a seat may ask for it
    source: object = None  # the file it was read from, if it was

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}" + ("" if self.letter else " (ours)")
