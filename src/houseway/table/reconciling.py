"""The end of the round: reconciled seat by seat, or void."""

from typing import Final

from houseway.deciding.refusal import Refusal
from houseway.game import Settle, Wager
from houseway.money import Cents, dollars
from houseway.role import Actor, Role, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import collected
from houseway.table.commands import Stage
from houseway.table.due import settling
from houseway.table.entering import cards_missing, needed_to_settle
from houseway.table.evolve import is_last_of_shoe
from houseway.table.jackpots import jackpot_open, proposal_waits, voided
from houseway.table.journal import is_from_meter
from houseway.table.peeking import MOST_TRIED, possible, unknown_at
from houseway.table.places import show_hands
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.replacing import replace
from houseway.table.settlement import settle, settle_early
from houseway.table.spot import Spot
from houseway.table.state import Round, Table
from houseway.table.terms import top_odds

NO_SURVEILLANCE: Final = "the table itself, no surveillance being on duty,"  # who acknowledged a payout


def reconcile_seat(table: Table, command: do.ReconcileSeat) -> TableDecision:
    """From the dealer's right to his left, every wager of a seat together. [S99 7] [ME 6] [SLP 8]"""
    rnd, seat = table.round, command.seat
    if seat not in rnd.hands:
        return Refusal(Reason.NO_HAND, f"{table.spoken(seat)} has no hand in round {rnd.number}")
    waiting = unreconciled(rnd)
    if seat not in waiting:
        return Refusal(Reason.ALREADY_RECONCILED, f"{table.spoken(seat)} is reconciled")
    if seat != waiting[0]:
        return Refusal(
            Reason.OUT_OF_ORDER, f"{table.spoken(seat)}: from right to left, {table.spoken(waiting[0])} is next"
        )
    if refused := cards_missing(table, needed_to_settle(table, seat)) or jackpot_open(table):
        return refused
    results = settled(table, seat)
    if short := tray_short(table, seat, results):
        return Refusal(Reason.TRAY_SHORT, f"{table.spoken(seat)} wins {dollars(short)} more than the tray holds")
    return (was.SeatReconciled(seat=seat, hands=show_hands(rnd.hands_of(seat)), results=results),)


def settle_now(table: Table) -> TableDecision:
    """The wagers of the step at hand, seat by seat. [CW 6]"""
    if not is_settled_whatever_lies(table):
        return Refusal(Reason.CARDS_NOT_ENTERED, "a wager depends on cards that are not entered")
    if lacks := early_short(table):
        return Refusal(Reason.TRAY_SHORT, f"the seats win {dollars(lacks)} more than the tray holds")
    return tuple(was.WagersSettled(seat=seat, results=results) for seat, results in early_results(table).items())


def early_results(table: Table) -> dict[Seat, tuple[was.Result, ...]]:
    rnd, step = table.round, table.game.round[table.round.step]
    assert isinstance(step, Settle)
    return {seat: settle_early(table.game, table.open_terms, rnd, seat, step.wagers) for seat in settling(table, rnd)}


def is_settled_whatever_lies(table: Table) -> bool:
    """Whether the wagers that are settled early come to the same lines with any cards that physical ones, unknown and
    face down, can be."""
    rnd = table.round
    common = [place for place in rnd.piles if place not in rnd.spots]
    if not unknown_at(rnd, common):
        return True
    if unknown_at(rnd, common) > MOST_TRIED:
        return False
    lines = {_early_lines(replace(table, round=each)) for each in possible(table, rnd, tuple(common))}
    return lines == {_early_lines(table)}


def _early_lines(table: Table) -> tuple[str, ...]:
    return tuple(result.line for results in early_results(table).values() for result in results)


def early_short(table: Table) -> Cents:
    """How much the tray lacks to settle early, one seat after the other."""
    tray, lacks = int(table.chips_in_tray), 0
    for results in early_results(table).values():
        tray += sum(result.stake_cents - result.returned_cents - _from_tray(result) for result in results)
        lacks = max(lacks, -tray)
    return Cents(lacks)


def unreconciled(rnd: Round) -> list[Seat]:
    return [seat for seat in rnd.hands if not rnd.spots[seat].results]


def settled(table: Table, seat: Seat) -> tuple[was.Result, ...]:
    return settle(table.game, table.open_terms, table.round, seat)


def most_won(table: Table, seat: Seat) -> Cents:
    """What a seat would win if every wager of it came to its best line."""
    paytables = {name: table.open_terms.paytable(table.game.wager(name)) for name in table.round.spots[seat].wagers}
    best = {name: top_odds(paytable) for name, paytable in paytables.items() if paytable}
    won = sum(int(cents * best[name]) for name, cents in table.round.spots[seat].wagers.items())
    won += sum(_most_free(table, seat, wager) for wager in table.game.wagers if wager.free)
    progressive = table.open_terms.progressive
    if seat not in table.round.coined or progressive is None:
        return Cents(won)
    return Cents(won + len(table.round.hands) * max(pay.envy_cents for pay in progressive.lines.values()))


