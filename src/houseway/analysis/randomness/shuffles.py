"""The battery for shuffled packs, in the order in which cards are dealt.

What is looked at in a pack is exactly known: where each card lies, how red and black alternate, what lies side by
side, what the next shuffle keeps, and what is dealt off the top. The joker is passed over where suits and ranks count:
taking a card out of a random order leaves the others in random order.
"""

from collections.abc import Iterator
from functools import cache
from math import comb, factorial, lgamma

import numpy as np

from houseway.analysis.randomness import sequence
from houseway.analysis.randomness.outcome import ChanceTest
from houseway.analysis.randomness.packing import orders_of
from houseway.analysis.randomness.sequence import GROUP, Floats, Ints
from houseway.cards import JOKER, Pack

LEAST_SHUFFLES = 400
COURTS = 9 * 4  # jack, queen, king, ace: cards of this number and above
RANKS = 13


def shuffle_outcomes(shuffles: Ints, pack: Pack) -> tuple[ChanceTest, ...]:
    if len(shuffles) < LEAST_SHUFFLES:
        raise ValueError(f"{len(shuffles):,} shuffles are too few: {LEAST_SHUFFLES} or more say something")
    return tuple(_outcomes(shuffles, pack))


def _outcomes(shuffles: Ints, pack: Pack) -> Iterator[ChanceTest]:
    suited = shuffles[shuffles != JOKER].reshape(len(shuffles), -1)
    top = suited[:, 0]
    yield card_by_place(shuffles, pack)
    yield colour_runs(suited)
    yield neighbours(shuffles)
    yield next_shuffle(shuffles)
    yield from rising_sequences(suited)
    yield sequence.coupon_collector(top % 4, 4, "suits of the top card")
    yield sequence.gap(top >= COURTS, 16 / 52, "courts and aces on top")
    yield poker_hands(suited, pack)
    block = shuffles.shape[1] // GROUP * GROUP
    yield sequence.orders(shuffles[:, :block].reshape(-1, GROUP), "five cards in deal order")
    whole = np.ascontiguousarray(shuffles.astype(np.uint8)).view(f"V{shuffles.shape[1]}")
    yield sequence.repeats(whole, orders_of(pack), "whole shuffles")


def card_by_place(shuffles: Ints, pack: Pack) -> ChanceTest:
    """How often each card lies at each place.

    A card lies at one place and a place holds one card, so that the counts are bound by rows and by columns: with N
    places and c copies of a card, (N − 1)/n · Σ (count − expected)² / c has (kinds − 1)(N − 1) degrees of freedom.
    """
    n, places = shuffles.shape
    kinds = len(set(pack.cards()))
    counts = np.bincount((shuffles * places + np.arange(places)).ravel(), minlength=kinds * places)
    copies = np.array([pack.copies(card) for card in sorted(set(pack.cards()))])[:, None]
    off = (counts.reshape(kinds, places) - n * copies / places) ** 2 / copies
    statistic = float(off.sum() * (places - 1) / n)
    return sequence.squares("chi-square", "each card at each place", n, statistic, (kinds - 1) * (places - 1))


