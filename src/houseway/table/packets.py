"""Packets: to which places they are dealt, in which order, and the cards in them.

Seats are numbered from the dealer's left to his right. Where a number tells the first packet's position, positions
are counted counter-clockwise with the dealer as 1: so 2 is the last seat, at his right hand, and 7 is seat 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from houseway.cards import Cards, parse, show
from houseway.game import Deal, Game, Rotation, Setting
from houseway.role import Seat

DEALER: Final = 0  # the dealer's place among the seats 1, 2, 3 …


def deal_order(deal: Deal, number: int | None, betting: Sequence[int]) -> tuple[int, ...]:
    """The places in the order in which packets reach them. [SL 3] [SL 4] [S99 4] [ME 2]"""
    match deal.rotation:
        case Rotation.NUMBERED:
            assert number is not None
            circle = (DEALER, *range(deal.seats, 0, -1))
            return circle[number - 1 :] + circle[: number - 1]
        case Rotation.FROM_DEALERS_LEFT:
            return (*sorted(betting), DEALER)


def number_of_dice(dice: Sequence[int], deal: Deal) -> int:
    """The position that three dice count to, from the dealer as 1."""
    return (sum(dice) - 1) % (deal.seats + 1) + 1


def reconcile_order(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Counter-clockwise, from the dealer's right to his left. [S99 7] [ME 6]"""
    return tuple(sorted(seats, reverse=True))


def packets_of(typed: Mapping[str, str]) -> dict[int, Cards]:
    """Packets by place as people type them. Raises `ValueError` for what is no place or no card."""
    return {int(place): parse(cards) for place, cards in typed.items()}


def show_hands(setting: Setting) -> str:
    return " | ".join(map(show, setting.hands))


def dealt(game: Game, order: Cards, places: Iterable[int]) -> dict[int, Cards]:
    """Packets off the top of the shuffled order."""
    packets, top = {}, 0
    for place in places:
        size = game.deal.dealer_packet if place == DEALER else game.deal.packet
        packets[place] = order[top : top + size]
        top += size
    return packets
