"""A finished round on one page of JSON, with all that is needed to check it by oneself: `houseway check-deal`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from houseway.cards import parse, show
from houseway.progressive.meter import share_cents
from houseway.table.events import CoinedIn, JackpotRecorded, Shuffled
from houseway.table.notation import build, plain, write
from houseway.table.positions import DEALER, deal_order, number_of_dice
from houseway.table.settlement import ENVY, progressive_lines, settle
from houseway.table.state import Round, Spot, Table, dealt, dealt_later
from houseway.table.terms import Terms


def receipt(table: Table, rnd: Round) -> dict[str, Any]:
    """For a round that is over: everything is shown."""
    return {
        "table": table.name,
        "round": rnd.number,
        "terms": plain(table.terms),
        "house_way": table.game.house_way.label,
        "commitment": commitment(rnd),
        "order": show(rnd.order),
        "nonce": rnd.nonce,
        "number": rnd.first,
        "dice": list(rnd.dice),
        "places": list(rnd.places),
        "packets": {str(place): show(cards) for place, cards in rnd.packets.items()},
        "spots": {str(seat): _spot(rnd.spots[seat]) for seat in rnd.hands},
        "dealer": " | ".join(map(show, rnd.dealer.hands)) if rnd.dealer else None,
        "void": rnd.void,
        "coin_in": plain(rnd.coin_in) if rnd.coin_in else None,
        "jackpots": [plain(jackpot) for jackpot in rnd.jackpots],
    }


def commitment(rnd: Round) -> str | None:
    """The seal of the shuffle, published before betting closes."""
    return str(write(Shuffled(order=rnd.order, nonce=rnd.nonce))[0]["seal"]) if rnd.order else None


def _spot(spot: Spot) -> dict[str, Any]:
    return {
        "wagers": dict(spot.wagers),
        "layout": spot.layout,
        "word": spot.word,
        "adds": list(spot.adds),
        "results": [plain(result) for result in spot.results],
    }


def check(told: dict[str, Any], published: str = "") -> tuple[list[str], list[str]]:
    """What was checked, and what is wrong. `published` is the commitment, or the beginning of it, that was seen before
    betting closed: only with it does the receipt prove that the order was not chosen later. Raises `ValueError` if
    this is not a receipt."""
    try:
        terms: Terms = build(Terms, told["terms"])
        rnd = _round(told)
        table = Table(name=str(told["table"]), terms=terms)
        checks = [*_check_complete(table, rnd, told), *_check_deal(table, rnd, told), *_check_play(table, rnd, told)]
        if published:
            same = str(told["commitment"]).startswith(published.lower())
            checks.insert(0, ("the commitment is the one that was published", same))
    except (KeyError, TypeError, AttributeError, IndexError, AssertionError) as error:
        raise ValueError(f"this is not a round's receipt: {error!r}") from None
    return [what for what, _ in checks], [what for what, holds in checks if not holds]


def _check_complete(table: Table, rnd: Round, told: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """What is left out cannot be checked: a round that was played out shows everything."""
    assert table.terms is not None
    if told["void"]:
        return
    spots = told["spots"].values()
    dealt = bool(rnd.places) and {*map(str, rnd.packets)} == {str(DEALER), *told["spots"]}
    shuffled = bool(rnd.order) or table.terms.shuffler == "manual"
    settled = all({r["wager"] for r in spot["results"]} - {ENVY} == set(spot["wagers"]) for spot in spots)
    yield "the receipt is complete", shuffled and dealt and told["dealer"] is not None and settled
    yield "the house way is the one of this game", told["house_way"] == table.game.house_way.label


def _round(told: dict[str, Any]) -> Round:
    coin_in = build(CoinedIn, told["coin_in"]) if told.get("coin_in") else None
    spots = {}
    for seat, s in told["spots"].items():
        coined_in = coin_in.wager if coin_in and int(seat) in coin_in.seats else ""
        spots[int(seat)] = Spot(
            wagers=s["wagers"], layout=s["layout"], word=s["word"], adds=tuple(s["adds"]), coined_in=coined_in
        )
    return Round(
        number=int(told["round"]),
        spots=spots,
        order=parse(told["order"]),
        nonce=str(told["nonce"]),
        first=told["number"],
        dice=tuple(told["dice"]),
        places=tuple(told["places"]),
        picked_up=tuple(place for place in told["places"] if place != DEALER and place not in spots),
        packets={int(place): parse(cards) for place, cards in told["packets"].items()},
        coin_in=coin_in,
        jackpots=tuple(build(JackpotRecorded, each) for each in told.get("jackpots", ())),
    )


def _check_deal(table: Table, rnd: Round, told: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    assert table.terms is not None
    deal = table.game.deal
    if rnd.order:
        yield "the commitment is the hash of order and nonce", commitment(rnd) == told["commitment"]
        pack = deal.pack(table.terms.decks)
        yield f"the order is a whole pack: {pack}", sorted(rnd.order) == sorted(pack.cards())
    if not rnd.places:
        return
    if rnd.dice:
        yield "the number is what the dice count to", rnd.first == number_of_dice(rnd.dice, deal)
    seats = sorted(rnd.hands)
    if deal.number_by and rnd.first not in range(1, deal.seats + 2):
        raise ValueError(f"this is not a round's receipt: number {rnd.first!r}")
    yield "packets went round in the letter's order", rnd.places == deal_order(deal, rnd.first, seats)
    if rnd.order:
        packets = dealt(table.game, rnd.order, rnd.places)
        held = all(rnd.packets[place] == packets[place] for place in rnd.packets)
        yield "every packet came off the top of the order", held


def _check_play(table: Table, rnd: Round, told: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    if told["dealer"] is None:
        return
    assert table.terms is not None
    later = dealt_later(table.game, rnd)
    dealer = table.game.house_way.set(rnd.packets[DEALER] + later.get(DEALER, ()))
    yield "the dealer's hand is set the house way", " | ".join(map(show, dealer.hands)) == told["dealer"]
    rnd = replace(rnd, later=later, dealer=dealer)
    for jackpot in rnd.jackpots:
        yield f"seat {jackpot.seat} won its share of the meter", _is_share(table, rnd, jackpot)
    for seat in rnd.hands:
        results = [plain(result) for result in settle(table.game, table.terms, rnd, seat)]
        if told["spots"][str(seat)]["results"]:
            yield f"seat {seat} was paid by the rules", results == told["spots"][str(seat)]["results"]


def _is_share(table: Table, rnd: Round, jackpot: JackpotRecorded) -> bool:
    """Whether the prize is what the hand takes of the meter that was written down with it."""
    assert table.terms is not None
    paytable = table.terms.progressive
    if paytable is None or progressive_lines(table.game, rnd).get(jackpot.seat) != jackpot.line:
        return False
    return jackpot.cents == share_cents(jackpot.meter_micros, paytable.lines[jackpot.line].amount)
