"""A game played with any few cards, so that every deal of real cards can be tried."""

from dataclasses import dataclass, fields, replace

from houseway.cards import Cards
from houseway.game import Deal, Game


@dataclass(frozen=True)
class Few:
    """In the place of a pack."""

    few: Cards
    decks: int = 1

    def __len__(self) -> int:
        return len(self.few)

    def cards(self) -> Cards:
        return self.few


class DealOfFew(Deal):
    """The same packets, from a few cards."""

    few: Few

    def pack(self, decks: int | None = None) -> Few:
        return self.few


def cut_down(game: Game, cards: Cards) -> Game:
    deal = DealOfFew(**{field.name: getattr(game.deal, field.name) for field in fields(Deal)})
    object.__setattr__(deal, "few", Few(cards))
    return replace(game, deal=deal)
