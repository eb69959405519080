"""Who counts first: a seat before a reader, and no long count before a short one."""

import asyncio
import json
import subprocess
import sys
from threading import Event

import pytest

from houseway.table.terms import Terms, filled
from houseway.web import counting
from houseway.web.counting import Counting
from houseway.web.errors import Problem
from houseway.web.installation import Installation
from houseway.web.judging import preparation
from houseway.web.reckoner import Busy, CompilerNeeded, Reckoner, TimeNeeded, Urgency
from tests.web.room import Room

LONG, COMPILED = "pai-gow-poker", "let-it-ride"


class Counted:
    """In the place of the process: what it was asked, in order; `LONG` takes time, and a gate, and `COMPILED`, as if it
    were somebody's own, the compiler."""

    def __init__(self, monkeypatch):
        self.order, self.gate = [], Event()
        monkeypatch.setattr(Reckoner, "_speak", lambda reckoner, line: self.speaks(reckoner, json.loads(line)))

    def speaks(self, reckoner, asked):
        if asked["game"] == LONG and "--at-once" in reckoner._options:
            raise TimeNeeded("seconds")
        if asked["game"] == COMPILED and "--without-compiler" in reckoner._options:
            raise CompilerNeeded("numba")
        if asked["game"] in (LONG, "first"):
            self.gate.wait(20)
        self.order.append(asked["game"])
        return {"of": asked["game"]}


@pytest.fixture
def counted(monkeypatch):
    counted = Counted(monkeypatch)
    yield counted
    counted.gate.set()


class Installed(Installation):
    def check(self, part):
        return None


def test_a_seat_goes_before_a_trainer_and_both_before_what_nobody_waits_for(counted):
    async def asks():
        reckoner = Reckoner()
        tasks = [reckoner.task({"game": "first"})]
        while reckoner._urgency:  # until it is being counted
            await asyncio.sleep(0.01)
        tasks += [
            reckoner.task({"game": "ahead"}, Urgency.AHEAD),
            reckoner.task({"game": "wanted after all"}, Urgency.AHEAD),
            reckoner.task({"game": "trainer"}, Urgency.TRAINER),
            reckoner.task({"game": "seat"}, Urgency.SEAT),
        ]
        assert reckoner.task({"game": "wanted after all"}, Urgency.SEAT) is tasks[2]
        counted.gate.set()
        await asyncio.gather(*tasks)
        reckoner.close()

    asyncio.run(asks())
    assert counted.order == ["first", "seat", "wanted after all", "trainer", "ahead"]


def test_a_count_of_minutes_holds_up_no_other_game(counted):
    async def asks():
        who = Counting(Installed())
        assert not who.is_prepared(filled(Terms(game=LONG)))
        long = asyncio.ensure_future(who.answer(preparation(filled(Terms(game=LONG))), Urgency.SEAT))
        for game in ("three-card-poker", "blackjack"):
            async with asyncio.timeout(10):
                await who.answer(preparation(filled(Terms(game=game))), Urgency.SEAT)
        assert not long.done() and list(who.of_games) == [LONG]
        counted.gate.set()
        assert await long == {"of": LONG}
        assert who.is_prepared(filled(Terms(game=LONG)))
        who.close()

    asyncio.run(asks())


def test_a_process_that_nobody_asks_makes_room_for_another_game(counted, monkeypatch):
    monkeypatch.setattr(counting, "MOST_GAMES", 1)

    async def asks():
        who = Counting(Installed())
        first = who._of("one")
        assert who._of("one") is first and list(who.of_games) == ["one"]
        busy = who._of("two")
        assert list(who.of_games) == ["two"] and first._closed
        task = busy.task({"game": LONG})
        assert who._of("three") is busy  # they share it
        counted.gate.set()
        await task
        assert who._of("three") is not busy
        who.close()

    asyncio.run(asks())


def test_a_process_without_the_compiler_is_not_shared_by_a_game_that_takes_it(counted, monkeypatch):
    monkeypatch.setattr(counting, "MOST_GAMES", 1)

    async def asks():
        who = Counting(Installed())
        long = asyncio.ensure_future(who.answer({"game": LONG}, Urgency.SEAT))
        while LONG not in who.of_games:
            await asyncio.sleep(0.01)
        with pytest.raises(Busy):
            await who.answer({"game": COMPILED}, Urgency.SEAT)
        counted.gate.set()
        assert await long == {"of": LONG}
        assert await who.answer({"game": COMPILED}, Urgency.SEAT) == {"of": COMPILED}
        who.close()

    asyncio.run(asks())


def test_what_takes_a_compiler_is_refused_until_it_is_there_and_nothing_else_is(counted):
    async def asks():
        who = Counting(Installation())
        who.installation._there.clear()
        who.installation.check = missing
        assert await who.answer({"game": "blackjack"}, Urgency.SEAT) == {"of": "blackjack"}
        with pytest.raises(Problem, match="installed"):
            await who.answer({"game": COMPILED}, Urgency.SEAT)
        counted.gate.set()
        assert await who.answer({"game": LONG}, Urgency.SEAT) == {"of": LONG}  # it takes time, and no compiler
        who.close()

    def missing(part):
        raise Problem(503, "being-installed", f"{part.what} is being installed")

    asyncio.run(asks())


def test_whoever_sits_down_finds_his_game_being_prepared(tmp_path, counted):
    with Room(tmp_path / "book.db") as room:
        for table, game in (("T1", "three-card-poker"), ("T2", "ez-baccarat")):
            room.staff().opens(table, game=game)
            room.sits(table, 1)
        room.waits_until(lambda: counted.order)
        assert counted.order == ["three-card-poker"]  # and nothing where nobody chooses


def test_a_process_without_the_compiler_counts_and_says_what_takes_it_or_takes_time():
    """Nothing that is asked about one sight takes it; a whole round may."""
    asked = [preparation(filled(Terms(game=game))) for game in ("three-card-poker", "casino-war", "pai-gow-poker")]
    asked[2] = {"workings": "pai-gow-poker", "key": ""}
    lines = [json.dumps(each) for each in asked]
    lines.append(json.dumps(preparation(filled(Terms(game="high-five")))))
    command = [sys.executable, "-m", "houseway.web.reckoner", "--without-compiler", "--at-once", "0"]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120)
    first, other, compiled, long = map(json.loads, done.stdout.splitlines())
    assert first == other == {} and (compiled["takes"], long["takes"]) == ("compiler", "time")
