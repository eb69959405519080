"""What a coach says of a round that was played: choice by choice, the exact expectation of what was said and of the
best, over everything that the player could not see then, with best play after it.

Judged are the wagers that lay there and whose end depends on the choices, each by its stake: the main wagers, of which
the others are so many times the first, those that a choice adds to them, and wagers beside them. What is the best play
depends on all of them. Hands of a split are judged one after the other, each by what it wins itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.exact.ends import Ends, Net
from houseway.analysis.exact.facts import depends
from houseway.analysis.exact.options import added_by_choice, solved
from houseway.analysis.exact.question import Method
from houseway.analysis.exact.shoe_cards import is_on_next_card
from houseway.analysis.exact.state import State
from houseway.analysis.exact.tree import Tree, taken
from houseway.cards import Cards
from houseway.game import SEAT, Choice, Deal, Game, Option, Seen
from houseway.ways.house_way import Cut


@dataclass(frozen=True, slots=True)
class SplitHand:
    """A hand of a seat that split: its cards, and its words, with those of the hand that it was split from."""

    cards: Cards
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What an option brings on average: of the stakes together, and by wager, each of its own stake. All main wagers
    are counted with the first, of whose stake they are a part."""

    option: Option
    wagers: Mapping[str, Fraction]
    expectation: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One choice: what was seen, what was said, and what is best there."""

    game: Game
    seen: Seen
    options: tuple[Option, ...]
    chosen: Prospect
    best: Prospect  # the first of equals, but the chosen one if it is among them
    hand: int | None = None  # of a seat that split, from 1

    @property
    def cost(self) -> Fraction:
        """What the choice gives away, of the stakes."""
        return self.best.expectation - self.chosen.expectation


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The choices of a round, for the stakes that lay there."""

    game: Game
    stakes: Mapping[str, int]  # the first wager, and those beside the main ones that are judged
    choices: tuple[Judged, ...]

    @property
    def cost(self) -> Fraction:
        """What all choices together give away, of the stakes."""
        return sum((choice.cost for choice in self.choices), Fraction(0))


def advise(
    game: Game,
    seen: Seen,
    cut: Cut = (),
    *,
    split: Sequence[SplitHand] = (),
    decks: int | None = None,
    stakes: Mapping[str, int] | None = None,
    paytables: Iterable[str] = (),
) -> Advice:
    """Of a round at whose end this is seen: cards lie as they came, `cut` is how the seat's are set, and `split` are
    the hands of a seat that split, in the order in which they are played. Wagers whose paytable is not given pay by the
    first that the letters give them. Raises `ValueError` for a word that the rules do not know there."""
    first = game.main[0].name
    lying = stakes or {first: 1}
    unit = next(lying[name] for name in game.required if name in lying)
    others = [w for w in game.placed if w not in game.main and w.name in lying and not is_on_next_card(game, w)]
    beside = [wager.name for wager in others if depends(game, wager.name)]
    judged = {first: unit, **{name: lying[name] for name in beside}}
    weights = {name: Fraction(judged[name], unit) for name in beside}
    method = solved(game, decks=decks, paytables=paytables, beside=weights | added_by_choice(game), one_sight=True)
    tree = Tree(method.question)
    choices: list[Judged] = []
    choices += [
        _judged(tree, method, state, tree.seen(state), option, judged, None) for state, option in _together(tree, seen)
    ]
    hands = 1
    for number, hand, known in _hands(tree, seen, split):
        hands = hands if known else 1  # of the one that was dealt
        for at, option in [(at, option) for at, option in tree.gone_through(hand, cut) if option][known:]:
            of = number if len(split) > 1 and (hands > 1 or game.dealt_hands > 1) else None
            state = replace(at, hands=hands)
            choices.append(_judged(tree, method, state, _as_came(tree, state, hand), option, judged, of))
            hands += bool(option.splits)
    return Advice(game=game, stakes=judged, choices=tuple(choices))


