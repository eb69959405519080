"""Refusals: one line each, whatever was typed, and looked for in the order of the list."""

from dataclasses import replace
from datetime import date

import pytest

from houseway.table import commands as do
from houseway.table.refusal import Reason
from houseway.table.terms import WAGER_CAPS
from tests.table.sitting import Sitting, main_of

ODD = ["two\nlines", "carriage\rreturn", "para\u2029graph", "next\x85line", "a\x0bb"]


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_what_was_typed_does_not_break_the_line(text):
    """The sitting checks that every refusal is one line."""
    sitting = Sitting("match-em", seats=(4,)).bets()
    sitting.player(4).refused(Reason.NOT_OFFERED).bets(text, 5_00)
    sitting.player(4).refused(Reason.NO_WAGER).takes_back(text)
    sitting.supervisor.refused(Reason.BAD_TERMS).changes_dealer(text)
    sitting.deals()
    sitting.player(4).refused(Reason.NOT_AN_OPTION).says(text)
    sitting.player(4).refused(Reason.NOT_AN_OPTION).says(f"HI {text}")
    sitting.player(4).refused(Reason.NOT_AN_OPTION).sets(text, "HI")


@pytest.mark.parametrize("text", [*ODD, "", " ", "x" * 41, "\x00"], ids=ascii)
def test_a_name_is_one_line_of_printable_text(text):
    sitting = Sitting("match-em")
    sitting.player(4).refused(Reason.BAD_TEXT).gives(do.TakeSeat(seat=4, player=text))
    sitting.player(4).sits(name="x" * 40)


@pytest.mark.parametrize("text", [*ODD, "\x00"], ids=ascii)
def test_a_note_is_one_line_of_printable_text(text):
    sitting = Sitting("match-em", seats=(4,)).bets()
    sitting.supervisor.refused(Reason.BAD_TEXT).voids(text)
    sitting.dealer.refused(Reason.BAD_TEXT).reports_misdeal(text)
    sitting.supervisor.refused(Reason.BAD_TEXT).reverses(1, text)


def test_every_reason_is_one_short_sentence():
    for reason in Reason:
        assert reason.value[0].islower()
        assert len(reason.value) < 100
        assert "\n" not in reason.value
    assert len({reason.value for reason in Reason}) == len(Reason)


# ---- the order of the list -----------------------------------------------------------------------


def betting(game="san-lo", **terms):
    return Sitting(game, seats=(2, 4), **terms).bets()


def dealt(game="san-lo", **terms):
    return betting(game, **terms).deals()


def jackpot():
    """Seat 4 waits for surveillance, and seat 2 is not reconciled."""
    sitting = betting("supreme-99")
    sitting.player(4).bets("Pair Fortunes", 20_00)
    sitting.deals({4: "8c 8d 8h 8s"}).reveals()
    sitting.dealer.reconciles(4)
    return sitting


def all_bet():
    """Not a chip is left at seat 4."""
    sitting = Sitting("match-em", seats=(2, 4), chips=25_00).bets()
    sitting.deals()
    return sitting


def double_set():
    sitting = all_bet()
    sitting.player(4).says("HI")
    return sitting


def asked():
    sitting = dealt()
    sitting.player(4).asks_house_way()
    return sitting


def reversed_buy_in():
    sitting = Sitting("san-lo", seats=(4,), chips=100_00)
    sitting.supervisor.reverses(2)
    return sitting


def reversed_fill():
    sitting = Sitting("san-lo")
    sitting.supervisor.reverses(1)
    return sitting


def unlucky(main):
    """The main bet of seat 4 alone, $6 in hand beside it."""
    sitting = Sitting("san-lo", seats=(4,), chips=main + 6_00)
    sitting.player(4).bets("Main Bet", main)
    return sitting


def all_but_seat_4_bet(game):
    sitting = Sitting(game, seats=(2, 4))
    sitting.player(2).bets(main_of(sitting.game), 25_00)
    return sitting.deals()


