"""Match 'Em Hi Lo, clause by clause."""

from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.contest import Pays, decisions
from houseway.cards import Pack, parse, rank_of, show
from houseway.game import Bonus, Rotation, Setting
from houseway.games.match_em import GAME
from tests.games.clauses import clauses_of, laid, tags_of
from tests.oracle import match_em as oracle

ANTE, DOUBLE, MATCH, POKER = GAME.wagers
choices, dealer_set, dealer_score, glance = GAME.choices, GAME.house_way.set, ANTE.dealer_score, GAME.glance


def shoe_hands(size, decks=8):
    cards = Pack(decks).cards()
    places = st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size, unique=True)
    return places.map(lambda chosen: tuple(cards[i] for i in chosen))


def ante_line(word, mine, dealers):
    return ANTE.line(Setting((parse(mine),), word), dealer_set(parse(dealers)))


def match_line(mine, dealers):
    return MATCH.line(Setting((parse(mine),), "HI"), dealer_set(parse(dealers)))


def pays(table):
    return {line: str(pay) for line, pay in GAME.paytable(table).lines.items()}


# ---- wagers, the deal, the choice ----------------------------------------------------------------


def test_me_1_the_ante_is_required_and_the_bonus_bets_are_optional():
    assert GAME.main is ANTE
    assert ANTE.requires is None
    assert MATCH.requires == POKER.requires == ANTE.name


def test_me_2_three_cards_to_each_player_and_five_to_the_dealer():
    assert (GAME.deal.packet, GAME.deal.dealer_packet) == (3, 5)
    assert GAME.deal.rotation is Rotation.FROM_DEALERS_LEFT


def test_me_decks_one_to_eight_decks_and_up_to_seven_players():
    assert [GAME.deal.pack(n) for n in range(1, 9)] == [Pack(n) for n in range(1, 9)]
    assert GAME.deal.pack() == Pack(1)
    assert GAME.deal.seats == 7
    for decks in (0, 9):
        with pytest.raises(ValueError, match=f"^{decks} decks: this game takes 1 to 8$"):
            GAME.deal.pack(decks)


def test_me_3_a_player_says_hi_or_lo_and_may_double():
    said = [(s.word, s.adds) for s in choices(parse("As Kd 7c"), ())]
    assert said == [("HI", ()), ("LO", ()), ("HI", ("Double Down",)), ("LO", ("Double Down",))]
    assert [str(s) for s in choices(parse("As Kd 7c"), ())] == ["HI", "LO", "HI + Double Down", "LO + Double Down"]


def test_me_3b_a_double_down_equals_the_ante_and_comes_with_a_choice():
    assert DOUBLE.equals == ANTE.name
    assert GAME.added == (DOUBLE,)


def test_a_short_strategy_glances_at_the_aces_and_the_total():
    assert glance(parse("As Kd 7c"), ()) == ("one ace", 8)
    assert glance(parse("As Ad Ac"), ()) == ("three aces", 3)
    assert glance(parse("Ts Kd 7c"), ()) == ("no ace", 17)


@pytest.mark.parametrize("decks", GAME.deal.decks)
def test_a_silent_seat_gets_the_better_word_with_every_hand(decks):
    """By the exact expectation of both words, each without a double."""
    pays_of = Pays.of(GAME)
    for decision in decisions(GAME, decks):
        worth = {each.setting.word: pays_of.expectation(each) for each in decision.options if not each.setting.adds}
        chosen = GAME.silent(decision.cards, decks)
        assert not chosen.adds
        assert worth[chosen.word] == max(worth.values()), show(decision.cards)


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
    setting = dealer_set(parse(cards))
    assert sorted(setting.cards) == sorted(parse(cards))
    assert [len(hand) for hand in setting.hands] == [2, 1, 2]
    wanted = laid(f"{lo} | {shared} | {hi}")
    assert dealer_score(setting) == dealer_score(wanted)
    for ours, theirs in zip(setting.hands, wanted.hands, strict=True):
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
    assert not GAME.house_way.for_players
    assert GAME.house_way.letter == "match-em-hi-lo-2014-11-24"


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
    mine, dealers = Setting((cards[:3],), word, ("Double Down",)), dealer_set(cards[3:])
    won = oracle.wins(cards[:3], word, oracle.dealer_totals(cards[3:]))
    assert ANTE.line(mine, dealers) == DOUBLE.line(mine, dealers) == ("win" if won else "lose")


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
    assert dealer_set(parse(DEALER)).hands[1] == parse("5d")
    assert match_line("5s 2d 8c", DEALER) == "Match 2"


def test_me_8_poker_bonus_pays_on_the_players_three_cards_alone():
    for word in ("HI", "LO"):
        for dealers in (DEALER, "Ac Ad Ah As Kc"):
            seat = Setting((parse("7s 8s 9s"),), word)
            assert POKER.line(seat, dealer_set(parse(dealers))) == "Straight Flush"


@given(shoe_hands(3))
def test_me_8_poker_bonus_is_judged_as_in_the_oracle(cards):
    assert POKER.line(Setting((cards,), "HI"), dealer_set(parse(DEALER))) == oracle.poker_line(cards)


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
    """Two hands that the game's sight cannot tell apart have the same totals."""
    dealt = Random(11)
    for _ in range(2_000):
        cards = tuple(dealt.sample(range(52), 3))
        alike = tuple(44 + c % 4 if rank_of(c) in (11, 12) else c for c in cards)  # every face as a king
        assert GAME.sight.see(cards) == GAME.sight.see(alike)
        assert sum(map(oracle.hi_points, cards)) == sum(map(oracle.hi_points, alike))
