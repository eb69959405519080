"""Facts of a game that choose its exact method: they are read off the steps, the wagers and rounds played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from itertools import islice
from math import comb
from typing import Final

import numpy as np

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.count import Count
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.exchange_sight import ExchangeSight, may_come
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.groups import groups_of, is_heap, is_rectangle, looked_at
from houseway.analysis.exact.house_way import TABLED, way_of
from houseway.analysis.exact.one_sight import MOST_HIDDEN, OneSight
from houseway.analysis.exact.question import Method, Question
from houseway.analysis.exact.question import question as about
from houseway.analysis.exact.shoe_cards import is_on_first_cards
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, Cards
from houseway.game import SEAT, Bets, Bonus, Choice, Deal, Draw, Game, Hand, Option, Over, Settle, Show, Step, Wager
from houseway.sight import FlushOf, SuitBySuit

ROUNDS = 200  # that are played to see what options do,
OPTIONS = 2_000  # or fewer, when so many options were seen
FEW_HANDS = 3_000_000  # that are gone through one by one: five cards of a pack
OF_ONE_SIGHT: Final = {"Boards": "board_sight.BoardSight", "Sets": "set_sight.SetSight"}  # without a compiler
NOT_COMPILED: Final = (Count, GradedRemoval, Tree)  # these load no kernels, which takes a third of a second


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What counts for an exact method. Hands are those of the wagers that are asked about."""

    choices: int
    goes_on: bool  # a choice that is made again and again
    draws: bool  # cards come by a rule or by an option, or are given up
    exchanges: bool  # they do so by options alone
    takes: int  # how many cards an option brings at most
    dealer_draws: bool  # cards come by a rule to one place that is not a seat, and only after the last choice
    may_be_over: bool  # a look at hidden cards can end the round
    early: bool  # wagers are placed or settled on the way
    hidden: Mapping[str, int]  # cards that lie face down at the last choice, by place
    shows: bool  # cards of a common place lie face up at the last choice
    between: bool  # cards come or are turned over between two choices
    common: frozenset[str]  # places that are dealt to, but for the seat
    in_parts: bool  # a place is dealt to more than once
    cuts: bool  # options set the seat's cards
    tabled_way: bool  # as two or three hands each, by rules that can be tabulated
    open_way: bool  # as two hands each by such rules, the dealer's before a seat chooses
    ways: bool  # the dealer's cards are set by a house way
    folds: bool
    whole: bool  # every hand looks at one place, at all its cards
    one_place: bool  # every hand looks at one place
    set_hands: bool  # some hands look at cards as they were set
    grades: bool  # to no hand suits matter
    played_grades: bool  # to no hand that looks at more than a seat's first cards
    cards_alone: bool  # nothing that a seat can do changes how a wager ends
    one_look: bool  # all hands look at the same cards
    against: bool  # some hand does not look at the seat's cards
    shared: bool  # two hands of a wager look at the same place
    fixed: bool  # what may be said depends on nothing but what was said
    tabled: bool  # no hand looks at suits but for a flush, and there is no joker
    heaps: bool  # to no hand it matters which of its cards came first
    drawn_heaps: bool  # the same of cards that a seat draws; or a wager looks at its first cards alone
    each_once: bool  # no card is twice in the pack
    suits_alike: bool  # and every suit has the same ranks
    one_worth: bool  # one hand looks at cards that are not the seat's
    by_ranks: bool  # no hand looks at suits but for a flush, and a joker is of some flush
    one_flush: bool  # where cards are shown, he can have a flush in one suit at most
    suit_by_suit: bool  # every hand looks at suits one by one
    hands: int  # how many hands those are that lie face down, with what is shown of them


