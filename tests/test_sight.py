"""What a wager looks at. A sight's `classes` must be nothing but the whole population, seen and counted."""

import random
from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import JOKER, Card, Pack, card, parse, rank_of, suit_of
from houseway.games.match_em import points
from houseway.ranking import three_card
from houseway.sight import FACES, MATCHES, RANKS, Grades, PokerShape
from tests.oracle import match_em

POINTS = Grades("points", points)
FIVE = PokerShape(length=5)
WITH_JOKER = Pack(joker=True)


def counted(sight, pack, size, dealer_size=0):
    """The classes, each of them listed once."""
    listed = list(sight.classes(pack, size, dealer_size))
    found = Counter()
    for seen, ways in listed:
        found[seen] += ways
    return found


def enumerated(sight, pack, size):
    """Every hand of the pack, seen."""
    return Counter(sight.see(hand, ()) for hand in combinations(pack.cards(), size))


def hands_of(pack, size):
    cards = pack.cards()
    places = st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size, unique=True)
    return places.map(lambda chosen: tuple(cards[i] for i in chosen))


def renamed(cards, suits):
    return tuple(c if c == JOKER else card(rank_of(c), suits[suit_of(c)]) for c in cards)


# ---- ranks, points -------------------------------------------------------------------------------


def test_ranks_are_seen_from_the_highest_down():
    assert RANKS.see(parse("2c As Td Ah")) == (14, 14, 10, 2)


def test_all_270725_hands_of_four_are_the_classes_of_ranks():
    assert counted(RANKS, Pack(), 4) == enumerated(RANKS, Pack(), 4)
    assert len(counted(RANKS, Pack(), 4)) == 1820


def test_all_22100_hands_of_three_are_the_classes_of_points():
    assert counted(POINTS, Pack(), 3) == enumerated(POINTS, Pack(), 3)
    assert POINTS.see(parse("Ks Jd Ah")) == (11, 0, 0)


def test_two_decks_of_ranks_are_enumerated_too():
    assert counted(RANKS, Pack(2), 3) == enumerated(RANKS, Pack(2), 3)


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("sight", [RANKS, POINTS], ids=lambda sight: sight.name)
def test_classes_of_grades_are_all_the_hands_of_a_shoe(sight, decks):
    for size in range(1, 6):
        assert counted(sight, Pack(decks), size).total() == comb(52 * decks, size)


def test_every_card_of_a_grade_is_held_once_a_copy():
    held = POINTS.held(Pack(2))
    assert [len(cards) for cards in held.values()] == [8] * 10 + [24]
    assert sorted(c for cards in held.values() for c in cards) == sorted(Pack(2).cards())


# ---- the shape of a poker hand -------------------------------------------------------------------


def test_a_shape_is_ranks_held_how_many_alike_a_flush_and_the_joker():
    assert FIVE.see(parse("As Ad 8h 8c 8d Jk")) == ((14, 8), (3, 3), (), True)
    assert FIVE.see(parse("Ks Qs 9s 2d 3d 3h")) == ((13, 12, 9, 3, 2), (2, 1, 1, 1, 1), (), False)


def test_beside_a_flush_a_shape_does_not_look_at_the_ranks_held():
    assert FIVE.see(parse("As Ks Qs 9s 2s 2d")) == ((), (2, 1, 1, 1, 1), (14, 13, 12, 9, 2), False)
    assert FIVE.see(parse("Ks Qs 9s 2s 3d Jk")) == ((), (1,) * 6, (13, 12, 9, 2), True)


@pytest.mark.parametrize(
    ("length", "size", "pack"),
    [(3, 3, Pack(joker=True)), (3, 4, Pack()), (4, 4, Pack(joker=True)), (2, 2, Pack()), (5, 4, Pack(joker=True))],
    ids=str,
)
def test_all_hands_of_a_small_size_are_the_classes_of_their_shape(length, size, pack):
    shape = PokerShape(length=length)
    assert counted(shape, pack, size) == enumerated(shape, pack, size)


