"""A document on paper, whatever its length: pages that know their number, and nothing parted that belongs together."""

import pytest

from houseway.reports import document as documents
from houseway.reports.document import Document, Section, Signatures, Text
from tests.reports.looking import leaves
from tests.soak import more

SIGNED = Section(title="Preparer", blocks=(Text("Signed on paper."), Signatures((("Prepared by", ""),))))
ALL = range(1, 60)


def made(front: int, inside: int) -> list[str]:
    """The pages of a document with so many lines before its contents, and so many before it is signed."""
    rules = Section(title="Rules", blocks=tuple(Text(f"Rule {number}.") for number in range(inside)))
    chapters = tuple(Section(title=f"Chapter {number}", blocks=(Text("In short."),)) for number in range(12))
    words = tuple(Text(f"Line {number} of the first page.") for number in range(front))
    about = Document(
        title="Report",
        about="a game",
        source="houseway",
        on=None,
        notice="No certificate.",
        front=words,
        sections=(rules, *chapters, SIGNED),
    )
    return leaves(documents.pdf(about))


@pytest.mark.parametrize("front", more((14, 22), ALL))
def test_every_page_says_its_number_wherever_the_contents_end(front: int):
    pages = made(front, 3)
    assert [f"Page {number} of {len(pages)}" in page for number, page in enumerate(pages, 1)] == [True] * len(pages)


@pytest.mark.parametrize("inside", more((46, 50), ALL))
def test_lines_to_be_signed_stand_below_what_is_signed(inside: int):
    [page] = [page for page in made(1, inside) if "Signed on paper." in page]
    assert "Signature" in page and "Preparer" in page
