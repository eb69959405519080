"""What every option of a seat is worth where it sees this: any information set of any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.ends import Ends, SettledLine
from houseway.analysis.exact.facts import depends, method_for, method_for_sight
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.knowing import beside as left_beside
from houseway.analysis.exact.question import Method, Question, question
from houseway.cards import Cards, check_dealable, parse, parse_hand, show
from houseway.game import LOSE, SEAT, Deal, Game, Option, Seen
from houseway.paytable import Paytable
from houseway.ways.house_way import Cut

KEPT: Final = 8  # solved games
ROUNDS: Final = 1000  # in which some seat has a choice


@dataclass(frozen=True, kw_only=True)
class Worth:
    """An option, and what it wins on average of a unit of the first wager, with best play after it."""

    option: Option
    expectation: Fraction
    ends: Ends | None = None  # how a round ends after it, where that was counted


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a seat may do where it sees this, best first."""

    game: Game
    seen: Seen
    options: tuple[Worth, ...]
    dead: Cards = ()  # cards that are known to be in nobody's hands, or in a neighbour's

    @property
    def cards(self) -> Cards:
        return self.seen[SEAT]

    @property
    def lying(self) -> dict[str, Cards]:
        """The cards in common places."""
        return {name: cards for name, cards in self.seen.lying.items() if name != SEAT.place}

    @property
    def words(self) -> tuple[Option, ...]:
        return tuple(worth.option for worth in self.options)


@dataclass(frozen=True, kw_only=True)
class Ranking(Options):
    """The options of a game whose dealer has a house way, each with how the wagers end that depend on it."""

    asked: Question
    ways: int = 1  # in which the cards that are seen can be dealt

    @property
    def shown(self) -> Cards | None:
        """The dealer's cards that lie open, if any do."""
        return next(iter(cards for cards in self.lying.values() if cards), None)

    @property
    def house_way(self) -> Cut | None:
        """How the dealer would set the cards, where a seat may ask for that."""
        [choice] = self.game.choices
        return choice.way.set(self.cards) if choice.way else None

    def outcomes(self, worth: Worth) -> list[tuple[tuple[str, ...], int, Fraction]]:
        """How the main wagers can end: the lines, in how many deals, and what a unit wins."""
        assert worth.ends is not None
        names = [wager.name for wager in self.game.main]
        deals: Counter[tuple[SettledLine, ...]] = Counter()
        for end, number in worth.ends.weights.items():
            deals[tuple(sorted((each for each in end.lines if each.wager in names), key=_place_in(names)))] += number
        return [
            (tuple(each.line for each in lines), n, sum((self.asked.net[each] for each in lines), Fraction(0)))
            for lines, n in deals.items()
        ]

    def others(self, worth: Worth) -> dict[str, dict[str, int]]:
        """In how many deals each other wager that depends on the choice ends in which line."""
        assert worth.ends is not None
        main = {wager.name for wager in self.game.main}
        found = {}
        for wager in self.game.wagers:
            if wager.name in self.asked.wagers - main:
                lines = dict.fromkeys((*self.asked.pays[wager.name].lines, LOSE), 0)
                for end, number in worth.ends.weights.items():
                    for each in end.lines:
                        if each.wager == wager.name:
                            lines[each.line] = lines.get(each.line, 0) + number
                found[wager.name] = lines
        return found

    def chance_to_win(self, worth: Worth) -> Fraction:
        assert worth.ends is not None
        return Fraction(sum(deals for _, deals, net in self.outcomes(worth) if net > 0), worth.ends.total)

    def other_chances(self, worth: Worth) -> dict[str, Fraction]:
        """The chance to win each other wager that depends on the choice."""
        assert worth.ends is not None
        won = {w: sum(n for line, n in lines.items() if line != LOSE) for w, lines in self.others(worth).items()}
        return {wager: Fraction(deals, worth.ends.total) for wager, deals in won.items()}

    @property
    def distinct(self) -> list[tuple[Worth, int]]:
        """One option of each strength, and how many there are of it: they differ by their suits alone."""
        alike = Counter(self._strength(each.option.cut) or each.option for each in self.options)
        first = {self._strength(each.option.cut) or each.option: each for each in reversed(self.options)}
        return [(each, alike[key]) for key, each in reversed(first.items())]

    def is_house_way(self, option: Option) -> bool:
        return self.house_way is not None and self._strength(option.cut) == self._strength(self.house_way)

    def _strength(self, cut: Cut) -> object:
        """What the hands are worth that the cards are set as."""
        hand = self.game.main[0].hands[0]
        return hand.worth(*cut) if cut and hand.of.is_set else None


def _place_in(names: list[str]) -> Callable[[SettledLine], int]:
    return lambda line: names.index(line.wager)


def options_of(
    game: Game,
    cards: str | Cards,
    *,
    lying: Mapping[str, str | Cards] | None = None,
    said: Iterable[str] = (),
    dead: str | Cards = "",
    decks: int | None = None,
) -> Options:
    """Every option of a seat that holds these cards, sees those in common places, has said this, and knows cards that
    are dead."""
    if not (game.choices and game.main):
        raise ValueError(f"{game.slug}: nobody chooses anything")
    has_way = game.way is not None and len(game.choices) == 1
    if has_way:
        deals = (step for step in game.round if isinstance(step, Deal) and SEAT.place in step.to.places)
        cards = parse_hand(_text(cards), game.pack(decks), sum(step.cards for step in deals))
    seen, gone = seen_of(game, cards, lying=lying, said=said, decks=decks), _cards(dead)
    check_dealable((*chain.from_iterable(seen.lying.values()), *gone), seen.pack)
    if has_way:
        return ranking(game, seen, decks=decks, dead=gone)
    method = solved(game, decks=decks, beside=added_by_choice(game), one_sight=True)
    values = left_beside(method, gone).options(seen)
    worths = [Worth(option=option, expectation=value) for option, value in values.items()]
    return Options(
        game=game,
        seen=seen,
        options=tuple(sorted(worths, key=lambda worth: worth.expectation, reverse=True)),
        dead=gone,
    )


