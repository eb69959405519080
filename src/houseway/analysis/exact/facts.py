"""Facts of a game that choose its exact method: they are read off the steps, the wagers and rounds played at random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.count import Count
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.grades import Grades
from houseway.analysis.exact.groups import groups_of, is_heap, looked_at
from houseway.analysis.exact.house_way import way_of
from houseway.analysis.exact.question import Method, Question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.sets import HANDS, Sets
from houseway.analysis.exact.streets import Streets
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, Cards
from houseway.game import SEAT, Bets, Bonus, Choice, Deal, Draw, Hand, Option, Over, Settle, Show, Step
from houseway.sight import FlushOf

ROUNDS = 200  # that are played to see what options do


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What counts for an exact method. Hands are those of the wagers that are asked about."""

    choices: int
    goes_on: bool  # a choice that is made again and again
    draws: bool  # cards come by a rule or by an option, or are given up
    may_be_over: bool  # a look at hidden cards can end the round
    early: bool  # wagers are placed or settled on the way
    hidden: Mapping[str, int]  # cards that lie face down at the last choice, by place
    between: bool  # cards come or are turned over between two choices
    common: frozenset[str]  # places that are dealt to, but for the seat
    in_parts: bool  # a place is dealt to more than once
    cuts: bool  # options set the seat's cards
    three_hands: bool  # as three hands each, by rules that can be tabulated
    ways: bool  # the dealer's cards are set by a house way
    folds: bool
    whole: bool  # every hand looks at one place, at all its cards
    set_hands: bool  # some hands look at cards as they were set
    grades: bool  # to no hand suits matter
    cards_alone: bool  # nothing that a seat can do changes how a wager ends
    one_look: bool  # all hands look at the same cards
    against: bool  # some hand does not look at the seat's cards
    shared: bool  # two hands of a wager look at the same place
    fixed: bool  # what may be said depends on nothing but what was said
    tabled: bool  # no hand looks at suits but for a flush, and there is no joker
    heaps: bool  # to no hand it matters which of its cards came first
    each_once: bool  # no card is twice in the pack


def facts(question: Question) -> Facts:
    steps = question.game.round
    asked = [wager for wager in question.game.wagers if wager.name in question.wagers]
    hands = [hand for wager in asked for hand in wager.hands]
    at = [number for number, step in enumerate(steps) if isinstance(step, Choice)]
    said = _said(_Dealt(question.game.round, question.cards, question)) if at else {}
    met = [option for each in said.values() for options in each for option in options]
    deals = [name for step in steps if isinstance(step, Deal) for name in step.to.places]
    drawn_to = {step.to.place for step in steps if isinstance(step, Draw)}
    drawn_to |= {SEAT.place} if any(option.takes or option.drops for option in met) else set()
    groups = groups_of(steps)
    way = way_of(question.game)
    folds = any(option.out for option in met)
    moved = {name for option in met for name in (*option.back, *(name for name, _ in option.stakes))}
    return Facts(
        choices=len(at),
        goes_on=any(step.again for step in question.game.choices),
        draws=bool(drawn_to),
        may_be_over=any(isinstance(step, Over) for step in steps),
        early=any(isinstance(step, Settle) or (isinstance(step, Bets) and n) for n, step in enumerate(steps)),
        hidden=_hidden(steps[: at[-1]]) if at else {},
        between=bool(at) and any(isinstance(step, Deal | Show | Draw) for step in steps[at[0] : at[-1]]),
        common=frozenset(deals) - {SEAT.place},
        in_parts=len(set(deals)) < len(deals),
        cuts=any(option.cut for option in met),
        three_hands=way is not None and len(way.split.sizes) == HANDS,
        ways=any(isinstance(step, Show) and step.way is not None for step in steps),
        folds=folds,
        whole=all(len(hand.of.parts) == 1 and _is_whole(hand) for hand in hands),
        set_hands=any(hand.of.is_set for hand in hands),
        grades=all(hand.sees is not None and not isinstance(hand.sees, FlushOf) for hand in hands),
        cards_alone=all(
            isinstance(wager, Bonus)
            and (wager.outlives or not folds)
            and not ({wager.name, wager.of} & moved or wager.free)
            for wager in asked
        )
        and not any(hand.of.is_set or _is_drawn(hand, drawn_to) for hand in hands),
        one_look=len({hand.of for hand in hands}) == 1,
        against=any(SEAT.place not in hand.of.places for hand in hands),
        shared=any(_share_a_place(wager.hands) for wager in asked),
        fixed=all(len(options) == 1 for options in said.values()),
        tabled=JOKER not in question.cards and all(hand.sees is not None for hand in hands),
        heaps=not drawn_to and all(is_heap(hand, looked_at(hand.of, groups), question.cards) for hand in hands),
        each_once=len(set(question.cards)) == len(question.cards),
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
    for seen, options in options_met(dealt.question, ROUNDS):
        said.setdefault(seen.said, set()).add(options)
    return said


def method_for(question: Question) -> type[Method]:
    """The fastest method that takes the game; the judge takes any."""
    known = facts(question)
    his_hand, words = _one_hand_of_his(known), _course_of_words(known)
    hidden_hand = his_hand and bool(known.hidden)
    as_dealt = not (known.cuts or known.ways or known.set_hands)
    takes: dict[type[Method], bool] = {
        Count: known.cards_alone and known.one_look,
        Grades: his_hand and known.grades,
        Sets: hidden_hand and known.each_once and known.cuts and known.three_hands,
        Removal: hidden_hand and known.each_once and as_dealt,
        Boards: words and known.against and known.shared,
        Streets: words and not known.against,
    }
    return next((method for method, does in takes.items() if does), Tree)


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
        and not (known.goes_on or known.draws or known.may_be_over or known.early or known.in_parts)
    )


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


def _is_drawn(hand: Hand, drawn_to: set[str]) -> bool:
    """Whether it looks at cards of which it is not known how many will come."""
    return any(part.place in drawn_to and part.last is None for part in hand.of.parts)
