"""The house way: its rules in words and, where it is a points card, the card."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from houseway.game import Game
from houseway.reports.document import Block, Column, Items, Ledger, Section, Text
from houseway.reports.paper import minus
from houseway.ways.way import Bound, Way

ABREAST: Final = 3  # columns of a points card


def house_way_section(game: Game) -> Section:
    return Section(title="The house way", blocks=tuple(_blocks(game)))


def _blocks(game: Game) -> Iterator[Block]:
    way = game.house_way
    stands = f"It stands in {way.letter}." if way.letter else "No letter prints it: it is ours, and approved by nobody."
    players = "A player may ask for it." if way.for_players else "It is the dealer's alone."
    yield Text(f"{way.label}. {stands} {players}")
    yield Items(tuple(way.rules))
    if isinstance(way.source, Way):
        yield from _card(way.source)


def _card(way: Way) -> Iterator[Block]:
    for hand, entries in way.points.items():
        yield _points(hand, entries)
    if way.bonuses:
        yield Ledger(
            caption="Then every line that holds is added",
            columns=(Column("Points", right=True), Column("Setting", wide=True)),
            rows=tuple((minus(f"{bonus.points:+d}"), bonus.says) for bonus in way.bonuses),
            tight=True,
        )


def _points(hand: str, entries: Sequence[tuple[Bound, int]]) -> Block:
    """Entries of the same points on one row, in columns abreast."""
    alike: dict[int, list[str]] = {}
    for bound, points in entries:
        alike.setdefault(points, []).append(bound.text)
    rows = [(str(points), ", ".join(alike[points])) for points in sorted(alike, reverse=True)]
    length = -(-len(rows) // ABREAST)
    parts = [rows[start : start + length] for start in range(0, len(rows), length)]
    return Ledger(
        caption=f"Points of {hand}",
        columns=(Column("Points", right=True), Column("Hands", wide=True)) * len(parts),
        rows=tuple(sum(abreast, ()) for abreast in zip_longest(*parts, fillvalue=("", ""))),
        tight=True,
    )
