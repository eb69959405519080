"""What happened at a table, in a line each, as somebody at the rail would say it. No face-down card is in it: the
events hold none."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from houseway.money import dollars
from houseway.progressive.envy import BETTORS_HANDS
from houseway.progressive.meter import show_micros
from houseway.table import events as was
from houseway.table.denominations import show_chips
from houseway.table.events import Event, Result
from houseway.table.memory import ENVY
from houseway.table.places import Place, number_of, spoken
from houseway.table.seal import BY_HAND, THROWN

SAYINGS: Final[Mapping[type[Event], str]] = {  # with the event's fields, money in dollars
    was.TableClosed: "the table closes",
    was.DealerChanged: "the dealer is {dealer} from now on",
    was.SeatTaken: "{seat}: {player} sits down",
    was.SeatLeft: "{seat} is left",
    was.TrayFilled: "the tray is filled with {cents}",
    was.TrayCredited: "{cents} go back from the tray to the bank",
    was.BoughtIn: "{seat} buys in for {cents}",
    was.CashedOut: "{seat} cashes out {cents}",
    was.BoxCounted: "the drop box is changed: {drop_cents} in, {cashed_cents} paid out",
    was.CommissionCollected: "{seat} pays the commission that is marked: {cents}",
    was.ColouredUp: "{seat} colours up: {gives} become {gets}",
    was.SlipWritten: "slip {slip}, {what}, is written by {by}",
    was.SlipDropped: "slip {slip} is dropped by {by}: {note}",
    was.SlipConfirmed: "slip {slip}, {what} of {cents}, carried by {carried_by}, is signed by {by} and {confirmed_by}",
    was.DealerSignedOff: "dealer {dealer} signs off: {note}",
    was.EntryReversed: "entry {entry} is reversed: {note}",
    was.GameEnded: "GAME OVER, round {round}",
    was.RoundVoided: "round {round} is void, every wager goes back: {note}",
    was.CardsProposed: "{by} proposes to correct cards: {note}",
    was.VoidProposed: "{by} proposes to void the round: {note}",
    was.ProposalDropped: "proposal {proposal} is dropped by {by}",
    was.CardsCorrected: "cards are corrected by {by}, {agreed_by} agreeing: {note}",
    was.CardsCut: "{seat} cuts the cards: {cut}",
    was.WagerPlaced: "{seat} bets {cents} on {wager}",
    was.WagerTakenBack: "{seat} takes {cents} back from {wager}",
    was.SaidReady: "{seat} is ready",
    was.BettingClosed: "no more bets",
    was.HouseWayAsked: "{seat} asks for the house way",
    was.WagerAdded: "{seat} adds {cents}: {wager}",
    was.HandSplit: "{seat} splits hand {hand}: {cents} on the new one, {wager}",
    was.DealerRevealed: "the dealer shows {hands}",
    was.Peeked: "the dealer looks at his cards",
    was.CutCardShown: "the cut card comes out: this round is the last of the shoe",
    was.SeatVoided: "{seat} gets its wagers back, and gives back what they won",
    was.RoundStopped: "{by} of surveillance stops the round: {note}",
    was.RoundReleased: "{by} of surveillance releases the round: {note}",
    was.PayoutStopped: "{by} of surveillance stops the payout of {seat}: {note}",
    was.PayoutAcknowledged: "{by} acknowledges {cents} of {seat} on {wager}",
    was.SensorsReleased: "COIN IN, and the stakes go back: {says}",
    was.CoinInReversed: "the progressive stakes go back, out of the tray",
    was.HandPressed: "{line} is lit for {seat}",
    was.HandReleased: "{line} is taken back for {seat}",
    was.KeyTurned: "the key to {to}",
    was.JackpotRecorded: "J-POT: {line} of {seat}, {pays} of {meter_micros}: {cents} locked",
    was.JackpotBackedOut: "{cents} of {seat}'s award are backed out by {proposed_by} and {approved_by}: {note}",
}


def say(event: Event, positions: Sequence[int] = ()) -> str:
    """A seat by the number that the room has given it."""
    whose = partial(spoken, positions=positions)
    match event:
        case was.TableOpened():
            return _opened(event)
        case was.SeatTaken() if event.guest:
            return f"{whose(event.seat)}: {event.player} sits down without a device"
        case was.DuePaid(cents=cents):
            moved = f"due to {event.player} come to" if cents > 0 else f"owed by {event.player} go from"
            return f"{dollars(abs(cents))} {moved} the chips of {whose(event.seat)}"
        case was.DueCashed(cents=cents):
            moved = f"pays {dollars(cents)} due to" if cents > 0 else f"takes {dollars(-cents)} owed by"
            return f"{event.by} {moved} {event.player} in cash"
        case was.TrayCounted():
            counted = f"the tray is counted by {event.by} and {event.confirmed_by}: {show_chips(event.chips)}"
            return f"{counted}, {dollars(event.cents)}{_off(event.cents - event.expected_cents)}"
        case was.DropCounted():
            counted = f"the drop box is counted by {event.by} and {event.confirmed_by}: {dollars(event.cents)}"
            return counted + _off(event.cents - event.recorded_cents)
        case was.DealerSignedOn():
            relief = f", relieving {event.relieves}" if event.relieves else ""
            return f"dealer {event.dealer} signs on{relief}"
        case was.MoneyProposed():
            return f"{event.by} proposes {_amount(event, whose)}: {event.note}"
        case was.MoneyCorrected():
            return f"{_amount(event, whose)} by {event.by}, {event.agreed_by} agreeing: {event.note}"
        case was.Shuffled():
            rotation = " with the rotation" if event.number or event.dice else ""
            what = "shoe" if isinstance(event, was.ShoeShuffled) else "pack"
            return f"the {what} is shuffled, and its order sealed{rotation}"
        case was.ShoeBegun(burn=burn, burnt=burnt):
            first = f", {burn} turned over" if burn else ""
            return f"a shoe is shuffled by hand and cut, {burnt} burnt{first}: there is no seal"
        case was.NumberDrawn():
            dice = f", dice {'-'.join(map(str, event.dice))}" if event.dice else ""
            return f"the number is {event.number}{dice}" + (f", {BY_HAND}" if event.how == THROWN else "")
        case was.CardsDealt() | was.PacketsDealt():
            return "dealt to " + ", ".join(map(whose, event.places))
        case was.CardDrawn():
            return f"a card to {whose(event.place)}{_hand(event.hand)}"
        case was.PacketEntered():
            return f"the packet of {whose(event.place)} is entered"
        case was.TurnedAnew():
            return f"{whose(event.place)} shows {event.hands} from now on"
        case was.TurnedOver():
            return f"{whose(event.place)} shows {event.hands}"
        case was.TimeCalled():
            return f"time is called by {event.by}" + (f": {event.note}" if event.note else "")
        case was.ChosenAnew():
            return f"{whose(event.seat)} is set anew" if event.layout else f"{whose(event.seat)} has said {event.word}"
        case was.Chosen() if event.layout:
            how = {"player": "sets", "house way": "is set the house way", "time": "is set, its time being over"}
            return f"{whose(event.seat)} {how[event.how]}"
        case was.Chosen():
            over = ", its time being over," if event.how == "time" else ""
            return f"{whose(event.seat)}{over} says {event.word}{_hand(event.hand)}"
        case was.WagerAdded(cents=0):
            return f"{whose(event.seat)} has a free bet{_hand(event.hand)}: {event.wager}"
        case was.HandSplit(cents=0):
            return f"{whose(event.seat)} splits hand {event.hand}: a free bet on the new one, {event.wager}"
        case was.HandSet():
            return f"{whose(event.seat)} sets" + (f": {event.word}" if event.word else "")
        case was.WagersSettled():
            return f"{whose(event.seat)} at once: " + "; ".join(map(_result, event.results))
        case was.SeatReconciled():
            anew = " is settled anew" if isinstance(event, was.SeatSettledAnew) else ""
            return f"{whose(event.seat)}{anew}: " + "; ".join(map(_result, event.results))
        case was.CoinedIn(seats=seats):
            called = ", ".join(str(number_of(seat, positions)) for seat in seats)
            several = "seat" if len(seats) == 1 else "seats"
            gains = [f"{each.name or 'the meter'} gains {show_micros(each.gained_micros)}" for each in event.by_meter]
            return f"COIN IN for {several} {called}; {', '.join(gains)}"
        case _:
            return SAYINGS[type(event)].format_map({name: _shown(name, it, whose) for name, it in vars(event).items()})


def _opened(event: was.TableOpened) -> str:
    terms, ceiling = event.terms, event.terms.ceiling
    limits = f"{dollars(terms.minimum_cents)} to {dollars(terms.maximum_cents)}"
    read_so = "".join(f"; {wager} is read so: {name}" for wager, name in terms.readings.items())
    envy = f"; envy is paid for {terms.envy}" if terms.envy == BETTORS_HANDS else ""
    way = f"; house way: {event.house_way}, {terms.way.standing}" if terms.way else ""
    most = f"; no wager above {dollars(ceiling.cents)}: {ceiling.approved}" if ceiling else ""
    return f"the table opens: {terms.game}, {limits}{read_so}{envy}{way}{most}"


def _off(cents: int) -> str:
    """By how much a count differs from the book."""
    return f", {dollars(abs(cents))} {'over' if cents > 0 else 'short'}" if cents else ", as in the book"


def _shown(field: str, it: Any, whose: Callable[[Place], str]) -> Any:
    if field == "seat":
        return whose(it)
    if field in ("chips", "gives", "gets"):
        return show_chips(it)
    if field.endswith("cents"):
        return dollars(it)
    return show_micros(it) if field.endswith("micros") else it


def _amount(event: was.MoneyProposed | was.MoneyCorrected, whose: Callable[[Place], str]) -> str:
    moved = f"{dollars(event.cents)} to" if event.cents > 0 else f"{dollars(-event.cents)} from"
    return f"{moved} {event.player}, round {event.round}, {whose(event.seat)}, {event.wager}"


def _hand(number: int) -> str:
    """Which hand of a seat that has split, from the second on."""
    return f" for hand {number}" if number > 1 else ""


def _result(result: Result) -> str:
    return f"{_came_to(result)}{_hand(result.hand)}"


def _came_to(result: Result) -> str:
    if 0 < result.won_cents + result.returned_cents < result.stake_cents:
        back = dollars(result.won_cents + result.returned_cents)
        return f"{result.wager} gets {back} of {dollars(result.stake_cents)} back"
    if result.won_cents:
        kept = f", less {dollars(result.commission_cents)} commission" if result.commission_cents else ""
        return f"{result.wager} wins {dollars(result.won_cents + result.commission_cents)}{kept}"
    if result.wager == ENVY:
        return f"{ENVY} nothing"
    if not result.stake_cents:
        return f"{result.wager} was free, and wins nothing"
    return f"{result.wager} {'pushes' if result.returned_cents else f'loses {dollars(result.stake_cents)}'}"
