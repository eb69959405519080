"""Shoes that are dealt to those who count a wager. A perfect counter knows at every moment what is left, and what the
wager wins then; one who keeps a linear count knows its estimate alone.

A round counts for what a bet wins on average when it is made, so that luck of the bets themselves is in no error; what
a seat plays is played best for what is left, whoever counts. Beside them one bets in every round. If every shoe had as
many rounds, he would meet the edge of a fresh one; a cut card lets a shoe that spends few cards a round have more of
them, and what that changes is seen of him."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol

import numpy as np

from houseway.analysis.card_effects import is_played
from houseway.analysis.cards_left import CardsLeft, Counts, TooManyWays
from houseway.analysis.exact.facts import facts
from houseway.analysis.exact.figures import is_added
from houseway.analysis.exact.question import question
from houseway.analysis.linear_count import DECK, LinearCount
from houseway.analysis.penetration import PERFECT, Counted, CountedRounds, counted
from houseway.analysis.played_left import PlayedLeft
from houseway.analysis.ways_left import WaysLeft
from houseway.cards import Card, Cards
from houseway.game import Bets, Choice, Deal, Draw, Game, Seen, Show, Wager
from houseway.paytable import Paytable

MOST_CARDS = 60  # that are looked at of what a round may take
Shuffled = Callable[[], Cards]  # a whole shoe in any order


class QuickWager(Protocol):
    """A wager that is quickly weighed for whatever is left."""

    longest: int  # cards that a round looks at

    def number_of(self, card: Card) -> int: ...

    def counts(self, cards: Sequence[Card]) -> Counts: ...

    def expectation(self, left: Counts) -> float: ...


class Counter:
    """A wager, and those who count it."""

    def __init__(
        self,
        game: Game,
        wager: Wager,
        paytable: Paytable,
        decks: int | None = None,
        linear: Sequence[LinearCount] = (),
    ) -> None:
        if game.choices and (facts(question(game)).draws or is_added(game, wager)):
            why = "for a seat draws or adds bets: ask for effects"
            raise ValueError(f"{game.slug}: no counter of {wager.name} is simulated, {why}")
        self.game, self.wager, self.paytable, self.linear = game, wager, paytable, linear
        self.pack = game.pack(decks)
        played = is_played(game, wager)
        try:
            self.weighed: QuickWager = (
                PlayedLeft(game, wager, paytable, decks) if played else WaysLeft(CardsLeft(game, wager, paytable))
            )
        except TooManyWays as error:
            raise ValueError(f"{error} round by round: ask for effects") from None
        deals = sum(step.cards * len(step.to.places) for step in game.round if isinstance(step, Deal))
        draws = sum(isinstance(step, Draw) for step in game.round)
        self.longest = max(self.weighed.longest, deals + draws)  # as in all games here, whose rules draw one card each

    def expectation(self, left: Counts) -> float:
        """What a unit wins on average when this is left: quickly, and to some thirteen digits."""
        return self.weighed.expectation(left)

    def play(self, shoes: int, behind: int, shuffled: Shuffled) -> Counted:
        """So many shoes for a perfect counter, each dealt until no more cards are left than lie behind the cut card."""
        return next(iter(self.play_all(shoes, (behind,), shuffled)))

    def play_all(self, shoes: int, behind: Iterable[int], shuffled: Shuffled) -> Iterator[Counted]:
        """The same for all who count, and several depths."""
        depths = tuple(behind)
        names = {"game": self.game.slug, "wager": self.wager.name, "paytable": self.paytable.name}
        parts = (self._dealt(shuffled(), min(depths)) for _ in range(shoes))
        return counted(parts, depths, decks=self.pack.decks, **names)

    def _dealt(self, order: Cards, behind: int) -> CountedRounds:
        """The rounds of one shoe."""
        left, won, gone, top = [], [], [], 0
        held = list(self.weighed.counts(order))
        whole = np.array(held)
        while len(order) - top > behind:
            left.append(len(order) - top)
            won.append(self.expectation(tuple(held)))
            gone.append(whole - held)
            used = self._used(order[top : top + MOST_CARDS])
            for card in order[top : top + used]:
                held[self.weighed.number_of(card)] -= 1
            top += used
        thinks = {PERFECT: np.array(won)}
        for count in self.linear:
            tags = np.zeros(len(whole))
            for card in dict.fromkeys(order):
                tags[self.weighed.number_of(card)] = float(count.tag_of[card])
            true_count = np.array(gone) @ tags * DECK / np.array(left)
            thinks[count.name] = (true_count - float(count.trigger)) * float(count.true_count_worth)
        return CountedRounds(np.zeros(len(left), np.int64), np.array(left), np.array(won), thinks)

    def _used(self, cards: Cards) -> int:
        """How many of the next cards a round takes."""
        coming: Iterator[Card] = chain(cards, _none_left())
        lying: dict[str, Cards] = {}
        used = 0
        for step in self.game.round:
            match step:
                case Deal():
                    for name in step.to.places:
                        lying[name] = (*lying.get(name, ()), *(next(coming) for _ in range(step.cards)))
                        used += step.cards
                case Draw():
                    while step.more(Seen(pack=self.pack, lying=lying)):
                        lying[step.to.place] = (*lying.get(step.to.place, ()), next(coming))
                        used += 1
                case Bets() | Show() | Choice():
                    pass
                case _:
                    raise ValueError(f"{self.game.slug}: a counter is simulated where nobody chooses")
        return used


def _none_left() -> Iterator[Card]:
    raise ValueError("a round takes more cards than lie behind the cut card")
    yield 0
