"""What a wager looks at, and so what the mathematics may ignore.

A rule never receives cards it does not need. It receives what its *sight* sees of them: the ranks
alone, the ranks and a flush, how many cards match. Two deals that look the same are then settled the
same by construction, and each sight also knows how many deals of a pack look each way: that is how
22,957,480 hands are counted in a few thousand steps.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, Protocol

from houseway.cards import ACE, JOKER, Card, Cards, Pack, card, rank_of, suit_of

Ranks = tuple[int, ...]
DESCENDING = tuple(range(ACE, 1, -1))


def itself(card: Card) -> int:
    """The grade of a card to a sight that tells all cards apart."""
    return card


class Sight(Protocol):
    """`see` what is in a seat's cards (and the dealer's); list the `classes` a pack can deal, each with
    the number of deals that look so. A sight with `dealer` sees both hands. `grade` is all that it can see
    of a single card: cards of one grade may be exchanged for one another. If it `adds_up`, what it sees of the
    dealer's cards is the sum of what it sees of each."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def dealer(self) -> bool: ...
    @property
    def adds_up(self) -> bool: ...
    @property
    def grade(self) -> Callable[[Card], int]: ...
    def see(self, cards: Cards, dealer: Cards, /) -> Any: ...
    def classes(self, pack: Pack, size: int, dealer_size: int, /) -> Iterator[tuple[Any, int]]: ...


@dataclass(frozen=True, slots=True)
class Grades:
    """Sees the grade of each card, in descending order; suits never matter."""

    name: str
    grade: Callable[[Card], int]
    dealer: bool = False
    adds_up: bool = False

    def see(self, cards: Cards, dealer: Cards = (), /) -> Ranks:
        return tuple(sorted(map(self.grade, cards), reverse=True))

    def held(self, pack: Pack) -> dict[int, list[Card]]:
        """The cards of each grade, greatest grade first, in an order that alternates suits."""
        held: dict[int, list[Card]] = {}
        for c in sorted(pack.cards(), key=lambda c: (-self.grade(c), suit_of(c))):
            held.setdefault(self.grade(c), []).append(c)
        return held

    def classes(self, pack: Pack, size: int, dealer_size: int = 0, /) -> Iterator[tuple[Ranks, int]]:
        number = {grade: len(cards) for grade, cards in self.held(pack).items()}
        for seen in multisets(number, size):
            yield seen, prod(comb(number[g], seen.count(g)) for g in set(seen))


def multisets(number: dict[int, int], size: int) -> Iterator[Ranks]:
    """Every way to take `size` grades in descending order, none more often than the pack has it."""
    hands = combinations_with_replacement(sorted(number, reverse=True), size)
    if min(number.values()) >= size:
        return hands
    return (hand for hand in hands if all(hand.count(g) <= number[g] for g in set(hand)))


@dataclass(frozen=True, slots=True)
class PokerShape:
    """Sees what a poker player sees: (held, alike, flush, joker).

    `flush` are the ranks of a suit that makes a flush of `length` with the joker's help. `held` are the
    distinct ranks without the joker; beside a flush no straight counts, and they are not looked at.
    `alike` is how often ranks stand, most first, with the joker as an ace.
    """

    length: int
    name: str = "ranks held, how many alike, and a flush"
    dealer: bool = False
    adds_up: bool = False
    grade: Callable[[Card], int] = itself

    def see(self, cards: Cards, dealer: Cards = (), /) -> "Shape":
        joker = JOKER in cards
        naturals = sorted([c for c in cards if c != JOKER] if joker else cards, reverse=True)
        ranks, suits = [rank_of(c) for c in naturals], [suit_of(c) for c in naturals]
        held = tuple(dict.fromkeys(ranks))
        likes = [ranks.count(rank) for rank in held]
        if joker:
            likes = [*likes, 1] if ACE not in held else [likes[0] + 1, *likes[1:]]
        alike = tuple(sorted(likes, reverse=True))
        for suit in (0, 1, 2, 3):
            if suits.count(suit) + joker >= self.length:
                return (), alike, tuple([r for r, s in zip(ranks, suits, strict=True) if s == suit]), joker
        return held, alike, (), joker

    def classes(self, pack: Pack, size: int, dealer_size: int = 0, /) -> "Iterator[tuple[Shape, int]]":
        assert pack.decks == 1 and size < 2 * (self.length - pack.joker), "two flushes could be held at once"
        for joker in (False, True)[: 1 + pack.joker]:
            naturals = size - joker
            shortest = self.length - joker
            for suited in range(shortest, naturals + 1):
                for flush in combinations(DESCENDING, suited):
                    for alike, ways in _with_flush(suited, flush[0] == ACE, naturals, joker).items():
                        yield ((), alike, flush, joker), ways
            for distinct in range(1, naturals + 1):
                for held in combinations(DESCENDING, distinct):
                    for alike, ways in _without_flush(distinct, held[0] == ACE, naturals, joker, shortest).items():
                        yield (held, alike, (), joker), ways


Shape = tuple[Ranks, Ranks, Ranks, bool]

# The ways to hold a rank 0, 1, 2, 3 or 4 times: in any suit; with its card of the flush; beside the flush.
ANY_SUIT, IN_FLUSH, BESIDE = (0, 4, 6, 4, 1), (0, 1, 3, 3, 1), (0, 3, 3, 1, 0)


