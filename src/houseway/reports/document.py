"""A document: sections of text, facts, tables and pictures, written once and set twice.

What a report says is put together as these plain values; `pdf` sets them on paper, `html` as a page that fetches
nothing, and the encoder writes them as JSON. None of the three knows what the words are about, so that none can add a
figure of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final, assert_never

from houseway.deciding.command import Json
from houseway.reports import paper
from houseway.reports.output import REPORT, write_output
from houseway.reports.shapes import shape

TEMPLATE: Final = "document.typ"
LONGEST_WORD: Final = 34  # a longer one may go on in the next line
LONGEST_FIGURE: Final = 96  # a hash or a fraction, which stands whole
TOGETHER: Final = 14  # rows that a block may have and still be kept on one page: with more, pages stay half empty

# The inks of our pictures, and what a page calls them that is also read in the dark.
INKS: Final = {
    "#0b5d3b": "--felt",
    "#2f7d5b": "--ink-2",
    "#5b9a7d": "--ink-3",
    "#8a6d1f": "--ink-4",
    "#b4551d": "--ink-5",
    "#9c1f2e": "--ink-6",
    "#111": "--ink",
    "#333": "--ink",
    "#555": "--faint",
    "#ddd": "--hair",
    "white": "--paper",
}


@dataclass(frozen=True, slots=True)
class Text:
    says: str


@dataclass(frozen=True, slots=True)
class Items:
    """A numbered list."""

    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that must not be overlooked."""

    title: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A line for a shell, in a fixed width; no line ends inside a part, such as an option with its value."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactList:
    """Names and what they are, one pair a line."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    right: bool = False
    wide: bool = False  # takes the room that the others leave
    fixed: bool = False  # hashes and long fractions, set small in a fixed width

    @property
    def style(self) -> str:
        """Its classes on a page; a column of words is short unless it is wide."""
        is_short = not (self.right or self.wide)
        styles = {"right": self.right, "fixed": self.fixed, "wide": self.wide, "short": is_short}
        return " ".join(name for name, applies in styles.items() if applies)


def wide(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, wide=True) for name in names)


def right(*names: str, fixed: bool = False) -> tuple[Column, ...]:
    """Columns of figures, which end at the right."""
    return tuple(Column(name, right=True, fixed=fixed) for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """A table; `total` is its last row, and `tight` sets many columns closer."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()
    caption: str = ""
    tight: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG, and what is to be seen on it in words."""

    says: str
    svg: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures side by side where there is room."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to be signed: who signs, and by which name if it is known."""

    people: tuple[tuple[str, str], ...]


Block = Text | Items | Caution | CommandLine | FactList | Ledger | Pictures | Signatures


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()


