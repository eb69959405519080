"""What the pages of the mathematics show of a game: the figures of every paytable for every number of decks, how to
play it, and the figures that its letters publish beside the exact ones.

They take seconds to work out, of some games minutes, and nothing is worked out in the process that runs the tables. Of
the project's own games they stand in `worked_out/`, a file a game, written by `make docs` and held against the analysis
by the tests, under a hash of what they rest on. What is not there, or rests on something else now, is asked of the
process that counts (`web.reckoner`).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import houseway
from houseway.analysis.figures import Figures, Line
from houseway.analysis.progressive import Progressive
from houseway.analysis.rules import rules_digest
from houseway.analysis.verify import Finding, verify
from houseway.api.play import strategies
from houseway.deciding.command import Json, later
from houseway.game import AS_WRITTEN, Game
from houseway.games import FILES, GAMES
from houseway.games.stated import __file__ as stated_file
from houseway.games.stated import stated
from houseway.letters import letters_of
from houseway.letters.reading import Reading
from houseway.paytable import Paytable
from houseway.table.notation import build, plain
from houseway.table.room_way import RoomWay, set_by

if TYPE_CHECKING:
    from houseway.analysis.strategy import Strategy

FOLDER: Final = Path(__file__).parent / "worked_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckFigures:
    """The figures of paytables from so many decks, each under every play; and how to play the main game."""

    decks: int
    figures: Mapping[str, tuple[Figures, ...]]
    strategies: "tuple[Strategy, ...]" = ()
    readings: Mapping[str, Mapping[str, tuple[Figures, ...]]] = later({})  # by the reading of a rule, then by paytable


@dataclass(frozen=True, slots=True, kw_only=True)
class Workings:
    key: str  # of what they rest on
    shoes: tuple[DeckFigures, ...] = ()  # none, if the game could not be worked out
    findings: tuple[Finding, ...] = ()

    def nearest(self, decks: int) -> int:
        """So many decks or, where they are not worked out, the number next to it that is."""
        return min((shoe.decks for shoe in self.shoes), key=lambda known: abs(known - decks), default=decks)

    def edge(self, table: Paytable, decks: int, reading: str = AS_WRITTEN) -> Figures | None:
        """The figures that speak for a paytable: with so many decks, if they are worked out, and under best play."""
        return next(iter(self.figures(table, decks, reading)), None)

    def figures(self, table: Paytable, decks: int, reading: str = AS_WRITTEN) -> tuple[Figures, ...]:
        """Those of a paytable under every play, its wager read so; none where they are not worked out."""
        shoe = next((shoe for shoe in self.shoes if shoe.decks == decks), None)
        if shoe is None:
            return ()
        found = shoe.figures if reading == AS_WRITTEN else shoe.readings.get(reading, {})
        return found.get(table.name, ())


def kept_for(game: Game) -> Workings | None:
    """Those that came with the project, if they rest on the game as it is."""
    kept = kept_workings(game.slug)
    return kept if kept and kept.key == key_of(game) else None


@cache
def kept_workings(slug: str) -> Workings | None:
    """Those that came with the project, whatever they rest on."""
    kept = FOLDER / f"{slug}.json"
    return read(json.loads(kept.read_text("utf-8"))) if kept.is_file() else None


@cache
def meters_of(game: Game, name: str) -> tuple[Progressive, ...]:
    """The meters of a progressive paytable, every seat dealt in and betting."""
    return tuple(houseway.meters(game, paytable=name))


def worked_out(slug: str, way: RoomWay | None = None) -> Json:
    """A game of the project, or one that the room deals by its own way, as JSON."""
    worked: Json = plain(work_out(set_by(GAMES[slug], way) if way else GAMES[slug]))
    return worked


# ---- asked of the process that counts


def question(game: Game, way: RoomWay | None = None) -> Json:
    """Of a game that is dealt by its own house way, or by the room's."""
    return {"workings": game.slug, "key": key_of(game)} | ({"way": plain(way)} if way else {})


def answer(asked: Json) -> Json:
    """Work a game out, in the process that counts."""
    return worked_out(asked["workings"], build(RoomWay, asked["way"]) if "way" in asked else None)


