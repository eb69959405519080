"""Big Raise Stud, clause by clause, and the strategy that is published for it."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.question import question
from houseway.analysis.exact.streets import Streets
from houseway.cards import rank_of, suit_of
from houseway.game import BOARD, SEAT, Deal, Option, Seen, Show
from houseway.games.big_raise_stud import GAME
from tests.games.clauses import line, options, pays

EDGE = Fraction(20914, 812175)


def test_brs_1_the_ante_is_required_and_alone():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ())


def test_brs_2_three_cards_to_each_player_and_two_common_ones_face_down():
    assert GAME.round[1:3] == (Deal(SEAT, 3), Deal(BOARD, 2))


def test_brs_3_fold_or_raise_one_to_four_antes_and_then_both_common_cards_are_shown():
    fold, *raises = options(GAME, 0, seat="As Kd 2c")
    assert (fold.word, fold.out) == ("fold", True)
    assert [(each.word, each.stakes) for each in raises] == [(f"raise {n}x", (("Raise", n),)) for n in (1, 2, 3, 4)]
    assert GAME.round[-1] == Show(BOARD)
    assert not any(wager.outlives for wager in GAME.wagers)


@pytest.mark.parametrize(
    ("mine", "common", "ends"),
    [
        ("As Ks Qs", "Js Ts", "royal flush"),
        ("9s 9d 9c", "2h 2s", "full house"),
        ("As 2d 3s", "4s 5s", "straight"),
        ("Ts 9d 3c", "Th 2s", "tens or better"),
        ("9s 8d 3c", "9h 2s", "sixes to nines"),
        ("6s 9d 3c", "6h 2s", "sixes to nines"),
        ("5s 9d 3c", "5h 2s", "lose"),
    ],
)
def test_brs_4_ante_and_raise_pay_by_the_same_five_card_hand(mine, common, ends):
    assert {line(GAME, wager.name, seat=mine, board=common) for wager in GAME.wagers} == {ends}
    assert (ends in pays(GAME, "Big Raise Stud")) is (ends != "lose")
    assert GAME.paytables_of(GAME.wager("Raise")) == GAME.paytables_of(GAME.wager("Ante"))


def published(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
    """The rules that wizardofodds.com gives, in their order; a high card is a ten or more, a low one a five or less."""
    cards = seen[SEAT]
    ranks = sorted(map(rank_of, cards))
    low, _, top = ranks
    high, medium = sum(r >= 10 for r in ranks), sum(6 <= r <= 9 for r in ranks)
    pair = next((r for r in ranks if ranks.count(r) > 1), 0)
    gaps = top - low - 2 if not pair else 9
    suited = len(set(map(suit_of, cards))) == 1
    is_high = (
        pair and (low == top or pair >= 6),
        suited and low >= 10,
        suited and gaps == 0 and low >= 5,
        suited and gaps == 1 and low >= 6,
        suited and gaps == 2 and high >= 2,
    )
    is_worth_one = (
        suited,
        pair,
        high + medium == 3,
        high == 2,
        gaps <= 1 and medium == 2,
    )
    return options[4 if any(is_high) else 1 if any(is_worth_one) else 0]


def test_the_published_strategy_is_the_best():
    best, by_rules = (Streets(question(GAME, policy=policy)) for policy in (None, published))
    assert -best.ends.mean(best.question.net) == -by_rules.ends.mean(best.question.net) == EDGE
