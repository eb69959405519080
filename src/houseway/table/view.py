"""What each role may see at each moment: the one function every screen, stream and export goes through.

A card is seen by the player who holds it, by all once it is turned over, and by nobody else. The dealer holds those of
a guest without a device, and sees those that he turns over next to settle a seat. A hand that the meter pays lies open,
once the dealer's does, to those who press its button and verify it; and so does the one that is paid next, to the staff
of a table that deals itself. The staff are told the next step of the procedure too. What the commitment is the hash of,
the order of the pack, the rotation and the nonce, is shown when the round is over.
"""

from collections.abc import Mapping
from typing import Any

from houseway.cards import Cards, show, show_card
from houseway.deciding.command import Json
from houseway.game import Choice
from houseway.money import LOCKED, PENDING
from houseway.role import STAFF, Actor, Role, Seat
from houseway.table.automatic import open_to_staff
from houseway.table.chips import dues, marked_at
from houseway.table.commands import Stage
from houseway.table.due import due
from houseway.table.events import Proposed, ShoeShuffled
from houseway.table.jackpots import meter_hands, paytable_of, unresolved, wager_of
from houseway.table.live import AT_THE_TABLE, next_view, turned_over_next
from houseway.table.notation import opened, plain
from houseway.table.places import Place, place_named
from houseway.table.receipt_hand_shoe import hand_shoe_page
from houseway.table.receipt_shoe import shoe_page
from houseway.table.reconciling import unreconciled
from houseway.table.seal import commitment, is_rotation_sealed
from houseway.table.seeing import hand_to_play, options_of, road_of
from houseway.table.slips import DROP
from houseway.table.slips import TRAY as TRAY_COUNT
from houseway.table.spot import Spot
from houseway.table.staking import cost_of, is_too_little
from houseway.table.state import Round, Table
from houseway.table.terms import MARKED, Terms

FACE_DOWN = "??"
CORRECTORS = (Role.SUPERVISOR, Role.SURVEILLANCE)  # who propose and agree: they are shown the cards they speak of
AT_THE_DISPLAY = (Role.DEALER, Role.SURVEILLANCE)  # who sees the house-way display


# What the stream of a table, which everybody hears, leaves out of commands and events: why surveillance stops, and what
# one person counted before another has.
NOT_FOR_ALL: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("StopRound", "RoundStopped", "ReleaseRound", "RoundReleased"), ("note",)),
    **dict.fromkeys(("StopPayout", "PayoutStopped"), ("note",)),
    **dict.fromkeys(("CountTray", "CountDrop", "SlipWritten", "ConfirmSlip"), ("chips", "coin_cents", "cents")),
}


def told_to_all(written: Json) -> Json:
    """A command or an event, as JSON, as everybody at the table may hear it."""
    left_out = NOT_FOR_ALL.get(written["is"], ())
    return {name: it for name, it in written.items() if name not in left_out} if left_out else written


def view(table: Table, viewer: Actor) -> dict[str, Any]:
    """The table as this viewer sees it, as JSON."""
    seen: dict[str, Any] = {"table": table.name, "stage": table.stage.value, "round": table.round.number}
    if table.terms is None:
        return seen
    if viewer.role in STAFF:
        seen["next"] = next_view(table, viewer)
        seen |= {"rack": dict(table.rack)} if table.terms.chip_cents else {}
        seen |= {"papers": _papers(table)} if table.terms.papers else {}
    if viewer.role in CORRECTORS:
        seen["proposals"] = [_proposal(asked) for asked in table.proposals.values()]
        seen["dues"] = dues(table)
    return seen | {
        "game": table.terms.game,
        "title": table.game.title,
        "terms": _terms(table.terms),
        "shuffled": table.terms.shuffled_how,
        "has_staff": table.has_staff,
        "tray_cents": table.chips_in_tray,
        "pending_cents": table.chips(PENDING),
        "seats": [_seat(table, Seat(seat), viewer) for seat in range(1, table.seats + 1)],
        "current": round_view(table, table.round, viewer),
        "previous": round_view(table, table.previous, viewer) if table.previous else None,
        "waits_for": waits_for(table),
        "meter": _meter(table),
    }