def _rows(block: Block) -> int:  # noqa: PLR0911 - one `case` a kind of block
    """How many rows of a page the block takes, by a rough measure."""
    match block:
        case Text(says):
            return len(says) // 100 + 1
        case Items(says) | Caution(_, says):
            return sum(len(each) // 90 + 1 for each in says)
        case CommandLine(parts):
            return len(" ".join(parts)) // 90 + 2
        case FactList(pairs):
            return sum(len(value) // 75 + 1 for _, value in pairs)
        case Ledger():
            return len(block.rows) + 2
        case Pictures(pictures):
            return 16 * len(pictures)
        case Signatures(people):
            return 4 * len(people)
        case _:
            assert_never(block)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    title: str
    about: str  # what it is about, in one line below the title
    source: str  # who made it
    front: tuple[Block, ...]  # the first page
    sections: tuple[Section, ...]
    notice: str
    running: str = ""  # what heads every page, if `about` is too long for it
    on: date | None = None  # no clock is read: a document has a date if it was given one

    def numbered(self) -> Iterator[tuple[str, int, Section]]:
        """Every section and part in order, with its number and its depth."""
        for first, section in enumerate(self.sections, 1):
            yield str(first), 1, section
            for second, part in enumerate(section.parts, 1):
                yield f"{first}.{second}", 2, part


def write_document(document: Document, output: Path) -> None:
    content = pdf(document) if REPORT.check(output) == "pdf" else html(document).encode()
    write_output(output, content)


# ---- on paper --------------------------------------------------------------------------------------


def pdf(document: Document) -> bytes:
    at = datetime.combine(document.on or date(1970, 1, 1), time(), UTC)
    page, pictures = printed(document)
    return paper.pdf(TEMPLATE, page, at=at, pictures=pictures)


def printed(document: Document) -> tuple[Json, list[str]]:
    """All that the template prints, and the pictures beside it."""
    pictures: list[str] = []
    page = {
        "title": document.title,
        "running": paper.running(document.running or document.about),
        "house": document.source,
        "about": document.about,
        "notice": document.notice,
        "longest_word": LONGEST_WORD,
        "longest_figure": LONGEST_FIGURE,
        "date": paper.long_day(document.on) if document.on else None,
        "front": [_set(block, pictures) for block in document.front],
        "sections": [
            {
                "number": number,
                "title": section.title,
                "depth": depth,
                "opens": bool(section.parts),
                "blocks": [_set(block, pictures) for block in section.blocks],
            }
            for number, depth, section in document.numbered()
        ],
    }
    return page, pictures


def _set(block: Block, pictures: list[str]) -> Json:
    """A block as the template reads it; pictures go beside the page, untouched, and are named by their place."""
    if isinstance(block, Pictures):
        places = range(len(pictures), len(pictures) + len(block.pictures))
        pictures += [picture.svg for picture in block.pictures]
        says = [picture.says for picture in block.pictures]
        return {"kind": "pictures", "pictures": [{"says": s, "place": p} for s, p in zip(says, places, strict=True)]}
    written: Json = shape(block)
    return written | {"together": _rows(block) <= TOGETHER}


# ---- as a page -------------------------------------------------------------------------------------


def html(document: Document) -> str:
    """One file that fetches nothing, for a wide screen and a narrow one, by day and by night."""
    style = (files("houseway.reports") / "document.css").read_text("utf-8")
    sections = list(document.numbered())
    contents = "".join(
        f'<li><a href="#s{number}">{number}&ensp;{escape(section.title)}</a></li>\n'
        for number, depth, section in sections
        if depth == 1
    )
    dated = f"<p class=date>{escape(paper.long_day(document.on))}</p>\n" if document.on else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(document.title)}: {escape(document.about)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<header>\n<p class=source>{escape(document.source)}</p>\n<h1>{escape(document.title)}</h1>\n"
        f"<p class=about>{escape(document.about)}</p>\n{dated}</header>\n<main>\n"
        + "".join(map(_html, document.front))
        + f'<nav aria-label="Contents"><ul>\n{contents}</ul></nav>\n'
        + "".join(_html_section(*each) for each in sections)
        + f"</main>\n<footer><p>{escape(document.notice)}</p></footer>\n</body>\n</html>\n"
    )


def _html_section(number: str, depth: int, section: Section) -> str:
    head = f"h{depth + 1}"
    title = f"<{head}><span class=number>{number}</span> {escape(section.title)}</{head}>\n"
    return f'<section id="s{number}">\n{title}{"".join(map(_html, section.blocks))}</section>\n'


def _html(block: Block) -> str:
    match block:
        case Text(says):
            page = f"<p>{escape(says)}</p>\n"
        case Items(items):
            page = f"<ol>\n{''.join(f'<li>{escape(each)}</li>{chr(10)}' for each in items)}</ol>\n"
        case Caution(title, lines):
            said = "".join(f"<p>{escape(each)}</p>\n" for each in lines)
            page = f"<aside>\n<p><strong>{escape(title)}</strong></p>\n{said}</aside>\n"
        case CommandLine(parts):
            page = f"<p class=command><code>{' '.join(f'<span>{escape(part)}</span>' for part in parts)}</code></p>\n"
        case FactList(pairs):
            rows = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>\n" for name, value in pairs)
            page = f"<dl>\n{rows}</dl>\n"
        case Ledger():
            page = _html_table(block)
        case Pictures(pictures):
            figures = "".join(
                f'<figure role="img" aria-label="{escape(p.says)}">{inked(p.svg)}</figure>\n' for p in pictures
            )
            page = f"<div class=pictures>\n{figures}</div>\n"
        case Signatures(people):
            signed = "".join(
                f"<div><dt>{escape(role)}</dt><dd>{escape(name)}</dd><dd class=line>Signature</dd>"
                "<dd class=line>Date</dd></div>\n"
                for role, name in people
            )
            page = f"<dl class=signatures>\n{signed}</dl>\n"
        case _:
            assert_never(block)
    return page


def _html_table(ledger: Ledger) -> str:
    marks = [f' class="{column.style}"' for column in ledger.columns]

    def row(cells: Sequence[str], tag: str = "td") -> str:
        return "<tr>" + "".join(f"<{tag}{m}>{escape(c)}</{tag}>" for c, m in zip(cells, marks, strict=True)) + "</tr>\n"

    caption = f"<caption>{escape(ledger.caption)}</caption>\n" if ledger.caption else ""
    foot = f"<tfoot>\n{row(ledger.total)}</tfoot>\n" if ledger.total else ""
    head = row([column.name for column in ledger.columns], "th")
    tight = " class=tight" if ledger.tight else ""
    body = "".join(map(row, ledger.rows))
    return (
        f"<div class=scroll tabindex=0><table{tight}>\n{caption}<thead>\n{head}</thead>\n"
        f"<tbody>\n{body}</tbody>\n{foot}</table></div>\n"
    )


def inked(svg: str) -> str:
    """The picture in the page's own inks."""
    return re.sub(
        r'(fill|stroke)="([^"]+)"',
        lambda ink: f'{ink[1]}="var({INKS[ink[2]]})"' if ink[2] in INKS else ink[0],
        svg,
    )
