"""A game of one's own: `houseway new` writes one that holds together, and `check-game` says what is wrong with one."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.conformance import checked, faults_of
from houseway.games import FOLDER, GAMES, HASHES
from houseway.letters import letters_of
from tests.command_line import run


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of a folder are there for the whole process, and those it starts."""
    monkeypatch.setenv(FOLDER, "")
    games, hashes = dict(GAMES), dict(HASHES)
    yield
    for registry, before in ((GAMES, games), (HASHES, hashes)):
        registry.clear()
        registry.update(before)


@pytest.fixture
def red_dog(tmp_path: Path) -> Path:
    assert run("new", "red-dog", "--to", str(tmp_path)).returncode == 0
    return tmp_path / "red_dog.py"


def test_what_new_writes_has_nothing_wrong(red_dog: Path) -> None:
    game, faults = checked(red_dog)
    assert game is not None and game.slug == "red-dog"
    assert faults == []
    assert "red-dog" not in GAMES, "a file that is checked is not offered to anybody"


def test_the_letter_of_ones_own_game_is_found_by_its_name(red_dog: Path) -> None:
    game, _ = checked(red_dog)
    assert game is not None
    assert [letter.title for letter in letters_of(game.letters)] == ["Red Dog"]


def test_new_does_not_write_over_a_file(red_dog: Path) -> None:
    again = run("new", "red-dog", "--to", str(red_dog.parent))
    assert again.returncode == 2 and "is there already" in again.stderr


MISTAKES = {
    "an option that does nothing": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return FOLD, say("raise", ("Raise", 1)), Option("wait", last=False)',
        "Choice(raise_or_fold)",
        "Choice(raise_or_fold, again=True)",
        "step 3, Choice: 'wait' does nothing, and the choice goes on",
    ),
    "a symmetry that does not hold": (
        "return rank_of(cards[0])",
        "return 4 * rank_of(cards[0]) + cards[0] % 4",
        "RANK_NAMES[worth]",
        "RANK_NAMES[worth // 4]",
        "it tells cards apart that rank_of does not",
    ),
    "a wager that cannot be settled": (
        'return "win" if mine > his else "tie" if mine == his else LOSE',
        "return mine - his",
        "",
        "",
        "Ante: it cannot be settled: the line is",
    ),
    "a rule that raises": (
        'return "ace" if worth == 14 else LOSE',
        'return {14: "ace"}[worth]',
        "",
        "",
        "red_dog.py:",
    ),
    "a wager that nobody can bet": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return FOLD, Option("stay")',
        "",
        "",
        "Raise: nobody can bet it",
    ),
    "a silent seat without an option": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return (say("raise", ("Raise", 1)),)',
        "",
        "",
        "has no option that costs nothing more",
    ),
    "a wager of no wager": ('of="Ante"', 'of="Anta"', "", "", "Raise: it is of 'Anta', which is no wager: Ante, Raise"),
    "a place without cards": ("Deal(SEAT + DEALER, 1)", "Deal(SEAT, 1)", "", "", "no card was dealt to the dealer"),
    "no game at all": ("GAME = Game(", "GAMES = Game(", "", "", "red_dog.py: there is no GAME in it"),
    "bad Python": ("GAME = Game(", "GAME == = Game(", "", "", "red_dog.py:"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_in_one_line_with_its_place(red_dog: Path, mistake: str) -> None:
    before, after, also, instead, says = MISTAKES[mistake]
    text = red_dog.read_text()
    assert before in text and also in text
    red_dog.write_text(text.replace(before, after).replace(also, instead) if also else text.replace(before, after))
    result = run("check-game", str(red_dog))
    assert result.returncode == 1
    assert any(says in line for line in result.stdout.splitlines()), result.stdout


def test_a_line_of_the_letter_that_cannot_be_dealt_is_named(red_dog: Path) -> None:
    letter = red_dog.with_suffix(".toml")
    letter.write_text(letter.read_text() + '"two aces" = "50 to 1"\n')
    _, faults = checked(red_dog)
    assert [str(fault) for fault in faults] == [
        "paytable Lucky Ace: the line 'two aces' cannot be dealt: every deal is ace or lose"
    ]


def test_of_a_line_that_play_decides_it_is_only_said_that_it_never_came(red_dog: Path) -> None:
    letter = red_dog.with_suffix(".toml")
    letter.write_text(letter.read_text().replace('"tie" = "push"', '"ties" = "push"'))
    _, faults = checked(red_dog)
    assert faults
    assert "the line 'ties' was never dealt: in 3,000 deals there were lose, tie, win" in str(faults[0])


def test_a_line_that_comes_once_in_half_a_million_hands_is_not_called_impossible(monkeypatch) -> None:
    """Five aces are 48 of 22,957,480 hands: they are counted where deals do not show them."""
    monkeypatch.setattr("houseway.conformance.Trial._is_dealt", lambda *_: False)
    monkeypatch.setattr("houseway.conformance.DEALS", 300)
    assert faults_of(GAMES["san-lo"]) == []


def test_a_fault_of_the_letter_is_named(red_dog: Path) -> None:
    letter = red_dog.with_suffix(".toml")
    letter.write_text(letter.read_text().replace('"11 to 1"', '"eleven"'))
    _, faults = checked(red_dog)
    fault = faults[0]
    assert fault.where == "red_dog.toml" and "'eleven' is not a pay" in fault.says


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_game_of_the_project_holds_together(slug: str) -> None:
    assert faults_of(GAMES[slug]) == []


def test_what_new_writes_is_solved_and_favours_the_house_a_little(red_dog: Path) -> None:
    said = run("--games", str(red_dog.parent), "analyze", "red-dog", "--json")
    assert said.returncode == 0, said.stderr
    shape = json.loads(said.stdout)
    wagers = shape["wagers"] if isinstance(shape, dict) else shape
    assert wagers[0]["house_edge"] == "92/4043"
