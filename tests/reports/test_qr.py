"""QR codes against the examples of ISO/IEC 18004, and every one read back, module by module."""

import pytest

from houseway.reports import qr


def test_the_correction_of_the_standards_example():
    """Its annex I: 01234567 in version 1-M."""
    block = bytes.fromhex("10200C566180EC11EC11EC11EC11EC11")
    assert qr.correction(block, 10).hex() == "a524d4c1ed36c7872c55"


def test_the_information_of_the_standards_examples():
    assert qr.format_bits(5) == 0b100000011001110
    assert qr.version_bits(7) == 0b000111110010010100


@pytest.mark.parametrize("version", qr.BLOCKS)
def test_the_longest_text_of_each_version_is_read_back(version):
    longest = sum(qr.BLOCKS[version][1]) - 2 - (version > 9)
    text = "".join(chr(97 + number * number % 26) for number in range(longest))
    rows = qr.matrix(text)
    assert len(rows) == 17 + 4 * version
    assert read(rows) == text
    assert len(qr.matrix(text + "z")) > len(rows) if version < max(qr.BLOCKS) else True


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="214 bytes"):
        qr.matrix("x" * 214)


def test_a_module_that_is_wrong_is_found():
    rows = qr.matrix("https://cards.example/tables/own-1/play#join")
    assert read(rows) == "https://cards.example/tables/own-1/play#join"
    rows[12][12] ^= True
    with pytest.raises(AssertionError, match="correction"):
        read(rows)


def read(rows):
    """As a scanner reads a code without a fault: the mask from the format, the blocks from the version, then the bytes.
    Every block and its correction must be divisible by what made it."""
    version = (len(rows) - 17) // 4
    size = len(rows)
    told = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    found = int("".join(str(int(rows[row][column])) for row, column in told), 2)
    mask = next(mask for mask in range(8) if qr.format_bits(mask) == found)
    again = [(row, 8) for row in range(size - 1, size - 8, -1)] + [(8, column) for column in range(size - 8, size)]
    assert found == int("".join(str(int(rows[row][column])) for row, column in again), 2)
    turned = {
        0: lambda i, j: (i + j) % 2,
        1: lambda i, j: i % 2,
        2: lambda i, j: j % 3,
        3: lambda i, j: (i + j) % 3,
        4: lambda i, j: (i // 2 + j // 3) % 2,
        5: lambda i, j: i * j % 2 + i * j % 3,
        6: lambda i, j: (i * j % 2 + i * j % 3) % 2,
        7: lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
    }[mask]
    bits = "".join(str(int(rows[i][j] ^ (turned(i, j) == 0))) for i, j in qr.path(version))
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)]
    count, sizes = qr.BLOCKS[version]
    blocks = [[] for _ in sizes]
    rest = iter(words)
    for at in range(max(sizes)):
        for block, length in zip(blocks, sizes, strict=True):
            if at < length:
                block.append(next(rest))
    data = b"".join(map(bytes, blocks))
    for _ in range(count):
        for block in blocks:
            block.append(next(rest))
    for block in blocks:
        for exponent in range(count):  # a zero of the divisor is one of the block
            value = 0
            for word in block:
                value = product(value, qr.POWERS[exponent]) ^ word
            assert value == 0, "the correction does not fit"
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100"
    wide = 16 if version > 9 else 8
    length = int(bits[4 : 4 + wide], 2)
    return bytes(int(bits[4 + wide + 8 * at :][:8], 2) for at in range(length)).decode()


def product(one, other):
    """In the field of 256 elements, bit by bit."""
    total = 0
    while other:
        total ^= one if other & 1 else 0
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return total
