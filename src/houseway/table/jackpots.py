"""The progressive at a table: COIN IN, the hand buttons, the supervisor's key and J-POT. [SLP 4–9i] [Appendix A]"""

from collections.abc import Mapping
from datetime import datetime

from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.game import LOSE, Wager
from houseway.money import Micros
from houseway.paytable import THE_METER, Paytable
from houseway.progressive.meter import Gains, share_cents
from houseway.progressive.wins import ORDERS, Win
from houseway.role import Actor, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.entering import cards_missing
from houseway.table.evolve import evolve, moved
from houseway.table.refusal import Reason, TableDecision
from houseway.table.settlement import progressive_lines
from houseway.table.settling_anew import seats_voided, settled_anew
from houseway.table.state import Round, Table

RUN, JPH = "RUN", "JPH"


# ---- what is asked of the table --------------------------------------------------------------------


def wager_of(table: Table) -> Wager:
    """The progressive wager of a table that offers one."""
    wager = table.open_terms.progressive_wager
    assert wager is not None, "the table offers no progressive wager"
    return wager


def paytable_of(table: Table) -> Paytable | None:
    return table.terms.progressive if table.terms else None


def on_sensors(table: Table) -> tuple[Seat, ...]:
    """The seats with a progressive wager."""
    if paytable_of(table) is None:
        return ()
    name = wager_of(table).name
    return tuple(sorted(seat for seat, spot in table.round.spots.items() if name in spot.wagers))


def meter_hands(table: Table, meter: str | None = None) -> dict[Seat, str]:
    """The seats whose hand is paid from a meter, or from the one of that name, and was not backed out. [SLP 9a]
    [SLP 9i]"""
    paytable = paytable_of(table)
    if paytable is None:
        return {}
    meters = paytable.meters if meter is None else (meter,)
    return {
        seat: line
        for seat, line in progressive_lines(table.game, table.round).items()
        if paytable.meter_of(line) in meters and seat not in table.round.struck
    }


def unresolved(rnd: Round) -> dict[Seat, str]:
    """The lit hands whose win is not recorded, or whose key is not back."""
    done = rnd.recorded if rnd.key == RUN else frozenset()
    return {seat: line for seat, line in rnd.keyed.items() if seat not in done}


def key_in_jph(rnd: Round) -> Refusal | None:
    return None if rnd.key == RUN else Refusal(Reason.KEY_NOT_THERE, "the key is in JPH; back to RUN first")


def open_proposal(table: Table) -> int | None:
    """The first that may change this round; money of a round that is over holds up nothing."""
    waiting = (number for number, asked in table.proposals.items() if not isinstance(asked, was.MoneyProposed))
    return next(waiting, None)


def proposal_waits(table: Table) -> Refusal | None:
    """Why the round does not go on: it would go on over a correction that was asked for."""
    number = open_proposal(table)
    if number is None:
        return None
    says = f"proposal {number} of {table.proposals[number].by} waits for surveillance: agree to it, or drop it"
    return Refusal(Reason.PROPOSAL_WAITS, says)


# ---- COIN IN ---------------------------------------------------------------------------------------


def coin_in(table: Table, command: do.CoinIn) -> TableDecision:
    """Once for all the seats on the sensors, and it closes all betting. A stake goes onto all meters or none: if one
    takes no stakes they go back, and betting is closed all the same: what else lies there was bet before. [SLP 6]"""
    if table.round.is_coined_in:
        return Refusal(Reason.ALREADY_COINED_IN, f"round {table.round.number} is coined in")
    seats = on_sensors(table)
    if table.terms is None or not seats:
        return Refusal(Reason.NO_PROGRESSIVE, "no sensor is lit")
    wager, stake = wager_of(table), table.terms.limits(wager_of(table))[0]
    told = command.gains_by_name or {THE_METER: command.gains}
    gained: list[was.MeterGain] = []
    for name, meter in table.terms.plays_for.items():
        gains = told.get(name)
        if gains is None or gains.stake_cents != stake:
            says = f"meter {meter} takes {'no stakes now' if gains is None else 'another stake'}"
            return (was.SensorsReleased(wager=wager.name, seats=seats, stake_cents=stake, says=says),)
        gained.append(_gained(name, meter, gains, len(seats)))
    coined = was.CoinedIn(
        wager=wager.name,
        seats=seats,
        stake_cents=stake,
        meter=table.terms.meter,
        gained_micros=Micros(sum(each.gained_micros for each in gained)),
        reserve_micros=Micros(sum(each.reserve_micros for each in gained)),
        gains=() if table.terms.meter else tuple(gained),
    )
    return (coined,)


