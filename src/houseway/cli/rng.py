"""`houseway rng`: what the games draw, for whoever wants to test it, and our own battery."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from datetime import date
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from houseway.cli.app import Commands, app, present
from houseway.cli.options import HowMany, Value, date_option, decks_option, document_option, json_option

if TYPE_CHECKING:
    from houseway.analysis.randomness.outcome import Sample
    from houseway.cards import Pack
    from houseway.game import Game

COUNTED_BY = {"raw": "bytes", "shuffles": "shuffles", "rotations": "rotations", "dice": "rotations"}
KINDS = tuple(COUNTED_BY)
MOST = {"bytes": 10**8, "shuffles": 500_000, "rotations": 2 * 10**7}  # tested at once: some gigabytes of memory
MOST_DUMPED = 10**15
CHUNK = 1 << 16
LONGEST_LINE = 1 << 12  # more than twice the greatest shoe


def _kind(text: str) -> str:
    if text not in KINDS:
        raise ValueError(f"{text!r} is not drawn: {', '.join(KINDS)}")
    return text


KIND = Value("kind", _kind)


@app.group("rng", cls=Commands)
def rng() -> None:
    """The randomness of the games: dump it, or test it."""


@rng.command()
@click.argument("kind", type=KIND)
@click.option("--game", metavar="G", help="Whose pack and positions; else a game's that throws dice.")
@decks_option
@click.option("--count", "number", type=HowMany(MOST_DUMPED), metavar="N", help="Shuffles, draws or throws.")
@click.option("--bytes", "size", type=HowMany(MOST_DUMPED), metavar="N", help="Stop after so many bytes.")
@click.option("--packed", is_flag=True, help="Shuffles, rotations or dice as unbiased bytes, for tools that want bits.")
@click.option(
    "--stretched",
    is_flag=True,
    help="Packed shuffles nearly three times as fast: ChaCha20 between the system and the shuffle.",
)
def dump(
    kind: str,
    game: str | None,
    decks: int | None,
    number: int | None,
    size: int | None,
    packed: bool,
    stretched: bool,
) -> None:
    """Write what the games draw to standard output, without end unless told otherwise.

    \b
    raw         the generator's bytes: houseway rng dump raw | dieharder -a -g 200
    shuffles    a line a shuffle: card numbers in the order dealt, the deuces 0-3 … the aces 48-51, joker 52
    rotations   a line a draw: the number of the position that gets the first packet
    dice        a line a throw of three
    """
    of = _drawn_for(game)
    is_bytes = kind == "raw" or packed
    if kind == "raw" and packed:
        raise ValueError("raw bytes are packed already")
    if kind == "raw" and number is not None:
        raise ValueError("raw bytes are counted by --bytes")
    if stretched and not (kind == "shuffles" and packed):
        raise ValueError("--stretched is for packed shuffles")
    if number is not None and size is not None:
        raise ValueError("--count or --bytes, not both")
    if sys.stdout.isatty() and is_bytes:
        raise ValueError("random bytes would garble a terminal: pipe them, or write them to a file")
    if sys.stdout.isatty() and number is None and size is None:
        raise ValueError("without end: on a terminal, say --count N")
    try:
        _write(_dumped(kind, of, decks, number, packed=packed, stretched=stretched), size)
    except BrokenPipeError:  # whoever reads has had enough: the only end that an endless dump has
        if number is not None or size is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dumped(
    kind: str, game: "Game", decks: int | None, number: int | None, *, packed: bool, stretched: bool
) -> Iterator[bytes]:
    from houseway import shuffler
    from houseway.analysis.randomness.packing import can_be_compiled, packed_draws, packed_orders

    pack = game.pack(decks)
    times: Iterable[int] = count() if number is None else range(number)
    if kind in ("rotations", "dice") and ("rng" if kind == "rotations" else "dice") not in game.number_by:
        raise ValueError(f"{game.slug} is not numbered by {'RNG' if kind == 'rotations' else 'dice'}: {game.order}")
    positions = game.seats + 1
    match kind:
        case "raw":
            yield from (shuffler.raw_bytes(CHUNK) for _ in times)
        case "shuffles" if packed and can_be_compiled(pack):
            yield from _compiled(pack, number, stretched=stretched)
        case "shuffles" if stretched:
            raise ValueError(f"{pack}: only the shuffles of one deck are stretched, by the compiler")
        case "shuffles":
            orders = (shuffler.shuffled(pack) for _ in times)
            yield from packed_orders(orders, pack) if packed else (_line(order) for order in orders)
        case "rotations":
            numbers = (shuffler.drawn_number(positions) for _ in times)
            yield from packed_draws((n - 1 for n in numbers), positions) if packed else (_line((n,)) for n in numbers)
        case _:
            throws = (shuffler.thrown_dice() for _ in times)
            dice = (die - 1 for throw in throws for die in throw)
            yield from packed_draws(dice, 6) if packed else (_line(throw) for throw in throws)


def _compiled(pack: "Pack", number: int | None, *, stretched: bool) -> Iterator[bytes]:
    """Packed shuffles, thousands at a time. Stretched, each thousand has a key of its own from the generator."""
    import numpy as np

    from houseway import shuffler
    from houseway.analysis.randomness.packing import AT_ONCE, packed_by_words, words_for
    from houseway.analysis.randomness.stretching import KEY
    from houseway.analysis.randomness.stretching import stretched as stretched_bytes

    left = number
    while left is None or left:
        shuffles = AT_ONCE if left is None else min(AT_ONCE, left)
        size = 8 * words_for(pack, shuffles)
        drawn = stretched_bytes(shuffler.raw_bytes(KEY), size) if stretched else shuffler.raw_bytes(size)
        yield packed_by_words(np.frombuffer(drawn, np.uint64), pack)
        left = None if left is None else left - shuffles


def _line(numbers: Iterable[int]) -> bytes:
    """Numbers, and cards as theirs: what other people's tools read."""
    return (" ".join(f"{int(number)}" for number in numbers) + "\n").encode()


