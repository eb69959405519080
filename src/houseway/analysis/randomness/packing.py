"""Shuffles and numbers as bytes that are exactly as random as they are, for tools that want bits.

An order of the pack is one number among all its orders, and a few draws are the digits of one; from a number below
`most` whole bytes are taken and the few values that would make some bytes likelier are passed over.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import factorial

from houseway.cards import Card, Pack

SPARE = 32  # bits of a number that are not used: a value is passed over once in 2**32


def packed_orders(orders: Iterable[Sequence[Card]], pack: Pack) -> Iterator[bytes]:
    most = orders_of(pack)
    return (taken for order in orders if (taken := whole_bytes(order_number(order, pack), most)))


def packed_draws(draws: Iterable[int], sides: int) -> Iterator[bytes]:
    """Draws from 0 to sides − 1, so many at a time that at least eight bytes come of them."""
    number, most = 0, 1
    for draw in draws:
        number, most = number * sides + draw, most * sides
        if most >> (64 + SPARE):
            if taken := whole_bytes(number, most):
                yield taken
            number, most = 0, 1


def whole_bytes(number: int, most: int) -> bytes:
    """As many bytes as a number below `most` is sure to hold, or none if it is one of the few passed over."""
    size = (most.bit_length() - 1 - SPARE) // 8
    kinds = 1 << (8 * size)
    return (number % kinds).to_bytes(size) if number < most - most % kinds else b""


@cache
def orders_of(pack: Pack) -> int:
    return factorial(len(pack)) // factorial(pack.decks) ** 52


def order_number(order: Sequence[Card], pack: Pack) -> int:
    """The place of an order among all orders of the pack, from 0, as in a dictionary."""
    left = sorted(pack.cards())
    number, ways = 0, orders_of(pack)
    for card in order:
        before, upto = bisect_left(left, card), bisect_right(left, card)
        number += ways * before // len(left)
        ways = ways * (upto - before) // len(left)
        del left[before]
    return number
