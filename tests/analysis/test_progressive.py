"""The progressive wager: what the meter gains and gives, and the letter's averages."""

from dataclasses import replace
from fractions import Fraction
from math import comb
from random import Random

import pytest

import houseway
from houseway.analysis.figures import one_in
from houseway.analysis.meter_life import MeterLife
from houseway.analysis.progressive import Progressive, progressive
from houseway.cli import app
from houseway.games import GAMES
from houseway.progressive.envy import BETTORS_HANDS
from houseway.reports.mathematics.progressive import progressive_section
from houseway.web.mathematics import FigureSheet, meter_sliders
from houseway.web.workings import kept_for

SAN_LO = GAMES["san-lo"]
WAGER = SAN_LO.wager("Progressive")
HANDS = 22_957_480
COUNTS = {"Five Aces": 48, "Royal Flush": 1_132, "Straight Flush": 8_248, "Four of a Kind": 19_752}
COUNTS |= {"Full House": 196_896, "Flush": 314_944, "Straight": 696_228}
TRAY = {  # what the letter pays from the tray, and the envy beside it
    "FSLPP-01": ([300, 150, 15, 6, 3], [100, 50, 10, 5]),
    "FSLPP-03": ([100, 75, 10, 8, 4], [500, 100]),
}


def meter(paytable="FSLPP-01", **more):
    return progressive(SAN_LO, WAGER, SAN_LO.paytable(paytable), **more)


@pytest.fixture(params=TRAY)
def paytable(request):
    return request.param


# ---- what one wager puts in and takes out --------------------------------------------------------


def test_slp_9b_what_the_tray_pays_is_fixed(paytable):
    pays, _ = TRAY[paytable]
    counts = list(COUNTS.values())[2:]
    assert meter(paytable).fixed == Fraction(sum(p * c for p, c in zip(pays, counts, strict=True)), HANDS)


@pytest.mark.parametrize("seats", range(1, 7))
def test_envy_comes_from_every_other_hand_dealt_in_and_never_from_ones_own(paytable, seats):
    """By the stricter reading from every other bettor."""
    _, envy = TRAY[paytable]
    each = Fraction(sum(e * c for e, c in zip(envy, COUNTS.values(), strict=False)), HANDS)
    for bettors in range(1, seats + 1):
        assert meter(paytable, seats=seats, bettors=bettors).envy == (seats - 1) * each
        assert meter(paytable, seats=seats, bettors=bettors, reading=BETTORS_HANDS).envy == (bettors - 1) * each
    with pytest.raises(ValueError, match=f"{seats + 1} of {seats} seats bet Progressive: 1 to {seats}"):
        meter(paytable, seats=seats, bettors=seats + 1)


def test_slp_9a_a_wager_takes_all_of_the_meter_or_a_tenth():
    assert meter().drain == Fraction(48, HANDS) + Fraction(1_132, HANDS) / 10
    assert meter().top == "Five Aces"
    assert meter().one_in == Fraction(HANDS, 48)


def test_the_edge_over_the_long_run_is_what_is_neither_put_on_the_meter_nor_paid(paytable):
    """1 - increment - reseed - fixed - envy."""
    terms = meter(paytable)
    reseed = Fraction(48, HANDS) * {"FSLPP-01": 5_000, "FSLPP-03": 10_000}[paytable]
    assert terms.reseed_cost == reseed
    assert terms.house_edge == 1 - terms.increment - reseed - terms.fixed - terms.envy


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_at_the_break_even_meter_there_is_no_edge(paytable, seats):
    terms = meter(paytable, seats=seats)
    assert terms.edge_at(terms.break_even) == 0
    assert terms.edge_at(terms.break_even + 1) < 0 < terms.edge_at(terms.break_even - 1)


def test_the_edge_falls_by_the_drain_with_every_dollar_on_the_meter(paytable):
    terms = meter(paytable)
    assert terms.edge_at(Fraction(1_000)) - terms.edge_at(Fraction(1_001)) == terms.drain


@pytest.mark.parametrize("at", [0, 5_000, 31_396, 500_000])
def test_the_lines_at_a_meter_add_up_to_its_edge(paytable, at):
    terms = meter(paytable)
    figures = terms.figures(Fraction(at))
    assert figures.house_edge == terms.edge_at(Fraction(at))
    assert figures.combinations == HANDS
    assert {line.name: line.combinations for line in figures.lines if line.name != "lose"} == COUNTS


def test_without_a_meter_the_lines_stand_at_the_mean_one(paytable):
    terms = meter(paytable)
    assert terms.figures().house_edge == terms.figures(terms.mean_top).house_edge == terms.house_edge


def test_it_hits_with_a_straight_or_better_also_when_the_meter_is_empty(paytable):
    assert meter(paytable).hit_frequency == Fraction(sum(COUNTS.values()), HANDS)
    assert meter(paytable).figures(Fraction(0)).hit_frequency == Fraction(sum(COUNTS.values()), HANDS)


# ---- the letter's averages -----------------------------------------------------------------------


