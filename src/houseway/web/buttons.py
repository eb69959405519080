"""What each word that a player may say does, in plain words: read off the option itself, so that any game has it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from houseway.game import Choice, Game, Option
from houseway.web.felt import dealers_line
from houseway.web.offers import plain_word, seen_at
from houseway.web.plain_words import GLOSSARY


@lru_cache(maxsize=128)
def what_words_do(game: Game) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each word once, with a sentence or two; a word of which its option says nothing is left out, and so is the one
    that sets cards."""
    found: dict[str, tuple[str, ...]] = {}
    for number, step in enumerate(game.round):
        if isinstance(step, Choice):
            for seen in seen_at(game, number):
                options = step.options(seen)
                for option in options:
                    if not option.cut:
                        found.setdefault(plain_word(option), tuple(_does(game, step, option, options)))
    return tuple((word, does) for word, does in found.items() if does)


def _does(game: Game, step: Choice, option: Option, options: Sequence[Option]) -> Iterator[str]:
    if option.out:
        yield "Give up this hand and lose the bets on it."
    elif option.splits:
        yield "Make two hands of your pair, one card more to each."
        free = game.wager(option.splits).free or any(game.wager(name).free for name, _ in option.stakes)
        yield "The house pays for the second bet." if free else "The second hand takes a second bet like the first."
    else:
        yield from (sentence for name, times in option.stakes for sentence in _stakes(game, name, times))
        yield from (f"Take {name} back and play on without it." for name in option.back)
        if option.drops or option.takes:
            yield from _takes(option)
        elif option.swaps:
            yield "The second cards of your two hands change places."
        elif not option.costs and not option.back:
            yield from _nothing(step, option, options)


def _stakes(game: Game, name: str, times: int | Fraction) -> Iterator[str]:
    wager = game.wager(name)
    if wager.free:
        yield f"The house bets for you on {name}."
    elif times == Fraction(1, 2):
        yield f"You add a bet on {name}, half as large as {wager.of}."
    elif times == 1:
        yield f"You add a bet on {name}, as large as {wager.of}."
    else:
        yield f"You add a bet on {name}, {times} times as large as {wager.of}."
    if line := dealers_line(game, wager):
        yield f"It wins if the dealer has {line}."


def _takes(option: Option) -> Iterator[str]:
    if option.drops:
        yield "Change that card for a new one." if len(option.drops) == 1 else "Change your cards for new ones."
    elif option.last:
        yield "One more card comes to you, and no other after it."
    else:
        yield "One more card comes to you. Then you choose again."


def _nothing(step: Choice, option: Option, options: Sequence[Option]) -> Iterator[str]:
    """A word that moves neither cards nor chips: the glossary may know it, or what the others do says it."""
    others = [each for each in options if each != option]
    if option.word in GLOSSARY:
        yield GLOSSARY[option.word]
    elif any(_moves_nothing(each) and each.word not in GLOSSARY for each in others):
        return  # two words that differ only in what they say
    elif any(each.back for each in others):
        yield "Leave your bet where it is."
    elif step.again:
        yield "Take no more cards."
    elif any(each.stakes for each in others):
        yield "Go on without betting more."
    else:
        yield "Keep your cards as they are."


def _moves_nothing(option: Option) -> bool:
    return not (option.costs or option.back or option.drops or option.takes or option.swaps or option.out)
