"""Paper: the one way from a page's words and figures to its PDF.

A template lays out and nothing else: all it prints reaches it as data, never as source, so that what people wrote
stays what they wrote. Only the fonts inside typst are used and no clock is read: the same page is the same bytes.
"""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from importlib.resources import files
from typing import Any, Final
from zoneinfo import ZoneInfo

from houseway.analysis.figures import decimal, grouped, plain_decimal
from houseway.analysis.figures import percent as figure_percent
from houseway.deciding.command import Json
from houseway.money import MICROS_PER_CENT
from houseway.reports.shapes import aware, fraction

FRAME: Final = "paper.typ"
NOTICE: Final = "A record of a simulator: not a certificate, and approved by nobody."
MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
RUNNING_LENGTH: Final = 44  # what fits in the line that heads every page
LONGEST_WORD: Final = 12  # what fits in the narrowest column
LONGEST_FIGURE: Final = 30  # what fits in the narrowest column that has a fraction

# What typst's own fonts can print. Marks that combine are left out: a pile of them runs into the lines around it.
ALPHABETS: Final = (
    (0x0020, 0x007E),
    (0x00A0, 0x02FF),  # Latin
    (0x0370, 0x04FF),  # Greek and Cyrillic
    (0x0531, 0x058F),  # Armenian
    (0x05D0, 0x05EA),  # Hebrew
    (0x0621, 0x063A),
    (0x0641, 0x064A),  # Arabic
    (0x1E00, 0x1FFF),  # Latin and Greek with accents
    (0x2010, 0x2027),  # dashes and quotation marks
    (0x2030, 0x2037),
    (0x2039, 0x203F),
    (0x20A0, 0x20BF),  # currencies
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212),  # minus
    (0x2264, 0x2265),
    (0x2660, 0x2667),  # suits
)


def pdf(template: str, printed: Json, *, at: datetime, pictures: Sequence[str] = ()) -> bytes:
    """The template filled in; `at` becomes the date of the document. Pictures are SVG, and our own."""
    [made] = _compiled(template, printed, pictures, format="pdf", timestamp=int(aware(at).timestamp()))
    return made


def png(template: str, printed: Json, *, ppi: float, pictures: Sequence[str] = ()) -> tuple[bytes, ...]:
    """The same pages as pictures, one each."""
    return _compiled(template, printed, pictures, format="png", ppi=ppi, timestamp=0)


def _compiled(template: str, printed: Json, pictures: Sequence[str], **how: Any) -> tuple[bytes, ...]:
    import typst

    source = b"\n".join((files("houseway.reports") / name).read_bytes() for name in (FRAME, template))
    ours = {"notice": NOTICE, "longest_word": LONGEST_WORD, "longest_figure": LONGEST_FIGURE}
    given = {"page": _legible(ours | printed), "pictures": pictures}
    inputs = {name: json.dumps(value, ensure_ascii=False) for name, value in given.items()}
    made: bytes | list[bytes] = typst.compile(source, sys_inputs=inputs, ignore_system_fonts=True, **how)
    return (made,) if isinstance(made, bytes) else tuple(made)


# ---- what people wrote -----------------------------------------------------------------------------


def _legible(value: Any) -> Any:
    match value:
        case str():
            return legible(value)
        case dict():
            return {name: _legible(part) for name, part in value.items()}
        case list() | tuple():
            return [_legible(part) for part in value]
        case _:
            return value


def legible(text: str) -> str:
    """The text with nothing in it that would not be seen: a character without a glyph is printed as its number."""
    lines = unicodedata.normalize("NFC", text).replace("\t", " ").splitlines()
    return "\n".join("".join(map(_seen, line)) for line in lines)


def _seen(character: str) -> str:
    code = ord(character)
    has_glyph = any(first <= code <= last for first, last in ALPHABETS)
    return character if has_glyph and unicodedata.category(character)[0] not in "CM" else f"[U+{code:04X}]"


def running(text: str) -> str:
    """The text as it heads every page, where it has one line."""
    text = " ".join(text.split())
    return text if len(text) <= RUNNING_LENGTH else text[: RUNNING_LENGTH - 1] + "…"


# ---- how figures are printed -----------------------------------------------------------------------


def money_of_cents(cents: int) -> str:
    """$5,000.00: paper has the cents, always."""
    return f"{'−' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def money_of_micros(micros: int) -> str:
    """The millionths only where there is a part of a cent: $0.303310."""
    cents, rest = divmod(abs(micros), MICROS_PER_CENT)
    return ("−" if micros < 0 else "") + money_of_cents(cents) + (f"{rest:04d}" if rest else "")


def signed(micros: int) -> str:
    return ("+" if micros > 0 else "") + money_of_micros(micros)


def exact_money(micros: Fraction) -> str:
    """A product before it is rounded, to nine places; dots say that more would follow."""
    if micros.denominator == 1:
        return money_of_micros(int(micros))
    nano = int(micros * 1000)  # towards zero, so that the dots are true
    digits = f"{abs(nano) % 10**9:09d}"
    dots = "…" if micros * 1000 != nano else ""
    return f"{'−' if micros < 0 else ''}${abs(nano) // 10**9:,}.{digits.rstrip('0') if not dots else digits}{dots}"


def minus(text: str) -> str:
    """With the sign that is as wide as a plus, for whatever hyphens stand in it."""
    return text.replace("-", "−")


def plain_percent(share: Fraction) -> str:
    """10%, 30.331%: no more places than it has, and at most nine."""
    return f"{plain_decimal(share * 100)}%"


def share_of(share: Fraction) -> str:
    """30.331% (30331/100000); a whole share is 100%."""
    return plain_percent(share) if share.denominator == 1 else f"{plain_percent(share)} ({fraction(share)})"


# ---- exact figures: a decimal, and beside it the fraction in lowest terms that it rounds ---------------


def in_lowest_terms(value: Fraction) -> str:
    return minus(f"{value.numerator}/{value.denominator}")


def exactly(shown: str, value: Fraction) -> str:
    """A rounded figure as it is shown, and beside it the exact one."""
    return f"{shown} = {in_lowest_terms(value)}"


def exact_percent(value: Fraction) -> str:
    return exactly(minus(figure_percent(value, 6)), value)


def exact_decimal(value: Fraction) -> str:
    return exactly(decimal(value, 8), value)


def exact_dollars(value: Fraction) -> str:
    """Dollars that a wager brings on average, which may be parts of a cent: to eight places."""
    return exactly(f"${decimal(value, 8)} a wager", value)


def whole_or_decimal(value: Fraction) -> str:
    return minus(grouped(decimal(value, 0 if value.denominator == 1 else 6)))


# ---- days and times --------------------------------------------------------------------------------


def long_day(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def clock(at: datetime, zone: str) -> str:
    """2026-03-07 13:14:05 PST"""
    moment = aware(at)
    try:
        local = moment.astimezone(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        raise ValueError(f"{zone!r} is not a time zone: one such as America/Los_Angeles") from None
    return f"{local:%Y-%m-%d %H:%M:%S} {local.tzname()}"


def midnight(day: date, zone: str) -> datetime:
    """The beginning of a day by the clock on the wall."""
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))


def sentences(lines: Iterable[str]) -> list[str]:
    """Lines of plain words as sentences."""
    return [f"{line[0].upper()}{line[1:]}." for line in lines]
