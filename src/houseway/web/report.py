"""A game's mathematics report, as a page and on paper: put together in the process that counts, once for each version
of the program."""

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Final

import houseway
from houseway.deciding.command import Json
from houseway.game import Game
from houseway.reports.provenance import code_digest

PAGE, PAPER = "page", "paper"
KINDS: Final = {PAGE: "text/html; charset=utf-8", PAPER: "application/pdf"}


@dataclass(frozen=True, slots=True)
class MadeReport:
    """A report in one of its forms."""

    content: bytes

    @classmethod
    def read(cls, answered: Json) -> "MadeReport":
        return cls(b64decode(answered["content"]))


def question(game: Game, kind: str) -> Json:
    return {"report": game.slug, "kind": kind, "program": code_digest()}


def answer(asked: Json) -> Json:
    """The same bytes as the command makes without rounds, in the process that counts."""
    from houseway.reports import document as documents
    from houseway.reports.mathematics import document

    made = document(houseway.mathematics(asked["report"]))
    content = documents.pdf(made) if asked["kind"] == PAPER else documents.html(made).encode()
    return {"content": b64encode(content).decode()}
