"""Versions and hashes: what a report was made by and from, so that another can make it again."""

from collections.abc import Iterator, Sequence

from houseway.game import Game
from houseway.letters.letter import Letter
from houseway.reports.document import Column, Facts, Ledger, Section, Text
from houseway.reports.mathematics.front import NOTICE
from houseway.reports.provenance import code_digest, libraries
from houseway.ways.way import Way


def hashes_section(game: Game, letters: Sequence[Letter], version: str) -> Section:
    return Section(
        title="Versions and hashes",
        blocks=(
            Text(
                "The same program with the same inputs makes the same report, byte for byte. Hashes are SHA-256: of a "
                "letter over its file, of a paytable over what it pays, of a house way over what it does."
            ),
            Facts((("houseway", version), *libraries())),
            Ledger(
                columns=(Column("What", wide=True), Column("SHA-256", right=True, fixed=True)),
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
    for name, way in ((game.house_way.label, game.house_way.source), ("Rules for players", game.advice)):
        if isinstance(way, Way):
            yield name, way.digest
