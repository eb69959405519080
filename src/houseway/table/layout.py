"""A setting written by places in the packet: `146|23|5` is the first, fourth and sixth card High, and so on.

The book can hold it before the cards are turned, for it tells nothing about them.
"""

from functools import lru_cache
from itertools import accumulate

from houseway.cards import Card, Cards
from houseway.game import Cut, Game, Setting, cut_so


def layout_of(packet: Cards, setting: Setting) -> str:
    left: list[Card | None] = list(packet)
    hands = []
    for hand in setting.hands:
        places = []
        for card in hand:
            if card not in left:
                raise ValueError("a card that is not in the packet")
            place = left.index(card)
            left[place] = None  # of two alike, the next one is meant next
            places.append(place + 1)
        hands.append("".join(map(str, sorted(places))))
    return "|".join(hands)


def lay(packet: Cards, layout: str, word: str = "", adds: tuple[str, ...] = ()) -> Setting:
    return Setting(cut_so(packet, _places(layout)), word, adds)


@lru_cache(maxsize=1024)  # there are few ways to cut a packet
def _places(layout: str) -> Cut:
    return tuple([tuple([int(place) - 1 for place in hand]) for hand in layout.split("|")])


def normal(layout: str) -> str:
    """Within a hand the order of the cards does not matter."""
    return "|".join("".join(sorted(hand)) for hand in layout.replace(" ", "").split("|"))


def as_laid(game: Game) -> str:
    """Cards that are entered hand by hand, as they lie: `123|45|6`."""
    sizes = game.split.sizes if game.split else (game.deal.packet,)
    ends = accumulate(sizes)
    hands = [range(end - size + 1, end + 1) for end, size in zip(ends, sizes, strict=True)]
    return "|".join("".join(map(str, places)) for places in hands)


@lru_cache(maxsize=64)
def spoken(game: Game) -> frozenset[tuple[str, tuple[str, ...]]]:
    """What can be said of cards that nobody has entered yet: the word, and what it adds."""
    some = game.deal.pack().cards()[: game.deal.packet]
    return frozenset((choice.word, choice.adds) for choice in game.choices(some, ()))


def is_choice(game: Game, packet: Cards, shown: Cards, setting: Setting) -> bool:
    """Whether the rules know this way to play the packet, legal or not."""
    essence = setting.essence
    return any(choice.essence == essence for choice in game.choices(packet, shown))
