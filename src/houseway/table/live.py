"""The table of a live dealer: the next proper step of the procedure, whose it is, and what everybody may do meanwhile.

It knows no rule of its own: what comes next is asked of the functions that also refuse.
"""

from typing import Any, Final

from houseway.deciding.refusal import Refusal
from houseway.game import Show
from houseway.role import Actor, Role, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.automatic import DEALERS_ACTS, fill_needed, fill_to_settle, is_supervisors, open_to_staff
from houseway.table.commands import COMMANDS, Command, Stage
from houseway.table.dealing import deal_cards
from houseway.table.decide import decide
from houseway.table.due import due, turned_over
from houseway.table.entering import asked_for, cannot_be_entered, hand_entered, needed_to_settle, unentered
from houseway.table.guests import bets_again, placed_again
from houseway.table.hand_shoe import needs_first_card
from houseway.table.jackpots import on_sensors, open_proposal, step_to_jackpot
from houseway.table.laid import given_up
from houseway.table.moves import moves_of
from houseway.table.notation import plain
from houseway.table.places import DEALER, Place
from houseway.table.reconciling import unreconciled
from houseway.table.slips import TRAY
from houseway.table.state import Table

AT_THE_TABLE: Final = (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE)  # in the order in which a step is offered


def next_step(table: Table) -> Command | None:
    """What has to be done before the round can go on; None while it waits for players, or the table deals itself."""
    if table.terms is None or table.other_rules or table.round.stop:
        return None
    step = _next(table)
    if step is None or table.terms.dealer == "live" or isinstance(step, do.AcknowledgePayout | do.Agree):
        return step
    return step if is_supervisors(table, step) else None


def _next(table: Table) -> Command | None:
    rnd, is_machine = table.round, table.open_terms.shuffler == "machine"
    if table.open_terms.papers and not _is_ready_by_the_papers(table):
        return _to_the_papers(table)
    match table.stage:
        case Stage.BETTING:
            if is_machine and rnd.sealed is None:
                return do.Shuffle()
            if not is_machine and table.open_terms.shoe and rnd.hand_shoe is None:
                return do.BeginShoe()
            if not rnd.betting:
                return None
            return do.CoinIn() if on_sensors(table) and not rnd.coined else do.CloseBetting()
        case Stage.CHOOSING:
            open_now = [step for step in _displays(table) if not isinstance(_answer(table, step), Refusal)]
            return open_now[0] if open_now else None
        case Stage.ENTERING | Stage.DRAWING | Stage.SHOWING if not is_machine:
            return do.EnterPacket(place=due(table).places[0], cards=())
        case Stage.SETTLING:
            return fill_to_settle(table) or do.SettleNow()
        case Stage.RECONCILING:
            return _while_reconciling(table)
        case Stage.CLOSED:
            return None
        case stage:
            return DEALERS_ACTS[stage]


def _is_ready_by_the_papers(table: Table) -> bool:
    is_dealt = bool(table.papers.signed_on) or table.open_terms.dealer != "live"
    return is_dealt and table.papers.counted_cents is not None


def _to_the_papers(table: Table) -> Command | None:
    """Before anything else is done a dealer signs on, and the tray is counted: by one, and the second is waited for."""
    if not table.papers.signed_on and table.open_terms.dealer == "live":
        return do.SignOn()
    is_written = any(slip.what == TRAY for slip in table.papers.slips.values())
    return None if is_written else do.CountTray(chips={})


def _while_reconciling(table: Table) -> Command:
    waiting, hidden = unreconciled(table.round), unentered(table)
    if hidden and (hidden[0] in table.round.keyed or hidden[0] in needed_to_settle(table, waiting[0])):
        return do.EnterPacket(place=hidden[0], cards=())
    if step := step_to_jackpot(table):
        return step
    if waiting:
        return _to_fill(table) or do.ReconcileSeat(seat=waiting[0])
    proposal = open_proposal(table)
    return do.Agree(proposal=proposal) if proposal else _to_acknowledge(table) or do.EndGame()


def _to_fill(table: Table) -> Command | None:
    """A live dealer is told when he reconciles: until then the hand is hidden."""
    return fill_needed(table) if open_to_staff(table) else None


def _to_acknowledge(table: Table) -> Command | None:
    rnd = table.round
    waiting = [(seat, result.wager) for seat in rnd.hands for result in rnd.spots[seat].waits]
    return do.AcknowledgePayout(seat=waiting[0][0], wager=waiting[0][1]) if waiting else None


def _bets_again(table: Table) -> list[dict[str, Any]]:
    """The guests without a device who can have the bets of the round before again, and why one cannot."""
    if table.stage is not Stage.BETTING or table.other_rules:
        return []
    placed = [(seat, wagers, placed_again(table, seat, wagers, table.at)) for seat, wagers in bets_again(table).items()]
    return [
        {"seat": seat, "wagers": wagers, "says": answer.says if isinstance(answer, Refusal) else ""}
        for seat, wagers, answer in placed
    ]


