"""`houseway verify` in a fresh process, against a fresh process that only imports numpy."""

import subprocess
import sys

from measure import claim, seconds, table


def run() -> str:
    def process(*arguments: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, *arguments], capture_output=True, check=True), 7)

    numpy = process("-c", "import numpy")
    verify = process("-m", "houseway", "verify")
    help_text = process("-m", "houseway", "--help")
    rows = [
        ('python -c "import numpy"', f"{numpy:.3f} s", "1×"),
        ("houseway verify", f"{verify:.3f} s", claim(verify / numpy, 10, at_most=True)),
        ("houseway --help", f"{help_text:.3f} s", f"{help_text / numpy:.1f}×"),
    ]
    return table(
        "From nothing to every figure verified", "Fresh processes, best of seven.", rows, ("what", "time", "ratio")
    )
