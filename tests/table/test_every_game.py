"""Whatever is registered plays: whole rounds with random choices, by a live dealer and by itself, in silence and out of
chips, with every guard that stands for all games. A new game is tested here by being registered."""

from random import Random

import pytest

from houseway.cards import show
from houseway.game import FOLDED
from houseway.games import GAMES
from houseway.money import COMMISSION
from houseway.table import automatic, live
from houseway.table import commands as do
from houseway.table.commands import Stage
from houseway.table.receipt import check
from houseway.table.reconciling import not_to_be_paid
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from houseway.table.unseen import needs_to_know_hands
from tests.kinds import of_each_kind
from tests.soak import more, telling
from tests.table.sitting import (
    DEALER,
    DEALERS_STEPS,
    Sitting,
    bets_at_random,
    check_that_views_leak_nothing,
    choose_at_random,
    main_of,
    may_place,
    player_at,
    plays_a_round,
    random_play,
)
from tests.table.small_games import SMALL_GAMES

EVERY = {**GAMES, **SMALL_GAMES}
each_game = pytest.mark.parametrize("slug", EVERY)
each_kind = pytest.mark.parametrize("slug", [*of_each_kind(GAMES), *SMALL_GAMES])


def seeds(number: int) -> pytest.MarkDecorator:
    """So many; in `make test` one of them."""
    return pytest.mark.parametrize("seed", telling([(0,)], range(number)))


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    for slug, game in SMALL_GAMES.items():
        monkeypatch.setitem(GAMES, slug, game)


def money(sitting):
    """All that is not the bank's, of the players and the house together."""
    house = sitting.table.tray + sitting.account(COMMISSION)
    return sum(sitting.chips(seat) for seat in sitting.table.players) + house


# ---- whole rounds ----------------------------------------------------------------------------------


@each_game
@seeds(4)
def test_rounds_of_random_choices_by_a_live_dealer_conserve_money_and_their_receipts_hold(slug, seed):
    """The sitting checks books, cards and the state from the book after every step."""
    sitting = Sitting(slug, seats=range(1, EVERY[slug].seats + 1), tray_cents=1_000_000_00)
    chance, before = Random(seed), money(sitting)
    for _ in range(3):
        plays_a_round(sitting, chance)
        assert money(sitting) == before
        told = sitting.receipt()
        assert check(told, told["commitment"])[1] == []


BY_HAND = [slug for slug, game in EVERY.items() if not needs_to_know_hands(game)]


def test_every_game_of_the_registry_is_dealt_by_hand():
    assert {*EVERY} - {*SMALL_GAMES} <= {*BY_HAND}


def test_a_game_that_goes_on_by_cards_that_a_seat_alone_sees_is_not():
    refusal = Sitting(opened=False).supervisor.refused(Reason.BAD_TERMS)
    answer = refusal.opens(Terms(game="twenty-one", shuffler="manual", dealer="live"))
    assert "twenty-one goes on by cards that a seat alone sees" in answer.says


@pytest.mark.parametrize(("slug", "seed"), telling([(slug, 0) for slug in BY_HAND], BY_HAND, range(4)))
def test_rounds_with_physical_cards_conserve_money_and_their_receipts_hold(slug, seed):
    """Every card is entered when the procedure asks for it, and what is face down stays unknown until then."""
    sitting = Sitting(slug, seats=range(1, EVERY[slug].seats + 1), tray_cents=1_000_000_00, shuffler="manual")
    chance, before = Random(seed), money(sitting)
    for _ in range(more(1, 3)):
        plays_a_round(sitting, chance)
        assert money(sitting) == before
        assert check(sitting.receipt())[1] == []


