"""What the floor does at a table, told line by line: `golden/floor/<story>.txt` is read by people and compared by the
test.

`UPDATE_GOLDEN=1 pytest tests/table/test_floor_playthroughs.py` writes the files anew; read the difference first.
"""

import os

import pytest

from tests.table.sitting import DEALER, Sitting
from tests.table.sitting import do as give
from tests.table.test_chips import TRAY, VALUES
from tests.table.test_playthroughs import GOLDEN, tries

FOLDER = GOLDEN / "floor"


def chips() -> list[str]:
    """A table of chips: whole ones are bet and insured, a blackjack is paid with coin, small ones are coloured up."""
    sitting = Sitting("blackjack", chip_cents=VALUES, tray_chips=TRAY)
    said, bet = sitting.lines, sitting.game.required[0]
    said.append("\n-- chips are sold and bet --")
    for seat in (2, 4):
        sitting.player(seat).sits()
    tries(sitting, sitting.dealer, give.BuyIn(seat=2, cents=33_33))
    sitting.dealer.buys_in(100_00, 2)
    sitting.dealer.buys_in(500_00, 4)
    sitting.is_sealed()
    tries(sitting, sitting.player(4), give.PlaceWager(seat=4, wager=bet, cents=33_33))
    sitting.player(2).bets(bet, 5_00)
    sitting.player(4).bets(bet, 75_00)
    said.append("\n-- half a bet is insured in whole chips, and 3 to 2 of $5 is paid with coin --")
    sitting.deals({2: "As Kd", 4: "9d 7s", DEALER: "Ac 4c"})
    for seat, word in ((2, "insurance"), (4, "insurance")):
        sitting.player(seat).says(word)
    sitting.ends()
    said.append("\n-- the tray is filled by chips, and a seat colours up --")
    tries(sitting, sitting.supervisor, give.FillTray(cents=1_000_00))
    tries(sitting, sitting.supervisor, give.FillTray(cents=1_000_00, chips={"10000": 9}))
    sitting.supervisor.fills(1_000_00, chips={"500": 100, "2500": 20})
    tries(sitting, sitting.dealer, give.ColourUp(seat=4, chips={"50000": 1}))
    sitting.dealer.colours_up(4, {"500": 40, "2500": 6})
    sitting.supervisor.credits(500_00, chips={"50000": 1})
    said.append("\n-- the coin can be cashed --")
    tries(sitting, sitting.player(2), give.PlaceWager(seat=2, wager=bet, cents=7_50))
    for seat in (2, 4):
        sitting.player(seat).leaves()
    sitting.supervisor.closes()
    return said


STORIES = {"chips": chips}


@pytest.mark.parametrize("story", STORIES)
def test_the_story_is_the_golden_one(story):
    told = "\n".join(STORIES[story]()) + "\n"
    golden = FOLDER / f"{story}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        golden.write_text(told, "utf-8")
    assert golden.exists(), f"{story} has no playthrough: run with UPDATE_GOLDEN=1 and read what it writes"
    assert told == golden.read_text("utf-8")


def test_there_is_no_story_that_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(STORIES)
