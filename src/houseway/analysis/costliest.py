"""The costliest deal of a wager that every seat has: its cards, and whether none can cost more.

Wagers that look at grades of cards are searched dealer by dealer; those that look at a seat's cards alone, suits and
all, are searched at once, and the dealer has what is left. Of a contest in a game whose seats cannot be counted
together deals are tried: one that reaches the bound, all seats at the top line, proves it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import gcd, lcm
from typing import Final, overload

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.card_classes import A_SET, CARDS, MOST_INDICES, JudgeAll, Position, by_grades, judge_classes
from houseway.analysis.cores import NOTHING, Cores, CoreSearch, GradeList, hands_of
from houseway.analysis.exact.count import sight_of
from houseway.analysis.exact.facts import facts
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import question
from houseway.analysis.exact.suit_classes import SuitClasses, suit_classes
from houseway.analysis.joint import Layout
from houseway.cards import Card, Cards, Pack, is_joker, show_card, suit_of
from houseway.game import SEAT, Bonus, Contest, Deal, Game, Hand, Show, Worth, place
from houseway.sight import Beside, Sight
from houseway.ways.house_way import Cut

NODES: Final = 200_000  # steps of a search, over all dealers
MOST_CLASSES: Final = 20_000  # of one cost, for their cores to be looked for
TRIED_DEALERS, TRIED_HANDS, TRIED_PACKETS = 60, 12, 400

Counts = np.ndarray  # how many cards of each grade; a row a class


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The costliest deal that was found, as cards, and what none can cost more than."""

    cost: Fraction
    bound: Fraction
    dealer: tuple[str, ...]
    seats: tuple[tuple[str, ...], ...]

    @property
    def is_exact(self) -> bool:
        return self.cost == self.bound


def worst_round(table: Layout, seats: int, stakes: Mapping[str, Fraction]) -> Worst:
    """Of the main wager and those beside it, with all seats playing as the layout says."""
    worth, unit = worth_of(table, stakes)
    values = np.array(worth, dtype=np.int64)
    costliest = _costliest(
        hands=table.hands,
        dealers=table.dealers,
        full=np.array(table.full),
        costs=lambda d: values[table.result_of[:, d]],
        seats=seats,
    )
    return Worst(
        cost=costliest.cost * unit,
        bound=costliest.bound * unit,
        dealer=table.shown(table.dealers[costliest.dealer]),
        seats=tuple(table.shown(table.hands[place]) for place in costliest.seats),
    )


def worth_of(table: Layout, stakes: Mapping[str, Fraction]) -> tuple[list[int], Fraction]:
    """What each result costs the house, as whole numbers, and the dollars that are 1 of them."""
    staked = [stakes.get(wager, Fraction(0)) for wager in table.wagers]
    return _in_units(
        [sum((s * net for s, net in zip(staked, nets, strict=True)), Fraction(0)) for nets in table.results]
    )


