"""Cards that a player can learn: for some games one of each length, found by a long search and kept in a file.

A card is a list of rules or a points card, as a house way is; or it ends by asking the dealer for the house way. The
file also says what the search found each card to cost, so that a curve of all lengths need not be priced anew; a test
prices them.
"""

from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Protocol

from houseway.faults import FileFaults, load_toml
from houseway.ways.split import Split
from houseway.ways.way import POINTS, Bound, Way, way_of


@dataclass(frozen=True, slots=True)
class Amount:
    """What a hand scores from a strength on, up to the next amount."""

    hand: str
    bound: Bound
    points: int


@dataclass(frozen=True, kw_only=True, eq=False)
class PlayerCard:
    way: Way | None  # nothing but asking
    asks: bool  # whether the house way is asked for where no rule decides
    house_edge: Fraction

    @property
    def length(self) -> int:
        """How many lines there are to learn: rules, amounts, and asking."""
        if self.way is None:
            return 1
        return len(amounts(self.way)) or len(self.way.rules) + self.asks


def amounts(way: Way) -> tuple[Amount, ...]:
    """A points card as steps: from each of these strengths on, a hand scores so much. Empty for a list of rules."""
    found = []
    for hand, entries in way.points.items():
        before = 0
        for bound, points in sorted(entries, key=lambda entry: entry[0].begin):
            if points != before:
                found.append(Amount(hand, Bound(f"{bound.text}+", bound.begin, "+"), points))
            before = points
    return tuple(found)


def player_cards(game: str, split: Split) -> tuple[PlayerCard, ...]:
    """The cards of the file that is named after the game, the shortest first."""
    name = f"{game}-cards"
    text = (files("houseway.ways") / f"{name}.toml").read_text("utf-8")
    cards = [_card(game, name, dict(each), split) for each in load_toml(name, text)["card"]]
    return tuple(sorted(cards, key=lambda card: (card.length, not card.asks)))


def _card(game: str, name: str, data: dict[str, object], split: Split) -> PlayerCard:
    edge, asks = Fraction(str(data.pop("house_edge"))), bool(data.pop("asks", False))
    if not data:
        return PlayerCard(way=None, asks=asks, house_edge=edge)
    way = way_of(name, {"game": game, "name": "houseway player card", "version": "2", **data}, split)
    if any(POINTS in rule.order for rule in way.rules) and asks:
        raise FileFaults(name, ["a points card decides every hand and leaves nothing to ask for"])
    return PlayerCard(way=way, asks=asks, house_edge=edge)


class BringsCards(Protocol):
    """What is asked of a game here: ways do not know the words that games are written in."""

    @property
    def player_cards(self) -> tuple[object, ...]: ...


def cards_of(game: BringsCards) -> tuple[PlayerCard, ...]:
    """The cards that come with a game; none if a short strategy is found when it is asked for."""
    return tuple(card for card in game.player_cards if isinstance(card, PlayerCard))
