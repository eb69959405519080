"""The main games: exact, and agreeing with real cards tried one by one and with rounds dealt at random."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

import houseway
from houseway.analysis import contest
from houseway.analysis.contest import Hidden, Pays, decision, decisions, house_way_policy, main_figures
from houseway.analysis.figures import Line
from houseway.cards import Pack, parse
from houseway.old_games import OLD_GAMES
from houseway.paytable import Odds, Pay, Paytable
from tests.analysis.cut_down import cut_down
from tests.oracle import match_em, supreme_99
from tests.soak import telling

S99, SAN_LO, MATCH_EM = OLD_GAMES["supreme-99"], OLD_GAMES["san-lo"], OLD_GAMES["match-em"]
S99_HOUSE_WAY = house_way_policy(S99.house_way)

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
    return main_figures(S99)


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
    figures = main_figures(S99, policy=S99_HOUSE_WAY, play="house way")
    assert figures.house_edge == Fraction(2872696, 105355341)
    assert figures.play == "house way"


@pytest.mark.parametrize(("decks", "edge"), MATCH_EM_EDGES.items())
def test_match_em_with_one_to_eight_decks(decks, edge):
    figures = main_figures(MATCH_EM, decks)
    assert figures.house_edge == Fraction(edge)
    assert figures.decks == decks
    assert figures.combinations == comb(52 * decks, 3) * comb(52 * decks - 3, 5)


def test_match_em_grows_dearer_with_every_deck():
    edges = [Fraction(edge) for edge in MATCH_EM_EDGES.values()]
    assert edges == sorted(edges)


def test_match_em_is_cheaper_by_all_that_is_staked():
    """A third of the hands is doubled, so that the element of risk is below the edge."""
    figures = main_figures(MATCH_EM)
    doubled = sum(line.probability for line in figures.lines if "Double Down" in line.name)
    assert figures.action == 1 + doubled == Fraction(7271, 5525)
    assert figures.element_of_risk == figures.house_edge / figures.action == Fraction(4424053, 495176913)
    assert [line.net for line in figures.lines] == [2, 1, -1, -2]


def test_san_lo_needs_its_own_solver():
    with pytest.raises(ValueError, match="san-lo"):
        main_figures(SAN_LO)


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
    game = cut_down(S99, few)
    best, house_way = supreme_99.edges(few)
    assert main_figures(game).house_edge == best
    assert main_figures(game, policy=house_way_policy(game.house_way)).house_edge == house_way
    assert best <= house_way
    assert main_figures(game).combinations == comb(len(few), 4) * comb(len(few) - 4, 4)


SHOES = {
    "twelve cards": "As Ad 2s 4c 5s 7d 8c Ts Td Ks Qd Jc",
    "a shoe with twins": "As As As 2s 2s 9d 9d Tc Ks Ks Ks",
    "tens and faces": "Ts Td Tc Th 9s Ks Kd Kc Qs Js",
}


@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES.keys())
def test_match_em_agrees_with_every_deal_of_a_small_shoe(cards):
    few = parse(cards)
    assert main_figures(cut_down(MATCH_EM, few)).house_edge == match_em.edge(few)


# ---- sampled hands of the full pack, against every hand of the dealer ----------------------------


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
    options = decision(S99, mine).options
    assert len(options) == len(supreme_99.legal_splits(mine))
    for option in options:
        assert option.deals == comb(48, 4)
        high, low = option.setting.hands
        found = Counter({nets[line]: times for (line,), times in option.outcomes.items()})
        assert found == by_strength[supreme_99.strength(high), supreme_99.strength(low)]


@pytest.mark.parametrize("cards", telling((("As Kd 5c",),), ["As Kd 5c", "9s 9d 4c", "Ts 3d 2c"]))
def test_match_em_hands_against_all_1906884_hands_of_the_dealer(cards):
    mine = parse(cards)
    dealers_hi, dealers_lo = match_em.all_dealer_totals(match_em.dealer_hands(mine))
    wins = {
        "HI": int((sum(map(match_em.hi_points, mine)) >= dealers_hi).sum()),
        "LO": int((sum(map(match_em.lo_points, mine)) <= dealers_lo).sum()),
    }
    pays = Pays.of(MATCH_EM)
    total = comb(49, 5)
    for option in decision(MATCH_EM, mine).options:
        won = wins[option.setting.word]
        staked = 1 + len(option.setting.adds)
        assert option.outcomes == {("win",) * staked: won, ("lose",) * staked: total - won}
        assert pays.expectation(option) == Fraction(staked * (2 * won - total), total)


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
    """20,000 rounds from real packs, settled by `Wager.line` as the table settles them: tests/table/test_agreement.py
    settles every class."""
    pays = Pays.of(game)
    choose = pays.best if policy == "best" else house_way_policy(game.house_way)
    best = {game.sight.see(d.cards): game.main.score(choose(d).setting) for d in decisions(game, decks)}
    adds = {game.sight.see(d.cards): choose(d).setting.adds for d in decisions(game, decks)}
    figures = main_figures(game, decks, policy=choose)
    random, rounds = Random(2014), 20_000
    cards = game.deal.pack(decks).cards()
    won = Fraction(0)
    for _ in range(rounds):
        dealt = tuple(random.sample(cards, game.deal.packet + game.deal.dealer_packet))
        mine, dealers = dealt[: game.deal.packet], dealt[game.deal.packet :]
        seen = game.sight.see(mine)
        seat = next(s for s in game.options(mine) if s.adds == adds[seen] and game.main.score(s) == best[seen])
        dealer = game.house_way.set(dealers)
        won += sum(pays.tables[w].net(game.wager(w).line(seat, dealer)) for w in (game.main.name, *seat.adds))
    standard_error = float(figures.standard_deviation) / rounds**0.5
    assert abs(float(won / rounds + figures.house_edge)) < 4 * standard_error


# ---- decisions -----------------------------------------------------------------------------------


def test_decisions_are_all_hands_and_all_that_is_hidden():
    found = decisions(S99)
    assert len(found) == 1820
    assert sum(d.ways for d in found) == comb(52, 4)
    assert {o.deals for d in found for o in d.options} == {comb(48, 4)}


def test_however_a_question_is_spelled_it_is_counted_once(monkeypatch):
    game, listed = cut_down(OLD_GAMES["supreme-99"], parse(FEW["four of three ranks"])), []
    taken = Hidden.taken
    monkeypatch.setattr(Hidden, "taken", lambda self, left, size: listed.append(size) or taken(self, left, size))
    first = decisions(game)
    once = len(listed)
    decks, way = game.deal.default_decks, game.house_way
    for again in (
        decisions(game, None),
        decisions(game, decks),
        decisions(game, decks=decks),
        decisions(game, None, None),
        decisions(game, decks, way),
        decisions(game, way=way),
    ):
        assert again is first
    assert len(listed) == once > 0


def test_all_that_analyze_says_of_a_game_is_read_from_one_count():
    """Best play and the house way, and every decision."""
    game = replace(OLD_GAMES["match-em"], title="one of its own")
    before = contest._decisions.cache_info().misses
    houseway.analyze(game, wager=game.main.name)
    decisions(game, None)
    assert contest._decisions.cache_info().misses == before + 1


def test_best_play_is_never_worse_than_any_other_choice():
    pays = Pays.of(MATCH_EM)
    for each in decisions(MATCH_EM):
        assert pays.expectation(pays.best(each)) == max(map(pays.expectation, each.options))


def test_doubling_doubles_an_option():
    pays = Pays.of(MATCH_EM)
    for each in decisions(MATCH_EM):
        worth = {str(o.setting): pays.expectation(o) for o in each.options}
        assert worth["HI + Double Down"] == 2 * worth["HI"]
        assert worth["LO + Double Down"] == 2 * worth["LO"]


def test_one_hand_is_the_same_decision_whether_asked_alone_or_with_all():
    for each in decisions(S99)[::173]:
        alone = decision(S99, each.cards)
        assert [o.outcomes for o in alone.options] == [o.outcomes for o in each.options]


def test_a_better_paytable_makes_a_smaller_edge(s99_best):
    five = Pay(odds=Odds.TO_ONE, amount=Fraction(5))
    own = Paytable(name="own", wager="Standard Bet", lines={**S99.paytable("S99").lines, "copy both": five})
    figures = main_figures(S99, pays=Pays.of(S99, [own]))
    copied = Fraction(656_876_664, comb(52, 4) * comb(48, 4))
    assert figures.house_edge <= s99_best.house_edge - copied
    assert not figures.approved
    assert figures.paytable == "own"


def test_what_is_left_is_the_pack_without_the_cards():
    hidden = Hidden(S99, Pack(), S99.house_way)
    assert sum(hidden.full) == 52
    assert sum(hidden.without(parse("As Ad Kc 2h"))) == 48
    assert hidden.without(parse("As Ad Kc 2h"))[0] == 2
    assert sum(ways for _, ways, _ in hidden.taken(hidden.full, 4)) == comb(52, 4)


@pytest.mark.parametrize("game", ["supreme-99", "match-em"])
def test_skew_is_the_third_moment_in_standard_deviations(game):
    figures = main_figures(OLD_GAMES[game])
    nets = [(float(line.net), float(line.probability)) for line in figures.lines]
    mean = sum(net * p for net, p in nets)
    second, third = (sum(p * (net - mean) ** n for net, p in nets) for n in (2, 3))
    assert float(figures.skew) == pytest.approx(third / second**1.5)
    assert float(figures.third_central_moment) == pytest.approx(third)


def test_skew_knows_its_side_and_a_sure_thing_has_none():
    def skew(*ends):
        total = sum(times for _, times in ends)
        lines = tuple(Line("line", times, "", Fraction(net), total) for net, times in ends)
        return replace(main_figures(OLD_GAMES["match-em"]), lines=lines).skew

    assert skew((-1, 3), (3, 1)) == -skew((1, 3), (-3, 1)) > 0
    assert skew((-1, 1), (1, 1)) == skew((-1, 4)) == 0
