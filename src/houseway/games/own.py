"""A game from a file of one's own, and its letter from the file beside it."""

import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from houseway.faults import FileFaults
from houseway.game import Game
from houseway.letters import paytables_in, remember
from houseway.letters.letter import Letter, read_letter
from houseway.paytable import Paytable


def letter_beside(file: str | Path) -> Letter:
    """The letter of a game's file: `red_dog.py` has `red_dog.toml` beside it. It is nobody's approval."""
    path = Path(file).with_suffix(".toml")
    if not path.exists():
        raise ValueError(f"{path.name}: the letter of {Path(file).name} is missing")
    return remember(read_letter(path.stem, path.read_text("utf-8"), approved=False))


def paytables_beside(file: str | Path) -> dict[str, Paytable]:
    """The paytables of the letter beside a game's file."""
    letter = letter_beside(file)
    names = {entry.game for entry in letter.entries}
    return {name: table for game in sorted(names) for name, table in paytables_in((letter,), game).items()}


def load_game(file: str | Path) -> Game:
    """The GAME of a file. Raises `ValueError`, in a line that names the place, if it cannot be read."""
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"{file}: no such file")
    name = f"houseway_own_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path.name}: a game is a Python file, {path.stem}.py")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except FileFaults:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception | SystemExit):
            raise  # it is not the file's
        raise ValueError(f"{line_in(path, error)}: {describe(error)}") from error
    game: Any = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise ValueError(f"{path.name}: there is no GAME in it: GAME = Game(slug=…, …)")
    return game


def line_in(path: Path, error: BaseException) -> str:
    """`red_dog.py:31`: the last line of the file that led to the error."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{path.name}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).name == path.name]
    return f"{path.name}:{lines[-1]}" if lines else path.name


def describe(error: BaseException) -> str:
    """An error in one line; a plain `ValueError` speaks for itself."""
    text = " ".join(str(error).split())
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__}: {text}"
