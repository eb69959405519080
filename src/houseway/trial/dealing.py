"""Many deals for one seat, and what came of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import comb

from houseway.analysis.exact.figures import bonus_counts, is_on_cards_alone
from houseway.analysis.exact.shoe_cards import is_on_next_card
from houseway.cards import Cards, is_joker, rank_of, suit_of
from houseway.game import FOLDED, LOSE, SEAT, Bonus, Choice, Deal
from houseway.trial.one_seat import OneSeat
from houseway.trial.trial import Misbehaves, Trial

DEALS = 3_000  # for one seat, with random choices
DEALS_OF_FEW = 60  # from each small pack, where rare hands are common
ENOUGH = 500  # where something is wrong
FIRST_RARE_DEALS = 400  # from each small pack, for a line that has not come, before all deals are counted
RARE_DEALS = 6_000  # in all, where they cannot be counted: four deuces and a joker of 13 cards are one deal in 1,287
MOST_FAULTS = 10
MOST_COUNTED = 30_000_000  # deals of cards that are told apart by suits

Progress = Callable[[int, int], None]


@dataclass
class Dealing(Trial):
    """A trial by many deals."""

    rare_deals: int = 0  # from each small pack, for all lines that had not come

    def deals(self, number: int = DEALS, progress: Progress | None = None) -> None:
        packs = self._small_packs() * DEALS_OF_FEW
        for at in range(number):
            with suppress(Misbehaves):
                OneSeat(self).plays()
            if at < len(packs):
                with suppress(Misbehaves, IndexError):
                    OneSeat(self, packs[at]).plays()
            if len(self.faults) >= MOST_FAULTS or (self.faults and at >= ENOUGH):
                return
            if progress and not at % 50:
                progress(at, number)

    def lines(self) -> None:
        """Lines that are paid and never come, lines that come and are nowhere, and wagers that nobody can place."""
        placed = {wager.name for wager in self.game.placed} | self.added
        idle = [wager.name for wager in self.game.wagers if wager.name not in placed and not wager.free]
        for name in idle:
            self.fault(name, "nobody can bet it: it stands in no Bets, and no option adds it")
        for name, table in self.game.paytables.items():
            if table.wager in idle:
                continue
            lines = {line for wager, line in self.seen_lines if wager == table.wager}
            strange = sorted(lines - {*table.lines, LOSE, FOLDED})
            for line in table.lines:
                if line not in lines and not self._is_dealt(table.wager, line, FIRST_RARE_DEALS):
                    counted = self._counted(table.wager)
                    given = f"; the rule gives {', '.join(map(repr, strange))}, which it has not" if strange else ""
                    if counted is None and not self._is_dealt(table.wager, line, RARE_DEALS):
                        known = ", ".join(sorted(lines)) or "none"
                        says = f"the line {line!r} was never dealt: in {DEALS:,} deals there were {known}{given}"
                        self.fault(f"paytable {name}", says)
                    elif counted is not None and line not in counted:
                        known = " or ".join(sorted(counted))
                        self.fault(
                            f"paytable {name}", f"the line {line!r} cannot be dealt: every deal is {known}{given}"
                        )

    def _counted(self, name: str) -> set[str] | None:
        """The lines of all deals, for a wager on the cards alone whose deals are few enough to be counted."""
        wager, decks = self.game.wager(name), self.game.whole_shoe
        if not isinstance(wager, Bonus):
            return None
        if is_on_next_card(self.game, wager):
            return {line for line, deals in bonus_counts(self.game, wager, decks).items() if deals}
        if not is_on_cards_alone(self.game, wager, decks):
            return None
        cards = sum(len(part.of(range(self._dealt_to(part.place)))) for part in wager.hand.of.parts)
        if wager.hand.sees is None and comb(len(self.game.pack(decks)), cards) > MOST_COUNTED:
            return None
        return {line for line, deals in bonus_counts(self.game, wager, decks).items() if deals}

    def _dealt_to(self, place: str) -> int:
        return sum(step.cards for step in self.game.round if isinstance(step, Deal) and place in step.to.places)

    def _is_dealt(self, wager: str, line: str, deals: int) -> bool:
        """Whether a rare line comes in so many deals from a few ranks, or of one suit: they are dealt once for all
        lines."""
        few = self._small_packs() if self.rare_deals < deals else []
        while (wager, line) not in self.seen_lines and self.rare_deals < deals:
            self.rare_deals += 1
            for cards in [*few]:  # in turn: one of them has the line soon
                try:
                    OneSeat(self, cards, claims=0, stays=True).plays()
                except (Misbehaves, IndexError):
                    few.remove(cards)
        return (wager, line) in self.seen_lines

    def _small_packs(self) -> list[Cards]:
        """A few ranks, or one suit, where rare hands are common."""
        whole = self.cards
        ranks = sorted({rank_of(c) for c in whole if not is_joker(c)})
        dealt = sum(self._dealt_to(name) for name in (SEAT.place, *self.game.places))
        few = (ranks[-5:], ranks[:3], ranks[-2:], ranks[-dealt // 4 :])  # at last just enough for a deal
        return [
            *(_only(whole, lambda c, some=some: rank_of(c) in some) for some in few),
            *(_only(whole, lambda c, n=n: suit_of(c) == 0 and rank_of(c) in ranks[-n:]) for n in (13, 7, 6, dealt)),
        ]

    def options(self) -> None:
        """Choices that never gave a word."""
        for number, step in enumerate(self.game.round):
            if isinstance(step, Choice) and not self.seen_words.get(number):
                self.fault(f"step {number + 1}, Choice", f"in {DEALS:,} deals it gave nobody an option")


def _only(cards: Cards, wanted: Callable[..., bool]) -> Cards:
    return tuple(c for c in cards if is_joker(c) or wanted(c))
