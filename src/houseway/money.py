"""Money: accounts, and transfers between them.

A transfer names both its sides and a positive amount, so a journal cannot be out of balance. Chips are whole
cents; the ledger counts millionths of a dollar, because a progressive meter gains fractions of a cent.
"""

from dataclasses import dataclass
from typing import Final, NewType

from houseway.role import Seat

Cents = NewType("Cents", int)
Micros = NewType("Micros", int)
Account = NewType("Account", str)

MICROS_PER_CENT: Final = 10_000

# No account of a book goes beyond this, up or down: a hundred thousand million dollars. A database counts in 64 bits,
# which hold ninety times as much, and whoever adds some accounts up still does not leave them.
MOST_MICROS: Final = 10**17
MOST_METER_MICROS: Final = 10**16  # on a meter or in its reserve, which many tables feed

TRAY: Final = Account("tray")  # the house's chips at the table
FELT: Final = Account("felt")  # wagers lying in the betting spots
PENDING: Final = Account("pending")  # payouts that wait for surveillance
BUY_IN: Final = Account("buy-in")  # cash that became chips: the drop
CASH_OUT: Final = Account("cash-out")  # chips that left the table
BANK: Final = Account("bank")  # where fills come from and credits go
METER: Final = Account("meter")  # owed to whoever wins it: shown up to its maximum; each meter has its own
RESERVE: Final = Account("reserve")  # owed to the next seed; each meter has its own
FUND: Final = Account("progressive fund")  # what the house owes to meters and reserves, and has to deposit
DEPOSIT: Final = Account("deposit")  # where it is deposited: a separate account of the players' money
LOCKED: Final = Account("locked jackpot")  # recorded by J-POT, until its seat is reconciled

COMMISSION: Final = Account("commission")  # the house's share of wins, at once or as it is marked
OWES: Final = "owes seat "  # before a seat's number: the commission that is marked there, below nothing

CORRECTIONS: Final = Account("corrections")  # by two people, of rounds that are over: it passes through at once

DUE: Final = "due "  # before a player's name


def seat_account(seat: Seat) -> Account:
    return Account(f"seat {seat}")


def owes_account(seat: Seat) -> Account:
    """The commission that is marked at a seat and not yet collected: below nothing, for the seat owes it."""
    return Account(f"{OWES}{seat}")


def due_account(player: str) -> Account:
    """What a correction owes a player who has no seat any more; below nothing, what he owes the house."""
    return Account(f"{DUE}{player}")


def meter_account(meter: str) -> Account:
    """What is on a meter is the sum of this account over the books of the meter and of its tables."""
    return Account(f"{METER} {meter}")


def reserve_account(meter: str) -> Account:
    return Account(f"{RESERVE} {meter}")


@dataclass(frozen=True, slots=True)
class Transfer:
    source: Account
    target: Account
    micros: Micros

    def __post_init__(self) -> None:
        if type(self.micros) is not int or self.micros <= 0 or self.source == self.target:
            raise ValueError(f"{self.micros!r} millionths from {self.source!r} to {self.target!r} is not a transfer")


def transfer(source: Account, target: Account, cents: Cents) -> Transfer:
    return Transfer(source, target, micros_of(cents))


def micros_of(cents: Cents) -> Micros:
    return Micros(cents * MICROS_PER_CENT)


def dollars(cents: int) -> str:
    """An amount of cents as people write it: "$1,234.50", and whole dollars without the cents.

    >>> houseway.dollars(50012), houseway.dollars(-20_00)
    ('$500.12', '-$20')
    """
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")