@each_kind
@seeds(2)
def test_rounds_of_random_choices_by_the_automatic_dealer(slug, seed):
    sitting = Sitting(slug, seats=(1, 2, 5), dealer="automatic", tray_cents=1_000_000_00)
    chance, before = Random(seed), money(sitting)
    for number in (1, 2, 3):
        for seat in (1, 2, 5):
            bets_at_random(sitting, seat, chance)
        while sitting.round.number == number:
            sitting.deals_itself(until=Stage.CHOOSING)
            if sitting.stage is Stage.CHOOSING:
                chooses_by_itself(sitting, chance)
            sitting.acknowledges()
        assert money(sitting) == before
        assert check(sitting.receipt())[1] == []


def chooses_by_itself(sitting, chance):
    """Some seats choose, and the others let the time go by."""
    step = sitting.round.step
    while sitting.stage is Stage.CHOOSING and sitting.round.step == step and chance.random() < 0.8:
        seat = sitting.waiting()[0]
        sitting.player(seat).gives(random_play(sitting.table, seat, chance))
    if sitting.stage is Stage.CHOOSING and sitting.round.step == step:
        sitting.automatic.calls_time()


@each_game
def test_a_silent_table_ends_and_nothing_is_added(slug):
    sitting = Sitting(slug, seats=(1, 2, 5), dealer="automatic").bets()
    placed = {seat: dict(sitting.round.spots[seat].wagers) for seat in (1, 2, 5)}
    while sitting.round.number == 1:
        sitting.deals_itself().acknowledges()
    for seat, wagers in placed.items():
        assert sitting.table.previous.spots[seat].wagers.items() <= wagers.items()


@each_game
def test_a_seat_that_is_out_of_chips_plays_to_the_end(slug):
    game = EVERY[slug]
    equal = sum(game.wager(name).of == main_of(game) for name in game.required)
    sitting = Sitting(slug, seats=(2,), chips=25_00 * (1 + equal)).bets()
    assert sitting.chips(2) == 0
    plays = Random(3)
    sitting.dealer.closes_betting()
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.draws(1)
    sitting.dealer.deals()
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is Stage.CHOOSING:
            choose_at_random(sitting, plays)
        else:
            sitting.dealer.gives(DEALERS_STEPS[sitting.stage])
    sitting.ends()


@each_game
def test_a_fold_loses_all_but_what_outlives_it(slug):
    game = EVERY[slug]
    sitting = Sitting(slug, seats=(1, 2)).bets()
    for name in sitting.table.terms.paytables:
        if may_place(sitting.table, name) and name != main_of(game):
            sitting.player(2).bets(name, 5_00)
    sitting.deals()
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is not Stage.CHOOSING:
            sitting.dealer.gives(DEALERS_STEPS[sitting.stage])
        elif 2 in sitting.waiting() and any(option["is_out"] for option in options(sitting, 2)):
            sitting.player(2).says(next(option["word"] for option in options(sitting, 2) if option["is_out"]))
        else:
            sitting.all_stay()
    sitting.ends()
    spot = sitting.table.previous.spots[2]
    if not spot.is_out:
        return
    for result in spot.results:
        assert (result.line == FOLDED) != game.wager(result.wager).outlives


def options(sitting, seat):
    return sitting.seen_by(player_at(seat))["current"]["spots"][str(seat)]["options"]


# ---- nothing leaks ---------------------------------------------------------------------------------


@each_kind
@seeds(2)
def test_at_every_stage_and_for_every_role_views_do_not_depend_on_hidden_cards(slug, seed):
    class Watched(Sitting):
        def check(self):
            super().check()
            check_that_views_leak_nothing(self.table, self.chance)

    sitting = Watched(slug, seats=(1, 2, 5))
    plays_a_round(sitting, Random(seed))


# ---- early settlement ------------------------------------------------------------------------------


def tied(tie=5_00, *, hands_over=False, **terms):
    sitting = Sitting("casino-war", seats=(2, 5), **terms)
    if hands_over:
        sitting.supervisor.changes_dealer("automatic")
    return sitting.bets(main=25_00, wagers={"Tie": tie}).deals({2: "9c", 5: "Kd", DEALER: "9h"})


