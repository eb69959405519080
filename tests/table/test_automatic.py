"""The dealer that is a program: the same procedure by itself, with the waits that the terms give."""

from datetime import timedelta

import pytest

from houseway.cards import parse
from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import Stage
from houseway.table.refusal import Reason
from houseway.table.seeing import seen_by_seat
from tests.kinds import of_each_kind
from tests.table.sitting import DEALER, Sitting, chooses, equipped, player_at, stacked

each_game = pytest.mark.parametrize("slug", GAMES)
each_with_a_choice = pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if chooses(game)])


def automatic(slug, *seats, **terms):
    return Sitting(slug, seats=seats, dealer="automatic", **terms)


def due(sitting):
    """The next command, and in how many seconds."""
    step = next_step(sitting.table)
    if step is None:
        return None
    command, at = step
    return type(command).__name__, at and (at - sitting.at).total_seconds()


def steps(sitting):
    """The automatic dealer does what is next."""
    sitting.automatic.gives(equipped(next_step(sitting.table)[0], sitting.table, sitting.chance))


# ---- the waits -----------------------------------------------------------------------------------


def test_it_does_nothing_at_a_closed_table_and_at_a_live_one():
    assert due(Sitting(opened=False)) is None
    assert due(Sitting("san-lo", seats=(4,)).bets()) is None


@each_game
def test_it_shuffles_at_once_and_waits_for_a_bet(slug):
    sitting = automatic(slug, 3)
    assert due(sitting) == ("Shuffle", None)
    steps(sitting)
    assert due(sitting) is None
    sitting.bets()
    assert due(sitting) == ("CloseBetting", 20)


def test_the_betting_clock_starts_with_the_first_bet():
    sitting = automatic("san-lo", 3, 4, betting_seconds=45)
    steps(sitting)
    sitting.at += timedelta(hours=2)
    sitting.player(3).bets("Main Bet", 25_00)
    assert due(sitting) == ("CloseBetting", 45)
    sitting.at += timedelta(seconds=10)
    sitting.player(4).bets("Main Bet", 25_00)
    sitting.player(3).bets("Main Bet", 50_00)
    assert due(sitting) == ("CloseBetting", 45 - 12)
    for seat in (3, 4):
        sitting.player(seat).takes_back("Main Bet")
    assert due(sitting) is None
    sitting.player(4).bets("Main Bet", 25_00)
    assert due(sitting) == ("CloseBetting", 45)


def test_it_does_not_wait_when_everybody_has_bet_and_is_ready():
    sitting = automatic("san-lo", 3, 4)
    steps(sitting)
    for seat in (3, 4):
        sitting.player(seat).bets("Main Bet", 25_00)
    sitting.player(3).is_ready()
    assert due(sitting)[1] > 0
    sitting.player(4).is_ready()
    assert due(sitting) == ("CloseBetting", None)
    sitting.player(4).bets("Main Bet", 30_00)
    assert due(sitting)[1] > 0


@pytest.mark.parametrize("most", [0, 1, 3])
def test_a_seat_that_does_not_bet_is_waited_for_as_many_rounds_as_the_terms_say(most):
    """And again once it has bet. A book that does not say waits for ever."""
    slug = next(slug for slug, game in GAMES.items() if not game.choices)
    wager = GAMES[slug].placed[0].name
    sitting = automatic(slug, 3, 4, idle_rounds=most)

    def is_waited_for(*betting):
        while sitting.table.stage is not Stage.BETTING or due(sitting) == ("Shuffle", None):
            steps(sitting)
        for seat in betting:
            sitting.player(seat).bets(wager, 25_00)
            sitting.player(seat).is_ready()
        waits = due(sitting)[1] is not None
        steps(sitting)
        return waits

    waited = most or 5
    assert [is_waited_for(3) for _ in range(5)] == [True] * waited + [False] * (5 - waited)
    assert not is_waited_for(3, 4)
    assert is_waited_for(3)


def test_one_player_does_not_shut_the_betting_on_the_others():
    """Who bets and says ready at once waits for the clock, or for those who sit there and could bet."""
    sitting = automatic("san-lo", 2, 3, 4)
    steps(sitting)
    sitting.player(4).bets("Main Bet", 25_00)
    sitting.player(4).is_ready()
    assert due(sitting) == ("CloseBetting", 20 - 1)
    sitting.player(3).bets("Main Bet", 25_00)
    sitting.player(3).is_ready()
    assert due(sitting) == ("CloseBetting", 20 - 3)  # for seat 2, who holds chips
    sitting.player(2).leaves()
    assert due(sitting) == ("CloseBetting", None)