def _together(tree: Tree, seen: Seen) -> Iterator[tuple[State, Option]]:
    """The choice for all hands that a seat was dealt, where it is the first, and what was said."""
    [first, *_] = tree.game.choices
    if not (first.together and seen.said):
        return
    dealt = sum(step.cards for step in tree.game.round if isinstance(step, Deal) and SEAT.place in step.to.places)
    cards = seen[SEAT][: dealt * tree.game.dealt_hands]
    state = tree.state(replace(seen, lying=_first_seen(tree.game, seen) | {SEAT.place: cards}, said=()))
    yield state, taken(first.options(tree.seen(state)), seen.said[0])


def _first_seen(game: Game, seen: Seen) -> dict[str, Cards]:
    """What lay open in common places when cards had been dealt."""
    ups: Counter[str] = Counter()
    for step in game.round:
        if isinstance(step, Deal):
            ups.update(dict.fromkeys(step.to.places, step.up))
    return {name: cards[: ups[name]] for name, cards in seen.lying.items()}


def _hands(tree: Tree, seen: Seen, split: Sequence[SplitHand]) -> Iterator[tuple[int, Seen, int]]:
    """What each hand saw at its end, and how many of its words were said before it was one: those are judged with the
    hand that it was split from."""
    if not split:
        yield 1, seen, 0
    path: list[bool] = []  # of each split of a hand, whether it is the new one of the two
    for number, hand in enumerate(split, 1):
        if not hand.said:
            continue
        mine = replace(seen, lying={**seen.lying, SEAT.place: hand.cards}, said=hand.said)
        words = [option for _, option in tree.gone_through(mine)]
        splits = [nth for nth, option in enumerate(words, 1) if option and option.splits]
        is_dealt = True
        while path and is_dealt:
            is_dealt = path.pop()  # both hands of this split have been seen
        known = 0 if is_dealt else splits[len(path)]
        path += [True] * (not is_dealt)
        path += [False] * (len(splits) - len(path))
        yield number, mine, known


def _as_came(tree: Tree, state: State, hand: Seen) -> Seen:
    """What a seat sees at a choice, with the cards that it has given up before: they lie no more, and are known."""
    seen, came = tree.seen(state), len(state.place(SEAT.place).cards) + len(state.gone)
    if not state.gone or state.hands > 1:
        return seen
    return replace(seen, lying={**seen.lying, SEAT.place: hand[SEAT][:came]})


def _judged(
    tree: Tree, method: Method, state: State, came: Seen, option: Option, stakes: Mapping[str, int], hand: int | None
) -> Judged:
    game, seen, step = tree.game, tree.seen(state), tree.game.round[state.at]
    assert isinstance(step, Choice)
    worths = [_worth(each, wagers, stakes) for each, wagers in _by_wager(method, came, stakes).items()]
    mine = next((worth for worth in worths if worth.option == option), None)
    if mine is None:  # a foul: it was accepted, and all that is judged is lost
        names = {wager.name for wager in game.main}
        lost = sum(times for name, times in state.stakes.after(game, option).lying if name in names)
        main, *beside = stakes
        mine = _worth(option, {main: Fraction(-lost), **dict.fromkeys(beside, Fraction(-1))}, stakes)
    return Judged(
        game=game,
        seen=seen,
        options=step.options(seen),
        chosen=mine,
        best=max((mine, *worths), key=lambda worth: worth.expectation),
        hand=hand,
    )


def _by_wager(method: Method, seen: Seen, stakes: Mapping[str, int]) -> dict[Option, dict[str, Fraction]]:
    """What each wager wins by each option, of its own stake."""
    main, *beside = stakes
    if not beside:
        return {option: {main: value} for option, value in method.options(seen).items()}
    asked = method.question
    nets = {main: Net(asked.game, asked.pays, (w.name for w in asked.game.main), added_by_choice(asked.game))}
    nets |= {name: Net(asked.game, asked.pays, (name,)) for name in beside}

    def means(ends: Ends) -> dict[str, Fraction]:
        return {name: ends.mean(net) for name, net in nets.items()}

    return {option: means(ends) for option, ends in method.branches(seen).items()}


def _worth(option: Option, wagers: Mapping[str, Fraction], stakes: Mapping[str, int]) -> Prospect:
    together = sum((worth * stakes[name] for name, worth in wagers.items()), Fraction(0)) / sum(stakes.values())
    return Prospect(option=option, wagers=wagers, expectation=together)
