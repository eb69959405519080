"""A round that is void returns every wager; an amount that was typed wrongly is reversed by a new entry."""

import pytest

from houseway.game import Choice, Show
from houseway.games import GAMES
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.evolve import KEPT_ENTRIES
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.seeing import options_of
from tests.kinds import of_each_kind
from tests.table.sitting import DEALER, DEALERS_STEPS, Sitting, chooses, cost_of, main_of, may_place, play_of, stacked

each_game = pytest.mark.parametrize("slug", of_each_kind(GAMES))


def all_wagers(slug, seats=(2, 5)):
    """Every wager that can be placed lies at every seat."""
    sitting = Sitting(slug, seats=seats)
    names = [name for name in sitting.table.terms.paytables if may_place(sitting.table, name)]
    return sitting.bets(wagers={name: 5_00 for name in names if name != main_of(sitting.game)})


def brought_to(slug, stage):
    sitting = all_wagers(slug)
    if stage is Stage.BETTING:
        return sitting
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, (2, 5), sitting.table.terms.decks))
    sitting.dealer.closes_betting()
    if stage is Stage.NUMBERING or (stage is Stage.DEALING and not sitting.game.number_by):
        return sitting
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.draws(1)
    if stage is not Stage.DEALING:
        sitting.dealer.deals()
    return sitting


BEFORE = [Stage.BETTING, Stage.NUMBERING, Stage.DEALING, Stage.CHOOSING]


@each_game
@pytest.mark.parametrize("stage", BEFORE, ids=[stage.value for stage in BEFORE])
@pytest.mark.parametrize("how", ["voided", "misdeal"])
def test_a_void_before_reconciliation_returns_every_wager(slug, stage, how):
    if stage is Stage.NUMBERING and not GAMES[slug].number_by:
        return
    if stage is Stage.CHOOSING and (how == "misdeal" or not chooses(GAMES[slug])):
        return  # a supervisor's to say, below
    sitting = brought_to(slug, stage)
    assert sitting.stage is stage
    assert sitting.chips(2) < 5_000_00
    sitting.supervisor.voids("wet cards") if how == "voided" else sitting.dealer.reports_misdeal("the shuffler jammed")
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert sitting.account("felt") == 0
    assert sitting.table.tray == 20_000_00
    assert (sitting.stage, sitting.round.number, sitting.round.spots) == (Stage.BETTING, 2, {})
    note = {"voided": "wet cards", "misdeal": "misdeal: the shuffler jammed"}[how]
    assert sitting.table.previous.void == note
    assert sitting.last == (
        was.RoundVoided(round=1, note=note, by="supervisor Sue" if how == "voided" else "dealer Dora"),
    )


def test_a_void_returns_doubles_too():
    sitting = all_wagers("match-em").deals()
    sitting.player(5).says("HI double")
    assert sitting.chips(5) == 5_000_00 - 25_00 - 25_00 - 10_00
    sitting.supervisor.voids()
    assert sitting.chips(5) == 5_000_00


@each_game
def test_a_void_after_hands_were_set_returns_every_wager(slug):
    sitting = all_wagers(slug).deals().all_set()
    if sitting.stage is Stage.RECONCILING:  # all have folded, or nobody had anything to choose
        return
    sitting.supervisor.voids()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]


@each_game
def test_a_void_at_any_step_returns_every_wager_and_its_receipt_holds(slug):
    """Whatever was raised, taken back or settled early until then."""
    steps = 0
    while True:
        sitting = all_wagers(slug).deals()
        for _ in range(steps):
            if sitting.stage is not Stage.RECONCILING:
                goes_on(sitting)
        if sitting.stage is Stage.RECONCILING:
            break
        sitting.supervisor.voids()
        assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
        assert (sitting.account("felt"), sitting.account("pending"), sitting.table.tray) == (0, 0, 20_000_00)
        assert check(sitting.receipt())[1] == []
        steps += 1
    assert steps or not any(isinstance(step, Choice | Show) for step in GAMES[slug].round)


def goes_on(sitting):
    """A seat does what costs most, or the dealer does what is next."""
    if sitting.stage is not Stage.CHOOSING:
        return sitting.dealer.gives(DEALERS_STEPS[sitting.stage])
    seat = sitting.waiting()[0]
    options = options_of(sitting.table, seat)
    dearest = max(options, key=lambda option: cost_of(sitting.table, seat, option))
    return sitting.player(seat).gives(play_of(sitting.table, seat, dearest))


