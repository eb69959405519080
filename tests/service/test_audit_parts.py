"""An audit in parts: on several cores, from where an earlier one came to, and never on its word."""

import hashlib
from collections.abc import Callable
from itertools import count
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

from houseway.cli.app import app
from houseway.service import audit_marks, audit_work
from houseway.service.audit import StreamAudit, verify
from houseway.service.audit_marks import AuditMarks
from houseway.service.record import BookBroken, Head
from houseway.service.store import open_store
from houseway.table import commands as do
from tests.service.playing import DEALER, at_work
from tests.service.test_audit import behind_its_back, change_body, rechain
from tests.service.test_audit_from_inside import renote


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts and processes for a book of a few records."""
    monkeypatch.setattr(audit_marks, "EVERY", 8)
    monkeypatch.setattr(audit_work, "EVERY", 8)
    monkeypatch.setattr(audit_work, "FEW", 0)


@pytest.fixture
def book(tmp_path: Path, small: None) -> str:
    url = str(tmp_path / "book.db")
    with at_work(url) as house:
        house.opens("T1", "supreme-99")
        house.plays("T1", "supreme-99", rounds=2)
        house.opens("T2", "san-lo")
        house.plays("T2", "san-lo")
    return url


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "auditor" / "kept"


def audit(url: str, kept: Path | None = None, **how: object) -> list[StreamAudit]:
    if kept:
        kept.parent.mkdir(exist_ok=True)
    with open_store(url, read_only=True) as store:
        return verify(store, marks=AuditMarks(kept) if kept else None, **how)


def counts(found: list[StreamAudit]) -> list[tuple[str, int, int, str]]:
    return [(each.stream, each.records, each.rounds, each.head) for each in found]


def forged(url: str, seq: int) -> None:
    """Somebody else did it, says the new book with all hashes to fit; the command is not his to give."""
    with behind_its_back(url) as connection:
        change_body(connection, seq, lambda body: body.replace('"by":["dealer"', '"by":["surveillance"'))
        rechain(connection)
        renote(connection)


def the_last_pay(url: str) -> int:
    with open_store(url, read_only=True) as store:
        return max(record.seq for record in store.read("T1") if '"is":"SeatReconciled"' in record.body)


def test_two_processes_find_what_one_finds(book: str, kept: Path) -> None:
    alone = audit(book, kept)
    assert len(AuditMarks(kept)._lines["T1"]) > 3
    told: list[tuple[int, int]] = []
    together = audit(book, kept, cores=2, progress=lambda done, total: told.append((done, total)))
    assert together == alone == audit(book, cores=2)
    assert told
    forged(book, seq := the_last_pay(book))
    for how in ({"cores": 1}, {"cores": 2}):
        for marks in (None, kept):
            with pytest.raises(BookBroken, match=f"record {seq} of 'T1': the table refuses this command"):
                audit(book, marks, **how)


def test_an_audit_begins_where_the_last_one_ended(book: str, kept: Path) -> None:
    first = audit(book, kept, since=True)
    assert [each.first for each in first] == [1, 1, 1]
    with at_work(book) as house:
        house.keys = count(1_000)
        house.does("T1", DEALER, do.BuyIn(seat=1, cents=100))
        house.plays("T1", "supreme-99")
    later, _, of_house = audit(book, kept, since=True)
    assert (later.first, later.rounds) == (first[0].records + 1, 3)
    assert later.before == "checked by an earlier audit" and not of_house.before
    assert counts([later]) == counts(audit(book)[:1])
    forged(book, the_last_pay(book))
    with pytest.raises(BookBroken, match="refuses this command"):
        audit(book, kept, since=True)


def test_an_audit_that_is_broken_off_goes_on(book: str, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_work, "TOLD_EVERY", 1)

    def stop(done: int, total: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit(book, kept, progress=stop)
    went_on = audit(book, kept, since=True)
    assert went_on[0].first == 17
    assert counts(went_on) == counts(audit(book))


def test_a_mark_of_another_book_is_not_believed(book: str, kept: Path) -> None:
    """Its own record is forged, and everything after it made to fit: the mark's hash is not in the book any more."""
    audit(book, kept)
    forged(book, seq := the_last_pay(book))
    with pytest.raises(BookBroken, match=f"record {seq} of 'T1'"):
        audit(book, kept, since=True)


def change_marks(kept: Path, change: Callable[[dict[str, object]], None]) -> None:
    lines = []
    for line in kept.read_bytes().splitlines():
        told = orjson.loads(line.partition(b" ")[2])
        change(told)
        text = orjson.dumps(told)
        lines.append(hashlib.sha256(text).hexdigest().encode() + b" " + text + b"\n")
    kept.write_bytes(b"".join(lines))


def test_a_forged_state_in_the_auditors_file_changes_nothing(book: str, kept: Path) -> None:
    """An audit of everything finds each kept state again, or goes on from its own."""
    right = audit(book, kept)

    def richer(told: dict[str, object]) -> None:
        checked = orjson.loads(str(told["checked"]))
        told["checked"] = orjson.dumps(checked | {"rounds": checked["rounds"] + 7}).decode()

    change_marks(kept, richer)
    assert audit(book, kept, cores=2) == right


@pytest.mark.parametrize("damage", ["edition", "torn", "empty"])
def test_what_the_auditor_kept_is_never_needed(book: str, kept: Path, damage: str) -> None:
    right = audit(book, kept)
    if damage == "edition":
        change_marks(kept, lambda told: told.update(edition="another program"))
    elif damage == "torn":
        kept.write_bytes(kept.read_bytes()[:100])
    else:
        kept.write_bytes(b"")
    assert audit(book, kept, since=True) == right


def test_an_audit_from_a_head_folds_what_came_before(book: str) -> None:
    with open_store(book, read_only=True) as store:
        head = Head(24, store.hash_of("T1", 24) or "")
    found = audit(book, begin={"T1": head})
    assert (found[0].first, found[0].before) == (25, "folded, and not decided again")
    asked = CliRunner().invoke(app, ["audit", "verify", "--book", book, "--from", f"T1:24:{head.hash}"])
    assert asked.exit_code == 3
    assert "from 25 on by this one" in asked.output and "whole" not in asked.output
    with pytest.raises(BookBroken, match="record 24 of 'T1' is not in the book with the hash"):
        audit(book, begin={"T1": Head(24, "ab" * 32)})


def test_heads_of_a_file_and_what_was_kept_by_command(book: str, tmp_path: Path) -> None:
    runner, printed, kept = CliRunner(), tmp_path / "heads", str(tmp_path / "kept")
    for form in ([], ["--json"]):
        printed.write_text(runner.invoke(app, ["audit", "heads", "--book", book, *form]).output)
        asked = ["audit", "verify", "--book", book, "--against", str(printed), "--kept", kept, "--since"]
        done = runner.invoke(app, asked)
        assert done.exit_code == 0, done.output
    assert "were checked by an earlier audit" in done.output
    with behind_its_back(book) as connection:
        change_body(connection, 3, lambda body: body.replace("player 1", "player 7"))
        rechain(connection)
        renote(connection)
    done = runner.invoke(app, asked)
    assert done.exit_code == 1 and "the printed head of record" in done.output
