"""The clauses that a game's file cites, and cards laid out in notation: `As Ad | 9c Kd` are two hands side by side."""

import inspect
import re
import sys
from itertools import chain

from houseway.cards import Cards, parse
from houseway.game import SEAT, Game, Hand, Option, Seen
from houseway.letters import letters_of

TAG = re.compile(r"\[([A-Z][A-Z0-9]* (?:\w+)(?:-\d+)?)\]")


def clauses_of(game: Game) -> set[str]:
    """All clauses of the game's letters."""
    return {clause for letter in letters_of(game.letters) for clause in letter.clauses}


def source_of(game: Game) -> str:
    """The file that a game is written in."""
    modules = (m for name, m in sys.modules.items() if name.startswith("houseway.games."))
    return inspect.getsource(
        next(m for m in modules if game in (getattr(m, "GAME", None), *getattr(m, "VARIANTS", ())))
    )


def tags_of(game: Game) -> set[str]:
    """Every clause cited in a game's file; [S99 8-12] cites five."""
    return {clause for tag in TAG.findall(source_of(game)) for clause in _each(tag)}


def _each(tag: str) -> list[str]:
    prefix, number = tag.split(" ")
    first, _, last = number.partition("-")
    return [f"{prefix} {n}" for n in range(int(first), int(last) + 1)] if last else [tag]


def laid(text: str) -> tuple[Cards, ...]:
    """Hands side by side."""
    return tuple(parse(hand) for hand in text.split("|"))


def line(game: Game, wager: str, *said: str, **lying: str | tuple[Cards, ...]) -> str:
    """The line of a wager after these words, with these cards at each place: `line(GAME, "Ante", seat="As", …)`."""
    hands = {place: laid(cards) if isinstance(cards, str) else cards for place, cards in lying.items()}
    found = game.wager(wager)
    return found.line(tuple(_worth(hand, hands) for hand in found.hands), said)


def _worth(hand: Hand, lying: dict[str, tuple[Cards, ...]]) -> object:
    if hand.of.is_set:
        return hand.worth(*lying[hand.of.place])
    return hand.worth(tuple(chain.from_iterable(part.of(tuple(chain(*lying[part.place]))) for part in hand.of.parts)))


def seen_so(game: Game, *said: str, decks: int | None = None, **lying: str) -> Seen:
    """What a seat sees after these words, with these cards face up or its own."""
    return Seen(pack=game.pack(decks), lying={place: parse(cards) for place, cards in lying.items()}, said=said)


def options(game: Game, number: int, *said: str, **lying: str) -> tuple[Option, ...]:
    """What a seat that sees these cards may do at one of its choices."""
    return game.choices[number].options(seen_so(game, *said, **lying))


def words(game: Game, number: int, *said: str, **lying: str) -> list[str]:
    return [option.word for option in options(game, number, *said, **lying)]


def settings(game: Game, cards: Cards) -> tuple[Option, ...]:
    """Every way in which a seat may set its cards."""
    return game.choices[0].options(Seen(pack=game.pack(), lying={SEAT.place: cards}))


def pays(game: Game, table: str) -> dict[str, str]:
    return {line: str(pay) for line, pay in game.paytable(table).lines.items()}