def read(written: Json) -> Workings:
    """What was answered, or kept."""
    from houseway.analysis.strategy import Strategy

    def by_table(figures: Mapping[str, list[Any]]) -> dict[str, tuple[Figures, ...]]:
        return {name: tuple(map(_figures_read, found)) for name, found in figures.items()}

    def shoe(decks: int, figures: Json, strategies: list[Any], readings: Json | None = None) -> DeckFigures:
        return DeckFigures(
            decks=decks,
            figures=by_table(figures),
            strategies=tuple(build(Strategy, each) for each in strategies),
            readings={name: by_table(found) for name, found in (readings or {}).items()},
        )

    shoes = tuple(shoe(**each) for each in written["shoes"])
    findings = tuple(build(Finding, each) for each in written["findings"])
    return Workings(key=written["key"], shoes=shoes, findings=findings)


def _figures_read(written: Json) -> Figures:
    """Counts of a shoe have more digits than a number of a book may have."""
    lines = (
        replace(
            build(Line, line | {"combinations": 0, "total": 1}), combinations=line["combinations"], total=line["total"]
        )
        for line in written["lines"]
    )
    figures: Figures = build(Figures, written | {"lines": []})
    return replace(figures, lines=tuple(lines))


# ---- working it out


def work_out(game: Game) -> Workings:
    """Takes seconds, and of a game that is solved minutes."""
    shoes = tuple(_shoe(game, decks) for decks in _decks(game))
    return Workings(key=key_of(game), shoes=shoes, findings=tuple(_findings(game)))


def _decks(game: Game) -> tuple[int, ...]:
    """The numbers of decks that are worked out: all, or where each takes a minute, the two that tables open with."""
    from houseway.analysis.exact.facts import method_for
    from houseway.analysis.exact.question import question
    from houseway.analysis.exact.shoe import ShoeHands

    is_long = method_for(question(game)) is ShoeHands
    return tuple(sorted({game.default_decks, game.whole_shoe})) if is_long else tuple(game.decks)


def _shoe(game: Game, decks: int) -> DeckFigures:
    return DeckFigures(
        decks=decks,
        figures=dict(_figures(game, decks)),
        strategies=_strategies(game, decks),
        readings={reading.name: dict(_read_so(game, reading, decks)) for reading in game.readings},
    )


def _figures(game: Game, decks: int) -> Iterator[tuple[str, tuple[Figures, ...]]]:
    """Main wagers are played together, each by its first paytable or by the one that is asked for."""
    together: tuple[Figures, ...] = ()
    for wager in game.wagers:
        for number, table in enumerate(game.own_paytables(wager)):
            is_main = wager in game.main and not number
            found = together if is_main else ()
            found = found or tuple(houseway.analyze(game, wager=wager.name, paytable=table.name, decks=decks))
            together = together or found if is_main else together
            yield table.name, found


def _read_so(game: Game, reading: Reading, decks: int) -> Iterator[tuple[str, tuple[Figures, ...]]]:
    """The figures of the wagers that a reading is of."""
    read_so = game.read_as(dict.fromkeys(reading.wagers, reading.name))
    for wager in read_so.wagers:
        for table in read_so.own_paytables(wager) if wager.name in reading.wagers else ():
            found = houseway.analyze(read_so, wager=wager.name, paytable=table.name, decks=decks)
            yield table.name, tuple(found)


def _strategies(game: Game, decks: int) -> "tuple[Strategy, ...]":
    return tuple(replace(each, policy=None) for each in strategies(game, decks=decks))


def _findings(game: Game) -> Iterator[Finding]:
    from houseway.work.ends import ends_of  # with all kernels, which the process that runs the tables never needs

    for letter in letters_of(game.letters):
        yield from (each for each in verify(letter, GAMES, ends_of) if each.game == game.slug)


def key_of(game: Game) -> str:
    """The hash of what the workings rest on: the game's own file and the rules that it imports, what its wagers pay,
    what is published of them, the strategies that are stated for it, and the house way."""
    ways = [game.way] if game.way else []
    parts = [
        rules_digest(FILES[game.slug]) if game.slug in FILES else "",
        *((game.origin.edition,) if game.origin else ()),
        *(table.digest for table in game.paytables.values()),
        *((rules_digest(Path(stated_file)),) if stated(game.slug) else ()),
        *(repr(entry.figures) for letter in letters_of(game.letters) for entry in letter.entries),
        *(part for way in ways for part in (way.label, *way.rules, str(getattr(way.source, "digest", "")))),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
