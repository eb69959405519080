"""The letter's figures, derived again: each published one beside the exact one, and the readings that explain some."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from houseway.analysis.verify import Finding
from houseway.reports.document import Block, Column, Items, Ledger, Section, Text, right, wide
from houseway.reports.paper import minus


def findings_section(findings: Sequence[Finding]) -> Section:
    none = (Text("The letter publishes no figures of this game."),)
    return Section(title="The letter’s figures, derived again", blocks=tuple(_blocks(findings)) if findings else none)


def _blocks(findings: Sequence[Finding]) -> Iterator[Block]:
    readings = {finding.reading: finding.reading_says for finding in findings if finding.reading}
    numbers = {reading: number for number, reading in enumerate(readings, 1)}
    yield _summary(findings)
    for letter, group in groupby(findings, key=lambda finding: finding.letter):
        yield Ledger(
            caption=letter,
            columns=(
                Column("Paytable"),
                *wide("Figure"),
                *right("Published", "As written", "Differs", "Under reading"),
                *wide("Verdict"),  # and its note
            ),
            rows=tuple(_row(finding, numbers.get(finding.reading or "")) for finding in group),
            tight=True,
        )
    remarks = [
        f"{finding.paytable}, {finding.title} {finding.published.text}: {finding.remark} ({finding.source})"
        for finding in findings
        if finding.remark and not finding.follows
    ]
    if remarks:
        yield Text("Why figures that are published do not follow:")
        yield Items(tuple(remarks))
    if readings:
        yield Text("The readings, and what each takes for granted where the letter is silent:")
        yield Items(tuple(f"{reading}: {says}" if says else reading for reading, says in readings.items()))


def _summary(findings: Sequence[Finding]) -> Block:
    count = Counter(finding.verdict for finding in findings)
    return Text(
        f"Of {len(findings)} published figures {count['follows']} follow from the rules as written, "
        f"{count['follows under a reading']} under a reading named below, {count['not derivable']} cannot be derived "
        f"because the letter does not define them, {count['is wrong']} are wrong, and "
        f"{sum(not finding.explained for finding in findings)} remain unexplained."
    )


def _row(finding: Finding, reading: int | None) -> tuple[str, ...]:
    """A reading is named by its number in the list below."""
    under, difference = finding.exact_under_reading, finding.difference
    return (
        finding.label,
        finding.title,
        finding.published.text,
        "" if finding.exact is None else finding.show(finding.exact),
        "" if finding.follows or not difference else minus(finding.show(difference)),
        "" if under is None else f"{finding.show(under)} ({reading})",
        _verdict(finding),
    )


def _verdict(finding: Finding) -> str:
    """A figure that is not derivable has only its note."""
    if finding.exact is None or finding.note is None:
        return finding.note or finding.verdict
    return f"{finding.verdict}; {finding.note}"
