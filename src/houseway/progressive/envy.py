"""Envy: a fixed amount from the tray for the good hands of the others. [SLP 3] [SLP 9b]

The letter prints the amounts beside the pays and does not say whose hands are envied. We read it as every other hand
in the round. That only the hands of those who bet the progressive too are envied is the stricter reading; a table's
terms name the one it plays, and its posting says so.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from houseway.money import Cents
from houseway.paytable import Paytable
from houseway.role import Seat

EVERY_HAND: Final = "every hand dealt in"
BETTORS_HANDS: Final = "hands that bet the progressive"
# Whose hands are envied, by the name of the reading, as it is posted.
READINGS: Final[Mapping[str, str]] = {
    EVERY_HAND: "Envy is paid to every seat that has the progressive wager, for each such hand of another seat that is "
    "dealt in with a main bet, whether or not that seat bet the progressive; never for one’s own hand, the dealer’s, "
    "or one that was picked up.",
    BETTORS_HANDS: "Envy is paid to every seat that has the progressive wager, for each such hand of another seat that "
    "has it too; never for the hand of a seat that did not bet the progressive, for one’s own, the dealer’s, or one "
    "that was picked up.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Envy:
    """What a seat is paid for the hands of other seats."""

    cents: Cents
    hands: tuple[tuple[Seat, str], ...]  # the seats envied, and their lines


def envied_hands(reading: str, *, dealt: int, bettors: int) -> int:
    """How many hands of others each bettor envies, of so many seats dealt in and bettors among them."""
    return (dealt if reading == EVERY_HAND else bettors) - 1


def envy(
    paytable: Paytable, lines: Mapping[Seat, str], bettors: Collection[Seat], reading: str = EVERY_HAND
) -> dict[Seat, Envy]:
    """Each bettor's envy. `lines` has the line of every seat that was dealt in with a main bet; the dealer's hand and
    those that were picked up are not in it. Nobody is paid for his own hand. [SLP 3]"""
    envied = {seat: line for seat, line in lines.items() if reading == EVERY_HAND or seat in bettors}
    return {seat: _envy(paytable, {of: line for of, line in envied.items() if of != seat}) for seat in sorted(bettors)}


def _envy(paytable: Paytable, others: Mapping[Seat, str]) -> Envy:
    pays = paytable.lines
    hands = [(seat, line) for seat, line in sorted(others.items()) if line in pays and pays[line].envy_cents]
    cents = sum(pays[line].envy_cents for _, line in hands)
    return Envy(cents=Cents(cents), hands=tuple(hands))
