"""Paytables: the name of a line becomes money. Pays are exact, and a table is known by the hash of what it pays."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

UNAPPROVED = "(unapproved)"  # after the name of whatever stands in no letter


class Odds(Enum):
    """How a pay is quoted."""

    TO_ONE = "to 1"  # the stake comes back beside it
    FOR_ONE = "for 1"  # the stake is part of it
    OF_METER = "%"  # a share of the progressive meter; the stake is gone


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """What a line gives: an amount at odds or a share of the meter, and to the other seats perhaps envy."""

    odds: Odds
    amount: Fraction
    envy_cents: int = 0

    def __str__(self) -> str:
        if self.odds is Odds.OF_METER:
            return f"{show_number(self.amount * 100)}%"
        return "push" if self.is_push else f"{show_number(self.amount)} {self.odds.value}"

    @property
    def is_push(self) -> bool:
        return self.odds is Odds.TO_ONE and self.amount == 0

    def net(self, meter: Fraction = Fraction(0)) -> Fraction:
        """What a wager of 1 wins, its own loss counted; `meter` in units of that wager."""
        match self.odds:
            case Odds.TO_ONE:
                return self.amount
            case Odds.FOR_ONE:
                return self.amount - 1
            case Odds.OF_METER:
                return self.amount * meter - 1


def show_number(value: Fraction) -> str:
    if value.denominator == 1:
        return f"{value.numerator:,}"
    whole, hundredths = divmod(value * 100, 100)
    return f"{int(whole):,}.{int(hundredths):02d}" if hundredths.denominator == 1 else str(value)


def parse_pay(text: str) -> Pay:
    """Read `300 to 1`, `3 to 2`, `15 for 1`, `10%` or `push`."""
    words = text.replace(",", "").lower().split()
    try:
        match words:
            case ["push"]:
                return Pay(odds=Odds.TO_ONE, amount=Fraction(0))
            case [share] if share.endswith("%"):
                pay = Pay(odds=Odds.OF_METER, amount=_plain_number(share[:-1]) / 100)
                if pay.amount > 1:
                    raise ValueError
            case [amount, ("to" | "for") as odds, base]:
                value = _plain_number(amount) / _plain_number(base)
                pay = Pay(odds=Odds.TO_ONE if odds == "to" else Odds.FOR_ONE, amount=value)
            case _:
                raise ValueError
        if pay.amount <= 0:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"{text!r} is not a pay: '5 to 1', '3 to 2', '15 for 1', '10%' of a meter, or 'push'"
        ) from None
    return pay


def _plain_number(text: str) -> Fraction:
    """Digits, perhaps with a point; no signs, exponents or fractions."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", text):
        raise ValueError
    return Fraction(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTerms:
    """What the meter of a progressive paytable starts from and gains. A letter that prints no increment
    leaves it to be derived; `derived` says that it was."""

    seed_cents: int
    increment: Fraction
    derived: bool = False
    stake_cents: int = 100
    average_top_cents: int = 0  # that the letter prints for the award that takes all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Paytable:
    """Lines and their pays, best first. What is not on it loses."""

    name: str
    wager: str
    lines: Mapping[str, Pay]
    letter: str | None = None
    meter: MeterTerms | None = None

    @property
    def approved(self) -> bool:
        """Whether it stands in an approval letter; anything else is marked wherever it is shown."""
        return self.letter is not None

    @property
    def label(self) -> str:
        return labelled(self.name, approved=self.approved)

    @property
    def digest(self) -> str:
        """The hash of what it pays, whatever it is called and wherever it stands."""
        rows = [f"{line}\t{pay.odds.value}\t{pay.amount}\t{pay.envy_cents}" for line, pay in self.lines.items()]
        if self.meter:
            rows.append(f"seed\t{self.meter.seed_cents}\tstake\t{self.meter.stake_cents}")
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()

    def net(self, line: str, meter: Fraction = Fraction(0)) -> Fraction:
        pay = self.lines.get(line)
        return pay.net(meter) if pay else Fraction(-1)


def labelled(name: str, *, approved: bool) -> str:
    """A paytable's name as people see it."""
    return name if approved else f"{name} {UNAPPROVED}"
