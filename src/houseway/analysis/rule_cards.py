"""Rules for a game whose cards are split into hands: the best card of each length that a search finds.

A rule names the least that is set in each hand, and which hand is then made the strongest; the first rule that the
cards can meet decides, and the last one, which names nothing, decides the rest. A search begins with that last line, or
with the house way, puts one rule after another on top and keeps the most promising cards; then it changes single rules
as long as that wins more. Values are integers, so a card's worth is exact; that no better card exists is not proved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.packets import Packet, SetGame
from houseway.analysis.strategy import ASK, BY_RULES, StrategyCard, StrategyRow
from houseway.game import Option, Seen
from houseway.ways.split import Split
from houseway.ways.way import Bound, Rule, in_words

WIDTH = 2  # how many cards of one length, and rules for each place in them, are looked at further
NEVER = np.iinfo(np.int64).min
Longs = NDArray[np.int64]
List = tuple[int, ...]  # a card, as the numbers of its rules, the first rule first


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Every rule, and what it wins on each class of hands: NEVER where the cards cannot meet it."""

    rules: tuple[Rule | None, ...]  # None is the house way
    wins: Longs  # rule, class; in this unit of a bet
    unit: int
    applies: NDArray[np.bool_]  # rule, class

    @property
    def last_lines(self) -> list[int]:
        """What can decide the rest: the house way, or the strongest hand without any goal."""
        return [number for number, rule in enumerate(self.rules) if rule is None or not rule.goals]

    def worth(self, card: List) -> Longs:
        """What a card wins on each class."""
        won: Longs = self.wins[card[-1]]
        for number in reversed(card[:-1]):
            won = np.where(self.applies[number], self.wins[number], won)
        return won

    def left_by(self, card: List) -> NDArray[np.bool_]:
        """The classes that none of these rules decides."""
        return np.asarray(~self.applies[list(card)].any(axis=0))

    def gains(self, won: Longs, left: NDArray[np.bool_]) -> Longs:
        """What each rule would win more if it came before what wins so much, of the classes that are left to it."""
        return np.asarray((self.wins[:, left] - won[left]).sum(axis=1, where=self.applies[:, left], dtype=np.int64))

    def house_edge(self, card: List, hands: int) -> Fraction:
        return -Fraction(int(self.worth(card).sum()), self.unit * hands)

    def deciding(self, card: List) -> NDArray[np.intp]:
        """Which line of the card decides each class."""
        return np.asarray(np.argmax(self.applies[list(card)], axis=0))


def rule_cards(game: SetGame, most: int, *, alone: bool = False, width: int = WIDTH) -> tuple[StrategyCard, ...]:
    return tuple(_card(game, *found) for found in found_lists(game, most, alone=alone, width=width))


def found_lists(
    game: SetGame, most: int, *, alone: bool = False, width: int = WIDTH
) -> Iterator[tuple["Vocabulary", List]]:
    """The best lists of rules found, of each length and each last line."""
    words = _vocabulary(game, alone)
    for last in words.last_lines:
        for card in _search(words, last, most, width):
            yield words, card


# ---- the search --------------------------------------------------------------------------------------


def _search(words: Vocabulary, last: int, most: int, width: int) -> Iterator[List]:
    """The best card found of one line, of two, and so on, that end with this line."""
    beam: list[List] = [(last,)]
    for _ in range(most):
        yield beam[0]
        longer = {_improved(words, tried) for card in beam for tried in _with_one_more(words, card, width)}
        beam = sorted(longer, key=lambda card: (-int(words.worth(card).sum()), card))[:width]


def _with_one_more(words: Vocabulary, card: List, width: int) -> Iterator[List]:
    """Lists with one rule more: before each line, those that win most there."""
    for place in range(len(card)):
        gains = words.gains(words.worth(card[place:]), words.left_by(card[:place]))
        for number in np.argsort(-gains, kind="stable")[:width].tolist():
            yield (*card[:place], number, *card[place:])


def _improved(words: Vocabulary, card: List) -> List:
    """The list with single rules changed, as long as that wins more."""
    won, better = int(words.worth(card).sum()), True
    while better:
        better = False
        for place in range(len(card) - 1):
            gains = words.gains(words.worth(card[place + 1 :]), words.left_by(card[:place]))
            tried = (*card[:place], int(np.argmax(gains)), *card[place + 1 :])
            worth = int(words.worth(tried).sum())
            if worth > won:
                card, won, better = tried, worth, True
    return card