@pytest.mark.parametrize(("chips", "waits"), [(0, False), (4_99, False), (5_00, True)])
def test_it_does_not_wait_for_a_player_who_cannot_bet_the_minimum(chips, waits):
    sitting = automatic("san-lo", 3, 4, chips=0)
    steps(sitting)
    for seat, cents in ((3, chips), (4, 25_00)):
        if cents:
            sitting.sells_chips(seat, cents)
    sitting.player(4).bets("Main Bet", 25_00)
    sitting.player(4).is_ready()
    assert (due(sitting) == ("CloseBetting", None)) is not waits


def test_it_waits_for_a_player_who_has_bet_his_last_chip_until_he_is_ready():
    sitting = automatic("san-lo", 3, 4, chips=25_00)
    steps(sitting)
    sitting.bets(main=25_00)
    sitting.player(4).is_ready()
    assert due(sitting)[1] > 0
    sitting.player(3).is_ready()
    assert due(sitting) == ("CloseBetting", None)


@each_with_a_choice
def test_number_and_packets_come_at_once_and_then_the_seats_have_their_time(slug):
    sitting = automatic(slug, 3, setting_seconds=90).bets()
    steps(sitting)
    if sitting.game.number_by:
        assert due(sitting) == ("DrawNumber", None)
        steps(sitting)
    assert due(sitting) == ("DealCards", None)
    steps(sitting)
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is Stage.CHOOSING:
            assert due(sitting) == ("CallTime", 90)
            sitting.all_set()
        else:
            assert due(sitting) in [("Peek", None), ("TurnOver", None), ("DrawCard", None)]
            steps(sitting)
    assert due(sitting) == ("ReconcileSeat", None)


def test_what_the_dealer_does_by_himself_comes_at_once():
    """Casino War: the Tie is settled, and at war the cards are drawn."""
    sitting = automatic("casino-war", 3, 5).bets(wagers={"Tie": 5_00})
    sitting.deals({3: "9c", 5: "2d", DEALER: "9h", "drawn": "Tc Jd"})
    happened = []
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is Stage.CHOOSING:
            sitting.player(3).says("war")
        assert due(sitting)[1] is None
        happened.append(due(sitting)[0])
        steps(sitting)
    assert happened == ["SettleNow", "DrawCard", "DrawCard"]
    assert (sitting.round.cards_of(3), sitting.round.cards_of(DEALER)) == (parse("9c Tc"), parse("9h Jd"))


def test_seats_that_ask_for_the_house_way_get_it_when_nobody_else_thinks():
    sitting = automatic("san-lo", 2, 3, 4).bets().deals_itself(until=Stage.CHOOSING)
    sitting.player(2).asks_house_way()
    assert due(sitting)[0] == "CallTime"
    sitting.player(4).asks_house_way()
    sitting.all_set(2, 4)
    for seat in (4, 2):
        assert next_step(sitting.table) == (do.SetHouseWay(seat=seat), None)
        steps(sitting)
    assert due(sitting) == ("TurnOver", None)
    assert {sitting.round.spots[seat].how for seat in (2, 4)} == {"house way"}


def test_it_reconciles_from_right_to_left_and_then_ends_the_game():
    sitting = automatic("san-lo", 2, 3, 6).bets().deals_itself(until=Stage.RECONCILING)
    for seat in (6, 3, 2):
        assert next_step(sitting.table) == (do.ReconcileSeat(seat=seat), None)
        steps(sitting)
    assert due(sitting) == ("EndGame", None)


def test_it_fills_a_tray_that_is_short_by_what_it_lacks():
    sitting = automatic("san-lo", 4, tray_cents=0).bets()
    sitting.deals({4: "7c Tc Kc As Ad Qd", 0: "2h 4h 6h 8s Js 7d"})
    sitting.player(4).sets("123|45|6")
    sitting.deals_itself(until=Stage.RECONCILING)
    assert next_step(sitting.table) == (do.FillTray(cents=25_00), None)
    steps(sitting)
    assert next_step(sitting.table) == (do.ReconcileSeat(seat=4), None)
    steps(sitting)
    assert sitting.table.tray == 0


