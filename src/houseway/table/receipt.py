"""A finished round on one page of JSON, with all that is needed to check it by oneself: `houseway check-deal`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from houseway.cards import Cards, parse, show
from houseway.games import game_of_book
from houseway.money import dollars
from houseway.progressive.meter import share_cents
from houseway.role import Seat
from houseway.table import receipt_corrections as corrections
from houseway.table import receipt_shoe
from houseway.table.commands import Stage
from houseway.table.cut import CutPack, cut_pack
from houseway.table.events import CoinedIn, JackpotBackedOut, JackpotRecorded, ShoeShuffled, Shuffled
from houseway.table.memory import ENVY
from houseway.table.notation import build, opened, plain
from houseway.table.places import DEALER, Pile, Place, number_of_dice, packets_of, show_hands
from houseway.table.receipt_hand_shoe import check_hand_shoe, hand_shoe_page, read_hand_shoe
from houseway.table.receipt_shoe import read_shoe, shoe_page
from houseway.table.replaying import Replay
from houseway.table.seal import BY_HAND, DRAWN, SEALED, THROWN, commitment, terms_digest
from houseway.table.settlement import progressive_lines, settle
from houseway.table.spot import PlayedHand, Spot
from houseway.table.state import Round, Table
from houseway.table.terms import BY_HAND as SHUFFLED_BY_HAND
from houseway.table.terms import Terms, way_label
from houseway.table.witness import Witnesses, check_seen, check_witnesses, read_witnesses, write_witnesses


def receipt(
    table: Table, rnd: Round, records: Witnesses | None = None, *, is_shoe_over: bool = False
) -> dict[str, Any]:
    """For a round that is over: everything is shown, but what is still in its shoe. The records are those of the book;
    a sealed round whose receipt names none does not pass."""
    return {
        "table": table.name,
        "round": rnd.number,
        "terms": plain(table.terms),
        "house_way": way_label(table.game),
        "commitment": commitment(rnd),
        "sealed": opened(rnd.sealed) if rnd.sealed and not isinstance(rnd.sealed, ShoeShuffled) else None,
        "cuts": [{"seat": seat, "cut": cut} for seat, cut in rnd.cuts.items()],
        "records": write_witnesses(records or {}),
        "order": show(rnd.order),
        "number": rnd.first,
        "dice": list(rnd.dice),
        "number_how": rnd.number_how,
        "places": list(rnd.places),
        "packets": {str(place): show(pile.cards) for place, pile in rnd.piles.items()},
        "spots": {str(seat): _spot(rnd.spots[seat]) for seat in rnd.hands or rnd.betting},
        "sets": {str(place): show_hands(pile.hands) for place, pile in rnd.piles.items() if pile.hands},
        "void": rnd.void,
        "void_by": rnd.void_by,
        "coin_in": plain(rnd.coin_in) if rnd.coin_in else None,
        "jackpots": [plain(jackpot) for jackpot in rnd.jackpots],
        "back_outs": [plain(back) for back in rnd.back_outs],
        "struck": sorted(rnd.struck),
        "corrections": [corrections.write_correction(made) for made in rnd.corrections],
        **(_of_shoe(table, rnd, is_shoe_over) if isinstance(rnd.sealed, ShoeShuffled) else {}),
        **({"hand_shoe": hand_shoe_page(table, rnd)} if rnd.hand_shoe else {}),
    }


def _of_shoe(table: Table, rnd: Round, is_over: bool) -> dict[str, Any]:
    """Of a round that was dealt from a shoe its own cards are shown, and all of them once the shoe is over."""
    is_over = is_over or table.round.sealed != rnd.sealed
    return {
        "shoe": shoe_page(table.open_terms, rnd),
        "sealed": opened(rnd.sealed) if is_over else None,
        "order": show(rnd.order[rnd.began : rnd.top]),
    }


def _spot(spot: Spot) -> dict[str, Any]:
    return {
        "wagers": dict(spot.wagers),
        "said": list(spot.said),
        "layout": spot.layout,
        **({"given_up": list(spot.given_up)} if spot.given_up else {}),
        **({"is_stopped": True} if spot.is_stopped else {}),
        **({"hands": _hands(spot)} if spot.is_split else {}),
        "results": [plain(result) for result in spot.results],
    }


def _hands(spot: Spot) -> list[dict[str, Any]]:
    """Of a seat that has split: the cards of each hand as they came, from 1, the wagers on it, and its own words."""
    hands = spot.hands
    return [{"cards": list(h.cards), "wagers": dict(h.wagers), "said": list(h.said)} for h in hands]


def _told_hands(spot: dict[str, Any]) -> tuple[PlayedHand, ...]:
    told = spot.get("hands") or [{"cards": (), "wagers": spot["wagers"], "said": spot["said"]}]
    return tuple(PlayedHand(cards=tuple(h["cards"]), wagers=h["wagers"], said=tuple(h["said"])) for h in told)


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
        again = Replay(table=replace(table, round=rnd), told=rnd)
        again.run()
        checks = [
            *_check_published(page, published),
            *check_seen(records, seen or {}),
            *_check_own_cuts(table, rnd, cuts or {}),
            *_check_complete(table, rnd, page),
            *_check_seal(table, rnd, page),
            *check_witnesses(table, rnd, records),
            *_check_deal(table, rnd, again),
            *corrections.check(table, rnd),
            *_check_void(table, rnd, page),
            *_check_play(table, rnd, page, again),
        ]
    except (KeyError, TypeError, AttributeError, IndexError, AssertionError, OverflowError) as error:
        raise ValueError(f"this is not a round's receipt: {error!r}") from None
    return [what for what, _ in checks], [what for what, holds in checks if not holds]


def check_together(pages: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[str]]:
    """What was checked, and what is wrong, of the receipts of several rounds of one shoe. Raises `ValueError` if they
    are not that."""
    try:
        if any("shoe" not in page for page in pages):
            raise ValueError("several rounds are checked together where they were dealt from one shoe")
        terms = build(Terms, pages[0]["terms"])
        checks = list(receipt_shoe.check_several(pages, game_of_book(terms.game).pack(terms.decks)))
    except (KeyError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(f"these are not receipts of rounds: {error!r}") from None
    return [what for what, _ in checks], [what for what, holds in checks if not holds]


def _in_todays_form(page: dict[str, Any]) -> dict[str, Any]:
    """Of version 0.1, whose seal held order and nonce alone: neither rotation nor terms, and no record is named; and
    a seat made one choice, of a word and what it added, while the dealer alone had cards in common."""
    if "sealed" not in page:
        sealed = {"order": page["order"], "nonce": page["nonce"]} if page["order"] else None
        page = page | {"sealed": sealed, "cuts": [], "records": {}, "number_how": ""}
    if "sets" in page:
        return page | {"is_older": False}
    spots = {seat: {**spot, "said": _said_before(spot)} for seat, spot in page["spots"].items()}
    sets = {str(DEALER): page["dealer"]} if page["dealer"] else {}
    return page | {"spots": spots, "sets": sets, "is_older": True}


def _said_before(spot: dict[str, Any]) -> list[str]:
    """A word, and `double` where it added a wager; cards were set without a word."""
    if not spot["layout"]:
        return []
    return [f"{spot['word']} double" if spot["adds"] else spot["word"] or "set"]


def remarks(page: dict[str, Any]) -> list[str]:
    """What the receipt of a round cannot prove, said plainly; and of the cuts, whose was the last."""
    page, says = _in_todays_form(page), []
    if page["terms"].get("shuffler") == "manual":
        how = build(Terms, page["terms"]).shuffled_how
        dealt = f"shuffled {how}, dealt by hand" if how != SHUFFLED_BY_HAND else "shuffled and dealt by hand"
        says.append(f"the cards were {dealt} and entered by the dealer: there is no seal")
    if "hand_shoe" in page:
        since = page["hand_shoe"]["since"]
        says.append(f"the shoe was shuffled for round {since}: that no card of it was chosen cannot be proved")
    if page["number_how"] == THROWN:
        says.append(f"dice {'-'.join(map(str, page['dice']))}: {BY_HAND}")
    if page["number_how"] == DRAWN:
        says.append(f"the number {page['number']} was drawn by the RNG when the bets were closed: there is no seal")
    if page.get("corrections"):
        says += corrections.remarks(build(Terms, page["terms"]), _round(page))
    if page["void"]:
        by = page.get("void_by") or "somebody who is not named"
        says.append(f"the round was void by {by}, and every wager goes back: {page['void']}")
    if page["cuts"]:
        last = page["cuts"][-1]["seat"]
        last = build(Terms, page["terms"]).spoken(last)
        says.append(f"{last} cut last: unless it plays with the house, nobody could choose what was dealt")
    return says


def _check_published(page: dict[str, Any], published: str) -> Iterator[tuple[str, bool]]:
    if published:
        same = str(page["commitment"]).startswith(published.lower())
        yield "the commitment is the one that was published", same


def _check_own_cuts(table: Table, rnd: Round, cuts: Mapping[Seat, str]) -> Iterator[tuple[str, bool]]:
    for seat, cut in cuts.items():
        yield f"{table.spoken(seat)} cut with {cut!r}, as it says", rnd.cuts.get(seat) == cut


def _check_complete(table: Table, rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """What is left out cannot be checked: a round that was played out shows everything, and a void one all that was
    dealt until then."""
    is_ordered = bool(rnd.order) == bool(rnd.sealed)
    if page["void"]:
        yield "the receipt is complete until the round was void", is_ordered or not (rnd.places or rnd.piles)
        return
    shuffled = is_ordered and bool(rnd.sealed) != (table.open_terms.shuffler == "manual")
    settled = all(_is_settled(table, page["spots"][str(seat)]) for seat in rnd.spots)
    yield "the receipt is complete", shuffled and bool(rnd.places) and bool(rnd.spots) and settled
    yield "the house way is the one of this game", page["house_way"] == way_label(table.game)


def _is_settled(table: Table, spot: dict[str, Any]) -> bool:
    """Every wager that lay there has its result, and no other has but envy and what is free."""
    free = {wager.name for wager in table.game.wagers if wager.free}
    return {result["wager"] for result in spot["results"]} - {ENVY} - free == set(spot["wagers"]) - free


def _round(page: dict[str, Any]) -> Round:
    coin_in = build(CoinedIn, page["coin_in"]) if page.get("coin_in") else None
    spots = {}
    for seat, s in page["spots"].items():
        coined_in = coin_in.wager if coin_in and int(seat) in coin_in.seats else ""
        spots[Seat(int(seat))] = Spot(
            hands=_told_hands(s),
            said=tuple(s["said"]),
            layout=s["layout"],
            given_up=tuple(map(int, s.get("given_up", ()))),
            is_stopped=bool(s.get("is_stopped")),
            coined_in=coined_in,
        )
    rnd = Round(
        number=int(page["round"]),
        spots=spots,
        sealed=build(Shuffled, page["sealed"]) if page["sealed"] and "shoe" not in page else None,
        cuts={Seat(int(each["seat"])): str(each["cut"]) for each in page["cuts"]},
        number_how=page["number_how"],
        first=page["number"],
        dice=tuple(page["dice"]),
        places=tuple(page["places"]),
        picked_up=tuple(p for p in page["places"] if isinstance(p, int) and p != DEALER and p not in spots),
        stage=Stage.RECONCILING,
        piles={place: Pile(cards, len(cards), len(cards)) for place, cards in packets_of(page["packets"]).items()},
        coin_in=coin_in,
        jackpots=tuple(build(JackpotRecorded, each) for each in page.get("jackpots", ())),
        back_outs=tuple(build(JackpotBackedOut, each) for each in page.get("back_outs", ())),
        struck=frozenset(Seat(int(seat)) for seat in page.get("struck", ())),
        began=int(page["shoe"]["began"]) if "shoe" in page else 0,
        void=str(page["void"] or ""),
        void_by=str(page.get("void_by", "")),
        corrections=tuple(map(corrections.read_correction, page.get("corrections", ()))),
    )
    if "hand_shoe" in page:
        rnd = read_hand_shoe(page["hand_shoe"], rnd)
    dealt_from = CutPack(parse(page["order"]), rnd.first, rnd.dice) if page["order"] else None
    shoe = read_shoe(page, rnd.cuts) if "shoe" in page else None
    return replace(rnd, cut_pack=dealt_from, shoe=shoe, sealed=shoe.sealed if shoe else rnd.sealed)


def _check_seal(table: Table, rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """That the house was bound before the first bet, and what was dealt follows from the seal and the cuts."""
    sealed = rnd.sealed
    if table.open_terms.shoe and not rnd.shoe and not (table.is_by_hand and (rnd.hand_shoe or not rnd.places)):
        yield "the round was dealt from a shoe, as the terms say", False
    if sealed is None:
        yield "nothing was sealed, and nothing is said to be", page["commitment"] is None and not rnd.cuts
        yield from check_hand_shoe(table, rnd)
        return
    if rnd.shoe:
        yield from receipt_shoe.check(table, rnd, page)
        return
    pack = table.game.pack(table.open_terms.decks)
    yield "the commitment is the hash of what was sealed", commitment(rnd) == page["commitment"]
    yield f"the sealed order is a whole pack: {pack}", sorted(sealed.order) == sorted(pack.cards())
    yield "the seal covers the terms of the table", sealed.terms == terms_digest(table.open_terms)
    if not page["order"]:
        return  # void before the betting was closed
    cut = cut_pack(sealed, rnd.cuts, table.game)
    by = f"the cuts of seats {', '.join(map(str, sorted(rnd.cuts)))}" if rnd.cuts else "no cut"
    yield f"the order that was dealt follows from the seal and {by}", cut.order == parse(page["order"])
    if rnd.first is not None and rnd.number_how != THROWN:
        same = (rnd.first, rnd.dice, rnd.number_how) == (cut.number, cut.dice, SEALED)
        yield f"the rotation follows from the seal and {by}", same
    elif rnd.first is not None:
        yield "no other rotation was sealed than the dice that were thrown", cut.number is None


def _check_void(table: Table, rnd: Round, page: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Of a void round nobody wins or loses: nothing is told of its wagers, or that each went back whole."""
    if not rnd.void:
        return
    for seat, spot in page["spots"].items():
        back = {r["wager"]: r["returned_cents"] for r in spot["results"] if r["wager"] != ENVY}
        is_whole = all(r["won_cents"] == 0 and r["returned_cents"] == r["stake_cents"] for r in spot["results"])
        says = f"{table.spoken(Seat(int(seat)))}'s wagers went back, for the round was void"
        yield says, not spot["results"] or (is_whole and back == spot["wagers"])
    yield "no award of the meter stands in a void round", all(rnd.prize(won.seat) == 0 for won in rnd.jackpots)