def facts(question: Question) -> Facts:
    steps = question.game.round
    asked = [wager for wager in question.game.wagers if wager.name in question.wagers]
    hands = [hand for wager in asked for hand in wager.hands]
    at = [number for number, step in enumerate(steps) if isinstance(step, Choice)]
    said = _said(_Dealt(question.game.round, question.cards, question)) if at else {}
    met = [option for each in said.values() for options in each for option in options]
    words = {(*before, option.word) for before, each in said.items() for options in each for option in options}
    deals = [name for step in steps if isinstance(step, Deal) for name in step.to.places]
    drawn_by_rule = {step.to.place for step in steps if isinstance(step, Draw)}
    drawn_to = set(drawn_by_rule)
    drawn_to |= {SEAT.place} if any(option.takes or option.drops for option in met) else set()
    groups = groups_of(steps)
    way = way_of(question.game)
    folds = any(option.out for option in met)
    shown = max((step.up for step in steps if isinstance(step, Deal) and step.to != SEAT), default=0)
    moved = {name for option in met for name in (*option.back, *(name for name, _ in option.stakes))}
    return Facts(
        choices=len(at),
        goes_on=any(step.again for step in question.game.choices),
        draws=bool(drawn_to),
        exchanges=bool(drawn_to) and not drawn_by_rule,
        takes=max((option.takes for option in met), default=0),
        dealer_draws=bool(at) and _dealer_draws(steps, at[-1]),
        may_be_over=any(isinstance(step, Over) for step in steps),
        early=any(isinstance(step, Settle) or (isinstance(step, Bets) and n) for n, step in enumerate(steps)),
        hidden=_hidden(steps[: at[-1]]) if at else {},
        shows=any(isinstance(step, Deal) and step.up and step.to != SEAT for step in steps[: at[-1] if at else 0]),
        between=bool(at) and any(isinstance(step, Deal | Show | Draw) for step in steps[at[0] : at[-1]]),
        common=frozenset(deals) - {SEAT.place},
        in_parts=len(set(deals)) < len(deals),
        cuts=any(option.cut for option in met),
        tabled_way=way is not None and len(way.split.sizes) in TABLED,
        open_way=way is not None and len(way.split.sizes) == 2 and _shows_before(steps, at),
        ways=any(isinstance(step, Show) and step.way is not None for step in steps),
        folds=folds,
        whole=all(len(hand.of.parts) == 1 and _is_whole(hand) for hand in hands),
        one_place=all(len(hand.of.parts) == 1 for hand in hands),
        set_hands=any(hand.of.is_set for hand in hands),
        grades=all(callable(hand.sees) for hand in hands),
        played_grades=all(
            callable(hand.sees)
            for wager in asked
            if not is_on_first_cards(question.game, wager)
            for hand in wager.hands
        ),
        cards_alone=not any(hand.of.is_set or _is_drawn(hand, drawn_to) for hand in hands)
        and all(
            (wager.outlives or not folds)
            and not ({wager.name, wager.of} & moved or wager.free)
            and not _hears(wager, question, words)
            for wager in asked
        ),
        one_look=len({hand.of for hand in hands}) == 1,
        against=any(SEAT.place not in hand.of.places for hand in hands),
        shared=any(_share_a_place(wager.hands) for wager in asked),
        fixed=all(len(options) == 1 for options in said.values()),
        tabled=JOKER not in question.cards and all(_is_by_ranks(hand) for hand in hands),
        heaps=not drawn_by_rule and all(is_heap(hand, looked_at(hand.of, groups), question.cards) for hand in hands),
        drawn_heaps=any(step.again for step in question.game.choices)
        and all(
            is_on_first_cards(question.game, wager) or _is_drawn_heap(hand, question.cards)
            for wager in asked
            for hand in wager.hands
            if SEAT.place in hand.of.places
        ),
        each_once=len(set(question.cards)) == len(question.cards),
        suits_alike=is_rectangle(question.cards),
        one_worth=len({hand for hand in hands if SEAT.place not in hand.of.places}) == 1,
        by_ranks=all(_is_by_ranks(hand) for hand in hands)
        and (JOKER not in question.cards or any(isinstance(hand.sees, FlushOf) for hand in hands)),
        one_flush=_one_flush(hands, _hidden(steps[: at[-1]]) if at else {}, shown, JOKER in question.cards),
        suit_by_suit=JOKER not in question.cards and all(isinstance(hand.sees, SuitBySuit) for hand in hands),
        hands=comb(len(question.cards), max((step.cards for step in steps if isinstance(step, Deal)), default=0)),
    )


@dataclass(frozen=True)
class _Dealt:
    """All that what a seat may do depends on."""

    round: tuple[Step, ...]
    cards: Cards
    question: Question = field(compare=False)


@lru_cache(maxsize=64)
def _said(dealt: _Dealt) -> dict[tuple[str, ...], set[tuple[Option, ...]]]:
    """The options that were met after what was said."""
    said: dict[tuple[str, ...], set[tuple[Option, ...]]] = {}
    met = 0
    for seen, options in options_met(dealt.question, ROUNDS):
        said.setdefault(seen.said, set()).add(options)
        met += len(options)
        if met >= OPTIONS:
            break
    return said


