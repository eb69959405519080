"""What it costs that a dealer sets his cards otherwise than his way says: that he skips a rule, sets them second best,
or as badly as he can.

The player has set his cards before he sees how the dealer does, so it changes nothing of what he does. Where suits
never matter, every hand of the dealer's is held against every hand of a player who plays best. Else some hands are
dealt to the dealer at random, and each is held against all hands of a player who sets by the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, Final

import numpy as np

from houseway.analysis.exact.facts import method_for_sight
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.set_sight import SetSight
from houseway.cards import Cards
from houseway.game import Game
from houseway.ways.house_way import Cut
from houseway.ways.way import Way

Progress = Callable[[int, int], None]

WHOLE_FLOATS: Final = 2**53
AGAINST_BEST: Final = "best play"
AGAINST_HOUSE_WAY: Final = "house way"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRule:
    """A rule of the way that a dealer always forgets."""

    number: int  # from 1
    says: str
    frequency: Fraction  # of hands that he sets otherwise than he should
    costs: Fraction  # what the house loses by it in a round, of the first wager
    standard_error: float = 0.0

    @property
    def per_error(self) -> Fraction:
        """What one such mistake costs."""
        return self.costs / self.frequency if self.frequency else Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Misset:
    """Mistakes at setting, against a player who plays so."""

    game: str
    player: str
    hands: int  # of the dealer's that were looked at; all there are, if it is exact
    is_exact: bool
    rules: tuple[SkippedRule, ...]
    second_best: Fraction  # what it costs to set each hand second best, for the house, to the way
    worst: Fraction


@dataclass(frozen=True, slots=True)
class DealersHand:
    """A hand of the dealer's: what it wins him against all hands of the player, set as his way says and otherwise."""

    weight: int
    right: Fraction
    others: tuple[Fraction, ...]  # all that can be set and is worth something else, best first
    skipped: tuple[Fraction | None, ...]  # by rule; nothing where he sets it as he should


def misset(game: Game, *, hands: int, seed: int = 1, progress: Progress | None = None) -> Misset:
    way = game.way.source if game.way else None
    if not isinstance(way, Way) or not game.hands:
        raise ValueError(f"{game.slug}: the dealer sets no hands by rules that can be skipped")
    asked = question(game)
    kind = method_for_sight(asked)
    ways = [way, *(without_part(way, number) for number in range(len(parts_of(way))))]
    if kind is GradedRemoval:
        found = list(_graded(asked, GradedRemoval(asked), ways, progress))
        return _summed(game, way, AGAINST_BEST, found, is_exact=True)
    if kind is not SetSight:
        raise ValueError(f"{game.slug}: the dealer's hands lie open before a player sets his")
    found = list(_sampled(asked, SetSight(asked), ways, hands, seed, progress))
    return _summed(game, way, AGAINST_HOUSE_WAY, found, is_exact=False)


def parts_of(way: Way) -> list[str]:
    """What a dealer can forget of a way, in words: a rule, or of a points card a bonus."""
    return [part.says for part in (way.bonuses if way.points else way.rules)]


def without_part(way: Way, number: int) -> Way:
    """The way of a dealer who forgets a part of it."""
    if way.points:
        return replace(way, bonuses=(*way.bonuses[:number], *way.bonuses[number + 1 :]))
    return replace(way, rules=(*way.rules[:number], *way.rules[number + 1 :]))