def _check_deal(table: Table, rnd: Round, again: Replay) -> Iterator[tuple[str, bool]]:
    game = table.game
    if not rnd.places:
        return
    if rnd.dice:
        yield "the number is what the dice count to", rnd.first == number_of_dice(rnd.dice, game.seats)
    if game.number_by and rnd.first not in range(1, game.seats + 2):
        raise ValueError(f"this is not a round's receipt: number {rnd.first!r}")
    gone_through = again.rnd
    if not rnd.void:
        yield "cards went round in the order of the rules", rnd.places == gone_through.places
    if rnd.order:
        before, corrected = corrections.as_dealt(table.open_terms, rnd)
        yield "every card came off the top of the order", _off_the_top(rnd, again) == before
        if rnd.shoe:
            dealt = sum(number for _, number in again.dealt)
            yield "no card of the shoe was passed over", dealt == len(rnd.order)
        yield from corrected


def _off_the_top(rnd: Round, again: Replay) -> dict[Place, Cards]:
    """What every place was given by the order, one place after the other."""
    given: dict[Place, Cards] = {}
    top = 0
    for place, number in again.dealt:
        given[place] = given.get(place, ()) + rnd.order[top : top + number]
        top += number
    return {place: cards for place, cards in given.items() if place not in rnd.picked_up}


