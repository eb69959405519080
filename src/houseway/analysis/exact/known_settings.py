"""How house ways set all that dealers can hold, as it came with the project: to follow a way takes a process seconds,
and to look up what it makes a part of one, so that a coach is ready when the first hand of a game was played.

A file of `known_settings/` is written by `python -m houseway.analysis.exact.known_settings` (a minute for all) and
packed by zlib. Of a way it has a byte for each look (`set_looks`), the number of its setting; of a game with hands that
nothing is won or lost against a bit for each that the way makes. It stands under a hash of all that it rests on: the
way, the cards and what hands are worth, and for barred hands the rules of the game. Of other ways, or when a rule was
changed, there is none, and the way is followed.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import Final

import numpy as np

from houseway.analysis.arrays import Bytes
from houseway.analysis.exact.set_looks import SetLooks
from houseway.analysis.rules import rules_digest
from houseway.analysis.split.barred import Flags
from houseway.cards import show
from houseway.game import Game
from houseway.games import FILES, GAMES
from houseway.ways.way import Way

FOLDER: Final = Path(__file__).with_suffix("")
NAME: Final = 16  # digits of a hash that name a file


def known_settings(looks: SetLooks, way: Way) -> Bytes | None:
    """By look the number of the setting that the way chooses."""
    return _kept(settings_key(looks, way))


def known_barred(game: Game, looks: SetLooks, way: Way) -> Flags | None:
    """Of all that the way makes, in order, which of it nothing is won or lost against."""
    bits = _kept(barred_key(game, looks, way)) if game is GAMES.get(game.slug) else None
    return None if bits is None else np.unpackbits(bits[4:])[: int(bits[:4].view("<u4")[0])].astype(np.bool_)


def settings_key(looks: SetLooks, way: Way) -> str:
    """The hash of what settings rest on."""
    rules = looks.rules
    digest = hashlib.sha256(f"{way.digest} {rules.sizes} {show(rules.pack)}".encode())
    for size in sorted({*rules.sizes}):
        worths = looks.worths[size]
        digest.update(f"{size} {worths.order}".encode() + worths.plain.tobytes() + worths.suited.tobytes())
    return digest.hexdigest()


def barred_key(game: Game, looks: SetLooks, way: Way) -> str:
    """The hash of what barred hands rest on."""
    return hashlib.sha256(f"{settings_key(looks, way)} {rules_digest(FILES[game.slug])}".encode()).hexdigest()


def _kept(key: str) -> Bytes | None:
    file = FOLDER / key[:NAME]
    return np.frombuffer(zlib.decompress(file.read_bytes()), np.uint8) if file.is_file() else None


# ---- writing them


def written() -> dict[str, Bytes]:
    """By file what stands in it, unpacked; followed and asked anew."""
    from houseway.analysis.exact.options import added_by_choice, solved
    from houseway.analysis.exact.set_sight import Follower, SetSight, set_by

    found: dict[str, Bytes] = {}
    for game in GAMES.values():
        if not (game.choices and game.main):
            continue
        method = solved(game, beside=added_by_choice(game), one_sight=True)
        if isinstance(method, SetSight):
            looks, way = SetLooks(method.rules), method.way
            key = settings_key(looks, way)[:NAME]
            if key not in found:
                found[key] = Follower(looks, way).settings()
            if method.bars:
                flags = method.barred_of(set_by(looks, found[key]))
                length = np.array([len(flags)], "<u4").view(np.uint8)
                found[barred_key(game, looks, way)[:NAME]] = np.concatenate([length, np.packbits(flags)])
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    for name, kept in written().items():
        (FOLDER / name).write_bytes(zlib.compress(kept.tobytes(), 9))
