"""`make soak`: the long runs, one after the other. A step that fails does not keep the others from running; what failed
is said in the end, and the exit code is then 1.

    python bench/soak.py [STEP …]       make soak STEPS="kill hostile"
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_SECONDS = 2 * 60 * 60  # of one step
PYTEST = (
    "-m",
    "pytest",
    "-vv",
    "--tb=short",
    "-n",
    "auto",
    "--dist",
    "worksteal",
    "--durations=10",
    "--timeout=3600",  # a machine that does other work too takes its time
    "-m",
    "soak or deeper or hypothesis",
)
STEPS: dict[str, tuple[str, ...]] = {
    "tests": (*PYTEST, "--ignore", "tests/browser"),
    "screens": (*PYTEST, "tests/browser"),
    "san-lo": ("bench/san_lo.py",),
    "agreement": ("bench/agreement.py",),
    "meter": ("bench/meter.py",),
    "simulation": ("bench/simulate_all.py",),
    "whole-tables": ("bench/full_table.py",),
    "floor-simulation": ("bench/floor_simulation.py", "--minutes", "10"),
    "kill": ("bench/kill.py", "--kills", "100", "databases"),
    "kill-meter": ("bench/kill.py", "--kills", "100", "meter"),
    "hostile": ("bench/hostile.py",),
    "faults": ("bench/mutations.py",),
}


def runs(step: str) -> bool:
    """Whether the step came to its end, in time and without a fault."""
    print(f"\n==== {step}", flush=True)
    began = time.monotonic()
    command, environment = [sys.executable, *STEPS[step]], os.environ | {"HOUSEWAY_SOAK": "1"}
    try:
        subprocess.run(command, cwd=ROOT, env=environment, timeout=MOST_SECONDS, check=True)
        fault = ""
    except subprocess.CalledProcessError as error:
        fault = f"exit code {error.returncode}"
    except subprocess.TimeoutExpired:
        fault = f"broken off after {MOST_SECONDS // 60} minutes"
    print(f"==== {step}: {fault or 'done'}, {time.monotonic() - began:.0f} s", flush=True)
    return not fault


def main() -> None:
    asked = sys.argv[1:] or list(STEPS)
    unknown = [step for step in asked if step not in STEPS]
    if unknown:
        sys.exit(f"{' '.join(unknown)}: the steps are {' '.join(STEPS)}")
    failed = [step for step in asked if not runs(step)]
    sys.exit(f"\nfailed: {' '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
