"""How many hidden hands are below a bound, by ranks, put right for each suit in which a flush can be.

A hand of the dealer's counts at what its ranks are worth. One that makes a flush is taken out there, and counts at what
it is worth with the flush. So there are two tables, and a bound's count is a sum over both:

`plain[T, b]` holds how many hidden hands contain given cards of the ranks T and are below bound b by their ranks. Those
that avoid the seat's cards are the sum of (-1)^|T| plain[T, b] over all sets T of the seat's cards (`Parts`).

`flush[S, T, b]` holds the same for the hands that make a flush in a suit, put right, of which no card is among the
seat's ranks S of that suit, and which contain given cards of the ranks T of other suits.

The bounds move along the dealer's worths as the seat's do, and each hand is entered once as a bound passes it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.kernel import kernel

MOST_PARTS = 512  # of one hand: sets of up to eight cards, and room


class Parts(NamedTuple):
    """Of every multiset of ranks, by its number: the multisets within it, and how many sets of cards they are, less
    than nothing if they have an odd number of cards."""

    starts: Longs
    numbers: Ints
    times: Ints


class PatternSights(NamedTuple):
    """What a seat can hold, kind by kind and then by ranks: the number of its ranks; for each suit in which the dealer
    can have a flush, its ranks of that suit, as bits, and the number of its other ranks; and how many hands it is."""

    ranks: Ints
    suited: Ints
    others: Ints
    weights: Longs


class HiddenHands(NamedTuple):
    """Hidden hands in the order of their worths: those of a worth begin at `starts`. A hand counts `signs` times; it
    has ranks in a suit, as bits, and others, of which `left` are in the pack."""

    starts: Longs
    signs: Ints
    suited: Ints
    others: Ints
    left: Ints


class WinBounds(NamedTuple):
    """What is won between bounds (`Against`), for all kinds."""

    bounds: Ints
    options: Ints
    ends: Ints
    nets: Longs


class RankTables(NamedTuple):
    """Multisets of ranks by their numbers: how a rank is added, and the ranks of each, filled up with -1."""

    next: Ints
    rows: Ints
    choose: Longs


@kernel
def list_parts(ranking: RankTables, first: int, end: int, most: int, starts: Longs, numbers: Ints, times: Ints) -> int:
    """The parts of up to `most` cards of the multisets from the first to before the end. How many there are; those are
    written for which there is room."""
    found = np.zeros(MOST_PARTS, np.int64)
    count = np.zeros(MOST_PARTS, np.int64)
    sizes = np.zeros(MOST_PARTS, np.int64)
    written = 0
    for number in range(first, end):
        row = ranking.rows[number]
        found[0], count[0], sizes[0], many = 0, 1, 0, 1
        at = 0
        while at < row.size and row[at] >= 0:
            rank, held = row[at], 0
            while at < row.size and row[at] == rank:
                at += 1
                held += 1
            before = many
            for part in range(before):
                more = found[part]
                for taken in range(1, held + 1):
                    if sizes[part] + taken > most:
                        break
                    more = ranking.next[more, rank]
                    found[many] = more
                    count[many] = count[part] * ranking.choose[held, taken] * (1 - 2 * (taken % 2))
                    sizes[many] = sizes[part] + taken
                    many += 1
        for part in range(many):
            if written < len(numbers):
                numbers[written], times[written] = found[part], count[part]
            written += 1
        starts[number + 1] = written
    return written


@kernel
def holding(ranking: RankTables, row: Ints, left: Ints, most: int, found: Longs, ways: Longs) -> int:
    """All multisets T of up to `most` cards within a row, and how many hands of the row's ranks hold given cards of T,
    where so many cards of each rank are left."""
    found[0], ways[0], many = 0, 1, 1
    sizes = np.zeros(MOST_PARTS, np.int64)
    at = 0
    while at < row.size and row[at] >= 0:
        rank, held = row[at], 0
        while at < row.size and row[at] == rank:
            at += 1
            held += 1
        before = many
        for part in range(before):
            more = found[part]
            for taken in range(1, held + 1):
                if sizes[part] + taken > most or taken > left[rank]:
                    break
                more = ranking.next[more, rank]
                found[many] = more
                ways[many] = ways[part] * ranking.choose[left[rank] - taken, held - taken]
                sizes[many] = sizes[part] + taken
                many += 1
            ways[part] *= ranking.choose[left[rank], held]
    return many


@kernel
def enter_plain(
    ranking: RankTables, hands: HiddenHands, low: int, high: int, most: int, bound: int, table: Longs
) -> None:
    """Hands of these worths enter below a bound, or leave it if the bound went down."""
    found, ways = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    sign = 1 if high >= low else -1
    for hand in range(hands.starts[min(low, high)], hands.starts[max(low, high)]):
        many = holding(ranking, ranking.rows[hands.others[hand]], hands.left, most, found, ways)
        for part in range(many):
            table[found[part], bound] += sign * hands.signs[hand] * ways[part]


@kernel
def enter_flush(
    ranking: RankTables, hands: HiddenHands, low: int, high: int, most: int, bound: int, table: Ints
) -> None:
    """The same for hands with ranks in a suit, beside all others that a seat can hold of it."""
    found, ways = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    sign = 1 if high >= low else -1
    for hand in range(hands.starts[min(low, high)], hands.starts[max(low, high)]):
        many = holding(ranking, ranking.rows[hands.others[hand]], hands.left, most, found, ways)
        others = (len(table) - 1) & ~hands.suited[hand]
        for part in range(many):
            each = sign * hands.signs[hand] * ways[part]
            if each:
                held = others
                while True:
                    table[held, found[part], bound] += each
                    if held == 0:
                        break
                    held = (held - 1) & others


@kernel
def look(  # noqa: PLR0912 - loops within loops, each of them short
    ranking: RankTables,
    rules: WinBounds,
    sights: PatternSights,
    starts: Longs,
    parts: Parts,
    other_parts: Parts,
    plain_hands: HiddenHands,
    flush_hands: HiddenHands,
    suits: int,
    most: int,
    most_others: int,
    hidden: int,
    plain: Longs,
    flush: Ints,
    by_policy: bool,
    taken: Bytes,
    totals: Longs,
    ways: Longs,
    wins: Longs,
) -> None:
    """For all sights, kind by kind: count the hidden hands between bounds, take the option that wins most, or that of
    the policy, and add the deals to the totals of the ends that it leads to."""
    number = rules.bounds.shape[1]
    at = np.zeros(number, np.int64)
    by_ranks, deals = np.zeros(number, np.int64), np.zeros(number + 1, np.int64)
    for kind in range(len(rules.bounds)):
        if starts[kind] == starts[kind + 1]:
            continue
        for b in range(number):
            bound = rules.bounds[kind, b]
            if bound != at[b]:
                enter_plain(ranking, plain_hands, at[b], bound, most, b, plain)
                if suits:
                    enter_flush(ranking, flush_hands, at[b], bound, most_others, b, flush)
                at[b] = bound
        last = -1
        options = rules.options[kind]
        for row in range(starts[kind], starts[kind + 1]):
            weight = sights.weights[row]
            if not weight:
                continue
            if sights.ranks[row] != last:
                last = sights.ranks[row]
                by_ranks[:] = 0
                for part in range(parts.starts[last], parts.starts[last + 1]):
                    for b in range(number):
                        by_ranks[b] += parts.times[part] * plain[parts.numbers[part], b]
            deals[:number] = by_ranks
            for suit in range(suits):
                held, others = sights.suited[row, suit], sights.others[row, suit]
                for part in range(other_parts.starts[others], other_parts.starts[others + 1]):
                    for b in range(number):
                        deals[b] += other_parts.times[part] * flush[held, other_parts.numbers[part], b]
            deals[number] = hidden
            for run in range(number, 0, -1):
                deals[run] -= deals[run - 1]
            best, most_won = 0, 0
            for option in range(options):
                won = 0
                for run in range(number + 1):
                    won += rules.nets[rules.ends[kind, option, run]] * deals[run]
                wins[kind, option] += weight * won
                if option == 0 or won > most_won:
                    best, most_won = option, won
            if by_policy:
                best = taken[row]
            taken[row] = best
            ways[kind] += weight
            for run in range(number + 1):
                totals[rules.ends[kind, best, run]] += weight * deals[run]
