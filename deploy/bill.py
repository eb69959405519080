"""What an installation consists of, and whether anybody warns of a part of it.

    python deploy/bill.py [LOCK FILE]             a bill of materials in CycloneDX, on standard output
    python deploy/bill.py --advisories [LOCK FILE]

A bill is read from a lock file: every package by its version and the hashes that `pip --require-hashes` holds it to,
with the licence that the installed one names. The advisories are those that `pip-audit` finds, by the Python that
$PIP_AUDIT names; where it reaches no source of them, that is said, and is no pass: exit code 3.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement

import houseway

ROOT = Path(__file__).parent.parent
NO_SOURCE = 3


class Package(NamedTuple):
    name: str
    version: str
    marker: str  # where it is needed; empty: everywhere
    hashes: tuple[str, ...]


def packages(lock: str) -> list[Package]:
    """Those of a lock file, in its order."""
    found = []
    for entry in re.split(r"\n(?=\S)", lock.replace("\\\n", " ")):
        line = re.sub(r"#.*", "", entry).strip()
        if not line:
            continue
        wanted, *hashes = re.split(r"\s+--hash=", line)
        requirement = Requirement(wanted)
        [exact] = requirement.specifier
        found.append(
            Package(
                requirement.name, exact.version, str(requirement.marker or ""), tuple(each.strip() for each in hashes)
            )
        )
    return found


def bill(lock: Path) -> dict[str, Any]:
    """The same bytes from the same lock file: it has no date and no number of its own."""
    written = lock.read_bytes()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "houseway",
                "version": houseway.__version__,
                "bom-ref": "houseway",
            },
            "properties": [
                {"name": "lock file", "value": lock.name},
                {"name": "lock file, SHA-256", "value": hashlib.sha256(written).hexdigest()},
            ],
        },
        "components": [_component(package) for package in packages(written.decode("utf-8"))],
    }


def _component(package: Package) -> dict[str, Any]:
    name = f"pkg:pypi/{package.name}@{package.version}"
    hashes = [{"alg": "SHA-256", "content": each.removeprefix("sha256:")} for each in package.hashes]
    component = {"type": "library", "name": package.name, "version": package.version, "purl": name, "bom-ref": name}
    licence = _licence(package.name)
    return (
        component
        | ({"licenses": [{"license": {"name": licence}}]} if licence else {})
        | {"hashes": hashes}
        | ({"properties": [{"name": "needed where", "value": package.marker}]} if package.marker else {})
    )


def _licence(name: str) -> str:
    """As the installed package names it; empty if it is not installed here."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return ""
    classified = [
        each.rpartition(" :: ")[2] for each in told.get_all("Classifier", []) if each.startswith("License ::")
    ]
    licence = told.get("License-Expression") or ", ".join(classified) or told.get("License") or ""
    return licence.splitlines()[0] if licence else ""


def advisories(lock: Path) -> int:
    """The exit code: 0, nobody warns; 1, somebody does; 3, nobody could be asked."""
    command = [
        os.environ.get("PIP_AUDIT", sys.executable),
        "-m",
        "pip_audit",
        "--requirement",
        str(lock),
        "--disable-pip",
        "--no-deps",
        "--format",
        "json",
    ]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
        asked = json.loads(done.stdout)["dependencies"]
    except (json.JSONDecodeError, KeyError, OSError, subprocess.TimeoutExpired):
        print("no source of advisories can be reached, or pip-audit is not there: nobody was asked", file=sys.stderr)
        return NO_SOURCE
    unasked = [each["name"] for each in asked if "skip_reason" in each]
    warned = [(each, warning) for each in asked for warning in each.get("vulns", ())]
    for package, warning in warned:
        fixed = ", ".join(warning["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {warning['id']}, mended in {fixed}")
    if unasked:
        print(f"{len(unasked)} of {len(asked)} packages are not known to the source that was asked", file=sys.stderr)
    print(f"{len(asked) - len(unasked)} packages asked for, {len(warned)} advisories")
    return 1 if warned else NO_SOURCE if unasked else 0


def main() -> None:
    words = [each for each in sys.argv[1:] if each != "--advisories"]
    lock = Path(words[0]) if words else ROOT / "requirements.txt"
    if "--advisories" in sys.argv:
        sys.exit(advisories(lock))
    print(json.dumps(bill(lock), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