def entering():
    """Physical cards: the dealer's hand is open, and seat 4's is turned over first."""
    sitting = Sitting("san-lo", seats=(2, 4), shuffler="manual").bets().deals_by_hand().all_set()
    sitting.dealer.enters(0, "2h 4h 6h 8s Js 7d")
    return sitting


def bet(wager, cents, seat=4):
    return do.PlaceWager(seat=seat, wager=wager, cents=cents)


R = Reason
DOUBLED = do.Choose(seat=4, word="HI double")
NO_SETTING = do.Choose(seat=4, layout="7")

# What is asked, by whom, and what is wrong with it, all at once.
FAULTS = [
    # who, when, where, what
    (betting, "supervisor", bet("Hat Trick", -1, 9), R.NOT_YOUR_ROLE, R.NO_SUCH_SEAT, R.BAD_AMOUNT),
    (dealt, "player", bet("Hat Trick", -1, 9), R.NOT_YOUR_SEAT, R.WRONG_STAGE, R.NO_SUCH_SEAT, R.BAD_AMOUNT),
    (dealt, "automatic", do.CloseBetting(), R.DEALER_IS_LIVE, R.WRONG_STAGE),
    (betting, "supervisor", do.CallTime(note=""), R.WRONG_STAGE, R.BAD_TEXT),
    (betting, "dealer", do.ReconcileSeat(seat=9), R.WRONG_STAGE, R.NO_SUCH_SEAT),
    (betting, "dealer", do.ReconcileSeat(seat=3), R.WRONG_STAGE, R.SEAT_EMPTY),
    (betting, "player", do.TakeSeat(seat=4, player="\n"), R.SEAT_TAKEN, R.BAD_TEXT),
    # chips
    (betting, "player", do.BuyIn(seat=4, cents=-1), R.CHIPS_FROM_THE_DEALER, R.BAD_AMOUNT),
    (betting, "other player", do.BuyIn(seat=5, cents=100), R.CHIPS_FROM_THE_DEALER, R.SEAT_EMPTY),
    (betting, "dealer", do.BuyIn(seat=5, cents=-1), R.SEAT_EMPTY, R.BAD_AMOUNT),
    (betting, "player", do.CashOut(seat=4, cents=10**12), R.BAD_AMOUNT, R.NOT_ENOUGH_CHIPS),
    (betting, "supervisor", do.CreditTray(cents=10**12), R.BAD_AMOUNT, R.TRAY_SHORT),
    (betting, "supervisor", do.Reverse(entry=99, note=""), R.BAD_TEXT, R.NO_SUCH_ENTRY),
    (reversed_buy_in, "supervisor", do.Reverse(entry=2, note=""), R.BAD_TEXT, R.ALREADY_REVERSED),
    (reversed_buy_in, "supervisor", do.Reverse(entry=2, note="x"), R.ALREADY_REVERSED, R.NOT_ENOUGH_CHIPS),
    (reversed_fill, "supervisor", do.Reverse(entry=1, note="x"), R.ALREADY_REVERSED, R.TRAY_SHORT),
    # wagers
    (betting, "player", bet("Insurance", -1), R.NOT_OFFERED, R.BAD_AMOUNT),
    (lambda: betting("match-em"), "player", bet("Double Down", -1), R.ADDED_WITH_A_CHOICE, R.BAD_AMOUNT),
    (lambda: Sitting("san-lo", seats=(4,)), "player", bet("Hat Trick", 50), R.MAIN_BET_FIRST, R.BELOW_MINIMUM),
    (lambda: Sitting("san-lo", seats=(4,)), "player", bet("Hat Trick", 301_00), R.MAIN_BET_FIRST, R.ABOVE_MAXIMUM),
    (betting, "player", bet("Hat Trick", 301_00), R.ABOVE_MAXIMUM, R.ABOVE_ITS_CAP),
    (lambda: unlucky(5_00), "player", bet("Hat Trick", 7_00), R.ABOVE_ITS_CAP, R.NOT_ENOUGH_CHIPS),
    (lambda: unlucky(5_00), "player", bet("Main Bet", 301_00), R.ABOVE_MAXIMUM, R.NOT_ENOUGH_CHIPS),
    (lambda: Sitting("san-lo", seats=(4,)), "dealer", do.CloseBetting(), R.NOT_SHUFFLED, R.NO_BETS),
    # cards
    (entering, "dealer", do.EnterPacket(place=2, cards=()), R.OUT_OF_ORDER, R.BAD_CARDS),
    (entering, "dealer", do.ReconcileSeat(seat=2), R.OUT_OF_ORDER, R.CARDS_NOT_ENTERED),
    # hands
    (lambda: all_but_seat_4_bet("match-em"), "player", do.AskHouseWay(seat=4), R.NO_HOUSE_WAY_FOR_SEATS, R.NO_HAND),
    (lambda: all_but_seat_4_bet("match-em"), "dealer", do.SetHouseWay(seat=4), R.NO_HOUSE_WAY_FOR_SEATS, R.NO_HAND),
    (lambda: all_but_seat_4_bet("san-lo"), "player", NO_SETTING, R.NO_HAND, R.NOT_AN_OPTION),
    (lambda: all_but_seat_4_bet("san-lo"), "dealer", do.SetHouseWay(seat=4), R.NO_HAND, R.HOUSE_WAY_NOT_ASKED),
    (lambda: dealt().all_set(2), "player", NO_SETTING, R.ALREADY_CHOSEN, R.NOT_AN_OPTION),
    (
        lambda: dealt().all_set(2),
        "dealer",
        do.SetHouseWay(seat=4),
        R.ALREADY_CHOSEN,
        R.HOUSE_WAY_NOT_ASKED,
        R.OTHERS_NOT_SET,
    ),
    (asked, "player", NO_SETTING, R.HOUSE_WAY_ASKED, R.NOT_AN_OPTION),
    (dealt, "dealer", do.SetHouseWay(seat=4), R.HOUSE_WAY_NOT_ASKED, R.OTHERS_NOT_SET),
    (double_set, "player", DOUBLED, R.ALREADY_CHOSEN, R.NOT_ENOUGH_CHIPS),
    (all_bet, "player", replace(DOUBLED, word="BOTH"), R.NOT_AN_OPTION, R.NOT_ENOUGH_CHIPS),
    (lambda: dealt().all_set(), "supervisor", do.CallTime(note=""), R.WRONG_STAGE, R.BAD_TEXT),
    # the end
    (lambda: all_but_seat_4_bet("san-lo").reveals(), "dealer", do.ReconcileSeat(seat=4), R.NO_HAND, R.OUT_OF_ORDER),
    (jackpot, "dealer", do.ReconcileSeat(seat=4), R.ALREADY_RECONCILED, R.OUT_OF_ORDER),
    (jackpot, "dealer", do.EndGame(), R.NOT_RECONCILED, R.PAYOUT_WAITS),
]


@pytest.mark.parametrize(
    ("begins", "who", "command", "faults"),
    [(begins, who, command, faults) for begins, who, command, *faults in FAULTS],
    ids=[f"{type(command).__name__}: {' '.join(f.name for f in faults)}" for _, _, command, *faults in FAULTS],
)
def test_of_several_faults_the_first_of_the_list_is_told(begins, who, command, faults):
    sitting = begins()
    voices = {"player": sitting.player(4), "other player": sitting.player(5)}
    voice = voices.get(who) or getattr(sitting, who)
    voice.refused(min(faults, key=list(Reason).index)).gives(command)


def test_the_laws_cap_is_a_maximum_like_the_tables_own(monkeypatch):
    """Both are told before the main bet that a Hat Trick may not exceed."""
    sitting = Sitting("san-lo", seats=(4,))
    sitting.player(4).bets("Main Bet", 220_00)
    monkeypatch.setitem(WAGER_CAPS, "washington", ((date(2009, 1, 1), 200_00),))
    sitting.player(4).refused(Reason.ABOVE_MAXIMUM).bets("Hat Trick", 250_00)
