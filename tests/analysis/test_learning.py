"""Short strategies by what a player glances at: those that are published come out, and what they cost is exact."""

from fractions import Fraction

import pytest

import houseway
from houseway.analysis import learning
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.options import solved
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sights import sights_of
from houseway.games import GAMES


def edge_of(game, policy):
    """As the exact method counts it that asks the policy about every hand."""
    asked = question(GAMES[game], policy=policy)
    return -method_for(asked)(asked).ends.mean(asked.net)


def rows(found):
    return [(row.when, row.choose) for row in found.rows]


def test_three_card_poker_is_played_with_queen_6_4_or_better_and_that_costs_nothing():
    found = houseway.strategy("three-card-poker")
    assert rows(found) == [("queen-6-3 or worse", "fold"), ("queen-6-4 or better", "play")]
    assert found.cost == 0 and edge_of("three-card-poker", found.policy) == found.house_edge
    assert sum(row.hands for row in found.rows) == 22_100


QUICK = ("big-raise-stud", "casino-war", "match-em", "three-card-poker")
READ = sorted(
    game.slug for game in GAMES.values() if any(step.glance_name or step.glance_rows for step in game.choices)
)


@pytest.mark.parametrize(
    "slug",
    [pytest.param(s, marks=() if s in QUICK else pytest.mark.soak) for s in sorted({*QUICK, *READ, "three-card-draw"})],
)
def test_the_first_line_from_the_top_that_the_cards_meet_is_the_one_that_is_priced(slug):
    """Each row is asked by itself, as a reader does, whatever was asked before."""
    found = houseway.strategy(slug)
    sights = sights_of(solved(GAMES[slug]))
    step, (glance, ranges) = sights.steps[0], found.policy.tables[sights.numbers[0]]
    hands = [0] * len(ranges)
    for seen, ways in zip(sights.seen(0), sights.play({}).choices[0].ways.tolist(), strict=True):
        row, number = glance(seen)
        met = {each for each, is_met in step.glance_rows if is_met(seen)} or {row}
        line = next(n for n, each in enumerate(ranges) if any(each.holds(one, number) for one in met))
        hands[line] += ways
    assert hands == [line.hands for line in found.rows[: len(hands)]]


@pytest.mark.soak
def test_what_a_card_says_of_two_cards_stands_above_what_it_says_of_the_rest():
    found = houseway.strategy("three-card-draw")
    highest, lowest = (
        next(place for place, (when, _) in enumerate(rows(found)) if when.startswith(words))
        for words in ("highest and lowest", "the two lowest")
    )
    assert highest < lowest and "ace and deuce" in found.basis
    assert found.is_dear and not houseway.strategy("three-card-poker").is_dear


@pytest.mark.soak
def test_the_end_of_a_range_is_told_as_precisely_as_the_next_begins():
    assert rows(houseway.strategy("crazy-4")) == [
        ("king-queen-8-3 or worse", "fold"),
        ("king-queen-8-4 to a pair of kings", "play 1x"),
        ("a pair of aces or better", "play 3x"),
    ]


def test_let_it_ride_is_played_without_a_loss_by_four_lines():
    """A pair of tens, or three to a straight flush with three points; then an open straight, a flush or what pays."""
    found = houseway.strategy("let-it-ride")
    assert len(found.rows) == 4 and found.cost == 0
    assert rows(found)[1] == ("at first: three to a straight flush, 3 points or better", "let it ride")
    assert edge_of("let-it-ride", found.policy) == found.house_edge == Fraction(37963, 1082900)


def test_a_card_of_fewer_lines_costs_more_and_exactly_what_it_says():
    whole = houseway.strategy("let-it-ride")
    short = houseway.strategy("let-it-ride", lines=3)
    assert len(short.rows) == 3 and short.house_edge == edge_of("let-it-ride", short.policy) > whole.house_edge
    assert [length.lines for length in whole.curve] == [2, 3, 4]


def test_mississippi_stud_goes_by_points():
    """Two points to stay, three with a common card, four with two; three bets with a pair of sixes or a strong draw."""
    found = houseway.strategy("mississippi-stud")
    folds = [when for when, choose in rows(found) if choose == "fold"]
    assert folds == ["at first: 1 point or worse", "board of 1: 2 points or worse", "board of 2: 3 points or worse"]
    assert len(found.rows) == 9 and found.cost == Fraction(299, 124950)


@pytest.mark.soak
def test_a_player_who_follows_the_points_of_mississippi_stud_pays_what_they_cost():
    found = houseway.strategy("mississippi-stud")
    assert edge_of("mississippi-stud", found.policy) == found.house_edge


def test_at_war_there_is_one_thing_to_learn():
    found = houseway.strategy("casino-war")
    assert rows(found) == [("always", "war")] and found.cost == 0


def test_where_nobody_chooses_anything_there_is_nothing_to_learn():
    with pytest.raises(ValueError, match="ez-baccarat: nobody chooses anything"):
        houseway.strategy("ez-baccarat")


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_ultimate_texas_holdem_raises_at_once_by_the_published_chart():
    """An ace, king-5, queen-8, jack-10; suited king-2, queen-6, jack-8; a pair of threes."""
    found = houseway.strategy("ultimate-texas-holdem", lines=30)
    raised = [when for when, choose in rows(found) if choose == "raise 4x"]
    assert raised == [
        "at first: unsuited, no pair, jack-10",
        "at first: unsuited, no pair, queen-8 to queen-jack",
        "at first: unsuited, no pair, king-5 or better",
        "at first: suited, jack-8 to jack-10",
        "at first: suited, queen-6 or better",
        "at first: a pair, 3-3 or better",
    ]
    assert found.best_edge == Fraction(50643648973, 2317817502000)
    assert 0 < found.cost < Fraction(13, 1000)


def test_a_strategy_that_takes_a_minute_is_not_given_at_once():
    with pytest.raises(ValueError, match="takes a minute"):
        learning.strategy(GAMES["ultimate-texas-holdem"], at_once=True)
