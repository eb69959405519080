"""dieharder on packed shuffles, and how fast each dump is: both written into docs/randomness.md.

python bench/dieharder.py run FOLDER        dieharder -a on packed, stretched shuffles, in full: hours
python bench/dieharder.py again FOLDER D N  a test that was weak once more, with -d D -n N -Y 1, on fresh shuffles
python bench/dieharder.py write FOLDER      the tables of what stands in the folder, complete or not
python bench/dieharder.py speed             megabytes a second of processor, of each dump beside the raw one
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "randomness.md"
DUMP = [sys.executable, "-m", "houseway", "rng", "dump"]
PACKED = ["shuffles", "--packed", "--stretched"]
LINE = re.compile(r"^ *(\w+)\| *(\d+)\| *(\d+)\| *(\d+)\|([\d.]+)\| *(\w+) *$", re.M)
ALL = 114  # lines of a whole run
MEGABYTES = 200
DUMPS = {
    "raw": (["raw"], MEGABYTES),
    "shuffles --packed --stretched": (PACKED, MEGABYTES),
    "shuffles --packed": (["shuffles", "--packed"], MEGABYTES // 4),
    "shuffles --packed --game match-em --decks 6": (["shuffles", "--packed", "--game", "match-em", "--decks", "6"], 1),
}


def pipe(folder: Path, name: str, *arguments: str) -> None:
    """`houseway rng dump … | dieharder …`, its output in the folder."""
    with (folder / f"{name}.txt").open("w") as out:
        dump = subprocess.Popen([*DUMP, *PACKED], stdout=subprocess.PIPE)
        subprocess.run(["dieharder", *arguments, "-g", "200"], stdin=dump.stdout, stdout=out, check=True)
        dump.terminate()
        dump.wait()


def found(text: str) -> list[tuple[str, str, str, str, str, str]]:
    return [match.groups() for match in LINE.finditer(text)]  # type: ignore[misc]


def tables(folder: Path) -> str:
    rows = found((folder / "packed.txt").read_text())
    commit = (folder / "commit").read_text().strip()[:12]
    by = {word: sum(row[5] == word for row in rows) for word in ("PASSED", "WEAK", "FAILED")}
    whole = "the whole run" if len(rows) == ALL else f"as far as it is: {len(rows)} lines of {ALL}"
    p = sorted(float(row[4]) for row in rows)
    below = sum(each < 0.01 or each > 0.99 for each in p)
    text = (
        f"`houseway rng dump {' '.join(PACKED)} | dieharder -a -g 200`, of commit {commit}, {whole}: "
        f"{by['PASSED']} passed, {by['WEAK']} weak, {by['FAILED']} failed. dieharder calls a p-value weak that is "
        f"below 0.005 or above 0.995: of {len(rows)} lines of a perfect generator {len(rows) / 100:.1f} are. "
        f"{below} lie outside 0.01 to 0.99, where {len(rows) / 50:.1f} are expected.\n\n"
    )
    text += "| test | n | samples | times | p | |\n|---|--:|--:|--:|--:|---|\n"
    text += "".join(f"| {' | '.join(row)} |\n" for row in rows)
    if again := sorted(folder.glob("again-*.txt")):
        text += "\nWhat was weak, once more on fresh shuffles, until it is decided (`-Y 1`):\n\n"
        text += "| test | n | samples | times | p | |\n|---|--:|--:|--:|--:|---|\n"
        text += "".join(f"| {' | '.join(row)} |\n" for each in again for row in found(each.read_text()))
    return text


def speeds() -> str:
    measured = {name: speed(arguments, megabytes) for name, (arguments, megabytes) in DUMPS.items()}
    text = "| dump | MB a second of processor | of raw |\n|---|--:|--:|\n"
    for name, each in measured.items():
        text += f"| `{name}` | {each:,.1f} | {each / measured['raw']:.3f} |\n"
    return text + "\nProcessor time of the dump and of the system for it; the start is counted.\n"


def speed(arguments: list[str], megabytes: int) -> float:
    before = os.times()
    command = [*DUMP, *arguments, "--bytes", str(megabytes * 10**6)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return megabytes / used


def write(marker: str, text: str) -> None:
    page = PAGE.read_text("utf-8")
    begin, end = f"<!-- begin {marker} -->\n", f"<!-- end {marker} -->"
    head, _, rest = page.partition(begin)
    _, _, tail = rest.partition(end)
    if not tail:
        sys.exit(f"{PAGE.name} has no place for {marker}")
    PAGE.write_text(f"{head}{begin}{text}{end}{tail}", "utf-8")


def main(what: str, *rest: str) -> None:
    match what:
        case "run":
            folder = Path(rest[0])
            folder.mkdir(exist_ok=True)
            commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True, cwd=ROOT)
            (folder / "commit").write_text(commit.stdout)
            pipe(folder, "packed", "-a")
        case "again":
            folder, test, n = Path(rest[0]), rest[1], rest[2]
            pipe(folder, f"again-{test}-{n}", "-d", test, "-n", n, "-Y", "1")
        case "write":
            write("dieharder", tables(Path(rest[0])))
        case "speed":
            write("dump speed", speeds())
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["help"]))
