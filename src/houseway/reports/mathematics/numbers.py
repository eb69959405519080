"""Exact figures as the report prints them: a decimal, and beside it the fraction in lowest terms that it rounds."""

from fractions import Fraction

from houseway.analysis.figures import decimal, grouped, percent
from houseway.reports.paper import minus


def in_lowest_terms(value: Fraction) -> str:
    return minus(f"{value.numerator}/{value.denominator}")


def exactly(shown: str, value: Fraction) -> str:
    """What is shown of a figure, and the figure."""
    return f"{shown} = {in_lowest_terms(value)}"


def exact_percent(value: Fraction) -> str:
    return exactly(minus(percent(value, 6)), value)


def exact_decimal(value: Fraction) -> str:
    return exactly(decimal(value, 8), value)


def exact_dollars(value: Fraction) -> str:
    """Of a wager: parts of a cent, to eight places."""
    return exactly(f"${decimal(value, 8)} a wager", value)


def whole_or_decimal(value: Fraction) -> str:
    return minus(grouped(decimal(value, 0 if value.denominator == 1 else 6)))


def decks_in_words(decks: int) -> str:
    return f"{decks} deck{'s' if decks > 1 else ''}"
