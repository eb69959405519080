"""What every option of a seat is worth where it sees this: any information set of any game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.figures import decimal
from houseway.cards import Cards, check_dealable, parse
from houseway.steps import SEAT, Game, Seen


@dataclass(frozen=True, kw_only=True)
class Worth:
    """An option, and what it wins on average of a unit of the first wager, with best play after it."""

    option: str
    expectation: Fraction

    @property
    def expectation_decimal(self) -> str:
        return decimal(self.expectation, 6)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a seat may do where it sees this, best first."""

    game: str
    title: str
    cards: Cards
    lying: dict[str, Cards]
    said: tuple[str, ...]
    options: tuple[Worth, ...]


def options_of(
    game: Game, cards: str, *, lying: dict[str, str] | None = None, said: Iterable[str] = (), decks: int | None = None
) -> Options:
    """Every option of a seat that holds these cards, sees those in common places, and has said this."""
    asked = question(game, decks=decks)
    common = {name: parse(text) for name, text in (lying or {}).items()}
    for name in common:
        if name not in game.places:
            raise ValueError(f"{name!r} is not a place of {game.slug}: {', '.join(game.places) or 'it has none'}")
    mine = parse(cards)
    check_dealable((*mine, *chain.from_iterable(common.values())), asked.pack)
    if not game.choices:
        raise ValueError(f"{game.slug}: nobody chooses anything")
    seen = Seen(pack=asked.pack, lying={SEAT.place: mine, **common}, said=tuple(said))
    values = method_for(asked)(asked).options(seen)
    worths = [Worth(option=option.word, expectation=value) for option, value in values.items()]
    return Options(
        game=game.slug,
        title=game.title,
        cards=mine,
        lying=common,
        said=seen.said,
        options=tuple(sorted(worths, key=lambda worth: worth.expectation, reverse=True)),
    )
