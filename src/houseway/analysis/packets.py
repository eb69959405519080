"""The packets of a game whose cards are set and whose suits never matter: every class of them, and what each setting
wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.house_way import AsHouseWay, way_for_seats, way_of
from houseway.analysis.exact.options import solved
from houseway.analysis.exact.question import Policy
from houseway.cards import Cards
from houseway.game import SEAT, Game, Option, Seen
from houseway.ways.split import Split


@dataclass(frozen=True, slots=True)
class Packet:
    """Packets that no hand can tell apart: what a seat with one of them sees, how many there are, and what each setting
    wins of a bet on average."""

    seen: Seen
    ways: int
    wins: Mapping[Option, Fraction]

    @property
    def cards(self) -> Cards:
        return self.seen[SEAT]

    def chosen(self, policy: Policy) -> Option:
        return policy(0, self.seen, tuple(self.wins))


@dataclass(frozen=True, eq=False)
class SetGame:
    """A game whose cards are set by a house way that is written in rules, dealt from so many decks."""

    game: Game
    decks: int
    split: Split

    @property
    def as_house(self) -> AsHouseWay | None:
        """A seat that asks for the house way, where it may."""
        way = way_for_seats(self.game)
        return AsHouseWay(way) if way else None

    @cached_property
    def packets(self) -> tuple[Packet, ...]:
        method = solved(self.game, decks=self.decks)
        assert isinstance(method, GradedRemoval)
        return tuple(Packet(seen, ways, method.options(seen)) for seen, ways in method.sights())

    @cached_property
    def best_edge(self) -> Fraction:
        return self._edge([max(packet.wins.values()) for packet in self.packets])

    def edge(self, policy: Policy) -> Fraction:
        """The exact edge against whoever plays by a policy."""
        return self._edge([packet.wins[packet.chosen(policy)] for packet in self.packets])

    def _edge(self, wins: list[Fraction]) -> Fraction:
        ways = [packet.ways for packet in self.packets]
        return -sum((won * number for won, number in zip(wins, ways, strict=True)), Fraction(0)) / sum(ways)


@lru_cache(maxsize=8)
def set_game(game: Game, decks: int) -> SetGame:
    """Raises `ValueError` where packets are too many, or are set by no rules that can be read."""
    way = way_of(game)
    if way is None:
        raise ValueError(f"{game.slug}: its cards are set by no written house way, nothing to put a short strategy by")
    if not isinstance(solved(game, decks=decks), GradedRemoval):
        raise ValueError(f"{game.slug}: its hands look at suits: too many packets to weigh rules for them")
    return SetGame(game, decks, way.split)
