"""The main games: exact, and agreeing with real cards tried one by one and with rounds dealt at random."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.options import rankings, solved
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Line
from houseway.cards import parse
from houseway.games import GAMES
from houseway.paytable import Odds, Pay, Paytable
from tests.oracle import match_em, supreme_99
from tests.soak import telling

S99, MATCH_EM = GAMES["supreme-99"], GAMES["match-em"]
S99_HOUSE_WAY = AsHouseWay(S99.way)

MATCH_EM_EDGES = {
    1: "4424053/376269075",
    2: "37367852597/1803028662435",
    3: "1713249163/73216808275",
    4: "2184741881501/88461573536427",
    5: "8280307675681/325190493772144",
    6: "41088911846419/1582269735331285",
    7: "8868093121099/336846589874223",
    8: "322494571578889/12126467112545695",
}


@pytest.fixture(scope="module")
def s99_best():
    return main_figures(question(S99))


# ---- the edges -----------------------------------------------------------------------------------


def test_supreme_99_with_best_play(s99_best):
    assert s99_best.house_edge == Fraction(19892136, 1463268625)
    assert s99_best.play == "best play"
    assert [(line.name, line.combinations) for line in s99_best.lines] == [
        ("copy both", 656_876_664),
        ("win both", 13_681_797_390),
        ("one each", 21_313_575_504),
        ("lose", 17_025_420_942),
    ]
    assert s99_best.combinations == comb(52, 4) * comb(48, 4)


def test_supreme_99_with_the_house_way():
    figures = main_figures(question(S99, policy=S99_HOUSE_WAY), play="house way")
    assert figures.house_edge == Fraction(2872696, 105355341)
    assert figures.play == "house way"


@pytest.mark.parametrize(("decks", "edge"), MATCH_EM_EDGES.items())
def test_match_em_with_one_to_eight_decks(decks, edge):
    figures = main_figures(question(MATCH_EM, decks=decks))
    assert figures.house_edge == Fraction(edge)
    assert figures.decks == decks
    assert figures.combinations == comb(52 * decks, 3) * comb(52 * decks - 3, 5)


def test_match_em_grows_dearer_with_every_deck():
    edges = [Fraction(edge) for edge in MATCH_EM_EDGES.values()]
    assert edges == sorted(edges)


def test_match_em_is_cheaper_by_all_that_is_staked():
    """A third of the hands is doubled, so that the element of risk is below the edge."""
    figures = main_figures(question(MATCH_EM))
    doubled = sum(line.probability for line in figures.lines if "Double Down" in line.name)
    assert figures.action == 1 + doubled == Fraction(7271, 5525)
    assert figures.element_of_risk == figures.house_edge / figures.action == Fraction(4424053, 495176913)
    assert [line.net for line in figures.lines] == [2, 1, -1, -2]


# ---- every deal of real cards, from a smaller pack -----------------------------------------------

FEW = {
    "fifteen cards of five ranks": "As Ad Ac 9s 9d 9c 9h Ks Kd Qs 5s 5d 5c 2s 2d",
    "all ranks once": "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s",
    "four of three ranks": "As Ad Ac Ah 8s 8d 8c 8h Ts Td Tc Th",
    "a pair of each": "As Ad 8s 8d 9s 9d Js Jd 4s 4d 5s 5d 7s",
}


@pytest.mark.parametrize("cards", FEW.values(), ids=FEW.keys())
def test_supreme_99_agrees_with_every_deal_of_a_small_pack(cards):
    few = parse(cards)
    best, house_way = supreme_99.edges(few)
    found = main_figures(question(S99, cards=few))
    assert found.house_edge == best
    assert main_figures(question(S99, cards=few, policy=S99_HOUSE_WAY)).house_edge == house_way
    assert best <= house_way
    assert found.combinations == comb(len(few), 4) * comb(len(few) - 4, 4)


SHOES = {
    "twelve cards": "As Ad 2s 4c 5s 7d 8c Ts Td Ks Qd Jc",
    "a shoe with twins": "As As As 2s 2s 9d 9d Tc Ks Ks Ks",
    "tens and faces": "Ts Td Tc Th 9s Ks Kd Kc Qs Js",
}


@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES.keys())
def test_match_em_agrees_with_every_deal_of_a_small_shoe(cards):
    few = parse(cards)
    assert main_figures(question(MATCH_EM, cards=few)).house_edge == match_em.edge(few)


def branches_of(game, mine):
    """How rounds end after each option of a hand."""
    method = solved(game)
    assert isinstance(method, GradedRemoval)
    return method.branches(method.once.seen(mine, ()))


# ---- sampled hands of the full pack, against every hand of the dealer ----------------------------


@pytest.mark.soak
@pytest.mark.parametrize("cards", telling((("7s 7d 7c 2h",),), ["As 9d 8c Ks", "7s 7d 7c 2h"]))
def test_supreme_99_hands_against_all_194580_hands_of_the_dealer(cards):
    mine = parse(cards)
    nets = {"copy both": 4, "win both": 1, "one each": 0, "lose": -1}
    dealers = Counter(map(supreme_99.house_way, combinations([c for c in range(52) if c not in mine], 4)))
    by_strength = {}
    for high, low in supreme_99.legal_splits(mine):
        my = supreme_99.strength(high), supreme_99.strength(low)
        by_strength[my] = Counter()
        for his, times in dealers.items():
            by_strength[my][supreme_99.settle(my, his)] += times
    branches = branches_of(S99, mine)
    assert len(branches) == len(supreme_99.legal_splits(mine))
    for option, ends in branches.items():
        assert ends.total == comb(48, 4)
        high, low = option.cut
        found = Counter({nets[end.lines[0].line]: times for end, times in ends.weights.items()})
        assert found == by_strength[supreme_99.strength(high), supreme_99.strength(low)]


@pytest.mark.parametrize("cards", telling((("As Kd 5c",),), ["As Kd 5c", "9s 9d 4c", "Ts 3d 2c"]))
def test_match_em_hands_against_all_1906884_hands_of_the_dealer(cards):
    mine = parse(cards)
    dealers_hi, dealers_lo = match_em.all_dealer_totals(match_em.dealer_hands(mine))
    wins = {
        "HI": int((sum(map(match_em.hi_points, mine)) >= dealers_hi).sum()),
        "LO": int((sum(map(match_em.lo_points, mine)) <= dealers_lo).sum()),
    }
    total = comb(49, 5)
    for option, ends in branches_of(MATCH_EM, mine).items():
        won = wins[option.word.removesuffix(" double")]
        staked = 1 + len(option.stakes)
        outcomes = {tuple(each.line for each in end.lines): times for end, times in ends.weights.items()}
        assert outcomes == {("win",) * staked: won, ("lose",) * staked: total - won}
        assert ends.mean(question(MATCH_EM).net) == Fraction(staked * (2 * won - total), total)


def test_the_fast_oracle_is_the_slow_one():
    hands = match_em.dealer_hands(parse("As Kd 5c"))[::50_000]
    fast = zip(*(totals.tolist() for totals in match_em.all_dealer_totals(hands)), strict=True)
    assert list(fast) == [match_em.dealer_totals(tuple(hand)) for hand in hands.tolist()]


# ---- rounds dealt at random ----------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "policy", "decks"),
    [(S99, "best", None), (S99, "house way", None), (MATCH_EM, "best", 1), (MATCH_EM, "best", 8)],
    ids=["supreme-99 best play", "supreme-99 house way", "match-em one deck", "match-em eight decks"],
)
def test_rounds_dealt_at_random_come_within_four_standard_errors(game, policy, decks):
    """20,000 rounds from real packs, settled wager by wager as the table settles them: tests/table/test_agreement.py
    settles every class."""
    method = GradedRemoval(question(game, decks=decks))
    policy = S99_HOUSE_WAY if policy == "house way" else lambda number, seen, may: best(method, seen)
    figures = main_figures(question(game, decks=decks, policy=policy))
    random, rounds = Random(2014), 20_000
    cards, once = game.pack(decks).cards(), method.once
    won = Fraction(0)
    for _ in range(rounds):
        dealt = tuple(random.sample(cards, once.size + once.his_size))
        mine, dealers = dealt[: once.size], dealt[once.size :]
        seen = once.seen(mine, ())
        option = policy(0, seen, tuple(o for o in once.choice.options(seen) if not o.foul))
        branch = next(each for each in once.branches(seen) if each.option == option)
        [end] = method.ends_against(branch, method.worths_of(branch, mine), [method.dealers_worths(dealers)])
        won += sum(method.question.net[line] for line in end.lines)
    standard_error = float(figures.standard_deviation) / rounds**0.5
    assert abs(float(won / rounds + figures.house_edge)) < 4 * standard_error


def best(method, seen):
    values = method.options(seen)
    return max(values, key=values.__getitem__)


# ---- every class of hands ------------------------------------------------------------------------


def test_classes_are_all_hands_and_all_that_is_hidden():
    found = list(rankings(S99))
    assert len(found) == 1820
    assert sum(each.ways for each in found) == comb(52, 4)
    assert {worth.ends.total for each in found for worth in each.options} == {comb(48, 4)}


def test_doubling_doubles_an_option():
    for each in rankings(MATCH_EM):
        worth = {each.option.word: each.expectation for each in each.options}
        assert worth["HI double"] == 2 * worth["HI"]
        assert worth["LO double"] == 2 * worth["LO"]


def test_a_better_paytable_makes_a_smaller_edge(s99_best):
    five = Pay(odds=Odds.TO_ONE, amount=Fraction(5))
    own = Paytable(name="own", wager="Standard Bet", lines={**S99.paytable("S99").lines, "copy both": five})
    figures = main_figures(question(S99, paytables=[own]))
    copied = Fraction(656_876_664, comb(52, 4) * comb(48, 4))
    assert figures.house_edge <= s99_best.house_edge - copied
    assert not figures.approved
    assert figures.paytable == "own"


@pytest.mark.parametrize("game", ["supreme-99", "match-em"])
def test_skew_is_the_third_moment_in_standard_deviations(game):
    figures = main_figures(question(GAMES[game]))
    nets = [(float(line.net), float(line.probability)) for line in figures.lines]
    mean = sum(net * p for net, p in nets)
    second, third = (sum(p * (net - mean) ** n for net, p in nets) for n in (2, 3))
    assert float(figures.skew) == pytest.approx(third / second**1.5)
    assert float(figures.third_central_moment) == pytest.approx(third)


def test_skew_knows_its_side_and_a_sure_thing_has_none():
    def skew(*ends):
        total = sum(times for _, times in ends)
        lines = tuple(Line("line", times, "", Fraction(net), total) for net, times in ends)
        return replace(main_figures(question(MATCH_EM)), lines=lines).skew

    assert skew((-1, 3), (3, 1)) == -skew((1, 3), (-3, 1)) > 0
    assert skew((-1, 1), (1, 1)) == skew((-1, 4)) == 0
