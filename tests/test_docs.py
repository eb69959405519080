"""Docs that cannot drift: the README's Python runs, generated pages are current, all commands are documented."""

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import houseway
from houseway.cli import app
from houseway.games import GAMES
from houseway.letters.published import FIGURES
from houseway.web.workings import kept_for, kept_workings
from tests.command_line import run
from tests.soak import more

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "docs"))
import generate  # noqa: E402 - a program of docs/

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def test_the_python_in_the_readme_runs_and_prints_what_it_says():
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted >= 14
    assert results.failed == 0


def test_the_first_example_of_the_library_runs():
    assert doctest.testmod(houseway) == (0, 3)


TAKES_LONG = (
    "figures.md",
    "risk.md",
    "designing.md",
    "strategy-cards.md",
    "variants.md",
)  # whose rows are tested one by one


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=pytest.mark.soak if page.name in TAKES_LONG else ())
        for page in generate.pages()
    ],
)
def test_a_generated_page_is_current(page: Path):
    assert page.read_bytes() == generate.content(page), "`make docs` writes it anew"


@pytest.mark.parametrize("slug", [game.slug for game in generate.letters_games()])
def test_the_page_of_figures_says_of_a_game_what_was_worked_out(slug: str):
    """The workings that are kept are held against the analysis apart: some in `make test`, all in `make soak`."""
    game, page = GAMES[slug], (ROOT / "docs" / "figures.md").read_text("utf-8")
    section = page.partition(f"\n## {game.title}")[2].partition("\n## ")[0]
    kept = kept_workings(slug)
    assert kept and kept.shoes, "`make docs` writes them"
    for shoe in kept.shoes:
        if shoe.decks in generate.SHOES_SHOWN:
            for figures in chain.from_iterable(shoe.figures.values()):
                assert generate.figures_of(game, figures, shoe.decks) in section


@pytest.mark.parametrize("slug", GAMES)
def test_the_catalogue_rests_on_the_game_as_it_is(slug: str):
    """It is written from the workings that are kept under a hash of what they rest on."""
    assert kept_for(GAMES[slug]), "`make docs` works it out"
    assert f"\n## {GAMES[slug].title}\n" in (ROOT / "docs" / "catalogue.md").read_text("utf-8")


def test_a_row_of_the_page_of_risks_is_current():
    assert generate.seats_together("supreme-99", 1, 2) in (ROOT / "docs" / "risk.md").read_text()


def test_a_section_of_the_page_of_strategy_cards_is_current():
    assert generate.strategy_card("match-em") in (ROOT / "docs" / "strategy-cards.md").read_text()


def test_a_row_of_the_page_of_designs_is_current():
    game = GAMES["supreme-99"]
    wager = game.wager("Pair Fortunes")
    row = generate._found_row(game, wager, game.paytables_of(wager)[0])
    assert row in (ROOT / "docs" / "designing.md").read_text()


SHORTER = {"--seats 3 --stake": "--seats 2 --stake", "--rounds 1e6": "--rounds 1e5"}


@pytest.mark.deeper
def test_every_command_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "README.md").read_text()
    commands = re.findall(r"^\$ \.venv/bin/houseway (.+)$", text, re.M)
    assert len(commands) >= 5
    for long, short in more(SHORTER, {}).items():
        assert any(long in command for command in commands)
        commands = [command.replace(long, short) for command in commands]
    for command in commands:
        done = run(*command.split())
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.soak
def test_the_examples_of_the_designers_page_are_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """All but two that take their time: a house way of one's own, and best play found anew for every table."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "designing.md").read_text()
    commands = [shlex.split(line) for line in re.findall(r"^houseway (.+)$", text, re.M)]
    quick = [command for command in commands if not {"standard bet", "house-way=own,my-way.toml"} & {*command}]
    assert len(quick) == len(commands) - 2 >= 6
    for command in quick:
        done = run(*command)
        assert done.returncode == 0, (command, done.stdout, done.stderr)


def test_every_command_and_figure_is_documented():
    cli = (ROOT / "docs" / "cli.md").read_text()
    for name in app.commands:
        assert f"## houseway {name}\n" in cli
    letter_format = (ROOT / "docs" / "letter-format.md").read_text()
    for figure in FIGURES:
        assert f'"{figure}"' in letter_format


def test_the_readmes_hand_is_what_the_program_prints():
    text = (ROOT / "README.md").read_text()
    shown = re.search(r"```text\nSupreme 99.*?```", text, re.S)
    done = run("set", "supreme-99", "9c", "9d", "Ks", "Qh")
    words = shown[0].removeprefix("```text").removesuffix("```").replace("─", "").split()
    assert words == done.stdout.replace("─", "").split()


def test_the_readmes_round_is_as_the_program_tells_one():
    """Whatever is dealt: line for line but for cards, seats and results, and with as many checks of the receipt."""
    text = (ROOT / "README.md").read_text("utf-8")
    shown = re.search(r"```text\n(Round 1: .*?)```", text, re.S)[1]
    command = ["deal", "supreme-99", "--auto", "--rounds", "1", "--players", "3"]
    done = subprocess.run([sys.executable, "-m", "houseway", *command], capture_output=True, text=True, check=True)
    chance = r"[0-9a-f]{16}|\b[2-9TJQKA][cdhs]\b|(?<=position )\d|(?<=seat )\d|(?<=Bet: ).*"
    lines, printed = ({*re.sub(chance, "#", each).splitlines()} for each in (shown, done.stdout))
    assert lines - {"  …"} <= printed
    assert len(lines) >= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_a_page_and_its_heading(page: Path):
    for target, heading in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", _without_code(page)):
        if not target.startswith("http"):
            other = page.parent / target if target else page
            assert other.exists(), target
            assert not heading or heading in _headings(other), f"{target}#{heading}"


def _headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as the places that show Markdown make them."""
    titles = re.findall(r"^#+ (.+)$", _without_code(page), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def _without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)


def test_the_index_of_the_docs_names_every_page():
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"({page.name}" not in index] == ["README.md"]


def test_files_of_the_project_name_pages_that_exist():
    files = subprocess.run(["git", "ls-files", "src", "tests", "bench"], cwd=ROOT, capture_output=True, text=True)
    for name in files.stdout.split():
        if name.endswith((".py", ".js", ".toml", ".html", ".css")):
            for page in re.findall(r"\bdocs/([\w-]+\.md)", (ROOT / name).read_text("utf-8")):
                assert (ROOT / "docs" / page).exists(), (name, page)


def test_no_package_host_and_no_machine_stands_in_the_project():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    for name in files:
        if name.startswith("requirements"):
            assert "://" not in (ROOT / name).read_text()


def test_every_planted_fault_stands_where_it_is_said_to():
    listed = tomllib.loads((ROOT / "bench" / "mutations.toml").read_text("utf-8"))["fault"]
    assert len(listed) >= 20
    for fault in listed:
        text = (ROOT / "src" / "houseway" / fault["file"]).read_text("utf-8")
        assert text.count(fault["before"]) == 1, fault["what"]
        path, _, name = fault["test"].partition("::")
        assert f"def {name}(" in (ROOT / path).read_text("utf-8") if name else (ROOT / path).is_file(), fault["what"]