def colour_runs(suited: Ints) -> ChanceTest:
    """How many runs of one colour a pack falls into."""
    red = (suited % 4 == 1) | (suited % 4 == 2)
    runs = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
    size = suited.shape[1]
    return sequence.chi_square("runs", "red and black", np.bincount(runs, minlength=size + 1), run_chances(size // 2))


@cache
def run_chances(each: int) -> Floats:
    """The chance of so many runs in a random order of equally many red and black cards."""

    def ways(parts: int) -> float:
        """The ways to cut one colour into so many runs, as a logarithm."""
        if not 1 <= parts <= each:
            return -np.inf
        return lgamma(each) - lgamma(parts) - lgamma(each - parts + 1)

    total = lgamma(2 * each + 1) - 2 * lgamma(each + 1)
    chances = np.zeros(2 * each + 1)
    for count in range(2, 2 * each + 1):
        chances[count] = 2 * np.exp(ways(count // 2) + ways(count - count // 2) - total)
    return chances


def neighbours(shuffles: Ints) -> ChanceTest:
    """Whether like cards lie together: the sum of products of neighbours, over all shuffles."""
    n, places = shuffles.shape
    x = shuffles - shuffles[0].mean()
    products = float((x[:, 1:] * x[:, :-1]).sum() + (x[:, 0] * x[:, -1]).sum())
    mean, variance = sequence.neighbour_moments(places, float((x[0] ** 2).sum()), float((x[0] ** 4).sum()))
    return sequence.normal("serial correlation", "cards side by side", n, products, n * mean, n * variance)


def next_shuffle(shuffles: Ints) -> ChanceTest:
    """Whether a shuffle keeps, or avoids, the order of the one before."""
    n, places = shuffles.shape
    x = shuffles - shuffles[0].mean()
    products = float((x[1:] * x[:-1]).sum())
    square = float((x[0] ** 2).sum())
    variance = (n - 1) * square**2 / (places - 1)
    return sequence.normal("serial correlation", "a shuffle and the next", n - 1, products, 0.0, variance)


def rising_sequences(suited: Ints) -> Iterator[ChanceTest]:
    """Into how many rising sequences a pack falls, against the order of a new one, and against the shuffle before: a
    riffle makes two of one, and after seven of them there are still too few.

    Of cards alike the first counts: the order in which the 52 kinds first come is uniform, whatever the shoe.
    """
    places = first_places(suited)
    yield _risings(places, "from a new pack")
    before = np.argsort(places[:-1], axis=1)  # the kinds in the order of the last shuffle
    yield _risings(np.take_along_axis(places[1:], before, axis=1), "from the shuffle before")


def first_places(suited: Ints) -> Ints:
    """Where each kind of card first lies."""
    places = np.empty((len(suited), 4 * RANKS), np.int64)
    rows = np.arange(len(suited))
    for place in reversed(range(suited.shape[1])):
        places[rows, suited[:, place]] = place
    return places


def _risings(places: Ints, of: str) -> ChanceTest:
    counts = 1 + (places[:, 1:] < places[:, :-1]).sum(axis=1)
    kinds = places.shape[1]
    return sequence.chi_square("rising sequences", of, np.bincount(counts, minlength=kinds + 1), rising_chances(kinds))


@cache
def rising_chances(kinds: int) -> Floats:
    """The chance of so many rising sequences: orders counted by Euler's numbers, card by card."""
    ways = [0, 1]
    for size in range(2, kinds + 1):
        longer = [0] * (size + 1)
        for count, orders in enumerate(ways):  # a card more lengthens a sequence, or begins one
            longer[count] += count * orders
            if orders:
                longer[count + 1] += (size - count) * orders
        ways = longer
    return np.array([orders / factorial(kinds) for orders in ways])


def poker_hands(suited: Ints, pack: Pack) -> ChanceTest:
    """How many ranks there are among the first five cards."""
    hands = np.sort(suited[:, :GROUP] // 4, axis=1)
    kinds = 1 + (hands[:, 1:] != hands[:, :-1]).sum(axis=1)
    return sequence.chi_square(
        "poker", "ranks of the first five", np.bincount(kinds, minlength=GROUP + 1), hands_by_ranks(pack)
    )


def hands_by_ranks(pack: Pack) -> Floats:
    """The chance of so many ranks in five cards: hands counted rank by rank."""
    copies = 4 * pack.decks
    ways = {(0, 0): 1}  # cards taken, ranks among them
    for _ in range(RANKS):
        more: dict[tuple[int, int], int] = {}
        for (cards, ranks), times in ways.items():
            for taken in range(GROUP - cards + 1):
                key = cards + taken, ranks + (taken > 0)
                more[key] = more.get(key, 0) + times * comb(copies, taken)
        ways = more
    total = comb(RANKS * copies, GROUP)
    return np.array([ways.get((GROUP, ranks), 0) / total for ranks in range(GROUP + 1)])
