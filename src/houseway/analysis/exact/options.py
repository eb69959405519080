"""What every option of a seat is worth where it sees this: any information set of any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Final

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import Method, question
from houseway.cards import Cards, check_dealable, parse
from houseway.paytable import Paytable
from houseway.steps import SEAT, Game, Option, Seen

KEPT: Final = 8  # solved games
ROUNDS: Final = 1000  # in which some seat has a choice


@dataclass(frozen=True, kw_only=True)
class Worth:
    """An option, and what it wins on average of a unit of the first wager, with best play after it."""

    option: Option
    expectation: Fraction


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a seat may do where it sees this, best first."""

    game: Game
    seen: Seen
    options: tuple[Worth, ...]

    @property
    def cards(self) -> Cards:
        return self.seen[SEAT]

    @property
    def lying(self) -> dict[str, Cards]:
        """The cards in common places."""
        return {name: cards for name, cards in self.seen.lying.items() if name != SEAT.place}


def options_of(
    game: Game,
    cards: str | Cards,
    *,
    lying: Mapping[str, str | Cards] | None = None,
    said: Iterable[str] = (),
    decks: int | None = None,
) -> Options:
    """Every option of a seat that holds these cards, sees those in common places, and has said this."""
    if not (game.choices and game.main):
        raise ValueError(f"{game.slug}: nobody chooses anything")
    seen = seen_of(game, cards, lying=lying, said=said, decks=decks)
    values = solved(game, decks=decks).options(seen)
    worths = [Worth(option=option, expectation=value) for option, value in values.items()]
    return Options(
        game=game, seen=seen, options=tuple(sorted(worths, key=lambda worth: worth.expectation, reverse=True))
    )


def seen_of(
    game: Game,
    cards: str | Cards,
    *,
    lying: Mapping[str, str | Cards] | None = None,
    said: Iterable[str] = (),
    decks: int | None = None,
) -> Seen:
    """What a seat sees, as people write it."""
    pack = game.pack(decks)
    common = {name: _cards(each) for name, each in (lying or {}).items()}
    for name in common:
        if name not in game.places:
            raise ValueError(f"{name!r} is not a place of {game.slug}: {', '.join(game.places) or 'it has none'}")
    mine = _cards(cards)
    check_dealable((*mine, *chain.from_iterable(common.values())), pack)
    return Seen(pack=pack, lying={SEAT.place: mine, **common}, said=tuple(said))


def _cards(text: str | Cards) -> Cards:
    return parse(text) if isinstance(text, str) else text


def solved(
    game: Game,
    *,
    decks: int | None = None,
    paytables: Iterable[str] = (),
    beside: Mapping[str, Fraction] | None = None,
) -> Method:
    """The method of a game, ready to be asked. What it has worked out for one hand serves the next."""
    judged = {*(wager.name for wager in game.main), *(beside or {})}
    named = {name for name in paytables if (table := game.paytable(name)).wager in judged and _is_other(game, table)}
    return _solved(game, game.pack(decks).decks, tuple(sorted(named)), tuple((beside or {}).items()))


@lru_cache(maxsize=KEPT)
def _solved(game: Game, decks: int, paytables: tuple[str, ...], beside: tuple[tuple[str, Fraction], ...]) -> Method:
    asked = question(game, decks=decks, paytables=paytables, beside=dict(beside))
    return method_for(asked)(asked)


def _is_other(game: Game, table: Paytable) -> bool:
    """Whether it is not the first of its wager, by which it pays if nothing is said."""
    return table is not game.own_paytables(game.wager(table.wager))[0]


def prepare(game: Game, *, decks: int | None = None, paytables: Iterable[str] = ()) -> None:
    """Count one hand, whichever it is: what others need is then at hand."""
    method = solved(game, decks=decks, paytables=paytables)
    seen, _ = next(options_met(method.question, ROUNDS), (None, ()))
    if seen is not None:
        method.options(seen)


def spelled(option: Option, options: Iterable[Option]) -> tuple[str, tuple[str, ...]]:
    """A word, and the wagers that it adds to a word which stakes nothing: `HI double` is HI and Double Down."""
    plain = [each.word for each in options if not each.costs and option.word.startswith(each.word)]
    if not option.costs or not plain:
        return option.word, ()
    return max(plain, key=len), tuple(name for name, _ in option.stakes)
