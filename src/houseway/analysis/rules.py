"""The sources of a game's rules, and their hash: what a result rests on that is shipped with the package.

It needs nothing that counts, for the process that runs the tables asks for it too.
"""

import ast
import hashlib
from collections.abc import Set
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
NO_RULES: Final = ("game.py", "letters")  # a game's words, and how letters are read: what stands in them counts itself
RULES: Final = (
    *("cards.py", "faults.py", "game.py", "letters", "money.py"),
    *("pai_gow.py", "paytable.py", "ranking", "rotation.py", "sight.py", "tableau.py", "twenty_one.py", "ways"),
)


@cache
def rules_digest(file: Path) -> str:
    """The hash of a game's file and of the rules of this package that it imports, by itself or through others: the same
    for every version of Python, so that results may be shipped under it. What the words of a game mean is said by the
    mathematics, which tests hold: a new word changes no game that is written without it."""
    files, wanted = {file}, [file]
    while wanted:
        more = _imported(wanted.pop()) - files
        files |= more
        wanted += more
    digest = hashlib.sha256(file.read_bytes())
    for path in sorted(files - {file}):
        if path.relative_to(PACKAGE).parts[0] in NO_RULES:
            continue
        digest.update(f"\0{path.relative_to(PACKAGE).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def _imported(file: Path) -> Set[Path]:
    """The files of the rules from which a file imports anything."""
    files: set[Path] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == PACKAGE.name:
            where = PACKAGE.joinpath(*node.module.split(".")[1:])
            files |= {where.with_suffix(".py"), where / "__init__.py", *(where / f"{it.name}.py" for it in node.names)}
    return {path for path in files if path.is_file() and path.relative_to(PACKAGE).parts[0] in RULES}
