"""The line tables under the readings that give published figures, each beside the lines as the rules are written."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from houseway.analysis.figures import Figures, Line, decimal, percent
from houseway.analysis.progressive import Progressive
from houseway.analysis.verify import Finding, ReadSo
from houseway.reports.document import Block, Ledger, Section, Text, right, wide
from houseway.reports.mathematics.subject import Mathematics
from houseway.reports.paper import in_lowest_terms, minus, whole_or_decimal


def readings_section(subject: Mathematics) -> Section:
    """Nothing where every figure follows as written."""
    says = (
        "Published figures that do not follow from the rules as they are written follow under a reading. Here is every "
        "paytable under the reading that gives its figures, line by line beside the rules as written:"
    )
    none = "Every published figure that follows does so from the rules as they are written, but for its rounding."
    parts = tuple(
        Section(title=f"{_of(each).label}, {each.reading}", blocks=tuple(_blocks(subject, each)))
        for each in _once(subject.read_so)
    )
    return Section(
        title="Line tables under the readings of published figures",
        blocks=(Text(says if parts else none),),
        parts=parts,
    )


def _once(read_so: Sequence[ReadSo]) -> Iterator[ReadSo]:
    """Several letters may publish figures that follow under one reading of one paytable."""
    met: dict[tuple[str, str, str | None], ReadSo] = {}
    for each in read_so:
        at = _of(each).paytable, each.reading, _of(each).play
        met[at] = replace(met[at], findings=(*met[at].findings, *each.findings)) if at in met else each
    yield from met.values()


def _of(each: ReadSo) -> Finding:
    return each.findings[0]


def _blocks(subject: Mathematics, each: ReadSo) -> Iterator[Block]:
    reading = each.figures.figures() if isinstance(each.figures, Progressive) else each.figures
    written = _written(subject.figures, each, reading)
    published = "; ".join(dict.fromkeys(f"{finding.title} {finding.published.text}" for finding in each.findings))
    says = next((finding.reading_says for finding in each.findings if finding.reading_says), None)
    yield Text(
        f"Published: {published}. House edge as written {_edge(written)}; under the reading "
        f"{_edge(reading)} = {in_lowest_terms(reading.house_edge)}." + (f" It says: {says}." if says else "")
    )
    if written is not None:
        yield _table(written, reading)


def _written(figures: Sequence[Figures], each: ReadSo, reading: Figures) -> Figures | None:
    """The figures of the same paytable as written: of the same play, if there are several."""
    found = [of for of in figures if _of(each).paytable in (of.paytable, *of.paytable.split(" with "))]
    return next((of for of in found if of.play == reading.play), next(iter(found), None))


def _edge(figures: Figures | None) -> str:
    return "not worked out here" if figures is None else minus(percent(figures.house_edge, 6))


def _table(written: Figures, reading: Figures) -> Block:
    before, now = _by_name(written), _by_name(reading)
    rows = []
    for name in dict.fromkeys((*now, *before)):
        old, new = before.get(name), now.get(name)
        shown = new or old
        assert shown is not None
        rows.append((name[0], shown.pay, *_cells(old), *_cells(new)))
    return Ledger(
        columns=(
            *wide("Line"),
            *right("Pays", "Deals as written", "Probability", "Net of 1", "Deals so read", "Probability", "Net of 1"),
        ),
        rows=tuple(rows),
        total=("Together", "", *_total(written), *_total(reading)),
        tight=True,
    )


def _by_name(figures: Figures) -> dict[tuple[str, str], Line]:
    """Lines by their names and pays: one name may be that of several ends."""
    return {(line.name, line.pay): line for line in figures.lines}


def _cells(line: Line | None) -> tuple[str, str, str]:
    if line is None:
        return "", "", ""
    return f"{line.combinations:,}", decimal(line.probability, 8), whole_or_decimal(line.net)


def _total(figures: Figures) -> tuple[str, str, str]:
    return f"{figures.combinations:,}", "", minus(decimal(-figures.house_edge, 8))
