"""Cards set as two or three hands against as many of the dealer's, where suits count: the split solver, asked in the
words of steps.

The solver counts matchups won by the strictly stronger hand. So a wager's line may depend on nothing but whether all of
them are won, all but one, or fewer; and on whether the dealer's hands are barred, so that nothing is won or lost. That
is asked of the wagers before anything is solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise, product

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.ends import End, Ends, SettledLine
from houseway.analysis.exact.house_way import TABLED, AsHouseWay, way_of
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.barred import Bars, Flags, barred_packets
from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import Policy, cell_of, layouts, set_cards
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.rankings import rankings
from houseway.analysis.split.responses import Responses, Totals
from houseway.analysis.split.rules import SplitRules, Strength
from houseway.analysis.split.solution import Settled
from houseway.analysis.split.solver import responses, value
from houseway.analysis.split.ways import follow
from houseway.cards import Cards
from houseway.game import SEAT, Game, Option, Seen, Wager
from houseway.ways.way import Way

SOME = 2_000  # packets that are tried to see whether any is barred
Strengths = tuple[Strength, ...]


@dataclass(frozen=True)
class Barred:
    """Whether a round ends the same for wagers after a word, whatever is won against hands of these strengths."""

    wagers: tuple[Wager, ...]
    word: str

    def __call__(self, his: Strengths) -> bool:
        won, lost = (_against(his, more) for more in ((1,) * len(his), (-1,) * len(his)))
        said = (self.word,)
        return all(
            wager.line(_worths(wager, won, his), said) == wager.line(_worths(wager, lost, his), said)
            for wager in self.wagers
        )


@dataclass(frozen=True)
class BySettings:
    """A seat that sets every packet as a table says."""

    settings: Policy

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        """The option that makes the strengths which the table gives."""
        strength = self.settings.rules.strength
        wanted = tuple(map(strength, self.settings.set(seen[SEAT])))
        return next(option for option in options if tuple(map(strength, option.cut)) == wanted)


class Sets:
    """A game in which seat and dealer set the same number of cards as two or three hands.

    Of settings that win equally often the one is taken that wins all matchups more often, then the first. What
    settings win is counted when it is asked for, unless it is given: `solve` answers it for the dealer's way."""

    def __init__(
        self, question: Question, solve: Callable[[SplitRules, Way, Bars | None], Responses] | None = None
    ) -> None:
        self.question = question
        self._solve = solve
        self.once = OneChoice(question)
        way = way_of(question.game)
        assert way is not None and len(way.split.sizes) in TABLED
        self.way = way
        high, *mid, low = way.split.sizes
        sizes = high, sum(mid), low
        self.rules = SplitRules(pack=tuple(sorted(question.cards)), sizes=sizes, strength=way.split.strength)
        self._refuse_other_settings()

    # ---- questions ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        totals = self._totals()
        ends = self._weighed(totals.deals, totals.main, totals.hat_trick, totals.barred)
        return Ends({end: weight for end, weight in ends.weights.items() if weight})

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each setting wins on average."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each setting, by going through all hands of the dealer."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        cards = seen[SEAT]
        counted = {_plain(each.hands): each for each in one_hand(cards, self.house, barred=self.barred)}
        found = {}
        for option in self._legal(cards):
            each = counted[_plain(option.cut)]
            found[option] = self._weighed(self.rules.opponents, each.main, each.hat_trick, each.barred)
        return found

    def _weighed(self, deals: int, two: int, three: int, barred: int) -> Ends:
        """How deals end of which so many win all matchups but one or more, and so many all; or are barred."""
        weights: Counter[End] = Counter()
        ways = three, two - three, deals - barred - two
        for end, weight in zip(reversed(self._ends_by_wins), ways, strict=True):
            weights[end] += weight
        if barred:
            weights[self._barred_end] += barred
        return Ends(weights)

    # ---- solving -----------------------------------------------------------------------------------

    @cached_property
    def house(self) -> Policy:
        """How the dealer sets every packet."""
        return _followed(self.rules, self.way)

    @cached_property
    def answers(self) -> Responses:
        """What every setting worth considering wins against the dealer's way."""
        if self._solve:
            return self._solve(self.rules, self.way, self.bars)
        return responses(self.house, barred=self.barred)

    @cached_property
    def bars(self) -> Bars | None:
        """Which of the dealer's hands nothing is won or lost against: none, if none of many is."""
        found = Barred(self.once.wagers, self._word)
        return found if any(map(found, self._some_of_his)) else None

    @cached_property
    def barred(self) -> Flags | None:
        return barred_packets(self.house, self.bars) if self.bars else None

    @property
    def some_barred(self) -> Strengths | None:
        """Hands of the dealer that are barred, if any are."""
        return next(filter(self.bars, self._some_of_his)) if self.bars else None

    def _totals(self) -> Totals:
        policy = self.question.policy
        if policy is None:
            return self.answers.totals(self._choice)
        if not isinstance(policy, AsHouseWay | BySettings):
            return value(self.player, self.house, barred=self.barred)
        choice = self.answers.choice_of(self.player)
        if choice is not None:
            return self.answers.totals(choice)
        return value(self.player, self.answers.opponent, barred=self.barred)

    @cached_property
    def player(self) -> Policy:
        """How the seat sets every packet."""
        policy = self.question.policy
        if policy is None:
            return self.best
        if isinstance(policy, BySettings):
            return policy.settings
        if not isinstance(policy, AsHouseWay) or not isinstance(policy.way.source, Way):
            return self._policy
        is_own = policy.way.source.digest == self.way.digest
        return self.answers.opponent if is_own else follow(self.rules, policy.way.source).policy()

    @cached_property
    def best(self) -> Policy:
        """How a seat that plays best sets every packet."""
        return self.answers.policy(self._choice)

    @cached_property
    def _choice(self) -> Longs:
        fewer, two, three = self._nets
        if two == fewer < three:
            return self.answers.best_for_hat_trick()
        assert two >= fewer and three >= two, "whoever wins more matchups must not be paid less"
        return self.answers.best(hat_trick_weight=(three - two) / (two - fewer))

    @property
    def _policy(self) -> Policy:
        """The settings that the question's policy chooses, packet by packet."""
        assert self.question.policy is not None
        numbers = []
        for hand in packet_classes(self.rules).hands.tolist():
            cards = self.rules.cards(tuple(hand))
            option = self.question.policy(0, self.once.seen(cards, ()), tuple(self._legal(cards)))
            wanted = _plain(option.cut)
            numbers.append(next(n for n in range(256) if _plain(set_cards(self.rules, cards, n)) == wanted))
        chosen = np.array(numbers, np.uint8)
        return Policy(rules=self.rules, numbers=chosen, cells=self._cells(chosen))

    def _cells(self, numbers: Bytes) -> Ints:
        tables, choose = rankings(self.rules), choose_table(len(self.rules.pack), self.rules.size)
        places = layouts(self.rules)
        hands = packet_classes(self.rules).hands
        cells = [cell_of(h, places[n], self.rules.sizes, tables, choose) for h, n in zip(hands, numbers, strict=True)]
        return np.array(cells, np.int32)

    # ---- settling ----------------------------------------------------------------------------------

    @property
    def settled(self) -> Settled:
        """How the main wager is settled, by what is won."""
        main = self.once.game.main[0].name
        ends = (*self._ends_by_wins, self._barred_end if self.bars else self._ends_by_wins[0])
        fewer, but_one, all_, barred = (next(line for line in end.lines if line.wager == main) for end in ends)
        lines = fewer.line, but_one.line, all_.line, barred.line
        net = self.question.net
        return Settled(lines, (net[fewer], net[but_one], net[all_], net[barred]))

    @cached_property
    def _word(self) -> str:
        """What a seat says that sets its cards."""
        [word] = {option.word for option in self._legal(self.rules.pack[: self.rules.size])}
        return word

    @cached_property
    def _some_of_his(self) -> tuple[Strengths, ...]:
        return _some_set_by(self.way, self.rules.pack, self.rules.size)

    def _end(self, mine: Strengths, his: Strengths) -> End:
        lines = (
            SettledLine(wager.name, times, wager.line(_worths(wager, mine, his), (self._word,)))
            for wager, times in self.once.placed.unsettled(self.once.game, self.question.wagers)
        )
        return End((self._word,), tuple(sorted(lines)))

    @cached_property
    def _ends_by_wins(self) -> tuple[End, End, End]:
        """How a round ends if no more than all matchups but two, all but one, and all are won."""
        hands, found = len(self.way.split.sizes), dict[int, End]()
        for his in self._some_of_his:
            if self.bars and self.bars(his):
                continue
            for more in product((-1, 0, 1), repeat=hands):
                mine = _against(his, more)
                if not self.way.split.in_order(mine):
                    continue
                end = self._end(mine, his)
                if found.setdefault(max(0, more.count(1) - hands + 2), end) != end:
                    raise ValueError(f"{self.once.game.slug} is not settled by the number of matchups won")
        return found[0], found[1], found[2]

    @cached_property
    def _barred_end(self) -> End:
        assert self.bars is not None
        [end] = {self._end(_against(his, (1,) * len(his)), his) for his in self._some_of_his if self.bars(his)}
        return end

    @cached_property
    def _nets(self) -> tuple[Fraction, Fraction, Fraction]:
        fewer, two, three = (
            sum((self.question.net[line] for line in end.lines), Fraction(0)) for end in self._ends_by_wins
        )
        return fewer, two, three

    def _legal(self, cards: Cards) -> Iterator[Option]:
        return (option for option in self.once.choice.options(self.once.seen(cards, ())) if not option.foul)

    def _refuse_other_settings(self) -> None:
        """Hands must be worth the strengths that the way goes by, and legal where these descend."""
        pack, size = self.rules.pack, self.rules.size
        some = [pack[i : i + size] for i in range(0, len(pack) - size + 1, 3)] + [pack[i::7][:size] for i in range(7)]
        for cards in (cards for cards in some if len(cards) == size):
            for option in self.once.choice.options(self.once.seen(cards, ())):
                strengths = tuple(map(self.rules.strength, option.cut))
                descend = all(high > low for high, low in pairwise(strengths))
                worths = {hand.worth(*option.cut) for hand in (*self.once.my_hands, *self.once.his_hands)}
                if option.foul == descend or (not option.foul and worths != {strengths}):
                    raise ValueError(f"{self.once.game.slug}: {option.cut} is not legal by descending strength")


