"""The contract of the book, on SQLite and on PostgreSQL alike."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError

from houseway.money import FELT, TRAY, Micros, Transfer, seat_account
from houseway.role import SERVICE
from houseway.service.book import DayTotal
from houseway.service.people import Session
from houseway.service.record import Head, Record, Sealed, genesis
from houseway.service.staffing import change_staff
from houseway.service.store import BookRefuses, MeterMoved, NotTheWriter, Store, StoreFailed, open_store
from houseway.table.notation import link, seal_of
from tests.service.postgres import fresh_database
from tests.soak import more

SEAT = seat_account(1)


def following(head: Head, *, stream: str = "baccarat", key: str = "", body: str = "{}", day: str = "2031-05-01",
              transfers: tuple[Transfer, ...] = (), secrets: tuple[str, ...] = ()) -> Record:  # fmt: skip
    seq = head.seq + 1
    return Record(
        stream=stream, seq=seq, key=key or f"key {seq}", at="2031-05-01T22:00:00Z", day=day, game="g", round=seq,
        body=body,
        hash=link(head.hash, body), transfers=transfers,
        sealed=tuple(Sealed(seal_of(secret), secret) for secret in sorted(secrets, key=seal_of)),
    )  # fmt: skip


def chain(
    count: int, *, stream: str = "baccarat", body: str = "{}", transfers: tuple[Transfer, ...] = ()
) -> list[Record]:
    records, head = [], Head(0, genesis(stream))
    for _ in range(count):
        records.append(following(head, stream=stream, body=body, transfers=transfers))
        head = Head(records[-1].seq, records[-1].hash)
    return records


@contextmanager
def by_hand(url: str) -> Iterator[Connection]:
    """A connection past the store, as somebody with a database shell has it."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def python(program: str, *arguments: str) -> "subprocess.Popen[str]":
    preamble = "import sys, os, time\nfrom houseway.service.store import open_store\n"
    return subprocess.Popen(
        [sys.executable, "-c", preamble + program, *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def claimed(store: Store) -> Store:
    assert store.claim("baccarat")
    return store


# Appending and reading


def test_what_was_appended_is_read_back(claimed: Store) -> None:
    first = following(Head(0, genesis("baccarat")), body='{"é":"♠"}', secrets=("the shoe", "the cut"))
    second = following(
        Head(1, first.hash), transfers=(Transfer(SEAT, FELT, Micros(5)), Transfer(TRAY, SEAT, Micros(2**62)))
    )
    claimed.append([first, second])
    assert list(claimed.read("baccarat")) == [first, second]
    assert claimed.head("baccarat") == Head(2, second.hash)


def test_a_stream_without_records_stands_at_its_genesis(store: Store) -> None:
    assert store.head("baccarat") == Head(0, genesis("baccarat"))
    assert store.streams() == []
    assert list(store.read("baccarat")) == []
    assert store.balances("baccarat") == {}


def test_one_batch_may_hold_records_of_many_streams(store: Store) -> None:
    streams = ["san lo", "baccarat", "match 'em"]
    assert all(store.claim(stream) for stream in streams)
    store.append([record for stream in streams for record in chain(3, stream=stream)])
    assert store.streams() == sorted(streams)
    assert store.claimed == frozenset(streams)
    for stream in streams:
        assert list(store.read(stream)) == chain(3, stream=stream)


def test_a_part_of_a_stream_can_be_read(claimed: Store) -> None:
    claimed.append(chain(10))
    assert [record.seq for record in claimed.read("baccarat", after=3)] == [4, 5, 6, 7, 8, 9, 10]
    assert [record.seq for record in claimed.read("baccarat", after=3, upto=5)] == [4, 5]
    assert list(claimed.read("baccarat", after=10)) == []


def test_a_book_opened_again_goes_on_where_it_stopped(book_url: str) -> None:
    records = chain(4)
    with open_store(book_url) as store:
        store.claim("baccarat")
        store.append(records[:2])
    with open_store(book_url) as store:
        assert store.claim("baccarat")
        store.append(records[2:])
        assert list(store.read("baccarat")) == records


def test_keys_already_written_are_found_with_their_records(claimed: Store) -> None:
    records = chain(3, transfers=(Transfer(SEAT, FELT, Micros(5)),))
    claimed.append(records)
    asked = [("baccarat", "key 2"), ("baccarat", "key 9"), ("san lo", "key 2"), ("baccarat", "key 3")]
    assert claimed.seen(asked) == {("baccarat", "key 2"): records[1], ("baccarat", "key 3"): records[2]}
    assert claimed.seen([]) == {}


def test_balances_and_days_are_sums_of_transfers(claimed: Store) -> None:
    first = following(
        Head(0, genesis("baccarat")), transfers=(Transfer(SEAT, FELT, Micros(7)), Transfer(SEAT, FELT, Micros(1)))
    )
    second = following(Head(1, first.hash), day="2031-05-02", transfers=(Transfer(FELT, TRAY, Micros(3)),))
    claimed.append([first, second])
    assert claimed.balances("baccarat") == {SEAT: -8, FELT: 5, TRAY: 3}
    totals = [DayTotal("baccarat", "2031-05-01", "g", SEAT, FELT, Micros(8)),
              DayTotal("baccarat", "2031-05-02", "g", FELT, TRAY, Micros(3))]  # fmt: skip
    assert claimed.day_totals() == totals
    assert claimed.day_totals(first="2031-05-02") == totals[1:]
    assert claimed.day_totals(last="2031-05-01") == totals[:1]


def test_a_long_stream_is_read_in_constant_memory(claimed: Store) -> None:
    claimed.append(chain(3_000, body="x" * 10_000))
    tracemalloc.start()
    assert sum(1 for _ in claimed.read("baccarat")) == 3_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 15_000_000  # of 30,000,000


def test_many_threads_read_while_one_writes(claimed: Store) -> None:
    records = chain(200)
    faults: list[object] = []

    def look() -> None:
        for _ in range(20):
            seqs = [record.seq for record in claimed.read("baccarat")]
            if seqs != list(range(1, len(seqs) + 1)):
                faults.append(seqs)

    readers = [threading.Thread(target=look) for _ in range(6)]
    for reader in readers:
        reader.start()
    for start in range(0, 200, 10):
        claimed.append(records[start : start + 10])
    for reader in readers:
        reader.join()
    assert faults == []
    assert claimed.head("baccarat").seq == 200


# What the store refuses


@pytest.mark.parametrize("fault", ["gap", "again", "hash", "seal", "key", "negative", "text"])
def test_a_failed_batch_leaves_nothing_and_the_next_is_taken(claimed: Store, fault: str) -> None:
    one, two, three = chain(3)
    claimed.append([one])
    wrong = {
        "gap": three,
        "again": one,
        "hash": following(Head(2, genesis("baccarat"))),
        "seal": Record(**{name: getattr(three, name) for name in ("stream", "seq", "key", "at", "day", "game", "round", "body", "hash")},  # noqa: E501
                       sealed=(Sealed("00", "shoe"),)),
        "key": following(Head(2, two.hash), key="key 1"),
        "negative": following(Head(2, two.hash), transfers=(forged(-5),)),
        "text": following(Head(2, two.hash), key="\ud800"),
    }[fault]  # fmt: skip
    with pytest.raises(BookRefuses):
        claimed.append([wrong] if fault in {"gap", "again"} else [two, wrong])
    assert list(claimed.read("baccarat")) == [one]
    claimed.append([two, three])
    assert claimed.head("baccarat").seq == 3


def forged(micros: int) -> Transfer:
    transfer = Transfer(SEAT, FELT, Micros(1))
    object.__setattr__(transfer, "micros", micros)
    return transfer


def test_the_same_key_may_stand_in_two_streams(store: Store) -> None:
    store.claim("baccarat")
    store.claim("san lo")
    store.append([*chain(1, stream="baccarat"), *chain(1, stream="san lo")])
    assert store.streams() == ["baccarat", "san lo"]


def test_only_a_claimed_stream_is_written(claimed: Store) -> None:
    with pytest.raises(NotTheWriter, match="san lo"):
        claimed.append([*chain(1), *chain(1, stream="san lo")])
    assert claimed.streams() == []
    claimed.release("baccarat")
    with pytest.raises(NotTheWriter):
        claimed.append(chain(1))


# What the database itself refuses, whoever asks

RECORD = "record (stream, seq, key, at, day, game, round, body, hash) VALUES "
TRANSFER = "transfer (stream, seq, n, day, game, source, target, micros) VALUES "
ON_BOTH = [
    "UPDATE record SET body = 'changed'",
    "UPDATE transfer SET micros = micros + 1",
    "UPDATE sealed SET body = 'changed'",
    "DELETE FROM record",
    "DELETE FROM transfer",
    "DELETE FROM sealed",
    f"INSERT INTO {RECORD} ('baccarat', 2, 'k', '', '', 'g', 1, '', '') ON CONFLICT (stream, seq) DO UPDATE SET body = ''",  # noqa: E501
    f"INSERT INTO {RECORD} ('baccarat', 9, 'after a gap', '', '', 'g', 1, '', '')",
    f"INSERT INTO {RECORD} ('san lo', 0, 'too early', '', '', 'g', 1, '', '')",
    f"INSERT INTO {RECORD} ('baccarat', 3, 'key 1', '', '', 'g', 1, '', '')",
    f"INSERT INTO {TRANSFER} ('baccarat', 1, 7, '', 'g', 'tray', 'felt', 0)",
    f"INSERT INTO {TRANSFER} ('baccarat', 1, 7, '', 'g', 'tray', 'felt', -5)",
    f"INSERT INTO {TRANSFER} ('baccarat', 1, 7, '', 'g', 'tray', 'tray', 5)",
    f"INSERT INTO {TRANSFER} ('baccarat', 1, 7, '', 'g', 'tray', NULL, 5)",
    f"INSERT INTO {TRANSFER} ('baccarat', 9, 0, '', 'g', 'tray', 'felt', 5)",
    "INSERT INTO sealed (stream, seq, seal, body) VALUES ('baccarat', 9, '', '')",
]
ON_SQLITE = [
    f"INSERT OR REPLACE INTO {RECORD} ('baccarat', 2, 'another', '', '', 'g', 1, 'changed', '')",
    f"INSERT OR REPLACE INTO {RECORD} ('baccarat', 3, 'key 1', '', '', 'g', 1, 'changed', '')",
    "REPLACE INTO record (rowid, stream, seq, key, at, day, body, hash) VALUES (1, 'baccarat', 3, 'k', '', '', '', '')",
    f"INSERT OR REPLACE INTO {TRANSFER} ('baccarat', 1, 0, '', 'g', 'tray', 'felt', 6)",
    "REPLACE INTO sealed (rowid, stream, seq, seal, body) VALUES (1, 'baccarat', 2, '', '')",
]
ON_POSTGRESQL = ["TRUNCATE record CASCADE", "TRUNCATE transfer", "TRUNCATE sealed"]


def test_the_database_itself_refuses_to_change_the_book(claimed: Store, book_url: str) -> None:
    first = following(Head(0, genesis("baccarat")), transfers=(Transfer(SEAT, FELT, Micros(5)),), secrets=("shoe",))
    records = [first, following(Head(1, first.hash))]
    claimed.append(records)
    for statement in ON_BOTH + (ON_SQLITE if book_url.startswith("sqlite") else ON_POSTGRESQL):
        with by_hand(book_url) as connection:
            if book_url.startswith("sqlite"):
                connection.execute(text("PRAGMA foreign_keys = ON"))
            with pytest.raises(DBAPIError):
                connection.execute(text(statement))
        assert list(claimed.read("baccarat")) == records, statement
    assert claimed.day_totals() == [DayTotal("baccarat", "2031-05-01", "g", SEAT, FELT, Micros(5))]


def test_a_guard_that_was_changed_is_found(store: Store, book_url: str) -> None:
    """A trigger of the right name that does nothing is no guard."""
    assert store.strays() == []
    if book_url.startswith("sqlite"):
        harmless = "CREATE TRIGGER record_no_delete BEFORE DELETE ON record WHEN 0 BEGIN SELECT 1; END"
        changes = {"record_no_delete is not what it was": ["DROP TRIGGER record_no_delete", harmless]}
        changes["record_no_delete is gone"] = ["DROP TRIGGER record_no_delete"]
    else:
        never = "CREATE TRIGGER record_append_only BEFORE DELETE ON record FOR EACH STATEMENT WHEN (false)"
        idle = "CREATE OR REPLACE FUNCTION follows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
        changes = {
            "follows() is not what it was": [idle],
            "record_append_only is not what it was": [
                "DROP TRIGGER record_append_only ON record",
                f"{never} EXECUTE FUNCTION append_only()",
            ],
            "transfer_append_only is gone": ["ALTER TABLE transfer DISABLE TRIGGER transfer_append_only"],
        }
    for says, statements in changes.items():
        with by_hand(book_url) as connection:
            for statement in statements:
                connection.execute(text(statement))
            connection.commit()
        assert f"the database no longer guards the book: {says}" in store.strays()


# One writer in the world

HOLD = """
store = open_store(sys.argv[1])
print(store.claim("baccarat", address="table-host:1"), flush=True)
sys.stdin.read()
"""


def test_a_second_process_cannot_claim_until_the_first_is_killed(store: Store, book_url: str) -> None:
    holder = python(HOLD, book_url)
    try:
        assert line(holder) == "True"
        assert store.owner("baccarat") == "table-host:1"
        assert not store.claim("baccarat")
        with pytest.raises(NotTheWriter):
            store.append(chain(1))
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    assert eventually(lambda: store.claim("baccarat", address="here:2"))
    assert store.owner("baccarat") == "here:2"
    store.append(chain(1))


def eventually(condition: Callable[[], bool]) -> bool:
    """The server notices a dead client a moment after the client is dead."""
    wait = threading.Event()
    return any(condition() or wait.wait(0.05) for _ in range(100))


def test_two_stores_of_one_process_exclude_each_other_too(claimed: Store, book_url: str) -> None:
    with open_store(book_url) as other:
        assert not other.claim("baccarat")
        assert claimed.claim("baccarat")  # again, by its holder
        claimed.release("baccarat")
        assert other.claim("baccarat")
        assert not claimed.claim("baccarat")


def test_sqlite_claims_the_whole_book_and_postgresql_a_stream(claimed: Store, book_url: str) -> None:
    with open_store(book_url) as other:
        assert other.claim("san lo") is book_url.startswith("postgresql")


def test_a_released_stream_has_no_owner(store: Store) -> None:
    store.claim("baccarat", address="here:1")
    assert store.owner("baccarat") == "here:1"
    store.release("baccarat")
    assert store.owner("baccarat") is None
    store.release("baccarat")


def test_whoever_loses_the_connection_loses_the_claim_with_it(postgres: str) -> None:
    url = fresh_database(postgres)
    with open_store(url) as store, open_store(url) as other:
        store.claim("baccarat")
        one, two = chain(2)
        store.append([one])
        with by_hand(url) as connection:
            connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))
        with pytest.raises(StoreFailed):
            store.append([two])
        assert store.claimed == frozenset()
        assert other.claim("baccarat")
        other.append([two])
        assert not store.claim("baccarat")
        other.release("baccarat")
        assert store.claim("baccarat")
        assert store.head("baccarat").seq == 2