def test_the_tie_is_settled_at_once_and_a_void_after_it_takes_it_back():
    sitting = tied()
    sitting.dealer.settles_now()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00 - 25_00 + 50_00, 5_000_00 - 25_00 - 5_00]
    sitting.player(2).says("war")
    sitting.supervisor.voids()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert sitting.table.tray == 20_000_00 and sitting.account("felt") == 0


def test_an_early_payout_up_to_the_alert_amount_is_paid_at_once_and_never_waits():
    sitting = tied(tie=300_00)
    sitting.dealer.settles_now()
    assert sitting.chips(2) == 5_000_00 - 25_00 + 3_000_00
    sitting.player(2).says("war")
    sitting.reveals().reconciles()
    assert "Tie" not in [result.wager for result in sitting.round.spots[2].waits]
    sitting.acknowledges()
    sitting.dealer.game_over()
    assert sitting.account("pending") == 0


@pytest.mark.parametrize("then", ["void", "played on"])
def test_an_early_payout_over_the_alert_amount_waits_for_surveillance(then, monkeypatch):
    monkeypatch.setattr("houseway.table.settlement.ALERT_CENTS", 1_000_00)
    sitting = tied(tie=300_00)
    sitting.dealer.settles_now()
    assert [result.wager for result in sitting.round.spots[2].waits] == ["Tie"]
    assert (sitting.account("pending"), sitting.chips(2)) == (3_000_00, 5_000_00 - 25_00)
    sitting.player(2).says("surrender")
    if then == "void":
        sitting.supervisor.proposes_void()
        sitting.surveillance.agrees()
        assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    else:
        sitting.reconciles()
        sitting.dealer.refused(Reason.PAYOUT_WAITS).game_over()
        sitting.acknowledges()
        sitting.dealer.game_over()
        assert sitting.chips(2) == 5_000_00 + 3_000_00 - 12_50
    assert sitting.account("pending") == 0 and sitting.account("felt") == 0


def test_a_tray_that_is_short_is_filled_before_the_tie_is_paid():
    sitting = tied(tray_cents=0)
    refused = sitting.dealer.refused(Reason.TRAY_SHORT).settles_now()
    assert not_to_be_paid(sitting.table) == refused, "as the staff are alerted"
    sitting.supervisor.fills(45_00)
    sitting.dealer.settles_now()
    assert sitting.table.tray == 0
    sitting.supervisor.fills(1_000_00)
    sitting.ends()


def test_a_tray_that_is_short_waits_for_a_supervisor_where_a_table_of_staff_deals_itself():
    sitting = tied(tray_cents=0, hands_over=True)
    assert automatic.next_step(sitting.table) is None
    assert live.next_step(sitting.table) == do.FillTray(cents=45_00)
    sitting.supervisor.fills(45_00)
    assert automatic.next_step(sitting.table) == (do.SettleNow(), None)


# ---- bets that go together -------------------------------------------------------------------------


def test_let_it_rides_bets_are_equal_and_two_are_taken_back():
    sitting = Sitting("let-it-ride", seats=(2,)).bets(main=10_00)
    assert sitting.round.spots[2].wagers == {"Bet 1": 10_00, "Bet 2": 10_00, "Bet 3": 10_00}
    sitting.player(2).refused(Reason.ADDED_WITH_A_CHOICE).bets("Bet 2", 20_00)
    sitting.deals({2: "2c 7d 9h", "board": "4s Jc"})
    sitting.player(2).says("take back")
    assert sitting.round.spots[2].wagers == {"Bet 2": 10_00, "Bet 3": 10_00}
    sitting.dealer.reveals()
    sitting.player(2).says("take back")
    assert sitting.round.spots[2].wagers == {"Bet 3": 10_00}
    sitting.ends()
    assert sitting.chips(2) == 5_000_00 - 10_00


