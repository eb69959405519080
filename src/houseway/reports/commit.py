"""The commit of the program's sources, where it can be known: of a checkout it asks git, of a package that was
installed from a repository it reads what the installer wrote."""

import json
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

CHANGED = " with changes that are in no commit"


@cache
def commit_of_sources() -> str | None:
    return _of_installation() or _of_checkout(Path(str(files("houseway"))))


def _of_installation() -> str | None:
    """PEP 610."""
    try:
        written = distribution("houseway").read_text("direct_url.json")
        commit = json.loads(written or "{}").get("vcs_info", {}).get("commit_id")
    except (PackageNotFoundError, ValueError, AttributeError):
        return None
    return commit if isinstance(commit, str) else None


def _of_checkout(folder: Path) -> str | None:
    """The commit that the sources are of; none, if they are not what is under version control there."""
    tracked = _git(folder, "ls-files", "--", "__init__.py")
    commit = _git(folder, "rev-parse", "HEAD") if tracked else None
    if not commit:
        return None
    return commit + (CHANGED if _git(folder, "status", "--porcelain", "--", ".") else "")


def _git(folder: Path, *asked: str) -> str | None:
    try:
        ran = subprocess.run(["git", "-C", str(folder), *asked], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout.strip()