@each_game
def test_once_players_have_seen_their_cards_only_a_supervisor_voids(slug):
    """A dealer and a player who do not like the cards cannot undo the hand between them."""
    sitting = all_wagers(slug).deals()
    sitting.dealer.refused(Reason.WRONG_STAGE).reports_misdeal()
    if not chooses(GAMES[slug]):
        return
    sitting.all_stay()
    sitting.dealer.refused(Reason.WRONG_STAGE).reports_misdeal()
    sitting.supervisor.voids("the dealer dropped the shoe")
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]


@each_game
def test_nothing_is_void_once_the_dealer_is_shown(slug):
    sitting = all_wagers(slug).deals().reveals()
    for _ in range(2):
        sitting.supervisor.refused(Reason.WRONG_STAGE).voids()
        sitting.dealer.refused(Reason.WRONG_STAGE).reports_misdeal()
        sitting.dealer.reconciles(max(s for s in (2, 5) if not sitting.round.spots[s].results))


@each_game
def test_the_round_after_a_void_is_played_as_any_other(slug):
    sitting = brought_to(slug, Stage.DEALING)
    sitting.supervisor.voids()
    sitting.bets().deals().ends()
    assert sitting.round.number == 3
    assert sitting.table.previous.void == ""


def test_a_void_is_for_the_supervisor_and_a_misdeal_for_the_dealer():
    sitting = all_wagers("san-lo")
    for who in (sitting.dealer, sitting.player(2), sitting.surveillance, sitting.auditor, sitting.automatic):
        who.refused(Reason.NOT_YOUR_ROLE).voids()
    for who in (sitting.supervisor, sitting.player(2), sitting.surveillance, sitting.auditor):
        who.refused(Reason.NOT_YOUR_ROLE).reports_misdeal()


# ---- the composition of the pack -----------------------------------------------------------------


def wrong_packs(game, decks):
    cards = game.pack(decks).cards()
    return {
        "a card is missing": cards[1:],
        "a card is there too often": (*cards, cards[0]),
        "one card in place of another": (cards[1], *cards[1:]),
        "no cards": (),
        "a joker too many": (*cards, 52),
        "twice the cards": cards * 2,
    }


@each_game
@pytest.mark.parametrize("wrong", wrong_packs(GAMES["san-lo"], 1))
def test_a_wrong_pack_voids_the_round_before_anybody_bets(slug, wrong):
    sitting = Sitting(slug, seats=(2, 5))
    sitting.dealer.shuffles(wrong_packs(sitting.game, sitting.table.terms.decks)[wrong])
    [void] = sitting.last
    assert isinstance(void, was.RoundVoided)
    assert void.by == "shuffler"
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert (sitting.stage, sitting.round.number, sitting.round.sealed) == (Stage.BETTING, 2, None)
    assert "that are not" in sitting.table.previous.void


def test_the_right_pack_in_any_order_is_dealt():
    sitting = Sitting("san-lo", seats=(2, 5))
    sitting.dealer.shuffles(sitting.game.pack().cards()[::-1])
    assert sitting.round.number == 1


def test_a_pack_of_another_number_of_decks_is_a_wrong_pack():
    sitting = Sitting("match-em", seats=(2,), decks=6)
    sitting.dealer.shuffles(sitting.game.pack(8).cards())
    assert sitting.table.previous.void.endswith("a shoe of 6 decks")


# ---- reversals of typed money --------------------------------------------------------------------


def test_a_buy_in_is_reversed_by_a_new_entry():
    sitting = Sitting("san-lo", seats=(4,), chips=0)
    sitting.sells_chips(4, 1_000_00)
    sitting.sells_chips(4, 100_00)
    entry = sitting.last[0].entry
    sitting.supervisor.reverses(entry, "ten, not a hundred")
    assert sitting.last == (was.EntryReversed(entry=entry, note="ten, not a hundred"),)
    assert sitting.chips(4) == 1_000_00
    assert sitting.account("buy-in") == -1_000_00
    sitting.supervisor.refused(Reason.ALREADY_REVERSED).reverses(entry)


