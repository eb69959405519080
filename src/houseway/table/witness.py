"""The records of the book that a receipt names as its witnesses.

A receipt is only as good as what it is held against. Each witness therefore comes with its body and the hash before it:
the hash that was told at the table when the record was written binds the body, and the body binds what the receipt says
of seal, cuts and close. Bodies hold no secret: what is sealed stands in them as its seal.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from houseway.role import Seat
from houseway.table import events as was
from houseway.table.notation import canonical, link
from houseway.table.seal import commitment
from houseway.table.state import Round, Table

SEALING, BETTING, CLOSING, VOIDING, CUT = "sealed", "first bet", "betting closed", "void", " cut"


class Witness(NamedTuple):
    """A record, as a receipt names it."""

    record: int
    before: str  # the hash of the record before it
    body: str
    hash: str


Witnesses = Mapping[str, Witness]  # what happened → the record that tells it


def cutting(seat: Seat) -> str:
    return f"seat {seat}{CUT}"


def correcting(nth: int) -> str:
    return f"correction {nth}"


def witnesses(records: Iterable[tuple[Witness, Iterable[was.Event]]]) -> Witnesses:
    """Of the records of a round: those in which the house was bound, in which the seats were, and what two people
    changed."""
    by_name: dict[str, Witness] = {}
    corrections = 0
    for record, events in records:
        for event in events:
            match event:
                case was.Shuffled():
                    what = SEALING
                case was.WagerPlaced():
                    what = BETTING
                case was.CardsCut(seat=seat):
                    what = cutting(seat)
                case was.BettingClosed():
                    what = CLOSING
                case was.CardsCorrected():
                    corrections += 1
                    what = correcting(corrections)
                case was.RoundVoided():
                    what = VOIDING
                case _:
                    continue
            by_name.setdefault(what, record)
    return by_name


def write_witnesses(records: Witnesses) -> dict[str, dict[str, Any]]:
    return {what: record._asdict() for what, record in records.items()}


def read_witnesses(page: Mapping[str, Mapping[str, Any]]) -> Witnesses:
    """As a receipt tells them. Raises `ValueError` for what names no record."""
    records = {}
    for what, place in page.items():
        number, texts = place["record"], [place.get(name, "") for name in ("before", "body", "hash")]
        if type(number) is not int or not all(isinstance(text, str) for text in texts):
            raise ValueError(f"this is not a round's receipt: {what!r} names no record")
        records[what] = Witness(number, *texts)
    return records


def check_seen(records: Witnesses, seen: Mapping[int, str]) -> Iterator[tuple[str, bool]]:
    """Every record that was seen is named, with the hash that was seen."""
    for number, seen_hash in seen.items():
        names = [what for what, record in records.items() if record.record == number]
        says = f"record {number} ({', '.join(names) or 'the receipt does not name it'}) has the hash that was seen"
        yield says, bool(names) and all(records[what].hash == seen_hash for what in names)


def check_witnesses(table: Table, rnd: Round, records: Witnesses) -> Iterator[tuple[str, bool]]:
    """That every record hashes to what it is said to and tells what the receipt tells, and that they were written in
    the order in which they must have been."""
    tells = _what_they_tell(rnd)
    for what, record in records.items():
        is_hash = record.hash == link(record.before, record.body)
        yield f"record {record.record} ({what}) hashes to {record.hash[:16]}", is_hash
        says = f"record {record.record} ({what}) tells what the receipt tells"
        number = rnd.shoe.since if rnd.shoe and is_of_shoe(what) else rnd.number
        yield says, what in tells and _does_tell(table, number, record, tells[what])
    hashes = {record.record: record.hash for record in records.values()}
    if records:
        follows = all(hashes.get(record.record - 1, record.before) == record.before for record in records.values())
        yield "records that follow each other are chained", follows
    if rnd.sealed:
        yield from _check_order(rnd, records)


def _what_they_tell(rnd: Round) -> dict[str, dict[str, Any]]:
    """What must stand in the event of each witness that this round can have."""
    closed = {"is": "BettingClosed", **({"began": rnd.began} if rnd.began else {})}
    tells: dict[str, dict[str, Any]] = {BETTING: {"is": "WagerPlaced"}, CLOSING: closed}
    if rnd.sealed:
        of_shoe = isinstance(rnd.sealed, was.ShoeShuffled)
        tells[SEALING] = {"is": type(rnd.sealed).__name__, "commitment" if of_shoe else "seal": commitment(rnd)}
    for seat, cut in rnd.cuts.items():
        tells[cutting(seat)] = {"is": "CardsCut", "seat": seat, "cut": cut}
    for nth, made in enumerate(rnd.corrections, 1):
        people = {"by": made.by, "agreed_by": made.agreed_by}
        tells[correcting(nth)] = {"is": "CardsCorrected", **people, "note": made.note}
    if rnd.void:
        tells[VOIDING] = {"is": "RoundVoided", "round": rnd.number, "note": rnd.void, "by": rnd.void_by}
    return tells


def is_of_shoe(what: str) -> bool:
    """Whether a record is of the round for which a shoe was shuffled, and not of every one that is dealt from it."""
    return what == SEALING or what.endswith(CUT)


def _does_tell(table: Table, number: int, record: Witness, event: Mapping[str, Any]) -> bool:
    """Read in the one way in which a body is written: two readers must not see two things in it."""
    try:
        body = orjson.loads(record.body)
    except ValueError:
        return False
    if not isinstance(body, dict) or canonical(body) != record.body:
        return False
    is_of_round = (body.get("round"), body.get("game")) == (number, table.open_terms.game)
    return is_of_round and any(event.items() <= written.items() for written in body["events"])


def _check_order(rnd: Round, records: Witnesses) -> Iterator[tuple[str, bool]]:
    at = {what: record.record for what, record in records.items()}
    corrections = [correcting(nth) for nth in range(1, len(rnd.corrections) + 1)]
    is_bet = BETTING in at or not any(spot.wagers for spot in rnd.spots.values())
    is_closed = CLOSING in at or not (rnd.order or rnd.places or not rnd.void)
    bound = [at[what] for what in (SEALING, BETTING, CLOSING) if what in at]
    in_order = SEALING in at and bound == sorted(set(bound))
    yield "the seal was published before the first bet", in_order and is_bet and is_closed
    if rnd.cuts:
        cuts = [at.get(cutting(seat), 0) for seat in rnd.cuts]
        end = at.get(CLOSING, at.get(VOIDING, 0))
        between = all(at.get(SEALING, 0) < cut < end for cut in cuts)
        yield "every cut was made between the seal and the close of betting", between and cuts == sorted(set(cuts))
    if corrections or rnd.void:
        later = [at.get(what, 0) for what in (*corrections, *([VOIDING] if rnd.void else []))]
        after = [max(bound, default=0), *later]
        yield "what was changed stands in the book after it", after == sorted(set(after))
