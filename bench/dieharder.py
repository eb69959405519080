"""dieharder on packed shuffles, and how fast each dump is: both written into docs/randomness.md.

python bench/dieharder.py run        the tests of dieharder -a one after the other, hours in all: what is done stands in
                                     docs/dieharder.txt, and is not done again after a break
python bench/dieharder.py again D N  a test that was weak once more, with -d D -n N -Y 1, on fresh shuffles
python bench/dieharder.py write      the tables of what has been done, complete or not
python bench/dieharder.py speed      megabytes a second of processor, of each dump beside the raw one
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "randomness.md"
DONE = ROOT / "docs" / "dieharder.txt"
DUMP = [sys.executable, "-m", "houseway", "rng", "dump"]
PACKED = ["shuffles", "--packed", "--stretched"]
LINE = re.compile(r"^ *(\w+)\| *(\d+)\| *(\d+)\| *(\d+)\|([\d.]+)\| *(\w+) *$", re.M)
ALL = 114  # lines of a whole run
AGAIN = "again"

# What dieharder -a runs, as -d and -n: those that read most, the lagged sums, come last.
TESTS = (
    *((test, None) for test in (*range(18), 100, 101, 102)),
    *((200, n) for n in range(1, 13)),
    *((test, n) for test in (201, 202) for n in range(2, 6)),
    *((test, None) for test in (204, 205, 206, 207)),
    *((208, n) for n in range(2)),
    (209, None),
    *((203, n) for n in range(33)),
)
MEGABYTES = 200
DUMPS = {
    "raw": (["raw"], MEGABYTES),
    "shuffles --packed --stretched": (PACKED, MEGABYTES),
    "shuffles --packed": (["shuffles", "--packed"], MEGABYTES // 4),
    "shuffles --packed --game match-em --decks 6": (["shuffles", "--packed", "--game", "match-em", "--decks", "6"], 1),
}


def keep(kind: str, test: int, n: int | None, *more: str) -> None:
    """`houseway rng dump … | dieharder …`, its lines added to what has been done."""
    arguments = ["-d", str(test), *(() if n is None else ("-n", str(n))), *more, "-g", "200"]
    dump = subprocess.Popen([*DUMP, *PACKED], stdout=subprocess.PIPE)
    try:
        said = subprocess.run(
            ["dieharder", *arguments], stdin=dump.stdout, stdout=subprocess.PIPE, text=True, check=True
        )
    finally:
        dump.terminate()
        dump.wait()
    lines = [match.group().strip() for match in LINE.finditer(said.stdout)]
    with DONE.open("a") as out:
        out.writelines(f"{kind} {test} {'' if n is None else n} {commit()} ; {line}\n" for line in lines)
    print(*lines, sep="\n", flush=True)


def commit() -> str:
    said = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return said.stdout.strip()


def done() -> list[tuple[str, ...]]:
    """Kind, -d, -n and commit of each line that has been done, and the line."""
    if not DONE.exists():
        return []
    rows = [line.split(" ; ") for line in DONE.read_text().splitlines()]
    return [(*asked.split(" "), line) for asked, line in rows]


def table(lines: list[str]) -> str:
    rows = [LINE.fullmatch(line).groups() for line in lines]  # type: ignore[union-attr]
    text = "| test | n | samples | times | p | |\n|---|--:|--:|--:|--:|---|\n"
    return text + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def tables() -> str:
    order = {(str(test), "" if n is None else str(n)): (test, n or 0) for test, n in TESTS}
    runs = sorted((each for each in done() if each[0] != AGAIN), key=lambda each: order[each[1], each[2]])
    lines = [each[-1] for each in runs]
    words = [line.split("|")[5].strip() for line in lines]
    p = [float(line.split("|")[4]) for line in lines]
    count = {word: words.count(word) for word in ("PASSED", "WEAK", "FAILED")}
    whole = f"all {ALL} lines" if len(lines) == ALL else f"as far as it is: {len(lines)} lines of {ALL}"
    outside = sum(each < 0.01 or each > 0.99 for each in p)
    commits = ", ".join(sorted({each[3] for each in runs}))
    text = (
        f"`houseway rng dump {' '.join(PACKED)} | dieharder -d TEST -n N -g 200` for every test of `dieharder -a`, "
        f"each on shuffles of its own, {whole} (commit {commits}): {count['PASSED']} passed, {count['WEAK']} weak, "
        f"{count['FAILED']} failed. dieharder calls a p-value weak that is below 0.005 or above 0.995: of {len(lines)} "
        f"lines of a perfect generator {len(lines) / 100:.1f} are. {outside} lie outside 0.01 to 0.99, where "
        f"{len(lines) / 50:.1f} are expected.\n\n"
    )
    text += table(lines)
    if again := [each[-1] for each in done() if each[0] == AGAIN]:
        text += "\nWhat was weak, once more on fresh shuffles, until it is decided (`-Y 1`):\n\n" + table(again)
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
            had = {(each[1], each[2]) for each in done() if each[0] != AGAIN}
            for test, n in TESTS:
                if (str(test), "" if n is None else str(n)) not in had:
                    keep("run", test, n)
        case "again":
            keep(AGAIN, int(rest[0]), int(rest[1]) or None, "-Y", "1")
        case "write":
            write("dieharder", tables())
        case "speed":
            write("dump speed", speeds())
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["help"]))
