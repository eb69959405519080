"""A game of one's own: `houseway new` writes one that holds together, and `check-game` says what is wrong with one."""

import json
from collections.abc import Iterator, MutableMapping
from functools import partialmethod
from pathlib import Path
from random import Random
from typing import Any

import pytest

import houseway
from houseway.conformance import AT_A_TABLE, checked, faults_of, remarks_of
from houseway.games import FOLDER, GAMES, HASHES, OWN, UNUSABLE, add_folder
from houseway.letters import letters_of
from houseway.reports.mathematics import Mathematics
from houseway.reports.mathematics.simulation import simulation_section
from houseway.trial.dealing import DEALS, Dealing
from tests.command_line import is_refused, run
from tests.kinds import of_every_fact
from tests.soak import more


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of a folder are there for the whole process, and those it starts. A line that never comes is looked for
    in fewer deals than `check-game` makes."""
    monkeypatch.setattr("houseway.trial.dealing.RARE_DEALS", 200)
    monkeypatch.setenv(FOLDER, "")
    registries: list[MutableMapping[str, Any]] = [GAMES, HASHES, OWN, UNUSABLE]
    before = [dict(registry) for registry in registries]
    yield
    for registry, was in zip(registries, before, strict=True):
        registry.clear()
        registry.update(was)


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


def test_the_figures_of_ones_own_letter_are_verified_by_its_name(red_dog: Path) -> None:
    letters = (str(red_dog.with_suffix(".toml")), "red-dog")
    by_file, by_name = (run("--games", str(red_dog.parent), "verify", letter) for letter in letters)
    assert by_name.returncode == by_file.returncode == 0, by_name.stderr
    assert by_name.stdout == by_file.stdout


def test_a_simulation_of_ones_own_game_is_repeated_with_its_folder_and_names_its_file(red_dog: Path) -> None:
    add_folder(red_dog.parent)
    game = GAMES["red-dog"]
    nothing: Any = dict.fromkeys(
        ("letters", "figures", "by_decks", "strategies", "plays", "differences", "lives", "findings"), ()
    )
    made = houseway.simulate(game, rounds=100)
    text = repr(simulation_section(Mathematics(game=game, version="", decks=1, simulation=made, **nothing)))
    assert f"houseway --games {red_dog.parent} simulate" in text
    assert f"red_dog.py, SHA-256 {HASHES['red-dog']}" in text


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
    "a wager that is a text": (
        'Bets(("Ante",), may=("Lucky Ace",))',
        'Bets("Ante", may=("Lucky Ace",))',
        "",
        "",
        "step 1, Bets: must is the text 'Ante': a tuple is wanted, ('Ante',)",
    ),
    "an option of no wager": (
        '("Raise", 1)',
        '("Rise", 1)',
        "",
        "",
        "'raise' adds 'Rise', which is no wager: Ante, Raise, Lucky Ace",
    ),
    "half a wager": ('("Raise", 1)', '("Raise", 0.5)', "", "", "adds 0.5 times 'Raise': a stake is a whole number"),
    "no times a wager": ('("Raise", 1)', '("Raise", 0)', "", "", "'raise' adds 'Raise' no times"),
    "less than nothing": ('("Raise", 1)', '("Raise", -1)', "", "", "adds -1 times 'Raise': a wager is taken back by"),
    "one option and no tuple": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return say("raise", ("Raise", 1))',
        "",
        "",
        "raise_or_fold: it gives the Option 'raise' and no tuple of options: a comma is missing",
    ),
    "no options at all": (
        'return FOLD, say("raise", ("Raise", 1))',
        "pass",
        "",
        "",
        "raise_or_fold: it gives None: a tuple of options is wanted",
    ),
    "two options of one word": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return FOLD, say("raise", ("Raise", 1)), say("raise", ("Raise", 2))',
        "",
        "",
        "2 options are called 'raise'",
    ),
    "a seat without cards": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return FOLD, Option("drop", drops=seen[SEAT]), say("raise", ("Raise", 1))',
        "",
        "",
        "'drop' leaves the seat no cards, and takes none: Ante, Raise, Lucky Ace looks at them",
    ),
    "more cards than there are": (
        "Deal(SEAT + DEALER, 1)",
        "Deal(SEAT + DEALER, 9)",
        "rank_of(cards[0])",
        "max(map(rank_of, cards))",
        "step 2, Deal: 72 cards are dealt by then with 7 seats, out of 1 deck of 52",
    ),
    "an order of cards that came together": (
        "Deal(SEAT + DEALER, 1)",
        "Deal(SEAT + DEALER, 2)",
        "",
        "",
        "it looks at the order of cards that came together",
    ),
    "some of the cards that came together": (
        "Deal(SEAT + DEALER, 1)",
        "Deal(SEAT + DEALER, 2)",
        "Hand(SEAT, worth",
        "Hand(SEAT[:1], worth",
        "it looks at some of the seat's cards that came together",
    ),
    "a rule that goes by chance": (
        "return rank_of(cards[0])",
        "import random; return rank_of(cards[0]) + random.randrange(2)",
        "RANK_NAMES[worth]",
        "str(worth)",
        "it is not the same twice: a rule goes by the cards alone, without chance or memory",
    ),
    "an option that looks at suits": (
        'return FOLD, say("raise", ("Raise", 1))',
        'return (FOLD, say("raise", ("Raise", 1))) if seen[SEAT][0] % 2 else (FOLD, Option("stay"))',
        "",
        "",
        "raise_or_fold: it tells cards apart that `sees` of the main hands does not",
    ),
    "cards that nobody sees": ("        Show(DEALER),\n", "", "", "", "of whose cards 1 are never turned over"),
    "decks that there are not": ("default_decks=6", "default_decks=9", "", "", "9 is not among the decks: 1 to 8"),
    "no seats": ("seats=7", "seats=0", "", "", "seats: 0 seats"),
    "a slug that is not plain": ('slug="red-dog"', 'slug="Red Dog!"', "", "", "'Red Dog!' is not plain"),
    "a slug that is taken": ('slug="red-dog"', 'slug="san-lo"', "", "", "'san-lo' is the name of another game"),
    "a clause that there is not": (
        'clause="RD 5"',
        'clause="RD 55"',
        "",
        "",
        "its clause 'RD 55' is not in the letter",
    ),
    "a clause cited that there is not": (
        '"""[RD 5]"""',
        '"""[RD 55]"""',
        "",
        "",
        "clause 'RD 55' is not in the letter",
    ),
    "a letter that there is not": ('("red_dog",)', '("red_cat",)', "", "", "'red_cat' is no letter: that of this file"),
    "a paytable of another game": (
        'slug="red-dog"',
        'slug="red-cat"',
        "",
        "",
        "it is for the game 'red-dog', and this is",
    ),
    "a glance that is no pair": (
        "Choice(raise_or_fold)",
        "Choice(raise_or_fold, glance=lambda seen: 5)",
        "",
        "",
        "a lambda: it gives 5: a row and a number in it are wanted",
    ),
    "a glance that raises": (
        "Choice(raise_or_fold)",
        "Choice(raise_or_fold, glance=lambda seen: ('card', 1 // 0))",
        "",
        "",
        "step 3, Choice, the glance, red_dog.py:",
    ),
    "a file that ends the program": ("GAME = Game(", "raise SystemExit(0)\nGAME = Game(", "", "", ": SystemExit: 0"),
    "a rule that ends the program": (
        "return rank_of(cards[0])",
        "raise SystemExit(0)",
        "",
        "",
        "the worth of seat, red_dog.py:",
    ),
    "a rule that raises for few hands": (
        'return "win" if mine > his',
        'return 1 // 0 if mine == his == 14 else "win" if mine > his',
        "",
        "",
        "ZeroDivisionError",
    ),
    "a line that the letter has not": (
        'else "tie" if',
        'else "tye" if',
        "",
        "",
        "the rule gives 'tye', which it has not",
    ),
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
    assert sum(says in line for line in result.stdout.splitlines()) in (1, 2), result.stdout


def test_a_rule_that_does_not_end_is_named_and_what_a_file_prints_is_kept_apart(red_dog: Path) -> None:
    text = red_dog.read_text()
    red_dog.write_text(text.replace("return rank_of(cards[0])", "print('hello')\n    while True: pass"))
    result = run("check-game", str(red_dog), "--seconds", "0.5", "--json")
    assert result.returncode == 1
    [fault] = json.loads(result.stdout)["faults"]
    assert fault["where"].startswith("red_dog.py:") and "not come to an end after 0.5 seconds" in fault["says"]
    assert result.stderr == "houseway: the file printed a line, the first 'hello'\n"


def test_a_published_figure_that_does_not_follow_is_remarked_on(red_dog: Path) -> None:
    letter = red_dog.with_suffix(".toml")
    text = letter.read_text().replace('wager = "Ante"\n', 'wager = "Ante"\npublished = {"house edge" = "1.23%"}\n', 1)
    letter.write_text(text)
    game, faults = checked(red_dog)
    assert game is not None and not faults
    [remark] = remarks_of(game)
    assert str(remark) == "paytable Ante, house edge: 1.23% is published, and 2.2755% is exact"


def test_a_game_that_says_what_is_not_so_of_its_cards_gets_no_figures(red_dog: Path) -> None:
    """The exact methods and the simulation rely on it, so both would agree on a wrong number."""
    text = red_dog.read_text()
    red_dog.write_text(
        text.replace('return "ace" if worth == 14', 'return "ace" if worth > 13').replace(
            "return rank_of(cards[0])", "return rank_of(cards[0]) + (cards[0] % 4 == 0)"
        )
    )
    for command in ("analyze", "simulate"):
        is_refused("it tells cards apart that rank_of does not", "--games", str(red_dog.parent), command, "red-dog")


def test_a_rule_that_raises_is_one_line_with_its_place_in_every_question(red_dog: Path) -> None:
    text = red_dog.read_text()
    red_dog.write_text(text.replace('return "ace" if worth == 14', 'return {}["x"] if worth == 14'))
    is_refused("red_dog.py:", "--games", str(red_dog.parent), "analyze", "red-dog")


def test_a_folder_with_other_files_is_left_usable(red_dog: Path) -> None:
    folder = str(red_dog.parent)
    (red_dog.parent / "helper.py").write_text("ANSWER = 42\n")
    listed = run("--games", folder, "games")
    assert listed.returncode == 0 and "red-dog" in listed.stdout
    assert listed.stderr == "houseway: left out: helper.py: there is no GAME in it: GAME = Game(slug=…, …)\n"
    is_refused("there is no GAME in it", "--games", folder, "show", "helper")


def test_of_two_files_with_one_game_neither_is_taken_and_both_are_named(red_dog: Path) -> None:
    for suffix in (".py", ".toml"):
        red_dog.with_name(f"another{suffix}").write_text(red_dog.with_suffix(suffix).read_text())
    is_refused(
        "red_dog.py: 'red-dog' is the name of the game in another.py",
        *("--games", str(red_dog.parent), "show", "red-dog"),
    )


def test_the_same_file_is_no_clash(red_dog: Path) -> None:
    result = run("--games", str(red_dog.parent), "check-game", str(red_dog))
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("name", ["san-lo", "json", "class", "houseway"])
def test_a_name_that_is_taken_is_refused(tmp_path: Path, name: str) -> None:
    is_refused(repr(name), "new", name, "--to", str(tmp_path))


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
    monkeypatch.setattr("houseway.trial.dealing.Dealing._is_dealt", lambda *_: False)
    trial = Dealing(GAMES["san-lo"], Path("san_lo.py"), Random(1))
    trial.deals(300)
    trial.lines()
    assert not trial.faults


def test_a_fault_of_the_letter_is_named(red_dog: Path) -> None:
    letter = red_dog.with_suffix(".toml")
    letter.write_text(letter.read_text().replace('"11 to 1"', '"eleven"'))
    _, faults = checked(red_dog)
    fault = faults[0]
    assert fault.where == "red_dog.toml" and "'eleven' is not a pay" in fault.says


@pytest.mark.deeper
@pytest.mark.parametrize("slug", of_every_fact(GAMES))
def test_every_game_of_the_project_holds_together(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.trial.dealing.RARE_DEALS", 3_000)
    monkeypatch.setattr("houseway.conformance.AT_A_TABLE", more(10, AT_A_TABLE))
    monkeypatch.setattr("houseway.trial.dealing.Dealing.deals", partialmethod(Dealing.deals, more(600, DEALS)))
    assert faults_of(GAMES[slug]) == []


def test_what_new_writes_is_solved_and_favours_the_house_a_little(red_dog: Path) -> None:
    said = run("--games", str(red_dog.parent), "analyze", "red-dog", "--json")
    assert said.returncode == 0, said.stderr
    shape = json.loads(said.stdout)
    wagers = shape["wagers"] if isinstance(shape, dict) else shape
    assert wagers[0]["house_edge"] == "92/4043"


def test_a_game_of_the_project_is_checked_by_its_file():
    file = Path(houseway.__file__).parent / "games" / "super_match.py"
    result = run("check-game", str(file))
    assert (result.returncode, result.stderr) == (0, "")
    assert "another game" not in result.stdout
