"""The floor: commands in, durable records out, the same on SQLite and PostgreSQL."""

import itertools
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from time import monotonic, sleep

import pytest

from houseway.cards import show
from houseway.games import GAMES
from houseway.role import AUTOMATIC_DEALER, Actor
from houseway.service.audit import load, verify
from houseway.service.daybook import by_game, days
from houseway.service.entry import GamingDay
from houseway.service.floor import BATCH, Floor
from houseway.service.outcome import (
    Accepted,
    Elsewhere,
    Faulted,
    KeyReused,
    NoSuchTable,
    Outcome,
    OutOfService,
    Refused,
    Unavailable,
)
from houseway.service.record import BookBroken, Record, genesis
from houseway.service.rounds import Rounds
from houseway.service.store import Store, StoreFailed, open_store
from houseway.table import commands as do
from houseway.table.commands import Stage
from houseway.table.notation import link
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.terms import RULES, Terms
from tests.gaming_day import NOW
from tests.kinds import of_every_fact
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, live_round, player
from tests.table.sitting import main_of


@pytest.fixture
def floor(store: Store) -> Iterator[Floor]:
    floor = Floor(store, gaming_day=NOW)
    floor.start()
    yield floor
    floor.stop()


@pytest.fixture
def house(floor: Floor) -> House:
    return House(floor)


@pytest.mark.parametrize("game", of_every_fact(GAMES))
def test_a_round_of_every_game_is_written_and_audits(house: House, store: Store, game: str) -> None:
    house.opens("T1", game)
    for _ in range(2):
        house.plays_to_the_end("T1")
    audit, _ = verify(store)
    assert (audit.stream, audit.rounds, audit.voided) == ("T1", 2, 0)
    table, head = load(store, "T1")
    assert table == house.floor.tables["T1"]
    assert (audit.records, audit.head) == (head.seq, head.hash)


def test_what_is_acknowledged_is_in_the_book(house: House, store: Store) -> None:
    house.opens("T1")
    house.does("T1", DEALER, do.Shuffle())
    accepted = house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
    [record] = store.read("T1", after=accepted.record.seq - 1)
    assert record.body == accepted.record.body


def test_a_command_sent_twice_is_done_once(house: House, store: Store) -> None:
    house.opens("T1")
    buy = do.BuyIn(seat=1, cents=100_00)
    first = house.tries("T1", DEALER, buy, key="once")
    again = house.tries("T1", DEALER, buy, key="once")
    assert isinstance(first, Accepted) and isinstance(again, Accepted)
    assert (again.record.seq, again.again, first.again) == (first.record.seq, True, False)
    assert house.floor.tables["T1"].seat_chips(1) == 1_000_100_00


def test_a_key_older_than_memory_is_found_in_the_book(house: House, store: Store) -> None:
    house.opens("T1")
    house.does("T1", DEALER, do.Shuffle())
    house.tries("T1", DEALER, do.BuyIn(seat=1, cents=100_00), key="once")
    wager = do.PlaceWager(seat=1, wager="Standard Bet", cents=500)
    house.tries("T1", player(1), wager, key="bet")
    house.does("T1", player(1), do.TakeBackWager(seat=1, wager="Standard Bet"))
    house.does("T1", player(1), do.CashOut(seat=1, cents=1_000_100_00))  # the wager would now be refused
    house.floor._recent.clear()
    again = house.tries("T1", DEALER, do.BuyIn(seat=1, cents=100_00), key="once")
    assert isinstance(again, Accepted) and again.again
    again = house.tries("T1", player(1), wager, key="bet")
    assert isinstance(again, Accepted) and again.again
    assert house.floor.tables["T1"].seat_chips(1) == 0
    verify(store)


def test_a_key_belongs_to_its_command_and_its_actor(house: House) -> None:
    house.opens("T1")
    house.tries("T1", DEALER, do.BuyIn(seat=1, cents=100_00), key="once")
    assert house.tries("T1", DEALER, do.BuyIn(seat=1, cents=999_00), key="once") == KeyReused()
    assert house.tries("T1", player(1), do.BuyIn(seat=1, cents=100_00), key="once") == KeyReused()


