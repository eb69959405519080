"""Automatic rounds through the real engine, as many as one likes, tallied wager by wager.

Every card, wager and pay goes through `decide` and `evolve`; only the randomness is a seeded one.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from math import sqrt

from numpy.random import Generator, default_rng

import houseway
from houseway.analysis.figures import Figures
from houseway.deciding.refusal import Refusal
from houseway.game import Game, Setting
from houseway.games import game_named
from houseway.money import TRAY
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import Command, Stage
from houseway.table.decide import decide
from houseway.table.evolve import evolve
from houseway.table.layout import layout_of
from houseway.table.seal import terms_digest
from houseway.table.state import Table
from houseway.table.terms import RULES, Terms

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
SUPERVISOR, SURVEILLANCE = Actor(Role.SUPERVISOR, "Sue"), Actor(Role.SURVEILLANCE, "Eve")
STAKE = 100_00


@dataclass(slots=True)
class Tally:
    """What a wager won, in cents, over many rounds."""

    rounds: int = 0
    won: int = 0
    squares: int = 0

    def add(self, cents: int) -> None:
        self.rounds += 1
        self.won += cents
        self.squares += cents * cents

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.rounds + other.rounds, self.won + other.won, self.squares + other.squares)

    @property
    def edge(self) -> Fraction:
        return Fraction(-self.won, self.rounds * STAKE)

    def z(self, figures: Figures) -> float:
        """How many standard errors, by the exact variance, from the exact edge."""
        error = sqrt(figures.variance / self.rounds)
        return float(self.edge - figures.house_edge) / error


@dataclass
class Engine:
    """One automatic table with a seat that moves round it."""

    game: Game
    random: Generator
    table: Table
    tallies: dict[str, Tally] = field(default_factory=dict)

    @classmethod
    def of(cls, slug: str, seed: int) -> "Engine":
        game = game_named(slug)
        terms = Terms(game=slug, tray_cents=10**9, setting_seconds=0, betting_seconds=0)
        engine = cls(game, default_rng(seed), Table(name="soak"))
        engine._does(SUPERVISOR, do.OpenTable(terms=terms, rules=RULES))
        for seat in range(1, game.deal.seats + 1):
            player = Actor(Role.PLAYER, "P", seat)
            engine._does(player, do.TakeSeat(seat=seat, player=f"P{seat}"))
            engine._does(player, do.BuyIn(seat=seat, cents=10**9))
        return engine

    def plays(self, rounds: int) -> dict[str, Tally]:
        for n in range(rounds):
            self._round(n % self.game.deal.seats + 1)
        return self.tallies

    def _round(self, seat: int) -> None:
        number, player = self.table.round.number, Actor(Role.PLAYER, "P", seat)
        terms = self.table.terms
        assert terms is not None
        if self.table.round.sealed is None:
            self._does(AUTOMATIC_DEALER, self._equipped(do.Shuffle()))
        for wager in self.game.wagers:
            if wager.name in terms.paytables and not wager.equals:
                self._does(player, do.PlaceWager(seat=seat, wager=wager.name, cents=STAKE))
        tray = self.table.chips(TRAY)
        while self.table.round.number == number:
            if self.table.stage is Stage.SETTING and not self.game.house_way.for_players:
                self._chooses(player, seat)
            step = next_step(self.table)
            if step is None:
                for result in self.table.round.spots[seat].waits:
                    self._does(SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=result.wager))
            else:
                self._does(AUTOMATIC_DEALER, self._equipped(step[0]))
        self._count(seat, tray)

    def _chooses(self, player: Actor, seat: int) -> None:
        """The best play, where a seat has no house way."""
        if self.table.round.spots[seat].is_set:
            return
        assert self.table.terms is not None and self.table.terms.decks is not None
        packet = self.table.round.packets[seat]
        best = best_play(self.game.slug, tuple(sorted(map(_rank, packet))), self.table.terms.decks)
        setting = Setting((packet,), best.word, best.adds)
        layout = layout_of(packet, setting)
        self._does(player, do.SetHand(seat=seat, layout=layout, word=best.word, adds=best.adds))

    def _count(self, seat: int, tray: int) -> None:
        """The main wager with what its choice added; each side bet by itself. The tray gained what they lost."""
        assert self.table.previous is not None
        together = 0
        added = {wager.name for wager in self.game.added}
        main = 0
        for result in self.table.previous.spots[seat].results:
            net = result.won_cents + result.returned_cents - result.stake_cents
            together += net
            if result.wager == self.game.main.name or result.wager in added:
                main += net
            else:
                self.tallies.setdefault(result.wager, Tally()).add(net)
        self.tallies.setdefault(self.game.main.name, Tally()).add(main)
        assert self.table.chips(TRAY) - tray == -together

    def _equipped(self, command: Command) -> Command:
        assert self.table.terms is not None
        if isinstance(command, do.Shuffle):
            order = self.random.permutation(self.game.deal.pack(self.table.terms.decks).cards())
            number = int(self.random.integers(1, self.game.deal.seats + 2)) if self.game.deal.number_by else None
            digest = terms_digest(self.table.terms)
            return do.Shuffle(order=tuple(order.tolist()), nonce="00", number=number, terms=digest)
        return command

    def _does(self, actor: Actor, command: Command) -> None:
        decision = decide(self.table, actor, command, NOON)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            self.table = evolve(self.table, event, NOON)


def _rank(card: int) -> int:
    return card // 4


@cache
def best_play(slug: str, ranks: tuple[int, ...], decks: int) -> Setting:
    """For games whose main wager sees ranks only."""
    from houseway.analysis.contest import Pays
    from houseway.cards import Card

    cards = tuple(Card(4 * rank + n) for n, rank in enumerate(ranks))
    game = game_named(slug)
    found = houseway.decide(game, cards, decks=decks)
    return Pays.of(game).best(found).setting


def expected(slug: str) -> dict[str, Figures]:
    """The exact figures of the play above: the house way where seats have one, else the best."""
    game = game_named(slug)
    play = (None, "house way" if game.house_way.for_players else "best play")
    figures = houseway.analyze(game, decks=game.deal.decks[-1])
    first = [f for f in figures if f.play in play and f.paytable == game.paytables_of(game.wager(f.wager))[0].name]
    return {f.wager: f for f in first}
