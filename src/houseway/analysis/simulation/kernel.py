"""Deal rounds, look up how they end, and count. No rule stands here: all of them have become tables.

Random numbers are counted, not chained: number k of a batch is a mixing (splitmix64) of a counter that no other batch
of the run reaches. Half of one, as a share of 2**32, chooses among the n cards left: n times it, the whole part. The
few halves by which some card would be likelier than another are thrown away, so every card is exactly as likely.

Counts are 64-bit. A batch has at most 2**20 rounds of 2**3 seats, and a net of a round lies below 2**40.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.split.kernel import Bytes, Ints, Longs, Words, kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX, SECOND_MIX = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(0xFFFFFFFF)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
COUNTER_BITS = 40  # of the numbers of one batch


class Looks(NamedTuple):
    """How cards become classes, one row a look; the first is the contest's."""

    digits: Bytes  # look, card
    grades: Longs  # how many; 0 for a set of cards
    open_cards: Longs  # how many of the dealer's open cards count after one's own
    starts: Longs  # where the look's part of `class_of` begins
    class_of: Ints


class Tables(NamedTuple):
    """All that a kernel needs to know of a game. An *end* is a place in the counts: one of the contest, then the
    lines of each bonus."""

    pack: Bytes
    seat_cards: int
    dealer_cards: int
    choose: Longs  # for the index of a set of cards
    seat: Looks
    dealer: Looks
    seat_scores: Ints  # class -> score
    dealer_scores: Ints
    contest_ends: Ints  # by both scores or, where hands are matched one by one, by the pattern of matchups
    dealer_columns: int  # how many scores the dealer has; 0 where hands are matched
    matchup_shifts: Longs  # where in a score each hand stands
    matchup_masks: Longs
    bonus_looks: Longs  # of the seat's cards
    bonus_dealer_looks: Longs  # of the dealer's, or -1
    bonus_columns: Longs
    bonus_starts: Longs
    bonus_ends: Ints
    nets: Longs  # what a seat wins by an end, in parts
    actions: Longs  # what it staked
    envies: Longs  # what each other seat is paid for it
    keeps: Longs  # what the house keeps by it, before envy and what goes onto meters
    watched: NDArray[np.bool_]  # ends that are told of one by one