def _most_free(table: Table, seat: Seat, wager: Wager) -> int:
    paytable = table.open_terms.paytable(wager)
    return int(table.round.spots[seat].wagers.get(wager.of or "", 0) * top_odds(paytable)) if paytable else 0


def tray_short(table: Table, seat: Seat, results: tuple[was.Result, ...]) -> Cents:
    """How much the tray lacks to settle these, one after the other."""
    spot, tray, lacks = table.round.spots[seat], int(table.chips_in_tray), 0
    paid_before = {result.wager for result in spot.early}
    for result in results:
        if result.wager in paid_before:
            continue
        if result.wager != spot.coined_in:
            tray += result.stake_cents - result.returned_cents
        if not is_from_meter(result, spot):
            tray -= _from_tray(result)
        lacks = max(lacks, -tray)
    return Cents(lacks)


def _from_tray(result: was.Result) -> int:
    """What a win takes out of the tray: with the commission, which goes to an account of its own."""
    return result.won_cents + result.commission_cents


def not_to_be_paid(table: Table) -> Refusal | None:
    """Why the tray cannot pay what the round at hand comes to; None if it can, or as long as cards are missing."""
    rnd = table.round
    if rnd.stage not in (Stage.RECONCILING, Stage.SETTLING) or table.other_rules:
        return None
    waiting = unreconciled(rnd)
    next_paid = waiting[:1] if rnd.stage is Stage.RECONCILING else waiting
    if sum(most_won(table, seat) for seat in next_paid) <= table.chips_in_tray:  # nearly always: nothing is settled
        return None
    early = rnd.stage is Stage.SETTLING
    decided = settle_now(table) if early else reconcile_seat(table, do.ReconcileSeat(seat=waiting[0]))
    return decided if isinstance(decided, Refusal) and decided.reason is Reason.TRAY_SHORT else None


def end_game(table: Table) -> TableDecision:
    if waiting := unreconciled(table.round):
        return Refusal(Reason.NOT_RECONCILED, f"{table.spoken(waiting[0])} is not reconciled")
    if refused := jackpot_open(table) or proposal_waits(table):
        return refused
    for seat in table.round.hands:
        for result in table.round.spots[seat].waits:
            says = f"{table.spoken(seat)}'s {dollars(result.won_cents)} on {result.wager} waits for surveillance"
            return Refusal(Reason.PAYOUT_WAITS, says)
    return (*_collected(table), was.GameEnded(round=table.round.number))


def _collected(table: Table) -> tuple[was.CommissionCollected, ...]:
    """The commission that is marked at the seats, when the round is the last of its shoe."""
    if not is_last_of_shoe(table):
        return ()
    return tuple(each for seat in sorted(table.players) for each in collected(table, seat))


def report_misdeal(table: Table, actor: Actor, command: do.ReportMisdeal) -> TableDecision:
    """While no card lies there: before a later deal players have seen theirs, and a dealer and one of them could undo
    what they do not like."""
    if any(pile.size for pile in table.round.piles.values()):
        return Refusal(Reason.WRONG_STAGE, "cards have been seen: only a supervisor can void the round")
    return bad_text("note", command.note) or voided(table, f"misdeal: {command.note}", str(actor))


def void_round(table: Table, actor: Actor, command: do.VoidRound) -> TableDecision:
    if refused := bad_text("note", command.note):
        return refused
    for seat, spot in table.round.spots.items() if table.other_rules else ():
        if spot.waits:
            return Refusal(Reason.PAYOUT_WAITS, f"{table.spoken(seat)}'s payout waits for surveillance")
    return voided(table, command.note, str(actor))


def acknowledge_payout(table: Table, actor: Actor, command: do.AcknowledgePayout) -> TableDecision:
    spot = table.round.spots.get(command.seat, Spot())
    waiting = [result.won_cents for result in spot.waits if result.wager == command.wager]  # on every hand
    if not waiting:
        return Refusal(Reason.NOTHING_WAITS, f"no payout of {table.spoken(command.seat)} on {command.wager!r} waits")
    is_automatic = actor.role is Role.AUTOMATIC
    if is_automatic and spot.is_stopped:
        return Refusal(Reason.STAFF_ON_DUTY, f"surveillance has stopped the payout of {table.spoken(command.seat)}")
    if is_automatic and (table.has_staff or command.on_duty):
        who = f"{', '.join(command.on_duty)} on duty" if command.on_duty else "this table has staff"
        return Refusal(
            Reason.STAFF_ON_DUTY, f"{who}: surveillance acknowledges {table.spoken(command.seat)}'s {command.wager}"
        )
    cents, by = Cents(sum(waiting)), NO_SURVEILLANCE if is_automatic else actor.name
    return (was.PayoutAcknowledged(seat=command.seat, wager=command.wager, cents=cents, by=by),)