def split_rules(game: Game) -> SplitRules:
    """How a game's cards are set as hands; a game that the solver cannot take is refused."""
    return Sets(question(game)).rules


@lru_cache(maxsize=4)
def _followed(rules: SplitRules, way: Way) -> Policy:
    return follow(rules, way).policy()


@lru_cache(maxsize=4)
def _some_set_by(way: Way, pack: Cards, size: int) -> tuple[Strengths, ...]:
    """Strengths that a way makes of packets dealt at random."""
    chance = np.random.default_rng(1)
    packets = (chance.permutation(len(pack))[:size].tolist() for _ in range(SOME))
    cuts = (way.choose(tuple(pack[place] for place in places)) for places in packets)
    return tuple(dict.fromkeys(way.split.strengths(*cut) for cut in cuts if cut))


def _against(his: Strengths, more: tuple[int, ...]) -> Strengths:
    """Hands that are weaker than his, equal or stronger: one rank fewer, or one more, is all that it takes."""
    return tuple(made[:-1] if each < 0 else (*made, 0) if each else made for made, each in zip(his, more, strict=True))


def _worths(wager: Wager, mine: Strengths, his: Strengths) -> tuple[Strengths, ...]:
    """What the hands of a wager are worth, of a seat's that are set and the dealer's."""
    return tuple(mine if hand.of.place == SEAT.place else his for hand in wager.hands)


def _plain(cut: tuple[Cards, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(hand)) for hand in cut)
