"""What a coach says of a round that was played: choice by choice, the exact expectation of what was said and of the
best, over everything that the player could not see then, with best play after it.

Judged are the wagers that lay there and whose end depends on the choices, each by its stake: the main wagers, of which
the others are so many times the first, and wagers beside them. What is the best play depends on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.ends import Ends, Net
from houseway.analysis.exact.facts import depends
from houseway.analysis.exact.options import solved
from houseway.analysis.exact.question import Method
from houseway.analysis.exact.state import State
from houseway.analysis.exact.tree import Tree
from houseway.game import Choice, Game, Option, Seen
from houseway.ways.house_way import Cut


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
    decks: int | None = None,
    stakes: Mapping[str, int] | None = None,
    paytables: Iterable[str] = (),
) -> Advice:
    """Of a round at whose end this is seen: cards lie as they came, `cut` is how the seat's are set. Wagers whose
    paytable is not given pay by the first that the letters give them. Raises `ValueError` for a word that the rules do
    not know there."""
    first = game.main[0].name
    lying = stakes or {first: 1}
    unit = next(lying[name] for name in game.required if name in lying)
    beside = [w.name for w in game.placed if w not in game.main and w.name in lying and depends(game, w.name)]
    judged = {first: unit, **{name: lying[name] for name in beside}}
    weights = {name: Fraction(judged[name], unit) for name in beside}
    method = solved(game, decks=decks, paytables=paytables, beside=weights)
    tree = Tree(method.question)
    choices = []
    for _, (state, option) in zip(seen.said, tree.gone_through(seen, cut), strict=False):
        assert option is not None, "a word for each choice"
        choices.append(_judged(tree, method, state, option, judged))
    return Advice(game=game, stakes=judged, choices=tuple(choices))


def _judged(tree: Tree, method: Method, state: State, option: Option, stakes: Mapping[str, int]) -> Judged:
    game, seen, step = tree.game, tree.seen(state), tree.game.round[state.at]
    assert isinstance(step, Choice)
    worths = [_worth(each, wagers, stakes) for each, wagers in _by_wager(method, seen, stakes).items()]
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
    )


def _by_wager(method: Method, seen: Seen, stakes: Mapping[str, int]) -> dict[Option, dict[str, Fraction]]:
    """What each wager wins by each option, of its own stake."""
    main, *beside = stakes
    if not beside:
        return {option: {main: value} for option, value in method.options(seen).items()}
    asked = method.question
    nets = {main: Net(asked.game, asked.pays, (wager.name for wager in asked.game.main))}
    nets |= {name: Net(asked.game, asked.pays, (name,)) for name in beside}

    def means(ends: Ends) -> dict[str, Fraction]:
        return {name: ends.mean(net) for name, net in nets.items()}

    return {option: means(ends) for option, ends in method.branches(seen).items()}


def _worth(option: Option, wagers: Mapping[str, Fraction], stakes: Mapping[str, int]) -> Prospect:
    together = sum((worth * stakes[name] for name, worth in wagers.items()), Fraction(0)) / sum(stakes.values())
    return Prospect(option=option, wagers=wagers, expectation=together)
