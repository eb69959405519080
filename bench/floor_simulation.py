"""A floor in one process, with a clock, a disk, a network and crashes of its own, written to docs/floor-simulation.md.

    python bench/floor_simulation.py                        on from what was kept, for ten minutes
    python bench/floor_simulation.py --minutes 60 --cores 1
    python bench/floor_simulation.py --seed 17 --steps 100000   one run, which is the same every time
    python bench/floor_simulation.py --bugs                 which planted bugs are found, and how soon

Each seed is a floor of its own, from an empty book to its audit. What was run is kept in build/, under the hash of the
program that ran: a run that is broken off goes on with the next seed. A promise that does not hold ends the run; the
last line is then the command that repeats it.
"""

import argparse
import hashlib
import json
import os
import platform
import sqlite3
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.floor_simulation.bugs import BUGS
from tests.floor_simulation.world import Fault, World

import houseway

ROOT = Path(__file__).parent.parent
PAGE, KEPT = ROOT / "docs" / "floor-simulation.md", ROOT / "build" / "floor-simulation.jsonl"
STEPS = 5_000  # of a seed: a young book and an old one of this size are the same to the program, and it starts sooner
AUDITED = 5  # seeds of which one is audited in full at its end; all are read by the auditor who looks on
AIM = 10_000_000
BEGIN, END = "<!-- measured -->", "<!-- end -->"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--steps", type=int, default=STEPS, help="of one seed")
    parser.add_argument("--minutes", type=float, default=10.0, help="at most, of a run over many seeds")
    parser.add_argument("--until", type=int, default=AIM, help="steps in all, with what was kept")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bugs", action="store_true", help="only the planted bugs")
    asked = parser.parse_args()
    if asked.seed is not None:
        one(asked.seed, asked.steps)
        return
    program = hash_of_program()
    if asked.bugs:
        keep({"program": program, "bugs": dict(bugs())})
    else:
        run(program, asked.minutes * 60, asked.until, asked.cores)
    write_page(program)


def one(seed: int, steps: int) -> None:
    world = World(seed, steps=steps)
    try:
        print(f"the same every time: {world.run()}")
    except Fault:
        traceback.print_exc()
        sys.exit(f"python bench/floor_simulation.py --seed {seed} --steps {steps}")
    finally:
        for what, count in sorted(world.counts.items()):
            print(f"{count:>10,}  {what}")


def simulated(seed: int) -> dict[str, Any]:
    """What a worker tells of one seed."""
    began, world = time.process_time(), World(seed, steps=STEPS, audited=seed % AUDITED == 0)
    told: dict[str, Any] = {"seed": seed}
    try:
        told["hash"] = world.run()
    except Fault:
        told["fault"] = traceback.format_exc()
    counts = world.counts + Counter({f"disk: {what}": n for what, n in world.disk.counts.items()})
    return told | {"steps": world.steps, "counts": counts, "seconds": time.process_time() - began, "lived": world.now}


def run(program: str, seconds: float, until: int, cores: int) -> None:
    done = kept(program)
    steps, seed = sum(each["steps"] for each in done), max((each["seed"] for each in done), default=0)
    began, told_at, fault = time.monotonic(), 0.0, ""
    with ProcessPoolExecutor(cores) as pool:
        running: set[Future[dict[str, Any]]] = set()
        while not fault and (running or (steps < until and time.monotonic() - began < seconds)):
            while len(running) < cores and steps < until and time.monotonic() - began < seconds:
                seed += 1
                running.add(pool.submit(simulated, seed))
            over, running = wait(running, return_when=FIRST_COMPLETED)
            for each in (future.result() for future in over):
                fault = fault or each.get("fault", "")
                if not fault:
                    keep({"program": program} | each)
                    steps += each["steps"]
            if time.monotonic() - told_at > 10:
                told_at = time.monotonic()
                print(f"{steps:,} of {until:,} steps, seed {seed}", file=sys.stderr, flush=True)
    if fault:
        number = next(word for word in fault.rpartition("seed ")[2].replace(",", " ").split())
        sys.exit(f"{fault}\npython bench/floor_simulation.py --seed {number} --steps {STEPS}")


