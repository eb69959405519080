"""What a supervisor can choose from when a table is opened. Nothing of it is written here: a choice is offered if the
terms with it have no fault."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Final

from houseway.game import Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.table.notation import plain
from houseway.table.terms import DEALERS, SHUFFLERS, Terms, faults, filled
from houseway.web.house import House

A_METER: Final = "a meter"  # whichever it will be


async def openings(house: House) -> dict[str, Any]:
    """The games, the meters that they can be played for, and the tables that are closed with their last terms."""
    today = datetime.now(UTC).date()
    return {
        "games": [offer(game, today) for game in GAMES.values()],
        "meters": await house.read(house.meters.names),
        "closed": await house.read(lambda: _closed(house)),
    }


def _closed(house: House) -> dict[str, Any]:
    seqs = house.table_seqs()
    names = [name for name, table in sorted(house.floor.tables.items()) if table.terms is None and name in seqs]
    last = {name: house.rounds.terms(name, seqs[name]) for name in names}
    return {name: plain(terms) for name, terms in last.items() if terms.game in GAMES}


def offer(game: Game, on: date) -> dict[str, Any]:
    """The usual terms of a game, and for each of them what may stand there instead."""
    usual = filled(Terms(game=game.slug, dealer="live"))
    several: dict[str, Iterable[object]] = {
        "dealer": reversed(DEALERS),
        "shuffler": SHUFFLERS,
        "number_by": game.deal.number_by,
        "decks": game.deal.decks,
        "seats": range(1, game.deal.seats + 1),
    }
    return {
        "game": game.slug,
        "title": game.title,
        "terms": plain(usual),
        "choices": {
            name: [each for each in values if not faults(replace(usual, **{name: each}), on)]  # type: ignore[arg-type]
            for name, values in several.items()
        },
        "wagers": [_wager(game, wager, usual, on) for wager in game.wagers],
    }


def _wager(game: Game, wager: Wager, usual: Terms, on: date) -> dict[str, Any]:
    others = {name: paytable for name, paytable in usual.paytables.items() if name != wager.name}
    meter = A_METER if is_progressive(wager) else ""
    runs = [
        paytable
        for paytable in game.paytables_of(wager)
        if not faults(replace(usual, paytables={**others, wager.name: paytable.name}, meter=meter), on)
    ]
    return {
        "wager": wager.name,
        "is_main": wager is game.main,
        "of_meter": is_progressive(wager),
        "can_be_left_out": not faults(replace(usual, paytables=others), on),
        "paytables": [{"name": paytable.name, "label": paytable.label} for paytable in runs],
    }
