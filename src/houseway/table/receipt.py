"""A finished round on one page of JSON, with all that is needed to check it by oneself: `houseway check-deal`.

Of cards that were corrected the seal cannot tell whether two people were right. What can be checked is that there were
two of them, who gave a reason, and that one pack can deal what they say; and a reader is told where cards differ from
the seal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from houseway.cards import Cards, Pack, check_dealable, parse, show
from houseway.game import Standing
from houseway.games import game_named
from houseway.money import dollars
from houseway.progressive.meter import share_cents
from houseway.role import Seat
from houseway.table.cut import CutPack, cut_pack
from houseway.table.events import CoinedIn, JackpotBackedOut, JackpotRecorded, Shuffled
from houseway.table.layout import is_choice, lay
from houseway.table.memory import ENVY
from houseway.table.notation import build, opened, plain
from houseway.table.packets import DEALER, deal_order, dealt, number_of_dice, packets_of
from houseway.table.seal import BY_HAND, DRAWN, SEALED, THROWN, commitment, terms_digest
from houseway.table.settlement import progressive_lines, settle
from houseway.table.state import Correction, Round, Spot, Table, dealt_later
from houseway.table.terms import Terms
from houseway.table.witness import Witnesses, check_seen, check_witnesses, read_witnesses, write_witnesses


def receipt(table: Table, rnd: Round, records: Witnesses | None = None) -> dict[str, Any]:
    """For a round that is over: everything is shown. The records are those of the book; a sealed round whose receipt
    names none does not pass."""
    return {
        "table": table.name,
        "round": rnd.number,
        "terms": plain(table.terms),
        "house_way": table.game.house_way.label,
        "commitment": commitment(rnd),
        "sealed": opened(rnd.sealed) if rnd.sealed else None,
        "cuts": [{"seat": seat, "cut": cut} for seat, cut in rnd.cuts.items()],
        "records": write_witnesses(records or {}),
        "order": show(rnd.order),
        "number": rnd.first,
        "dice": list(rnd.dice),
        "number_how": rnd.number_how,
        "places": list(rnd.places),
        "packets": {str(place): show(cards) for place, cards in rnd.packets.items()},
        "spots": {str(seat): _spot(rnd.spots[seat]) for seat in rnd.hands or rnd.betting},
        "dealer": " | ".join(map(show, rnd.dealer.hands)) if rnd.dealer else None,
        "void": rnd.void,
        "void_by": rnd.void_by,
        "coin_in": plain(rnd.coin_in) if rnd.coin_in else None,
        "jackpots": [plain(jackpot) for jackpot in rnd.jackpots],
        "back_outs": [plain(back) for back in rnd.back_outs],
        "struck": sorted(rnd.struck),
        "corrections": [_write_correction(made) for made in rnd.corrections],
    }


def _spot(spot: Spot) -> dict[str, Any]:
    return {
        "wagers": dict(spot.wagers),
        "layout": spot.layout,
        "word": spot.word,
        "adds": list(spot.adds),
        "results": [plain(result) for result in spot.results],
    }


def check(
    page: dict[str, Any],
    published: str = "",
    seen: Mapping[int, str] | None = None,
    cuts: Mapping[Seat, str] | None = None,
) -> tuple[list[str], list[str]]:
    """What was checked, and what is wrong. `published` is the commitment, or the beginning of it, that was seen before
    the bets: only with it does the receipt prove that nothing was chosen later. `seen` are hashes of records, by their
    numbers, as they were told at the table; `cuts` are one's own, by seat. Raises `ValueError` if this is not a
    receipt."""
    try:
        page = _in_todays_form(page)
        terms: Terms = build(Terms, page["terms"])
        rnd = _round(page)
        table = Table(name=str(page["table"]), terms=terms)
        records = read_witnesses(page["records"])
        checks = [
            *_check_published(page, published),
            *check_seen(records, seen or {}),
            *_check_own_cuts(rnd, cuts or {}),
            *_check_complete(table, rnd, page),
            *_check_seal(table, rnd, page),
            *check_witnesses(table, rnd, records),
            *_check_deal(table, rnd),
            *_check_corrections(table, rnd),
            *_check_void(rnd, page),
            *_check_play(table, rnd, page),
        ]
    except (KeyError, TypeError, AttributeError, IndexError, AssertionError) as error:
        raise ValueError(f"this is not a round's receipt: {error!r}") from None
    return [what for what, _ in checks], [what for what, holds in checks if not holds]


def _in_todays_form(page: dict[str, Any]) -> dict[str, Any]:
    """Of version 0.1, whose seal held order and nonce alone: neither rotation nor terms, and no record is named."""
    if "sealed" in page:
        return page
    sealed = {"order": page["order"], "nonce": page["nonce"]} if page["order"] else None
    return page | {"sealed": sealed, "cuts": [], "records": {}, "number_how": ""}


def remarks(page: dict[str, Any]) -> list[str]:
    """What the receipt of a round cannot prove, said plainly; and of the cuts, whose was the last."""
    page, says = _in_todays_form(page), []
    if page["terms"].get("shuffler") == "manual":
        says.append("the cards were shuffled and dealt by hand and entered by the dealer: there is no seal")
    if page["number_how"] == THROWN:
        says.append(f"dice {'-'.join(map(str, page['dice']))}: {BY_HAND}")
    if page["number_how"] == DRAWN:
        says.append(f"the number {page['number']} was drawn by the RNG when the bets were closed: there is no seal")
    if page.get("corrections"):
        says += _correction_remarks(build(Terms, page["terms"]), _round(page))
    if page["void"]:
        by = page.get("void_by") or "somebody who is not named"
        says.append(f"the round was void by {by}, and every wager goes back: {page['void']}")
    if page["cuts"]:
        last = page["cuts"][-1]["seat"]
        says.append(f"seat {last} cut last: unless it plays with the house, nobody could choose what was dealt")
    return says


def _check_published(page: dict[str, Any], published: str) -> Iterator[tuple[str, bool]]:
    if published:
        same = str(page["commitment"]).startswith(published.lower())
        yield "the commitment is the one that was published", same


def _check_own_cuts(rnd: Round, cuts: Mapping[Seat, str]) -> Iterator[tuple[str, bool]]:
    for seat, cut in cuts.items():
        yield f"seat {seat} cut with {cut!r}, as it says", rnd.cuts.get(seat) == cut


def _check_complete(table: Table, rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """What is left out cannot be checked: a round that was played out shows everything, and a void one all that was
    dealt until then."""
    is_ordered = bool(rnd.order) == bool(rnd.sealed)
    if page["void"]:
        yield "the receipt is complete until the round was void", is_ordered or not (rnd.places or rnd.packets)
        return
    spots = page["spots"].values()
    dealt = bool(rnd.places) and {*map(str, rnd.packets)} == {str(DEALER), *page["spots"]}
    shuffled = is_ordered and bool(rnd.sealed) != (table.open_terms.shuffler == "manual")
    settled = all({r["wager"] for r in spot["results"]} - {ENVY} == set(spot["wagers"]) for spot in spots)
    yield "the receipt is complete", shuffled and dealt and page["dealer"] is not None and settled
    yield "the house way is the one of this game", page["house_way"] == table.game.house_way.label


def _round(page: dict[str, Any]) -> Round:
    coin_in = build(CoinedIn, page["coin_in"]) if page.get("coin_in") else None
    spots = {}
    for seat, s in page["spots"].items():
        coined_in = coin_in.wager if coin_in and int(seat) in coin_in.seats else ""
        spots[Seat(int(seat))] = Spot(
            wagers=s["wagers"], layout=s["layout"], word=s["word"], adds=tuple(s["adds"]), coined_in=coined_in
        )
    rnd = Round(
        number=int(page["round"]),
        spots=spots,
        sealed=build(Shuffled, page["sealed"]) if page["sealed"] else None,
        cuts={Seat(int(each["seat"])): str(each["cut"]) for each in page["cuts"]},
        number_how=page["number_how"],
        first=page["number"],
        dice=tuple(page["dice"]),
        places=tuple(page["places"]),
        picked_up=tuple(place for place in page["places"] if place != DEALER and place not in spots),
        packets={int(place): parse(cards) for place, cards in page["packets"].items()},
        coin_in=coin_in,
        jackpots=tuple(build(JackpotRecorded, each) for each in page.get("jackpots", ())),
        back_outs=tuple(build(JackpotBackedOut, each) for each in page.get("back_outs", ())),
        struck=frozenset(Seat(int(seat)) for seat in page.get("struck", ())),
        void=str(page["void"] or ""),
        void_by=str(page.get("void_by", "")),
        corrections=tuple(map(_read_correction, page.get("corrections", ()))),
    )
    dealt_from = CutPack(parse(page["order"]), rnd.first, rnd.dice) if page["order"] else None
    return replace(rnd, cut_pack=dealt_from)


def _check_seal(table: Table, rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """That the house was bound before the first bet, and what was dealt follows from the seal and the cuts."""
    sealed, deal = rnd.sealed, table.game.deal
    if sealed is None:
        yield "nothing was sealed, and nothing is said to be", page["commitment"] is None and not rnd.cuts
        return
    pack = deal.pack(table.open_terms.decks)
    yield "the commitment is the hash of what was sealed", commitment(rnd) == page["commitment"]
    yield f"the sealed order is a whole pack: {pack}", sorted(sealed.order) == sorted(pack.cards())
    yield "the seal covers the terms of the table", sealed.terms == terms_digest(table.open_terms)
    if not page["order"]:
        return  # void before the betting was closed
    cut = cut_pack(sealed, rnd.cuts, deal)
    by = f"the cuts of seats {', '.join(map(str, sorted(rnd.cuts)))}" if rnd.cuts else "no cut"
    yield f"the order that was dealt follows from the seal and {by}", cut.order == parse(page["order"])
    if rnd.first is not None and rnd.number_how != THROWN:
        same = (rnd.first, rnd.dice, rnd.number_how) == (cut.number, cut.dice, SEALED)
        yield f"the rotation follows from the seal and {by}", same
    elif rnd.first is not None:
        yield "no other rotation was sealed than the dice that were thrown", cut.number is None


def _check_void(rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Of a void round nobody wins or loses: nothing is told of its wagers, or that each went back whole."""
    if not rnd.void:
        return
    for seat, spot in page["spots"].items():
        back = {r["wager"]: r["returned_cents"] for r in spot["results"] if r["wager"] != ENVY}
        is_whole = all(r["won_cents"] == 0 and r["returned_cents"] == r["stake_cents"] for r in spot["results"])
        says = f"seat {seat}'s wagers went back, for the round was void"
        yield says, not spot["results"] or (is_whole and back == spot["wagers"])
    yield "no award of the meter stands in a void round", all(rnd.prize(won.seat) == 0 for won in rnd.jackpots)


