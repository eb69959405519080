"""Hours and money: sums of rounds, sessions, banks, rebates and chips, each beside a plain enumeration of every course
or beside rounds that are dealt, for a game of a letter and one of the catalogue."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb, log, sqrt

import pytest

import houseway
from houseway.analysis import session as sessions
from houseway.analysis import sums as of_sums
from houseway.analysis.hours import Pace, SampledShare, TopAward, growth_of
from houseway.analysis.house_bank import house_bank
from houseway.analysis.session import SessionPlan, gains_up_to, rebated, round_of
from houseway.analysis.sums import Bounds, Chances, Lattice, sums
from tests.soak import more

BY_NAME = {"match-em": "Ante", "baccarat": "Banker"}  # of a letter and of the catalogue
GAMES = tuple(BY_NAME)
HALF, FAIR = Fraction(1, 2), {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
TILTED = {Fraction(1): Fraction(11, 20), Fraction(-1): Fraction(9, 20)}


def round_at(game: str, stake: Fraction = Fraction(10)) -> Chances:
    figures = houseway.analyze(game, wager=BY_NAME[game])[0]
    return round_of([(line.net, line.probability) for line in figures.lines], stake)


def every_course(chances: Chances, rounds: int) -> list[tuple[tuple[Fraction, ...], Fraction]]:
    """What each round of each course wins, and the chance of the course."""
    courses = []
    for course in product(chances.items(), repeat=rounds):
        chance = Fraction(1)
        for _, each in course:
            chance *= each
        courses.append((tuple(won for won, _ in course), chance))
    return courses


@pytest.fixture
def in_64_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted in whole numbers."""
    monkeypatch.setattr(of_sums, "LONGEST_BITS", 0)
    monkeypatch.setattr(sessions, "LONGEST_BITS", 0)


def holds(bounds: Bounds, exact: Fraction) -> bool:
    return bounds.low <= exact <= bounds.high and bounds.error < Fraction(1, 10**10)


# ---- sums ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_sums_of_rounds_are_those_of_every_course(game: str):
    one = round_at(game)
    expected: Counter[Fraction] = Counter()
    for won, chance in every_course(one, 5):
        expected[sum(won, Fraction(0))] += chance
    found = sums(one, 5)
    assert found.is_exact
    assert found.chances == {amount: chance for amount, chance in sorted(expected.items()) if chance}
    assert found.below(Fraction(0)) == Bounds.at(sum(c for a, c in expected.items() if a < 0))
    assert found.above(Fraction(10)) == Bounds.at(sum(c for a, c in expected.items() if a > 10))
    assert found.shortfall(-min(one)) == Bounds.at(sum(-a * c for a, c in expected.items() if a < 0))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("in_64_bits")