def derived_increment(terms: Progressive, average_top: Fraction, unit: Fraction) -> Fraction:
    """The increment with the fewest digits by which the mean top award rounds to a published average."""

    def increment(mean: Fraction) -> Fraction:
        return (mean * terms.drain - terms.reseed_cost) / terms.stake

    low, high = increment(average_top - unit / 2), increment(average_top + unit / 2)
    for places in range(2, 12):
        scale = 10**places
        shortest = Fraction(-(-low.numerator * scale // low.denominator), scale)
        if shortest <= high:
            return shortest
    return increment(average_top)


@pytest.mark.parametrize(
    ("paytable", "average", "increment"), [("FSLPP-01", 31_396, "21/100"), ("FSLPP-03", 46_174, "30331/100000")]
)
def test_the_published_average_leads_back_to_the_increment(paytable, average, increment):
    terms = meter(paytable)
    assert derived_increment(terms, Fraction(average), Fraction(1)) == Fraction(increment) == terms.increment
    assert abs(terms.mean_top - average) <= Fraction(1, 2)
    assert terms.terms.derived


def test_a_rounder_average_leads_to_the_shorter_increment():
    assert derived_increment(meter(increment=Fraction(1, 5)), Fraction(31_396), Fraction(2_000)) == Fraction(21, 100)


def test_no_shorter_increment_gives_the_average_of_fslpp_03():
    for increment in (Fraction(303, 1000), Fraction(3033, 10000), Fraction(3034, 10000)):
        assert abs(meter("FSLPP-03", increment=increment).mean_top - 46_174) > Fraction(1, 2)


def test_the_published_edges_follow_with_five_neighbours_if_the_joker_must_play():
    must_play = SAN_LO.readings[0].wagers["Progressive"]
    assert meter("FSLPP-01", judge=must_play).house_edge == Fraction(10904353, 57393700)
    assert meter("FSLPP-03", judge=must_play).house_edge == Fraction(776515109, 3376100000)
    assert round(meter("FSLPP-01", judge=must_play).house_edge, 4) == Fraction(19, 100)
    assert round(meter("FSLPP-03", judge=must_play).house_edge, 4) == Fraction(23, 100)


# ---- the meter itself, run ------------------------------------------------------------------------


def made_up(top, partial, increment):
    """The same wager with hands that come often enough to be watched."""
    counts = {"Five Aces": top, "Royal Flush": partial, "lose": 10_000 - top - partial}
    return replace(meter(increment=increment), counts=counts)


@pytest.mark.parametrize(
    ("top", "partial", "increment"), [(20, 300, Fraction(21, 100)), (50, 50, Fraction(1, 2)), (10, 0, Fraction(1, 10))]
)
def test_the_mean_top_award_is_that_of_a_meter_followed_wager_by_wager(top, partial, increment):
    """Expectation carried forward exactly: how likely the seed is still untouched, and the meter then."""
    terms = made_up(top, partial, increment)
    p, q, added = top / 10_000, partial / 10_000, float(increment)
    alive, standing, paid = 1.0, float(terms.seed), 0.0
    for _ in range(60_000):
        standing += added * alive
        paid += p * standing
        standing *= 1 - p - q + q * 0.9
        alive *= 1 - p
    assert paid == pytest.approx(float(terms.mean_top), rel=1e-9)


def test_the_mean_top_award_and_the_edge_are_those_of_a_meter_run_at_random():
    terms = made_up(100, 400, Fraction(30, 100))
    random, wagers = Random(100), 300_000
    standing, seed = 5_000.0, 5_000.0
    tops, paid = [], 0.0
    for _ in range(wagers):
        standing += 0.30
        drawn = random.randrange(10_000)
        if drawn < 100:
            tops.append(standing)
            paid += standing
            standing = seed
        elif drawn < 500:
            paid += standing / 10
            standing *= 0.9
    mean = sum(tops) / len(tops)
    error = (sum((top - mean) ** 2 for top in tops) / len(tops) ** 2) ** 0.5
    assert abs(mean - float(terms.mean_top)) < 4 * error
    drained = float(terms.mean_top * terms.drain)
    assert paid / wagers == pytest.approx(drained, rel=0.05)


# ---- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 0, 7])
def test_a_table_has_one_to_six_bettors(seats):
    with pytest.raises(ValueError, match=f"^{seats} seats: san-lo has 1 to 6$"):
        meter(seats=seats)


def test_a_paytable_without_a_meter_is_no_progressive():
    with pytest.raises(ValueError, match="'FSLP-01' has no meter"):
        progressive(SAN_LO, WAGER, SAN_LO.paytable("FSLP-01"))


def test_one_in_so_many_is_rounded_the_same_wherever_it_is_said(capsys):
    """The letter's 478,281 to 1 is 22,957,480/48 = 478,280.83 and a bit."""
    assert one_in(Fraction(48, HANDS)) == "1 in 478,281"
    assert one_in(Fraction(2, 5)) == "1 in 2.50" and one_in(Fraction(0)) == "never"
    assert one_in(Fraction(2, 201)) == "1 in 101" and one_in(Fraction(2, 203)) == "1 in 102"  # halves away from zero
    places = [str(progressive_section([MeterLife(terms=meter("FSLPP-01"))])), str(meter_sliders(meter("FSLPP-01")))]
    [shoe] = kept_for(SAN_LO).shoes
    places.append(FigureSheet(shoe.figures["FSLPP-01"][0], "").chances)
    app(["analyze", "san-lo", "--paytable", "FSLPP-01"], standalone_mode=False)
    places.append(capsys.readouterr().out)
    for text in places:
        assert "1 in 478,281" in text and "478,280" not in text


@pytest.mark.parametrize("decks", [None, 6, 8])
def test_figures_of_a_progressive_name_the_decks_it_is_counted_from(decks):
    found = houseway.analyze("blazing-7s", wager="Progressive", decks=decks)
    assert {figures.decks for figures in found} == {decks or 6}
    deals = comb(52 * (decks or 6), 2) * (52 * (decks or 6) - 2)  # two cards of the seat's, and the dealer's first
    assert all(sum(line.combinations for line in figures.lines) == deals for figures in found)
