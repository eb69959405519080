"""One deal for one seat, which chooses at random: every rule is asked, and what it answers is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Any

from houseway.cards import Card, Cards, show, suit_of
from houseway.game import SEAT, Bets, Choice, Deal, Draw, Hand, Look, Option, Over, Part, Seen, Settle, Show, Wager
from houseway.sight import SuitBySuit
from houseway.trial.claims import NOT_TWICE, Groups, exchanges, shown
from houseway.trial.fault import code_at
from houseway.trial.trial import Trial

MOST_ACTS = 200  # of one seat in one round: more, and the choice does not end
ASKED_AGAIN = 10  # times, whether a rule answers the same
CLAIMS_TRIED = 0.2  # of what rules say that they do not look at

effects_of = attrgetter(*(each.name for each in fields(Option) if each.name != "word"))  # of an option, but its word


class IsOver(Exception):
    """The round came to its end before the last step."""


@dataclass(frozen=True)
class TrialPlace:
    """What lies in a place: cards as they came, and those that nobody sees."""

    groups: Groups = ()
    hidden: Cards = ()
    cut: Groups = ()

    @property
    def cards(self) -> Cards:
        return tuple(chain(*self.groups))

    @property
    def all(self) -> Groups:
        return (*self.groups, self.hidden) if self.hidden else self.groups

    def turned(self, part: Part) -> TrialPlace:
        lies = len(self.cards)
        number = len(part.of(range(lies + len(self.hidden)))) - len(part.of(range(lies)))
        groups = (*self.groups, self.hidden[:number]) if number else self.groups
        return replace(self, groups=groups, hidden=self.hidden[number:])


class OneSeat:
    """A seat, its cards and its wagers, as the steps go by."""

    def __init__(
        self, trial: Trial, cards: Cards | None = None, claims: float = CLAIMS_TRIED, *, stays: bool = False
    ) -> None:
        self.trial, self.game, self.chance = trial, trial.game, trial.chance
        self.stays = stays  # in the round, wherever it may
        self.claims = claims  # how many of them are tried
        self.pack = trial.pack
        self.left = list(trial.cards if cards is None else cards)
        self.places: dict[str, TrialPlace] = {}
        self.said: tuple[str, ...] = ()
        self.stakes: dict[str, int | Fraction] = {}
        self.hands = 1  # that the seat has: it plays one of them, and the others are as it might have been
        self.is_out = False
        self.is_parted = False
        self.settled: set[str] = set()

    def plays(self) -> None:
        number = acts = 0
        try:
            while number < len(self.game.round):
                acts += 1
                if acts > MOST_ACTS:
                    where = f"step {number + 1}, {type(self.game.round[number]).__name__}"
                    self.trial.misbehaves(where, f"it does not end: {MOST_ACTS} times, and it goes on")
                if self._step(number, self.game.round[number]):
                    number += 1
        except IsOver:
            pass
        self._settle(self.game.wagers)

    def _step(self, number: int, step: Any) -> bool:
        """Whether the round goes on to the next step."""
        where = f"step {number + 1}, {type(step).__name__}"
        match step:
            case Bets():
                self.stakes |= dict.fromkeys((*step.must, *step.may), 1)
            case Deal():
                for name in step.to.places:
                    hands = self.game.dealt_hands if name == SEAT.place else 1
                    self._give(name, step.cards * hands, step.up_at(name) * hands)
            case Choice():
                return self._choose(number, step, where)
            case Draw(to=to, more=more):
                answer = self._asks(where, more, bool, by_rule=to != SEAT)
                if answer:
                    self._give(to.place, 1, 1)
                return not answer
            case Show(what=what, way=way):
                [part] = what.parts
                place = self._place(part.place).turned(part)
                cut = self.trial.asks(where, way.set, place.cards) if way else ()
                self.places[part.place] = replace(place, cut=cut)
            case Over(when=when, looks=looks):
                if self._asks(where, when, bool, by_rule=True, turned=looks.places):
                    for name in looks.places:
                        self.places[name] = self._place(name).turned(Part(name))
                    raise IsOver
            case Settle(wagers=names):
                self._settle([wager for wager in self.game.wagers if wager.name in names])
        return True

    # ---- choices

    def _choose(self, number: int, step: Choice, where: str) -> bool:
        if not step.together:
            self._part()
        options: Any = () if self.is_out else self._asks(where, step.options, _effects)
        self._check_is_tuple(options, step, where)
        if not options:
            return True
        self._check_options(options, step, where)
        self._glance(step, where)
        words = self.trial.seen_words.setdefault(number, Counter())
        staying = [option for option in options if not option.out] if self.stays else []
        option = self.chance.choice(staying or options)
        words[option.word] += 1
        self.trial.added |= {name for name, _ in option.stakes}
        self.said += (option.word,)
        self.stakes = {n: t for n, t in self.stakes.items() if n not in option.back} | dict(option.stakes)
        self.is_out = option.out
        mine = self._place(SEAT.place)
        if option.cut:
            mine = replace(mine, cut=option.cut)
        if option.drops:
            mine = replace(mine, groups=tuple(tuple(c for c in g if c not in option.drops) for g in mine.groups))
        if option.swaps:
            mine = _swapped(mine)
        if option.splits:
            mine = self._split(option.splits, mine)
        self.places[SEAT.place] = mine
        if option.takes:
            self._give(SEAT.place, option.takes, option.takes)
        return bool(option.last or option.out or not step.again)

    def _part(self) -> None:
        """Of several hands that were dealt one is played, and the others are as it might have been."""
        number, cards = self.game.dealt_hands, self._place(SEAT.place).cards
        if number == 1 or self.is_parted:
            return
        self.is_parted = True
        nth, size = self.chance.randrange(number), len(cards) // number
        self.places[SEAT.place] = TrialPlace(groups=(cards[nth * size : (nth + 1) * size],))
        self.stakes = {n: t for n, t in self.stakes.items() if self.game.wager(n).lies_on == nth + 1}

    def _split(self, wager: str, mine: TrialPlace) -> TrialPlace:
        """One of the two hands: the one that is split, or the new one that its second card begins."""
        first, second, *_ = mine.cards
        is_new = self.chance.random() < 0.5
        self.hands += 1
        self.trial.added.add(wager)
        if is_new:
            self.stakes = {wager: 1}
        return TrialPlace(groups=((second if is_new else first,),))

    def _check_is_tuple(self, options: Any, step: Choice, where: str) -> None:
        if isinstance(options, tuple) and all(isinstance(option, Option) for option in options):
            return
        at = code_at(step.options, self.trial.file)
        if isinstance(options, Option):
            says = f"it gives the Option {options.word!r} and no tuple of options: a comma is missing, (…,)"
        elif options is None:
            says = "it gives None: a tuple of options is wanted, or () where there is nothing to choose"
        else:
            says = f"it gives {options!r}: a tuple of options is wanted"
        self.trial.misbehaves(f"{where}, {at}", says)

    def _check_options(self, options: tuple[Option, ...], step: Choice, where: str) -> None:
        trial = self.trial
        if not any(not option.costs and not option.foul for option in options):
            words = ", ".join(option.word for option in options)
            trial.misbehaves(where, f"a seat that says nothing has no option that costs nothing more: {words}")
        named = Counter((option.word, option.cut) for option in options)
        for (word, _), times in named.items():
            if times > 1:
                trial.misbehaves(where, f"{times} options are called {word!r}: each needs a word of its own")
        for option in options:
            for name, number in option.stakes:
                self._check_stake(option.word, name, number, where)
            for name in option.back:
                if name not in self.stakes:
                    trial.misbehaves(where, f"{option.word!r} takes back {name!r}, which does not lie there")
            self._check_cards(option, where)
            self._check_split(option, where)
            self._check_swap(option, step, where)
            does = any(effects_of(replace(option, last=False, foul=False)))
            if step.again and not option.last and not does:
                trial.misbehaves(where, f"{option.word!r} does nothing, and the choice goes on")
        effects = Counter(effects_of(option) for option in options if option.cut or not option.last)
        for effect, times in effects.items():
            if times > 1:
                same = [option.word for option in options if effects_of(option) == effect]
                trial.misbehaves(where, f"{same[1]!r} does nothing that {same[0]!r} does not do")

    def _check_stake(self, word: str, name: str, times: Any, where: str) -> None:
        wagers = {wager.name: wager for wager in self.game.wagers}
        if name not in wagers:
            self.trial.misbehaves(where, f"{word!r} adds {name!r}, which is no wager: {', '.join(wagers)}")
        if wagers[name].of is None:
            says = f"{word!r} adds {name!r}, which is placed before the deal: what a choice adds is `of` another wager"
            self.trial.misbehaves(where, says)
        if not isinstance(times, int | Fraction):
            says = f"{word!r} adds {times} times {name!r}: a stake is a whole number of times, or a Fraction"
            self.trial.misbehaves(where, says)
        if times == 0:
            self.trial.misbehaves(where, f"{word!r} adds {name!r} no times: leave it out, or add it once or more")
        if times < 0:
            says = f"{word!r} adds {times} times {name!r}: a wager is taken back by Option(…, back=({name!r},))"
            self.trial.misbehaves(where, says)

    def _check_split(self, option: Option, where: str) -> None:
        wagers = [wager.name for wager in self.game.wagers]
        if option.splits and option.splits not in wagers:
            says = f"{option.word!r} puts {option.splits!r} on the new hand, which is no wager: {', '.join(wagers)}"
            self.trial.misbehaves(where, says)
        if option.splits and len(self._place(SEAT.place).cards) < 2:
            self.trial.misbehaves(where, f"{option.word!r} splits a hand that has no second card")
        if option.splits and (option.cut or option.drops):
            self.trial.misbehaves(where, f"{option.word!r} splits a hand, and cards of it are set or given up")

    def _check_swap(self, option: Option, step: Choice, where: str) -> None:
        if option.swaps and not (step.together and self.game.dealt_hands == 2):
            says = f"{option.word!r} exchanges cards of two hands: a seat is dealt two, and chooses for them `together`"
            self.trial.misbehaves(where, says)

    def _check_cards(self, option: Option, where: str) -> None:
        held = self._place(SEAT.place).cards
        if option.cut and sorted(chain(*option.cut)) != sorted(held):
            self.trial.misbehaves(where, f"{option.word!r} sets other cards than the seat holds")
        if option.drops and Counter(option.drops) - Counter(held):
            self.trial.misbehaves(where, f"{option.word!r} gives up cards that the seat does not hold")
        if option.drops and not option.takes and not option.out and len(option.drops) == len(held):
            looks = [w.name for w in self.game.wagers if any(SEAT.place in hand.of.places for hand in w.hands)]
            if looks:
                says = f"{option.word!r} leaves the seat no cards, and takes none: {', '.join(looks)} looks at them"
                self.trial.misbehaves(where, says)

    def _glance(self, step: Choice, where: str) -> None:
        if step.glance is None:
            return
        at = f"{where}, the glance"
        glance = self.trial.asks(at, step.glance, self._seen())
        match glance:
            case (str(), int() as number):
                if step.glance_name:
                    self.trial.asks(f"{at}, its name", step.glance_name, number)
            case _:
                code = code_at(step.glance, self.trial.file)
                says = f"it gives {glance!r}: a row and a number in it are wanted, such as ('spread', 3)"
                self.trial.misbehaves(f"{at}, {code}", says, "glance", step.glance)

    # ---- cards

    def _place(self, name: str) -> TrialPlace:
        return self.places.get(name, TrialPlace())

    def _give(self, name: str, number: int, up: int) -> None:
        if len(self.left) < number:
            raise IndexError(f"{number} cards, and {len(self.left)} are left")
        cards = tuple(self._one() for _ in range(number))
        place = self._place(name)
        groups = (*place.groups, cards[:up]) if up else place.groups
        self.places[name] = replace(place, groups=groups, hidden=place.hidden + cards[up:])

    def _one(self) -> Card:
        """Any of the cards that are left."""
        place = int(self.chance.random() * len(self.left))
        self.left[place], self.left[-1] = self.left[-1], self.left[place]
        return self.left.pop()

    def _seen(self, *, by_rule: bool = False, turned: tuple[str, ...] = ()) -> Seen:
        lying = self._lying(by_rule=by_rule, turned=turned)
        return Seen(
            pack=self.pack,
            lying={name: tuple(chain(*groups)) for name, groups in lying},
            said=self.said,
            hands=self.hands,
        )

    def _lying(self, *, by_rule: bool, turned: tuple[str, ...]) -> list[tuple[str, Groups]]:
        """The cards that are seen, as they came."""
        return [
            (name, place.all if name in turned else place.groups)
            for name, place in self.places.items()
            if not (by_rule and name == SEAT.place)
        ]

    def _asks(
        self,
        where: str,
        rule: Callable[[Seen], Any],
        counts: Callable[[Any], Any],
        *,
        by_rule: bool = False,
        turned: tuple[str, ...] = (),
    ) -> Any:
        """What a rule says of what is seen. It must say the same of cards that no main hand tells apart."""
        seen = self._seen(by_rule=by_rule, turned=turned)
        answer = self.trial.asks(where, rule, seen)
        if self.chance.random() > self.claims or not isinstance(answer, tuple | bool):
            return answer
        lying = self._lying(by_rule=by_rule, turned=turned)
        groups = tuple(chain.from_iterable(each for _, each in lying))
        hands = [hand for wager in self.game.main or self.game.wagers for hand in wager.hands]
        for exchange in exchanges(hands, groups, self.pack, self.chance, "`sees` of the main hands", is_worth=False):
            others = iter(exchange.groups)
            other = {name: tuple(chain(*[next(others) for _ in each])) for name, each in lying}
            also = self.trial.asks(where, rule, replace(seen, lying=other))
            if counts(also) != counts(answer):
                at = code_at(rule, self.trial.file)
                again = [self.trial.asks(where, rule, seen) for _ in range(ASKED_AGAIN)]
                does = exchange.does if all(counts(each) == counts(answer) for each in again) else NOT_TWICE
                says = f"it {does}: {shown(groups, exchange.groups, (_words(answer), _words(also)))}"
                self.trial.misbehaves(f"{where}, {at}", says, "claim", rule)
        return answer

    # ---- wagers

    def _settle(self, wagers: tuple[Wager, ...] | list[Wager]) -> None:
        self._part()
        for wager in wagers:
            lies = (wager.of if wager.free and not wager.by_choice else wager.name) in self.stakes
            if not lies or wager.name in self.settled or (self.is_out and not wager.outlives):
                continue
            worths = tuple(self._worth(wager, hand) for hand in wager.hands)
            line = self.trial.asks(f"{wager.name}, settling", wager.line, worths, self.said)
            if not isinstance(line, str):
                self.trial.misbehaves(wager.name, f"it cannot be settled: the line is {line!r}, and no text")
            if self.trial.asks(f"{wager.name}, settling", wager.line, worths, self.said) != line:
                self.trial.misbehaves(wager.name, "it is not settled the same twice: a rule has no chance or memory")
            for name in self.trial.paid_like[wager.name]:
                self.trial.seen_lines[name, line] += 1
            self.settled.add(wager.name)

    def _worth(self, wager: Wager, hand: Hand) -> Any:
        where = f"{wager.name}, the worth of {' and '.join(hand.of.places)}"
        groups = self._looked_at(hand.of)
        worth = self.trial.asks(where, hand.worth, *self._given(hand, groups))
        if self.chance.random() < self.claims:
            self._check_claims(where, hand, groups, worth)
        return worth

    def _check_claims(self, where: str, hand: Hand, groups: Groups, worth: Any) -> None:
        """Cards that the hand is said not to tell apart are exchanged, and its worth must be the same."""
        if isinstance(hand.sees, SuitBySuit):
            cards = tuple(chain(*groups))
            suits = [tuple(c for c in cards if suit_of(c) == suit) for suit in range(4)]
            if max(self.trial.asks(where, hand.worth, some) for some in suits if some) != worth:
                says = f"it is not what the best suit is worth: {show(cards)}"
                self.trial.misbehaves(f"{where}, {code_at(hand.worth, self.trial.file)}", says, "claim", hand.worth)
        told = code_at(hand.sees, self.trial.file) if callable(hand.sees) else ""
        for exchange in exchanges([hand], groups, self.pack, self.chance, told, is_worth=True):
            other = self.trial.asks(where, hand.worth, *self._given(hand, exchange.groups))
            if other != worth:
                at = code_at(hand.worth, self.trial.file)
                again = [self.trial.asks(where, hand.worth, *self._given(hand, groups)) for _ in range(ASKED_AGAIN)]
                does = exchange.does if all(each == worth for each in again) else NOT_TWICE
                says = f"it {does}: {shown(groups, exchange.groups, (worth, other))}"
                self.trial.misbehaves(f"{where}, {at}", says, "claim", hand.worth)

    def cards_of(self, hand: Hand) -> Groups:
        """The cards that a hand has now, as its worth is asked about them."""
        return self._given(hand, self._looked_at(hand.of))

    def _given(self, hand: Hand, groups: Groups) -> Groups:
        """Set hands one by one; other cards all together, as those of a seat that plays one hand."""
        return groups if hand.of.is_set and self._place(hand.of.place).cut else (tuple(chain(*groups)),)

    def _looked_at(self, look: Look) -> Groups:
        """Cards that are looked at, as they came together or were set."""
        if look.is_set:
            return self._place(look.place).cut or self._place(look.place).all
        found: list[Cards] = []
        for part in look.parts:
            every = [(number, c) for number, group in enumerate(self._place(part.place).all) for c in group]
            seen = part.of(every)
            found += [tuple(c for at, c in seen if at == number) for number in dict.fromkeys(at for at, _ in seen)]
        return tuple(found)


def _swapped(place: TrialPlace) -> TrialPlace:
    """The last cards of two hands have changed places."""
    cards = list(place.cards)
    half = len(cards) // 2
    cards[half - 1], cards[-1] = cards[-1], cards[half - 1]
    return replace(place, groups=(tuple(cards),))


def _effects(options: Any) -> Any:
    """What options do, but for which cards they name."""
    if not isinstance(options, tuple) or not all(isinstance(option, Option) for option in options):
        return options
    return Counter(
        (
            *(o.word, o.stakes, o.back, tuple(map(len, o.cut)), len(o.drops), o.takes),
            *(o.splits, o.swaps, o.out, o.last, o.foul),
        )
        for o in options
    )


def _words(answer: Any) -> Any:
    if isinstance(answer, tuple) and all(isinstance(each, Option) for each in answer):
        return ", ".join(dict.fromkeys(each.word for each in answer)) or "nothing"
    return answer
