"""One definition drives everything: no game is known by its name outside the folders of games and letters."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

import houseway
from houseway.games import GAMES

PACKAGE = Path(houseway.__file__).parent
OF_GAMES = (
    "games",
    "letters",
    "ways",
    "pai_gow.py",
    "tableau.py",
    "twenty_one.py",
)  # what games are written in, and what several of them share
HANDS = ("blackjack",)  # games that are named like a hand, which others know too
NAMES = [
    re.escape(name)
    for game in GAMES.values()
    if game.slug not in HANDS
    for name in (game.slug, game.slug.replace("-", "_"), game.title)
]
ANY_NAME = re.compile(r"(?<![a-z])(" + "|".join(NAMES) + r")(?![a-z])", re.IGNORECASE)


def code_of(path: Path) -> str:
    """All of a file; of Python without comments, docstrings and other strings of several lines."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    told = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE)
    return "\n".join(t.string for t in tokens if t.type not in told and not t.string.startswith('"""'))


def files() -> list[Path]:
    written = [path for suffix in ("py", "js", "css", "html", "typ") for path in PACKAGE.rglob(f"*.{suffix}")]
    return [path for path in written if path.relative_to(PACKAGE).parts[0] not in OF_GAMES]


def test_names_are_found_where_they_stand() -> None:
    assert ANY_NAME.search(code_of(PACKAGE / "games" / "casino_war.py"))
    assert len(files()) > 250


@pytest.mark.parametrize("folder", sorted({path.relative_to(PACKAGE).parts[0] for path in files()}))
def test_no_game_is_named_outside_the_games(folder: str) -> None:
    here = [path for path in files() if path.relative_to(PACKAGE).parts[0] == folder]
    named = {str(path.relative_to(PACKAGE)): found[0] for path in here if (found := ANY_NAME.search(code_of(path)))}
    assert not named, "no part of the house may know a game by its name"


LONGEST = 120  # lines of a game
OF_APPROVALS = {slug for slug, game in GAMES.items() if game.letters != (slug,)}  # with all readings of their letters


@pytest.mark.parametrize("slug", sorted({*GAMES} - OF_APPROVALS))
def test_a_game_is_one_short_file(slug: str) -> None:
    written = (PACKAGE / "games" / f"{slug.replace('-', '_')}.py").read_text("utf-8")
    assert len(written.splitlines()) <= LONGEST


# Names that two classes have, and why they may.
MAY_BE_TWICE = {
    "CoinIn": "the table's command and the meter's: both stand in books under this name",
    "Bonus": "points that a file of a house way gives: its file is among the hashes of what is shipped",
}


def test_a_name_is_one_class_and_no_other():
    homes: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for line in ast.parse(path.read_text("utf-8")).body:
            if isinstance(line, ast.ClassDef):
                homes.setdefault(line.name, []).append(path.relative_to(PACKAGE).as_posix())
    twice = {name: found for name, found in homes.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in MAY_BE_TWICE} == {}
    assert MAY_BE_TWICE.keys() <= twice.keys(), "what is one class by now needs no reason"
