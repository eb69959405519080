"""Simulation beside theory: the edge that came of so many rounds, with its interval, and the exact one; and what the
meter paid."""

import os
import shlex
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from houseway.analysis.figures import money, percent, short_percent
from houseway.analysis.machine.meters import MeterRun
from houseway.analysis.machine.result import CONFIDENCE, Measured, Simulation
from houseway.games import FOLDER, GAMES, HASHES, OWN
from houseway.reports.document import Block, Column, CommandLine, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import Mathematics
from houseway.reports.paper import minus


def simulation_section(subject: Mathematics) -> Section:
    none = (Text("No rounds were simulated for this report."),)
    blocks = tuple(_blocks(subject, subject.simulation)) if subject.simulation else none
    return Section(title="Simulation beside theory", blocks=blocks)


def _blocks(subject: Mathematics, made: Simulation) -> Iterator[Block]:
    confidence = short_percent(CONFIDENCE).replace(".00%", " %")
    dealer = f", the dealer {made.house}" if made.house else ""
    by_hand = " (of a progressive: paid at the mean meter, with the envy that the hand brings the others)"
    yield Text(
        f"{made.rounds:,} rounds of {made.seats} seats from seed {made.seed}, dealt and settled by the rules "
        f"themselves; the player plays {made.player}{dealer}. Measured at the first seat, whose "
        "rounds are independent. The standard error is that of the edge, by the exact variance of what is measured"
        f"{by_hand if made.meters else ''}; the interval holds the true edge with {confidence} confidence; z is the "
        f"distance to theory in standard errors. {_own_file(made.game)}Repeat it:"
    )
    yield CommandLine(tuple(_again(subject, made)))
    yield Ledger(
        columns=(
            *wide("Wager"),
            Column("Paytable"),
            *right("Edge by theory", "Simulated", "Standard error", "Interval", "z"),
        ),
        rows=tuple(map(_measured, made.measured)),
        tight=True,
    )
    if made.meters:
        yield _meters(made.meters)


def _own_file(slug: str) -> str:
    """Which file a game of one's own was read from: the same rounds come only of the same file."""
    if slug not in OWN:
        return ""
    origin = GAMES[slug].origin
    beside = f" with the rules of {origin.game}" if origin else ""  # the hash is of both files
    return f"The game is {OWN[slug].name}{beside}, SHA-256 {HASHES[slug]}. "


def _again(subject: Mathematics, made: Simulation) -> Iterator[str]:
    """The command that gives these rounds again: with the folder of a game of one's own, and under a letter of one's
    own with its paytables."""
    file = OWN.get(made.game)
    if file and file.parent == Path(os.environ.get(FOLDER, "")):
        yield f"houseway --games {shlex.quote(str(file.parent))} simulate"
    else:
        yield "houseway simulate"
    yield made.game
    for option, number in (("rounds", made.rounds), ("seed", made.seed), ("seats", made.seats), ("decks", made.decks)):
        yield f"--{option} {number}"
    if subject.own_letter is not None:
        yield f"--letter {shlex.quote(subject.own_letter)}"
        given = {entry.paytable.name for letter in subject.letters for entry in letter.entries}
        yield from (
            f"--paytable {shlex.quote(table)}" for table in dict.fromkeys(made.staked_on.values()) if table in given
        )


def _measured(each: Measured) -> tuple[str, ...]:
    low, high = each.interval
    return (
        each.wager,
        each.paytable.name,
        percent(each.exact.house_edge, 4),
        percent(each.house_edge, 4),
        f"{each.standard_error:.4%}",
        minus(f"{100 * low:.4f} to {100 * high:.4f} %"),
        minus(f"{each.z:+.2f}"),
    )


def _meters(runs: Sequence[MeterRun]) -> Block:
    return Ledger(
        caption="The meters, run by the controller through the same rounds",
        columns=(
            *wide("Paytable"),
            *right("Top awards", "Mean top award", "by theory", "Standard error", "z", "All awards"),
            *right("Paid from the meter"),
        ),
        rows=tuple(map(_meter, runs)),
        tight=True,
    )


def _meter(run: MeterRun) -> tuple[str, ...]:
    return (
        run.terms.label,
        f"{len(run.top_cents):,}",
        "none came" if run.mean_top is None else money(run.mean_top),
        money(run.terms.mean_top),
        "" if run.top_error is None else money(Fraction(run.top_error)),
        "" if run.z is None else minus(f"{run.z:+.2f}"),
        f"{run.awards:,}",
        money(Fraction(run.award_cents, 100)),
    )
