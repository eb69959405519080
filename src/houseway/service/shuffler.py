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

from houseway import __version__
from houseway.cards import Cards, Pack
from houseway.role import Actor, Role
from houseway.table.commands import (
    AcknowledgePayout,
    Command,
    DrawNumber,
    EnterPacket,
    OpenTable,
    ProposeCards,
    Shuffle,
)
from houseway.table.cut import below, permuted
from houseway.table.seal import rotation_sealed, terms_digest
from houseway.table.state import Table
from houseway.table.terms import RULES


def shuffled(pack: Pack) -> Cards:
    """A whole pack in any order."""
    cards = pack.cards()
    return permuted(cards, _words(len(cards)))


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
            rotation = rotation_sealed(table, table.terms.dealer)
            return Shuffle(
                order=shuffled(table.game.deal.pack(table.terms.decks)),
                nonce=secrets.token_hex(32),
                number=drawn_number(table.game.deal.seats + 1) if rotation == "rng" else None,
                dice=thrown_dice() if rotation == "dice" else None,
                terms=terms_digest(table.terms),
            )
        case DrawNumber() if table.terms:
            by_rng = table.terms.number_by == "rng" and table.terms.shuffler == "manual"
            return DrawNumber(number=drawn_number(table.game.deal.seats + 1) if by_rng else 0, dice=command.dice)
        case AcknowledgePayout() if actor.role is not Role.AUTOMATIC:  # who is on duty is told by the floor alone
            command = replace(command, on_duty=())
        case EnterPacket() | ProposeCards():
            command = replace(command, nonce=secrets.token_hex(32))
    return command