def test_a_buy_in_that_is_bet_already_cannot_be_reversed():
    sitting = Sitting("san-lo", seats=(4,), chips=100_00).bets()
    sitting.supervisor.refused(Reason.NOT_ENOUGH_CHIPS).reverses(2)
    sitting.player(4).takes_back("Main Bet")
    sitting.supervisor.reverses(2)
    assert sitting.chips(4) == 0


def test_a_cash_out_is_reversed_while_the_player_sits():
    sitting = Sitting("san-lo", seats=(4,))
    sitting.player(4).cashes_out(700_00)
    sitting.supervisor.reverses(sitting.last[0].entry)
    assert (sitting.chips(4), sitting.account("cash-out")) == (5_000_00, 0)


def test_money_of_a_player_who_left_is_not_reversed_onto_his_successor():
    sitting = Sitting("san-lo", seats=(4,))
    sitting.player(4).leaves()
    cashed = sitting.last[0].entry
    sitting.supervisor.refused(Reason.NO_SUCH_ENTRY).reverses(cashed)
    sitting.player(4).sits(name="Zoe")
    sitting.sells_chips(4, 9_000_00)
    for entry in (2, cashed):
        sitting.supervisor.refused(Reason.NO_SUCH_ENTRY).reverses(entry)
    assert sitting.chips(4) == 9_000_00


def test_a_fill_and_a_credit_are_reversed():
    sitting = Sitting("san-lo")
    sitting.supervisor.fills(300_00)
    filled = sitting.last[0].entry
    sitting.supervisor.credits(100_00)
    credited = sitting.last[0].entry
    sitting.supervisor.reverses(filled)
    sitting.supervisor.reverses(credited)
    assert sitting.table.tray == 20_000_00
    assert sitting.account("bank") == -20_000_00


def test_a_fill_that_is_paid_out_cannot_be_reversed():
    sitting = Sitting("san-lo")
    sitting.supervisor.credits(1)
    sitting.supervisor.refused(Reason.TRAY_SHORT).reverses(1)  # the opening fill


def test_a_credit_above_the_tray_is_refused():
    Sitting("san-lo").supervisor.refused(Reason.TRAY_SHORT).credits(20_000_01)


@pytest.mark.parametrize("entry", [0, -1, 3, 10**12])
def test_only_entries_that_are_there_are_reversed(entry):
    Sitting("san-lo", seats=(4,)).supervisor.refused(Reason.NO_SUCH_ENTRY).reverses(entry)


def test_a_reversal_is_no_entry_and_is_not_reversed_itself():
    sitting = Sitting("san-lo")
    sitting.supervisor.fills(100)
    sitting.supervisor.reverses(2)
    sitting.supervisor.refused(Reason.NO_SUCH_ENTRY).reverses(3)
    sitting.supervisor.fills(100)
    assert sitting.last[0].entry == 3


def test_entries_can_be_reversed_while_they_are_kept():
    sitting = Sitting("san-lo")
    sitting.supervisor.fills(100)
    sitting.supervisor.reverses(2)
    for _ in range(KEPT_ENTRIES):
        sitting.supervisor.fills(100)
    last = sitting.last[0].entry
    for gone in (1, 2, last - KEPT_ENTRIES):
        sitting.supervisor.refused(Reason.NO_SUCH_ENTRY).reverses(gone)
    sitting.supervisor.reverses(last - KEPT_ENTRIES + 1)
    sitting.supervisor.reverses(last)


@pytest.mark.parametrize("stage", [*BEFORE, Stage.RECONCILING], ids=[s.value for s in (*BEFORE, Stage.RECONCILING)])
def test_a_reversal_can_come_at_any_time_of_a_round(stage):
    sitting = brought_to("san-lo", Stage.CHOOSING if stage is Stage.RECONCILING else stage)
    if stage is Stage.RECONCILING:
        sitting.reveals()
    sitting.sells_chips(2, 77_00)
    sitting.supervisor.reverses(sitting.last[0].entry)
    assert sitting.chips(2) == 5_000_00 - 35_00


def test_what_a_round_paid_is_not_reversed():
    """Only what was typed has a number."""
    sitting = Sitting("san-lo", seats=(4,)).bets()
    sitting.deals({4: "7c Tc Kc As Ad Qd", DEALER: "2h 4h 6h 8s Js 7d"}).ends()
    assert {type(entry).__name__ for entry in sitting.table.entries.values()} == {"TrayFilled", "BoughtIn"}
