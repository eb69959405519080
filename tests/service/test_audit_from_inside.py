"""Nothing that stands in the book itself switches the audit of it off: forged versions, times, days and gains are found
though every hash was made to fit."""

import itertools
import json
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, text

from houseway.cli.app import app
from houseway.games import GAMES
from houseway.games.released import released, with_today
from houseway.service.audit import verify
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.house_book import read_house
from houseway.service.record import HOUSE, BookBroken
from houseway.service.store import BookRefuses, Store, open_store
from houseway.table import commands as do
from houseway.table.notation import canonical
from houseway.table.released import RULES as RELEASED_RULES
from houseway.table.terms import RULES
from tests.service.playing import DEALER, SUPERVISOR, House, at_work
from tests.service.test_audit import audit, behind_its_back, rechain
from tests.service.test_old_books import BOOKS, of_the_books_edition, read_in
from tests.service.test_progressive_table import bets, opened
from tests.service.test_store import following


@pytest.fixture
def book(book_url: str) -> str:
    """A table with finished rounds, open, in a book of one service."""
    with at_work(book_url) as house:
        house.opens("T1", "supreme-99")
        house.plays("T1", "supreme-99", rounds=2)
    return book_url


def forge(connection: Connection, change: Callable[[dict[str, Any]], object], stream: str = "T1") -> None:
    """Every body as `change` leaves it, and every hash to fit, in the table's chain and in what the house has noted."""
    rows = connection.execute(text("SELECT seq, body FROM record WHERE stream = :s ORDER BY seq"), {"s": stream}).all()
    for seq, written in rows:
        body = orjson.loads(written)
        change(body)
        place = {"s": stream, "q": seq, "b": canonical(body), "at": body["at"], "day": body["day"]}
        update = "UPDATE record SET body = :b, at = :at, day = :day WHERE stream = :s AND seq = :q"
        connection.execute(text(update), place)
        connection.execute(text("UPDATE transfer SET day = :day WHERE stream = :s AND seq = :q"), place)
    rechain(connection, stream)


def renote(connection: Connection) -> None:
    """The heads in the house's book to fit as well: whoever can write the database can do this too."""
    hashes = {
        (stream, seq): hash_
        for stream, seq, hash_ in connection.execute(text("SELECT stream, seq, hash FROM record")).all()
    }

    def change(body: dict[str, Any]) -> None:
        for part in (body["command"], *body["events"]):
            for stream, head in part.get("heads", {}).items():
                head["hash"] = hashes[stream, head["seq"]]

    forge(connection, change, HOUSE)


def with_rules(number: int) -> Callable[[dict[str, Any]], None]:
    def change(body: dict[str, Any]) -> None:
        for part in (body["command"], *body["events"]):
            if "rules" in part:
                part["rules"] = number

    return change


def pays_15_000(body: dict[str, Any]) -> None:
    for event in body["events"]:
        if event["is"] == "SeatReconciled" and body["round"] == 1:
            for result in event["results"]:
                result["won_cents"] = 1_500_000


def test_a_forged_version_of_the_rules_does_not_switch_the_audit_off(book: str) -> None:
    audit(book)
    with behind_its_back(book) as connection:
        forge(connection, with_rules(RULES + 5))
        renote(connection)
    with pytest.raises(BookBroken, match=f"record 1 of 'T1': no release ever had the rules of procedure {RULES + 5}"):
        audit(book)


def test_a_table_cannot_pass_for_one_of_an_older_release(book: str) -> None:
    with behind_its_back(book) as connection:
        forge(connection, with_rules(1))
        renote(connection)
    with pytest.raises(BookBroken, match=rf"under the rules of procedure 1, and the service's were {RULES}"):
        audit(book)


def test_a_table_of_todays_rules_needs_the_houses_book(book: str) -> None:
    with behind_its_back(book) as connection:
        connection.execute(text(f"DELETE FROM record WHERE stream = '{HOUSE}'"))
    with pytest.raises(BookBroken, match="keeps the house's book, and it is not there"):
        audit(book)


