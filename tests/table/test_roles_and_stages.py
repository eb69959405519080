"""Who may do what, and when: the whole matrix, for every command, role and stage."""

from dataclasses import replace
from functools import cache

import pytest

from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.role import AUTOMATIC_DEALER, SERVICE, Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import COMMANDS, OLD_COMMANDS, Stage
from houseway.table.events import TableOpened, TimeCalled
from houseway.table.evolve import replay
from houseway.table.refusal import Reason
from houseway.table.terms import RULES, Terms
from tests.table.sitting import AUDITOR, DEALER, LIVE_DEALER, SUPERVISOR, SURVEILLANCE, Sitting, player_at, stacked
from tests.table.small_games import PEEK

CARDS_LIE = "dealing entering choosing drawing showing peeking settling reconciling"
OPEN = f"betting numbering {CARDS_LIE}"
BEFORE_RECONCILING = OPEN.removesuffix(" reconciling")

WHO_AND_WHEN = f"""
OpenTable         | supervisor                  | closed
CloseTable        | supervisor                  | betting
ChangeDealer      | dealer supervisor           | {OPEN}
FillTray          | automatic supervisor        | {OPEN}
CreditTray        | supervisor                  | betting
Reverse           | supervisor                  | {OPEN}
CountTray         | dealer supervisor           | betting
CountDrop         | supervisor surveillance     | betting
RequestFill       | dealer supervisor           | {OPEN}
RequestCredit     | dealer supervisor           | betting
ConfirmSlip       | dealer supervisor surveillance | {OPEN}
DropSlip          | dealer supervisor surveillance | {OPEN}
SignOn            | dealer                      | {OPEN}
SignOff           | dealer                      | {OPEN}
TakeSeat          | player                      | {OPEN}
LeaveSeat         | dealer player supervisor    | {OPEN}
BuyIn             | dealer player               | {OPEN}
CashOut           | dealer player               | {OPEN}
ColourUp          | dealer                      | {OPEN}
PlaceWager        | dealer player               | betting
TakeBackWager     | dealer player               | betting
SayReady          | player                      | betting
Choose            | dealer player               | choosing
AskHouseWay       | dealer player               | choosing
SeatGuest         | dealer                      | {OPEN}
RepeatBets        | dealer                      | betting
ChooseForGuests   | dealer                      | choosing
HouseWayForGuests | dealer                      | choosing
CutCards          | player                      | betting
Shuffle           | automatic dealer            | betting
BeginShoe         | dealer                      | betting
ShowCutCard       | dealer                      | {CARDS_LIE}
CloseBetting      | automatic dealer            | betting
DrawNumber        | automatic dealer            | numbering
DealCards         | automatic dealer            | dealing
EnterPacket       | dealer                      | entering choosing drawing showing reconciling
SetHouseWay       | automatic dealer            | choosing
CallTime          | automatic supervisor        | choosing
DrawCard          | automatic dealer            | drawing
TurnOver          | automatic dealer            | choosing showing
Peek              | automatic dealer            | peeking
SettleNow         | automatic dealer            | settling
ReconcileSeat     | automatic dealer            | reconciling
EndGame           | automatic dealer            | reconciling
ReportMisdeal     | automatic dealer            | betting numbering dealing
CoinIn            | automatic dealer            | betting
PressHand         | automatic dealer            | reconciling
TurnKey           | automatic supervisor        | reconciling
PressJackpot      | automatic supervisor        | reconciling
VoidRound         | supervisor                  | {BEFORE_RECONCILING}
AcknowledgePayout | automatic surveillance      | reconciling
StopRound         | surveillance                | {OPEN}
ReleaseRound      | surveillance                | {OPEN}
StopPayout        | surveillance                | {CARDS_LIE}
ProposeCards      | supervisor                  | {CARDS_LIE}
ProposeVoid       | supervisor                  | reconciling
ProposeMoney      | supervisor                  | {OPEN}
PayDue            | supervisor                  | {OPEN}
Agree             | surveillance                | {OPEN}
DropProposal      | supervisor surveillance     | {OPEN}
HearBackOut       | automatic                   | reconciling
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in WHO_AND_WHEN.strip().splitlines()]
ALLOWED = {name: (set(who.split()), set(when.split())) for name, who, when in ROWS}

SEAT = 4
EXAMPLES = {
    do.OpenTable: do.OpenTable(terms=Terms(game="san-lo")),
    do.CloseTable: do.CloseTable(),
    do.ChangeDealer: do.ChangeDealer(dealer="live"),
    do.FillTray: do.FillTray(cents=100),
    do.CreditTray: do.CreditTray(cents=100),
    do.Reverse: do.Reverse(entry=1, note=""),
    do.CountTray: do.CountTray(chips={}),
    do.CountDrop: do.CountDrop(cents=100),
    do.RequestFill: do.RequestFill(chips={"100": 1}),
    do.RequestCredit: do.RequestCredit(chips={"100": 1}),
    do.ConfirmSlip: do.ConfirmSlip(slip=1),
    do.DropSlip: do.DropSlip(slip=1, note="x"),
    do.SignOn: do.SignOn(),
    do.SignOff: do.SignOff(note="x"),
    do.TakeSeat: do.TakeSeat(seat=SEAT, player="Dan"),
    do.LeaveSeat: do.LeaveSeat(seat=SEAT),
    do.BuyIn: do.BuyIn(seat=SEAT, cents=100),
    do.CashOut: do.CashOut(seat=SEAT, cents=100),
    do.ColourUp: do.ColourUp(seat=SEAT, chips={"100": 5}),
    do.PlaceWager: do.PlaceWager(seat=SEAT, wager="Main Bet", cents=2_500),
    do.TakeBackWager: do.TakeBackWager(seat=SEAT, wager="Main Bet"),
    do.SayReady: do.SayReady(seat=SEAT),
    do.Choose: do.Choose(seat=SEAT, layout="123|45|6"),
    do.AskHouseWay: do.AskHouseWay(seat=SEAT),
    do.SeatGuest: do.SeatGuest(seat=SEAT),
    do.RepeatBets: do.RepeatBets(),
    do.ChooseForGuests: do.ChooseForGuests(),
    do.HouseWayForGuests: do.HouseWayForGuests(),
    do.CutCards: do.CutCards(seat=SEAT, cut="17"),
    do.Shuffle: do.Shuffle(),
    do.BeginShoe: do.BeginShoe(),
    do.ShowCutCard: do.ShowCutCard(),
    do.CloseBetting: do.CloseBetting(),
    do.DrawNumber: do.DrawNumber(number=1),
    do.DealCards: do.DealCards(),
    do.EnterPacket: do.EnterPacket(place=0, cards=()),
    do.SetHouseWay: do.SetHouseWay(seat=SEAT),
    do.CallTime: do.CallTime(),
    do.DrawCard: do.DrawCard(),
    do.TurnOver: do.TurnOver(),
    do.Peek: do.Peek(),
    do.SettleNow: do.SettleNow(),
    do.ReconcileSeat: do.ReconcileSeat(seat=SEAT),
    do.EndGame: do.EndGame(),
    do.ReportMisdeal: do.ReportMisdeal(note=""),
    do.CoinIn: do.CoinIn(),
    do.PressHand: do.PressHand(seat=SEAT, line="Royal Flush"),
    do.TurnKey: do.TurnKey(to="JPH"),
    do.PressJackpot: do.PressJackpot(),
    do.VoidRound: do.VoidRound(note=""),
    do.AcknowledgePayout: do.AcknowledgePayout(seat=SEAT, wager="Main Bet"),
    do.StopRound: do.StopRound(note="x"),
    do.ReleaseRound: do.ReleaseRound(note="x"),
    do.StopPayout: do.StopPayout(seat=SEAT, note="x"),
    do.ProposeCards: do.ProposeCards(packets={}, note=""),
    do.ProposeVoid: do.ProposeVoid(note=""),
    do.ProposeMoney: do.ProposeMoney(round=1, seat=SEAT, player="Dan", wager="Main Bet", cents=100, note=""),
    do.PayDue: do.PayDue(player="Dan"),
    do.Agree: do.Agree(proposal=1),
    do.DropProposal: do.DropProposal(proposal=1),
    do.HearBackOut: do.HearBackOut(seat=SEAT, win="", cents=1, proposed_by="", approved_by="", note=""),
}
OTHERS_TABLE = {
    Reason.DEALER_IS_AUTOMATIC,
    Reason.DEALER_IS_LIVE,
    Reason.CHIPS_FROM_THE_DEALER,
    Reason.NOT_A_GUEST,
    Reason.NEEDS_A_SUPERVISOR,
}
ACTORS = {
    "player": player_at(SEAT),
    "dealer": LIVE_DEALER,
    "supervisor": SUPERVISOR,
    "surveillance": SURVEILLANCE,
    "auditor": AUDITOR,
    "controller admin": Actor(Role.CONTROLLER_ADMIN, "Ada"),
    "automatic": AUTOMATIC_DEALER,
    "house": SERVICE,
}


ELSEWHERE = {
    Stage.ENTERING: "casino-war",
    Stage.DRAWING: "casino-war",
    Stage.SETTLING: "casino-war",
    Stage.PEEKING: "peek",
}


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(GAMES, "peek", PEEK)


def sitting_in(stage, dealer):
    """A table of its own that has come as far as this."""
    return brought_to(stage, dealer).copy()


@cache
def brought_to(stage, dealer):
    """A San Lo table that has come as far as this, or one of a game that has this stage."""
    if stage is Stage.CLOSED:
        return Sitting(opened=False)
    slug = ELSEWHERE.get(stage, "san-lo")
    shuffler = "manual" if stage is Stage.ENTERING else "machine"
    sitting = Sitting(slug, seats=(SEAT,), dealer="live" if dealer == "handed over" else dealer, shuffler=shuffler)
    if dealer == "handed over":
        sitting.supervisor.changes_dealer("automatic")
    who = sitting.dealer if dealer == "live" else sitting.automatic
    sitting.bets(wagers={"Tie": 5_00} if stage is Stage.SETTLING else {})
    if stage is Stage.ENTERING:
        return sitting.deals_by_hand()
    if stage in ELSEWHERE:
        sitting.deals({SEAT: "9c", DEALER: "9h"} if slug == "casino-war" else None)
        if stage is Stage.DRAWING:
            sitting.player(SEAT).says("war")
        assert sitting.stage is stage
        return sitting
    if stage is not Stage.BETTING:
        who.shuffles(stacked(sitting.game, {}, 1, ()))
        who.closes_betting()
    if stage not in (Stage.BETTING, Stage.NUMBERING):
        who.draws(1)
    if stage in (Stage.CHOOSING, Stage.SHOWING, Stage.RECONCILING):
        who.deals()
    if stage in (Stage.SHOWING, Stage.RECONCILING):
        sitting.all_set()
    if stage is Stage.RECONCILING:
        who.reveals()
    assert sitting.stage is stage
    return sitting


def test_the_matrix_names_every_command():
    assert list(ALLOWED) == [command.__name__ for command in COMMANDS]
    assert list(EXAMPLES) == list(COMMANDS)
    assert not any(kind.during for kind in OLD_COMMANDS)
    assert set(ACTORS) == {role.value for role in Role}


# Physical cards are entered by a live dealer alone.
TABLES = [(stage, dealer) for stage in Stage for dealer in ("live", "automatic", "handed over")]
TABLES = [(stage, dealer) for stage, dealer in TABLES if stage is not Stage.ENTERING or dealer == "live"]


@pytest.mark.parametrize(("stage", "dealer"), TABLES, ids=lambda each: getattr(each, "value", each))
@pytest.mark.parametrize("role", ACTORS)
def test_every_role_does_what_is_its_own_at_its_own_time(role, stage, dealer):
    for kind, command in EXAMPLES.items():
        who, when = ALLOWED[kind.__name__]
        answer = sitting_in(stage, dealer).answer(ACTORS[role], command)
        reason = answer.reason if isinstance(answer, Refusal) else None
        told = f"{kind.__name__} by {role} while {stage.value}: {answer}"
        assert (reason is Reason.NOT_YOUR_ROLE) == (role not in who), told
        if role in who and reason not in OTHERS_TABLE:
            assert (reason is Reason.WRONG_STAGE) == (stage.value not in when), told


@pytest.mark.parametrize("role", ["surveillance", "auditor"])
def test_surveillance_and_auditor_look_and_touch_nothing(role):
    """Surveillance says yes or no to what others ask for, counts the drop, and stops a round or a payout."""
    allowed = [name for name, (who, _) in ALLOWED.items() if role in who]
    answers = ["CountDrop", "ConfirmSlip", "DropSlip", "AcknowledgePayout", "Agree", "DropProposal"]
    stops = ["StopRound", "ReleaseRound", "StopPayout"]
    assert sorted(allowed) == (sorted(answers + stops) if role == "surveillance" else [])


# ---- a player's own seat ---------------------------------------------------------------------------


SEAT_COMMANDS = [command for kind, command in EXAMPLES.items() if "player" in ALLOWED[kind.__name__][0]]


@pytest.mark.parametrize("command", SEAT_COMMANDS, ids=lambda command: type(command).__name__)
def test_a_player_does_not_act_for_anothers_seat(command):
    sitting = Sitting("san-lo", seats=(3, SEAT)).bets()
    sitting.player(3).refused(Reason.NOT_YOUR_SEAT).gives(command)
    sitting.voice(Actor(Role.PLAYER, "Pat")).refused(Reason.NOT_YOUR_SEAT).gives(command)


def test_a_taken_seat_is_taken_and_an_empty_one_empty():
    sitting = Sitting("san-lo", seats=(4,), dealer="automatic")
    sitting.player(4).refused(Reason.SEAT_TAKEN).sits()
    for act in (
        lambda p: p.buys_in(100),
        lambda p: p.bets("Main Bet", 500),
        lambda p: p.leaves(),
        lambda p: p.is_ready(),
    ):
        act(sitting.player(5).refused(Reason.SEAT_EMPTY))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_there_are_so_many_seats_and_no_more(game):
    sitting = Sitting(game.slug)
    for seat in (0, -1, game.seats + 1, 10**12):
        sitting.voice(Actor(Role.PLAYER, "Pat", seat)).refused(Reason.NO_SUCH_SEAT).sits()
    for seat in range(1, game.seats + 1):
        sitting.player(seat).sits()


# ---- one dealer at a time ---------------------------------------------------------------------------


def test_a_live_dealer_takes_the_table_over_before_he_deals():
    sitting = Sitting("san-lo", seats=(4,), dealer="automatic").bets()
    order = stacked(sitting.game, {}, 1, ())
    sitting.dealer.refused(Reason.DEALER_IS_AUTOMATIC).shuffles(order)
    sitting.dealer.changes_dealer("live")
    sitting.automatic.refused(Reason.DEALER_IS_LIVE).shuffles(order)
    sitting.dealer.shuffles(order)
    sitting.player(4).takes_back("Main Bet")
    sitting.supervisor.changes_dealer("automatic")
    sitting.bets()
    sitting.dealer.refused(Reason.DEALER_IS_AUTOMATIC).closes_betting()
    sitting.automatic.closes_betting()


def test_time_is_called_by_the_clock_of_an_automatic_table_and_by_a_supervisor_at_a_live_one():
    sitting = Sitting("san-lo", seats=(4,)).bets().deals()
    sitting.automatic.refused(Reason.DEALER_IS_LIVE).calls_time()
    for who in (sitting.dealer, sitting.player(4), sitting.surveillance, sitting.auditor):
        who.refused(Reason.NOT_YOUR_ROLE).calls_time()
    sitting.supervisor.calls_time("the player was taken ill")
    assert sitting.round.spots[4].how == "time"
    sitting.supervisor.refused(Reason.WRONG_STAGE).calls_time()
    by_itself = sitting_in(Stage.CHOOSING, "automatic")
    by_itself.supervisor.refused(Reason.DEALER_IS_AUTOMATIC).calls_time()
    by_itself.automatic.calls_time()


def test_a_supervisor_who_calls_time_says_why_and_it_is_recorded():
    sitting = Sitting("san-lo", seats=(2, 4)).bets().deals()
    for note in ("", " ", "two\nlines", "x" * 201):
        sitting.supervisor.refused(Reason.BAD_TEXT).calls_time(note)
    sitting.supervisor.calls_time("the player was taken ill")
    assert sitting.last[0] == TimeCalled(by="supervisor Sue", note="the player was taken ill")
    assert [type(event).__name__ for event in sitting.last[1:]] == ["Chosen", "Chosen"]


def test_the_clock_has_nothing_to_explain():
    sitting = Sitting("san-lo", seats=(4,), dealer="automatic").bets().deals_itself(until=Stage.CHOOSING)
    sitting.automatic.gives(do.CallTime())
    assert sitting.last[0] == TimeCalled(by="automatic automatic", note="")
    assert sitting.round.spots[4].how == "time"


def test_at_a_live_table_chips_come_from_the_dealer():
    sitting = Sitting("san-lo", seats=(2, 4), chips=0)
    for seat in (2, 4):
        sitting.player(seat).refused(Reason.CHIPS_FROM_THE_DEALER).buys_in(100_00)
        sitting.dealer.buys_in(100_00, seat)
    assert [sitting.chips(seat) for seat in (2, 4)] == [100_00, 100_00]
    for who in (sitting.supervisor, sitting.automatic, sitting.surveillance, sitting.auditor):
        who.refused(Reason.NOT_YOUR_ROLE).buys_in(100_00, 2)
    sitting.player(4).cashes_out(30_00)  # out is the player's own
    sitting.dealer.refused(Reason.NOT_A_GUEST).cashes_out(30_00, 4)


def test_at_an_automatic_table_the_player_buys_in_by_himself():
    sitting = Sitting("san-lo", seats=(4,), chips=0, dealer="automatic")
    sitting.player(4).buys_in(100_00)
    sitting.dealer.refused(Reason.DEALER_IS_AUTOMATIC).buys_in(100_00, 4)
    sitting.supervisor.changes_dealer("live")
    sitting.player(4).refused(Reason.CHIPS_FROM_THE_DEALER).buys_in(100_00)
    sitting.dealer.buys_in(100_00, 4)
    assert sitting.chips(4) == 200_00


def test_a_dealers_hand_that_the_house_way_does_not_show_is_not_replayed():
    sitting = sitting_in(Stage.RECONCILING, "live")
    shown = [event.hands for event, _ in sitting.events if isinstance(event, was.TurnedOver)]
    other = " | ".join(reversed(shown[0].split(" | ")))
    assert other != shown[0]
    events = [
        (replace(event, hands=other) if isinstance(event, was.TurnedOver) else event, at)
        for event, at in sitting.events
    ]
    with pytest.raises(ValueError, match="was turned over, and"):
        replay(sitting.table.name, events)


# ---- a table that was opened under other rules -----------------------------------------------------


def under_other_rules(stage):
    return now_of_other_rules(sitting_in(stage, "live"))


def now_of_other_rules(sitting):
    """The software that runs the table has other rules of procedure now."""
    events = [
        (replace(event, rules=RULES + 1) if isinstance(event, TableOpened) else event, at)
        for event, at in sitting.events
    ]
    sitting.table = sitting.from_the_book = replay(sitting.table.name, events)
    sitting.events = events
    return sitting


@pytest.mark.parametrize(
    "stage", [stage for stage in Stage if stage is not Stage.CLOSED], ids=lambda stage: stage.value
)
def test_a_table_of_other_rules_can_only_be_wound_up(stage):
    winds_up = {"VoidRound", "AcknowledgePayout", "CashOut", "LeaveSeat", "CloseTable"}
    for kind, command in EXAMPLES.items():
        sitting = under_other_rules(stage)
        who = sorted(ALLOWED[kind.__name__][0] - {"automatic"}) or ["automatic"]
        answer = sitting.answer(ACTORS[who[0]], command)
        refused = isinstance(answer, Refusal) and answer.reason is Reason.RULES_CHANGED
        assert refused == (kind.__name__ not in winds_up), f"{kind.__name__} while {stage.value}: {answer}"


@pytest.mark.parametrize(
    "stage", [stage for stage in Stage if stage is not Stage.CLOSED], ids=lambda stage: stage.value
)
def test_the_players_of_a_table_of_other_rules_get_their_money(stage):
    sitting = under_other_rules(stage)
    sitting.supervisor.voids("the rules have changed")
    assert sitting.chips(SEAT) == 5_000_00
    sitting.player(SEAT).leaves()
    sitting.supervisor.closes()
    assert sitting.account("cash-out") == 5_000_00
    sitting.supervisor.opens(Terms(game="san-lo"))  # under the rules of now
    assert not sitting.table.other_rules


def test_a_payout_that_waits_is_not_lost_with_the_rules_it_was_won_under():
    sitting = Sitting("supreme-99", seats=(2, SEAT)).bets(main=5_00)
    sitting.player(SEAT).bets("Pair Fortunes", 20_00)
    sitting.deals({SEAT: "8c 8d 8h 8s", 0: "9c 9d 4h Qs"}).reveals()
    sitting.dealer.reconciles(SEAT)
    sitting = now_of_other_rules(sitting)
    sitting.supervisor.refused(Reason.PAYOUT_WAITS).voids()
    sitting.surveillance.acknowledges("Pair Fortunes", SEAT)
    sitting.supervisor.voids()
    assert [sitting.chips(seat) for seat in (2, SEAT)] == [5_000_00, 5_000_00 + 6_000_00]


@pytest.mark.parametrize("dealer", ["live", "robot", ""])
def test_the_dealer_changes_to_the_other_kind_or_not_at_all(dealer):
    Sitting("san-lo").supervisor.refused(Reason.BAD_TERMS).changes_dealer(dealer)


# ---- opening, closing, leaving ---------------------------------------------------------------------


def test_a_table_closes_when_no_wager_lies_and_its_tray_goes_back():
    sitting = Sitting("san-lo", seats=(4,)).bets()
    sitting.supervisor.refused(Reason.WAGER_LIES).closes()
    sitting.player(4).refused(Reason.WAGER_LIES).leaves()
    sitting.player(4).takes_back("Main Bet")
    sitting.player(4).leaves()
    sitting.supervisor.closes()
    assert sitting.stage is Stage.CLOSED
    assert {account: micros for account, micros in sitting.table.balances.items() if micros} == {
        "buy-in": -5_000_00 * 10_000,
        "cash-out": 5_000_00 * 10_000,
    }
    sitting.supervisor.opens(Terms(game="match-em"))
    assert sitting.round.number == 2


@pytest.mark.parametrize("dealer", ["live", "automatic"])
def test_players_who_went_home_do_not_keep_a_table_open_and_their_chips_are_cashed_out(dealer):
    sitting = Sitting("san-lo", seats=(2, 4, 6), dealer=dealer)
    sitting.player(4).cashes_out(5_000_00)
    sitting.player(2).bets("Main Bet", 25_00)
    sitting.supervisor.refused(Reason.WAGER_LIES).closes()
    sitting.supervisor.voids("the player is gone")
    sitting.supervisor.closes()
    assert sitting.stage is Stage.CLOSED and not sitting.table.players
    left = [type(event).__name__ for event in sitting.last]
    assert left == ["CashedOut", "SeatLeft", "SeatLeft", "CashedOut", "SeatLeft", "TrayCredited", "TableClosed"]
    entries = [event.entry for event in sitting.last if isinstance(event, was.MoneyEntered)]
    assert entries == list(range(entries[0], entries[0] + 3))
    assert sitting.account("cash-out") == 15_000_00


# ---- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Ann", "ann", "ANN", " Ann ", "Ａｎｎ", "Ánn", "A\u0301nn", "Ann  Lee", "ann lee", "STRASSE"]
)
def test_two_players_of_one_name_do_not_sit_at_one_table(name):
    sitting = Sitting("san-lo")
    for seat, other in enumerate(("Ann", "Á\u006en", "Ann Lee", "Straße"), 1):
        sitting.voice(Actor(Role.PLAYER, other, seat)).gives(do.TakeSeat(seat=seat, player=other))
    refused = sitting.voice(Actor(Role.PLAYER, name, 6)).refused(Reason.NAME_TAKEN).sits(name=name)
    assert "take another name" in refused.says


@pytest.mark.parametrize(
    ("sits", "twin"),
    [
        ("BoB", "ВоВ"),  # all Cyrillic
        ("Pop", "Рор"),
        ("NIKO", "ΝΙΚΟ"),  # all Greek
        ("Вова", "вова"),
        ("Νικος", "νικος"),
        ("Al", "AI"),
        ("Al", "A1"),
        ("Bob", "B0b"),
        ("Noël", "NOE\u0308L"),
    ],
)
def test_two_players_whose_names_look_alike_do_not_sit_at_one_table(sits, twin):
    for first, second in ((sits, twin), (twin, sits)):
        sitting = Sitting("san-lo")
        sitting.voice(Actor(Role.PLAYER, first, 1)).gives(do.TakeSeat(seat=1, player=first))
        sitting.voice(Actor(Role.PLAYER, second, 6)).refused(Reason.NAME_TAKEN).sits(name=second)


@pytest.mark.parametrize("code", [0x034F, 0xFE0F, 0x3164, 0x115F, 0x200B, 0x202E, 0x00AD, 0x2800, 0xE0100, 0x180B, 0x7])
def test_a_name_has_nothing_in_it_that_is_not_seen(code):
    Sitting("san-lo").player(5).refused(Reason.BAD_TEXT).sits(name=f"Bob{chr(code)}")


@pytest.mark.parametrize("name", ["Bоb", "Αnn", "Bob Ра", "Ꭺnn", "Ann李"])
def test_a_name_of_two_scripts_is_refused_and_the_reason_says_so(name):
    refused = Sitting("san-lo").player(5).refused(Reason.BAD_TEXT).sits(name=name)
    assert "one script" in refused.says


@pytest.mark.parametrize(
    "name", ["Åsa Öberg-Löfgren 2", "O'Neill, Jr.", "Влад", "Νίκος", "田中さくら", "김민수", "محمد", "नीता"]
)
def test_names_of_the_world_are_names(name):
    Sitting("san-lo").player(5).sits(name=name)


@pytest.mark.parametrize(
    "name", [*(role.value for role in Role if role is not Role.PLAYER), "DEALER", " House ", "dea1er", "service"]
)
def test_no_player_has_a_name_for_the_people_of_the_house(name):
    Sitting("san-lo").player(5).refused(Reason.NAME_OF_THE_HOUSE).sits(name=name)


def test_a_name_is_free_again_when_its_seat_is_left_and_at_another_table():
    sitting = Sitting("san-lo", seats=(2,))
    sitting.player(5).refused(Reason.NAME_TAKEN).sits(name="BEN")
    sitting.player(2).leaves()
    sitting.player(5).sits(name="BEN")
    Sitting("match-em").player(5).sits(name="BEN")


def test_a_seat_can_be_left_once_it_is_reconciled_and_taken_by_another():
    sitting = Sitting("san-lo", seats=(2, 4)).bets().deals().reveals()
    sitting.player(4).refused(Reason.WAGER_LIES).leaves()
    sitting.dealer.reconciles(4)
    sitting.player(4).leaves()
    assert sitting.chips(4) == 0
    sitting.player(4).sits(name="Zoe")
    sitting.dealer.reconciles(2)
    sitting.dealer.game_over()
    assert sitting.table.players == {2: "Ben", 4: "Zoe"}


def test_a_supervisor_may_send_a_player_away_but_not_from_a_hand():
    sitting = Sitting("san-lo", seats=(2, 4)).bets().deals()
    sitting.supervisor.refused(Reason.WAGER_LIES).leaves(4)
    sitting.ends()
    sitting.supervisor.leaves(4)
    assert 4 not in sitting.table.players


def test_chips_cannot_be_cashed_twice():
    sitting = Sitting("san-lo", seats=(4,))
    sitting.player(4).cashes_out(4_999_99)
    sitting.player(4).refused(Reason.NOT_ENOUGH_CHIPS).cashes_out(2)
    sitting.player(4).cashes_out(1)
    sitting.player(4).leaves()  # with nothing
    assert [type(event).__name__ for event in sitting.last] == ["SeatLeft"]


@pytest.mark.parametrize("cents", [0, -1, 10_000_000_01, 10**12])
def test_no_amount_is_nothing_or_less(cents):
    sitting = Sitting("san-lo", seats=(4,))
    sitting.dealer.refused(Reason.BAD_AMOUNT).buys_in(cents, 4)
    sitting.supervisor.refused(Reason.BAD_AMOUNT).fills(cents)
    sitting.player(4).refused(Reason.BAD_AMOUNT).cashes_out(cents)
    sitting.supervisor.refused(Reason.BAD_AMOUNT).credits(cents)


def test_readiness_is_for_those_who_have_bet():
    sitting = Sitting("san-lo", seats=(4,))
    sitting.player(4).refused(Reason.NO_WAGER).is_ready()
    sitting.bets()
    sitting.player(4).is_ready()
    assert sitting.round.spots[4].ready
    sitting.player(4).bets("Main Bet", 30_00)
    assert not sitting.round.spots[4].ready  # it has bet again