def turned_over_next(table: Table) -> tuple[Seat, ...]:
    """The hands that a live dealer turns over now to settle a seat: its own, and those on which its pay depends."""
    if table.stage is not Stage.RECONCILING or table.open_terms.dealer != "live":
        return ()
    step = next_step(table)
    return needed_to_settle(table, step.seat) if isinstance(step, do.ReconcileSeat) else ()


def _due_of(table: Table, viewer: Role) -> Command | None:
    """Surveillance need not wait until the dealer is round the table."""
    is_there = viewer is Role.SURVEILLANCE and table.stage is Stage.RECONCILING
    return _to_acknowledge(table) if is_there and not table.other_rules else None


def next_view(table: Table, viewer: Actor) -> dict[str, Any]:
    """For a screen of the staff: the step, whose it is, and which commands this person can give at this stage. Who is
    not at the table is told no step: it may name a hand that he does not see. A dealer who is relieved, or has not
    relieved the other yet, signs on and does nothing else."""
    role, is_relieved = viewer.role, _is_relieved(table, viewer)
    step = _due_of(table, role) or next_step(table) if role in AT_THE_TABLE else None
    step = None if is_relieved and step and Role.DEALER in step.by else step
    is_dealing = table.stage is Stage.DEALING
    whose = next((each for each in AT_THE_TABLE if step and each in step.by), None)
    is_dealers = role is Role.DEALER and not is_relieved
    kinds = (do.ChangeDealer, do.SignOn) if is_relieved else COMMANDS
    return {
        "by": whose.value if whose else None,
        "command": _asked(step) if step else None,
        "deal": _dealt_next(table) if is_dealing else [],
        "places": list(due(table).places),
        "turns": _turned_next(table),
        **_entered_next(table, step),
        "offered": [kind.__name__ for kind in kinds if role in kind.by and table.stage in kind.during],
        "display": [_gate(table, each) for each in _displays(table)],
        "again": _bets_again(table) if is_dealers else [],
        "moves": moves_of(table, step) if is_dealers else [],
    }


def _is_relieved(table: Table, viewer: Actor) -> bool:
    """Whether another dealer is signed on."""
    on, is_live = table.papers.signed_on, table.open_terms.dealer == "live"
    return viewer.role is Role.DEALER and table.open_terms.papers and is_live and on not in ("", viewer.name)


def _entered_next(table: Table, step: Command | None) -> dict[str, int | None]:
    """How many physical cards are entered next; to which hand of a seat that has split; and how many of them, the
    first, the seat gave up for others."""
    if isinstance(step, do.BeginShoe) and table.open_terms.shoe:
        return {"packet": int(needs_first_card(table.open_terms.shoe)), "hand": 0, "given_up": 0}
    if not isinstance(step, do.EnterPacket):
        return {"packet": None, "hand": None, "given_up": None}
    place = step.place
    return {"packet": asked_for(table, place), "hand": hand_entered(table, place), "given_up": given_up(table, place)}


def _dealt_next(table: Table) -> list[Place]:
    """The places of the next step of the deal, in order."""
    dealt = deal_cards(table)
    assert not isinstance(dealt, Refusal) and isinstance(dealt[0], was.CardsDealt)
    return list(dealt[0].places)


def _turned_next(table: Table) -> dict[str, Any] | None:
    """How many cards are turned over next, and by which house way they are set, if they are."""
    if table.stage is not Stage.SHOWING or table.other_rules:
        return None
    step = table.game.round[table.round.step]
    assert isinstance(step, Show)
    [place] = due(table).places
    cards = turned_over(table.round, step.what) - table.round.pile(place).up
    return {"cards": cards, "way": step.way.label if step.way else ""}


def _asked(step: Command) -> dict[str, Any]:
    """The command as it is sent: without what the shell fills in, and without what is still to be entered."""
    left_out = {*step.edge, *step.sealed}
    return {"is": type(step).__name__, **{name: it for name, it in plain(step).items() if name not in left_out}}


# ---- the house-way display


def _displays(table: Table) -> list[Command]:
    """What the display can be asked to show: the seats that gave their cards up, and the dealer's while they are not
    set. [SL 7] [SL 8]"""
    rnd = table.round
    dealers = table.game.way is not None and not rnd.pile(DEALER).hands
    if table.stage not in (Stage.CHOOSING, Stage.SHOWING) or table.other_rules:
        return []
    asked = [seat for seat in due(table).seats if rnd.spots[seat].asked]
    if table.is_by_hand:
        return [do.EnterPacket(place=place, cards=()) for place in (*asked, *([DEALER] if dealers else []))]
    return [*(do.SetHouseWay(seat=seat) for seat in asked), *([do.TurnOver()] if dealers else [])]


def _gate(table: Table, step: Command) -> dict[str, Any]:
    """Whether the letter allows it now, and if not, why."""
    answer = _answer(table, step)
    return {"command": _asked(step), "shut": answer.says if isinstance(answer, Refusal) else ""}


def _answer(table: Table, step: Command) -> object:
    if isinstance(step, do.EnterPacket):  # with cards that are not known yet
        return cannot_be_entered(table, step.place)
    dealer = Actor(Role.DEALER, table.papers.signed_on or "a dealer")
    return decide(table, dealer, step, table.at)
