"""How to play a game, short enough to be learned: tables by what a player glances at, one for each choice of a round.

A table is found from the last choice to the first, each for how the others are played. What a card of so many lines
costs is then counted with all its tables at once, and so is exact; that no better card exists is not proved where there
are several choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from houseway.analysis.arrays import Bytes, Longs
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.options import solved, spelled
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sights import Sights, sights_of
from houseway.analysis.exact.weighed import Played, Weighed
from houseway.analysis.glance_tables import Glance, Glances, Range, RangeTable, range_tables
from houseway.analysis.strategy import Length, Strategy, StrategyRow, chosen, improving
from houseway.game import SEAT, Choice, Game, Option, Seen, Worth

MOST_LINES = 12  # of one table


@dataclass(frozen=True, eq=False)
class Glancing:
    """A choice as a player glances at it: all glances that there are, and which of them each sight is."""

    step: Choice
    label: str
    glance: Callable[[Seen], tuple[str, int]]
    keys: list[tuple[str, int]]
    of_sight: Longs
    names: list[str] | None = None  # of numbers, where the game gives no glance

    def glances(self, weighed: Weighed, words: Sequence[str]) -> Glances:
        """What each word wins at each glance."""
        hands = np.zeros(len(self.keys), weighed.ways.dtype)
        np.add.at(hands, self.of_sight, weighed.ways)
        wins = np.zeros((len(self.keys), len(words)), weighed.wins.dtype)
        np.add.at(wins, self.of_sight, weighed.wins)
        may = np.ones((len(self.keys), len(words)), np.bool_)
        if weighed.may is not None:
            np.logical_and.at(may, self.of_sight, weighed.may)
        return {
            key: Glance(int(hands[n]), {word: int(wins[n, w]) for w, word in enumerate(words) if may[n, w]})
            for n, key in enumerate(self.keys)
        }

    def tables(self, weighed: Weighed, words: Sequence[str], most: int) -> tuple[RangeTable, ...]:
        """The best table of each number of lines, to be read from the top down."""
        return range_tables(self.glances(weighed, words), most, [row for row, _ in self.step.glance_rows])

    def table(self, ranges: Sequence[Range], words: Sequence[str]) -> Bytes:
        """The word at each sight."""
        said = [words.index(_choice(ranges, key)) for key in self.keys]
        return np.array(said, np.uint8)[self.of_sight]

    def name(self, number: int) -> str:
        if self.names is not None:
            return self.names[number]
        assert self.step.glance_name is not None
        return self.step.glance_name(number)

    def told(self, each: Range) -> str:
        has_names = self.names is not None or self.step.glance_name is not None
        when = each.named(self.name if has_names else None, self.keys)
        return f"{self.label}: {when}" if self.label else when


@dataclass(frozen=True, eq=False)
class GlanceCard:
    """A table for each choice, and the edge of whoever plays by them."""

    tables: tuple[tuple[Range, ...], ...]
    house_edge: Fraction

    @property
    def length(self) -> int:
        return sum(map(len, self.tables))


@lru_cache(maxsize=16)
def strategy(game: Game, decks: int | None = None, lines: int | None = None, *, at_once: bool = False) -> Strategy:
    """A short strategy of at most so many lines; else one to which no line worth learning can be added. One that is
    wanted `at_once` is refused if it takes a minute to find."""
    if at_once and method_for(question(game, decks=decks)) is Boards:
        raise ValueError(f"{game.slug}: a short strategy takes a minute to find; `houseway strategy` has it")
    sights = sights_of(solved(game, decks=decks))
    looks = [_glancing(game, sights, number) for number in range(len(sights.steps))]
    best = sights.play({})
    cards = improving(_cards(sights, looks, best))
    card = cards[chosen([Length(each.length, each.house_edge) for each in cards], lines)]
    played = sights.play(_tables(sights, looks, card.tables))
    assert -played.expectation == card.house_edge
    return Strategy(
        game=game.slug,
        decks=game.pack(decks).decks,
        basis="; ".join(dict.fromkeys(step.glance_at or "the hand that is seen" for step in sights.steps)),
        rows=tuple(_rows(sights, looks, card, played)),
        house_edge=card.house_edge,
        best_edge=-best.expectation,
        curve=tuple(Length(each.length, each.house_edge) for each in cards),
        asks=False,
        policy=_policy(sights, looks, card),
    )


# ---- what is glanced at ----------------------------------------------------------------------------


def _glancing(game: Game, sights: Sights, number: int) -> Glancing:
    step, names = sights.steps[number], None
    glance = step.glance
    if glance is None:
        told = {_own_hand(game, seen) for seen in sights.seen(number)}
        names = list(dict.fromkeys(name for _, name in sorted(told)))
        glance = _by_name(game, names)
    keys, of_sight = sights.glanced(number, glance)
    return Glancing(step, sights.labels[number], glance, keys, of_sight, names)


def _by_name(game: Game, names: list[str]) -> Callable[[Seen], tuple[str, int]]:
    """A glance at what one's own hand is called, where the game gives none."""
    return lambda seen: ("", names.index(_own_hand(game, seen)[1]))


