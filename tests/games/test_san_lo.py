"""Fortune San Lo Poker, clause by clause; the progressive's list is SLP."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Pack, parse, show
from houseway.game import DEALER as DEALERS_PLACE
from houseway.game import SEAT, Deal
from houseway.games.san_lo import GAME, SPLIT
from houseway.paytable import THE_METER, Odds
from houseway.rotation import Rotation
from tests.games.clauses import clauses_of, laid, line, settings, tags_of
from tests.oracle import san_lo as oracle
from tests.soak import more

MAIN, HAT_TRICK, FORTUNE, PROGRESSIVE = GAME.wagers
house_way = GAME.way.set

hands = st.lists(st.sampled_from(Pack(joker=True).cards()), min_size=6, max_size=6, unique=True).map(tuple)

DEALER = "9s 9d 4c | Qh 8c | Jd"
FOULED = "9h 8d 2s | 7s 7d | Kc"  # Mid is a pair, High is not


def main_line(mine, dealers=DEALER):
    return line(GAME, "Main Bet", seat=mine, dealer=dealers)


def hat_trick_line(mine, dealers=DEALER):
    return line(GAME, "Hat Trick", seat=mine, dealer=dealers)


def won_by_the_oracle(mine, dealers):
    """Matchups won: a smaller place in the list is a higher hand, and the house wins equal ones."""
    return sum(oracle.place(my) < oracle.place(his) for my, his in zip(mine, dealers, strict=True))


# ---- wagers and the deal -------------------------------------------------------------------------


def test_sl_2_the_main_bet_is_required_and_the_bonus_bets_are_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Main Bet",), ("Hat Trick", "Fortune Bonus", "Progressive"))


def test_sl_2a_hat_trick_may_not_exceed_the_main_bet():
    assert HAT_TRICK.at_most == MAIN.name
    assert FORTUNE.at_most is None


def test_sl_3_a_number_from_1_to_7_tells_who_is_first():
    assert GAME.rotation is Rotation.NUMBERED
    assert GAME.seats + 1 == 7


def test_sl_4_packets_of_six_come_from_53_cards():
    assert GAME.round[1] == Deal(SEAT + DEALERS_PLACE, 6)
    assert GAME.pack() == Pack(joker=True)


# ---- setting -------------------------------------------------------------------------------------


def test_sl_overview_six_cards_make_60_settings_of_three_two_and_one():
    cuts = [option.cut for option in settings(GAME, parse("As Kd 7c 2h 9s Jk"))]
    assert len(cuts) == len({tuple(map(frozenset, cut)) for cut in cuts}) == 60
    assert {tuple(map(len, cut)) for cut in cuts} == {(3, 2, 1)}


@pytest.mark.parametrize("setting", ["9s 9d 4c | Qh 8c | Jd", "As Kd 2c | As Kd | Qc", "7s 7d 2c | 2h 2d | Ac"])
def test_sl_6_high_must_be_higher_than_mid_and_mid_than_low(setting):
    assert SPLIT.may_be_set(laid(setting))


@pytest.mark.parametrize(
    "setting",
    [
        FOULED,
        "As Kd 7c | Qh 8c | Ac",  # Low is higher than Mid
        "7s 7d 2c | 8h 8c | 3d",
        "Qh 8c 7d | Kh 2c | 9d",
        "Qh 8c Jk | 2s 2d | 9d",  # Q-8-joker is ace high
    ],
)
def test_sl_6_a_hand_out_of_order_fouls_and_is_not_refused(setting):
    assert not SPLIT.may_be_set(laid(setting))


@given(hands)
def test_sl_6_fouls_are_those_of_the_oracle(cards):
    for option in settings(GAME, cards):
        assert option.foul is not oracle.is_in_order(*option.cut), option.cut


def test_sl_6_a_fouled_hand_loses_main_bet_and_hat_trick_to_the_weakest_dealer():
    weakest = "7h 5d 4s | 3d 2c | 2h"
    assert main_line(FOULED, weakest) == hat_trick_line(FOULED, weakest) == "lose"


def test_sl_6_a_fouled_hands_fortune_bonus_and_progressive_still_have_action():
    fouled = "As Kd 2s | 2h 2d | Kc"
    assert not SPLIT.may_be_set(laid(fouled))
    for wager in ("Fortune Bonus", "Progressive"):
        assert line(GAME, wager, seat=fouled) == "Full House"


# ---- the house way: ours, total, never a foul ----------------------------------------------------


@pytest.mark.deeper
def test_sl_8_the_house_way_sets_every_hand_and_never_fouls():
    dealt = Random(8)
    for _ in range(more(1_000, 20_000)):
        cards = tuple(dealt.sample(GAME.pack().cards(), 6))
        hands = house_way(cards)
        assert sorted(sum(hands, ())) == sorted(cards)
        assert SPLIT.may_be_set(hands), show(cards)


@given(hands, st.randoms())
def test_sl_8_the_house_way_does_not_mind_the_order_of_the_cards(cards, shuffled):
    other = list(cards)
    shuffled.shuffle(other)
    places = [[oracle.place(hand) for hand in house_way(tuple(c))] for c in (cards, other)]
    assert places[0] == places[1]
    assert oracle.is_in_order(*house_way(cards))


@given(hands)
def test_sl_8_the_house_way_plays_the_most_points(cards):
    """Ours is a points card: no legal setting has more."""
    way = GAME.way.source
    legal = [way.total_points(SPLIT.strengths(*each.cut)) for each in settings(GAME, cards) if not each.foul]
    assert way.total_points(SPLIT.strengths(*house_way(cards))) == max(legal)


def test_the_house_way_is_named_and_versioned_as_ours():
    assert GAME.way.letter is None
    assert GAME.way.label.endswith("(ours)")
    assert GAME.way.version


# ---- settling ------------------------------------------------------------------------------------


def test_sl_9_each_hand_is_compared_with_the_corresponding_one():
    """High wins, Mid and Low lose; then High loses, Mid and Low win."""
    assert main_line("Ts Td 4h | Qs 7c | Jc") == "lose"
    assert main_line("8s 8d 4h | Ks 7c | Qc") == "two or three matchups"


def test_sl_10_the_house_wins_identical_hands():
    assert main_line("9h 9c 4h | Ks 7c | Js") == "lose"  # High and Low copy, Mid wins
    assert main_line("9h 9c 5h | Ks 7c | Js") == "two or three matchups"
    assert hat_trick_line("9h 9c 5h | Ks 7c | Js") == "lose"  # the copied Low is a loss
    assert main_line("9h 9c 4h | Qs 8h | Js") == "lose"


@pytest.mark.parametrize("mine", ["9h 9c 5h | Ks 7c | 2s", "9h 9c 5h | Qs 7c | Qd", "9h 9c 3h | Ks 2c | Qs"])
def test_sl_11_winning_any_two_matchups_pays_1_to_1(mine):
    assert main_line(mine) == "two or three matchups"
    assert str(GAME.paytable("San Lo").lines["two or three matchups"]) == "1 to 1"


def test_sl_11_winning_three_matchups_pays_the_main_bet_once():
    assert main_line("9h 9c 5h | Ks 7c | Qs") == "two or three matchups"


def test_sl_12_if_the_dealer_wins_two_the_main_bet_loses():
    assert main_line("9h 9c 5h | Qs 7c | Ts") == "lose"


def test_sl_14_hat_trick_pays_5_to_1_for_all_three_matchups_only():
    assert hat_trick_line("9h 9c 5h | Ks 7c | Qs") == "all three matchups"
    assert hat_trick_line("9h 9c 5h | Ks 7c | Ts") == "lose"
    assert str(GAME.paytable("Hat Trick").lines["all three matchups"]) == "5 to 1"


@given(st.lists(st.sampled_from(Pack(joker=True).cards()), min_size=12, max_size=12, unique=True))
def test_every_matchup_is_settled_as_in_the_oracle(cards):
    dealers = house_way(tuple(cards[6:]))
    for mine in (option.cut for option in settings(GAME, tuple(cards[:6]))):
        won = won_by_the_oracle(mine, dealers) if oracle.is_in_order(*mine) else 0
        assert main_line(mine, dealers) == ("two or three matchups" if won >= 2 else "lose")
        assert hat_trick_line(mine, dealers) == ("all three matchups" if won == 3 else "lose")


# ---- the bonus bets ------------------------------------------------------------------------------


def test_sl_13_fortune_bonus_wins_with_two_pair_or_better_of_all_six_cards():
    assert line(GAME, "Fortune Bonus", seat="As Kd 2s | 2h 2d | Kc") == "Full House"
    assert line(GAME, "Fortune Bonus", seat="As Kd 2s | 2h Qd | Kc") == "Two Pair"
    assert line(GAME, "Fortune Bonus", seat="As Kd 2s | 2h Qd | Jc") == "lose"


def test_slp_2_the_progressive_looks_at_the_same_best_hand():
    dealt = Random(2)
    for _ in range(500):
        hands = (tuple(dealt.sample(GAME.pack().cards(), 6)),)
        assert line(GAME, "Progressive", seat=hands) == line(GAME, "Fortune Bonus", seat=hands)


@pytest.mark.parametrize("table", ["FSLPP-01", "FSLPP-03"])
def test_slp_3_progressive_pays_are_for_1_and_envy_stands_beside_them(table):
    pays = GAME.paytable(table).lines
    assert [str(pay) for pay in pays.values()][:2] == ["100%", "10%"]
    assert {pay.odds for pay in list(pays.values())[2:]} == {Odds.FOR_ONE}
    assert pays["Five Aces"].envy_cents == {"FSLPP-01": 100_00, "FSLPP-03": 500_00}[table]
    assert pays["Straight"].envy_cents == 0


def test_slp_4_the_meter_starts_again_from_its_seed():
    assert GAME.paytable("FSLPP-01").meters[THE_METER].seed_cents == 5_000_00
    assert GAME.paytable("FSLPP-03").meters[THE_METER].seed_cents == 10_000_00


def test_slp_5_the_progressive_needs_the_regular_wager():
    assert "Progressive" in GAME.round[0].may
    assert PROGRESSIVE.progressive
    assert not FORTUNE.progressive


def test_fortune_paytables_differ_in_full_house_and_flush():
    tables = ("FSLP-01", "FSLP-02", "FSLP-03", "FSLP-04")
    pays = [[str(pay) for pay in GAME.paytable(table).lines.values()] for table in tables]
    assert ", ".join(pays[0]) == ("1,000 to 1, 200 to 1, 50 to 1, 30 to 1, 10 to 1, 8 to 1, 5 to 1, 3 to 1, 2 to 1")
    assert [row[4:6] for row in pays] == [
        ["10 to 1", "8 to 1"],
        ["10 to 1", "7 to 1"],
        ["10 to 1", "6 to 1"],
        ["9 to 1", "6 to 1"],
    ]


# ---- the letter ----------------------------------------------------------------------------------


def test_every_clause_that_the_game_cites_is_in_its_letter():
    assert tags_of(GAME) <= clauses_of(GAME)
    assert {f"SL {n}" for n in ("2a", "6", "9", "10", "11", "12", "13", "14")} <= tags_of(GAME)
    assert "SLP 2" in tags_of(GAME)


def test_the_joker_reading_is_said_in_words():
    [reading] = GAME.readings
    assert reading.name == "joker must play"
    assert set(reading.wagers) == {"Fortune Bonus", "Progressive"}
    assert "three of a kind" in reading.says
