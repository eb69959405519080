"""What promotional chips are worth, by wager: a free bet and a match play, which are taken when they are played.

A chip wins what the wager pays on it and is never paid back itself. Where nothing is won or lost it stays, to be bet
again; or it is taken then too. A match play lies beside a wager of the same size and is paid as that wager is, or even
money at most; what the player's own money costs is in the worth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.figures import Figures

EVEN = Fraction(1)


@dataclass(frozen=True, kw_only=True)
class Promotion:
    """Worth by unit of the chip. None where play adds wagers: then a chip is no longer played as the wager is."""

    wager: str
    paytable: str
    play: str | None
    house_edge: Fraction
    push: Fraction  # how often nothing is won or lost
    free_bet: Fraction | None
    free_bet_once: Fraction | None  # taken on a push too
    match_play: Fraction | None  # paid as the wager is, own stake counted
    match_play_even: Fraction | None  # paid even money at most


def promotion_of(figures: Figures) -> Promotion:
    chances: dict[Fraction, Fraction] = {}
    for line in figures.lines:
        chances[line.net] = chances.get(line.net, Fraction(0)) + line.probability
    push = figures.push_frequency
    is_plain = figures.action == 1 and min(net for net, chance in chances.items() if chance) >= -1
    known = is_plain and push < 1
    return Promotion(
        wager=figures.wager,
        paytable=figures.paytable,
        play=figures.play,
        house_edge=figures.house_edge,
        push=push,
        free_bet=chip(chances) if known else None,
        free_bet_once=chip(chances) * (1 - push) if known else None,
        match_play=match(chances) if known else None,
        match_play_even=match(chances, most=EVEN) if known else None,
    )


def chip(chances: Mapping[Fraction, Fraction], most: Fraction | None = None) -> Fraction:
    """What a chip wins until it is taken: a push lets it stay. A wager that gives half back gives nothing of a chip."""
    won = sum(
        (chance * (net if most is None else min(net, most)) for net, chance in chances.items() if net > 0), Fraction(0)
    )
    return won / (1 - chances.get(Fraction(0), Fraction(0)))


def match(chances: Mapping[Fraction, Fraction], most: Fraction | None = None) -> Fraction:
    """The chip, and what the stake beside it costs until both are decided."""
    own = sum((chance * net for net, chance in chances.items()), Fraction(0))
    return chip(chances, most) + own / (1 - chances.get(Fraction(0), Fraction(0)))
