"""What game protection asks of the process beside the service: what a player wins who knows more cards, what seats win
that share, and what a dealer's mistakes cost."""

from collections.abc import Callable
from typing import Any, Final

import houseway
from houseway.deciding.command import Json
from houseway.reports.shapes import shape

Progress = Callable[[int, int], None]


def answer(asked: Json, progress: Progress) -> Json:
    """In the process beside the service. Raises `ValueError` for what cannot be answered, with the reason."""
    return {"answer": shape(QUESTIONS[asked["is"]](asked, progress))}


def _hand(asked: Json, progress: Progress) -> Any:
    return houseway.decide(
        asked["game"],
        asked["cards"],
        asked["shown"],
        board=asked["board"],
        said=asked["said"],
        dead=asked["dead"],
        seen=asked["seen"],
        decks=asked["decks"],
    )


def _seen(asked: Json, progress: Progress) -> Any:
    return houseway.knowing(
        asked["game"],
        dead=asked["number"] if asked["place"] is None else 0,
        shown=0 if asked["place"] is None else asked["number"],
        place=asked["place"] or "",
        decks=asked["decks"],
        samples=asked["samples"],
        progress=progress,
    )


def _collusion(asked: Json, progress: Progress) -> Any:
    decks = None if asked["decks"] is None else [asked["decks"]]
    seats = None if asked["number"] is None else [asked["number"]]
    return houseway.collusion(asked["game"], seats=seats, decks=decks, samples=asked["samples"], progress=progress)


def _errors(asked: Json, progress: Progress) -> Any:
    return {"mispaid": houseway.mispaid(asked["game"], decks=asked["decks"], progress=progress)}


def _misset(asked: Json, progress: Progress) -> Any:
    return houseway.misset(asked["game"], progress=progress)


QUESTIONS: Final[dict[str, Callable[[Json, Progress], Any]]] = {
    "hand": _hand,
    "seen": _seen,
    "collusion": _collusion,
    "mispaid": _errors,
    "misset": _misset,
}