def _write(parts: Iterator[bytes], size: int | None) -> None:
    """Write part by part; after `size` bytes the last part is cut off."""
    out = sys.stdout.buffer
    left = size
    for part in parts:
        out.write(part if left is None else part[:left])
        if left is not None:
            left -= min(left, len(part))
            if not left:
                break
    out.flush()


@rng.command()
@click.argument("kinds", type=KIND, nargs=-1)
@click.option("--game", metavar="G", help="One game's packs and positions; else those of all games.")
@decks_option
@click.option("--from", "source", metavar="FILE", help="Test a file instead of our shuffler, or - for standard input.")
@click.option("--bytes", type=HowMany(MOST["bytes"]), metavar="N", help="How many, such as 1e6; 2 MiB if not.")
@click.option("--shuffles", type=HowMany(MOST["shuffles"]), metavar="N", help="Of each pack; 5,000 if not.")
@click.option(
    "--rotations", type=HowMany(MOST["rotations"]), metavar="N", help="Numbers, and dice by threes; 200,000 if not."
)
@date_option
@document_option
@json_option
def test(
    kinds: tuple[str, ...],
    game: str | None,
    decks: int | None,
    source: str | None,
    on: date | None,
    output: Path | None,
    as_json: bool,
    **sizes: int | None,
) -> None:
    """Test raw bytes, shuffles, rotations and dice: chi-square, runs, serial correlation, coupon collector, gap,
    poker, permutation, per-bit maximum, serial tuples, matrix rank, linear complexity, rising sequences, repeats; at
    95 % and 99 % confidence for all of them together.

    KINDS are raw, shuffles, rotations, dice; without any, all are tested. With --from one kind is read, raw unless
    named, as `houseway rng dump` writes it: as many as asked for, or all. Exit code 1: an alarm at 99 % confidence.
    """
    from houseway import __version__
    from houseway.analysis.randomness.outcome import CONFIDENCES, Evidence
    from houseway.games import GAMES, game_named
    from houseway.reports.document import write_document
    from houseway.reports.randomness import document, print_evidence
    from houseway.service.evidence import Amounts, gathered

    if source is not None and len(kinds) > 1:
        raise ValueError(f"--from holds one kind, not {' and '.join(kinds)}")
    asked = {name: number for name, number in sizes.items() if number is not None}
    if source is None:
        games = [game_named(game)] if game else list(GAMES.values())
        result = Evidence(samples=tuple(gathered(kinds or KINDS, games, Amounts(**asked), decks)))
        if not result.samples:
            raise ValueError(f"{game} draws no {' or '.join(kinds)}")
    else:
        kind = kinds[0] if kinds else "raw"
        result = Evidence(samples=(_theirs(source, kind, asked, _drawn_for(game), decks),))
    if output:
        write_document(document(result, __version__, on=on), output)
    if as_json or not output:
        present(result, as_json, lambda out: print_evidence(out, result))
    if not result.passes(CONFIDENCES[0]):
        sys.exit(1)


def _drawn_for(name: str | None) -> "Game":
    """The game of this name; else the first of a plain pack that throws dice, because of it everything can be drawn."""
    from houseway.games import GAMES, game_named

    if name:
        return game_named(name)
    return next(game for game in GAMES.values() if "dice" in game.number_by and not game.joker)


def _theirs(source: str, kind: str, asked: Mapping[str, int], game: "Game", decks: int | None) -> "Sample":
    from houseway.service.evidence import read_sample

    measure = COUNTED_BY[kind]
    if other := set(asked) - {measure}:
        raise ValueError(f"{kind} of --from are counted by --{measure}, not --{min(other)}")
    name = "standard input" if source == "-" else source
    return read_sample(kind, _read(source, name, kind, asked.get(measure)), name, game, decks)


def _read(source: str, name: str, kind: str, asked: int | None) -> bytes:
    """As much as was asked for: a pipe may have no end. Without that all of it, and never a part unsaid."""
    measure = COUNTED_BY[kind]
    most = asked or MOST[measure]
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else open(source, "rb") as stream:
            data = (
                stream.read(most) if kind == "raw" else _read_lines(stream, name, most // 3 if kind == "dice" else most)
            )
            if asked is None and stream.read(1):
                raise ValueError(f"{name} holds more than {most:,} {measure}: say how many to test, --{measure} N")
            return data
    except OSError as error:
        raise ValueError(f"{source!r} cannot be read: {error}") from None


def _read_lines(stream: BinaryIO, name: str, most: int) -> bytes:
    """Read so many lines, and refuse one that is too long before it is read to its end."""
    data = bytearray()
    for number in range(1, most + 1):
        line = stream.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:
            raise ValueError(f"{name}, line {number}: longer than any that houseway rng dump writes")
        if not line:
            break
        data += line
    return bytes(data)