def _own_hand(game: Game, seen: Seen) -> tuple[Worth, str]:
    """What a seat's hand of the first wager is worth as far as it is seen, and what it is called."""
    hand = next((hand for hand in game.main[0].hands if SEAT.place in hand.of.places and not hand.of.is_set), None)
    try:
        assert hand is not None
        worth = hand.worth(seen[hand.of])
        return worth, hand.tell(worth, seen.said) if hand.tell else str(worth)
    except Exception:
        raise ValueError(f"{game.slug}: a choice without a glance, nothing to put a short strategy by") from None


# ---- tables ----------------------------------------------------------------------------------------


def _cards(sights: Sights, looks: Sequence[Glancing], best: Played) -> Iterator[GlanceCard]:
    """Of each number of lines one."""
    found = []
    for number, look in enumerate(looks):
        found.append(_by_length(look.tables(best.choices[number], sights.words[number], MOST_LINES)))
    for lengths in _shared_out(found):
        yield _swept(sights, looks, [tables[length] for tables, length in zip(found, lengths, strict=True)])


def _by_length(tables: Sequence[RangeTable]) -> dict[int, RangeTable]:
    """The best of each number of lines, without those that are no better than a shorter one."""
    kept: dict[int, RangeTable] = {}
    for table in sorted(tables, key=lambda table: (len(table.ranges), -table.worth)):
        if not kept or table.worth > max(each.worth for each in kept.values()):
            kept[len(table.ranges)] = table
    return kept


def _shared_out(found: Sequence[Mapping[int, RangeTable]]) -> Iterator[tuple[int, ...]]:
    """For each number of lines in all, how many each table has: as if none changed what another wins."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for tables in found:
        shared: dict[int, tuple[int, tuple[int, ...]]] = {}
        for before, (worth, lengths) in best.items():
            for length, table in tables.items():
                tried = worth + table.worth, (*lengths, length)
                if before + length not in shared or tried[0] > shared[before + length][0]:
                    shared[before + length] = tried
        best = shared
    most: int | None = None
    for length in sorted(best):
        worth, lengths = best[length]
        if most is None or worth > most:
            yield lengths
            most = worth


def _swept(sights: Sights, looks: Sequence[Glancing], tables: Sequence[RangeTable]) -> GlanceCard:
    """The tables found once more, from the last to the first, each for what the others say."""
    card = [table.ranges for table in tables]
    edge = -sights.expectation(_tables(sights, looks, card))
    for number in reversed(range(len(looks))) if sights.quick and len(looks) > 1 else ():
        others = {k: t for k, t in _tables(sights, looks, card).items() if k != number}
        weighed = sights.play(others).choices[number]
        again = _by_length(looks[number].tables(weighed, sights.words[number], len(card[number])))
        tried = [*card[:number], again[max(again)].ranges, *card[number + 1 :]]
        tried_edge = -sights.expectation(_tables(sights, looks, tried))
        if tried_edge < edge:
            card, edge = tried, tried_edge
    return GlanceCard(tuple(card), edge)


def _tables(sights: Sights, looks: Sequence[Glancing], card: Sequence[Sequence[Range]]) -> dict[int, Bytes]:
    return {
        number: look.table(ranges, sights.words[number])
        for number, (look, ranges) in enumerate(zip(looks, card, strict=True))
    }


def _choice(ranges: Sequence[Range], glance: tuple[str, int]) -> str:
    return next(each.choose for each in ranges if each.holds(*glance))


# ---- the card --------------------------------------------------------------------------------------


def _rows(sights: Sights, looks: Sequence[Glancing], card: GlanceCard, played: Played) -> Iterator[StrategyRow]:
    for number, (look, ranges) in enumerate(zip(looks, card.tables, strict=True)):
        ways = look.glances(played.choices[number], sights.words[number])
        for each in ranges:
            hands = sum(glance.hands for key, glance in ways.items() if each.holds(*key))
            yield StrategyRow(look.told(each), _spelled(sights, number, each.choose), hands)


def _spelled(sights: Sights, number: int, word: str) -> str:
    """`LO double` as `LO + Double Down`."""
    options = sights.steps[number].options
    may = next(may for may in map(options, sights.seen(number)) if any(option.word == word for option in may))
    said, adds = spelled(next(option for option in may if option.word == word), may)
    return " + ".join((said, *adds))


@dataclass(frozen=True)
class ByTables:
    """A seat that goes by a table at each choice: what it glances at there, and the ranges."""

    tables: Mapping[int, tuple[Callable[[Seen], tuple[str, int]], tuple[Range, ...]]]

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        glance, ranges = self.tables[number]
        word = _choice(ranges, glance(seen))
        return next(option for option in options if option.word == word)


def _policy(sights: Sights, looks: Sequence[Glancing], card: GlanceCard) -> ByTables:
    tables = zip(sights.numbers, looks, card.tables, strict=True)
    return ByTables({number: (look.glance, ranges) for number, look, ranges in tables})
