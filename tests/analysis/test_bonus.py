"""Bonus wagers: every line counted, and what follows from the counts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from houseway.analysis.design.task import FixedLines
from houseway.analysis.exact.figures import bonus_counts, bonus_figures
from houseway.analysis.exact.looks import by_names_of_suits
from houseway.analysis.figures import Figures, Line, decimal, percent, short_percent, square_root
from houseway.analysis.progressive import progressive
from houseway.cards import Cards, Pack, card, rank_of, suit_of
from houseway.games import GAMES
from houseway.sight import FACES
from tests.oracle import match_em, supreme_99

S99, SAN_LO, MATCH_EM = GAMES["supreme-99"], GAMES["san-lo"], GAMES["match-em"]


def figures(game, paytable, decks=None):
    table = game.paytable(paytable)
    return bonus_figures(game, game.wager(table.wager), table, decks)


EDGES = [  # game, paytable, decks, house edge as written
    (S99, "Pair Fortunes", 1, "9852/270725"),
    (SAN_LO, "FSLP-01", 1, "109077/5739370"),
    (SAN_LO, "FSLP-02", 1, "187813/5739370"),
    (SAN_LO, "FSLP-03", 1, "266549/5739370"),
    (SAN_LO, "FSLP-04", 1, "315773/5739370"),
    (MATCH_EM, "A1", 1, "10311391/22511825"),
    (MATCH_EM, "A2", 1, "10336071/22511825"),
    (MATCH_EM, "A3", 1, "10722351/22511825"),
    (MATCH_EM, "B1", 1, "83/325"),
    (MATCH_EM, "B2", 1, "278/1105"),
    (MATCH_EM, "B3", 1, "1416/5525"),
    (MATCH_EM, "A1", 8, "87445693582652/2798415487510545"),
    (MATCH_EM, "A2", 8, "111570429450512/2798415487510545"),
    (MATCH_EM, "A3", 8, "46404741000724/932805162503515"),
    (MATCH_EM, "B1", 8, "4136/124085"),
    (MATCH_EM, "B2", 8, "956/24817"),
    (MATCH_EM, "B3", 8, "18188/372255"),
]


@pytest.mark.parametrize(("game", "paytable", "decks", "edge"), EDGES, ids=lambda v: getattr(v, "slug", str(v)))
def test_the_house_edge_of_every_bonus_wager(game, paytable, decks, edge):
    assert figures(game, paytable, decks).house_edge == Fraction(edge)


def test_pair_fortunes_is_3_64_percent_with_the_higher_line_first_and_4_70_with_the_pair_first():
    pair_first = S99.readings[0].wagers["Pair Fortunes"]
    counts = bonus_counts(S99, S99.wager("Pair Fortunes"), judge=pair_first)
    table = S99.paytable("Pair Fortunes")
    edge = -sum(table.net(line) * times for line, times in counts.items()) / comb(52, 4)
    assert percent(figures(S99, "Pair Fortunes").house_edge, 2) == "3.64%"
    assert (edge, percent(edge, 2)) == (Fraction(12732, 270725), "4.70%")


def test_a_suited_three_of_a_kind_cannot_be_dealt_from_one_deck():
    assert {line.name for line in figures(MATCH_EM, "B1", 1).lines if not line.combinations} == {
        "Suited 3 of a Kind",
        "Suited Pair",
    }
    assert {line.name for line in figures(MATCH_EM, "B1", 2).lines if not line.combinations} == {"Suited 3 of a Kind"}


# ---- the same from real cards --------------------------------------------------------------------


def test_pair_fortunes_agrees_with_all_270725_real_hands():
    """Each hand is paid by the oracle, which looks for 9-9 in the splits themselves."""
    pays = {"Four of a Kind": 300, "Two Pair": 15, "9-9": 6, "Pair": 1, "lose": -1}
    paid = squares = hits = 0
    of_ranks = {}
    for cards in combinations(range(52), 4):
        ranks = (cards[0] // 4, cards[1] // 4, cards[2] // 4, cards[3] // 4)
        if ranks not in of_ranks:
            of_ranks[ranks] = pays[supreme_99.pair_fortunes(cards, a_pair_is_never_nine_nine=False)]
        net = of_ranks[ranks]
        paid += net
        squares += net * net
        hits += net > 0
    found = figures(S99, "Pair Fortunes")
    total = comb(52, 4)
    assert found.combinations == total
    assert found.house_edge == Fraction(-paid, total)
    assert found.hit_frequency == Fraction(hits, total)
    assert found.variance == Fraction(squares, total) - Fraction(paid, total) ** 2


@pytest.mark.parametrize("decks", [1, 2])
def test_poker_bonus_agrees_with_every_real_hand_of_a_shoe(decks):
    """22,100 hands of one deck and 182,104 of two."""
    table = MATCH_EM.paytable("B1")
    paid = Fraction(0)
    of_cards = {}
    for cards in combinations(Pack(decks).cards(), 3):
        if cards not in of_cards:
            of_cards[cards] = table.net(match_em.poker_line(cards))
        paid += of_cards[cards]
    assert figures(MATCH_EM, "B1", decks).house_edge == -paid / comb(52 * decks, 3)


# ---- what follows from lines ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "paytable"),
    [(S99, "Pair Fortunes"), (SAN_LO, "FSLP-01"), (MATCH_EM, "A1"), (MATCH_EM, "B3")],
    ids=lambda v: getattr(v, "slug", v),
)
def test_lines_are_a_whole_and_their_contributions_are_the_edge(game, paytable):
    found = figures(game, paytable)
    assert sum(line.probability for line in found.lines) == 1
    assert -sum(line.contribution for line in found.lines) == found.house_edge
    assert found.hit_frequency == 1 - found.lines[-1].probability
    assert [line.name for line in found.lines] == [*game.paytable(paytable).lines, "lose"]
    assert found.element_of_risk == found.house_edge
    mean = -found.house_edge
    assert found.variance == sum(line.probability * (line.net - mean) ** 2 for line in found.lines)


def test_figures_of_a_fair_coin():
    """Win 1 to 1, lose, and push, in equal parts."""
    lines = (
        Line("win", 1, "1 to 1", Fraction(1), 3),
        Line("push", 1, "push", Fraction(0), 3),
        Line("lose", 1, "lose", Fraction(-1), 3),
    )
    coin = Figures(game="coin", wager="heads", paytable="fair", approved=False, digest="", lines=lines)
    assert (coin.house_edge, coin.hit_frequency, coin.variance) == (0, Fraction(1, 3), Fraction(2, 3))
    assert str(coin.standard_deviation).startswith("0.81649658")
    assert coin.combinations == 3


def test_a_paytable_knows_where_it_comes_from():
    found = figures(SAN_LO, "FSLP-01")
    assert found.approved
    assert found.digest == SAN_LO.paytable("FSLP-01").digest
    digests = {table.digest for table in SAN_LO.paytables.values()}
    assert len(digests) == len(SAN_LO.paytables)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(1, 8), 2, "0.13"),  # halves away from zero
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(7, 2), 0, "4"),
        (Fraction(12345), 1, "12345.0"),
    ],
)
def test_a_fraction_is_printed_to_so_many_places(value, places, text):
    assert decimal(value, places) == text


def test_percentages():
    assert percent(Fraction(12732, 270725)) == "4.7029%"
    assert short_percent(Fraction(21, 100)) == "21.00%"
    assert short_percent(Fraction(30331, 100000)) == "30.331%"


def test_a_square_root_to_thirty_digits():
    assert str(square_root(Fraction(2))) == "1.41421356237309504880168872421"


# ---- what is counted, and what may be ------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2, 8])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_few_cards_are_counted_by_the_names_of_suits_as_by_their_faces(size: int, decks: int):
    counts = by_class(by_names_of_suits(decks, size))
    assert counts == by_class(FACES.classes(Pack(decks), size))
    assert counts.total() == comb(52 * decks, size)


def by_class(looks: Iterable[tuple[Cards, int]]) -> Counter[Cards]:
    """The ways of all hands that are the same but for the names of suits."""
    counts: Counter[Cards] = Counter()
    for cards, ways in looks:
        renamed = ([card(rank_of(c), suits[suit_of(c)]) for c in cards] for suits in permutations(range(4)))
        counts[min(tuple(sorted(each)) for each in renamed)] += ways
    return counts


def test_a_wager_that_a_fold_would_lose_has_no_figures_by_counting():
    own = GAMES["caribbean-stud"]
    wager = next(wager for wager in own.wagers if getattr(wager, "progressive", False))
    table = own.paytables_of(wager)[0]
    lost = replace(wager, outlives=False)
    game = replace(own, wagers=tuple(lost if each is wager else each for each in own.wagers))
    says = f"caribbean-stud: what a seat does changes how the {wager.name} ends"
    for figures_by_counting in (bonus_figures, progressive, FixedLines.of):
        assert figures_by_counting(own, wager, table)
        with pytest.raises(ValueError, match=says):
            figures_by_counting(game, lost, table)
