"""Caribbean Stud, clause by clause, and what is published of its progressive."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import figures_of
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.caribbean_stud import GAME, MINE, glance, qualifies
from tests.games.clauses import line, options, pays, seen_so

PLAYS, PLAYS_NOT = "Ac Kd 7h 4s 2c", "Ac Qd Jh 9s 7c"


def ends(mine, his):
    """The lines of the ante and the raise."""
    return tuple(line(GAME, wager, "raise", seat=mine, dealer=his) for wager in ("Ante", "Raise"))


def test_cs_1_the_ante_is_required_and_bonus_and_progressive_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Bonus", "Progressive"))


def test_cs_2_five_cards_each_and_one_of_the_dealers_face_up():
    assert GAME.round[1:3] == (Deal(SEAT, 5), Deal(DEALER, 5, up=1))


def test_cs_3_fold_or_raise_two_antes():
    fold, raised = options(GAME, 0, seat="As Kd 9c 5d 2h", dealer="4c")
    assert (fold.word, fold.out, fold.stakes) == ("fold", True, ())
    assert (raised.word, raised.stakes) == ("raise", (("Raise", 2),))


@pytest.mark.parametrize(("his", "plays"), [(PLAYS, True), ("2c 2d 5h 4s 3c", True), (PLAYS_NOT, False)])
def test_cs_4_the_dealer_plays_with_ace_and_king(his, plays):
    assert qualifies(MINE.worth(parse(his))) is plays
    assert ends("Kc Qd 7s 4h 2d", his)[0] == ("lose" if plays else "win")
    assert pays(GAME, "Raise")["dealer does not play"] == "push"


def test_cs_5_the_higher_hand_wins_and_a_tie_returns_both():
    assert ends("As Kh 8h 4c 2h", PLAYS) == ("win", "pair or less")
    assert ends("As Kh 7s 4c 2h", PLAYS) == ("tie", "tie")
    assert ends("As Kh 6s 4c 2h", PLAYS) == ("lose", "lose")
    assert ends("9s 9h 9d 9c 2h", PLAYS_NOT) == ("win", "dealer does not play")


@pytest.mark.parametrize(
    ("mine", "ends_in"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 9h 9d 8c 8h", "full house"),
        ("9s 9h 8d 8c 2h", "two pair"),
        ("9s 9h 8d 7c 2h", "pair or less"),
    ],
)
def test_cs_6_the_raise_of_a_winner_pays_by_his_hand(mine, ends_in):
    assert ends(mine, PLAYS)[1] == ends_in
    assert ends_in in pays(GAME, "Raise")


@pytest.mark.parametrize(
    ("mine", "ends_in"),
    [("8s 8h 7d 3c 2h", "eights or better"), ("7s 7h 6d 3c 2h", "lower pair"), (PLAYS, "high card")],
)
def test_cs_7_bonus_pays_from_a_pair_of_eights_and_a_lower_pair_pushes(mine, ends_in):
    assert line(GAME, "Bonus", "fold", seat=mine) == ends_in
    assert (ends_in in pays(GAME, "Bonus")) is (ends_in != "high card")
    assert GAME.wager("Bonus").outlives


@pytest.mark.parametrize(("table", "fixed"), [("Progressive 500-250-100", "0.68"), ("Progressive 100-75-50", "0.23")])
def test_cs_8_the_progressive_returns_what_is_published_for_each_meter(table, fixed):
    """The fixed pays return so much of a wager, and every $10,000 of the meter 2.924 cents more (usvegas.com)."""
    [found] = figures_of(GAME, GAME.wager("Progressive"), GAME.paytable(table))
    chances = {each.name: each.probability for each in found.lines}
    lines = GAME.paytable(table).lines
    share = sum(chances[name] * lines[name].amount for name in ("royal flush", "straight flush"))
    paid = sum(chances[name] * lines[name].amount for name in ("four of a kind", "full house", "flush"))
    assert f"{float(paid):.2f}" == fixed
    assert f"{float(10_000 * share):.5f}" == "0.02924"
    assert share == Fraction(4, 2_598_960) + Fraction(36, 25_989_600)


@pytest.mark.parametrize(
    ("mine", "shown", "row", "number"),
    [
        ("As Kd 9c 5d 3h", "Kc", "he shows an ace or king", 9),
        ("As Kd 9c 5d 3h", "5c", "he shows a lower rank that you hold", 9),
        ("As Kd 9c 5d 3h", "4c", "he shows a lower rank that you do not hold, below your fourth", 9),
        ("As Kd Qc 5d 3h", "6c", "he shows a lower rank that you do not hold, above your fourth", 12),
        ("As Qd Jc 5d 3h", "6c", "he shows a lower rank that you do not hold, above your fourth", 0),
        ("3s 3d Jc 5d 9h", "6c", "he shows a lower rank that you do not hold, above your fourth", 14),
    ],
)
def test_at_a_glance_the_dealers_card_is_seen_and_the_third_card_beside_ace_and_king(mine, shown, row, number):
    assert glance(seen_so(GAME, seat=mine, dealer=shown)) == (row, number)
