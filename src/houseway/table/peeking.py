"""The dealer looks at physical cards that lie face down, and says what nobody can check yet: whether the round is over.

What he said binds the cards: when they are turned over, others are refused. Until then a wager that looks at them is
settled only if every card that could lie there brings it to the same line.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from houseway.game import Over
from houseway.table.places import Place, place_named
from houseway.table.replacing import replace
from houseway.table.seeing import seen_by_dealer
from houseway.table.state import Round, Table

MOST_TRIED: Final = 2  # cards that are not known, for which every card of the pack is tried


def could_be_over(table: Table, rnd: Round, step: Over) -> bool:
    """Whether a look at the cards could end the round: no dealer looks under a five."""
    if unknown_at(rnd, looked_at(step)) > MOST_TRIED:
        return True
    return any(step.when(seen_by_dealer(table, each)) for each in possible(table, rnd, looked_at(step)))


def is_known(rnd: Round, step: Over) -> bool:
    """Whether all cards that a look goes to are entered."""
    return all(rnd.pile(place).is_known for place in looked_at(step))


def unknown_at(rnd: Round, places: Iterable[Place]) -> int:
    """How many cards lie there that nobody has entered."""
    return sum(rnd.pile(place).size - len(rnd.cards_of(place)) for place in places)


def looked_at(step: Over) -> tuple[Place, ...]:
    return tuple(map(place_named, step.looks.places))


def contradicts(table: Table, rnd: Round) -> bool:
    """Whether the dealer said something else of cards that are known now, and of the first to lie there."""
    for number, said in rnd.peeks.items():
        step = table.game.round[number]
        assert isinstance(step, Over)
        if is_known(rnd, step) and step.when(seen_by_dealer(table, rnd)) is not said:
            return True
    return False


def possible(table: Table, rnd: Round, places: tuple[Place, ...]) -> Iterator[Round]:
    """The round with every card in turn for one that is not known at these places, as far as it agrees with what the
    dealer said."""
    hidden = [place for place in places if not rnd.pile(place).is_known]
    if not hidden:
        yield rnd
        return
    left = Counter(table.game.pack(table.open_terms.decks).cards())
    left.subtract(chain.from_iterable(pile.cards for pile in rnd.piles.values()))
    place, pile = hidden[0], rnd.pile(hidden[0])
    for card, number in left.items():
        one_more = replace(pile, cards=(*pile.cards, card))
        after = replace(rnd, piles={**rnd.piles, place: one_more})
        if number > 0 and not contradicts(table, after):
            yield from possible(table, after, places)
