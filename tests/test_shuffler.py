"""The shuffler: what is exact is counted over every word, what is chance is counted over many draws."""

from collections import Counter
from itertools import product
from math import factorial, sqrt
from types import SimpleNamespace

import pytest

from houseway import __version__, shuffler
from houseway.cards import Pack, parse
from houseway.money import Cents
from houseway.paytable import THE_METER
from houseway.role import AUTOMATIC_DEALER, Role
from houseway.shuffler import equipped, shuffled
from houseway.table import commands as do
from houseway.table import cut
from houseway.table.ceiling import Ceiling
from houseway.table.cut import WORD, below
from houseway.table.link import with_meters
from houseway.table.places import number_of_dice
from houseway.table.terms import Terms
from tests.progressive.meters import opened
from tests.table.sitting import LIVE_DEALER, SUPERVISOR, Sitting, player_at

ONE_IN_A_MILLION = 4.7534  # standard deviations above the mean, one side
PACKS = [Pack(), Pack(joker=True), *(Pack(decks) for decks in range(2, 9))]


# ---- a number below n ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 6, 7, 8, 52, 53, 416, 10**6 + 3, 2**63 + 1])
def test_the_words_that_would_favour_low_numbers_are_drawn_again_and_no_others(number):
    fair = WORD - WORD % number
    unfair = [word for word in (fair, fair + 1, WORD - 1) if fair <= word < WORD]
    assert below(number, iter([fair - 1])) == number - 1
    assert below(number, iter([0])) == 0
    for word in unfair:
        assert below(number, iter([word, word, 0])) == 0
        with pytest.raises(StopIteration):
            below(number, iter([word]))  # it is not taken, whatever comes next
    assert bool(unfair) == bool(WORD % number)


