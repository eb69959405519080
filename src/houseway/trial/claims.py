"""What a rule says that it does not look at: cards are exchanged that it calls alike, and it must answer the same.

The mathematics relies on it: cards that no hand tells apart are counted once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from houseway.cards import Card, Cards, Pack, card, is_joker, rank_of, show, suit_of
from houseway.game import Hand
from houseway.sight import FlushOf

Groups = tuple[Cards, ...]  # cards that came together, one group after the other

TRIES = 20  # of other suits for the same ranks
NOT_TWICE = "is not the same twice: a rule goes by the cards alone, without chance or memory"


@dataclass(frozen=True)
class CardSwap:
    """Other cards in the place of some, and what a rule that answers otherwise does."""

    groups: Groups
    does: str


def exchanges(
    hands: Sequence[Hand], groups: Groups, pack: Pack, chance: random.Random, told: str, *, is_worth: bool
) -> Iterator[CardSwap]:
    """What none of these hands tells from the groups: `told` names what their `sees` are. Only their worth is said to
    look at suits for a flush alone."""
    yield CardSwap(groups, NOT_TWICE)
    mixed = tuple(tuple(chance.sample(group, len(group))) for group in groups)
    yield CardSwap(mixed, "looks at the order of cards that came together")
    sees = tuple(dict.fromkeys(hand.sees for hand in hands))
    grades = [each for each in sees if callable(each)]
    if len(grades) == len(sees):
        other = _exchanged(lambda c: tuple([see(c) for see in grades]), pack, chance)
        does = f"tells cards apart that {told} does not: `sees` must give all that counts of a card"
    else:
        names = chance.sample(range(4), 4)
        other = {c: c if is_joker(c) else card(rank_of(c), names[suit_of(c)]) for c in chain(*groups)}
        does = "changes with the names of suits: a `sees=` that gives the suit makes them count"
    yield CardSwap(tuple(tuple(other[c] for c in group) for group in groups), does)
    lengths = [each.length for each in sees if isinstance(each, FlushOf)]
    if is_worth and len(lengths) == len(sees) and (resuited := _resuited(groups, min(lengths), chance)):
        yield CardSwap(resuited, f"looks at suits where no {min(lengths)} cards share one")


def _resuited(groups: Groups, length: int, chance: random.Random) -> Groups | None:
    """Cards of the same ranks in other suits, but for a suit that so many share; none where they were not soon met."""
    cards = tuple(chain(*groups))
    if any(map(is_joker, cards)):
        return None
    held = _held(cards)
    flush = {suit for suit in range(4) if held[suit] >= length}
    for _ in range(TRIES):
        other = [c if suit_of(c) in flush else card(rank_of(c), chance.randrange(4)) for c in cards]
        now = _held(other)
        same = all(now[suit] == held[suit] if suit in flush else now[suit] < length for suit in range(4))
        if same and len(set(other)) == len(other):
            left = iter(other)
            return tuple(tuple(islice(left, len(group))) for group in groups)
    return None


def _held(cards: Sequence[Card]) -> list[int]:
    """How many of each suit."""
    return [sum(suit_of(c) == suit for c in cards) for suit in range(4)]


def _exchanged(grade: Callable[[Card], Hashable], pack: Pack, chance: random.Random) -> dict[Card, Card]:
    """Every card for another of the same grade, no card for two."""
    grades: dict[Hashable, list[Card]] = {}
    for each in Pack(1, pack.joker).cards():
        grades.setdefault(grade(each), []).append(each)
    other: dict[Card, Card] = {}
    for alike in grades.values():
        other |= dict(zip(alike, chance.sample(alike, len(alike)), strict=True))
    return other


def shown(groups: Groups, other: Groups, answers: tuple[Any, Any]) -> str:
    """`7h Jc As gives 14, 7d Js Ad gives 13`."""
    one, two = (show(tuple(chain(*each))) for each in (groups, other))
    return f"{one} gives {_short(answers[0])}, {two} gives {_short(answers[1])}"


def _short(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) <= 60 else f"{text[:57]}…"
