"""What the floor does at a table, told line by line: `golden/floor/<story>.txt` is read by people and compared by the
test.

`UPDATE_GOLDEN=1 pytest tests/table/test_floor_playthroughs.py` writes the files anew; read the difference first.
"""

import os
from dataclasses import replace

import pytest

from houseway.money import dollars
from houseway.progressive.envy import READINGS
from houseway.progressive.meter import show_micros
from houseway.role import Actor, Role
from houseway.table.commands import OpenTable
from houseway.table.denominations import show_chips
from houseway.table.live import next_step
from houseway.table.receipt import check
from houseway.table.telling import say as by_rail
from houseway.table.terms import Terms
from tests.table.sitting import DEALER, Sitting
from tests.table.sitting import do as give
from tests.table.test_chips import TRAY, VALUES
from tests.table.test_limits import BY_COMPACT
from tests.table.test_playthroughs import GOLDEN, tries

OTIS, UMA = Actor(Role.DEALER, "Otis"), Actor(Role.SUPERVISOR, "Uma")
FOLDER = GOLDEN / "floor"
ON_A_METER = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}


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


def papers() -> list[str]:
    """A shift: counts by two people, a fill and a credit by slips, a relief in mid-round, a short drop, the close."""
    sitting = Sitting("blackjack", chip_cents=VALUES, tray_chips=TRAY, papers=True)
    said, dealer, otis = sitting.lines, sitting.dealer, sitting.voice(OTIS)
    sitting.player(4).sits()
    said.append("\n-- the tray is counted by two people before a chip is sold --")
    tries(sitting, dealer, give.BuyIn(seat=4, cents=500_00))
    dealer.signs_on()
    tries(sitting, dealer, give.BuyIn(seat=4, cents=500_00))
    sitting.supervisor.counts(TRAY)
    tries(sitting, sitting.supervisor, give.ConfirmSlip(slip=1, chips=TRAY))
    tries(sitting, dealer, give.ConfirmSlip(slip=1, chips={**TRAY, "100": 499}))
    dealer.confirms(TRAY)
    dealer.buys_in(500_00, 4)
    said.append("\n-- a fill is asked for, counted and signed --")
    tries(sitting, sitting.supervisor, give.FillTray(cents=500_00, chips={"500": 100}))
    dealer.gives(give.RequestFill(chips={"500": 100}))
    for actor, carrier in ((dealer, "Max"), (sitting.supervisor, ""), (sitting.supervisor, "Dora")):
        tries(sitting, actor, give.ConfirmSlip(slip=2, chips={"500": 100}, carried_by=carrier))
    sitting.supervisor.confirms({"500": 100})
    said.append("\n-- a relief in the middle of a round --")
    sitting.is_sealed()
    sitting.player(4).bets(sitting.game.required[0], 100_00)
    tries(sitting, otis, give.CloseBetting())
    sitting.deals({4: "9d 7s", DEALER: "Tc Kc"})
    otis.signs_on()
    tries(sitting, dealer, give.Peek())
    dealer.signs_on()
    sitting.ends()
    dealer.signs_off("a break")
    otis.signs_on()
    said.append("\n-- a credit, and the close on counts of tray and drop --")
    sitting.supervisor.gives(give.RequestCredit(chips={"50000": 1}))
    tries(sitting, sitting.voice(UMA), give.ConfirmSlip(slip=3, chips={"50000": 1}, carried_by="Max"))
    otis.confirms({"50000": 1})
    sitting.player(4).leaves()
    tries(sitting, sitting.supervisor, give.CloseTable())
    closing = {**TRAY, "500": 400, "10000": 76, "50000": 9}
    sitting.supervisor.counts(closing)
    otis.confirms(closing)
    tries(sitting, sitting.supervisor, give.CloseTable())
    sitting.supervisor.gives(give.CountDrop(cents=480_00))
    tries(sitting, sitting.surveillance, give.ConfirmSlip(slip=5, cents=500_00))
    sitting.surveillance.confirms(cents=480_00)
    sitting.supervisor.closes()
    said.append(f"  over and short: {sitting.account('over and short') / 100:.2f} missing")
    return said


