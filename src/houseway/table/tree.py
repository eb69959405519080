"""A commitment to cards in their order that is opened card by card: a tree of hashes.

Every card has a salt of its own, which follows from one secret nonce by SHA-256 and tells nothing of the others. A leaf
is the hash of a card's place, the card and its salt; above the leaves every two hashes make one, and the last of an odd
number goes up as it is. Who knows the root, and is shown a card, its salt and the hashes beside its way up, knows that
this card lay in this place; of the cards that are not shown he learns nothing.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from houseway.cards import Card, Cards, parse_card, show_card

Levels = tuple[tuple[str, ...], ...]  # the leaves, the hashes above them, and so on to the root


class OpenedCard(NamedTuple):
    """A card of the tree, with all that is needed to find the root from it."""

    place: int  # among the cards as they were sealed, from 0
    card: Card
    salt: str
    path: tuple[str, ...]  # the hash beside it at every level that has one, from the leaf up


def root_of(order: Cards, nonce: str) -> str:
    return _levels(order, nonce)[-1][0]


def opened_card(order: Cards, nonce: str, place: int) -> OpenedCard:
    levels, at, path = _levels(order, nonce), place, []
    for level in levels[:-1]:
        if at ^ 1 < len(level):
            path.append(level[at ^ 1])
        at //= 2
    return OpenedCard(place, order[place], _salt(nonce, place), tuple(path))


def root_above(opened: OpenedCard, size: int) -> str | None:
    """The root to which an opened card leads in a tree of so many leaves; None where its path does not fit."""
    if not 0 <= opened.place < size:
        return None
    found, at, path = _leaf(opened.place, opened.card, opened.salt), opened.place, list(opened.path)
    while size > 1:
        if at ^ 1 < size:
            if not path:
                return None
            beside = path.pop(0)
            found = _node(beside, found) if at % 2 else _node(found, beside)
        at, size = at // 2, (size + 1) // 2
    return None if path else found


def write_opened(opened: OpenedCard) -> dict[str, Any]:
    return {**opened._asdict(), "card": show_card(opened.card), "path": list(opened.path)}


def read_opened(page: Mapping[str, Any]) -> OpenedCard:
    """Raises `ValueError` for what is written otherwise than a card is opened: two readers must not see two cards."""
    opened = OpenedCard(page["place"], parse_card(str(page["card"])), str(page["salt"]), tuple(page["path"]))
    is_hashes = all(re.fullmatch(r"[0-9a-f]{64}", str(each)) for each in (opened.salt, *opened.path))
    if type(opened.place) is not int or show_card(opened.card) != page["card"] or not is_hashes:
        raise ValueError(f"this is no opened card: {page!r}"[:200])
    return opened


@lru_cache(maxsize=32)  # every view of a table asks for the same few trees
def _levels(order: Cards, nonce: str) -> Levels:
    level: Sequence[str] = [_leaf(place, card, _salt(nonce, place)) for place, card in enumerate(order)]
    levels = [tuple(level)]
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [_node(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
        levels.append(tuple(level))
    return tuple(levels)


def _salt(nonce: str, place: int) -> str:
    return _hash(f"salt {nonce} {place}")


def _leaf(place: int, card: Card, salt: str) -> str:
    return _hash(f"card {place} {show_card(card)} {salt}")


def _node(left: str, right: str) -> str:
    return _hash(f"pair {left} {right}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