def test_a_full_disk_fails_the_store_and_not_the_book(tmp_path: Path) -> None:
    with open_store(f"{tmp_path}/book.db") as store:
        store.claim("baccarat")
        [one] = chain(1)
        store.append([one])
        writer = store._writer
        assert writer is not None
        writer.exec_driver_sql("PRAGMA max_page_count = 30")
        big = following(Head(1, one.hash), body="x" * 1_000_000)
        with pytest.raises(StoreFailed, match="full"):
            store.append([big])
        assert store.claimed == frozenset()
        assert list(store.read("baccarat")) == [one]
        assert store.claim("baccarat")
        store.append([big])


# A book of millions of records


def test_no_question_of_the_running_service_scans_the_book(claimed: Store, book_url: str) -> None:
    claimed.append(chain(2, transfers=(Transfer(SEAT, FELT, Micros(5)),)))
    questions: list[tuple[str, object]] = []

    def listen(_: object, cursor: object, statement: str, parameters: object, *rest: object) -> None:
        questions.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        claimed.streams()
        claimed.head("baccarat")
        claimed.seen([("baccarat", "key 1"), ("baccarat", "key 7"), ("san lo", "key 1")])
        list(claimed.read("baccarat", after=1, upto=2))
        claimed.day_totals(first="2031-05-01", last="2031-05-01")
        claimed.balances("baccarat")
        claimed.session("a")
        claimed.drop_expired(5)
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
    with by_hand(book_url) as connection:
        explain = "EXPLAIN QUERY PLAN " if book_url.startswith("sqlite") else "EXPLAIN "
        if book_url.startswith("postgresql"):  # which scans a book of two records for good reason
            connection.exec_driver_sql("SET enable_seqscan = off")
        for statement, parameters in questions:
            plan = "\n".join(str(row) for row in connection.exec_driver_sql(explain + statement, parameters))  # type: ignore[arg-type]
            scans = re.findall(r"Seq Scan|SCAN (?!\d+ CONSTANT)", plan)
            assert not scans, f"{statement}\n{plan}"


