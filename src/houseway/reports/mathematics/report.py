"""The report: its first page and its chapters, in their order, as one document."""

from collections.abc import Iterator
from datetime import date

from houseway.reports.document import Document, Section
from houseway.reports.mathematics.findings import findings_section
from houseway.reports.mathematics.front import NOTICE, TITLE, front_page
from houseway.reports.mathematics.hashes import hashes_section
from houseway.reports.mathematics.house_way import house_way_section
from houseway.reports.mathematics.known import Mathematics
from houseway.reports.mathematics.numbers import decks_in_words
from houseway.reports.mathematics.paytables import decks_section, fractions_section, paytables_section
from houseway.reports.mathematics.progressive import progressive_section
from houseway.reports.mathematics.rules import rules_section
from houseway.reports.mathematics.simulation import simulation_section
from houseway.reports.mathematics.strategy import strategy_section


def document(known: Mathematics, *, on: date | None = None) -> Document:
    return Document(
        title=TITLE,
        about=known.game.title + (f", dealt from {decks_in_words(known.decks)}" if known.has_choice_of_decks else ""),
        source=f"houseway {known.version}",
        on=on,
        notice=NOTICE,
        front=tuple(front_page(known)),
        sections=tuple(_sections(known)),
    )


def _sections(known: Mathematics) -> Iterator[Section]:
    yield rules_section(known.game, known.letters)
    yield house_way_section(known.game)
    yield paytables_section(known.figures, known.lives)
    if len(known.by_decks) > 1:
        yield decks_section(known.by_decks)
    yield strategy_section(known.strategies, known.plays, known.differences)
    if known.lives:
        yield progressive_section(known.lives)
    yield simulation_section(known)
    yield findings_section(known.findings)
    yield fractions_section(known.figures)
    yield hashes_section(known.game, known.letters, known.version)
