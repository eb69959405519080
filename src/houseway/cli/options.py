"""The options that commands share, and what options take: amounts, parts, counts, days and files, each read from text
or refused in one line."""

import re
from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

import houseway
from houseway.reports.output import REPORT, FileKind

if TYPE_CHECKING:
    from houseway.service.entry import GamingDay

T = TypeVar("T")


class Value(click.ParamType[T]):
    """Text that a function reads; a default may be the value itself."""

    def __init__(self, name: str, read: Callable[[str], T]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._read(value) if isinstance(value, str) else value


def _dollars(text: str) -> Fraction:
    """An amount such as 31396 or $31,396.50."""
    from houseway.letters.published import parse_dollars

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


def _shown(text: str) -> tuple[str, Fraction]:
    """What a meter shows, such as $5,000; of several meters with its name, such as 'major=5,000'."""
    name, equals, amount = text.rpartition("=")
    return name.strip().lower(), _dollars(amount if equals else text)


def _seen_cards(text: str) -> tuple[str, str]:
    """Where cards were seen, and which: 'dealer: Ks'."""
    where, colon, cards = text.partition(":")
    if not colon or not where.strip() or not cards.strip():
        raise ValueError(f"{text!r} does not say where cards were seen, such as 'dealer: Ks' or 'neighbour: 9s 4d'")
    return where.strip().lower(), cards


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
SHOWN = Value("shown", _shown)
SEEN_CARDS = Value("cards that were seen", _seen_cards)
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


# ---- options that several commands have ------------------------------------------------------------

CliCommand = Callable[..., None]


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [game.slug for game in houseway.list_games() if game.slug.startswith(incomplete)]


game_argument = click.argument("game", shell_complete=_complete_game)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
decks_option = click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 8.")
seats_option = click.option(
    "--seats", type=int, metavar="N", help="How many seats are dealt in, all betting the progressive."
)
house_option = click.option("--house", envvar="HOUSEWAY_HOUSE", metavar="NAME", help="What papers are headed with.")


def output_option(kind: FileKind, says: str, **more: Any) -> Callable[[CliCommand], CliCommand]:
    return click.option("-o", "--output", type=output_file(kind), help=says, **more)


document_option = output_option(REPORT, "A .pdf or .html file.")
date_option = click.option(
    "--date", "on", type=REPORT_DATE, metavar="DAY", help="The date to print; without it the report has none."
)


def days_options(command: CliCommand) -> CliCommand:
    """From which gaming day to which: `first` and `last`, for `day_limits`."""
    first = click.option("--from", "first", metavar="DAY", help="The first gaming day, YYYY-MM-DD.")
    return first(click.option("--to", "last", metavar="DAY", help="The last gaming day.")(command))


def day_limits(first: str | None, last: str | None) -> dict[str, str]:
    return {name: parse_day(day).isoformat() for name, day in (("first", first), ("last", last)) if day is not None}


def gaming_day_options(command: CliCommand) -> CliCommand:
    """When a day of the card room begins: `day_begins` and `time_zone`, for `gaming_day`."""
    zone = click.option(
        "--time-zone", default="America/Los_Angeles", show_default=True, metavar="NAME", help="Of the card room."
    )
    begins = click.option("--day-begins", default="06:00", show_default=True, metavar="HH:MM", help="The gaming day.")
    return begins(zone(command))


def gaming_day(day_begins: str, time_zone: str) -> "GamingDay":
    from datetime import time

    from houseway.service.entry import GamingDay

    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", day_begins):
        raise ValueError(f"{day_begins!r} is not a time of the day: HH:MM, from 00:00 to 23:59")
    return GamingDay(time_zone, time.fromisoformat(day_begins))
