"""All seats of a table at once: against every deal of a few real cards, and against what two seats tell of more."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, prod
from pathlib import Path

import numpy as np
import pytest

from houseway.analysis.joint import BEST, FullTable, layout_of, pairs_of
from houseway.analysis.joint.sets import JointSets
from houseway.cards import parse
from houseway.games import GAMES
from tests.analysis.cut_down import Played, of_few
from tests.soak import more

SUPREME, MATCH_EM = GAMES["supreme-99"], GAMES["match-em"]


def whole_numbers(layout):
    return [int(nets[0]) for nets in layout.results]


def table_of(game, seats):
    layout = layout_of(game, [], None, BEST)
    return FullTable(layout, seats, whole_numbers(layout))


def by_sum(counted):
    found = Counter()
    for (one, other), deals in counted.items():
        found[one + other] += deals
    return found


# ---- every deal of a few cards -------------------------------------------------------------------------


@cache
def sharings(positions, size, hands):
    """All ways to give `hands` hands of `size` out of so many positions, in no order: rows of places of hands."""
    places = {hand: place for place, hand in enumerate(combinations(range(positions), size))}

    def share(left, hands):
        if not hands:
            yield ()
            return
        for first in range(len(left) - hands * size + 1):
            rest = left[first + 1 :]
            for others in combinations(rest, size - 1):
                remaining = tuple(p for p in rest if p not in others)
                for rest_of_them in share(remaining, hands - 1):
                    yield (places[left[first], *others], *rest_of_them)

    return np.array(list(share(tuple(range(positions)), hands)))


def every_round(game, dealers, seats):
    """Real cards: each of these hands of the dealer, and every deal of the rest to seats that play best."""
    played = Played(game)
    found = Counter()
    for hand in dealers:
        rest = [card for card in played.cards if card not in hand]
        nets = [int(played.won(mine, hand)) for mine in combinations(rest, played.size)]
        sums = np.array(nets)[sharings(len(rest), played.size, seats)].sum(axis=1)
        for won, times in zip(*np.unique(sums, return_counts=True), strict=True):
            found[int(won)] += factorial(seats) * int(times)
    return found


def dealers_of(table, case):
    """All real hands of the dealer that belong to a case."""
    groups = table.layout.method.groups
    counts = {tuple(table.layout.dealers[d].tolist()) for d in case}
    for hand in combinations(table.layout.method.question.cards, table.layout.dealers_size):
        if tuple(sum(card in group for card in hand) for group in groups) in counts:
            yield hand


@pytest.mark.deeper
@pytest.mark.parametrize(
    ("game", "cards", "seats", "every"),
    [
        (SUPREME, "As Ad Kc Kd Qc Qh Js Jd Th 9h 9s 8d 5s 4c 4h 2s", 3, 8),
        pytest.param(SUPREME, "As Ad Ah Ac Kc Kd Qc Qh Js Jd Th 9h 9s 8d 5s 4c 2s", 3, 16, marks=pytest.mark.soak),
        pytest.param(MATCH_EM, "As Ad Kc Qd Jh 9h 9s 8d 5s 4c 4h 4d 3d 2s", 3, 4, marks=pytest.mark.soak),
        pytest.param(MATCH_EM, "As Ad Kc Qd Jh Th 9h 9s 8d 5s 4c 4h 4d 3d 2s 2d 2h", 4, 20, marks=pytest.mark.soak),
    ],
    ids=["supreme-3", "supreme-3-of-more-cards", "match-em-3", "match-em-4"],
)
def test_all_seats_win_together_what_every_deal_of_a_few_cards_gives_them(game, cards, seats, every):
    """One case in so many, with all real hands of its dealers; in `make test` a quarter of them."""
    table = table_of(of_few(game, parse(cards)), seats)
    for case in table.cases[:: more(4 * every, every)]:
        assert by_sum(table.count(case)) == every_round(table.layout.game, dealers_of(table, case), seats)


@pytest.mark.parametrize("seats", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_one_seat_and_two_are_counted_by_the_same_method(seats):
    layout = layout_of(SUPREME, [], None, BEST)
    table, pairs = table_of(SUPREME, seats), pairs_of(layout)
    found = sum((by_sum(table.count(case)) for case in table.cases), Counter())
    deals = sum(found.values())
    stakes = {"Standard Bet": Fraction(1)}
    mean = Fraction(sum(won * times for won, times in found.items()), deals)
    assert mean == pairs.table_mean(seats, stakes)
    assert Fraction(sum(won**2 * times for won, times in found.items()), deals) - mean**2 == pairs.table_variance(
        seats, stakes
    )


# ---- full packs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "cases"),
    [
        (SUPREME, 5, (0, 30)),
        (MATCH_EM, 6, (100,)),
        pytest.param(SUPREME, 6, (0, 3, 30), marks=pytest.mark.soak),
        pytest.param(MATCH_EM, 7, (9,), marks=pytest.mark.soak),
    ],
    ids=lambda value: getattr(value, "slug", value),
)
def test_a_full_table_has_the_mean_and_the_variance_that_pairs_of_its_seats_give(game, seats, cases):
    """Against the same hands of the dealer: the sum's square is that of each seat and of each pair."""
    table, two = table_of(game, seats), table_of(game, 2)
    for number in cases:
        case = table.cases[number]
        found, pairs = by_sum(table.count(case)), two.count(case)
        deals, all_pairs = table.deals_of(case), two.deals_of(case)
        mean = Fraction(sum(won * times for won, times in found.items()), deals)
        square = Fraction(sum(won**2 * times for won, times in found.items()), deals)
        alone = Fraction(sum(one * times for (one, _), times in pairs.items()), all_pairs)
        own = Fraction(sum(one**2 * times for (one, _), times in pairs.items()), all_pairs)
        crossed = Fraction(sum(one * other * times for (one, other), times in pairs.items()), all_pairs)
        assert mean == seats * alone
        assert square == seats * own + seats * (seats - 1) * crossed


