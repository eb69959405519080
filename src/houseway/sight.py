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
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any, Protocol

from houseway.cards import ACE, JOKER, Card, Cards, Pack, card, rank_of, suit_of

Ranks = tuple[int, ...]
DESCENDING = tuple(range(ACE, 1, -1))


class Sight(Protocol):
    """`see` what is in a seat's cards (and the dealer's); list the `classes` a pack can deal, each with
    the number of deals that look so. A sight with `dealer` sees both hands."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def dealer(self) -> bool: ...
    def see(self, cards: Cards, dealer: Cards, /) -> Any: ...
    def classes(self, pack: Pack, size: int, dealer_size: int, /) -> Iterator[tuple[Any, int]]: ...


@dataclass(frozen=True, slots=True)
class Grades:
    """Sees the grade of each card, in descending order; suits never matter."""

    name: str
    grade: Callable[[Card], int]
    dealer: bool = False

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

    `held` are the distinct ranks without the joker, `alike` how often ranks stand, most first, with the
    joker as an ace; `flush` the ranks of a suit that makes a flush of `length` with the joker's help.
    """

    length: int
    name: str = "ranks held, how many alike, and a flush"
    dealer: bool = False

    def see(self, cards: Cards, dealer: Cards = (), /) -> "Shape":
        naturals = sorted((c for c in cards if c != JOKER), reverse=True)
        joker = len(naturals) < len(cards)
        ranks = [rank_of(c) for c in naturals]
        alike = Counter(ranks + [ACE] * joker).values()
        flush: Ranks = ()
        for suit in range(4):
            suited = tuple(rank_of(c) for c in naturals if suit_of(c) == suit)
            if len(suited) + joker >= self.length:
                flush = suited
        return tuple(dict.fromkeys(ranks)), tuple(sorted(alike, reverse=True)), flush, joker

    def classes(self, pack: Pack, size: int, dealer_size: int = 0, /) -> "Iterator[tuple[Shape, int]]":
        assert pack.decks == 1 and size < 2 * (self.length - pack.joker), "two flushes could be held at once"
        for joker in (False, True)[: 1 + pack.joker]:
            naturals = size - joker
            flushes: dict[tuple[Ranks, Ranks], int] = {}
            for suited in range(self.length - joker, naturals + 1):
                for flush in combinations(DESCENDING, suited):
                    for held, alike, ways in _around_a_flush(flush, naturals, joker):
                        flushes[held, alike] = flushes.get((held, alike), 0) + ways
                        yield (held, alike, flush, joker), ways
            for distinct in range(1, naturals + 1):
                for held in combinations(DESCENDING, distinct):
                    for alike, ways in _shapes("any", distinct, "any", 0, naturals, held[0] == ACE, joker):
                        plain = ways - flushes.get((held, alike), 0)
                        if plain:
                            yield (held, alike, (), joker), plain


Shape = tuple[Ranks, Ranks, Ranks, bool]

# The ways to hold a rank 0, 1, 2, 3 or 4 times: in any suit; with its card of the flush; beside the flush.
WAYS = {"any": (0, 4, 6, 4, 1), "in": (0, 1, 3, 3, 1), "beside": (0, 3, 3, 1, 0)}


def _around_a_flush(flush: Ranks, naturals: int, joker: bool) -> Iterator[tuple[Ranks, Ranks, int]]:
    """All hands of so many naturals with just these ranks in one suit, whichever of the four it is."""
    ace_in = flush[0] == ACE
    for alike, ways in _shapes("in", len(flush), "beside", 0, naturals, ace_in, joker):
        yield flush, alike, 4 * ways
    for beside in range(1, naturals - len(flush) + 1):
        ace_first = _shapes("beside", beside, "in", len(flush), naturals, True, joker)
        ace_elsewhere = _shapes("in", len(flush), "beside", beside, naturals, ace_in, joker)
        for extra in combinations([r for r in DESCENDING if r not in flush], beside):
            held = tuple(sorted(flush + extra, reverse=True))
            for alike, ways in ace_first if extra[0] == ACE else ace_elsewhere:
                yield held, alike, 4 * ways


@cache
def _shapes(
    kind: str, number: int, other_kind: str, others: int, total: int, ace_first: bool, joker: bool
) -> tuple[tuple[Ranks, int], ...]:
    """How often distinct ranks can stand so that `total` cards are held, and in how many ways.

    `number` of the ranks stand in the ways of `kind`, the `others` after them in those of `other_kind`;
    an ace, if held, is the first of all.
    """
    columns = [WAYS[kind]] * number + [WAYS[other_kind]] * others
    found: dict[Ranks, int] = {}
    for times in product(range(1, 5), repeat=len(columns)):
        if sum(times) == total:
            with_joker = (times[0] + 1, *times[1:]) if joker and ace_first else times + (1,) * joker
            alike = tuple(sorted(with_joker, reverse=True))
            ways = prod(column[n] for column, n in zip(columns, times, strict=True))
            found[alike] = found.get(alike, 0) + ways
    return tuple((alike, ways) for alike, ways in found.items() if ways)


@dataclass(frozen=True, slots=True)
class Faces:
    """Sees the very cards, their suits renamed in the order in which they appear."""

    name: str = "cards up to the names of suits"
    dealer: bool = False

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


@cache
def _distinct_ranks(copies: int, size: int) -> dict[int, int]:
    """How many hands of `size` hold each number of distinct ranks."""
    found: dict[int, int] = {}
    for ranks, ways in Grades("ranks", rank_of).classes(Pack(copies // 4), size):
        found[len(set(ranks))] = found.get(len(set(ranks)), 0) + ways
    return found


RANKS = Grades("ranks", rank_of)
FACES = Faces()
MATCHES = Matches()