def won_much(**terms):
    """Seat 5 wins $6,000, and everybody is reconciled."""
    sitting = automatic("supreme-99", 2, 5, **terms).bets(main=5_00)
    sitting.player(5).bets("Pair Fortunes", 20_00)
    sitting.deals({5: "8c 8d 8h 8s"}).reveals()
    steps(sitting)
    assert next_step(sitting.table) == (do.ReconcileSeat(seat=2), None)  # the others go on
    steps(sitting)
    return sitting


def test_a_great_payout_does_not_stop_a_table_whose_staff_are_not_there_and_the_book_says_so():
    sitting = won_much()
    waiting = [result.wager for result in sitting.round.spots[5].waits]
    for wager in waiting:
        assert next_step(sitting.table) == (do.AcknowledgePayout(seat=5, wager=wager), None)
        steps(sitting)
        [acknowledged] = sitting.last
        assert acknowledged.by == "the table itself, no surveillance being on duty,"
    assert "Pair Fortunes" in waiting and sitting.account("pending") == 0
    assert due(sitting) == ("EndGame", None)


def test_a_great_payout_waits_for_surveillance_while_surveillance_is_on_duty():
    sitting = won_much()
    seen = do.AcknowledgePayout(seat=5, wager="Pair Fortunes", on_duty=("surveillance Iris",))
    assert "surveillance Iris on duty" in sitting.automatic.refused(Reason.STAFF_ON_DUTY).gives(seen).says
    for viewer in (player_at(2), player_at(5), Actor(Role.PLAYER, "guest")):
        assert sitting.seen_by(viewer)["waits_for"] == {"seats": [5], "to": "acknowledge"}
    sitting.acknowledges()
    assert due(sitting) == ("EndGame", None)


def test_a_table_of_staff_never_acknowledges_by_itself():
    sitting = Sitting("supreme-99", seats=(2, 5))
    sitting.supervisor.changes_dealer("automatic")
    sitting.bets(main=5_00).player(5).bets("Pair Fortunes", 20_00)
    sitting.deals({5: "8c 8d 8h 8s"}).reveals()
    sitting.deals_itself()
    assert sitting.round.spots[5].waits and next_step(sitting.table) is None
    own = do.AcknowledgePayout(seat=5, wager="Pair Fortunes")
    sitting.automatic.refused(Reason.STAFF_ON_DUTY).gives(own)
    sitting.acknowledges()
    assert due(sitting) == ("EndGame", None)


def test_it_is_handed_the_table_between_rounds_and_begins_with_a_new_clock():
    sitting = Sitting("san-lo", seats=(4,))
    sitting.at += timedelta(hours=1)
    sitting.supervisor.changes_dealer("automatic")
    steps(sitting)
    sitting.bets()
    assert due(sitting) == ("CloseBetting", 20)


# ---- silent seats --------------------------------------------------------------------------------


@each_with_a_choice
def test_a_silent_seat_is_set_as_the_game_says(slug):
    """The house way where seats have one; else the first option that costs nothing."""
    game = GAMES[slug]
    sitting = automatic(slug, *range(1, game.seats + 1)).bets().deals_itself(until=Stage.CHOOSING)
    [choice, *_] = game.choices
    sitting.all_set(*range(2, game.seats + 1))  # seat 1 acts, the others do not
    options = {seat: choice.options(seen_by_seat(sitting.table, seat)) for seat in range(2, game.seats + 1)}
    placed = {seat: dict(sitting.round.spots[seat].wagers) for seat in options}
    number = sitting.round.step
    while sitting.round.step == number:  # each in its turn, where seats choose one after the other
        sitting.at += timedelta(seconds=60)
        steps(sitting)
    assert all(sitting.round.spots[seat].how for seat in sitting.round.hands)
    assert {seat: sitting.round.spots[seat].how for seat in (1, 2)} == {1: "player", 2: "time"}
    for seat in (seat for seat in options if options[seat]):
        spot, silent = sitting.round.spots[seat], next(option for option in options[seat] if not option.stakes)
        assert spot.said == (silent.word,)
        if choice.way:
            hands = choice.way.set(sitting.round.cards_of(seat))
            assert [set(hand) for hand in sitting.round.hands_of(seat)] == [set(hand) for hand in hands]
        kept = {name: cents for name, cents in placed[seat].items() if name not in silent.back}
        assert spot.wagers == kept  # nothing is added in silence


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("Kc Qd 9h", "LO"),
        ("5c 4d 5h", "HI"),
        ("5c 4d 4h", "LO"),
        ("Ac 3d 5h", "HI"),
        ("Ac 3d 4h", "LO"),
        ("Ac Ad 3h", "HI"),
    ],
)
def test_a_silent_seat_of_match_em_gets_the_better_word(cards, word):
    sitting = automatic("match-em", 4).bets().deals({4: cards})
    steps(sitting)
    assert sitting.round.spots[4].said == (word,)


