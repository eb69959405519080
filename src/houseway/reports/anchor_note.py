"""What a paper tells of the anchor that closes its day: enough to hold the book to it later, as text and as a code."""

from dataclasses import dataclass

from houseway.deciding.command import Json
from houseway.reports import qr


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorNote:
    number: int
    at: str
    why: str
    sha256: str
    key: str

    @property
    def text(self) -> str:
        """What the code says: one line, which names the anchor in the house's file and in its witness's."""
        return f"houseway anchor {self.number} {self.at} {self.sha256} key {self.key[:16]}"


def plain_note(note: AnchorNote | None) -> Json | None:
    if note is None:
        return None
    return {"number": note.number, "at": note.at, "why": note.why, "sha256": note.sha256, "key": note.key}


def printed_note(note: AnchorNote | None) -> Json | None:
    """For a paper: the line, and the code as rows of light and dark."""
    if note is None:
        return None
    rows = ["".join("1" if dark else "0" for dark in row) for row in qr.matrix(note.text)]
    return {"text": note.text, "rows": rows}
