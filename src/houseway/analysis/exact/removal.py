"""A hand of one's own, a hidden one of the dealer's, and one choice between them, such as to fold or to raise.

Hands that the seat can hold are taken up to the names of suits. The dealer's hands that avoid the seat's cards are
counted by inclusion and exclusion (`removal_kernels`). How a round ends between two hands is asked of the game, along
runs of equal ends (`against`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact import against
from houseway.analysis.exact.against import Against, Worths, after_each_option
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.one_choice import Branch, OneChoice
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.removal_kernels import all_hands, find, look, move
from houseway.analysis.exact.suit_classes import SuitClasses, suit_classes
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.combinations import choose_table, hands_with
from houseway.cards import JOKER, Cards, rank_of, suit_of
from houseway.game import SEAT, Hand, Option, Seen, Worth
from houseway.sight import FlushOf, SuitBySuit


@dataclass(frozen=True, slots=True)
class ClassedKind(against.Kind):
    """Hands of a seat that have the same worths and the same options, by their classes."""

    classes: list[int]


class Removal:
    """A game with one choice, at which one place holds hidden cards; every hand looks at that place or at the seat."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.once = once = OneChoice(question)
        self.cards = tuple(sorted(question.cards))
        self._choose = choose_table(len(self.cards), max(once.size + once.up, once.his_size))

    # ---- questions ---------------------------------------------------------------------------------

    @property
    def ends(self) -> Ends:
        """How a round ends."""
        return self._counted[0]

    def chosen(self, mine: Bytes, shown: Bytes) -> Bytes:
        """Which of its options a seat takes, for rows of its cards and of the dealer's face-up ones."""
        position = np.zeros(1 + max(self.cards), np.uint8)
        position[list(self.cards)] = np.arange(len(self.cards))
        own, at = self._own, np.empty((len(mine), 2), np.int64)
        find(position[mine], position[shown], own.hands, own.of_index, own.orders, self._choose, at)
        return np.asarray(self._counted[1][at[:, 0], at[:, 1]])

    @cached_property
    def _counted(self) -> tuple[Ends, Bytes]:
        """How a round ends, and by class of the seat's hands and by face-up cards which option is taken."""
        ends, taken, _ = self._look_at_all()
        return ends, taken

    def _look_at_all(self, *, options: int = 0) -> tuple[Ends, Bytes, Longs]:
        """Beside these, what each of so many options wins against all hidden hands together."""
        kinds = self.kinds
        met = Against(self.once, self._his_worths[0], kinds)
        rows, ends = met.rows, met.ends
        won = [sum((self.question.net[line] for line in end.lines), Fraction(0)) for end in ends]
        nets = np.array([int(value * self.unit) for value in won], np.int64)
        hidden = self.hidden_hands
        deals = comb(len(self.cards), self.once.size) * self.shown_sets * hidden
        most = max(1, int(np.abs(nets).max()))
        assert deals * (most if options else 1) < 2**63 > hidden * most, "deals must be countable in 64 bits"

        hands = self._dealers_in_order()
        starts, length = self._starts
        bounds_at_once = max(len(bounds) for bounds, _ in rows)
        tables = np.zeros((length, bounds_at_once), np.int32)
        at = [0] * bounds_at_once
        totals = np.zeros(len(ends), np.int64)
        taken = np.zeros((len(self._own.hands), self.shown_sets), np.uint8)
        wins = np.zeros((len(self._own.hands) if options else 0, self.shown_sets, options), np.int64)
        for kind, (bounds, leads) in zip(kinds, rows, strict=True):
            for b, bound in enumerate(self._firsts[y] for y in bounds):
                low, high, sign = (at[b], bound, 1) if bound >= at[b] else (bound, at[b], -1)
                move(hands[low:high], sign, b, self.once.up, starts, self._choose, tables)
                at[b] = bound
            numbers = np.array([ends[end] for end in leads], np.int64).reshape(len(kind.branches), len(bounds) + 1)
            kind_taken = np.zeros((len(kind.classes), self.shown_sets), np.uint8)
            kind_wins = np.zeros((len(kind.classes) if options else 0, self.shown_sets, len(kind.branches)), np.int64)
            look(
                self._own.hands[kind.classes],
                self._own.weights[kind.classes],
                self.once.up,
                len(self.cards),
                hidden,
                starts,
                self._choose,
                tables,
                nets[numbers],
                numbers,
                self._chosen(kind),
                kind_taken,
                kind_wins,
                totals,
            )
            taken[kind.classes] = kind_taken
            if options:
                wins[kind.classes, :, : len(kind.branches)] = kind_wins
        assert int(totals.sum()) == deals, f"{totals.sum()} deals of {deals}"
        return Ends({end: int(totals[number]) for end, number in ends.items() if totals[number]}), taken, wins

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option wins on average."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option, by going through all hidden hands."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        mine, shown = seen[SEAT], seen.lying.get(self.once.his_place, ())
        position = {c: i for i, c in enumerate(self.cards)}
        held = np.array(sorted(position[c] for c in shown), np.uint8)
        free = np.array([i for c, i in position.items() if c not in mine + shown], np.uint8)
        room = np.empty(comb(len(free), self.once.hidden), np.int32)
        hands_with(held, free, self.once.his_size, self._choose, room)
        times = np.bincount(self._his_ordinals[room]).tolist()
        return after_each_option(self.once, self._his_worths[0], seen, times)

    def wins(self) -> Longs:
        """By class of the seat's hands, by face-up cards and by option in the order of the class's kind: what it wins
        against all hidden hands together, in whole parts of a unit (`unit`)."""
        return self._look_at_all(options=max(len(kind.branches) for kind in self.kinds))[2]

    @property
    def classes(self) -> SuitClasses:
        """The hands of a seat, up to the names of suits."""
        return self._own

    @property
    def shown_sets(self) -> int:
        """How many sets of cards can lie face up beside a seat's hand."""
        return comb(len(self.cards) - self.once.size, self.once.up)

    @property
    def hidden_hands(self) -> int:
        return comb(len(self.cards) - self.once.size - self.once.up, self.once.hidden)

    @cached_property
    def unit(self) -> int:
        """All nets are whole in this part of a unit of the first wager."""
        tables = self.question.pays.values()
        return lcm(*(table.net(line).denominator for table in tables for line in table.lines))

    # ---- hands -------------------------------------------------------------------------------------

    @cached_property
    def _own(self) -> SuitClasses:
        return suit_classes(self.cards, self.once.size)

    @cached_property
    def _his(self) -> SuitClasses:
        return self._own if self.once.his_size == self.once.size else suit_classes(self.cards, self.once.his_size)

    @cached_property
    def _own_worths(self) -> tuple[list[Worths], Ints]:
        return _ordered(self._own, self.once.my_hands)

    @cached_property
    def _his_worths(self) -> tuple[list[Worths], Ints]:
        return _ordered(self._his, self.once.his_hands)

    @cached_property
    def _his_ordinals(self) -> Ints:
        """The place of the dealer's worths in their order, by the integer of his hand."""
        _, ordinals = self._his_worths
        return np.asarray(ordinals[self._his.of_index], np.int32)

    @cached_property
    def _firsts(self) -> list[int]:
        """How many of the dealer's hands are below each place in the order of his worths."""
        times = np.bincount(self._his_ordinals, minlength=len(self._his_worths[0]))
        return [0, *np.cumsum(times).tolist()]

    def _dealers_in_order(self) -> Any:
        """All hands of the dealer, weakest first."""
        hands = np.empty((len(self._his_ordinals), self.once.his_size), np.uint8)
        all_hands(hands)
        return hands[np.argsort(self._his_ordinals, kind="stable")]

    @property
    def _starts(self) -> tuple[Longs, int]:
        """Where the sets of each size begin in the tables, and how long these are: no set is smaller than what lies
        face up."""
        sizes = [comb(len(self.cards), size) if size >= self.once.up else 0 for size in range(self.once.his_size + 1)]
        return np.cumsum([0, *sizes[:-1]]).astype(np.int64), sum(sizes)

    # ---- choices -----------------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> list[ClassedKind]:
        """All that a seat can hold, weakest first."""
        order, ordinals = self._own_worths
        kinds: dict[tuple[int, tuple[Branch, ...]], list[int]] = {}
        for number, (ordinal, mine) in enumerate(zip(ordinals.tolist(), self._own.each(), strict=True)):
            others = [c for c in self.cards if c not in mine] if self.once.up else []
            first = self.once.branches(self.once.seen(mine, tuple(others[: self.once.up])))
            if others:
                start = number % (len(others) - self.once.up + 1)
                again = self.once.branches(self.once.seen(mine, tuple(others[start : start + self.once.up])))
                assert again == first, "what a seat may do depends on what the dealer shows"
            kinds.setdefault((ordinal, first), []).append(number)
        return [
            ClassedKind(order[ordinal], branches, classes)
            for (ordinal, branches), classes in sorted(kinds.items(), key=lambda kind: kind[0][0])
        ]

    def _chosen(self, kind: ClassedKind) -> Longs:
        """What a policy chooses for each hand and each face-up cards; nothing where the best is chosen."""
        if self.question.policy is None or kind.branches[0].option is None:
            return np.empty((0, 0), np.int64)
        options = tuple(branch.option for branch in kind.branches if branch.option)
        rows = []
        for number in kind.classes:
            mine = tuple(self.cards[i] for i in self._own.hands[number].tolist())
            others = [c for c in self.cards if c not in mine]
            seen = (self.once.seen(mine, shown) for shown in sets_of(others, self.once.up))
            rows.append([options.index(self.question.policy(0, each, options)) for each in seen])
        return np.array(rows, np.int64)


