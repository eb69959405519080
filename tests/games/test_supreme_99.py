"""Supreme 99, clause by clause."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Pack, card, parse, show
from houseway.game import DEALER as DEALERS_PLACE
from houseway.game import SEAT, Bonus, Deal
from houseway.games.supreme_99 import GAME, SPLIT
from houseway.paytable import Odds
from houseway.ranking.baccarat import PAIR
from houseway.rotation import Rotation
from houseway.sight import RANKS
from tests.games.clauses import clauses_of, laid, line, settings, tags_of
from tests.oracle import supreme_99 as oracle

MAIN, FORTUNES = GAME.wagers
pair_fortunes_pair_first = GAME.readings[0].wagers["Pair Fortunes"]
house_way = GAME.way.set
hands = st.lists(st.sampled_from(Pack().cards()), min_size=4, max_size=4, unique=True).map(tuple)


def main_line(mine, dealers):
    return line(GAME, "Standard Bet", seat=mine, dealer=dealers)


def fortunes_line(cards):
    return line(GAME, "Pair Fortunes", seat=cards)


def score(hands):
    return SPLIT.strengths(*hands)


def by_the_oracle(hand):
    """A baccarat strength in the oracle's numbers."""
    kind, value = hand
    return 100 + value if kind == PAIR else value


def pay(wager, ends):
    [table] = GAME.paytables_of(wager)
    return str(table.lines[ends])


# ---- wagers and the deal -------------------------------------------------------------------------


def test_s99_1_the_standard_bet_is_required_and_pair_fortunes_is_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Standard Bet",), ("Pair Fortunes",))


def test_s99_2_packets_of_four_come_from_52_cards():
    assert GAME.round[1] == Deal(SEAT + DEALERS_PLACE, 4)
    assert GAME.pack() == Pack()
    with pytest.raises(ValueError, match="2 decks: this game takes 1"):
        GAME.pack(2)


def test_s99_3_the_rotation_begins_at_a_number():
    assert GAME.rotation is Rotation.NUMBERED


def test_s99_4_seven_packets_are_the_dealer_and_six_seats():
    assert GAME.seats + 1 == 7
    assert 7 * GAME.round[1].cards <= len(GAME.pack())


# ---- setting -------------------------------------------------------------------------------------


def test_s99_5_any_two_cards_may_be_high():
    assert [tuple(map(show, cut)) for cut in SPLIT.cuts(parse("As Kd 7c 2h"))] == [
        ("As Kd", "7c 2h"),
        ("As 7c", "Kd 2h"),
        ("As 2h", "Kd 7c"),
        ("Kd 7c", "As 2h"),
        ("Kd 2h", "As 7c"),
        ("7c 2h", "As Kd"),
    ]


@pytest.mark.parametrize("setting", ["9c Kd | 8d Qc", "2c 2d | 9c Kd", "As Ad | Ks Kd", "5c 2d | 3c 4d"])
def test_s99_5_high_may_be_stronger_than_or_equivalent_to_low(setting):
    assert SPLIT.may_be_set(laid(setting))


@pytest.mark.parametrize("setting", ["8d Qc | 9c Kd", "9c Kd | 2c 2d", "Ks Kd | As Ad"])
def test_s99_5_a_weaker_high_hand_is_refused_and_not_a_foul(setting):
    hands = laid(setting)
    assert not SPLIT.may_be_set(hands)
    assert hands not in [option.cut for option in settings(GAME, sum(hands, ()))]


@given(hands)
def test_the_legal_settings_are_those_of_the_oracle(cards):
    ours = {tuple(frozenset(hand) for hand in option.cut) for option in settings(GAME, cards)}
    assert ours == {(frozenset(high), frozenset(low)) for high, low in oracle.legal_splits(cards)}


