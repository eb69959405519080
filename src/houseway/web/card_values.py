"""What single cards count, where hands are totals. A game says what a hand is worth and called, not what each card
counts: so the few ways of counting that there are at casino tables are tried on many hands, and one that explains the
number in every name is told. Where none does, hands are no totals.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Final, NamedTuple

from houseway.cards import ACE, JOKER, Cards, rank_of
from houseway.game import SEAT, Contest, Game, Hand
from houseway.web.hand_ranks import size_of, told

NUMBER: Final = re.compile(r"\d+")
ENOUGH: Final = 40  # hands that must have a number in their names
MOST: Final = 150  # hands that are tried


class CountingWay(NamedTuple):
    ace: tuple[int, ...]
    ten: int  # and faces
    last_digit: bool

    def totals(self, cards: Cards) -> set[int]:
        sums = {sum(each) for each in product(*(self._counts(rank_of(card)) for card in cards))}
        return {total % 10 for total in sums} if self.last_digit else sums

    def _counts(self, rank: int) -> tuple[int, ...]:
        return self.ace if rank == ACE else (rank,) if rank < 10 else (self.ten,)


COUNTINGS: Final = tuple(
    CountingWay(ace, ten, last_digit)
    for last_digit in (False, True)
    for ten in (0, 10)
    for ace in ((1,), (11,), (1, 11))
)


@lru_cache(maxsize=128)
def card_values(game: Game) -> tuple[str, ...]:
    """What an ace counts, what faces do, and whether only the last digit of the sum does; nothing where cards are not
    added up."""
    contests = (wager for wager in (*game.main, *game.wagers) if isinstance(wager, Contest))
    hand = next((wager.mine for wager in contests if wager.mine.tell or wager.mine.of.is_set), None)
    if hand is None:
        return ()
    numbered = list(_numbered(game, hand))
    if len(numbered) < ENOUGH:
        return ()
    for counting in COUNTINGS:
        if all(number in counting.totals(cards) for cards, number in numbered):
            return tuple(_sentences(counting))
    return ()


def _numbered(game: Game, hand: Hand) -> Iterator[tuple[Cards, int]]:
    """Hands of different ranks, and the number in the name of each; one that is called by a word has none."""
    pack = [card for card in game.pack(min(game.decks)).cards() if card != JOKER]
    of_rank = {rank_of(card): card for card in pack}
    size = size_of(game, hand)
    draws = any(choice.again for choice in game.choices) or SEAT.place not in hand.of.places
    for dealt in (size, size + 1) if draws else (size,):
        hands = list(combinations(of_rank.values(), dealt)) if 0 < dealt < 4 else []
        for cards in Random(1).sample(hands, min(MOST, len(hands))):
            try:
                _, name = told(game, hand, cards)
            except Exception:  # a rule of somebody's own that looks at more
                return
            found = NUMBER.search(name)
            if found:
                yield cards, int(found[0])


def _sentences(counting: CountingWay) -> Iterator[str]:
    ace = " or ".join(map(str, counting.ace))
    yield f"An ace counts {ace}, a 10, jack, queen or king counts {counting.ten}, any other card its number."
    if counting.last_digit:
        yield "Only the last digit of the sum counts: 7 and 8 make 5."
