"""Suit classes: hands that differ only in which suit is which.

No rule of a split game tells one suit from another, so 22,957,480 six-card hands of 53 cards are
1,097,447 different problems, and 154,143,080 seven-card hands 6,972,147. A class is numbered and shown by its first
hand in the order of hand indices; `weights` says how many real hands it stands for.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise, permutations
from math import comb
from os import cpu_count
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.combinations import choose_table, index_of, step
from houseway.analysis.split.kernel import kernel
from houseway.analysis.split.rules import SplitRules
from houseway.cards import Card, Cards, is_joker, suit_of

SUIT_ORDERS = np.array(list(permutations(range(4))), np.uint8)


class SetClasses(NamedTuple):
    """The classes of all sets of one size. Cards are positions in the pack, ascending."""

    hands: Bytes  # one row a class: its first hand
    weights: Ints
    of_index: Ints  # index of a real hand -> its class


def packet_classes(rules: SplitRules) -> SetClasses:
    return suit_classes(rules, rules.size)


@cache
def suit_classes(rules: SplitRules, size: int) -> SetClasses:
    """The classes of all sets of `size` cards. Sets with another highest rank are never of the same class: they are
    numbered side by side."""
    choose = choose_table(len(rules.pack), rules.size)
    of_index = np.full(comb(len(rules.pack), size), -1, np.int32)
    runs = _runs(rules, size)
    with ThreadPoolExecutor(cpu_count()) as pool:
        numbers = list(
            pool.map(lambda run: _number_classes(run.first, rules.suited, choose, of_index, run.start, run.end), runs)
        )
        ends = np.cumsum(numbers)
        hands = np.empty((ends[-1], size), np.uint8)
        own = [slice(end - number, end) for number, end in zip(numbers, ends, strict=True)]
        list(pool.map(lambda run, at: first_hands(of_index[run.start : run.end], run.first, hands[at]), runs, own))

        by_ranks = np.argsort(_ranks(hands), kind="stable")
        renumbered = np.empty(len(hands), np.int32)
        renumbered[by_ranks] = np.arange(len(hands))
        weights = np.zeros(len(hands), np.int32)
        list(pool.map(lambda run, at: _renumber(of_index[run.start : run.end], renumbered[at], weights), runs, own))
    return SetClasses(hands[by_ranks], weights, of_index)


class _Run(NamedTuple):
    """Sets with one highest rank: their indices, and the first of them."""

    start: int
    end: int
    first: Bytes


def _runs(rules: SplitRules, size: int) -> list[_Run]:
    """The longest first; the lowest ranks, of which alone no set can be made, with the first of which one can."""
    tops = [c for c in range(0, len(rules.pack), 4) if c > size] if size else []
    starts = [0, *(comb(top, size) for top in tops)]
    firsts = [[*range(size)], *([*range(size - 1), top] for top in tops)]
    bounds = pairwise([*starts, comb(len(rules.pack), size)])
    runs = [_Run(*bound, np.array(first, np.uint8)) for bound, first in zip(bounds, firsts, strict=True)]
    return sorted(runs, key=lambda run: run.start - run.end)


def _ranks(hands: Bytes) -> Longs:
    """The ranks of each hand in one number, card by card: all at once they would take much room."""
    ranks = np.zeros(len(hands), np.int64)
    for place in range(hands.shape[1]):
        ranks |= (hands[:, place] // 4).astype(np.int64) << 4 * place
    return ranks


def hand_cards(rules: SplitRules) -> Bytes:
    """The cards of every class's first hand, in the project's card numbers."""
    return np.array(rules.pack, np.uint8)[packet_classes(rules).hands]


def classes_of(rules: SplitRules, hands: Bytes) -> Ints:
    """The class of each row of cards, in any order."""
    position = np.full(256, 255, np.uint8)
    position[list(rules.pack)] = np.arange(len(rules.pack))
    places = np.sort(position[hands], axis=-1)
    if places.shape[-1] != rules.size or (places == 255).any() or (np.diff(places, axis=-1) == 0).any():
        raise ValueError(f"not every row is {rules.size} different cards of the pack")
    choose = choose_table(len(rules.pack), rules.size)
    index = choose[places, np.arange(1, rules.size + 1)].sum(axis=-1)
    return np.asarray(packet_classes(rules).of_index[index], np.int32)


def class_of(rules: SplitRules, cards: Cards) -> int:
    return int(classes_of(rules, np.array([cards], np.uint8))[0])


def resuited(rules: SplitRules, cards: Cards) -> dict[Card, Card]:
    """The real card that stands for each card of the first hand of the same class."""
    first = rules.cards(tuple(map(int, packet_classes(rules).hands[class_of(rules, cards)])))
    for order in permutations(range(4)):
        image = {c: c if is_joker(c) else Card(c - suit_of(c) + order[suit_of(c)]) for c in first}
        if set(image.values()) == set(cards):
            return image
    raise AssertionError(f"{cards} is of the class of {first}, but no order of suits shows it")


@kernel
def _number_classes(first: Bytes, suited: int, choose: Longs, of_index: Ints, start: int, end: int) -> int:
    """Number the classes of a run in the order of their first hands, and mark every real hand with its class."""
    hand, size = first.copy(), first.size
    image = np.empty(size, np.uint8)
    number = 0
    for index in range(start, end):
        if of_index[index] < 0:
            for order in SUIT_ORDERS:
                for i in range(size):
                    card = hand[i]
                    if card < suited:
                        card = np.uint8(card - card % 4 + order[card % 4])
                    # Suits move cards only within their rank: a few steps sort them.
                    at = i
                    while at > 0 and image[at - 1] > card:
                        image[at] = image[at - 1]
                        at -= 1
                    image[at] = card
                of_index[index_of(image, choose)] = number
            number += 1
        step(hand)
    return number


@kernel
def _renumber(of_index: Ints, renumbered: Ints, weights: Ints) -> None:
    """Give every class its new number, and count its hands."""
    for index in range(of_index.size):
        number = renumbered[of_index[index]]
        of_index[index] = number
        weights[number] += 1


@kernel
def first_hands(of_index: Ints, first: Bytes, hands: Bytes) -> None:
    """Write down the first hand of each class of a run, by the class of every hand."""
    hand = first.copy()
    number = 0
    for index in range(of_index.size):
        if of_index[index] == number:
            hands[number] = hand
            number += 1
        step(hand)