@pytest.mark.parametrize(
    ("cards", "high", "low"),
    [
        ("7c Kd 7h Ks", "Kd Ks", "7c 7h"),  # two pair: the higher pair High
        ("7c 7d 7h 7s", "7c 7d", "7h 7s"),  # four of a kind is two equal pairs
        ("7c Kd 7h Qs", "7c 7h", "Kd Qs"),  # one pair: High, even if the Low is nothing
        ("2c 2d 2h 9s", "2c 2d", "2h 9s"),  # three of a kind is a pair and two singles
        ("9c 8d Ah Ks", "8d Ah", "9c Ks"),  # no pair: the best Low that does not foul
        ("Kc Qd 9h 2s", "Kc 9h", "Qd 2s"),  # Low 9 would foul, and so Low 2, not 0
        ("Ac 2d 3h 4s", "2d 3h", "Ac 4s"),
    ],
)
def test_s99_6_the_dealer_sets_the_house_way(cards, high, low):
    assert score(house_way(parse(cards))) == score(laid(f"{high} | {low}"))


def test_s99_6_the_house_way_sets_all_1820_classes_of_ranks_legally_and_as_the_oracle():
    for ranks in combinations_with_replacement(range(2, 15), 4):
        cards = tuple(card(rank, suit) for suit, rank in enumerate(ranks))
        hands = house_way(cards)
        assert sorted(sum(hands, ())) == sorted(cards)
        assert SPLIT.may_be_set(hands)
        assert tuple(map(by_the_oracle, score(hands))) == oracle.house_way(cards), show(cards)


def test_s99_6_the_house_way_sets_real_hands_as_the_oracle():
    dealt = Random(99)
    for _ in range(3_000):
        cards = tuple(dealt.sample(Pack().cards(), 4))
        hands = house_way(cards)
        assert hands in [option.cut for option in settings(GAME, cards)]
        assert tuple(map(by_the_oracle, score(hands))) == oracle.house_way(cards), show(cards)


# ---- settling ------------------------------------------------------------------------------------

DEALER = "9c Kd | 5d Qh"  # nine and five


def test_s99_8_winning_both_matchups_wins_1_to_1():
    assert main_line("2s 2d | 6c Kh", DEALER) == "win both"
    assert pay(MAIN, "win both") == "1 to 1"


@pytest.mark.parametrize("mine", ["2s 2d | 4c Kh", "8s Kh | 7c Ks"])
def test_s99_9_winning_one_and_losing_the_other_is_a_push(mine):
    assert main_line(mine, DEALER) == "one each"
    assert pay(MAIN, "one each") == "push"


def test_s99_10_losing_both_matchups_loses():
    assert main_line("8s Kh | 4c Ks", DEALER) == "lose"


def test_s99_11_the_dealer_wins_copies():
    """A copy in one hand is a loss there: with a loss in the other all is lost, with a win it is a push."""
    assert main_line("8s Ah | 4c Ks", DEALER) == "lose"
    assert main_line("8s Kh | 2c 3s", DEALER) == "lose"
    assert main_line("8s Ah | 6c Ks", DEALER) == "one each"
    assert main_line("2s 2h | 2c 3s", DEALER) == "one each"
    assert main_line("5s 5h | 4c Ks", "5c 5d | 9d Qh") == "lose"


def test_s99_12_copying_both_wins_4_to_1():
    assert main_line("8s Ah | 2c 3s", DEALER) == "copy both"
    assert main_line("5s 5h | 4c 3s", "5c 5d | 7d Qh") == "copy both"
    assert pay(MAIN, "copy both") == "4 to 1"


def test_only_two_matchups_that_both_copy_are_copied_both():
    assert main_line("5s 5h | 9c Ks", "9d Kd | 5c 5d") == "one each"


def test_every_pair_of_strengths_settles_as_in_the_oracle():
    """One hand of every pair of strengths that can be laid, against all of them."""
    nets = {"copy both": 4, "win both": 1, "one each": 0, "lose": -1}
    one_of_each = {}
    for ranks in combinations_with_replacement(range(2, 15), 4):
        for option in settings(GAME, tuple(card(rank, suit) for suit, rank in enumerate(ranks))):
            one_of_each.setdefault(score(option.cut), tuple(map(by_the_oracle, score(option.cut))))
    for mine, ours in one_of_each.items():
        for dealers, theirs in one_of_each.items():
            settled = MAIN.settle(mine, dealers, ())
            assert nets[settled] == oracle.settle(ours, theirs) == GAME.paytable("S99").net(settled)


