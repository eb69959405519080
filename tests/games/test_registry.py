"""The games of the project, by name: known at once, and imported when they are asked for."""

import hashlib
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

import houseway.games
from houseway.game import Game
from houseway.games import FILES, GAMES, HASHES, Games, game_named

MODULES = [each.name for each in iter_modules(houseway.games.__path__)]


def test_every_module_that_has_a_game_is_there_in_the_order_of_the_names():
    modules = [import_module(f"houseway.games.{name}") for name in MODULES]
    games = [games_of(module) for module in modules if hasattr(module, "GAME")]
    assert list(GAMES) == [slug for first, *variants in games for slug in (first, *sorted(variants))]
    assert list(GAMES) == list(FILES) == list(HASHES)


def games_of(module: ModuleType) -> dict[str, Game]:
    """The game of a module, and its variants."""
    return {game.slug: game for game in (module.GAME, *getattr(module, "VARIANTS", ()))}


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_the_name_of_its_module(slug: str):
    module = import_module(f"houseway.games.{FILES[slug].stem}")
    assert GAMES[slug] is games_of(module)[slug]
    assert module.GAME.slug.replace("-", "_") == FILES[slug].stem


def imported_by(asked: str) -> set[str]:
    """The modules of games that are loaded when a question was asked."""
    shown = "print(*(name for name in sys.modules if name.startswith('houseway.games.')))"
    code = f"import sys; from houseway.games import GAMES, game_named; {asked}; {shown}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.rpartition(".")[2] for name in done.stdout.split()} & {file.stem for file in FILES.values()}


def test_names_are_known_before_any_game_is_imported():
    assert (
        imported_by("assert 'san-lo' in GAMES and 'red-dog' not in GAMES and len(list(GAMES)) == len(GAMES)") == set()
    )


def test_a_question_about_one_game_imports_no_other():
    assert imported_by("game_named('San Lo')") == {"san_lo"}


def test_a_question_about_a_variant_imports_its_module_alone():
    assert imported_by("game_named('Blackjack H17')") == {"blackjack"}


def test_whoever_goes_through_the_games_has_them_all():
    assert imported_by("[game.title for game in GAMES.values()]") == {file.stem for file in FILES.values()}


def test_a_game_is_known_by_the_hash_of_its_file_as_it_was_imported(monkeypatch: pytest.MonkeyPatch):
    """A program that runs for weeks may import a game long after it looked at the folder."""
    now = hashlib.sha256(FILES["san-lo"].read_bytes()).hexdigest()
    monkeypatch.setitem(HASHES, "san-lo", "of the file as it was")
    games = Games()
    games.expect("san-lo")
    assert HASHES["san-lo"] != now
    assert games["san-lo"] is GAMES["san-lo"]
    assert HASHES["san-lo"] == now


def test_a_game_that_is_put_there_is_found_and_can_be_taken_away():
    games = Games()
    games["san-lo"] = game_named("san-lo")
    assert dict(games) == {"san-lo": GAMES["san-lo"]}
    del games["san-lo"]
    assert len(games) == 0 and games.get("san-lo") is None
