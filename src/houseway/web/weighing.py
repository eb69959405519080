"""What every option is worth to a seat that sees this, for the trainer and for the preview of the house way: asked of
the process that counts, and answered there.

Figures are of the main wagers, for a unit of the first of them, with best play after the choice.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.analysis.figures import decimal
from houseway.cards import show
from houseway.deciding.command import Json
from houseway.game import SEAT, Game, Option, Seen
from houseway.reports.shapes import fraction
from houseway.table.terms import Terms
from houseway.ways.house_way import Cut
from houseway.web.judging import game_asked, preparation

if TYPE_CHECKING:
    from houseway.analysis.exact.ends import Ends
    from houseway.analysis.exact.question import Method


def question(terms: Terms, seen: Seen) -> Json:
    """All that the seat sees, and nothing that it does not."""
    return preparation(terms) | {
        "seen": show(seen[SEAT]),
        "lying": {name: show(cards) for name, cards in seen.lying.items() if name != SEAT.place and cards},
        "said": list(seen.said),
        "hands": seen.hands,
    }


def seen_in(asked: Json) -> Seen:
    """What was asked about, read back."""
    from houseway.analysis.exact.options import seen_of

    game = game_asked(asked)
    seen = seen_of(game, asked["seen"], lying=asked["lying"], said=asked["said"], decks=asked["decks"])
    return replace(seen, hands=asked["hands"])


def answer(asked: Json) -> Json:
    """Every option that the rules do not call a foul, the best first."""
    from houseway.analysis.exact.options import added_by_choice, solved

    game, seen = game_asked(asked), seen_in(asked)
    beside = added_by_choice(game)
    method = solved(game, decks=asked["decks"], paytables=asked["paytables"], beside=beside, one_sight=True)
    worths = method.options(seen)
    chances = _chances(game, method, seen)
    ranked = sorted(worths, key=lambda option: worths[option], reverse=True)
    best = worths[ranked[0]]
    return {
        "of": game.main[0].name,
        "options": [_weighed(game, option, worths[option], best, chances.get(option)) for option in ranked],
    }


def _weighed(game: Game, option: Option, worth: Fraction, best: Fraction, chances: Json | None) -> Json:
    return {
        "word": option.word,
        "hands": hands_named(game, option),
        "expectation": fraction(worth),
        "per_100": decimal(worth * 100, 2),
        "costs_per_100": decimal((best - worth) * 100, 2),
        "is_best": worth == best,
        "chances": chances,
    }


def hands_named(game: Game, option: Option) -> list[Json]:
    """The hands that the cards are set as, where they are set."""
    names = game.hand_name or (lambda hand: "")
    return [
        {"hand": hand, "cards": show(cards), "name": names(cards)}
        for hand, cards in zip(game.hands, option.cut, strict=bool(option.cut))
    ]


def _chances(game: Game, method: Method, seen: Seen) -> dict[Option, Json]:
    """How often the main wagers win, push and lose after each option, where the dealer sets his hands by a way and a
    seat chooses once: there it is counted with what they are worth."""
    from houseway.analysis.exact.options import Ranking, Worth

    if game.way is None or len(game.choices) != 1 or not game.hands:
        return {}
    in_order = replace(seen, lying={**seen.lying, SEAT.place: tuple(sorted(seen[SEAT]))})
    found: dict[Cut, Ends] = {_set_so(option): ends for option, ends in method.branches(in_order).items()}
    ranking = Ranking(game=game, seen=seen, options=(), asked=method.question)
    chances = {}
    for option in method.options(seen):
        ends = found[_set_so(option)]
        outcomes = ranking.outcomes(Worth(option=option, expectation=Fraction(0), ends=ends))
        shares = [
            sum(deals for _, deals, net in outcomes if sign * net > 0 or (not sign and net == 0)) for sign in (1, 0, -1)
        ]
        named = zip(("wins", "pushes", "loses"), shares, strict=True)
        chances[option] = {how: decimal(Fraction(100 * share, ends.total), 1) for how, share in named}
    return chances


def _set_so(option: Option) -> Cut:
    """Which cards are set in which hand, whatever their order."""
    return tuple(tuple(sorted(hand)) for hand in option.cut)
