"""The judge: every way that a round can go for one seat, step by step, whatever the game.

It is plain and slow, and every faster method must agree with it. Cards that lie face down are dealt only when they are
turned over, so that a seat which chooses knows just what the state knows. States that differ only in cards that no hand
tells apart, or in the names of suits, are one state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from math import comb

from houseway.analysis.exact.ends import End, Ends, Line, Net, Pays, mixed, pays_of
from houseway.cards import JOKER, Card, Cards, card, rank_of, suit_of
from houseway.sight import FlushOf
from houseway.steps import (
    FOLDED,
    SEAT,
    Bets,
    Choice,
    Deal,
    Draw,
    Game,
    Look,
    Option,
    Over,
    Seen,
    Settle,
    Show,
    Wager,
)

Group = tuple[Card, ...]  # cards that came together, or one hand of cards that were set
Policy = Callable[[int, Seen, tuple[Option, ...]], Option]  # by the number of the choice


@dataclass(frozen=True, slots=True)
class Place:
    """What lies in a place: groups of cards that are seen, and how many more lie face down behind them."""

    groups: tuple[Group, ...] = ()
    hidden: int = 0
    is_set: bool = False

    @property
    def cards(self) -> Cards:
        return tuple(chain.from_iterable(self.groups))


NOTHING = Place()


@dataclass(frozen=True, slots=True)
class State:
    """All that is known when a step begins. `ruled_out` are the steps at which somebody looked at hidden cards and the
    round went on."""

    at: int = 0
    places: tuple[tuple[str, Place], ...] = ()
    said: tuple[str, ...] = ()
    stakes: tuple[tuple[str, int], ...] = ()
    settled: tuple[Line, ...] = ()
    gone: Group = ()  # cards that were given up
    out: bool = False
    ruled_out: tuple[int, ...] = ()

    def place(self, name: str) -> Place:
        return dict(self.places).get(name, NOTHING)

    def put(self, name: str, place: Place) -> State:
        return replace(self, places=tuple(sorted({**dict(self.places), name: place}.items())))

    def next(self) -> State:
        return replace(self, at=self.at + 1)


class Tree:
    """A game's rounds for one seat. `wagers` are asked about beside the main ones; play is best for the main ones, or
    follows a policy."""

    def __init__(
        self,
        game: Game,
        *,
        pays: Pays | None = None,
        decks: int | None = None,
        cards: Cards | None = None,
        wagers: tuple[str, ...] = (),
        policy: Policy | None = None,
    ) -> None:
        self.game = game
        self.pack = game.pack(decks)
        self.cards = self.pack.cards() if cards is None else cards
        self.main = tuple(wager.name for wager in game.main)
        self.asked = {*self.main, *(game.wager(name).name for name in wagers)}
        self.policy = policy
        self.net = Net(game, pays or pays_of(game), self.main)
        self._ends: dict[State, Ends] = {}

    # ---- questions ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        return self.after(State())

    def after(self, state: State) -> Ends:
        """How a round ends that has come so far."""
        state = self._plainest(state)
        if state not in self._ends:
            self._ends[state] = self._step(state)
        return self._ends[state]

    def options(self, state: State) -> dict[Option, Ends]:
        """What each option of the choice at hand leads to."""
        step = self.game.round[state.at]
        assert isinstance(step, Choice)
        options = tuple(option for option in step.options(self.seen(state)) if not option.foul)
        return {option: self._chosen(state, step, option) for option in options}

    def seen(self, state: State, *, by_rule: bool = False) -> Seen:
        """What the seat sees; or the rule for a common place, which sees no seat's cards."""
        lying = {name: place.cards for name, place in state.places if not (by_rule and name == SEAT.place)}
        return Seen(pack=self.pack, lying=lying, said=state.said)

    # ---- steps -------------------------------------------------------------------------------------

    def _step(self, state: State) -> Ends:
        if state.at == len(self.game.round):
            return self._end(state)
        match self.game.round[state.at]:
            case Bets() as step:
                return self.after(self._bets(state, step).next())
            case Deal() as step:
                return self._deal(state.next(), step, step.to.places)
            case Choice() as step:
                return self._choice(state, step)
            case Draw(to=to, more=more):
                if not more(self.seen(state, by_rule=to != SEAT)):
                    return self.after(state.next())
                return self._drawn(state, to.place, 1)
            case Show() as step:
                return self._show(state.next(), step)
            case Over() as step:
                return self._over(state, step)
            case Settle(wagers=names):
                now = {line.wager: line for line in self._lines(state) if line.wager in names}
                stakes = tuple((name, times) for name, times in state.stakes if name not in now)
                return self.after(replace(state, stakes=stakes, settled=(*state.settled, *now.values())).next())

    def _bets(self, state: State, step: Bets) -> State:
        if step.when and not step.when(self.seen(state)):
            return state
        placed = tuple((name, 1) for name in (*step.must, *step.may) if name in self.asked)
        return replace(state, stakes=state.stakes + placed)

    def _deal(self, state: State, step: Deal, places: tuple[str, ...]) -> Ends:
        if not places:
            return self.after(state)
        name, *others = places
        place = state.place(name)
        up = step.cards if name == SEAT.place else step.up
        state = state.put(name, replace(place, hidden=place.hidden + step.cards - up))
        return mixed(
            (ways, self._deal(after, step, tuple(others))) for after, ways in self._draws(state, name, up).items()
        )

    def _choice(self, state: State, step: Choice) -> Ends:
        options = {} if state.out else self.options(state)
        if not options:
            return self.after(state.next())
        if self.policy:
            number = sum(isinstance(step, Choice) for step in self.game.round[: state.at])
            return options[self.policy(number, self.seen(state), tuple(options))]
        return max(options.values(), key=lambda ends: ends.mean(self.net))

    def _chosen(self, state: State, step: Choice, option: Option) -> Ends:
        stakes = tuple((name, times) for name, times in state.stakes if name not in option.back) + option.stakes
        state = replace(state, said=(*state.said, option.word), stakes=stakes)
        mine = state.place(SEAT.place)
        if option.out:
            return self._fold(state)
        if option.cut:
            state = state.put(SEAT.place, Place(option.cut, is_set=True))
        if option.drops:
            kept = tuple(_without(group, option.drops) for group in mine.groups)
            state = replace(state.put(SEAT.place, replace(mine, groups=kept)), gone=(*state.gone, *option.drops))
        state = state if step.again and not option.last else state.next()
        return self._drawn(state, SEAT.place, option.takes)

    def _fold(self, state: State) -> Ends:
        """All wagers of the seat are lost but those that outlive it; for these the round goes on."""
        living = {name for name, _ in state.stakes if self.game.wager(name).outlives}
        lost = tuple(Line(name, times, FOLDED) for name, times in state.stakes if name not in living)
        stakes = tuple((name, times) for name, times in state.stakes if name in living)
        state = replace(state.next(), stakes=stakes, settled=(*state.settled, *lost), out=True)
        return self.after(state if living else replace(state, at=len(self.game.round)))

    def _show(self, state: State, step: Show) -> Ends:
        [part] = step.what.parts
        place = state.place(part.place)
        turned = len(part.of(range(len(place.cards) + place.hidden))) - len(part.of(place.cards))
        state = state.put(part.place, replace(place, hidden=place.hidden - turned))
        branches = self._draws(state, part.place, turned).items()
        if step.way is None:
            return mixed((ways, self.after(after)) for after, ways in branches)
        sets: Counter[State] = Counter()
        for after, ways in branches:
            hands = step.way.set(after.place(part.place).cards).hands
            sets[self._plainest(after.put(part.place, Place(hands, is_set=True)))] += ways
        return mixed((ways, self.after(after)) for after, ways in sets.items())

    def _over(self, state: State, step: Over) -> Ends:
        """Somebody looks: it is so and the round is over, or it is not and the cards stay hidden, but not as
        unknown as before."""
        over, goes_on = 0, 0
        branches = []
        for shown, ways in self._turned(state, step.looks).items():
            if step.when(self.seen(shown, by_rule=True)):
                over += ways
                branches.append((ways, self.after(replace(shown, at=len(self.game.round)))))
            else:
                goes_on += ways
        after = state.next()
        hidden = any(state.place(name).hidden for name in step.looks.places)
        after = replace(after, ruled_out=(*state.ruled_out, state.at)) if hidden and over else after
        return mixed([*branches, (goes_on, self.after(after))] if goes_on else branches)

    def _drawn(self, state: State, name: str, number: int) -> Ends:
        return mixed((ways, self.after(after)) for after, ways in self._draws(state, name, number).items())

    # ---- settling ----------------------------------------------------------------------------------

    def _end(self, state: State) -> Ends:
        return Ends({End(state.said, tuple(sorted((*state.settled, *self._lines(state))))): 1})

    def _lines(self, state: State) -> Iterator[Line]:
        """How the wagers that lie there are settled."""
        stakes = dict(state.stakes)
        for wager in self.game.wagers:
            times = stakes.get(wager.of or "", 0) if wager.free else stakes.get(wager.name, 0)
            if times and wager.name in self.asked:
                yield Line(wager.name, times, self._line(state, wager))

    def _line(self, state: State, wager: Wager) -> str:
        worths = tuple(hand.worth(*self._looked_at(state, hand.of)) for hand in wager.hands)
        return wager.line(worths, state.said)

    def _looked_at(self, state: State, look: Look) -> tuple[Cards, ...]:
        if look.is_set:
            return state.place(look.place).groups
        return (tuple(chain.from_iterable(part.of(state.place(part.place).cards) for part in look.parts)),)

    # ---- chance ------------------------------------------------------------------------------------

    def _draws(self, state: State, name: str, number: int) -> Mapping[State, int]:
        """Every state after so many cards have come to a place, face up, with its number of ways."""
        if not number:
            return {state: 1}
        found: Counter[State] = Counter()
        for cards, ways in self._taken(self._left(state), number):
            place = state.place(name)
            after = self._plainest(state.put(name, replace(place, groups=(*place.groups, cards))))
            found[after] += ways
        return {after: ways * room for after, ways in found.items() if (room := self._room(after))}

    def _room(self, state: State) -> int:
        """In how many ways the hidden cards can be what they were found to be; 1 where nobody has looked."""
        if not state.ruled_out:
            return 1
        looks = [step for at in state.ruled_out if isinstance(step := self.game.round[at], Over)]
        ways = 0
        free = replace(state, ruled_out=())
        for shown, times in self._turned(free, looks[-1].looks).items():
            ways += times * (not any(look.when(self.seen(shown, by_rule=True)) for look in looks))
        return ways

    def _turned(self, state: State, look: Look) -> Mapping[State, int]:
        """Every state in which the hidden cards of these places are turned over."""
        states: Mapping[State, int] = {state: 1}
        for name in look.places:
            found: Counter[State] = Counter()
            for each, ways in states.items():
                hidden = each.place(name).hidden
                for after, times in self._draws(
                    each.put(name, replace(each.place(name), hidden=0)), name, hidden
                ).items():
                    found[after] += ways * times
            states = found
        return states

    def _left(self, state: State) -> Cards:
        """The cards that nobody has seen."""
        left = Counter(self.cards)
        left.subtract(Counter(chain(state.gone, *(place.cards for _, place in state.places))))
        return tuple(left.elements())

    def _taken(self, left: Cards, number: int) -> Iterator[tuple[Cards, int]]:
        """Every different way to take so many of these cards."""
        if not self._grade:
            counts = Counter(combinations(left, number))
            yield from counts.items()
            return
        grades: dict[int, list[Card]] = {}
        for each in left:
            grades.setdefault(self._grade(each), []).append(each)
        yield from _multisets(list(grades.values()), number)

    # ---- sameness ----------------------------------------------------------------------------------

    @cached_property
    def _grade(self) -> Callable[[Card], int] | None:
        """All that counts of a card, where no hand that is asked about looks at suits."""
        sees = {hand.sees for wager in self.game.wagers if wager.name in self.asked for hand in wager.hands}
        if any(each is None or isinstance(each, FlushOf) for each in sees):
            return None
        grades = tuple(each for each in sees if each is not None and not isinstance(each, FlushOf))
        return grades[0] if len(grades) == 1 else rank_of

    @cached_property
    def _alike(self) -> dict[int, list[Card]]:
        assert self._grade
        alike: dict[int, list[Card]] = {}
        for each in sorted(self.cards):
            alike.setdefault(self._grade(each), []).append(each)
        return alike

    def _plainest(self, state: State) -> State:
        """The one of all states that differ in nothing that counts."""
        groups = [state.gone, *(group for _, place in state.places for group in place.groups)]
        renamed = iter(self._by_grades(groups) if self._grade else _by_suits(groups))
        gone = next(renamed)
        places = tuple(
            (name, Place(tuple(next(renamed) for _ in place.groups), place.hidden, place.is_set))
            for name, place in state.places
        )
        return replace(state, gone=gone, places=places)

    def _by_grades(self, groups: list[Group]) -> Iterator[Group]:
        """Cards of a grade in the order in which they come."""
        assert self._grade
        used: Counter[int] = Counter()
        for group in groups:
            renamed = []
            for grade in sorted(map(self._grade, group)):
                renamed.append(self._alike[grade][used[grade]])
                used[grade] += 1
            yield tuple(renamed)


def _by_suits(groups: list[Group]) -> list[Group]:
    """The same cards with their suits named in the order of what is held in them."""
    held = [
        [[rank_of(c) for c in sorted(group) if c != JOKER and suit_of(c) == suit] for group in groups]
        for suit in range(4)
    ]
    order = sorted(range(4), key=lambda suit: held[suit], reverse=True)
    names = {suit: name for name, suit in enumerate(order)}
    return [tuple(sorted(c if c == JOKER else card(rank_of(c), names[suit_of(c)]) for c in group)) for group in groups]


def _multisets(grades: list[list[Card]], number: int) -> Iterator[tuple[Cards, int]]:
    """So many cards of these grades, the first ones of each, with the number of ways."""
    if not grades:
        if not number:
            yield (), 1
        return
    first, *others = grades
    for taken in range(min(len(first), number) + 1):
        for rest, ways in _multisets(others, number - taken):
            yield (*first[:taken], *rest), ways * comb(len(first), taken)


def _without(group: Group, dropped: Cards) -> Group:
    left = Counter(group) - Counter(dropped)
    return tuple(left.elements())