def surveillance() -> list[str]:
    """A round is stopped while seats set, and released; a payout below the alert amount is stopped, and seen."""
    sitting = Sitting("supreme-99", seats=(2, 4), chips=500_00).bets()
    said = sitting.lines
    said.append("\n-- surveillance stops the round --")
    sitting.deals({4: "9c 9d 8h 8s", DEALER: "2c 3d 5h 7s"})
    tries(sitting, sitting.supervisor, give.StopRound(note="a bent card"))
    tries(sitting, sitting.surveillance, give.StopRound(note=""))
    sitting.surveillance.stops("a bent card at seat 2")
    tries(sitting, sitting.player(4), give.AskHouseWay(seat=4))
    tries(sitting, sitting.supervisor, give.VoidRound(note="never mind"))
    sitting.surveillance.releases("the card is whole")
    said.append("\n-- a payout below $3,000 is stopped (WAC 230-15-320 has it seen above) --")
    sitting.surveillance.stops_payout(4, "is this the player who bet?")
    sitting.reveals().reconciles()
    tries(sitting, sitting.surveillance, give.StopPayout(seat=2, note="and this one?"))
    tries(sitting, sitting.dealer, give.EndGame())
    sitting.acknowledges()
    sitting.dealer.game_over()
    return said


def positions() -> list[str]:
    """A room whose six seats are called 1, 2, 3, 5, 6 and 8: the letter deals and reconciles as it always did."""
    sitting = Sitting("san-lo", positions=(1, 2, 3, 5, 6, 8), chips=500_00, seats=(2, 6))
    said = sitting.lines
    tries(sitting, sitting.player(4), give.PlaceWager(seat=4, wager="Main Bet", cents=25_00))
    tries(sitting, sitting.player(6), give.PlaceWager(seat=2, wager="Main Bet", cents=25_00))
    sitting.bets()
    said.append("\n-- 2 is the position at the dealer's right hand, which the room calls 8 [SL 3] [SL 4] --")
    sitting.deals({2: "As Ad Kc Kd 9h 5s", DEALER: "Ah Qd Jc 9d 7h 3s"}, number=2)
    said.append("\n-- a house way waits for the other seats [SL 7] --")
    sitting.player(6).asks_house_way()
    tries(sitting, sitting.dealer, give.SetHouseWay(seat=6))
    sitting.all_set(6)
    sitting.dealer.sets_house_way(6)
    said.append("\n-- from the dealer's right to his left [SL 8] --")
    sitting.reveals()
    tries(sitting, sitting.dealer, give.ReconcileSeat(seat=2))
    sitting.reconciles().dealer.game_over()
    said.append("\n-- what the receipt says --")
    checked, wrong = check(sitting.receipt())
    assert not wrong
    said += [f"  {what}" for what in checked if "seat" in what]
    said.append("\n-- and the log --")
    said += [f"  {by_rail(event, sitting.table.open_terms.positions)}" for event, _ in sitting.events[-3:]]
    return said


def moves(sitting: Sitting) -> None:
    """What the dealer's console shows before he confirms the next seat."""
    for move in sitting.seen_by(sitting.dealer.actor)["next"]["moves"]:
        coin = f" and {dollars(move['coin_cents'])} in coin" if move["coin_cents"] else ""
        chips_told = show_chips(move["chips"]) if move["chips"] else ""
        told = f"{move['act']} {dollars(move['cents'])} on {move['wager']}: {chips_told}{coin}"
        sitting.lines.append(f"  [console: {told}]")