# ---- what rules there are ----------------------------------------------------------------------------


def _vocabulary(game: SetGame, alone: bool) -> Vocabulary:
    split, packets = game.split, game.packets
    values, unit = _values(packets)
    strengths = [[split.strengths(*option.cut) for option in packet.wins] for packet in packets]
    ladder = sorted({strength for of_packet in strengths for hands in of_packet for strength in hands})
    ordinal = {strength: number for number, strength in enumerate(ladder)}
    rows = [
        (at, *(ordinal[strength] for strength in hands), value)
        for at, (of_packet, its_values) in enumerate(zip(strengths, values, strict=True))
        for hands, value in zip(of_packet, its_values, strict=True)
    ]
    of_class, *ordinals, value = np.array(rows, np.int64).T
    by_wins: dict[bytes, tuple[Rule | None, Longs]] = {}
    for order in permutations(range(len(split.hands))):
        sorting = np.lexsort((*(-ordinals[hand] for hand in reversed(order)), of_class))
        for least in product(range(len(ladder)), repeat=len(split.hands)):
            meets = np.logical_and.reduce([ordinals[hand][sorting] >= low for hand, low in enumerate(least)])
            chosen = sorting[meets]
            first = np.flatnonzero(np.diff(of_class[chosen], prepend=-1))
            wins = np.full(len(packets), NEVER, np.int64)
            wins[of_class[chosen[first]]] = value[chosen[first]]
            if len(first) and wins.tobytes() not in by_wins:
                goals = {
                    split.hands[hand]: Bound(split.name(ladder[low]), ladder[low], "+")
                    for hand, low in enumerate(least)
                    if low
                }
                then = tuple(split.hands[hand] for hand in order)
                by_wins[wins.tobytes()] = Rule(goals, then, True, in_words(goals, then)), wins
    if game.as_house and not alone:
        places = [list(packet.wins).index(packet.chosen(game.as_house)) for packet in packets]
        wins = np.array([its[place] for its, place in zip(values, places, strict=True)], np.int64)
        by_wins.setdefault(wins.tobytes(), (None, wins))
    rules, wins_of = zip(*by_wins.values(), strict=True)
    wins = np.array(wins_of)
    return Vocabulary(rules, np.where(wins == NEVER, 0, wins), unit, wins != NEVER)


def _values(packets: Sequence[Packet]) -> tuple[list[list[int]], int]:
    """What each option of each class is worth to all its hands, as integers, and their unit."""
    worths = [[won * packet.ways for won in packet.wins.values()] for packet in packets]
    unit = lcm(*(worth.denominator for of_packet in worths for worth in of_packet))
    values = [[int(worth * unit) for worth in of_packet] for of_packet in worths]
    assert sum(max(map(abs, of_packet)) for of_packet in values) < 2**62, "values must be countable in 64 bits"
    return values, unit


# ---- the card ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ByRules:
    """A seat that reads the rules of a card as a person does: the first that its cards can meet decides."""

    split: Split
    rules: tuple[Rule | None, ...]
    as_house: AsHouseWay | None

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        hands = [dict(zip(self.split.hands, self.split.strengths(*option.cut), strict=True)) for option in options]
        for rule in self.rules:
            if rule is None:
                assert self.as_house is not None
                return self.as_house(number, seen, options)
            able = [n for n, made in enumerate(hands) if all(b.meets(made[hand]) for hand, b in rule.goals.items())]
            if able:
                return options[max(able, key=lambda n: [hands[n][hand] for hand in rule.order])]
        raise AssertionError("the last line decides the rest")


def _card(game: SetGame, words: Vocabulary, card: List) -> StrategyCard:
    rules = tuple(words.rules[number] for number in card)
    ways = np.array([packet.ways for packet in game.packets], np.int64)

    def rows() -> tuple[StrategyRow, ...]:
        deciding = words.deciding(card)
        return tuple(
            StrategyRow(f"rule {place + 1}", rule.says if rule else ASK, int(ways[deciding == place].sum()))
            for place, rule in enumerate(rules)
        )

    return StrategyCard(
        length=len(card),
        house_edge=words.house_edge(card, int(ways.sum())),
        basis=BY_RULES,
        asks=None in rules,
        rows=rows,
        policy=ByRules(game.split, rules, game.as_house),
    )