def test_a_mark_that_cannot_be_written_is_a_database_that_failed(
    claimed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise OSError("no space is left on the device")

    records = chain(2)
    claimed.append(records[:1])
    monkeypatch.setattr(claimed._database, "mark", is_full)
    with pytest.raises(StoreFailed):
        claimed.append(records[1:])
    with pytest.raises(StoreFailed), claimed.alone_with("the house"):
        claimed.append(chain(1, stream="the house"))
    assert not claimed.claimed, "it has to claim anew what it had"


# Opening


@pytest.mark.deeper
def test_two_processes_may_create_the_book_at_once(book_url: str) -> None:
    program = "sys.stdin.readline(); open_store(sys.argv[1]).close(); print('open', flush=True)"
    starters = [python("print('ready', flush=True)\n" + program, book_url) for _ in range(more(2, 4))]
    assert {line(starter) for starter in starters} == {"ready"}
    for starter in starters:
        assert starter.stdin is not None
        starter.stdin.write("\n")
        starter.stdin.flush()
    assert {line(starter) for starter in starters} == {"open"}
    for starter in starters:
        starter.communicate()


def test_a_book_of_another_version_is_refused(book_url: str) -> None:
    open_store(book_url).close()
    with by_hand(book_url) as connection:
        connection.execute(text("UPDATE meta SET value = '7'"))
        connection.commit()
    for read_only in (False, True):
        with pytest.raises(ValueError, match=r"^[^\n]*version 7[^\n]*$"):
            open_store(book_url, read_only=read_only)


def test_a_database_of_something_else_is_refused_and_left_alone(book_url: str) -> None:
    with by_hand(book_url) as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
        connection.commit()
    with pytest.raises(ValueError, match=r"^[^\n]*not a book$"):
        open_store(book_url)
    with by_hand(book_url) as connection:
        assert connection.execute(text("SELECT * FROM recipes")).all() == []


def test_a_read_only_store_sees_a_live_book_and_writes_nothing(claimed: Store, book_url: str) -> None:
    one, two = chain(2)
    claimed.append([one])
    with open_store(book_url, read_only=True) as auditor:
        assert list(auditor.read("baccarat")) == [one]
        claimed.append([two])
        assert list(auditor.read("baccarat")) == [one, two]
        with pytest.raises(NotTheWriter):
            auditor.claim("baccarat")
        with pytest.raises(NotTheWriter):
            auditor.append([two])
        with pytest.raises(StoreFailed):
            change_staff(auditor, SERVICE, "Ada", "dealer", "hash")


def test_only_its_owner_may_read_a_book(tmp_path: Path) -> None:
    """It holds the order of packs that are still dealt from."""
    path = tmp_path / "book.db"
    before = os.umask(0)
    try:
        with open_store(str(path)) as store:
            store.claim("baccarat")
            store.append(chain(1))
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("book.db", "book.db-wal", "book.db-shm", "book.db.lock", "book.db.mark"), 0o600)