def _papers(table: Table) -> dict[str, Any]:
    """Who deals, the cash in the drop box, and the slips that wait for a second person: what one has counted is not
    shown to the other."""
    papers = table.papers
    return {
        "signed_on": papers.signed_on,
        "is_counted": papers.counted_cents is not None,
        "box_cents": papers.box_cents,
        "slips": [
            {"slip": slip.slip, "what": slip.what, "by": slip.by}
            | ({} if slip.what in (TRAY_COUNT, DROP) else {"chips": dict(slip.chips), "cents": slip.cents})
            for slip in papers.slips.values()
        ],
    }


def _proposal(asked: Proposed) -> dict[str, Any]:
    """What a supervisor asks for, to the two who decide on it."""
    return {"is": type(asked).__name__, **{name: it for name, it in plain(asked).items() if name != "nonce"}}


def _meter(table: Table) -> dict[str, Any] | None:
    """Which meters the table plays for, and the win that is locked: what the display shows until the key is back. One
    meter stands under `name`; of several each under the paytable's name for it."""
    paytable = paytable_of(table)
    if paytable is None:
        return None
    return {
        "name": table.open_terms.meter,
        "meters": meters_shown(table.open_terms),
        "paytable": paytable.name,
        "stake_cents": table.open_terms.limits(wager_of(table))[0],
        "locked_cents": table.chips(LOCKED),
    }


def _terms(terms: Terms) -> dict[str, Any]:
    """Without the file of a house way, which receipts and the book have: a view is sent with every step."""
    told: dict[str, Any] = plain(terms)
    if terms.way:
        told["way"] = {name: it for name, it in told["way"].items() if name != "text"}
    return told


def meters_shown(terms: Terms) -> list[dict[str, str]]:
    """Of several meters, what the paytable calls each and its name, in the paytable's order: the best award first."""
    offered = terms.progressive.meters if terms.progressive else {}
    return [{"called": called, "name": terms.meters[called]} for called in offered if called in terms.meters]


def _seat(table: Table, seat: Seat, viewer: Actor) -> dict[str, Any]:
    if seat not in table.players:
        return {"seat": seat, "player": None}
    return {
        "seat": seat,
        "player": table.players[seat],
        "chips_cents": table.seat_chips(seat),
        "first_round": table.first_rounds.get(seat, 0),
        **({"commission_cents": marked_at(table, seat)} if table.open_terms.commission == MARKED else {}),
        "yours": _holds(viewer, seat),
        **({"is_guest": True} if seat in table.guests else {}),
    }


def round_view(table: Table, rnd: Round, viewer: Actor) -> dict[str, Any]:
    is_over = rnd is table.previous
    seen: dict[str, Any] = {
        "round": rnd.number,
        "commitment": commitment(rnd),
        "rotation_sealed": is_rotation_sealed(rnd),
        "cuts": [{"seat": seat, "cut": cut} for seat, cut in rnd.cuts.items()],
        "number": rnd.first,
        "dice": list(rnd.dice),
        "number_how": rnd.number_how,
        "dealt": list(rnd.places),
        "picked_up": list(rnd.picked_up),
        "spots": {str(seat): _spot(table, rnd, seat, viewer, is_over) for seat in rnd.spots},
        "common": {name: _common(table, rnd, place_named(name), is_over) for name in table.game.places},
        "void": rnd.void,
        **({"stopped": _stopped(rnd, viewer)} if rnd.stop else {}),
        "coined_in": list(rnd.coined),
        "takes_bets": rnd.stage is Stage.BETTING and not rnd.is_coined_in and not is_over,
        "keyed": {str(seat): line for seat, line in rnd.keyed.items()},
        "key": rnd.key,
        "jackpots": [plain(jackpot) for jackpot in rnd.jackpots],
        "back_outs": [plain(back) for back in rnd.back_outs],
        "corrections": [
            {"places": sorted(made.now), "by": made.by, "agreed_by": made.agreed_by, "note": made.note}
            for made in rnd.corrections
        ],
    }
    if rnd.hand_shoe:
        road = road_of(table.game, rnd) if is_over else rnd.road
        seen["hand_shoe"] = hand_shoe_page(table, rnd) | {"road": list(road)}
    if isinstance(rnd.sealed, ShoeShuffled):
        return seen | _of_shoe(table, rnd, is_over)
    if is_over and rnd.sealed:
        seen |= {"sealed": opened(rnd.sealed), "order": show(rnd.order)}
    return seen


