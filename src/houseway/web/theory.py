"""What rounds should have won, and their variance, for those who watch the floor: asked of the process that counts.

A round is told by its terms, by whether it was played the house way, and by its stakes. Figures that came with the
project are used where they hold; what is not there is worked out by that process.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from houseway.analysis.figures import Figures
from houseway.deciding.command import Json
from houseway.game import Game, Wager
from houseway.games import GAMES
from houseway.reports.shapes import fraction
from houseway.reports.winnings import ALL, Drift
from houseway.service.drift import FinishedRound, Maths, Seats, analyzed, maths_key
from houseway.table.notation import build, plain
from houseway.table.terms import Terms
from houseway.web.workings import kept_for

Key = tuple[Any, ...]  # of rounds with the same mathematics


class InTheory(NamedTuple):
    """A round's win, all wagers together: what is expected, and the variance in square cents."""

    win_cents: Fraction
    variance: Fraction
    is_bound: bool  # the variance is the most that it can be, not exact


Known = Mapping[tuple[Key, Seats], InTheory]


def place_of(played: FinishedRound) -> tuple[Key, Seats]:
    return maths_key(played.terms, played.play), played.seats


class Sum(NamedTuple):
    """Rounds together."""

    rounds: int = 0
    stake_cents: int = 0
    theory_cents: Fraction = Fraction(0)
    actual_cents: int = 0
    variance: Fraction = Fraction(0)
    is_bound: bool = False

    def plus(self, played: FinishedRound, theory: InTheory) -> "Sum":
        return Sum(
            self.rounds + 1,
            self.stake_cents + played.stake_cents,
            self.theory_cents + theory.win_cents,
            self.actual_cents + played.won_cents,
            self.variance + theory.variance,
            self.is_bound or theory.is_bound,
        )

    def drift(self, table: str, game: str, day: str | None, drop_cents: int | None) -> Drift:
        return Drift(table=table, game=game, wager=ALL, day=day, drop_cents=drop_cents, **self._asdict())


# ---- asked and answered ------------------------------------------------------------------------------

MOST: Final = 500  # rounds of one question


def questions(rounds: Iterable[FinishedRound]) -> list[tuple[Json, Key, list[Seats]]]:
    """What to ask about rounds: each with what its answer is of."""
    seats: dict[Key, dict[Seats, None]] = {}
    terms: dict[Key, tuple[Terms, str]] = {}
    for each in rounds:
        key, stakes = place_of(each)
        seats.setdefault(key, {})[stakes] = None
        terms[key] = each.terms, each.play
    return [_question(key, *terms[key], list(found)[:MOST]) for key, found in seats.items()]


def _question(key: Key, terms: Terms, play: str, seats: list[Seats]) -> tuple[Json, Key, list[Seats]]:
    return {"theory": plain(terms), "play": play, "rounds": seats}, key, seats


def answer(asked: Json) -> Json:
    """In the process that counts."""
    terms: Terms = build(Terms, asked["theory"])
    math = _maths(terms, asked["play"])
    rounds = [tuple(tuple((wager, cents) for wager, cents in seat) for seat in seats) for seats in asked["rounds"]]
    return {"rounds": [_answer(math, seats) for seats in rounds]}


def _answer(math: Maths, seats: Seats) -> list[Any]:
    win = sum((theory for _, theory in math.expected(seats).values()), Fraction(0))
    variance, is_bound = math.variances(seats)[ALL]
    return [fraction(win), fraction(variance), is_bound]


def read(answered: Json) -> list[InTheory]:
    return [InTheory(Fraction(win), Fraction(variance), is_bound) for win, variance, is_bound in answered["rounds"]]


_known: dict[Key, Maths] = {}


def _maths(terms: Terms, play: str) -> Maths:
    key = maths_key(terms, play)
    if key not in _known:
        _known[key] = Maths(terms.played, terms, play, figures_of)
    return _known[key]


def figures_of(game: Game, wager: Wager, terms: Terms) -> Sequence[Figures]:
    """Those that came with the project, where they are of this wager as the table plays it: main wagers on the first
    paytable of each, and the dealer by the game's own way. What is not there is worked out."""
    usual, table = GAMES[game.slug], terms.paytable(wager)
    firsts = {own[0].name for main in usual.main if (own := usual.own_paytables(main))}
    mains = {terms.paytables[main.name] for main in usual.main if main.name in terms.paytables}
    is_usual = terms.way is None and (wager.side or mains <= firsts)
    kept = kept_for(usual) if is_usual else None
    if kept and table and terms.decks and table.wager == wager.name:
        found = kept.figures(table, terms.decks, terms.reading(wager))
        return found or analyzed(game, wager, terms)
    return analyzed(game, wager, terms)
