"""The front door: every name is there, typed and documented, and nothing heavy stands in the way."""

import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest

import houseway

ROOT = Path(__file__).parent.parent
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


USERS_FILE = """
import houseway
from houseway import Card, Figures, Paytable

reveal_type(houseway.analyze("supreme-99"))
reveal_type(houseway.solve("san-lo").figures())
reveal_type(houseway.parse("As Kd"))
reveal_type(houseway.simulate)
best: Figures = houseway.analyze("match-em", decks=8)[0]
table: Paytable = houseway.list_games()[0].paytable("PF-01")
houseway.analyze(99)
houseway.analyse("supreme-99")
"""


USERS_SETTINGS = """
[mypy]
strict = true
[mypy-numpy.*,pandas.*,rich.*]
follow_imports = skip
"""


def test_a_users_type_checker_sees_the_types_of_the_library(tmp_path: Path):
    (tmp_path / "mypy.ini").write_text(USERS_SETTINGS)
    (tmp_path / "users.py").write_text(USERS_FILE)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "users.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    said = done.stdout
    assert 'Revealed type is "list[houseway.analysis.figures.Figures]"' in said.replace("builtins.", ""), said
    assert 'Revealed type is "tuple[houseway.cards.Card, ...]"' in said.replace("builtins.", ""), said
    assert "-> houseway.analysis.simulation.result.Simulation" in said
    assert 'Argument 1 to "analyze" has incompatible type "int"' in said
    assert 'Module has no attribute "analyse"' in said
    assert done.stdout.count("error:") == 2, said


def test_the_package_says_that_it_is_typed():
    assert (Path(houseway.__file__).parent / "py.typed").exists()


def test_a_meter_below_nothing_is_refused():
    with pytest.raises(ValueError, match=r"^-1 is not a meter: it cannot be below nothing$"):
        houseway.analyze("san-lo", wager="Progressive", meter=Fraction(-1))
