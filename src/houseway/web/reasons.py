"""Why an option is the best, in the words of what a person can learn: a cell of the chart, a line of the short
strategy, or a rule of the house way. It is told beside the exact figures and never instead of them: a card is short,
and where it says another word than the figures do, that is told too.

Most of it is looked up. A card of lines by what a player glances at is found once and takes up to half a minute, so it
is asked of the process that works games out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from houseway.cards import show
from houseway.deciding.command import Json
from houseway.game import SEAT, Choice, Game, Option, Seen
from houseway.ways.house_way import HouseWay
from houseway.ways.way import Way
from houseway.web.judging import game_asked
from houseway.web.weighing import hands_named, seen_in
from houseway.web.workings import kept_for

if TYPE_CHECKING:
    from houseway.analysis.strategy import Strategy

NO_REASON: Final[Json] = {"by": None}


def question(asked: Json) -> Json:
    """Of what was weighed."""
    return asked | {"why": True}


def answer(asked: Json) -> Json:
    """`by` what, `when` it holds and what it says to `choose`; and the `word`, or the `hands`, that this is here.
    Nothing where no short strategy is known."""
    game, seen = game_asked(asked), seen_in(asked)
    number, step = _choice(game, seen)
    options = step.options(seen)
    if step.way is not None:
        return _by_way(game, step.way, seen)
    try:
        found = _strategy(game, asked["decks"])
    except ValueError:
        return NO_REASON
    if found.columns:
        return _by_chart(found, step, seen, options)
    return _by_line(found, number, seen, options)


def _choice(game: Game, seen: Seen) -> tuple[int, Choice]:
    """At which choice of the game the seat stands, and its number."""
    from houseway.analysis.exact.question import question
    from houseway.analysis.exact.tree import Tree

    at = Tree(question(game, decks=seen.pack.decks)).state(seen).at
    step = game.round[at]
    assert isinstance(step, Choice)
    return sum(isinstance(each, Choice) for each in game.round[:at]), step


# ---- the house way


def _by_way(game: Game, way: HouseWay, seen: Seen) -> Json:
    """The rule that sets these cards; of a card of points, what each hand counts."""
    cut = way.set(seen[SEAT])
    taken = Option("set", cut=cut)
    told = {"by": f"the house way ({way.label})", "hands": hands_named(game, taken), "word": None}
    source = way.source
    if not isinstance(source, Way):
        return told | {"when": "", "choose": " ".join(way.rules)}
    number, _ = source.decide(seen[SEAT])
    rule = source.rules[number]
    if not source.points:
        return told | {"when": f"rule {number + 1}", "choose": rule.says}
    strengths = source.split.strengths(*cut)
    points = [source.points_of(hand, made) or 0 for hand, made in zip(source.split.hands, strengths, strict=True)]
    counted = ", ".join(f"{hand} {each}" for hand, each in zip(source.split.hands, points, strict=True))
    bonus = source.total_points(strengths) - sum(points)
    more = f", together {bonus} more" if bonus else ""
    return told | {"when": f"{counted}{more}: {sum(points) + bonus} points", "choose": rule.says}


# ---- strategies


@lru_cache(maxsize=16)
def _strategy(game: Game, decks: int) -> Strategy:
    """A chart as it came with the project, if the game is as it was; else the one that is found now."""
    from houseway.work.strategies import short_strategy

    kept = kept_for(game)
    charts = [each for shoe in kept.shoes if shoe.decks == decks for each in shoe.strategies] if kept else []
    chart = next((each for each in charts if each.columns), None)
    return chart or short_strategy(game, decks, at_once=True)


def _by_chart(chart: Strategy, step: Choice, seen: Seen, options: tuple[Option, ...]) -> Json:
    """A cell: the word that its first letter stands for or, where that may not be said, its second."""
    from houseway.analysis.chart import letter_of

    if step.glance is None:
        return NO_REASON
    row, number = step.glance(seen)
    line = next((line for line in chart.rows if line.when == row), None)
    if line is None or str(number) not in chart.columns:
        return NO_REASON
    mark = line.choose.split()[chart.columns.index(str(number))]
    words = [option.word for letter in mark for option in options if letter_of(option.word) == letter.upper()]
    return {
        "by": "the chart",
        "when": f"{row} against {number}",
        "choose": f"{mark} ({words[0]})" if words else mark,
        "word": words[0] if words else None,
        "hands": [],
    }


def _by_line(card: Strategy, number: int, seen: Seen, options: tuple[Option, ...]) -> Json:
    """The line of a card of ranges that holds what the player glances at."""
    from houseway.analysis.learning import ByTables

    if not isinstance(card.policy, ByTables) or number not in card.policy.tables:
        return NO_REASON
    line = 0
    for at, (glance, ranges) in sorted(card.policy.tables.items()):
        if at == number:
            holds = next(nth for nth, each in enumerate(ranges) if each.holds(*glance(seen)))
            row, word = card.rows[line + holds], ranges[holds].choose
            break
        line += len(ranges)
    option = next((option for option in options if option.word == word), None)
    return {
        "by": f"the short strategy, by {card.basis}",
        "when": row.when,
        "choose": row.choose + (f" ({show(option.drops)})" if option and option.drops else ""),
        "word": option.word if option else None,
        "hands": [],
    }
