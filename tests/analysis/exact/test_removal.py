"""Fold or raise against one hidden hand, on the real pack."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.runs import answer_at, runs
from houseway.analysis.exact.sights import sights_of
from houseway.analysis.exact.tree import Tree
from houseway.analysis.figures import Figures
from houseway.cards import parse, rank_of
from houseway.game import DEALER, SEAT, Deal, Seen
from houseway.games import GAMES
from houseway.ranking import four_card, poker
from houseway.ranking import three_card as three_card_ranking
from tests.analysis.exact.like_caribbean_stud import WITH_A_JOKER
from tests.analysis.exact.small_packs import small_question

THREE_CARD = GAMES["three-card-poker"]


def three_card(*paytables: str) -> Question:
    return question(THREE_CARD, paytables=paytables)


@pytest.fixture(scope="module")
def figures() -> Figures:
    return main_figures(three_card())


def test_three_card_poker_has_the_published_edge_and_element_of_risk(figures):
    assert figures.house_edge == Fraction(686689, 20358520)
    assert f"{float(100 * figures.house_edge):.3f}" == "3.373"
    assert f"{float(100 * figures.element_of_risk):.2f}" == "2.01"


def test_three_card_poker_is_played_in_two_of_three_rounds(figures):
    assert figures.action == 1 + figures.choices["play"]
    assert figures.folds == figures.choices["fold"] == 1 - figures.choices["play"]
    assert f"{float(figures.choices['play']):.4f}" == "0.6742"


def test_a_line_of_the_main_game_names_every_wager_that_play_adds(figures):
    named = {line.name: line.net for line in figures.lines}
    assert named["win + Play"] == 2
    assert named["win + Play dealer does not play"] == 1
    assert named["folded"] == -1
    assert named["win + Play + Ante Bonus straight flush"] == 7
    assert sum(line.combinations for line in figures.lines) == 22_100 * 18_424


@pytest.mark.parametrize(
    ("table", "edge"), [("Ante Bonus 5-3-1", "3.61"), ("Ante Bonus 4-3-1", "3.83"), ("Ante Bonus 3-2-1", "4.28")]
)
def test_the_smaller_the_ante_bonus_the_greater_the_edge(table, edge):
    asked = three_card(table)
    assert f"{float(-100 * Removal(asked).ends.mean(asked.net)):.2f}" == edge


@pytest.mark.parametrize(("cards", "plays"), [("Qc 6d 4h", True), ("Qc 6d 3h", False), ("Jc Td 8h", False)])
def test_queen_six_four_is_the_least_that_is_played(cards, plays):
    method = Removal(three_card())
    fold, play = method.options(Seen(pack=method.question.pack, lying={"seat": parse(cards)})).values()
    assert fold == -1
    assert (play > fold) == plays


@pytest.mark.parametrize(("cards", "wins"), [("Qc 6d 4h", "-0.993378"), ("Qc 6d 3h", "-1.00255")])
def test_the_hands_beside_the_bound_win_what_is_published(cards, wins):
    """robroy8.tripod.com/pokercard"""
    method = Removal(three_card())
    _, play = method.options(Seen(pack=method.question.pack, lying={"seat": parse(cards)})).values()
    assert f"{float(play):.{len(wins) - 3}f}" == wins


def test_a_seat_that_sees_one_of_the_dealers_cards_wins_what_is_published():
    """3.483 % of the ante (888casino.com/blog/novelty-games/three-card-poker-hole-card-play)."""
    steps = tuple(replace(step, up=1) if isinstance(step, Deal) else step for step in THREE_CARD.round)
    asked = question(replace(THREE_CARD, round=steps))
    assert f"{float(100 * Removal(asked).ends.mean(asked.net)):.3f}" == "3.483"


@pytest.mark.parametrize(("least", "edge"), [((0, 12), "3.45"), ((0,), "7.65")])
def test_raising_like_the_dealer_or_blindly_costs_what_is_published(least, edge):
    """robroy8.tripod.com/pokercard"""

    def policy(number, seen, options):
        return options[three_card_ranking.strength(seen[SEAT]) >= least]

    asked = question(THREE_CARD, policy=policy)
    assert f"{float(-100 * Removal(asked).ends.mean(asked.net)):.2f}" == edge


@pytest.mark.parametrize("game", [GAMES["caribbean-stud"], GAMES["dj-wild"], WITH_A_JOKER], ids=lambda game: game.slug)
def test_what_is_chosen_at_each_sight_is_best_whichever_suits_are_seen(game):
    asked = small_question(game)
    method = Removal(asked)
    for seen, options in options_met(asked, rounds=40):
        shown = seen.lying.get("dealer", ())
        [chosen] = method.chosen(np.array([seen[SEAT]]), np.array([shown], np.uint8)).tolist()
        values = list(method.options(seen).values())
        assert values.index(max(values)) == chosen, (seen, options)


# ---- whole packs -----------------------------------------------------------------------------------

EDGES = {
    "caribbean-stud": Fraction(142031221, 2718662100),
    "crazy-4": Fraction(264142729, 7726058340),
    "dj-wild": Fraction(1419824771, 40948109202),
    "four-card-poker": Fraction(8840827253, 317119576410),
}


@pytest.mark.soak
@pytest.mark.parametrize("slug", EDGES)
def test_the_edges_of_whole_packs_are_frozen(slug):
    asked = question(GAMES[slug])
    assert -Removal(asked).ends.mean(asked.net) == EDGES[slug]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("slug", EDGES)
def test_options_of_the_whole_pack_are_worth_what_the_judge_says(slug):
    asked = question(GAMES[slug])
    method, judge = Removal(asked), Tree(asked)
    for seen, _ in islice(options_met(asked, rounds=20), 20):
        assert method.options(seen) == judge.options(seen)


def kicker_rules(mine: list[int], shown: int) -> bool:
    """Of ace and king: the dealer's card matches one of yours from the deuce to the queen; or it is an ace or king, and
    you have a queen or jack; or it matches none, you have a queen, and it is below your fourth."""
    if shown in mine:
        return mine[2] >= 11 if shown >= 13 else True
    return mine[2] == 12 and shown < mine[3]


STRATEGIES = {  # by the hand, its ranks and the dealer's card: what is raised; the loss of all deals; element of risk
    "three rules": (lambda made, mine, up: is_ace_king(made) and kicker_rules(mine, up), 1_041_417_758_724, "2.554"),
    "ace-king-jack-8-3": (lambda made, mine, up: made >= (0, 14, 13, 11, 8, 3), 1_059_715_400_580, "2.596"),
    "matching rank": (lambda made, mine, up: is_ace_king(made) and up in mine, 1_063_176_931_284, "2.616"),
    "a pair": (lambda made, mine, up: False, 1_090_272_101_460, "2.738"),
    "any ace-king": (lambda made, mine, up: is_ace_king(made), 1_132_600_203_540, "2.672"),
    "blind": (lambda made, mine, up: True, 3_310_360_338_060, "5.536"),
}


def is_ace_king(made: tuple[int, ...]) -> bool:
    return made >= (0, 14, 13)


@pytest.mark.soak
def test_strategies_of_caribbean_stud_lose_what_is_published_of_them():
    """toho-talent.com/2022/04/14/caribbean-stud-poker-strategy: a pair or better is raised by all of them."""
    sights = sights_of(Removal(question(GAMES["caribbean-stud"])))
    deals = 19_933_230_517_200
    for name, (raises, loss, risk) in STRATEGIES.items():

        def glance(seen, raises=raises):
            [shown], mine = map(rank_of, seen[DEALER]), sorted(map(rank_of, seen[SEAT]), reverse=True)
            made = poker.strength(seen[SEAT])
            return "", int(made >= (poker.PAIR,) or raises(made, mine, shown))

        keys, of_sight = sights.glanced(0, glance)
        raised = np.array([number for _, number in keys], np.uint8)[of_sight]
        played = sights.play({0: raised})
        assert -played.expectation * deals == loss, name
        ways = played.choices[0].ways
        bet = 1 + 2 * Fraction(int(ways[raised == 1].sum()), int(ways.sum()))
        assert f"{float(-100 * played.expectation / bet):.3f}" == risk, name


@pytest.mark.soak
def test_the_makers_strategy_of_four_card_poker_costs_what_is_published():
    """A pair of threes is played, tens are played three times: 3.40 % of the ante, and 1.58 % of all bets, which the
    maker calls the edge (888casino.com/blog/novelty-games/four-card-poker-bad-beat-bonus-faulty-math)."""
    sights = sights_of(Removal(question(GAMES["four-card-poker"])))

    def glance(seen):
        kind, rank, *_ = four_card.strength(seen[SEAT])
        times = 3 if kind > four_card.PAIR else 0 if kind < four_card.PAIR else (rank > 2) + 2 * (rank >= 10)
        return "", times

    keys, of_sight = sights.glanced(0, glance)
    times = np.array([number for _, number in keys], np.uint8)[of_sight]
    played = sights.play({0: times})
    ways = played.choices[0].ways
    bet = 1 + Fraction(int((ways * times).sum()), int(ways.sum()))
    assert f"{float(-100 * played.expectation):.2f}" == "3.40"
    assert f"{float(-100 * played.expectation / bet):.2f}" == "1.58"


def test_runs_are_found_where_not_all_is_asked():
    """Also a run of one, if somebody says where it may be."""
    row = [0] * 3_000 + [1] * 5_000 + [2] + [3] * 4_000
    found = runs(row.__getitem__, len(row), probes=[8_000])
    assert found == [(0, 0), (3_000, 1), (8_000, 2), (8_001, 3)]
    assert [answer_at(found, place) for place in range(len(row))] == row