def test_six_card_classes_are_all_22957480_hands():
    found = counted(FIVE, WITH_JOKER, 6)
    assert found.total() == comb(53, 6) == 22_957_480
    assert sum(ways for (_, _, _, joker), ways in found.items() if joker) == comb(52, 5)
    assert all(ways > 0 for ways in found.values())


def test_every_six_card_hand_has_a_class():
    found = counted(FIVE, WITH_JOKER, 6)
    dealt = random.Random(6)
    for _ in range(20_000):
        assert FIVE.see(tuple(dealt.sample(WITH_JOKER.cards(), 6))) in found


@pytest.mark.parametrize(
    ("ranks", "joker"),
    [
        ("A K 7 6 3 2", False),
        ("K Q 9 6 3", False),
        ("A 8 5 3", False),
        ("9 5 2", False),
        ("A 4", False),
        ("A K 7 6 3", True),
        ("J 9 6 5 2", True),
        ("A T 5 3", True),
        ("8 7 3", True),
        ("A 3", True),
        ("6 5", True),
    ],
)
def test_a_six_card_class_is_as_many_hands_as_its_ranks_can_make(ranks, joker):
    """For every number of ranks, with and without an ace and the joker: all hands of just these, no flush."""
    held = tuple(rank_of(c) for c in parse(ranks.replace(" ", "c ") + "c"))
    cards = [card(r, s) for r in held for s in range(4)]
    made = Counter(FIVE.see(hand + (JOKER,) * joker) for hand in combinations(cards, 6 - joker))
    of_these_ranks = {shape: ways for shape, ways in made.items() if shape[0] == held}
    found = counted(FIVE, WITH_JOKER, 6)
    assert of_these_ranks == {shape: ways for shape, ways in found.items() if (shape[0], shape[3]) == (held, joker)}


@pytest.mark.parametrize(
    ("length", "size", "suited", "joker"),
    [
        (5, 6, "As Ks Qs 9s 3s 2s", False),
        (5, 6, "As Ks Qs 9s 2s", False),
        (5, 6, "Ks Qs 9s 3s 2s", False),
        (5, 6, "As Ks 9s 3s 2s", True),
        (5, 6, "Qs Js 9s 3s 2s", True),
        (5, 6, "As Ks Qs 2s", True),
        (5, 6, "9s 8s 7s 2s", True),
        (3, 5, "As 9s 2s", False),
        (3, 5, "Ks 9s 2s", False),
    ],
)
def test_a_class_with_a_flush_is_as_many_hands_as_can_be_dealt_around_it(length, size, suited, joker):
    """Just these spades and any cards of the other suits, and the same for each of the four suits."""
    shape = PokerShape(length=length)
    flush = parse(suited)
    others = [c for c in Pack().cards() if suit_of(c) != suit_of(flush[0])]
    rest = combinations(others, size - joker - len(flush))
    made = Counter(shape.see(flush + more + (JOKER,) * joker) for more in rest)
    of_these_ranks = tuple(rank_of(c) for c in flush)
    found = counted(shape, Pack(joker=length == 5), size)
    assert {seen: 4 * ways for seen, ways in made.items()} == {
        seen: ways for seen, ways in found.items() if (seen[2], seen[3]) == (of_these_ranks, joker)
    }


@pytest.mark.parametrize(("length", "size", "joker"), [(3, 5, False), (4, 5, True), (4, 7, False), (5, 7, True)])
def test_classes_of_shapes_are_all_the_hands_of_a_pack(length, size, joker):
    pack = Pack(joker=joker)
    assert counted(PokerShape(length=length), pack, size).total() == comb(len(pack), size)


@given(hands_of(WITH_JOKER, 6), st.sampled_from(list(permutations(range(4)))), st.randoms())
def test_a_shape_forgets_the_names_of_suits_and_the_order_of_cards(cards, suits, shuffled):
    other = list(renamed(cards, suits))
    shuffled.shuffle(other)
    assert FIVE.see(tuple(other)) == FIVE.see(cards)


# ---- the very cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2])
def test_all_hands_of_three_are_the_classes_of_faces(decks):
    assert counted(FACES, Pack(decks), 3) == enumerated(FACES, Pack(decks), 3)


