"""Tampering with the book behind the database's back is found, and the first broken record named."""

import itertools
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from houseway.cards import show
from houseway.money import Account, Micros, Transfer
from houseway.service.audit import exported, load, verify
from houseway.service.floor import Floor
from houseway.service.record import BookBroken, Head, Record, genesis
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from houseway.table.notation import link
from tests.service.playing import DEALER, House, at_work, live_round, player
from tests.soak import more


@pytest.fixture
def book(book_url: str) -> str:
    """Two tables with finished rounds, and one round under way."""
    with at_work(book_url) as house:
        house.opens("T1", "supreme-99")
        house.plays("T1", "supreme-99", rounds=3)
        house.opens("T2", "san-lo")
        house.plays("T2", "san-lo", rounds=1)
        house.does("T2", DEALER, do.Shuffle())
        house.does("T2", player(1), do.PlaceWager(seat=1, wager="Main Bet", cents=500))
    return book_url


def test_a_reading_that_was_put_into_the_book_later_is_found(book_url: str) -> None:
    """Whoever forges how a rule was read, with every hash made to fit, does not get past the audit: the table is opened
    again from the command beside it, and the pay of every wager is decided again by the reading."""
    with at_work(book_url) as house:
        house.opens("T1", "supreme-99", readings={"Pair Fortunes": "pair before 9-9"})
        house.plays("T1", "supreme-99")
    audit(book_url)
    event = '"readings":{"Pair Fortunes":"pair before 9-9"}'
    with behind_its_back(book_url) as connection:
        change_body(connection, 1, lambda body: body.replace(event, '"readings":{}', 1))
        rechain(connection)
    with pytest.raises(BookBroken, match="record 1"):
        audit(book_url)


@contextmanager
def behind_its_back(url: str, *, keep_guards: bool = True) -> Iterator[Connection]:
    """The database, with the triggers and foreign keys that guard the book out of the way."""
    is_sqlite = "://" not in url or url.startswith("sqlite")
    address = (url if "://" in url else f"sqlite:///{url}").replace("postgresql://", "postgresql+psycopg://")
    with create_engine(address).connect() as connection:
        if is_sqlite:
            triggers = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            found = connection.execute(triggers).all()
            guards = [sql for _, sql in found]
            for name, _ in found:
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        yield connection
        if is_sqlite:  # whoever is at it takes the mark of the last commit away too, and that there was one
            connection.execute(text("DELETE FROM meta WHERE name = 'mark'"))
        connection.commit()
        if is_sqlite:
            Path(address.removeprefix("sqlite:///") + ".mark").unlink(missing_ok=True)
        if is_sqlite and keep_guards:
            for statement in guards:
                connection.execute(text(statement))
            connection.commit()


def change_body(connection: Connection, seq: int, change: Callable[[str], str], stream: str = "T1") -> None:
    where = {"stream": stream, "seq": seq}
    body = connection.scalar(text("SELECT body FROM record WHERE stream = :stream AND seq = :seq"), where)
    changed = change(str(body))
    assert changed != body
    connection.execute(
        text("UPDATE record SET body = :body WHERE stream = :stream AND seq = :seq"), where | {"body": changed}
    )


def rechain(connection: Connection, stream: str = "T1") -> None:
    """What a forger with time on his hands would do: make every hash fit again."""
    previous = None
    rows = connection.execute(text("SELECT seq, body FROM record WHERE stream = :s ORDER BY seq"), {"s": stream}).all()
    previous = genesis(stream)
    for seq, body in rows:
        previous = link(previous, body)
        connection.execute(
            text("UPDATE record SET hash = :h WHERE stream = :s AND seq = :q"), {"h": previous, "s": stream, "q": seq}
        )


def audit(url: str, heads: dict[str, Head] | None = None) -> None:
    with open_store(url, read_only=True) as store:
        verify(store, heads=heads)


def test_a_whole_book_verifies(book: str) -> None:
    audit(book)


def test_a_flipped_bit_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        change_body(connection, 9, lambda body: body[:30] + chr(ord(body[30]) ^ 1) + body[31:])
    with pytest.raises(BookBroken, match="record 9 of 'T1'"):
        audit(book)