def test_the_blind_is_equal_to_the_ante_and_goes_with_it():
    sitting = Sitting("ultimate-texas-holdem", seats=(2,)).bets(main=10_00)
    assert sitting.round.spots[2].wagers == {"Ante": 10_00, "Blind": 10_00}
    sitting.player(2).bets("Ante", 15_00)
    assert sitting.round.spots[2].wagers == {"Ante": 15_00, "Blind": 15_00}
    sitting.player(2).refused(Reason.ADDED_WITH_A_CHOICE).bets("Blind", 5_00)
    sitting.player(2).takes_back("Ante")
    assert sitting.chips(2) == 5_000_00 and not sitting.round.spots[2].wagers


# ---- seats in turn, and a dealer who looks ---------------------------------------------------------


def test_seats_that_may_exchange_a_card_choose_in_turn_so_that_nobody_is_dealt_anothers_by_being_faster():
    sitting = Sitting("three-card-draw", seats=(2, 4)).bets()
    sitting.deals({2: "2c 9d Kh", 4: "Tc 5d 3s", DEALER: "9h 8d 4s 2d", "drawn": "4c 6c"})
    sitting.player(4).refused(Reason.NOT_YOUR_TURN).says("exchange the lowest")
    sitting.player(2).says("exchange the lowest")
    sitting.player(4).says("exchange the lowest")
    assert [show(sitting.round.cards_of(seat)[-1:]) for seat in (2, 4)] == ["4c", "6c"]
    sitting.ends()
    assert check(sitting.receipt())[1] == []


def test_seats_choose_in_turn_and_again_until_their_last_word():
    sitting = Sitting("twenty-one", seats=(2, 4)).bets()
    sitting.deals({2: "2c 3d", 4: "Tc 5d", DEALER: "9h 8d", "drawn": "4c 6c Kh"})
    sitting.player(4).refused(Reason.NOT_YOUR_TURN).says("stand")
    sitting.player(2).says("hit")
    sitting.player(2).says("hit")
    assert len(sitting.round.cards_of(2)) == 4 and sitting.waiting() == [2]
    sitting.player(2).says("stand")
    sitting.player(2).refused(Reason.ALREADY_CHOSEN).says("hit")
    sitting.player(4).says("hit")  # and is over 21: it has no more to say
    assert sitting.stage is Stage.SHOWING
    sitting.ends()
    assert (sitting.net(4, "Bet"), sitting.round.number) == (-25_00, 2)
    assert check(sitting.receipt())[1] == []


def test_time_is_called_for_the_seat_whose_turn_it_is():
    sitting = Sitting("twenty-one", seats=(2, 4), dealer="automatic").bets()
    sitting.deals({2: "2c 3d", 4: "Tc 5d", DEALER: "9h 8d"})
    sitting.automatic.calls_time()
    assert sitting.waiting() == [4] and sitting.round.spots[2].said == ("stand",)
    while sitting.round.number == 1:
        sitting.deals_itself().acknowledges()


def test_a_look_that_finds_nothing_shows_nothing_and_one_that_does_ends_the_round():
    sitting = Sitting("peek", seats=(2, 4)).bets().deals({DEALER: "9h 8d"})
    sitting.dealer.peeks()
    assert sitting.stage is Stage.CHOOSING
    assert sitting.seen_by(sitting.dealer.actor)["current"]["common"]["dealer"]["cards"] == ["??", "??"]
    sitting.ends()
    over = Sitting("peek", seats=(2, 4)).bets().deals({2: "Tc 9c", DEALER: "Ah 8d"})
    assert all(over.seen_by(player_at(seat))["current"]["common"]["dealer"]["cards"] == ["??", "??"] for seat in (2, 4))
    over.dealer.peeks()
    assert over.stage is Stage.RECONCILING
    assert over.seen_by(player_at(2))["current"]["common"]["dealer"]["cards"] == ["Ah", "8d"]
    over.ends()
    assert over.net(2, "Bet") == 25_00 and "Raise" not in over.table.previous.spots[2].wagers
    assert check(over.receipt())[1] == []
