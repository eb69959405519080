"""The judge: every way that a round can go for one seat, step by step, whatever the game.

It is plain and slow, and every faster method must agree with it. Cards that lie face down are dealt only when they are
turned over, so that a seat which chooses knows just what the state knows. States that differ only in cards that no hand
tells apart, or in the names of suits, are one state.

Hands of a split are played by one strategy: each knows its own cards, the open ones and the seat's first cards, and no
card that came to another hand. What hands win is added up, so each may be counted by itself. Hands that a seat was
dealt are played so too, and none of them knows a card of another; a choice for all of them together knows all cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import comb

from houseway.analysis.exact.ends import End, Ends, SettledLine, Times, by_hands, mixed
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.stakes import Stakes
from houseway.analysis.exact.state import Group, Place, State
from houseway.cards import JOKER, Card, Cards, card, rank_of, show, suit_of
from houseway.game import (
    SEAT,
    Bets,
    Choice,
    Deal,
    Draw,
    Look,
    Option,
    Over,
    Seen,
    Settle,
    Show,
    Wager,
    Worth,
)
from houseway.ways.house_way import Cut

Grade = tuple[int, ...]  # what each hand sees of a single card
SplitsAgain = Callable[[State, Choice], Option | None]  # how a hand of a split is split again, if it is


class Tree:
    """A game's rounds for one seat."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.game = question.game
        self._ends: dict[State, Ends] = {}
        self._best_words: dict[State, str] = {}
        self._best_splits: dict[tuple[State, str], SplitsAgain] = {}
        asked = [wager for wager in self.game.wagers if wager.name in question.wagers]
        self._hands = tuple(dict.fromkeys(chain.from_iterable(wager.hands for wager in asked)))
        self._wagers: dict[Stakes, list[tuple[Wager, Times, tuple[int, ...]]]] = {}
        self._settled_so: dict[tuple[tuple[str, ...], tuple[SettledLine, ...], tuple[SettledLine, ...]], Ends] = {}

    # ---- questions ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        return self.after(State())

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option of the choice at hand wins on average, with best play after it."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option of the choice at hand; of a hand of a split, how that hand does."""
        state = self.state(seen)
        step = self.game.round[state.at]
        assert isinstance(step, Choice)
        return {option: self._chosen(state, step, option) for option in self._may(state, step)}

    def after(self, state: State) -> Ends:
        """How a round ends that has come so far."""
        if state.at == len(self.game.round) or (state.at >= self._last_act and not state.stakes.lying):
            return self._end(state)
        if self._grade and not self.game.choices:
            return self._step(state)  # no state comes twice
        state = self._plainest(state)
        if state not in self._ends:
            self._ends[state] = self._step(state)
        return self._ends[state]

    @cached_property
    def _last_act(self) -> int:
        """After this step nobody bets or chooses."""
        return max((at + 1 for at, step in enumerate(self.game.round) if isinstance(step, Bets | Choice)), default=0)

    def _branches(self, state: State) -> dict[Option, Ends]:
        step = self.game.round[state.at]
        assert isinstance(step, Choice)
        return {option: self._chosen(state, step, option) for option in self._legal(state, step)}

    def state(self, seen: Seen) -> State:
        """The state in which a seat that sees this must choose."""
        gone = list(self.gone_through(seen))
        if not gone or gone[-1][1] is not None:
            raise ValueError("nothing is left to choose")
        state, _ = gone[-1]
        given_up = {SEAT.place: len(state.gone)}
        came = {name: len(state.place(name).cards) + given_up.get(name, 0) for name in seen.lying}
        extra = [name for name, cards in seen.lying.items() if len(cards) > came[name]]
        if extra:
            raise ValueError(f"more is given than is seen at this choice: {', '.join(extra)}")
        return state

    def gone_through(self, seen: Seen, cut: Cut = ()) -> Iterator[tuple[State, Option | None]]:
        """Every state in which a seat had a choice that said these words, and what it took: last, with nothing, the one
        in which it must choose. Cards lie as they came; `cut` is how the seat's are set."""
        state, words, left = State(), list(seen.said), {**seen.lying, SEAT.place: self._before_splits(seen)}
        dealt = self.game.dealt_hands if len(words) <= self._chosen_before_hands else 1  # hands that are seen

        def come(place: str, number: int) -> Group:
            cards, left[place] = left.get(place, ())[:number], left.get(place, ())[number:]
            if len(cards) < number:
                more = number - len(cards)
                are = "is" if more == 1 else "are"
                raise ValueError(f"{more} more of the {place}'s cards {are} seen at this choice")
            return cards

        while state.at < self._last_act:
            match self.game.round[state.at]:
                case Bets() as step:
                    state = self._bets(state, step).next()
                case Deal() as step:
                    for name in step.to.places:
                        up = step.up_at(name)
                        for number in [1] * (dealt * up) if name == SEAT.place and dealt > 1 else [up]:
                            state = self._put(state, name, come(name, number), 0)
                        state = self._put(state, name, (), step.cards - up)
                    state = state.next()
                case Choice(together=True) if dealt < self.game.dealt_hands:
                    state = self._said_for_all(state, words.pop(0)).next()
                case Choice() as step:
                    options = () if state.stakes.out else step.options(self.seen(state))
                    if not options:
                        state = state.next()
                        continue
                    if not words:
                        yield state, None
                        return
                    option = taken(options, words.pop(0), cut)
                    yield state, option
                    acted = (
                        self._split_up(state, step, option)[0] if option.splits else self._acted(state, step, option)
                    )
                    state = self._put(acted, "seat", come("seat", option.takes), 0)
                case Draw(to=to, more=more):
                    if more(self.seen(state, by_rule=to != SEAT)):
                        state = self._put(state, to.place, come(to.place, 1), 0)
                    else:
                        state = state.next()
                case Show(what=what, way=way):
                    turned = self._turned_by(state, what)
                    state = self._put(state, what.place, come(what.place, turned), -turned).next()
                    if way is not None:
                        hands = way.set(state.place(what.place).cards)
                        state = state.put(what.place, Place(hands, is_set=True))
                case Over() as step:
                    hidden = any(state.place(name).hidden for name in step.looks.places)
                    state = replace(state, ruled_out=(*state.ruled_out, state.at) if hidden else state.ruled_out).next()
                case Settle() as step:
                    state = self._settled(state, step).next()
        if words:
            raise ValueError(f"more is given than is seen at this choice: {', '.join(words)}")

    def _said_for_all(self, state: State, word: str) -> State:
        """One of the hands that a seat was dealt, when a word was said for all of them."""
        return replace(state, said=(*state.said, word), stakes=state.stakes.of_dealt_hand(self.game, 1))

    @cached_property
    def _chosen_before_hands(self) -> int:
        """How many words a seat says at most while it sees all the hands that it was dealt."""
        together = [number for number, step in enumerate(self.game.choices) if step.together]
        return together[-1] if together else -1

    def _before_splits(self, seen: Seen) -> Cards:
        """The cards of a seat that sees this, before it split them: at each split one more that is like the first."""
        cards, goes_on = seen[SEAT], [step for step in self.game.choices if step.again]
        if not cards or not seen.said or not goes_on or self._first_cards != 2:
            return cards
        alike = self._like(cards[0])
        lying = {**seen.lying, SEAT.place: (cards[0], alike)}
        before = [Seen(pack=seen.pack, lying=lying, said=seen.said[:number]) for number in range(len(seen.said))]
        words = {o.word for pair in before for step in goes_on for o in step.options(pair) if o.splits}
        return (cards[0], *[alike] * sum(word in words for word in seen.said), *cards[1:])

    @cached_property
    def _first_cards(self) -> int:
        """How many cards a seat is dealt; two can be split."""
        return sum(step.cards for step in self.game.round if isinstance(step, Deal) and SEAT.place in step.to.places)

    def _like(self, one: Card) -> Card:
        """Another card that no hand tells apart from this one, or of its rank."""
        same = self._grades.__getitem__ if self._grade else rank_of
        return next((each for each in self.question.cards if each != one and same(each) == same(one)), one)

    def seen(self, state: State, *, by_rule: bool = False) -> Seen:
        """What the seat sees; or the rule for a common place, which sees no seat's cards."""
        lying = {name: place.cards for name, place in state.places if not (by_rule and name == SEAT.place)}
        return Seen(pack=self.question.pack, lying=lying, said=state.said, hands=state.hands)

    # ---- steps -------------------------------------------------------------------------------------

    def _put(self, state: State, name: str, cards: Group, hidden: int) -> State:
        """The state when cards have come to a place, and some more of them face down."""
        place = state.place(name)
        groups = (*place.groups, cards) if cards else place.groups
        return state.put(name, Place(groups, place.hidden + hidden, place.is_set))

    def _step(self, state: State) -> Ends:
        match self.game.round[state.at]:
            case Bets() as step:
                return self.after(self._bets(state, step).next())
            case Deal() as step:
                return self._deal(state.next(), step, step.to.places)
            case Choice() as step:
                return self._choice(state, step)
            case Draw(to=to, more=more):
                if not more(self.seen(state, by_rule=to != SEAT)):
                    return self.after(state.next())
                return self._drawn(state, to.place, 1)
            case Show() as step:
                return self._show(state.next(), step)
            case Over() as step:
                return self._over(state, step)
            case Settle() as step:
                return self.after(self._settled(state, step).next())

    def _bets(self, state: State, step: Bets) -> State:
        if step.when and not step.when(self.seen(state)):
            return state
        placed = (name for name in (*step.must, *step.may) if name in self.question.wagers)
        return replace(state, stakes=state.stakes.placed(placed))

    def _deal(self, state: State, step: Deal, places: tuple[str, ...]) -> Ends:
        if not places:
            return self.after(state)
        name, *others = places
        up = step.up_at(name)
        if name == SEAT.place and self.game.dealt_hands > 1:
            return self._deal_hands(state, step, tuple(others), up * self.game.dealt_hands)
        state = self._put(state, name, (), step.cards - up)
        return mixed(
            (ways, self._deal(after, step, tuple(others))) for after, ways in self._draws(state, name, up).items()
        )

    def _deal_hands(self, state: State, step: Deal, places: tuple[str, ...], cards: int) -> Ends:
        """So many cards to the hands of a seat, one by one: their order counts where hands exchange cards."""
        if not cards:
            return self._deal(state, step, places)
        drawn = self._draws(state, SEAT.place, 1).items()
        return mixed((ways, self._deal_hands(after, step, places, cards - 1)) for after, ways in drawn)

    def _choice(self, state: State, step: Choice) -> Ends:
        if state.stakes.are_of_all_hands(self.game) and not step.together:
            return by_hands([self.after(hand) for hand in self._hands_dealt(state)])
        options = () if state.stakes.out else self._legal(state, step)
        if not options:
            return self.after(state.next())
        if self.question.policy:
            return self._chosen(state, step, self._by_policy(state, options))
        if state.others:  # which nobody knows
            word = self._best_word(self._plainest(replace(state, others=(), hands=min(state.hands, 2))))
            return self._chosen(state, step, taken(options, word))
        branches = self._branches(state)
        return branches[self.question.best(branches)]

    def _best_word(self, known: State) -> str:
        """What a hand says that knows no more than this."""
        if known not in self._best_words:
            self._best_words[known] = self.question.best(self._branches(known)).word
        return self._best_words[known]

    def _by_policy(self, state: State, options: tuple[Option, ...]) -> Option:
        assert self.question.policy
        number = sum(isinstance(step, Choice) for step in self.game.round[: state.at])
        return self.question.policy(number, self.seen(state), options)

    def _may(self, state: State, step: Choice) -> tuple[Option, ...]:
        return tuple(option for option in step.options(self.seen(state)) if not option.foul)

    def _legal(self, state: State, step: Choice) -> tuple[Option, ...]:
        """Whether a hand of a split splits again was said when its cards came."""
        return tuple(option for option in self._may(state, step) if not (option.splits and state.hands > 1))

    def _chosen(self, state: State, step: Choice, option: Option) -> Ends:
        if option.splits:
            return self._split(state, step, option)
        if step.together:
            return by_hands([self.after(hand) for hand in self._hands_dealt(self._acted(state, step, option))])
        return self._drawn(self._acted(state, step, option), SEAT.place, option.takes)

    # ---- splits ------------------------------------------------------------------------------------

    def _split(self, state: State, step: Choice, option: Option) -> Ends:
        """Hands that can be split again all are, or none is: whichever wins more, or as the policy says."""
        if self.question.policy:
            return self._hands_split_so(state, step, option, self._policy_splits)
        best = self._best_split(self._plainest(replace(state, others=())), step, option)
        return self._hands_split_so(state, step, option, best)

    def _best_split(self, known: State, step: Choice, option: Option) -> SplitsAgain:
        key = known, option.word
        if key not in self._best_splits:
            ways = (self._can_split, _no_split)
            ends = {again: self._hands_split_so(known, step, option, again) for again in ways}
            self._best_splits[key] = max(ends, key=lambda again: ends[again].mean(self.question.net))
        return self._best_splits[key]

    def _hands_split_so(self, state: State, step: Choice, option: Option, again: SplitsAgain) -> Ends:
        roots = self._split_up(state, step, option)
        return self._hands_of_split(roots, (), step, option.takes, again, state.others)

    def _split_up(self, state: State, step: Choice, option: Option) -> tuple[State, State]:
        """The two hands, but for the cards that come to them."""
        first, second = state.place(SEAT.place).cards
        acted = replace(self._acted(state, step, option), hands=state.hands + 1)
        acted = replace(acted, said=state.said) if state.hands > 1 else acted  # all hands of a split are alike
        beside = (second,), (first,)
        one, other = (
            replace(acted.put(SEAT.place, Place((mine,))), gone=state.gone if state.hands > 1 else (*state.gone, *his))
            for mine, his in zip(beside[::-1], beside, strict=True)
        )
        return one, replace(other, stakes=state.stakes.of_new_hand(option.splits))

    def _hands_of_split(
        self,
        waiting: tuple[State, ...],
        done: tuple[State, ...],
        step: Choice,
        takes: int,
        again: SplitsAgain,
        apart: Cards,
    ) -> Ends:
        """How hands end when those that wait have got their cards, and those that are split have too; `apart` are the
        cards of another hand that the seat was dealt."""
        every = (*done, *waiting)
        if not waiting:
            return by_hands([self.after(replace(self._beside(hand, every, apart), hands=2)) for hand in every])
        hand, *others = waiting
        hand = self._beside(hand, every, apart)
        branches = []
        for cards, ways in self._taken(hand, takes):
            after = self._put(hand, SEAT.place, cards, 0)
            room, split = self._room(after), again(after, step)
            if not room:
                continue
            if split:
                now = (*self._split_up(after, step, split), *others)
                ends = self._hands_of_split(now, done, step, split.takes, again, apart)
            else:
                ends = self._hands_of_split(tuple(others), (*done, after), step, takes, again, apart)
            branches.append((ways * room, ends))
        return mixed(branches)

    def _beside(self, hand: State, every: tuple[State, ...], apart: Cards) -> State:
        """A hand of a split, with the cards of the others that it does not know: all but the one that it was split
        from, which is gone for it. A card that the seat gave up is gone too, and may be in the pack twice."""
        first, *_ = mine = hand.place(SEAT.place).cards
        others = Counter(chain.from_iterable(each.place(SEAT.place).cards for each in every)) - Counter(mine)
        same = self._grades.__getitem__ if self._grade else rank_of
        known = sorted((card for card in hand.gone if others[card]), key=lambda card: same(card) != same(first))
        others -= Counter(known[:1])
        return replace(hand, others=(*others.elements(), *apart), hands=len(every))

    # ---- hands that are dealt ----------------------------------------------------------------------

    def _hands_dealt(self, state: State) -> list[State]:
        """The hands that a seat was dealt, each with what lies on it and with the cards of the others, which it does
        not know."""
        number, cards = self.game.dealt_hands, state.place(SEAT.place).cards
        hands = [cards[len(cards) * n // number : len(cards) * (n + 1) // number] for n in range(number)]
        return [
            replace(
                state.put(SEAT.place, Place((hand,))),
                stakes=state.stakes.of_dealt_hand(self.game, nth + 1),
                others=tuple(chain(*hands[:nth], *hands[nth + 1 :])),
            )
            for nth, hand in enumerate(hands)
        ]

    def _can_split(self, state: State, step: Choice) -> Option | None:
        """How a hand can be split, if it can."""
        if self.game.round[state.at] is not step:
            return None
        return next((option for option in self._may(state, step) if option.splits), None)

    def _policy_splits(self, state: State, step: Choice) -> Option | None:
        if not self._can_split(state, step):
            return None
        option = self._by_policy(state, self._may(state, step))
        return option if option.splits else None

    def _acted(self, state: State, step: Choice, option: Option) -> State:
        """What an option does, but for the cards that come."""
        state = replace(state, said=(*state.said, option.word), stakes=state.stakes.after(self.game, option))
        mine = state.place(SEAT.place)
        if option.out:
            return state.next() if state.stakes.lying else replace(state, at=len(self.game.round))
        if option.cut:
            state = state.put(SEAT.place, Place(option.cut, is_set=True))
        if option.swaps:
            one, two = _halves(mine.groups)
            swapped = (*one[:-1], two[-1], *two[:-1], one[-1])
            state = state.put(SEAT.place, replace(mine, groups=swapped))
        if option.drops:
            kept = tuple(_without(group, option.drops) for group in mine.groups)
            state = replace(state.put(SEAT.place, replace(mine, groups=kept)), gone=(*state.gone, *option.drops))
        return state if step.again and not option.last else state.next()

    def _settled(self, state: State, step: Settle) -> State:
        now = self._lines(state, frozenset(step.wagers))
        return replace(state, stakes=state.stakes.settle(now))

    def _show(self, state: State, step: Show) -> Ends:
        name, turned = step.what.place, self._turned_by(state, step.what)
        branches = self._draws(self._put(state, name, (), -turned), name, turned).items()
        if step.way is None:
            return mixed((ways, self.after(after)) for after, ways in branches)
        sets: Counter[State] = Counter()
        for after, ways in branches:
            hands = step.way.set(after.place(name).cards)
            sets[self._plainest(after.put(name, Place(hands, is_set=True)))] += ways
        return mixed((ways, self.after(after)) for after, ways in sets.items())

    def _turned_by(self, state: State, what: Look) -> int:
        """How many cards are turned over."""
        [part] = what.parts
        place = state.place(part.place)
        return len(part.of(range(len(place.cards) + place.hidden))) - len(part.of(place.cards))

    def _over(self, state: State, step: Over) -> Ends:
        """Somebody looks: it is so and the round is over, or it is not and the cards stay hidden, but not as
        unknown as before."""
        over, goes_on = 0, 0
        branches = []
        for shown, ways in self._turned(state, step.looks).items():
            if step.when(self.seen(shown, by_rule=True)):
                over += ways
                branches.append((ways, self.after(replace(shown, at=len(self.game.round)))))
            else:
                goes_on += ways
        after = state.next()
        hidden = any(state.place(name).hidden for name in step.looks.places)
        after = replace(after, ruled_out=(*state.ruled_out, state.at)) if hidden and over else after
        return mixed([*branches, (goes_on, self.after(after))] if goes_on else branches)

    def _drawn(self, state: State, name: str, number: int) -> Ends:
        return mixed((ways, self.after(after)) for after, ways in self._draws(state, name, number).items())

    # ---- settling ----------------------------------------------------------------------------------

    def _end(self, state: State) -> Ends:
        if state.stakes.are_of_all_hands(self.game):
            return by_hands([self._end(hand) for hand in self._hands_dealt(state)])
        lines = tuple(self._lines(state, self.question.wagers))
        key = state.said, state.stakes.settled, lines
        if key not in self._settled_so:
            self._settled_so[key] = Ends({End(state.said, tuple(sorted((*state.stakes.settled, *lines)))): 1})
        return self._settled_so[key]

    def _lines(self, state: State, names: frozenset[str]) -> Iterator[SettledLine]:
        """How those of these wagers are settled that lie there."""
        worths: dict[int, Worth] = {}
        for wager, times, numbers in self._unsettled(state.stakes):
            if wager.name not in names:
                continue
            for number in numbers:
                if number not in worths:
                    hand = self._hands[number]
                    worths[number] = hand.worth(*self._looked_at(state, hand.of))
            yield SettledLine(wager.name, times, wager.line(tuple([worths[number] for number in numbers]), state.said))

    def _unsettled(self, stakes: Stakes) -> list[tuple[Wager, Times, tuple[int, ...]]]:
        """The wagers that lie there, how many times, and the numbers of their hands."""
        if stakes not in self._wagers:
            wagers = stakes.unsettled(self.game, self.question.wagers)
            self._wagers[stakes] = [(w, times, tuple(map(self._hands.index, w.hands))) for w, times in wagers]
        return self._wagers[stakes]

    def _looked_at(self, state: State, look: Look) -> tuple[Cards, ...]:
        if look.is_set:
            return state.place(look.place).groups
        return (tuple(chain.from_iterable(part.of(state.place(part.place).cards) for part in look.parts)),)

    # ---- chance ------------------------------------------------------------------------------------

    def _draws(self, state: State, name: str, number: int) -> Mapping[State, int]:
        """Every state after so many cards have come to a place, face up, with its number of ways."""
        if not number:
            return {state: 1}
        found: Counter[State] = Counter()
        for cards, ways in self._taken(state, number):
            after = self._put(state, name, cards, 0)
            found[after if self._grade else self._plainest(after)] += ways
        return {after: ways * room for after, ways in found.items() if (room := self._room(after))}

    def _room(self, state: State) -> int:
        """In how many ways the hidden cards can be what they were found to be; 1 where nobody has looked."""
        if not state.ruled_out:
            return 1
        looks = [step for at in state.ruled_out if isinstance(step := self.game.round[at], Over)]
        ways = 0
        free = replace(state, ruled_out=())
        for shown, times in self._turned(free, looks[-1].looks).items():
            ways += times * (not any(look.when(self.seen(shown, by_rule=True)) for look in looks))
        return ways

    def _turned(self, state: State, look: Look) -> Mapping[State, int]:
        """Every state in which the hidden cards of these places are turned over."""
        states: Mapping[State, int] = {state: 1}
        for name in look.places:
            found: Counter[State] = Counter()
            for each, ways in states.items():
                hidden = each.place(name).hidden
                for after, times in self._draws(
                    each.put(name, replace(each.place(name), hidden=0)), name, hidden
                ).items():
                    found[after] += ways * times
            states = found
        return states

    def _taken(self, state: State, number: int) -> Iterator[tuple[Cards, int]]:
        """Every different way to take so many of the cards that nobody has seen."""
        gone = Counter(chain(state.gone, state.others, *(place.cards for _, place in state.places)))
        if self._grade:
            used = Counter(map(self._grades.__getitem__, gone.elements()))
            left = [alike[used[grade] :] for grade, alike in self._alike.items()]
            yield from _multisets(left, number)
        else:
            yield from Counter(combinations((Counter(self.question.cards) - gone).elements(), number)).items()

    # ---- sameness ----------------------------------------------------------------------------------

    @cached_property
    def _grade(self) -> Callable[[Card], Grade] | None:
        """All that counts of a card, where no hand that is asked about looks at suits."""
        sees = tuple(dict.fromkeys(hand.sees for hand in self._hands))
        grades = tuple(each for each in sees if callable(each))
        if len(grades) < len(sees):
            return None
        return lambda card: tuple([see(card) for see in grades])

    @cached_property
    def _grades(self) -> dict[Card, Grade]:
        """The grade of each card."""
        assert self._grade
        return {each: self._grade(each) for each in set(self.question.cards)}

    @cached_property
    def _alike(self) -> dict[Grade, list[Card]]:
        alike: dict[Grade, list[Card]] = {}
        for each in sorted(self.question.cards):
            alike.setdefault(self._grades[each], []).append(each)
        return alike

    def _plainest(self, state: State) -> State:
        """The one of all states that differ in nothing that counts."""
        groups = [state.gone, state.others, *(group for _, place in state.places for group in place.groups)]
        renamed = iter(self._by_grades(groups) if self._grade else _by_suits(groups, self._alike_suits))
        gone, others = next(renamed), next(renamed)
        places = tuple(
            (name, Place(tuple(next(renamed) for _ in place.groups), place.hidden, place.is_set))
            for name, place in state.places
        )
        return State(state.at, places, state.said, state.stakes, gone, state.ruled_out, state.hands, others)

    @cached_property
    def _alike_suits(self) -> list[list[int]]:
        """The suits that hold the same ranks: in a whole pack all four."""
        held = [sorted(rank_of(c) for c in self.question.cards if c != JOKER and suit_of(c) == s) for s in range(4)]
        return [[s for s in range(4) if held[s] == ranks] for n, ranks in enumerate(held) if ranks not in held[:n]]

    def _by_grades(self, groups: list[Group]) -> Iterator[Group]:
        """Cards of a grade in the order in which they come."""
        used: Counter[Grade] = Counter()
        for group in groups:
            renamed = []
            for grade in sorted(map(self._grades.__getitem__, group)):
                renamed.append(self._alike[grade][used[grade]])
                used[grade] += 1
            yield tuple(renamed)


def taken(options: tuple[Option, ...], word: str, cut: Cut = ()) -> Option:
    """The option of this word, and of those by which cards are set the one that sets them so."""
    named = [option for option in options if option.word == word]
    wanted = [sorted(hand) for hand in cut]
    found = [option for option in named if not (cut and option.cut) or [sorted(hand) for hand in option.cut] == wanted]
    if not found:
        so = f"{word!r} with {' | '.join(map(show, cut))}" if named else repr(word)
        raise ValueError(f"{so} cannot be said here: {', '.join(dict.fromkeys(o.word for o in options))}")
    return found[0]


def _no_split(state: State, step: Choice) -> Option | None:
    """No hand of a split is split again."""
    return None


def _by_suits(groups: list[Group], alike: list[list[int]]) -> list[Group]:
    """The same cards with their suits, those that are alike, named in the order of what is held in them."""
    held = [
        [[rank_of(c) for c in sorted(group) if c != JOKER and suit_of(c) == suit] for group in groups]
        for suit in range(4)
    ]
    names: dict[int, int] = {}
    for suits in alike:
        ordered = sorted(suits, key=lambda suit: held[suit], reverse=True)
        names.update(zip(ordered, suits, strict=True))
    return [tuple(sorted(c if c == JOKER else card(rank_of(c), names[suit_of(c)]) for c in group)) for group in groups]


def _multisets(grades: list[list[Card]], number: int) -> Iterator[tuple[Cards, int]]:
    """So many cards of these grades, the first ones of each, with the number of ways."""
    if not number:
        yield (), 1
        return
    if not grades:
        return
    first, *others = grades
    for taken in range(min(len(first), number) + 1):
        for rest, ways in _multisets(others, number - taken):
            yield (*first[:taken], *rest), ways * comb(len(first), taken)


def _halves(groups: tuple[Group, ...]) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    return groups[: len(groups) // 2], groups[len(groups) // 2 :]


def _without(group: Group, dropped: Cards) -> Group:
    left = Counter(group) - Counter(dropped)
    return tuple(left.elements())
