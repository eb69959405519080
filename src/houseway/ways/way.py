"""A house way that can be read from a file: ordered rules, or a points card.

The first rule whose goals some setting meets decides; of the settings that meet them, the one that comes
first by the rule's order. A points card is one rule without a goal whose order begins with the points.
A way is taken at its word: unless it says `without_fouling` it may foul, and it may leave a hand
undecided. `docs/house-ways.md` describes the file; `houseway way check` proves a way sound.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from houseway.cards import Cards, show
from houseway.faults import Faults, FileFaults, load_toml
from houseway.ways.house_way import Cut, HouseWay
from houseway.ways.split import Places, Split, Strength, cut_so

POINTS = "points"
UP = "up"
MOST_RULES = 99
MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Bound:
    """Hands that begin like a strength, are at least it (`pair 9+`) or at most it (`pair 8-`), or begin like it but for
    a last rank that is as high or higher (`two pair 9 up`): three of a kind is at least two pair, but no two pair."""

    text: str
    begin: Strength
    sign: str

    def meets(self, strength: Strength) -> bool:
        start = strength[: len(self.begin)]
        if self.sign == UP:
            return start[:-1] == self.begin[:-1] and start >= self.begin
        if self.sign == "+":
            return start >= self.begin
        return start <= self.begin if self.sign == "-" else start == self.begin

    def __str__(self) -> str:
        words = {"+": " or better", "-": " or less", "": "", UP: " or higher"}[self.sign]
        return self.text.removesuffix(self.sign).rstrip() + words


@dataclass(frozen=True, slots=True)
class Rule:
    """If some setting meets all goals, choose among those that do by `order`, the greatest first."""

    goals: Mapping[str, Bound]
    order: tuple[str, ...]
    without_fouling: bool
    says: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points more, or less, for a setting that meets all goals."""

    goals: Mapping[str, Bound]
    points: int

    @property
    def says(self) -> str:
        return _aim(self.goals)


