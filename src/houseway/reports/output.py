"""The file that a command is asked to write: looked at before the work, so that no long work is lost to a slip."""

import os
from pathlib import Path


def checked_place(output: Path) -> None:
    """Refuse what could not be written afterwards."""
    if why := _why_not(output):
        raise _refused(output, why)


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
