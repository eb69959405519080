"""How rounds end, counted once and kept: all exact figures of a game follow from it."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from houseway.analysis.exact.ends import End, Ends, SettledLine
from houseway.analysis.exact.facts import NOT_COMPILED, method_for
from houseway.analysis.exact.question import Method, Question
from houseway.game import Game
from houseway.work.engine import Engine, Progress
from houseway.work.kept import KeptFile
from houseway.work.key import KeptKind, key

if TYPE_CHECKING:
    from houseway.analysis.exact.sets import Sets
    from houseway.analysis.split.responses import Responses
    from houseway.analysis.split.solution import Solution

_met: dict[str, Ends] = {}  # of this process
_last: dict[str, Method] = {}  # the one method that was asked last, with all that it has worked out


def ends_of(
    asked: Question,
    method: Method | None = None,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Ends:
    """How a round ends, counted or read; by a method that is at hand, if there is one."""
    name = ends_key(asked)
    if name not in _met:
        kept = KeptFile.of(f"{name}.json")

        def count() -> Ends:
            ends = (method or method_of(asked, engine, progress)).ends
            kept.write(lambda file: file.write(_text(ends)))
            return ends

        _met[name] = kept.once(_read, count)
    return _met[name]


def method_of(asked: Question, engine: Engine | None = None, progress: Progress | None = None) -> Method:
    """The method of a question; whoever asks the same again at once is given what it has worked out."""
    name = ends_key(asked)
    if name not in _last:
        _last.clear()
        _last[name] = _method(asked, engine, progress)
    return _last[name]


def _method(asked: Question, engine: Engine | None, progress: Progress | None) -> Method:
    kind = method_for(asked)
    if kind in NOT_COMPILED:
        return kind(asked)
    from houseway.analysis.exact.open_sets import OpenSets  # compiled, as what follows
    from houseway.analysis.exact.sets import Sets

    if kind is OpenSets:
        from houseway.work.solving import count_open

        return OpenSets(asked, partial(count_open, engine=engine, progress=progress))
    if kind is Sets:
        from houseway.work.solving import solve_split

        return Sets(asked, partial(solve_split, engine=engine, progress=progress))
    return kind(asked)


def solution_of(
    asked: Question, game: Game, engine: Engine | None = None, progress: Progress | None = None
) -> Solution:
    """The answers of a game whose cards are set as hands, as figures of a game."""
    from houseway.analysis.split.solution import Solution

    sets = _sets_of(asked, engine, progress)
    return Solution(game, sets.answers, sets.settled)


def responses_of(asked: Question, engine: Engine | None = None, progress: Progress | None = None) -> Responses:
    return _sets_of(asked, engine, progress).answers


def _sets_of(asked: Question, engine: Engine | None, progress: Progress | None) -> Sets:
    from houseway.analysis.exact.sets import Sets

    sets = method_of(asked, engine, progress)
    assert isinstance(sets, Sets)
    return sets


def ends_key(asked: Question) -> str:
    """Of the round, of the wagers and what is paid on those that a seat plays for, of the cards and of how it plays."""
    wagers = [wager for wager in asked.game.wagers if wager.name in asked.wagers]
    counts = (asked.aim or {wager.name for wager in asked.game.main}) | asked.beside.keys()
    plays = bool(asked.game.choices) and asked.policy is None
    pays = {name: table.lines for name, table in asked.pays.items() if name in counts} if plays else {}
    return key(KeptKind.ENDS, asked.game.round, wagers, asked.cards, pays, sorted(counts), asked.beside, asked.policy)


def _text(ends: Ends) -> bytes:
    rows = ((end, [(wager, str(times), line) for wager, times, line in end.lines]) for end in ends.weights)
    return json.dumps([[end.said, lines, ends.weights[end]] for end, lines in rows]).encode()


def _read(file: BinaryIO) -> Ends:
    rows = json.load(file)
    return Ends({End(tuple(said), tuple(_line(*line) for line in lines)): weight for said, lines, weight in rows})


def _line(wager: str, times: str, line: str) -> SettledLine:
    return SettledLine(wager, Fraction(times) if "/" in times else int(times), line)
