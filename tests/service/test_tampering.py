"""Each kind of tampering that docs/audit-and-ledger.md lists is found, by the line that it names there."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, text

from houseway.cli import app
from houseway.role import SERVICE
from houseway.service.audit import load
from houseway.service.snapshot import snapshot_of
from houseway.service.staffing import change_staff
from houseway.service.store import open_store
from houseway.table.terms import RULES
from tests.service.playing import at_work
from tests.service.test_archives import DAYS, a_day, archived
from tests.service.test_audit import behind_its_back, change_body, rechain
from tests.service.test_audit_from_inside import forge, renote, with_rules

PAGE = Path(__file__).parents[2] / "docs" / "audit-and-ledger.md"
Does = Callable[[Connection], object]


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(map(str, words)))
    return done.exit_code, done.output


def sql(*statements: str) -> Does:
    return lambda connection: [connection.execute(text(statement)) for statement in statements]


def cut_off(where: str) -> Does:
    return sql(*(f"DELETE FROM {table} WHERE stream = 'T1' AND {where}" for table in ("transfer", "sealed", "record")))


def by_another(connection: Connection) -> None:
    """A pay that surveillance gave, with every hash to fit."""
    found = text("SELECT max(seq) FROM record WHERE stream = 'T1' AND body LIKE '%\"is\":\"SeatReconciled\"%'")
    seq = int(connection.scalar(found) or 0)
    change_body(connection, seq, lambda body: body.replace('"by":["dealer"', '"by":["surveillance"'))
    rechain(connection)
    renote(connection)


def rewritten(connection: Connection) -> None:
    """Another dealer sold the chips, says the new book, with every hash to fit: no rule is broken."""
    change_body(connection, 3, lambda body: body.replace('["dealer","Dan"', '["dealer","Ann"'))
    rechain(connection)
    renote(connection)


def other_rules(connection: Connection) -> None:
    forge(connection, with_rules(RULES + 5))
    renote(connection)


def inserted(connection: Connection) -> None:
    columns = "stream, seq + 1, 'forged', at, day, game, round, body, hash"
    last = "seq = (SELECT max(seq) FROM record WHERE stream = 'T1')"
    connection.execute(text(f"INSERT INTO record SELECT {columns} FROM record WHERE stream = 'T1' AND {last}"))


OF_THE_HOUSE = "DELETE FROM record WHERE stream = 'the house' AND body LIKE '%the service stops%'"
KINDS: dict[str, tuple[Does, str]] = {
    "a changed character": (
        lambda connection: change_body(connection, 9, lambda body: body[:30] + chr(ord(body[30]) ^ 1) + body[31:]),
        "",
    ),
    "a record taken out": (cut_off("seq = 7"), ""),
    "a record slipped in": (inserted, ""),
    "two records swapped": (
        sql(
            *(
                f"UPDATE record SET seq = {target} WHERE stream = 'T1' AND seq = {source}"
                for source, target in ((8, 1000), (9, 8), (1000, 9))
            )
        ),
        "",
    ),
    "a tail cut off": (cut_off("seq > 20"), ""),
    "a tail cut off, and the house's as well": (
        lambda connection: [cut_off("seq > 20")(connection), connection.execute(text(OF_THE_HOUSE))],
        "heads",
    ),
    "a table taken away": (cut_off("seq > 0"), ""),
    "a command of somebody else, every hash to fit": (by_another, ""),
    "the whole chain rewritten by the rules": (rewritten, "heads"),
    "the same, against a backup": (rewritten, "backup"),
    "a version of the rules that never was": (other_rules, ""),
    "an amount of the ledger": (
        sql("UPDATE transfer SET micros = micros + 1 WHERE stream = 'T1' AND seq = 3"),
        "",
    ),
    "a shuffle exchanged": (
        sql("UPDATE sealed SET body = (SELECT min(body) FROM sealed) WHERE stream = 'T1'"),
        "",
    ),
    "a column that queries go by": (sql("UPDATE record SET day = '2001-01-01' WHERE stream = 'T1' AND seq = 5"), ""),
    "a transfer of no record": (
        sql("INSERT INTO transfer VALUES ('T1', 9999, 0, '2020-01-01', 'g', 'felt', 'tray', 5)"),
        "",
    ),
    "a snapshot exchanged": (sql("UPDATE snapshot SET body = substr(body, 1, 60) || 'AAAA' || substr(body, 65)"), ""),
    "somebody added to the staff": (
        sql("INSERT INTO staff VALUES ('Eve', 'supervisor', 'a hash of hers', TRUE, '2031-05-01')"),
        "",
    ),
    "a PIN exchanged": (sql("UPDATE staff SET pin_hash = 'a hash of hers' WHERE name = 'Sue'"), ""),
    "an archive exchanged": (lambda connection: None, "archives"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a snapshot, its printed heads and a backup of it; and one with archives."""
    folder = tmp_path_factory.mktemp("whole")
    book, other = folder / "book.db", folder / "other.db"
    with open_store(str(book)) as store:
        change_staff(store, SERVICE, "Sue", "supervisor", "a hash")
    with at_work(str(book)) as house:
        house.opens("T1")
        house.plays("T1", rounds=2)
    with open_store(str(book)) as store:
        store.keep_snapshot(snapshot_of(*load(store, "T1")))
    assert run("book", "backup", "--book", book, "--to", folder / "backup")[0] == 0
    (folder / "heads").write_text(run("audit", "heads", "--book", book)[1])
    for day in DAYS[:2]:
        a_day(str(other), day)
    (folder / "archives").mkdir()
    assert len(archived(str(other), folder / "archives")) == 2
    return folder


def listed() -> dict[str, str]:
    """Kind → the line by which it is found, as the page has them."""
    part = PAGE.read_text("utf-8").partition("## What tampering looks like")[2]
    return dict(re.findall(r"^\| ([^|`]+?) \| `(.+)` \|$", part, re.MULTILINE))


def test_the_page_lists_these_kinds() -> None:
    assert list(listed()) == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_found(whole: Path, tmp_path: Path, kind: str) -> None:
    does, needs = KINDS[kind]
    book = tmp_path / "book.db"
    asked = ["audit", "verify", "--book", book]
    if needs == "archives":
        shutil.copy(whole / "other.db", book)
        shutil.copytree(whole / "archives", tmp_path / "archives")
        asked += ["--archives", tmp_path / "archives"]
        first, second = sorted((tmp_path / "archives").iterdir())
        shutil.copy(second, first)
    else:
        shutil.copy(whole / "book.db", book)
    with behind_its_back(str(book)) as connection:
        does(connection)
        if kind != "a snapshot exchanged":  # which would tell more than these have to
            connection.execute(text("DELETE FROM snapshot"))
    if needs in ("heads", "backup"):
        assert run(*asked)[0] == 0, "the book alone cannot tell"
        asked += ["--against", whole / needs]
    code, says = run(*asked)
    line = re.escape(listed()[kind]).replace("…", ".*")
    assert code == 1 and re.search(f"^broken: .*{line}", says), says
