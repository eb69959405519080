"""What game protection asks of the process beside the service: what a hand is worth beside cards that are known, what a
player wins who knows more cards, what seats win that share, what a dealer's mistakes cost, and what a wager is worth to
one who counts. It is answered as the command prints it as JSON, and the same in words."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

import houseway
from houseway.deciding.command import Json
from houseway.letters.published import parse_dollars
from houseway.reports.shapes import shape

Progress = Callable[[int, int], None]
Told = tuple[Any, Sequence[Any]]  # what is found, and its sheets


def answer(asked: Json, progress: Progress) -> Json:
    """In the process beside the service. Raises `ValueError` for what cannot be answered, with the reason."""
    found, sheets = QUESTIONS[asked["is"]](asked, progress)
    return {"answer": shape(found), "sheets": shape(sheets)}


def _hand(asked: Json, progress: Progress) -> Told:
    from houseway.reports.hand import hand_sheet

    found = houseway.decide(
        asked["game"],
        asked["cards"],
        asked["shown"],
        board=asked["board"],
        said=asked["said"],
        dead=asked["dead"],
        seen=asked["seen"],
        decks=asked["decks"],
    )
    return found, [hand_sheet(found)]


def _seen(asked: Json, progress: Progress) -> Told:
    from houseway.reports.protection import gain_sheets

    found = houseway.knowing(
        asked["game"],
        dead=asked["number"] if asked["place"] is None else 0,
        shown=0 if asked["place"] is None else asked["number"],
        place=asked["place"] or "",
        decks=asked["decks"],
        samples=asked["samples"],
        progress=progress,
    )
    return found, gain_sheets([found])


def _collusion(asked: Json, progress: Progress) -> Told:
    from houseway.reports.protection import sharing_sheets

    decks = None if asked["decks"] is None else [asked["decks"]]
    seats = None if asked["number"] is None else [asked["number"]]
    found = houseway.collusion(asked["game"], seats=seats, decks=decks, samples=asked["samples"], progress=progress)
    return found, sharing_sheets(found)


def _mispaid(asked: Json, progress: Progress) -> Told:
    from houseway.reports.protection import mistake_sheets

    found = houseway.mispaid(asked["game"], wager=asked["wager"], decks=asked["decks"], progress=progress)
    of = houseway.Mistakes(mispaid=tuple(found), misset=None, flashed=None)
    return {"mispaid": found}, mistake_sheets(of, _an_hour(asked))


def _misset(asked: Json, progress: Progress) -> Told:
    from houseway.reports.protection import mistake_sheets

    found = houseway.misset(asked["game"], progress=progress)
    return found, mistake_sheets(houseway.Mistakes(mispaid=(), misset=found, flashed=None), _an_hour(asked))


def _errors(asked: Json, progress: Progress) -> Told:
    from houseway.reports.protection import mistake_sheets

    of = houseway.mistakes(
        asked["game"], wager=asked["wager"], decks=asked["decks"], hands=asked["hands"], progress=progress
    )
    hour = _an_hour(asked)
    found = {"mispaid": of.mispaid, "misset": of.misset, "flashed": of.flashed, "an_hour": hour}
    return found, mistake_sheets(of, hour)


def _an_hour(asked: Json) -> Fraction:
    """What is staked on each wager."""
    rounds: int = asked["rate"] * asked["seats"]
    return rounds * parse_dollars(asked["stake"])


def _count(asked: Json, progress: Progress) -> Told:
    from houseway.analysis.linear_count import linear_counts
    from houseway.api.games import as_game
    from houseway.reports.protection import count_sheets

    game, decks, wager = asked["game"], asked["decks"], asked["wager"]
    if not wager:
        raise ValueError(f"which wager is counted? {game} has {', '.join(w.name for w in as_game(game).wagers)}")
    effects = houseway.effects(game, wager, decks=decks, progress=progress)
    counts = linear_counts(effects, len(as_game(game).pack(decks).cards()))
    found: dict[str, Any] = {"effects": effects, "counts": counts}
    counted: Sequence[houseway.Counted] = ()
    if asked["shoes"]:
        found["counted"] = counted = houseway.counters(
            game,
            wager,
            decks=decks,
            behind=tuple(asked["behind"]),
            shoes=asked["shoes"],
            linear=counts,
            progress=progress,
        )
    return found, count_sheets(wager, effects, counts, counted)


QUESTIONS: Final[dict[str, Callable[[Json, Progress], Told]]] = {
    "hand": _hand,
    "seen": _seen,
    "collusion": _collusion,
    "mispaid": _mispaid,
    "misset": _misset,
    "errors": _errors,
    "count": _count,
}
