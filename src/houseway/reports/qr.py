"""A text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which is 213 bytes.

It is our own because one link is all that is drawn, and the standard for that is a page: what a library brings beside
it would be installed before the first page of the card room. The tests hold it against the standard's examples and
read every code back.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

QUIET: Final = 4  # modules of white around it
# By version: codewords of correction in a block, and of data in each block. [ISO 18004, table 9, level M]
BLOCKS: Final = {
    1: (10, (16,)),
    2: (16, (28,)),
    3: (26, (44,)),
    4: (18, (32, 32)),
    5: (24, (43, 43)),
    6: (16, (27, 27, 27, 27)),
    7: (18, (31, 31, 31, 31)),
    8: (22, (38, 38, 39, 39)),
    9: (22, (36, 36, 36, 37, 37)),
    10: (26, (43, 43, 43, 43, 44)),
}
# By version: the middles of the alignment patterns. [table E.1]
ALIGNMENT: Final = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
}
LEVEL: Final = 0b00  # M, in the information about the format
BYTES: Final = 0b0100  # the mode
PADS: Final = (0xEC, 0x11)

Module = tuple[int, int]  # row and column
Matrix = list[list[bool]]  # True is dark


def svg(text: str) -> str:
    """Black on white, as scanners want it, in a light page and in a dark one."""
    rows = matrix(text)
    size = len(rows) + 2 * QUIET
    dark = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, modules in enumerate(rows)
        for column, is_dark in enumerate(modules)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )


def matrix(text: str) -> Matrix:
    """Under the mask that leaves the least that could confuse a scanner. Raises `ValueError` if it is too long."""
    data = text.encode()
    version = next((v for v, (_, blocks) in BLOCKS.items() if len(data) + 2 + (v > 9) <= sum(blocks)), None)
    if version is None:
        raise ValueError(f"{len(data)} bytes are too many for a QR code of version 10")
    words = interleaved(codewords(data, version), version)
    return min((drawn(version, words, mask) for mask in range(8)), key=penalty)


# ---- the codewords


def codewords(data: bytes, version: int) -> bytes:
    """Mode, length, the bytes, and what fills the rest."""
    _, blocks = BLOCKS[version]
    bits = f"{BYTES:04b}{len(data):0{16 if version > 9 else 8}b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    bits += "0" * (-len(bits) % 8)
    words = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))[: sum(blocks)]
    return words + bytes(PADS[at % 2] for at in range(sum(blocks) - len(words)))


def interleaved(words: bytes, version: int) -> bytes:
    """Block by block with its correction, then the first of each, the second of each, and so on."""
    of_correction, sizes = BLOCKS[version]
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    blocks = [words[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    corrections = [correction(block, of_correction) for block in blocks]
    in_turn = b""
    for parts in (blocks, corrections):
        in_turn += bytes(part[at] for at in range(len(parts[-1])) for part in parts if at < len(part))
    return in_turn


def _powers() -> tuple[list[int], list[int]]:
    """Of 2 in the field of 256 elements that the standard uses, and their logarithms."""
    powers, logs, value = [0] * 255, [0] * 256, 1
    for exponent in range(255):
        powers[exponent], logs[value] = value, exponent
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return powers, logs


POWERS, LOGS = _powers()


def _times(one: int, other: int) -> int:
    return POWERS[(LOGS[one] + LOGS[other]) % 255] if one and other else 0


def correction(block: bytes, count: int) -> bytes:
    """Reed and Solomon's: what is left of the block, as a polynomial, divided by (x - 1)(x - 2)(x - 4)…"""
    divisor = [1]
    for exponent in range(count):
        shifted = [_times(each, POWERS[exponent]) for each in divisor]
        divisor = [a ^ b for a, b in zip([*divisor, 0], [0, *shifted], strict=True)]
    left = [*block, *[0] * count]
    for at in range(len(block)):
        for place, factor in enumerate(divisor):
            left[at + place] ^= _times(factor, left[at]) if place else 0
    return bytes(left[len(block) :])


# ---- the picture


def drawn(version: int, words: bytes, mask: int) -> Matrix:
    fixed = patterns(version) | information(version, mask)
    size = 17 + 4 * version
    rows = [[fixed.get((row, column), False) for column in range(size)] for row in range(size)]
    bits = "".join(f"{word:08b}" for word in words)
    for number, (row, column) in enumerate(path(version)):
        is_dark = number < len(bits) and bits[number] == "1"
        rows[row][column] = is_dark ^ is_turned(mask, row, column)
    return rows


