"""The report as one document: its first page, which says what it is of, what made it and that it is no certificate,
with every wager at a glance; its chapters in their order; and the versions and hashes behind it."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from houseway.analysis.figures import percent
from houseway.analysis.way_check import house_way_digest
from houseway.cards import decks_in_words
from houseway.game import Game
from houseway.letters.letter import Letter
from houseway.reports.document import (
    Block,
    Caution,
    Column,
    Document,
    FactList,
    Ledger,
    Section,
    Signatures,
    Text,
    right,
    wide,
)
from houseway.reports.mathematics.combined import combined_section
from houseway.reports.mathematics.findings import findings_section
from houseway.reports.mathematics.full_table import full_table_section
from houseway.reports.mathematics.method import method_section
from houseway.reports.mathematics.par_sheet import par_sheet_section
from houseway.reports.mathematics.paytables import fractions_section, paytables_section
from houseway.reports.mathematics.progressive import progressive_section
from houseway.reports.mathematics.protection import protection_section
from houseway.reports.mathematics.readings import readings_section
from houseway.reports.mathematics.rules import house_way_section, rules_section
from houseway.reports.mathematics.sensitivity import sensitivity_section
from houseway.reports.mathematics.simulation import simulation_section
from houseway.reports.mathematics.strategy import strategy_section
from houseway.reports.mathematics.subject import Mathematics
from houseway.reports.mathematics.varies import varies_section
from houseway.reports.paper import long_day
from houseway.reports.provenance import NOTICE, code_digest, libraries
from houseway.ways.player_cards import cards_of

TITLE: Final = "Mathematics report"
CAUTION: Final = (
    "It is a calculation by an open program from rules as that program states them.",
    "No regulator and no test laboratory has approved it.",
    "Equipment, rules and paytables may be used only as their own approvals say.",
)
UNAPPROVED: Final = "Unapproved: no letter of an agency approves these rules or pays"
UNKNOWN: Final = "not known: the program does not run from a checkout of its sources"
LOOSE: Final = 9  # rows up to which the glance is set wide


def document(subject: Mathematics, *, on: date | None = None) -> Document:
    return Document(
        title=TITLE,
        about=subject.game.title + _dealt_from(subject),
        source=f"houseway {subject.version}",
        on=on,
        notice=NOTICE,
        front=tuple(_front_page(subject)),
        sections=tuple(_sections(subject)),
    )


def _sections(subject: Mathematics) -> Iterator[Section]:
    yield rules_section(subject.game, subject.letters)
    if subject.game.way:
        yield house_way_section(subject.game, subject.game.way)
    yield method_section(subject)
    yield paytables_section(subject.figures, subject.lives)
    if subject.findings:
        yield readings_section(subject)
    yield varies_section(subject)
    if subject.game.choices:
        yield strategy_section(subject.strategies, subject.plays, subject.differences)
    yield combined_section(subject)
    yield full_table_section(subject)
    yield protection_section(subject)
    yield par_sheet_section(subject.figures, subject.turnover)
    yield sensitivity_section(subject.sensitivities)
    if subject.lives:
        yield progressive_section(subject.lives)
    yield simulation_section(subject)
    yield findings_section(subject.findings)
    yield fractions_section(subject.figures)
    yield _versions_and_hashes(subject)
    yield _signatures(subject)


# ---- the first page --------------------------------------------------------------------------------


def _front_page(subject: Mathematics) -> Iterator[Block]:
    yield Text(subject.game.summary)
    yield FactList(
        (
            *(("Letter", f"{each.title}. {each.agency}, {long_day(each.date)}") for each in subject.letters),
            ("Dealt from", _pack(subject)),
            ("Program", f"houseway {subject.version}"),
            ("Commit of its sources", subject.commit or UNKNOWN),
            ("Hash of the program", code_digest()),
            *((("Prepared by", subject.prepared_by),) if subject.prepared_by else ()),
            *((("Reviewed by", subject.reviewed_by),) if subject.reviewed_by else ()),
        )
    )
    yield Caution("This is not a certificate", CAUTION)
    if not subject.is_approved:
        yield Caution(UNAPPROVED, tuple(letter.about for letter in subject.letters if letter.about))
    yield Ledger(
        caption="Every wager and paytable at a glance" + _dealt_from(subject),
        columns=(
            *wide("Wager"),
            Column("Paytable"),
            *right("House edge", *(f"with {decks_in_words(decks)}" for decks in subject.letters_decks)),
            *right("Element of risk", "Hit frequency", "Standard deviation"),
        ),
        rows=tuple(_at_a_glance(subject, place) for place in range(len(subject.figures))),
        tight=len(subject.figures) > LOOSE,
    )
    if subject.letters_decks:
        decks = " and ".join(map(decks_in_words, subject.letters_decks))
        yield Text(
            f"Figures that the letter publishes follow from {decks}, though it does not say so: the edge so dealt "
            "stands beside ours, and a chapter has it by every number of decks."
        )
    if subject.lives:
        yield Text("The standard deviation of a progressive counts the spread of its meter, but not that of envy.")


def _pack(subject: Mathematics) -> str:
    pack = str(subject.game.pack(subject.decks))
    if not subject.has_choice_of_decks:
        return pack
    allowed = f"the letter allows {subject.game.accepted_decks}"
    return f"{pack}; {allowed}" if subject.decks > 1 else f"{decks_in_words(subject.decks)}, {pack}; {allowed}"


def _at_a_glance(subject: Mathematics, place: int) -> tuple[str, ...]:
    figures = subject.figures[place]
    shoes = dict(zip(subject.game.decks, subject.by_decks, strict=True))
    return (
        f"{figures.wager}, {figures.play}" if figures.play else figures.wager,
        figures.label,
        percent(figures.house_edge),
        *(percent(shoes[decks][place].house_edge) for decks in subject.letters_decks),
        percent(figures.element_of_risk),
        percent(figures.hit_frequency),
        f"{figures.standard_deviation:.4f}",
    )


def _dealt_from(subject: Mathematics) -> str:
    return f", dealt from {decks_in_words(subject.decks)}" if subject.has_choice_of_decks else ""


# ---- versions and hashes -----------------------------------------------------------------------------


def _versions_and_hashes(subject: Mathematics) -> Section:
    """What the report was made by and from, so that another can make it again."""
    game, letters = subject.game, subject.letters
    return Section(
        title="Versions and hashes",
        blocks=(
            Text(
                "The same program with the same inputs makes the same report, byte for byte. Hashes are SHA-256: of a "
                "letter over its file, of a paytable over what it pays, of a house way over what it does: its rules "
                "where it was read from a file, else how it sets one hand of every kind that the game tells apart."
            ),
            *_shared(game),
            FactList((("houseway", subject.version), ("Commit", subject.commit or UNKNOWN), *libraries())),
            Ledger(columns=(*wide("What"), *right("SHA-256", fixed=True)), rows=tuple(_hashes(game, letters))),
            Text(NOTICE),
        ),
    )


def _hashes(game: Game, letters: Sequence[Letter]) -> Iterator[tuple[str, str]]:
    yield "Program, all files", code_digest()
    for letter in letters:
        yield f"Letter {letter.id}", letter.digest
    for wager in game.wagers:
        for table in game.own_paytables(wager):
            yield f"Paytable {table.label}", table.digest
    if game.way:
        yield game.way.label, house_way_digest(game)
    for card in cards_of(game):
        if card.way:
            yield f"Player card of {card.length} lines", card.way.digest


def _signatures(subject: Mathematics) -> Section:
    """Whoever signs says that he has worked through it; the program cannot."""
    return Section(
        title="Preparer and reviewer",
        blocks=(
            Text("Signed on paper by those who have worked through this report, of the version and hashes above."),
            Signatures((("Prepared by", subject.prepared_by), ("Reviewed by", subject.reviewed_by))),
        ),
    )


def _shared(game: Game) -> Iterator[Text]:
    """Paytables of one hash are said to be so, lest it be taken for a mistake."""
    names: dict[str, list[str]] = {}
    for table in game.paytables.values():
        names.setdefault(table.digest, []).append(table.label)
    for alike in names.values():
        if len(alike) > 1:
            yield Text(f"{' and '.join(alike)} pay the same, line by line, and so have one hash.")
