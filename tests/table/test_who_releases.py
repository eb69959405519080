"""Who may release money: at a table with staff nothing leaves meter or bank by an award, a fill or a credit without a
supervisor's own act, whoever deals and whoever changes the dealer. [SLP 9e] [SLP 9f]"""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.deciding.refusal import Refusal
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import SUPERVISED, Stage
from houseway.table.jackpots import on_sensors, step_to_jackpot
from houseway.table.live import next_step as next_of_staff
from houseway.table.live import next_view
from houseway.table.refusal import Reason
from tests.soak import examples
from tests.table.sitting import LIVE_DEALER, SUPERVISOR, SURVEILLANCE, Sitting, equipped, player_at, proper_play
from tests.table.test_properties import ANYTHING, RELEASES, SOMEBODY
from tests.table.test_roles_and_stages import ACTORS, SEAT, _registered, sitting_in  # noqa: F401 - a fixture

OFFERED = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
ROYAL = "As Ks Qs Js Ts 2d"


def jackpot(dealer, **terms):
    """A royal flush on the meter, and the dealer has shown; the table is live, by itself, or handed over."""
    sitting = Sitting("san-lo", dealer="live" if dealer == "handed over" else dealer, paytables=OFFERED, **terms)
    for seat in (2, 4):
        sitting.player(seat).sits()
        sitting.sells_chips(seat, 500_00)
    if dealer == "handed over":
        sitting.supervisor.changes_dealer("automatic")
    sitting.bets(wagers={"Progressive": 1_00}).deals({4: ROYAL}).reveals()
    return sitting


def test_a_dealer_alone_cannot_release_a_jackpot():
    """He would change to the automatic dealer in mid-round, and the program would turn the key."""
    sitting = jackpot("live")
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.dealer.refused(Reason.NEEDS_A_SUPERVISOR).changes_dealer("automatic")
    assert next_step(sitting.table) is None
    sitting.automatic.refused(Reason.NEEDS_A_SUPERVISOR).turns_key("JPH")


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.CLOSED], ids=lambda s: s.value)
@pytest.mark.parametrize("role", ACTORS)
def test_a_table_with_staff_is_handed_over_by_a_supervisor_alone_and_between_rounds(role, stage):
    for has_bet in (True, False) if stage is Stage.BETTING else (True,):
        sitting = sitting_in(stage, "live")
        if not has_bet:
            sitting.player(SEAT).takes_back("Main Bet")
        answer = sitting.answer(ACTORS[role], do.ChangeDealer(dealer="automatic"))
        is_handed_over = not isinstance(answer, Refusal)
        assert is_handed_over == (role == "supervisor" and not has_bet), answer


@pytest.mark.parametrize("dealer", ["live", "handed over", "taken over"])
def test_the_automatic_role_never_holds_the_key_nor_fills_at_a_table_with_staff(dealer):
    sitting = jackpot("automatic" if dealer == "taken over" else dealer)
    if dealer == "taken over":
        sitting.dealer.changes_dealer("live")
    commands = (do.FillTray(cents=100_00), do.TurnKey(to="JPH"), do.PressJackpot())
    assert {type(command) for command in commands} == set(SUPERVISED) - {do.RequestFill}
    for command in commands:
        sitting.automatic.refused(Reason.NEEDS_A_SUPERVISOR).gives(command)
    sitting.automatic.refused(Reason.NOT_YOUR_ROLE).gives(do.RequestFill(chips={"100": 1}))


def test_a_table_that_a_live_dealer_took_over_has_staff_until_it_is_closed():
    sitting = Sitting("san-lo", seats=(4,), dealer="automatic")
    assert not sitting.table.has_staff
    sitting.dealer.changes_dealer("live")
    sitting.supervisor.changes_dealer("automatic")
    assert sitting.table.has_staff
    sitting.automatic.refused(Reason.NEEDS_A_SUPERVISOR).fills(100)
    sitting.player(4).refused(Reason.CHIPS_FROM_THE_DEALER).buys_in(100_00)
    sitting.dealer.buys_in(100_00, 4)
    sitting.player(4).leaves()
    sitting.supervisor.closes()
    sitting.supervisor.opens(do.Terms(game="san-lo"))
    assert not sitting.table.has_staff


def test_a_table_opened_without_staff_pays_its_jackpots_by_itself():
    sitting = jackpot("automatic", tray_cents=0)
    sitting.deals_itself().acknowledges().deals_itself()
    assert sitting.table.previous.jackpots[0].by == "automatic automatic"