def patterns(version: int) -> dict[Module, bool]:
    """What every code of a version shows: finders in three corners, alignment, timing, and the dark module."""
    size = 17 + 4 * version
    fixed = {}
    for at in range(size):
        fixed[6, at] = fixed[at, 6] = at % 2 == 0
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for row in range(-1, 8):
            for column in range(-1, 8):
                if 0 <= top + row < size and 0 <= left + column < size:
                    ring = max(abs(row - 3), abs(column - 3))
                    fixed[top + row, left + column] = ring not in (2, 4)
    middles = ALIGNMENT[version]
    for row in middles:
        for column in middles:
            if (row, column) not in ((6, 6), (6, middles[-1]), (middles[-1], 6)):
                for down in range(-2, 3):
                    for right in range(-2, 3):
                        fixed[row + down, column + right] = max(abs(down), abs(right)) != 1
    fixed[size - 8, 8] = True
    return fixed


def information(version: int, mask: int) -> dict[Module, bool]:
    """About the format, twice, and from version 7 on about the version, twice."""
    size = 17 + 4 * version
    told = format_bits(mask)
    fixed = {}
    for bit in range(15):
        is_dark = bool(told >> bit & 1)
        fixed[(bit if bit < 6 else bit + 1 if bit < 8 else size - 15 + bit), 8] = is_dark
        fixed[8, (size - 1 - bit if bit < 8 else 15 - bit if bit < 9 else 14 - bit)] = is_dark
    if version >= 7:
        told = version_bits(version)
        for bit in range(18):
            row, column = bit // 3, size - 11 + bit % 3
            fixed[row, column] = fixed[column, row] = bool(told >> bit & 1)
    return fixed


def format_bits(mask: int) -> int:
    data = LEVEL << 3 | mask
    return (data << 10 | _rest(data << 10, 0b10100110111)) ^ 0b101010000010010


def version_bits(version: int) -> int:
    return version << 12 | _rest(version << 12, 0b1111100100101)


def _rest(value: int, divisor: int) -> int:
    """Of a division of polynomials whose coefficients are bits."""
    while value.bit_length() >= divisor.bit_length():
        value ^= divisor << value.bit_length() - divisor.bit_length()
    return value


def path(version: int) -> Iterator[Module]:
    """Where the data lies: in pairs of columns from the right, up and down by turns, around what is fixed."""
    size = 17 + 4 * version
    fixed = patterns(version) | information(version, 0)
    is_up = True
    for last in range(size - 1, 0, -2):
        right = last - (last <= 6)  # the column of the timing is left out
        for row in range(size - 1, -1, -1) if is_up else range(size):
            for column in (right, right - 1):
                if (row, column) not in fixed:
                    yield row, column
        is_up = not is_up


def is_turned(mask: int, row: int, column: int) -> bool:
    """Whether a mask makes a dark module light and a light one dark. [table 10]"""
    product = row * column
    return (
        (row + column) % 2 == 0,
        row % 2 == 0,
        column % 3 == 0,
        (row + column) % 3 == 0,
        (row // 2 + column // 3) % 2 == 0,
        product % 2 + product % 3 == 0,
        (product % 2 + product % 3) % 2 == 0,
        ((row + column) % 2 + product % 3) % 2 == 0,
    )[mask]


def penalty(rows: Matrix) -> int:
    """How much in a code could confuse a scanner: long runs, squares, what looks like a finder, too dark or too light.
    [7.8.3]"""
    size = len(rows)
    lines = ["".join("#" if dark else "." for dark in line) for line in (*rows, *zip(*rows, strict=True))]
    points = 0
    for line in lines:
        run = 1
        for before, here in zip(line, [*line[1:], ""], strict=True):
            if here == before:
                run += 1
                continue
            points += run - 2 if run >= 5 else 0
            run = 1
        points += 40 * sum(line.startswith(("#.###.#....", "....#.###.#"), at) for at in range(size))
    for upper, lower in pairwise(rows):
        points += 3 * sum(len({*ups, *downs}) == 1 for ups, downs in zip(pairwise(upper), pairwise(lower), strict=True))
    dark = sum(map(sum, rows))
    return points + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