def test_grades_that_no_hand_tells_apart_are_found_and_against_a_pair_of_them_they_are_not_alike():
    table = table_of(SUPREME, 2)
    ranks = [table.layout.shown(row)[0] for row in np.eye(len(table.layout.full), dtype=int)]
    shown = {table.layout.shown(hand): number for number, hand in enumerate(table.layout.dealers)}

    def alike(dealer):
        number = next(number for hand, number in shown.items() if sorted(hand) == sorted(dealer))
        case = next(case for case in table.cases if number in case)
        marks = dict(zip(ranks, table._alike(case), strict=True))
        return {rank for rank in ranks if marks[rank] == marks["K"]}

    assert alike("9642") == set("KQJT")
    assert alike("QQ92") == {"K"}


def test_sets_of_cards_are_all_there_and_once():
    """By their fellows: so many sets of real cards of every size, whichever grades are alike."""
    for alike in ([0, 1, 2, 3], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0]):
        sets = JointSets((3, 3, 3, 3), alike, 7)
        for size, level in enumerate(sets.levels):
            cards = sum(
                int(times) * prod(comb(3, int(n)) for n in counts)
                for counts, times in zip(level.counts, sets.fellows[size], strict=True)
            )
            assert cards == comb(12, size)
            assert len(set(level.codes.tolist())) == len(level)


def test_what_would_take_hours_or_does_not_fit_is_not_counted():
    assert table_of(SUPREME, 6).can_be_counted
    assert table_of(MATCH_EM, 7).can_be_counted
    layout = layout_of(SUPREME, [SUPREME.paytable("Pair Fortunes")], None, BEST)
    worth = [int(25 * main + 5 * pair) for main, pair in layout.results]
    assert FullTable(layout, 3, worth).can_be_counted
    assert not FullTable(layout, 6, worth).can_be_counted
    eight = layout_of(MATCH_EM, [], 8, BEST)
    assert FullTable(eight, 4, whole_numbers(eight)).can_be_counted
    assert not FullTable(eight, 7, whole_numbers(eight)).can_be_counted


def test_the_guide_tells_how_many_sets_cases_and_deals_there_are():
    page = (Path(__file__).parents[2] / "docs" / "risk.md").read_text("utf-8")
    table = table_of(SUPREME, 6)
    deals = sum(map(table.deals_of, table.cases))
    [alike, _] = Counter(map(table._alike, table.cases)).most_common(2)
    order = sorted(alike[0])
    few, all_ = (sum(map(len, JointSets((4,) * 13, marks, 12).levels)) for marks in (order, range(13)))
    for said in (f"{len(table.cases)} cases", f"{len(table.layout.dealers):,} hands", f"{few:,}", f"{all_:,}"):
        assert said in page.replace("\n", " ")
    assert f"{deals // 10**33 / 10} x 10^34" in page
