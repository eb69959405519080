"""Shuffles as bytes: each order has its number, every row of bytes as many orders; compiled and plain do the same."""

from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from houseway.analysis.randomness import packing
from houseway.analysis.randomness.orders import number_orders
from houseway.analysis.randomness.outcome import Evidence
from houseway.analysis.randomness.packing import (
    all_alike,
    bytes_held,
    order_number,
    orders_of,
    packed_by_words,
    packed_draws,
    packed_orders,
    shuffled_by,
    words_for,
)
from houseway.analysis.randomness.stretching import stretched
from houseway.cards import Card, Pack
from houseway.service.evidence import raw_sample
from houseway.table.cut import WORD, permuted

DECK, JOKER_PACK, SHOE = Pack(1), Pack(1, joker=True), Pack(2)
ONES = [DECK, JOKER_PACK]


def test_whole_bytes_are_unbiased(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packing, "SPARE", 2)
    taken = Counter(packing.whole_bytes(number, 5040) for number in range(5040))
    assert taken.pop(b"") == 5040 % 256
    assert len(taken) == 256 and set(taken.values()) == {5040 // 256}


@pytest.mark.parametrize("pack", [DECK, JOKER_PACK, SHOE], ids=str)
def test_orders_are_numbered_as_in_a_dictionary(pack: Pack):
    rng = np.random.default_rng(2)
    first = tuple(sorted(pack.cards()))
    assert order_number(first, pack) == 0
    assert order_number(first[::-1], pack) == orders_of(pack) - 1
    orders = [tuple(Card(c) for c in rng.permutation(pack.cards()).tolist()) for _ in range(50)]
    assert sorted(orders) == sorted(orders, key=lambda order: order_number(order, pack))
    swapped = (*first[:-2], first[-1], first[-2]) if first[-1] != first[-2] else None
    assert swapped is None or order_number(swapped, pack) == 1


def test_packed_shuffles_and_draws_are_as_random_as_they_are():
    rng = np.random.Generator(np.random.PCG64(21))
    orders = (tuple(Card(c) for c in rng.permutation(52).tolist()) for _ in range(1500))
    draws = iter(rng.integers(0, 7, 80_000).tolist())
    for parts in (packed_orders(orders, DECK), packed_draws(draws, 7)):
        data = b"".join(parts)
        assert len(data) >= 1 << 14
        assert Evidence(samples=(raw_sample(data),)).passes(0.95)


# ---- compiled, held against the shuffle of the tables ------------------------------------------------


@pytest.mark.parametrize("pack", ONES, ids=str)
def test_compiled_shuffles_are_those_of_the_tables(pack: Pack):
    words = np.random.Generator(np.random.PCG64(3)).integers(0, WORD, words_for(pack, 205), np.uint64, endpoint=False)
    orders, fair = shuffled_by(words, pack)
    rows = words.reshape(-1, len(pack) - 1).tolist()
    assert [tuple(order) for order in orders.tolist()] == [permuted(pack.cards(), iter(row)) for row in rows]
    assert fair.all()


@pytest.mark.parametrize("pack", ONES, ids=str)
def test_a_shuffle_with_a_word_that_favours_low_numbers_is_passed_over(pack: Pack):
    """For every place: the last fair word is taken, the first unfair one not, as in `table.cut.below`."""
    for place, number in enumerate(range(len(pack), 1, -1)):
        row = np.full(len(pack) - 1, 5, np.uint64)
        first_unfair = WORD - WORD % number
        row[place] = first_unfair - 1
        orders, fair = shuffled_by(row, pack)
        assert tuple(orders[0].tolist()) == permuted(pack.cards(), iter(row.tolist())) and fair[0] == 1
        assert packed_by_words(row, pack)
        if first_unfair < WORD:
            row[place] = first_unfair
            assert shuffled_by(row, pack)[1][0] == 0
            assert packed_by_words(row, pack) == b""


@pytest.mark.parametrize("pack", ONES, ids=str)
def test_compiled_numbers_are_those_of_the_dictionary(pack: Pack):
    words = np.random.Generator(np.random.PCG64(4)).integers(0, WORD, words_for(pack, 3000), np.uint64, endpoint=False)
    orders = [tuple(Card(c) for c in order) for order in shuffled_by(words, pack)[0].tolist()]
    if pack == DECK:
        limit = all_alike(orders_of(pack))
        assert any(order_number(order, pack) >= limit for order in orders), "one of the few that are passed over"
    assert packed_by_words(words, pack) == b"".join(packed_orders(orders, pack))


@pytest.mark.parametrize("pack", ONES, ids=str)
def test_the_first_and_the_last_order_are_packed_as_their_numbers(pack: Pack):
    """By the words that lead there: each card stays where it is, or the pack is turned over."""
    size = len(pack)
    stay = np.array(list(range(size - 1, 0, -1)), np.uint64)
    assert packed_by_words(stay, pack) == bytes(bytes_held(orders_of(pack)))
    turn = np.array(
        [max(size - 1 - last, 0) if last >= size // 2 else last for last in range(size - 1, 0, -1)], np.uint64
    )
    assert tuple(shuffled_by(turn, pack)[0][0].tolist()) == pack.cards()[::-1]
    assert packed_by_words(turn, pack) == b""  # among the last, which are passed over


@pytest.mark.parametrize("ends", [[6], [2, 6], [1, 2, 3, 4, 5, 6]], ids=str)
def test_every_order_of_six_cards_has_a_number_of_its_own(ends: list[int]):
    """In whatever stretches it is counted; the last twenty numbers are passed over."""
    orders = np.array(list(permutations(range(6))), np.uint8)
    starts = [0, *ends[:-1]]
    factors = [factorial(6 - start) // factorial(6 - end) for start, end in zip(starts, ends, strict=True)]
    out = np.zeros((720, 4), np.uint64)
    kept = number_orders(
        orders,
        np.ones(720, np.uint8),
        np.array(ends),
        np.array(factors, np.uint64),
        np.array([0, 0, 0, 700], np.uint64),
        out,
    )
    assert kept == 700
    assert out[:kept].tolist() == [[0, 0, 0, number] for number in range(700)]


# ---- stretching ------------------------------------------------------------------------------------


def test_bytes_are_stretched_as_rfc_8439_prints_them():
    assert stretched(bytes(32), 24).tobytes().hex() == "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1a"  # A.1, 1
    key, nonce = bytes(range(32)), bytes.fromhex("000000090000004a00000000")
    block = stretched(key, 64, counter=1, nonce=nonce).tobytes().hex()  # 2.3.2
    assert block == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_a_long_stretch_is_one_block_after_another():
    whole = stretched(bytes(range(32)), 20_003, counter=7).tobytes()
    parts = [stretched(bytes(range(32)), 64, counter=7 + n).tobytes() for n in (0, 1, 127, 128, 129, 311)]
    assert [whole[64 * n : 64 * (n + 1)] for n in (0, 1, 127, 128, 129, 311)] == parts
    assert len(whole) == 20_003


def test_a_key_of_another_size_and_a_stretch_too_long_are_refused():
    with pytest.raises(ValueError, match="a key of 31 bytes"):
        stretched(bytes(31), 64)
    with pytest.raises(ValueError, match="bytes of one key: at most"):
        stretched(bytes(32), 65, counter=(1 << 32) - 1)
