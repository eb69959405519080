"""Reading a finished page: the words in a PDF as a reader would copy them, and the ink in a picture of it."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)(?:stream\n(.*?)\nendstream\n)?endobj", re.DOTALL)
FONT = re.compile(rb"/(f\d+) (\d+) 0 R")
TOKEN = re.compile(rb"\s*(/ActualText|/Lang|/Alt|/[^\s/<>\[\](){}]*|<<|>>|[\[\]()<]|[-+]?[\d.]+|[A-Za-z'\"*]+)")
STRING_PART = re.compile(rb"\\(\d{1,3}|.)|(.)", re.DOTALL)
NOTDEF = b"\0\0"
NO_GLYPH = "\ufffd"  # where a font had no letter to print
NAMED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
OVER = 0.3  # of the type's size, by which words may reach into each other: a sign that leans
SPACE = 0.12  # of the type's size: a gap that a reader of the page takes for a space

Objects = dict[int, tuple[bytes, bytes]]
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Run:
    """Letters that are shown together: where they begin and end on the page, and how large they are."""

    text: str
    left: float
    right: float
    base: float
    size: float


def words(pdf: bytes) -> str:
    """All that is printed, page after page, without the white space: where a line ends is the layout's business."""
    return squeezed("".join(run.text for page in _pages(pdf) for run in page))


def copied(pdf: bytes) -> str:
    """All that is printed as somebody copies it out of a viewer: in the order of the page, with a space where there is
    a gap and a new line where one begins, and with every character that is there and not seen."""
    return "\n".join(leaves(pdf))


def leaves(pdf: bytes) -> list[str]:
    """The same, page by page."""
    return [_joined(page) for page in _pages(pdf)]


def overlaid(pdf: bytes) -> list[tuple[int, str, str]]:
    """Words of one line that lie over each other, with their page."""
    found = []
    for number, page in enumerate(_pages(pdf), 1):
        lines: dict[int, list[Run]] = {}
        for run in page:
            lines.setdefault(round(run.base), []).append(run)
        for line in lines.values():
            line.sort(key=lambda run: run.left)
            for one, other in pairwise(line):
                if other.left < one.right - OVER * one.size and one.text.strip() and other.text.strip():
                    found.append((number, one.text, other.text))
    return found


def _joined(runs: list[Run]) -> str:
    text, last = "", None
    for run in runs:
        if last is not None:
            if abs(run.base - last.base) > 0.3 * last.size or run.left < last.left:
                text += "\n"
            elif run.left - last.right > SPACE * last.size and not text.endswith(" "):
                text += " "
        text, last = text + run.text, run
    return text


def _pages(pdf: bytes) -> list[list[Run]]:
    objects = {int(number): (head, _unpacked(head, body)) for number, head, body in OBJECT.findall(pdf)}
    heads = [head for head, _ in objects.values() if re.search(rb"/Type\s*/Page\b(?!s)", head)]
    return [list(_runs(objects, head)) for head in heads]


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def has_clean_edges(png: bytes) -> bool:
    """Whether nothing is printed outside the margins, which are 0.8 inches at the sides."""
    picture = pixels(png)
    height, width, _ = picture.shape
    side, end = int(width * 0.75 / 8.5), int(height * 0.3 / 11)
    return all(bool((edge[..., :3] > 250).all()) for edge in (picture[:, :side], picture[:, -side:], picture[-end:]))


# ---- the words of a page ---------------------------------------------------------------------------


@dataclass
class _Pen:
    """What a page's program has set so far: where it writes, in which font."""

    fonts: dict[bytes, "_Font"]
    page: Matrix = (1, 0, 0, 1, 0, 0)
    saved: list[Matrix] = field(default_factory=list)
    text: Matrix = (1, 0, 0, 1, 0, 0)
    font: bytes = b""
    size: float = 0.0
    said: str | None = None  # what stands for the glyphs up to EMC
    is_said: bool = False
    marks: list[bool] = field(default_factory=list)

    def run(self, parts: list[bytes | float]) -> Run:
        font, text, width = self.fonts[self.font], "", 0.0
        for part in parts:
            if isinstance(part, float):
                width -= part / 1000 * self.size
                continue
            for glyph in (part[i : i + 2] for i in range(0, len(part), 2)):
                text += NO_GLYPH if glyph == NOTDEF else "" if self.is_said else font.letters[glyph]
                width += font.widths.get(glyph, 0.0) / 1000 * self.size
        if self.said is not None:
            text, self.said = self.said + text, None
        a, b, _, _, x, y = _times(self.text, self.page)
        scale = (a * a + b * b) ** 0.5
        self.text = _times((1, 0, 0, 1, width, 0), self.text)
        return Run(text, x, x + width * a, y, self.size * scale)


