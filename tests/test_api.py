"""The front door: every name leads to its function, and nothing heavy stands in the way."""

import subprocess
import sys
from inspect import isfunction

import pytest

import houseway
from houseway import api


@pytest.mark.parametrize("name", houseway.__all__)
def test_every_name_of_the_library_is_a_function_of_its_api(name: str):
    found = getattr(houseway, name)
    assert isfunction(found)
    assert found.__module__.startswith("houseway.api.")
    assert name in api.__all__


def test_no_module_of_the_api_hides_behind_a_function_of_its_name():
    modules = {getattr(api, name).__module__ for name in houseway.__all__}
    assert not {module.rpartition(".")[2] for module in modules} & set(api.__all__)


def test_the_api_is_there_before_any_heavy_library():
    asked = "import sys, houseway.api; print(*{'numpy', 'numba', 'pandas', 'typst', 'rich', 'dask'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