@pytest.mark.deeper
def test_every_record_is_guarded(book: str) -> None:
    """A changed last character of any one record, anywhere in the chain: in `make test` of every fourth."""
    with open_store(book, read_only=True) as store:
        count = store.head("T1").seq
    with behind_its_back(book) as connection:
        for seq in (*range(1, count, more(4, 1)), count):
            change_body(connection, seq, lambda body: body.replace('"key":"key', '"key":"kez', 1))
            connection.commit()
            with pytest.raises(BookBroken, match=f"record {seq} of 'T1'"):
                audit(book)
            change_body(connection, seq, lambda body: body.replace('"key":"kez', '"key":"key', 1))
            connection.commit()
    audit(book)


def test_a_deleted_record_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        connection.execute(text("DELETE FROM transfer WHERE stream = 'T1' AND seq = 7"))
        connection.execute(text("DELETE FROM record WHERE stream = 'T1' AND seq = 7"))
    with pytest.raises(BookBroken, match="record 8 of 'T1' does not follow record 6"):
        audit(book)


def test_a_deleted_record_is_found_though_the_rest_moved_up(book: str) -> None:
    with behind_its_back(book) as connection:
        for table in ("transfer", "sealed", "record"):
            connection.execute(text(f"DELETE FROM {table} WHERE stream = 'T1' AND seq = 7"))
            last = connection.scalar(text("SELECT max(seq) FROM record WHERE stream = 'T1'"))
            for seq in range(8, int(last or 0) + 1):
                connection.execute(text(f"UPDATE {table} SET seq = {seq - 1} WHERE stream = 'T1' AND seq = {seq}"))
    with pytest.raises(BookBroken, match="record 7 of 'T1'"):
        audit(book)


def test_swapped_records_are_found(book: str) -> None:
    with behind_its_back(book) as connection:
        for source, target in ((8, 1000), (9, 8), (1000, 9)):
            connection.execute(text(f"UPDATE record SET seq = {target} WHERE stream = 'T1' AND seq = {source}"))
    with pytest.raises(BookBroken, match="record 8 of 'T1'"):
        audit(book)


def test_an_inserted_record_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        last = int(connection.scalar(text("SELECT max(seq) FROM record WHERE stream = 'T1'")) or 0)
        connection.execute(
            text(
                "INSERT INTO record SELECT stream, :next, 'forged', at, day, game, round, body, hash FROM record "
                "WHERE stream = 'T1' AND seq = :last"
            ),
            {"next": last + 1, "last": last},
        )
    with pytest.raises(BookBroken, match=f"record {last + 1} of 'T1'"):
        audit(book)


def test_a_cut_tail_is_found_by_a_printed_head(book: str) -> None:
    with open_store(book, read_only=True) as store:
        printed = {"T1": store.head("T1")}
    with behind_its_back(book) as connection:
        for table in ("transfer", "sealed", "record"):
            connection.execute(text(f"DELETE FROM {table} WHERE stream = 'T1' AND seq > 20"))
    with pytest.raises(BookBroken, match=r"ends at record 20, but record \d+ is in the house's book"):
        audit(book)
    with behind_its_back(book) as connection:  # and the end of the house's book as well
        connection.execute(text("DELETE FROM record WHERE stream = 'the house' AND body LIKE '%the service stops%'"))
    audit(book)  # the chains themselves cannot tell
    with pytest.raises(BookBroken, match=r"ends at record 20, but record \d+ was printed"):
        audit(book, printed)


def test_a_table_that_is_gone_is_found_by_a_printed_head(book: str) -> None:
    with open_store(book, read_only=True) as store:
        printed = {"T1": store.head("T1")}
    with behind_its_back(book) as connection:
        for table in ("transfer", "sealed", "record"):
            connection.execute(text(f"DELETE FROM {table} WHERE stream = 'T1'"))
    with pytest.raises(BookBroken, match="'T1' is gone"):
        audit(book, printed)


def test_a_whole_book_that_is_gone_is_found_by_a_printed_head(book: str) -> None:
    """Nothing is left that could tell of it."""
    with open_store(book, read_only=True) as store:
        printed = {"T1": store.head("T1")}
    with behind_its_back(book) as connection:
        for table in ("transfer", "sealed", "record"):
            connection.execute(text(f"DELETE FROM {table}"))
    audit(book)
    with pytest.raises(BookBroken, match=f"'T1' is gone: record {printed['T1'].seq} was printed"):
        audit(book, printed)


