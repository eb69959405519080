"""How cards are set, written by their places: `146|23|5` is the first, fourth and sixth card High, and so on.

The book can hold it before the cards are turned, for it tells nothing about them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from houseway.cards import Card, Cards
from houseway.ways.split import Places, cut_so


def layout_of(cards: Cards, hands: Iterable[Cards]) -> str:
    left: list[Card | None] = list(cards)
    written = []
    for hand in hands:
        places = []
        for card in hand:
            if card not in left:
                raise ValueError("a card that is not in the packet")
            place = left.index(card)
            left[place] = None  # of two alike, the next one is meant next
            places.append(place + 1)
        written.append("".join(map(str, sorted(places))))
    return "|".join(written)


def lay(cards: Cards, layout: str) -> tuple[Cards, ...]:
    """The hands that the cards are set as."""
    return cut_so(cards, _places(layout))


@lru_cache(maxsize=1024)  # there are few ways to cut a packet
def _places(layout: str) -> Places:
    return tuple([tuple([int(place) - 1 for place in hand]) for hand in layout.split("|")])


def normal(layout: str) -> str:
    """Within a hand the order of the cards does not matter."""
    return "|".join("".join(sorted(hand)) for hand in layout.replace(" ", "").split("|"))


def is_layout(layout: str, cards: int) -> bool:
    """Whether every card has just one place in it."""
    return sorted(layout.replace("|", "")) == [str(place + 1) for place in range(cards)]


def as_laid(sizes: Sequence[int]) -> str:
    """Cards that are entered hand by hand, as they lie: `123|45|6`."""
    ends = accumulate(sizes)
    hands = [range(end - size + 1, end + 1) for end, size in zip(ends, sizes, strict=True)]
    return "|".join("".join(map(str, places)) for places in hands)
