"""The card room from the command line: staff, a table dealt through the service, the book read again."""

import json
import sqlite3
from pathlib import Path

import pytest

from houseway.service import floor
from tests.command_line import is_refused, process, run
from tests.gaming_day import NOW

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with an evening of two rounds in it."""
    path = tmp_path_factory.mktemp("room") / "book.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(floor, "GamingDay", lambda: NOW)
        done = run("deal", "san-lo", "--auto", "--rounds", "2", "--book", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("all hold") == 2
    return path


def test_the_book_of_an_evening_verifies(book: Path) -> None:
    done = run("audit", "verify", "--book", str(book))
    assert done.returncode == 0
    assert "2 rounds" in done.stdout and "the book is whole" in done.stdout
    audit, _ = json.loads(run("audit", "verify", "--book", str(book), "--json").stdout)
    assert audit["rounds"] == 2


def test_a_printed_head_is_checked(book: Path) -> None:
    heads = run("audit", "heads", "--book", str(book)).stdout.splitlines()
    [head] = [line for line in heads if not line.startswith("the house:")]
    assert run("audit", "verify", "--book", str(book), "--head", head).returncode == 0
    table, seq, digest = head.rsplit(":", 2)
    later = f"{table}:{int(seq) + 1}:{digest}"
    done = run("audit", "verify", "--book", str(book), "--head", later)
    assert done.returncode == 1
    assert "its tail was cut" in done.stdout


def test_every_printed_head_of_a_table_is_checked(book: Path) -> None:
    from houseway.service.store import open_store

    with open_store(str(book), read_only=True) as store:
        [table] = store.tables()
        heads = [f"{table}:{record.seq}:{record.hash}" for record in store.read(table)]
    printed = [part for head in (heads[2], heads[-1], heads[4]) for part in ("--head", head)]
    assert run("audit", "verify", "--book", str(book), *printed).returncode == 0
    for wrong in (f"{table}:3:{'0' * 64}", f"{heads[-1][:-64]}{'0' * 64}"):
        done = run("audit", "verify", "--book", str(book), "--head", wrong, *printed)
        assert done.returncode == 1
        assert "the printed head" in done.stdout


def test_an_evening_leaves_nobody_and_nothing_open_behind(book: Path) -> None:
    from sqlalchemy import create_engine

    from houseway.service.audit import load
    from houseway.service.store import open_store
    from houseway.table.commands import Stage

    staff = json.loads(run("staff", "list", "--book", str(book), "--json").stdout)
    assert [person["active"] for person in staff] == [False] * 3
    with open_store(str(book), read_only=True) as store:
        [table] = store.tables()
        assert load(store, table)[0].stage is Stage.CLOSED
    with create_engine(f"sqlite:///{book}").connect() as connection:
        assert connection.exec_driver_sql("SELECT * FROM session WHERE stream IS NULL").all() == []


def test_an_evening_is_not_slowed_by_its_own_service(tmp_path: Path) -> None:
    """A dealer asks some thirty times a round: long evenings came to an end at the limit of one session."""
    from houseway.client.evening import own_service
    from houseway.client.room import Participant
    from houseway.role import Role
    from houseway.table import commands as do
    from houseway.table.terms import Terms

    with (
        own_service(str(tmp_path / "book.db")) as (url, staff),
        Participant(url, "T1").logs_in(*staff[Role.SUPERVISOR]) as boss,
    ):
        boss.does(do.OpenTable(terms=Terms(game="match-em", dealer="live")))
        for _ in range(500):
            boss.sees()
        boss.does(do.CloseTable())


def test_an_evening_on_a_book_in_use_leaves_no_trace(tmp_path: Path) -> None:
    from houseway.service.store import open_store

    path = tmp_path / "book.db"
    with open_store(str(path)) as store:
        assert store.claim("T1")
        done = process("deal", "san-lo", "--auto", "--book", str(path))
        assert store.list_staff() == []
    assert done.returncode == 2
    assert "in use by another process" in done.stderr.splitlines()[-1]


def test_an_evening_that_is_broken_off_closes_its_table(tmp_path: Path) -> None:
    from houseway.service.audit import load
    from houseway.service.store import open_store
    from houseway.table.commands import Stage

    for n, said in enumerate(("25\n", "25\n\n")):  # among the bets, and with the cards dealt
        path = tmp_path / f"{n}.db"
        done = run("deal", "supreme-99", "--players", "2", "--book", str(path), said=said)
        assert done.returncode == 130, done.stderr
        assert "Traceback" not in done.stderr
        with open_store(str(path), read_only=True) as store:
            [table] = store.tables()
            assert load(store, table)[0].stage is Stage.CLOSED


def test_a_book_that_does_not_answer_is_not_a_broken_one(book: Path, tmp_path: Path) -> None:
    """Exit code 1 is an accusation."""
    path = tmp_path / "book.db"
    path.write_bytes(book.read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE transfer")
    connection.close()
    for command in (("audit", "verify"), ("days",)):
        done = run(*command, "--book", str(path))
        assert done.returncode == 2
        [line] = done.stderr.splitlines()
        assert line.startswith("houseway: ") and "no such table" in line


def test_a_service_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    from httpx2 import ConnectError

    from houseway import cli

    def fails(**_: object) -> None:
        raise ConnectError("connection refused")

    monkeypatch.setattr(cli, "app", fails)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "houseway: the service does not answer: connection refused\n"


def test_the_book_is_exported(book: Path, tmp_path: Path) -> None:
    told = [json.loads(line) for line in run("audit", "export", "--book", str(book)).stdout.splitlines()]
    lines = [line for line in told if line["stream"] != "the house"]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    table = tmp_path / "ledger.csv"
    assert run("audit", "export", "--book", str(book), "--format", "csv", "-o", str(table)).returncode == 0
    first, *rows = table.read_text().splitlines()
    assert first == "table,seq,at,day,game,round,source,target,cents"
    assert any("buy-in,seat 1,50000" in row for row in rows)


def test_the_days_show_drop_win_and_hold(book: Path) -> None:
    [day] = json.loads(run("days", "--book", str(book), "--json").stdout)
    assert (day["game"], day["drop_cents"]) == ("san-lo", 6 * 500_00)
    assert "san-lo" in run("days", "--book", str(book), "--by-game").stdout
    for written in (day["day"], day["day"].replace("-", "")):
        limits = ("--from", written, "--to", written)
        assert json.loads(run("days", "--book", str(book), "--json", *limits).stdout) == [day]


def test_a_deal_is_checked_offline(book: Path, tmp_path: Path) -> None:
    table = json.loads(run("audit", "heads", "--book", str(book), "--json").stdout)
    [name] = (stream for stream in table if stream != "the house")
    done = run("check-deal", f"{name}/1", "--book", str(book), "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["wrong"] == []
    receipt = tmp_path / "round.json"
    from houseway.service.rounds import Rounds
    from houseway.service.store import open_store

    with open_store(str(book), read_only=True) as store:
        told = Rounds(store).receipt(name, 1)
    assert told is not None
    receipt.write_text(json.dumps(told))
    assert run("check-deal", str(receipt)).returncode == 0
    seal = told["records"]["sealed"]
    assert run("check-deal", str(receipt), "--record", f"{seal['record']}:{seal['hash']}").returncode == 0
    done = run("check-deal", str(receipt), "--record", f"{seal['record'] + 10**6}:{seal['hash']}", "--cut", "1:mine")
    assert done.returncode == 1
    assert "(the receipt does not name it) has the hash that was seen" in done.stdout
    assert "NO   seat 1 cut with 'mine', as it says" in done.stdout
    told["spots"]["1"]["results"][0]["won_cents"] += 100
    receipt.write_text(json.dumps(told))
    done = run("check-deal", str(receipt))
    assert done.returncode == 1
    assert "NO   seat 1 was paid by the rules" in done.stdout


def test_a_person_plays_from_the_terminal() -> None:
    """Bets, a setting that is refused, one that is taken, and leaves."""
    said = "\n".join(["25", "", "zzz", "12|34", "h", "q", ""])
    done = run("deal", "supreme-99", "--players", "2", said=said)
    assert done.returncode == 0, done.stderr
    assert "your cards" in done.stdout
    assert "You leave with" in done.stdout


@pytest.mark.soak
def test_match_em_is_played_with_a_double() -> None:
    said = "\n".join(["10", "5", "5", "HI double", "q", ""])
    done = run("deal", "match-em", "--seat", "3", "--players", "2", said=said)
    assert done.returncode == 0, done.stderr
    assert "Double Down" in done.stdout


def test_staff_are_enrolled_and_listed(tmp_path: Path) -> None:
    book = str(tmp_path / "book.db")
    done = run("staff", "add", "Sue", "supervisor", "--pin", "593017", "--book", book)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"a new book at {book}\nSue is supervisor\n"
    assert run("staff", "add", "Dan", "dealer", "--pin", "593017", "--book", book).stdout == "Dan is dealer\n"
    assert run("staff", "remove", "Dan", "--book", book).returncode == 0
    dan, sue = json.loads(run("staff", "list", "--book", book, "--json").stdout)
    assert (sue["role"], sue["active"], dan["active"]) == ("supervisor", True, False)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("audit verify --book {none}", "there is no book at"),
        ("audit verify --book {folder}", "is a folder; a book is a file"),
        ("staff remove Sue --book {none}", "there is no book at"),
        ("staff list --book {none}", "there is no book at"),
        ("audit verify --book {text}", "text.txt"),
        ("audit verify --book {none} --head nonsense", "'nonsense' is not a head"),
        ("audit export --book {none}", "none.db"),
        ("check-deal {none}", "neither TABLE/ROUND nor a receipt"),
        ("check-deal {text}", "neither TABLE/ROUND nor a receipt"),
        ("days --book {none} --from yesterday", "'yesterday' is not a day: YYYY-MM-DD"),
        ("days --book {book} --from 2026-11-02 --to 2026-11-01", "2026-11-02, comes after the last, 2026-11-01"),
        ("serve --day-begins 25:00", "'25:00' is not a time of the day: HH:MM"),
        ("serve --day-begins 6", "'6' is not a time of the day: HH:MM"),
        ("serve --time-zone Mars/Olympus", "'Mars/Olympus' is not a time zone"),
        ("staff add Sue queen --pin 593017 --book {new}", "'queen' is not a role of staff"),
        ("staff add Sue dealer --pin 1 --book {new}", "a PIN has"),
        ("deal san-lo --seat 9", "seat 9: san-lo has seats 1 to 6"),
        ("deal san-lo --players 0", "0 players"),
        ("deal whist", "'whist' is not a game"),
        ("serve --port 99999", "99999"),
        ("serve --book {text}", "text.txt"),
        ("serve --book mysql://x/y", "sqlite:// or postgresql://"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(command: str, says: str, book: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("not a book")
    names = {"none": tmp_path / "none.db", "text": text, "new": tmp_path / "new.db", "folder": tmp_path, "book": book}
    is_refused(says, *(part.format(**names) for part in command.split()))
    assert list(tmp_path.iterdir()) == [text]


def test_a_seat_of_the_terminal_cuts_in_every_round_and_sees_that_its_cut_was_used() -> None:
    done = run("deal", "supreme-99", "--auto", "--rounds", "2", "--players", "2", "--cut")
    assert done.returncode == 0
    assert done.stdout.count("seat 1 cuts the cards: ") == 2
    assert done.stdout.count("all hold") == 2
