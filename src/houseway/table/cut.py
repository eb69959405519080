"""The players' cut: what is dealt when seats have added numbers of their own to a sealed shuffle.

The house seals an order and a rotation before anybody bets, and knows them. A seat that does not trust it adds a text
of its own once the seal is published. What is dealt then follows from the sealed secret and all the cuts, by arithmetic
that anybody can repeat when the round is over: SHA-256 of both is the seed, SHA-256 of seed and counter the random
words, and the words shuffle the sealed order anew and draw the rotation anew. Turning the pack over at a place,
as with paper cards, would not be enough: an order can be stacked so that every such cut of it serves the house.

Without a cut the sealed order and rotation are dealt as they are.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from struct import unpack
from typing import Final, NamedTuple, TypeVar

from houseway.cards import Cards
from houseway.game import Game
from houseway.role import Seat
from houseway.table.events import Shuffled
from houseway.table.notation import canonical, secret_of
from houseway.table.places import number_of_dice

WORD: Final = 1 << 64
T = TypeVar("T")


class CutPack(NamedTuple):
    """What is dealt: the order of the pack, and the rotation if the seal holds one."""

    order: Cards
    number: int | None
    dice: tuple[int, ...]


def cut_pack(sealed: Shuffled, cuts: Mapping[Seat, str], game: Game) -> CutPack:
    """The sealed pack after the cuts of the seats."""
    order, number, dice = sealed.order, sealed.number, sealed.dice
    if cuts:
        words = seeded_words(secret_of(sealed), cuts)
        order = permuted(order, words)
        number = None if number is None else 1 + below(game.seats + 1, words)
        dice = None if dice is None else tuple(1 + below(6, words) for _ in dice)
    return CutPack(order, number_of_dice(dice, game.seats) if dice else number, dice or ())


def seeded_words(secret: str, cuts: Mapping[Seat, str]) -> Iterator[int]:
    """64-bit numbers without end, four to a hash; the cuts count in the order of the seats."""
    text = canonical([[seat, cuts[seat]] for seat in sorted(cuts)])
    seed = hashlib.sha256(f"{secret}\n{text}".encode()).digest()
    block = 0
    while True:
        yield from unpack(">4Q", hashlib.sha256(seed + block.to_bytes(8)).digest())
        block += 1


def permuted(cards: Sequence[T], words: Iterator[int]) -> tuple[T, ...]:
    """Fisher and Yates: the last card changes places with any up to itself, then the one before it."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def below(number: int, words: Iterator[int]) -> int:
    """Uniform on 0 … number - 1, if the words are: the few that would favour the low numbers are passed over."""
    fair = WORD - WORD % number
    while True:
        word = next(words)
        if word < fair:
            return word % number
