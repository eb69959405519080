"""The figures of a game that is a list of steps: the main wagers together, with all that play adds to them, and every
other wager apart.

All of it follows from how a round ends (`Ends`). Figures are per unit of the first wager.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.ends import Line as Settled
from houseway.analysis.exact.facts import facts, method_for
from houseway.analysis.exact.question import Question, question
from houseway.analysis.figures import Figures, Line
from houseway.paytable import Paytable
from houseway.steps import FOLDED, LOSE, Game, Wager


def all_figures(game: Game, *, decks: int | None = None, paytables: Iterable[str] = ()) -> list[Figures]:
    """The main wagers under best play, then every other wager with the first paytable of each, or with these."""
    names = tuple(paytables)
    asked = question(game, decks=decks, paytables=names)
    found = [main_figures(asked)] if game.main else []
    return found + list(side_figures(game, decks=decks, paytables=names))


def main_figures(asked: Question, *, play: str = "best play") -> Figures:
    """The main wagers together, as they are played."""
    ends = method_for(asked)(asked).ends
    first = asked.game.main[0]
    rows: Counter[tuple[Fraction, str, str]] = Counter()
    for end, weight in ends.weights.items():
        net = sum((asked.net[line] for line in end.lines), Fraction(0))
        rows[net, _name(asked, end), _pay(asked, end)] += weight
    ordered = sorted(rows.items(), key=lambda row: (-row[0][0], row[0][1]))
    lines = tuple(Line(name, weight, pay, net, ends.total) for (net, name, pay), weight in ordered)
    tables = [asked.pays[name] for name in asked.wagers if name in asked.pays]
    return replace(
        _figures(asked, first, lines),
        approved=all(table.approved for table in tables),
        play=play if asked.game.choices else None,
        action=average_bet(asked, ends),
        choices=choices(ends),
        folds=fold_frequency(ends),
    )


def side_figures(
    game: Game, *, decks: int | None = None, paytables: Iterable[str] = (), only: str | None = None
) -> Iterator[Figures]:
    """Each wager that is not a main one, or only one of them, apart: on the cards alone, or beside the main wagers if
    play decides it."""
    main = {wager.name for wager in game.main}
    whole = question(game, decks=decks, paytables=paytables)
    sides = [wager for wager in game.wagers if wager.name not in main and only in (None, wager.name)]
    alone = {wager: replace(whole, wagers=frozenset({wager.name})) for wager in sides}
    beside = [wager for wager in sides if not facts(alone[wager]).cards_alone]
    joint = replace(whole, wagers=whole.wagers | {wager.name for wager in beside})
    together = method_for(joint)(joint).ends if beside else None
    for wager in sides:
        asked = alone[wager]
        yield wager_figures(asked, together if together and wager in beside else method_for(asked)(asked).ends, wager)


def wager_figures(asked: Question, ends: Ends, wager: Wager) -> Figures:
    """One wager by itself: its table of lines. Rounds in which it does not lie there count as not hit."""
    table = asked.pays[wager.name]
    counts: Counter[tuple[str, int]] = Counter()
    for end, weight in ends.weights.items():
        for line in end.lines:
            if line.wager == wager.name:
                counts[line.line, line.times] += weight
    lines = tuple(table_lines(wager, table, counts, ends.total))
    action = Fraction(sum(times * weight for (_, times), weight in counts.items()), ends.total)
    return replace(_figures(asked, wager, lines), action=action)


def table_lines(wager: Wager, table: Paytable, counts: Counter[tuple[str, int]], total: int) -> Iterator[Line]:
    """A wager's lines in the order of its paytable, each stake apart; then those that lose or pay nothing."""
    for name, pay in table.lines.items():
        rows = sorted((row for row in counts.items() if row[0][0] == name), reverse=True) or [((name, 1), 0)]
        for (_, times), weight in rows:
            yield Line(_times(name, times), weight, str(pay), times * pay.net(), total)
    lost: Counter[int] = Counter()
    for (name, times), weight in counts.items():
        if name not in table.lines:
            lost[times] += weight
    for times, weight in sorted(lost.items(), reverse=True):
        yield Line(_times(LOSE, times), weight, LOSE, Fraction(0 if wager.free else -times), total)


# ---- what is asked of the ends ---------------------------------------------------------------------


def average_bet(asked: Question, ends: Ends) -> Fraction:
    """How many units of the first wager are staked on the main wagers in a round; what is taken back is not."""
    staked = {wager.name for wager in asked.game.main if not wager.free}
    total = sum(
        line.times * weight for end, weight in ends.weights.items() for line in end.lines if line.wager in staked
    )
    return Fraction(total, ends.total)


def choices(ends: Ends) -> dict[str, Fraction]:
    """How often a seat says what in a round; with several choices, what it says one after the other."""
    counts: Counter[str] = Counter()
    for end, weight in ends.weights.items():
        counts[", ".join(end.said)] += weight
    return {words: Fraction(weight, ends.total) for words, weight in sorted(counts.items()) if words}


def fold_frequency(ends: Ends) -> Fraction:
    """How often a seat is out."""
    folded = sum(weight for end, weight in ends.weights.items() if any(line.line == FOLDED for line in end.lines))
    return Fraction(folded, ends.total)


# ---- words -----------------------------------------------------------------------------------------


def _figures(asked: Question, wager: Wager, lines: tuple[Line, ...]) -> Figures:
    table = asked.pays[wager.name]
    return Figures(
        game=asked.game.slug,
        wager=wager.name,
        paytable=table.name,
        approved=table.approved,
        digest=table.digest,
        lines=lines,
        decks=asked.pack.decks,
    )


def _main_lines(asked: Question, end: End) -> list[Settled]:
    """The lines of the main wagers in the game's order; of wagers that are free only those that pay."""
    order = {wager.name: wager for wager in asked.game.main}
    lines = sorted((line for line in end.lines if line.wager in order), key=lambda line: list(order).index(line.wager))
    return [line for line in lines if not order[line.wager].free or line.line in asked.pays[line.wager].lines]


def _name(asked: Question, end: End) -> str:
    """`win + Play`, where both end in the same line; else each with its own."""
    first, *others = _main_lines(asked, end)
    if first.line == FOLDED:
        return FOLDED
    same = [other.wager if other.line == first.line else f"{other.wager} {other.line}" for other in others]
    return " + ".join((first.line, *(_times(name, other.times) for name, other in zip(same, others, strict=True))))


def _pay(asked: Question, end: End) -> str:
    paid = [asked.pays[line.wager].lines.get(line.line) for line in _main_lines(asked, end)]
    return " + ".join(dict.fromkeys(str(pay) if pay else LOSE for pay in paid))


def _times(name: str, times: int) -> str:
    return name if times == 1 else f"{name} x{times}"
