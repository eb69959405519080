"""A round always comes to its end, though no player says another word: the staff alone can settle every wager, and
need not void. Whatever the players do or leave undone, silence is no way to get a stake back."""

from collections import Counter
from datetime import timedelta
from functools import cache
from itertools import product, takewhile
from random import Random

import pytest

from houseway.deciding.refusal import Refusal
from houseway.game import SEAT, Over, Seen
from houseway.games import GAMES
from houseway.progressive.meter import settings_of
from houseway.role import AUTOMATIC_DEALER, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table import live
from houseway.table.automatic import next_step
from houseway.table.commands import Stage
from houseway.table.decide import decide
from houseway.table.due import STAGES, due
from houseway.table.evolve import evolve
from houseway.table.jackpots import on_sensors, step_to_jackpot
from houseway.table.link import meters_of, with_meters
from houseway.table.memory import ENVY
from houseway.table.reconciling import early_short, settled, tray_short
from tests.kinds import of_each_kind
from tests.progressive.meters import opened
from tests.soak import more
from tests.table.sitting import (
    DEALERS_STEPS,
    LIVE_DEALER,
    SUPERVISOR,
    SURVEILLANCE,
    Sitting,
    chooses,
    equipped,
    main_of,
    may_place,
    next_packet,
    next_peek,
    next_shoe,
    proper_play,
    size_of,
)

SEATS = (1, 3, 6)
RUNS = ["live machine", "automatic machine", "handed-over machine", "live manual"]


# ---- the staff -----------------------------------------------------------------------------------


def finished_by_staff(table, at, chance):
    """The table after the round; each step is one of the dealer's, the supervisor's or surveillance's."""
    number = table.round.number
    stakes = {seat: dict(spot.wagers) for seat, spot in table.round.spots.items() if spot.wagers}
    backs = {name for step in table.game.choices for name in taken_back_in_silence(step, table)}
    for _ in range(100):
        actor, command, when = staff_step(table, chance)
        assert actor.role is not Role.PLAYER
        assert not isinstance(command, do.VoidRound | do.ReportMisdeal)
        at = max(at + timedelta(seconds=1), when or at)
        command = with_meters(command, {name: meter_of(table, name) for name in meters_of(table)})
        answer = decide(table, actor, command, at)
        assert not isinstance(answer, Refusal), f"{command} by {actor} while {table.stage.value}: {answer}"
        for event in answer:
            table = evolve(table, event, at)
        if table.round.number > number:
            break
    ended = table.previous
    assert (ended.number, ended.void) == (number, ""), "the round does not come to its end"
    free = {wager.name for wager in table.game.wagers if wager.free}
    for seat, wagers in stakes.items():
        kept = dict(ended.spots[seat].wagers)
        assert kept.keys() <= wagers.keys(), "nothing is added in silence"
        for wager, cents in kept.items():  # what physical cards turned out not to allow went back
            assert cents == wagers[wager] or (table.is_by_hand and cents < wagers[wager])
        assert wagers.keys() - kept.keys() <= backs, "a stake came back, and the rules do not say so"
        results = Counter()
        for result in ended.spots[seat].results:
            results[result.wager] += result.stake_cents
        settled_so = {wager: cents for wager, cents in results.items() if wager not in {ENVY, *free}}
        assert settled_so == {wager: cents for wager, cents in kept.items() if wager not in free}
        assert not ended.spots[seat].waits
    assert (table.chips("felt"), table.chips("pending")) == (0, 0)
    return table


def meter_of(table, called):
    """A meter that runs, under this name in the table's paytable."""
    return meter_for(table.game.slug, table.terms.progressive.name, called)


@cache
def meter_for(slug, paytable, called):
    settings = settings_of(GAMES[slug].paytables[paytable], called)
    return opened(settings, settings.seed_cents).state


def taken_back_in_silence(step, table):
    """What the rules of a choice give back to a seat that does not act: nothing but in Let It Ride. [LIR 3] [LIR 4]"""
    pack, mine = table.game.pack(table.terms.decks), size_of(table.game, 1)
    some = pack.cards()
    seen = Seen(pack=pack, lying={SEAT.place: some[:mine], "dealer": some[mine : mine + 1]})
    options = step.options(seen) if not step.way and table.terms.game != "casino-war" else ()
    return next((option.back for option in options if not option.stakes), ())


