"""Blackjack Switch by plain recursion, without splits: two hands of a few cards as points, played out one after the
other from the same cards, and settled together against one dealer, who hits a soft 17.

A hand is played as is best for it alone, knowing its own cards and the open card; whether the second cards change
places is best for that play, knowing all four.
"""

from fractions import Fraction
from functools import cache

from tests.oracle.blackjack import ACE, Points, hidden, next_cards, total, without

Hand = tuple[Points, bool]  # cards, and whether two that make 21 are a blackjack


@cache
def dealers(cards: Points, shoe: Points) -> dict[int, Fraction]:
    """The chance of each of his totals."""
    is_soft = ACE in cards and total(cards) == sum(cards) + 10
    if total(cards) > 17 or (total(cards) == 17 and not is_soft):
        return {total(cards): Fraction(1)}
    chances: dict[int, Fraction] = {}
    for card in set(shoe):
        for made, chance in dealers((*cards, card), without(shoe, card)).items():
            chances[made] = chances.get(made, Fraction(0)) + chance * shoe.count(card) / len(shoe)
    return chances


@cache
def final(shoe: Points, up: int) -> dict[int, Fraction]:
    holes, chances = hidden(shoe, up), dict[int, Fraction]()
    for hole in set(holes):
        for made, chance in dealers((up, hole), without(shoe, hole)).items():
            chances[made] = chances.get(made, Fraction(0)) + chance * holes.count(hole) / len(holes)
    return chances


def won(hand: Hand, his: int) -> int:
    cards, natural = hand
    mine = total(cards)
    if mine > 21:
        return -1
    if natural and len(cards) == 2 and mine == 21:
        return 1
    if his == 22:
        return 0
    return 1 if his > 22 or mine > his else -(mine < his)


def stands(hand: Hand, shoe: Points, up: int) -> Fraction:
    return sum((chance * won(hand, his) for his, chance in final(shoe, up).items()), Fraction(0))


@cache
def best(hand: Hand, shoe: Points, up: int) -> tuple[Fraction, str]:
    """What a hand by itself wins, and its first word."""
    cards, natural = hand
    if total(cards) >= 21:
        return stands(hand, shoe, up), "stand"
    drawn = [((*cards, c), chance, without(shoe, c)) for c, chance in next_cards(shoe, up).items()]
    hands = [((tuple(sorted(more)), natural), chance, left) for more, chance, left in drawn]
    options = [
        (stands(hand, shoe, up), "stand"),
        (sum((chance * best(more, left, up)[0] for more, chance, left in hands), Fraction(0)), "hit"),
    ]
    if len(cards) == 2:
        doubled = sum((chance * stands(more, left, up) for more, chance, left in hands), Fraction(0))
        options.append((2 * doubled, "double"))
    return max(options, key=lambda option: option[0])


@cache
def played(
    waiting: tuple[Hand, ...], done: tuple[tuple[Hand, int], ...], shoe: Points, up: int, pack: Points
) -> Fraction:
    """What all hands win together, of which some wait to be played from the same cards."""
    if not waiting:
        return sum((times * stands(hand, shoe, up) for hand, times in done), Fraction(0))
    (cards, natural), *others = waiting
    seen = pack
    for card in cards:
        seen = without(seen, card)
    word = best((cards, natural), seen, up)[1]
    if word == "stand":
        return played(tuple(others), (*done, ((cards, natural), 1)), shoe, up, pack)
    result = Fraction(0)
    for card, chance in next_cards(shoe, up).items():
        more, left = (tuple(sorted((*cards, card))), natural), without(shoe, card)
        now = (tuple(others), (*done, (more, 2))) if word == "double" else ((more, *others), done)
        result += chance * played(*now, left, up, pack)
    return result


def wins(pack: Points) -> Fraction:
    """What a round wins of one of its two bets."""
    return _dealt((), tuple(sorted(pack)), tuple(sorted(pack)))


def _dealt(cards: Points, shoe: Points, pack: Points) -> Fraction:
    """The open card, and then two cards to each hand."""
    if len(cards) == 5:
        return _deal(cards[0], cards[1:], shoe, without(pack, cards[0]))
    each = ((card, Fraction(shoe.count(card), len(shoe))) for card in set(shoe))
    return sum((chance * _dealt((*cards, card), without(shoe, card), pack) for card, chance in each), Fraction(0))


def _deal(up: int, cards: Points, shoe: Points, pack: Points) -> Fraction:
    one, two, three, four = cards
    goes_on = Fraction(len(hidden(shoe, up)), len(shoe))
    against = sum((Fraction(0) if total(hand) == 21 else Fraction(-1)) for hand in ((one, two), (three, four)))
    if not goes_on:
        return against
    kept = tuple((tuple(sorted(hand)), True) for hand in ((one, two), (three, four)))
    switched = tuple((tuple(sorted(hand)), False) for hand in ((one, four), (three, two)))
    best_of = max(played(hands, (), shoe, up, pack) for hands in (kept, switched))
    return goes_on * best_of + (1 - goes_on) * against
