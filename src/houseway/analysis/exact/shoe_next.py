"""Wagers on a seat's first cards and the next one that comes to it, beside a hand that is played on.

They look at the seat's cards hand by hand (`SEAT.set`), for after a split the first cards lie on two hands. They may
look at suits, which the hand that is played does not; whether a card comes is what a seat does that plays best for its
main wagers. So they are counted by themselves: the open card, the first two, the hidden one and the next, and where the
next can matter the seat is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.shoe_cards import Grades
from houseway.cards import Card, Cards
from houseway.game import SEAT, Choice, Deal, Hand, Over, Seen, Settle, Worth

Kind = tuple[object, ...]


def worths_on_next_card(question: Question, hand: Hand) -> Counter[Worth]:
    """In how many ways the cards come so that the hand is worth so much, where the main wagers are played best."""
    return _NextCard(question, hand).worths()


class _NextCard:
    def __init__(self, question: Question, hand: Hand) -> None:
        self.question, self.hand = question, hand
        self.shoe = ShoeHands(question)
        self.place = self.shoe.cards.his_place
        dealt = {name: step for step in question.game.round if isinstance(step, Deal) for name in step.to.places}
        mine, his = dealt[SEAT.place], dealt[self.place]
        if (mine.cards, his.cards, his.up) != (2, 2, 1) or not callable(hand.sees):
            raise ValueError("a wager on the next card: two cards each, one of the dealer's open, are counted")
        groups: dict[Kind, list[Card]] = {}
        for card in question.cards:
            groups.setdefault((self.shoe.cards.graded((card,)), hand.sees(card)), []).append(card)
        self.kinds = [(group[0], len(group)) for group in groups.values()]
        self._drawn: dict[tuple[Grades, Grades, Grades], bool] = {}

    def worths(self) -> Counter[Worth]:
        found: Counter[Worth] = Counter()
        left = len(self.question.cards) - 3
        for mine, ways in self._ways(2):
            two = self.hand.worth(mine)
            for (third,), number in self._ways(1, mine):
                three = self.hand.worth((*mine, third))
                comes = self._comes(mine, third) if three != two else 0
                found[three] += ways * number * comes
                found[two] += ways * number * (left * (left - 1) - comes)
        return found

    def _comes(self, mine: Cards, third: Card) -> int:
        """In how many ways the dealer's cards come so that the seat takes this card, which lies next."""
        his = self._ways(2, (*mine, third))
        return sum(ways for (up, hidden), ways in his if self._draws(mine, up, hidden))

    def _draws(self, mine: Cards, up: Card, hidden: Card) -> bool:
        """Whether a seat that plays best with these two cards takes one, or more by a split; asked once for cards that
        count alike."""
        graded = self.shoe.cards.graded
        key = graded(mine), graded((up,)), graded((hidden,))
        if key not in self._drawn:
            self._drawn[key] = self._takes_one(mine, up, hidden)
        return self._drawn[key]

    def _ways(self, number: int, gone: Cards = ()) -> Iterator[tuple[Cards, int]]:
        """So many cards that come one after the other when these are gone, one of each kind for all, and how often."""
        if not number:
            yield (), 1
            return
        for card, copies in self.kinds:
            left = copies - gone.count(card)
            for others, ways in self._ways(number - 1, (*gone, card)) if left > 0 else ():
                yield (card, *others), left * ways

    def _takes_one(self, mine: Cards, up: Card, hidden: Card) -> bool:
        table = self.shoe.against(self.shoe.cards.graded((up,)))
        node = table.start(self.shoe.cards.graded(mine))
        while not table.is_done(table.kinds[node.kind]):
            step = table.round[table.kinds[node.kind].at]
            match step:
                case Choice() if not table.legal(node):
                    node = table.passed(node)
                case Choice():
                    option = table.chosen(node)
                    if option.takes:
                        return True
                    node = table.after(node, option)
                case Over():
                    if step.when(Seen(pack=self.question.pack, lying={self.place: (up, hidden)})):
                        return False
                    node = table.looked(node)
                case Settle():
                    node = table.settle(node, step)
        return False
