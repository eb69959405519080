"""What is asked of an exact method, and what it must answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from houseway.analysis.exact.ends import Ends, Net
from houseway.cards import Cards, Pack
from houseway.paytable import Paytable
from houseway.steps import Game, Option, Seen

Policy = Callable[[int, Seen, tuple[Option, ...]], Option]  # by the number of the choice, from 0


@dataclass(frozen=True, kw_only=True, eq=False)
class Question:
    """How a round of a game ends for a seat that places all `wagers`, and plays best for the main ones of them or by a
    policy. `cards` is what is dealt from: a whole pack, or fewer cards for a test. Best play is for wagers `beside` the
    main ones too, whose stakes are so many times the first wager's."""

    game: Game
    pack: Pack
    cards: Cards
    wagers: frozenset[str]
    pays: Mapping[str, Paytable]
    policy: Policy | None = None
    beside: Mapping[str, Fraction] = field(default_factory=dict)

    @cached_property
    def net(self) -> Net:
        """What lines win of the wagers that the seat plays for."""
        return Net(self.game, self.pays, (wager.name for wager in self.game.main), self.beside)

    def best(self, options: Mapping[Option, Ends]) -> Option:
        """The option that wins most; of equals the first."""
        return max(options, key=lambda option: options[option].mean(self.net))


def question(
    game: Game,
    *,
    wagers: Iterable[str] = (),
    paytables: Iterable[str] = (),
    decks: int | None = None,
    cards: Cards | None = None,
    policy: Policy | None = None,
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
        beside=beside,
    )


def pays_of(game: Game, names: Iterable[str] = ()) -> dict[str, Paytable]:
    """The paytable of each wager: of those named, or the wager's first."""
    asked = [game.paytable(name) for name in names]
    return {
        wager.name: next((table for table in asked if table in tables), tables[0])
        for wager in game.wagers
        if (tables := game.paytables_of(wager))
    }


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
