"""Corrections by two people: a supervisor proposes, surveillance agrees, and both stand in the book with the reason.

Until GAME OVER the cards of a packet can be corrected, or the round be void; the money is then what it would have been.
After GAME OVER a round is not rewritten: money is paid or taken, and the record names the round.
"""

from dataclasses import replace
from datetime import datetime

from houseway.cards import Cards, check_dealable, show
from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal, no_such_proposal, own_proposal
from houseway.game import Choice, Option, Show
from houseway.money import dollars
from houseway.role import Actor, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import MOST_CENTS, settled_with_chips
from houseway.table.choosing import option_set, silent_option
from houseway.table.commands import Stage
from houseway.table.evolve import evolve
from houseway.table.jackpots import key_in_jph, meter_hands, voided
from houseway.table.layout import lay, layout_of
from houseway.table.memory import ENVY, KEPT_ROUNDS
from houseway.table.names import is_one
from houseway.table.places import Place, no_such_seat, packets_of, place_named, show_hands
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.replaying import Replay
from houseway.table.seeing import seen_by_seat
from houseway.table.settling_anew import settled_anew, within_the_tray
from houseway.table.state import Table

# ---- what is proposed ------------------------------------------------------------------------------


def propose(table: Table, actor: Actor, command: do.ProposeCards | do.ProposeMoney | do.ProposeVoid) -> TableDecision:
    kinds = {do.ProposeCards: was.CardsProposed, do.ProposeMoney: was.MoneyProposed, do.ProposeVoid: was.VoidProposed}
    asked: was.OpenProposal = made_from(kinds[type(command)], command, proposal=table.next_proposal, by=actor.name)
    return bad_text("note", command.note) or _unfounded(table, asked) or (asked,)


def _unfounded(table: Table, asked: was.OpenProposal) -> Refusal | None:
    match asked:
        case was.CardsProposed():
            return _bad_packets(table, asked)
        case was.MoneyProposed():
            return _bad_money(table, asked)
        case was.VoidProposed():
            return None


def drop_proposal(table: Table, actor: Actor, command: do.DropProposal) -> TableDecision:
    if command.proposal not in table.proposals:
        return no_such_proposal(Reason.NO_SUCH_PROPOSAL, command.proposal, table.proposals)
    return (was.ProposalDropped(proposal=command.proposal, by=str(actor)),)


def agree(table: Table, actor: Actor, command: do.Agree, at: datetime) -> TableDecision:
    """The table may have moved since the proposal was made: all is looked at again."""
    asked = table.proposals.get(command.proposal)
    if asked is None:
        return no_such_proposal(Reason.NO_SUCH_PROPOSAL, command.proposal, table.proposals)
    if refused := own_proposal(Reason.OWN_PROPOSAL, asked.proposal, asked.by, actor, "agrees to"):
        return refused
    match asked:
        case was.CardsProposed():
            refused = _bad_packets(table, asked) or _not_as_it_lies(table, packets_of(asked.packets))
            return refused or _cards_corrected(table, asked, actor, at)
        case was.MoneyProposed():
            return _bad_money(table, asked) or _money_corrected(table, asked, actor, at)
        case was.VoidProposed():
            return _void_agreed(table, asked, actor, at)


# ---- cards -----------------------------------------------------------------------------------------


def _bad_packets(table: Table, asked: was.CardsProposed) -> Refusal | None:
    """Places that have a packet, its number of cards, and none twice among those that are named. Whoever proposes
    hears nothing of the cards that lie there: they may be face down, and he is alone."""
    rnd = table.round
    try:
        packets = packets_of(asked.packets)
    except ValueError as error:
        return Refusal(Reason.BAD_CARDS, str(error).splitlines()[0])
    for place, cards in packets.items():
        known = len(rnd.cards_of(place))  # of physical cards, those that were entered
        if not known:
            return Refusal(Reason.NO_HAND, f"place {place} has no packet in round {rnd.number}")
        if len(cards) != known:
            says = f"{show(cards)!r} is {len(cards)} cards: {known} are dealt"
            return Refusal(Reason.BAD_CARDS, says)
    if not packets:
        return Refusal(Reason.BAD_CARDS, "no packet is named")
    try:
        check_dealable(sum(packets.values(), ()), table.game.pack(table.open_terms.decks))
    except ValueError as error:
        return Refusal(Reason.BAD_CARDS, str(error))
    return None


def _not_as_it_lies(table: Table, packets: dict[Place, Cards]) -> Refusal | None:
    """Looked at once two people have signed: something changes, and no card lies in two places. No card is named. The
    packet of a seat whose award was backed out may stay as it is: the hand counts for the meter again."""
    rnd = table.round
    if all(rnd.cards_of(place) == cards for place, cards in packets.items()) and not rnd.struck & packets.keys():
        return Refusal(Reason.BAD_CARDS, "these are the cards that lie there already")
    lying = {place: pile.cards for place, pile in rnd.piles.items()}
    before = rnd.hand_shoe.gone if rnd.hand_shoe else ()
    try:
        check_dealable(sum(({**lying, **packets}).values(), before), table.game.pack(table.open_terms.decks))
    except ValueError:
        return Refusal(Reason.BAD_CARDS, "with these packets a card would lie more often than the pack has it")
    return None


