"""The sign of the house as a picture of so many pixels: the spade of `icon.svg`, drawn here, since a device that
installs the card room wants a PNG. Nothing is fetched and nothing stored: it is the same path, filled line by line.
"""

import re
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

CLOTH: Final = (0x14, 0x52, 0x3C)
GOLD: Final = (0xF5, 0xDC, 0x95)
BOX: Final = 64  # the size of the drawing
SCALE: Final = 0.78  # of the spade: what a device cuts off at the corners is cloth
LINES: Final = 4  # a row of pixels is looked at so many times
PIECES: Final = 16  # of a curve

Point = tuple[float, float]


@cache
def icon_png(pixels: int) -> bytes:
    """A square without transparency, to its edges: a device rounds it as it likes."""
    rows = b"".join(b"\0" + _row(coverage, pixels) for coverage in _coverage(pixels))
    head = struct.pack(">IIBBBBB", pixels, pixels, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_part(kind, body) for kind, body in parts)


def _part(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _row(coverage: list[float], pixels: int) -> bytes:
    row = bytearray()
    for part in coverage[:pixels]:
        row += bytes(round(below + (above - below) * part) for below, above in zip(CLOTH, GOLD, strict=True))
    return bytes(row)


def _coverage(pixels: int) -> Iterator[list[float]]:
    """For every row, how much of each pixel the spade covers."""
    middle, unit = BOX / 2, pixels / BOX
    outline = [
        (((x - middle) * SCALE + middle) * unit, ((y - middle) * SCALE + middle) * unit) for x, y in outline_of_spade()
    ]
    for row in range(pixels):
        covered = [0.0] * (pixels + 1)
        for line in range(LINES):
            y = row + (line + 0.5) / LINES
            crossed = sorted(
                x + (y - top) * (other - x) / (bottom - top)
                for (x, top), (other, bottom) in pairwise(outline)
                if (top <= y) != (bottom <= y)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                for pixel in range(int(left), int(right) + 1):
                    covered[pixel] += (min(right, pixel + 1) - max(left, pixel)) / LINES
        yield covered


def outline_of_spade() -> list[Point]:
    """The path of `icon.svg` as points. It has moves, curves and lines across, and is closed."""
    drawing = files("houseway.web").joinpath("static", "icon.svg").read_text("utf-8")
    path = re.findall(r' d="([^"]*)"', drawing)[-1]
    points: list[Point] = []
    for letter, numbers in re.findall(r"([MCcHz])([^MCcHz]*)", path):
        values = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", numbers)]
        match letter:
            case "M":
                points.append((values[0], values[1]))
            case "H":
                points.append((values[0], points[-1][1]))
            case "z":
                points.append(points[0])
            case _:
                for at in range(0, len(values), 6):
                    points += _curve(points[-1], values[at : at + 6], is_relative=letter == "c")
    return points


def _curve(start: Point, values: list[float], *, is_relative: bool) -> list[Point]:
    x, y = start if is_relative else (0.0, 0.0)
    one, two, end = ((values[at] + x, values[at + 1] + y) for at in (0, 2, 4))

    def along(part: float, axis: int) -> float:
        rest = 1 - part
        return (
            rest**3 * start[axis]
            + 3 * rest**2 * part * one[axis]
            + 3 * rest * part**2 * two[axis]
            + part**3 * end[axis]
        )

    return [(along(nth / PIECES, 0), along(nth / PIECES, 1)) for nth in range(1, PIECES + 1)]