def test_sums_in_64_bits_lie_between_their_bounds(game: str, monkeypatch: pytest.MonkeyPatch):
    one, rounds = round_at(game), 40
    near = sums(one, rounds)
    monkeypatch.undo()
    exact = sums(one, rounds)
    assert exact.is_exact and not near.is_exact
    for amount in list(exact.chances)[:: max(1, len(exact.chances) // 25)]:
        assert holds(near.below(amount), exact.below(amount).low)
        assert holds(near.above(amount), exact.above(amount).low)
    assert holds(near.shortfall(min(one)), exact.shortfall(min(one)).low)
    assert near.quantile(Fraction(1, 20)) == exact.quantile(Fraction(1, 20))


def test_a_bound_that_is_too_narrow_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    """With a chance cut off that is not counted, the exact one lies outside."""
    one = round_at("baccarat")
    exact = sums(one, 40).below(Fraction(-150)).low
    monkeypatch.setattr(of_sums, "LONGEST_BITS", 0)
    monkeypatch.setattr(of_sums, "NEGLIGIBLE", 1e-4)
    near = sums(one, 40)
    assert near.cut > Fraction(1, 10**5) and near.below(Fraction(-150)).high >= exact
    assert near.below(Fraction(-150)).low <= exact
    assert sum(near.chances.values()) * (1 + near.relative) < 1


def test_many_rounds_keep_a_known_error():
    """Two thousand tosses: the middle one of Pascal's row, and a tail, beside whole numbers."""
    rounds = 2_000
    tossed = sums(FAIR, rounds)
    tail = sum(comb(rounds, heads) for heads in range(rounds // 2 - 100))
    assert abs(tossed.chances[Fraction(0)] * 2**rounds / comb(rounds, rounds // 2) - 1) <= tossed.relative
    assert holds(tossed.below(Fraction(-200)), Fraction(tail, 2**rounds))
    assert tossed.relative < Fraction(1, 10**10) and tossed.cut < Fraction(1, 10**25)


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        ({Fraction(1): HALF}, "add up to 1/2"),
        ({Fraction(1, 10**6): HALF, Fraction(-1): HALF}, "units of"),
    ],
)
def test_what_cannot_be_summed_is_refused(chances: Chances, says: str):
    with pytest.raises(ValueError, match=says):
        sums(chances, 10)
    with pytest.raises(ValueError, match="0 rounds"):
        sums(FAIR, 0)


# ---- sessions ------------------------------------------------------------------------------------------


def walked(chances: Chances, bankroll: Fraction, target: Fraction | None, rounds: int) -> dict[str, Fraction]:
    """Every course followed to its end."""
    need = -min(chances)
    ended = dict.fromkeys(("ruin", "target", "time", "rounds", "left"), Fraction(0))
    for course, chance in every_course(chances, rounds):
        held, played = bankroll, 0
        for won in course:
            if held < need or (target is not None and held >= target):
                break
            held, played = held + won, played + 1
        end = "ruin" if held < need else "target" if target is not None and held >= target else "time"
        ended[end] += chance
        ended["rounds"] += chance * played
        ended["left"] += chance * held
    return ended


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", [None, Fraction(45)], ids=["no target", "a target"])
def test_a_session_ends_as_every_course_does(game: str, target: Fraction | None):
    one = round_at(game)
    course = SessionPlan(chances=one, bankroll=Fraction(30), target=target, rounds=6).course
    expected = walked(one, Fraction(30), target, 6)
    assert {end: getattr(course, end) for end in expected} == {end: Bounds.at(c) for end, c in expected.items()}
    assert expected["ruin"] > 0 and expected["time"] > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", [None, Fraction(150)], ids=["no target", "a target"])
@pytest.mark.usefixtures("in_64_bits")
def test_a_session_in_64_bits_lies_between_its_bounds(
    game: str, target: Fraction | None, monkeypatch: pytest.MonkeyPatch
):
    asked = {"chances": round_at(game), "bankroll": Fraction(100), "target": target, "rounds": 30}
    near = SessionPlan(**asked).course
    monkeypatch.undo()
    exact = SessionPlan(**asked).course
    for end in ("ruin", "target", "time", "rounds", "left"):
        assert getattr(exact, end).is_exact
        assert holds(getattr(near, end), getattr(exact, end).low), end
    assert not near.ruin.is_exact


def test_a_long_session_is_the_gamblers_ruin():
    """Of so many rounds that nearly all have ended: (1 − (q/p)^i) / (1 − (q/p)^n) reach n from i."""
    course = SessionPlan(chances=TILTED, bankroll=Fraction(5), target=Fraction(12), rounds=4_000).course
    odds = Fraction(9, 11)
    reached = (1 - odds**5) / (1 - odds**12)
    assert course.time.high < Fraction(1, 10**9)
    assert abs(course.target.middle - reached) < Fraction(1, 10**8)
    ends = (course.ruin, course.target, course.time)
    assert sum(end.low for end in ends) <= 1 <= sum(end.high for end in ends)


@pytest.mark.parametrize("game", GAMES)
def test_the_bankroll_for_a_risk_is_the_least(game: str):
    one, risk = round_at(game), Fraction(1, 5)
    unit = Lattice.of(one).unit
    least = SessionPlan(chances=one, bankroll=Fraction(100), rounds=20).bankroll_for(risk)
    assert SessionPlan(chances=one, bankroll=least, rounds=20).course.ruin.high <= risk
    assert SessionPlan(chances=one, bankroll=least - unit, rounds=20).course.ruin.low > risk


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"bankroll": Fraction(5)}, "a round may take"),
        ({"bankroll": Fraction(50), "target": Fraction(50)}, "more than the bankroll"),
        ({"rounds": 0}, "0 rounds"),
        ({"rounds": 10**6}, "1 to 100,000"),
    ],
)
def test_a_session_that_cannot_be_played_is_refused(asked: dict[str, object], says: str):
    with pytest.raises(ValueError, match=says):
        SessionPlan(**{"chances": round_at("baccarat"), "bankroll": Fraction(50), "rounds": 10} | asked)  # type: ignore[arg-type]


