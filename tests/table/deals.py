"""One real deal of every class that a wager can tell apart, with the number of deals of the class."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np

from houseway.analysis.exact.count import AsWorth, sight_of
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import question
from houseway.cards import JOKER, Card, Cards, Pack, card, rank_of
from houseway.game import Bonus, Contest, Game, Option, Wager
from houseway.sight import FACES, Faces, Grades, Matches, PokerShape, Sight
from houseway.ways.house_way import Cut

Plays = Callable[[Cards], Option]


@dataclass(frozen=True, slots=True)
class Deal:
    """A seat's cards and what it does with them, the dealer's as they are set, and how many deals are settled like
    them."""

    cards: Cards
    option: Option
    dealers: Cut
    ways: int

    @property
    def dealers_cards(self) -> Cards:
        return sum(self.dealers, ())

    def line(self, wager: Wager) -> str:
        """The line that a wager ends in."""
        mine, his = self.option.cut or (self.cards,), self.dealers
        worths = []
        for hand in wager.hands:
            if hand.of.is_set:
                worths.append(hand.worth(*(his if "dealer" in hand.of.places else mine)))
            else:
                lying = {"seat": self.cards, "dealer": self.dealers_cards}
                worths.append(hand.worth(sum((part.of(lying[part.place]) for part in hand.of.parts), ())))
        return wager.line(tuple(worths), (self.option.word,))


# ---- the main wager and what is added to it --------------------------------------------------------


def contested(game: Game, pack: Pack, plays: Plays) -> list[Deal]:
    """Every two worths that can meet. Hands are told apart by the grades that the main wager sees; a seat's hand is
    weighed against the dealer's by what it leaves of each grade in the pack."""
    once, sees = OneChoice(question(game)), game.main[0].hands[0].sees
    assert callable(sees) and game.way is not None
    grades = list(Grades("", sees).held(pack).values())
    full = tuple(map(len, grades))
    hands, dealers = _counts(full, once.size), _counts(full, once.his_size)
    ways_left = np.array([[comb(n, k) for k in range(once.his_size + 1)] for n in range(max(full) + 1)], np.int64)
    dealer_sets = [game.way.set(_taken(grades, counts)) for counts in dealers.tolist()]
    scores, met = _numbered([_worths(game, "dealer", cut) for cut in dealer_sets])
    ways: Counter[tuple[Any, int]] = Counter()
    shown: dict[tuple[Any, int], tuple[tuple[int, ...], int]] = {}
    for counts in map(tuple, hands.tolist()):
        cards = _taken(grades, counts)
        option = plays(cards)
        against = ways_left[np.array(full) - counts][np.arange(len(full)), dealers].prod(axis=1)
        tally = np.zeros(scores, np.int64)
        np.add.at(tally, met, against)
        first = np.full(scores, len(dealers))
        np.minimum.at(first, met[against > 0], np.flatnonzero(against))
        mine = option.word, _worths(game, "seat", option.cut or (cards,))
        of_hand = prod(map(comb, full, counts))
        for score in np.flatnonzero(tally).tolist():
            ways[mine, score] += of_hand * int(tally[score])
            shown.setdefault((mine, score), (counts, int(first[score])))
    deals = []
    for pair, (counts, number) in shown.items():
        cards = _taken(grades, counts)
        beside = _taken(grades, tuple(dealers[number].tolist()), gone=counts)
        deals.append(Deal(cards, plays(cards), game.way.set(beside), ways[pair]))
    every = comb(len(pack), once.size) * comb(len(pack) - once.size, once.his_size)
    assert sum(deal.ways for deal in deals) == every
    return deals


def every_deal(cards: Cards, size: int, plays: Plays) -> Iterator[Deal]:
    """All that can be dealt of a few cards, both hands set the same way."""
    options = {hand: plays(hand) for hand in combinations(cards, size)}
    for hand, option in options.items():
        for other in combinations([each for each in cards if each not in hand], size):
            yield Deal(hand, option, options[other].cut, 1)


def _worths(game: Game, place: str, cut: Cut) -> Any:
    """What the cards of a place are worth to the wagers that are contested."""
    hands = [hand for w in game.wagers if isinstance(w, Contest) for hand in w.hands if hand.of.place == place]
    return tuple(hand.worth(*cut) if hand.of.is_set else hand.worth(sum(cut, ())) for hand in hands)


