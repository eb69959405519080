"""Physical cards that a player alone sees: what can be said with them, though nobody else knows them."""

from collections.abc import Iterator

from houseway.cards import Cards, Pack
from houseway.game import DEALER, SEAT, Choice, Deal, Game, Seen


def unlike_hands(pack: Pack, size: int) -> Iterator[Cards]:
    """So many cards at even steps through one deck in order: by small steps hands of few ranks, by steps of four one
    suit, by steps of five no flush and few pairs."""
    deck = tuple(dict.fromkeys(pack.cards()))
    for step in range(1, len(deck) // max(size, 1) + 1):
        yield from (deck[first::step][:size] for first in range(step))


def needs_to_know_hands(game: Game) -> bool:
    """Whether the round cannot go on without the cards that a seat alone sees: it chooses on with them, or they decide
    whether it chooses at all, or what it may say before another choice. What it says last is held against its cards
    when they are turned over."""
    size = up = 0
    for step in game.round:
        if isinstance(step, Deal) and SEAT.place in step.to.places:
            size, up = size + step.cards, up + step.up
        if isinstance(step, Choice) and up < size:
            return step.again or _depends_on_hand(game, step, size)
    return False


def _depends_on_hand(game: Game, step: Choice, size: int) -> bool:
    words = set()
    for cards in unlike_hands(game.pack(), size):
        his = tuple(card for card in game.pack().cards() if card not in cards)
        seen = Seen(pack=game.pack(), lying={SEAT.place: cards, DEALER.place: his})
        words.add(frozenset(option.word for option in step.options(seen)))
    return frozenset() in words or (len(words) > 1 and step is not game.choices[-1])
