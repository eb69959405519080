"""Wagers on the cards alone, whatever a seat does: the cards they look at are counted by what is seen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb, prod

import numpy as np

from houseway.analysis.exact.ends import End, Ends, SettledLine
from houseway.analysis.exact.groups import groups_of, is_rectangle, looked_at, places_of, told_apart
from houseway.analysis.exact.looks import Look, by_flush, by_grades, by_names_of_suits, by_suits, grouped
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, Card, Cards, Pack
from houseway.game import Bonus, Choice, Hand, Option, Seen, Worth
from houseway.sight import Beside, Faces, FlushOf, Grades, PokerShape, Sight, SuitBySuit, itself

BESIDE = 16  # hands in which one card is tried in another's place
CHECKED = 4  # hands that are then looked at beside every first group
FEW = 3  # cards, whose looks are soon listed
MANY = 250_000  # pairs of groups of cards, from which on alike grades are looked for

Worths = tuple[Worth, ...]


class Count:
    """Wagers whose hands all look at the same cards. `sizes` are of the groups that a hand tells apart: what is dealt
    to one place in two deals may be two of them, and what is dealt to two places may be one."""

    _lie: Sequence[int] | None = None  # by place of a hand, which of the cards lies there, group after group

    def __init__(self, question: Question) -> None:
        self.question = question
        self.wagers = tuple(wager for wager in question.game.wagers if wager.name in question.wagers)
        self.hands = tuple(dict.fromkeys(chain.from_iterable(wager.hands for wager in self.wagers)))
        came = looked_at(self.hands[0].of, groups_of(question.game.round))
        apart = told_apart(self._worths, came, question.cards)
        self.sizes = tuple(sum(came[number] for number in together) for together in apart)
        places = list(chain.from_iterable(places_of(together, came) for together in apart))
        if places != sorted(places):  # cards that are counted together do not lie side by side
            self._lie = [places.index(place) for place in range(len(places))]
        self.sees = {hand.sees for hand in self.hands}

    @cached_property
    def ends(self) -> Ends:
        """How the wagers end; what was said is left out."""
        counts = self._counts
        left, deals = len(self.question.cards), 1
        for size in self.sizes:
            left, deals = left - size, deals * comb(left, size)
        assert counts.total() == deals, f"{counts.total()} deals of {deals}"
        return Ends({End((), self._settled(lines)): ways for lines, ways in counts.items()})

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """Nothing that a seat can do here wins or loses anything."""
        tree = Tree(self.question)
        step = self.question.game.round[tree.state(seen).at]
        assert isinstance(step, Choice)
        return {option: Fraction(0) for option in step.options(seen) if not option.foul}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """The wagers end by the cards that are still to come, whatever is said."""
        return Tree(self.question).branches(seen)

    def _settled(self, lines: tuple[str, ...]) -> tuple[SettledLine, ...]:
        return tuple(sorted(SettledLine(w.name, 1, line) for w, line in zip(self.wagers, lines, strict=True)))

    def _worths(self, cards: Cards) -> Worths:
        if self._lie is not None:
            cards = tuple([cards[place] for place in self._lie])
        return tuple([hand.worth(cards) for hand in self.hands])

    @property
    def _counts(self) -> Counter[tuple[str, ...]]:
        """How many deals there are by the line of each wager. A hand that is worth what a sight sees is counted by the
        sight."""
        sight = _sight(self.hands[0]) if len(self.hands) == 1 and self._is_whole_pack else None
        if sight and len(self.sizes) == 1 + sight.dealer:
            classes = sight.classes(self.question.pack, self.sizes[0], sum(self.sizes[1:]))
            if len(self.wagers) == 1 and isinstance(self.wagers[0], Bonus):
                return _judged(self.wagers[0].judge, classes)
            return self._counts_of(((seen,), ways) for seen, ways in classes)
        if len(self.sizes) == 1 and self.sees == {SuitBySuit()} and is_rectangle(self.question.cards):
            from houseway.analysis.exact.suit_hands import ways_suit_by_suit  # compiled

            return self._counts_of(ways_suit_by_suit(self.hands, self.question.cards, self.sizes[0]).items())
        return self._counts_of((self._worths(cards), ways) for cards, ways in self._looks())

    def _counts_of(self, ways_of_worths: Iterable[tuple[Worths, int]]) -> Counter[tuple[str, ...]]:
        looks = [(wager.line, tuple(self.hands.index(hand) for hand in wager.hands)) for wager in self.wagers]
        counts: Counter[tuple[str, ...]] = Counter()
        for worths, ways in ways_of_worths:
            counts[tuple([line(tuple([worths[hand] for hand in hands]), ()) for line, hands in looks])] += ways
        return counts

    @property
    def _is_whole_pack(self) -> bool:
        whole = Pack(self.question.pack.decks, JOKER in self.question.cards)
        return sorted(self.question.cards) == sorted(whole.cards())

    # ---- looks -------------------------------------------------------------------------------------

    def _looks(self) -> Iterator[Look]:
        cards = self.question.cards
        sizes = self.sizes
        flushes = [sees.length for sees in self.sees if isinstance(sees, FlushOf)]
        if flushes and len(flushes) == len(self.sees) and len(sizes) == 1 and is_rectangle(cards):
            return by_flush(cards, min(flushes), sizes[0])
        if not all(map(callable, self.sees)):
            few = len(sizes) == 1 and sizes[0] <= FEW and self._is_whole_pack and JOKER not in cards
            return by_names_of_suits(self.question.pack.decks, sizes[0]) if few else by_suits(cards, sizes)
        return self._by_grades(cards, sizes)

    def _by_grades(self, cards: Cards, sizes: tuple[int, ...]) -> Iterator[Look]:
        """Group by group; where there are many pairs of groups, grades that count as one beside the first group are
        taken together."""
        groups = grouped(cards, self._grade)
        first, *others = sizes
        many = len(others) == 1 and prod(comb(len(groups) + size - 1, size) for size in sizes) > MANY
        for mine, ways in by_grades(groups, first):
            left = [list((Counter(group) - Counter(mine)).elements()) for group in groups]
            if many:
                left = self._alike(mine, left, *others)
            for his, his_ways in _in_turn(left, others):
                yield mine + his, ways * his_ways

    @cached_property
    def _grade(self) -> Callable[[Card], tuple[int, ...]]:
        sights = [sees for sees in self.sees if callable(sees)]
        return lambda each: tuple(sees(each) for sees in sights)

    def _alike(self, mine: Cards, groups: list[list[Card]], size: int) -> list[list[Card]]:
        """The groups, with those put together that are worth the same beside the first cards, as often as a card of one
        was tried in the place of another's."""
        chance = np.random.default_rng(1)
        left = list(chain.from_iterable(groups))
        beside = [_some(chance, left, size - 1) for _ in range(BESIDE)]
        together: dict[tuple[Worths, ...], list[Card]] = {}
        for group in filter(None, groups):
            worths = tuple(self._worths((*mine, group[0], *others)) for others in beside)
            together.setdefault(worths, []).extend(group)
        alike = list(together.values())
        for _ in range(CHECKED):
            his = _some(chance, left, size)
            like = chain.from_iterable(group[: sum(c in group for c in his)] for group in alike)
            assert self._worths((*mine, *his)) == self._worths((*mine, *like)), f"{his} beside {mine}"
        return alike