def test_a_role_may_read_the_ledger_and_not_the_secrets(postgres: str) -> None:
    """As docs/http-service.md grants it."""
    url = fresh_database(postgres)
    page = (Path(__file__).parents[2] / "docs" / "http-service.md").read_text("utf-8")
    granted = re.search(r"```sql\n(.+?)```", page, re.S)
    assert granted
    with open_store(url) as store:
        store.claim("baccarat")
        store.append(chain(1, transfers=(Transfer(SEAT, FELT, Micros(5)),)))
        with by_hand(url) as connection:
            connection.execute(text(granted[1]))
            connection.commit()
        with open_store(url.replace("postgres@", "auditor@"), read_only=True) as auditor:
            assert auditor.day_totals() == store.day_totals()
            assert auditor.head("baccarat") == store.head("baccarat")
            with pytest.raises(StoreFailed, match="permission denied for table sealed"):
                list(auditor.read("baccarat"))


def test_where_there_is_no_book_it_is_said_and_none_is_made(tmp_path: Path) -> None:
    path = str(tmp_path / "absent.db")
    for read_only in (False, True):
        with pytest.raises(ValueError, match=r"^there is no book at .*absent\.db$"):
            open_store(path, read_only=read_only, make=False)
        with pytest.raises(ValueError, match="is a folder"):
            open_store(str(tmp_path), read_only=read_only)
    assert list(tmp_path.iterdir()) == []
    for is_new in (True, False):
        with open_store(path) as store:
            assert store.is_new is is_new