def bugs(most: int = 40) -> Iterator[tuple[str, list[int]]]:
    """Of each planted bug the first seed that finds it, amid the faults by which it shows, and after how many steps in
    all."""
    for name, bug in BUGS.items():
        steps = 0
        for seed in range(1, most + 1):
            world = World(seed, steps=STEPS, rates=bug.rates, audited=False)
            try:
                with bug.planted():
                    world.run()
            except Fault as fault:
                steps += world.steps
                print(f"{name}: {fault}", flush=True)
                yield name, [seed, steps]
                break
            steps += world.steps
        else:
            sys.exit(f"{name}: not found in {most} seeds")


# ---- what is kept


def hash_of_program() -> str:
    """Of all that a run depends on."""
    digest = hashlib.sha256(f"{STEPS} {AUDITED}".encode())
    folders = [ROOT / "src/houseway" / part for part in ("service", "table", "progressive", "deciding", "games")]
    parts = ("disk", "vfs", "world", "crowd", "sent", "inspector")
    tests = (ROOT / "tests/table/sitting.py", *(ROOT / f"tests/floor_simulation/{part}.py" for part in parts))
    for path in (*(path for folder in folders for path in sorted(folder.rglob("*.py"))), *tests):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def keep(line: dict[str, Any]) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a") as file:
        file.write(json.dumps(line) + "\n")


def kept(program: str, what: str = "seed") -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in KEPT.read_text().splitlines()] if KEPT.exists() else []
    return [line for line in lines if line["program"] == program and what in line]


# ---- the page


def write_page(program: str) -> None:
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    tail = rest.partition(END)[2]
    PAGE.write_text(f"{head}{BEGIN}\n\n{measured(program)}\n{END}{tail}", "utf-8")


def measured(program: str) -> str:
    done, found = kept(program), kept(program, "bugs")
    counts, seconds = Counter[str](), sum(each["seconds"] for each in done)
    for each in done:
        counts.update(each["counts"])
    steps = sum(each["steps"] for each in done)
    lines = [
        "| | |",
        "|---|--:|",
        f"| **steps** | **{steps:,}** |",
        f"| seeds, each a floor of its own | {len(done):,} |",
    ]
    lines += [f"| {what} | {counts[name]:,} |" for what, name in ROWS]
    lines += [
        f"| {what.removeprefix('fault: ')} | {n:,} |"
        for what, n in sorted(counts.items())
        if what.startswith("fault: ")
    ]
    lines += [
        f"| minutes that the floors lived, by their own clocks | {sum(each['lived'] for each in done) / 60:,.0f} |",
        f"| minutes of one core | {seconds / 60:,.1f} |",
        f"| steps a second of one core | {steps / seconds if seconds else 0:,.0f} |",
        f"| rounds a minute of one core | {counts['rounds'] / seconds * 60 if seconds else 0:,.0f} |",
        "| **promises that did not hold** | **0** |",
    ]
    text = "\n".join(lines) + "\n"
    if found:
        text += "\n| planted bug | found by seed | after steps, from seed 1 on |\n|---|--:|--:|\n"
        text += "".join(f"| {name} | {seed} | {steps:,} |\n" for name, (seed, steps) in found[-1]["bugs"].items())
    text += f"\n{datetime.now(UTC):%Y-%m-%d}, houseway {houseway.__version__}, Python {platform.python_version()}, "
    return (
        text + f"SQLite {sqlite3.sqlite_version}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores.\n"
    )


ROWS = (
    ("commands decided", "commands decided"),
    ("– accepted, of people", "answered Accepted"),
    ("– refused by the rules", "answered Refused"),
    ("– refused because their key was another's", "answered KeyReused"),
    ("– given by the automatic dealer", "of them by the automatic dealer"),
    ("rounds ended", "rounds"),
    ("wins from the meter", "wins from the meter"),
    ("receipts checked", "receipts checked"),
    ("views searched for hidden cards", "views searched"),
    ("records", "records"),
    ("books audited in full", "books audited"),
    ("commands sent again after no answer", "sent again"),
    ("starts of a process", "starts"),
    ("writes to the disk", "disk: writes"),
    ("syncs", "disk: syncs"),
    ("writes that were not synced when the power was lost", "disk: writes lost"),
    ("**faults**", "faults"),
)


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is the same every time
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"PYTHONHASHSEED": "0"})
    main()
