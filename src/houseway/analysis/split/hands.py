"""Suit classes: hands that differ only in which suit is which.

No rule of a split game tells one suit from another, so 22,957,480 six-card hands of 53 cards are
1,097,447 different problems. A class is numbered and shown by its first hand in the order of hand
indices; `weights` says how many real hands it stands for.
"""

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.analysis.split.combinations import choose_table, index_of, step
from houseway.analysis.split.kernel import Bytes, Ints, Longs, kernel
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
    """The classes of all sets of `size` cards."""
    choose = choose_table(len(rules.pack), rules.size)
    of_index = np.full(comb(len(rules.pack), size), -1, np.int32)
    number = _number_classes(size, rules.suited, choose, of_index)
    hands, weights = np.empty((number, size), np.uint8), np.zeros(number, np.int32)
    first_hands(of_index, hands, weights)

    by_ranks = np.argsort((hands // 4).astype(np.int64) @ (1 << 4 * np.arange(size)), kind="stable")
    renumbered = np.empty(number, np.int32)
    renumbered[by_ranks] = np.arange(number)
    return SetClasses(hands[by_ranks], weights[by_ranks], renumbered[of_index])


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
def _number_classes(size: int, suited: int, choose: Longs, of_index: Ints) -> int:
    """Number the classes in the order of their first hands, and mark every real hand with its class."""
    hand = np.arange(size).astype(np.uint8)
    image = np.empty(size, np.uint8)
    number = 0
    for index in range(of_index.size):
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
def first_hands(of_index: Ints, hands: Bytes, weights: Ints) -> None:
    """Write down the first hand of each class and how many hands it has, by the class of every hand."""
    hand = np.arange(hands.shape[1]).astype(np.uint8)
    number = 0
    for index in range(of_index.size):
        if of_index[index] == number:
            hands[number] = hand
            number += 1
        weights[of_index[index]] += 1
        step(hand)
