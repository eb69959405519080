"""Is a house way sound, and what is it worth?

A way is followed for every hand the dealer can hold. It is sound if it decides them all and fouls none;
only then does it have a price: the exact edge against a player who answers it perfectly, and against one
who copies it.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from houseway.analysis.exact.facts import ends_of, method_for
from houseway.analysis.exact.figures import Solve, main_figures
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.looks import by_grades, by_suits, grouped
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sets import Sets, split_rules
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.ways import Followed, follow
from houseway.cards import Card, Cards, show
from houseway.faults import FileFaults
from houseway.game import Deal, Game, Show
from houseway.sight import FlushOf, Grades, SuitBySuit
from houseway.ways.way import Way

MOST_HANDS: Final = 3_000_000  # of cards whose suits count


@dataclass(frozen=True, slots=True, kw_only=True)
class WayCheck:
    """How a way fares over all hands, real hands counted."""

    way: Way
    hands: int
    decided_by: tuple[int, ...]  # hands that each rule decided
    undecided: int
    first_undecided: Cards | None
    fouled: int
    first_fouled: Cards | None

    @property
    def is_sound(self) -> bool:
        return not self.undecided and not self.fouled


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The house's edge under a way."""

    best_play: Fraction
    copied: Fraction


def check_way(game: Game, way: Way) -> WayCheck:
    if issubclass(method_for(question(game)), Sets):
        return _check_split(game, way)[0]
    _refuse_dead_bounds(game, way)
    hands, decided_by = 0, [0] * len(way.rules)
    undecided: dict[Cards, int] = {}
    fouled: dict[Cards, int] = {}
    for cards, ways in _dealers_hands(game):
        hands += ways
        rule, cut = way.decide(cards)
        if cut is None:
            undecided[cards] = ways
        else:
            decided_by[rule] += ways
            if not way.split.may_be_set(cut):
                fouled[cards] = ways
    return WayCheck(
        way=way,
        hands=hands,
        decided_by=tuple(decided_by),
        undecided=sum(undecided.values()),
        first_undecided=next(iter(undecided), None),
        fouled=sum(fouled.values()),
        first_fouled=next(iter(fouled), None),
    )


def _dealers_hands(game: Game) -> Iterator[tuple[Cards, int]]:
    """All that the dealer can be dealt, as far as the hands tell it apart; cards that count most first."""
    shown, size = _set_step(game)
    cards, sees = game.pack().cards(), _sees(game, shown)
    if sees is None:
        if comb(len(cards), size) > MOST_HANDS:
            raise ValueError(f"{game.slug}: {size} cards whose suits count are too many hands to check a way over")
        yield from by_suits(cards, (size,))
        return
    groups = sorted(grouped(cards, sees), key=lambda group: sees(group[0]), reverse=True)
    place = {card: number for number, group in enumerate(groups) for card in group}
    yield from sorted(by_grades(groups, size), key=lambda look: [place[card] for card in look[0]])


def _set_step(game: Game) -> tuple[Show, int]:
    """The step at which the dealer's cards are set, and how many he has."""
    [shown] = [step for step in game.round if isinstance(step, Show) and step.way]
    place = shown.what.place
    return shown, sum(step.cards for step in game.round if isinstance(step, Deal) and place in step.to.places)


def _sees(game: Game, shown: Show) -> Callable[[Card], int] | None:
    """All that counts of a card to the hands that are set there, if it is one thing and less than the card."""
    looks = {hand.sees for wager in game.wagers for hand in wager.hands if hand.of == shown.what.set}
    [sees] = looks if len(looks) == 1 else [None]
    return None if isinstance(sees, FlushOf | SuitBySuit) else sees


def _refuse_dead_bounds(game: Game, way: Way) -> None:
    """Refuse goals and entries that no hand of the game can ever meet: a slip of the pen."""
    faults = []
    cards = game.pack().cards()
    for hand, size in zip(way.split.hands, way.split.sizes, strict=True):
        possible = set(map(way.split.strength, combinations(cards, size)))
        named = [bound for bound, _ in way.points.get(hand, ())]
        goals = [rule.goals for rule in way.rules] + [bonus.goals for bonus in way.bonuses]
        named += [each[hand] for each in goals if hand in each]
        faults += [f"no {hand} is {bound}" for bound in named if not any(map(bound.meets, possible))]
    if faults:
        raise FileFaults(way.name, faults)


def price(game: Game, way: Way, solve: Solve = ends_of) -> Price:
    """The price of a sound way."""
    other = way.house_way()
    best, copied = (
        main_figures(question(game.set_by(other), policy=policy), solve=solve).house_edge
        for policy in (None, AsHouseWay(other))
    )
    return Price(best_play=best, copied=copied)


def house_way_digest(game: Game) -> str:
    """Of what a house way does. One that was not read from a file is asked about cards of every class that the hand
    which is set by it can tell apart, in the greatest pack."""
    shown, size = _set_step(game)
    way, sees = shown.way, _sees(game, shown)
    assert way is not None
    if isinstance(way.source, Way):
        return way.source.digest
    if sees is None:
        return hashlib.sha256("\n".join(way.rules).encode()).hexdigest()
    pack, sight = game.pack(game.whole_shoe), Grades("", sees)
    held = sight.held(pack)
    rows = []
    for seen, _ in sight.classes(pack, size):
        cards = tuple(held[grade][seen[:place].count(grade)] for place, grade in enumerate(seen))
        rows.append(f"{show(cards)}\t{' | '.join(map(show, way.set(cards)))}")
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def split_policy(game: Game, way: Way) -> Policy:
    """A sound way as a policy of the split solver; an unsound one is refused with a hand."""
    check, followed = _check_split(game, way)
    refuse_unsound(check)
    return followed.policy()


def refuse_unsound(check: WayCheck) -> None:
    if check.first_undecided:
        raise ValueError(f"{check.way.name} leaves {show(check.first_undecided)!r} undecided")
    if check.first_fouled:
        raise ValueError(f"{check.way.name} fouls {show(check.first_fouled)!r}")


@lru_cache(maxsize=4)
def _check_split(game: Game, way: Way) -> tuple[WayCheck, Followed]:
    """Checking a way and playing by it are one pass over all packets; a caller may want both."""
    _refuse_dead_bounds(game, way)
    rules = split_rules(game)
    followed = follow(rules, way)
    undecided = followed.undecided
    check = WayCheck(
        way=way,
        hands=rules.hands,
        decided_by=tuple(followed.hands((followed.deciding == i) & ~undecided) for i in range(len(way.rules))),
        undecided=followed.hands(undecided),
        first_undecided=followed.first(undecided),
        fouled=followed.hands(followed.fouls),
        first_fouled=followed.first(followed.fouls),
    )
    return check, followed
