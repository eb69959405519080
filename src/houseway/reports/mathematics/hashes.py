"""Versions and hashes: what a report was made by and from, so that another can make it again."""

import hashlib
from collections.abc import Iterator, Sequence

from houseway.cards import show
from houseway.game import Game
from houseway.letters.letter import Letter
from houseway.reports.document import Facts, Ledger, Section, Text, right, wide
from houseway.reports.provenance import NOTICE, code_digest, libraries
from houseway.ways.player_cards import cards_of
from houseway.ways.way import Way


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


def house_way_digest(game: Game) -> str:
    """Of what a house way does. One that was not read from a file is asked about the dealer's cards of every class
    that the main wager can tell apart, in the greatest pack."""
    way = game.house_way
    if isinstance(way.source, Way):
        return way.source.digest
    assert game.sight is not None, f"{game.slug}: a house way without a file, and nothing to tell its hands apart by"
    pack = game.deal.pack(max(game.deal.decks))
    held = game.sight.held(pack)
    rows = []
    for seen, _ in game.sight.classes(pack, game.deal.dealer_cards):
        cards = tuple(held[grade][seen[:place].count(grade)] for place, grade in enumerate(seen))
        rows.append(f"{show(cards)}\t{' | '.join(map(show, way.set(cards).hands))}")
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()
