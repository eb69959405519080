"""The front door: every name is there, typed and documented, and nothing heavy stands in the way."""

import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

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
    everything: dict[str, object] = {}
    exec("from houseway import *", everything)
    assert {*houseway.__all__} <= everything.keys()


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


def test_the_package_says_that_it_is_typed():
    """What a type checker then tells its users is in users_program.py, which mypy reads with the sources."""
    assert (Path(houseway.__file__).parent / "py.typed").exists()


def test_a_meter_below_nothing_is_refused():
    with pytest.raises(ValueError, match=r"^-1 is not a meter: it cannot be below nothing$"):
        houseway.analyze("san-lo", wager="Progressive", meter=Fraction(-1))
