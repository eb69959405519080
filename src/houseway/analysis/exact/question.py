"""What is asked of an exact method, and what it must answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from houseway.analysis.exact.ends import Ends, Net
from houseway.cards import Cards, Pack
from houseway.game import Game, Option, Seen
from houseway.paytable import Paytable

Policy = Callable[[int, Seen, tuple[Option, ...]], Option]  # by the number of the choice, from 0


@dataclass(frozen=True, kw_only=True, eq=False)
class Question:
    """How a round of a game ends for a seat that places all `wagers`, and plays best for its `aim` or by a policy.
    `cards` is what is dealt from: a whole pack, or fewer cards for a test. Best play is for wagers `beside` the aim
    too, whose stakes are so many times the first wager's."""

    game: Game
    pack: Pack
    cards: Cards
    wagers: frozenset[str]
    pays: Mapping[str, Paytable]
    policy: Policy | None = None
    aim: frozenset[str] | None = None  # the wagers that a seat plays for; else the main ones
    beside: Mapping[str, Fraction] = field(default_factory=dict)

    @cached_property
    def net(self) -> Net:
        """What lines win of the wagers that the seat plays for."""
        main = frozenset(wager.name for wager in self.game.main)
        return Net(self.game, self.pays, main if self.aim is None else self.aim, self.beside)

    def best(self, options: Mapping[Option, Ends]) -> Option:
        """The option that wins most; of equals the first."""
        return max(options, key=lambda option: options[option].mean(self.net))


def question(
    game: Game,
    *,
    wagers: Iterable[str] = (),
    paytables: Iterable[str | Paytable] = (),
    decks: int | None = None,
    cards: Cards | None = None,
    policy: Policy | None = None,
    aim: Iterable[str] | None = None,
    beside: Mapping[str, Fraction] | None = None,
) -> Question:
    """About the main wagers, and these beside them; with the first paytable of each wager or these."""
    beside = beside or {}
    pack = game.pack(decks)
    return Question(
        game=game,
        pack=pack,
        cards=pack.cards() if cards is None else cards,
        wagers=frozenset(w.name for w in (*game.main, *map(game.wager, (*wagers, *beside)))),
        pays=pays_of(game, paytables),
        policy=policy,
        aim=None if aim is None else frozenset(aim),
        beside=beside,
    )


def without(cards: Cards, dead: Cards) -> Cards:
    """What is left when cards are gone."""
    left = Counter(cards)
    left.subtract(dead)
    short = next((each for each, number in left.items() if number < 0), None)
    if short is not None:
        raise ValueError(f"{short} is gone more often than it is there")
    return tuple(left.elements())


def pays_of(game: Game, tables: Iterable[str | Paytable] = ()) -> dict[str, Paytable]:
    """The paytable of each wager: of these, or the wager's first, or that of the wager it is of."""
    asked = [game.paytable(table) if isinstance(table, str) else table for table in tables]
    own = {table.wager: table for table in (*list(game.paytables.values())[::-1], *asked[::-1])}
    pays = {}
    for wager in game.wagers:
        of = wager
        while of.name not in own and of.of:
            of = game.wager(of.of)
        if of.name in own:
            pays[wager.name] = own[of.name]
    return pays


class Method(Protocol):
    """An exact method. All methods give the same answers: the same ends with the same chances, and the same value of
    every option at every choice."""

    question: Question

    def __init__(self, question: Question) -> None: ...

    @property
    def ends(self) -> Ends:
        """How a round ends."""
        ...

    def options(self, seen: Seen) -> Mapping[Option, Fraction]:
        """What each option of the choice at hand wins on average, with best play after it; fouls left out."""
        ...

    def branches(self, seen: Seen) -> Mapping[Option, Ends]:
        """How a round ends after each option of the choice at hand."""
        ...
