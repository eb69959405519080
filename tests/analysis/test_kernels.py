"""Kernels are compiled once on a machine: at set-up, and not again unless a file that holds kernels is changed."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest
from numba import njit
from numba.core import event
from numba.core.dispatcher import Dispatcher

from houseway.analysis.split.compiler import ANALYSIS, STAMP, _index_that_can_be_read, is_compiling, sources_digest
from tests.soak import more

ROOT = Path(__file__).parents[2]

NAMES_WHAT_IS_COMPILED = """
from numba.core import event

class Names(event.Listener):
    def on_start(self, event):
        if event.data["dispatcher"].py_func.__module__.startswith("houseway"):
            print(event.data["dispatcher"].py_func.__qualname__, event.data["args"])
    def on_end(self, event):
        pass

event.register("numba:compile", Names())
"""
A_COMMAND = """
from fractions import Fraction
import houseway
houseway.simulate("match-em", rounds=1000, decks=8)
houseway.decide("san-lo", "As Ks Qs Js Td 2h")
"""
FIRST_COMMANDS = """
from fractions import Fraction
import houseway
houseway.simulate("san-lo", rounds=1000)
houseway.simulate("match-em", rounds=1000, decks=8)
houseway.risk("supreme-99", seats=2, stake=Fraction(1), side=Fraction(1), beside=["Pair Fortunes"])
houseway.risk("san-lo", stake=Fraction(1), side=Fraction(1), rounds=1000)
houseway.decide("san-lo", "As Ks Qs Js Td 2h")
"""
# What a kernel was asked for it is compiled for, or has from disk: `signatures` tells it either way.
BY_SET_UP_AND_BY_COMMANDS = f"""
from houseway.kernels import compile_all
from tests.analysis.test_kernels import every_kernel
asked = lambda: {{(each.py_func.__qualname__, str(types)) for each in every_kernel() for types in each.signatures}}
compile_all()
at_set_up = asked()
assert len(at_set_up) > 15  # a kernel that only kernels call is not asked for if its callers come from disk
{more(A_COMMAND, FIRST_COMMANDS)}
print(*asked() - at_set_up, sep="\\n", end="")
"""


def every_kernel() -> list[Dispatcher]:
    found = []
    for path in sorted(ANALYSIS.glob("*/*.py")):
        module = import_module(f"houseway.analysis.{path.parent.name}.{path.stem}".removesuffix(".__init__"))
        found += [each for each in vars(module).values() if isinstance(each, Dispatcher)]
    return list(dict.fromkeys(found))


def test_what_is_kept_of_a_kernel_is_known_by_all_files_that_hold_kernels(tmp_path: Path):
    kernels = every_kernel()
    assert len(kernels) > 25
    assert {each._cache._cache_file._source_stamp for each in kernels} == {STAMP}
    shutil.copytree(ANALYSIS, tmp_path / "analysis", ignore=shutil.ignore_patterns("__pycache__"))
    assert sources_digest(tmp_path / "analysis") == STAMP
    for each in kernels:
        path = tmp_path / "analysis" / Path(each.py_func.__code__.co_filename).relative_to(ANALYSIS)
        before = path.read_bytes()
        path.write_bytes(before + b"# changed\n")
        assert sources_digest(tmp_path / "analysis") != STAMP
        path.write_bytes(before)


def test_what_is_kept_of_a_kernel_under_another_name_of_a_class_is_compiled_anew():
    def written_before():
        raise AttributeError("Can't get attribute 'Tables'")

    assert _index_that_can_be_read(written_before) == {}
    assert _index_that_can_be_read(lambda: {1: "kept"}) == {1: "kept"}
    assert all(each._cache._cache_file._load_index.func is _index_that_can_be_read for each in every_kernel())


def says(program: str, **environment: str) -> str:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=os.environ | environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.deeper
@pytest.mark.soak
def test_set_up_leads_to_every_kernel_that_a_command_needs():
    assert says(BY_SET_UP_AND_BY_COMMANDS) == ""


@pytest.mark.soak
def test_after_set_up_no_command_compiles(tmp_path: Path):
    """As on a machine on which nothing was ever compiled: that takes a minute."""
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "numba"), "HOUSEWAY_CACHE": str(tmp_path / "kept")}
    says("from houseway.kernels import compile_all; compile_all()", **environment)
    assert not (tmp_path / "kept").exists()
    assert says(NAMES_WHAT_IS_COMPILED + FIRST_COMMANDS, **environment) == ""


def on_a_terminal(command: list[str], **environment: str) -> tuple[str, float | None]:
    """All that it says there, and after how many seconds it first says something."""
    start, first, said = time.monotonic(), None, b""
    child, terminal = pty.fork()
    if not child:
        os.execve(command[0], command, {**os.environ, "TERM": "xterm", "COLUMNS": "120", **environment})
    while True:
        if select.select([terminal], [], [], 1)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            first = time.monotonic() - start if first is None else first
            said += part
    os.waitpid(child, 0)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode("utf-8", "replace")), first


TWO_BARS = """
import time
from houseway.cli.app import progress_bar
with progress_bar("solving") as solving, progress_bar("simulating") as simulating:
    time.sleep(0.5)
    print("begun")
    simulating(1, 2)
    time.sleep(0.5)
"""


def test_progress_is_shown_before_the_work_says_its_first_word():
    said, _ = on_a_terminal([sys.executable, "-c", TWO_BARS])
    before, after = said.split("begun")
    assert "solving" in before and "simulating" not in before
    assert "simulating" in after and "1 of 2" in after


COMPILES = """
import time
from houseway.analysis.split import compiler, kernel
from houseway.cli.app import progress_bar

with progress_bar("counting") as counting:
    time.sleep(0.3)
    print("begun")
    compiler._compiling.on_start(None)
    time.sleep(0.3)
    compiler._compiling.on_end(None)
    print("compiled")
    time.sleep(0.3)
"""


def test_while_a_kernel_is_compiled_the_bar_says_so():
    said, _ = on_a_terminal([sys.executable, "-c", COMPILES])
    before, during, after = re.split("begun|compiled", said)
    assert "compiling" not in before and "counting" in after
    assert "compiling, once on this machine" in during


def test_a_kernel_is_known_to_be_compiled_while_it_is():
    asked = []

    class Asks(event.Listener):
        def on_start(self, _: object) -> None:
            asked.append(is_compiling())

        def on_end(self, _: object) -> None:
            pass

    assert not is_compiling()
    with event.install_listener("numba:compile", Asks()):
        assert njit(lambda number: 2 * number)(21) == 42
    assert asked and all(asked) and not is_compiling()


@pytest.mark.soak
def test_a_command_that_must_compile_says_so(tmp_path: Path):
    command = [sys.executable, "-m", "houseway", "simulate", "match-em", "--rounds", "100"]
    said, first = on_a_terminal(command, NUMBA_CACHE_DIR=str(tmp_path), HOUSEWAY_CACHE=str(tmp_path))
    assert first is not None
    assert "compiling, once on this machine" in said
    again, _ = on_a_terminal(command, NUMBA_CACHE_DIR=str(tmp_path), HOUSEWAY_CACHE=str(tmp_path))
    assert "compiling" not in again and "rounds" in again
