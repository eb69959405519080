"""The round of a game as a dealer reads it."""

from collections.abc import Iterable
from typing import assert_never

from houseway.game import SEAT, Bets, Choice, Deal, Draw, Game, Over, Settle, Show, Step


def procedure(game: Game) -> list[str]:
    """A line a step."""
    return [told(step) for step in game.round]


def told(step: Step) -> str:
    match step:
        case Bets(must=must, may=may):
            them = f"; beside {'it' if len(must) == 1 else 'them'} " if must else ""
            beside = them + " or ".join(may) if may else ""
            return f"Bets: {' and '.join(must)}{beside}."
        case Deal(to=to, cards=cards, up=up):
            face = "face up" if up == cards else f"{up} of them face up" if up else "face down"
            return f"Deal {cards} to {_places(to.places)}, {face}."
        case Choice(again=again):
            how = "one after the other, until each has done" if again else "all at once"
            return f"Players choose, {how}."
        case Draw(to=to):
            return f"Draw for {_places(to.places)} as the rule says."
        case Show(what=what, way=way):
            [part] = what.parts
            set_by = f" and set it by the {way.label}" if way else ""
            return f"Turn over {_part(part.first, part.last)}{_places(what.places)}{set_by}."
        case Over(looks=looks):
            return f"Look at {_places(looks.places)}: perhaps the round is over."
        case Settle(wagers=wagers):
            return f"Settle {' and '.join(wagers)} at once."
        case _:
            assert_never(step)


def _places(names: Iterable[str]) -> str:
    return " and ".join("each seat" if name == SEAT.place else f"the {name}" for name in names)


def _part(first: int | None, last: int | None) -> str:
    if first is None and last is None:
        return ""
    if first is None:
        return f"the first {last} of " if last != 1 else "the first card of "
    return "the rest of " if last is None else f"card {first + 1} of "
