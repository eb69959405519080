"""What every wager of a round wins or loses, with its reason. The lines are the game's own: `Wager.line`."""

from dataclasses import replace
from itertools import chain

from houseway.cards import show
from houseway.game import FOLDED, LOSE, SEAT, Contest, Game, Look, Wager
from houseway.money import Cents, dollars
from houseway.paytable import Odds, Pay
from houseway.progressive.envy import Envy, envy
from houseway.role import Seat
from houseway.table.events import Result
from houseway.table.memory import ENVY
from houseway.table.seeing import line_of, looked_at, worths_of
from houseway.table.spot import Spot
from houseway.table.staking import unit_of
from houseway.table.state import Round
from houseway.table.terms import ALERT_CENTS, MARKED, Terms


def settle(game: Game, terms: Terms, rnd: Round, seat: Seat) -> tuple[Result, ...]:
    """A seat's results, hand by hand in the order of the game's wagers; those that were settled before the end as they
    were. What it wins together is one payout: above the alert amount all of it waits for surveillance."""
    spot = rnd.spots[seat]
    early = {result.wager for result in spot.early}
    results: tuple[Result, ...] = ()
    for hand in range(1, len(spot.hands) + 1):
        for wager in game.wagers:
            if wager.name in early:
                results += tuple(result for result in spot.early if (result.wager, result.hand) == (wager.name, hand))
            elif wager.name == spot.coined_in:
                results += _progressive_results(game, terms, rnd, seat, wager) if hand == 1 else ()
            else:
                results += _results(terms, rnd, seat, hand, wager)
    held = zip(results, _held(results, is_stopped=spot.is_stopped), strict=True)
    return tuple(result if result.wager in early else waits for result, waits in held)  # paid before: it waits no more


def settle_early(game: Game, terms: Terms, rnd: Round, seat: Seat, wagers: tuple[str, ...]) -> tuple[Result, ...]:
    """The results of wagers that are settled before the end."""
    spot = rnd.spots[seat]
    lying = [wager for wager in game.wagers if wager.name in wagers and wager.name in spot.lying]
    hands = range(1, len(spot.hands) + 1)
    return _held(tuple(chain.from_iterable(_results(terms, rnd, seat, hand, w) for hand in hands for w in lying)))


def _held(results: tuple[Result, ...], *, is_stopped: bool = False) -> tuple[Result, ...]:
    """Waiting for surveillance: above the alert amount, or because it has stopped the payout."""
    if not is_stopped and sum(result.won_cents for result in results) <= ALERT_CENTS:
        return results
    return tuple(replace(result, held=result.won_cents > 0) for result in results)


def _results(terms: Terms, rnd: Round, seat: Seat, hand: int, wager: Wager) -> tuple[Result, ...]:
    """Of a wager that lies on the hand; or of one that is free by itself, if it pays."""
    spot = rnd.spots[seat]
    stake = _pays_by(spot, hand, wager)
    if stake is None or (wager.free and spot.hand(hand).is_out):
        return ()
    line = line_at(rnd, seat, wager, hand)
    pay = pay_of(terms, wager, line)
    if wager.free and pay is None and not wager.by_choice:
        return ()
    won = winnings(pay, stake)
    paid = within_aggregate(terms, rnd, wager, won)
    cut = f"; the aggregate limit leaves {dollars(paid)} of {dollars(won)}" if paid < won else ""
    kept = commission_on(pay, paid)
    lies = Cents(0) if wager.free else stake
    result = Result(
        wager=wager.name,
        line=line,
        pays=str(pay) if pay else LOSE,
        stake_cents=lies,
        returned_cents=lies if pay and pay.odds is Odds.TO_ONE else Cents(0),
        won_cents=Cents(paid - kept),
        held=False,
        reason=_reason(rnd, seat, wager, line, hand) + cut,
        hand=hand,
        commission_cents=kept,
        is_marked=bool(kept) and terms.commission == MARKED,
    )
    return (result,)


def _pays_by(spot: Spot, hand: int, wager: Wager) -> Cents | None:
    """The stake by which a wager pays that lies on the hand; None, if it does not lie there."""
    lying = spot.hand(hand).wagers
    if wager.by_choice:
        return unit_of(spot, hand, wager.of or "") if wager.name in lying else None
    return lying.get(wager.of or "" if wager.free else wager.name)


def line_at(rnd: Round, seat: Seat, wager: Wager, hand: int = 1) -> str:
    """The line of a seat's wager; a hand that was given up has lost, unless the wager outlives it."""
    is_out = rnd.spots[seat].hand(hand).is_out
    return FOLDED if is_out and not wager.outlives else line_of(rnd, seat, wager, hand)


def progressive_lines(game: Game, rnd: Round) -> dict[Seat, str]:
    """What every seat that coined in holds, of all its cards, once they are up; a wager that does not outlive a fold
    has lost by it. [SLP 2]"""
    return _lines_of(game, rnd, tuple(seat for seat in rnd.coined if rnd.pile(seat).is_known))


