"""Seats of a table together: against every deal of a few cards, against single seats, and against simulation."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import pytest

import houseway
from houseway.analysis.costliest import worst_round, worth_of
from houseway.analysis.exact.figures import bonus_figures, main_figures
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.question import question
from houseway.analysis.joint import FullTable, layout_of, pairs_of
from houseway.analysis.risk import risk
from houseway.cards import parse, parse_card
from houseway.games import GAMES, game_named
from houseway.work.whole_tables import distribution
from tests.analysis.cut_down import Played, of_few
from tests.soak import more, telling

SUPREME, MATCH_EM = GAMES["supreme-99"], GAMES["match-em"]
FEW = {
    "supreme-99": of_few(SUPREME, parse("As Ad Kc Kd 9h 9s 8d 5s 4c 4h 4d 2s")),
    "match-em": of_few(MATCH_EM, parse("As Ad Kc Qd 9h 9s 8d 5s 4c 4h 3d")),
}
BONUS = {"supreme-99": "Pair Fortunes", "match-em": "A1"}


@cache
def every_pair(slug):
    """All deals of real cards to a dealer and two seats that play best: how often which two results come."""
    game = FEW[slug]
    table = game.paytable(BONUS[slug])
    wager, played = game.wager(table.wager), Played(game)
    found = Counter()
    for dealer in combinations(played.cards, played.dealers_size):
        rest = [card for card in played.cards if card not in dealer]
        results = {}
        for mine in combinations(rest, played.size):
            looked_at = mine + dealer if len(wager.hand.of.parts) > 1 else mine
            results[mine] = played.won(mine, dealer), table.net(wager.judge(wager.hand.worth(looked_at)))
        for one, first in results.items():
            for other, second in results.items():
                if not set(one) & set(other):
                    found[first, second] += 1
    return found


@pytest.mark.parametrize("slug", telling((("match-em",),), FEW))
def test_pairs_of_seats_are_those_of_every_deal_of_a_few_cards(slug):
    game = FEW[slug]
    table = game.paytable(BONUS[slug])
    found = pairs_of(layout_of(game, [table], None, "best play"))
    counted = Counter()
    for i, first in enumerate(found.results):
        for j, second in enumerate(found.results):
            counted[first, second] += found.counts[i][j]
    assert +counted == every_pair(slug)


@pytest.mark.parametrize("game", [SUPREME, MATCH_EM], ids=lambda game: game.slug)
def test_one_seat_of_the_pairs_is_the_wager_as_it_is_analysed_alone(game):
    found, alone = pairs_of(layout_of(game, [], None, "best play")), main_figures(question(game))
    name = game.main[0].name
    assert found.mean(name) == -alone.house_edge
    assert found.covariance(name, name, same_seat=True) == alone.variance
    assert sum(found.chances) == 1
    assert {nets[0] for nets in found.results} == {line.net for line in alone.lines}


@pytest.mark.soak
def test_a_bonus_beside_the_main_wager_keeps_its_figures():
    """Of the whole pack; of a few cards every deal is tried above."""
    table = MATCH_EM.paytable("A1")
    found = pairs_of(layout_of(MATCH_EM, [table], None, "best play"))
    alone = bonus_figures(MATCH_EM, MATCH_EM.wager("Match Bonus"), table)
    assert (found.mean("Match Bonus"), found.covariance("Match Bonus", "Match Bonus", same_seat=True)) == (
        -alone.house_edge,
        alone.variance,
    )


def test_house_way_play_keeps_its_own_figures():
    few = FEW["supreme-99"]
    copied = main_figures(question(few, policy=AsHouseWay(few.way)))
    assert pairs_of(layout_of(few, [], None, "house way")).mean("Standard Bet") == -copied.house_edge


@pytest.mark.parametrize(
    ("slug", "beside"), [("supreme-99", []), pytest.param("match-em", ["A1"], marks=pytest.mark.soak)]
)
@pytest.mark.soak
def test_simulated_rounds_of_a_full_table_have_the_exact_mean_and_variance(slug, beside):
    """And so not the variance of seats that have nothing to do with each other."""
    number = 400_000
    found = houseway.risk(slug, stake=Fraction(25), side=Fraction(5), beside=beside, rounds=number, seed=5)
    mean = sum(float(amount) * times for amount, times in found.simulated.items()) / number
    square = sum((float(amount) - mean) ** 2 * times for amount, times in found.simulated.items()) / number
    variance = float(found.variance)
    assert abs(mean - float(found.mean)) < 4 * sqrt(variance / number)
    assert abs(square - variance) < 0.03 * variance
    assert variance > 1.3 * float(found.independent_variance)


def real_cards(pack, hands):
    """Cards of these ranks, each taken once."""
    left = sorted(pack.cards())
    for ranks in hands:
        taken = []
        for rank in ranks:
            card = next(c for c in left if c // 4 == parse_card(rank + "c") // 4)
            left.remove(card)
            taken.append(card)
        yield tuple(taken)


def test_the_costliest_round_can_be_dealt_and_costs_what_is_said():
    table = SUPREME.paytable("Pair Fortunes")
    stakes = {"Standard Bet": Fraction(25), "Pair Fortunes": Fraction(5)}
    worst = worst_round(layout_of(SUPREME, [table], None, "best play"), 6, stakes)
    assert worst.is_exact
    dealer, *seats = real_cards(SUPREME.pack(), (worst.dealer, *worst.seats))
    played, bonus = Played(SUPREME), SUPREME.wager("Pair Fortunes")
    cost = sum(25 * played.won(cards, dealer) + 5 * table.net(bonus.judge(bonus.hand.worth(cards))) for cards in seats)
    assert cost == worst.cost == 6 * (25 + 5 * 300)


@pytest.mark.parametrize("slug", telling((("match-em",),), FEW))
def test_no_round_of_a_few_cards_costs_more_than_the_costliest(slug):
    game = FEW[slug]
    table = game.paytable(BONUS[slug])
    stakes = {game.main[0].name: Fraction(2), table.wager: Fraction(3)}
    found = every_pair(slug)
    most = max(2 * (a + b) + 3 * (c + d) for (a, c), (b, d) in found)
    worst = worst_round(layout_of(game, [table], None, "best play"), 2, stakes)
    assert (worst.cost, worst.is_exact) == (most, True)


@pytest.mark.parametrize(
    ("slug", "seats", "decks"),
    [
        ("supreme-99", 2, 1),
        pytest.param("supreme-99", 3, 1, marks=pytest.mark.soak),
        pytest.param("match-em", 2, 1, marks=pytest.mark.soak),
        pytest.param("match-em", 4, 8, marks=pytest.mark.soak),
    ],
)
def test_the_distribution_of_a_whole_table_is_exact_and_has_its_mean_and_variance(slug, seats, decks):
    found = houseway.risk(slug, seats=seats, stake=Fraction(25), side=Fraction(25), decks=decks)
    assert found.simulated is None
    assert sum(found.exact.values()) == 1
    assert sum(amount * chance for amount, chance in found.exact.items()) == found.mean
    assert sum(amount**2 * chance for amount, chance in found.exact.items()) - found.mean**2 == found.variance
    assert min(found.exact) == -found.worst.cost


def test_a_bonus_beside_the_main_wager_is_counted_with_it():
    few = of_few(SUPREME, parse("As Ad Ah Ac Kc Kd Qc Qh Js Jd Th 9h 9s 8d 5s 4c 2s 2d"))
    found = houseway.risk(few, seats=3, stake=Fraction(25), side=Fraction(5), beside=["Pair Fortunes"])
    assert sum(amount * chance for amount, chance in found.exact.items()) == found.mean
    assert sum(amount**2 * chance for amount, chance in found.exact.items()) - found.mean**2 == found.variance
    assert min(found.exact) == -found.worst.cost


@pytest.mark.deeper
@pytest.mark.soak
def test_simulated_rounds_come_as_often_as_the_exact_distribution_says():
    """Chi-squared over all sums that are expected more than 20 times."""
    rounds, seats = 400_000, more(2, 3)
    exact = houseway.risk("supreme-99", seats=seats, stake=Fraction(1), side=Fraction(1)).exact
    simulated = houseway.risk("supreme-99", seats=seats, stake=Fraction(1), side=Fraction(1), rounds=rounds, seed=11)
    assert simulated.exact is None
    expected = {amount: float(chance) * rounds for amount, chance in exact.items() if chance * rounds > 20}
    off = sum((simulated.simulated.get(a, 0) - times) ** 2 / times for a, times in expected.items())
    assert off < len(expected) + 4 * sqrt(2 * len(expected))


def test_a_count_that_was_broken_off_is_gone_on_with_and_a_damaged_one_is_begun_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    layout = layout_of(FEW["supreme-99"], [], None, "best play")
    table = FullTable(layout, 2, worth_of(layout, {"Standard Bet": Fraction(1)})[0])
    whole = distribution(table)
    [kept] = tmp_path.iterdir()
    cases = json.loads(kept.read_text())
    kept.write_text(json.dumps(dict(list(cases.items())[::2])))
    counted, count = [], FullTable.count
    monkeypatch.setattr(FullTable, "count", lambda table, case: counted.append(case) or count(table, case))
    assert distribution(table) == whole
    assert len(counted) == len(cases) // 2
    counted.clear()
    assert distribution(table) == whole
    assert not counted
    for damaged in ("", "[]", '{"0": {"0": 1}}', '{"999999": {"0": 1}}', '{"0": 5}'):
        kept.write_text(damaged)
        assert distribution(table) == whole
        assert len(counted) == len(cases)
        counted.clear()


def test_an_aggregate_limit_covers_the_largest_wager_at_fifty_to_one_and_is_for_long_odds_only():
    found = houseway.risk("supreme-99", seats=1, stake=Fraction(300), side=Fraction(100), rounds=0)
    limits = {each.wager: each.aggregate for each in found.exposures}
    assert limits == {"Standard Bet": None, "Pair Fortunes": Fraction(5000)}


@pytest.mark.soak
def test_where_seats_are_not_counted_together_the_mean_is_exact_and_the_variance_bounded():
    found = houseway.risk("san-lo", stake=Fraction(10), side=Fraction(1), rounds=20_000)
    assert sum(found.simulated.values()) == 20_000
    assert set(found.simulated) == {Fraction(10 * won) for won in range(-6, 7, 2)}
    [best, *_] = houseway.analyze("san-lo", wager="main bet")
    assert found.mean == 60 * best.house_edge
    assert found.variance is None
    assert found.variance_bound == 3600 * best.variance
    assert [meter.paytable.name for meter in found.meters] == ["FSLPP-01", "FSLPP-03"]
    with pytest.raises(ValueError, match="not counted together"):
        houseway.risk("san-lo", stake=Fraction(10), side=Fraction(1), beside=["FSLP-01"])


@pytest.mark.parametrize(("slug", "seats"), [("three-card-poker", 1), ("casino-war", 1)])
def test_one_seat_alone_is_exact_in_every_game(slug, seats):
    found, [alone, *_] = houseway.risk(slug, seats=seats, stake=Fraction(5), side=Fraction(5)), houseway.analyze(slug)
    assert sum(found.exact.values()) == 1
    assert sum(amount * chance for amount, chance in found.exact.items()) == found.mean == 5 * alone.house_edge
    assert found.variance == 25 * alone.variance
    assert found.variance_bound is None


def test_seats_that_share_a_dealers_hand_are_not_taken_for_independent():
    found, [alone, *_] = (
        houseway.risk("three-card-poker", seats=3, stake=Fraction(5), side=Fraction(5), rounds=0),
        houseway.analyze("three-card-poker"),
    )
    assert (found.mean, found.variance, found.exact) == (15 * alone.house_edge, None, None)
    assert found.variance_bound == 15**2 * alone.variance


def test_seats_that_bet_on_common_cards_win_and_lose_together():
    one, four = (risk_of_banker(seats) for seats in (1, 4))
    assert four.variance == 16 * one.variance
    assert four.exact == {4 * amount: chance for amount, chance in one.exact.items()}


@cache
def risk_of_banker(seats):
    return houseway.risk("baccarat", seats=seats, stake=Fraction(5), side=Fraction(5), decks=1)


@pytest.mark.parametrize("slug", ["supreme-99", "casino-war"])
def test_a_play_that_nobody_knows_is_refused_at_the_door(slug: str):
    """Whether its seats are counted together or not, before anything is counted."""
    said = r"^'typo' is no way to play of a whole table: best play or house way$"
    with pytest.raises(ValueError, match=said):
        houseway.risk(slug, stake=Fraction(25), side=Fraction(5), play="typo", rounds=0)
    with pytest.raises(ValueError, match=said):
        risk(game_named(slug), stake=Fraction(25), side=Fraction(5), play="typo")
    with pytest.raises(ValueError, match=said):
        layout_of(game_named(slug), [], None, "typo")
