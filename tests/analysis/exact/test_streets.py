"""Streets: exact as the judge on small packs and at single choices, and right on real ones."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.streets import Streets
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse, rank_of
from houseway.game import BOARD, SEAT, Bets, Bonus, Hand, Option, Seen, Settle
from houseway.games.let_it_ride import GAME as LET_IT_RIDE
from houseway.games.mississippi_stud import GAME as MISSISSIPPI
from houseway.games.ultimate_texas_holdem import GAME as HOLDEM
from houseway.ranking import three_card
from houseway.sight import FlushOf

TWO_SUITS = parse("Ac Kc Qc Jc 2c Ad Kd Qd Jd 2d")
ONE_SUIT = parse("Ac Kc Qc Jc Tc 9c")


def without(asked: Question, wager: str, *lines: str) -> Question:
    """The same question, when these lines lose."""
    tables = {
        name: replace(table, lines={line: pay for line, pay in table.lines.items() if line not in lines})
        if table == asked.pays[wager]
        else table
        for name, table in asked.pays.items()
    }
    return replace(asked, pays=tables)


def by_ranks(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
    """A policy that takes now this and now that option."""
    return options[(number + sum(rank_of(c) for cards in seen.lying.values() for c in cards)) % len(options)]


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(without(question(MISSISSIPPI, cards=ONE_SUIT), "Ante", "flush"), marks=pytest.mark.soak),
        question(LET_IT_RIDE, wagers=["3 Card Bonus"], cards=TWO_SUITS),
        without(question(LET_IT_RIDE, cards=TWO_SUITS), "Bet 1", "two pair", "pair of tens or better"),
        question(LET_IT_RIDE, wagers=["3 Card Bonus"], cards=TWO_SUITS, policy=by_ranks),
        question(MISSISSIPPI, cards=parse("Ac 7c 3c Ad 7d 3d"), policy=by_ranks),
    ],
)
def test_a_round_ends_as_the_judge_says(asked: Question):
    ends = Streets(asked).ends
    assert ends.chances == Tree(asked).ends.chances
    assert len({end.said for end in ends.weights}) > 1


def test_a_wager_that_is_settled_early_is_not_lost_by_a_fold():
    two = Hand(SEAT, lambda cards: len(set(map(rank_of, cards))), rank_of)
    pair = Bonus(name="Pair", clause="-", hand=two, judge=lambda kinds: "pair" if kinds == 1 else "lose")
    _, *steps = MISSISSIPPI.round
    bets = Bets(("Ante",), may=("Pair",))
    game = replace(
        MISSISSIPPI, round=(bets, *steps[:2], Settle(("Pair",)), *steps[2:]), wagers=(*MISSISSIPPI.wagers, pair)
    )
    asked = question(game, wagers=["Pair"], cards=ONE_SUIT[:2] + parse("Ad Kd Ah Kh"), policy=by_ranks)
    ends = Streets(asked).ends
    assert ends.chances == Tree(asked).ends.chances
    assert {line.line for end in ends.weights for line in end.lines if line.wager == "Pair"} == {"pair", "lose"}


def test_a_hand_may_look_at_the_board_alone():
    three = Hand(BOARD, three_card.strength, FlushOf(3))
    bonus = Bonus(name="Board", clause="-", hand=three, judge=lambda made: three_card.KINDS[made[0]], outlives=True)
    game = replace(
        MISSISSIPPI,
        round=(Bets(("Ante",), may=("Board",)), *MISSISSIPPI.round[1:]),
        wagers=(*MISSISSIPPI.wagers, bonus),
    )
    asked = question(game, wagers=["Board"], cards=parse("Ac Kc 2c Ad Kd 2d"), policy=by_ranks)
    assert Streets(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize(
    ("game", "seat", "board", "said"),
    [
        (MISSISSIPPI, "Jh 4d", "6c 9h", ("bet 1x", "bet 3x")),
        (MISSISSIPPI, "9s 8s", "Ts 7s", ("bet 1x", "bet 1x")),
        (MISSISSIPPI, "2s 3h", "5d Kd", ("bet 3x", "bet 2x")),
        (LET_IT_RIDE, "Qs Js 9s", "Ts", ("take back",)),
        (LET_IT_RIDE, "4s 4d Kh", "2c", ("let it ride",)),
    ],
)
def test_every_option_at_a_choice_is_worth_what_the_judge_says(game, seat, board, said):
    asked = question(game)
    seen = Seen(pack=asked.pack, lying={"seat": parse(seat), "board": parse(board)}, said=said)
    assert Streets(asked).options(seen) == Tree(asked).options(seen)


def test_a_policy_is_followed_after_every_option():
    asked = question(MISSISSIPPI, cards=ONE_SUIT, policy=by_ranks)
    seen = Seen(pack=asked.pack, lying={"seat": ONE_SUIT[:2], "board": ()})
    assert Streets(asked).options(seen) == Tree(asked).options(seen)


def average_bet(ends: Ends, main: set[str]) -> Fraction:
    staked = sum(
        weight * line.times for end, weight in ends.weights.items() for line in end.lines if line.wager in main
    )
    return Fraction(staked, ends.total)


def test_mississippi_stud_costs_what_is_published():
    asked = question(MISSISSIPPI)
    ends = Streets(asked).ends
    assert ends.total == 1326 * 50 * 49 * 48
    assert -ends.mean(asked.net) == Fraction(53223, 1082900)  # 4.91 %
    # of a bet and a fold that are worth the same the bet is made: that changes nothing but this
    assert round(float(average_bet(ends, {wager.name for wager in MISSISSIPPI.main})), 2) == 3.59


def test_let_it_ride_costs_what_is_published():
    asked = question(LET_IT_RIDE, wagers=["3 Card Bonus"])
    ends = Streets(asked).ends
    assert round(float(-ends.mean(asked.net)) * 100, 2) == 3.51
    own = Counter[str]()
    for end, weight in ends.weights.items():
        own.update({line.line: weight for line in end.lines if line.wager == "3 Card Bonus"})
    assert {line: weight * 22100 // ends.total for line, weight in own.items()} == {
        "high card": 16440, "pair": 3744, "flush": 1096, "straight": 720, "three of a kind": 52, "straight flush": 44,
        "mini royal": 4,
    }  # fmt: skip


def test_games_of_another_shape_are_refused_in_plain_words():
    with pytest.raises(ValueError, match="hands are compared with each other: not a game of streets"):
        Streets(question(HOLDEM))
    with pytest.raises(ValueError, match="hands of several decks are not looked up by their ranks and a flush"):
        Streets(replace(question(MISSISSIPPI), cards=ONE_SUIT * 2))
    first = MISSISSIPPI.choices[0]
    by_card = replace(first, options=lambda seen: first.options(seen)[: seen[SEAT][0] % 3 + 1])
    game = replace(MISSISSIPPI, round=tuple(by_card if step is first else step for step in MISSISSIPPI.round))
    with pytest.raises(ValueError, match="what may be said depends on the cards"):
        Streets(question(game))