# ---- rebates -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_rebate_costs_what_every_course_says(game: str):
    one, part = round_at(game), Fraction(1, 10)
    ends = [(sum(won, Fraction(0)), chance) for won, chance in every_course(one, 5)]
    paid = sum(-part * won * chance for won, chance in ends if won < 0)
    cost, player = rebated(Lattice.of(one), 5, part)
    assert cost == Bounds.at(paid)
    assert player == Bounds.at(paid + sum(won * chance for won, chance in ends))


@pytest.mark.parametrize("game", GAMES)
def test_sessions_gain_by_a_rebate_up_to_one_length(game: str):
    """Found by halving; looked at here one by one, and a round is worth less with every one that is added."""
    lattice, part = Lattice.of(round_at(game)), Fraction(1, 12)
    worth = [rebated(lattice, rounds, part)[1].middle for rounds in range(1, 31)]
    gains = [rounds for rounds, each in enumerate(worth, 1) if each > 0]
    assert gains == list(range(1, len(gains) + 1)) and 0 < len(gains) < 30
    assert gains_up_to(lattice, part) == len(gains)
    by_round = [each / rounds for rounds, each in enumerate(worth, 1)]
    assert all(later <= each + Fraction(1, 10**9) for each, later in pairwise(by_round))


def test_no_session_gains_by_a_rebate_that_is_too_small():
    lattice = Lattice.of(round_at("baccarat"))
    assert gains_up_to(lattice, Fraction(1, 100)) == 0
    assert gains_up_to(Lattice.of(TILTED), Fraction(1, 100)) is None


# ---- the bank of the house -----------------------------------------------------------------------------


def test_a_bank_is_what_the_gamblers_ruin_says():
    """For ever, from b: (q/p)^b. A bank is a whole number of chips, and the bounds are a chip apart."""
    for risk in (Fraction(1, 10), Fraction(1, 100), Fraction(1, 10**6)):
        bank = house_bank(TILTED, risk)
        assert bank is not None
        exact = next(b for b in range(1000) if Fraction(9, 11) ** b <= risk)
        assert bank.low - 1 <= exact <= bank.high + 1
        assert float(bank.high) == pytest.approx(log(float(1 / risk)) / log(11 / 9), abs=0.02)
        assert bank.high - bank.low == pytest.approx(1, abs=0.03)


def test_a_house_that_does_not_win_has_no_bank_and_one_that_never_loses_needs_none():
    assert house_bank(FAIR, Fraction(1, 100)) is None
    assert house_bank({Fraction(0): HALF, Fraction(2): HALF}, Fraction(1, 100)) == Bounds.at(Fraction(0))


@pytest.mark.parametrize("game", GAMES)
def test_a_bank_is_broken_no_more_often_than_it_says(game: str):
    """In so many rounds that the drift has carried it away from nothing; less than the bank that is too little by
    proof is broken more often."""
    wins = {-won: chance for won, chance in round_at(game, Fraction(1)).items()}
    risk = Fraction(1, 3)
    bank = house_bank(wins, risk)
    assert bank is not None and 0 < bank.low < bank.high
    asked = {"chances": wins, "rounds": more(1500, 15_000)}
    most_lost = -min(wins)
    course = SessionPlan(bankroll=bank.high + most_lost, **asked).course  # type: ignore[arg-type]
    assert course.ruin.low <= risk


