"""The strategy: a short one in words, what departures from best play cost, and where the house way errs most."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.analysis.figures import percent
from houseway.analysis.plays import Play
from houseway.analysis.split.solution import Difference
from houseway.analysis.strategy import Strategy
from houseway.cards import Cards, show
from houseway.reports.document import Block, Column, Ledger, Section, Text
from houseway.reports.mathematics.numbers import in_lowest_terms


def strategy_section(
    short: Strategy, every: Strategy | None, plays: Sequence[Play], differences: Sequence[Difference]
) -> Section:
    return Section(title="Strategy, and what it costs", blocks=tuple(_blocks(short, every, plays, differences)))


def _blocks(
    short: Strategy, every: Strategy | None, plays: Sequence[Play], differences: Sequence[Difference]
) -> Iterator[Block]:
    yield Text(
        f"By {short.basis}. Followed to the letter it leaves an edge of {percent(short.house_edge, 6)} against "
        f"{percent(short.best_edge, 6)} for a player who never errs: it costs {percent(short.cost, 6)} of a bet."
    )
    if every is None:
        yield _in_words(short)
    else:
        yield from _exceptions(short, every)
    yield _departures(plays)
    if differences:
        yield _differences(differences)


def _in_words(short: Strategy) -> Block:
    return Ledger(
        columns=(Column("When"), Column("Do", wide=True), Column("Hands", right=True)),
        rows=tuple((row.when, row.choose, f"{row.hands:,}") for row in short.rows),
    )


def _exceptions(short: Strategy, every: Strategy) -> Iterator[Block]:
    """All of them: the short strategy ends after the first few."""
    number = len(short.rows)
    assert every.rows[:number] == short.rows
    yield Text(
        f"These are all {len(every.rows)} exceptions, and the first {number} are the short strategy. Where the house "
        "way would set the hands of the first column, those of the second are set if they can be; the first that "
        "applies is followed, and one with no hands comes always after another. All together leave an edge of "
        f"{percent(every.house_edge, 6)} and cost {percent(every.cost, 6)}:"
    )
    yield Ledger(
        columns=(
            Column("", right=True),
            Column("The house way would set", wide=True),
            Column("Set instead", wide=True),
            Column("Hands", right=True),
            Column("Worth a hand dealt", right=True),
        ),
        rows=tuple(
            (str(place), row.when, row.choose, f"{row.hands:,}", percent(row.worth or Fraction(0), 6))
            for place, row in enumerate(every.rows, 1)
        ),
        tight=True,
    )


def _departures(plays: Sequence[Play]) -> Block:
    return Ledger(
        caption="What departures cost",
        columns=(
            Column("Play", wide=True),
            Column("House edge", right=True),
            Column("Costs", right=True),
            Column("Cost exactly", right=True, fixed=True),
        ),
        rows=tuple(
            (play.name, percent(play.house_edge, 6), percent(play.cost, 6), in_lowest_terms(play.cost))
            for play in plays
        ),
    )


def _differences(differences: Sequence[Difference]) -> Block:
    return Ledger(
        caption="Hands on which copying the house way gives up most, by all hands of the same ranks together",
        columns=(
            Column("Cards"),
            Column("Hands", right=True),
            Column("The house way sets", wide=True),
            Column("Better", wide=True),
            Column("Costs a hand", right=True),
        ),
        rows=tuple(
            (show(each.cards), f"{each.hands:,}", _set(each.played.hands), _set(each.best.hands), percent(each.cost))
            for each in differences
        ),
        tight=True,
    )


def _set(hands: Sequence[Cards]) -> str:
    return " | ".join(map(show, hands))