def staff_step(table, chance):
    """Who does what next, and not before when."""
    rnd = table.round
    for seat in rnd.hands:
        for waiting in rnd.spots[seat].waits:
            return SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=waiting.wager), None
    for number, asked in table.proposals.items():
        if not isinstance(asked, was.MoneyProposed):
            return SUPERVISOR, do.DropProposal(proposal=number), None
    if table.terms.dealer == "automatic" and (step := next_step(table)):
        command, when = step
        return AUTOMATIC_DEALER, equipped(command, table, chance), when
    if table.terms.dealer == "automatic":
        command = live.next_step(table)
        assert command is not None, "nobody is told what the table waits for"
        return SUPERVISOR, command, None
    actor, command = at_a_live_table(table, chance)
    return actor, command, None


def at_a_live_table(table, chance):
    rnd, by_hand = table.round, table.terms.shuffler == "manual"
    match table.stage:
        case Stage.BETTING if not (by_hand or rnd.sealed):
            return LIVE_DEALER, equipped(do.Shuffle(), table, chance)
        case Stage.BETTING if isinstance(live.next_step(table), do.BeginShoe):
            return LIVE_DEALER, next_shoe(table, chance)
        case Stage.BETTING if on_sensors(table) and not rnd.coined:
            return LIVE_DEALER, do.CoinIn()
        case Stage.BETTING:
            return LIVE_DEALER, do.CloseBetting()
        case Stage.NUMBERING:
            return LIVE_DEALER, equipped(do.DrawNumber(), table, chance)
        case Stage.DEALING:
            return LIVE_DEALER, do.DealCards()
        case _ if isinstance(live.next_step(table), do.EnterPacket):
            return LIVE_DEALER, next_packet(table, chance)
        case Stage.CHOOSING:
            behind = due(table).seats
            if all(rnd.spots[seat].asked for seat in behind):
                return LIVE_DEALER, do.SetHouseWay(seat=behind[0])
            return SUPERVISOR, do.CallTime(note="empty chairs")
        case Stage.SETTLING if short := early_short(table):
            return SUPERVISOR, do.FillTray(cents=short)
        case Stage.PEEKING:
            return LIVE_DEALER, next_peek(table, chance)
        case stage if stage in DEALERS_STEPS:
            return LIVE_DEALER, DEALERS_STEPS[stage]
        case Stage.RECONCILING if (step := step_to_jackpot(table)) is not None:
            return LIVE_DEALER if isinstance(step, do.PressHand) else SUPERVISOR, step
        case Stage.RECONCILING:
            unsettled = [seat for seat in rnd.hands if not rnd.spots[seat].results]
            if not unsettled:
                return LIVE_DEALER, do.EndGame()
            short = tray_short(table, unsettled[0], settled(table, unsettled[0]))
            return (
                (SUPERVISOR, do.FillTray(cents=short)) if short else (LIVE_DEALER, do.ReconcileSeat(seat=unsettled[0]))
            )
    raise AssertionError("a closed table has no round")


# ---- every way in which players can leave a round ------------------------------------------------


def brought_to(slug, run, stage):
    sitting = opened_by(run, slug, seats=SEATS, tray_cents=0)
    side_bets = [n for n in sitting.table.terms.paytables if n != main_of(sitting.game)]
    sitting.bets(wagers={name: 5_00 for name in side_bets if may_place(sitting.table, name)})
    while sitting.stage is not stage:
        actor, command, when = staff_step(sitting.table, sitting.chance)
        sitting.at = max(sitting.at, when or sitting.at)
        sitting.voice(actor).gives(command)
        if sitting.stage is Stage.CHOOSING and stage in (Stage.SHOWING, Stage.RECONCILING):
            sitting.all_stay()
    return sitting


def opened_by(run, slug, **given):
    """A table of this run: with a live dealer, dealt by itself, or handed to the automatic dealer by a supervisor."""
    dealer, shuffler = run.split()
    sitting = Sitting(slug, dealer="live" if dealer == "handed-over" else dealer, shuffler=shuffler, **given)
    if dealer == "handed-over":
        sitting.supervisor.changes_dealer("automatic")
    return sitting