def test_reading_only_creates_nothing(tmp_path: Path, postgres: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*absent.db[^\n]*$"):
        open_store(f"sqlite:///{tmp_path}/absent.db", read_only=True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="not a book"):
        open_store(fresh_database(postgres), read_only=True)
    open_store(f"{tmp_path}/book.db").close()
    with open_store(f"{tmp_path}/book.db", read_only=True) as auditor:
        assert auditor.streams() == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.db", "book.db.mark"]  # as it was laid out


@pytest.mark.parametrize("live", [True, False], ids=["service running", "service stopped"])
def test_an_auditor_needs_no_right_to_write(live: bool) -> None:
    program = """
if os.geteuid() == 0:
    os.setuid(65534)
assert not os.access(sys.argv[1], os.W_OK)
with open_store(sys.argv[1], read_only=True) as auditor:
    print(len(list(auditor.read("baccarat"))))
"""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/book.db"
        with open_store(path) as store:
            store.claim("baccarat")
            store.append(chain(3))
            if not live:
                store.close()
            for file in Path(folder).iterdir():
                file.chmod(0o444)
            Path(folder).chmod(0o555)
            auditor = python(program, path)
            said = auditor.communicate()[0]
            Path(folder).chmod(0o755)
        assert said == "3\n"


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "book.db"
    file.write_bytes(b"a shopping list, long enough to be looked at" * 100)
    for read_only in (False, True):
        with pytest.raises(ValueError, match=r"^[^\n]*book.db: file is not a database$"):
            open_store(str(file), read_only=read_only)
    with pytest.raises(ValueError, match=r"^[^\n]*unable to open database file$"):
        open_store(f"sqlite:///{tmp_path}/no/such/folder/book.db")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://dealer:hush@127.0.0.1:1/book",
        "postgresql://127.0.0.1:1/book?user=dealer&password=hush",
        "postgresql://dealer:hush@127.0.0.1:port/book",
        "mysql://dealer:hush@127.0.0.1/book",
        "sqlite://",
    ],
)
def test_an_address_that_is_no_book_is_refused_in_one_line_without_the_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"^\w+://") as refused:
        open_store(url)
    assert "\n" not in str(refused.value)
    assert "hush" not in str(refused.value)


