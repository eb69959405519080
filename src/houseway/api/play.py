"""Play: one hand's options, what a choice was worth, and how to play in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from houseway.api.games import AnyGame, as_game
from houseway.cards import Cards, parse

if TYPE_CHECKING:
    from houseway.analysis.advice import Advice
    from houseway.analysis.exact.options import Options
    from houseway.analysis.strategy import Strategy
    from houseway.work.engine import Progress


def decide(
    game: AnyGame,
    cards: str | Cards,
    shown: str | Cards = "",
    *,
    board: str | Cards = "",
    said: Sequence[str] = (),
    dead: str | Cards = "",
    seen: Mapping[str, str | Cards] | None = None,
    decks: int | None = None,
) -> Options:
    """Every option of a seat with its exact expectation, best first, and best play after it. `shown` are the dealer's
    face-up cards, `board` those of all, `said` what the seat has said before. A player who knows more cards than that
    knows `dead` ones, burnt or in a neighbour's hand, and has `seen` some that are dealt face down to a place; of those
    seen in the place `neighbour`, `burnt` or `dead` he knows that they are dead.

    >>> decision = houseway.decide("supreme-99", "9c 9d Ks Qh")
    >>> len(decision.options), decision.options[0].option.cut
    (5, ((9c, Ks), (9d, Qh)))
    >>> [worth.option.word for worth in houseway.decide("casino-war", "9s", shown="9d").options]
    ['war', 'surrender']
    >>> houseway.decide("three-card-poker", "Qd 6s 4h", seen={"dealer": "As"}).options[0].option.word
    'fold'
    """
    from houseway.analysis.exact.knowing import NOT_IN_PLAY, check_countable, showing
    from houseway.analysis.exact.options import options_of

    of = as_game(game)
    lying = {name: _cards(each) for name, each in (("dealer", shown), ("board", board)) if each}
    gone = _cards(dead)
    for name, each in (seen or {}).items():
        if name in NOT_IN_PLAY:
            gone += _cards(each)
            continue
        of = showing(of, name, len(_cards(each)))
        lying[name] = (*lying.get(name, ()), *_cards(each))
    if set(seen or {}) - set(NOT_IN_PLAY):
        check_countable(of)
    return options_of(of, cards, lying=lying, said=said, dead=gone, decks=decks)


def _cards(cards: str | Cards) -> Cards:
    return parse(cards) if isinstance(cards, str) else cards


def advise(
    game: AnyGame,
    cards: str | Cards,
    said: Sequence[str],
    *,
    hands: Sequence[str | Cards] = (),
    split: Sequence[tuple[str | Cards, Sequence[str]]] = (),
    lying: Mapping[str, str | Cards] | None = None,
    decks: int | None = None,
    stakes: Mapping[str, int] | None = None,
    paytables: Sequence[str] = (),
) -> Advice:
    """What each choice of a round was worth beside the best one: for the stakes that lay there, on the paytables of the
    table. `hands` are the cards as they were set, and `lying` those in common places, as they came. `split` are the
    hands of a seat that split, each its cards and its words from the first.

    >>> houseway.advise("supreme-99", "9c 9d Ks Qh", ["set"], hands=["9c 9d", "Ks Qh"]).cost
    Fraction(136721, 194580)
    >>> [choice.best.option.word for choice in houseway.advise("three-card-poker", "Qd 6s 4h", ["fold"]).choices]
    ['play']
    """
    from houseway.analysis.advice import SplitHand
    from houseway.analysis.advice import advise as advise_on
    from houseway.analysis.exact.options import seen_of

    of = as_game(game)
    if not (of.choices and of.main):
        raise ValueError(f"{of.slug}: nobody chooses anything")
    cut = tuple(map(_cards, hands))
    seen = seen_of(of, cards, lying=lying, said=said, decks=decks)
    apart = [SplitHand(_cards(mine), tuple(words)) for mine, words in split]
    return advise_on(of, seen, cut, split=apart, decks=decks, stakes=stakes, paytables=paytables)


def strategy(
    game: AnyGame,
    *,
    decks: int | None = None,
    lines: int | None = None,
    alone: bool = False,
    progress: Progress | None = None,
) -> Strategy:
    """How to play the main game, by a card of a few lines, with the exact cost of the shortness.

    The best card of at most `lines`; without a number, one to which no line worth learning can be added. `alone` leaves
    out cards that end by asking the dealer for the house way.

    >>> card = houseway.strategy("match-em", decks=1, lines=2)
    >>> [row.choose for row in card.rows]
    ['LO + Double Down', 'HI']
    >>> houseway.strategy("three-card-poker").rows[-1].when
    'queen-6-4 or better'
    """
    from houseway.work.strategies import short_strategy

    return short_strategy(as_game(game), decks, lines, alone=alone, progress=progress)


def strategies(game: AnyGame, *, decks: int | None = None, progress: Progress | None = None) -> tuple[Strategy, ...]:
    """The short strategy; and where it asks for the house way, also the one for players who set their hands alone.
    None where there is none, or where it takes a minute to find."""
    from houseway.work.strategies import short_strategy

    def found(*, alone: bool) -> tuple[Strategy, ...]:
        try:
            return (short_strategy(as_game(game), decks, alone=alone, at_once=True, progress=progress),)
        except ValueError:
            return ()

    short = found(alone=False)
    return (*short, *found(alone=True)) if any(each.asks for each in short) else short
