"""Results as pandas frames, for notebooks. Figures stay exact: a column of Fractions, not of floats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from houseway.analysis.figures import Figures
from houseway.analysis.verify import Finding

if TYPE_CHECKING:
    import pandas


def to_frame(results: Iterable[Figures | Finding]) -> pandas.DataFrame:
    """One row a line of a wager's figures, or one row a finding."""
    import pandas

    rows: list[dict[str, Any]] = []
    for result in results:
        rows += _lines(result) if isinstance(result, Figures) else [_finding(result)]
    return pandas.DataFrame(rows)


def _lines(figures: Figures) -> list[dict[str, Any]]:
    wager = {
        "game": figures.game,
        "wager": figures.wager,
        "paytable": figures.paytable,
        "approved": figures.approved,
        "decks": figures.decks,
        "play": figures.play,
        "house_edge": figures.house_edge,
    }
    return [
        wager
        | {
            "line": line.name,
            "combinations": line.combinations,
            "probability": line.probability,
            "pay": line.pay,
            "net": line.net,
            "contribution": line.contribution,
        }
        for line in figures.lines
    ]


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "letter": finding.letter,
        "game": finding.game,
        "wager": finding.wager,
        "paytable": finding.paytable,
        "approved": finding.approved,
        "figure": finding.figure,
        "published": finding.published.value,
        "exact": finding.exact,
        "difference": finding.difference,
        "follows": finding.follows,
        "reading": finding.reading,
        "exact_under_reading": finding.exact_under_reading,
    }
