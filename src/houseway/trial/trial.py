"""What is kept of a game on trial, and how its rules are asked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from houseway.cards import Cards, Pack
from houseway.game import Game
from houseway.games.own import describe, line_in
from houseway.trial.fault import Fault, TooLong


class Misbehaves(Exception):
    """A rule of the game raised, or gave what it must not."""


@dataclass
class Trial:
    """A game on trial: what happened in many deals, and what was wrong in them."""

    game: Game
    file: Path
    chance: random.Random
    faults: dict[Any, Fault] = field(default_factory=dict)  # by what they are about: each is said once
    seen_lines: Counter[tuple[str, str]] = field(default_factory=Counter)  # by wager and line
    seen_words: dict[int, Counter[str]] = field(default_factory=dict)  # by step
    added: set[str] = field(default_factory=set)  # wagers that a choice adds

    @cached_property
    def pack(self) -> Pack:
        return self.game.pack(self.game.whole_shoe)

    @cached_property
    def cards(self) -> Cards:
        return self.pack.cards()

    @cached_property
    def paid_like(self) -> dict[str, set[str]]:
        """By wager, all that are paid by the same paytables."""
        paid = {wager.name: self.game.paytables_of(wager) for wager in self.game.wagers}
        return {name: {other for other in paid if paid[other] == paid[name]} for name in paid}

    def fault(self, where: str, says: str, *about: Any) -> None:
        self.faults.setdefault(about or (where, says), Fault(where, says))

    def misbehaves(self, where: str, says: str, *about: Any) -> NoReturn:
        self.fault(where, says, *(about or (where, says.partition(":")[0])))
        raise Misbehaves

    def asks(self, where: str, rule: Callable[..., Any], *given: Any) -> Any:
        """What a rule of the game answers."""
        try:
            return rule(*given)
        except (TooLong, KeyboardInterrupt):
            raise
        except BaseException as error:
            at = line_in(self.file, error)
            self.fault(f"{where}, {at}", describe(error), at, type(error))
            raise Misbehaves from error