def _numbered(values: list[Any]) -> tuple[int, Any]:
    """How many different values there are, and the number of each."""
    numbers: dict[Any, int] = {}
    each = np.array([numbers.setdefault(value, len(numbers)) for value in values])
    return len(numbers), each


def _counts(full: tuple[int, ...], size: int) -> Any:
    """Every hand, as how many cards of each grade it holds."""
    rows = [
        [hand.count(grade) for grade in range(len(full))]
        for hand in combinations_with_replacement(range(len(full)), size)
    ]
    return np.array([row for row in rows if all(n <= most for n, most in zip(row, full, strict=True))], np.int64)


def _taken(grades: list[list[Card]], counts: tuple[int, ...], gone: tuple[int, ...] | None = None) -> Cards:
    """Real cards: of each grade the first that are not gone."""
    after = gone or (0,) * len(grades)
    return tuple(c for cards, n, past in zip(grades, counts, after, strict=True) for c in cards[past : past + n])


# ---- wagers on the cards alone ---------------------------------------------------------------------


def judged(game: Game, wager: Bonus, pack: Pack, plays: Plays) -> list[Deal]:
    """Every class that the mathematics counts of a bonus wager."""
    once, sight = OneChoice(question(game)), sight_of(wager.hand)
    sight = FACES if isinstance(sight, AsWorth) else sight
    assert game.way is not None
    looks: dict[Any, tuple[Cards, Cards]] = {}
    for cards, dealers in _candidates(sight, pack, once.size, once.his_size):
        looks.setdefault(sight.see(cards, dealers), (cards, dealers))
    deals: Counter[Any] = Counter()
    for seen, ways in sight.classes(pack, once.size, once.his_size):
        deals[seen] += ways
    found = []
    for seen, ways in deals.items():
        if ways:
            cards, dealers = looks[seen]
            found.append(Deal(cards, plays(cards), game.way.set(dealers), ways))
    return found


def _candidates(sight: Sight, pack: Pack, size: int, dealer_size: int) -> Iterator[tuple[Cards, Cards]]:
    """Enough real deals that every class is among them."""
    match sight:
        case Grades() | Matches():
            ranks = [[c for c in pack.cards() if rank_of(c) == rank] for rank in range(2, 15)]
            for counts in map(tuple, _counts(tuple(map(len, ranks)), size).tolist()):
                cards = _taken(ranks, counts)
                held, others = Counter(pack.cards()), {*map(rank_of, cards)}
                held.subtract(cards)
                rest = sorted(held.elements(), key=lambda c: rank_of(c) in others)  # those that match come last
                for matching in range(dealer_size + 1):
                    yield cards, tuple(rest[: dealer_size - matching] + rest[len(rest) - matching :])
        case Faces():
            for cards in combinations_with_replacement(sorted({*pack.cards()}), size):
                if max(Counter(cards).values()) <= pack.decks:
                    held = Counter(pack.cards())
                    held.subtract(cards)
                    yield cards, tuple(held.elements())[:dealer_size]
        case PokerShape():
            for cards in _shapes(size):
                rest = [c for c in pack.cards() if c not in cards]
                yield cards, tuple(rest[:dealer_size])
        case other:
            raise AssertionError(f"no deals are known for {other}")


def _shapes(size: int) -> Iterator[Cards]:
    """All ranks in suits that go round, so that no flush is there; all ranks in one suit, with any card beside them;
    each without the joker and with it."""
    for joker in ((), (JOKER,)):
        naturals = size - len(joker)
        for ranks in combinations_with_replacement(range(2, 15), naturals):
            if max(map(ranks.count, ranks)) <= 4:
                yield (*(card(rank, n % 4) for n, rank in enumerate(ranks)), *joker)
        for ranks in combinations(range(2, 15), naturals):
            yield (*(card(rank, 0) for rank in ranks), *joker)
        for ranks in combinations(range(2, 15), naturals - 1):
            suited = tuple(card(rank, 0) for rank in ranks)
            for beside in range(52):
                if beside not in suited:
                    yield (*suited, Card(beside), *joker)
