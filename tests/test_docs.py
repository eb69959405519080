"""Docs that cannot drift: the README's Python runs, generated pages are current, all commands are documented."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.cli import app
from houseway.letters.letter import FIGURES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_python_in_the_readme_runs_and_prints_what_it_says():
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted >= 4
    assert results.failed == 0


def test_the_api_docstring_is_an_example_that_runs():
    import houseway.api

    assert doctest.testmod(houseway.api).failed == 0


def test_generated_pages_are_current():
    done = subprocess.run([sys.executable, ROOT / "docs" / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_command_of_the_readme_runs():
    text = (ROOT / "README.md").read_text()
    commands = re.findall(r"^\$ \.venv/bin/houseway (.+)$", text, re.M)
    assert len(commands) >= 5
    for command in commands:
        done = subprocess.run([sys.executable, "-m", "houseway", *command.split()], capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)


def test_the_examples_of_the_designers_page_are_reached(tmp_path: Path):
    """All but two that take their time: a house way of one's own, and best play found anew for every table."""
    text = (ROOT / "docs" / "designing.md").read_text()
    commands = [shlex.split(line) for line in re.findall(r"^houseway (.+)$", text, re.M)]
    quick = [command for command in commands if not {"standard bet", "house-way=own,my-way.toml"} & {*command}]
    assert len(quick) == len(commands) - 2 >= 6
    for command in quick:
        done = subprocess.run(
            [sys.executable, "-m", "houseway", *command], cwd=tmp_path, capture_output=True, text=True
        )
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
    done = subprocess.run(
        [sys.executable, "-m", "houseway", "set", "supreme-99", "9c", "9d", "Ks", "Qh"], capture_output=True, text=True
    )
    words = shown[0].removeprefix("```text").removesuffix("```").replace("─", "").split()
    assert words == done.stdout.replace("─", "").split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert target.startswith("http") or (page.parent / target).exists(), target


def test_no_package_host_and_no_machine_stands_in_the_project():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    for name in files:
        if name.startswith("requirements"):
            assert "://" not in (ROOT / name).read_text()
