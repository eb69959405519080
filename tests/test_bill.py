"""The bill of materials says what the lock file holds, and an audit that asked nobody is no pass."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def program() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bill", ROOT / "deploy/bill.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_package_of_the_lock_file_is_in_the_bill_with_its_hashes(program: ModuleType) -> None:
    lock = ROOT / "requirements.txt"
    told = program.bill(lock)
    written = lock.read_text("utf-8")
    names = {line.partition("==")[0] for line in written.splitlines() if "==" in line and not line.startswith(" ")}
    assert {each["name"] for each in told["components"]} == names
    hashes = [each["content"] for component in told["components"] for each in component["hashes"]]
    assert len(hashes) == written.count("--hash=sha256:") and all(f"sha256:{each}" in written for each in hashes)
    assert json.dumps(told) == json.dumps(program.bill(lock))
    installed = [each for each in told["components"] if "properties" not in each]
    assert all(each["licenses"][0]["license"]["name"] for each in installed)  # those of every machine are here


def auditor(path: Path, answer: str) -> str:
    """A program that answers as pip-audit does."""
    path.write_text(f"#!/bin/sh\ncat <<'EOF'\n{answer}\nEOF\n")
    path.chmod(0o755)
    return str(path)


WARNED = {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "CVE-2024-22195", "fix_versions": ["3.1.3"]}]}
CLEAN = {"name": "click", "version": "8.3.0", "vulns": []}
UNKNOWN = {"name": "numba", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("dependencies", "code", "says"),
    [
        ([CLEAN], 0, "1 packages asked for, 0 advisories"),
        ([CLEAN, WARNED], 1, "jinja2 3.1.0: CVE-2024-22195, mended in 3.1.3"),
        ([CLEAN, UNKNOWN], 3, "1 of 2 packages are not known"),
        (None, 3, "nobody was asked"),
    ],
)
def test_an_audit_that_asked_nobody_is_no_pass(tmp_path: Path, dependencies: object, code: int, says: str) -> None:
    answer = json.dumps({"dependencies": dependencies}) if dependencies else "no route"
    done = subprocess.run(
        [sys.executable, str(ROOT / "deploy/bill.py"), "--advisories"],
        capture_output=True,
        text=True,
        env={
            "PIP_AUDIT": auditor(tmp_path / "audit", answer),
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT / "src"),
        },
    )
    assert done.returncode == code and says in done.stdout + done.stderr
