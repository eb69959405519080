"""What the letters of games that are lists of steps publish follows from their rules."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.facts import ends_of, method_for
from houseway.analysis.exact.figures import figures_of
from houseway.analysis.exact.question import Question, question
from houseway.games import GAMES
from houseway.letters import letters
from houseway.letters.letter import Entry

ENTRIES = [
    entry for letter in letters().values() if not letter.is_approval for entry in letter.entries if entry.published
]
SLOW = {"Boards"}  # seconds each: their own tests see to it that the figures follow


def exact_figures(entry: Entry) -> dict[str, Fraction]:
    game, table = GAMES[entry.game], entry.paytable
    found = next(figures_of(game, game.wager(table.wager), table, decks=entry.decks, solve=ends_once))
    return {"house edge": found.house_edge, "element of risk": found.element_of_risk, "average bet": found.action}


_met: dict[tuple[object, ...], Ends] = {}


def ends_once(asked: Question) -> Ends:
    """Where nobody chooses, all wagers of a game are counted once."""
    met = (
        asked.game.slug,
        asked.cards,
        asked.wagers,
        tuple(table.name for table in asked.pays.values()) if asked.game.choices else (),
    )
    if met not in _met:
        _met[met] = ends_of(asked)
    return _met[met]


def name(entry: Entry) -> str:
    return f"{entry.game}-{entry.paytable.name}"


@pytest.mark.parametrize("entry", ENTRIES, ids=name)
def test_published_figures_follow(entry):
    if method_for(question(GAMES[entry.game])).__name__ in SLOW:
        pytest.skip("its own tests solve it")
    exact = exact_figures(entry)
    for figure, published in entry.published.items():
        if (entry.game, figure) == ("mississippi-stud", "average bet"):
            continue  # it hangs on which of equal options is taken: ours is the first
        assert published.follows_from(exact[figure]), f"{figure} {published.text}: {float(exact[figure]):.6f}"
