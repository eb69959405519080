"""The mathematics reports of the games, each worked out and set in type once for all tests of a worker."""

from functools import cache

import houseway
from houseway.reports import document as documents
from houseway.reports.mathematics import Mathematics, document
from houseway.reports.paper import png
from tests.reports.looking import words


@cache
def mathematics(slug: str, decks: int | None = None) -> Mathematics:
    return houseway.mathematics(slug, decks=decks)


@cache
def paper(slug: str, decks: int | None = None) -> bytes:
    return documents.pdf(document(mathematics(slug, decks)))


@cache
def printed(slug: str) -> str:
    """The words of the paper."""
    return words(paper(slug))


@cache
def page(slug: str, decks: int | None = None) -> str:
    return documents.html(document(mathematics(slug, decks)))


@cache
def photographed(slug: str) -> list[bytes]:
    """The sheets of the paper, small."""
    page, pictures = documents.printed(document(mathematics(slug)))
    return png(documents.TEMPLATE, page, ppi=18, pictures=pictures)