@dataclass(frozen=True, slots=True)
class _Font:
    letters: dict[bytes, str]
    widths: dict[bytes, float]


def _runs(objects: Objects, page: bytes) -> Iterator[Run]:
    resources = objects[_reference(page, b"Resources")][0]
    content = objects[_reference(page, b"Contents")][1]
    pen = _Pen({name: _font(objects, int(number)) for name, number in FONT.findall(resources)})
    given: list[bytes | float | list[bytes | float]] = []
    actual: str | None = None
    for token in _tokens(content):
        match token:
            case (b"ActualText", str(actual)):
                pass
            case list() | float() | (b"string", bytes()):
                given.append(token[1] if isinstance(token, tuple) else token)
            case bytes() if token.startswith(b"/"):
                given.append(token)
            case b"q":
                pen.saved.append(pen.page)
            case b"Q":
                pen.page = pen.saved.pop()
            case b"cm":
                pen.page = _times(tuple(given[-6:]), pen.page)
            case b"BT":
                pen.text = (1, 0, 0, 1, 0, 0)
            case b"Tm":
                pen.text = tuple(given[-6:])
            case b"Tf":
                pen.font, pen.size = given[-2][1:], given[-1]
            case b"BDC" | b"BMC":
                pen.marks.append(actual is not None)
                if actual is not None:
                    pen.said, pen.is_said, actual = actual, True, None
            case b"EMC":
                if pen.marks.pop():
                    pen.is_said = False
            case b"TJ":
                yield pen.run(given[-1])
            case b"Tj":
                yield pen.run([given[-1]])
            case _:
                pass
        if isinstance(token, bytes) and not token.startswith(b"/"):
            given = []


def _tokens(content: bytes) -> Iterator[bytes | float | list[bytes | float] | tuple[bytes, bytes | str]]:
    """Operators and names as bytes, numbers, strings as pairs, arrays of strings and numbers as lists."""
    place, array, name = 0, None, b""
    while found := TOKEN.match(content, place):
        token, place = found[1], found.end()
        value: bytes | float
        if token == b"[":
            array = []
            continue
        if token == b"]":
            yield array or []
            array = None
            continue
        if token in (b"<<", b">>"):
            continue
        if token in (b"(", b"<"):
            if token == b"(":
                value, place = _string(content, place)
            else:
                end = content.index(b">", place)
                value, place = bytes.fromhex(content[place:end].decode()), end + 1
            if name == b"/ActualText":
                yield b"ActualText", _said(value)
            elif array is not None:
                array.append(value)
            elif name not in (b"/Lang", b"/Alt"):
                yield b"string", value
            name = b""
        elif token[:1] in b"+-.0123456789":
            if array is None:
                yield float(token)
            else:
                array.append(float(token))
        else:
            name = token
            yield token


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


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


def _font(objects: Objects, number: int) -> _Font:
    head = objects[number][0]
    cmap = objects[_reference(head, b"ToUnicode")][1]
    letters = {
        bytes.fromhex(glyph.decode()): bytes.fromhex(text.decode()).decode("utf-16-be")
        for glyph, text in re.findall(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>", cmap)
    }
    below = re.search(rb"/DescendantFonts\s*\[\s*(\d+) 0 R", head)
    assert below, head
    return _Font(letters, _widths(objects[int(below[1])][0]))


def _widths(head: bytes) -> dict[bytes, float]:
    """`first last width` for a stretch of glyphs, or `first [widths]` for each of one."""
    found = re.search(rb"/W\s*\[((?:[^\[\]]|\[[^\]]*\])*)\]", head)
    assert found, head
    widths: dict[bytes, float] = {}
    for first, each, last, width in re.findall(rb"(\d+)\s*(?:\[([^\]]*)\]|(\d+)\s+([\d.]+))", found[1]):
        stretch = each.split() if each else [width] * (int(last) - int(first) + 1)
        widths |= {(int(first) + i).to_bytes(2): float(one) for i, one in enumerate(stretch)}
    return widths


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
