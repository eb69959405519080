"""A fourth game in one new file and a letter, as docs/adding-a-game.md tells it: nothing else is touched.

The package is copied, `casino_war.py` and `casino-war.toml` are dropped into it, and the copy is asked.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.analysis.contest import main_figures
from houseway.cards import parse
from houseway.game import LOSE, Setting
from houseway.letters.letter import read_letter
from tests.analysis.cut_down import cut_down
from tests.newgame.casino_war import GAME
from tests.oracle import casino_war as oracle

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SIX_DECKS = Fraction(142853, 4965115)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package with the two files in it."""
    folder = tmp_path_factory.mktemp("with-casino-war")
    package = folder / "houseway"
    shutil.copytree(Path(houseway.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "casino_war.py", package / "games")
    shutil.copy(HERE / "casino-war.toml", package / "letters")
    return folder


@pytest.fixture(scope="module")
def ask(copy):
    """Run something in the copy: `ask("-m", "houseway", "games")`."""

    def run(*words):
        return subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(copy), "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def game():
    """The game file alone, for its rules; its paytables come from the letter, which only the copy has."""
    return GAME


# ---- the copy answers ----------------------------------------------------------------------------


def test_it_is_the_copy_that_answers(ask, copy):
    answer = ask("-c", "import houseway.games as g; print(g.__file__, sorted(g.GAMES))")
    assert answer.stdout.split(" ", 1)[0] == str(copy / "houseway" / "games" / "__init__.py")
    assert answer.stdout.strip().endswith("['casino-war', 'match-em', 'san-lo', 'supreme-99']")


@pytest.mark.parametrize("decks", range(1, 9))
def test_its_edge_is_exact_for_one_to_eight_decks(ask, decks):
    """With best play, which always goes to war."""
    script = f"import houseway; print(houseway.analyze('casino-war', decks={decks})[0].house_edge)"
    answer = ask("-c", script)
    assert answer.stderr == ""
    assert Fraction(answer.stdout.strip()) == oracle.shoe_edge(decks)


def test_six_decks_are_the_default_and_give_142853_in_4965115(ask):
    answer = ask("-m", "houseway", "analyze", "casino-war", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    shape = json.loads(answer.stdout)
    wagers = shape["wagers"] if isinstance(shape, dict) else shape
    assert [Fraction(w["house_edge"]) for w in wagers if w["wager"] == "Ante"] == [SIX_DECKS]
    assert oracle.shoe_edge(6) == SIX_DECKS


def test_its_published_figure_is_verified(ask):
    answer = ask("-m", "houseway", "verify", "casino-war", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    [finding] = json.loads(answer.stdout)
    assert (finding["figure"], finding["published"], finding["exact"]) == ("house edge", "2.88%", "142853/4965115")
    assert finding["follows"] is True
    assert finding["reading"] is None


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("games", "casino-war"),
        ("show casino-war", "CW 5"),
        ("analyze casino-war", "142853/4965115"),
        ("analyze casino-war --decks 1", "war won + War"),
        ("verify", "casino-war"),
    ],
)
def test_every_command_knows_it(ask, command, says):
    answer = ask("-m", "houseway", *command.split())
    assert (answer.returncode, answer.stderr) == (0, "")
    assert says in answer.stdout


def test_a_decision_is_asked_with_the_dealers_card(ask):
    answer = ask("-m", "houseway", "set", "casino-war", "As", "--shown", "Ad", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert '"war + War"' in answer.stdout
    assert '"surrender"' in answer.stdout


def test_its_strategy_is_always_war(ask):
    answer = ask("-m", "houseway", "strategy", "casino-war", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert [row["choose"] for row in json.loads(answer.stdout)["rows"]] == ["war + War"]


def test_its_paytables_are_unapproved(ask):
    script = "from houseway.games import GAMES; print([p.approved for p in GAMES['casino-war'].paytables.values()])"
    assert ask("-c", script).stdout.strip() == "[False, False]"


def test_the_conformance_suite_runs_on_it(ask):
    suite = ROOT / "tests" / "games" / "test_conformance.py"
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", "-o", "pythonpath="]
    answer = ask("-m", "pytest", str(suite), "-k", "casino-war", *options)
    assert answer.returncode == 0, answer.stdout
    collected = ask("-m", "pytest", str(suite), "-k", "casino-war", "--collect-only", *options)
    assert collected.stdout.count("[casino-war]") > 20


# ---- its rules, clause by clause -----------------------------------------------------------------


def lines(game, cards, shown, later, dealers_later):
    """What every choice ends in: (ante, war)."""
    dealer = game.house_way.set(parse(shown) + parse(dealers_later))
    ends = {}
    for choice in game.choices(parse(cards), parse(shown)):
        seat = choice.then(parse(later))
        ends[choice.word] = tuple(game.wager(w).line(seat, dealer) for w in ("Ante", *choice.adds))
    return ends


def test_cw_2_the_higher_card_wins(game):
    assert lines(game, "As", "Kd", "2c", "9h") == {"": ("win",)}
    assert lines(game, "Qs", "Kd", "Ac", "2h") == {"": (LOSE,)}


def test_cw_3_a_tie_is_surrendered_or_fought(game):
    assert set(lines(game, "Ks", "Kd", "2c", "9h")) == {"war", "surrender"}
    assert lines(game, "Ks", "Kd", "2c", "9h")["surrender"] == ("surrender",)
    assert game.wager("War").equals == "Ante"


@pytest.mark.parametrize(
    ("later", "dealers_later", "ends"),
    [("9c", "8h", ("war won", "win")), ("9c", "9h", ("war won", "win")), ("8c", "9h", (LOSE, LOSE))],
)
def test_cw_5_war_is_won_by_a_card_as_high_or_higher(game, later, dealers_later, ends):
    assert lines(game, "Ks", "Kd", later, dealers_later)["war"] == ends


def test_cw_ranking_the_ace_is_high_and_suits_do_not_matter(game):
    assert lines(game, "2s", "Ad", "2c", "9h") == {"": (LOSE,)}
    assert lines(game, "As", "Ac", "As", "Ah")["war"] == ("war won", "win")


def test_the_dealers_card_lies_face_up(game):
    assert game.deal.dealer_shows == 1
    assert game.house_way.set(parse("Ks 9d")) == Setting((parse("Ks"), parse("9d")))


@pytest.mark.parametrize("cards", ["As Ad Ks Kd 7s 7d 7c 2s", "As Ad Ac Ah 2s 2d", "9s 9s 9s 8d 8d 5c 4c"])
def test_it_agrees_with_every_order_of_a_few_cards(game, cards):
    letter = read_letter("casino-war", (HERE / "casino-war.toml").read_text("utf-8"))
    tables = {entry.paytable.name: entry.paytable for entry in letter.entries}
    few = cut_down(replace(game, paytables=tables), parse(cards))
    assert main_figures(few).house_edge == oracle.edge(parse(cards))
