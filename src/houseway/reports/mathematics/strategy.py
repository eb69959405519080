"""The strategy: a short one in words, what departures from best play cost, and where the house way errs most."""

from collections.abc import Iterator, Sequence

from houseway.analysis.figures import percent
from houseway.analysis.play_costs import PlayCost
from houseway.analysis.split.solution import Difference
from houseway.analysis.strategy import DEAR, Strategy
from houseway.cards import Cards, show
from houseway.reports.document import Block, Column, Ledger, Section, Text, right, wide
from houseway.reports.paper import in_lowest_terms


def strategy_section(
    short: Sequence[Strategy], plays: Sequence[PlayCost], differences: Sequence[Difference]
) -> Section:
    return Section(title="Strategy, and what it costs", blocks=tuple(_blocks(short, plays, differences)))


def _blocks(short: Sequence[Strategy], plays: Sequence[PlayCost], differences: Sequence[Difference]) -> Iterator[Block]:
    if not short:
        yield Text("No short strategy is known for this game.")
    for each in short:
        yield from _card(each)
    if plays:
        yield _departures(plays)
    if differences:
        yield _differences(differences)


def _card(short: Strategy) -> Iterator[Block]:
    yield Text(
        f"By {short.basis}. Followed to the letter it leaves an edge of {percent(short.house_edge, 6)} against "
        f"{percent(short.best_edge, 6)} for a player who never errs: it costs {percent(short.cost, 6)} of a bet"
        f"{DEAR if short.is_dear else ''}."
    )
    yield Ledger(
        columns=(Column("When"), *wide("Do"), *right("Hands")),
        rows=tuple((row.when, row.choose, f"{row.hands:,}") for row in short.rows),
    )
    yield _curve(short)


def _curve(short: Strategy) -> Block:
    """What is gained by learning one line more."""
    return Ledger(
        caption="The best card found of each length, and what it costs"
        + ("" if short.asks else ", asking for nothing"),
        columns=(*right("Lines", "House edge", "Costs"), *right("Edge exactly", fixed=True)),
        rows=tuple(
            (
                str(each.lines),
                percent(each.house_edge, 6),
                percent(short.cost_of(each), 6),
                in_lowest_terms(each.house_edge),
            )
            for each in short.curve
        ),
    )


def _departures(plays: Sequence[PlayCost]) -> Block:
    return Ledger(
        caption="What departures cost",
        columns=(*wide("Play"), *right("House edge", "Costs"), *right("Cost exactly", fixed=True)),
        rows=tuple(
            (play.name, percent(play.house_edge, 6), percent(play.cost, 6), in_lowest_terms(play.cost))
            for play in plays
        ),
    )


def _differences(differences: Sequence[Difference]) -> Block:
    return Ledger(
        caption="Hands on which copying the house way gives up most, by all hands of the same ranks together",
        columns=(Column("Cards"), *right("Hands"), *wide("The house way sets", "Better"), *right("Costs a hand")),
        rows=tuple(
            (show(each.cards), f"{each.hands:,}", _set(each.played), _set(each.best), percent(each.cost))
            for each in differences
        ),
        tight=True,
    )


def _set(hands: Sequence[Cards]) -> str:
    return " | ".join(map(show, hands))
