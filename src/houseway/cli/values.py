"""What options take: amounts, parts, counts, days and files, each read from text or refused in one line."""

import re
from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from houseway.reports.output import FileKind

T = TypeVar("T")


class Value(click.ParamType[T]):
    """Text that a function reads; a default may be the value itself."""

    def __init__(self, name: str, read: Callable[[str], T]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._read(value) if isinstance(value, str) else value


def _dollars(text: str) -> Fraction:
    """An amount such as 31396 or $31,396.50."""
    from houseway.letters.letter import parse_dollars

    return parse_dollars(text)


def _ratio(text: str) -> Fraction:
    """A part of the main bet, such as 1/2 or 0.25."""
    plain = re.fullmatch(r"\d{1,9}(\.\d{1,9}|/[1-9]\d{0,8})?", text)
    ratio = Fraction(text) if plain else Fraction(-1)
    if not 0 <= ratio <= 1:
        raise ValueError(f"{text!r} is not a ratio: 0 to 1, such as 1/2 or 0.25")
    return ratio


def _increment(text: str) -> Fraction:
    """A part of the wager, such as 21% or 0.21."""
    plain = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)(%?)", text)
    part = Fraction(plain[1]) / (100 if plain[2] else 1) if plain else Fraction(-1)
    if not 0 <= part <= 1:
        raise ValueError(f"{text!r} is not an increment: 0 to 1 of the wager, such as 21% or 0.21")
    return part


def _count(text: str) -> int:
    """A whole number such as 250000, 1,000,000 or 1e9."""
    digits = text.replace(",", "").replace("_", "")
    plain = re.fullmatch(r"-?\d{1,20}|\d{1,9}(\.\d{1,9})?[eE]\+?\d{1,2}", digits)
    number = Fraction(digits) if plain else Fraction(1, 2)
    if number.denominator != 1:
        raise ValueError(f"{text!r} is not a whole number, such as 250000 or 1e9")
    return int(number)


def _stake(text: str) -> tuple[str, Fraction]:
    """A wager and what is on it, such as 'Main Bet=25'."""
    wager, equals, amount = text.partition("=")
    if not equals or not wager:
        raise ValueError(f"{text!r} is not a stake: a wager and dollars, such as 'Main Bet=25'")
    return wager, _dollars(amount)


def _report_date(text: str) -> date:
    """A day such as 2026-03-07."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise ValueError(f"{text!r} is not a day: YYYY-MM-DD, such as 2026-03-07") from None
    if day.year < 1970:
        raise ValueError(f"{text!r} is not a day of a report: 1970-01-01 or later")
    return day


def parse_day(text: str) -> date:
    """A gaming day, written YYYY-MM-DD."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a day: YYYY-MM-DD") from None


DOLLARS = Value("dollars", _dollars)
RATIO = Value("ratio", _ratio)
INCREMENT = Value("increment", _increment)
COUNT = Value("count", _count)
STAKE = Value("stake", _stake)
REPORT_DATE = Value("day", _report_date)


class HowMany(click.ParamType[int]):
    """A whole number from 1, such as 5000 or 1e6."""

    name = "count"

    def __init__(self, most: int) -> None:
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = _count(str(value))
        if not 1 <= number <= self._most:
            raise ValueError(f"{param.opts[0] if param else 'it'} takes 1 to {self._most:,}, not {value}")
        return number


def output_file(kind: FileKind) -> Value[Path]:
    """A file to be written when the work is done, looked at before it begins."""

    def read(text: str) -> Path:
        kind.check(Path(text))
        return Path(text)

    return Value("path", read)