# Physical cards: hands set, drawn by a rule, taken and split, given up, staked by, and turned over one by one.
BY_HAND = ("san-lo", "match-em", "baccarat", "casino-war", "blackjack", "three-card-draw", "crazy-4", "let-it-ride")


def can_run(slug, run):
    """Physical cards are for every game; `make test` takes those that differ."""
    return "manual" not in run or slug not in GAMES or more(slug in BY_HAND, True)


def stages_of(game):
    """All that a round of the game comes to, whatever the cards: a look of the dealer's may be its end."""
    steps = {STAGES[type(step)] for step in takewhile(lambda step: not isinstance(step, Over), game.round)}
    may_be = {Stage.CHOOSING} if not chooses(game) else set()
    always = steps - {Stage.DRAWING} - may_be | {Stage.RECONCILING}
    return [s for s in Stage if s in always or (s is Stage.NUMBERING and game.number_by)]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("slug", of_each_kind(GAMES))
def test_the_staff_can_end_a_round_from_every_stage(slug, run):
    if not can_run(slug, run):
        return
    for stage in stages_of(GAMES[slug]):
        sitting = brought_to(slug, run, stage)
        finished_by_staff(sitting.table, sitting.at, Random(1))


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("slug", of_each_kind(GAMES))
def test_the_staff_can_end_a_round_whoever_has_set_or_asked_or_is_gone(slug, run):
    """Three seats, each of them silent, set, or waiting for the house way. Where seats choose one after the other, who
    comes after a silent one cannot have set."""
    if not can_run(slug, run) or not chooses(GAMES[slug]):
        return
    dealt, asks = brought_to(slug, run, Stage.CHOOSING), GAMES[slug].choices[0].way
    before = dealt.table, dealt.from_the_book, tuple(dealt.events)
    in_turn = len(due(dealt.table).seats) == 1
    for states in product(("silent", "set", "asked") if asks else ("silent", "set"), repeat=len(SEATS)):
        if in_turn and list(states) != sorted(states):  # set before silent
            continue
        dealt.table, dealt.from_the_book, dealt.events = before[0], before[1], list(before[2])
        for seat, state in zip(SEATS, states, strict=True):
            if state == "set":
                dealt.player(seat).gives(proper_play(dealt.table, seat))
            elif state == "asked":
                dealt.player(seat).asks_house_way()
        firsts = {seat: dealt.round.spots[seat].how or "time" for seat in SEATS}
        ended = finished_by_staff(dealt.table, dealt.at, Random(1)).previous
        if len(GAMES[slug].choices) == 1:
            firsts = {seat: ended.spots[seat].how for seat in SEATS}
        for seat, state in zip(SEATS, states, strict=True):
            # At the supervisor's word or the clock's, those who asked are set with those who are gone.
            hows = {"silent": {"time"}, "set": {"player"}, "asked": {"house way", "time"}}[state]
            assert firsts[seat] in hows, states


@pytest.mark.parametrize("run", RUNS)
def test_the_staff_can_end_a_round_in_which_a_jackpot_waits(run):
    """$3,000 and more on three wagers, an empty tray, and nobody at the table."""
    sitting = opened_by(run, "supreme-99", seats=(2, 5), tray_cents=0)
    sitting.bets(main=300_00, wagers={"Pair Fortunes": 300_00})
    hands = {2: "8c 8d 8h 8s", 5: "6c 6d 6h 6s", 0: "2c 3d 4h 5s"}
    if run == "live manual":
        sitting.deals_by_hand().all_set()
        for place in (0, 5, 2):
            sitting.dealer.enters(place, hands[place])
    else:
        sitting.deals(hands)
    table = finished_by_staff(sitting.table, sitting.at, Random(1))
    assert table.seat_chips(2) == 5_000_00 + 300 * 300_00 + 300_00


def test_the_staff_does_not_wait_for_a_player_who_could_double():
    """And what he might have added is not added for him."""
    sitting = Sitting("match-em", seats=(4,)).bets().deals({4: "9c 9h Jd"})
    table = finished_by_staff(sitting.table, sitting.at, Random(1))
    assert table.previous.spots[4].wagers == {"Ante": 25_00}