def _gained(name: str, meter: str, gains: Gains, stakes: int) -> was.MeterGain:
    gained, reserve = Micros(gains.meter_micros * stakes), Micros(gains.reserve_micros * stakes)
    return was.MeterGain(name=name, meter=meter, gained_micros=gained, reserve_micros=reserve)


def hear_back_out(table: Table, command: do.HearBackOut, at: datetime) -> TableDecision:
    """What the controller put back onto the meter is not paid, nor envied, and what was paid already returns: to the
    progressive fund, from which the controller took it. [SLP 9i]"""
    rnd, seat = table.round, command.seat
    if seat not in rnd.recorded or not 0 < command.cents <= rnd.prize(seat):
        return Refusal(Reason.NOTHING_KEYED, f"{table.spoken(seat)} has no award of {command.cents} cents to back out")
    backed_out = made_from(was.JackpotBackedOut, command)
    after = moved(table, backed_out, (), at)  # what it locked may be paid: seats give it back first
    again = settled_anew(after, at)
    return again if isinstance(again, Refusal) else (*again, backed_out)


def voided(table: Table, note: str, by: str) -> TableDecision:
    """Every wager goes back; what was coined in, out of the tray."""
    rnd, coined = table.round, table.round.coin_in
    coins = (made_from(was.CoinInReversed, coined),) if coined else ()
    return *seats_voided(table), *coins, was.RoundVoided(round=rnd.number, note=note, by=by)


# ---- the hand buttons, the key and J-POT -----------------------------------------------------------


def press_hand(table: Table, command: do.PressHand) -> TableDecision:
    """Lit by the first press, taken back by the second. [SLP 9d]"""
    rnd, seat, paytable = table.round, command.seat, paytable_of(table)
    if paytable is None or seat not in rnd.coined:
        return Refusal(Reason.NO_PROGRESSIVE, f"{table.spoken(seat)} has no progressive wager in round {rnd.number}")
    if paytable.meter_of(command.line) is None:
        buttons = ", ".join(line for line in paytable.lines if paytable.meter_of(line) is not None)
        return Refusal(Reason.NOT_A_METER_HAND, f"{command.line[:40]!r}: the buttons are {buttons}")
    if refused := key_in_jph(rnd):
        return refused
    if seat in rnd.recorded:
        return Refusal(Reason.JACKPOT_RECORDED, f"{table.spoken(seat)}'s win is recorded")
    if seat in rnd.struck:
        return Refusal(Reason.JACKPOT_RECORDED, f"{table.spoken(seat)}'s win was recorded and backed out")
    lit = rnd.keyed.get(seat)
    if lit == command.line:
        return (was.HandReleased(seat=seat, line=lit),)
    if lit:
        return Refusal(
            Reason.ANOTHER_HAND_LIT, f"{lit} is lit for {table.spoken(seat)}; press it again to take it back"
        )
    return (was.HandPressed(seat=seat, line=command.line),)


def turn_key(table: Table, actor: Actor, command: do.TurnKey) -> TableDecision:
    """To JPH for a win that was verified; back to RUN, and the display shows the meter again, which the controller
    adjusted when the win was recorded. [SLP 9f] [SLP 9g]"""
    rnd = table.round
    if command.to not in (RUN, JPH):
        return Refusal(Reason.KEY_NOT_THERE, f"{command.to[:10]!r}: the key turns to JPH or RUN")
    if rnd.key == command.to:
        return Refusal(Reason.KEY_NOT_THERE, f"the key is in {rnd.key} already")
    if command.to == JPH and not unresolved(rnd):
        return Refusal(Reason.NOTHING_KEYED, "no hand is lit that waits for J-POT")
    waits = proposal_waits(table) if command.to == JPH else None
    return waits or (was.KeyTurned(to=command.to, by=str(actor)),)


