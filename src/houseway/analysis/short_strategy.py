"""The short strategy of a game whose cards are set and whose suits never matter: a card of rules, one that comes with
the game or the best that a search finds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from houseway.analysis.exact.house_way import AsHouseWay, setting
from houseway.analysis.packets import SetGame, set_game
from houseway.analysis.rule_cards import rule_cards
from houseway.analysis.strategy import (
    BY_RULES,
    Length,
    Strategy,
    StrategyCard,
    StrategyRow,
    chosen,
    improving,
    rules_of,
)
from houseway.game import SEAT, Game, Option, Seen
from houseway.ways.player_cards import PlayerCard, cards_of

MOST_LINES = 12


@lru_cache(maxsize=16)
def strategy(game: Game, decks: int | None = None, lines: int | None = None, *, alone: bool = False) -> Strategy:
    """A short strategy of at most so many lines; else one to which no line worth learning can be added.
    `alone` leaves out the cards that end by asking the dealer for the house way."""
    known = set_game(game, game.pack(decks).decks)
    brought = cards_of(game)
    cards = improving(_brought(known, brought, alone) if brought else rule_cards(known, MOST_LINES, alone=alone))
    curve = tuple(Length(each.length, each.house_edge) for each in cards)
    card = cards[chosen(curve, lines)]
    assert known.edge(card.policy) == card.house_edge, f"{game.slug}: {card.length} lines are not worth what was found"
    return Strategy(
        game=game.slug,
        decks=known.decks,
        basis=card.basis,
        rows=card.rows(),
        house_edge=card.house_edge,
        best_edge=known.best_edge,
        curve=curve,
        asks=card.asks,
        digest=card.digest,
        policy=card.policy,
    )


@dataclass(frozen=True)
class CardPlayer:
    """A seat that goes by a card that came with the game, and asks for the house way where no rule decides."""

    card: PlayerCard
    as_house: AsHouseWay | None

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        return self.decide(seen, options)[1]

    def decide(self, seen: Seen, options: tuple[Option, ...]) -> tuple[int, Option]:
        """The number of the line that decides, and what it says."""
        rule, cut = self.card.way.decide(seen[SEAT]) if self.card.way else (0, None)
        if cut is not None:
            return rule, setting(options, cut)
        assert self.as_house is not None
        return rule, self.as_house(0, seen, options)


def _brought(known: SetGame, cards: tuple[PlayerCard, ...], alone: bool) -> Iterator[StrategyCard]:
    for card in cards:
        if not (alone and card.asks):
            policy = CardPlayer(card, known.as_house)
            yield StrategyCard(
                length=card.length,
                house_edge=known.edge(policy),
                basis=BY_RULES,
                asks=card.asks,
                rows=partial(_rows, known, policy),
                digest=card.way.digest if card.way else None,
                policy=policy,
            )


def _rows(known: SetGame, policy: CardPlayer) -> tuple[StrategyRow, ...]:
    says = rules_of(policy.card)
    hands = [0] * len(says)
    for packet in known.packets:
        hands[policy.decide(packet.seen, tuple(packet.wins))[0]] += packet.ways
    return tuple(StrategyRow(f"rule {n + 1}", each, hands[n]) for n, each in enumerate(says))