@pytest.mark.parametrize("field", ["paytable_hashes", "house_way", "game_hash"])
def test_a_paytable_a_house_way_or_a_game_that_no_release_had_is_found(book: str, field: str) -> None:
    def change(body: dict[str, Any]) -> None:
        for event in body["events"]:
            if event["is"] == "TableOpened":
                event[field] = dict.fromkeys(event[field], "0" * 64) if field == "paytable_hashes" else "my way"

    with behind_its_back(book) as connection:
        forge(connection, change)
        renote(connection)
    with pytest.raises(BookBroken, match="no release ever had"):
        audit(book)


def test_every_release_and_todays_own_rules_are_known() -> None:
    assert max(RELEASED_RULES) == RULES and 1 in RELEASED_RULES
    for game in GAMES.values():
        assert released()[game.slug] == with_today(released()[game.slug], game), f"{game.slug} is new: make released"


# ---- exit codes


def verdict(book: str, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["audit", "verify", "--book", book, *options])
    return result.exit_code, result.output


def test_rounds_that_were_not_decided_again_are_another_exit_code(book: str, tmp_path: Path) -> None:
    old = str(tmp_path / "old.db")
    with open_store(old) as store:
        read_in(store, BOOKS / "rules-1.jsonl")
    code, output = verdict(book)
    assert code == 0 and "the book is whole" in output
    code, output = verdict(old)
    assert code == 3 and "6 rounds were not decided again" in output and "whole" not in output
    assert json.loads(verdict(old, "--json")[1])[0]["not_decided"] == 2


def test_the_verdict_says_what_it_cannot_see_without_a_printed_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_the_books_edition(monkeypatch)
    book = str(tmp_path / "book.db")
    with open_store(book) as store:
        read_in(store, BOOKS / f"rules-{RULES}.jsonl")
        head = store.head(HOUSE)
    assert "not seen without --head" in verdict(book)[1].splitlines()[-1]
    assert "as it was printed up to record" in verdict(book, "--head", f"{HOUSE}:{head.seq}:{head.hash}")[1]


def test_a_broken_book_is_exit_code_1(tmp_path: Path) -> None:
    book = str(tmp_path / "book.db")
    with open_store(book) as store:
        read_in(store, BOOKS / f"rules-{RULES}.jsonl")
    with behind_its_back(book) as connection:
        forge(connection, pays_15_000, "supreme-99")
    assert verdict(book)[0] == 1


# ---- time


def test_time_that_goes_back_is_found(book: str) -> None:
    with open_store(book, read_only=True) as store:
        last = store.head("T1").seq

    def change(body: dict[str, Any]) -> None:
        change.seq += 1
        if change.seq == last:
            body["at"] = "2020-01-01T20:00:00.000Z"
            body["day"] = "2020-01-01"

    change.seq = 0
    with behind_its_back(book) as connection:
        forge(connection, change)
        renote(connection)
    with pytest.raises(BookBroken, match=f"record {last} of 'T1': it is earlier than the record before it"):
        audit(book)


def test_the_database_refuses_a_record_that_is_earlier_than_the_last(store: Store) -> None:
    store.claim("T1")
    first = following(store.head("T1"), stream="T1")
    store.append([first])
    with pytest.raises(BookRefuses, match="a time before the last"):
        store.append([following(store.head("T1"), stream="T1")._replace(at="2031-05-01T21:59:59Z")])


def test_a_meters_time_does_not_go_back(book_url: str) -> None:
    from houseway.progressive import commands as ask
    from houseway.progressive.meter import MeterSettings
    from houseway.role import Actor, Role

    now = [datetime(2031, 5, 1, 20, tzinfo=UTC)]
    with open_store(book_url) as store:
        floor = Floor(store, clock=lambda: now[0])
        floor.start()
        admin = Actor(Role.CONTROLLER_ADMIN, "Ada")
        settings = MeterSettings(seed_cents=5_000_00, stake_cents=1_00, increment=Fraction(21, 100))
        floor.execute("meter m", "k1", admin, ask.OpenMeter(settings=settings, opening_cents=5_000_00))
        now[0] -= timedelta(hours=9)
        floor.execute("meter m", "k2", admin, ask.Suspend(note="out"))
        floor.stop()
        times = [(record.at, record.day) for record in store.read("meter m")]
        assert len(times) == 2 and times[0] == times[1]
        verify(store)


# ---- the gaming day