def test_a_refused_command_leaves_no_trace_and_its_key_free(house: House, store: Store) -> None:
    house.opens("T1")
    before = store.head("T1")
    refused = house.tries("T1", DEALER, do.CloseBetting(), key="k")
    assert isinstance(refused, Refused) and refused.refusal.reason is Reason.NOT_SHUFFLED
    assert store.head("T1") == before
    house.does("T1", DEALER, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
    assert isinstance(house.tries("T1", DEALER, do.CloseBetting(), key="k"), Accepted)


def test_a_table_nobody_opened_is_not_there(house: House, store: Store) -> None:
    assert house.tries("T9", player(1), do.BuyIn(seat=1, cents=100)) == NoSuchTable()
    bad = house.tries("T9", SUPERVISOR, do.OpenTable(terms=Terms(game="supreme-99", maximum_cents=10**6)))
    assert isinstance(bad, Refused) and bad.refusal.reason is Reason.BAD_TERMS
    assert store.tables() == []
    assert "T9" not in house.floor.tables
    assert store.claimed == frozenset()


def test_nobody_chooses_the_cards_or_the_number(house: House, store: Store) -> None:
    house.opens("T1")
    wanted = tuple(GAMES["supreme-99"].pack().cards())
    house.does("T1", DEALER, do.Shuffle(order=wanted, nonce="00"))
    sealed = house.floor.tables["T1"].round.sealed
    assert sealed is not None and sealed.order != wanted
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
    house.does("T1", DEALER, do.CloseBetting())
    numbers = set()
    for _ in range(40):
        sealed = house.floor.tables["T1"].round.sealed
        house.does("T1", DEALER, do.DrawNumber(number=3))
        assert sealed is not None and house.floor.tables["T1"].round.first == sealed.number
        numbers.add(sealed.number)
        house.does("T1", SUPERVISOR, do.VoidRound(note="again"))
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
        house.does("T1", DEALER, do.CloseBetting())
    assert len(numbers) > 3


def test_no_face_down_card_stands_in_the_chain(house: House, store: Store) -> None:
    """Before the round is over the bodies hold seals only; the secrets are beside them."""
    house.opens("T1", "san-lo", seats=(1,))
    house.does("T1", DEALER, do.Shuffle())
    sealed = house.floor.tables["T1"].round.sealed
    assert sealed is not None
    order = sealed.order
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Main Bet", cents=500))
    house.does("T1", DEALER, do.CloseBetting())
    house.does("T1", DEALER, do.DrawNumber())
    house.does("T1", DEALER, do.DealCards())
    house.does("T1", player(1), do.AskHouseWay(seat=1))
    house.does("T1", DEALER, do.SetHouseWay(seat=1))
    for record in store.read("T1"):
        assert show(order)[:8] not in record.body
        assert "Jk" not in record.body
    assert any(show(order) in sealed.body for record in store.read("T1") for sealed in record.sealed)


def test_a_round_can_be_checked_by_its_receipt(house: House, store: Store) -> None:
    """The receipt names the records in which the seal was published and the betting closed."""
    house.opens("T1", "san-lo")
    house.plays("T1", "san-lo")
    told = Rounds(store).receipt("T1", 1)
    assert told is not None
    checked, wrong = check(told)
    assert len(checked) >= 6 and wrong == []
    for what, event in (("sealed", "Shuffled"), ("first bet", "WagerPlaced"), ("betting closed", "BettingClosed")):
        first = next(record for record in store.read("T1") if f'"is":"{event}"' in record.body)
        [before] = store.read("T1", after=first.seq - 2, upto=first.seq - 1)
        named = {"record": first.seq, "before": before.hash, "body": first.body, "hash": first.hash}
        assert told["records"][what] == named
        assert first.hash == link(before.hash, first.body)
    seen = {told["records"]["sealed"]["record"]: "0" * 64}
    assert check(told, seen=seen)[1] == [f"record {min(seen)} (sealed) has the hash that was seen"]
    told["sealed"]["order"] = " ".join(reversed(told["sealed"]["order"].split()))
    assert "the commitment is the hash of what was sealed" in check(told)[1]


@pytest.mark.parametrize("game", of_every_fact(GAMES))
def test_an_automatic_table_deals_by_itself(house: House, store: Store, game: str) -> None:
    house.opens("T1", game, seats=(2, 3), dealer="automatic", betting_seconds=0, setting_seconds=0)
    wager = main_of(GAMES[game])
    house.does("T1", player(2), do.PlaceWager(seat=2, wager=wager, cents=1000))
    table = house.floor.tables["T1"]
    assert table.round.number == 2 and table.stage is Stage.BETTING
    assert table.previous is not None and table.previous.spots[2].results
    assert table.round.sealed, "the next shuffle is committed to before anybody bets"
    assert [audit.rounds for audit in verify(store)] == [1, 0]


def test_the_automatic_dealer_waits_for_the_clock(store: Store) -> None:
    now = [datetime(2030, 1, 1, tzinfo=UTC)]
    floor = Floor(store, clock=lambda: now[0])
    floor.start()
    house = House(floor)
    house.opens("T1", seats=(1,), dealer="automatic", betting_seconds=20, setting_seconds=60)
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=1000))
    assert floor.tables["T1"].stage is Stage.BETTING
    now[0] += timedelta(seconds=21)
    house.does("T1", player(1), do.BuyIn(seat=1, cents=100))
    assert floor.tables["T1"].stage is Stage.CHOOSING
    now[0] += timedelta(seconds=61)
    house.does("T1", player(1), do.BuyIn(seat=1, cents=100))
    table = floor.tables["T1"]
    assert table.previous is not None and table.previous.spots[1].how == "time"
    floor.stop()