@pytest.mark.parametrize("word", [16, 20, 27, 64])
def test_every_number_has_exactly_as_many_words_as_any_other(monkeypatch, word):
    """With words so few that each can be tried."""
    monkeypatch.setattr(cut, "WORD", word)
    for number in range(1, word + 1):
        taken = Counter()
        for first in range(word):
            try:
                taken[below(number, iter([first]))] += 1
            except StopIteration:  # drawn again, and again every number alike
                taken["again"] += 1
        assert taken.pop("again", 0) == word % number < number
        assert taken == dict.fromkeys(range(number), word // number), f"{number} of {word}"


def test_words_are_64_bits_each_bit_of_the_generator_used_once(monkeypatch):
    asked = []

    def counting(size):
        asked.append(size)
        return bytes(n % 256 for n in range(sum(asked[:-1]), sum(asked)))

    monkeypatch.setattr(shuffler.os, "urandom", counting)
    words = shuffler._words(3)
    got = [next(words) for _ in range(7)]
    assert got == [int.from_bytes(range(start, start + 8)) for start in range(0, 56, 8)]
    assert asked == [24, 24, 24]


# ---- the order of a pack -------------------------------------------------------------------------


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_a_shuffled_pack_is_the_same_pack_in_another_order(pack):
    orders = [shuffled(pack) for _ in range(20)]
    for order in orders:
        assert sorted(order) == sorted(pack.cards())
    assert len(set(orders)) == len(orders)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_order_has_exactly_as_many_words_as_any_other(monkeypatch, size):
    """Twelve words, of which none is unfair to 2, 3 or 4: every way to draw them is tried."""
    monkeypatch.setattr(cut, "WORD", 12)
    pack = SimpleNamespace(cards=lambda: tuple(range(size)))
    orders = Counter()
    for words in product(range(12), repeat=size - 1):
        monkeypatch.setattr(shuffler, "_words", lambda at_once=1, words=words: iter(words))
        orders[shuffled(pack)] += 1
    assert len(orders) == factorial(size)
    assert set(orders.values()) == {12 ** (size - 1) // factorial(size)}


# ---- many draws ----------------------------------------------------------------------------------


def is_uniform(counts, kinds):
    """Chi-square against equal chances, with the limit that one run in a million of a fair generator passes
    (Wilson and Hilferty's cube)."""
    assert set(counts) <= set(kinds)
    expected = counts.total() / len(kinds)
    found = sum((counts[kind] - expected) ** 2 / expected for kind in kinds)
    degrees = len(kinds) - 1
    spread = 2 / (9 * degrees)
    return found < degrees * (1 - spread + ONE_IN_A_MILLION * sqrt(spread)) ** 3


def test_the_chi_square_sees_what_is_not_uniform():
    """A die that shows six 18% of the time, and `word % 7` of four bits."""
    assert is_uniform(Counter(n % 6 for n in range(30_000)), range(6))
    assert not is_uniform(Counter({1: 4_920, 2: 4_920, 3: 4_920, 4: 4_920, 5: 4_920, 6: 5_400}), range(1, 7))
    assert not is_uniform(Counter(word % 7 for word in range(16) for _ in range(2_000)), range(7))


@pytest.mark.parametrize("game", ["san-lo", "supreme-99"])
def test_every_rotation_is_as_likely_as_any_other(game, monkeypatch):
    monkeypatch.setattr(shuffler, "shuffled", lambda pack, words: ())  # which takes its time
    table = Sitting(game, dealer="automatic").table
    drawn = Counter(equipped(do.Shuffle(), table, AUTOMATIC_DEALER).number for _ in range(35_000))
    assert is_uniform(drawn, range(1, 8))


def test_every_throw_of_three_dice_is_as_likely_as_any_other(monkeypatch):
    """And so the rotation is as the sums of three dice have it, not uniform: the letter's own."""
    monkeypatch.setattr(shuffler, "shuffled", lambda pack, words: ())
    table = Sitting("supreme-99", number_by="dice", dealer="automatic").table
    thrown = Counter(equipped(do.Shuffle(), table, AUTOMATIC_DEALER).dice for _ in range(43_200))
    assert is_uniform(thrown, list(product(range(1, 7), repeat=3)))
    assert {number_of_dice(dice, table.game.seats) for dice in thrown} == set(range(1, 8))


def test_every_card_comes_to_every_place_as_often():
    """The first card dealt, the last one, where the ace of spades lies, and which card follows which."""
    pack = Pack(joker=True)
    orders = [shuffled(pack) for _ in range(21_200)]
    cards = pack.cards()
    assert is_uniform(Counter(order[0] for order in orders), cards)
    assert is_uniform(Counter(order[-1] for order in orders), cards)
    assert is_uniform(Counter(order.index(cards[51]) for order in orders), range(53))
    assert is_uniform(Counter((order[1] - order[0]) % 53 for order in orders), range(1, 53))


# ---- what the edge puts into a command -----------------------------------------------------------


def test_nobody_brings_his_own_cards_to_the_shuffler():
    for dealer in (LIVE_DEALER, AUTOMATIC_DEALER):
        table = Sitting("san-lo").table
        stacked = table.game.pack().cards()
        command = equipped(do.Shuffle(order=stacked, nonce="known"), table, dealer)
        assert command.order != stacked
        assert sorted(command.order) == sorted(stacked)
        assert command.nonce != "known"
        assert len(bytes.fromhex(command.nonce)) == 32


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_shuffler_holds_the_decks_of_the_terms(decks):
    table = Sitting("match-em", decks=decks).table
    assert sorted(equipped(do.Shuffle(), table, LIVE_DEALER).order) == sorted(Pack(decks).cards())


def test_nobody_names_the_rngs_number():
    """It is drawn with the shuffle, and sealed; with physical cards when the bets are closed."""
    for by, command in (("machine", do.Shuffle(number=99)), ("manual", do.DrawNumber(number=99))):
        table = Sitting("san-lo", shuffler=by).table
        drawn = {equipped(command, table, LIVE_DEALER).number for _ in range(200)}
        assert drawn <= set(range(1, 8))
        assert len(drawn) > 1


def test_of_a_sealed_number_nobody_draws_another():
    table = Sitting("san-lo").table
    for dealer in (LIVE_DEALER, AUTOMATIC_DEALER):
        assert equipped(do.DrawNumber(number=99), table, dealer) == do.DrawNumber()


def test_a_live_dealers_dice_are_those_of_the_cup():
    table = Sitting("supreme-99", number_by="dice").table
    command = do.DrawNumber(dice=(6, 6, 1), number=5)
    assert equipped(command, table, LIVE_DEALER) == do.DrawNumber(dice=(6, 6, 1))
    assert equipped(do.DrawNumber(), table, LIVE_DEALER) == do.DrawNumber()  # nothing is thrown for him
    assert equipped(do.Shuffle(), table, LIVE_DEALER).dice is None


def test_an_automatic_tables_dice_are_thrown_with_the_shuffle():
    table = Sitting("supreme-99", number_by="dice", dealer="automatic").table
    throws = {equipped(do.Shuffle(dice=(6, 6, 7)), table, AUTOMATIC_DEALER).dice for _ in range(50)}
    assert len(throws) > 10
    assert all(len(dice) == 3 and set(dice) <= set(range(1, 7)) for dice in throws)


def test_the_cards_that_a_dealer_enters_are_kept_and_their_nonce_is_not_his():
    table = Sitting("san-lo", shuffler="manual").table
    cards = parse("As Kd Jk 2c 3c 4c")
    command = equipped(do.EnterPacket(place=4, cards=cards, nonce="known"), table, LIVE_DEALER)
    assert (command.place, command.cards) == (4, cards)
    assert len(bytes.fromhex(command.nonce)) == 32


def test_the_software_that_opens_a_table_is_this_one():
    terms = Terms(game="san-lo")
    opened = equipped(do.OpenTable(terms=terms, software="another"), Sitting(opened=False).table, SUPERVISOR)
    assert (opened.terms, opened.software) == (terms, __version__)


def test_every_field_of_the_edge_is_filled_anew():
    """Whatever people put there: a game at which each of them is looked at, and no command left out."""
    table = Sitting("san-lo").table
    odd = {
        "order": (0,),
        "nonce": "odd",
        "number": 99,
        "dice": (6, 6, 7),
        "terms": "odd",
        "software": "odd",
        "rules": -1,
        "gains": "odd",
        "shown_micros": -1,
        "gains_by_name": {"odd": None},
        "shown_by_name": {"odd": -1},
        "on_duty": ("nobody you know",),
        "proved": ("0" * 64,),
        "ceiling": Ceiling(cents=Cents(1_000_00), approved="nobody", since="2026-03-01"),
    }
    needs = {do.OpenTable: {"terms": Terms(game="san-lo")}, do.EnterPacket: {"place": 1, "cards": ()}}
    needs[do.AcknowledgePayout] = {"seat": 1, "wager": "Main Bet"}
    needs[do.ProposeCards] = {"packets": {}, "note": "misread"}
    for kind in do.COMMANDS:
        given = {field: odd[field] for field in kind.edge if kind.by != {Role.AUTOMATIC}}  # that people give
        if given:
            command = with_meters(
                equipped(kind(**needs.get(kind, {}), **given), table, LIVE_DEALER), {THE_METER: opened().state}
            )
            for field, value in given.items():
                assert getattr(command, field) != value, f"{kind.__name__}.{field}"


def test_all_other_commands_go_through_as_they_are():
    table = Sitting("san-lo").table
    command = do.PlaceWager(seat=4, wager="Main Bet", cents=25_00)
    assert equipped(command, table, player_at(4)) is command


def test_a_closed_table_has_no_pack_and_the_rules_say_so():
    command = do.Shuffle(nonce="x")
    assert equipped(command, Sitting(opened=False).table, LIVE_DEALER) is command


def test_two_shuffles_never_share_a_nonce():
    table = Sitting("supreme-99").table
    shuffles = [equipped(do.Shuffle(), table, LIVE_DEALER) for _ in range(500)]
    packets = [equipped(do.EnterPacket(place=1, cards=()), table, LIVE_DEALER) for _ in range(500)]
    assert len({command.nonce for command in (*shuffles, *packets)}) == 1_000
    assert len({command.order for command in shuffles}) == 500
