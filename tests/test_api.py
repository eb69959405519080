"""The front door: every name is there, typed and documented, and nothing heavy stands in the way."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from inspect import getmodule, getsource, isclass, isfunction
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

import houseway

HEAVY = {"numpy", "numba", "pandas", "sqlalchemy", "starlette", "typst", "rich", "dask", "orjson"}


@pytest.mark.parametrize("name", houseway.__all__)
def test_every_name_of_the_library_is_there_and_no_module_hides_behind_it(name: str):
    assert getattr(houseway, name) is not None
    assert find_spec(f"houseway.{name}") is None


def test_the_names_are_listed_once_and_shown_by_dir():
    assert len(houseway.__all__) == len({*houseway.__all__}) > 50
    assert {*houseway.__all__, "__version__"} <= {*dir(houseway)}
    assert [name for name in dir(houseway) if name not in houseway.__all__ and not name.startswith("__")] == []
    everything: dict[str, object] = {}
    exec("from houseway import *", everything)
    assert {*houseway.__all__} <= everything.keys()


def test_type_checkers_are_told_the_same_names():
    [told] = (
        ast.literal_eval(line.value)
        for line in ast.parse(Path(houseway.__file__).with_name("__init__.pyi").read_text("utf-8")).body
        if isinstance(line, ast.Assign)
    )
    assert told == houseway.__all__


# A game's definition is read in houseway.game and houseway.ways, what a solver works with in houseway.analysis.split.
NO_ANSWERS = ("houseway.game", "houseway.sight", "houseway.ways", "houseway.analysis.split")


def test_every_dataclass_of_an_answer_is_a_name_of_the_library():
    questions = [value for name in houseway.__all__ if isfunction(value := getattr(houseway, name))]
    reached = {kind for question in questions for kind in parts_of(hints_of(question)["return"])}
    new = [*reached]
    while new:
        kind = new.pop()
        if isclass(kind) and kind.__module__.startswith("houseway") and is_dataclass(kind):
            members = [member.fget for member in vars(kind).values() if isinstance(member, property)]
            members += [member.func for member in vars(kind).values() if isinstance(member, cached_property)]
            types = [*hints_of(kind).values(), *(hints_of(member).get("return") for member in members)]
            found = {part for each in types for part in parts_of(each)} - reached
            reached |= found
            new += found
    answers = {kind for kind in reached if isclass(kind) and is_dataclass(kind)}
    assert {houseway.Figures, houseway.MeterLife, houseway.Prospect} <= answers
    public = {getattr(houseway, name) for name in houseway.__all__ if name not in ("Cents", "Micros", "Seat")}
    assert [kind for kind in answers - public if not kind.__module__.startswith(NO_ANSWERS)] == []


def parts_of(kind: Any) -> Iterator[Any]:
    """A type, and the types that it is made of: `list[Figures]` and `Figures`."""
    yield kind
    for part in get_args(kind):
        yield from chain.from_iterable(map(parts_of, part)) if isinstance(part, list) else parts_of(part)


def hints_of(value: Any) -> dict[str, Any]:
    """The types that a function or a class says, also those that its module imports for type checkers only."""
    module = getmodule(value)
    return get_type_hints(value, {**vars(module), **imported_for_types(module)})


def imported_for_types(module: ModuleType) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for block in ast.parse(getsource(module)).body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for line in block.body:
                exec(ast.unparse(line), known)
    return known


def test_a_name_that_is_not_there_is_named():
    with pytest.raises(AttributeError, match=r"^module 'houseway' has no attribute 'analyse'$"):
        _ = houseway.analyse  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "asked",
    [
        "import houseway; dir(houseway)",
        "from houseway import Card, Game, Paytable, Letter, Way, analyze, solve, simulate, design, verify",
        "from houseway.cli import app",
    ],
)
def test_the_library_and_the_command_line_are_there_before_any_heavy_library(asked: str):
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}; import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert {*done.stdout.split()} & HEAVY == set()


def test_the_process_that_runs_the_tables_loads_nothing_that_counts():
    """It is there in half the time, and a kernel cannot keep a table waiting."""
    asked = "import houseway.web.serve, sys; print(*{'numpy', 'numba'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("game", ["match-em", "supreme-99"])
def test_a_game_whose_suits_never_matter_is_analyzed_without_kernels(game: str, tmp_path: Path):
    """To load them takes longer than all the rest of the command."""
    asked = f"import houseway, sys; houseway.analyze({game!r}); print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"HOUSEWAY_CACHE": str(tmp_path)},
    )
    assert done.stdout.split() == ["False"]


def test_the_package_says_that_it_is_typed():
    """What a type checker then tells its users is in users_program.py, which mypy reads with the sources."""
    assert (Path(houseway.__file__).parent / "py.typed").exists()


def test_a_meter_below_nothing_is_refused():
    with pytest.raises(ValueError, match=r"^-1 is not a meter: it cannot be below nothing$"):
        houseway.analyze("san-lo", wager="Progressive", meter=Fraction(-1))
