"""Blackjack by plain recursion: a few cards as points, fractions, and hands of a split played out beside each other.

The dealer stands on all 17s and has looked for a blackjack. A hand is played as is best for it alone, knowing its own
cards, the open card and the first card of the hand beside it; then all hands are played so, one after the other, from
the same cards, and settled together against one dealer.
"""

from fractions import Fraction
from functools import cache

ACE, TEN = 1, 10
Points = tuple[int, ...]  # cards, in rising order


def total(cards: Points) -> int:
    hard = sum(cards)
    return hard + 10 if ACE in cards and hard <= 11 else hard


def without(shoe: Points, card: int) -> Points:
    left = list(shoe)
    left.remove(card)
    return tuple(left)


def hidden(shoe: Points, up: int) -> list[int]:
    """The cards that may lie face down, each as often as it is there, when the dealer has no blackjack."""
    return [card for card in shoe if {up, card} != {ACE, TEN}]


@cache
def next_cards(shoe: Points, up: int) -> dict[int, Fraction]:
    """The chance of each card to come, when the dealer has no blackjack."""
    ways = {card: shoe.count(card) * len(hidden(without(shoe, card), up)) for card in set(shoe)}
    return {card: Fraction(number, sum(ways.values())) for card, number in ways.items() if number}


@cache
def dealers(cards: Points, shoe: Points) -> dict[int, Fraction]:
    """The chance of each of his totals; 22 stands for all above 21."""
    if total(cards) >= 17:
        return {min(total(cards), 22): Fraction(1)}
    chances: dict[int, Fraction] = {}
    for card in set(shoe):
        for made, chance in dealers((*cards, card), without(shoe, card)).items():
            chances[made] = chances.get(made, Fraction(0)) + chance * shoe.count(card) / len(shoe)
    return chances


@cache
def final(shoe: Points, up: int) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    holes = hidden(shoe, up)
    for hole in set(holes):
        for made, chance in dealers((up, hole), without(shoe, hole)).items():
            chances[made] = chances.get(made, Fraction(0)) + chance * holes.count(hole) / len(holes)
    return chances


def stands(mine: int, shoe: Points, up: int) -> Fraction:
    if mine > 21:
        return Fraction(-1)
    return sum(
        (c * (1 if made > 21 or mine > made else -(mine < made)) for made, c in final(shoe, up).items()), Fraction(0)
    )


@cache
def best(cards: Points, shoe: Points, up: int, of_aces: bool) -> tuple[Fraction, str]:
    """What a hand wins that is not split, and its first word."""
    if total(cards) >= 21 or of_aces:
        return stands(total(cards), shoe, up), ""
    drawn = [(chance, tuple(sorted((*cards, c))), without(shoe, c)) for c, chance in next_cards(shoe, up).items()]
    options = [
        (stands(total(cards), shoe, up), "stand"),
        (sum((chance * best(hand, left, up, of_aces=False)[0] for chance, hand, left in drawn), Fraction(0)), "hit"),
    ]
    if len(cards) == 2:
        options.append((2 * sum((p * stands(total(hand), left, up) for p, hand, left in drawn), Fraction(0)), "double"))
    return max(options, key=lambda option: option[0])


class Split:
    """A pair that is split into at most so many hands; aces get one card each, and are split once."""

    def __init__(self, pair: int, up: int, shoe: Points, most: int, again: bool) -> None:
        self.pair, self.up, self.shoe = pair, up, shoe
        self.most = most if again and pair != ACE else 2

    def wins(self) -> Fraction:
        return self._plays(self.shoe, 2, 2, ())

    def _word(self, cards: Points) -> str:
        """As if no card of another hand but its first were known."""
        left = self.shoe
        for card in without(cards, self.pair):
            left = without(left, card)
        return best(cards, left, self.up, self.pair == ACE)[1]

    def _plays(self, shoe: Points, waiting: int, hands: int, done: tuple[tuple[int, int], ...]) -> Fraction:
        """The next hand gets its second card, and is split again or played to its end."""
        if not waiting:
            return self._settled(shoe, done)
        won = Fraction(0)
        for card, chance in next_cards(shoe, self.up).items():
            left = without(shoe, card)
            if card == self.pair and hands < self.most:
                won += chance * self._plays(left, waiting + 1, hands + 1, done)
            else:
                cards = tuple(sorted((self.pair, card)))
                won += chance * self._hand(cards, left, waiting, hands, done)
        return won

    def _hand(
        self, cards: Points, shoe: Points, waiting: int, hands: int, done: tuple[tuple[int, int], ...]
    ) -> Fraction:
        word = self._word(cards)
        if word in ("", "stand"):
            return self._plays(shoe, waiting - 1, hands, tuple(sorted((*done, (total(cards), 1)))))
        won = Fraction(0)
        for card, chance in next_cards(shoe, self.up).items():
            now, left = tuple(sorted((*cards, card))), without(shoe, card)
            if word == "double":
                won += chance * self._plays(left, waiting - 1, hands, tuple(sorted((*done, (total(now), 2)))))
            else:
                won += chance * self._hand(now, left, waiting, hands, done)
        return won

    def _settled(self, shoe: Points, done: tuple[tuple[int, int], ...]) -> Fraction:
        return sum((times * stands(made, shoe, self.up) for made, times in done), Fraction(0))


def wins(pack: Points, most_hands: int) -> Fraction:
    """What a round wins of a bet, with best play."""
    won, deals = Fraction(0), 0
    for at, up in enumerate(pack):
        for first in range(len(pack)):
            for second in range(first):
                if at in (first, second):
                    continue
                shoe = tuple(card for n, card in enumerate(pack) if n not in (at, first, second))
                won += _deal(tuple(sorted((pack[first], pack[second]))), up, tuple(sorted(shoe)), most_hands)
                deals += 1
    return won / deals


@cache
def _deal(cards: Points, up: int, shoe: Points, most_hands: int) -> Fraction:
    mine = total(cards) == 21
    no_blackjack = Fraction(len(hidden(shoe, up)), len(shoe))
    against = Fraction(0) if mine else Fraction(-1)
    if not no_blackjack:
        return against
    played = Fraction(3, 2) if mine else best(cards, shoe, up, of_aces=False)[0]
    if cards[0] == cards[1] and most_hands > 1:
        splits = (Split(cards[0], up, shoe, most_hands, again).wins() for again in (True, False))
        played = max(played, *splits)
    return no_blackjack * played + (1 - no_blackjack) * against