def _cards_corrected(table: Table, asked: was.CardsProposed, actor: Actor, at: datetime) -> TableDecision:
    corrected = made_from(was.CardsCorrected, asked, agreed_by=actor.name)
    happened: tuple[was.Event, ...] = (corrected,)
    after = evolve(table, corrected, at)
    for event in _hands_anew(after, packets_of(asked.packets)):
        happened += (event,)
        after = evolve(after, event, at)
    if refused := _another_course(after):
        return refused
    if table.stage is not Stage.RECONCILING:
        return happened
    if refused := _meter_pays_otherwise(table, after):
        return refused
    for event in _lit_wrongly(after):
        happened += (event,)
        after = evolve(after, event, at)
    again = settled_anew(after, at, is_agreed=True)
    return again if isinstance(again, Refusal) else (*happened, *again)


def _another_course(table: Table) -> Refusal | None:
    """Cards decide what seats may choose, which cards are drawn and what is settled early: none of it is undone. Of
    physical cards the round may go on where they lead: nothing more has been dealt than they gave."""
    again = Replay(table=table, told=table.round)
    again.run()
    waits = table.stage in (Stage.CHOOSING, Stage.DRAWING) and not table.is_by_hand  # nobody is left without an act
    comes_here = again.rnd.step == table.round.step if waits else again.rnd.step >= table.round.step
    if again.is_as_told and comes_here:
        return None
    says = "with these cards the round would have gone another way: void it, or drop the proposal"
    return Refusal(Reason.ANOTHER_COURSE, says)


def _hands_anew(table: Table, packets: dict[Place, Cards]) -> list[was.Event]:
    """A hand that a player set stays as he set it, place by place; one that was set for him, and the dealer's, is set
    the house way again, and so is one that the rules would not have let him set."""
    happened: list[was.Event] = []
    for seat in table.round.hands:
        spot = table.round.spots[seat]
        if seat in packets and (spot.layout or spot.how == "time"):
            happened += _set_anew(table, seat)
    for number, step in enumerate(table.game.round):
        place = place_named(step.what.place) if isinstance(step, Show) and step.way else None
        if place in packets and table.round.pile(place).hands:
            assert isinstance(step, Show) and step.way
            hands = show_hands(step.way.set(packets[place]))
            happened.append(was.TurnedAnew(step=number, place=place, hands=hands, house_way=step.way.label))
    return happened


def _set_anew(table: Table, seat: Seat) -> list[was.Event]:
    """What was said for hands that were split stays, if the rules allow it."""
    rnd, spot = table.round, table.round.spots[seat]
    if spot.is_split:
        return []
    step, cards = table.game.round[spot.hand(1).done_at], rnd.cards_of(seat)
    assert isinstance(step, Choice)
    options = step.options(replace(seen_by_seat(table, seat), said=spot.said[:-1]))
    if not options:  # it would have had nothing to say: the round would have gone another way
        return []
    if not any(option.cut for option in options):  # a word, which stays unless the seat was silent
        silent = silent_option(options)
        is_same = spot.how != "time" or silent.word == spot.said[-1]
        return [] if is_same else [_chosen_anew(table, seat, silent, spot.layout)]
    laid = option_set([option for option in options if option.word == spot.said[-1]], lay(cards, spot.layout))
    if spot.how == "player" and laid:
        if laid.foul == spot.is_foul:
            return []
        hands, option = laid.cut, laid
    else:
        hands = step.way.set(cards) if step.way else silent_option(options).cut
        option = option_set(options, hands) or silent_option(options)
    return [_chosen_anew(table, seat, option, layout_of(cards, hands))]


def _chosen_anew(table: Table, seat: Seat, option: Option, layout: str) -> was.ChosenAnew:
    spot = table.round.spots[seat]
    return was.ChosenAnew(
        seat=seat,
        step=spot.hand(1).done_at,
        word=option.word,
        layout=layout,
        how=spot.how,
        is_foul=option.foul,
    )


def _meter_pays_otherwise(before: Table, after: Table) -> Refusal | None:
    """The order of payment depends on every hand that a meter pays: while a win of it stands recorded, none changes."""
    recorded = before.round.recorded
    if refused := key_in_jph(before.round):
        return refused
    won = {jackpot.meter for jackpot in before.round.jackpots if jackpot.seat in recorded}
    if any(meter_hands(before, name) != meter_hands(after, name) for name in won):
        says = f"{before.spoken(min(recorded))}'s win is recorded, and the meter would pay otherwise: back it out first"
        return Refusal(Reason.JACKPOT_RECORDED, says)
    return None


