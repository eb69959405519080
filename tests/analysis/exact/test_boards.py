"""Boards: exact as the judge on small packs and at single choices, and right on real ones."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse
from houseway.game import (
    BOARD,
    CHECK,
    DEALER,
    FOLD,
    SEAT,
    Bets,
    Bonus,
    Choice,
    Contest,
    Deal,
    Game,
    Hand,
    Seen,
    Show,
    say,
)  # fmt: skip
from houseway.games.mississippi_stud import GAME as MISSISSIPPI
from houseway.games.texas_holdem_bonus import GAME as HOLDEM_BONUS
from houseway.games.ultimate_texas_holdem import GAME, has_raised
from houseway.ranking import poker, three_card
from houseway.sight import FlushOf
from tests.analysis.exact.test_streets import average_bet, by_ranks

THREE_BY_THREE = parse("Ac 7c 3c Ad 7d 3d Ah 7h 3h")


def hold_em(streets: tuple[int, ...], worth=poker.strength, sees=poker.SEES) -> Game:
    """A game like it: so many common cards after each choice, the last time to fold or raise, then his."""
    mine, his = Hand(SEAT + BOARD, worth, sees), Hand(DEALER + BOARD, worth, sees)

    def choice(last: bool, times: int) -> Choice:
        options = FOLD if last else CHECK, say(f"raise {times}x", ("Play", times))
        return Choice(lambda seen: () if has_raised(seen) else options)

    steps: list[object] = []
    for number, cards in enumerate(streets):
        steps += [choice(False, len(streets) + 1 - number), Deal(BOARD, cards, cards)]
    return replace(
        GAME,
        round=(Bets(("Ante", "Blind"), may=("Trips",)), Deal(SEAT + DEALER, 2), *steps, choice(True, 1), Show(DEALER)),
        wagers=tuple(
            replace(wager, mine=mine, his=his) if isinstance(wager, Contest) else replace(wager, hand=mine)
            for wager in GAME.wagers[:4]
        ),
    )


def of_three(game: Game) -> Game:
    """Three cards make a hand: what opens, what the blind pays by and trips are said in their words."""
    ante, blind, play, trips = game.wagers
    opens = replace(
        ante,
        settle=lambda mine, his, said: (
            ("tie" if mine == his else ["lose", "win"][mine > his]) if his[0] else "dealer does not open"
        ),
    )
    blinds = replace(blind, settle=lambda mine, his, said: "straight" if mine > his and mine[0] > 1 else "tie")
    said = replace(play, settle=lambda mine, his, said: "win" if mine > his and len(said) < 2 else "lose")
    return replace(game, wagers=(opens, blinds, said, replace(trips, judge=lambda made: three_card.KINDS[made[0]])))


SMALL = of_three(hold_em((1,), three_card.strength, FlushOf(3)))


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(question(GAME, wagers=["Trips"], cards=THREE_BY_THREE), marks=pytest.mark.soak),
        question(SMALL, wagers=["Trips"], cards=THREE_BY_THREE),
        question(SMALL, wagers=["Trips"], cards=parse("Ac Kc Qc 7c Ad Kd Qd 7d")),
        question(SMALL, wagers=["Trips"], cards=parse("Ac Kc Qc 7c Ad Kd Qd 7d"), policy=by_ranks),
        pytest.param(
            question(hold_em((1, 1, 1)), wagers=["Trips"], cards=parse("Ac Kc Qc 7c Ad Kd Qd 7d")),
            marks=pytest.mark.soak,
        ),
        question(GAME, cards=THREE_BY_THREE, policy=by_ranks),
    ],
)
def test_a_round_ends_as_the_judge_says(asked: Question):
    ends = Boards(asked).ends
    assert ends.chances == Tree(asked).ends.chances
    assert len({end.said for end in ends.weights}) > 1


@pytest.fixture(scope="module")
def real() -> Boards:
    return Boards(question(GAME, wagers=["Trips"]))


def seen(boards: Boards, seat: str, board: str, *said: str) -> Seen:
    return Seen(pack=boards.question.pack, lying={"seat": parse(seat), "board": parse(board)}, said=said)


@pytest.mark.soak
def test_ultimate_texas_holdem_costs_what_is_published(real: Boards):
    """Ten seconds; the judge looks at all boards of smaller packs above, and at single choices of this one below."""
    ends = real.ends
    assert ends.total == 1326 * 19600 * 1081 * 990
    edge = -ends.mean(real.question.net)
    assert edge == Fraction(50643648973, 2317817502000)  # 2.185 %
    assert round(float(edge / average_bet(ends, {wager.name for wager in GAME.main})) * 100, 3) == 0.526
    trips = Counter[str]()
    for end, weight in ends.weights.items():
        trips.update({line.line: weight for line in end.lines if line.wager == "Trips"})
    assert {line: weight * 133784560 // ends.total for line, weight in trips.items()} == {
        "royal flush": 4324, "straight flush": 37260, "four of a kind": 224848, "full house": 3473184,
        "flush": 4047644, "straight": 6180020, "three of a kind": 6461620, "two pair": 31433400, "pair": 58627800,
        "high card": 23294460,
    }  # fmt: skip


@pytest.mark.soak
def test_the_first_choices_of_the_real_game_are_known(real: Boards):
    flop = real.options(seen(real, "Ah 7d", "Kc 9c 4h", "check"))
    assert {option.word: value for option, value in flop.items()} == {
        "check": Fraction(-155374, 178365),
        "raise 2x": Fraction(-515947, 535095),
    }
    first = {
        hand: max(options := real.options(seen(real, hand, "")), key=lambda option: options[option]).word
        for hand in ("As Ah", "3s 3h", "2s 2h", "As 2h", "Ks 5h", "Ks 4h", "Ks 2s", "Js Ts", "Js 9h", "Js 8s")
    }
    raises = {hand for hand, word in first.items() if word == "raise 4x"}
    assert raises == {"As Ah", "3s 3h", "As 2h", "Ks 5h", "Ks 2s", "Js Ts", "Js 8s"}
    assert set(first.values()) == {"raise 4x", "check"}


@pytest.mark.parametrize(
    ("seat", "board"),
    [
        ("Ah 7d", "Kc 9c 4h 2s 2d"), ("3c 2d", "Kc Kd Kh Ks 4c"), ("Ts 9s", "2s 5s Ks Kd Jh"),
        ("4h 4c", "Ad Kd 9d 8d 3d"), ("Qd 2d", "Ad Kd 9d 8d 3d"), ("5h 4c", "Ac Kd 9d 8d 3s"),
    ],
)  # fmt: skip
def test_the_last_choice_is_worth_what_the_judge_says(real: Boards, seat: str, board: str):
    here = seen(real, seat, board, "check", "check")
    assert real.options(here) == Tree(real.question).options(here)


def test_a_choice_before_the_last_is_worth_what_the_judge_says():
    asked = question(GAME, cards=parse("Ac Kc 8c Ad Kd 8d Ah Kh 8h As Ks 8s"))
    boards = Boards(asked)
    for seat, board in (("Ac Kd", "8c 8d Kh"), ("8c 8d", "Ac Ad Ah")):
        here = seen(boards, seat, board, "check")
        assert boards.options(here) == Tree(asked).options(here)
    policed = replace(asked, policy=by_ranks)
    here = seen(boards, "Ac Kd", "8c 8d Kh", "check")
    assert Boards(policed).options(here) == Tree(policed).options(here)


def test_the_stretches_of_equal_lines_are_those_of_every_pair_of_worths(real: Boards):
    table = real.showdown
    for mine in range(0, len(table.mine), 401):
        runs = [*table.runs[mine], None]
        for run, after in pairwise(runs):
            for his in range(run.start, after.start if after else len(table.his), 3):
                for item, line in zip(table.items, run.answer, strict=True):
                    worths = (table.mine[mine], table.his[his])
                    wager = GAME.wager(item.wager)
                    assert line == wager.line(worths[: len(wager.hands)], item.said)


@pytest.mark.soak
def test_two_way_bad_beat_comes_as_often_as_is_published():
    """Nine cards are shown: the hand that loses, counted by an author of another program."""
    ends = Boards(question(GAME, wagers=["Two-Way Bad Beat"])).ends
    times = Counter[str]()
    for end, weight in ends.weights.items():
        times.update({line.line: weight for line in end.lines if line.wager == "Two-Way Bad Beat"})
    every = 2_781_381_002_400
    assert {line: weight * every // ends.total for line, weight in times.items()} == {
        "straight flush": 10_300_592, "four of a kind": 471_040_512, "full house": 8_435_225_376,
        "flush": 19_434_208_592, "straight": 18_271_076_976, "three of a kind": 64_049_759_448,
        "two pair": 399_099_149_640, "pair": 1_366_512_556_968, "high card": 791_967_420_480, "tie": 113_130_263_816,
    }  # fmt: skip


# What a hand of two cards wins, as wizardofodds.com/texasholdembonus prints it: with each rule for the ante.
TWO_CARDS = {
    "2c 3d": ("-1.155927", "-1.195592"),
    "2c 4d": ("-1.091604", "-1.135210"),
    "2c 5d": ("-1.019987", "-1.067022"),
    "2c 6d": ("-1.046723", "-1.077817"),
    "2c 7d": ("-1.031301", "-1.050057"),
    "2c 8d": ("-0.896002", "-0.917393"),
    "2c 9d": ("-0.763132", "-0.784523"),
    "2c Td": ("-0.613979", "-0.636507"),
    "2c Jd": ("-0.459414", "-0.478676"),
    "2c Qd": ("-0.289690", "-0.305687"),
    "2c Kd": ("-0.102668", "-0.115400"),
}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("place", "table", "edge"),
    [
        (0, "Las Vegas", Fraction(578107733, 28381438800)),
        (1, "Atlantic City", Fraction(19447087313, 347672625300)),
    ],
)
def test_texas_holdem_bonus_wins_what_is_published_with_every_hand(place, table, edge):
    asked = question(HOLDEM_BONUS, paytables=[table])
    boards = Boards(asked)
    for hand, wins in TWO_CARDS.items():
        [bet] = (value for option, value in boards.options(seen(boards, hand, "")).items() if option.word == "bet 2x")
        assert f"{float(bet):.6f}" == wins[place]
    assert -boards.ends.mean(asked.net) == edge


def test_games_of_another_shape_are_refused_in_plain_words():
    with pytest.raises(ValueError, match="no hands are compared after a choice: not a game of boards"):
        Boards(question(MISSISSIPPI))
    pocket = Bonus(name="Pocket", clause="-", hand=Hand(SEAT, len, FlushOf(2)), judge=str)
    bets = Bets(("Ante", "Blind"), may=("Pocket",))
    game = replace(GAME, round=(bets, *GAME.round[1:]), wagers=(*GAME.wagers, pocket))
    with pytest.raises(ValueError, match="Pocket looks at other hands than the two that are compared"):
        Boards(question(game, wagers=["Pocket"]))
    names = hold_em((1, 1, 1), lambda cards: poker.kind(poker.strength(cards)), poker.SEES)
    with pytest.raises(ValueError, match="what hands are worth does not stand in order"):
        Boards(question(names))
    with pytest.raises(ValueError, match="boards of 5 are too many to be looked at one by one, as a policy does"):
        Boards(question(GAME, policy=by_ranks))