def _ordered(classes: SuitClasses, hands: tuple[Hand, ...]) -> tuple[list[Worths], Ints]:
    """All worths that there are, in order if they have one, and the place of each class's among them."""
    asks = [_asked(hand) for hand in hands]
    worths = [tuple(ask(cards) for ask in asks) for cards in classes.each()]
    try:
        order = sorted(set(worths))
    except TypeError:
        order = list(dict.fromkeys(worths))
    places = {each: place for place, each in enumerate(order)}
    return order, np.array([places[each] for each in worths], np.int32)


def _asked(hand: Hand) -> Callable[[Cards], Worth]:
    """What cards are worth to a hand, asked once for all cards that look the same to it."""
    if hand.sees is None:
        return hand.worth
    look, known = looks_of(hand), {}

    def ask(cards: Cards) -> Worth:
        key = look(cards)
        if key not in known:
            known[key] = hand.worth(cards)
        return known[key]

    return ask


def looks_of(hand: Hand) -> Callable[[Cards], object]:
    """How cards look to a hand: all that it can tell apart, and perhaps more."""
    sees = hand.sees
    if sees is None or isinstance(sees, SuitBySuit):
        return lambda cards: cards
    if isinstance(sees, FlushOf):
        return lambda cards: _looks(cards, sees.length)
    return lambda cards: tuple(sorted(map(sees, cards)))


def _looks(cards: Cards, length: int) -> tuple[tuple[int, ...], ...]:
    """The ranks, and apart those of each suit that makes a flush with the joker's help."""
    suited: dict[int, list[int]] = {}
    for c in sorted(cards):
        if c != JOKER:
            suited.setdefault(suit_of(c), []).append(rank_of(c))
    jokers = cards.count(JOKER)
    flushes = sorted(tuple(ranks) for ranks in suited.values() if len(ranks) + jokers >= length)
    return tuple(sorted(map(rank_of, cards))), *flushes


def sets_of(cards: Sequence[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Every set of so many cards, in the order of their integers."""
    if not size:
        yield ()
        return
    for top in range(size - 1, len(cards)):
        for others in sets_of(cards[:top], size - 1):
            yield (*others, cards[top])
