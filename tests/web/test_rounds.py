"""A whole round of every game over HTTP, by tokens of seats, and its receipt."""

import pytest

from houseway.games import GAMES
from houseway.role import Role
from houseway.service.audit import verify
from houseway.service.rounds import Rounds
from houseway.table.receipt import check
from tests.kinds import of_every_fact
from tests.web.room import Room

CHIPS = 2_000_00


def bets(person, game, cents=25_00):
    person.does("PlaceWager", wager=GAMES[game].placed[0].name, cents=cents)


def options(person):
    """What a player may do now; nothing, where he has nothing to choose."""
    return person.sees()["current"]["spots"].get(str(person.seat), {}).get("options", [])


def chooses(person):
    """The first thing that the player may do; cards are set in the first legal way."""
    option = options(person)[0]
    ways = person.gets(f"/tables/{person.table}/hand").json()["choices"]
    layout = next((way["layout"] for way in ways if way["standing"] == "legal"), "")
    return person.does("Choose", word=option["word"], layout=layout)


def plays(room, game, seats=(1, 2)):
    """A round at T1; its number."""
    boss = room.staff(Role.SUPERVISOR)
    boss.opens("T1", game=game)
    people = [room.sits("T1", seat, chips=CHIPS) for seat in seats]
    return boss, people, plays_on(people, game)


def plays_on(people, game):
    number = people[0].sees()["round"]
    for person in people:
        bets(person, game)
    for person in people:
        person.does("SayReady")
    while waiting := [person for person in people if options(person)]:
        for person in waiting:
            chooses(person)
    watch = people[0].room.staff(Role.SURVEILLANCE)
    watch.table = people[0].table
    for seat, spot in watch.sees()["current"]["spots"].items():
        for wager in spot["waits"]:
            watch.does("AcknowledgePayout", seat=int(seat), wager=wager)
    assert people[0].sees()["round"] == number + 1
    return number


@pytest.mark.parametrize("game", of_every_fact(GAMES))
def test_a_round_of_every_game_is_played_by_seat_tokens_and_its_receipt_holds(room, game):
    _, people, number = plays(room, game)
    told = room.guest.gets(f"/tables/T1/rounds/{number}")
    assert told.status_code == 200
    checked, wrong = check(told.json())
    assert checked and not wrong
    assert set(told.json()["spots"]) == {"1", "2"}
    chips = [seat.get("chips_cents", 0) for seat in people[0].sees()["seats"]]
    moved = sum(
        result["won_cents"] + result["returned_cents"] - result["stake_cents"]
        for spot in told.json()["spots"].values()
        for result in spot["results"]
    )
    assert sum(chips) == 2 * CHIPS + moved
    assert verify(room.book)[0].rounds == 1


def test_a_receipt_is_of_a_round_that_is_over(room):
    _, people, number = plays(room, "san-lo")
    bets(people[0], "san-lo")
    for n in (number + 1, number + 2, 10**9):
        answer = room.guest.gets(f"/tables/T1/rounds/{n}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-round")


def test_a_receipt_has_the_terms_of_its_time(room):
    """The table is closed and opened on other terms, twice; every round still checks, on its own."""
    boss, people, first = plays(room, "san-lo")
    numbers = {first: ("san-lo", 300_00)}
    for game, most in (("supreme-99", 200_00), ("san-lo", 100_00)):
        for person in people:
            person.does("LeaveSeat")
        boss.does("CloseTable")
        boss.opens("T1", game=game, maximum_cents=most)
        people = [room.sits("T1", seat, chips=CHIPS) for seat in (1, 2)]
        for _ in range(2):
            numbers[plays_on(people, game)] = (game, most)
    boss.does("ChangeDealer", dealer="live")
    boss.does("VoidRound", note="the lights went out")
    remembers = Rounds(room.book)
    for number, (game, most) in [*reversed(numbers.items()), *numbers.items()]:
        for told in (
            room.guest.gets(f"/tables/T1/rounds/{number}").json(),
            remembers.receipt("T1", number),
            Rounds(room.book).receipt("T1", number),
        ):
            assert (told["terms"]["game"], told["terms"]["maximum_cents"]) == (game, most), number
            assert told["terms"]["dealer"] == "automatic"
            assert not check(told)[1]
    looked = spied(remembers, "read_telling")
    for number in [*numbers, *numbers]:
        remembers.receipt("T1", number)
    assert looked == []  # the book was looked through once
    void = room.guest.gets(f"/tables/T1/rounds/{max(numbers) + 1}").json()
    assert (void["void"], void["terms"]["dealer"]) == ("the lights went out", "live")
    assert not check(void)[1]


def test_terms_that_were_asked_for_before_they_changed_are_the_new_ones_afterwards(room):
    """Whoever asks for the terms at the end of the book has not read the record that comes next."""
    boss, people, _ = plays(room, "san-lo")
    remembers = Rounds(room.book)
    for person in people:
        person.does("LeaveSeat")
    boss.does("CloseTable")
    assert remembers.terms("T1", room.book.head("T1").seq).game == "san-lo"
    boss.opens("T1", game="supreme-99")
    number = plays_on([room.sits("T1", seat, chips=CHIPS) for seat in (1, 2)], "supreme-99")
    assert remembers.receipt("T1", number)["terms"]["game"] == "supreme-99"


def spied(asker, name):
    """What the store behind `asker` is asked from now on."""
    asked, store = [], asker._store
    really = getattr(store, name)
    setattr(store, name, lambda *given, **named: (asked.append((given, named)), really(*given, **named))[1])
    return asked


def test_what_was_played_is_there_after_a_restart(tmp_path):
    with Room(tmp_path / "book.db") as room:
        _, people, number = plays(room, "match-em")
        before = people[0].sees()
        told = room.guest.gets(f"/tables/T1/rounds/{number}").json()
    with Room(tmp_path / "book.db") as room:
        people[0].room = room
        assert people[0].sees() == before  # by the token of before
        assert room.guest.gets(f"/tables/T1/rounds/{number}").json() == told
        people[0].does("BuyIn", cents=5_00)