def _check_play(table: Table, rnd: Round, page: dict[str, Any], again: Replay) -> Iterator[tuple[str, bool]]:
    gone_through = again.rnd
    if rnd.void and gone_through.stage is not Stage.RECONCILING:
        return
    for seat in rnd.hands:
        yield f"{table.spoken(seat)} said what the rules allow", seat not in again.wrong | again.silent
    if again.wrong or again.silent:
        return
    yield "every card and every word is one of the rules", again.is_as_told and not again.is_short
    if again.is_short:
        return
    sets = {str(place): show_hands(pile.hands) for place, pile in gone_through.piles.items() if pile.hands}
    if page["sets"] or (sets and not rnd.void):  # of a void round they may not have been shown
        yield "the dealer's hand is set the house way", sets == page["sets"]
    for nth, jackpot in enumerate(rnd.jackpots):
        is_last = all(later.seat != jackpot.seat for later in rnd.jackpots[nth + 1 :])
        stands = is_last and rnd.prize(jackpot.seat) > 0
        yield (
            f"{table.spoken(jackpot.seat)} won its share of the meter",
            _is_share(table, gone_through, jackpot, stands=stands),
        )
    for back in rnd.back_outs:
        by = f"{back.proposed_by} and {back.approved_by}: {back.note}"
        holds = any(jackpot.seat == back.seat for jackpot in rnd.jackpots) and rnd.prize(back.seat) >= 0
        yield f"{dollars(back.cents)} of {table.spoken(back.seat)}'s award were backed out by {by}", holds
    for seat in rnd.hands:
        told = page["spots"][str(seat)]
        if told["results"] and not rnd.void:
            results = [plain(result) for result in settle(table.game, table.open_terms, gone_through, seat)]
            spot = gone_through.spots[seat]
            if spot.is_split or "hands" in told:
                came = "split" if table.game.dealt_hands == 1 else "dealt and split"
                yield (
                    f"{table.spoken(seat)}'s hands were {came} by the rules",
                    spot.is_split and _hands(spot) == told.get("hands"),
                )
            same = _alike(page, results, told["results"]) and dict(spot.wagers) == told["wagers"]
            yield f"{table.spoken(seat)} was paid by the rules", same


def _alike(page: dict[str, Any], results: list[dict[str, Any]], told: list[dict[str, Any]]) -> bool:
    """Whether two lists of results are the same. What an older version wrote as the reason is not looked at: of a wager
    on cards of two places it named those of one."""
    if not page["is_older"]:
        return results == told
    return [result | {"reason": ""} for result in results] == [result | {"reason": ""} for result in told]


def _is_share(table: Table, rnd: Round, jackpot: JackpotRecorded, *, stands: bool) -> bool:
    """Whether the prize is what the hand takes of the meter that was written down with it. Of an award that was backed
    out the hand may have been another."""
    paytable = table.open_terms.progressive
    if paytable is None or (stands and progressive_lines(table.game, rnd).get(jackpot.seat) != jackpot.line):
        return False
    return jackpot.cents == share_cents(jackpot.meter_micros, paytable.lines[jackpot.line].amount)