def _in_units(amounts: Sequence[Fraction]) -> tuple[list[int], Fraction]:
    scale = lcm(*(value.denominator for value in amounts))
    whole = [int(value * scale) for value in amounts]
    common = gcd(*whole) or 1
    return [value // common for value in whole], Fraction(common, scale)


# ---- dealer by dealer --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deal:
    cost: int
    bound: int
    dealer: int  # by their places among the classes
    seats: tuple[int, ...]


def _costliest(*, hands: Counts, dealers: Counts, full: Counts, costs: Callable[[int], Longs], seats: int) -> _Deal:
    """Hands for all seats against each dealer's, those first that may cost the most. A look at one dealer of every
    shape comes before the proof, and leaves less to prove."""
    grades = [tuple(np.repeat(np.arange(len(counts)), counts).tolist()) for counts in hands]
    tops = [int(costs(d)[(hands + dealer <= full).all(axis=1)].max()) for d, dealer in enumerate(dealers)]
    order = sorted(range(len(tops)), key=lambda d: -tops[d])
    shapes = {tuple(sorted(dealers[d].tolist())): d for d in reversed(order)}
    best, unproven, nodes = NOTHING, NOTHING, NODES
    dearest: tuple[int, tuple[GradeList, ...]] | None = None
    for which, steps in ((sorted(shapes.values()), seats), (order, NODES // 10)):
        unproven = NOTHING
        for d in which:
            if tops[d] * seats <= best and which is order:
                break
            if nodes <= 0:
                unproven = max(unproven, tops[d] * seats)
                break
            search = CoreSearch(cores=_against(hands, grades, full - dealers[d], costs(d)), best=best, nodes=steps)
            search.run(seats)
            nodes -= steps - search.nodes
            unproven = max(unproven, search.unproven)
            if search.chosen is not None:
                best, dearest = search.best, (d, search.chosen)
    assert dearest is not None
    d, cores = dearest
    dealt = hands_of(cores, (full - dealers[d]).tolist(), int(hands[0].sum()), seats)
    places = tuple(grades.index(hand) for hand in dealt)
    cost = int(costs(d)[list(places)].sum())
    return _Deal(cost=cost, bound=max(cost, unproven), dealer=d, seats=places)


def _against(hands: Counts, grades: Sequence[GradeList], left: Counts, costs: Longs) -> Cores:
    dealable = (hands <= left).all(axis=1)
    return Cores(
        levels=sorted({*costs[dealable].tolist()}, reverse=True),
        at_least=lambda cost: [grades[place] for place in np.flatnonzero(dealable & (costs >= cost)).tolist()],
        left=left.tolist(),
        size=int(hands[0].sum()),
    )


# ---- a wager on the cards alone ----------------------------------------------------------------------


def worst_bonus(
    game: Game,
    wager: Bonus,
    cost: Callable[[str], Fraction],
    *,
    decks: int | None,
    seats: int,
    judge_all: JudgeAll | None = None,
) -> Worst | None:
    """`cost` tells what a seat's line costs the house. None where hands are too many to be told apart, and where cards
    are looked at that all seats have in common."""
    pack, sight = game.pack(decks), sight_of(wager.hand)
    sizes = _dealt(game, wager.hand)
    if sizes is None:
        return None
    size, his_size = sizes
    mine = _look(sight, pack, size)
    his = _look(sight, pack, his_size) if sight.dealer else None
    if mine is None or (sight.dealer and his is None):
        return None
    judged, lines = (judge_all or judge_classes)(sight, wager.judge, mine, his)
    worth, unit = _in_units([cost(line) for line in lines])
    costs = np.array(worth, dtype=np.int64)[judged]
    named = _Named(mine, pack)
    if his is None:
        bound, hands = _side_by_side(mine, named, costs, seats, size)
        dealer = None
    else:
        table = costs.reshape(len(mine.hands), len(his.hands))
        costliest = _costliest(
            hands=named.counts(mine),
            dealers=named.counts(his),
            full=np.array(named.full),
            costs=lambda d: table[:, d],
            seats=seats,
        )
        bound, hands = costliest.bound, [named.grades(mine.hands[place][0]) for place in costliest.seats]
        dealer = named.grades(his.hands[costliest.dealer][0])
    dealers = named.taken(dealer) if dealer is not None else None
    dealt = [named.taken(hand) for hand in hands]
    dealers = named.rest()[:his_size] if dealers is None else dealers
    paid = sum((cost(wager.judge(sight.see(cards, dealers))) for cards in dealt), Fraction(0))
    return Worst(
        cost=paid, bound=max(paid, bound * unit), dealer=_shown(dealers), seats=tuple(_shown(cards) for cards in dealt)
    )


def _dealt(game: Game, hand: Hand) -> tuple[int, int] | None:
    """How many cards a seat and the dealer are dealt, where a hand looks at all of a seat's, or apart at those of both;
    and nobody else has any."""
    cards: dict[str, int] = {}
    for step in game.round:
        if isinstance(step, Deal):
            for name in step.to.places:
                cards[name] = cards.get(name, 0) + step.cards
    size = cards.pop(SEAT.place, 0)
    looks = (SEAT, SEAT + place(next(iter(cards)))) if isinstance(hand.worth, Beside) and cards else (SEAT,)
    return (size, sum(cards.values())) if hand.of == looks[-1] and len(cards) <= 1 else None


def _look(sight: Sight, pack: Pack, size: int) -> Position | None:
    """The classes of so many cards."""
    grades = {sight.grade(c) for c in pack.cards()}
    if len(grades) ** size <= MOST_INDICES:
        return by_grades(sight.grade, pack, (size,))
    if pack.decks > 1:
        return None
    return _by_suits(pack, size)


@lru_cache(maxsize=1)
def _by_suits(pack: Pack, size: int) -> Position:
    """The last one is kept: all paytables of a game's bonuses look at the same classes."""
    classes = suit_classes(pack.cards(), size)
    return Position(
        digits=np.zeros(CARDS, np.uint8), grades=A_SET, class_of=classes.of_index, hands=_FirstHands(classes)
    )


@dataclass(frozen=True, slots=True)
class _FirstHands(Sequence[tuple[Cards, ...]]):
    """The first hand of every class as cards, made when it is asked for: of a million classes few are."""

    classes: SuitClasses

    def __len__(self) -> int:
        return len(self.classes.hands)

    def __iter__(self) -> Iterator[tuple[Cards, ...]]:
        return ((cards,) for cards in self.classes.each())

    @overload
    def __getitem__(self, place: int) -> tuple[Cards, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[Cards, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[Cards, ...] | Sequence[tuple[Cards, ...]]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        return (tuple(self.classes.cards[position] for position in self.classes.hands[place].tolist()),)


def _side_by_side(mine: Position, named: "_Named", costs: Longs, seats: int, size: int) -> tuple[int, list[GradeList]]:
    """The bound, and the hands, where each seat's cards are all that counts."""

    def at_least(cost: int) -> Iterable[GradeList] | None:
        classes = np.flatnonzero(costs >= cost).tolist()
        if len(classes) > MOST_CLASSES:
            return None
        return {hand for place in classes for hand in named.every(mine.hands[place][0])}

    cores = Cores(levels=sorted({*costs.tolist()}, reverse=True), at_least=at_least, left=named.full, size=size)
    search = CoreSearch(cores=cores, best=NOTHING, nodes=NODES)
    search.run(seats)
    assert search.chosen is not None
    return max(search.best, search.unproven), hands_of(search.chosen, named.full, size, seats)


class _Named:
    """The cards of a pack by what a wager can see of each."""

    def __init__(self, mine: Position, pack: Pack) -> None:
        self._is_set = mine.grades == A_SET
        self._digit = list(range(CARDS)) if self._is_set else mine.digits.tolist()
        self._left: dict[int, list[Card]] = {}
        for card in sorted(pack.cards(), reverse=True):
            self._left.setdefault(self._digit[card], []).append(card)
        self.full = [len(self._left.get(digit, ())) for digit in range(mine.grades or CARDS)]

    def grades(self, cards: Cards) -> GradeList:
        return tuple(sorted(self._digit[card] for card in cards))

    def every(self, cards: Cards) -> set[GradeList]:
        """All hands of the class of these cards: in a suit class, one for every order of the suits."""
        if not self._is_set:
            return {self.grades(cards)}
        orders = permutations(range(4))
        return {tuple(sorted(c if is_joker(c) else c - suit_of(c) + o[suit_of(c)] for c in cards)) for o in orders}

    def counts(self, of: Position) -> Counts:
        grades = [self.grades(parts[0]) for parts in of.hands]
        return np.array([[hand.count(digit) for digit in range(len(self.full))] for hand in grades])

    def taken(self, hand: GradeList) -> Cards:
        return tuple(self._left[digit].pop() for digit in hand)

    def rest(self) -> Cards:
        return tuple(card for cards in self._left.values() for card in cards)


# ---- a contest ---------------------------------------------------------------------------------------


def worst_contest(
    game: Game, wager: Contest, cost: Callable[[str], Fraction], *, top: Fraction, decks: int | None, seats: int
) -> Worst | None:
    """Deals are tried against the weakest of some dealers, seat by seat, each set as it costs the most; always the
    same ones. None where a seat does not choose just once, before it sees any of the dealer's cards."""
    asked = question(game, wagers=(wager.name,), decks=decks)
    known = facts(asked)
    if known.choices != 1 or len(known.common) != 1 or known.draws or known.goes_on or known.in_parts or known.early:
        return None
    once = OneChoice(asked)
    if once.up or not known.whole:
        return None
    way = next((step.way for step in game.round if isinstance(step, Show) and step.way), None)
    chance = np.random.default_rng(1)
    pack = list(asked.cards)

    def drawn(cards: Sequence[Card], number: int) -> Cards:
        return tuple(cards[i] for i in chance.choice(len(cards), number, replace=False))

    def most(cards: Cards, dealer: Cut) -> Fraction:
        his = _worth(wager.his, dealer)
        costs = [-top]
        for branch in once.branches(once.seen(cards, ())):
            if any(each.name == wager.name for each, _ in branch.stakes.unsettled(game, asked.wagers)):
                cut = branch.option.cut if branch.option and branch.option.cut else (cards,)
                costs.append(cost(wager.line((_worth(wager.mine, cut), his), branch.said)))
        return max(costs)

    drawn_dealers = [drawn(pack, once.his_size) for _ in range(TRIED_DEALERS)]
    tried = [way.set(cards) if way else (cards,) for cards in drawn_dealers]
    hands = [drawn(pack, once.size) for _ in range(TRIED_HANDS)]
    dealer = max(tried, key=lambda cut: sum(most(hand, cut) for hand in hands))
    his_cards = tuple(card for hand in dealer for card in hand)
    rest = _without(pack, his_cards)
    dealt: list[tuple[Fraction, Cards]] = []
    for _ in range(seats):
        best: tuple[Fraction, Cards] | None = None
        for _ in range(TRIED_PACKETS):
            hand = drawn(rest, once.size)
            worth = most(hand, dealer)
            best = (worth, hand) if best is None or worth > best[0] else best
            if worth == top:
                break
        assert best is not None
        dealt.append(best)
        rest = _without(rest, best[1])
    return Worst(
        cost=sum((worth for worth, _ in dealt), Fraction(0)),
        bound=seats * top,
        dealer=_shown(his_cards),
        seats=tuple(_shown(hand) for _, hand in dealt),
    )


def _worth(hand: Hand, cut: Cut) -> Worth:
    """What cards are worth to a hand, as they were set or all together."""
    return hand.worth(*cut) if hand.of.is_set else hand.worth(tuple(card for part in cut for card in part))


def _shown(cards: Cards) -> tuple[str, ...]:
    return tuple(show_card(card) for card in sorted(cards, reverse=True))


def _without(cards: Sequence[Card], taken: Cards) -> list[Card]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left
