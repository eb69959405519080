"""The shuffler, and every other thing a command needs from chance: all of it from the operating system's
cryptographic generator.

A number below n is taken from 64 random bits, and those few of their values that would make some numbers likelier than
others are drawn again (rejection sampling): every order and every number is exactly as likely as any other.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from struct import unpack

from houseway import __version__
from houseway.cards import Cards, Pack
from houseway.proved_ways import proved_of
from houseway.role import Actor, Role
from houseway.table.ceiling import Ceiling
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

Words = Iterator[int]  # random 64-bit numbers without end


def shuffled(pack: Pack, words: Words | None = None) -> Cards:
    """A whole pack in any order."""
    cards = pack.cards()
    return permuted(cards, words or _words(len(cards)))


def drawn_number(positions: int, words: Words | None = None) -> int:
    """The number of the position that gets the first packet, from 1."""
    return 1 + below(positions, words or _words())


def thrown_dice(words: Words | None = None) -> tuple[int, ...]:
    """Three dice out of the cup."""
    words = words or _words()
    return tuple(1 + below(6, words) for _ in range(3))


def drawn_nonce(words: Words | None = None) -> str:
    """256 random bits, by which nobody can guess what a seal covers."""
    words = words or _words(4)
    return "".join(f"{next(words):016x}" for _ in range(4))


def raw_bytes(count: int) -> bytes:
    """The generator's own output, from which all the others are made."""
    return os.urandom(count)


def _words(at_once: int = 1) -> Words:
    """Random 64-bit numbers without end, fetched from the operating system several at a time."""
    while True:
        yield from unpack(f">{at_once}Q", raw_bytes(8 * at_once))


def equipped(
    command: Command, table: Table, actor: Actor, words: Words | None = None, *, ceiling: Ceiling | None = None
) -> Command:
    """The command with what the edge adds; what a person may have put into those fields is gone. `words` are 64-bit
    numbers from elsewhere, where a deal is to come again: never at a table that is played for money. `ceiling` is the
    house's own."""
    match command:
        case OpenTable():
            return replace(command, software=__version__, rules=RULES, proved=proved_of(command), ceiling=ceiling)
        case Shuffle() if table.terms:
            rotation = rotation_sealed(table, table.terms.dealer)
            return Shuffle(
                order=shuffled(table.game.pack(table.terms.decks), words),
                nonce=drawn_nonce(words),
                number=drawn_number(table.game.seats + 1, words) if rotation == "rng" else None,
                dice=thrown_dice(words) if rotation == "dice" else None,
                terms=terms_digest(table.terms),
            )
        case DrawNumber() if table.terms:
            by_rng = table.terms.number_by == "rng" and table.terms.shuffler == "manual"
            return DrawNumber(number=drawn_number(table.game.seats + 1, words) if by_rng else 0, dice=command.dice)
        case AcknowledgePayout() if actor.role is not Role.AUTOMATIC:  # who is on duty is told by the floor alone
            command = replace(command, on_duty=())
        case EnterPacket() | ProposeCards():
            command = replace(command, nonce=drawn_nonce(words))
    return command
