"""The first page: what the report is of, what made it, that it is no certificate, and every wager at a glance."""

from collections.abc import Iterator
from typing import Final

from houseway.analysis.figures import percent
from houseway.reports.document import Block, Caution, Column, Facts, Ledger, Text
from houseway.reports.mathematics.known import Mathematics
from houseway.reports.mathematics.numbers import decks_in_words
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
            ("Dealt from", _pack(known)),
            ("Program", f"houseway {known.version}"),
            ("Hash of the program", code_digest()),
        )
    )
    yield Caution("This is not a certificate", CAUTION)
    yield Ledger(
        caption="Every wager and paytable at a glance"
        + (f", dealt from {decks_in_words(known.decks)}" if known.has_choice_of_decks else ""),
        columns=(
            Column("Wager", wide=True),
            Column("Paytable"),
            Column("House edge", right=True),
            *(Column(f"with {decks_in_words(decks)}", right=True) for decks in known.letters_decks),
            Column("Element of risk", right=True),
            Column("Hit frequency", right=True),
            Column("Standard deviation", right=True),
        ),
        rows=tuple(_at_a_glance(known, place) for place in range(len(known.figures))),
        tight=len(known.figures) > LOOSE,
    )
    if known.letters_decks:
        decks = " and ".join(map(decks_in_words, known.letters_decks))
        yield Text(
            f"Figures that the letter publishes follow from {decks}, though it does not say so: the edge so dealt "
            "stands beside ours, and a chapter has it by every number of decks."
        )
    if known.lives:
        yield Text("The standard deviation of a progressive counts the spread of its meter, but not that of envy.")


def _pack(known: Mathematics) -> str:
    pack = str(known.game.deal.pack(known.decks))
    if not known.has_choice_of_decks:
        return pack
    allowed = f"the letter allows {known.game.deal.accepted_decks}"
    return f"{pack}; {allowed}" if known.decks > 1 else f"{decks_in_words(known.decks)}, {pack}; {allowed}"


def _at_a_glance(known: Mathematics, place: int) -> tuple[str, ...]:
    figures = known.figures[place]
    shoes = dict(zip(known.game.deal.decks, known.by_decks, strict=True))
    deviation = figures.standard_deviation
    return (
        f"{figures.wager}, {figures.play}" if figures.play else figures.wager,
        figures.label,
        percent(figures.house_edge),
        *(percent(shoes[decks][place].house_edge) for decks in known.letters_decks),
        percent(figures.element_of_risk),
        percent(figures.hit_frequency),
        f"{deviation:.4f}",
    )
