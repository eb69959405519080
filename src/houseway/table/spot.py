"""A seat's part in a round: the hand that it plays, or the hands, from the deal on or after a split; and what its
wagers came to."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.money import Cents
from houseway.table.events import Result
from houseway.table.replacing import replace


@dataclass(frozen=True, kw_only=True)
class PlayedHand:
    """A hand that a seat plays by itself: its cards, the wagers that lie on it, and its own line of words."""

    wagers: Mapping[str, Cents] = field(default_factory=dict)
    cards: tuple[int, ...] = ()  # which of the seat's, as they came, from 1; all of them until a hand is split
    said: tuple[str, ...] = ()  # the words of its choices, and before them those of the hand that it was split from
    done_at: int = -1  # the last step at which it has nothing more to say
    is_out: bool = False  # it was given up
    dealt: int = 1  # which of the hands that the seat was dealt it is, or was split from


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A seat's part in a round."""

    hands: tuple[PlayedHand, ...] = (PlayedHand(),)  # in the order in which they are played
    ready: bool = False
    asked: bool = False  # for the house way, at the choice at hand
    said: tuple[str, ...] = ()  # the words of its choices, hand after hand, as they were said
    layout: str = ""  # how its cards are set
    how: str = ""  # the last choice was made: by the player, the house way, or because time was called
    is_foul: bool = False  # its cards are set so that they lose
    given_up: tuple[int, ...] = ()  # cards for which it took others, as they came, from 1
    early: tuple[Result, ...] = ()  # of wagers that were settled before the end
    results: tuple[Result, ...] = ()
    acknowledged: frozenset[str] = frozenset()
    coined_in: str = ""  # the wager that left the table with COIN IN
    went_back: Mapping[str, Cents] = field(default_factory=dict)  # what had left it so, once the round is void
    is_stopped: bool = False  # whatever it wins waits for surveillance
    left: str = ""  # the player who was paid, and went before the round was over

    @property
    def is_split(self) -> bool:
        return len(self.hands) > 1

    def hand(self, number: int) -> PlayedHand:
        """Hands are counted from 1."""
        return self.hands[number - 1]

    @property
    def wagers(self) -> Mapping[str, Cents]:
        """What lies on each wager, on all hands together."""
        if not self.is_split:
            return self.hands[0].wagers
        together: Counter[str] = Counter()
        for hand in self.hands:
            for wager, cents in hand.wagers.items():
                together[wager] += cents
        return {wager: Cents(cents) for wager, cents in together.items()}

    @property
    def is_out(self) -> bool:
        """Whether it has given up every hand."""
        return all(hand.is_out for hand in self.hands)

    @property
    def lying(self) -> dict[str, Cents]:
        """The wagers that are not settled."""
        settled = {result.wager for result in (*self.early, *self.results)}
        return {wager: cents for wager, cents in self.wagers.items() if wager not in settled}

    @property
    def waits(self) -> tuple[Result, ...]:
        """Payouts that surveillance has not acknowledged."""
        settled = self.results or self.early  # the results hold what was settled early
        return tuple(result for result in settled if result.held and result.wager not in self.acknowledged)

    # ---- what changes it

    def with_wager(self, wager: str, cents: Cents, hand: int = 1) -> "Spot":
        """A wager on a hand; before the deal it can be the first on one hand more."""
        begun = (PlayedHand(dealt=number) for number in range(len(self.hands) + 1, hand + 1))
        spot = replace(self, hands=(*self.hands, *begun)) if hand > len(self.hands) else self
        return spot._with_hand(hand, wagers={**spot.hand(hand).wagers, wager: cents})

    def without(self, wager: str) -> "Spot":
        """A wager that was taken back."""
        kept = ({name: cents for name, cents in hand.wagers.items() if name != wager} for hand in self.hands)
        hands = (replace(hand, wagers=wagers) for hand, wagers in zip(self.hands, kept, strict=True))
        return replace(self, hands=tuple(hands))

    def with_card(self, hand: int, number: int) -> "Spot":
        """One card more came; as long as no hand is split, it is as all are."""
        return self._with_hand(hand, cards=(*self.hand(hand).cards, number)) if self.is_split else self

    def with_dealt(self, cards: int, before: int) -> "Spot":
        """So many cards came to each hand, one hand after the other, when so many lay there."""
        spot = self
        for number in range(len(self.hands) * cards):
            spot = spot.with_card(1 + number // cards, before + 1 + number)
        return spot

    def with_word(
        self, word: str, hand: int, done_at: int | None, *, is_split: bool, is_out: bool, for_all: bool = False
    ) -> "Spot":
        """A word is said for a hand; the one that splits it, for both; or for all hands together."""
        after = replace(self, said=(*self.said, word))
        for number in range(1, len(self.hands) + 1) if for_all else (hand, hand + 1) if is_split else (hand,):
            before = self.hand(number)
            done = before.done_at if done_at is None else done_at
            after = after._with_hand(number, said=(*before.said, word), done_at=done, is_out=is_out)
        return after

    def with_words(self, said: tuple[str, ...]) -> "Spot":
        """Other words than were said, for a hand that was not split."""
        return replace(self._with_hand(1, said=said), said=said)

    def split(self, hand: int, cards: tuple[int, ...], wager: str, cents: Cents) -> "Spot":
        """A hand of these cards becomes two: the second card begins the new one, on which this wager lies."""
        first, second, *others = cards
        kept = replace(self.hand(hand), cards=(first, *others))
        new = replace(self.hand(hand), cards=(second,), wagers={wager: cents})
        return replace(self, hands=(*self.hands[: hand - 1], kept, new, *self.hands[hand:]))

    def swapped(self) -> "Spot":
        """The last cards of its two hands change places."""
        one, two = self.hands
        first, second = (*one.cards[:-1], two.cards[-1]), (*two.cards[:-1], one.cards[-1])
        return replace(self, hands=(replace(one, cards=first), replace(two, cards=second)))

    def hands_of(self, dealt: int) -> int:
        """How many hands there are of one that was dealt."""
        return sum(hand.dealt == dealt for hand in self.hands)

    def _with_hand(self, number: int, **changes: Any) -> "Spot":
        hands = self.hands
        return replace(self, hands=(*hands[: number - 1], replace(hands[number - 1], **changes), *hands[number:]))
