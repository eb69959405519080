"""A setting written by places in the packet: `146|23|5` is the first, fourth and sixth card High, and so on.

The book can hold it before the cards are turned, for it tells nothing about them.
"""

from houseway.cards import Cards
from houseway.game import Game, Setting


def layout_of(packet: Cards, setting: Setting) -> str:
    places = list(range(len(packet)))
    hands = []
    for hand in setting.hands:
        taken = []
        for card in hand:
            place = next((p for p in places if packet[p] == card), None)
            if place is None:
                raise ValueError("a card that is not in the packet")
            places.remove(place)
            taken.append(place)
        hands.append("".join(str(place + 1) for place in sorted(taken)))
    return "|".join(hands)


def lay(packet: Cards, layout: str, word: str = "", adds: tuple[str, ...] = ()) -> Setting:
    return Setting(tuple([tuple([packet[int(place) - 1] for place in hand]) for hand in layout.split("|")]), word, adds)


def normal(layout: str) -> str:
    """Within a hand the order of the cards does not matter."""
    return "|".join("".join(sorted(hand)) for hand in layout.replace(" ", "").split("|"))


def is_choice(game: Game, packet: Cards, shown: Cards, setting: Setting) -> bool:
    """Whether the rules know this way to play the packet, legal or not."""
    return _told_apart(setting) in map(_told_apart, game.choices(packet, shown))


def _told_apart(setting: Setting) -> tuple[object, ...]:
    return tuple(tuple(sorted(hand)) for hand in setting.hands), setting.word, setting.adds