def _stopped(rnd: Round, viewer: Actor) -> dict[str, str]:
    """That surveillance has stopped the round everybody sees; who and why, the staff."""
    assert rnd.stop is not None
    return {"by": rnd.stop.by, "note": rnd.stop.note} if viewer.role in STAFF else {"by": "surveillance", "note": ""}


def _of_shoe(table: Table, rnd: Round, is_over: bool) -> dict[str, Any]:
    """The shoe that the round is dealt from: when the round is over its cards are opened, and when the shoe is, all of
    them."""
    page = shoe_page(table.open_terms, rnd) | {"road": list(road_of(table.game, rnd) if is_over else rnd.road)}
    if not is_over:
        return {"shoe": page | {"opened": []}}
    is_dealt_on = table.round.sealed == rnd.sealed
    return {
        "shoe": page,
        "order": show(rnd.order[rnd.began : rnd.top]),
        **({} if is_dealt_on else {"sealed": opened(rnd.sealed)}),
    }


def _spot(table: Table, rnd: Round, seat: Seat, viewer: Actor, is_over: bool) -> dict[str, Any]:
    spot = rnd.spots[seat]
    seen: dict[str, Any] = {
        "wagers": dict(spot.wagers),
        "ready": spot.ready,
        "asked_house_way": spot.asked,
        "said": list(spot.said),
        "how": spot.how,
        "is_out": spot.is_out,
        "results": _results(rnd, spot, is_over),
        "is_settled": bool(spot.results),
        **({"is_stopped": True} if spot.is_stopped and viewer.role in STAFF else {}),
        "waits": list(dict.fromkeys(result.wager for result in spot.waits)),
    }
    if seat not in rnd.hands:
        return seen
    pile = rnd.pile(seat)
    is_turned = is_over or spot.results or (viewer.role in AT_THE_TABLE and _is_verified(table, seat))
    is_his = _acts_for(table, viewer, seat) or (viewer.role is Role.DEALER and seat in turned_over_next(table))
    may_see = is_turned or _is_laid_open(spot, rnd) or is_his or _on_display(spot, viewer)
    faces = pile.cards if may_see else pile.seen
    seen["cards"] = _faces(faces) + [FACE_DOWN] * (pile.size - len(faces))
    if spot.given_up:
        seen["given_up"] = list(spot.given_up)
    seen["hands"] = [_faces(hand) for hand in rnd.hands_of(seat)] if may_see and spot.layout else None
    if spot.is_split:
        seen["split"] = _split(table, rnd, seat, seen["cards"])
    if _acts_for(table, viewer, seat) and rnd is table.round and not table.other_rules:
        seen |= _options(table, seat)
    return seen


def _results(rnd: Round, spot: Spot, is_over: bool) -> list[dict[str, Any]]:
    """What the wagers came to. The reason of one that was settled early names cards that it looked at: it is not told
    while some of them lie face down."""
    is_hidden = any(pile.up < pile.size for place, pile in rnd.piles.items() if place not in rnd.spots)
    left_out = {"reason": ""} if is_hidden and not (is_over or spot.results) else {}
    return [plain(result) | left_out for result in spot.results or spot.early]


def _split(table: Table, rnd: Round, seat: Seat, faces: list[str]) -> list[dict[str, Any]]:
    """The hands of a seat that has several, of its cards as they are seen, with their numbers as they came; and which
    of them it plays now, if it is one."""
    at_play = rnd is table.round and not table.other_rules and seat in due(table).seats and not _is_for_all(table)
    playing = hand_to_play(table, seat) if at_play and table.stage is Stage.CHOOSING else 0
    return [
        {
            "cards": [faces[number - 1] for number in hand.cards],
            "numbers": list(hand.cards),
            "wagers": dict(hand.wagers),
            "said": list(hand.said),
            "is_out": hand.is_out,
            "is_played": nth == playing,
        }
        for nth, hand in enumerate(rnd.spots[seat].hands, 1)
    ]