@dataclass(frozen=True, kw_only=True, eq=False)
class Way:
    """A house way that was read from a file: ordered rules, or a points card."""

    game: str
    name: str
    version: str
    about: str
    split: Split
    rules: tuple[Rule, ...]
    points: Mapping[str, tuple[tuple[Bound, int], ...]]  # a hand -> its entries, the most particular last
    bonuses: tuple[Bonus, ...] = ()

    # What was looked up once: there are few strengths, and a table sets hands all day.
    _first_cuts: dict[tuple[int, ...], list[Places]] = field(default_factory=dict, init=False, repr=False)
    _looked_up: dict[tuple[int, Strength], tuple[int, int, int]] = field(default_factory=dict, init=False, repr=False)
    _added_up: dict[int, int] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def digest(self) -> str:
        """The hash of what the way does, whatever it is called."""
        rows = [f"{part}\t{b.begin}{b.sign}\t{n}" for part, card in self.points.items() for b, n in card]
        rows += [f"{_goals_text(bonus.goals)}\t{bonus.points}" for bonus in self.bonuses]
        rows += [f"{_goals_text(rule.goals)}\t{rule.order}\t{rule.without_fouling}" for rule in self.rules]
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()

    def points_of(self, hand: str, strength: Strength) -> int | None:
        """What the card gives for a hand: its most particular entry, or nothing at all."""
        found = [n for bound, n in self.points.get(hand, ()) if bound.meets(strength)]
        return found[-1] if found else None

    def choose(self, cards: Cards) -> Cut | None:
        """The hands, fouled if the way fouls, or None if it leaves the packet undecided."""
        return self.decide(cards)[1]

    def decide(self, cards: Cards) -> tuple[int, Cut | None]:
        """The number of the rule that applies, and the hands it sets."""
        number, best = self._best(cards)
        is_one = bool(best) and all(strengths == best[0][0] for strengths, _ in best)
        return number, best[0][1] if is_one else None

    def _best(self, cards: Cards) -> tuple[int, list[tuple[tuple[Strength, ...], Cut]]]:
        """The number of the rule that applies, and the strengths and hands of all settings it puts first."""
        found = []
        for hands in self.split.cuts(cards):
            strengths = self.split.strengths(*hands)
            found.append((self._rules_met(strengths), strengths, hands))
        for number, rule in enumerate(self.rules):
            keyed = [
                (self._keys(rule, strengths), strengths, hands) for met, strengths, hands in found if met >> number & 1
            ]
            keyed.sort(key=itemgetter(0), reverse=True)  # the best first: then few need be asked whether they foul
            for _, equals in groupby(keyed, itemgetter(0)):
                first = [
                    (strengths, hands)
                    for _, strengths, hands in equals
                    if not rule.without_fouling or self.split.in_order(strengths)
                ]
                if first:
                    return number, first
        return len(self.rules), []

    def _chosen(self, cards: Cards) -> Cut | None:
        """The hands again, looked up by all that strengths depend on, in order: there are few such patterns, and a
        table sets hands all day."""
        sees = self.split.sees
        if sees is None:
            return self.choose(cards)
        seen = [sees(card) for card in cards]
        order = sorted(range(len(cards)), key=seen.__getitem__)
        key = tuple([seen[place] for place in order])
        cuts = self._first_cuts.get(key)
        if cuts is None:
            cuts = self._first_cuts[key] = self._cuts_put_first(tuple([cards[place] for place in order]))
        if not cuts:
            return None
        as_dealt = [tuple([tuple(sorted([order[place] for place in hand])) for hand in cut]) for cut in cuts]
        return cut_so(cards, min(as_dealt))  # of equal ones, the one that `choose` comes to first

    def _cuts_put_first(self, cards: Cards) -> list[Places]:
        """The places of all settings that the rule puts first; none if it leaves the hand undecided."""
        _, best = self._best(cards)
        if any(strengths != best[0][0] for strengths, _ in best):
            return []
        first = {hands for _, hands in best}
        return [cut for cut in self.split.places(len(cards)) if cut_so(cards, cut) in first]

    def _rules_met(self, strengths: tuple[Strength, ...]) -> int:
        """As bits, the rules whose goals a setting meets."""
        met = -1
        for key in enumerate(strengths):
            met &= (self._looked_up.get(key) or self._look_up(*key))[0]
        return met

    @cached_property
    def _places(self) -> dict[str, int]:
        return {hand: place for place, hand in enumerate(self.split.hands)}

    def total_points(self, strengths: tuple[Strength, ...]) -> int:
        """What the card gives for a setting: its hands, and its bonuses."""
        points, met = 0, -1
        for key in enumerate(strengths):
            _, bonuses, its_points = self._looked_up.get(key) or self._look_up(*key)
            points += its_points
            met &= bonuses
        return points + self._bonus_points(met)

    def _look_up(self, place: int, strength: Strength) -> tuple[int, int, int]:
        """As bits, the rules and the bonuses that a hand does not stand in the way of; and its points."""
        hand = self.split.hands[place]
        rules, bonuses = (
            sum(1 << n for n, each in enumerate(goals) if hand not in each or each[hand].meets(strength))
            for goals in ([rule.goals for rule in self.rules], [bonus.goals for bonus in self.bonuses])
        )
        worth = self._looked_up[place, strength] = rules, bonuses, self.points_of(hand, strength) or 0
        return worth

    def _bonus_points(self, met: int) -> int:
        if met not in self._added_up:
            self._added_up[met] = sum(bonus.points for n, bonus in enumerate(self.bonuses) if met >> n & 1)
        return self._added_up[met]

    def _keys(self, rule: Rule, strengths: tuple[Strength, ...]) -> tuple[Any, ...]:
        places = self._places
        return tuple([self.total_points(strengths) if key == POINTS else strengths[places[key]] for key in rule.order])

    def house_way(self, letter: str | None = None) -> HouseWay:
        """The way as a game has it. It must have been checked: an undecided hand is a mistake."""

        @lru_cache(maxsize=4096)  # the dealer's hand is looked at more than once in a round
        def set_hands(cards: Cards) -> Cut:
            hands = self._chosen(cards)
            assert hands is not None, f"{self.name} leaves {show(cards)} undecided"
            return hands

        return HouseWay(
            name=self.name,
            version=self.version,
            rules=tuple(rule.says for rule in self.rules),
            set=set_hands,
            letter=letter,
            source=self,
        )


def read_way(name: str, text: str, split: Split) -> Way:
    return way_of(name, load_toml(name, text), split)


def way_of(name: str, data: dict[str, Any], split: Split) -> Way:
    faults = Faults()
    known = {"game", "name", "version", "about", "rule", "points", "bonus", "ties", "without_fouling"}
    faults.unknown(data, known, "")
    points = _points(data, faults, split)
    rules = [_rule(table, faults, where, split) for where, table in faults.tables(data, "rule")]
    if points and rules:
        faults.add("a way is a points card or a list of rules, not both")
    if not points and not rules:
        faults.add("no [[rule]] and no [points.…]: there is no way to set a hand")
    if points:
        rules = [_points_rule(data, faults, split)]
    else:
        for key in sorted({"ties", "bonus", "without_fouling"} & data.keys()):
            faults.add(f"{key!r} belongs to a points card, or into a [[rule]]")
    if len(rules) > MOST_RULES:
        faults.add(f"{len(rules)} rules: a card holds at most {MOST_RULES}")
    way = Way(
        game=faults.text(data, "game", ""),
        name=faults.text(data, "name", ""),
        version=faults.text(data, "version", ""),
        about=faults.text(data, "about", "") if "about" in data else "",
        split=split,
        rules=tuple(rules),
        points=points,
        bonuses=tuple(_bonuses(data, faults, split)),
    )
    if faults.found:
        raise FileFaults(name, faults.found)
    return way


