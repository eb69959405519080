"""Envy: a fixed amount from the tray for the good hands of the others. [SLP 3] [SLP 9b]"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.paytable import Paytable


@dataclass(frozen=True, slots=True, kw_only=True)
class Envy:
    """What a seat is paid for the hands of other bettors."""

    cents: int
    hands: tuple[tuple[int, str], ...]  # the seats envied, and their lines


def envy(paytable: Paytable, lines: Mapping[int, str]) -> dict[int, Envy]:
    """Each bettor's envy. `lines` has the line of every seat with a progressive wager; the dealer's hand and those
    that were picked up are not in it. Nobody is paid for his own hand. [SLP 3]"""
    return {seat: _envy(paytable, {of: line for of, line in lines.items() if of != seat}) for seat in sorted(lines)}


def _envy(paytable: Paytable, others: Mapping[int, str]) -> Envy:
    pays = paytable.lines
    hands = [(seat, line) for seat, line in sorted(others.items()) if line in pays and pays[line].envy_cents]
    return Envy(cents=sum(pays[line].envy_cents for _, line in hands), hands=tuple(hands))
