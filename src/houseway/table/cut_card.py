"""How a shoe is run: how many cards lie behind its cut card, what is burnt of it, and when it is shuffled anew."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from houseway.cards import ACE, Card, rank_of
from houseway.game import SEAT, Deal, Draw, Game

NOTHING, ONE_CARD, BY_FIRST_CARD = "nothing", "one card", "by the first card"
BURNS: Final = (NOTHING, ONE_CARD, BY_FIRST_CARD)
MOST_ROUNDS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCard:
    """A pack that is dealt on from round to round. The round during which the cut card comes out is finished, and then
    the shoe is shuffled; before that, if it has been dealt so many rounds."""

    behind: int  # cards that lie behind the cut card
    burn: str = NOTHING  # what goes off the top of a new shoe: see `burnt_by`
    rounds: int = 0  # after which it is shuffled at the latest; 0 where the cut card alone says

    def is_out(self, cards: int, top: int, rounds: int) -> bool:
        """Whether a shoe of so many cards, of which `top` are gone after so many rounds, is shuffled anew."""
        return cards - top <= self.behind or (self.rounds > 0 and rounds >= self.rounds)

    def burnt_by(self, first: Card) -> int:
        """How many cards are burnt of a new shoe that begins with this card. By the first card: it is turned over, and
        as many as it counts go with it face down, the ace for one, tens and faces for ten."""
        if self.burn == BY_FIRST_CARD:
            rank = rank_of(first)
            return 1 + (1 if rank == ACE else min(rank, 10))
        return int(self.burn == ONE_CARD)

    @property
    def most_burnt(self) -> int:
        return 11 if self.burn == BY_FIRST_CARD else int(self.burn == ONE_CARD)


def shoe_faults(shoe: CutCard, game: Game, cards: int) -> Iterator[str]:
    """What is wrong with the terms of a shoe of so many cards."""
    if not game.shoe:
        yield f"shoe: {game.slug} is shuffled for every round"
    if shoe.burn not in BURNS:
        yield f"shoe burn {shoe.burn!r}: {', '.join(BURNS)}"
    least, most = least_behind(game), cards - shoe.most_burnt - 1
    if not least <= shoe.behind <= most:
        yield f"shoe behind {shoe.behind}: the cut card has {least} to {most} cards behind it, or a round could run out"
    if not 0 <= shoe.rounds <= MOST_ROUNDS:
        yield f"shoe rounds {shoe.rounds}: 0 to {MOST_ROUNDS}"


def least_behind(game: Game) -> int:
    """As many cards as are dealt to a full table, and one for every card that may be drawn once. Where seats take cards
    as long as they like no number is enough: a shoe that is dealt out in the middle of a round voids it."""
    deals = [step for step in game.round if isinstance(step, Deal)]
    dealt = sum(step.cards * sum(game.seats if name == SEAT.place else 1 for name in step.to.places) for step in deals)
    draws = [step for step in game.round if isinstance(step, Draw)]
    return dealt + sum(game.seats if SEAT.place in step.to.places else 1 for step in draws)