@pytest.mark.parametrize("decks", range(1, 9))
def test_classes_of_faces_are_all_the_hands_of_a_shoe(decks):
    assert counted(FACES, Pack(decks), 3).total() == comb(52 * decks, 3)


def test_one_deck_has_no_twins():
    assert all(len(set(seen)) == 3 for seen in counted(FACES, Pack(), 3))
    assert any(len(set(seen)) == 1 for seen in counted(FACES, Pack(3), 3))


@given(hands_of(Pack(8), 3))
def test_faces_keep_the_hand_up_to_the_names_of_suits(cards):
    seen = FACES.see(cards)
    assert any(Counter(renamed(cards, suits)) == Counter(seen) for suits in permutations(range(4)))


@given(hands_of(Pack(8), 3), st.sampled_from(list(permutations(range(4)))), st.randoms())
def test_what_is_judged_by_faces_does_not_change_when_suits_are_renamed(cards, suits, shuffled):
    other = list(renamed(cards, suits))
    shuffled.shuffle(other)
    assert three_card.line(FACES.see(tuple(other))) == three_card.line(cards)


# ---- matches -------------------------------------------------------------------------------------


def test_matches_are_the_dealers_cards_of_a_rank_the_seat_holds():
    assert MATCHES.see(parse("As Kd Kc"), parse("Ad Ac Ks 2d 3d")) == 3
    assert MATCHES.see(parse("As Kd Kc"), parse("2s 3s 4s 5s 6s")) == 0


@pytest.mark.parametrize(("decks", "size", "dealer_size"), [(1, 1, 2), (2, 1, 2), (1, 2, 1), (1, 3, 1)])
def test_all_small_deals_are_the_classes_of_matches(decks, size, dealer_size):
    cards = Pack(decks).cards()
    found = Counter()
    for mine in combinations(range(len(cards)), size):
        others = [cards[i] for i in range(len(cards)) if i not in mine]
        hand = tuple(cards[i] for i in mine)
        for dealers in combinations(others, dealer_size):
            found[MATCHES.see(hand, dealers)] += 1
    assert counted(MATCHES, Pack(decks), size, dealer_size) == +found


@pytest.mark.soak
def test_three_cards_against_five_are_counted_by_one_hand_of_each_kind_and_all_dealers():
    """A hand's kind is how many ranks it holds; against each, all 1,906,884 hands of the dealer."""
    kinds = Counter(len({rank_of(c) for c in hand}) for hand in combinations(Pack().cards(), 3))
    found = Counter()
    for text, ranks_held in (("As Kd 7c", 3), ("As Ad 7c", 2), ("7s 7d 7c", 1)):
        hand = parse(text)
        held = {rank_of(c) for c in hand}
        dealers = match_em.dealer_hands(hand)
        matching = np.isin(dealers // 4 + 2, list(held)).sum(axis=1)
        for matches, times in enumerate(np.bincount(matching, minlength=6).tolist()):
            found[matches] += times * kinds[ranks_held]
    assert counted(MATCHES, Pack(), 3, 5) == found
    assert found.total() == comb(52, 3) * comb(49, 5)


@pytest.mark.parametrize("decks", range(1, 9))
def test_classes_of_matches_are_all_the_deals_of_a_shoe(decks):
    cards = 52 * decks
    assert counted(MATCHES, Pack(decks), 3, 5).total() == comb(cards, 3) * comb(cards - 3, 5)


@given(hands_of(Pack(2), 8), st.sampled_from(list(permutations(range(4)))))
def test_matches_do_not_look_at_suits(cards, suits):
    mine, dealers = cards[:3], cards[3:]
    assert MATCHES.see(renamed(mine, suits), renamed(dealers, suits)) == MATCHES.see(mine, dealers)
    assert MATCHES.see(mine, dealers) == match_em.matches(mine, dealers)


def test_only_matches_look_at_the_dealer():
    assert MATCHES.dealer
    assert not any(sight.dealer for sight in (RANKS, POINTS, FACES, FIVE))
    assert RANKS.see((Card(0),), parse("As")) == (2,)