def press_jackpot(table: Table, actor: Actor, command: do.PressJackpot, at: datetime) -> TableDecision:
    """The next win by Appendix A: its value is locked, and the controller takes it off the meter that its line names.
    The order of all wins is the order of the wins of each meter. [SLP 9f]"""
    rnd, paytable = table.round, paytable_of(table)
    if rnd.key != JPH:
        return Refusal(Reason.KEY_NOT_THERE, "J-POT needs the key in JPH")
    if rnd.is_recorded:
        return Refusal(Reason.JACKPOT_RECORDED, "one win at a turn of the key: back to RUN first")
    assert paytable is not None and table.terms is not None
    # The order of payment depends on all hands, and a proposal may change one.
    if wrong := cards_missing(table, rnd.hands) or keyed_wrongly(table) or proposal_waits(table):
        return wrong
    waiting = [Win(seat=s, line=line, share=paytable.lines[line].amount) for s, line in _waiting(rnd).items()]
    win = ORDERS[table.terms.win_order](waiting, table.seats)[0]
    pay = paytable.lines[win.line]
    shown = command.shown_by_name[pay.meter] if pay.meter else command.shown_micros
    recorded = was.JackpotRecorded(
        seat=win.seat,
        line=win.line,
        pays=str(pay),
        cents=share_cents(shown, win.share),
        meter_micros=shown,
        by=str(actor),
        meter=pay.meter,
    )
    again = settled_anew(evolve(table, recorded, at), at) if any(s.results for s in rnd.spots.values()) else ()
    return again if isinstance(again, Refusal) else (recorded, *again)


def _waiting(rnd: Round) -> Mapping[Seat, str]:
    return {seat: line for seat, line in rnd.keyed.items() if seat not in rnd.recorded}


def keyed_wrongly(table: Table) -> Refusal | None:
    """A lit hand that the seat does not hold, or a hand that the meter pays and nobody keyed."""
    hands, keyed = meter_hands(table), table.round.keyed
    for seat, line in keyed.items():
        if hands.get(seat) != line:
            holds = progressive_lines(table.game, table.round).get(seat, LOSE)
            return Refusal(Reason.KEYED_WRONGLY, f"{line} is lit for {table.spoken(seat)}, which holds {holds}")
    for seat, line in hands.items():
        if seat not in keyed:
            return Refusal(Reason.NOT_KEYED, f"{table.spoken(seat)} holds {line}; its button was not pressed")
    return None


def jackpot_open(table: Table) -> Refusal | None:
    """Why nothing can be reconciled past a win from the meter. [SLP 9h]"""
    rnd = table.round
    if not rnd.coined:
        return None
    if wrong := key_in_jph(rnd) or keyed_wrongly(table):
        return wrong
    for seat, line in unresolved(rnd).items():
        return Refusal(Reason.JACKPOT_OPEN, f"{table.spoken(seat)}'s {line} waits for the supervisor's J-POT")
    return None


def step_to_jackpot(table: Table) -> do.Command | None:
    """What has to be done next before every win from the meter is resolved; a hand that was keyed wrongly is taken
    back first, and an open proposal answered."""
    rnd, hands, proposal = table.round, meter_hands(table), open_proposal(table)
    wrong = [(seat, line) for seat, line in rnd.keyed.items() if hands.get(seat) != line]
    missing = [(seat, line) for seat, line in hands.items() if seat not in rnd.keyed]
    if rnd.key == JPH:
        return do.TurnKey(to=RUN) if rnd.is_recorded or wrong or missing or proposal else do.PressJackpot()
    for seat, line in (*wrong, *missing):
        return do.PressHand(seat=seat, line=line)
    if not unresolved(rnd):
        return None
    return do.Agree(proposal=proposal) if proposal else do.TurnKey(to=JPH)
