"""The life of a meter: its top award, how long it lasts, its edge, and two royal flushes in one round."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import ceil, comb, log, log1p
from random import Random

import numpy as np
import pytest

from houseway.analysis.meter_life import MeterLife, award_distribution, royals_together
from houseway.analysis.progressive import progressive
from houseway.games import GAMES
from houseway.paytable import THE_METER
from tests.oracle import JOKER, rank, suit
from tests.oracle.best_five import best_five

SAN_LO = GAMES["san-lo"]
PAYTABLES = ("FSLPP-01", "FSLPP-03")
LIVES = 20_000
ROYAL_CHANCE, TOP_CHANCE = Fraction(1_132, 22_957_480), Fraction(48, 22_957_480)


@cache
def life_of(paytable="FSLPP-01", **more):
    terms = progressive(SAN_LO, SAN_LO.wager("Progressive"), SAN_LO.paytable(paytable), **more)
    return MeterLife(terms=terms)


def made_up(top, partial, increment):
    """The same wager with hands that come often enough to be watched."""
    counts = {"Five Aces": top, "Royal Flush": partial, "lose": 10_000 - top - partial}
    return MeterLife(terms=replace(life_of(increment=increment).terms, counts=counts))


@pytest.fixture(params=PAYTABLES)
def life(request):
    return life_of(request.param)


# ---- the top award ---------------------------------------------------------------------------------


def test_the_mean_at_the_seed_is_the_known_mean(life):
    assert life.mean == life.terms.mean_top


def test_the_mean_from_a_meter_is_what_one_more_wager_makes_of_it(life):
    """The equation that the docstring starts from, at any meter."""
    p, q, r = TOP_CHANCE, ROYAL_CHANCE, 1 - TOP_CHANCE - ROYAL_CHANCE
    for meter in map(Fraction, (0, 5_000, 77_777)):
        up = meter + life.terms.added
        one_on = p * up + q * life.mean_from(up * Fraction(9, 10)) + r * life.mean_from(up)
        assert life.mean_from(meter) == one_on


def test_the_second_moment_is_what_one_more_wager_makes_of_it(life):
    def from_seed(cents):
        meter = replace(life.terms.terms, seed_cents=cents)
        paytable = replace(life.terms.paytable, meters={THE_METER: meter})
        return replace(life.terms, paytable=paytable).top_second_moment

    def polynomial(x):  # the one of degree 2 through three seeds
        zero, one, two = from_seed(0), from_seed(100), from_seed(200)
        return zero + x * (one - zero) + x * (x - 1) / 2 * (two - 2 * one + zero)

    seed, up = life.terms.seed, life.terms.seed + life.terms.added
    one_on = TOP_CHANCE * up**2 + ROYAL_CHANCE * polynomial(up * Fraction(9, 10))
    assert life.terms.top_second_moment == one_on + (1 - TOP_CHANCE - ROYAL_CHANCE) * polynomial(up)
    assert polynomial(seed) == life.terms.top_second_moment


def run_lives(life, seed, lives=LIVES):
    """Top awards of meters run in integers of a millionth of a dollar, from award to award."""
    random, awards = Random(seed), []
    start, added = int(life.terms.seed * 10**6), int(life.terms.added * 10**6)
    [(partial, _)] = life.terms.partial
    award, top = life.top_chance + partial, float(life.top_chance / (life.top_chance + partial))
    per_wager = log1p(-float(award))
    for _ in range(lives):
        meter = start
        while True:
            meter += added * ceil(log(1 - random.random()) / per_wager or 1)
            if random.random() < top:
                break
            meter -= meter // 10 // 10_000 * 10_000  # a tenth, floored to the cent
        awards.append(meter / 10**6)
    return np.array(awards)


@pytest.fixture(scope="module", params=PAYTABLES)
def run_at_random(request):
    return life_of(request.param), run_lives(life_of(request.param), seed=53)


def test_mean_and_variance_are_those_of_meters_run_at_random(run_at_random):
    life, awards = run_at_random
    off = awards - float(life.mean)
    variance, fourth = float(life.terms.top_variance), float(np.mean(off**4))
    assert abs(off.mean()) < 4 * (variance / LIVES) ** 0.5
    assert abs(np.mean(off**2) - variance) < 4 * ((fourth - variance**2) / LIVES) ** 0.5


@pytest.mark.parametrize("chance", [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99])
def test_quantiles_are_those_of_meters_run_at_random(run_at_random, chance):
    life, awards = run_at_random
    found = life.award.quantile(chance)
    error = 4 * (chance * (1 - chance) / LIVES) ** 0.5
    assert np.mean(awards <= found.low) - error < chance < np.mean(awards <= found.high) + error
    assert found.error < 13


@pytest.mark.parametrize("amount", [4_000, 10_000, 31_396, 58_159, 90_000])
def test_the_chance_to_exceed_an_amount_is_that_of_meters_run_at_random(run_at_random, amount):
    life, awards = run_at_random
    found = life.award.chance_above(Fraction(amount))
    error = 4 * (max(found.high * (1 - found.low), 1e-4) / LIVES) ** 0.5
    assert found.low - error <= np.mean(awards > amount) <= found.high + error


def test_a_finer_grid_lies_within_the_bounds_of_a_coarser_one(life):
    coarse, fine = award_distribution(life, cells=2**12), award_distribution(life, cells=2**15)
    for chance in (0.05, 0.5, 0.95):
        wide, narrow = coarse.quantile(chance), fine.quantile(chance)
        assert wide.low <= narrow.low <= life.award.quantile(chance).low
        assert wide.high >= narrow.high >= life.award.quantile(chance).high
        assert wide.error > 4 * narrow.error


def test_the_bounds_hold_the_mean(life):
    """The mean is the area above the distribution function."""
    award = life.award
    step = award.meters[1] - award.meters[0]
    least, most = (float(np.sum(1 - bound)) * step for bound in (award.high, award.low))
    assert least - step < float(life.mean) < most + award.meters[0] + step


def test_quantiles_and_chances_answer_each_other(life):
    for chance in (0.1, 0.5, 0.9):
        found = life.award.quantile(chance)
        assert life.award.chance_above(found.low).high >= 1 - chance >= life.award.chance_above(found.high).low


@pytest.mark.parametrize("chance", [0, 1, -0.5, 2])
def test_a_quantile_has_a_chance_between_0_and_1(life, chance):
    with pytest.raises(ValueError, match="lies between 0 and 1"):
        life.award.quantile(chance)


# ---- limiting cases --------------------------------------------------------------------------------


def test_without_a_partial_award_the_wagers_are_geometric_and_nothing_else_counts():
    life = made_up(20, 0, Fraction(1, 2))
    p = Fraction(20, 10_000)
    assert life.mean == 5_000 + Fraction(1, 2) / p
    assert life.terms.top_variance == Fraction(1, 4) * (1 - p) / p**2
    for chance in (0.1, 0.5, 0.9):
        wagers = ceil(log(1 - chance) / log1p(-float(p)))
        assert life.award.quantile(chance).high == pytest.approx(5_000 + wagers / 2, abs=1e-6)
        assert life.award.quantile(chance).low == pytest.approx(5_000 + (wagers - 1) / 2, abs=1e-6)
    exceeds = life.award.chance_above(5_000 + 400 / 2 + 0.25)
    assert exceeds.low <= float((1 - p) ** 400) * (1 + 1e-9)
    assert exceeds.high >= float((1 - p) ** 400) * (1 - 1e-9)


def test_without_increment_and_partial_award_the_top_award_is_the_seed():
    life = made_up(20, 0, Fraction(0))
    assert (life.mean, life.terms.top_variance) == (5_000, 0)
    assert life.award.quantile(0.5).low < 5_000 == life.award.quantile(0.5).high
    assert life.award.chance_above(5_001).high == 0
    assert life.award.chance_above(4_999).low == 1


def test_without_increment_the_top_award_is_the_seed_less_its_partial_awards():
    """0.9^K of it, K geometric: half of the lives end before the first partial award."""
    life = made_up(50, 50, Fraction(0))
    assert life.mean == Fraction(1, 2) * 5_000 / (1 - Fraction(1, 2) * Fraction(9, 10))
    for k, at in enumerate((4_750, 4_300, 3_900)):
        assert life.award.chance_above(at).middle == pytest.approx(1 - 0.5 ** (k + 1), abs=1e-6)


def test_a_meter_that_is_hit_often_has_the_distribution_followed_wager_by_wager():
    life = made_up(100, 400, Fraction(30, 100))
    awards = run_lives(life, seed=7, lives=4_000)
    for chance in (0.25, 0.5, 0.75):
        found = life.award.quantile(chance)
        error = 4 * (chance * (1 - chance) / 4_000) ** 0.5
        assert np.mean(awards <= found.low - 1) - error < chance < np.mean(awards <= found.high + 1) + error


# ---- how long it lasts -----------------------------------------------------------------------------


def test_the_top_award_comes_once_in_478281_wagers(life):
    assert life.terms.one_in == Fraction(22_957_480, 48)
    assert life.hit_within(1) == pytest.approx(float(TOP_CHANCE))
    assert life.hit_within(478_281) == pytest.approx(0.632121, abs=1e-6)


def test_the_take_is_the_long_run_edge_before_the_seeds(life):
    assert life.take == life.terms.house_edge + life.terms.reseed_cost
    assert life.seed_back * life.take == life.terms.seed


def test_a_house_that_keeps_nothing_never_has_its_seed_back():
    assert life_of(increment=Fraction(1)).seed_back is None


def test_a_hidden_increment_is_the_houses_affair_and_no_players(life):
    """It costs the house what seeds do not take of it, and changes nothing that a player wins."""
    for hidden in (Fraction(1, 1000), Fraction(1, 100), life.even_hidden, Fraction(5, 100)):
        with_it = replace(life, hidden=hidden)
        assert (with_it.mean, with_it.standard_deviation) == (life.mean, life.standard_deviation)
        assert with_it.by_seats == life.by_seats
        assert with_it.take == life.take - hidden * life.terms.stake
        assert with_it.seed_back > life.seed_back
        seeds = life.terms.reseed_cost
        assert with_it.seeds_from_bank + min(hidden, seeds) == seeds
        assert with_it.kept + with_it.reserve_growth == life.kept == life.terms.house_edge
    assert replace(life, hidden=life.even_hidden).seeds_from_bank == 0
    with pytest.raises(ValueError, match="together at most 1"):
        replace(life, hidden=1 - life.terms.increment + Fraction(1, 10**6))


@pytest.mark.parametrize("hidden", [Fraction(2, 10), Fraction(45, 100), Fraction(7, 10)])
def test_what_the_bank_pays_for_seeds_is_what_meters_run_at_random_cost_it(hidden):
    """A seed of $50, won by one wager in a hundred and kept up by a reserve, over two hundred thousand lives."""
    terms = made_up(100, 500, Fraction(1, 5)).terms
    paytable = replace(terms.paytable, meters={THE_METER: replace(terms.terms, seed_cents=50_00)})
    life = MeterLife(terms=replace(terms, paytable=paytable), hidden=hidden)
    reserve = bank = 0.0
    lengths = np.random.default_rng(1).geometric(float(life.top_chance), 200_000)
    for wagers in lengths:
        reserve += float(hidden) * wagers
        bank += max(0.0, 50 - reserve)
        reserve = max(0.0, reserve - 50)
    assert bank / lengths.sum() == pytest.approx(float(life.seeds_from_bank), abs=0.005)
    assert reserve / lengths.sum() == pytest.approx(float(life.reserve_growth), abs=0.005)


def test_a_hidden_increment_gathers_the_seed(life):
    assert life.seed_filled(Fraction(1, 100)) == life.terms.seed * 100
    assert life.seed_filled(Fraction(0)) is None
    assert life.seed_filled(life.even_hidden) == ceil(life.terms.one_in)


# ---- the edge --------------------------------------------------------------------------------------


def test_the_edge_is_a_straight_line_of_the_meter(life):
    edges = [life.terms.edge_at(Fraction(meter)) for meter in (0, 10_000, 20_000, 30_000)]
    steps = {later - earlier for earlier, later in pairwise(edges)}
    assert steps == {-10_000 * life.terms.drain}


def test_every_further_seat_costs_the_house_the_same_envy(life):
    for meter in (life.mean, Fraction(40_000)):
        edges = {seats: table.edge_at(meter) for seats, table in life.by_seats.items()}
        assert {edges[n] - edges[n + 1] for n in range(1, 6)} == {life.terms.envy / 5}
    assert life.by_seats[6].house_edge == life.terms.house_edge == life.terms.edge_at(life.mean)


def test_over_the_long_run_the_increment_is_given_back_whole(life):
    less, more = (replace(life.terms, increment=Fraction(n, 10)).house_edge for n in (1, 3))
    assert less - more == Fraction(2, 10)


def test_at_the_break_even_meter_of_every_number_of_seats_there_is_no_edge(life):
    assert list(life.by_seats) == [1, 2, 3, 4, 5, 6]
    assert all(table.edge_at(table.break_even) == 0 for table in life.by_seats.values())


# ---- two royal flushes in one round ----------------------------------------------------------------


def suit_of_royal(hand):
    return next(s for s in range(4) if sum(c != JOKER and suit(c) == s and rank(c) >= 10 for c in hand) >= 4)


@pytest.fixture(scope="module")
def apart():
    """Every royal flush of six cards, suit by suit, found by the oracle; which of them share no card."""
    found = set()
    for of_suit in range(4):
        royals = [card for card in range(52) if suit(card) == of_suit and rank(card) >= 10]
        for four in combinations(royals, 4):  # the least that a royal flush holds of its suit
            others = [card for card in range(53) if card not in four]
            for two in combinations(others, 2):
                if JOKER in two or set(royals) <= {*four, *two}:
                    found.add(tuple(sorted((*four, *two))))
    royal = sorted((hand for hand in found if best_five(hand) == "Royal Flush"), key=suit_of_royal)
    held = np.zeros((len(royal), 53), dtype=np.float64)
    for row, hand in enumerate(royal):
        held[row, list(hand)] = 1
    return (held @ held.T == 0).astype(np.float64)


def test_royal_flushes_are_as_many_as_the_progressive_counts(apart, life):
    assert royals_together(1) == len(apart) == 1_132 == life.terms.counts["Royal Flush"]


def test_two_royal_flushes_from_one_pack_are_counted_as_by_trying_every_pair(apart):
    assert royals_together(2) == apart.sum() == 233_352


def test_three_and_four_royal_flushes_are_counted_as_by_trying_all(apart):
    assert royals_together(3) == (apart @ apart * apart).sum()
    suits = [apart[n * 283 : (n + 1) * 283] for n in range(4)]
    assert not any(rows[:, n * 283 : (n + 1) * 283].any() for n, rows in enumerate(suits)), "one suit, one royal flush"
    fours = 0.0
    for row in suits[0]:  # clubs; the others beside it, a suit each, in any order
        d, h, s = (np.flatnonzero(row[n * 283 : (n + 1) * 283]) + n * 283 for n in (1, 2, 3))
        fours += (apart[np.ix_(d, h)] @ apart[np.ix_(h, s)] * apart[np.ix_(d, s)]).sum()
    assert royals_together(4) == 24 * fours
    assert royals_together(5) == 0


def test_the_chance_of_two_royals_grows_with_the_pairs_of_seats_that_bet():
    pair = Fraction(233_352, comb(53, 6) * comb(47, 6))
    assert life_of(seats=1).two_royals() == 0
    assert life_of(seats=2).two_royals() == pair
    triple = Fraction(royals_together(3), comb(53, 6) * comb(47, 6) * comb(41, 6))
    assert life_of(seats=3).two_royals() == 3 * pair - 2 * triple
    assert 0 < 15 * pair - life_of(seats=6).two_royals() < pair / 1_000


def test_the_first_of_two_royals_is_paid_a_hundredth_of_the_meter_more(life):
    assert life.first_over_second(Fraction(30_000)) == 300


def test_places_in_the_order_differ_by_what_the_meter_has_lost_before(life):
    meter = Fraction(30_000)
    pair = life.all_royal(2)
    assert life.royal_worth(1, meter) == meter / 10 * ROYAL_CHANCE
    assert life.royal_worth(1, meter) - life.royal_worth(2, meter) == 300 * pair
    worths = [life.royal_worth(place, meter) for place in range(1, 7)]
    assert worths == sorted(worths, reverse=True)
    assert life.order_worth(meter) == worths[0] - worths[-1]
    with pytest.raises(ValueError, match="place 7: 6 seats bet"):
        life.royal_worth(7, meter)


def test_royals_of_another_pack_are_not_taken_for_san_los():
    with pytest.raises(ValueError, match="six of 53 cards"):
        made_up(20, 50, Fraction(1, 5)).two_royals()
