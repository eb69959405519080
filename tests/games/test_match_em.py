"""Match 'Em Hi Lo, clause by clause."""

from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.cards import Pack, card, parse, rank_of, show
from houseway.game import DEALER as DEALERS_PLACE
from houseway.game import SEAT, Bonus, Deal, Seen
from houseway.games.match_em import GAME, dealer_set, dealers_high_and_low, glance, points
from houseway.rotation import Rotation
from tests.games.clauses import clauses_of, laid, line, options, seen_so, tags_of, words
from tests.games.clauses import pays as pays_of
from tests.oracle import match_em as oracle

HANDS = list(combinations_with_replacement((14, 13, 10, 9, 8, 7, 6, 5, 4, 3, 2), 3))  # by points


def shoe_hands(size, decks=8):
    cards = Pack(decks).cards()
    places = st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size, unique=True)
    return places.map(lambda chosen: tuple(cards[i] for i in chosen))


def ante_line(word, mine, dealers):
    return line(GAME, "Ante", word, seat=mine, dealer=dealer_set(parse(dealers)))


def match_line(mine, dealers):
    return line(GAME, "Match Bonus", "HI", seat=mine, dealer=dealers)


def dealer_score(hands):
    return dealers_high_and_low(*hands)


def pays(table):
    return pays_of(GAME, table)


# ---- wagers, the deal, the choice ----------------------------------------------------------------


def test_me_1_the_ante_is_required_and_the_bonus_bets_are_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Match Bonus", "Poker Bonus"))


def test_me_2_three_cards_to_each_player_and_five_to_the_dealer():
    assert GAME.round[1:3] == (Deal(SEAT, 3), Deal(DEALERS_PLACE, 5))
    assert GAME.rotation is Rotation.FROM_DEALERS_LEFT


def test_me_decks_one_to_eight_decks_and_up_to_seven_players():
    assert [GAME.pack(n) for n in range(1, 9)] == [Pack(n) for n in range(1, 9)]
    assert GAME.pack() == Pack(1)
    assert GAME.seats == 7
    for decks in (0, 9):
        with pytest.raises(ValueError, match=f"^{decks} decks: this game takes 1 to 8$"):
            GAME.pack(decks)


def test_me_3_a_player_says_hi_or_lo_and_may_double():
    assert words(GAME, 0, seat="As Kd 7c") == ["LO", "HI", "LO double", "HI double"]
    assert words(GAME, 0, seat="Ts 9d 7c") == ["HI", "LO", "HI double", "LO double"]


def test_me_3b_a_double_down_equals_the_ante_and_comes_with_a_choice():
    assert {each.stakes for each in options(GAME, 0, seat="As Kd 7c")} == {(), (("Double Down", 1),)}
    assert GAME.wager("Double Down").of == "Ante"
    assert GAME.wager("Double Down") not in GAME.placed


def test_a_short_strategy_glances_at_the_aces_and_the_total():
    assert glance(seen_so(GAME, seat="As Kd 7c")) == ("one ace", 8)
    assert glance(seen_so(GAME, seat="As Ad Ac")) == ("three aces", 3)
    assert glance(seen_so(GAME, seat="Ts Kd 7c")) == ("no ace", 17)


@pytest.mark.parametrize("decks", [1, 8, *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, 8))])
def test_a_silent_seat_gets_the_better_word_with_every_hand(decks):
    """By the exact expectation of both words, each without a double."""
    asked = question(GAME, decks=decks)
    method = method_for(asked)(asked)
    for ranks in HANDS:
        cards = tuple(card(rank, suit) for suit, rank in enumerate(ranks))
        worth = method.options(Seen(pack=asked.pack, lying={SEAT.place: cards}))
        plain = [worth[each] for each in worth if not each.costs]
        assert plain[0] == max(plain), show(cards)