def ranking(game: Game, seen: Seen, *, decks: int | None = None, ways: int = 1, dead: Cards = ()) -> Ranking:
    main = {wager.name for wager in game.main}
    beside = (wager.name for wager in game.wagers if wager.name not in main and depends(game, wager.name))
    method = left_beside(solved(game, decks=decks, wagers=beside, one_sight=True), dead)
    net = method.question.net
    asked = seen
    if game.hands and not isinstance(method, GradedRemoval):  # others name settings by cards in their order
        asked = replace(seen, lying={**seen.lying, SEAT.place: tuple(sorted(seen[SEAT]))})
    worths = [Worth(option=o, expectation=ends.mean(net), ends=ends) for o, ends in method.branches(asked).items()]
    ordered = tuple(sorted(worths, key=lambda worth: worth.expectation, reverse=True))
    return Ranking(game=game, seen=seen, options=ordered, asked=method.question, ways=ways, dead=dead)


def rankings(game: Game, *, decks: int | None = None) -> Iterator[Ranking]:
    """Every class of hands that a seat can hold, where suits never matter and it chooses once; cards that count most
    first."""
    method = solved(game, decks=decks)
    if isinstance(method, GradedRemoval):
        place = {card: number for number, group in enumerate(method.groups) for card in group}
        places = (SEAT.place, method.once.his_place)
        sights = sorted(method.sights(), key=lambda sight: [[place[c] for c in sight[0].lying[p]] for p in places])
        for seen, ways in sights:
            yield ranking(game, seen, decks=decks, ways=ways)


def seen_of(
    game: Game,
    cards: str | Cards,
    *,
    lying: Mapping[str, str | Cards] | None = None,
    said: Iterable[str] = (),
    decks: int | None = None,
) -> Seen:
    """What a seat sees, as people write it."""
    pack = game.pack(decks)
    common = {name: _cards(each) for name, each in (lying or {}).items()}
    for name in common:
        if name not in game.places:
            raise ValueError(f"{name!r} is not a place of {game.slug}: {', '.join(game.places) or 'it has none'}")
    mine = _cards(cards)
    check_dealable((*mine, *chain.from_iterable(common.values())), pack)
    return Seen(pack=pack, lying={SEAT.place: mine, **common}, said=tuple(said))


def _text(cards: str | Cards) -> str:
    return cards if isinstance(cards, str) else show(cards)


def _cards(text: str | Cards) -> Cards:
    return parse(text) if isinstance(text, str) else text


def added_by_choice(game: Game) -> dict[str, Fraction]:
    """Side bets that a choice adds, as an insurance: what such a choice is worth is what they win too."""
    placed = (*game.main, *game.placed)
    return {wager.name: Fraction(1) for wager in game.wagers if wager.of and not wager.free and wager not in placed}


def solved(
    game: Game,
    *,
    decks: int | None = None,
    paytables: Iterable[str] = (),
    wagers: Iterable[str] = (),
    beside: Mapping[str, Fraction] | None = None,
    one_sight: bool = False,
) -> Method:
    """The method of a game, ready to be asked, about these wagers too, and with best play for those beside. What it has
    worked out for one hand serves the next. Who asks about one sight, and not about all of them or a whole round, may
    have a method that is ready sooner."""
    judged = {*(wager.name for wager in game.main), *(beside or {})}
    named = {name for name in paytables if (table := game.paytable(name)).wager in judged and _is_other(game, table)}
    asked = tuple((beside or {}).items())
    return _solved(game, game.pack(decks).decks, tuple(sorted(named)), tuple(wagers), asked, one_sight)


@lru_cache(maxsize=KEPT)
def _solved(
    game: Game,
    decks: int,
    paytables: tuple[str, ...],
    wagers: tuple[str, ...],
    beside: tuple[tuple[str, Fraction], ...],
    one_sight: bool,
) -> Method:
    asked = question(game, decks=decks, paytables=paytables, wagers=wagers, beside=dict(beside))
    return (method_for_sight if one_sight else method_for)(asked)(asked)


def _is_other(game: Game, table: Paytable) -> bool:
    """Whether it is not the first of its wager, by which it pays if nothing is said."""
    return table is not game.own_paytables(game.wager(table.wager))[0]


def prepare(game: Game, *, decks: int | None = None, paytables: Iterable[str] = ()) -> None:
    """Count one hand, whichever it is: what others need is then at hand."""
    method: Any = solved(game, decks=decks, paytables=paytables, beside=added_by_choice(game), one_sight=True)
    if hasattr(method, "prepare"):
        method.prepare()
        return
    seen, _ = next(options_met(method.question, ROUNDS), (None, ()))
    if seen is not None:
        method.options(seen)


def spelled(option: Option, options: Iterable[Option]) -> tuple[str, tuple[str, ...]]:
    """A word, and the wagers that it adds to a word which stakes nothing: `HI double` is HI and Double Down."""
    plain = [each.word for each in options if not each.costs and option.word.startswith(each.word)]
    if not option.costs or not plain:
        return option.word, ()
    return max(plain, key=len), tuple(name for name, _ in option.stakes)
