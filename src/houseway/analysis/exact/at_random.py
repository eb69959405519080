"""Rounds played at random, to see what a seat may do: what an option does stands in functions, not in the steps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from houseway.analysis.exact.question import Question
from houseway.cards import Card
from houseway.game import SEAT, Choice, Deal, Draw, Look, Option, Over, Seen, Show

SOME_ROUNDS = 200  # that are played to see whether hands are split


def options_met(question: Question, rounds: int, seed: int = 1) -> Iterator[tuple[Seen, tuple[Option, ...]]]:
    """What one seat sees at every choice of so many rounds, and its options there, of which it takes any."""
    chance = np.random.default_rng(seed)
    for _ in range(rounds):
        yield from _Round(question, chance).choices()


class _Round:
    def __init__(self, question: Question, chance: np.random.Generator) -> None:
        self.question = question
        self.chance = chance
        self.order = [question.cards[place] for place in chance.permutation(len(question.cards)).tolist()]
        self.open: dict[str, list[Card]] = {}
        self.face_down: dict[str, list[Card]] = {}
        self.said: list[str] = []
        self.hands = 1
        self.is_parted = False

    def choices(self) -> Iterator[tuple[Seen, tuple[Option, ...]]]:  # noqa: PLR0912 - one `case` a step
        for step in self.question.game.round:
            match step:
                case Deal():
                    for name in step.to.places:
                        hands = self.question.game.dealt_hands if name == SEAT.place else 1
                        up = step.up_at(name) * hands
                        self._comes(name, up)
                        self.face_down.setdefault(name, []).extend(self._taken(step.cards * hands - up))
                case Choice():
                    if not step.together:
                        self._part()
                    while options := step.options(self._seen()):
                        yield self._seen(), options
                        option = self._choose(options)
                        if option.out:
                            return
                        if option.last or not step.again:
                            break
                case Draw(to=to, more=more):
                    while more(self._seen(by_rule=to != SEAT)):
                        self._comes(to.place, 1)
                case Show(what=what):
                    self._turn_over(what)
                case Over():
                    if step.when(self._seen(by_rule=True, turned=step.looks.places)):
                        return
                case _:
                    pass

    def _part(self) -> None:
        """Of several hands that were dealt the first is played."""
        mine, hands = self.open.get(SEAT.place, []), 1 if self.is_parted else self.question.game.dealt_hands
        del mine[len(mine) // hands :]
        self.is_parted = True

    def _choose(self, options: tuple[Option, ...]) -> Option:
        legal = [each for each in options if not each.foul]
        option = legal[int(self.chance.integers(len(legal)))]
        self.said.append(option.word)
        mine = self.open.setdefault(SEAT.place, [])
        for card in option.drops:
            mine.remove(card)
        if option.swaps:
            half = len(mine) // 2
            mine[half - 1], mine[-1] = mine[-1], mine[half - 1]
        if option.splits:  # its first hand is played
            del mine[1:]
            self.hands += 1
        if option.cut:
            mine[:] = [card for hand in option.cut for card in hand]
        self._comes(SEAT.place, option.takes)
        return option

    def _turn_over(self, what: Look) -> None:
        [part] = what.parts
        lies, hidden = self.open.setdefault(part.place, []), self.face_down.get(part.place, [])
        turned = len(part.of(range(len(lies) + len(hidden)))) - len(part.of(lies))
        lies += hidden[:turned]
        self.face_down[part.place] = hidden[turned:]

    def _taken(self, number: int) -> list[Card]:
        return [self.order.pop() for _ in range(number)]

    def _comes(self, name: str, number: int) -> None:
        self.open.setdefault(name, []).extend(self._taken(number))

    def _seen(self, *, by_rule: bool = False, turned: tuple[str, ...] = ()) -> Seen:
        lying = {
            name: tuple(cards + (self.face_down.get(name, []) if name in turned else []))
            for name, cards in self.open.items()
            if not (by_rule and name == SEAT.place)
        }
        return Seen(pack=self.question.pack, lying=lying, said=tuple(self.said), hands=self.hands)