@kernel
def play(  # noqa: PLR0912, PLR0915 (one loop, for speed)
    tables: Tables,
    rounds: int,
    seats: int,
    state: np.uint64,
    session: int,
    shift: int,
    counts: Longs,
    sessions: Longs,
    shifts: Longs,
    awards: Ints,
) -> int:
    """Play so many rounds. Counts go by seat and end; sessions are the first seat's nets, shifts what the house kept
    and what was staked. Returns how many watched ends there were; those that `awards` has room for are in it."""
    seat, dealer = tables.seat, tables.dealer
    seat_cards, dealer_cards = tables.seat_cards, tables.dealer_cards
    deck = tables.pack.copy()
    drawn = dealer_cards + seats * seat_cards
    drawn += drawn % 2
    left, least = _shares(len(deck), drawn)
    dealer_classes = np.zeros(len(dealer.grades), np.int64)
    looks = len(seat.grades)
    classes = np.zeros((looks, seats), np.int64)
    counter = state
    bonuses, columns, hands = len(tables.bonus_looks), tables.dealer_columns, len(tables.matchup_shifts)
    found = 0
    watching = tables.watched.any()
    to_session, to_shift = session, shift
    before_session, before_shift = counts.copy(), counts.copy()
    for number in range(rounds):
        for i in range(0, drawn, 2):
            while True:
                counter += STEP
                x = (counter ^ (counter >> S30)) * FIRST_MIX
                x = (x ^ (x >> S27)) * SECOND_MIX
                x ^= x >> S31
                first, second = (x & HALF) * left[i], (x >> S32) * left[i + 1]
                if (first & HALF) >= least[i] and (second & HALF) >= least[i + 1]:
                    break
            j = i + np.int64(first >> S32)
            deck[i], deck[j] = deck[j], deck[i]
            j = i + 1 + np.int64(second >> S32)
            deck[i + 1], deck[j] = deck[j], deck[i + 1]

        for k in range(len(dealer_classes)):
            grades = dealer.grades[k]
            if grades:
                index = np.int64(0)
                for i in range(dealer_cards):
                    index = index * grades + dealer.digits[k, deck[i]]
            else:
                index = _index(deck, 0, dealer_cards, tables.choose)
            dealer_classes[k] = dealer.class_of[dealer.starts[k] + index]
        his = np.int64(tables.dealer_scores[dealer_classes[0]])

        # All hands are looked up before the first is used: the processor waits for memory once, not seat by seat.
        for k in range(looks):
            grades, starts, open_cards = seat.grades[k], seat.starts[k], seat.open_cards[k]
            for s in range(seats):
                start = dealer_cards + s * seat_cards
                if grades:
                    index = np.int64(0)
                    for i in range(start, start + seat_cards):
                        index = index * grades + seat.digits[k, deck[i]]
                    for i in range(open_cards):
                        index = index * grades + seat.digits[k, deck[i]]
                else:
                    index = _index(deck, start, seat_cards, tables.choose)
                classes[k, s] = seat.class_of[starts + index]

        for s in range(seats):
            mine = np.int64(tables.seat_scores[classes[0, s]])
            if columns:
                end = tables.contest_ends[mine * columns + his]
            else:
                pattern = 0
                for h in range(hands):
                    my = (mine >> tables.matchup_shifts[h]) & tables.matchup_masks[h]
                    dealers = (his >> tables.matchup_shifts[h]) & tables.matchup_masks[h]
                    pattern = 3 * pattern + (1 if my == dealers else 2 if my > dealers else 0)
                end = tables.contest_ends[pattern]
            counts[s, end] += 1

        for u in range(bonuses):
            its_look, its_columns, place = tables.bonus_looks[u], tables.bonus_columns[u], tables.bonus_starts[u]
            if tables.bonus_dealer_looks[u] >= 0:
                place += dealer_classes[tables.bonus_dealer_looks[u]]
            for s in range(seats):
                end = tables.bonus_ends[place + classes[its_look, s] * its_columns]
                counts[s, end] += 1
                if watching and tables.watched[end]:
                    if found < len(awards):
                        awards[found, 0], awards[found, 1], awards[found, 2] = number, s, end
                    found += 1

        to_session -= 1
        if to_session == 0:
            sessions[number // session] = _first_seats_net(tables, counts, before_session)
            before_session[:] = counts
            to_session = session
        to_shift -= 1
        if to_shift == 0:
            kept, action = _all_seats(tables, counts, before_shift)
            shifts[number // shift, 0], shifts[number // shift, 1] = kept, action
            before_shift[:] = counts
            to_shift = shift
    return found


@kernel
def _first_seats_net(tables: Tables, counts: Longs, before: Longs) -> np.int64:
    """What the first seat has won since, its own ends and envy for those of the others."""
    net = np.int64(0)
    for end in range(counts.shape[1]):
        net += (counts[0, end] - before[0, end]) * tables.nets[end]
        for s in range(1, counts.shape[0]):
            net += (counts[s, end] - before[s, end]) * tables.envies[end]
    return net


@kernel
def _all_seats(tables: Tables, counts: Longs, before: Longs) -> tuple[np.int64, np.int64]:
    """What the house has kept since, and what all seats staked."""
    kept = action = np.int64(0)
    others = np.int64(counts.shape[0] - 1)
    for s in range(counts.shape[0]):
        for end in range(counts.shape[1]):
            times = counts[s, end] - before[s, end]
            kept += times * (tables.keeps[end] - others * tables.envies[end])
            action += times * tables.actions[end]
    return kept, action


@kernel
def _shares(cards: int, drawn: int) -> tuple[Words, Words]:
    """At each card drawn: how many are left, and below what the lower half of a product is thrown away."""
    left, least = np.empty(drawn, np.uint64), np.empty(drawn, np.uint64)
    for i in range(drawn):
        left[i] = np.uint64(cards - i)
        least[i] = (HALF + np.uint64(1)) % left[i]
    return left, least


@kernel
def _index(deck: Bytes, start: int, size: int, choose: Longs) -> np.int64:
    """The index of a set of cards: each counts by its place, which is how many others lie below it. No branches: a
    sort would guess wrong half the time."""
    index = np.int64(0)
    for i in range(start, start + size):
        place = 1
        for j in range(start, start + size):
            place += deck[j] < deck[i]
        index += choose[deck[i], place]
    return index
