"""The first page: what the report is of, what made it, that it is no certificate, and every wager at a glance."""

from collections.abc import Iterator
from typing import Final

from houseway.analysis.figures import Figures, percent
from houseway.reports.document import Block, Caution, Column, Facts, Ledger, Text
from houseway.reports.mathematics.known import Mathematics
from houseway.reports.paper import long_day
from houseway.reports.provenance import code_digest

TITLE: Final = "Mathematics report"
NOTICE: Final = "Of a simulator, trainer and reference: not a certificate, and approved by nobody."
CAUTION: Final = (
    "It is a calculation by an open program from rules as that program states them.",
    "No regulator and no test laboratory has approved it.",
    "Equipment, rules and paytables may be used only as their own approvals say.",
)
LOOSE: Final = 9  # rows up to which the glance is set wide


def front_page(known: Mathematics) -> Iterator[Block]:
    yield Text(known.game.summary)
    yield Facts(
        (
            *(("Letter", f"{each.title}. {each.agency}, {long_day(each.date)}") for each in known.letters),
            ("Dealt from", str(known.game.deal.pack(known.decks))),
            ("Program", f"houseway {known.version}"),
            ("Hash of the program", code_digest()),
        )
    )
    yield Caution("This is not a certificate", CAUTION)
    yield Ledger(
        caption="Every wager and paytable at a glance",
        columns=(
            Column("Wager", wide=True),
            Column("Paytable"),
            Column("House edge", right=True),
            Column("Element of risk", right=True),
            Column("Hit frequency", right=True),
            Column("Standard deviation", right=True),
        ),
        rows=tuple(map(_at_a_glance, known.figures)),
        tight=len(known.figures) > LOOSE,
    )


def _at_a_glance(figures: Figures) -> tuple[str, ...]:
    return (
        f"{figures.wager}, {figures.play}" if figures.play else figures.wager,
        figures.label,
        percent(figures.house_edge),
        percent(figures.element_of_risk),
        percent(figures.hit_frequency),
        f"{figures.standard_deviation:.4f}",
    )
