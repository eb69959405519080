"""The PAR sheet: volatility index, hold intervals by number of rounds, and theoretical hold beside the hold of the
drop."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from houseway.analysis.figures import Figures, decimal, percent
from houseway.analysis.par_sheet import LOPSIDED, QUANTILES, ROUNDS, ParSheet
from houseway.reports.document import Block, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import in_a_row
from houseway.reports.paper import in_lowest_terms, minus

MARK = "*"


def par_sheet_section(figures: Sequence[Figures], turnover: int) -> Section:
    sheets = [ParSheet(figures=each, turnover=turnover) for each in figures]
    return Section(
        title="PAR sheet",
        blocks=(Text(_at_first()),),
        parts=(
            Section(title="Volatility index", blocks=(_volatility(sheets), _variances(sheets))),
            Section(title="Hold by number of rounds", blocks=tuple(_intervals(sheets))),
            Section(title="Theoretical hold, and hold of the drop", blocks=tuple(_holds(sheets, turnover))),
        ),
    )


def _at_first() -> str:
    named = ", ".join(f"{_short(confidence)} {quantile:.4f}" for confidence, quantile in QUANTILES.items())
    return (
        "The mean and the variance of a round are exact. Volatility indices and intervals take the sum of so many "
        "rounds at one seat for normal, and rounds for independent of each other; quantiles of the normal curve on "
        f"both sides: {named}. Several seats of one table are not independent: see their covariance."
    )


def _short(confidence: Fraction) -> str:
    return f"{confidence * 100} %"


def _volatility(sheets: Sequence[ParSheet]) -> Block:
    return Ledger(
        columns=(
            *wide("Wager"),
            *right("Variance", "Standard deviation", *(f"Index, {_short(each)}" for each in QUANTILES)),
        ),
        rows=tuple(
            (
                in_a_row(sheet.figures),
                decimal(sheet.figures.variance, 8),
                f"{sheet.figures.standard_deviation:.6f}",
                *(f"{sheet.volatility_index(confidence):.6f}" for confidence in QUANTILES),
            )
            for sheet in sheets
        ),
        tight=True,
    )


def _variances(sheets: Sequence[ParSheet]) -> Block:
    return Ledger(
        caption="The variances as exact fractions, from which all of these follow",
        columns=(*wide("Wager"), *right("Variance exactly", fixed=True)),
        rows=tuple((in_a_row(sheet.figures), in_lowest_terms(sheet.figures.variance)) for sheet in sheets),
        tight=True,
    )


def _intervals(sheets: Sequence[ParSheet]) -> Iterator[Block]:
    yield Text(
        f"The hold of so many rounds as a share of the first stakes. Where {MARK} stands, the sum of so many rounds is "
        f"still lopsided (its skewness is above {LOPSIDED}, with a meter that stands at its mean): a few large awards "
        "make most of the spread, and a normal curve is no good picture of it."
    )
    for confidence in QUANTILES:
        yield Ledger(
            caption=f"With {_short(confidence)} confidence",
            columns=(*wide("Wager"), *right("House edge", *(f"{rounds:,} rounds" for rounds in ROUNDS))),
            rows=tuple(
                (
                    in_a_row(sheet.figures),
                    minus(percent(sheet.hold)),
                    *(_interval(sheet, rounds, confidence) for rounds in ROUNDS),
                )
                for sheet in sheets
            ),
            tight=True,
        )


def _interval(sheet: ParSheet, rounds: int, confidence: Fraction) -> str:
    interval = sheet.interval(rounds, confidence)
    mark = "" if sheet.is_normal(rounds) else MARK
    return f"{_percent(interval.low)} to {_percent(interval.high)}{mark}"


def _percent(value: Decimal) -> str:
    return minus(f"{100 * value:,.2f}%")


def _holds(sheets: Sequence[ParSheet], turnover: int) -> Iterator[Block]:
    yield Text(
        "The theoretical hold is a share of the handle, all that is staked: the element of risk. The hold of the drop "
        "hangs on how often chips that were bought are staked, which is no mathematics of the game. Assumed here: all "
        f"that is left of what was bought is staked {turnover} times over on the one wager, so that of the drop "
        f"1 − (1 − theoretical hold)^{turnover} is kept. Another number can be given to the command (--turnover):"
    )
    yield Ledger(
        columns=(
            *wide("Wager"),
            *right("House edge", "Average total staked", "Theoretical hold", "Hold of the drop"),
        ),
        rows=tuple(
            (
                in_a_row(sheet.figures),
                minus(percent(sheet.hold)),
                decimal(sheet.figures.action, 6),
                minus(percent(sheet.hold_of_handle)),
                minus(percent(sheet.hold_of_drop)),
            )
            for sheet in sheets
        ),
        tight=True,
    )
