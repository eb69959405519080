"""Reading a finished page: the words in a PDF, and the ink in a picture of it."""

import re
import zlib

import numpy as np

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)(?:stream\n(.*?)\nendstream\n)?endobj", re.DOTALL)
FONT = re.compile(rb"/(f\d+) (\d+) 0 R")
SHOWN = re.compile(rb"/(f\d+) [\d.]+ Tf|/ActualText\(|/ActualText<|/Lang\(|/Alt\(|EMC|\(")
STRING_PART = re.compile(rb"\\(\d{1,3}|.)|(.)", re.DOTALL)
NOTDEF = b"\0\0"
NO_GLYPH = "\ufffd"  # where a font had no letter to print
NAMED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def words(pdf: bytes) -> str:
    """All that is printed, page after page, without the white space: where a line ends is the layout's business."""
    objects = {int(number): (head, _unpacked(head, body)) for number, head, body in OBJECT.findall(pdf)}
    pages = [head for head, _ in objects.values() if re.search(rb"/Type\s*/Page\b(?!s)", head)]
    return squeezed("".join(_page_words(objects, page) for page in pages))


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)


def has_clean_edges(png: bytes) -> bool:
    """Whether nothing is printed outside the margins, which are 0.8 inches at the sides."""
    picture = pixels(png)
    height, width, _ = picture.shape
    side, end = int(width * 0.75 / 8.5), int(height * 0.3 / 11)
    return all(bool((edge[..., :3] > 250).all()) for edge in (picture[:, :side], picture[:, -side:], picture[-end:]))


def _page_words(objects: dict[int, tuple[bytes, bytes]], page: bytes) -> str:
    resources = objects[_reference(page, b"Resources")][0]
    fonts = {name: _letters(objects, int(number)) for name, number in FONT.findall(resources)}
    content = objects[_reference(page, b"Contents")][1]
    text, letters, is_said, place = "", {}, False, 0
    while found := SHOWN.search(content, place):
        place = found.end()
        match found[0]:
            case b"/ActualText(":  # stands for the glyphs up to EMC
                said, place = _string(content, place)
                text, is_said = text + _said(said), True
            case b"/ActualText<":
                place = content.index(b">", place)
                text, is_said = text + _said(bytes.fromhex(content[found.end() : place].decode())), True
            case b"/Lang(" | b"/Alt(":
                _, place = _string(content, place)
            case b"EMC":
                is_said = False
            case b"(":
                string, place = _string(content, place)
                glyphs = [string[i : i + 2] for i in range(0, len(string), 2)]
                text += "".join(NO_GLYPH if glyph == NOTDEF else "" if is_said else letters[glyph] for glyph in glyphs)
            case _:
                letters = fonts[found[1]]
    return text


def _said(string: bytes) -> str:
    return string[2:].decode("utf-16-be") if string.startswith(b"\xfe\xff") else string.decode("latin-1")


def _string(content: bytes, place: int) -> tuple[bytes, int]:
    """The string whose bracket was opened just before, and where it ends: brackets in it that match are its own."""
    text, depth = b"", 1
    while True:
        part = STRING_PART.match(content, place)
        assert part
        place = part.end()
        if escaped := part[1]:
            text += bytes([int(escaped, 8)]) if escaped.isdigit() else NAMED.get(escaped, escaped)
            continue
        depth += {b"(": 1, b")": -1}.get(part[2], 0)
        if not depth:
            return text, place
        text += part[2]


def _letters(objects: dict[int, tuple[bytes, bytes]], font: int) -> dict[bytes, str]:
    cmap = objects[_reference(objects[font][0], b"ToUnicode")][1]
    return {
        bytes.fromhex(glyph.decode()): bytes.fromhex(text.decode()).decode("utf-16-be")
        for glyph, text in re.findall(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>", cmap)
    }


def _reference(head: bytes, name: bytes) -> int:
    found = re.search(rb"/" + name + rb" (\d+) 0 R", head)
    assert found, (name, head)
    return int(found[1])


def _unpacked(head: bytes, body: bytes) -> bytes:
    return zlib.decompress(body) if body and b"FlateDecode" in head else body


def pixels(png: bytes) -> np.ndarray:
    """An 8-bit RGBA picture that is not interlaced, which is all that typst writes."""
    place, data, shape = 8, b"", (0, 0)
    while place < len(png):
        length, kind = int.from_bytes(png[place : place + 4]), png[place + 4 : place + 8]
        chunk = png[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            shape = int.from_bytes(chunk[4:8]), int.from_bytes(chunk[:4])
            assert chunk[8:] == bytes([8, 6, 0, 0, 0]), chunk
        data += chunk if kind == b"IDAT" else b""
        place += 12 + length
    return _unfiltered(zlib.decompress(data), *shape)


def _unfiltered(data: bytes, height: int, width: int) -> np.ndarray:
    stride, above, rows = 4 * width, bytearray(4 * width), []
    for number in range(height):
        start = number * (stride + 1)
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
        for i in range(stride):
            left, up, corner = (row[i - 4] if i >= 4 else 0), above[i], (above[i - 4] if i >= 4 else 0)
            row[i] = (row[i] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]) % 256
        rows.append(row)
        above = row
    return np.frombuffer(b"".join(rows), np.uint8).reshape(height, width, 4)


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
