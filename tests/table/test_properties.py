"""Whatever anybody asks, in whatever order: the books balance, nothing leaks, and nothing breaks.

A Hypothesis machine for each game. Most of its steps are the proper ones, so that rounds come to their end; between
them anybody asks for anything, with values that no screen would send.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from houseway.cards import Cards, Pack, show
from houseway.deciding.refusal import Refusal
from houseway.game import Draw
from houseway.games import GAMES
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.service.state_json import restored, written
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table import live
from houseway.table.automatic import next_step
from houseway.table.ceiling import Ceiling
from houseway.table.commands import COMMANDS, SeatCommand, Stage
from houseway.table.cut_card import BY_FIRST_CARD, CutCard
from houseway.table.drawing import no_card_left
from houseway.table.due import due
from houseway.table.evolve import replay
from houseway.table.jackpots import on_sensors, step_to_jackpot
from houseway.table.live import next_step as next_of_staff
from houseway.table.places import place_named
from houseway.table.reconciling import early_short
from houseway.table.refusal import Reason
from houseway.table.state import Table
from houseway.table.terms import RULES, Terms
from tests.soak import more, telling
from tests.table.sitting import (
    DEALERS_STEPS,
    LIVE_DEALER,
    STAFF,
    SUPERVISOR,
    SURVEILLANCE,
    check_that_views_leak_nothing,
    chooses,
    equipped,
    main_of,
    next_packet,
    next_peek,
    next_shoe,
    other_packet,
    player_at,
    random_play,
    seen_without_commitment,
    viewers,
    with_other_hidden_cards,
)
from tests.table.small_games import SPLIT_TWENTY_ONE
from tests.table.test_liveness import RUNS, can_run, finished_by_staff, opened_by, stages_of

NUMBERS = st.one_of(
    st.integers(-2, 9),
    st.sampled_from([1_00, 5_00, 25_00, 300_00, 300_01, 5_000_00, 10**11, 10**11 + 1, 2**63 - 1, -(2**63)]),
)
WORDS = st.one_of(
    st.sampled_from([w.name for game in GAMES.values() for w in game.wagers]),
    st.sampled_from(["Royal Flush", "Five Aces", "Straight Flush", "RUN", "JPH", "J-POT"]),
    st.sampled_from(
        ["HI", "LO double", "fold", "play", "war", "check", "raise 4x", "bet 3x", "take back", "set", "hit", "split"]
    ),
    st.sampled_from(["live", "automatic", "rng", "dice", "manual", "san-lo", "washington", "Dan"]),
    st.sampled_from(["", " ", "two\nlines", "carriage\rreturn", "para\u2029graph", "\x00", "é", "x" * 300, "{}", "%s"]),
)
LAYOUTS = st.one_of(
    st.sampled_from(["123", "12|34", "13|24", "14|23", "34|12", "123|45|6", "456|23|1", "146|23|5", "135|24|6"]),
    st.text(alphabet="0123456789| |²٣", max_size=9),
)
CARDS = st.one_of(
    st.just(()),
    st.lists(st.sampled_from(Pack(joker=True).cards()), max_size=7).map(tuple),
    st.integers(0, 99).map(lambda seed: tuple(Random(seed).sample(Pack(1).cards(), 52))),
)
TERMS = st.builds(
    Terms,
    game=st.one_of(st.sampled_from(list(GAMES)), WORDS),
    paytables=st.one_of(st.just({}), st.dictionaries(WORDS, WORDS, max_size=3)),
    decks=st.one_of(st.none(), NUMBERS),
    maximum_cents=st.one_of(st.just(300_00), NUMBERS),
    aggregate_cents=st.one_of(st.just({}), st.dictionaries(WORDS, NUMBERS, max_size=2)),
    dealer=st.sampled_from(["live", "automatic", "nobody"]),
    shuffler=st.sampled_from(["machine", "machine", "manual"]),
    jurisdiction=st.one_of(st.just("washington"), WORDS),
    tray_cents=st.one_of(st.just(20_000_00), NUMBERS),
)
CEILINGS = st.builds(
    Ceiling, cents=NUMBERS, approved=WORDS, since=st.sampled_from(["2026-03-01", "2030-01-01", "2026-13-01", ""])
)
OF_TYPE = {int: NUMBERS, str: WORDS, Cards: CARDS, Terms: TERMS, Ceiling: CEILINGS}


def field_strategy(name, hint):
    if name == "layout":
        return LAYOUTS
    if name == "rules":
        return st.sampled_from([RULES, RULES, RULES + 1])
    if name == "dealer":
        return st.sampled_from(["live", "automatic", "nobody"])
    if name == "gains":
        return st.none()
    if name == "gains_by_name":
        return st.just({})
    if hint is bool:
        return st.booleans()
    if name == "packets":
        return st.dictionaries(st.sampled_from(["0", "1", "3", "6", "x", ""]), CARDS.map(show), max_size=2)
    if hint == tuple[int, ...]:
        return st.lists(st.integers(0, 7), max_size=4).map(tuple)
    if hint == tuple[str, ...]:
        return st.lists(WORDS, max_size=2).map(tuple)
    if get_origin(hint) is Mapping:
        return st.dictionaries(
            WORDS, OF_TYPE[getattr(get_args(hint)[1], "__supertype__", get_args(hint)[1])], max_size=2
        )
    if get_origin(hint) in (Union, UnionType):
        return st.one_of(st.none() if each is NoneType else field_strategy(name, each) for each in get_args(hint))
    return OF_TYPE[getattr(hint, "__supertype__", hint)]


def any_of(kind):
    """A command of this kind with any values in it."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: field_strategy(field.name, hints[field.name]) for field in fields(kind)})


