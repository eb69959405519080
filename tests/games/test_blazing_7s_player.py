"""Blazing 7's on the player's cards, clause by clause."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from houseway.analysis.advice import advise
from houseway.analysis.exact.figures import FOR_MAIN, bonus_counts, figures_of
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe_next import worths_on_next_card
from houseway.analysis.exact.tree import Tree
from houseway.cards import ACE, parse, rank_of
from houseway.game import DEALER, SEAT, Draw, Seen
from houseway.games import GAMES
from houseway.games.blazing_7s_player import AS_THEY_CAME, GAME, held
from houseway.ranking.blackjack import is_blackjack
from houseway.table.receipt import check
from tests.games.clauses import line, pays, seen_so, words
from tests.table.sitting import DEALER as DEALERS
from tests.table.sitting import DEALERS_STEPS, Sitting

VARIANT = GAMES["blazing-7s-player-diamonds"]
PLAY = 1
CARDS, SEVENS, ACES, TENS = 312, 24, 24, 96  # of six decks


def test_b7p_1_six_or_eight_decks():
    assert (tuple(GAME.decks), GAME.default_decks) == ((6, 8), 6)
    assert [wager.name for wager in GAME.main] == ["Bet", "Double"]


def test_b7p_2_the_hands_are_those_of_blackjack_but_a_pair_is_split_once():
    [draw] = [step for step in GAME.round if isinstance(step, Draw)]
    assert draw.more(seen_so(GAME, dealer="As 6c"))
    assert words(GAME, PLAY, seat="7s 7c", dealer="7h") == ["stand", "hit", "double", "split"]
    twice = Seen(
        pack=GAME.pack(), lying={SEAT.place: parse("7s 7c"), DEALER.place: parse("7h")}, said=("split",), hands=2
    )
    assert "split" not in [option.word for option in GAME.choices[PLAY].options(twice)]


@pytest.mark.parametrize(
    ("cards", "made", "with_diamonds"),
    [
        ("9d 8h", "lose", "lose"),
        ("9d 8h 7d", "lose", "lose"),
        ("7d 8h 7h", "one seven", "one seven"),
        ("8d 7h 7h 7h", "one seven", "one seven"),
        ("7d 7h", "two sevens", "two sevens"),
        ("7d 7h 5s", "two sevens", "two sevens"),
        ("7d 7h 7s", "three sevens", "three sevens"),
        ("7d 7h 7d", "three sevens of one colour", "three sevens of one colour"),
        ("7s 7s 7s", "three suited sevens", "three suited sevens"),
        ("7d 7d 7d", "three suited sevens", "three sevens of diamonds"),
        ("7d 7d 7d 2c", "three suited sevens", "three sevens of diamonds"),
        ("7d 5s | 7h 7d", "two sevens", "two sevens"),
        ("7d 7d 3s | 7d 5s", "three suited sevens", "three sevens of diamonds"),
        ("7c 7s | 7c 5s 9h", "three sevens of one colour", "three sevens of one colour"),
        ("8d 7d | 8h 7s", "lose", "lose"),
    ],
)
def test_b7p_3_and_4_the_first_three_cards_as_they_came(cards, made, with_diamonds):
    for wager in ("Blazing 7's", "Progressive"):
        assert line(GAME, wager, seat=cards) == made
        assert line(VARIANT, wager, seat=cards) == with_diamonds


def test_b7p_5_the_pays():
    first, other = pays(GAME, "Blazing Sevens Progressive"), pays(VARIANT, "Blazing Sevens of Diamonds Progressive")
    assert first["three suited sevens"] == other["three sevens of diamonds"] == "100%"
    assert first["three sevens of one colour"] == other["three suited sevens"] == "10%"
    assert other["three sevens of one colour"] == "500 for 1"


@pytest.mark.parametrize(
    ("drawn", "said", "made"),
    [
        ("7s 3s 9c 9h", ("split", "stand", "stand"), "three sevens"),
        ("3s 7d 9c 9h", ("split", "stand", "stand"), "two sevens"),
        ("7h 9c 9h", ("hit",), "three sevens of one colour"),
        ("Ks 9c 9h", ("double",), "two sevens"),
        ("9c 9h", ("stand",), "two sevens"),
    ],
)
def test_b7p_4_at_a_table_the_third_card_is_the_first_that_comes(drawn, said, made):
    sitting = Sitting(GAME.slug, seats=(2,)).bets(main=25_00, wagers={"Blazing 7's": 5_00})
    sitting.deals({2: "7d 7d", DEALERS: "6h Tc", "drawn": drawn})
    while sitting.stage in DEALERS_STEPS:
        sitting.dealing.gives(DEALERS_STEPS[sitting.stage])
    for word in said:
        sitting.player(2).says(word)
    sitting.ends()
    results = sitting.table.previous.spots[2].results
    assert [result.line for result in results if result.wager == "Blazing 7's"] == [made]
    assert check(sitting.receipt())[1] == []


# ---- the mathematics ---------------------------------------------------------------------------------


def test_two_sevens_always_draw_unless_the_dealer_has_a_blackjack():
    """Counted by hand: best play draws to two sevens against every card or splits them. Ordered deals of the seat's
    three cards and the dealer's two."""
    counts = bonus_counts(GAME, GAME.wager("Progressive"))
    left = CARDS - 3
    goes_on = left * (left - 1) - 2 * ACES * TENS
    goes_on_with = Counter(
        {
            "three suited sevens": 4 * 6 * 5 * 4 * goes_on,
            "three sevens of one colour": 2 * (12 * 11 * 10 - 2 * 6 * 5 * 4) * goes_on,
            "three sevens": (24 * 23 * 22 - 2 * 12 * 11 * 10) * goes_on,
        }
    )
    assert {name: counts[name] for name in goes_on_with} == goes_on_with
    total = CARDS * (CARDS - 1) * (CARDS - 2) * left * (left - 1)
    assert sum(counts.values()) == total
    assert counts["one seven"] * CARDS * (CARDS - 1) == total * 2 * SEVENS * (CARDS - SEVENS)
    [figures] = figures_of(GAME, GAME.wager("Blazing 7's"), GAME.paytable("Blazing Sevens"))
    assert (figures.play, figures.house_edge) == (FOR_MAIN, Fraction(30621839, 710011445))