def test_an_interrupted_round_goes_on_where_it_was(house: House, store: Store, book_url: str) -> None:
    house.opens("T1")
    script = itertools.islice(live_round("supreme-99", (1, 4)), 7)
    for actor, command in script:
        house.does("T1", actor, command)
    before = house.floor.tables["T1"]
    house.floor.stop()
    store.close()
    with open_store(book_url) as again:
        floor = Floor(again)
        floor.start()
        assert floor.tables["T1"] == before
        floor.stop()


def test_a_clock_that_is_set_back_does_not_take_the_book_with_it(store: Store) -> None:
    now = [datetime(2030, 1, 1, 12, tzinfo=UTC)]
    floor = Floor(store, clock=lambda: now[0])
    floor.start()
    house = House(floor)
    house.opens("T1")
    now[0] -= timedelta(hours=1)
    house.plays("T1")
    floor.stop()
    times = [record.at for record in store.read("T1")]
    assert times == sorted(times)


def test_the_gaming_day_follows_the_clock_on_the_wall() -> None:
    day = GamingDay("America/Los_Angeles", time(6))
    assert str(day.of(datetime(2030, 7, 2, 12, 59, tzinfo=UTC))) == "2030-07-01"  # 05:59 there
    assert str(day.of(datetime(2030, 7, 2, 13, 0, tzinfo=UTC))) == "2030-07-02"
    assert str(day.of(datetime(2030, 1, 2, 13, 59, tzinfo=UTC))) == "2030-01-01"  # winter time
    with pytest.raises(ValueError, match="'Nowhere' is not a time zone"):
        GamingDay("Nowhere")


def test_a_broken_table_is_out_of_service_and_the_others_go_on(floor: Floor, house: House, store: Store) -> None:
    house.opens("T1")
    previous = link(genesis("T2"), "{}")
    place = {"stream": "T2", "seq": 1, "key": "k", "at": "", "day": "2030-01-01", "game": "g", "round": 1}
    assert store.claim("T2")
    store.append([Record(**place, body="{}", hash=previous)])
    store.release("T2")
    deadline = monotonic() + 10
    while house.tries("T2", SUPERVISOR, do.CloseTable()) != OutOfService() and monotonic() < deadline:
        sleep(0.05)
    assert house.tries("T2", SUPERVISOR, do.CloseTable()) == OutOfService()
    house.plays("T1")