def _summed(game: Game, way: Way, player: str, hands: Sequence[DealersHand], *, is_exact: bool) -> Misset:
    total = sum(hand.weight for hand in hands)

    def mean(costs: Callable[[DealersHand], Fraction]) -> Fraction:
        return sum((hand.weight * costs(hand) for hand in hands), Fraction(0)) / total

    def rule(number: int, says: str) -> SkippedRule:
        missed = [(hand.weight, hand.right - won) for hand in hands if (won := hand.skipped[number]) is not None]
        costs = sum((weight * lost for weight, lost in missed), Fraction(0)) / total
        squares = float(sum((weight * lost**2 for weight, lost in missed), Fraction(0)) / total)
        return SkippedRule(
            number=number + 1,
            says=says,
            frequency=Fraction(sum(weight for weight, _ in missed), total),
            costs=costs,
            standard_error=0.0 if is_exact else sqrt(max(0.0, squares - float(costs) ** 2) / (total - 1)),
        )

    return Misset(
        game=game.slug,
        player=player,
        hands=len(hands),
        is_exact=is_exact,
        rules=tuple(rule(number, says) for number, says in enumerate(parts_of(way))),
        second_best=mean(lambda hand: hand.right - (hand.others or (hand.right,))[0]),
        worst=mean(lambda hand: hand.right - (hand.others or (hand.right,))[-1]),
    )


def _of(
    ways: Sequence[Way], cards: Cards, worth_of: Callable[[Cut], object], won: Mapping[Any, Fraction], weight: int
) -> DealersHand:
    """What each setting wins, by what it is worth: `won` has all that may be set. The first way is the right one."""
    way, *ways = ways
    right = worth_of(way.choose(cards) or ())
    skipped: list[Fraction | None] = []
    for forgetful in ways:
        cut = forgetful.choose(cards)
        made = worth_of(cut) if cut else right  # whom no other rule tells what to do sets it as he should
        skipped.append(None if made == right or made not in won else won[made])
    others = sorted((each for made, each in won.items() if made != right), reverse=True)
    return DealersHand(weight, won[right], tuple(others), tuple(skipped))


# ---- where suits never matter


def _graded(
    asked: Question, method: GradedRemoval, ways: Sequence[Way], progress: Progress | None
) -> Iterator[DealersHand]:
    """Every hand of the dealer's, against all of a player who plays best."""
    tell, way = progress or (lambda _done, _total: None), ways[0]
    rows, cuts = method.dealers_hands(), dict[Any, int]()
    settings: list[tuple[Cards, dict[Any, int]]] = []
    for cards in rows:
        legal = [cut for cut in way.split.cuts(cards) if way.split.may_be_set(cut)]
        worths = dict.fromkeys(map(method.worths_of_cut, legal))
        settings.append((cards, {each: cuts.setdefault(each, len(cuts)) for each in worths}))
    sights = list(method.sights())
    deals, nets = np.zeros((len(sights), len(rows))), np.zeros((len(sights), len(cuts)))
    unit = lcm(*(table.net(line).denominator for table in asked.pays.values() for line in table.lines))
    for number, (seen, times) in enumerate(sights):
        tell(number, len(sights))
        won, hidden = method.best_against(seen, list(cuts))
        deals[number], nets[number] = times * hidden, [each * unit for each in won]
    tell(len(sights), len(sights))
    weights = deals.sum(axis=0)
    assert weights.max() * np.abs(nets).max() < WHOLE_FLOATS, "sums must be whole"
    lost = deals.T @ nets
    for place, (cards, made) in enumerate(settings):
        weight = int(weights[place])
        worth = {each: Fraction(-int(lost[place, column]), weight * unit) for each, column in made.items()}
        yield _of(ways, cards, method.worths_of_cut, worth, weight)


# ---- where they do


def _sampled(
    asked: Question, method: SetSight, ways: Sequence[Way], hands: int, seed: int, progress: Progress | None
) -> Iterator[DealersHand]:
    """Hands of the dealer's at random, each against all of a player who sets by the way."""
    tell, chance, way = progress or (lambda _done, _total: None), np.random.default_rng(seed), ways[0]
    for number in range(hands):
        tell(number, hands)
        places = chance.permutation(len(asked.cards))[: method.rules.size].tolist()
        cards = tuple(sorted(asked.cards[place] for place in places))
        yield _of(ways, cards, lambda cut: way.split.strengths(*cut), method.won_by_dealer(cards), 1)
    tell(hands, hands)