def _check_deal(table: Table, rnd: Round) -> Iterator[tuple[str, bool]]:
    deal = table.game.deal
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
        before, corrected = _as_dealt(rnd)
        held = all(before[place] == packets[place] for place in before)
        yield "every packet came off the top of the order", held
        yield from corrected


def _check_play(table: Table, rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    if page["dealer"] is None:
        return
    later = dealt_later(table.game, rnd)
    dealer = table.game.house_way.set(rnd.packets[DEALER] + later.get(DEALER, ()))
    yield "the dealer's hand is set the house way", " | ".join(map(show, dealer.hands)) == page["dealer"]
    rnd = replace(rnd, later=later, dealer=dealer)
    for nth, jackpot in enumerate(rnd.jackpots):
        is_last = all(later.seat != jackpot.seat for later in rnd.jackpots[nth + 1 :])
        stands = is_last and rnd.prize(jackpot.seat) > 0
        yield f"seat {jackpot.seat} won its share of the meter", _is_share(table, rnd, jackpot, stands=stands)
    for back in rnd.back_outs:
        by = f"{back.proposed_by} and {back.approved_by}: {back.note}"
        holds = any(jackpot.seat == back.seat for jackpot in rnd.jackpots) and rnd.prize(back.seat) >= 0
        yield f"{dollars(back.cents)} of seat {back.seat}'s award were backed out by {by}", holds
    for seat in rnd.hands:
        yield f"seat {seat}'s hand is set as the rules allow", _is_legal(table, rnd, seat)
        results = [plain(result) for result in settle(table.game, table.open_terms, rnd, seat)]
        if page["spots"][str(seat)]["results"] and not rnd.void:
            yield f"seat {seat} was paid by the rules", results == page["spots"][str(seat)]["results"]


def _is_legal(table: Table, rnd: Round, seat: Seat) -> bool:
    game, shown = table.game, rnd.packets[DEALER][: table.game.deal.dealer_shows]
    spot = rnd.spots[seat]
    setting = lay(rnd.packets[seat], spot.layout, spot.word, spot.adds)
    is_known = is_choice(game, rnd.packets[seat], shown, setting)
    return is_known and game.standing(setting) is not Standing.REFUSED


def _is_share(table: Table, rnd: Round, jackpot: JackpotRecorded, *, stands: bool) -> bool:
    """Whether the prize is what the hand takes of the meter that was written down with it. Of an award that was backed
    out the hand may have been another."""
    paytable = table.open_terms.progressive
    if paytable is None or (stands and progressive_lines(table.game, rnd).get(jackpot.seat) != jackpot.line):
        return False
    return jackpot.cents == share_cents(jackpot.meter_micros, paytable.lines[jackpot.line].amount)


# ---- corrections: cards that two people say were others than were dealt, or entered ----------------


def _write_correction(made: Correction) -> dict[str, Any]:
    return {
        "was": {str(place): show(cards) for place, cards in made.was.items()},
        "now": {str(place): show(cards) for place, cards in made.now.items()},
        "by": made.by,
        "agreed_by": made.agreed_by,
        "note": made.note,
    }


def _read_correction(page: Mapping[str, Any]) -> Correction:
    return Correction(
        was=packets_of(page["was"]),
        now=packets_of(page["now"]),
        by=str(page["by"]),
        agreed_by=str(page["agreed_by"]),
        note=str(page["note"]),
    )


def _as_dealt(rnd: Round) -> tuple[dict[int, Cards], list[tuple[str, bool]]]:
    """The packets as they were before they were corrected, and every correction: who made it, what and why."""
    packets, checks = dict(rnd.packets), []
    for made in reversed(rnd.corrections):
        for place, now in made.now.items():
            whose = f"{_whose(place)} cards"
            by = f"by {made.by}, {made.agreed_by} agreeing: {made.note}"
            says = f"{whose} are not as dealt: {show(made.was[place])} were corrected to {show(now)} {by}"
            if made.was[place] == now:
                says = f"{whose} are {show(now)}, looked at again {by}"
            checks.append((says, packets.get(place) == now))
        packets |= made.was
    return packets, checks[::-1]


def _check_corrections(table: Table, rnd: Round) -> Iterator[tuple[str, bool]]:
    """A correction is of two people who say why, and what it makes of the packets could have been dealt."""
    pack, packets = table.game.deal.pack(table.open_terms.decks), dict(rnd.packets)
    for nth, made in reversed([*enumerate(rnd.corrections, 1)]):
        people = {made.by.strip().casefold(), made.agreed_by.strip().casefold()} - {""}
        yield f"correction {nth} is of two people, who give a reason", len(people) == 2 and bool(made.note.strip())
        same_size = {p: len(cards) for p, cards in made.was.items()} == {p: len(cards) for p, cards in made.now.items()}
        yield f"correction {nth} leaves packets that one pack can deal", same_size and _is_dealable(packets, pack)
        packets |= made.was
    if rnd.packets:
        later = dealt_later(table.game, rnd) if rnd.corrections else {}
        every = {**rnd.packets, -1: sum(later.values(), ())}
        yield "all packets together come from one pack", _is_dealable(every, pack)


def _correction_remarks(terms: Terms, rnd: Round) -> list[str]:
    """Where the cards of the round are not those of the seal."""
    of_what = "the seal" if rnd.sealed else "what was entered first"
    says = []
    for made in rnd.corrections:
        by = f"corrected by {made.by}, {made.agreed_by} agreeing: {made.note}"
        for place, now in made.now.items():
            if (was := made.was[place]) != now:
                says.append(f"{_whose(place)} cards differ from {of_what}: {show(was)} are now {show(now)}, {by}")
    return says + _from_picked_up(terms, rnd)


def _from_picked_up(terms: Terms, rnd: Round) -> list[str]:
    """Corrected cards that the sealed order has in a packet that was picked up, more often than the pack has them."""
    if not rnd.order:
        return []
    game = game_named(terms.game)
    pack, by_seal = game.deal.pack(terms.decks), dealt(game, rnd.order, rnd.places)
    lying = Counter(sum((*rnd.packets.values(), *dealt_later(game, rnd).values()), ()))
    lying.update(sum((by_seal[place] for place in rnd.picked_up), ()))
    return [
        f"{show((card,))}, to which {_whose(place)} packet was corrected, "
        f"was in the picked-up packet of place {other} by the seal"
        for place in sorted({place for made in rnd.corrections for place in made.now})
        for card in sorted(set(rnd.packets[place]) - set(by_seal[place]))
        for other in rnd.picked_up
        if card in by_seal[other] and lying[card] > pack.copies(card)
    ]


def _whose(place: int) -> str:
    return "the dealer's" if place == DEALER else f"seat {place}'s"


def _is_dealable(packets: Mapping[int, Cards], pack: Pack) -> bool:
    try:
        check_dealable(sum(packets.values(), ()), pack)
    except ValueError:
        return False
    return True
