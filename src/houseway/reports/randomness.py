"""What the randomness battery found: tables, and the same document that a mathematics report is."""

from collections.abc import Iterator
from datetime import date
from math import isfinite
from pathlib import PurePath
from typing import Final

from rich.console import Console

from houseway.analysis.randomness.outcome import CONFIDENCES, OURS, ChanceTest, Evidence, Sample
from houseway.reports.document import Block, Caution, Column, Document, FactList, Ledger, Section, Text, right, wide
from houseway.reports.paper import minus
from houseway.reports.provenance import NOTICE, code_digest, libraries
from houseway.reports.terminal import figure_table, print_notice, print_titled

METHOD: Final = (
    "Every p is the chance that a perfect generator would be as far from what is expected, in either direction: counts "
    "that are too even are as suspect as counts that are too uneven. Among many tests some p are small by chance; "
    "Holm's procedure makes each answer for all, so that a perfect generator raises any alarm at all in at most 5 % of "
    "such reports at 95 % confidence, and in at most 1 % at 99 %."
)
MEANING: Final = (
    "A battery can show that a generator is bad. It cannot show that one is good: that rests on how the numbers are "
    "made."
)
MADE: Final = (
    "The shuffler takes them from the operating system's cryptographic generator and scales them by rejection, so that "
    "every order and every number is as likely as any other."
)


def verdict(evidence: Evidence, confidence: float) -> str:
    alarms = evidence.alarms(confidence)
    number = f"{len(alarms) or 'none'} of {len(evidence.outcomes)} tests"
    return f"{number} {'raise' if len(alarms) > 1 else 'raises'} an alarm"


def small(chance: float) -> str:
    """0.1234, and below that as many zeros as are honest."""
    return f"{chance:.4f}" if chance >= 0.0005 else f"{chance:.1e}" if chance else "0"


def _statistic(outcome: ChanceTest) -> str:
    value = outcome.statistic
    if not isfinite(value):
        return "–"
    text = f"{value:,.2f}" if outcome.freedom is not None or value != int(value) else f"{value:,.0f}"
    return minus(text)


def _mark(adjusted: float) -> str:
    """The greatest confidence at which it is an alarm."""
    return next((f"alarm at {confidence:.0%}" for confidence in CONFIDENCES if adjusted < 1 - confidence), "passes")


def _rows(evidence: Evidence) -> Iterator[tuple[Sample, list[tuple[str, ...]]]]:
    for sample, answers in evidence.answers:
        rows: list[tuple[str, ...]] = []
        for outcome, answered in zip(sample.outcomes, answers, strict=True):
            freedom = "" if outcome.freedom is None else f"{outcome.freedom:,}"
            shown = (outcome.test, outcome.of, f"{outcome.count:,}", _statistic(outcome), freedom)
            rows.append((*shown, small(outcome.p), small(answered), _mark(answered)))
        yield sample, rows


FIGURES: Final = right("Looked at", "Statistic", "Freedom", "p", "p for all")
COLUMNS: Final = (Column("Test"), *wide("Of"), *FIGURES, Column("Verdict"))
NARROW: Final = (0, 1, 5, 6, 7)  # what a terminal has room for


def print_evidence(out: Console, evidence: Evidence) -> None:
    for sample, rows in _rows(evidence):
        columns = (COLUMNS[place] for place in NARROW)
        table = figure_table(*((">" if each.right else "") + each.name.lower() for each in columns))
        for row in rows:
            table.add_row(*(row[place] for place in NARROW), style="red" if row[-1] != "passes" else "")
        print_titled(out, sample.name, table, f"  {sample.count:,} {sample.unit} of {sample.source}")
        if sample.sha256:
            out.print(f"  SHA-256 {sample.sha256}\n")
    for confidence in reversed(CONFIDENCES):
        out.print(f"At {confidence:.0%} confidence, all tests together: {verdict(evidence, confidence)}.")
    print_notice(out)


def document(evidence: Evidence, version: str, *, on: date | None = None) -> Document:
    sections = tuple(
        Section(
            title=sample.name,
            blocks=(
                Text(f"{sample.count:,} {sample.unit} of {sample.source}."),
                *((FactList((("SHA-256 of what was read", sample.sha256),)),) if sample.sha256 else ()),
                Ledger(columns=COLUMNS, rows=tuple(rows)),
            ),
        )
        for sample, rows in _rows(evidence)
    )
    made_by = Section(
        title="Versions and hashes",
        blocks=(FactList((("houseway", version), ("Hash of the program", code_digest()), *libraries())), Text(NOTICE)),
    )
    return Document(
        title="Evidence of randomness",
        about=_about(evidence),
        running=f"Numbers of {' and '.join(PurePath(source).name for source in _sources(evidence))}",
        source=f"houseway {version}",
        notice=NOTICE,
        on=on,
        front=tuple(_front(evidence)),
        sections=(*sections, made_by),
    )


def _about(evidence: Evidence) -> str:
    *units, last = dict.fromkeys(sample.unit for sample in evidence.samples)
    named = f"{', '.join(units)} and {last}" if units else last
    return f"{named[0].upper()}{named[1:]} of {' and '.join(_sources(evidence))}"


def _sources(evidence: Evidence) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sample.source for sample in evidence.samples))


def _front(evidence: Evidence) -> Iterator[Block]:
    yield Caution("This is not a certificate", ("No regulator and no test laboratory has approved it.", MEANING))
    if all(sample.source == OURS for sample in evidence.samples):
        yield Text(MADE)
    yield Text(METHOD)
    yield FactList(tuple((f"{c:.0%} confidence", verdict(evidence, c)) for c in reversed(CONFIDENCES)))
    rows = [
        (s.name, f"{s.count:,} {s.unit}", str(len(answers)), small(min(answers)), _mark(min(answers)))
        for s, answers in evidence.answers
    ]
    yield Ledger(
        caption="What was tested",
        columns=(*wide("Sample"), *right("Amount", "Tests", "Least p for all"), Column("Verdict")),
        rows=tuple(rows),
    )