def test_a_rewritten_chain_does_not_lead_through_a_printed_head(book: str) -> None:
    """Somebody else did it, says the new book, and the rules cannot tell."""
    with open_store(book, read_only=True) as store:
        [record] = store.read("T1", after=19, upto=20)
    with behind_its_back(book) as connection:
        change_body(connection, 12, lambda body: re.sub(r'"by":\["(\w+)","\w', r'"by":["\1","X', body))
        rechain(connection)
    with pytest.raises(BookBroken, match="record 20 of 'T1': the printed head of record 20 is another"):
        audit(book, {"T1": Head(record.seq, record.hash)})


@pytest.mark.parametrize(
    ("before", "forged", "says"),
    [
        ('"by":["dealer"', '"by":["surveillance"', "the table refuses this command: ReconcileSeat is for"),
        ('"reason":"', '"reason":"so it is: ', "the command does not lead to these events"),
    ],
)
def test_every_command_is_decided_again(book: str, before: str, forged: str, says: str) -> None:
    """All hashes fit, no money is moved otherwise, and what is told could have happened; but not by this command."""
    with open_store(book, read_only=True) as store:
        paid = next(record for record in store.read("T1") if '"is":"SeatReconciled"' in record.body)
    with behind_its_back(book) as connection:
        change_body(connection, paid.seq, lambda body: body.replace(before, forged))
        rechain(connection)
    with pytest.raises(BookBroken, match=f"record {paid.seq} of 'T1': {says}"):
        audit(book)


def test_a_book_rewritten_with_fitting_hashes_is_found_by_its_printed_head_and_by_its_rules(book: str) -> None:
    with open_store(book, read_only=True) as store:
        printed = {"T1": store.head("T1")}
        paid = next(r for r in store.read("T1") if "SeatReconciled" in r.body)
    with behind_its_back(book) as connection:
        change_body(connection, paid.seq, lambda body: re.sub(r'"won_cents":\d+', '"won_cents":9999', body, count=1))
        rechain(connection)
    with pytest.raises(BookBroken, match=f"record {paid.seq} of 'T1'"):
        audit(book)
    with pytest.raises(BookBroken):
        audit(book, printed)


def test_a_changed_ledger_row_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        connection.execute(text("UPDATE transfer SET micros = micros + 1 WHERE stream = 'T1' AND seq = 3"))
    with pytest.raises(BookBroken, match="record 3 of 'T1': the ledger's rows"):
        audit(book)
    with open_store(book, read_only=True) as store, pytest.raises(BookBroken, match="the ledger has"):
        load(store, "T1")


def test_a_changed_or_lost_secret_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        connection.execute(text("UPDATE sealed SET body = (SELECT min(body) FROM sealed) WHERE stream = 'T1'"))
    with pytest.raises(BookBroken, match="does not fit its secret"):
        audit(book)
    with behind_its_back(book) as connection:
        connection.execute(text("DELETE FROM sealed WHERE stream = 'T1'"))
    with pytest.raises(BookBroken, match=r"secret of seal .* is not in the book"):
        audit(book)


def test_a_changed_column_is_found(book: str) -> None:
    for column, value in (
        ("key", "'other'"),
        ("at", "'2001-01-01T00:00:00.000Z'"),
        ("day", "'2001-01-01'"),
        ("round", "77"),
    ):
        with behind_its_back(book) as connection:
            old = connection.scalar(text(f"SELECT {column} FROM record WHERE stream = 'T1' AND seq = 5"))
            connection.execute(text(f"UPDATE record SET {column} = {value} WHERE stream = 'T1' AND seq = 5"))
        with pytest.raises(BookBroken, match=f"record 5 of 'T1': its {column}"):
            audit(book)
        with behind_its_back(book) as connection:
            connection.execute(text(f"UPDATE record SET {column} = :old WHERE stream = 'T1' AND seq = 5"), {"old": old})
    audit(book)