# ---- top awards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chance", [HALF, Fraction(1, 3), Fraction(3, 7), Fraction(1, 50), Fraction(1, 20825), Fraction(1)]
)
def test_the_median_is_the_least_number_in_which_an_award_is_as_likely_as_not(chance: Fraction):
    award = award_of(chance)
    n = award.median_wagers
    if n < 2_000:
        assert 1 - (1 - chance) ** n >= HALF > 1 - (1 - chance) ** (n - 1)
    assert n == pytest.approx(log(2) / float(chance), rel=0.5)


def test_an_award_that_is_even_after_just_so_many_wagers_is_no_question_of_rounding():
    """(1 − p)² is a half but for the last of thirty digits, above it or below."""
    root = Fraction(707106781186547524400844362104, 10**30)  # a hair below the root of 1/2
    assert root**2 < HALF < (root + Fraction(1, 10**30)) ** 2
    assert award_of(1 - root).median_wagers == 2
    assert award_of(1 - root - Fraction(1, 10**30)).median_wagers == 3


def test_an_award_is_as_likely_in_a_month_as_in_all_its_wagers():
    award = award_of(Fraction(1, 1000), wagers=Fraction(3), day=Fraction(10))
    assert award.within_a_month == pytest.approx(1 - 0.999**900)
    assert award.within_a_day == pytest.approx(1 - 0.999**30)
    assert (award.mean_hours, award.mean_days) == (Fraction(1000, 3), Fraction(100, 3))


def award_of(chance: Fraction, wagers: Fraction = Fraction(240), day: Fraction = Fraction(24)) -> TopAward:
    return TopAward(wager="W", paytable="P", line="L", chance=chance, wagers_an_hour=wagers, hours_a_day=day)


# ---- hours ---------------------------------------------------------------------------------------------


def test_hours_of_a_letters_table_are_those_of_dealt_shifts():
    """Two seats against one dealer: their shift is not that of two tables, and what is dealt tells which is right."""
    asked = {"seats": 2, "rounds": 20, "shift": 2, "stake": Fraction(10), "loss": Fraction(100)}
    together = houseway.hours("supreme-99", **asked)
    dealt = houseway.hours("supreme-99", dealt=more(40_000, 2_000_000), seed=3, **asked)
    assert together.rounds_a_shift == dealt.rounds_a_shift == 40
    assert together.win_a_shift == dealt.win_a_shift == 40 * together.risk.mean
    for name in ("chance_of_loss", "chance_of_more"):
        mine, other = getattr(together, name), getattr(dealt, name)
        assert isinstance(mine, Bounds)
        assert isinstance(other, SampledShare)
        assert abs(mine.middle - other.share) < 4 * Fraction(other.error)
        assert mine.error < Fraction(1, 10**9)
    figures = houseway.analyze("supreme-99", wager="Standard Bet")[0]
    apart = sums(round_of([(-line.net, line.probability) for line in figures.lines], Fraction(10)), 80)
    assert abs(apart.below(Fraction(-100)).middle - together.chance_of_more.middle) > Fraction(1, 100)
    mean = sum(amount * chance for amount, chance in together.sums.chances.items())
    assert float(mean) == pytest.approx(float(together.win_a_shift), abs=1e-6)
    square = sum(amount**2 * chance for amount, chance in together.sums.chances.items()) - mean**2
    assert float(square) == pytest.approx(float(together.variance_a_shift), rel=1e-9)
    for tables in (2, 3):  # as many rounds more, each of them alike
        more_tables = replace(together, pace=replace(together.pace, tables=tables))
        assert more_tables.sums.rounds == 40 * tables
        assert more_tables.win_a_shift == tables * together.win_a_shift


def test_hours_of_a_catalogue_table_are_those_of_every_course():
    """All seats of baccarat on the banker win and lose together."""
    of = houseway.hours("baccarat", seats=3, rounds=4, shift=1, stake=Fraction(10), loss=Fraction(59))
    one = {-3 * won: chance for won, chance in round_at("baccarat").items()}
    ends: Counter[Fraction] = Counter()
    for won, chance in every_course(one, 4):
        ends[sum(won, Fraction(0))] += chance
    assert of.is_exact
    assert of.chance_of_more == Bounds.at(sum(c for won, c in ends.items() if won < -59))
    assert of.win_a_shift == sum(won * c for won, c in ends.items())
    low, high = of.win_between
    assert (
        sum(c for won, c in ends.items() if won <= low)
        >= Fraction(1, 40)
        > sum(c for won, c in ends.items() if won < low)
    )
    assert sum(c for won, c in ends.items() if won <= high) >= Fraction(39, 40)
    assert of.hold_between == (low / 120, high / 120)