def guests() -> list[str]:
    """Two guests without a device beside a player with one, at a table that the machine deals: seated with chips, bet,
    set and settled by the dealer; the same bets again; and what he may not do."""
    sitting = Sitting("san-lo", chip_cents=VALUES, paytables={"Main Bet": "San Lo", "Fortune Bonus": "FSLP-01"})
    said, dealer = sitting.lines, sitting.dealer
    sitting.player(5).sits()
    sitting.sells_chips(5, 200_00)
    said.append("\n-- the dealer seats guests, and sells them chips --")
    tries(sitting, sitting.supervisor, give.SeatGuest(seat=2))
    tries(sitting, dealer, give.SeatGuest(seat=5))
    dealer.gives(give.SeatGuest(seat=2, cents=300_00))
    dealer.gives(give.SeatGuest(seat=3, player="Mrs Wu", cents=40_00))
    said.append("\n-- and bets for them, in chips, as the rules have it [SL 1] [SL 2] --")
    sitting.is_sealed()
    tries(sitting, dealer, give.PlaceWager(seat=2, wager="Main Bet", cents=33_33))
    tries(sitting, dealer, give.PlaceWager(seat=2, wager="Fortune Bonus", cents=5_00))
    tries(sitting, dealer, give.PlaceWager(seat=5, wager="Main Bet", cents=25_00))
    tries(sitting, sitting.player(2), give.PlaceWager(seat=2, wager="Main Bet", cents=25_00))
    dealer.bets("Main Bet", 100_00, 2)
    dealer.bets("Fortune Bonus", 5_00, 2)
    dealer.bets("Main Bet", 40_00, 3)
    sitting.player(5).bets("Main Bet", 25_00)
    said.append("\n-- one hand as it lies, the other the house way, once all others have set [SL 6] [SL 7] --")
    hands = {2: "As Ad Ac Kd 9h 5s", 3: "Qs Jd 8c 6d 4h 2s", 5: "Ks Kh Qd 7c 7d 2d", DEALER: "Ah Qh Jc 9d 7h 3s"}
    sitting.deals(hands, number=2)
    tries(sitting, dealer, give.Choose(seat=2, layout="12|345|6"))
    tries(sitting, dealer, give.AskHouseWay(seat=5))
    dealer.sets("123|46|5", seat=2)
    dealer.gives(give.HouseWayForGuests())
    tries(sitting, dealer, give.HouseWayForGuests())
    sitting.all_set(3)
    dealer.gives(give.HouseWayForGuests())
    said.append("\n-- take, pay and push, before each is confirmed [SL 8] [SL 9] --")
    sitting.reveals()
    for seat in (5, 3, 2):
        moves(sitting)
        dealer.reconciles(seat)
    dealer.game_over()
    said.append("\n-- the same bets again: who cannot pay is left out --")
    sitting.is_sealed()
    dealer.gives(give.RepeatBets())
    tries(sitting, dealer, give.RepeatBets())
    said.append("\n-- and cashes them out --")
    tries(sitting, dealer, give.LeaveSeat(seat=5))
    tries(sitting, sitting.supervisor, give.ChangeDealer(dealer="automatic"))
    tries(sitting, dealer, give.LeaveSeat(seat=2))
    for wager in ("Fortune Bonus", "Main Bet"):
        dealer.takes_back(wager, 2)
    dealer.colours_up(2, {"500": 20})
    dealer.leaves(2)
    dealer.leaves(3)
    return said


def guests_by_hand() -> list[str]:
    """Guests without a device at a table with physical cards: fold or play said for all, hands entered as they lie."""
    sitting = Sitting("three-card-poker", shuffler="manual", chip_cents=VALUES)
    said, dealer = sitting.lines, sitting.dealer
    for seat in (1, 2, 3):
        dealer.gives(give.SeatGuest(seat=seat, cents=100_00))
    for seat in (1, 2, 3):
        dealer.bets("Ante", 10_00, seat)
    dealer.bets("Pair Plus", 5_00, 3)
    sitting.deals_by_hand()
    said.append("\n-- one folds, and play is said for the others by one tap --")
    dealer.says("fold", 2)
    dealer.gives(give.ChooseForGuests(word="play"))
    said.append("\n-- the cards are entered, and every take and pay shown --")
    hands = {DEALER: "Qd 8c 3h", 3: "9c 9d 4s", 2: "7h 5d 2c", 1: "Kc 8d 2h"}
    number = sitting.round.number
    while sitting.round.number == number:
        step = next_step(sitting.table)
        if isinstance(step, give.EnterPacket):
            dealer.enters(step.place, hands[step.place])
            continue
        moves(sitting)
        dealer.gives(step)
    dealer.gives(give.RepeatBets())
    return said


