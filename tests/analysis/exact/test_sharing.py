"""What seats of Match 'Em win that share, by another way: tables are dealt, and all that the dealer can then hold is
gone through, rank by rank, by the oracle's rules."""

from itertools import combinations_with_replacement
from math import comb, prod, sqrt

import numpy as np
import pytest

import houseway
from tests.oracle import match_em, rank
from tests.soak import more

RANKS = range(2, 15)
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(33)], dtype=np.float64)
HANDS = list(combinations_with_replacement(RANKS, 5))
COPIES = np.array([[hand.count(each) for each in RANKS] for hand in HANDS])
TOTALS = np.array([match_em.dealer_totals(tuple(4 * (each - 2) for each in hand)) for hand in HANDS])


def won(mine: list[int], known: list[int], decks: int) -> tuple[float, float]:
    """What HI and what LO wins on average, doubled where that is better, of one who knows these cards."""
    left = np.array([4 * decks - sum(rank(card) == each for card in known) for each in RANKS])
    weights = prod(CHOOSE[left[place]][COPIES[:, place]] for place in range(13))
    total = weights.sum()
    assert total == comb(int(left.sum()), 5)
    hi = weights[sum(map(match_em.hi_points, mine)) >= TOTALS[:, 0]].sum() / total
    lo = weights[sum(map(match_em.lo_points, mine)) <= TOTALS[:, 1]].sum() / total
    return tuple(max(2 * each - 1, 2 * (2 * each - 1)) for each in (hi, lo))


def gained(seats: int, decks: int, tables: int) -> tuple[float, float]:
    """What the first seat wins more with the cards of all than by its own, and the error of that."""
    chance, gains = np.random.default_rng(99), []
    for _ in range(tables):
        known = [int(each) % 52 for each in chance.permutation(52 * decks)[: 3 * seats]]
        hi, lo = won(known[:3], known, decks)
        gains.append(max(hi, lo) - said_alone(known[:3], known, decks))
    return float(np.mean(gains)), float(np.std(gains) / sqrt(tables))


def said_alone(mine: list[int], known: list[int], decks: int) -> float:
    """What a seat wins that chooses word and double by its own three, told with all that are known."""
    alone = won(mine, mine, decks)
    word = int(alone[1] > alone[0])
    base = won_once(mine, known, decks)[word]
    return 2 * base if won_once(mine, mine, decks)[word] > 0 else base


def won_once(mine: list[int], known: list[int], decks: int) -> tuple[float, float]:
    """Without the double."""
    return tuple(each / 2 if each > 0 else each for each in won(mine, known, decks))


@pytest.mark.parametrize(("seats", "decks"), [(7, 1), (7, 2), *more([], [(4, 1), (6, 1), (7, 4)])])
def test_seats_that_share_gain_what_dealt_tables_say(seats: int, decks: int):
    mean, error = gained(seats, decks, more(250, 5_000))
    [found] = houseway.collusion("match-em", seats=[seats], decks=[decks], samples=more(500, 5_000))
    assert mean > 0 and abs(mean - float(found.gain)) < 4 * (error**2 + found.standard_error**2) ** 0.5


@pytest.mark.soak
def test_one_deck_of_match_em_is_beaten_by_a_full_table_that_shares():
    mean, error = gained(7, 1, 20_000)
    [alone] = houseway.collusion("match-em", seats=[1], decks=[1])
    assert float(alone.house_edge) - mean < -5 * error