@pytest.mark.soak  # what is dealt at Supreme 99 tells its error too
def test_hours_that_are_not_summed_tell_their_error():
    """Seats of three card poker are not counted together: only the mean is exact."""
    of = houseway.hours("three-card-poker", seats=2, rounds=10, shift=1, loss=Fraction(50), dealt=20_000)
    assert of.sums is None and of.bank is None and of.dealt == 2_000
    assert isinstance(of.chance_of_more, SampledShare)
    assert of.chance_of_more.error == pytest.approx(
        sqrt(of.chance_of_more.share * (1 - of.chance_of_more.share) / 2_000)
    )
    mean = Fraction(sum(won * times for won, times in of.shifts.items()), of.dealt)
    square = Fraction(sum(won**2 * times for won, times in of.shifts.items()), of.dealt) - mean**2
    assert abs(mean - of.win_a_shift) < 4 * sqrt(square / of.dealt)


def test_meters_of_a_table_grow_by_its_wagers():
    pace = Pace(rounds=Fraction(30), tables=2, day=Fraction(20))
    [life] = houseway.meters("san-lo", paytable="FSLPP-01")
    growth = growth_of(life, 6, pace)
    assert growth.an_hour == 6 * 30 * 2 * life.added
    assert growth.a_day == 20 * growth.an_hour
    assert growth.seeds_a_month == 30 * 20 * 360 * life.probability(life.top) * life.seed


@pytest.mark.soak  # the sibling above needs no solved game
def test_awards_and_meters_of_a_table_go_by_its_wagers():
    of = houseway.hours("san-lo", seats=6, rounds=30, tables=2, day=20, dealt=0)
    life = next(each for each in houseway.meters("san-lo") if each.paytable.name == "FSLPP-01")
    [growth] = [each for each in of.meters if each.paytable == "FSLPP-01"]
    assert growth.an_hour == 6 * 30 * 2 * life.added
    [award] = [each for each in of.awards if each.paytable == "FSLPP-01"]
    assert award.chance == life.probability(life.top)
    assert award.mean_hours == 1 / (360 * award.chance)
    assert of.chance_of_loss is None


@pytest.mark.parametrize(
    ("pace", "says"),
    [({"rounds": Fraction(0)}, "rounds an hour"), ({"tables": 0}, "tables"), ({"day": Fraction(25)}, "hours a day")],
)
def test_a_pace_that_cannot_be_is_refused(pace: dict[str, Fraction], says: str):
    with pytest.raises(ValueError, match=says):
        Pace(**pace)


# ---- promotional chips -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "wager"), [("supreme-99", "Standard Bet"), ("baccarat", "Banker")])
def test_a_chip_is_worth_what_all_its_rounds_say(game: str, wager: str):
    """Followed through rounds that are pushed until hardly any is left."""
    found = houseway.promo(game, wager=wager)[0]
    one = round_of([(line.net, line.probability) for line in houseway.analyze(game, wager=wager)[0].lines], Fraction(1))
    held, free, match, even = Fraction(1), Fraction(0), Fraction(0), Fraction(0)
    for _ in range(60):
        for net, chance in one.items():
            free += held * chance * max(net, Fraction(0))
            match += held * chance * (max(net, Fraction(0)) + net)
            even += held * chance * (min(max(net, Fraction(0)), Fraction(1)) + net)
        held *= one[Fraction(0)]
    assert abs(found.free_bet - free) < Fraction(1, 10**9)
    assert abs(found.match_play - match) < Fraction(1, 10**9)
    assert abs(found.match_play_even - even) < Fraction(1, 10**9)
    assert found.free_bet_once == sum(chance * net for net, chance in one.items() if net > 0)


def test_a_chip_on_a_wager_to_which_play_adds_is_not_told():
    assert {each.free_bet for each in houseway.promo("match-em", wager="Ante")} == {None}