@pytest.mark.parametrize(
    ("what", "tampering"),
    [
        ("a stream without a beginning", "DELETE FROM record WHERE stream = 'T1' AND seq = 1"),
        ("a transfer of another day", "UPDATE transfer SET day = '2020-01-01' WHERE stream = 'T1' AND seq = 3"),
        ("a transfer of another day or game", "UPDATE transfer SET game = 'whist' WHERE stream = 'T1' AND seq = 3"),
        (
            "a transfer of no record",
            "INSERT INTO transfer VALUES ('T1', 9999, 0, '2020-01-01', 'g', 'felt', 'tray', 5)",
        ),
        (
            "a transfer of no record",
            "INSERT INTO transfer VALUES ('ghost', 1, 0, '2020-01-01', 'g', 'felt', 'tray', 5)",
        ),
        ("a secret of no record", "INSERT INTO sealed VALUES ('ghost', 1, 'seal', 'body')"),
    ],
)
def test_rows_that_no_chain_would_meet_are_found(book: str, what: str, tampering: str) -> None:
    with behind_its_back(book) as connection:
        if "DELETE" in tampering:
            connection.execute(text("DELETE FROM transfer WHERE stream = 'T1' AND seq = 1"))
        connection.execute(text(tampering))
    with pytest.raises(BookBroken, match=what):
        audit(book)
    with open_store(book) as store, pytest.raises(BookBroken, match=what):
        Floor(store).start()


def test_a_database_without_its_guards_is_found(book: str) -> None:
    is_file = "postgresql" not in book
    with behind_its_back(book, keep_guards=False) as connection:
        if not is_file:
            connection.execute(text("ALTER TABLE record DISABLE TRIGGER record_append_only"))
    with pytest.raises(BookBroken, match="no longer guards the book"):
        audit(book)


def test_sums_beyond_64_bits_are_no_end_of_the_book(store: Store) -> None:
    assert store.claim("T1")
    most, previous, records = Micros(2**61), genesis("T1"), []
    for seq in range(1, 11):
        previous = link(previous, "{}")
        place = {"stream": "T1", "seq": seq, "key": f"k{seq}", "at": "", "day": "2030-01-01", "game": "g", "round": 1}
        bought = Transfer(Account("buy-in"), Account("seat 1"), most)
        records.append(Record(**place, body="{}", hash=previous, transfers=(bought,)))
    store.append(records)
    assert store.balances("T1") == {"buy-in": -10 * most, "seat 1": 10 * most}
    assert store.day_totals()[0].micros == 10 * most


def test_a_book_played_under_other_rules_is_checked_and_not_accused(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an upgrade that changed a paytable: chain and ledger are checked, and the table is not dealt on."""
    from houseway.games import GAMES
    from houseway.paytable import parse_pay

    table = GAMES["supreme-99"].paytables["S99"]
    changed = replace(table, lines={**table.lines, "copy both": parse_pay("5 to 1")})
    monkeypatch.setitem(GAMES["supreme-99"].paytables, "S99", changed)
    with open_store(book) as store:
        first, second, _ = verify(store)
        assert "another paytable S99" in first.note and second.note == ""
        floor = Floor(store)
        floor.start()
        assert floor.tables["T1"].other_rules == "another paytable S99"
        floor.stop()


def test_a_log_of_a_failing_book_tells_no_card(book_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The store fails with hands on the table; nothing of them may stand in what is printed."""
    with open_store(book_url) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.opens("T1", "san-lo")
        for actor, command in itertools.islice(live_round("san-lo", (1, 4)), 6):
            house.does("T1", actor, command)
        rnd = floor.tables["T1"].round
        store.append = lambda records: 1 / 0  # type: ignore[method-assign, assignment]
        house.tries("T1", player(1), do.AskHouseWay(seat=1))
        del store.append
        floor.stop()
    printed = "".join(capsys.readouterr())
    assert "out of reach" in printed
    assert rnd.sealed is not None and rnd.sealed.nonce not in printed
    assert "nonce" not in printed
    assert str(tuple(rnd.cards_of(0)))[1:-1] not in printed
    assert show(rnd.cards_of(0)) not in printed


def test_an_export_holds_the_secrets_of_finished_rounds_only(book: str) -> None:
    with open_store(book, read_only=True) as store:
        lines = list(exported(store, "T2"))
        shuffles = [line for line in lines if '"is":"Shuffled"' in str(line["body"])]
        assert ["secrets" in line for line in shuffles] == [True, False]
        previous = None
        for line in lines:
            if previous:
                assert line["hash"] == link(str(previous), str(line["body"]))
            previous = line["hash"]
        assert json.dumps(lines)


def test_the_audit_reads_while_the_service_writes(book_url: str, store: Store) -> None:
    floor = Floor(store)
    floor.start()
    house = House(floor)
    house.opens("T1")
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            house.plays("T1")

    thread = threading.Thread(target=play)
    thread.start()
    for _ in range(10):
        audit(book_url)
    stop.set()
    thread.join()
    floor.stop()