def _hears(wager: Wager, question: Question, words: Iterable[tuple[str, ...]]) -> bool:
    """Whether what is said changes how a wager on two hands is settled: tried with some deals."""
    if isinstance(wager, Bonus):
        return False
    dealt = Counter[str]()
    for step in question.game.round:
        if isinstance(step, Deal):
            dealt.update(dict.fromkeys(step.to.places, step.cards))
    for cards in _deals(question.cards, dealt):
        looked_at = (sum((part.of(cards[part.place]) for part in hand.of.parts), ()) for hand in wager.hands)
        worths = tuple(hand.worth(each) for hand, each in zip(wager.hands, looked_at, strict=True))
        if len({wager.line(worths, said) for said in (*words, ())}) > 1:
            return True
    return False


def _deals(cards: Cards, dealt: Mapping[str, int]) -> Iterator[dict[str, Cards]]:
    """Some cards at each place."""
    chance = np.random.default_rng(1)
    for _ in range(ROUNDS):
        order = (cards[place] for place in chance.permutation(len(cards)).tolist())
        yield {name: tuple(islice(order, number)) for name, number in dealt.items()}


def method_for(question: Question) -> type[Method]:
    """The fastest method that takes the game; the judge takes any."""
    known = facts(question)
    return Count if known.cards_alone and known.one_look else _method_for_play(known, question)


def method_for_sight(question: Question) -> type[Method]:
    """The method that answers soonest what the options of one sight are worth: none of the project's games takes a
    compiler for it."""
    known, chosen = facts(question), method_for(question)
    shows_some = known.shows and not known.grades and _is_set_face_down(known)
    named = "Sets" if shows_some else chosen.__name__
    if named in OF_ONE_SIGHT and question.policy is None:
        return _method_named(OF_ONE_SIGHT[named])
    if not (_one_hand_of_his(known) and known.hidden and known.each_once) or known.set_hands:
        return chosen
    if known.grades and not known.draws:
        return GradedRemoval
    [hidden] = known.hidden.values()
    if known.cuts or known.ways or comb(len(question.cards) - _cards_seen(question.game), hidden) > MOST_HIDDEN:
        return chosen
    if known.draws:
        few = known.exchanges and not known.shows and may_come(len(question.cards), known.takes)
        return ExchangeSight if few else chosen
    return OneSight


def _cards_seen(game: Game) -> int:
    """How many cards a seat sees when all are dealt."""
    deals = ((step, name) for step in game.round if isinstance(step, Deal) for name in step.to.places)
    return sum(step.cards if name == SEAT.place else step.up_at(name) for step, name in deals)


def _method_for_play(known: Facts, question: Question) -> type[Method]:
    """The same where it matters what a seat does."""
    his_hand = _one_hand_of_his(known)
    as_dealt = not (known.draws or known.cuts or known.ways or known.set_hands)
    many_hands = known.suits_alike and known.one_worth and known.hands > FEW_HANDS
    many_hands = many_hands and his_hand and bool(known.hidden) and as_dealt
    if his_hand and known.grades and not known.draws and not many_hands:
        return GradedRemoval
    return _compiled_method(known, question, many_hands)


def _compiled_method(known: Facts, question: Question, many_hands: bool) -> type[Method]:
    """The same where suits count, or the hands are too many. Most of these methods are compiled: the one that is taken
    is loaded, and no other, so that those which are not do without a compiler."""
    words = _course_of_words(known)
    his_hand = _one_hand_of_his(known)
    known_hand, hidden_hand = his_hand and not known.draws, his_hand and bool(known.hidden)
    as_dealt = not (known.cuts or known.ways or known.set_hands)
    takes = {
        "sets.Sets": _is_set_face_down(known) and not known.shows,
        "open_sets.OpenSets": known_hand and known.each_once and known.cuts and _is_set_openly(known, question),
        "suits.Suits": many_hands and known.suit_by_suit and not known.shows,
        "patterns.Patterns": many_hands and known.by_ranks and known.one_flush,
        "removal.Removal": hidden_hand and known.each_once and as_dealt and not known.draws,
        "exchange.Exchange": hidden_hand and known.each_once and as_dealt and known.exchanges and not known.shows,
        "shoe.ShoeHands": _is_shoe(known),
        "boards.Boards": words and known.against and known.shared,
        "streets.Streets": words and not known.against,
    }
    return _method_named(next((name for name, does in takes.items() if does), "tree.Tree"))


def _method_named(name: str) -> type[Method]:
    module, _, name = name.partition(".")
    method: type[Method] = getattr(import_module(f"houseway.analysis.exact.{module}"), name)
    return method


def _is_set_face_down(known: Facts) -> bool:
    """Whether cards are set as hands against such hands of the dealer's, of which something is hidden."""
    hidden_hand = _one_hand_of_his(known) and bool(known.hidden)
    return hidden_hand and not known.draws and known.each_once and known.cuts and known.tabled_way