def test_a_record_of_another_gaming_day_than_its_time_has_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        forge(connection, lambda body: body.update(day="2020-01-01"))
        renote(connection)
    with pytest.raises(BookBroken, match="2020-01-01 is not the gaming day of its time"):
        audit(book)


def test_a_record_of_the_house_itself_of_another_gaming_day_is_found(book: str) -> None:
    with behind_its_back(book) as connection:
        forge(connection, lambda body: body.update(day="2020-01-01"), HOUSE)
    with pytest.raises(BookBroken, match=f"of '{HOUSE}': 2020-01-01 is not the gaming day of its time"):
        audit(book)


def test_a_changed_rule_of_the_gaming_day_is_an_entry_and_dates_what_comes_after(book: str) -> None:
    with open_store(book) as store:
        before = read_house(store).state.gaming_day
        noon = GamingDay("UTC", time(12))
        floor = Floor(store, gaming_day=noon)
        floor.start()
        house = House(floor)
        house.keys = itertools.count(500)
        house.plays("T1")
        floor.stop()
        assert read_house(store).state.gaming_day == noon != before
        record = list(store.read("T1"))[-1]
        assert record.day == noon.of(datetime.fromisoformat(record.at)).isoformat()
        verify(store)
    with behind_its_back(book) as connection:  # as if the first rule had held all along
        other = "2001-01-01" if record.day != "2001-01-01" else "2001-01-02"
        forge(connection, lambda body: body.update(day=other) if body["day"] == record.day else None)
        renote(connection)
    with pytest.raises(BookBroken, match="is not the gaming day"):
        audit(book)


# ---- what the house has to tell


def test_a_table_that_the_house_does_not_know_of_is_found(book: str) -> None:
    """The opening of a second table, slipped in behind the service's back."""
    with open_store(book) as store:
        floor = Floor(store)
        floor._housekeeper.beside = lambda *_: []  # type: ignore[method-assign]
        floor.start()
        House(floor).opens("T2", "san-lo")
        floor.stop()
        with pytest.raises(BookBroken, match="record 1 of 'T2': the house's book does not tell of it"):
            verify(store)


def test_opening_and_closing_stand_in_the_houses_book_in_the_same_commit(book: str) -> None:
    with open_store(book) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.keys = itertools.count(500)
        house.opens("T2", "san-lo", seats=())
        house.does("T2", SUPERVISOR, do.CloseTable())
        notes = [record.body for record in store.read(HOUSE)]
        assert sum("a table was opened" in body for body in notes) == 2
        assert sum("a table was closed" in body and '"T2"' in body for body in notes) == 1
        floor.stop()
        verify(store)


def test_a_key_that_was_used_twice_is_found(book: str) -> None:
    if "postgresql" in book:
        pytest.skip("the constraint is taken off an SQLite file here")
    with behind_its_back(book) as connection:
        connection.execute(text("CREATE TABLE copy AS SELECT * FROM record"))
        connection.execute(text("UPDATE copy SET key = 'key 1' WHERE stream = 'T1' AND seq = 9"))
        connection.execute(text("PRAGMA legacy_alter_table = ON"))
        connection.execute(text("ALTER TABLE record RENAME TO old_record"))
        connection.execute(text("ALTER TABLE copy RENAME TO record"))
    with open_store(book, read_only=True) as store:
        assert any("a key that was used twice: record 9 of 'T1'" in stray for stray in store.strays())


def test_a_stake_that_puts_more_onto_a_meter_than_the_meter_gains_is_found(book_url: str) -> None:
    with open_store(book_url) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        opened(house)
        bets(house, "T1")
        house.does("T1", DEALER, do.CoinIn())
        floor.stop()
        verify(store)

    def change(body: dict[str, Any]) -> None:
        """Ten times as much, by the table's command, event and transfers alike."""
        if body["command"]["is"] == "CoinIn":
            body["command"]["gains"]["meter_micros"] *= 10
            body["events"][0]["gained_micros"] *= 10
            for move in body["transfers"]:
                move[2] *= 10 if move[1] == "meter m" else 1

    with behind_its_back(book_url) as connection:
        forge(connection, change)
        renote(connection)
        connection.execute(text("UPDATE transfer SET micros = 10 * micros WHERE stream = 'T1' AND target = 'meter m'"))
    with pytest.raises(BookBroken, match="meter 'm' never gained so by a stake"):
        audit(book_url)
