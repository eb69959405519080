"""A shoe in the book: every round of it is audited, has its receipt, and no copy of the book tells what is left."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.cards import parse
from houseway.role import Seat
from houseway.service.audit import exported, verify
from houseway.service.floor import Floor
from houseway.service.rounds import Rounds
from houseway.service.store import Store
from houseway.table import commands as do
from houseway.table.cut_card import BY_FIRST_CARD, CutCard
from houseway.table.receipt import check, check_together
from tests.command_line import run
from tests.service.playing import DEALER, SUPERVISOR, House, player

SHOE = CutCard(behind=300, burn=BY_FIRST_CARD, rounds=4)


@pytest.fixture
def house(store: Store) -> Iterator[House]:
    floor = Floor(store)
    floor.start()
    yield House(floor)
    floor.stop()


def plays(house: House, rounds: int, cut: str = "") -> None:
    for _ in range(rounds):
        table = house.floor.tables["T1"]
        if table.round.sealed is None:
            house.does("T1", DEALER, do.Shuffle())
            if cut:
                house.does("T1", player(4), do.CutCards(seat=4, cut=cut))
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Banker", cents=25_00))
        house.ends("T1")


def receipt(store: Store, number: int) -> dict[str, object]:
    told = Rounds(store).receipt("T1", number)
    assert told is not None
    return told


def test_every_round_of_a_shoe_has_a_receipt_that_holds(house: House, store: Store, tmp_path: Path) -> None:
    house.opens("T1", "ez-baccarat", shoe=SHOE)
    plays(house, 2, cut="mine")
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Banker", cents=25_00))
    house.does("T1", SUPERVISOR, do.VoidRound(note="a spilt drink"))
    plays(house, 5)
    pages = {number: receipt(store, number) for number in range(1, 9)}
    assert [page["shoe"]["since"] for page in pages.values()] == [1, 1, 1, 1, 5, 5, 5, 5]  # type: ignore[index]
    for number, page in pages.items():
        assert check(page)[1] == [], number
        assert bool(page["sealed"]) == (number <= 4 or number == 8), "a shoe is opened when it is over"
    assert check_together([pages[number] for number in range(1, 5)])[1] == []
    assert check_together([pages[number] for number in (4, 5)])[1]
    assert next(audit.rounds for audit in verify(store)) == 7, "one was void"
    files = [tmp_path / f"{number}.json" for number in (1, 2, 3, 4)]
    for number, file in enumerate(files, 1):
        file.write_text(json.dumps(pages[number]))
    done = run("check-deal", *map(str, files))
    assert done.returncode == 0 and "yes  every round began where the one before it ended" in done.stdout
    done = run("check-deal", *map(str, (files[0], files[3])), "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["wrong"]


def test_a_receipt_tells_the_rest_of_a_shoe_only_when_it_is_over(house: House, store: Store) -> None:
    house.opens("T1", "ez-baccarat", shoe=SHOE)
    plays(house, 3)
    assert [receipt(store, number)["sealed"] for number in (1, 2, 3)] == [None, None, None]
    plays(house, 1)
    assert receipt(store, 4)["sealed"] is not None
    plays(house, 1)
    assert receipt(store, 2)["sealed"] is not None and receipt(store, 5)["sealed"] is None


def test_an_export_holds_the_secret_of_a_shoe_when_another_is_shuffled(house: House, store: Store) -> None:
    house.opens("T1", "ez-baccarat", shoe=SHOE)
    plays(house, 3)
    for rounds, told in ((0, [False]), (2, [True, False])):
        plays(house, rounds)
        shuffles = [line for line in exported(store, "T1") if '"is":"ShoeShuffled"' in str(line["body"])]
        assert ["secrets" in line for line in shuffles] == told
    nonce = house.floor.tables["T1"].round.sealed.nonce  # type: ignore[union-attr]
    assert nonce not in json.dumps(list(exported(store, "T1")))
    assert all(nonce not in record.body for record in store.read("T1"))


def test_a_table_is_dealt_on_from_its_shoe_after_a_restart(house: House, store: Store) -> None:
    house.opens("T1", "ez-baccarat", shoe=SHOE)
    plays(house, 2)
    before = house.floor.tables["T1"]
    house.floor.stop()
    floor = Floor(store)
    floor.start()
    again = House(floor)
    again.keys = house.keys
    assert floor.tables["T1"].round == before.round
    plays(again, 1)
    assert check(receipt(store, 3))[1] == []
    floor.stop()


def test_an_automatic_table_deals_a_shoe_by_itself(house: House, store: Store) -> None:
    house.opens("T1", "ez-baccarat", seats=(1,), dealer="automatic", betting_seconds=0, shoe=SHOE)
    for _ in range(6):
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Tie", cents=5_00))
    assert house.floor.tables["T1"].round.number == 7
    assert all(check(receipt(store, number))[1] == [] for number in range(1, 7))


def test_every_round_of_a_shoe_that_was_shuffled_by_hand_is_audited_and_has_its_receipt(
    house: House, store: Store
) -> None:
    house.opens("T1", "ez-baccarat", shoe=SHOE, shuffler="manual")
    coups = (("player", "9c 8d"), ("banker", "Ts 6h")), (("player", "Kd 8h"), ("banker", "9s Td"))
    for number in range(1, 7):
        if house.floor.tables["T1"].round.hand_shoe is None:
            house.does("T1", DEALER, do.BeginShoe(burn="4h"))
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Banker", cents=25_00))
        house.does("T1", DEALER, do.CloseBetting())
        house.does("T1", DEALER, do.DealCards())
        for place, cards in coups[number % 2]:
            house.does("T1", DEALER, do.EnterPacket(place=place, cards=parse(cards)))
        if number == 3:
            house.does("T1", DEALER, do.ShowCutCard())
        house.does("T1", DEALER, do.ReconcileSeat(seat=Seat(1)))
        house.does("T1", DEALER, do.EndGame())
    pages = [receipt(store, number) for number in range(1, 7)]
    assert [page["hand_shoe"]["since"] for page in pages] == [1, 1, 1, 4, 4, 4]  # type: ignore[index]
    assert pages[2]["hand_shoe"]["seen"] == "Kd 8h 9s Td 9c 8d Ts 6h"  # type: ignore[index]
    assert [check(page)[1] for page in pages] == [[]] * 6
    assert next(audit.rounds for audit in verify(store)) == 6