def _lines_of(game: Game, rnd: Round, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    if rnd.coin_in is None:
        return {}
    wager = game.wager(rnd.coin_in.wager)
    return {seat: line_at(rnd, seat, wager) for seat in seats}


def _progressive_results(game: Game, terms: Terms, rnd: Round, seat: Seat, wager: Wager) -> tuple[Result, ...]:
    """The seat's own hand, from meter or tray, and its envy. The stake is gone either way. [SLP 9a] [SLP 9b]"""
    lines = progressive_lines(game, rnd)
    line, stake = lines[seat], rnd.spots[seat].wagers[wager.name]
    pay, won = pay_of(terms, wager, line), Cents(0)
    if pay is not None and pay.odds is Odds.OF_METER:
        won = rnd.prize(seat)
    elif pay is not None:
        won = winnings(pay, stake)
    own = Result(
        wager=wager.name,
        line=line,
        pays=str(pay) if pay else LOSE,
        stake_cents=stake,
        returned_cents=Cents(0),
        won_cents=won,
        held=False,
        reason=f"{line}: {_cards_of(rnd, seat, SEAT)}" + _backed_out(rnd, seat),
    )
    envied = envy_of(game, terms, rnd)[seat]
    if not envied.cents:
        return (own,)
    hands = ", ".join(f"{terms.spoken(other)}'s {held}" for other, held in envied.hands)
    return own, Result(
        wager=ENVY,
        line=ENVY,
        pays="fixed",
        stake_cents=Cents(0),
        returned_cents=Cents(0),
        won_cents=envied.cents,
        held=False,
        reason=f"{ENVY}: {hands}",
    )


def envy_of(game: Game, terms: Terms, rnd: Round) -> dict[Seat, Envy]:
    """What every seat that coined in is paid for the hands of others; one that was backed out counts for nothing."""
    assert terms.progressive is not None
    counting = tuple(other for other in rnd.hands if other not in rnd.struck)  # [SLP 9i]
    return envy(terms.progressive, _lines_of(game, rnd, counting), rnd.coined, terms.envy)


def _backed_out(rnd: Round, seat: Seat) -> str:
    """What was taken off the prize of a seat, by whom and why. [SLP 9i]"""
    return "".join(
        f"; {dollars(back.cents)} backed out by {back.proposed_by} and {back.approved_by}: {back.note}"
        for back in rnd.back_outs
        if back.seat == seat
    )


def pay_of(terms: Terms, wager: Wager, line: str) -> Pay | None:
    paytable = terms.paytable(wager)
    assert paytable is not None, f"{wager.name} lies on a table that does not offer it"
    return paytable.lines.get(line)


def winnings(pay: Pay | None, stake_cents: Cents) -> Cents:
    """Rounded down to the cent: the house keeps what is left."""
    if pay is None:
        return Cents(0)
    assert pay.odds is not Odds.OF_METER, "a share of a meter is paid by the progressive"
    return Cents(stake_cents * pay.amount.numerator // pay.amount.denominator)


def commission_on(pay: Pay | None, won_cents: Cents) -> Cents:
    """Rounded up to the cent: the house takes what is left."""
    return Cents(-(-won_cents * pay.commission.numerator // pay.commission.denominator)) if pay else Cents(0)


def within_aggregate(terms: Terms, rnd: Round, wager: Wager, won_cents: Cents) -> Cents:
    """Where a round's payouts on a wager exceed its aggregate limit, the limit is shared in proportion, each share
    rounded down: the house keeps the odd cents."""
    limit = terms.aggregate_cents.get(wager.name)
    if limit is None or not won_cents:
        return won_cents
    total = 0
    for seat in rnd.hands:
        for number, hand in enumerate(rnd.spots[seat].hands, 1):
            if stake := hand.wagers.get(wager.name):
                total += winnings(pay_of(terms, wager, line_at(rnd, seat, wager, number)), stake)
    return won_cents if total <= limit else Cents(won_cents * limit // total)


def _reason(rnd: Round, seat: Seat, wager: Wager, line: str, number: int) -> str:
    """What was settled, in words: the line, and the hands that made it."""
    said = rnd.spots[seat].hand(number).said
    if line == FOLDED:
        return FOLDED
    if not isinstance(wager, Contest):
        return f"{line}: {_cards_of(rnd, seat, wager.hands[0].of, number)}"
    mine, his = (
        hand.tell(worth, said) if hand.tell else str(worth)
        for hand, worth in zip(wager.hands, worths_of(rnd, seat, wager, number), strict=True)
    )
    return f"foul: {mine}" if rnd.spots[seat].is_foul else f"{line}: {mine} against {his}"


def _cards_of(rnd: Round, seat: Seat, look: Look, hand: int = 1) -> str:
    """The cards of a look, place by place, a seat's as they are set: `As Ad with 7c 8d 9h`."""
    own = SEAT if rnd.spots[seat].is_split else SEAT.set
    parts = [look] if look.is_set else [own if part == SEAT.parts[0] else Look((part,)) for part in look.parts]
    cards = (show(chain.from_iterable(looked_at(rnd, seat, part, hand))) for part in parts)
    return " with ".join(filter(None, cards))
