"""A book's results against their mathematics: honest tables lie in their band, a rigged one does not."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

import houseway
from houseway import analyze
from houseway.analysis.joint import layout_of, pairs_of
from houseway.analysis.progressive import progressive
from houseway.cards import rank_of
from houseway.games import GAMES
from houseway.progressive.envy import BETTORS_HANDS, EVERY_HAND
from houseway.service.daybook import days
from houseway.service.drift import ALL, Maths, drifts, rounds
from houseway.service.floor import Floor
from houseway.service.store import Store
from houseway.shuffler import equipped
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.terms import Terms, filled
from tests.gaming_day import NOW
from tests.service.playing import DEALER, SUPERVISOR, House, player

SUPREME = GAMES["supreme-99"]
SEATS = (1, 2, 3)


def rigged(command: Command, table: object, actor: object) -> Command:
    """The dealer always gets king, queen, jack and ten: nothing, twice."""
    done = equipped(command, table, actor)
    if isinstance(done, do.Shuffle) and done.order:
        nothing = [next(card for card in done.order if rank_of(card) == rank) for rank in (13, 12, 11, 10)]
        order = (*nothing, *(card for card in done.order if card not in nothing))
        return replace(done, order=order, number=1)  # the dealer is 1, and the first packet is his
    return done


@pytest.fixture
def play(store: Store):
    floors = []

    def begin(equip=equipped) -> House:
        floors.append(Floor(store, equip=equip, gaming_day=NOW))
        floors[-1].start()
        return House(floors[-1])

    yield begin
    for floor in floors:
        floor.stop()


def test_an_honest_table_is_held_to_its_exact_edge_and_the_joint_variance_of_its_seats(store: Store, play) -> None:
    house = play()
    house.opens("T1", seats=SEATS)
    house.plays("T1", seats=SEATS, rounds=12)
    wager, total, day = drifts(store)
    copied = next(each for each in houseway.analyze(SUPREME, wager="Standard Bet") if each.play == "house way")
    together = pairs_of(layout_of(SUPREME, [], None, "house way")).table_variance(3, {"Standard Bet": Fraction(25_00)})
    assert wager.stake_cents == 12 * 3 * 25_00
    assert wager.theory_cents == wager.stake_cents * copied.house_edge
    assert wager.variance == 12 * together
    assert not wager.is_bound
    assert (total.wager, total.day, day.day) == (ALL, None, day.day)
    [ledger] = days(store)
    assert total.actual_cents == day.actual_cents == ledger.win_cents
    assert total.drop_cents == ledger.drop_cents
    assert total.verdict == "within" or abs(total.deviations) < 4


@pytest.mark.parametrize(
    ("readings", "edge"),
    [({}, Fraction(9852, 270725)), ({"Pair Fortunes": "pair before 9-9"}, Fraction(12732, 270725))],
)
def test_s99_13_theory_is_that_of_the_reading_by_which_the_table_was_opened(store, play, readings, edge) -> None:
    house = play()
    house.opens("T1", seats=(1,), readings=readings)
    house.does("T1", DEALER, do.Shuffle())
    for wager, cents in (("Standard Bet", 25_00), ("Pair Fortunes", 5_00)):
        house.does("T1", player(1), do.PlaceWager(seat=1, wager=wager, cents=cents))
    house.ends("T1")
    row = next(row for row in drifts(store) if row.wager == "Pair Fortunes")
    assert row.theory_cents == 5_00 * edge
    assert row.readings == tuple(readings.values())


def test_a_rigged_table_is_flagged_and_the_honest_one_beside_it_is_not_blamed(store: Store, play) -> None:
    house = play(rigged)
    house.opens("crooked", seats=SEATS)
    house.plays("crooked", seats=SEATS, rounds=25)
    rows = [row for row in drifts(store) if row.wager == ALL and row.day is None]
    assert [(row.table, row.verdict) for row in rows] == [("crooked", "far below")]
    assert rows[0].actual_cents < rows[0].band_cents[0]


def test_void_rounds_are_left_out_and_a_table_can_be_asked_for_alone(store: Store, play) -> None:
    house = play()
    house.opens("T1", seats=SEATS)
    house.opens("T2", seats=SEATS)
    house.plays("T1", seats=SEATS, rounds=2)
    house.does("T1", DEALER, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    house.does("T1", SUPERVISOR, do.VoidRound(note="misdeal"))
    house.plays("T1", seats=SEATS, rounds=1)
    assert len(list(rounds(store, "T1"))) == 3
    assert {row.table for row in drifts(store)} == {"T1"}
    assert drifts(store, tables=["T2"]) == []
    assert drifts(store, last="2000-01-01") == []
    with pytest.raises(ValueError, match="'T9' is not a table of this book: T1, T2"):
        drifts(store, tables=["T9"])


def test_wagers_that_look_at_suits_have_a_band_that_is_a_bound(store: Store, play) -> None:
    house = play()
    house.opens("S1", "san-lo", seats=SEATS)
    house.plays("S1", "san-lo", seats=SEATS, rounds=3)
    [wager, *_] = drifts(store)
    assert (wager.wager, wager.is_bound) == ("Main Bet", True)
    copied = next(f for f in analyze("san-lo", wager="main bet") if f.play == "house way")
    assert wager.theory_cents == 9 * 25_00 * copied.house_edge
    bound = 3 * (3 * 25_00) ** 2 * copied.variance
    assert abs(wager.variance - bound) < bound / 10**20


def seats_with(number: int, **cents: int) -> tuple[tuple[tuple[str, int], ...], ...]:
    return (tuple((name.replace("_", " "), stake) for name, stake in cents.items()),) * number


@pytest.mark.soak
def test_a_bonus_that_is_counted_together_with_the_main_wager_is_exact() -> None:
    math = Maths(GAMES["supreme-99"], filled(Terms(game="supreme-99")), "best play")
    found = math.variances(seats_with(2, Standard_Bet=10_00, Pair_Fortunes=5_00))
    together = pairs_of(layout_of(SUPREME, [SUPREME.paytable("Pair Fortunes")], None, "best play"))
    stakes = {"Standard Bet": Fraction(10_00), "Pair Fortunes": Fraction(5_00)}
    assert found["Pair Fortunes"] == (together.table_variance(2, {"Pair Fortunes": Fraction(5_00)}), False)
    assert found[ALL] == (together.table_variance(2, stakes), False)


@pytest.mark.parametrize("bonus", [{}, pytest.param({"Match_Bonus": 5_00}, marks=pytest.mark.soak)], ids=["", "bonus"])
def test_what_is_counted_together_is_exact_and_what_is_not_is_added_as_deviations(bonus: dict[str, int]) -> None:
    game = GAMES["match-em"]
    math = Maths(GAMES[game.slug], filled(Terms(game="match-em", decks=1)), "best play")
    seats = seats_with(2, Ante=10_00, Poker_Bonus=2_00, **bonus)
    found = math.variances(seats)
    together = pairs_of(layout_of(game, [game.paytable("A1")] if bonus else [], 1, "best play"))
    stakes = {name.replace("_", " "): Fraction(cents) for name, cents in {"Ante": 10_00, **bonus}.items()}
    for wager, cents in stakes.items():
        assert found[wager] == (together.table_variance(2, {wager: cents}), False)
    [poker] = houseway.analyze(game, wager="Poker Bonus", paytable="B1", decks=1)
    assert math.expected(seats)["Poker Bonus"] == (4_00, 4_00 * poker.house_edge)
    deviation = sqrt(together.table_variance(2, stakes)) + 2 * 2_00 * sqrt(poker.variance)
    variance, is_bound = found[ALL]
    assert is_bound
    assert float(variance) == pytest.approx(deviation**2)


def test_a_progressive_wager_is_what_the_tray_sees_of_it_and_its_envy() -> None:
    game = GAMES["san-lo"]
    table = game.paytable("FSLPP-01")
    terms = Terms(game="san-lo", paytables={"Main Bet": "San Lo", "Progressive": table.name}, meter="m")
    math = Maths(GAMES[game.slug], filled(terms), "house way")
    meter = progressive(game, game.wager("Progressive"), table, seats=3)
    expected = math.expected(seats_with(3, Progressive=1_00))
    assert expected["Progressive"] == (3_00, 3_00 * (1 - meter.fixed))
    assert expected["Envy"] == (0, -3 * 100 * meter.envy)
    variances = math.variances(seats_with(3, Progressive=1_00))
    assert variances[ALL][1]
    assert variances[ALL][0] > variances["Progressive"][0] > 0


def test_the_envy_of_a_round_goes_by_the_hands_that_the_table_envies() -> None:
    """Two of five seats bet the progressive: each envies four hands or, by the strict reading, one."""
    game, paytables = GAMES["san-lo"], {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
    one = progressive(game, game.wager("Progressive"), game.paytable("FSLPP-01"), seats=2).envy
    seats = seats_with(2, Progressive=1_00) + seats_with(3)
    for reading, hands in ((EVERY_HAND, 2 * 4), (BETTORS_HANDS, 2 * 1)):
        terms = filled(Terms(game="san-lo", paytables=paytables, meter="m", envy=reading))
        math = Maths(GAMES[game.slug], terms, "house way")
        assert math.expected(seats)["Envy"] == (0, -hands * 100 * one)
        variance, is_bound = math.variances(seats)["Envy"]
        assert is_bound and variance > 0


# ---- any game --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "won_of"), [(0, 25_00), (1, 3 * 25_00)], ids=["taken back", "let ride"])
def test_wagers_that_play_adds_or_takes_back_stand_under_the_first_with_its_stake(
    store: Store, play, option: int, won_of: int
) -> None:
    """Bets 1 and 2 are taken back, or ride: the unit is that of Bet 1 all the same."""
    house = play()
    house.opens("L1", "let-it-ride", seats=(2,))
    house.plays_to_the_end("L1", (2,), option=option)
    [played] = rounds(store, "L1")
    assert played.seats == ((("Bet 1", 25_00),),)
    [(name, won)] = played.won
    assert name == "Bet 1" and won <= won_of and won % won_of == 0
    wager, *_ = drifts(store)
    [figures, *_] = analyze("let-it-ride")
    assert (wager.theory_cents, wager.variance) == (25_00 * figures.house_edge, 25_00**2 * figures.variance)


def test_several_contests_each_have_their_own_figures_and_leave_other_tables_alone(store: Store, play) -> None:
    house = play()
    house.opens("B1", "ez-baccarat", seats=(1,))
    house.does("B1", DEALER, do.Shuffle())
    for wager, cents in (("Player", 10_00), ("Dragon 7", 5_00)):
        house.does("B1", player(1), do.PlaceWager(seat=1, wager=wager, cents=cents))
    house.ends("B1")
    house.opens("T1", seats=SEATS)
    house.plays("T1", seats=SEATS, rounds=1)
    rows = {(row.table, row.wager): row for row in drifts(store) if row.day is None}
    assert list(rows) == [("B1", "Player"), ("B1", "Dragon 7"), ("B1", ALL), ("T1", "Standard Bet"), ("T1", ALL)]
    assert f"{float(rows['B1', 'Player'].theory_cents / 10_00):.4%}" == "1.2351%"
    assert f"{float(rows['B1', 'Dragon 7'].theory_cents / 5_00):.4%}" == "7.6113%"
    assert not rows["B1", "Player"].is_bound and rows["B1", ALL].is_bound


def test_main_wagers_are_held_to_the_paytables_of_the_table() -> None:
    """The war wager pays a second tie 2 to 1 here, and not 1 to 1 as its first paytable does."""
    paytables = {"Ante": "Ante", "War": "War with a bonus", "Tie": "Tie at 11"}
    math = Maths(GAMES["casino-war"], filled(Terms(game="casino-war", paytables=paytables, decks=6)), "best play")
    expected = math.expected(seats_with(2, Ante=10_00, Tie=1_00))
    [war] = analyze("casino-war", paytable="War with a bonus", decks=6)
    [tie] = analyze("casino-war", paytable="Tie at 11", decks=6)
    assert expected == {"Ante": (20_00, 20_00 * war.house_edge), "Tie": (2_00, 2_00 * tie.house_edge)}
    assert f"{float(war.house_edge):.4%}" == "2.3301%"