ANYTHING = st.one_of([any_of(kind) for kind in COMMANDS])
ANYTHING_AT_A_SEAT = st.one_of([any_of(kind) for kind in COMMANDS if issubclass(kind, SeatCommand)])
SOMEBODY = st.one_of(
    st.sampled_from([*STAFF, AUTOMATIC_DEALER]),
    st.integers(1, 7).map(player_at),
    st.sampled_from([Actor(Role.PLAYER, "Pat"), Actor(Role.PLAYER, "Pat", 99), Actor(Role.PLAYER, "Pat", 0)]),
)


RELEASES = (was.JackpotRecorded, was.KeyTurned, was.TrayFilled, was.TrayCredited)


def machine_of(slug, reached):
    game = GAMES[slug]

    class AnyTable(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            self.chance = Random(7)

        @initialize(
            run=st.sampled_from([run for run in RUNS if can_run(slug, run)]),
            tray=st.booleans(),
            progressive=st.sampled_from([None, *(p.name for p in game.paytables.values() if p.meters)]),
            shoe=st.booleans(),
        )
        def the_table_opens(self, run, tray, progressive, shoe=True):
            terms = {"tray_cents": 20_000_00 * tray}
            if shoe and game.shoe:
                terms["shoe"] = CutCard(behind=len(game.pack(game.whole_shoe)) - 60, burn=BY_FIRST_CARD)
            if progressive:
                named = [name for name in game.paytables[progressive].meters if name]
                terms |= {"meters": {name: f"m {name}" for name in named}} if named else {"meter": "m"}
                first = [game.paytables_of(main)[0] for main in game.main if game.paytables_of(main)]
                terms["paytables"] = {table.wager: table.name for table in first} | {"Progressive": progressive}
            self.sitting = opened_by(run, slug, seats=(1, 3, game.seats), **terms)

        # ---- steps -------------------------------------------------------------------------------

        @rule(seed=st.integers(0, 10**6), steps=st.integers(6, 18))
        def goes_on_properly(self, seed, steps):
            self.chance.seed(seed)
            for _ in range(steps):
                actor, command = self.proper_step()
                self.step(actor, command)

        @rule(seed=st.integers(0, 10**6), rounds=st.integers(0, 1))
        def the_round_comes_to_its_end(self, seed, rounds):
            number = self.sitting.round.number + rounds
            while self.sitting.round.number <= number and len(self.sitting.events) < 600:
                self.chance.seed(seed := seed + 1)
                self.step(*self.proper_step())

        @rule(
            stage=st.sampled_from([*stages_of(game), Stage.CHOOSING, Stage.RECONCILING]),
            seed=st.integers(0, 10**6),
            seats=st.lists(st.integers(0, 7), min_size=3, max_size=3),
            layout=LAYOUTS,
            word=WORDS,
        )
        def odd_things_happen_at(self, stage, seed, seats, layout, word):
            """The round goes on to this stage, and there people ask for what may not be theirs yet."""
            for nth in range(40):
                if self.sitting.stage is stage:
                    break
                self.chance.seed(seed + nth)
                self.step(*self.proper_step())
            dealer = self.dealer_in_charge()
            for seat in seats:
                player = player_at(max(seat, 1))
                self.step(player, do.Choose(seat=player.seat, layout=layout, word=word))
                self.step(player, do.AskHouseWay(seat=player.seat))
                self.step(player, do.LeaveSeat(seat=player.seat))
                self.step(dealer, do.SetHouseWay(seat=seat))
                self.step(dealer, do.ReconcileSeat(seat=seat))
                self.step(SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=word))
            steps = (do.TurnOver(), do.DrawCard(), do.Peek(), do.SettleNow())
            for command in (*steps, do.EndGame(), do.DealCards(), do.DrawNumber(number=seats[0])):
                self.step(dealer, command)

        def dealer_in_charge(self):
            terms = self.sitting.table.terms
            return LIVE_DEALER if terms is None or terms.dealer == "live" else AUTOMATIC_DEALER

        def who_sells_chips(self, seat):
            return LIVE_DEALER if self.sitting.table.has_staff else player_at(seat)

        @rule(actor=SOMEBODY, command=ANYTHING)
        def anybody_asks_for_anything(self, actor, command):
            self.step(actor, command)

        @rule(seat=st.integers(1, 7), command=ANYTHING_AT_A_SEAT)
        def a_player_asks_for_anything_at_his_seat(self, seat, command):
            self.step(player_at(seat), replace(command, seat=seat))

        @rule(seat=st.integers(1, 7), cents=st.sampled_from([1_00, 5_00, 26_00, 300_00]), nth=st.integers(0, 3))
        def a_player_bets(self, seat, cents, nth):
            wager = game.wagers[nth % len(game.wagers)].name
            self.step(player_at(seat), do.PlaceWager(seat=seat, wager=wager, cents=cents))

        @rule(seat=st.integers(1, 7), layout=LAYOUTS, word=WORDS)
        def a_player_plays(self, seat, layout, word):
            self.step(player_at(seat), do.Choose(seat=seat, layout=layout, word=word))

        @rule(luck=st.integers(0, 3))
        def the_round_is_void(self, luck):
            if luck == 0:  # seldom, or no round would come to its end
                self.step(SUPERVISOR, do.VoidRound(note="wet cards"))
            elif luck == 1:
                self.step(self.dealer_in_charge(), do.ReportMisdeal(note="a card fell face up"))

        @rule(seat=st.integers(1, 7), cents=st.sampled_from([1, 37_00, 500_00, 4_000_00]), entry=st.integers(0, 12))
        def money_is_typed_and_reversed(self, seat, cents, entry):
            player = player_at(seat)
            for actor, command in (
                (player, do.TakeSeat(seat=seat, player=player.name)),
                (self.who_sells_chips(seat), do.BuyIn(seat=seat, cents=cents)),
                (SUPERVISOR, do.Reverse(entry=entry, note="typed wrongly")),
                (player, do.CashOut(seat=seat, cents=cents // 2 + 1)),
                (SUPERVISOR, do.FillTray(cents=cents)),
                (SUPERVISOR, do.PayDue(player=player.name)),
                (SUPERVISOR, do.CreditTray(cents=cents // 2 + 1)),
                (SUPERVISOR, do.Reverse(entry=self.sitting.table.next_entry - 1, note="typed wrongly")),
                (player, do.LeaveSeat(seat=seat)),
            ):
                if (entry + len(type(command).__name__)) % 3:
                    self.step(actor, command)

        @rule(
            seed=st.integers(0, 10**6),
            place=st.sampled_from([*map(place_named, game.places), 1, 3, 6]),
            luck=st.integers(0, 9),
        )
        def two_people_correct(self, seed, place, luck):
            """A card of a packet, seldom the whole round, and money of a round that is over."""
            table, chance = self.sitting.table, Random(seed)
            if table.terms is None:
                return
            asked = [do.ProposeMoney(round=1, seat=3, player="Cat", wager=main_of(game), cents=seed - 5_000, note="n")]
            for number, paid in list(table.memory.items())[-1:]:
                (seat, wager), known = chance.choice(list(paid.items()))
                cents = chance.randint(-known.paid_cents, known.most_cents - known.paid_cents)
                named = {"round": number, "seat": seat, "player": known.player, "wager": wager}
                asked.append(do.ProposeMoney(**named, cents=cents, note="within its bounds"))
            if table.round.cards_of(place):
                asked.append(do.ProposeCards(packets={str(place): other_packet(table, place, chance)}, note="misread"))
            if luck == 0:
                asked.append(do.ProposeVoid(note="a fouled deck"))
            for command in asked:
                self.step(SUPERVISOR, command)
                if luck != 1:
                    self.step(SURVEILLANCE, do.Agree(proposal=self.sitting.table.next_proposal - 1))

        @rule(by=st.sampled_from([SUPERVISOR, LIVE_DEALER]), dealer=st.sampled_from(["live", "automatic"]))
        def the_dealer_changes(self, by, dealer):
            self.step(by, do.ChangeDealer(dealer=dealer))

        def proper_step(self):
            """What a good dealer, or somebody at the table, would do now."""
            table, chance = self.sitting.table, self.chance
            if table.terms is None:
                terms = Terms(game=slug, dealer=chance.choice(("live", "automatic")))
                return SUPERVISOR, do.OpenTable(terms=terms, rules=RULES)
            if table.other_rules:
                return self.winding_up()
            if not table.players:
                seat = chance.randint(1, game.seats)
                return player_at(seat), do.TakeSeat(seat=seat, player=player_at(seat).name)
            dealer = self.dealer_in_charge()
            match table.stage:
                case Stage.BETTING:
                    if table.terms.shuffler == "machine" and not table.round.sealed:
                        return dealer, equipped(do.Shuffle(), table, chance)
                    if isinstance(live.next_step(table), do.BeginShoe):
                        return dealer, next_shoe(table, chance)
                    seat = chance.choice(sorted(table.players))
                    if table.seat_chips(seat) < 50_00:
                        return self.who_sells_chips(seat), do.BuyIn(seat=seat, cents=500_00)
                    if seat not in table.round.betting or chance.random() < 0.3:
                        return player_at(seat), do.PlaceWager(seat=seat, wager=main_of(game), cents=25_00)
                    if table.terms.progressive and not table.round.coined and seat not in on_sensors(table):
                        return player_at(seat), do.PlaceWager(seat=seat, wager="Progressive", cents=1_00)
                    if (
                        seat not in table.round.cuts
                        and not table.round.shoe
                        and table.terms.shuffler == "machine"
                        and chance.random() < 0.1
                    ):
                        return player_at(seat), do.CutCards(seat=seat, cut=f"{chance.getrandbits(64):x}")
                    is_lit = on_sensors(table) and not table.round.coined
                    return dealer, do.CoinIn() if is_lit else do.CloseBetting()
                case Stage.NUMBERING:
                    return dealer, equipped(do.DrawNumber(), table, chance)
                case Stage.DEALING:
                    return dealer, do.DealCards()
                case _ if isinstance(live.next_step(table), do.EnterPacket):
                    return dealer, next_packet(table, chance)
                case Stage.CHOOSING:
                    return self.proper_choice(dealer)
                case Stage.DRAWING if no_card_left(table):
                    return SUPERVISOR, do.VoidRound(note="the next card lies there already")
                case Stage.SETTLING if lacks := early_short(table):
                    return SUPERVISOR, do.FillTray(cents=lacks)
                case _ if table.round.hand_shoe and not table.round.hand_shoe.is_out and chance.random() < 0.02:
                    return dealer, do.ShowCutCard()
                case Stage.PEEKING:
                    return dealer, next_peek(table, chance)
                case stage if stage in DEALERS_STEPS:
                    return dealer, DEALERS_STEPS[stage]
                case _:
                    return self.proper_reconciling(dealer)

        def winding_up(self):
            """Of a table that was opened under other rules."""
            table = self.sitting.table
            if table.chips("felt") or table.stage is not Stage.BETTING:
                return SUPERVISOR, do.VoidRound(note="other rules")
            if table.players:
                return SUPERVISOR, do.LeaveSeat(seat=min(table.players))
            return SUPERVISOR, do.CloseTable()

        def proper_choice(self, dealer):
            table, chance = self.sitting.table, self.chance
            spots, step = table.round.spots, game.round[table.round.step]
            behind = due(table).seats
            thinking = [seat for seat in behind if not spots[seat].asked]
            if thinking:
                seat = chance.choice(thinking)
                if step.way and chance.random() < 0.2:
                    return player_at(seat), do.AskHouseWay(seat=seat)
                if table.seat_chips(seat) < 100_00 and chance.random() < 0.5:
                    return self.who_sells_chips(seat), do.BuyIn(seat=seat, cents=500_00)
                return player_at(seat), random_play(table, seat, chance)
            return dealer, do.SetHouseWay(seat=behind[0])

        def proper_reconciling(self, dealer):
            table = self.sitting.table
            if table.terms.dealer == "automatic" and next_step(table):
                return AUTOMATIC_DEALER, next_step(table)[0]
            if table.terms.dealer == "automatic" and next_of_staff(table):
                by_supervisor = isinstance(next_of_staff(table), do.SUPERVISED)
                return (SUPERVISOR if by_supervisor else SURVEILLANCE), next_of_staff(table)
            step = step_to_jackpot(table)
            if step is not None:
                return (dealer if isinstance(step, do.PressHand) else SUPERVISOR), step
            for seat in table.round.hands:
                spot = table.round.spots[seat]
                if spot.waits:
                    return SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=spot.waits[0].wager)
                if not spot.results:
                    return dealer, do.ReconcileSeat(seat=seat)
            return dealer, do.EndGame()

        def step(self, actor, command):
            """The sitting itself checks books, cards, notation and replay after every step."""
            before = self.sitting.table
            answer = self.sitting.answer(actor, command)
            if isinstance(answer, Refusal):
                assert self.sitting.table is before, "a refusal changed something"
                assert isinstance(answer.reason, Reason)
                reached[answer.reason] += 1
                if answer.reason in (Reason.PROPOSAL_WAITS, Reason.ANOTHER_COURSE):
                    self.sitting.answer(SUPERVISOR, do.DropProposal(proposal=min(before.proposals)))
                if answer.reason is Reason.TRAY_SHORT and isinstance(command, do.ReconcileSeat):
                    self.sitting.answer(SUPERVISOR, do.FillTray(cents=100_000_00))
            else:
                reached[type(command).__name__] += 1
                if before.has_staff and any(isinstance(each, RELEASES) for each in answer):
                    assert actor.role is Role.SUPERVISOR, f"{actor} released money at a table with staff"
                assert restored(Table, written(self.sitting.table)) == self.sitting.table, "no snapshot could be kept"
                is_new = not reached[f"finished from {self.sitting.stage.value}"]
                if is_new or len(self.sitting.events) % 5 == 0:
                    self.the_staff_alone_could_end_the_round()
                self.somebody_looks()

        def the_staff_alone_could_end_the_round(self):
            """From any state that is reached, whatever the players have left undone, and without a void."""
            table = self.sitting.table
            is_stuck = table.round.corrections and any(isinstance(step, Draw) for step in game.round)
            if table.terms is not None and not table.other_rules and table.round.betting and not is_stuck:
                finished_by_staff(table, self.sitting.at, Random(7))
                reached[f"finished from {table.stage.value}"] += 1
                dealer = "handed-over" if table.has_staff and table.terms.dealer == "automatic" else table.terms.dealer
                reached[f"finished from {dealer} {table.terms.shuffler}"] += 1

        def somebody_looks(self):
            table = self.sitting.table
            if table.terms is not None:
                actor = self.chance.choice(viewers(table))
                other = with_other_hidden_cards(table, actor, self.chance)
                assert seen_without_commitment(table, actor) == seen_without_commitment(other, actor), (
                    f"{actor} can see"
                )

        def teardown(self):
            self.the_staff_alone_could_end_the_round()
            assert replay(self.sitting.table.name, self.sitting.events) == self.sitting.table
            check_that_views_leak_nothing(self.sitting.table, self.chance)

    return AnyTable


# Cards set and a meter, cards drawn, words said, bets taken back, hands split: the others have no more, and go through
# few sequences in `make soak` too.
MOST = ("san-lo", "casino-war", "ultimate-texas-holdem", "let-it-ride", SPLIT_TWENTY_ONE.slug)
FEW, MANY = 3, 20
OFTEN = {"ReconcileSeat": 150, "EndGame": 40, "Agree": 20}  # in 60 sequences
SELDOM = ("VoidRound", "ReportMisdeal", "Reverse")


def spend_an_evening(table, run):
    """The same every time, through the whole procedure: what chance may leave out of a few sequences is in it."""
    table.the_table_opens(run=run, tray=True, progressive=None)
    for seed, stage in enumerate((Stage.DEALING, Stage.CHOOSING, Stage.RECONCILING)):
        table.goes_on_properly(seed=seed, steps=1)
        for nth in range(4):
            table.a_player_bets(seat=3, cents=5_00, nth=nth)
        table.goes_on_properly(seed=seed, steps=6)
        table.odd_things_happen_at(stage=stage, seed=seed, seats=[0, 1, 3], layout="12|34", word="HI")
        for place in (0, 1, 3):
            table.two_people_correct(seed=seed, place=place, luck=2)
        table.the_round_comes_to_its_end(seed=seed, rounds=1)
    for seed in range(10, 40, 10):
        table.the_round_comes_to_its_end(seed=seed, rounds=1)
    table.teardown()


@pytest.mark.deeper
@pytest.mark.parametrize("slug", telling([(slug,) for slug in MOST], (*GAMES, SPLIT_TWENTY_ONE.slug)))
def test_any_sequence_of_commands_keeps_every_invariant(slug, monkeypatch):
    monkeypatch.setitem(GAMES, SPLIT_TWENTY_ONE.slug, SPLIT_TWENTY_ONE)
    reached = Counter()
    machine = machine_of(slug, reached)
    sequences = more(FEW, MANY) if slug in MOST else FEW
    for run in RUNS:
        if can_run(slug, run):
            spend_an_evening(machine(), run)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=sequences,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
    # The sequences really go through the whole procedure, and are really refused.
    game = GAMES[slug]
    often = OFTEN | {f"finished from {run}": 20 for run in RUNS if can_run(slug, run)}
    often |= {f"finished from {Stage.BETTING.value}": 20}
    often |= {f"finished from {stage.value}": 1 for stage in stages_of(game)[-2:]}  # some stages are soon over
    often |= {"Choose": 150} if chooses(game) else {}
    often |= {"EnterPacket": 20} if can_run(slug, "live manual") else {}
    for command, times in often.items():
        assert reached[command] >= max(1, times * sequences // 60), (command, reached)
    assert all(reached[command] for command in SELDOM if sequences == MANY), reached
    refused = [reason for reason in reached if isinstance(reason, Reason)]
    assert len(refused) >= (14 if sequences == MANY else 7), reached