def _is_for_all(table: Table) -> bool:
    """Whether a seat chooses for all its hands together."""
    step = table.game.round[table.round.step] if table.stage is Stage.CHOOSING else None
    return isinstance(step, Choice) and step.together


def _options(table: Table, seat: Seat) -> dict[str, list[dict[str, Any]]]:
    """What the seat may do now and can pay, each word once, with what it costs, and what is too dear for the chips it
    has; how cards may be set is asked for by itself."""
    if seat not in due(table).seats or table.stage is not Stage.CHOOSING:
        return {"options": []}
    spot, hand, chip = table.round.spots[seat], hand_to_play(table, seat), table.open_terms.smallest_chip
    offered = [option for option in options_of(table, seat) if not is_too_little(table.game, spot, hand, option, chip)]
    options = {option.word: option for option in reversed(offered)}  # the first of each word
    told: list[dict[str, Any]] = [
        {
            "word": word,
            "cents": cost_of(table.game, spot, hand, option, chip),
            "adds": [name for name, _ in option.stakes],
            "back_cents": sum(spot.wagers[name] for name in option.back),
            "sets": [len(hand) for hand in option.cut],
            "gives_up": _faces(option.drops) if table.round.pile(seat).is_known else [],
            "is_out": option.out,
        }
        for word, option in reversed(options.items())
    ]
    too_dear = [option for option in told if option["cents"] > table.seat_chips(seat)]
    payable = {"options": [option for option in told if option not in too_dear]}
    return payable | ({"too_dear": too_dear} if too_dear else {})


def _is_laid_open(spot: Spot, rnd: Round) -> bool:
    """A physical hand is entered as it is turned over, in sight of all; but one that was given up to be set the house
    way lies face down until its turn."""
    return not rnd.order and rnd.stage is Stage.RECONCILING and spot.how != "house way"


def _holds(viewer: Actor, seat: Seat) -> bool:
    return viewer.role is Role.PLAYER and viewer.seat == seat


def _acts_for(table: Table, viewer: Actor, seat: Seat) -> bool:
    """Whoever holds the seat; for a guest without a device, a live dealer, and nobody by a device."""
    if seat in table.guests:
        return viewer.role is Role.DEALER and table.open_terms.dealer == "live"
    return _holds(viewer, seat)


def _is_verified(table: Table, seat: Seat) -> bool:
    """A hand whose button is to be pressed, or was; or by which the next is paid at a table of staff that deals itself.
    [SLP 9a] [SLP 9e]"""
    is_due = table.stage is Stage.RECONCILING and seat in meter_hands(table)
    return is_due or seat in table.round.keyed or seat in open_to_staff(table)


def _on_display(spot: Spot, viewer: Actor) -> bool:
    """A seat's house way was shown to the dealer, in sight of surveillance. [SL 7]"""
    return spot.how == "house way" and viewer.role in AT_THE_DISPLAY


def _common(table: Table, rnd: Round, place: Place, is_over: bool) -> dict[str, Any]:
    """A common place: a card of it is seen if it lies face up."""
    pile = rnd.pile(place)
    faces = pile.cards if is_over else pile.seen
    hands = [_faces(hand) for hand in pile.hands] if pile.hands else None
    return {"cards": _faces(faces) + [FACE_DOWN] * (pile.size - len(faces)), "hands": hands}


def _faces(cards: Cards) -> list[str]:
    return [show_card(card) for card in cards]


def waits_for(table: Table) -> dict[str, Any]:
    """Whose turn it is, and at what."""
    rnd = table.round
    match table.stage:
        case Stage.CHOOSING:
            return {"seats": list(due(table).seats), "to": "choose"}
        case Stage.RECONCILING:
            if lit := sorted(unresolved(rnd)):
                return {"seats": lit, "to": "verify"}
            waiting = [seat for seat in rnd.hands if rnd.spots[seat].waits]
            if waiting:
                return {"seats": waiting, "to": "acknowledge"}
            waiting = unreconciled(rnd)[:1]
            return {"seats": waiting, "to": "reconcile" if waiting else "end"}
        case stage:
            return {"seats": [], "to": stage.value}
