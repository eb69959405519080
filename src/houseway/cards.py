"""Cards, the packs they come from, and how they are written.

A card is a small integer so that tables can be indexed by it: four suits of the deuce first, four
aces last, then the joker. The text notation is what people type and read: `As Td 2c Jk`.

>>> parse("As Td Jk")
(As, Td, Jk)
>>> Pack(joker=True).copies(JOKER)
1
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
NOTATION: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk")


class Card(int):
    """A card of the deck, or the joker: an integer from 0 to 52 that prints as people write it.

    >>> Card(51), str(Card(52))
    (As, 'Jk')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return NOTATION[self]

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(NOTATION[self], spec)


Cards = tuple[Card, ...]
JACK, QUEEN, KING, ACE = 11, 12, 13, 14
JOKER: Final = Card(52)
DECK: Final[Cards] = tuple(Card(c) for c in range(52))

RANK_NAMES: Final = {
    **{r: str(r) for r in range(2, 11)},
    JACK: "jack",
    QUEEN: "queen",
    KING: "king",
    ACE: "ace",
}


def card(rank: int, suit: int) -> Card:
    return Card(4 * (rank - 2) + suit)


def rank_of(card: Card) -> int:
    """2 to 14; the joker answers 15, which no rule reads as a rank."""
    return card // 4 + 2


def suit_of(card: Card) -> int:
    return card % 4


def is_joker(card: Card) -> bool:
    return card == JOKER


def decks_in_words(decks: int) -> str:
    return "1 deck" if decks == 1 else f"{decks} decks"


@dataclass(frozen=True, slots=True)
class Pack:
    """What the shuffler holds: so many decks of 52, and perhaps one joker."""

    decks: int = 1
    joker: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= 8:
            raise ValueError(f"{decks_in_words(self.decks)}: a shoe holds 1 to 8")

    def __len__(self) -> int:
        return 52 * self.decks + self.joker

    def __str__(self) -> str:
        if self.decks > 1:
            return f"a shoe of {decks_in_words(self.decks)}"
        return f"{len(self)} cards" + (", one of them the joker" if self.joker else "")

    def cards(self) -> Cards:
        return DECK * self.decks + (JOKER,) * self.joker

    def copies(self, card: Card) -> int:
        return int(self.joker) if is_joker(card) else self.decks


def show_card(card: Card) -> str:
    return NOTATION[card]


def show(cards: Iterable[Card]) -> str:
    """Cards as people write them.

    >>> show(Pack(joker=True).cards()[-3:])
    'Ah As Jk'
    """
    return " ".join([NOTATION[card] for card in cards])


def parse_rank(text: str) -> int:
    rank = text.upper().replace("10", "T")
    if len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"{text!r} is not a rank: one of {RANKS}")
    return RANKS.index(rank) + 2


def parse_card(text: str) -> Card:
    if text.lower() == "jk":
        return JOKER
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise ValueError(
            f"{text!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, as in As or Td; the joker is Jk"
        )
    return card(RANKS.index(rank) + 2, SUITS.index(suit))


def parse(text: str) -> Cards:
    """Read cards from text, with or without spaces between them.

    >>> parse("As Td Jk")
    (As, Td, Jk)
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 3:
        word = words[0].replace("10", "T")
        words = [word[i : i + 2] for i in range(0, len(word), 2)]
    return tuple(map(parse_card, words))


def parse_hand(text: str, pack: Pack, size: int) -> Cards:
    """Read one hand that `pack` could have dealt."""
    cards = parse(text)
    if len(cards) != size:
        number = f"{len(cards)} cards" if len(cards) != 1 else "1 card"
        raise ValueError(f"{text!r} is {number}: {size} are dealt")
    check_dealable(cards, pack)
    return cards


def check_dealable(cards: Sequence[Card], pack: Pack) -> None:
    for card, times in Counter(cards).items():
        if times > pack.copies(card):
            held = "no joker" if is_joker(card) and not pack.joker else f"only {pack.copies(card)} of it"
            often = "once" if times == 1 else f"{times} times"
            raise ValueError(f"{show_card(card)!r} stands {often} in {show(cards)!r}: {held} in {pack}")
