"""The COIN INs of a gaming day, from the books of the tables that play for a meter, and what they make of it.

What the meter gains is read twice: from the events, for the report's lines, and from the transfers written with them,
for where the meter opens and closes. A report adds up only if both tell the same.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import orjson

from houseway.game import Bonus, is_progressive
from houseway.games import game_named
from houseway.money import MICROS_PER_CENT, meter_account, reserve_account
from houseway.progressive.meter import MeterSettings
from houseway.reports.meter_day import CorrectionOfDay
from houseway.service.meter_past import NOTHING, At, Moved, Past, Playing
from houseway.service.store import Store

OPENING: Final = 1  # the record by which every meter begins


class CoinIn(NamedTuple):
    at: datetime
    day: date
    table: str
    playing: Playing
    stakes: int
    stake_cents: int
    gained: Moved  # as the event tells
    moved: Moved  # as the ledger has it


class Return(NamedTuple):
    """Stakes of a round that was void, given back at the house's cost: the meter keeps what it gained."""

    day: date
    table: str
    stakes: int
    stake_cents: int


@dataclass(slots=True)
class Stood:
    """Where the meter and its reserve opened and closed, and all that was coined in between."""

    day: date
    opening: Moved = NOTHING
    closing: Moved = NOTHING
    coin_ins: list[CoinIn] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)
    corrections: list[CorrectionOfDay] = field(default_factory=list)


def stood(store: Store, past: Past, day: date) -> Stood:
    """The gaming day of the meter. On its first day it opens with what it was opened with."""
    found = Stood(day)
    for each in past.own:
        if each.day < day or each.seq == OPENING:
            found.opening = found.opening.plus(*each.told)
        if each.day <= day:
            found.closing = found.closing.plus(*each.told)
    for table in sorted(past.takings):
        taking, later = past.around(table, day)
        found.opening, found.closing = found.opening.plus(*taking.coined), found.closing.plus(*taking.coined)
        for coin_in in _read(store, past, table, taking.upto, later):
            if coin_in.day < day:
                found.opening = found.opening.plus(*coin_in.moved)
            if coin_in.day <= day:
                found.closing = found.closing.plus(*coin_in.moved)
            if coin_in.day == day:
                found.coin_ins.append(coin_in)
        for told in _read_back(store, past, table, taking.upto, later, day):
            found.returns.append(told) if isinstance(told, Return) else found.corrections.append(told)
    return found


def _read_back(
    store: Store, past: Past, table: str, after: int, upto: int | None, day: date
) -> Iterator[Return | CorrectionOfDay]:
    """What a table gave back of this meter's stakes on the day, or corrected of its awards. Which meter the stakes of a
    void round were for its COIN IN tells."""
    kinds, meter = ("CoinedIn", "CoinInReversed", "MoneyCorrected"), ""
    for _, text in store.read_telling(table, kinds, after=after, upto=upto):
        body: dict[str, Any] = orjson.loads(text)
        for event in body["events"]:
            meter = event["meter"] if event["is"] == "CoinedIn" else meter
            if date.fromisoformat(body["day"]) != day:
                continue
            if event["is"] == "CoinInReversed" and meter == past.name:
                yield Return(day, table, len(event["seats"]), event["stake_cents"])
            elif event["is"] == "MoneyCorrected" and event["of_meter"] and event["meter"] == past.name:
                yield CorrectionOfDay(
                    at=datetime.fromisoformat(body["at"]),
                    what=f"{table} round {event['round']} seat {event['seat']}, {event['player']}: {event['note']}",
                    cents=event["cents"],
                    by=f"{event['by']}, {event['agreed_by']}",
                )


def _read(store: Store, past: Past, table: str, after: int, upto: int | None) -> Iterator[CoinIn]:
    accounts = meter_account(past.name), reserve_account(past.name)
    for seq, text in store.read_telling(table, ("CoinedIn",), after=after, upto=upto):
        body: dict[str, Any] = orjson.loads(text)
        moved: Counter[str] = Counter()
        for _, target, micros in body["transfers"]:
            moved[target] += micros
        for event in body["events"]:
            if event["is"] == "CoinedIn" and event["meter"] == past.name:
                yield CoinIn(
                    at=datetime.fromisoformat(body["at"]),
                    day=date.fromisoformat(body["day"]),
                    table=table,
                    playing=past.playing(table, seq),
                    stakes=len(event["seats"]),
                    stake_cents=event["stake_cents"],
                    gained=Moved(event["gained_micros"], event["reserve_micros"]),
                    moved=Moved(*(moved[account] for account in accounts)),
                )


# ---- in the mean -----------------------------------------------------------------------------------


def expected_cents(past: Past, found: Stood) -> Fraction | None:
    """What the hands that the meter pays cost in the mean for these stakes: for every stake, the chance of each such
    hand times its share of what the meter showed once that COIN IN was counted, in the order of the clock.

    This is how the edge of a wager is reckoned (`analysis.progressive`), stake by stake. It is exact but for two things
    that it leaves out: of two winners in one round the second is paid from what the first has left, and an award is
    paid down to the whole cent. None where a game is no longer known.
    """
    moves: list[CoinIn | At[Moved]] = [each for each in past.own if each.day == found.day and each.seq != OPENING]
    held = found.opening.meter_micros
    weighed: Counter[Fraction] = Counter()  # stakes times what the meter showed, by how much of it a stake takes
    for each in sorted((*found.coin_ins, *moves), key=lambda each: each.at):
        if isinstance(each, CoinIn):
            held += each.gained.meter_micros
            drain = drain_of(each.playing.game, each.playing.paytable)
            if drain is None:
                return None
            weighed[drain] += each.stakes * shown(past.settings_at(each.at), held)
        else:
            held += each.told.meter_micros
    return sum((drain * micros for drain, micros in weighed.items()), Fraction(0)) / MICROS_PER_CENT


def shown(settings: MeterSettings, held_micros: int) -> int:
    most = settings.maximum_cents
    return held_micros if most is None else min(held_micros, most * MICROS_PER_CENT)


@cache
def drain_of(game: str, paytable: str) -> Fraction | None:
    """The share of the meter that one stake takes off it in the mean."""
    from houseway.analysis.progressive import progressive

    try:
        played = game_named(game)
        terms = played.paytable(paytable)
    except ValueError:
        return None
    wager = next(wager for wager in played.wagers if is_progressive(wager))
    assert isinstance(wager, Bonus)
    return progressive(played, wager, terms).drain