def _lit_wrongly(table: Table) -> list[was.Event]:
    hands = meter_hands(table)
    lit = table.round.keyed.items()
    return [was.HandReleased(seat=seat, line=line) for seat, line in lit if hands.get(seat) != line]


# ---- void ------------------------------------------------------------------------------------------


def _void_agreed(table: Table, asked: was.VoidProposed, actor: Actor, at: datetime) -> TableDecision:
    rnd = table.round
    if refused := key_in_jph(rnd):
        return refused
    if rnd.recorded:
        return Refusal(
            Reason.JACKPOT_RECORDED, f"{table.spoken(min(rnd.recorded))}'s win is recorded: back it out first"
        )
    by = f"supervisor {asked.by}, surveillance {actor.name} agreeing"
    ended = voided(table, asked.note, by)
    return ended if isinstance(ended, Refusal) else within_the_tray(table, ended, at)


# ---- money -----------------------------------------------------------------------------------------


def _bad_money(table: Table, asked: was.MoneyProposed) -> Refusal | None:
    """It is tied to what the table remembers of the round: who held the seat and the wager, and what was paid."""
    if asked.round not in table.memory:
        rounds = ", ".join(map(str, table.memory)) or "none"
        says = f"round {asked.round}: money is corrected of the last {KEPT_ROUNDS} rounds that were paid, here {rounds}"
        return Refusal(Reason.NO_SUCH_ROUND, says)
    if not 1 <= asked.seat <= table.seats:
        return Refusal(Reason.NO_SUCH_SEAT, no_such_seat(asked.seat, table.seats, table.open_terms.positions))
    if asked.wager not in (*table.open_terms.paytables, ENVY):
        return Refusal(Reason.NOT_OFFERED, f"{asked.wager[:40]!r}: {', '.join((*table.open_terms.paytables, ENVY))}")
    if asked.of_meter and not table.open_terms.progressive:
        return Refusal(Reason.NO_PROGRESSIVE, "this table plays for no meter")
    if not 0 < abs(asked.cents) <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, f"{asked.cents} cents: not 0, at most {MOST_CENTS} either way")
    return bad_text("player", asked.player, most=40) or _not_of_the_round(table, asked)


def _not_of_the_round(table: Table, asked: was.MoneyProposed) -> Refusal | None:
    past = table.memory[asked.round].get((asked.seat, asked.wager))
    if past is None:
        says = f"{table.spoken(asked.seat)} had no {asked.wager} in round {asked.round}"
        return Refusal(Reason.NOT_OF_THE_ROUND, says)
    if not is_one(past.player, asked.player):
        says = f"{table.spoken(asked.seat)} was {past.player}'s in round {asked.round}, not {asked.player}'s"
        return Refusal(Reason.NOT_OF_THE_ROUND, says)
    if asked.of_meter and not past.award_cents:
        says = f"no win of {table.spoken(asked.seat)} from the meter was recorded in round {asked.round}"
        return Refusal(Reason.NOT_OF_THE_ROUND, says)
    has, most = (past.meter_cents, past.award_cents) if asked.of_meter else (past.paid_cents, past.most_cents)
    if not 0 <= has + asked.cents <= most:
        could = f"the win was {dollars(most)}" if asked.of_meter else f"it could pay {dollars(most)} at most"
        paid = f"was paid {dollars(has)} in round {asked.round}, corrections counted"
        says = f"{asked.wager} of {table.spoken(asked.seat)} {paid}; {could}"
        return Refusal(Reason.BEYOND_THE_WAGER, says)
    return None


def _money_corrected(table: Table, asked: was.MoneyProposed, actor: Actor, at: datetime) -> TableDecision:
    """To and from the chips of a player who still sits there; else, and where his chips are too few, it is due. A
    player who sits elsewhere now has it with his chips there."""
    past = table.memory[asked.round][asked.seat, asked.wager]
    player, meter = past.player, past.meter if asked.of_meter else ""
    at_seat = next((seat for seat, name in table.players.items() if is_one(name, player)), None)
    sits = at_seat == asked.seat
    due = min(0, asked.cents + table.seat_chips(asked.seat)) if sits else asked.cents
    corrected = made_from(was.MoneyCorrected, asked, agreed_by=actor.name, player=player, meter=meter, due_cents=due)
    if asked.cents > table.chips_in_tray and not asked.of_meter:
        says = f"{dollars(asked.cents)}: the tray holds {dollars(table.chips_in_tray)}"
        return Refusal(Reason.TRAY_SHORT, says)
    if at_seat is None or sits:
        return (corrected,)
    after = evolve(table, corrected, at)
    return corrected, *settled_with_chips(after, at_seat, player, after.seat_chips(at_seat))
