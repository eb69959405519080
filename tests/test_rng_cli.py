"""`houseway rng` as people and other tools use it."""

import json
import os
import pty
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from houseway import shuffler
from houseway.analysis.randomness.outcome import OURS, ChanceTest, Evidence, Sample
from houseway.cards import Pack
from houseway.cli import app
from houseway.cli.rng import KINDS
from houseway.games import GAMES
from houseway.reports.document import html, pdf
from houseway.reports.randomness import document
from houseway.role import Actor, Role
from houseway.service import evidence
from houseway.service.evidence import Amounts, gathered, packs_of, seats_by
from houseway.table.commands import DrawNumber, Shuffle
from houseway.table.state import Table
from houseway.table.terms import Terms
from tests import command_line
from tests.reports.looking import squeezed, words

RNG = [sys.executable, "-m", "houseway", "rng"]


def run(*given: str, said: bytes = b"") -> command_line.Ended:
    return command_line.run("rng", *given, said=said)


def test_raw_bytes_pipe_without_end_and_stop_quietly():
    dump = subprocess.Popen([*RNG, "dump", "raw"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    taken = dump.stdout.read(1_000_000)
    dump.stdout.close()
    assert dump.wait(20) == 0 and dump.stderr.read() == b""
    assert len(taken) == 1_000_000 and len(set(taken)) == 256


def test_a_dump_cut_short_of_its_size_says_so():
    dump = subprocess.Popen([*RNG, "dump", "raw", "--bytes", "1e9"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    dump.stdout.read(1_000)
    dump.stdout.close()
    assert dump.wait(20) == 141 and dump.stderr.read() == b""


def test_a_dump_is_as_long_as_it_is_told():
    assert len(run("dump", "raw", "--bytes", "1e3").output) == 1000
    assert len(run("dump", "raw", "--bytes", "1001").output) == 1001
    orders = [sorted(map(int, line.split())) for line in run("dump", "shuffles", "--count", "3").stdout.splitlines()]
    assert orders == [list(range(52))] * 3
    [order] = run("dump", "shuffles", "--game", "san-lo", "--count", "1").stdout.splitlines()
    assert sorted(map(int, order.split())) == list(range(53))
    [order] = run("dump", "shuffles", "--game", "match-em", "--decks", "2", "--count", "1").stdout.splitlines()
    assert sorted(map(int, order.split())) == sorted([*range(52), *range(52)])
    assert len(run("dump", "shuffles", "--packed", "--bytes", "100").output) == 100


@pytest.mark.parametrize(
    ("dump", "test"),
    [
        (("raw", "--bytes", "32768"), ("raw",)),
        (("shuffles", "--count", "600"), ("shuffles",)),
        (("shuffles", "--game", "san-lo", "--count", "600"), ("shuffles", "--game", "san-lo")),
        (("shuffles", "--packed", "--bytes", "16384"), ("raw",)),
        (("rotations", "--count", "4000"), ("rotations",)),
        (("dice", "--count", "2000"), ("dice",)),
    ],
)
def test_what_is_dumped_can_be_tested(dump: tuple[str, ...], test: tuple[str, ...]):
    tested = run("test", *test, "--from", "-", "--json", said=run("dump", *dump).output)
    found = json.loads(tested.stdout)
    [sample] = found["samples"]
    assert sample["source"] == "standard input" and len(sample["tests"]) >= 7
    assert tested.returncode == (0 if found["passes"]["99%"] else 1)
    assert all(each["p_for_all"] > 1e-6 for each in sample["tests"])


@pytest.mark.parametrize(
    ("dump", "test", "counted"),
    [
        (("raw",), ("raw", "--bytes", "32768"), 32_768),
        (("shuffles",), ("shuffles", "--shuffles", "600"), 600),
        pytest.param(("dice",), ("dice", "--rotations", "6_001"), 2_000, marks=pytest.mark.soak),
    ],
)
def test_of_a_pipe_without_end_as_much_is_read_as_was_asked_for(
    dump: tuple[str, ...], test: tuple[str, ...], counted: int
):
    endless = subprocess.Popen([*RNG, "dump", *dump], stdout=subprocess.PIPE)
    tested = subprocess.run([*RNG, "test", *test, "--from", "-", "--json"], stdin=endless.stdout, capture_output=True)
    endless.stdout.close()
    assert endless.wait(20) == 0
    [sample] = json.loads(tested.stdout)["samples"]
    assert sample["count"] == counted


def test_what_was_read_is_named_by_its_hash(tmp_path: Path):
    data = run("dump", "raw", "--bytes", "20000").output
    (tmp_path / "their.bin").write_bytes(data)
    found = evidence.read_sample("raw", data[:16384], "their.bin", GAMES["supreme-99"])
    assert found.sha256 == sha256(data[:16384]).hexdigest()
    for given, read in (((), data), (("--bytes", "16384"), data[:16384])):
        tested = run("test", "--from", str(tmp_path / "their.bin"), *given, "--json")
        assert json.loads(tested.stdout)["samples"][0]["sha256"] == sha256(read).hexdigest()
    assert sha256(data).hexdigest() in run("test", "--from", str(tmp_path / "their.bin")).stdout
    made = document(Evidence(samples=(found,)), "0.1.0")
    for text in (html(made), words(pdf(made))):
        assert found.sha256 in squeezed(text)


def test_a_refusal_is_one_line_and_exit_code_2():
    command_line.is_refused("'coins' is not drawn", "rng", "dump", "coins")


def test_a_bad_generator_is_an_alarm_and_exit_code_1(tmp_path: Path):
    path = tmp_path / "bad.bin"
    path.write_bytes(bytes(range(256)) * 128)
    tested = run("test", "--from", str(path))
    assert tested.returncode == 1
    assert "alarm at 99%" in tested.stdout and "At 99% confidence, all tests together:" in tested.stdout


@pytest.mark.parametrize("suffix", ["pdf", "html"])
def test_the_evidence_is_a_report_too(tmp_path: Path, suffix: str):
    source, output = tmp_path / "bytes.bin", tmp_path / f"evidence.{suffix}"
    source.write_bytes(run("dump", "raw", "--bytes", "16384").output)
    made = []
    for _ in range(2):
        assert run("test", "--from", str(source), "-o", str(output), "--date", "2026-03-07").returncode in (0, 1)
        made.append(output.read_bytes())
    assert made[0] == made[1]
    text = words(made[0]) if suffix == "pdf" else made[0].decode()
    for said in ("chi-square", "permutation", "poker", "gap"):
        assert said in text


def test_the_report_says_what_a_battery_can_show():
    found = Evidence(samples=tuple(gathered(["rotations", "dice"], GAMES.values(), Amounts(rotations=9_000))))
    made = document(found, "0.1.0")
    for text in (html(made), words(pdf(made))):
        squeezed = "".join(text.split())
        assert "Thisisnotacertificate" in squeezed and "Itcannotshowthatoneisgood" in squeezed
        assert "Rotationsbythreedice" in squeezed


def test_the_head_of_a_page_is_not_cut():
    kinds = dict(zip(KINDS, ("bytes", "shuffles", "draws", "throws"), strict=True))
    outcome = ChanceTest(test="gap", of="numbers", count=1, statistic=0.0, freedom=None, p=0.5)
    for source, head in ((OURS, "Numbers of the shuffler"), (f"/{'a-long-way/' * 9}their.bin", "Numbers of their.bin")):
        samples = [Sample(name=k, source=source, count=1, unit=u, outcomes=(outcome,)) for k, u in kinds.items()]
        text = words(pdf(document(Evidence(samples=tuple(samples)), "0.1.0")))
        assert squeezed(head) in text and "…" not in text


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("dump", "coins"), "'coins' is not drawn: raw, shuffles, rotations, dice"),
        (("dump", "raw", "--packed"), "raw bytes are packed already"),
        (("dump", "raw", "--count", "3"), "raw bytes are counted by --bytes"),
        (("dump", "dice", "--count", "3", "--bytes", "3"), "--count or --bytes, not both"),
        (("dump", "dice", "--game", "san-lo"), "san-lo is not numbered by dice"),
        (("dump", "rotations", "--game", "match-em"), "match-em is not numbered by RNG"),
        (("dump", "shuffles", "--decks", "2"), "2 decks: this game takes 1"),
        (("test", "raw", "--from", "nowhere.bin"), "'nowhere.bin' cannot be read"),
        (("test", "raw", "dice", "--from", "-"), "--from holds one kind, not raw and dice"),
        (("test", "dice", "--game", "match-em"), "match-em draws no dice"),
        (("test", "raw", "--bytes", "100"), "100 bytes are too few"),
        (("test", "raw", "-o", "x.doc"), "'x.doc' is not a report's file"),
        (("test", "raw", "--bytes", "1e12"), "--bytes takes 1 to 100,000,000, not 1e12"),
        (("test", "--shuffles", "500001"), "--shuffles takes 1 to 500,000, not 500001"),
        (("test", "--rotations", "0"), "--rotations takes 1 to 20,000,000, not 0"),
        (("dump", "dice", "--count", "1e16"), "--count takes 1 to 1,000,000,000,000,000, not 1e16"),
        (("dump", "raw", "--bytes", "1.5"), "'1.5' is not a whole number"),
        (
            ("test", "--from", "/dev/zero"),
            "/dev/zero holds more than 100,000,000 bytes: say how many to test, --bytes N",
        ),
        (("test", "dice", "--from", "/dev/zero"), "/dev/zero, line 1: longer than any that houseway rng dump writes"),
        (("test", "dice", "--from", "-", "--bytes", "9"), "dice of --from are counted by --rotations, not --bytes"),
    ],
)
def test_it_says_what_was_wrong(given: tuple[str, ...], says: str):
    with pytest.raises(ValueError, match=re.escape(says)):
        app(["rng", *given], standalone_mode=False)


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        ("shuffles", b"1 2 3\n", "standard input, line 1: not an order of 52 cards"),
        ("shuffles", b"one two\n", "not lines of numbers, as houseway rng dump shuffles writes them"),
        ("rotations", b"1\n8\n", "standard input, line 2: not a number from 1 to 7"),
        ("dice", b"1 2 7\n", "standard input, line 1: not three dice"),
    ],
)
def test_lines_that_are_none_are_refused(kind: str, data: bytes, says: str):
    with pytest.raises(ValueError, match=says):
        evidence.read_sample(kind, data, "standard input", GAMES["supreme-99"])


