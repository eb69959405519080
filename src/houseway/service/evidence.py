"""The shuffler put to the test: what the games really draw, gathered as a table would draw it.

The same batteries test somebody else's numbers: bytes as they are, shuffles and rotations a line each.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from typing import Final

import numpy as np

from houseway import shuffler
from houseway.analysis.randomness.outcome import OURS, ChanceTest, Sample
from houseway.analysis.randomness.raw import raw_outcomes
from houseway.analysis.randomness.sequence import Ints, frequency, sequence_outcomes
from houseway.analysis.randomness.shuffles import shuffle_outcomes
from houseway.cards import Card, Pack
from houseway.game import Game
from houseway.table.places import number_of_dice

LEAST_DRAWS: Final = 2_000
DIE: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """How much of each is tested."""

    bytes: int = 1 << 21
    shuffles: int = 5_000
    rotations: int = 200_000


def raw_sample(data: bytes, source: str = OURS) -> Sample:
    return Sample(name="Raw bytes", source=source, count=len(data), unit="bytes", outcomes=raw_outcomes(data))


def shuffle_sample(orders: Iterable[tuple[Card, ...]], pack: Pack, source: str = OURS) -> Sample:
    shuffles = np.array(list(orders), dtype=np.int64).reshape(-1, len(pack))
    outcomes = shuffle_outcomes(shuffles, pack)
    return Sample(name=f"Shuffles of {pack}", source=source, count=len(shuffles), unit="shuffles", outcomes=outcomes)


def number_sample(numbers: Iterable[int], positions: int, source: str = OURS) -> Sample:
    drawn = _drawn(numbers)
    outcomes = tuple(sequence_outcomes(drawn - 1, positions, f"positions 1 to {positions}"))
    return Sample(name="Rotations by number", source=source, count=len(drawn), unit="draws", outcomes=outcomes)


def dice_sample(throws: Iterable[tuple[int, ...]], seats: int, source: str = OURS) -> Sample:
    """Each die by itself, and the position that three of them count to, which is not uniform."""
    thrown = list(throws)
    dice = _drawn(die for throw in thrown for die in throw)
    numbers = np.array([number_of_dice(throw, seats) for throw in thrown], dtype=np.int64)
    outcomes = (*sequence_outcomes(dice - 1, DIE, "dice"), position_by_dice(numbers, seats))
    return Sample(name="Rotations by three dice", source=source, count=len(thrown), unit="throws", outcomes=outcomes)


def position_by_dice(numbers: Ints, seats: int) -> ChanceTest:
    every = [number_of_dice(throw, seats) for throw in product(range(1, DIE + 1), repeat=3)]
    chances = np.bincount(every, minlength=seats + 2)[1:] / len(every)
    return frequency(numbers - 1, chances, "positions by three dice")


def _drawn(numbers: Iterable[int]) -> Ints:
    drawn = np.fromiter(numbers, dtype=np.int64)
    if len(drawn) < LEAST_DRAWS:
        raise ValueError(f"{len(drawn):,} draws are too few: {LEAST_DRAWS:,} or more say something")
    return drawn


# ---- ours ------------------------------------------------------------------------------------------


def packs_of(games: Iterable[Game], decks: int | None = None) -> tuple[Pack, ...]:
    """What the games are dealt from: the usual pack of each, and its greatest shoe."""
    packs = (game.pack(n) for game in games for n in ((decks,) if decks else (game.default_decks, game.whole_shoe)))
    return tuple(dict.fromkeys(packs))


def seats_by(games: Iterable[Game], by: str) -> tuple[int, ...]:
    """The numbers of seats of games whose first packet is numbered so, each once."""
    return tuple(dict.fromkeys(game.seats for game in games if by in game.number_by))


def gathered(
    kinds: Iterable[str], games: Iterable[Game], amounts: Amounts, decks: int | None = None
) -> Iterator[Sample]:
    """The samples of ours, each gathered when it is asked for."""
    games = tuple(games)
    for kind in kinds:
        match kind:
            case "raw":
                yield raw_sample(shuffler.raw_bytes(amounts.bytes))
            case "shuffles":
                for pack in packs_of(games, decks):
                    yield shuffle_sample((shuffler.shuffled(pack) for _ in range(amounts.shuffles)), pack)
            case "rotations":
                for seats in seats_by(games, "rng"):
                    numbers = (shuffler.drawn_number(seats + 1) for _ in range(amounts.rotations))
                    yield number_sample(numbers, seats + 1)
            case "dice":
                for seats in seats_by(games, "dice"):
                    yield dice_sample((shuffler.thrown_dice() for _ in range(amounts.rotations // 3)), seats)


# ---- somebody else's -------------------------------------------------------------------------------


def read_sample(kind: str, data: bytes, source: str, game: Game, decks: int | None = None) -> Sample:
    """A sample as `houseway rng dump` writes it: bytes, or a line a shuffle, a number or a throw."""
    return replace(_sample_of(kind, data, source, game, decks), sha256=sha256(data).hexdigest())


def _sample_of(kind: str, data: bytes, source: str, game: Game, decks: int | None) -> Sample:
    if kind == "raw":
        return raw_sample(data, source)
    try:
        rows = [tuple(map(int, line.split())) for line in data.decode("ascii").splitlines()]
    except ValueError:
        raise ValueError(f"{source}: not lines of numbers, as houseway rng dump {kind} writes them") from None
    positions = game.seats + 1
    match kind:
        case "shuffles":
            pack = game.pack(decks)
            whole = sorted(pack.cards())
            _check(rows, lambda row: sorted(row) == whole, source, f"an order of {pack}")
            return shuffle_sample((tuple(map(Card, row)) for row in rows), pack, source)
        case "dice":
            _check(rows, lambda row: len(row) == 3 and all(1 <= d <= DIE for d in row), source, "three dice")
            return dice_sample(rows, game.seats, source)
        case _:
            is_number = lambda row: len(row) == 1 and 1 <= row[0] <= positions  # noqa: E731
            _check(rows, is_number, source, f"a number from 1 to {positions}")
            return number_sample((row[0] for row in rows), positions, source)


def _check(rows: list[tuple[int, ...]], is_right: Callable[[tuple[int, ...]], bool], source: str, what: str) -> None:
    for number, row in enumerate(rows, 1):
        if not is_right(row):
            raise ValueError(f"{source}, line {number}: not {what}")
