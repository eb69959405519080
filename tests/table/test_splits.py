"""A seat that splits: two hands of one, each with its cards, wagers and words, played one after the other, settled by
the same function, told in the receipt and taken back as one seat."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from houseway.cards import show
from houseway.games import GAMES
from houseway.table.automatic import next_step
from houseway.table.commands import Stage
from houseway.table.decide import decide
from houseway.table.live import next_step as live_step
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.seeing import hand_to_play, options_of
from tests.soak import more
from tests.table.sitting import (
    DEALER,
    DEALERS_STEPS,
    STAFF,
    Sitting,
    bets_at_random,
    check_that_views_leak_nothing,
    do,
    paired,
    player_at,
    random_play,
)
from tests.table.small_games import SPLIT_TWENTY_ONE

SLUG = SPLIT_TWENTY_ONE.slug
CHIPS = 5_000_00
GOLDEN = Path(__file__).parent / "own_golden"


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(GAMES, SLUG, SPLIT_TWENTY_ONE)


def sat(seats=(2,), **terms):
    return Sitting(SLUG, seats=seats, **terms)


def dealt(hand, dealers="7h 9c", drawn="", *, bet=25_00, wagers=None, **terms):
    """One seat with these two cards, when it has to play."""
    sitting = sat(**terms).bets(main=bet, wagers=wagers or {}).deals({2: hand, DEALER: dealers, "drawn": drawn})
    return to_play(sitting)


def to_play(sitting):
    """The dealer does what comes before a seat plays."""
    while sitting.stage in DEALERS_STEPS:
        sitting.dealing.gives(DEALERS_STEPS[sitting.stage])
    return sitting


def says(sitting, *words, seat=2):
    for word in words:
        sitting.player(seat).says(word)
    return sitting


def words(sitting, seat=2):
    return [option.word for option in options_of(sitting.table, seat)]


def hands(sitting, seat=2):
    rnd = sitting.round if seat in sitting.round.spots else sitting.table.previous
    return [show(hand) for hand in rnd.hands_of(seat)]


def results(sitting, seat=2):
    rounds = (sitting.round, sitting.table.previous)
    spot = next(rnd.spots[seat] for rnd in rounds if rnd and seat in rnd.spots and rnd.spots[seat].results)
    return [(result.hand, result.wager, result.line) for result in spot.results]


# ---- two hands of one --------------------------------------------------------------------------------


def test_the_second_card_begins_a_new_hand_a_card_comes_to_both_and_as_much_lies_on_it():
    sitting = says(dealt("8c 8d", drawn="3h Ks"), "split")
    assert hands(sitting) == ["8c 3h", "8d Ks"]
    spot = sitting.round.spots[2]
    assert [dict(hand.wagers) for hand in spot.hands] == [{"Bet": 25_00}, {"Bet": 25_00}]
    assert [hand.said for hand in spot.hands] == [("split",), ("split",)]
    assert spot.wagers == {"Bet": 50_00}
    assert (sitting.chips(2), sitting.account("felt")) == (CHIPS - 50_00, 50_00)


def test_the_first_hand_is_played_to_its_end_and_then_the_next():
    sitting = says(dealt("8c 8d", drawn="3h Ks 2c 9h"), "split")
    assert hand_to_play(sitting.table, 2) == 1
    says(sitting, "hit")
    assert (hands(sitting), hand_to_play(sitting.table, 2)) == (["8c 3h 2c", "8d Ks"], 1)
    says(sitting, "stand")
    assert hand_to_play(sitting.table, 2) == 2
    says(sitting, "stand")
    assert [hand.said for hand in sitting.round.spots[2].hands] == [("split", "hit", "stand"), ("split", "stand")]
    assert sitting.round.spots[2].said == ("split", "hit", "stand", "stand")
    assert sitting.stage is Stage.SHOWING


def test_a_resplit_is_inserted_after_the_hand_that_was_split_and_four_hands_are_the_most():
    sitting = says(dealt("8c 8d", drawn="8h 8s 2c 3c 4c 8c"), "split")
    assert hands(sitting) == ["8c 8h", "8d 8s"]
    says(sitting, "split")
    assert hands(sitting) == ["8c 2c", "8h 3c", "8d 8s"]
    says(sitting, "stand", "stand")
    assert "split" in words(sitting)
    says(sitting, "split")
    assert hands(sitting) == ["8c 2c", "8h 3c", "8d 4c", "8s 8c"]
    says(sitting, "stand")
    assert "split" not in words(sitting)
    says(sitting, "stand").ends()
    assert sitting.table.previous.spots[2].wagers == {"Bet": 100_00}
    assert [hand for hand, _, _ in results(sitting)] == [1, 2, 3, 4]
    assert check(sitting.receipt())[1] == []


def test_split_aces_get_one_card_each_are_passed_over_and_21_after_a_split_pays_even_money():
    sitting = says(dealt("Ac Ad", "Th 9c", drawn="Kh 5s"), "split")
    assert sitting.stage is Stage.SHOWING
    sitting.ends()
    assert results(sitting) == [(1, "Bet", "win"), (2, "Bet", "lose")]
    assert sitting.chips(2) == CHIPS


def test_a_double_lies_on_the_hand_that_doubled():
    sitting = says(dealt("8c 8d", drawn="3h Ks Th Td"), "split", "double", "stand")
    assert [dict(hand.wagers) for hand in sitting.round.spots[2].hands] == [
        {"Bet": 25_00, "Double": 25_00},
        {"Bet": 25_00},
    ]
    sitting.ends()  # the dealer's 16 draws a ten
    assert results(sitting) == [(1, "Bet", "win"), (1, "Double", "win"), (2, "Bet", "win")]
    assert sitting.chips(2) == CHIPS + 75_00


def test_every_hand_is_settled_by_its_own_cards_and_words_with_its_own_reason():
    sitting = says(dealt("9c 9d", "Th 8c", drawn="9h Ts"), "split", "stand", "stand").ends()
    told = {result.hand: result.reason for result in sitting.table.previous.spots[2].results}
    assert told == {1: "push: 18 against 18", 2: "win: 19 against 18"}


def test_a_free_split_stakes_nothing_and_pays_by_the_bet():
    sitting = says(dealt("3c 3d", drawn="Th 8s Kd"), "free split")
    assert sitting.chips(2) == CHIPS - 25_00 == CHIPS - sitting.account("felt")
    assert [dict(hand.wagers) for hand in sitting.round.spots[2].hands] == [{"Bet": 25_00}, {"Free Split": 0}]
    says(sitting, "stand", "double").ends()
    assert results(sitting) == [(1, "Bet", "win"), (2, "Double", "win"), (2, "Free Split", "win")]
    assert sitting.chips(2) == CHIPS + 75_00
    assert check(sitting.receipt())[1] == []


def test_a_free_hand_that_loses_costs_nothing():
    sitting = says(dealt("3c 3d", "Th 9c", drawn="Tc 8s"), "free split", "stand", "stand").ends()
    assert results(sitting) == [(1, "Bet", "lose"), (2, "Free Split", "lose")]
    assert sitting.chips(2) == CHIPS - 25_00


# ---- insurance, and what a seat can pay --------------------------------------------------------------


def insured(dealers, bet=25_00, **more):
    return dealt("9c 8d", dealers, bet=bet, **more)


def test_insurance_is_a_choice_of_half_the_bet_paid_before_the_round_is_over():
    sitting = insured("As Kd")
    assert words(sitting) == ["no insurance", "insurance"]
    says(sitting, "insurance")
    assert sitting.round.spots[2].wagers == {"Bet": 25_00, "Insurance": 12_50}
    to_play(sitting).ends()
    assert results(sitting) == [(1, "Bet", "lose"), (1, "Insurance", "blackjack")]
    assert sitting.chips(2) == CHIPS


def test_insurance_is_lost_at_once_when_the_dealer_looks_and_has_none():
    sitting = says(insured("As 8h"), "insurance")
    assert to_play(sitting).stage is Stage.CHOOSING
    assert [result.line for result in sitting.round.spots[2].early] == ["lose"]
    assert sitting.chips(2) == CHIPS - 37_50


def test_half_of_an_odd_cent_is_rounded_down_for_the_seat():
    sitting = says(insured("As Kd", bet=25_01), "insurance")
    assert sitting.round.spots[2].wagers["Insurance"] == 12_50
    to_play(sitting).ends()
    assert sitting.chips(2) == CHIPS - 25_01 + 25_00


def test_half_of_a_cent_is_no_stake():
    sitting = insured("As Kd", bet=1, minimum_cents=1)
    assert offered(sitting) == ["no insurance"]
    sitting.player(2).refused(Reason.BELOW_MINIMUM).says("insurance")


def offered(sitting, seat=2):
    return [option["word"] for option in sitting.seen_by(player_at(seat))["current"]["spots"][str(seat)]["options"]]


def test_a_seat_is_offered_what_its_chips_can_pay():
    sitting = dealt("8c 8d", chips=40_00)
    assert offered(sitting) == ["stand", "hit"]
    sitting.player(2).refused(Reason.NOT_ENOUGH_CHIPS).says("split")
    sitting.sells_chips(2, 10_00)
    assert offered(sitting) == ["stand", "hit", "double", "split"]


def test_what_a_split_costs_is_told_with_its_word():
    sitting = dealt("3c 3d")
    costs = {o["word"]: o["cents"] for o in sitting.seen_by(player_at(2))["current"]["spots"]["2"]["options"]}
    assert costs == {"stand": 0, "hit": 0, "double": 25_00, "free split": 0, "split": 25_00}


def test_a_split_needs_a_card_for_each_hand():
    sitting = dealt("8c 8d")
    rnd = sitting.round
    almost = replace(sitting.table, round=replace(rnd, top=len(rnd.order) - 1))
    answer = decide(almost, player_at(2), do.Choose(seat=2, word="split"), sitting.at)
    assert answer.reason is Reason.NO_CARD_LEFT
    assert decide(almost, player_at(2), do.Choose(seat=2, word="hit"), sitting.at)[-1].word == "hit"


# ---- turns and the clock -----------------------------------------------------------------------------


def test_a_silent_seat_stands_on_every_hand_and_each_turn_has_its_own_time():
    sitting = sat(seats=(1, 2), dealer="automatic", setting_seconds=30).bets()
    sitting.deals({1: "8c 8d", 2: "9c 4d", DEALER: "7h 9c", "drawn": "3h Ks"})
    to_play(sitting)
    says(sitting, "split", seat=1)
    turns = []
    while sitting.stage is Stage.CHOOSING:
        command, due = next_step(sitting.table)
        assert due == sitting.at + timedelta(seconds=30)
        turns.append((sitting.waiting(), hand_to_play(sitting.table, sitting.waiting()[0])))
        sitting.at = due - timedelta(seconds=1)
        sitting.automatic.gives(command)
    assert turns == [([1], 1), ([1], 2), ([2], 1)]
    assert sitting.round.spots[1].said == ("split", "stand", "stand")


def test_the_next_seat_waits_until_all_hands_of_the_one_before_are_played():
    sitting = to_play(sat(seats=(1, 2)).bets().deals({1: "8c 8d", 2: "9c 4d", DEALER: "7h 9c", "drawn": "3h Ks"}))
    says(sitting, "split", "stand", seat=1)
    sitting.player(2).refused(Reason.NOT_YOUR_TURN).says("hit")
    says(sitting, "stand", seat=1)
    says(sitting, "hit")


# ---- the receipt -------------------------------------------------------------------------------------


def told():
    sitting = says(dealt("8c 8d", drawn="8h Ks 3s 2s Th", wagers={"Pair": 5_00}), "split", "split", "double", "stand")
    return says(sitting, "stand").ends().receipt()


def test_the_receipt_tells_each_hand_and_all_of_it_is_checked():
    page = told()
    assert check(page, page["commitment"])[1] == []
    spot = page["spots"]["2"]
    assert [hand["cards"] for hand in spot["hands"]] == [[1, 5, 7], [3, 6], [2, 4]]
    assert spot["wagers"] == {"Bet": 75_00, "Pair": 5_00, "Double": 25_00}
    assert spot["said"] == ["split", "split", "double", "stand", "stand"]
    assert [(each["wager"], each.get("hand", 1)) for each in spot["results"]] == [
        ("Bet", 1),
        ("Pair", 1),
        ("Double", 1),
        ("Bet", 2),
        ("Bet", 3),
    ]


def forge(change):
    page = told()
    change(page["spots"]["2"])
    return check(page, page["commitment"])[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda spot: spot["hands"][0].update(cards=[1, 6, 7]),
        lambda spot: spot["hands"].reverse(),
        lambda spot: spot["hands"][1].update(wagers={"Bet": 50_00}),
        lambda spot: spot["hands"][1].update(said=["split"]),
        lambda spot: spot.pop("hands"),
        lambda spot: spot.update(said=["split", "double", "stand", "stand"]),
        lambda spot: spot["results"][-1].update(hand=2),
        lambda spot: spot["results"].pop(),
        lambda spot: spot["wagers"].update(Bet=50_00),
    ],
    ids=["cards", "order", "stake", "words", "no hands", "one split less", "another hand", "a result less", "wagers"],
)
def test_a_receipt_that_tells_another_split_is_caught(change):
    assert forge(change)


# ---- whoever looks -----------------------------------------------------------------------------------


def test_a_split_is_seen_by_all_and_the_hand_that_is_played_is_marked():
    sitting = says(dealt("8c 8d", drawn="3h Ks"), "split")
    for actor in (*STAFF, player_at(2), player_at(1)):
        seen = sitting.seen_by(actor)["current"]["spots"]["2"]["split"]
        assert [(hand["cards"], hand["is_played"]) for hand in seen] == [(["8c", "3h"], True), (["8d", "Ks"], False)]
    says(sitting, "stand")
    seen = sitting.seen_by(player_at(1))["current"]["spots"]["2"]["split"]
    assert [hand["is_played"] for hand in seen] == [False, True]
    assert [hand["wagers"] for hand in seen] == [{"Bet": 25_00}] * 2
    says(sitting, "stand").ends()
    assert [hand["is_played"] for hand in sitting.seen_by(player_at(1))["previous"]["spots"]["2"]["split"]] == [
        False
    ] * 2


class Watched(Sitting):
    """Every view is compared with that of a table whose hidden cards are others."""

    def check(self):
        super().check()
        check_that_views_leak_nothing(self.table, self.chance)


@pytest.mark.deeper
@pytest.mark.parametrize("dealer", ["live", "automatic"])
@pytest.mark.parametrize("kind", [Sitting, Watched])
def test_rounds_full_of_splits_conserve_money_leak_nothing_and_their_receipts_hold(dealer, kind):
    chance = Random(5)
    sitting = kind(SLUG, seats=(1, 3, 5), dealer=dealer, decks=1 if kind is Watched else 6, tray_cents=1_000_000_00)
    before, splits = money(sitting), 0
    for number in range(1, more(4 if kind is Watched else 6, 60)):
        for seat in (1, 3, 5):
            bets_at_random(sitting, seat, chance)
        sitting.stacks(order=tuple(paired(sitting.round.sealed.order, chance)))
        while sitting.round.number == number:
            goes_on(sitting, chance)
        page = sitting.receipt()
        splits += sum(len(spot.get("hands", [1])) - 1 for spot in page["spots"].values())
        assert money(sitting) == before
        assert check(page, page["commitment"])[1] == []
    assert splits >= 2


def goes_on(sitting, chance):
    """Seats split when they can, mostly, and else do anything; whoever deals does what is next."""
    if sitting.stage is Stage.CHOOSING:
        seat = sitting.waiting()[0]
        splits = [word for word in offered(sitting, seat) if "split" in word and chance.random() < 0.8]
        play = do.Choose(seat=seat, word=splits[0]) if splits else random_play(sitting.table, seat, chance)
        sitting.player(seat).gives(play)
    elif sitting.table.terms.dealer == "automatic":
        sitting.deals_itself(until=Stage.CHOOSING).acknowledges()
    else:
        step = live_step(sitting.table)
        (sitting.surveillance if isinstance(step, do.AcknowledgePayout) else sitting.dealer).gives(step)


def money(sitting):
    return sum(sitting.chips(seat) for seat in sitting.table.players) + sitting.table.tray


# ---- two people --------------------------------------------------------------------------------------


def test_a_void_takes_every_hand_back_and_what_was_settled_early():
    sitting = says(dealt("8c 8d", drawn="3h Ks Th", wagers={"Pair": 5_00}), "split", "double")
    assert sitting.chips(2) == CHIPS - 75_00 + 55_00
    sitting.supervisor.voids()
    assert (sitting.chips(2), sitting.account("felt"), sitting.table.tray) == (CHIPS, 0, 20_000_00)
    assert check(sitting.receipt())[1] == []


def test_a_round_that_was_paid_is_void_by_two_people():
    sitting = says(dealt("8c 8d", "Th 9c", drawn="3h Ks Th"), "split", "double", "stand").reveals().reconciles()
    assert sitting.chips(2) == CHIPS + 25_00
    sitting.supervisor.proposes_void()
    sitting.surveillance.agrees()
    assert (sitting.chips(2), sitting.table.tray) == (CHIPS, 20_000_00)


def test_a_card_of_a_split_hand_is_corrected_and_every_hand_is_settled_anew():
    sitting = says(dealt("8c 8d", "Th 9c", drawn="3h Ks Th"), "split", "double", "stand").reveals().reconciles()
    assert sitting.chips(2) == CHIPS + 25_00  # 21 doubled against 19, and 18
    sitting.supervisor.proposes_cards({2: "8c 8d 3h Ks 5h"})
    sitting.surveillance.agrees()
    assert hands(sitting) == ["8c 3h 5h", "8d Ks"]
    assert sitting.chips(2) == CHIPS - 75_00
    sitting.ends()
    assert check(sitting.receipt())[1] == []


def test_a_correction_by_which_there_would_have_been_no_pair_is_another_course():
    sitting = says(dealt("8c 8d", drawn="3h Ks"), "split", "stand", "stand").reveals()
    sitting.supervisor.proposes_cards({2: "8c 7d 3h Ks"})
    sitting.surveillance.refused(Reason.ANOTHER_COURSE).agrees()
    sitting.supervisor.drops()
    sitting.ends()


def test_a_silent_seat_whose_corrected_cards_leave_nothing_to_say_is_another_course():
    sitting = dealt("8c 9d", drawn="3h Ks")
    sitting.supervisor.calls_time()
    sitting.supervisor.proposes_cards({2: "Kc Ad"})
    sitting.surveillance.refused(Reason.ANOTHER_COURSE).agrees()


def test_payouts_of_a_wager_on_all_hands_wait_together_and_are_acknowledged_together(monkeypatch):
    monkeypatch.setattr("houseway.table.settlement.ALERT_CENTS", 40_00)
    sitting = says(dealt("8c 8d", "Th 6c", drawn="3h Ks Td"), "split", "stand", "stand").reveals().reconciles()
    assert [(result.wager, result.hand) for result in sitting.round.spots[2].waits] == [("Bet", 1), ("Bet", 2)]
    assert sitting.account("pending") == 50_00
    sitting.surveillance.acknowledges("Bet", seat=2)
    assert (sitting.account("pending"), sitting.chips(2)) == (0, CHIPS + 50_00)
    sitting.dealer.game_over()


def test_money_of_a_split_round_is_corrected_by_wager_all_hands_together():
    sitting = says(dealt("8c 8d", "Th 9c", drawn="3h Ks"), "split", "stand", "stand").ends()
    past = sitting.table.memory[1][2, "Bet"]
    assert (past.paid_cents, past.most_cents) == (0, 125_00)  # 50 at 3 to 2, and the stakes
    sitting.supervisor.proposes_money(50_00, seat=2, player="Ben", wager="Bet")
    sitting.surveillance.agrees()
    assert sitting.chips(2) == CHIPS


# ---- a golden round ----------------------------------------------------------------------------------


def test_a_round_of_splits_told_line_by_line():
    sitting = sat(seats=(2, 4))
    begins = len(sitting.lines)
    sitting.bets(wagers={"Pair": 5_00}).deals(
        {2: "Ac Ad", 4: "3c 3d", DEALER: "As 6h", "drawn": "Kh 5s 3h Ts 8h 7s Td 2c Kd"}
    )
    says(sitting, "no insurance")
    says(sitting, "insurance", seat=4)
    to_play(sitting)
    says(sitting, "split")
    says(sitting, "free split", "free split", "double", "stand", "hit", "stand", seat=4).ends()
    lines = "\n".join(sitting.lines[begins:]) + "\n"
    golden = GOLDEN / "split-twenty-one.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(lines, "utf-8")
    assert lines == golden.read_text("utf-8")
