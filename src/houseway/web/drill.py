"""A hand to learn from: a table of its own, at which one seat plays the main wager and the automatic dealer deals. The
cards come from the hand's number, so that the same number brings the same hand again; a new number comes from the
operating system's randomness. Or they are those of a hand that was played, and lie as they lay then.
"""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from houseway.api.live import LiveTable
from houseway.cards import Card, Cards, check_dealable
from houseway.deciding.live import CommandRefused
from houseway.game import Game, Option
from houseway.proved_ways import remember
from houseway.role import Actor, Seat
from houseway.table.commands import Choose, Command, Shuffle
from houseway.table.places import name_of
from houseway.table.terms import Terms

SEAT: Final = Seat(1)
NUMBER_BITS: Final = 53  # that every browser holds exactly
CHIPS_CENTS: Final = 1_000_000_00
DEALT: Final = 3000  # deals in which somebody has something to choose, in every game by far
SET: Final = "@"  # between the word and how cards are set: `set@146|23|5`


class StackedTable(LiveTable):
    """A table at which the pack lies in the order that is given."""

    order: Cards = ()

    def equipped(self, actor: Actor, command: Command) -> Command:
        equipped = super().equipped(actor, command)
        if not isinstance(equipped, Shuffle):
            return equipped
        self.order = self.order or equipped.order
        return replace(equipped, order=self.order)


@dataclass(frozen=True, slots=True)
class Drill:
    """A hand by its number, after these words; and of one that was played, the cards by place as they came there."""

    number: int
    said: tuple[str, ...] = ()
    lying: Mapping[str, Cards] = field(default_factory=dict)

    def dealt(self, terms: Terms) -> LiveTable:
        """The table when the seat has to choose, or the round is decided. Raises `CommandRefused` or `ValueError` for a
        word that may not be said, and for cards that cannot lie so."""
        if not self.lying:
            table = self._open(terms)
            self._goes_on(table)
            return table
        table, fault = self._tried(terms, ())
        while wrong := self._first_wrong(table):
            number, has, should = wrong
            for order in _exchanged(table.order, has, should):
                other, fault = self._tried(terms, order)
                if (self._first_wrong(other) or (number + 1,))[0] > number:
                    table = other
                    break
            else:
                raise ValueError("the cards do not come so")
        if fault:
            raise fault
        return table

    def _tried(self, terms: Terms, order: Cards) -> tuple[StackedTable, CommandRefused | None]:
        """The table, as far as the words can be said: while other cards lie there, they may be refused."""
        table = self._open(terms, order)
        try:
            self._goes_on(table)
        except CommandRefused as refused:
            return table, refused
        return table, None

    def _open(self, terms: Terms, order: Cards = ()) -> StackedTable:
        table = StackedTable.open(terms, seed=self.number)
        table.order = order
        if self.lying:
            wanted = tuple(card for cards in self.lying.values() for card in cards)
            check_dealable(wanted, table.state.game.pack(table.state.open_terms.decks))
        return table

    def _goes_on(self, table: LiveTable) -> None:
        table.sit("You", seat=SEAT, cents=CHIPS_CENTS)
        game = table.state.game
        wager = game.required[0] if game.required else game.placed[0].name
        table.bet(SEAT, wager, table.state.open_terms.limits(game.wager(wager))[0])
        table.deal()
        for word in self.said:
            say(table, word)

    def _first_wrong(self, table: LiveTable) -> tuple[int, Card, Card] | None:
        """The number of the first card that is not the wanted one, what lies there, and what should."""
        piles = {name_of(place): pile.cards for place, pile in table.state.round.piles.items()}
        pairs = (pair for name, wanted in self.lying.items() for pair in zip(piles.get(name, ()), wanted, strict=False))
        return next(((number, has, should) for number, (has, should) in enumerate(pairs) if has != should), None)


def _exchanged(order: Cards, has: Card, should: Card) -> Iterator[Cards]:
    """The pack with the card that lies wrong and the wanted one in each other's place: of several decks one copy of the
    first after the other, and of the second the last, which is not dealt."""
    last = len(order) - 1 - order[::-1].index(should)
    for place, card in enumerate(order):
        if card == has:
            found = list(order)
            found[place], found[last] = should, has
            yield tuple(found)


def say(table: LiveTable, written: str) -> None:
    """A word of the seat, and what the dealer does after it."""
    word, _, layout = written.partition(SET)
    table.do(table.player(SEAT), Choose(seat=SEAT, word=word, layout=layout))
    table.deal()


def new_drill(terms: Terms) -> Drill:
    """A hand with something to choose."""
    for _ in range(DEALT):
        drill = Drill(secrets.randbits(NUMBER_BITS))
        if len(drill.dealt(terms).options(SEAT)) > 1:
            return drill
    raise ValueError(f"{terms.game}: in {DEALT} deals nobody had anything to choose")


def plain_terms(terms: Terms, game: Game) -> Terms:
    """The table's terms for a table of one's own: its pack, its pays, how its rules are read and its house way,
    without a meter, a shoe or a live dealer."""
    paytables = {wager: name for wager, name in terms.paytables.items() if not game.paytable(name).meters}
    readings = {wager: name for wager, name in terms.readings.items() if wager in paytables}
    if terms.way:
        remember(terms.game, terms.way)  # a table was opened on it, which it is not unless it was proved
    return Terms(game=terms.game, decks=terms.decks, paytables=paytables, readings=readings, way=terms.way)


def stays(option: Option) -> bool:
    """Whether a seat that says it has still its one hand, and is in the round."""
    return not (option.out or option.foul or option.splits)