@pytest.mark.parametrize("given", [("raw",), ("shuffles", "--packed"), ("dice",)])
def test_a_terminal_is_spared(given: tuple[str, ...]):
    mine, terminal = pty.openpty()
    done = subprocess.run([*RNG, "dump", *given], stdout=terminal, stderr=subprocess.PIPE)
    os.close(terminal)
    os.close(mine)
    assert done.returncode == 2 and b"terminal" in done.stderr


# ---- what is tested is what is played --------------------------------------------------------------


def test_every_pack_and_position_of_the_games_is_tested():
    assert set(packs_of(GAMES.values())) == {Pack(1), Pack(1, joker=True), Pack(6), Pack(8)}
    assert packs_of([GAMES["match-em"]], 6) == (Pack(6),)
    assert seats_by(GAMES.values(), "rng") == seats_by(GAMES.values(), "dice") == (6,)


def test_shuffles_rotations_and_dice_are_made_of_the_raw_bytes(monkeypatch: pytest.MonkeyPatch):
    """With a generator that always says the same, so do they all."""
    monkeypatch.setattr(shuffler, "raw_bytes", lambda count: bytes(7 for _ in range(count)))
    assert shuffler.shuffled(Pack(1)) == shuffler.shuffled(Pack(1))
    word = int.from_bytes(bytes([7]) * 8)
    assert shuffler.drawn_number(7) == 1 + word % 7
    assert shuffler.thrown_dice() == (1 + word % 6,) * 3


@pytest.mark.parametrize(
    ("number_by", "shuffler_is", "sent", "number", "dice"),
    [
        ("rng", "machine", Shuffle(), 107, None),
        ("dice", "machine", Shuffle(), None, (2, 4, 6)),
        ("rng", "manual", DrawNumber(), 107, ()),
    ],
)
def test_the_table_is_given_the_same_numbers_that_are_tested(
    monkeypatch: pytest.MonkeyPatch, number_by, shuffler_is, sent, number, dice
):
    """Sealed with the order at a machine's table, drawn at one with physical cards."""
    live = "live" if shuffler_is == "manual" else "automatic"
    terms = Terms(game="supreme-99", decks=1, number_by=number_by, shuffler=shuffler_is, dealer=live)
    monkeypatch.setattr(shuffler, "drawn_number", lambda positions, words: 100 + positions)
    monkeypatch.setattr(shuffler, "thrown_dice", lambda words: (2, 4, 6))
    given = shuffler.equipped(sent, Table(name="T1", terms=terms), Actor(Role.AUTOMATIC, "automatic"))
    assert (given.number, given.dice) == (number, dice)
