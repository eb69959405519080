"""Rounds of a split game dealt at random and settled from tables of settings."""

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.rankings import rankings

PARTS = 8


def play(player: Policy, house: Policy, rounds: int, seed: int) -> tuple[int, int]:
    """How many of so many rounds the player wins, and how many with all three matchups."""
    rules = player.rules
    of_index = packet_classes(rules).of_index
    tables = rankings(rules)
    seeds = np.random.SeedSequence(seed).generate_state(PARTS, np.uint64)

    def part(i: int) -> tuple[int, int]:
        share = rounds // PARTS + (i < rounds % PARTS)
        shifts = tables.mid_shift, tables.high_shift
        return _play(share, seeds[i], of_index, player.cells, house.cells, choose_table(53, 6), shifts)

    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(part, range(PARTS)))
    return sum(main for main, _ in parts), sum(hat_trick for _, hat_trick in parts)


@numba.njit(cache=True, nogil=True)
def _play(rounds, seed, of_index, mine, his, choose, shifts):
    mid_shift, high_shift = shifts
    mid_mask, low_mask = (1 << (high_shift - mid_shift)) - 1, (1 << mid_shift) - 1
    deck = np.arange(53)
    state = seed
    limits = np.empty(12, np.uint64)
    for i in range(12):
        limits[i] = np.uint64(0xFFFFFFFFFFFFFFFF) - np.uint64(0xFFFFFFFFFFFFFFFF) % np.uint64(53 - i)
    main = hat_trick = 0
    for _ in range(rounds):
        for i in range(12):
            # splitmix64, scaled by rejection: each of the cards left is equally likely.
            left = np.uint64(53 - i)
            while True:
                state += np.uint64(0x9E3779B97F4A7C15)
                x = state
                x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
                x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
                x ^= x >> np.uint64(31)
                if x < limits[i]:
                    break
            j = i + np.int64(x % left)
            deck[i], deck[j] = deck[j], deck[i]
        me = mine[of_index[_index(deck[:6], choose)]]
        you = his[of_index[_index(deck[6:12], choose)]]
        won = (me >> high_shift) > (you >> high_shift)
        won += ((me >> mid_shift) & mid_mask) > ((you >> mid_shift) & mid_mask)
        won += (me & low_mask) > (you & low_mask)
        main += won >= 2
        hat_trick += won == 3
    return main, hat_trick


@numba.njit(cache=True, nogil=True)
def _index(cards, choose):
    """The combinatorial index of six cards: sorted by a few exchanges."""
    hand = cards.copy()
    for i in range(1, 6):
        card = hand[i]
        at = i
        while at > 0 and hand[at - 1] > card:
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card
    index = 0
    for i in range(6):
        index += choose[hand[i], i + 1]
    return index