@cache
def _with_flush(suited: int, ace: bool, naturals: int, joker: bool) -> dict[Ranks, int]:
    """The hands of so many naturals around given ranks in one suit, whichever suit it is."""
    found: Counter[Ranks] = Counter()
    for beside in range(naturals - suited + 1):
        columns = (IN_FLUSH,) * suited + (BESIDE,) * beside
        if ace:
            _add(found, 4 * comb(13 - suited, beside), _shapes(columns, naturals, True, joker))
        else:
            _add(found, 4 * comb(12 - suited, beside), _shapes(columns, naturals, False, joker))
        if beside and not ace:
            _add(found, 4 * comb(12 - suited, beside - 1), _shapes(columns[::-1], naturals, True, joker))
    return dict(found)


@cache
def _without_flush(distinct: int, ace: bool, naturals: int, joker: bool, shortest: int) -> dict[Ranks, int]:
    """The hands of so many naturals on given ranks, less those that have a flush."""
    found: Counter[Ranks] = Counter()
    _add(found, 1, _shapes((ANY_SUIT,) * distinct, naturals, ace, joker))
    for suited in range(shortest, distinct + 1):
        columns = (IN_FLUSH,) * suited + (BESIDE,) * (distinct - suited)
        if ace:
            _add(found, -4 * comb(distinct - 1, suited - 1), _shapes(columns, naturals, True, joker))
            _add(found, -4 * comb(distinct - 1, suited), _shapes(columns[::-1], naturals, True, joker))
        else:
            _add(found, -4 * comb(distinct, suited), _shapes(columns, naturals, False, joker))
    return {alike: ways for alike, ways in found.items() if ways}


def _add(found: Counter[Ranks], times: int, shapes: dict[Ranks, int]) -> None:
    for alike, ways in shapes.items():
        found[alike] += times * ways


@cache
def _shapes(columns: tuple[tuple[int, ...], ...], total: int, ace_first: bool, joker: bool) -> dict[Ranks, int]:
    """How often distinct ranks can stand so that `total` cards are held, and in how many ways.

    A column gives the ways to hold its rank so many times; an ace, if held, has the first.
    """
    found: Counter[Ranks] = Counter()
    for cuts in combinations(range(1, total), len(columns) - 1):
        times = tuple(end - start for start, end in zip((0, *cuts), (*cuts, total), strict=True))
        if max(times) <= 4:
            with_joker = (times[0] + 1, *times[1:]) if joker and ace_first else times + (1,) * joker
            ways = prod(column[n] for column, n in zip(columns, times, strict=True))
            found[tuple(sorted(with_joker, reverse=True))] += ways
    return {alike: ways for alike, ways in found.items() if ways}


@dataclass(frozen=True, slots=True)
class Faces:
    """Sees the very cards, highest first, their suits renamed in the order in which they appear. Hands that
    a cleverer renaming would call the same may still look different: that costs time, not truth."""

    name: str = "cards up to the names of suits"
    dealer: bool = False
    adds_up: bool = False
    grade: Callable[[Card], int] = itself

    def see(self, cards: Cards, dealer: Cards = (), /) -> Cards:
        names: dict[int, int] = {}
        ordered = sorted(cards, reverse=True)
        return tuple(card(rank_of(c), names.setdefault(suit_of(c), len(names))) for c in ordered)

    def classes(self, pack: Pack, size: int, dealer_size: int = 0, /) -> Iterator[tuple[Cards, int]]:
        for (seen, copies), times in _faces(size).items():
            ways = times * prod(comb(pack.decks, n) for n in copies)
            if ways:
                yield seen, ways


@cache
def _faces(size: int) -> dict[tuple[Cards, tuple[int, ...]], int]:
    """How many multisets of the 52 cards look each way, with how often each of their cards stands."""
    see = Faces().see
    return Counter(
        (see(hand), tuple(sorted(Counter(hand).values())) if len(set(hand)) < size else (1,) * size)
        for hand in combinations_with_replacement([Card(c) for c in reversed(range(52))], size)
    )


@dataclass(frozen=True, slots=True)
class Matches:
    """Sees how many of the dealer's cards have a rank that the seat holds."""

    name: str = "matching cards"
    dealer: bool = True
    adds_up: bool = True
    grade: Callable[[Card], int] = rank_of

    def see(self, cards: Cards, dealer: Cards, /) -> int:
        held = set(map(rank_of, cards))
        return sum(rank_of(c) in held for c in dealer)

    def classes(self, pack: Pack, size: int, dealer_size: int, /) -> Iterator[tuple[int, int]]:
        copies = 4 * pack.decks
        for held, hands in _distinct_ranks(copies, size).items():
            matching = copies * held - size
            others = len(pack) - copies * held
            for matches in range(dealer_size + 1):
                yield matches, hands * comb(matching, matches) * comb(others, dealer_size - matches)


@dataclass(frozen=True, slots=True)
class Beside:
    """What a sight of both hands sees in a seat's cards, so many, and the dealer's after them."""

    sight: Sight
    first: int

    def __call__(self, cards: Cards) -> Any:
        return self.sight.see(cards[: self.first], cards[self.first :])


@cache
def _distinct_ranks(copies: int, size: int) -> dict[int, int]:
    """How many hands of `size` hold each number of distinct ranks."""
    found: dict[int, int] = {}
    for ranks, ways in Grades("ranks", rank_of).classes(Pack(copies // 4), size):
        found[len(set(ranks))] = found.get(len(set(ranks)), 0) + ways
    return found


@dataclass(frozen=True, slots=True)
class FlushOf:
    """Says of a hand that suits count in it only where so many cards share one: all ranks are seen, and the ranks in
    that suit."""

    length: int


@dataclass(frozen=True, slots=True)
class SuitBySuit:
    """Says of a hand that it is worth what the best of its suits is worth by itself: no suit's cards count beside those
    of another. The joker has no suit, and is not among the cards."""


RANKS = Grades("ranks", rank_of)
FACES = Faces()
MATCHES = Matches()