def _judged(judge: Callable[[Worth], str], classes: Iterable[tuple[Worth, int]]) -> Counter[tuple[str, ...]]:
    """The same for one wager on one hand, in as few steps as there can be: there are thousands of classes."""
    counts: dict[str, int] = {}
    for seen, ways in classes:
        line = judge(seen)
        counts[line] = counts.get(line, 0) + ways
    return Counter({(line,): ways for line, ways in counts.items()})


def _in_turn(groups: list[list[Card]], sizes: Sequence[int]) -> Iterator[Look]:
    """So many cards, and then so many of those that are left."""
    if not sizes:
        yield (), 1
        return
    for cards, ways in by_grades(groups, sizes[0]):
        left = [list((Counter(group) - Counter(cards)).elements()) for group in groups] if sizes[1:] else []
        for others, other_ways in _in_turn(left, sizes[1:]):
            yield cards + others, ways * other_ways


def _sight(hand: Hand) -> Sight | None:
    """The sight that a hand's worth is seen by, if it is."""
    if isinstance(hand.worth, Beside):
        return hand.worth.sight
    sight = getattr(hand.worth, "__self__", None)
    return sight if isinstance(sight, Grades | PokerShape | Faces) else None


@dataclass(frozen=True, slots=True)
class AsWorth:
    """Sees what a seat's cards are worth to a hand."""

    hand: Hand
    name: str = "what a hand is worth"
    dealer: bool = False
    adds_up: bool = False

    @property
    def grade(self) -> Callable[[Card], int]:
        return self.hand.sees if callable(self.hand.sees) else itself

    def see(self, cards: Cards, dealer: Cards = (), /) -> Worth:
        return self.hand.worth(cards)

    def classes(self, pack: Pack, size: int, dealer_size: int = 0, /) -> Iterator[tuple[Worth, int]]:
        raise NotImplementedError


def sight_of(hand: Hand) -> Sight:
    """The sight that a hand's worth is seen by, or one that sees the worth."""
    return _sight(hand) or AsWorth(hand)


def _some(chance: np.random.Generator, cards: Sequence[Card], size: int) -> Cards:
    """So many of the cards, in any order."""
    return tuple(cards[place] for place in chance.permutation(len(cards))[:size].tolist())
