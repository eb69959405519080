"""Simulation beside theory: the edge that came of so many rounds, with its interval, and the exact one."""

from collections.abc import Iterator
from typing import Final

from houseway.analysis.figures import percent
from houseway.analysis.simulation.result import Measured, Simulation
from houseway.reports.document import Block, Column, Ledger, Section, Text
from houseway.reports.paper import minus

CONFIDENT: Final = 2.576  # standard errors either side of a mean that hold it with 99 % confidence


def simulation_section(made: Simulation | None) -> Section:
    none = (Text("No rounds were simulated for this report."),)
    return Section(title="Simulation beside theory", blocks=tuple(_blocks(made)) if made else none)


def _blocks(made: Simulation) -> Iterator[Block]:
    yield Text(
        f"{made.rounds:,} rounds of {made.seats} seats from seed {made.seed}, dealt and settled by the rules "
        f"themselves; the player plays {made.player}, the dealer {made.house}. Measured at the first seat, "
        "whose rounds are independent. The interval holds the true edge with 99 % confidence; z is the "
        f"distance to theory in standard errors. Repeat it: houseway simulate {made.game} --rounds "
        f"{made.rounds} --seed {made.seed} --seats {made.seats} --decks {made.decks}."
    )
    yield Ledger(
        columns=(
            Column("Wager", wide=True),
            Column("Paytable"),
            Column("Edge by theory", right=True),
            Column("Simulated", right=True),
            Column("Interval", right=True),
            Column("z", right=True),
        ),
        rows=tuple(map(_measured, made.measured)),
        tight=True,
    )


def _measured(each: Measured) -> tuple[str, ...]:
    low, high = (float(each.house_edge) + sign * CONFIDENT * each.standard_error for sign in (-1, 1))
    return (
        each.wager,
        each.paytable.name,
        percent(each.exact.house_edge, 4),
        percent(each.house_edge, 4),
        minus(f"{100 * low:.4f} to {100 * high:.4f} %"),
        minus(f"{each.z:+.2f}"),
    )