def limits() -> list[str]:
    """The cap of card rooms, and a ceiling by the house's own approval: no limit of a table and no wager is above it
    (WAC 230-15-140)."""
    said: list[str] = []
    for title, ceiling, most in (("the cap of card rooms", None, 300_00), ("the house's own", BY_COMPACT, 500_00)):
        sitting = Sitting(opened=False)
        sitting.lines.append(f"\n== {title} ==")
        terms = Terms(game="supreme-99", dealer="live", maximum_cents=most)
        if ceiling is None:  # who sends one of his own has none
            claimed = replace(terms, ceiling=BY_COMPACT, maximum_cents=500_00)
            tries(sitting, sitting.supervisor, OpenTable(terms=claimed))
        for over in ({"maximum_cents": most + 1}, {"side_maximum_cents": most + 1}):
            tries(sitting, sitting.supervisor, OpenTable(terms=replace(terms, **over), ceiling=ceiling))
        sitting.supervisor.gives(OpenTable(terms=terms, ceiling=ceiling))
        sitting.player(3).sits()
        sitting.sells_chips(3, 2_000_00)
        sitting.is_sealed()
        tries(sitting, sitting.player(3), give.PlaceWager(seat=3, wager="Standard Bet", cents=most + 1))
        sitting.player(3).bets("Standard Bet", most)
        said += sitting.lines
    return said


def envy() -> list[str]:
    """The same royal flush, of a seat that did not bet the progressive, under both readings of envy [SLP 9h]."""
    hands = {2: "Ah Kh Qh Jh Th 2c", 4: "9s 7h 5d 3s 2h Jd", DEALER: "9d 7d 6d 4d 3d 5h"}
    said: list[str] = []
    for reading in READINGS:
        said.append(f"\n== envy for {reading} ==")
        sitting = Sitting("san-lo", seats=(2, 4), chips=100_00, paytables=ON_A_METER, envy=reading)
        sitting.bets()
        sitting.player(4).bets("Progressive", 1_00)
        sitting.deals(hands, number=1)
        sitting.reveals().reconciles()
        sitting.dealer.game_over()
        said += sitting.lines
    return said


def void() -> list[str]:
    """A round is void after COIN IN: the stakes go back out of the tray, the meter keeps what it gained by them (WAC
    230-15-695), and a guest's same bets are all that he bet."""
    sitting = Sitting("san-lo", paytables=ON_A_METER, chip_cents=VALUES)
    said, dealer = sitting.lines, sitting.dealer
    for seat in (2, 3):
        dealer.gives(give.SeatGuest(seat=seat, cents=100_00))
    sitting.is_sealed()
    for seat in (2, 3):
        dealer.bets("Main Bet", 25_00, seat)
        dealer.bets("Progressive", 1_00, seat)
    said.append("\n-- COIN IN closes the betting [SLP 6] --")
    dealer.coins_in()
    tries(sitting, dealer, give.TakeBackWager(seat=2, wager="Progressive"))
    dealer.closes_betting()
    said.append("\n-- the round is void --")
    sitting.supervisor.voids("two hands fell to the floor")
    said.append(f"  chips: {dollars(sitting.chips(2))}, {dollars(sitting.chips(3))}")
    said.append(f"  the meter: {show_micros(sitting.meter.micros)}; opened with $5,000")
    said.append("\n-- and is bet again by one tap --")
    sitting.is_sealed()
    dealer.gives(give.RepeatBets())
    dealer.coins_in()
    said.append(f"  the meter: {show_micros(sitting.meter.micros)}")
    return said


STORIES = {
    "chips": chips,
    "envy": envy,
    "guests": guests,
    "guests-by-hand": guests_by_hand,
    "limits": limits,
    "positions": positions,
    "papers": papers,
    "surveillance": surveillance,
    "void": void,
}


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
