"""Automatic rounds through the real engine: as many as one likes, tallied wager by wager, or one with given cards.

Every card, wager and pay goes through `decide` and `evolve`; only the randomness is a seeded one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from math import sqrt

from numpy.random import default_rng

import houseway
from houseway import LiveTable
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.house_way import setting, way_for_seats
from houseway.analysis.exact.options import solved
from houseway.analysis.figures import Figures
from houseway.cards import Cards
from houseway.game import SEAT, Deal, Game, Option, Seen
from houseway.games import GAMES
from houseway.money import BANK, TRAY
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table.commands import Command, Stage
from houseway.table.events import Result
from houseway.table.places import DEALER, dealt_to
from houseway.table.seal import terms_digest
from houseway.table.state import Round
from houseway.table.terms import Terms, filled

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
SUPERVISOR = Actor(Role.SUPERVISOR, "Sue")
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


class Engine(LiveTable):
    """One automatic table with a seat that moves round it."""

    def __init__(
        self, slug: str, seed: int, paytables: Mapping[str, str], readings: Mapping[str, str] | None = None
    ) -> None:
        super().__init__("soak", at=NOON)
        self.game, self.random = GAMES[slug].read_as(readings or {}), default_rng(seed)
        self.tallies: dict[str, Tally] = {}
        self.stacked: Mapping[int, Cards] = {}  # the cards that lie where in the next round
        terms = filled(Terms(game=slug, tray_cents=10**9, setting_seconds=0, betting_seconds=0))
        terms = replace(terms, paytables={**terms.paytables, **paytables}, readings=readings or {})
        self.do(SUPERVISOR, do.OpenTable(terms=terms))
        for seat in range(1, self.game.seats + 1):
            self.sit(f"P{seat}", seat=seat, cents=10**9)

    @classmethod
    def of(cls, slug: str, seed: int, **paytables: str) -> "Engine":
        """The usual terms, but for the names of some wagers' paytables."""
        return cls(slug, seed, paytables)

    def plays(self, rounds: int) -> dict[str, Tally]:
        for n in range(rounds):
            self._round(n % self.game.seats + 1)
        return self.tallies

    def reconciles(self, seat: int) -> Round:
        """A round of one seat that bets on everything, up to the moment when it is paid."""
        self._bets(seat)
        self._goes_on(lambda table: table.stage is Stage.RECONCILING)
        return self.state.round

    def deals(self, seat: int, cards: Cards, dealers: Cards) -> tuple[Result, ...]:
        """What a seat is paid when it and the dealer are dealt these cards."""
        assert self.state.round.sealed is None
        self.stacked = {seat: cards, DEALER: dealers}
        self._round(seat)
        assert self.state.previous is not None
        assert {place: pile.cards for place, pile in self.state.previous.piles.items()} == self.stacked
        return self.state.previous.spots[seat].results

    def _round(self, seat: int) -> None:
        self._bets(seat)
        before = self._chips()
        self.play()
        self._count(seat, before)

    def _chips(self) -> int:
        """The house's: in the tray, and in the bank that fills it."""
        return self.state.chips(TRAY) + self.state.chips(BANK)

    def _bets(self, seat: int) -> None:
        """A bet on everything; and the best play, where a seat has no house way."""
        for wager in self.game.placed:
            if wager.name in self.state.terms.paytables:
                self.bet(seat, wager.name, STAKE)
        if not way_for_seats(self.game):
            [packet] = self.deal().values()
            self.choose(seat, played(self.game, self.state.terms.decks, packet).word)

    def _count(self, seat: int, before: int) -> None:
        """The main wager with what its choice added; each side bet by itself. The house gained what they lost."""
        assert self.state.previous is not None
        together = 0
        names = {wager.name for wager in self.game.main}
        main = 0
        for result in self.state.previous.spots[seat].results:
            net = result.won_cents + result.returned_cents - result.stake_cents
            together += net
            if result.wager in names:
                main += net
            else:
                self.tallies.setdefault(result.wager, Tally()).add(net)
        self.tallies.setdefault(self.game.main[0].name, Tally()).add(main)
        assert self._chips() - before == -together

    def equipped(self, actor: Actor, command: Command) -> Command:
        if not isinstance(command, do.Shuffle):
            return super().equipped(actor, command)
        order = self.random.permutation(self.game.pack(self.state.terms.decks).cards()).tolist()
        number = int(self.random.integers(1, self.game.seats + 2)) if self.game.number_by else None
        if self.stacked:
            order = self._stack(order, number)
        return do.Shuffle(order=tuple(order), nonce="00", number=number, terms=terms_digest(self.state.terms))

    def _stack(self, order: list[int], number: int | None) -> list[int]:
        """The pack so ordered that the stacked cards reach their places."""
        for cards in self.stacked.values():
            for card in cards:
                order.remove(card)
        seats, stacked = [seat for seat in self.stacked if seat != DEALER], []
        for step in self.game.round:
            for place in dealt_to(self.game, step, number, seats) if isinstance(step, Deal) else ():
                stacked += self.stacked.get(place) or [order.pop() for _ in range(step.cards)]
        return stacked + order


def played(game: Game, decks: int, cards: Cards) -> Option:
    """As a seat plays: the house way where seats have one, else the best."""
    [choice], way = game.choices, way_for_seats(game)
    options = choice.options(Seen(pack=game.pack(decks), lying={SEAT.place: cards}))
    if way:
        return setting(options, way.set(cards))
    word = best_word(game.slug, decks, tuple(sorted(cards)))
    return next(option for option in options if option.word == word)


@cache
def best_word(slug: str, decks: int, cards: Cards) -> str:
    method = solved(GAMES[slug], decks=decks)
    assert isinstance(method, GradedRemoval)
    worths = method.options(method.once.seen(cards, ()))
    return max(worths, key=lambda option: worths[option]).word


def expected(slug: str) -> dict[str, Figures]:
    """The exact figures of the play above: the house way where seats have one, else the best."""
    game = GAMES[slug]
    play = (None, "house way" if way_for_seats(game) else "best play")
    figures = houseway.analyze(game, decks=game.whole_shoe)
    first = [f for f in figures if f.play in play and f.paytable == game.paytables_of(game.wager(f.wager))[0].name]
    return {f.wager: f for f in first}
