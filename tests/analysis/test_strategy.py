"""Short strategies: what they say, what it costs to know no more, and that a longer card is a better one."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

import houseway
from houseway import strategy
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.options import rankings, spelled
from houseway.analysis.exact.question import question
from houseway.analysis.packets import set_game
from houseway.analysis.rule_cards import rule_cards
from houseway.analysis.split_strategy import card_policy
from houseway.analysis.strategy import Length, chosen
from houseway.cards import parse
from houseway.games import GAMES
from houseway.games.match_em import glance
from houseway.ways.player_cards import amounts, cards_of
from tests.soak import more, telling

ACES = ["no ace", "one ace", "two aces", "three aces"]
S99, SAN_LO, MATCH_EM = GAMES["supreme-99"], GAMES["san-lo"], GAMES["match-em"]


def edge(game, decks=None, policy=None):
    return main_figures(question(game, decks=decks, policy=policy)).house_edge


def hands_of_match_em():
    """Every class of hands: what is glanced at, the number of hands, and what each choice wins."""
    for each in rankings(MATCH_EM):
        words = {
            " + ".join((word, *adds)): worth.expectation
            for worth in each.options
            for word, adds in [spelled(worth.option, each.words)]
        }
        yield glance(each.seen), each.ways, words


# ---- a card of every length ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "decks"),
    [(MATCH_EM, 8), pytest.param(S99, 1, marks=pytest.mark.soak), pytest.param(MATCH_EM, 1, marks=pytest.mark.soak)],
    ids=["ME-8", "S99", "ME"],
)
def test_a_longer_card_costs_less_and_none_costs_less_than_nothing(game, decks):
    found = strategy(game, decks=decks)
    for shorter, longer in pairwise(found.curve):
        assert shorter.lines < longer.lines and shorter.house_edge > longer.house_edge
    assert all(found.cost_of(length) >= 0 for length in found.curve)
    assert Length(len(found.rows), found.house_edge) in found.curve


@pytest.mark.parametrize("lines", telling(((6,),), (1, 4, 6, 9)))
def test_the_card_of_at_most_so_many_lines_is_the_best_of_them(lines):
    found = strategy(S99, lines=lines)
    assert len(found.rows) <= lines
    assert found.house_edge == min(length.house_edge for length in found.curve if length.lines <= lines)


def test_without_a_number_no_line_worth_learning_can_be_added():
    """A line more is worth learning for a twentieth of a percent of a bet."""
    curve = [Length(n, Fraction(edge, 10_000)) for n, edge in ((1, 100), (2, 98), (4, 84), (5, 80), (6, 79))]
    assert chosen(curve, None) == 2
    assert chosen(curve, 5) == 3
    assert chosen(curve, 3) == 1
    with pytest.raises(ValueError, match="the shortest card has 1"):
        chosen(curve, 0)


# ---- a table by glance ---------------------------------------------------------------------------


def test_match_em_is_played_by_aces_and_total():
    found = strategy(MATCH_EM, lines=11)
    assert found.basis == "total, aces as 1"
    assert [(row.when, row.choose) for row in found.rows] == [
        ("no ace, 0 to 6", "LO + Double Down"),
        ("no ace, 7 to 13", "LO"),
        ("no ace, 14 to 21", "HI"),
        ("no ace, 22 to 30", "HI + Double Down"),
        ("one ace, 1 to 6", "LO + Double Down"),
        ("one ace, 7 to 8", "LO"),
        ("one ace, 9 to 10", "HI"),
        ("one ace, 11 to 21", "HI + Double Down"),
        ("two aces or three aces, 2", "LO + Double Down"),
        ("two aces or three aces, 3 to 12", "HI + Double Down"),
    ]


@pytest.mark.parametrize("decks", telling(((6,),), (1, 6, 8)))
def test_the_rows_are_all_hands_and_the_cost_is_exact(decks):
    found = strategy(MATCH_EM, decks=decks)
    assert sum(row.hands for row in found.rows) == comb(52 * decks, 3)
    assert found.best_edge == edge(MATCH_EM, decks)
    assert 0 <= found.cost == found.house_edge - found.best_edge
    assert found.decks == decks


@pytest.mark.parametrize("lines", [2, 6, 11])
def test_a_player_who_reads_the_table_has_the_edge_it_promises(lines):
    """The rows read back as a person reads them, and priced hand by hand."""
    found = strategy(MATCH_EM, lines=lines)
    rows = {}
    for row in found.rows:
        who, numbers = row.when.split(", ")
        first, _, last = numbers.partition(" to ")
        rows |= {(one, n): row.choose for one in who.split(" or ") for n in range(int(first), int(last or first) + 1)}
    total = Fraction(0)
    for seen, ways, words in hands_of_match_em():
        total += words[rows[seen]] * ways
    assert found.house_edge == -total / comb(52, 3)


def test_no_table_of_two_lines_is_better_than_the_one_that_is_found():
    """Every table of two lines: a line for some rows and one for the others, or one number at which all rows turn."""
    worths, hands = {}, 0
    for seen, ways, worth_of in hands_of_match_em():
        hands += ways
        for word, worth in worth_of.items():
            worths[seen, word] = worths.get((seen, word), 0) + worth * ways
    words = {words for _, words in worths}
    seen = {glance for glance, _ in worths}

    def best(of):
        return max(sum(worths[glance, each] for glance in of) for each in words)

    cuts = [[g for g in seen if g[1] <= number] for number in range(30)]
    cuts += [[g for g in seen if g[0] in ACES[:n]] for n in (1, 2, 3)]
    most = max(best(cut) + best([g for g in seen if g not in cut]) for cut in cuts if 0 < len(cut) < len(seen))
    [two] = [length for length in strategy(MATCH_EM).curve if length.lines == 2]
    assert two.house_edge == -most / hands


# ---- rules for hands to set ------------------------------------------------------------------------


def test_supreme_99_is_learned_in_a_few_lines_that_cost_far_less_than_the_house_way():
    """Twelve exceptions to the house way used to cost 0.527 %."""
    found = strategy(S99)
    costs = {length.lines: found.cost_of(length) for length in found.curve}
    assert costs[3] < Fraction(54, 10_000)
    assert costs[6] < Fraction(17, 10_000)
    assert found.cost < Fraction(17, 10_000) and len(found.rows) == 6
    assert sum(row.hands for row in found.rows) == comb(52, 4)


@pytest.mark.parametrize(
    "card",
    [pytest.param(card, marks=() if card.length == 6 else pytest.mark.soak) for card in cards_of(S99)],
    ids=lambda card: f"{card.length} lines",
)
def test_every_card_of_supreme_99_is_worth_what_its_file_says(card):
    found = strategy(S99, lines=card.length)
    assert edge(S99, policy=found.policy) == found.house_edge <= card.house_edge
    assert card.house_edge in {length.house_edge for length in found.curve} or card.asks != found.asks


@pytest.mark.soak
def test_one_line_is_the_house_way_and_alone_nobody_is_asked():
    assert strategy(S99, lines=1).house_edge == edge(S99, policy=AsHouseWay(S99.way))
    assert [row.choose for row in strategy(S99, lines=1).rows] == ["Ask for the house way."]
    alone = strategy(S99, lines=6, alone=True)
    assert not alone.asks and not any("house way" in row.choose for row in alone.rows)


@pytest.mark.soak
def test_a_game_that_brings_no_cards_gets_rules_by_a_search():
    cards = rule_cards(set_game(S99, 1), 3)
    best = {n: min(card.house_edge for card in cards if card.length == n) for n in (1, 2, 3)}
    assert best[3] < best[2] < best[1]
    for card in cards:
        assert edge(S99, policy=card.policy) == card.house_edge
        assert sum(row.hands for row in card.rows()) == comb(52, 4)


def test_two_nines_and_two_zeros_are_better_laid_as_nine_and_nine():
    best, *_ = houseway.decide("supreme-99", parse("9s 9d Kc Qh")).options
    assert [S99.hand_name(hand) for hand in best.option.cut] == ["9 points", "9 points"]


# ---- Fortune San Lo Poker ----------------------------------------------------------------------------


@pytest.mark.soak  # the points card below is its short sibling
def test_san_los_short_strategy_is_no_worse_than_copying_the_house_way():
    solution = houseway.solve("san-lo")
    found = houseway.strategy("san-lo")
    assert found.asks and found.house_edge <= solution.value(solution.house).main_edge()
    assert houseway.strategy("san-lo", lines=2).house_edge < found.house_edge


def test_a_player_of_san_lo_who_sets_alone_learns_a_points_card():
    found = houseway.strategy("san-lo", lines=12, alone=True)
    assert not found.asks and len(found.rows) == 12
    assert found.cost < Fraction(6, 1_000)
    assert {row.when.split()[0] for row in found.rows} == {"High", "Mid", "Low"}


@pytest.mark.parametrize(
    "card", cards_of(SAN_LO)[:: more(24, 4)], ids=lambda card: f"{card.length} lines, asks {card.asks}"
)
def test_every_card_of_san_lo_is_worth_what_its_file_says(card):
    solution = houseway.solve("san-lo")
    assert solution.value(card_policy(SAN_LO, solution.house, card)).main_edge() == card.house_edge
    if card.way and card.way.points:
        assert len(amounts(card.way)) == card.length


def test_no_line_of_a_card_says_1_points_and_a_points_card_says_how_it_counts():
    assert not any("1 points" in row.choose for row in strategy(S99).rows)
    basis = houseway.strategy("san-lo", alone=True).basis
    assert "its best line alone" in basis and basis.endswith("then Mid, then High")
