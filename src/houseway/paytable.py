"""Paytables: the name of a line becomes money. Pays are exact, and a table is known by the hash of what it pays."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

UNAPPROVED = "(unapproved)"  # after the name of whatever stands in no letter
LESS: Final = " less "  # before the commission that is kept of a win
THE_METER: Final = ""  # the name of a paytable's only meter, which needs none
NO_METERS: Final[Mapping[str, Fraction]] = MappingProxyType({})


class Odds(Enum):
    """How a pay is quoted."""

    TO_ONE = "to 1"  # the stake comes back beside it
    FOR_ONE = "for 1"  # the stake is part of it
    OF_METER = "%"  # a share of the progressive meter; the stake is gone


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """What a line gives: an amount at odds or a share of a meter, and to the other seats perhaps envy."""

    odds: Odds
    amount: Fraction
    envy_cents: int = 0
    meter: str = THE_METER  # whose share it is, by the name that the paytable gives the meter
    commission: Fraction = Fraction(0)  # the share of what is won that the house keeps

    def __str__(self) -> str:
        if self.odds is Odds.OF_METER:
            return f"{show_number(self.amount * 100)}%" + (f" of {self.meter}" if self.meter else "")
        less = f"{LESS}{show_number(self.commission * 100)}%" if self.commission else ""
        return "push" if self.is_push else f"{show_number(self.amount)} {self.odds.value}{less}"

    @property
    def is_push(self) -> bool:
        return self.odds is Odds.TO_ONE and self.amount == 0

    def net(self, meter: Fraction = Fraction(0)) -> Fraction:
        """What a wager of 1 wins, its own loss counted; `meter`, from which a share is paid, in units of that wager."""
        match self.odds:
            case Odds.TO_ONE:
                return self.amount * (1 - self.commission)
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
    """Read `300 to 1`, `3 to 2`, `1 to 1 less 5%`, `15 for 1`, `10%`, `10% of major` or `push`."""
    words = text.replace(",", "").lower().split()
    commission = Fraction(0)
    try:
        if "less" in words:
            words, commission = _without_commission(words)
        match words:
            case ["push"]:
                return Pay(odds=Odds.TO_ONE, amount=Fraction(0))
            case [share, *of] if share.endswith("%"):
                pay = Pay(odds=Odds.OF_METER, amount=_plain_number(share[:-1]) / 100, meter=_meter_of(of))
                if pay.amount > 1:
                    raise ValueError
            case [amount, ("to" | "for") as odds, base]:
                value = _plain_number(amount) / _plain_number(base)
                odds_of = Odds.TO_ONE if odds == "to" else Odds.FOR_ONE
                pay = Pay(odds=odds_of, amount=value, commission=commission)
            case _:
                raise ValueError
        if pay.amount <= 0:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"{text!r} is not a pay: '5 to 1', '3 to 2', '1 to 1 less 5%', '15 for 1', '10%' of a meter, "
            "'10% of major', or 'push'"
        ) from None
    return pay


def is_share(pays: str) -> bool:
    """Whether a pay, as books and receipts have it, is a share of a meter: `10%`, or `10% of major`."""
    return "%" in pays and LESS not in pays


def is_meter_name(text: str) -> bool:
    """A paytable's name for one of its meters is one word, such as `major`."""
    return re.fullmatch(r"[a-z][a-z0-9-]{0,19}", text) is not None


def _without_commission(words: list[str]) -> tuple[list[str], Fraction]:
    """The pay, which is so much to so much, and the share of it that the house keeps."""
    match words:
        case [amount, "to", base, "less", kept] if kept.endswith("%"):
            commission = _plain_number(kept[:-1]) / 100
            if 0 < commission < 1:
                return [amount, "to", base], commission
    raise ValueError


def _meter_of(words: list[str]) -> str:
    match words:
        case []:
            return THE_METER
        case ["of", name] if is_meter_name(name):
            return name
        case _:
            raise ValueError


def _plain_number(text: str) -> Fraction:
    """Digits, perhaps with a point; no signs, exponents or fractions."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", text):
        raise ValueError
    return Fraction(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTerms:
    """What a meter of a progressive paytable starts from and gains. A letter that prints no increment leaves it to be
    derived; `derived` says that it was. A seed and an increment that no source prints are the project's `own`."""

    seed_cents: int
    increment: Fraction
    derived: bool = False
    own: bool = False
    stake_cents: int = 100
    average_top_cents: int = 0  # that the letter prints for the award that takes all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Paytable:
    """Lines and their pays, best first. What is not on it loses. A progressive one has meters, each by its name; a
    wager on it feeds all of them, and one line takes the whole of each."""

    name: str
    wager: str
    lines: Mapping[str, Pay]
    letter: str | None = None
    meters: Mapping[str, MeterTerms] = field(default_factory=dict)

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
        rows = [
            "\t".join((line, pay.odds.value, str(pay.amount), str(pay.envy_cents), *_named(pay.meter), *_kept(pay)))
            for line, pay in self.lines.items()
        ]
        for name, terms in self.meters.items():
            rows.append("\t".join((*_named(name), "seed", str(terms.seed_cents), "stake", str(terms.stake_cents))))
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()

    @property
    def stake_cents(self) -> int:
        """The stake of a progressive wager, of which every meter gains its share."""
        return next(iter(self.meters.values())).stake_cents

    def shares(self, meter: str) -> dict[str, Pay]:
        """The lines that take a share of a meter."""
        pays = self.lines.items()
        return {line: pay for line, pay in pays if pay.odds is Odds.OF_METER and pay.meter == meter}

    def top(self, meter: str) -> str:
        """The line that takes the whole of a meter."""
        return next(line for line, pay in self.shares(meter).items() if pay.amount == 1)

    def meter_of(self, line: str) -> str | None:
        """The meter of which the line takes a share; none, if it takes of none."""
        pay = self.lines.get(line)
        return pay.meter if pay and pay.odds is Odds.OF_METER else None

    def net(self, line: str, meters: Mapping[str, Fraction] = NO_METERS) -> Fraction:
        """What a wager of 1 wins by the line, with meters that show so many such wagers."""
        pay = self.lines.get(line)
        return pay.net(meters.get(pay.meter, Fraction(0))) if pay else Fraction(-1)


def _named(meter: str) -> tuple[str, ...]:
    """A meter without a name is not written: so paytables of one meter have the hash that they always had."""
    return (meter,) if meter else ()


def _kept(pay: Pay) -> tuple[str, ...]:
    """A pay without a commission is written as it always was."""
    return (f"{LESS}{pay.commission}",) if pay.commission else ()


def labelled(name: str, *, approved: bool) -> str:
    """A paytable's name as people see it."""
    return name if approved else f"{name} {UNAPPROVED}"
