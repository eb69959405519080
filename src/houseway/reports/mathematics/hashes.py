"""Versions and hashes: what a report was made by and from, so that another can make it again."""

from collections.abc import Iterator, Sequence

from houseway.analysis.way_check import house_way_digest
from houseway.game import Game
from houseway.letters.letter import Letter
from houseway.reports.document import Facts, Ledger, Section, Text, right, wide
from houseway.reports.provenance import NOTICE, code_digest, libraries
from houseway.ways.player_cards import cards_of


def hashes_section(game: Game, letters: Sequence[Letter], version: str) -> Section:
    return Section(
        title="Versions and hashes",
        blocks=(
            Text(
                "The same program with the same inputs makes the same report, byte for byte. Hashes are SHA-256: of a "
                "letter over its file, of a paytable over what it pays, of a house way over what it does: its rules "
                "where it was read from a file, else how it sets one hand of every kind that the game tells apart."
            ),
            *_shared(game),
            Facts((("houseway", version), *libraries())),
            Ledger(
                columns=(*wide("What"), *right("SHA-256", fixed=True)),
                rows=tuple(_hashes(game, letters)),
            ),
            Text(NOTICE),
        ),
    )


def _hashes(game: Game, letters: Sequence[Letter]) -> Iterator[tuple[str, str]]:
    yield "Program, all files", code_digest()
    for letter in letters:
        yield f"Letter {letter.id}", letter.digest
    for wager in game.wagers:
        for table in game.paytables_of(wager):
            yield f"Paytable {table.label}", table.digest
    yield game.house_way.label, house_way_digest(game)
    for card in cards_of(game):
        if card.way:
            yield f"Player card of {card.length} lines", card.way.digest


def _shared(game: Game) -> Iterator[Text]:
    """Paytables of one hash are said to be so, lest it be taken for a mistake."""
    names: dict[str, list[str]] = {}
    for table in game.paytables.values():
        names.setdefault(table.digest, []).append(table.label)
    for alike in names.values():
        if len(alike) > 1:
            yield Text(f"{' and '.join(alike)} pay the same, line by line, and so have one hash.")