# ---- the dealer's hand ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "lo", "shared", "hi"),
    [
        ("2c 5d 9h Ts Kc", "Kc 2c", "5d", "9h Ts"),
        ("9c 5d 9h Ts 8c", "5d 8c", "9c", "9h Ts"),
        ("Ac 5d 9h Ts Kc", "Kc 5d", "Ac", "9h Ts"),  # an ace is the shared card, though the five counts more
        ("Ac 5d 9h As Kc", "Kc Ac", "As", "5d 9h"),
        ("Kc Qd Jh As 9c", "Kc Qd", "Jh", "As 9c"),  # three faces are the lowest total, the ace is not among them
    ],
)
def test_me_4_the_dealer_makes_a_lo_hand_a_shared_card_and_a_hi_hand(cards, lo, shared, hi):
    hands, wanted = dealer_set(parse(cards)), laid(f"{lo} | {shared} | {hi}")
    assert sorted(sum(hands, ())) == sorted(parse(cards))
    assert [len(hand) for hand in hands] == [2, 1, 2]
    assert dealer_score(hands) == dealer_score(wanted)
    for ours, theirs in zip(hands, wanted, strict=True):
        assert sorted(map(oracle.hi_points, ours)) == sorted(map(oracle.hi_points, theirs))


def test_me_5_a_shared_ace_is_one_in_lo_and_eleven_in_hi():
    assert dealer_score(laid("Kc 5d | Ac | 9h Ts")) == (11 + 9 + 10, 0 + 5 + 1)
    assert dealer_score(laid("Kc 5d | 6c | 9h As")) == (6 + 9 + 11, 0 + 5 + 6)


@given(shoe_hands(5))
def test_me_4a_the_dealers_totals_are_those_of_the_lowest_of_all_ten_subsets(cards):
    assert dealer_score(dealer_set(cards)) == oracle.dealer_totals(cards)


def test_me_4a_over_every_multiset_of_ranks_the_dealers_totals_are_the_oracles():
    """All 6,188 that a shoe can deal him."""
    for ranks in combinations_with_replacement(range(13), 5):
        cards = tuple(4 * rank for rank in ranks)
        assert dealer_score(dealer_set(cards)) == oracle.dealer_totals(cards), show(cards)


def test_me_4_the_dealers_hand_is_not_a_house_way_for_players():
    assert not GAME.way.for_players
    assert GAME.way.letter == "match-em-hi-lo-2014-11-24"


# ---- settling ------------------------------------------------------------------------------------

DEALER = "2c 5d 9h Ts Kc"  # LO 0 + 2 + 5 = 7, HI 5 + 9 + 10 = 24


@pytest.mark.parametrize(("mine", "line"), [("Ts 9d 6c", "win"), ("Ts 9d 5c", "win"), ("Ts 9d 4c", "lose")])
def test_me_6ai_hi_wins_at_or_above_the_dealers_hi(mine, line):
    assert ante_line("HI", mine, DEALER) == line


@pytest.mark.parametrize(("mine", "line"), [("Ks 4d 2h", "win"), ("Ks 4d 3h", "win"), ("Ks 5c 3h", "lose")])
def test_me_6aii_lo_wins_at_or_below_the_dealers_lo(mine, line):
    assert ante_line("LO", mine, DEALER) == line


def test_me_6aiii_the_player_wins_ties_even_money():
    assert ante_line("HI", "Td 9d 5c", DEALER) == "win"
    assert ante_line("LO", "Ks 4d 3h", DEALER) == "win"
    assert pays("Ante") == pays("Double Down") == {"win": "1 to 1"}


def test_me_points_a_players_ace_is_eleven_in_hi_and_one_in_lo():
    assert ante_line("HI", "As 9d 4c", DEALER) == "win"
    assert ante_line("LO", "As 4d 2h", DEALER) == "win"
    assert ante_line("LO", "As 4d 3h", DEALER) == "lose"


@given(shoe_hands(8), st.sampled_from(["HI", "LO"]))
def test_ante_and_double_end_alike_and_as_in_the_oracle(cards, word):
    lying = {"seat": (cards[:3],), "dealer": dealer_set(cards[3:])}
    won = oracle.wins(cards[:3], word, oracle.dealer_totals(cards[3:]))
    for wager in ("Ante", "Double Down"):
        assert line(GAME, wager, f"{word} double", **lying) == ("win" if won else "lose")


