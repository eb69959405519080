"""Which hands beat which: for every kind of hand of a game the best one that was met, best kind first.

A game says what a hand is worth and what it is called, and no list of kinds. So hands are tried, among them from packs
of one suit, of few ranks and of neighbouring ranks, where rare kinds are common; the worth, which begins with the kind
or is a number, puts them in order. What is called otherwise is a kind of its own, as a royal flush beside the straight
flushes that it is the best of.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, Final

from houseway.cards import JOKER, RANK_NAMES, Card, Cards, rank_of, show, suit_of
from houseway.game import LOSE, SEAT, Contest, Deal, Game, Hand
from houseway.web.offers import a_word_that_stays

TRIED: Final = 1200
MOST: Final = 14  # rows; of more, as of points, the best and the last are shown
GAP: Final = {"name": "…", "cards": ""}  # the row that stands for those that are left out
RANKS: Final = re.compile(rf"\b(?:{'|'.join((*RANK_NAMES.values(), *'AKQJT'))})(?:e?s)?\b|\d+|s\b|\bhigh\b|\W+")


@lru_cache(maxsize=128)
def ranked_hands(game: Game) -> tuple[dict[str, str], ...]:
    """`name`, and `cards` that make it; nothing where hands are not compared or have no names."""
    wager = _compared(game)
    if wager is None:
        return ()
    hand = wager.mine
    best: dict[Any, tuple[Any, str, Cards]] = {}
    for cards in _tried(game, size_of(game, hand)):
        try:
            worth, name = told(game, hand, cards)
            kind = (worth[0], RANKS.sub("", name)) if isinstance(worth, tuple) else worth
            if kind not in best or worth > best[kind][0]:
                best[kind] = (worth, name, cards)
        except Exception:  # a rule of somebody's own that looks at more, or cannot be put in order
            return ()
    try:
        rows = sorted(best.values(), key=lambda row: row[0], reverse=True)
    except TypeError:
        return ()
    if rows and not hand.of.is_set and _is_reversed(game, wager, rows[0][0], rows[-1][0]):
        rows.reverse()
    shown = [{"name": name, "cards": show(cards)} for _, name, cards in rows]
    return tuple(shown if len(shown) <= MOST else [*shown[: MOST - 2], GAP, shown[-1]])


def _compared(game: Game) -> Contest | None:
    """A wager on which a hand of a seat is compared with the dealer's, where it has a name."""
    contests = (wager for wager in (*game.main, *game.wagers) if isinstance(wager, Contest))
    return next((w for w in contests if w.mine.tell and SEAT.place in w.mine.of.places), None)


def _is_reversed(game: Game, wager: Contest, most: Any, least: Any) -> bool:
    """Whether the hand that is worth less wins, as where points count against a player: the wager itself is asked."""
    said = a_word_that_stays(game)
    return wager.settle(most, least, said) == LOSE != wager.settle(least, most, said)


def told(game: Game, hand: Hand, cards: Cards) -> tuple[Any, str]:
    """What cards are worth and called; of hands that are set, a first one by itself."""
    if hand.of.is_set:
        [worth] = hand.worth(cards)
        return worth, game.hand_name(cards) if game.hand_name else ""
    worth = hand.worth(cards)
    return worth, hand.tell(worth, ()) if hand.tell else ""


def size_of(game: Game, hand: Hand) -> int:
    """How many cards are looked at; of those that are set, how many are set as the first hand."""
    if not hand.of.is_set:
        return sum(len(part.of(range(_dealt(game, part.place)))) for part in hand.of.parts)
    way = game.way or next((choice.way for choice in game.choices if choice.way), None)
    dealt = _dealt(game, SEAT.place)
    return len(way.set(game.pack().cards()[:dealt])[0]) if way else dealt


def _dealt(game: Game, place: str) -> int:
    return sum(step.cards for step in game.round if isinstance(step, Deal) and place in step.to.places)


def _tried(game: Game, dealt: int) -> Iterator[Cards]:
    """Hands as they are dealt; where cards are drawn to them, also with one or two more."""
    draws = any(choice.again for choice in game.choices)
    chance = Random(1)
    pack = game.pack(min(game.decks)).cards()
    suits = sorted({suit_of(card) for card in pack if card != JOKER})
    ranks = sorted({rank_of(card) for card in pack if card != JOKER})
    jokers = [card for card in pack if card == JOKER]
    for nth in range(TRIED):
        size = dealt + (nth // 6 % 3 if draws else 0)
        suit = chance.choice(suits)
        first = ranks[chance.randrange(len(ranks))] if nth % 10 else ranks[max(0, len(ranks) - size)]
        near = [rank for rank in ranks if first <= rank < first + size + nth % 3]
        few = chance.sample(ranks, min(2 + nth % 2, len(ranks)))
        among = _some(pack, nth % 6, suit, near, few, size) + (jokers if nth % 2 else [])
        if len(among) >= size > 0:
            yield tuple(chance.sample(among, size))


def _some(pack: Cards, how: int, suit: int, near: list[int], few: list[int], size: int) -> list[Card]:
    """Cards of the pack among which a rare kind of hand is common."""
    match how:
        case 1:
            return [card for card in pack if card != JOKER and suit_of(card) == suit]
        case 2:
            return [card for card in pack if card != JOKER and suit_of(card) == suit and rank_of(card) in near]
        case 3:
            return [card for card in pack if card != JOKER and rank_of(card) in near]
        case 4:
            return [card for card in pack if card != JOKER and rank_of(card) in few]
        case 5:  # all of one suit but one or two
            alike = [card for card in pack if card != JOKER and suit_of(card) == suit]
            return alike[-size:] + [card for card in pack if card not in alike][:2]
        case _:
            return list(pack)
