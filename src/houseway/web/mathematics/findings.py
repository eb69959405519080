"""The letters, verified: every published figure, whether it follows from the rules, and under which reading."""

from functools import cache

import houseway
from houseway.analysis.verify import Finding
from houseway.game import Game
from houseway.games import GAMES
from houseway.letters import letters
from houseway.paytable import Paytable
from houseway.reports.shapes import Json, fraction
from houseway.web.mathematics.addresses import path_of


def verified() -> list[Json]:
    """Letter by letter; one that publishes no figure is left out."""
    found = [
        {"letter": letter, "findings": [_told(each) for each in _findings() if each.letter == letter.id]}
        for letter in letters().values()
    ]
    return [each for each in found if each["findings"]]


def findings_on(game: Game, table: Paytable) -> list[Json]:
    return [_told(each) for each in _findings() if (each.game, each.paytable) == (game.slug, table.name)]


@cache
def _findings() -> tuple[Finding, ...]:
    return tuple(houseway.verify())


def _told(finding: Finding) -> Json:
    exact, under = finding.exact, finding.exact_under_reading
    game = GAMES[finding.game]
    return {
        "wager": finding.wager,
        "paytable": finding.paytable,
        "address": path_of(game, game.paytables[finding.paytable]),
        "figure": finding.figure,
        "published": finding.published.text,
        "as_written": None if exact is None else finding.show(exact),
        "exact": fraction(exact),
        "verdict": finding.verdict,
        "kind": finding.verdict.replace(" ", "-"),
        "reading": finding.reading,
        "says": finding.reading_says,
        "under": None if under is None else finding.show(under),
        "under_exact": fraction(under),
        "note": finding.note,
    }
