"""The command line as a person meets it: what each command prints, its exit code, and how it refuses."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.games import GAMES
from tests.command_line import is_refused, process, run, run_json


def test_verify_explains_every_difference_and_says_so_by_its_exit_code():
    done = run("verify")
    assert done.returncode == 0
    assert "✗ 0 remain unexplained" in " ".join(done.stdout.split())
    assert "not a certificate" in done.stdout


def test_verify_exits_1_when_a_figure_stays_unexplained(tmp_path: Path):
    letter = tmp_path / "wrong.toml"
    letter.write_text(
        'title = "Wrong"\ndate = 2026-01-01\n[[paytable]]\nname = "PF"\ngame = "supreme-99"\n'
        'wager = "Pair Fortunes"\n[paytable.pays]\n"Pair" = "1 to 1"\n[paytable.published]\n"house edge" = "1.00%"\n'
    )
    done = run("verify", str(letter))
    assert done.returncode == 1
    assert "unapproved" in done.stdout
    assert run("verify", str(letter), "--json").returncode == 1


def test_verify_says_that_nothing_is_published_and_counts_nothing():
    done = run("verify", "triple-shot-rummy")
    assert done.returncode == 0 and done.stdout == "No figure is published.\n"


def test_a_game_is_found_with_capitals_spaces_and_apostrophes():
    plain = run("show", "kings-bounty").stdout
    assert plain and all(run("show", name).stdout == plain for name in ("king's-bounty", "King’s Bounty"))


def test_verify_json_has_the_documented_keys_and_fraction_strings():
    rows = run_json("verify")
    assert len(rows) == 28
    wanted = {
        "letter", "game", "wager", "paytable", "figure", "published", "exact", "exact_decimal", "follows", "reading"
    }  # fmt: skip
    for row in rows:
        assert wanted <= row.keys()
        assert row["exact"] is None or Fraction(row["exact"])
        assert isinstance(row["follows"], bool)
    fortunes = next(row for row in rows if row["paytable"] == "Pair Fortunes")
    assert fortunes["exact_under_reading"] == "12732/270725"
    assert fortunes["exact"] == "9852/270725"


@pytest.mark.parametrize("letter", ["supreme", "match-em-hi-lo-2014-11-24"])
def test_a_letter_is_found_by_its_beginning(letter: str):
    assert {row["letter"][:5] for row in run_json("verify", letter)} == {letter[:5]}


def test_analyze_json_adds_up():
    for row in run_json("analyze", "match-em", "--decks", "8"):
        total = row["combinations"]
        assert sum(line["combinations"] for line in row["lines"]) == total
        assert -sum(Fraction(line["contribution"]) for line in row["lines"]) == Fraction(row["house_edge"])
        assert all(Fraction(line["probability"]) == Fraction(line["combinations"], total) for line in row["lines"])


def test_analyze_json_of_a_main_game_has_its_decisions_and_strategy():
    best, house, *_ = run_json("analyze", "supreme-99")
    assert (best["play"], house["play"]) == ("best play", "house way")
    assert len(best["decisions"]) == 1820
    assert sum(d["ways"] for d in best["decisions"]) == 270_725
    assert best["strategy"]["rows"]


def test_a_progressive_is_analyzed_at_a_meter_and_for_seats():
    alone, full = (
        run_json("analyze", "san-lo", "--paytable", "FSLPP-01", "--meter", "$40,000", "--seats", seats)[0]
        for seats in ("1", "6")
    )
    assert alone["progressive"]["envy"] == "0/1"
    assert Fraction(full["house_edge"]) < Fraction(alone["house_edge"])
    assert full["meter"] == "40000/1"


def test_set_ranks_every_choice_best_first():
    hand = run_json("set", "supreme-99", "9c 9d Ks Qh")
    values = [Fraction(option["expectation"]) for option in hand["options"]]
    assert values == sorted(values, reverse=True)
    assert values[0] == Fraction(112951, 194580)
    assert hand["house_way"]["hands"][0]["cards"] == "9c 9d"


@pytest.mark.parametrize(
    "command", [["games"], ["show", "san-lo"], ["strategy", "match-em"], ["set", "match-em", "2c3c4c"]]
)
def test_every_command_speaks_json_and_tables_of_80_columns(command: list[str]):
    assert run_json(*command)
    done = run(*command)
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_version_help_and_completion_answer():
    """As a shell asks for them, in processes of their own."""
    assert process("--version").stdout.startswith("houseway ")
    assert "verify" in run("--help").stdout
    assert "_HOUSEWAY_COMPLETE" in run("completion", "bash").stdout
    completed = process(_HOUSEWAY_COMPLETE="bash_complete", COMP_WORDS="houseway show s", COMP_CWORD="2")
    assert completed.stdout.split() == [f"plain,{slug}" for slug in sorted(GAMES) if slug.startswith("s")]


def test_san_los_main_game_is_analyzed_from_its_solution():
    best, house = run_json("analyze", "san-lo", "--wager", "Main Bet")
    assert (best["house_edge"], house["play"]) == ("1434976557436/30813452174505", "house way")
    assert best["combinations"] == 246_507_617_396_040


def test_solve_takes_a_house_way_from_a_file_and_bets_together():
    way = Path(houseway.__file__).parent / "ways" / "san-lo-points.toml"
    figures = run_json("solve", "san-lo", "--way", str(way), "--ratio", "1/2")
    assert figures[0]["house_edge"] == "1434976557436/30813452174505"
    assert figures[-1]["average_action"] == "3/2"


@pytest.mark.soak
def test_solve_takes_a_house_way_of_ones_own(tmp_path: Path):
    way = tmp_path / "ours.toml"
    way.write_text('game = "san-lo"\nname = "ours"\nversion = "1"\n[[rule]]\nthen = ["Low", "Mid", "High"]\n')
    figures = run_json("solve", "san-lo", "--way", str(way))
    assert Fraction(figures[0]["house_edge"]) < 0, "the strongest Low first is no way to keep a table"


@pytest.mark.soak
def test_a_way_that_fouls_is_refused_with_the_hand_and_exit_code_1(tmp_path: Path):
    way = tmp_path / "foul.toml"
    way.write_text(
        'game = "san-lo"\nname = "foul"\nversion = "1"\n'
        '[[rule]]\nwithout_fouling = false\nthen = ["Low", "Mid", "High"]\n'
    )
    done = run("way", "check", str(way))
    assert done.returncode == 1
    assert "hands are fouled, such as" in done.stdout
    refused = run("solve", "san-lo", "--way", str(way))
    assert refused.returncode == 2
    assert re.search(r"foul fouls '\w\w \w\w \w\w \w\w \w\w \w\w'", refused.stderr)


def test_the_dealers_card_is_printed_by_the_program(tmp_path: Path):
    for name, magic in (("card.pdf", b"%PDF"), ("card.png", b"\x89PNG"), ("card.svg", b"<svg")):
        assert run("way", "card", "san-lo", "-o", str(tmp_path / name)).returncode == 0
        assert (tmp_path / name).read_bytes().startswith(magic)
    assert run("way", "card", "supreme-99", "-o", str(tmp_path / "s.pdf")).returncode == 0


@pytest.mark.soak
def test_the_life_of_a_meter_is_told_in_tables_and_json(tmp_path: Path):
    done = run("meter", "--meter", "70000", "-o", str(tmp_path / "curves.png"))
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    for figure in ("$31,396.22", "$46,173.90", "$13,020.65", "$65,685.43", "$78,733.60", "70,428,507"):
        assert figure in done.stdout
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    [life] = run_json("meter", "fslpp-03", "--seats", "1", "--increment", "25%", "-o", str(tmp_path / "curves.html"))
    assert (life["paytable"], life["progressive"]["increment"], life["two_royals_in_a_round"]) == (
        "FSLPP-03",
        "1/4",
        "0/1",
    )
    assert Fraction(life["top_award"]["mean"]) == Fraction(life["progressive"]["mean_top_award"])
    low, high = life["top_award"]["quantiles"]["0.5"]
    assert low < high < low + 30
    assert "<svg" in (tmp_path / "curves.html").read_text("utf-8")


@pytest.mark.soak  # tests/analysis/test_meter_life.py has the curves of any increment
@pytest.mark.parametrize("increment", ["0", "1", "0.000001"])
def test_a_meter_lives_with_any_increment(tmp_path: Path, increment: str):
    done = run("meter", "FSLPP-01", "--increment", increment, "-o", str(tmp_path / "curves.svg"))
    assert done.returncode == 0, done.stderr
    assert "nan" not in done.stdout + (tmp_path / "curves.svg").read_text("utf-8")


BAD = {
    "meter FSLP-01": "'FSLP-01' is not a paytable with a meter: ",
    "meter FSLPP-02": "'FSLPP-02' is not a paytable with a meter: ",
    "meter --seats 7": "-poker has 1 to 6",
    "meter --increment 101%": "'101%' is not an increment: 0 to 1 of the wager, such as 21% or 0.21",
    "meter --increment much": "'much' is not an increment",
    "meter --hidden -1": "'-1' is not an increment",
    "meter --meter lots": "'lots' is not an amount of dollars",
    "meter -o curves.pdf": "'curves.pdf' is not a picture's file: its name ends in .png, .svg, .html",
    "meter FSLPP-01 -o nowhere/curves.svg": "'nowhere/curves.svg' cannot be written",
    "show chess": "'chess' is not a game: ",
    "shuffle": "'shuffle' is not a command",
    "set supreme-99 1x 2c 3c 4c": "'1x' is not a card",
    "set supreme-99 As As 3c 4c": "'As' stands 2 times",
    "set supreme-99 As Ks 3c 4c 5d": "5 cards: 4 are dealt",
    "set supreme-99 As Ks 3c Jk": "'Jk'",
    "analyze match-em --decks 9": "9 decks: this game takes 1 to 8",
    "analyze match-em --decks 0": "0 decks",
    "analyze match-em --decks two": "'two'",
    "analyze supreme-99 --decks 2": "2 decks",
    "analyze san-lo --meter -5": "'-5'",
    "analyze san-lo --meter lots": "'lots'",
    "analyze san-lo --seats 7": "7 seats: san-lo has 1 to 6",
    "analyze supreme-99 --meter 5": "meter",
    "analyze san-lo --wager ante": "'ante' is not a wager of san-lo: Main Bet",
    "analyze san-lo --paytable A1": "'A1' is not a paytable of san-lo",
    "analyze match-em --wager Ante --paytable A1": "'A1' is a paytable of Match Bonus",
    "set san-lo As Ks Qs Js Ts": "5 cards: 6 are dealt",
    "solve supreme-99": "supreme-99 needs no solver",
    "solve san-lo --ratio 2": "'2' is not a ratio",
    "solve san-lo --way nowhere.toml": "'nowhere.toml' cannot be read",
    "solve san-lo --cluster tcp://127.0.0.1:9": "no Dask scheduler answers at 'tcp://127.0.0.1:9'",
    "way check nowhere.toml": "'nowhere.toml' cannot be read",
    "way card san-lo -o card.doc": "'card.doc' is not a card's file",
    "way card match-em -o card.pdf": "match-em has no house way to set hands by",
    "solve san-lo --ratio 1e99999999": "'1e99999999' is not a ratio",
    "strategy san-lo --decks 5": "5 decks",
    "way burn x": "'burn' is not a command: card, check",
    "verify nowhere": "'nowhere' is not a letter",
    "verify nowhere.toml": "'nowhere.toml' cannot be read",
    "strategy match-em --lines 0": "0",
    "verify --wrong": "--wrong",
    "analyze": "GAME",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_line_that_names_it_and_exit_code_2(command: str):
    is_refused(BAD[command], *command.split())


def test_a_letter_file_with_a_wrong_type_is_one_line(tmp_path: Path):
    letter = tmp_path / "letter.toml"
    letter.write_text('title = 7\ndate = 2026-01-01\n[[paytable]]\nname = "x"\n')
    done = run("verify", str(letter))
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert "title must be a text, not 7" in line
    assert "no pays" in line
    assert "game is missing" in line


def test_what_a_file_says_is_printed_as_it_is(tmp_path: Path):
    letter = tmp_path / "odd.toml"
    letter.write_text(
        'title = "Odd"\ndate = 2026-01-01\n[[paytable]]\nname = "X [/x] [red]"\ngame = "supreme-99"\n'
        'wager = "Pair Fortunes"\n[paytable.pays]\n"Pair" = "1 to 1"\n[paytable.published]\n"house edge" = "1.00%"\n'
    )
    assert "X [/x] [red]" in run("verify", str(letter)).stdout


def test_a_house_way_for_another_game_is_refused(tmp_path: Path):
    way = tmp_path / "low.toml"
    way.write_text('game = "supreme-99"\nname = "low"\nversion = "1"\n[[rule]]\nthen = ["Low", "High"]\n')
    done = run("solve", "san-lo", "--way", str(way))
    assert done.returncode == 2
    assert "is a house way for supreme-99, not for san-lo" in done.stderr


@pytest.mark.soak
def test_a_solution_that_cannot_be_kept_is_given_all_the_same(tmp_path: Path):
    folder = tmp_path / "file"
    folder.write_text("")
    done = run("analyze", "san-lo", "--wager", "hat trick", "--json", HOUSEWAY_CACHE=str(folder))
    assert done.returncode == 0
    assert len(json.loads(done.stdout)) == 3
    [line] = done.stderr.splitlines()
    assert line.startswith("houseway: the result is not kept")


MUCH = "analyze supreme-99 --json"


@pytest.mark.parametrize("command", ["show san-lo", pytest.param(MUCH, marks=pytest.mark.soak), "verify", "--help"])
def test_a_reader_that_stops_early_is_no_error_and_no_verdict(command: str):
    """Exit code 141, as a shell tells of SIGPIPE: of little output, of much, of tables and of help."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "houseway", *command.split()], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_reader_that_stops_early_does_not_hide_behind_a_verdict(tmp_path: Path):
    """Nor does the verdict hide that somebody did not read all of it."""
    reading, writing = os.pipe()
    os.close(reading)
    command = ["design", "supreme-99", "pair fortunes", "--edge", "99%", "--json"]
    done = subprocess.run([sys.executable, "-m", "houseway", *command], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_more_than_memory_holds_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    from houseway import cli

    def fails(**_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "app", fails)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "houseway: not enough memory for so much\n"
