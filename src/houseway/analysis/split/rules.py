"""What makes a split game: the pack, the sizes of the hands, and how they compare."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from math import comb

from houseway.cards import JOKER, Card, Cards, is_joker, rank_of, suit_of

Strength = tuple[int, ...]
MOST = 7  # cards of a packet


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitRules:
    """A packet is set as High, Mid and Low, each stronger than the next, or as High and Low alone: then Mid has no
    cards, and counts as a matchup that the player wins. So two hands are settled as three are, by whether all matchups
    are won, all but one, or fewer.

    `strength` is the readable rule: greater is better, also between hands of different size. It must
    not care which suit is which, for hands are counted by suit class. It is named, not written in
    place, so that rules can be sent to another process.
    """

    pack: Cards
    sizes: tuple[int, int, int]
    strength: Callable[[Cards], Strength]

    def __post_init__(self) -> None:
        naturals = [c for c in self.pack if not is_joker(c)]
        suits = [[suit_of(c) for c in cards] for _, cards in groupby(naturals, rank_of)]
        if any(s != [0, 1, 2, 3] for s in suits) or self.pack != tuple(sorted(set(self.pack))):
            raise ValueError("a split pack lists whole ranks of four suits, ascending, and perhaps the joker")
        high, mid, low = self.sizes
        if min(high, low) < 1 or mid < 0 or not 2 <= self.size <= MOST or len(self.pack) < 2 * self.size:
            raise ValueError(f"{self.sizes} from {len(self.pack)} cards: hands of 2 to {MOST} cards for two")

    @property
    def size(self) -> int:
        """Cards in a packet."""
        return sum(self.sizes)

    @property
    def has_mid(self) -> bool:
        return self.sizes[1] > 0

    @property
    def suited(self) -> int:
        """Cards that belong to a suit; they come first in the pack."""
        return len(self.pack) - (JOKER in self.pack)

    @property
    def hands(self) -> int:
        return comb(len(self.pack), self.size)

    @property
    def opponents(self) -> int:
        """Hands that the other side may hold against one hand."""
        return comb(len(self.pack) - self.size, self.size)

    @property
    def deals(self) -> int:
        return self.hands * self.opponents

    def positions(self, cards: Cards) -> tuple[int, ...]:
        """Where a dealt packet's cards stand in the pack, ascending."""
        if len(set(cards)) != self.size or not set(cards) <= set(self.pack):
            raise ValueError(f"{cards} is not {self.size} different cards of the pack")
        return tuple(sorted(map(self.pack.index, cards)))

    def cards(self, positions: tuple[int, ...]) -> Cards:
        return tuple(Card(self.pack[p]) for p in positions)
