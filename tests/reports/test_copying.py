"""Whoever checks a figure copies it or looks for it: hashes and fractions stand whole on paper and page, and nothing is
in them that is not seen."""

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from io import BytesIO

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games import GAMES
from houseway.reports import document as documents
from houseway.reports import malfunction, meter_day, win_page
from houseway.reports.document import Document, FactList, Ledger, right, wide
from houseway.reports.mathematics import document
from houseway.reports.shapes import shape as as_json
from tests.reports.game_reports import mathematics, page, paper
from tests.reports.looking import copied, squeezed
from tests.reports.papers import FROZEN, HASH, OTHER_HASH, ROYAL, SATURDAY
from tests.soak import examples

NUMBER = re.compile(r"(?<![\d.,/])\d[\d,]*\.\d+(?=[\s%\",)])")  # a decimal of any length
FIGURE = re.compile(r"−?\d+/\d+|\b[0-9a-f]{64}\b")
LETTERS = [game for game in GAMES.values() if any(table.approved for table in game.paytables.values())]
OF_THE_CATALOGUE = [("three-card-poker", 1), ("baccarat", 8), ("ultimate-texas-holdem", 1)]
SHOES = [(game.slug, decks) for game in LETTERS for decks in sorted({game.decks[0], game.decks[-1]})]
SHOES += OF_THE_CATALOGUE
every_report = pytest.mark.parametrize(
    ("slug", "decks"),
    [pytest.param(*each, marks=() if each == OF_THE_CATALOGUE[0] else pytest.mark.soak) for each in SHOES],
    ids=str,
)


def usual(slug: str, decks: int) -> int | None:
    """None for the decks that a report has unless others are asked for."""
    return None if decks == GAMES[slug].default_decks else decks


@cache
def text_of(slug: str, decks: int) -> str:
    """As it is copied from the paper."""
    return copied(paper(slug, usual(slug, decks)))


def unseen(text: str) -> set[str]:
    """Characters that take no room: controls, formats, what joins or parts words without being seen."""
    return {hex(ord(c)) for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cn", "Co", "Zl", "Zp")}


def figures_of(made: documents.Document) -> list[str]:
    """Hashes and fractions in what the report says, by the text they stand in; a picture has none."""
    return FIGURE.findall(said_by(made))


def said_by(made: documents.Document) -> str:
    """All but the pictures."""
    said = json.dumps({**as_json(made), "pictures": ""}, ensure_ascii=False)
    return re.sub(r'"svg": "[^"]*(\\"[^"]*)*"', "", said)


class Said(HTMLParser):
    """The text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data


@every_report
def test_every_hash_and_every_fraction_of_a_report_is_copied_whole(slug: str, decks: int):
    figures, text = figures_of(document(mathematics(slug, usual(slug, decks)))), text_of(slug, decks)
    assert len([each for each in figures if "/" not in each]) > 5 and max(map(len, figures)) >= 64
    assert [each for each in figures if not re.search(rf"(?<![0-9a-f]){re.escape(each)}(?![0-9a-f])", text)] == []


@every_report
def test_another_program_finds_every_hash_and_every_figure(slug: str, decks: int):
    """A library that knows nothing of ours reads the paper; what it finds of numbers is all that the report says."""
    made = document(mathematics(slug, usual(slug, decks)))
    read = pypdf.PdfReader(BytesIO(paper(slug, usual(slug, decks))))
    text = "\n".join(leaf.extract_text() for leaf in read.pages)
    found = set(re.findall(r"[0-9a-f]{64}|−?\d+/\d+", text))
    assert [each for each in figures_of(made) if each not in found] == []
    said = NUMBER.findall(said_by(made))
    assert len(said) > 100 and [each for each in set(said) if each not in text] == []


def test_the_longest_figure_that_stands_whole_is_copied_whole():
    """As wide as a column can be: of the reports the letters' games have them nearly so long."""
    figure = "1" * 45 + "/" + "7" * 44
    ledger = Ledger(columns=(*wide("What"), *right("Exactly", fixed=True)), rows=(("a figure", figure),))
    made = Document(
        title="A report",
        about="a game",
        source="houseway",
        on=None,
        notice="",
        front=(ledger, FactList((("Figure", figure), ("Hash", HASH)))),
        sections=(),
    )
    text = copied(documents.pdf(made))
    assert text.count(figure) == 2 and HASH in text


@every_report
def test_a_report_has_no_character_that_is_not_seen(slug: str, decks: int):
    assert unseen(text_of(slug, decks)) == set()
    assert unseen(Said(page(slug, usual(slug, decks))).text) == set()


@pytest.mark.parametrize(
    ("prints", "hashes"),
    [
        (lambda: win_page.pdf(ROYAL), (HASH, OTHER_HASH)),
        (lambda: meter_day.pdf(SATURDAY), (SATURDAY.head[1],)),
        (lambda: malfunction.pdf(FROZEN), ()),
    ],
    ids=["win page", "meter day", "malfunction"],
)
def test_papers_of_a_meter_have_their_hashes_whole_and_nothing_unseen(
    prints: Callable[[], bytes], hashes: tuple[str, ...]
):
    text = copied(prints())
    assert all(each in text for each in hashes)
    assert unseen(text) == set()


@given(st.fractions(0, 1, max_denominator=10**11).filter(lambda share: share.denominator > 1))
@examples(10, 100)
def test_a_share_of_the_meter_is_copied_whole(share: Fraction):
    assert f"{share.numerator}/{share.denominator}" in copied(win_page.pdf(replace(ROYAL, share=share)))


@pytest.mark.parametrize("word", ["W" * 90, "a" * 13, "אבגדהוזחטיכלמנסעפצקרשת", "1" * 300])
def test_a_word_too_long_for_a_line_goes_on_in_the_next_and_gains_nothing(word: str):
    """Also not where no line is: in the title that the file itself has."""
    made = malfunction.pdf(replace(FROZEN, what=word, house=word, meter=word))
    text = copied(made)
    assert word in squeezed(text) and unseen(text) == set()
    beside = re.sub(rb"stream\n.*?endstream", b"", made, flags=re.DOTALL)
    assert "\u200b".encode("utf-16-be") not in beside