def test_a_seat_that_asked_is_set_when_time_is_called_too():
    sitting = automatic("san-lo", 3, 4).bets().deals_itself(until=Stage.CHOOSING)
    sitting.player(4).asks_house_way()
    steps(sitting)
    assert all(sitting.round.spots[seat].how for seat in (3, 4))


def test_time_is_called_once():
    sitting = automatic("san-lo", 4).bets().deals_itself(until=Stage.CHOOSING)
    sitting.automatic.calls_time()
    answer = sitting.answer(sitting.automatic.actor, do.CallTime())
    assert isinstance(answer, Refusal)


def test_time_can_be_called_for_the_one_seat_whose_player_is_gone():
    sitting = automatic("san-lo", 3, 4).bets().deals_itself(until=Stage.CHOOSING)
    sitting.automatic.gives(do.CallTime(seat=3, note="gone"))
    assert (sitting.round.spots[3].how, sitting.round.spots[4].how) == ("time", "")
    for seat, reason in ((3, Reason.ALREADY_CHOSEN), (5, Reason.NO_HAND)):
        answer = sitting.answer(sitting.automatic.actor, do.CallTime(seat=seat))
        assert isinstance(answer, Refusal) and answer.reason is reason


def test_where_seats_choose_in_turn_time_is_called_for_the_one_whose_turn_it_is():
    sitting = automatic("blackjack", 3, 4).bets().deals({3: "5c 6d", 4: "7c 8d", DEALER: "9h 9s"})
    while sitting.stage is not Stage.CHOOSING:
        steps(sitting)
    answer = sitting.answer(sitting.automatic.actor, do.CallTime(seat=4))
    assert isinstance(answer, Refusal) and answer.reason is Reason.NOT_YOUR_TURN
    sitting.automatic.gives(do.CallTime(seat=3))
    assert sitting.round.spots[3].hands[0].said


@each_game
def test_without_a_clock_the_round_goes_on_when_the_player_says_so_and_not_before(slug):
    sitting = automatic(slug, 1, untimed=True)
    steps(sitting)
    sitting.bets()
    assert due(sitting) is None
    sitting.player(1).is_ready()
    assert due(sitting)[1] is None
    while sitting.round.number == 1:
        if sitting.stage is Stage.CHOOSING:
            assert due(sitting) is None
            sitting.all_set()
        else:
            assert due(sitting)[1] is None
            steps(sitting)


# ---- whole rounds by itself ----------------------------------------------------------------------


@pytest.mark.parametrize("slug", of_each_kind(GAMES))
def test_it_plays_whole_rounds_by_itself_and_is_never_refused(slug):
    game = GAMES[slug]
    sitting = automatic(slug, *range(1, game.seats + 1), tray_cents=0)
    for number in range(1, 9):
        assert sitting.round.number == number
        sitting.bets(main=5_00)
        while sitting.round.number == number:
            sitting.deals_itself().acknowledges()
    assert sitting.stage is Stage.BETTING
    assert sitting.table.previous.void == ""


@pytest.mark.parametrize("number_by", ["rng", "dice"])
def test_it_draws_the_number_as_the_terms_say(number_by):
    sitting = automatic("supreme-99", 3, number_by=number_by).bets().deals_itself(until=Stage.CHOOSING)
    assert bool(sitting.round.dice) == (number_by == "dice")


def test_a_wrong_pack_is_void_and_the_next_one_is_shuffled():
    sitting = automatic("san-lo", 4)
    sitting.automatic.shuffles(stacked(sitting.game, {}, 1, ())[1:])
    assert sitting.table.previous.void
    assert due(sitting) == ("Shuffle", None)