def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ValueError, match=re.escape("houseway[postgresql]")):
        open_store("postgresql://127.0.0.1/book")


def test_sqlite_keeps_a_log_and_waits_for_the_disk(tmp_path: Path) -> None:
    with open_store(f"{tmp_path}/book.db") as store:
        store.claim("baccarat")
        writer = store._writer
        assert writer is not None
        settings = [writer.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "foreign_keys")]
        assert settings == [2, 1]
    with sqlite3.connect(f"{tmp_path}/book.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# Staff and sessions


def test_staff_can_be_entered_changed_and_listed(store: Store) -> None:
    change_staff(store, SERVICE, "Zoe", "dealer", "one")
    change_staff(store, SERVICE, "Ada", "dealer", "two")
    entered = store.staff("Ada")
    change_staff(store, SERVICE, "Ada", "supervisor", "three", active=False)
    changed = store.staff("Ada")
    assert entered is not None
    assert changed is not None
    assert (changed.role, store.pin_hash(changed), changed.active) == ("supervisor", "three", False)
    assert changed.since == entered.since
    assert [person.name for person in store.list_staff()] == ["Ada", "Zoe"]
    assert store.staff("Bob") is None


def test_sessions_end_when_dropped_or_expired(store: Store) -> None:
    seated = Session(token_hash="a", role="player", name="", stream="baccarat", seat=3, csrf="x", expires_at=100)
    others = [Session(token_hash=token, role="dealer", name="Ada", csrf="x", expires_at=200) for token in "bc"]
    for session in (seated, *others):
        store.put_session(session)
    assert store.session("a") == seated
    store.drop_expired(100)
    store.drop_sessions(token_hash="b")
    assert [store.session(token) for token in "abc"] == [None, None, others[1]]


def test_records_are_found_by_what_they_tell(claimed: Store) -> None:
    head, bodies = Head(0, genesis("baccarat")), [f'{{"events":[{{"is":"{name}"}}]}}' for name in ("A", "B", "C", "A")]
    for body in bodies:
        claimed.append([following(head, body=body)])
        head = claimed.head("baccarat")
    assert [seq for seq, _ in claimed.read_telling("baccarat", ["A"])] == [1, 4]
    assert claimed.read_telling("baccarat", ["A", "C"], after=1, upto=3) == [(3, bodies[2])]


def test_the_records_of_a_round_are_found(claimed: Store) -> None:
    claimed.append(chain(5, transfers=(Transfer(SEAT, FELT, Micros(5)),)))
    assert claimed.read_round("baccarat", 3) == [record for record in claimed.read("baccarat") if record.seq == 3]
    assert claimed.read_round("baccarat", 9) == []


def test_it_is_known_which_streams_are_held_and_where(store: Store, book_url: str) -> None:
    assert store.claim("process a", address="http://a")
    assert store.owners("process ") == {"process a": "http://a"}
    assert store.held(["process a", "process b"]) == {"process a"}
    if book_url.startswith("postgresql"):
        with open_store(book_url) as other:
            assert other.held(["process a", "process b"]) == {"process a"}
            store.close()
            assert other.held(["process a"]) == frozenset()


# What is decided on another stream's word


def test_what_was_decided_on_a_meter_that_has_moved_since_is_not_written(claimed: Store) -> None:
    """Meters are not claimed: another process may have written on one between the decision and the commit."""
    meter = "meter m"
    before, after = chain(2, stream=meter)
    with claimed.alone_with(meter):
        claimed.append([before])
    [first, second] = chain(2)
    claimed.append([first], {meter: 1})
    with claimed.alone_with(meter):
        claimed.append([after])
    with pytest.raises(MeterMoved, match="'meter m' no longer ends at record 1"):
        claimed.append([second], {meter: 1})
    assert claimed.head("baccarat").seq == 1
    claimed.append([second], {meter: 2})


def test_the_mark_of_the_last_commit_is_forgotten_only_by_who_has_the_book(store: Store) -> None:
    with pytest.raises(NotTheWriter, match="not claimed"):
        store.forget_mark()
    assert store.claim("baccarat")
    store.forget_mark()