# ---- the bonus bets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "dealers", "line"),
    [
        ("As Kd 7c", "Ad Ac Ks Kc 7d", "Match 5"),
        ("As Kd 7c", "Ad Ac Ks Kc 2d", "Match 4"),
        ("As Kd 7c", "Ad Ac Ks 3c 2d", "Match 3"),
        ("As Kd 7c", "Ad 4c Ks 3c 2d", "Match 2"),
        ("As Kd 7c", "Ad 4c 5s 3c 2d", "lose"),
        ("As Kd 7c", "9d 4c 5s 3c 2d", "lose"),
        ("As Ad 7c", "Ac Ah 5s 3c 2d", "Match 2"),  # a dealer card matches once, however often the rank is held
    ],
)
def test_me_7_match_bonus_counts_the_dealers_cards_of_a_rank_the_player_holds(mine, dealers, line):
    assert match_line(mine, dealers) == line


def test_me_7_all_five_cards_of_the_dealer_count_also_the_shared_one():
    assert dealer_set(parse(DEALER))[1] == parse("5d")
    assert match_line("5s 2d 8c", DEALER) == "Match 2"


def test_me_8_poker_bonus_pays_on_the_players_three_cards_alone():
    for word in ("HI", "LO"):
        for dealers in (DEALER, "Ac Ad Ah As Kc"):
            assert line(GAME, "Poker Bonus", word, seat="7s 8s 9s", dealer=dealers) == "Straight Flush"


@given(shoe_hands(3))
def test_me_8_poker_bonus_is_judged_as_in_the_oracle(cards):
    assert line(GAME, "Poker Bonus", "HI", seat=(cards,), dealer=DEALER) == oracle.poker_line(cards)


def test_the_paytables_of_the_letter():
    assert pays("A1") == {"Match 5": "100 to 1", "Match 4": "25 to 1", "Match 3": "4 to 1", "Match 2": "1 to 1"}
    assert [pays(table)["Match 5"] for table in ("A1", "A2", "A3")] == ["100 to 1", "80 to 1", "100 to 1"]
    assert [pays(table)["Match 4"] for table in ("A1", "A2", "A3")] == ["25 to 1", "25 to 1", "30 to 1"]
    assert [pays(table)["Match 3"] for table in ("A1", "A2", "A3")] == ["4 to 1", "4 to 1", "3 to 1"]
    assert [*pays("B1").values()] == ["100 to 1", "25 to 1", "15 to 1", "4 to 1", "3 to 1", "2 to 1", "1 to 1"]
    assert [*pays("B2").values()] == ["100 to 1", "30 to 1", "12 to 1", "4 to 1", "3 to 1", "2 to 1", "1 to 1"]
    assert [*pays("B3").values()] == ["100 to 1", "30 to 1", "10 to 1", "4 to 1", "3 to 1", "2 to 1", "1 to 1"]


# ---- the letter ----------------------------------------------------------------------------------


def test_every_clause_that_the_game_cites_is_in_its_letter():
    assert tags_of(GAME) <= clauses_of(GAME)
    assert {f"ME {n}" for n in ("3a", "3b", "4a", "4b", "4c", "5", "6ai", "6aii", "6aiii", "7", "8")} <= tags_of(GAME)


def test_the_bonus_bets_are_named_as_in_the_letter():
    assert [w.name for w in GAME.wagers if isinstance(w, Bonus)] == ["Match Bonus", "Poker Bonus"]


def test_points_tell_apart_all_that_the_totals_can():
    """Two hands whose cards have the same points have the same totals."""
    dealt = Random(11)
    for _ in range(2_000):
        cards = tuple(dealt.sample(range(52), 3))
        alike = tuple(44 + c % 4 if rank_of(c) in (11, 12) else c for c in cards)  # every face as a king
        assert list(map(points, cards)) == list(map(points, alike))
        assert sum(map(oracle.hi_points, cards)) == sum(map(oracle.hi_points, alike))
