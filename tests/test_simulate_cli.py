"""`houseway simulate` as a person meets it."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.reports.output import PICTURE
from tests.command_line import run, run_json


def test_the_result_says_what_was_played_and_what_it_came_to(tmp_path: Path):
    picture = tmp_path / "rounds.svg"
    shape = run_json("simulate", "supreme-99", "--rounds", "2e5", "--seed", "3", "--seats", "2", "-o", str(picture))
    assert (shape["rounds"], shape["seats"], shape["seed"], shape["broken_off"]) == (200_000, 2, 3, False)
    for row in shape["wagers"]:
        assert sum(line["count"] for line in row["lines"]) == 200_000
        assert abs(row["z"]) <= 3 and row["verdict"] == "agrees"
        assert Fraction(row["house_edge"]) and row["hash"]
    assert shape["session"]["number"] == 2_000 and shape["shift_hold"]["number"] == 500
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rounds", "0"], "0 rounds: 1 to 1,000,000,000,000"),
        (["--rounds", "-3"], "-3 rounds: 1 to"),
        (["--rounds", "1e40"], "rounds: 1 to"),
        (["--rounds", "many"], "'many' is not a whole number, such as 250000 or 1e9"),
        (["--rounds", "1.5"], "'1.5' is not a whole number"),
        (["--seats", "0"], "0 seats: 1 to 6"),
        (["--workers", "0"], "0 workers"),
        (["--stake", "Standard Bet"], "'Standard Bet' is not a stake"),
        (["--paytable", "S98"], "'S98' is not a paytable of supreme-99"),
        (["-o", "rounds.txt"], "'rounds.txt' is not a picture's file"),
        (["-o", "/nowhere/x.png", "--rounds", "1e12"], "'/nowhere/x.png' cannot be written: there is no such folder"),
        (["--player", "nobody.toml"], "'nobody.toml' is no way to play"),
        (["--cluster", "tcp://127.0.0.1:9"], "no Dask scheduler answers"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_simulated_is_refused_in_one_line(arguments: list[str], says: str):
    done = run("simulate", "supreme-99", *arguments)
    assert done.returncode == 2
    assert says in done.stderr and done.stderr.count("\n") == 1


def test_what_was_found_is_printed_before_a_picture_is_written(tmp_path: Path):
    """A file that cannot be written after all, here on a disk that is full, costs the picture only."""
    full = tmp_path / "full.svg"
    full.symlink_to("/dev/full")
    done = run("simulate", "supreme-99", "--rounds", "1e3", "-o", str(full))
    assert done.returncode == 2 and "cannot be written" in done.stderr
    assert "House edge" in done.stdout and "1,000 rounds" in done.stdout
    for place, why in (("x" * 300 + ".svg", "too long"), ("folder.svg", "it is a folder")):
        (tmp_path / "folder.svg").mkdir(exist_ok=True)
        with pytest.raises(ValueError, match=f"cannot be written: .*{why}"):
            PICTURE.check(tmp_path / place)


@pytest.mark.parametrize("total", [10**8, 10**12])
def test_the_progress_bar_cuts_no_figure_at_80_columns(total: int, monkeypatch: pytest.MonkeyPatch):
    from io import StringIO

    from houseway.cli.app import progress_bar

    screen = StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    for name, value in (("COLUMNS", "80"), ("TERM", "xterm")):
        monkeypatch.setenv(name, value)
    with progress_bar("simulating", "rounds") as tell:
        assert tell
        tell(0, total)
        tell(total * 35 // 1000, total)
    shown = screen.getvalue()
    assert f"{total * 35 // 1000:,} of {total:,}" in shown
    assert "?" not in re.sub(r"\x1b\[\?", "", shown) and "…" not in shown


def test_a_wrong_paytable_of_ones_own_is_caught_and_the_exit_code_says_so(tmp_path: Path):
    letter = tmp_path / "wrong.toml"
    letter.write_text(
        'title = "Wrong"\ndate = 2026-01-01\n[[paytable]]\nname = "Slip"\ngame = "supreme-99"\n'
        'wager = "Pair Fortunes"\n[paytable.pays]\n"Four of a Kind" = "300 to 1"\n'
        '"Two Pair" = "15 to 1"\n"9-9" = "7 to 1"\n"Pair" = "1 to 1"\n'
    )
    asked = ["simulate", "supreme-99", "--letter", str(letter), "--paytable", "Slip", "--rounds", "5e5"]
    assert run(*asked).returncode == 0
    caught = run(*asked, "--against", "Pair Fortunes")
    assert caught.returncode == 1
    said = " ".join(caught.stdout.split())
    assert "✗" in said and "Slip (unapproved) is held against the exact figure of Pair Fortunes." in said


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_leaves_a_valid_result_of_the_rounds_that_are_done():
    screen, terminal = pty.openpty()
    asked = [sys.executable, "-m", "houseway", "simulate", "supreme-99", "--rounds", "1e11", "--json"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=terminal, text=True) as running:
        os.close(terminal)
        told = ""
        while "rounds/s" not in told:  # the bar has begun, and tells its rate
            told += os.read(screen, 4096).decode(errors="ignore")
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=120)
    shape = json.loads(out)
    assert running.returncode == 0
    assert shape["broken_off"] and 0 < shape["rounds"] < shape["asked_rounds"] == 10**11
    assert sum(line["count"] for line in shape["wagers"][0]["lines"]) == shape["rounds"]


@pytest.mark.usefixtures("ctrl_c")
def test_the_first_ctrl_c_is_an_answer_once_it_is_asked_for_and_the_second_ends():
    from houseway.cli.app import stop_at_ctrl_c

    before = signal.getsignal(signal.SIGINT)
    with stop_at_ctrl_c() as stop:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)  # a game is still being solved
        assert not stop()
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
