"""Cards, packs, and the notation that people type and read."""

import copy
import json
import pickle
from itertools import combinations

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    JOKER,
    Card,
    Pack,
    card,
    check_dealable,
    is_joker,
    parse,
    parse_card,
    parse_hand,
    rank_of,
    show,
    show_card,
    suit_of,
)

EVERY_CARD = Pack(joker=True).cards()
hands = st.lists(st.sampled_from(EVERY_CARD), max_size=12).map(tuple)


def test_the_ace_of_spades_is_written_As_and_the_joker_Jk():
    assert show(parse("As Td 2c Jk")) == "As Td 2c Jk"


def test_every_card_is_read_back_as_it_is_written():
    assert [parse_card(show_card(c)) for c in EVERY_CARD] == list(EVERY_CARD)
    assert len({show_card(c) for c in EVERY_CARD}) == 53


@given(hands)
def test_every_hand_is_read_back_as_it_is_written(cards):
    assert parse(show(cards)) == cards


@given(hands.filter(lambda cards: len(cards) != 1))
def test_spaces_commas_and_capitals_do_not_matter(cards):
    text = show(cards)
    assert parse(text.replace(" ", "")) == cards
    assert parse(text.replace(" ", ", ")) == cards
    assert parse(text.upper()) == parse(text.lower()) == cards


def test_a_ten_may_be_written_with_two_digits():
    assert parse("10s") == parse("Ts")
    assert parse("10s10d2c") == parse("10s 10d 2c") == parse("Ts Td 2c")


def test_cards_are_numbered_from_four_deuces_to_four_aces_and_the_joker():
    assert show(range(4)) == "2c 2d 2h 2s"
    assert show(range(48, 53)) == "Ac Ad Ah As Jk"


@pytest.mark.parametrize("rank", range(2, 15))
def test_a_rank_and_a_suit_make_one_card(rank):
    for suit in range(4):
        made = card(rank, suit)
        assert (rank_of(made), suit_of(made), is_joker(made)) == (rank, suit, False)


def test_the_joker_has_a_rank_that_no_card_has():
    assert rank_of(JOKER) not in {rank_of(c) for c in Pack().cards()}
    assert is_joker(JOKER)


def test_a_card_prints_as_it_is_written_alone_and_in_a_hand():
    aces = parse("As Ad Jk")
    assert repr(aces) == "(As, Ad, Jk)"
    assert (str(aces[0]), f"{aces[0]}", f"{aces[0]:>4}|{JOKER:<3}|") == ("As", "As", "  As|Jk |")
    assert {repr(c) for c in EVERY_CARD} == {show_card(c) for c in EVERY_CARD}


def test_every_card_of_a_pack_and_of_a_text_is_a_card():
    dealt = (*EVERY_CARD, *Pack(8).cards(), *parse("As 10d Jk"), card(14, 3), parse_card("2c"))
    assert {type(each) for each in dealt} == {Card}


def test_a_card_is_its_number_to_json_to_numpy_and_to_a_table():
    ace = parse_card("As")
    assert (ace, hash(ace), ace + 1, range(53)[ace]) == (51, hash(51), 52, 51)
    assert json.dumps([ace]) == orjson.dumps([ace]).decode() == "[51]"
    assert np.array([ace, JOKER]).dtype == np.int64
    assert np.arange(53)[list(parse("2c As"))].tolist() == [0, 51]
    assert [type(each) for each in (pickle.loads(pickle.dumps(ace)), copy.deepcopy(ace))] == [Card, Card]


# ---- packs ---------------------------------------------------------------------------------------


def test_a_pack_has_52_cards_and_53_with_the_joker():
    assert len(Pack()) == len(set(Pack().cards())) == 52
    assert len(Pack(joker=True)) == len(set(Pack(joker=True).cards())) == 53
    assert JOKER in Pack(joker=True).cards()
    assert JOKER not in Pack().cards()


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_shoe_holds_every_card_once_a_deck(decks):
    shoe = Pack(decks)
    assert len(shoe) == len(shoe.cards()) == 52 * decks
    assert {c: shoe.cards().count(c) for c in range(52)} == {c: shoe.copies(c) for c in range(52)}
    assert {shoe.copies(c) for c in range(52)} == {decks}
    assert shoe.copies(JOKER) == 0


def test_there_is_one_joker_at_most():
    assert Pack(joker=True).copies(JOKER) == 1


@pytest.mark.parametrize("decks", [-1, 0, 9])
def test_no_shoe_holds_nine_decks_or_none(decks):
    with pytest.raises(ValueError, match=f"^{decks} decks: a shoe holds 1 to 8$"):
        Pack(decks)


def test_a_pack_says_what_it_is():
    assert str(Pack()) == "52 cards"
    assert str(Pack(joker=True)) == "53 cards, one of them the joker"
    assert str(Pack(6)) == "a shoe of 6 decks"


# ---- what cannot be read names the text that cannot ----------------------------------------------


@pytest.mark.parametrize("text", ["1x", "1s", "Ax", "s", "11h", "Jkk", "A♠", "0c", "x", "sA"])
def test_what_is_not_a_card_is_named(text):
    with pytest.raises(ValueError, match=f"'{text}' is not a card: a rank of 23456789TJQKA and a suit of cdhs"):
        parse(f"As {text} 2c")


def test_a_card_that_is_not_one_is_named_also_without_spaces():
    with pytest.raises(ValueError, match="'1x' is not a card"):
        parse("As1x2c")


def test_an_empty_text_is_no_card():
    with pytest.raises(ValueError, match="'' is not a card"):
        parse_card("")
    assert parse("") == parse("  ,") == ()


def test_five_cards_where_four_belong_are_named():
    with pytest.raises(ValueError, match=r"^'As Kd Qc Jh Ts' is 5 cards: 4 are dealt$"):
        parse_hand("As Kd Qc Jh Ts", Pack(), 4)


def test_a_card_twice_is_named():
    with pytest.raises(ValueError, match=r"^'As' stands 2 times in 'As Kd As Jh': only 1 of it in 52 cards$"):
        parse_hand("As Kd As Jh", Pack(), 4)


def test_a_joker_where_there_is_none_is_named():
    with pytest.raises(ValueError, match="'Jk' stands once in 'As Jk': no joker in 52 cards"):
        parse_hand("As Jk", Pack(), 2)
    assert parse_hand("As Jk", Pack(joker=True), 2) == parse("As Jk")


def test_a_card_twice_is_a_hand_of_two_decks_and_three_times_of_three():
    assert parse_hand("As As Kd", Pack(2), 3) == parse("As As Kd")
    with pytest.raises(ValueError, match="'As' stands 3 times in 'As As As': only 2 of it in a shoe of 2 decks"):
        parse_hand("As As As", Pack(2), 3)


def test_every_hand_of_different_cards_can_be_dealt():
    for cards in combinations(EVERY_CARD, 2):
        check_dealable(cards, Pack(joker=True))