def test_a_third_card_comes_where_best_play_takes_one():
    """From few cards: every order of the first five, one by one, and what the seat does as the judge says."""
    asked = question(GAME, cards=parse("7d 7d 7d 7h 6s Ks Kh Kd As"))
    assert worths_on_next_card(asked, AS_THEY_CAME) == by_hand(asked)


def test_a_seat_that_stands_has_no_third_card():
    pack = parse("7d 7d 7d 7h 6s Ks Kh Kd Kc As")
    asked = question(GAME, cards=pack, policy=lambda number, seen, options: options[0])
    assert worths_on_next_card(asked, AS_THEY_CAME) == Counter(held(deal[:2]) for deal in permutations(pack, 5))


def by_hand(asked):
    best, found = {}, Counter()
    for first, second, up, hidden, third in permutations(asked.cards, 5):
        mine = first, second
        if set(map(rank_of, mine)) == {7} and not is_blackjack((up, hidden)):
            key = *sorted(mine), up
            best[key] = best.get(key) or says_the_judge(asked, mine, up)
            mine = mine if best[key] == "stand" else (*mine, third)
        found[held(mine)] += 1
    return found


def says_the_judge(asked, mine, up):
    said = ("no insurance",) if rank_of(up) == ACE else ()
    values = Tree(asked).options(Seen(pack=asked.pack, lying={SEAT.place: mine, DEALER.place: (up,)}, said=said))
    return max(values, key=values.__getitem__).word


def test_the_coach_plays_for_the_bet():
    """Whatever lies on the sevens."""
    seen = seen_so(GAME, "hit", "stand", seat="7s 7c 4d", dealer="Th 9c")
    advice = advise(GAME, seen, stakes={"Bet": 500, "Blazing 7's": 500, "Progressive": 100})
    assert advice.stakes == {"Bet": 500}
    assert advice.cost == 0