def parse_bound(text: str, split: Split) -> Bound:
    body = text.strip()
    sign = body[-1:] if body[-1:] in ("+", "-") else UP if body.endswith(f" {UP}") else ""
    return Bound(body, split.parse(body.removesuffix(sign).rstrip()), sign)


def parse_points(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_POINTS:
        raise ValueError(f"{value!r} is not a whole number up to {MOST_POINTS:,}")
    return value


def _points(data: dict[str, Any], faults: Faults, split: Split) -> dict[str, tuple[tuple[Bound, int], ...]]:
    tables = data.get("points", {})
    if not isinstance(tables, dict):
        faults.add(f"points must be tables: {', '.join(f'[points.{hand}]' for hand in split.hands)}")
        return {}
    faults.unknown(tables, set(split.hands), "points")
    found: dict[str, tuple[tuple[Bound, int], ...]] = {}
    for hand, card in tables.items():
        where = f"points.{hand}"
        if not isinstance(card, dict):
            faults.add(f"{where} must be a table, not {card!r}")
            continue
        entries: list[tuple[Bound, int]] = []
        for text, value in card.items():
            bound = faults.trying(where, parse_bound, text, split)
            number = faults.trying(f"{where}, {text!r}", parse_points, value)
            if bound and bound.sign:
                faults.add(f"{where}: {text!r} is a range; an entry names a hand, or a kind of hand")
            elif bound and any(bound.begin == other.begin for other, _ in entries):
                faults.add(f"{where}: {text!r} stands twice")
            elif bound and number is not None:
                entries.append((bound, number))
        found[hand] = tuple(sorted(entries, key=lambda entry: len(entry[0].begin)))
    return found


def _points_rule(data: dict[str, Any], faults: Faults, split: Split) -> Rule:
    ties = _order(data.get("ties", list(split.hands)), "ties", faults, split)
    says = "Play the setting with the most points; of equal ones, the stronger " + ", then ".join(ties) + "."
    return Rule({}, (POINTS, *ties), faults.flag(data, "without_fouling", True, ""), says)


def _bonuses(data: dict[str, Any], faults: Faults, split: Split) -> Iterator[Bonus]:
    for where, table in faults.tables(data, "bonus"):
        faults.unknown(table, {"points", *split.hands}, where)
        points = faults.trying(f"{where}, points", parse_points, table.get("points"))
        if points is not None:
            yield Bonus(_goals(table, faults, where, split), points)


def _goals(table: dict[str, Any], faults: Faults, where: str, split: Split) -> dict[str, Bound]:
    goals: dict[str, Bound] = {}
    for hand in split.hands:
        if hand in table:
            text = faults.text(table, hand, where)
            bound = faults.trying(f"{where}, {hand}", parse_bound, text, split) if text else None
            if bound:
                goals[hand] = bound
    return goals


def _rule(table: dict[str, Any], faults: Faults, where: str, split: Split) -> Rule:
    faults.unknown(table, {"says", "then", "without_fouling", *split.hands}, where)
    goals = _goals(table, faults, where, split)
    order = _order(table.get("then", list(split.hands)), f"{where}, then", faults, split)
    without_fouling = faults.flag(table, "without_fouling", True, where)
    says = faults.text(table, "says", where) if "says" in table else in_words(goals, order)
    return Rule(goals, order, without_fouling, says)


def _order(order: Any, where: str, faults: Faults, split: Split) -> tuple[str, ...]:
    if isinstance(order, list) and all(hand in split.hands for hand in order):
        return tuple(order)
    faults.add(f"{where} must list some of {', '.join(split.hands)}, not {order!r}")
    return split.hands


def _goals_text(goals: Mapping[str, Bound]) -> str:
    return repr(sorted((hand, bound.begin, bound.sign) for hand, bound in goals.items()))


def _aim(goals: Mapping[str, Bound]) -> str:
    return " and ".join(f"{hand} {bound}" for hand, bound in goals.items())


def in_words(goals: Mapping[str, Bound], order: tuple[str, ...]) -> str:
    best = ", then ".join(f"the strongest {hand}" for hand in order)
    return f"If you can set {_aim(goals)}, do, with {best}." if goals else f"Otherwise set {best}."
