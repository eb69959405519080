"""One sight of a seat against one hidden hand of the dealer's: all his hands beside the cards that are seen, gone
through by numpy as words of 64 bits, without a compiler and with nothing to prepare.

It answers what options are worth where a seat sees this, as `Removal` does, and nothing of a whole round: for a coach
who speaks of the first hand of a game, a second after it was played. What hidden hands are worth is asked of the rules
once for all that look the same to them, as `looks_of` says: by ranks, and by the ranks of a flush; or as cards are up
to the names of suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.exact.against import Worths, after_each_option
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import Question, without
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, Card, Cards, rank_of, suit_of
from houseway.game import SEAT, Option, Seen
from houseway.sight import FlushOf

MOST_HIDDEN: Final = 2_000_000  # hidden hands beside a sight
KEPT: Final = 64  # sights: a hand that is looked at while it is played is judged when it is over
SUITS: Final = 4
RANKS: Final = 13
SUIT: Final = (1 << RANKS) - 1  # the ranks of a suit, a bit each
DIGIT: Final = 3  # bits for how often a rank or grade comes
MOST_GRADES: Final = 63 // DIGIT
ONES: Final = np.array([mask.bit_count() for mask in range(1 << RANKS)], np.int8)


class OneSight:
    """A game with one choice, at which one place holds hidden cards; every hand looks at that place or at the seat."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.once = OneChoice(question)
        self.cards = tuple(sorted(question.cards))
        self._lows = min((rank_of(card) for card in self.cards if card != JOKER), default=0)
        self._worths: dict[int, Worths] = {}  # by look
        self._times: dict[tuple[Cards, Cards], Counter[Worths]] = {}

    @property
    def ends(self) -> Ends:
        raise NotImplementedError("a whole round is not counted sight by sight")

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option wins on average."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        times = self._times_beside(tuple(sorted(seen[SEAT])), tuple(sorted(seen.lying.get(self.once.his_place, ()))))
        return after_each_option(self.once, list(times), seen, list(times.values()))

    def without(self, dead: Cards) -> OneSight:
        """The same when these cards are gone; what hands are worth need not be asked again."""
        other = copy(self)
        vars(other)["_looks"] = self._looks  # of the whole pack
        other.question = replace(self.question, cards=without(self.question.cards, dead))
        other.cards = tuple(sorted(other.question.cards))
        other._times = {}
        return other

    def _times_beside(self, mine: Cards, shown: Cards) -> Counter[Worths]:
        """How many hidden hands there are of each of the dealer's worths, beside these cards."""
        if (mine, shown) not in self._times:
            while len(self._times) >= KEPT:
                del self._times[next(iter(self._times))]
            self._times[mine, shown] = self._counted(mine, shown)
        return self._times[mine, shown]

    def _counted(self, mine: Cards, shown: Cards) -> Counter[Worths]:
        hands = self.hidden_hands(mine, shown)
        looks, firsts, numbers = np.unique(self._looks(hands), return_index=True, return_counts=True)
        times: Counter[Worths] = Counter()
        for worths, number in zip(self._asked(looks, hands[firsts]), numbers.tolist(), strict=True):
            times[worths] += number
        assert times.total() == len(hands)
        return times

    def hidden_hands(self, mine: Cards, shown: Cards) -> Longs:
        """All that the dealer can hold beside these cards, as words."""
        free = [card for card in self.cards if card not in mine + shown]
        hands = _sets(np.array([self.bit(card) for card in free], np.int64), self.once.hidden)
        return hands | sum(self.bit(card) for card in shown)

    def worths_of(self, hands: Longs) -> tuple[list[Worths], Longs]:
        """All that hands are worth, and which of them each is."""
        looks, firsts, which = np.unique(self._looks(hands), return_index=True, return_inverse=True)
        worths = self._asked(looks, hands[firsts])
        places = {each: place for place, each in enumerate(dict.fromkeys(worths))}
        return list(places), np.array([places[each] for each in worths])[which]

    def _asked(self, looks: Longs, hands: Longs) -> list[Worths]:
        """What each look is worth, asked once, of a hand that looks so."""
        numbers = looks.tolist()
        fresh = [place for place, look in enumerate(numbers) if look not in self._worths]
        worth_of = [each.worth for each in self.once.his_hands]
        for look, cards in zip(looks[fresh].tolist(), self._cards_of(hands[fresh]), strict=True):
            self._worths[look] = tuple([worth(cards) for worth in worth_of])
        return [self._worths[look] for look in numbers]

    def _cards_of(self, hands: Longs) -> Iterator[Cards]:
        """The cards of each hand, in their order."""
        held = hands[:, None] & np.array([self.bit(card) for card in self.cards], np.int64) != 0
        ends = np.cumsum(held.sum(axis=1)).tolist()
        cards = [self.cards[place] for place in np.nonzero(held)[1].tolist()]
        return (tuple(cards[start:end]) for start, end in pairwise((0, *ends)))

    def bit(self, card: Card) -> int:
        """Hands are words, with a bit for each card, suit by suit."""
        return 1 << (SUITS * RANKS if card == JOKER else suit_of(card) * RANKS + rank_of(card) - self._lows)

    @cached_property
    def _looks(self) -> Callable[[Longs], Longs]:
        """How hands look to the rules: all that they can tell apart, and perhaps more."""
        seen = {hand.sees for hand in self.once.his_hands}
        if len(seen) == 1:
            [sees] = seen
            grades = {sees(card) for card in self.cards} if callable(sees) else set()
            if callable(sees) and len(grades) <= MOST_GRADES:
                return self._by(sees)
            if isinstance(sees, FlushOf) and 2 * sees.length > self.once.his_size:
                return lambda hands: self._with_flush(hands, sees.length)
        return _up_to_suits

    def _by(self, sees: Callable[[Card], int]) -> Callable[[Longs], Longs]:
        """How often each grade comes."""
        grades = {grade: n for n, grade in enumerate(sorted({sees(card) for card in self.cards}))}
        digits = [(self.bit(card).bit_length() - 1, DIGIT * grades[sees(card)]) for card in self.cards]
        return lambda hands: sum(((hands >> at & 1) << digit for at, digit in digits), np.zeros_like(hands))

    def _with_flush(self, hands: Longs, length: int) -> Longs:
        """How often each rank comes, and the ranks of the suit that makes a flush with the joker's help."""
        joker = hands >> SUITS * RANKS
        looks = joker << DIGIT * RANKS
        for suit in range(SUITS):
            ranks = hands >> RANKS * suit & SUIT
            looks += SPREAD[ranks]
            looks += np.where(ONES[ranks] + joker >= length, ranks << DIGIT * (RANKS + 1), 0)
        return looks


# The ranks of a suit, a digit each: four suits are added up.
SPREAD: Final = np.array([sum(1 << DIGIT * n for n in range(RANKS) if mask >> n & 1) for mask in range(1 << RANKS)])


def _up_to_suits(hands: Longs) -> Longs:
    """The cards, with the suits in an order of their own."""
    suits = np.sort(np.stack([hands >> RANKS * suit & SUIT for suit in range(SUITS)]), axis=0)
    looks = hands >> SUITS * RANKS
    for ranks in suits:
        looks = looks << RANKS | ranks
    return looks


def _sets(bits: Longs, size: int) -> Longs:
    """Every set of so many cards, as a word."""
    sets, lasts = np.zeros(1, np.int64), np.full(1, -1, np.int64)
    for _ in range(size):
        after = len(bits) - 1 - lasts
        nth = np.arange(after.sum()) - np.repeat(np.cumsum(after) - after, after)
        lasts = np.repeat(lasts, after) + 1 + nth
        sets = np.repeat(sets, after) | bits[lasts]
    return sets
