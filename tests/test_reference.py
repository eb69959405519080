"""The reference page: every name of the library says what it is, and every example of a docstring runs."""

import doctest
import inspect
import re
import sys
from pathlib import Path

import pytest

import houseway

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from reference import NAMED, groups, reference_page  # noqa: E402

NAMES = [name for name in houseway.__all__ if name not in NAMED]
QUESTIONS = dict(groups())["Questions"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_says_what_it_is_in_whole_sentences(name: str):
    value = getattr(houseway, name)
    says = inspect.cleandoc(vars(value).get("__doc__") or "" if inspect.isclass(value) else value.__doc__ or "")
    first = re.sub(r"( \[[^]]+\])+$", "", says.split("\n\n")[0])  # without the clauses of the letter
    assert first[:1].isupper() or first[:1] == "`"
    assert first.endswith(".")
    assert len(first.split()) >= 4
    assert not says.startswith(f"{name}(")


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name in NAMES])
def test_every_question_has_an_example(name: str):
    assert ">>> " in (getattr(houseway, name).__doc__ or "")


@pytest.mark.parametrize("name", [name for name in NAMES if ">>> " in (getattr(houseway, name).__doc__ or "")])
def test_every_example_prints_what_it_says(name: str):
    value = getattr(houseway, name)
    known = {**vars(inspect.getmodule(value)), "houseway": houseway}
    [example] = doctest.DocTestFinder(recurse=False).find(value, name, globs=known)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_page_is_current():
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    generated = "\n".join(page.split("\n")[2:4]) + "\n"
    assert page == reference_page(generated), "make docs writes it anew"