def test_a_table_that_was_handed_over_waits_for_the_supervisor_and_says_so():
    """Key, J-POT and a fill are told to the supervisor; all else goes on by itself."""
    sitting = jackpot("handed over", tray_cents=0)
    told = []
    while sitting.round.number == 1:
        sitting.deals_itself().acknowledges()
        step = next_of_staff(sitting.table)
        if step is not None:
            assert next_view(sitting.table, Actor(Role.SUPERVISOR, "somebody"))["by"] == "supervisor"
            told.append(type(step).__name__)
            sitting.supervisor.gives(step)
    assert told[:3] == ["TurnKey", "PressJackpot", "TurnKey"] and "FillTray" in told
    assert sitting.table.previous.jackpots[0].by == "supervisor Sue"


# ---- whatever anybody asks -----------------------------------------------------------------------


def proper_step(table, chance):
    """What goes on at the table but for a supervisor: everybody bets on the meter, and plays."""
    rnd = table.round
    if table.stage is Stage.BETTING:
        for seat in table.players:
            if table.seat_chips(seat) and not rnd.coined and seat not in on_sensors(table):
                wager, cents = ("Progressive", 1_00) if seat in rnd.betting else ("Main Bet", 5_00)
                return player_at(seat), do.PlaceWager(seat=seat, wager=wager, cents=cents)
    for seat in rnd.hands:
        if table.stage is Stage.CHOOSING and not rnd.spots[seat].how and not rnd.spots[seat].asked:
            return player_at(seat), proper_play(table, seat)
        for waiting in rnd.spots[seat].waits:
            return SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=waiting.wager)
    step = next_step(table)
    if step is not None:
        return AUTOMATIC_DEALER, equipped(step[0], table, chance)
    step = next_of_staff(table)
    return LIVE_DEALER, equipped(step, table, chance) if step else do.CloseBetting()


NOT_SUPERVISORS = st.one_of(SOMEBODY, st.just(Actor(Role.CONTROLLER_ADMIN, "Ada"))).filter(
    lambda actor: actor.role is not Role.SUPERVISOR
)
ODD = st.one_of(
    ANYTHING,
    st.sampled_from([do.ChangeDealer(dealer="automatic"), do.ChangeDealer(dealer="live"), do.FillTray(cents=100_00)]),
    st.sampled_from([do.TurnKey(to="JPH"), do.TurnKey(to="RUN"), do.PressJackpot(), do.CreditTray(cents=1)]),
)
REACHED = set()


@examples(20, 300)
@given(
    dealer=st.sampled_from(["live", "handed over", "taken over"]),
    asks=st.lists(st.tuples(st.integers(0, 12), NOT_SUPERVISORS, ODD), min_size=4, max_size=14),
    seed=st.integers(0, 10**6),
)
def no_award_without_a_supervisor(dealer, asks, seed):
    sitting = jackpot("automatic" if dealer == "taken over" else dealer, tray_cents=0)
    if dealer == "taken over":
        sitting.dealer.changes_dealer("live")
    chance, before = Random(seed), len(sitting.events)
    for steps, actor, command in asks:
        for _ in range(steps):
            sitting.answer(*proper_step(sitting.table, chance))
        sitting.answer(actor, command)
        REACHED.add((sitting.table.terms.dealer, sitting.stage, bool(step_to_jackpot(sitting.table))))
    released = [event for event, _ in sitting.events[before:] if isinstance(event, RELEASES)]
    assert released == [], "money was released, and no supervisor had said so"


def test_whatever_anybody_asks_no_money_is_released_without_a_supervisor_at_a_table_with_staff():
    REACHED.clear()
    no_award_without_a_supervisor()
    waits = product(("live", "automatic"), [Stage.RECONCILING], [True])
    assert set(waits) <= REACHED, "no jackpot waited"


def test_a_supervisor_is_all_that_is_missing():
    sitting = jackpot("handed over")
    sitting.deals_itself()
    for command in (do.TurnKey(to="JPH"), do.PressJackpot(), do.TurnKey(to="RUN")):
        for actor in (LIVE_DEALER, AUTOMATIC_DEALER, SURVEILLANCE, player_at(4)):
            assert isinstance(sitting.answer(actor, command), Refusal)
        sitting.voice(SUPERVISOR).gives(command)
    assert sitting.account("locked jackpot") == 500_04
