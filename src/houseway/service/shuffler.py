"""The shuffler, and every other thing a command needs from chance: all of it from the operating system's
cryptographic generator.

A number below n is taken from 64 random bits, and those few of their values that would make some numbers likelier than
others are drawn again (rejection sampling): every order and every number is exactly as likely as any other.
"""

import os
import secrets
from collections.abc import Iterator
from dataclasses import replace
from struct import unpack
from typing import Final

from houseway import __version__
from houseway.cards import Card, Cards, Pack
from houseway.role import Actor, Role
from houseway.table.commands import Command, DrawNumber, EnterPacket, OpenTable, Shuffle
from houseway.table.state import Table
from houseway.table.terms import RULES

WORD: Final = 1 << 64


def shuffled(pack: Pack) -> Cards:
    """Fisher and Yates: the last card changes places with any up to itself, then the one before it."""
    order: list[Card] = list(pack.cards())
    words = _words(len(order))
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def below(number: int, words: Iterator[int]) -> int:
    """Uniform on 0 … number - 1."""
    fair = WORD - WORD % number  # values from here on would favour the low numbers
    while True:
        word = next(words)
        if word < fair:
            return word % number


def drawn_number(positions: int) -> int:
    """The number of the position that gets the first packet, from 1."""
    return 1 + below(positions, _words())


def thrown_dice() -> tuple[int, ...]:
    """Three dice out of the cup."""
    return tuple(1 + below(6, _words()) for _ in range(3))


def raw_bytes(count: int) -> bytes:
    """The generator's own output, from which all the others are made."""
    return os.urandom(count)


def _words(at_once: int = 1) -> Iterator[int]:
    """Random 64-bit numbers without end, fetched from the operating system several at a time."""
    while True:
        yield from unpack(f">{at_once}Q", raw_bytes(8 * at_once))


def equipped(command: Command, table: Table, actor: Actor) -> Command:
    """The command with what the edge adds; what a person may have put into those fields is gone."""
    match command:
        case OpenTable():
            return replace(command, software=__version__, rules=RULES)
        case Shuffle() if table.terms:
            return Shuffle(order=shuffled(table.game.deal.pack(table.terms.decks)), nonce=secrets.token_hex(32))
        case DrawNumber() if table.terms and table.terms.number_by == "dice":
            thrown = actor.role is Role.AUTOMATIC  # a live dealer reads them from the cup
            return DrawNumber(dice=thrown_dice() if thrown else command.dice)
        case DrawNumber() if table.terms:
            return replace(command, number=drawn_number(table.game.deal.seats + 1))
        case EnterPacket():
            return replace(command, nonce=secrets.token_hex(32))
        case _:
            return command