def test_after_a_failure_the_state_is_kept_if_the_book_still_ends_there(
    floor: Floor, house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opens("T1")
    house.plays("T1")
    loads: list[object] = []
    monkeypatch.setattr("houseway.service.roster.load", lambda *args: loads.append(args))
    append = store.append
    monkeypatch.setattr(store, "append", lambda *records: 1 / 0)
    assert house.tries("T1", DEALER, do.Shuffle()) == Unavailable()
    monkeypatch.setattr(store, "append", append)
    deadline = monotonic() + 10
    while not isinstance(house.tries("T1", DEALER, do.Shuffle(), key="again"), Accepted) and monotonic() < deadline:
        sleep(0.05)
    assert isinstance(house.tries("T1", DEALER, do.Shuffle(), key="again"), Accepted)
    assert loads == []


class Disk:
    """Writes only as often as it is told to: meanwhile the floor decides on."""

    def __init__(self, floor: Floor, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.floor, self.append, self.turns = floor, store.append, threading.Semaphore(0)
        self.outcomes: list[Outcome] = []
        self.broken = False
        monkeypatch.setattr(store, "append", self.write)

    def write(self, records: list[Record], meters: object = None) -> None:
        if records:
            self.turns.acquire()
        if records and self.broken:
            raise StoreFailed("the disk is gone")
        self.append(records)

    def buys(self, count: int, keys: str) -> None:
        for n in range(count):
            self.floor.submit("T1", f"{keys} {n}", DEALER, do.BuyIn(seat=1, cents=1), self.outcomes.append)

    def under_way(self) -> None:
        """One buy-in in the book, a full batch on its way to the disk, and the rest waiting behind it."""
        self.buys(1, "first")
        sleep(0.05)
        self.buys(BATCH + 8, "more")
        self.turns.release()
        self.heard(1)
        sleep(0.1)

    def heard(self, count: int) -> None:
        deadline = monotonic() + 10
        while len(self.outcomes) < count and monotonic() < deadline:
            sleep(0.01)
        assert len(self.outcomes) == count


def test_what_is_decided_and_not_yet_written_is_seen_by_nobody(
    floor: Floor, house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opens("T1")
    disk = Disk(floor, store, monkeypatch)
    disk.under_way()
    assert floor.tables["T1"].seat_chips(1) == 1_000_000_00 + 1
    assert len(disk.outcomes) == 1
    disk.turns.release(2)
    disk.heard(1 + BATCH + 8)
    assert all(isinstance(outcome, Accepted) for outcome in disk.outcomes)
    assert floor.tables["T1"].seat_chips(1) == 1_000_000_00 + 1 + BATCH + 8
    verify(store)


def test_if_a_batch_is_not_written_nothing_of_it_has_happened(
    floor: Floor, house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opens("T1")
    disk = Disk(floor, store, monkeypatch)
    disk.under_way()
    disk.broken = True
    disk.turns.release()
    disk.heard(1 + BATCH)
    assert disk.outcomes[1:] == [Unavailable()] * BATCH
    disk.broken = False
    disk.turns.release(100)
    deadline = monotonic() + 10
    while not isinstance(house.tries("T1", DEALER, do.BuyIn(seat=1, cents=1), key="later"), Accepted):
        sleep(0.05)
        assert monotonic() < deadline
    others = sum(isinstance(outcome, Accepted) for outcome in disk.outcomes)  # the first, and perhaps those behind
    assert floor.tables["T1"].seat_chips(1) == 1_000_000_00 + others + 1
    verify(store)


@pytest.mark.parametrize("old", [5, BATCH + 5])  # in the batch on its way to the disk, or in the next
def test_an_old_key_among_many_new_ones_costs_none_of_them(
    floor: Floor, house: House, store: Store, monkeypatch: pytest.MonkeyPatch, old: int
) -> None:
    house.opens("T1")
    house.tries("T1", DEALER, do.BuyIn(seat=1, cents=1), key=f"more {old}")
    floor._recent.clear()
    disk = Disk(floor, store, monkeypatch)
    disk.under_way()
    disk.turns.release(100)
    disk.heard(1 + BATCH + 8)
    again = [outcome for outcome in disk.outcomes if isinstance(outcome, Accepted) and outcome.again]
    assert [outcome.record.key for outcome in again] == [f"more {old}"]
    assert all(isinstance(outcome, Accepted) for outcome in disk.outcomes)
    assert floor.tables["T1"].seat_chips(1) == 1_000_000_00 + 1 + BATCH + 8
    verify(store)


def test_a_table_opened_under_other_rules_can_be_wound_up_and_opened_again(
    house: House, store: Store, book_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade in mid-round: every wager goes back, everybody is paid out, and the table opens anew."""
    house.opens("T1")
    for actor, command in itertools.islice(live_round("supreme-99", (1, 4)), 7):
        house.does("T1", actor, command)
    house.floor.stop()
    store.close()
    monkeypatch.setattr("houseway.table.terms.RULES", RULES + 1)
    with open_store(book_url) as again:
        floor = Floor(again)
        floor.start()
        later = House(floor)
        later.keys = itertools.count(1000)
        refused = later.tries("T1", DEALER, do.TurnOver())
        assert isinstance(refused, Refused) and refused.refusal.reason is Reason.RULES_CHANGED
        later.does("T1", SUPERVISOR, do.VoidRound(note="new version"))
        for seat in (1, 4):
            assert floor.tables["T1"].seat_chips(seat) == 1_000_000_00
            later.does("T1", player(seat), do.LeaveSeat(seat=seat))
        later.does("T1", SUPERVISOR, do.CloseTable())
        monkeypatch.setattr("houseway.shuffler.RULES", RULES + 1)
        later.opens("T1")
        later.plays("T1")
        floor.stop()
        audit, _ = verify(again)
        assert f"the rules of procedure {RULES}" in audit.note
        assert audit.rounds == 1


def test_a_broken_book_opens_no_table(house: House, store: Store) -> None:
    house.opens("T1")
    house.plays("T1")
    house.floor.stop()
    with pytest.raises(BookBroken, match="does not follow"):
        load(_Missing(store, 5), "T1")  # type: ignore[arg-type]


class _Missing:
    """A store that has lost a record."""

    def __init__(self, store: Store, seq: int) -> None:
        self.store, self.seq = store, seq

    def snapshot(self, stream: str) -> None:
        pass

    def archived(self, stream: str) -> None:
        pass

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[object]:
        return (record for record in self.store.read(stream, after, upto) if record.seq != self.seq)


def test_a_program_error_stops_one_command_and_no_other(store: Store) -> None:
    def equip(command: do.Command, table: object, actor: object) -> do.Command:
        if isinstance(command, do.Shuffle):
            raise RuntimeError("the shuffler is on fire")
        return command

    floor = Floor(store, equip=equip)  # type: ignore[arg-type]
    floor.start()
    house = House(floor)
    house.opens("T1")
    assert house.tries("T1", DEALER, do.Shuffle()) == Faulted()
    house.does("T1", DEALER, do.BuyIn(seat=1, cents=100))
    floor.stop()


def test_many_tables_share_a_commit_and_each_keeps_its_chain(store: Store) -> None:
    commits: list[int] = []
    floor = Floor(store, measure=lambda commands, seconds: commits.append(commands))
    floor.start()
    houses = [House(floor) for _ in range(16)]

    def play(n: int) -> None:
        houses[n].opens(f"T{n:02}")
        houses[n].plays(f"T{n:02}", rounds=2)

    threads = [threading.Thread(target=play, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    floor.stop()
    assert [audit.rounds for audit in verify(store)] == [2] * 16 + [0]
    assert max(commits) > 4


def test_drop_win_and_hold_come_from_the_ledger(house: House, store: Store) -> None:
    house.opens("T1", seats=(1, 4))
    house.plays("T1", rounds=5)
    house.does("T1", SUPERVISOR, do.FillTray(cents=500_00))
    entry = house.floor.tables["T1"].next_entry - 1
    house.does("T1", SUPERVISOR, do.Reverse(entry=entry, note="counted twice"))
    house.does("T1", player(1), do.LeaveSeat(seat=1))
    [day] = days(store)
    table = house.floor.tables["T1"]
    assert day.drop_cents == 2_000_000_00
    assert day.fills_cents == 10**9
    assert day.win_cents == table.tray - 10**9
    assert day.win_cents == day.drop_cents - day.cashed_out_cents - table.seat_chips(4)
    assert by_game([day])[0].win_cents == day.win_cents


def test_corrections_of_money_stand_beside_the_win_of_the_day(house: House, store: Store) -> None:
    house.opens("T1", seats=(1, 4))
    house.plays("T1")
    [before] = days(store)
    [((seat, wager), known), *_] = house.floor.tables["T1"].memory[1].items()
    cents = 1 if known.paid_cents < known.most_cents else -1
    asked = do.ProposeMoney(round=1, seat=seat, player=known.player, wager=wager, cents=cents, note="the camera")
    house.does("T1", SUPERVISOR, asked)
    house.does("T1", SURVEILLANCE, do.Agree(proposal=1))
    [day] = days(store)
    assert (before.corrected_cents, day.corrected_cents, day.win_cents) == (0, -cents, before.win_cents)
    assert day.corrected_cents == by_game([day])[0].corrected_cents == -cents
    assert day.win_cents + day.corrected_cents == house.floor.tables["T1"].tray - 10**9
    verify(store)


def test_only_the_automatic_dealer_calls_time(house: House) -> None:
    house.opens("T1", dealer="live")
    refused = house.tries("T1", AUTOMATIC_DEALER, do.Shuffle())
    assert isinstance(refused, Refused) and refused.refusal.reason is Reason.DEALER_IS_LIVE


def test_a_second_store_of_the_same_book_is_told_who_has_the_table(floor: Floor, house: House, book_url: str) -> None:
    house.opens("T1")
    with open_store(book_url) as other:
        second = Floor(other)
        second.start()
        outcome = House(second).tries("T1", player(1), do.BuyIn(seat=1, cents=100))
        assert isinstance(outcome, Elsewhere)
        second.stop()


def test_a_name_left_behind_by_a_killed_process_can_still_be_opened(store: Store, book_url: str) -> None:
    """Killed between the claim of a new table and its first record."""
    with open_store(book_url) as dead:
        assert dead.claim("T1", address="http://127.0.0.1:1")
        dead._database.unlock = lambda *_, **__: None  # type: ignore[method-assign]
        dead._lose_writer()  # the connection goes, and the name stays
    floor = Floor(store)
    floor.start()
    House(floor).opens("T1")
    floor.stop()


@pytest.mark.parametrize(("stream", "actor"), [("T9", player(1)), ("T9", DEALER), ("meter m", SUPERVISOR)])
def test_nothing_is_claimed_for_who_may_not_open_a_table_or_under_a_name_that_no_table_has(
    house: House, store: Store, stream: str, actor: Actor
) -> None:
    before = store.claimed
    assert house.tries(stream, actor, do.OpenTable(terms=Terms(game="supreme-99"))) == NoSuchTable()
    assert store.claimed == before and not store.tables()


def test_a_database_that_fails_when_it_is_asked_for_an_old_key_shuts_no_table(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opens("T1")
    command = do.BuyIn(seat=1, cents=500_00)
    first = house.tries("T1", DEALER, command, key="old")
    assert isinstance(first, Accepted)
    house.floor._recent.clear()  # as if many had come since
    seen, failed = store.seen, threading.Event()

    def fails_once(keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Record]:
        if not failed.is_set():
            failed.set()
            raise StoreFailed("the disk does not answer")
        return seen(keys)

    monkeypatch.setattr(store, "seen", fails_once)
    assert house.tries("T1", DEALER, command, key="old") == Unavailable()
    deadline = monotonic() + 20
    while (outcome := house.tries("T1", DEALER, command, key="old")) == Unavailable() or isinstance(outcome, Elsewhere):
        assert monotonic() < deadline
        sleep(0.05)
    assert outcome == Accepted(record=first.record, again=True)
