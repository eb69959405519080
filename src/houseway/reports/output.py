"""The files that commands write, by kind. A place is looked at before the work, so that no long work is lost to a
slip."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file, and the endings that its name may have."""

    name: str
    endings: tuple[str, ...]

    def check(self, output: Path) -> str:
        """The ending of the file's name. Refuses a file of another kind, and one that could not be written."""
        ending = output.suffix.lstrip(".").lower()
        if ending not in self.endings:
            endings = (" or ." if len(self.endings) == 2 else ", .").join(self.endings)
            raise ValueError(f"{output.name!r} is not {self.name}: its name ends in .{endings}")
        if why := _why_not(output):
            raise _refused(output, why)
        return ending


PICTURE: Final = FileKind("a picture's file", ("png", "svg", "html"))
REPORT: Final = FileKind("a report's file", ("pdf", "html"))
CARD: Final = FileKind("a card's file", ("pdf", "png", "svg"))
LETTER: Final = FileKind("a letter's file", ("toml",))


def write_output(output: Path, content: bytes) -> None:
    try:
        output.write_bytes(content)
    except OSError as error:
        raise _refused(output, error) from None


def _why_not(output: Path) -> str | OSError:
    folder = output.absolute().parent
    try:
        if not folder.is_dir():
            return "there is no such folder"
        if output.is_dir():
            return "it is a folder"
        return "" if os.access(output if output.exists() else folder, os.W_OK) else "that is not allowed"
    except OSError as error:  # a name that is too long
        return error


def _refused(output: Path, why: str | OSError) -> ValueError:
    return ValueError(f"{str(output)!r} cannot be written: {why}")
