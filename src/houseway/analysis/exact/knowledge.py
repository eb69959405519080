"""How much a player wins by cards that he knows beside those which the round shows him, sampled.

A sample deals everything that he knows, and asks the exact method what each option is worth then. So nothing is left to
chance but which cards he knows: what the best option wins more than the one that he had taken without them is never
below nothing, and a few thousand samples tell its mean. Where a seat chooses more than once there is no such one
option, and what it wins is held against what it wins on average with the cards that everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from houseway.analysis.exact.facts import method_for_sight
from houseway.analysis.exact.knowing import beside, showing
from houseway.analysis.exact.question import Method, Question, question
from houseway.cards import Card, Cards
from houseway.game import SEAT, Deal, Game, Option, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """How many cards a player knows."""

    dead: int = 0  # in nobody's hand, or in those of other seats
    place: str = ""  # where cards lie face down of which he knows some
    shown: int = 0

    def __post_init__(self) -> None:
        if min(self.dead, self.shown) < 0:
            raise ValueError("nobody knows fewer than no cards")


@dataclass(slots=True)
class Sampled:
    """What samples come to, in units of the first wager."""

    samples: int = 0
    gain: float = 0.0
    squares: float = 0.0

    def add(self, other: Sampled) -> None:
        self.samples += other.samples
        self.gain += other.gain
        self.squares += other.squares

    @property
    def mean(self) -> float:
        return self.gain / self.samples

    @property
    def standard_error(self) -> float:
        if self.samples < 2:
            return float("nan")
        return sqrt(max(0.0, self.squares / self.samples - self.mean**2) / (self.samples - 1))


@dataclass(frozen=True)
class Samples:
    """A game, its pack, and what a player knows: samples in batches, each the same whenever it is drawn."""

    game: Game
    decks: int
    knowledge: Knowledge
    seed: int
    size: int  # of a batch

    @cached_property
    def asked(self) -> Question:
        return _asked(self.game, self.decks)

    @cached_property
    def _plain(self) -> Method:
        """What a seat knows that knows no more than others."""
        return method_for_sight(self.asked)(self.asked)

    @cached_property
    def _knowing(self) -> Method:
        if not self.knowledge.shown:
            return self._plain
        asked = _asked(showing(self.game, self.knowledge.place, self.knowledge.shown), self.decks)
        return method_for_sight(asked)(asked)

    @cached_property
    def _deals(self) -> list[tuple[str, int]]:
        """Where cards are dealt face up that a seat sees at its first choice, and how many; its own first."""
        steps = self.game.round[: self.game.round.index(self.game.choices[0])]
        deals = [(name, step.up_at(name)) for step in steps if isinstance(step, Deal) for name in step.to.places]
        return sorted(((name, up) for name, up in deals if up), key=lambda deal: deal[0] != SEAT.place)

    def batch(self, number: int) -> Sampled:
        chance, total = np.random.default_rng([self.seed, number]), Sampled()
        for _ in range(self.size):
            gain = float(self.sample(chance))
            total.add(Sampled(1, gain, gain * gain))
        return total

    def sample(self, chance: np.random.Generator) -> Fraction:
        """What a seat wins more by what it knows, of one deal."""
        order = iter(self._dealt(chance))
        lying: dict[str, Cards] = {}
        for name, number in self._deals:
            lying[name] = (*lying.get(name, ()), *(next(order) for _ in range(number)))
        plain = Seen(pack=self.asked.pack, lying=lying)
        known = self.knowledge
        more = {known.place: (*lying.get(known.place, ()), *(next(order) for _ in range(known.shown)))}
        seen = Seen(pack=self.asked.pack, lying=lying | (more if known.shown else {}))
        dead = tuple(next(order) for _ in range(known.dead))
        before = self._plain.options(plain)
        worths = beside(self._knowing, dead).options(seen)
        if len(self.game.choices) == 1:
            return max(worths.values()) - worths[best(before)]
        return max(worths.values()) - max(before.values())

    def _dealt(self, chance: np.random.Generator) -> list[Card]:
        cards = self.asked.cards
        return [cards[place] for place in chance.permutation(len(cards)).tolist()]


def best(worths: Mapping[Option, Fraction]) -> Option:
    """The option that wins most; of equals the first."""
    return max(worths, key=lambda option: worths[option])


def _asked(game: Game, decks: int) -> Question:
    return question(game, decks=decks)
