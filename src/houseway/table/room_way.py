"""A house way of the room's own, in the terms of the table that is dealt by it: its file, and what approves it.

The file itself goes into the book. So a receipt, an audit and a copy of the book set every hand by it, whoever reads
them and wherever the file is, and a way that is named but is not there cannot keep an audit from deciding again. That
it decides every hand and fouls none is proved before a table is opened (`houseway way check`): the shell names in the
command which ways it has proved.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NewType

from houseway.faults import FileFaults
from houseway.game import Game
from houseway.ways import own_way
from houseway.ways.way import Way, read_way

FileText = NewType("FileText", str)
MOST_TEXT: Final = 20_000  # characters of a file
MOST_APPROVED: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomWay:
    """A way file, the name and version that stand in it, and the hash of what it does."""

    name: str
    digest: str
    text: FileText
    approved: str = ""  # by what: an agency's letter, the room's internal controls; empty: by nothing

    @property
    def standing(self) -> str:
        """Whose it is, as it is posted."""
        return f"approved: {self.approved}" if self.approved else "the room's own: nothing approves it"


def room_way(game: Game, text: str, approved: str = "") -> RoomWay:
    """A way for the game from the text of its file. Raises `ValueError` if it is none."""
    way = _read(game, text)
    return RoomWay(name=f"{way.name} {way.version}", digest=way.digest, text=FileText(text), approved=approved)


def set_by(game: Game, way: RoomWay) -> Game:
    """The game dealt by the room's way: the same object for the same way."""
    return _set_by(game, way)


@lru_cache(maxsize=32)
def _set_by(game: Game, way: RoomWay) -> Game:
    return game.set_by(_read(game, way.text).house_way(way.approved or None))


@lru_cache(maxsize=32)
def _read(game: Game, text: str) -> Way:
    way = read_way("the house way", text, own_way(game).split)
    if way.game != game.slug:
        raise ValueError(f"it is a way for {way.game}, not for {game.slug}")
    return way


def way_faults(game: Game, way: RoomWay) -> Iterator[str]:
    """What is wrong with a way that terms name."""
    if len(way.text) > MOST_TEXT:
        yield f"way: {len(way.text):,} characters; a file has at most {MOST_TEXT:,}"
        return
    if len(way.approved) > MOST_APPROVED or not (way.approved.isprintable() and way.approved == way.approved.strip()):
        yield f"way approved {way.approved[:40]!r}: one line of at most {MOST_APPROVED} printable characters"
    try:
        read = room_way(game, way.text, way.approved)
    except FileFaults as error:
        yield f"way: {'; '.join(error.faults)}"
        return
    except ValueError as error:
        yield f"way: {error}"
        return
    if not read.name.isprintable():
        yield f"way {read.name[:60]!r}: name and version are printable"
    if read != way:
        hashes = f"with the hash {read.digest[:16]}, not {way.digest[:16]!r}"
        yield f"way {way.name[:60]!r}: its file is {read.name[:60]!r} {hashes}"