def _is_set_openly(known: Facts, question: Question) -> bool:
    if not known.open_way:
        return False
    from houseway.analysis.exact.open_sets import looks_away

    return looks_away(question)


@lru_cache(maxsize=256)
def depends(game: Game, wager: str) -> bool:
    """Whether what a seat does changes how a wager ends."""
    return not facts(replace(about(game), wagers=frozenset({wager}))).cards_alone


def ends_of(question: Question) -> Ends:
    """How a round ends, by the fastest method that takes the game."""
    return method_for(question)(question).ends


def _course_of_words(known: Facts) -> bool:
    """Cards come to the seat and to all, and between them words are said that the cards do not change."""
    return (
        known.choices > 0
        and known.fixed
        and known.tabled
        and known.each_once
        and known.heaps
        and not (known.goes_on or known.draws or known.may_be_over or known.cuts or known.ways)
    )


def _one_hand_of_his(known: Facts) -> bool:
    """One choice, and one place beside the seat that holds cards then; each hand looks at one of the two."""
    return (
        known.choices == 1
        and len(known.common) == 1
        and known.whole
        and known.heaps
        and not (known.goes_on or known.may_be_over or known.early or known.in_parts)
    )


def _is_shoe(known: Facts) -> bool:
    """A seat takes cards as it likes, then a dealer does by a rule; no hand looks at suits or at the order of cards."""
    return (
        known.dealer_draws
        and known.played_grades
        and known.one_place
        and known.drawn_heaps
        and len(known.common) == 1
        and sum(known.hidden.values()) <= 1
        and not (known.in_parts or known.cuts or known.ways or known.set_hands or known.between)
    )


def _dealer_draws(steps: tuple[Step, ...], last: int) -> bool:
    drawn = [(at, step.to) for at, step in enumerate(steps) if isinstance(step, Draw)]
    return bool(drawn) and all(at > last and to != SEAT for at, to in drawn)


def _is_drawn_heap(hand: Hand, cards: Cards) -> bool:
    """Whether a hand looks at all cards of a seat, in any order: tried with some."""
    if not _is_whole(hand):
        return False
    chance = np.random.default_rng(1)
    for trial in range(ROUNDS):
        some = [cards[place] for place in chance.permutation(len(cards))[: 2 + trial % 5].tolist()]
        if hand.worth(tuple(some)) != hand.worth(tuple(some[::-1])):
            return False
    return True


def _shows_before(steps: tuple[Step, ...], choices: list[int]) -> bool:
    """Whether the dealer's cards are set, and nothing of them is hidden, when a seat chooses."""
    before = steps[: choices[0]] if choices else ()
    return any(isinstance(step, Show) and step.way for step in before) and not _hidden(before)


def _hidden(steps: tuple[Step, ...]) -> dict[str, int]:
    """How many cards lie face down after these steps, by place."""
    hidden: dict[str, int] = {}
    seen: dict[str, int] = {}
    for step in steps:
        if isinstance(step, Deal):
            for name in step.to.places:
                seen[name] = seen.get(name, 0) + step.up_at(name)
                hidden[name] = hidden.get(name, 0) + step.cards - step.up_at(name)
        if isinstance(step, Show):
            [part] = step.what.parts
            lies = seen.get(part.place, 0)
            turned = len(part.of(range(lies + hidden.get(part.place, 0)))) - len(part.of(range(lies)))
            seen[part.place], hidden[part.place] = lies + turned, hidden.get(part.place, 0) - turned
    return {name: number for name, number in hidden.items() if number}


def _share_a_place(hands: tuple[Hand, ...]) -> bool:
    return len(hands) > 1 and bool(set.intersection(*(set(hand.of.places) for hand in hands)))


def _is_whole(hand: Hand) -> bool:
    return all(part.first is None and part.last is None for part in hand.of.parts)


def _is_by_ranks(hand: Hand) -> bool:
    """Whether no suit counts in it but for a flush."""
    return callable(hand.sees) or isinstance(hand.sees, FlushOf)


def _one_flush(hands: list[Hand], hidden: Mapping[str, int], shown: int, joker: bool) -> bool:
    """Beside what is shown, the flush of one suit at most can be in what is hidden."""
    lengths = [hand.sees.length for hand in hands if isinstance(hand.sees, FlushOf) and hand.of != SEAT]
    need = [length - most for length in lengths for most in hidden.values()]
    return not shown or (not joker and all(each > 0 and 2 * each > shown for each in need))


def _is_drawn(hand: Hand, drawn_to: set[str]) -> bool:
    """Whether it looks at cards of which it is not known how many will come."""
    return any(part.place in drawn_to and part.last is None for part in hand.of.parts)
