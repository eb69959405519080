"""Automatic rounds through the real engine: as many as one likes, tallied wager by wager, or one with given cards.

Every card, wager and pay goes through `decide` and `evolve`; only the randomness is a seeded one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from math import sqrt

from numpy.random import Generator, default_rng

import houseway
from houseway.analysis.contest import Pays, decisions
from houseway.analysis.figures import Figures
from houseway.cards import Cards
from houseway.deciding.refusal import Refusal
from houseway.game import Game, Setting
from houseway.games import game_named
from houseway.money import TRAY
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import Command, Stage
from houseway.table.decide import decide
from houseway.table.events import Result
from houseway.table.evolve import evolve
from houseway.table.layout import layout_of
from houseway.table.packets import DEALER, deal_order
from houseway.table.seal import terms_digest
from houseway.table.state import Round, Table
from houseway.table.terms import RULES, Terms, filled

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
    stacked: Mapping[int, Cards] = field(default_factory=dict)  # the cards that lie where in the next round

    @classmethod
    def of(cls, slug: str, seed: int, **paytables: str) -> "Engine":
        """The usual terms, but for the names of some wagers' paytables."""
        game = game_named(slug)
        terms = Terms(game=slug, tray_cents=10**9, setting_seconds=0, betting_seconds=0)
        if paytables:
            terms = replace(terms, paytables={**filled(terms).paytables, **paytables})
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

    def reconciles(self, seat: int) -> Round:
        """A round of one seat that bets on everything, up to the moment when it is paid."""
        self._bets(seat)
        while self.table.stage is not Stage.RECONCILING:
            self._goes_on(seat)
        return self.table.round

    def deals(self, seat: int, cards: Cards, dealers: Cards) -> tuple[Result, ...]:
        """What a seat is paid when it and the dealer are dealt these cards."""
        assert self.table.round.sealed is None
        self.stacked = {seat: cards, DEALER: dealers}
        self._round(seat)
        assert self.table.previous is not None
        assert self.table.previous.packets == self.stacked
        return self.table.previous.spots[seat].results

    def _round(self, seat: int) -> None:
        number = self.table.round.number
        self._bets(seat)
        tray = self.table.chips(TRAY)
        while self.table.round.number == number:
            self._goes_on(seat)
        self._count(seat, tray)

    def _bets(self, seat: int) -> None:
        terms = self.table.terms
        assert terms is not None
        if self.table.round.sealed is None:
            self._does(AUTOMATIC_DEALER, self._equipped(do.Shuffle()))
        for wager in self.game.wagers:
            if wager.name in terms.paytables and not wager.equals:
                self._does(Actor(Role.PLAYER, "P", seat), do.PlaceWager(seat=seat, wager=wager.name, cents=STAKE))

    def _goes_on(self, seat: int) -> None:
        if self.table.stage is Stage.SETTING and not self.game.house_way.for_players:
            self._chooses(Actor(Role.PLAYER, "P", seat), seat)
        step = next_step(self.table)
        if step is None:
            for result in self.table.round.spots[seat].waits:
                self._does(SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=result.wager))
        else:
            self._does(AUTOMATIC_DEALER, self._equipped(step[0]))

    def _chooses(self, player: Actor, seat: int) -> None:
        """The best play, where a seat has no house way."""
        if self.table.round.spots[seat].is_set:
            return
        assert self.game.sight and self.table.terms is not None and self.table.terms.decks is not None
        packet = self.table.round.packets[seat]
        best = best_plays(self.game.slug, self.table.terms.decks)[self.game.sight.see(packet)]
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
            order = self.random.permutation(self.game.deal.pack(self.table.terms.decks).cards()).tolist()
            number = int(self.random.integers(1, self.game.deal.seats + 2)) if self.game.deal.number_by else None
            if self.stacked:
                order = self._stack(order, number)
            digest = terms_digest(self.table.terms)
            return do.Shuffle(order=tuple(order), nonce="00", number=number, terms=digest)
        return command

    def _stack(self, order: list[int], number: int | None) -> list[int]:
        """The pack so ordered that the stacked cards reach their places."""
        for cards in self.stacked.values():
            for card in cards:
                order.remove(card)
        deal, stacked = self.game.deal, []
        for place in deal_order(deal, number, [seat for seat in self.stacked if seat != DEALER]):
            size = deal.dealer_packet if place == DEALER else deal.packet
            stacked += self.stacked.get(place) or [order.pop() for _ in range(size)]
        return stacked + order

    def _does(self, actor: Actor, command: Command) -> None:
        decision = decide(self.table, actor, command, NOON)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            self.table = evolve(self.table, event, NOON)


@cache
def best_plays(slug: str, decks: int) -> dict[tuple[int, ...], Setting]:
    """For games without a house way for players: the best play of every hand that the main wager can tell apart."""
    game = game_named(slug)
    assert game.sight is not None
    pays = Pays.of(game)
    return {game.sight.see(each.cards): pays.best(each).setting for each in decisions(game, decks)}


def expected(slug: str) -> dict[str, Figures]:
    """The exact figures of the play above: the house way where seats have one, else the best."""
    game = game_named(slug)
    play = (None, "house way" if game.house_way.for_players else "best play")
    figures = houseway.analyze(game, decks=game.deal.decks[-1])
    first = [f for f in figures if f.play in play and f.paytable == game.paytables_of(game.wager(f.wager))[0].name]
    return {f.wager: f for f in first}
