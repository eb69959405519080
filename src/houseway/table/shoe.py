"""A shoe: a pack that outlives rounds, sealed so that every card of it can be opened alone.

The seal of a shuffle for one round is opened whole when the round is over. A shoe's cannot be: what is left of it will
be dealt. So the house publishes, before the first bet, the root of a tree over the cards; when a round is over the
cards that it dealt are opened, each with its way up to the root, and when the shoe is over all the rest.

The seats cut it before its first card. The cuts shuffle the places of the sealed cards, not the cards: so everybody
knows from the commitment and the cuts from which place the next card comes, and nobody which card lies there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.cards import Cards, Pack
from houseway.role import Seat
from houseway.table.cut import permuted, seeded_words
from houseway.table.cut_card import BY_FIRST_CARD, CutCard
from houseway.table.events import ShoeShuffled
from houseway.table.notation import canonical, seal_of
from houseway.table.tree import OpenedCard, opened_card, root_of


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """A shoe that has been cut and is dealt from."""

    sealed: ShoeShuffled
    cuts: Mapping[Seat, str]
    since: int  # the round for which it was shuffled
    places: tuple[int, ...]  # where each card lay when it was sealed, in the order in which they are dealt
    burnt: int  # cards off the top, before the first round

    @property
    def order(self) -> Cards:
        """The cards in the order in which they are dealt."""
        return tuple(self.sealed.order[place] for place in self.places)

    def opened(self, first: int, last: int) -> list[OpenedCard]:
        """The cards from the first to before the last, as they are dealt, each opened."""
        return [opened_card(self.sealed.order, self.sealed.nonce, place) for place in self.places[first:last]]


def commitment_of(cards: int, root: str, terms: str) -> str:
    """What is published of a shoe: the hash of how many cards it holds, the root of its tree, and the terms."""
    return seal_of(canonical({"cards": cards, "root": root, "terms": terms}))


def commitment_to(order: Cards, nonce: str, terms: str | None) -> str:
    return commitment_of(len(order), root_of(order, nonce), terms or "")


def places_after(cards: int, commitment: str, cuts: Mapping[Seat, str]) -> tuple[int, ...]:
    """The places of the sealed cards in the order in which they are dealt: as they are, or as the cuts shuffle them."""
    places = tuple(range(cards))
    return permuted(places, seeded_words(commitment, cuts)) if cuts else places


def begun(sealed: ShoeShuffled, cuts: Mapping[Seat, str], cut_card: CutCard, number: int) -> Shoe:
    """The shoe when the first betting is closed: it is cut, and the first cards are burnt."""
    places = places_after(len(sealed.order), sealed.commitment, cuts)
    burnt = cut_card.burnt_by(sealed.order[places[0]])
    return Shoe(sealed=sealed, cuts=cuts, since=number, places=places, burnt=burnt)


def burn_shown(shoe: Shoe, cut_card: CutCard) -> OpenedCard | None:
    """The first card, where it was turned over to be burnt."""
    return shoe.opened(0, 1)[0] if cut_card.burn == BY_FIRST_CARD else None


def is_whole(cards: Cards, pack: Pack) -> bool:
    return sorted(cards) == sorted(pack.cards())