# ---- Pair Fortunes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "ends", "quoted"),
    [
        ("7c 7d 7h 7s", "Four of a Kind", "300 to 1"),
        ("7c 7d Kh Ks", "Two Pair", "15 to 1"),
        ("Kc 9d 7h 2s", "9-9", "6 to 1"),
        ("Ac 8d 4h 5s", "9-9", "6 to 1"),
        ("7c 7d Kh Qs", "Pair", "1 to 1"),
        ("7c 7d 7h Qs", "Pair", "1 to 1"),
    ],
)
def test_s99_13_pair_fortunes_pays_by_its_table(cards, ends, quoted):
    assert fortunes_line(cards) == ends
    assert pay(FORTUNES, ends) == quoted


def test_s99_13_pair_fortunes_loses_without_a_pair_or_nine_nine():
    assert fortunes_line("Kc 9d 7h 3s") == "lose"


def test_s99_13_pair_fortunes_does_not_mind_how_the_hand_was_set():
    for cards in ("7c 7d Kh Qs", "9c 9d Kh Ks", "Kc 9d 7h 2s", "Kc 9d 7h 3s"):
        assert len({line(GAME, "Pair Fortunes", seat=each.cut) for each in settings(GAME, parse(cards))}) == 1


@pytest.mark.parametrize("cards", ["9c 9d Kh Qs", "8c 8d Ah As", "4c 4d 5h 5s", "9c 9d 9h Qs"])
def test_the_two_readings_differ_only_where_a_pair_could_be_nine_nine(cards):
    ranks = RANKS.see(parse(cards))
    assert fortunes_line(cards) == oracle.pair_fortunes(parse(cards), a_pair_is_never_nine_nine=False)
    assert pair_fortunes_pair_first(ranks) == oracle.pair_fortunes(parse(cards), a_pair_is_never_nine_nine=True)


def test_nines_with_two_different_zeros_are_nine_nine_or_a_pair_as_one_reads_the_table():
    assert fortunes_line("9c 9d Kh Qs") == "9-9"
    assert pair_fortunes_pair_first(RANKS.see(parse("9c 9d Kh Qs"))) == "Pair"


@pytest.mark.parametrize("never", [False, True])
def test_all_270725_hands_are_judged_as_by_explicit_splits(never):
    judge = pair_fortunes_pair_first if never else FORTUNES.judge
    of_ranks = {}
    counts = Counter()
    for cards in combinations(range(52), 4):
        ranks = tuple(sorted((c // 4 + 2 for c in cards), reverse=True))
        if ranks not in of_ranks:
            of_ranks[ranks] = oracle.pair_fortunes(cards, a_pair_is_never_nine_nine=never)
            assert judge(ranks) == of_ranks[ranks], show(cards)
        counts[of_ranks[ranks]] += 1
    moved = 576 if never else 0
    assert counts == {
        "Four of a Kind": 13,
        "Two Pair": 2_808,
        "9-9": 6_208 - moved,
        "Pair": 84_288 + moved,
        "lose": 177_408,
    }


def test_only_pair_fortunes_is_a_bonus_and_its_pays_are_to_one():
    assert [w.name for w in GAME.wagers if isinstance(w, Bonus)] == ["Pair Fortunes"]
    assert {p.odds for p in GAME.paytable("Pair Fortunes").lines.values()} == {Odds.TO_ONE}


# ---- the letter ----------------------------------------------------------------------------------


def test_every_clause_that_the_game_cites_is_in_its_letter():
    assert tags_of(GAME) <= clauses_of(GAME)
    assert {f"S99 {n}" for n in (5, 6, 8, 9, 10, 11, 12, 13)} <= tags_of(GAME)


def test_the_house_way_is_the_letters_and_a_seat_may_ask_for_it():
    assert GAME.way.letter == "supreme-99-2014-11-24"
    assert GAME.way.for_players
    assert len(GAME.way.rules) == 3


def test_a_hand_is_named_by_its_strength():
    assert GAME.hand_name(parse("Ks Kd")) == "pair of kings"
    assert GAME.hand_name(parse("9s Kd")) == "9 points"
