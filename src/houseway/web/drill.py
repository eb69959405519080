"""A hand to learn from: a table of its own, at which one seat plays the main wager and the automatic dealer deals. The
cards come from the hand's number, so that the same number brings the same hand again; a new number comes from the
operating system's randomness.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from houseway.api.live import LiveTable
from houseway.game import Game, Option
from houseway.proved_ways import remember
from houseway.role import Seat
from houseway.table.commands import Choose
from houseway.table.terms import Terms

SEAT: Final = Seat(1)
NUMBER_BITS: Final = 53  # that every browser holds exactly
CHIPS_CENTS: Final = 1_000_000_00
DEALT: Final = 3000  # deals in which somebody has something to choose, in every game by far
SET: Final = "@"  # between the word and how cards are set: `set@146|23|5`


@dataclass(frozen=True, slots=True)
class Drill:
    """A hand by its number, after these words."""

    number: int
    said: tuple[str, ...] = ()

    def dealt(self, terms: Terms) -> LiveTable:
        """The table when the seat has to choose, or the round is decided. Raises `CommandRefused` or `ValueError` for a
        word that may not be said."""
        table = LiveTable.open(terms, seed=self.number)
        table.sit("You", seat=SEAT, cents=CHIPS_CENTS)
        game = table.state.game
        wager = game.required[0] if game.required else game.placed[0].name
        table.bet(SEAT, wager, table.state.open_terms.limits(game.wager(wager))[0])
        table.deal()
        for word in self.said:
            say(table, word)
        return table


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
