"""Is a house way sound, and what is it worth?

A way is followed for every hand the dealer can hold. It is sound if it decides them all and fouls none;
only then does it have a price: the exact edge against a player who answers it perfectly, and against one
who copies it.
"""

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from houseway import game as steps
from houseway.analysis.contest import Hidden, Pays, house_way_policy, main_figures
from houseway.cards import Cards, show
from houseway.faults import FileFaults
from houseway.old_game import Game, HouseWay
from houseway.sight import FlushOf, Grades
from houseway.ways.way import Way

if TYPE_CHECKING:
    from houseway.analysis.split.fronts import Policy
    from houseway.analysis.split.ways import Followed


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
    if game.sight is None:
        return _check_split(game, way)[0]
    _refuse_dead_bounds(game, way)
    hidden = Hidden(game, game.deal.pack(), game.house_way)
    hands, decided_by = 0, [0] * len(way.rules)
    undecided: dict[Cards, int] = {}
    fouled: dict[Cards, int] = {}
    for cards, ways, _ in hidden.taken(hidden.full, game.deal.dealer_packet):
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


def _refuse_dead_bounds(game: Game, way: Way) -> None:
    """Refuse goals and entries that no hand of the game can ever meet: a slip of the pen."""
    faults = []
    cards = game.deal.pack().cards()
    for hand, size in zip(way.split.hands, way.split.sizes, strict=True):
        possible = set(map(way.split.strength, combinations(cards, size)))
        named = [bound for bound, _ in way.points.get(hand, ())]
        goals = [rule.goals for rule in way.rules] + [bonus.goals for bonus in way.bonuses]
        named += [each[hand] for each in goals if hand in each]
        faults += [f"no {hand} is {bound}" for bound in named if not any(map(bound.meets, possible))]
    if faults:
        raise FileFaults(way.name, faults)


def price(game: Game, way: Way) -> Price:
    """The price of a sound way in a game whose main wager is analysed directly."""
    ours = HouseWay.of(way.house_way())
    best = main_figures(game, way=ours)
    copied = main_figures(game, way=ours, policy=house_way_policy(ours), pays=Pays.of(game))
    return Price(best_play=best.house_edge, copied=copied.house_edge)


def house_way_digest(game: steps.Game) -> str:
    """Of what a house way does. One that was not read from a file is asked about cards of every class that the hand
    which is set by it can tell apart, in the greatest pack."""
    [shown] = [step for step in game.round if isinstance(step, steps.Show) and step.way]
    way, place = shown.way, shown.what.place
    assert way is not None
    if isinstance(way.source, Way):
        return way.source.digest
    looks = {hand.sees for wager in game.wagers for hand in wager.hands if hand.of == shown.what.set}
    [sees] = looks if len(looks) == 1 else [None]
    if sees is None or isinstance(sees, FlushOf):
        return hashlib.sha256("\n".join(way.rules).encode()).hexdigest()
    pack, sight = game.pack(game.whole_shoe), Grades("", sees)
    held = sight.held(pack)
    size = sum(step.cards for step in game.round if isinstance(step, steps.Deal) and place in step.to.places)
    rows = []
    for seen, _ in sight.classes(pack, size):
        cards = tuple(held[grade][seen[:place].count(grade)] for place, grade in enumerate(seen))
        rows.append(f"{show(cards)}\t{' | '.join(map(show, way.set(cards)))}")
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def split_policy(game: Game, way: Way) -> "Policy":
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
def _check_split(game: Game, way: Way) -> "tuple[WayCheck, Followed]":
    """Checking a way and playing by it are one pass over all packets; a caller may want both."""
    from houseway.analysis.split.ways import follow, split_rules

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
