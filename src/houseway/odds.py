"""Odds as a card room prints them: in whole numbers, 19 to 20 and not 0.95 to 1.

What a pay is called in books, receipts and figures is `str(pay)`; people are shown this.
"""

import re
from fractions import Fraction

FRACTIONAL = re.compile(r"(\d[\d,]*\.\d+|\d+/\d+) (to|for) 1\b")


def as_printed(pays: str) -> str:
    """`3 to 2` of `1.50 to 1`, `7 to 3` of `7/3 to 1`; whatever stands beside it stays, and whole odds as they are."""
    return FRACTIONAL.sub(_in_whole_numbers, pays)


def _in_whole_numbers(odds: re.Match[str]) -> str:
    amount = Fraction(odds[1].replace(",", ""))
    return f"{amount.numerator:,} {odds[2]} {amount.denominator:,}"
