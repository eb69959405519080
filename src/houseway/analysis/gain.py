"""What a player wins who knows more cards than the round shows him."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.knowledge import Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a player wins more who knows cards, of a unit of the first wager: an exact fraction, or a mean of samples
    with its standard error."""

    game: str
    decks: int
    knowledge: Knowledge
    house_edge: Fraction  # for one who knows what the round shows, and plays best
    gain: Fraction
    hand: int  # cards that a seat is dealt
    samples: int = 0  # none where it is exact
    standard_error: float = 0.0

    @property
    def seats(self) -> int:
        """So many seats that share hold all that the player knows."""
        return 1 + self.knowledge.dead // self.hand

    @property
    def edge(self) -> Fraction:
        """The house's edge over one who knows so much, and plays best with it."""
        return self.house_edge - self.gain

    @property
    def is_exact(self) -> bool:
        return not self.samples
