"""What a table offers, found by asking its rules: what a player may say at each choice and what it stakes, when cards
are drawn to the dealer, and what houses differ in where hands are drawn and split. Nothing here knows a game.

Where hands are drawn every pair of ranks is asked about, elsewhere what seats see in some rounds.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

from houseway.cards import RANK_NAMES, Card, Cards, Pack, rank_of, show
from houseway.game import HIT, SEAT, STAND, Choice, Deal, Draw, Game, Hand, Option, Over, Seen, Show, Step
from houseway.table.terms import Terms

ASKED: Final = 150  # rounds, of which the words of each choice are learnt
ASKED_FOR_WORDS: Final = 60
PAIRS_BESIDE: Final = 3  # of these rounds, in which every pair is asked about
MOST_HANDS: Final = 8  # that a seat is asked about
MOST_DRAWN: Final = 3  # cards of a hand of which the rule for drawing is told


def offered(terms: Terms, game: Game) -> list[str]:
    """A sentence each: the pack, what may be said at every choice, and how the dealer draws."""
    decks = f"{terms.decks} {'deck' if terms.decks == 1 else 'decks'}{' with a joker' if game.joker else ''}"
    shuffled = "dealt on until the cut card comes out" if terms.shoe else "shuffled before every round"
    return [f"{decks}, {shuffled}.", *_rules(game)]


@lru_cache(maxsize=64)
def _rules(game: Game) -> tuple[str, ...]:
    return tuple(sentence for number, step in enumerate(game.round) for sentence in _of_step(game, number, step))


def _of_step(game: Game, number: int, step: Step) -> Iterator[str]:
    match step:
        case Choice(again=True):
            yield from _of_drawn_hands(game, number, step)
        case Choice():
            words = _words(game, number)
            if words:
                yield f"{_moment(game, number)} you choose: {_or(words)}."
        case Draw(to=to, more=more) if to.place != SEAT.place:
            yield from _of_drawing(game, to.place, more)
        case Over(looks=looks):
            yield f"The {' and the '.join(looks.places)} looks first: where that decides the round, it is over."


@lru_cache(maxsize=64)
def words_of(game: Game) -> tuple[tuple[str, ...], ...]:
    """All that a seat may say in a round, what is offered most often first. Words that begin alike and are never
    offered together, such as `add 2x` and `add 3x`, stand together."""
    offers = [
        tuple(dict.fromkeys(option.word for option in step.options(seen)))
        for number, step in enumerate(game.round)
        if isinstance(step, Choice)
        for seen in _asked_for_words(game, number, step)
    ]
    alike: dict[str, list[str]] = defaultdict(list)
    for word in dict.fromkeys(word for words in offers for word in words):
        alike[word.split()[0].rstrip(",")].append(word)
    groups: list[tuple[str, ...]] = []
    for words in alike.values():
        is_apart = all(len(set(words) & set(offer)) < 2 for offer in offers)
        groups += [tuple(words)] if is_apart else [(word,) for word in words]
    return tuple(sorted(groups, key=lambda words: -sum(word in offer for offer in offers for word in words)))


def _asked_for_words(game: Game, number: int, step: Choice) -> Iterator[Seen]:
    """Few, for a page waits for them: where cards are set one is enough; where hands are drawn every pair is asked."""
    for seed in range(ASKED_FOR_WORDS):
        seen = _seen(game, number, seed)
        if seen is None:
            continue
        yield seen
        if any(option.cut for option in step.options(seen)):
            return
        if step.again and seed < PAIRS_BESIDE:
            by_rank = _of_each_rank(seen.pack, 2)
            for pair in zip(by_rank[::2], by_rank[1::2], strict=False):
                yield replace(seen, lying={**seen.lying, SEAT.place: pair})


# ---- words and what they stake


def _words(game: Game, number: int) -> list[str]:
    """What may be said at a choice, each once, with what it stakes; those that give up first."""
    found: dict[str, Option] = {}
    for seen in seen_at(game, number):
        step = game.round[number]
        assert isinstance(step, Choice)
        for option in step.options(seen):
            found.setdefault(_plain(option), option)
    return [_costing(game, word, option) for word, option in sorted(found.items(), key=lambda each: not each[1].out)]


def _plain(option: Option) -> str:
    """The word without the cards that it names."""
    named = {*show(option.drops).split()} if option.drops else set()
    return " ".join(part for part in option.word.split() if part not in named)


def _costing(game: Game, word: str, option: Option) -> str:
    """`play (Play, 1 × Ante)`"""
    if option.cut:
        return f"{word} your cards as {_and(game.hands)}"
    stakes = [f"{name}, {times} × {game.wager(name).of}" for name, times in option.stakes]
    stakes += [f"{name} comes back" for name in option.back]
    return f"{word} ({_and(stakes)})" if stakes else word


def _moment(game: Game, number: int) -> str:
    """When a choice comes: after how many cards."""
    before = game.round[:number]
    mine = sum(step.cards for step in before if isinstance(step, Deal) and SEAT.place in step.to.places)
    turned = sum(isinstance(step, Show) for step in before)
    several = sum(isinstance(step, Choice) for step in game.round) > 1
    shown = f" and what was turned over {'once' if turned == 1 else f'{turned} times'}" if turned and several else ""
    return f"With your {'card' if mine == 1 else f'{mine} cards'}{shown}"


# ---- hands that are drawn


def _of_drawn_hands(game: Game, number: int, step: Choice) -> Iterator[str]:
    """Which words the first two cards have, which of them after a split, and how often a hand is split."""
    if not any(isinstance(each, Over) for each in game.round[:number]):
        yield "Nobody looks at cards that lie face down before you play."
    firsts = list(_first_hands(game, number, step))
    offers: dict[str, list[Seen]] = defaultdict(list)
    for seen in firsts:
        for option in step.options(seen):
            offers[option.word].append(seen)
    always = [word for word, hands in offers.items() if len(hands) == len(firsts)]
    sometimes = [word for word in offers if word not in always]
    more = f"; with some hands also {_or(sometimes)}" if sometimes else ""
    yield f"On your first cards you may {_or(always)}{more}."
    splits = [(seen, option) for seen in firsts for option in step.options(seen) if option.splits]
    for word in sorted({option.word for _, option in splits}):
        pairs = [seen for seen, option in splits if option.word == word]
        yield from _of_splits(step, word, pairs, [*always, *sometimes])


def _first_hands(game: Game, number: int, step: Choice) -> Iterator[Seen]:
    """Every pair of ranks that a seat can hold at a choice, beside what lies there in one round."""
    seen = next(iter(seen_at(game, number)), None)
    if seen is None:
        return
    for cards in combinations(_of_each_rank(seen.pack, 2), len(seen[SEAT])):
        hand = replace(seen, lying={**seen.lying, SEAT.place: cards})
        if step.options(hand):
            yield hand


def _of_splits(step: Choice, word: str, pairs: list[Seen], words: list[str]) -> Iterator[str]:
    """Up to how many hands, whether some pair is split only once, and what may still be said after a split."""
    most = {seen[SEAT][0]: _most_hands(step, word, seen) for seen in pairs}
    hands = max(most.values())
    yield f"{word.capitalize()}: a pair, up to {hands} hands."
    fewer = sorted({rank_of(card) for card, least in most.items() if least < hands})
    if fewer:
        cards = [next(card for card in most if rank_of(card) == rank) for rank in fewer]
        named = [f"{RANK_NAMES[rank_of(card)]}s" for card in cards]
        yield f"A pair of {_or(named)} is {word} {'once' if most[cards[0]] == 2 else f'up to {most[cards[0]]} hands'}."
    after: set[str] = set()
    for seen in pairs:
        for other in seen.pack.cards():
            after |= {each.word for each in step.options(_split(seen, word, other, 2))}
    for each in words:
        if each not in (word, HIT.word, STAND.word):
            yield f"After a {word} you may {'also' if each in after else 'not'} {each}."


def _most_hands(step: Choice, word: str, seen: Seen) -> int:
    """How many hands a pair may become."""
    hands, alike = 2, seen[SEAT][1]
    while hands < MOST_HANDS and any(each.word == word for each in step.options(_split(seen, word, alike, hands))):
        hands += 1
    return hands


def _split(seen: Seen, word: str, other: Card, hands: int) -> Seen:
    mine = (seen[SEAT][0], other)
    return Seen(pack=seen.pack, lying={**seen.lying, SEAT.place: mine}, said=(*seen.said, word), hands=hands)


# ---- how the dealer draws


def _of_drawing(game: Game, place: str, more: Callable[[Seen], bool]) -> Iterator[str]:
    """By what his hand is called: on what he always draws, and on what only with some cards."""
    hand = _hand_at(game, place)
    if hand is None:
        return
    pack, said = game.pack(), a_word_that_stays(game)
    drawn: dict[str, list[tuple[bool, Cards]]] = defaultdict(list)
    for size in range(2, MOST_DRAWN + 1):
        for cards in combinations(_of_each_rank(pack, size), size):
            try:
                name = hand.tell(hand.worth(cards), ()) if hand.tell else ""
                draws = bool(more(Seen(pack=pack, lying={place: cards}, said=said)))
            except Exception:  # a rule that looks at more than this place
                return
            drawn[name].append((draws, cards))
    mixed = [name for name, found in drawn.items() if len({draws for draws, _ in found}) == 2]
    surely = [name for name, found in drawn.items() if name not in mixed and found[0][0]]
    numbers = sorted(int(name) for name in surely if name.isdecimal())
    if numbers:
        yield f"The {place} draws on {numbers[-1]} or less."
    for name in mixed:
        yes, no = (next(cards for draws, cards in drawn[name] if draws is which) for which in (True, False))
        yield f"On {name} the {place} draws with {show(yes)}, and stands with {show(no)}."


def _of_each_rank(pack: Pack, times: int) -> Cards:
    """So many cards of each rank, with one joker."""
    by_rank: dict[int, list[Card]] = defaultdict(list)
    for card in pack.cards():
        if len(by_rank[rank_of(card)]) < times:
            by_rank[rank_of(card)].append(card)
    return tuple(card for cards in by_rank.values() for card in cards)


def a_word_that_stays(game: Game) -> tuple[str, ...]:
    """Some dealers draw only where somebody is left in the round."""
    for number, step in enumerate(game.round):
        if isinstance(step, Choice):
            for seen in seen_at(game, number):
                for option in step.options(seen):
                    if not option.out and option.last:
                        return (option.word,)
    return ()


def _hand_at(game: Game, place: str) -> Hand | None:
    hands = [hand for wager in game.wagers for hand in wager.hands if hand.tell and hand.of.places == (place,)]
    return next((hand for hand in hands if not hand.of.is_set and len(hand.of.parts) == 1), None)


# ---- what a seat sees


@lru_cache(maxsize=256)
def seen_at(game: Game, number: int) -> tuple[Seen, ...]:
    """What seats see at a choice, in some rounds that are the same every time: cards lie as the steps before it have
    dealt and shown them, and each earlier choice was one that stays in the round and takes no card."""
    found = (_seen(game, number, seed) for seed in range(ASKED))
    return tuple(seen for seen in found if seen is not None)


def _seen(game: Game, number: int, seed: int) -> Seen | None:
    pack = game.pack()
    chance = Random(seed)
    order = chance.sample(pack.cards(), len(pack.cards()))
    lying: dict[str, list[Card]] = {}
    hidden: dict[str, list[Card]] = {}
    said: tuple[str, ...] = ()
    for step in game.round[:number]:
        match step:
            case Deal():
                for name in step.to.places:
                    up = step.up_at(name)
                    lying.setdefault(name, []).extend(order.pop() for _ in range(up))
                    hidden.setdefault(name, []).extend(order.pop() for _ in range(step.cards - up))
            case Show(what=what):
                [part] = what.parts
                lies, down = lying.setdefault(part.place, []), hidden.get(part.place, [])
                turned = len(part.of(range(len(lies) + len(down)))) - len(part.of(range(len(lies))))
                lying[part.place], hidden[part.place] = lies + down[:turned], down[turned:]
            case Choice():
                options = step.options(_as_seen(pack, lying, said))
                stays = [each for each in options if not (each.out or each.takes or each.drops or each.splits)]
                if options and not stays:
                    return None
                said = (*said, chance.choice(stays).word) if options else said
            case _:
                pass
    step = game.round[number]
    assert isinstance(step, Choice)
    seen = _as_seen(pack, lying, said)
    return seen if step.options(seen) else None


def _as_seen(pack: Pack, lying: dict[str, list[Card]], said: tuple[str, ...]) -> Seen:
    return Seen(pack=pack, lying={name: tuple(cards) for name, cards in lying.items()}, said=said)


def _and(parts: Iterable[str]) -> str:
    return _joined(list(parts), "and")


def _or(parts: Iterable[str]) -> str:
    return _joined(list(parts), "or")


def _joined(listed: list[str], word: str) -> str:
    return f" {word} ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))
