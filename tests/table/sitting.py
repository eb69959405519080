"""A sitting: a table, and the people at it, for tests.

    sitting = Sitting("san-lo", seats=(1, 4))
    sitting.player(4).bets("Main Bet", 25_00)
    sitting.player(4).refused(Reason.ABOVE_ITS_CAP).bets("Hat Trick", 30_00)
    sitting.deals(number=2, hands={4: "As Ad Kc Kd 9h 5s", DEALER: "..."})

After every step the book is checked: money is conserved, nobody owes who may not, no card lies twice, and the state
that is folded from the written events is the live one.
"""

import json
from collections import Counter
from collections.abc import Mapping
from copy import copy, deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from random import Random
from types import SimpleNamespace

from houseway.cards import parse, rank_of, show
from houseway.deciding.refusal import Refusal
from houseway.game import DRAWN_HANDS, SEAT, Choice, Deal, Over, Seen, Settle, Show
from houseway.games import GAMES, game_named
from houseway.money import MOST_MICROS, dollars, meter_account, reserve_account
from houseway.paytable import THE_METER
from houseway.progressive import commands as ask
from houseway.progressive import events as of_meter
from houseway.progressive.adjustment import Grounds
from houseway.progressive.controller import win_id
from houseway.progressive.envy import BETTORS_HANDS
from houseway.progressive.meter import settings_of, show_micros
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table import live
from houseway.table.automatic import next_step
from houseway.table.choosing import is_setting, silent_option
from houseway.table.commands import Stage
from houseway.table.cut import CutPack, cut_pack
from houseway.table.decide import decide
from houseway.table.denominations import show_chips
from houseway.table.due import due
from houseway.table.entering import asked_for, seen_of_pack
from houseway.table.evolve import evolve, replay
from houseway.table.jackpots import meter_hands, on_sensors, step_to_jackpot, unresolved
from houseway.table.layout import lay, layout_of
from houseway.table.link import back_out_to_hear, decide_together, meters_of, whole_meters
from houseway.table.notation import BY_NAME, METER_BY_NAME, canonical, link, read, write
from houseway.table.places import place_named
from houseway.table.receipt import receipt
from houseway.table.refusal import Reason
from houseway.table.seal import is_rotation_sealed, rotation_sealed, terms_digest
from houseway.table.seeing import hand_to_play, options_of
from houseway.table.shoe import commitment_to
from houseway.table.state import Table
from houseway.table.telling import say as by_rail
from houseway.table.terms import RULES, Terms
from houseway.table.view import view
from houseway.table.witness import Witness, witnesses
from tests.progressive.meters import ADMIN, TOP, SharedMeter

DEALER = 0
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("", "Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
CHIPS = 5_000_00
MAY_OWE = {"buy-in", "bank", "progressive fund", "over and short"}
IN_MICROS = {"progressive fund", "bank"}

SUPERVISOR = Actor(Role.SUPERVISOR, "Sue")
SURVEILLANCE = Actor(Role.SURVEILLANCE, "Iris")
AUDITOR = Actor(Role.AUDITOR, "Otto")
LIVE_DEALER = Actor(Role.DEALER, "Dora")
STAFF = (SUPERVISOR, SURVEILLANCE, AUDITOR, LIVE_DEALER)
DEALERS_STEPS = {
    Stage.DEALING: do.DealCards(),
    Stage.DRAWING: do.DrawCard(),
    Stage.SHOWING: do.TurnOver(),
    Stage.PEEKING: do.Peek(),
    Stage.SETTLING: do.SettleNow(),
}


def player_at(seat: int) -> Actor:
    return Actor(Role.PLAYER, NAMES[seat], seat)


def played_for(game, paytables):
    """The meters of the progressive paytable that is offered: `m`, or `m-major` where it has several."""
    offered = [GAMES[game].paytables[name] for name in paytables.values() if name in GAMES[game].paytables]
    names = [name for paytable in offered for name in paytable.meters]
    return {"meter": "m" if THE_METER in names else "", "meters": {name: f"m-{name}" for name in names if name}}


class Sitting:
    """A table that is open, with a live dealer and bought-in players unless said otherwise."""

    def __init__(
        self,
        game="",
        *,
        seats=(),
        seats_open=None,
        chips=CHIPS,
        dealer="live",
        opened=True,
        name="T1",
        shared=None,
        **terms,
    ):
        self.table = Table(name=name)
        self.meters = shared if isinstance(shared, dict) else {"m": shared} if shared else {}  # of several tables
        self.from_the_book = self.table  # folded from the written events
        self.events: list[tuple[was.Event, datetime]] = []
        self.first_round = 1  # of which events are kept
        self.last: tuple[was.Event, ...] = ()
        self.face_up: Counter[int | str] = Counter()  # how many cards of each place everybody sees
        self.lines: list[str] = []
        self.at = NOON
        self.chance = Random(99)
        if opened:
            terms |= played_for(game, terms.get("paytables", {})) if "meter" not in terms else {}
            self.supervisor.opens(Terms(game=game, dealer=dealer, seats=seats_open, **terms))
        for seat in seats:
            self.player(seat).sits()
            if chips:
                self.sells_chips(seat, chips)

    def copy(self):
        """Another table that has come as far, and goes on by itself."""
        assert self.meter is None, "a meter is shared"
        other = copy(self)
        other.events, other.lines, other.face_up = [*self.events], [*self.lines], Counter(self.face_up)
        other.chance = deepcopy(self.chance)
        return other

    # ---- who speaks ------------------------------------------------------------------------------

    def player(self, seat):
        return Voice(self, player_at(seat))

    def voice(self, actor):
        return Voice(self, actor)

    dealer = property(lambda self: Voice(self, LIVE_DEALER))
    automatic = property(lambda self: Voice(self, AUTOMATIC_DEALER))
    supervisor = property(lambda self: Voice(self, SUPERVISOR))
    surveillance = property(lambda self: Voice(self, SURVEILLANCE))
    auditor = property(lambda self: Voice(self, AUDITOR))

    @property
    def dealing(self):
        """Whoever deals the table."""
        return self.automatic if self.table.terms.dealer == "automatic" else self.dealer

    # ---- one step --------------------------------------------------------------------------------

    def answer(self, actor, command):
        """What the table says to a command; it happens if it is not refused."""
        self.at += timedelta(seconds=1)
        there_and_back(command)
        before = self.table
        answer = self.decides(actor, command)
        assert self.table is before
        if isinstance(answer, Refusal):
            assert answer.says, answer.reason
            assert len(answer.says.splitlines()) == 1, f"not one line: {answer.says!r}"
            return answer
        assert answer, f"{command} was neither refused nor did it do anything"
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            self.lines += told(event, self.table)
            self.face_up = face_up(self.face_up, event, self.table)
            self.table = evolve(self.table, event, self.at)
            self.from_the_book = evolve(self.from_the_book, there_and_back(event), self.at)
            self.events.append((event, self.at))
        self.lines += self.told_of_meter
        self.last = answer
        self.check()
        return answer

    def decides(self, actor, command):
        """By the table alone, or with the meters that it plays for."""
        self.told_of_meter = []
        needed = whole_meters(self.table, command)
        if isinstance(command, do.CoinIn):
            needed = tuple(meters_of(self.table).values())
        if not needed or needed[0][0] != "m":
            return decide(self.table, actor, command, self.at)
        if isinstance(command, do.OpenTable):
            self.plays_for(command.terms)
        held = {name: SimpleNamespace(controller=m.state, coined=m.coined()) for name, m in self.meters.items()}
        both = decide_together(self.table, held, actor, command, self.at, top=lambda terms, meter: TOP)
        if isinstance(both, Refusal):
            return both
        for asked in both.asked:
            there_and_back(asked.command, METER_BY_NAME)
            for event in asked.events:
                self.told_of_meter += told_of_meter(event)
                there_and_back(event, METER_BY_NAME)
            self.meters[asked.meter].happens(asked.events)
        return both.events

    def plays_for(self, terms):
        """Meters of the names that the terms have, where there are none yet."""
        offered = terms.progressive.meters if terms.progressive else {}
        for called, name in ((called, name) for called, name in terms.plays_for.items() if called in offered):
            meter = self.meters.setdefault(name, SharedMeter(settings_of(terms.progressive, called), name))
            accounts = meter_account(name), reserve_account(name)
            meter.tables[self.table.name] = lambda of=accounts: (
                len(self.events),
                *(self.table.balances.get(account, 0) for account in of),
            )

    @property
    def meter(self):
        """The meter of a table that plays for one."""
        return self.meters.get("m")

    def check(self):
        for meter in self.meters.values():
            meter.check()
        check_books(self.table)
        check_cards(self.table)
        if not self.table.other_rules:
            check_faces(self.round, self.face_up)
        assert self.from_the_book == self.table, "the book tells another story than the table"
        if any(isinstance(event, was.GameEnded | was.RoundVoided) for event in self.last):
            assert replay(self.table.name, self.events) == self.table

    # ---- looking ---------------------------------------------------------------------------------

    @property
    def game(self):
        return self.table.game

    @property
    def stage(self):
        return self.table.stage

    @property
    def round(self):
        return self.table.round

    def chips(self, seat):
        return self.table.seat_chips(seat)

    def account(self, name):
        return self.table.chips(name)

    def result(self, seat, wager):
        """How a wager of the last reconciled round, or of this one, ended."""
        rounds = (self.table.round, self.table.previous)
        results = next(r.spots[seat].results for r in rounds if r and seat in r.spots and r.spots[seat].results)
        return next(result for result in results if result.wager == wager)

    def net(self, seat, wager):
        """What the wager won or lost."""
        result = self.result(seat, wager)
        return result.returned_cents + result.won_cents - result.stake_cents

    def receipt(self):
        """Of the round before, each event as a record of its own."""
        records, number, before, shoe = [], self.first_round, "0" * 64, self.table.previous.shoe
        for nth, (event, _) in enumerate(self.events, 1):
            body = canonical({"events": [write(event)[0]], "game": self.table.terms.game, "round": number})
            record = Witness(nth, before, body, link(before, body))
            before = record.hash
            is_of_shoe = shoe and number == shoe.since and isinstance(event, was.Shuffled | was.CardsCut)
            if number == self.table.previous.number or is_of_shoe:
                records.append((record, (event,)))
            number += isinstance(event, was.GameEnded | was.RoundVoided)
        return json.loads(json.dumps(receipt(self.table, self.table.previous, witnesses(records))))

    def seen_by(self, actor):
        seen = view(self.table, actor)
        assert json.loads(json.dumps(seen)) == seen, "a view is JSON"
        return seen

    # ---- whole stretches of a round ----------------------------------------------------------------

    def is_sealed(self):
        """The dealer's first step of a round, if it was not done: nobody bets before it."""
        terms = self.table.terms
        if terms and self.stage is Stage.BETTING and isinstance(live.next_step(self.table), do.BeginShoe):
            self.dealer.gives(next_shoe(self.table, self.chance))
        is_due = terms is not None and terms.shuffler == "machine" and self.stage is Stage.BETTING
        if is_due and self.round.sealed is None and not self.table.other_rules:
            self.dealing.gives(equipped(do.Shuffle(), self.table, self.chance))
        return self

    def stacks(self, **sealed):
        """The pack, or the rotation, that was sealed is another: as no house can, for what people did since then does
        not depend on it. Tests name the cards of a round when the bets lie."""
        (nth,) = [n for n, (event, _) in enumerate(self.events) if event is self.round.sealed]
        told, self.events[nth] = self.events[nth], (replace(self.round.sealed, **sealed), self.events[nth][1])
        for name in ("table", "from_the_book"):
            table = getattr(self, name)
            stacked = replace(table.round, sealed=self.events[nth][0])
            if table.round.cut_pack:
                stacked = replace(stacked, cut_pack=cut_pack(stacked.sealed, stacked.cuts, self.game))
            setattr(self, name, replace(table, round=stacked))
        before, after = (write(event)[0]["seal"][:16] for event in (told[0], self.round.sealed))
        self.lines[:] = [line.replace(before, after) for line in self.lines]
        return self

    def sells_chips(self, seat, cents):
        """Cash becomes chips: through the dealer's hands, or by the player himself where there are none."""
        by_hand = self.table.terms.dealer == "live"
        return (self.dealer if by_hand else self.player(seat)).buys_in(cents, seat)

    def bets(self, **or_wagers):
        """`bets(main=25_00)`: the main wager from every seat; `wagers={"Hat Trick": 5_00}` beside it."""
        main, others = or_wagers.get("main", 25_00), or_wagers.get("wagers", {})
        for seat in sorted(self.table.players):
            self.player(seat).bets(main_of(self.game), main)
            for wager, cents in others.items():
                self.player(seat).bets(wager, cents)
        return self

    def deals_unshuffled(self, number):
        """Packets of a pack that nobody shuffled, the first to the place of this number. Gives the pack."""
        order = self.game.pack().cards()
        self.dealer.shuffles(order)
        self.dealer.closes_betting()
        self.dealer.draws(number)
        self.dealer.deals()
        return order

    def deals(self, hands=None, *, number=1, dice=()):
        """From the shuffle to the packets; each place gets the hand that is given for it, and those that draw get what
        is "drawn"."""
        hands = dict(hands or {})
        drawn = hands.pop("drawn", "")
        order = stacked(self.game, hands, number, self.round.betting, self.table.terms.decks, drawn)
        self.dealing.shuffles(order)
        if on_sensors(self.table) and not self.round.coined:
            self.dealing.coins_in()
        self.dealing.closes_betting()
        if self.stage is Stage.NUMBERING:
            self.dealing.rolls(*dice) if dice else self.dealing.draws(number)
        self.dealing.deals()
        for place, cards in hands.items():
            assert self.round.cards_of(place) == parse(cards), f"{place} got {show(self.round.cards_of(place))}"
        return self

    def all_set(self, *but):
        """Every seat that has something to choose does, as the house way would, or what a silent seat takes."""
        step = self.round.step
        while self.round.step == step and (waiting := self.waiting(*but)):
            self.player(waiting[0]).plays(proper_play(self.table, waiting[0]))
        return self

    def all_stay(self):
        """Every seat that has something to choose stays in the round, as cheaply as it can."""
        step = self.round.step
        while self.round.step == step and (waiting := self.waiting()):
            seat = waiting[0]
            if is_setting(options_of(self.table, seat)):
                self.player(seat).plays(proper_play(self.table, seat))
                continue
            options = [option for option in options_of(self.table, seat) if not option.out and not option.foul]
            cheapest = min(options, key=lambda option: cost_of(self.table, seat, option))
            self.player(seat).plays(play_of(self.table, seat, cheapest))
        return self

    def waiting(self, *but):
        """The seats that have to choose now."""
        return [seat for seat in due(self.table).seats if seat not in but] if self.stage is Stage.CHOOSING else []

    def reveals(self):
        """Everybody chooses, and the dealer does his part, until the round is reconciled."""
        while self.stage is not Stage.RECONCILING:
            if self.stage is Stage.CHOOSING:
                self.all_set()
            else:
                self.dealing.gives(DEALERS_STEPS[self.stage])
        return self

    def reconciles(self):
        """Every seat that is not, in order."""
        for seat in sorted(self.round.hands, reverse=True):
            if not self.round.spots[seat].results:
                self.dealing.reconciles(seat)
        return self

    def ends(self):
        """What is left of the round, from the choice to GAME OVER; surveillance nods at everything."""
        if self.table.terms.shuffler == "manual":
            return self.ends_by_hand()
        self.reveals()
        self.pays_the_meter().reconciles().acknowledges()
        self.dealing.game_over()
        return self

    def deals_by_hand(self, number=1):
        """Physical cards, from COIN IN until they lie face down."""
        if on_sensors(self.table) and not self.round.coined:
            self.dealer.coins_in()
        self.dealer.closes_betting()
        if self.stage is Stage.NUMBERING:
            self.dealer.draws(number)
        self.dealer.deals()
        return self

    def enters_all(self, hands=None):
        """Physical cards for as long as the procedure asks for them: what is given for the place, or any."""
        while isinstance(step := live.next_step(self.table), do.EnterPacket):
            if hands and step.place in hands:
                self.dealer.enters(step.place, hands[step.place])
            else:
                self.dealer.gives(next_packet(self.table, self.chance))
        return self

    def ends_by_hand(self, hands=None):
        """What is left of a round with physical cards, step by step as the console asks for it, to GAME OVER."""
        number = self.round.number
        if self.stage is Stage.CHOOSING:
            self.all_set(*(seat for seat in self.round.hands if self.round.spots[seat].asked))
        while self.round.number == number:
            self.enters_all(hands)
            step = live.next_step(self.table)
            voices = {do.TurnKey: self.supervisor, do.PressJackpot: self.supervisor}
            voices[do.AcknowledgePayout] = self.surveillance
            voices.get(type(step), self.dealer).gives(step)
        return self

    def pays_the_meter(self):
        """Every win from the meter, keyed, verified and recorded, one at a turn of the key."""
        for seat, line in meter_hands(self.table).items():
            if seat not in self.round.keyed:
                self.dealing.presses(line, seat=seat)
        while unresolved(self.round):
            self.supervisor.turns_key("JPH")
            self.supervisor.presses_jackpot()
            self.supervisor.turns_key("RUN")
        return self

    def acknowledges(self):
        for seat in self.round.hands:
            for waiting in self.round.spots[seat].waits:
                self.surveillance.acknowledges(waiting.wager, seat=seat)
        return self

    def backs_out(self, cents, seat=None):
        """Of an award of this round, by two people at the controller; the table hears of it."""
        seat = seat or self.round.jackpots[-1].seat
        called = next(jackpot.meter for jackpot in reversed(self.round.jackpots) if jackpot.seat == seat)
        meter = self.meters[meters_of(self.table)[called]]
        nth = sum((jackpot.seat, jackpot.meter) == (seat, called) for jackpot in self.round.jackpots)
        win = win_id(f"{self.table.name} round {self.round.number}", seat, nth)
        asked = ask.ProposeAdjustment(micros=cents * 10_000, reason=Grounds.BACK_OUT, note="not his hand", win=win)
        for actor, command in ((SUPERVISOR, asked), (ADMIN, ask.Approve(proposal=meter.state.next_proposal))):
            answer = meter.gives(actor, command)
            assert not isinstance(answer, Refusal), answer
        return self.hears()

    def hears(self):
        """What the controller backed out, as the service tells it."""
        controllers = {called: self.meters[name].state for called, name in meters_of(self.table).items()}
        while command := back_out_to_hear(self.table, controllers):
            self.voice(Actor(Role.AUTOMATIC, "meter m")).gives(command)
        return self

    def deals_itself(self, *, until=None):
        """The automatic dealer goes on as fast as it may, until it waits for people or `until` is the stage."""
        number = self.round.number
        while self.round.number == number and self.stage is not until:
            step = next_step(self.table)
            if step is None:
                return self
            command, due = step
            if due is not None:
                self.at = max(self.at, due)
            self.automatic.gives(equipped(command, self.table, self.chance))
        return self


class Voice:
    """Someone at the table. Anybody can ask for anything; the table says who may."""

    def __init__(self, sitting, actor, expects=None):
        self.sitting, self.actor, self.expects = sitting, actor, expects

    def refused(self, reason):
        """What comes next is refused for this reason."""
        return Voice(self.sitting, self.actor, reason)

    def gives(self, command):
        answer = self.sitting.answer(self.actor, command)
        if self.expects is None:
            assert not isinstance(answer, Refusal), f"{command} by {self.actor}: {answer}"
        else:
            assert isinstance(answer, Refusal), f"{command} by {self.actor} was not refused: {answer}"
            assert answer.reason is self.expects, f"{command} by {self.actor}: {answer}"
        return answer

    def _at(self, seat):
        return self.actor.seat if seat is None else seat

    # ---- at a seat -------------------------------------------------------------------------------

    def sits(self, seat=None, name=None):
        return self.gives(do.TakeSeat(seat=self._at(seat), player=name or self.actor.name))

    def leaves(self, seat=None):
        return self.gives(do.LeaveSeat(seat=self._at(seat)))

    def buys_in(self, cents, seat=None):
        return self.gives(do.BuyIn(seat=self._at(seat), cents=cents))

    def cashes_out(self, cents, seat=None):
        return self.gives(do.CashOut(seat=self._at(seat), cents=cents))

    def bets(self, wager, cents, seat=None):
        if self.expects is not Reason.NOT_SHUFFLED:
            self.sitting.is_sealed()
        return self.gives(do.PlaceWager(seat=self._at(seat), wager=wager, cents=cents))

    def takes_back(self, wager, seat=None):
        return self.gives(do.TakeBackWager(seat=self._at(seat), wager=wager))

    def is_ready(self, seat=None):
        return self.gives(do.SayReady(seat=self._at(seat)))

    def sets(self, layout, word="", seat=None):
        return self.gives(do.Choose(seat=self._at(seat), layout=layout, word=word))

    def says(self, word, seat=None):
        """HI, or `HI double`; fold, or raise."""
        return self.gives(do.Choose(seat=self._at(seat), word=word))

    def sets_as(self, text):
        """By cards, `As Ad | 9c Kd`."""
        return self.sets(laid_out(self.sitting.round.cards_of(self.actor.seat), text))

    def plays(self, command):
        return self.gives(command)

    def asks_house_way(self, seat=None):
        return self.gives(do.AskHouseWay(seat=self._at(seat)))

    # ---- at the tray -----------------------------------------------------------------------------

    def shuffles(self, order, nonce="5" * 64):
        """In this order; if bets lie already, as if it had been so from the beginning of the round."""
        order = parse(order) if isinstance(order, str) else tuple(order)
        if self.expects is None and self.sitting.round.betting:
            return self.sitting.stacks(order=order, nonce=nonce)
        return self.gives(replace(equipped(do.Shuffle(), self.sitting.table, Random(1)), order=order, nonce=nonce))

    def cuts(self, cut, seat=None):
        return self.gives(do.CutCards(seat=self._at(seat), cut=cut))

    def closes_betting(self):
        return self.gives(do.CloseBetting())

    def draws(self, number):
        """The number that was sealed: this one. With physical cards the RNG's."""
        if self.expects is None and self.sitting.round.sealed:
            self.sitting.stacks(number=number)
            return self.gives(do.DrawNumber())
        return self.gives(do.DrawNumber(number=number))

    def rolls(self, *dice):
        return self.gives(do.DrawNumber(dice=dice))

    def deals(self):
        return self.gives(do.DealCards())

    def enters(self, place, cards, nonce="7" * 64):
        return self.gives(do.EnterPacket(place=place, cards=parse(cards), nonce=nonce))

    def sets_house_way(self, seat):
        return self.gives(do.SetHouseWay(seat=seat))

    def calls_time(self, note="gone for an hour"):
        return self.gives(do.CallTime(note=note))

    def reveals(self):
        return self.gives(do.TurnOver())

    def draws_a_card(self):
        return self.gives(do.DrawCard())

    def peeks(self):
        return self.gives(do.Peek())

    def settles_now(self):
        return self.gives(do.SettleNow())

    def reconciles(self, seat):
        return self.gives(do.ReconcileSeat(seat=seat))

    def game_over(self):
        return self.gives(do.EndGame())

    def coins_in(self):
        return self.gives(do.CoinIn())

    def presses(self, line, seat):
        return self.gives(do.PressHand(seat=seat, line=line))

    def turns_key(self, to):
        return self.gives(do.TurnKey(to=to))

    def presses_jackpot(self):
        return self.gives(do.PressJackpot())

    def reports_misdeal(self, note="a card was exposed"):
        return self.gives(do.ReportMisdeal(note=note))

    def changes_dealer(self, dealer):
        return self.gives(do.ChangeDealer(dealer=dealer))

    # ---- two people ------------------------------------------------------------------------------

    def proposes_cards(self, packets, note="a card was misread", nonce="9" * 64):
        told = {str(place): cards for place, cards in packets.items()}
        return self.gives(do.ProposeCards(packets=told, note=note, nonce=nonce))

    def proposes_void(self, note="a fouled deck"):
        return self.gives(do.ProposeVoid(note=note))

    def proposes_money(self, cents, *, seat, player, of=1, wager="Main Bet", note="the camera shows it", **more):
        asked = do.ProposeMoney(round=of, seat=seat, player=player, wager=wager, cents=cents, note=note, **more)
        return self.gives(asked)

    def pays_due(self, player):
        return self.gives(do.PayDue(player=player))

    def agrees(self, proposal=None):
        return self.gives(do.Agree(proposal=proposal or self.sitting.table.next_proposal - 1))

    def drops(self, proposal=None):
        return self.gives(do.DropProposal(proposal=proposal or self.sitting.table.next_proposal - 1))

    # ---- standing behind -------------------------------------------------------------------------

    def opens(self, terms):
        return self.gives(do.OpenTable(terms=terms, rules=RULES))

    def closes(self):
        return self.gives(do.CloseTable())

    def fills(self, cents, **chips):
        return self.gives(do.FillTray(cents=cents, **chips))

    def credits(self, cents, **chips):
        return self.gives(do.CreditTray(cents=cents, **chips))

    def colours_up(self, seat, chips):
        return self.gives(do.ColourUp(seat=seat, chips=chips))

    def stops(self, note="a card was bent"):
        return self.gives(do.StopRound(note=note))

    def releases(self, note="the camera shows nothing"):
        return self.gives(do.ReleaseRound(note=note))

    def stops_payout(self, seat, note="who is this player?"):
        return self.gives(do.StopPayout(seat=seat, note=note))

    def counts(self, chips, coin_cents=0):
        return self.gives(do.CountTray(chips=chips, coin_cents=coin_cents))

    def confirms(self, chips=None, cents=0, slip=None, carried_by=None):
        """Max carries the chips of a fill or a credit, unless another is named."""
        papers = self.sitting.table.papers
        slip = slip or papers.next_slip - 1
        is_carried = slip in papers.slips and papers.slips[slip].what in ("fill", "credit")
        carrier = ("Max" if is_carried else "") if carried_by is None else carried_by
        return self.gives(do.ConfirmSlip(slip=slip, chips=chips or {}, cents=cents, carried_by=carrier))

    def signs_on(self):
        return self.gives(do.SignOn())

    def signs_off(self, note="a break"):
        return self.gives(do.SignOff(note=note))

    def reverses(self, entry, note="typed wrongly"):
        return self.gives(do.Reverse(entry=entry, note=note))

    def voids(self, note="the wrong cards"):
        return self.gives(do.VoidRound(note=note))

    def acknowledges(self, wager, seat):
        return self.gives(do.AcknowledgePayout(seat=seat, wager=wager))


# ---- cards -----------------------------------------------------------------------------------------


def main_of(game):
    """The wager that a seat has to place, or the first that it may."""
    return (game.required or [wager.name for wager in game.placed])[0]


def may_place(table, name):
    """Whether a seat can place this wager beside the main one by a command of its own."""
    game = table.game
    wager = game.wager(name)
    return wager in game.placed and wager.of not in game.required and table.terms.paytable(wager) is not None


def chooses(game):
    """Whether every seat has something to choose in every round, as soon as it is dealt."""
    before = takewhile(lambda step: not isinstance(step, Choice), game.round)
    may_end = any(isinstance(step, Settle | Over) for step in game.round)
    return bool(game.choices) and not may_end and not any(isinstance(step, Show) for step in before)


def size_of(game, place):
    """How many cards are dealt to a place before somebody acts."""
    before = takewhile(lambda step: not isinstance(step, Choice), game.round)
    deals = [step for step in before if isinstance(step, Deal)]
    dealt = [step for step in deals if place in [*map(place_named, step.to.places)] or is_seat(step, place)]
    return sum(step.cards * hands_dealt(game, place) for step in dealt)


def hands_dealt(game, place):
    """How many hands a place is dealt: a seat as many as the wagers lie on that it must place."""
    is_seats = place != DEALER and isinstance(place, int)
    return len({game.wager(name).lies_on for name in game.required} | {1}) if is_seats else 1


def is_seat(step, place):
    return place != DEALER and isinstance(place, int) and SEAT.place in step.to.places


def show_dealt(game, rnd, place, step):
    """The cards that came to a place by a step of the deal, hand by hand."""
    hands = hands_dealt(game, place)
    cards = rnd.cards_of(place)[-step.cards * hands :]
    return " | ".join(show(cards[step.cards * n : step.cards * (n + 1)]) for n in range(hands))


def told_hands(rnd, seat):
    return " | ".join(show(rnd.held_by(seat, nth)) for nth in range(1, len(rnd.spots[seat].hands) + 1))


def places_dealt(game, number, betting):
    """The order of the packets, and of how many cards, written anew: counter-clockwise from the number with the dealer
    as 1, every place; or the seats that bet from the dealer's left, and the dealer; and then the other places."""
    for step in game.round:
        if not isinstance(step, Deal):
            continue
        to = [place_named(place) for place in step.to.places if place != SEAT.place]
        if SEAT.place not in step.to.places:
            places = to
        elif game.number_by:
            circle = [DEALER, *range(game.seats, 0, -1)]
            places = [circle[(number - 1 + n) % len(circle)] for n in range(len(circle))]
        else:
            places = [*sorted(betting), *to]
        yield from ((place, step.cards * hands_dealt(game, place)) for place in places)


def stacked(game, hands: Mapping[int | str, str], number, betting, decks=None, drawn=""):
    """A whole pack in an order that gives each place the hand that is named for it; the others get what is left. Then
    come the cards that are drawn."""
    given = {place: list(parse(cards)) for place, cards in hands.items()}
    for place, cards in given.items():
        assert len(cards) == size_of(game, place), f"{place} gets {size_of(game, place)} cards, not {show(cards)}"
    later = parse(drawn)
    rest = Counter(game.pack(decks).cards())
    rest.subtract([*later, *(card for cards in given.values() for card in cards)])
    assert min(rest.values()) >= 0, "a card is named too often"
    # The rest from the middle of a deck outwards, deck by deck, so that the places nobody named get plain cards.
    copies = [(copy, card) for card, times in rest.items() for copy in range(times)]
    left = [card for _, card in sorted(copies, key=lambda each: (each[0], abs(each[1] - 22), each[1]))]
    order = []
    for place, size in places_dealt(game, number, betting):
        order += [(given.get(place) or left).pop(0) for _ in range(size)]
    return (*order, *later, *left)


def laid_out(packet, text):
    """`As Ad | 9c Kd` by places in the packet: `13|24`."""
    places = {card: str(n + 1) for n, card in enumerate(packet)}
    return "|".join("".join(sorted(places[card] for card in parse(hand))) for hand in text.split("|"))


def proper_play(table, seat) -> do.Choose:
    """What a seat may always do: the house way, or what a silent seat takes."""
    options, cards = options_of(table, seat), table.round.cards_of(seat)
    step = table.game.round[table.round.step]
    if table.terms.shuffler == "manual":
        return do.Choose(seat=seat, word="" if is_setting(options) else min(option.word for option in options))
    if step.way:
        return do.Choose(seat=seat, layout=layout_of(cards, step.way.set(cards)))
    return play_of(table, seat, silent_option(options))


def equipped(command, table, chance):
    """What the edge does: an empty shuffle gets cards, an empty number a number."""
    match command:
        case do.Shuffle(order=()):
            rotation = rotation_sealed(table, table.terms.dealer)
            cards = list(table.game.pack(table.terms.decks).cards())
            chance.shuffle(cards)
            if table.terms.progressive and chance.random() < 0.5:
                cards = rich(cards, chance)
            if table.game.family == DRAWN_HANDS and chance.random() < 0.5:
                cards = paired(cards, chance)
            return do.Shuffle(
                order=tuple(cards),
                nonce=f"{chance.getrandbits(256):064x}",
                number=chance.randint(1, table.game.seats + 1) if rotation == "rng" else None,
                dice=tuple(chance.randint(1, 6) for _ in range(3)) if rotation == "dice" else None,
                terms=terms_digest(table.terms),
            )
        case do.DrawNumber(number=0, dice=()):
            if is_rotation_sealed(table.round):
                return command
            if table.terms.number_by == "dice":
                return replace(command, dice=tuple(chance.randint(1, 6) for _ in range(3)))
            return replace(command, number=chance.randint(1, table.game.seats + 1))
    return command


RICH = ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "Jk Kc Qc Jc Tc", "As Ah Ad Ac Jk", "8s 8h 8d 8c 9h")


def rich(cards, chance):
    """An order in which packets of six hold hands that the meter pays, as many as their cards allow."""
    packets, left = [], list(cards)
    for hand in chance.sample(RICH, chance.randint(1, len(RICH))):
        if all(card in left for card in parse(hand)):
            left = [card for card in left if card not in parse(hand)]
            packets.append([*parse(hand), left.pop()])
    while len(left) >= 6:
        packets.append([left.pop() for _ in range(6)])
    chance.shuffle(packets)
    return [card for packet in packets for card in packet] + left


def paired(cards, chance):
    """An order in which cards of few ranks come first: hands that can be split are frequent in it."""
    ranks = chance.sample(sorted({rank_of(card) for card in cards}), 2)
    return sorted(cards, key=lambda card: rank_of(card) not in ranks)


# ---- what always holds -----------------------------------------------------------------------------


def there_and_back(value, names=BY_NAME):
    """A command or event through its written form, as the book keeps it."""
    written, secrets = write(value)
    again = read(json.loads(canonical(written)), secrets, names)
    assert again == value, f"{value} is read back as {again}"
    return again


def check_books(table):
    assert sum(table.balances.values()) == 0, "money came from nowhere"
    for account, micros in table.balances.items():
        assert micros >= 0 or account in MAY_OWE or account.startswith(("due ", "owes ")), f"{account} owes {-micros}"
        assert abs(micros) <= MOST_MICROS, f"{account} is beyond its bound"
        is_fine = account in IN_MICROS or account.startswith(("meter ", "reserve "))
        assert micros % 10_000 == 0 or is_fine, f"{account} holds a part of a cent"
    lying = sum(
        sum(cents for wager, cents in spot.wagers.items() if wager not in {spot.coined_in, *early(spot)})
        for spot in table.round.spots.values()
        if not spot.results
    )
    assert table.chips("felt") == lying, "the felt holds what lies in the spots"
    won = {jackpot.seat for jackpot in table.round.jackpots}
    unpaid = sum(table.round.prize(seat) for seat in won if not table.round.spots[seat].results)
    assert table.chips("locked jackpot") == unpaid, "what J-POT locked waits for its seat"
    waiting = sum(result.won_cents for spot in table.round.spots.values() for result in spot.waits)
    assert table.chips("pending") == waiting


def early(spot):
    return [result.wager for result in spot.early]


def check_cards(table):
    rnd = table.round
    lying = Counter(seen_of_pack(rnd))
    if lying:
        pack = table.game.pack(table.terms.decks)
        assert all(times <= pack.copies(card) for card, times in lying.items()), "a card lies twice"


def face_up(before, event, table):
    """How many cards of each place everybody sees after an event, reckoned from the events alone."""
    now = Counter(before)
    match event:
        case was.CardsDealt():
            up = table.game.round[event.step].up
            shown = {place: up * hands_dealt(table.game, place) for place in event.places}
            now.update({place: cards for place, cards in shown.items() if place not in event.picked_up})
        case was.CardDrawn():  # to cards that lie face down it comes face down
            now[event.place] += now[event.place] == table.round.pile(event.place).size
        case was.TurnedAnew():
            pass
        case was.TurnedOver():
            if event.house_way:
                now[event.place] = 0
            now[event.place] += len(parse(event.hands.replace("|", " ")))
        case was.Peeked(is_over=True):
            for name in table.game.round[event.step].looks.places:
                now[place_named(name)] = table.round.pile(place_named(name)).size
        case was.GameEnded() | was.RoundVoided():
            now.clear()
    return now


def check_faces(rnd, face_up):
    assert {place: pile.up for place, pile in rnd.piles.items() if pile.up} == {p: n for p, n in face_up.items() if n}


# ---- what the viewers may know ---------------------------------------------------------------------


def viewers(table):
    """Everybody who can look at the table, and a passer-by without a seat."""
    seats = range(1, table.game.seats + 1) if table.terms else ()
    return [*STAFF, AUTOMATIC_DEALER, Actor(Role.PLAYER, "Pat"), *map(player_at, seats)]


def seats_seen_by(table, actor):
    """The seats of the round whose cards this viewer may know, reckoned here and not by `view`."""
    rnd = table.round
    seen = set()
    for seat in [place for place in rnd.piles if isinstance(place, int) and place != DEALER]:
        spot = rnd.spots[seat]
        own = actor.role is Role.PLAYER and actor.seat == seat
        displayed = spot.how == "house way" and actor.role in (Role.DEALER, Role.SURVEILLANCE)
        verified = seat in rnd.keyed or (rnd.stage is Stage.RECONCILING and seat in meter_hands(table))
        if rnd.stage is Stage.RECONCILING and table.has_staff and table.terms.dealer == "automatic":
            left = [s for s in rnd.hands if not rnd.spots[s].results]
            depends = rnd.coined or table.terms.aggregate_cents  # envy and a shared limit: on every hand
            paid_by = rnd.hands if depends and left else left[:1]
            verified |= seat in paid_by and not step_to_jackpot(table)
        if rnd.stage is Stage.RECONCILING and table.terms.dealer == "live" and actor.role is Role.DEALER:
            left = [s for s in rnd.hands if not rnd.spots[s].results]
            depends = rnd.coined or table.terms.aggregate_cents
            verified |= seat in (rnd.hands if depends and left else left[:1]) and not step_to_jackpot(table)
        verifies = actor.role in (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE)
        by_hand = table.terms.shuffler == "manual" and rnd.stage is Stage.RECONCILING and spot.how != "house way"
        if by_hand or own or displayed or spot.results or (verified and verifies):
            seen.add(seat)
    return seen


def with_other_hidden_cards(table, actor, chance):
    """The same table, but every card that this viewer may not see is another one."""
    rnd, game = table.round, table.game
    seen = seats_seen_by(table, actor)
    known = {place: len(pile.cards) if place in seen else pile.up for place, pile in rnd.piles.items()}
    lying = Counter(card for place, up in known.items() for card in rnd.cards_of(place)[:up])
    rest = list((Counter(game.pack(table.terms.decks).cards()) - lying).elements())
    chance.shuffle(rest)
    piles = {}
    for place, pile in rnd.piles.items():
        kept = pile.cards[: known[place]]
        piles[place] = replace(pile, cards=(*kept, *(rest.pop() for _ in pile.cards[len(kept) :])))
    if rnd.shoe:
        return with_another_rest(replace(table, round=replace(rnd, piles=piles)), chance)
    return replace(table, round=with_another_seal(replace(rnd, piles=piles), game, chance))


def with_another_rest(table, chance):
    """The same table, but what is left in its shoe, and what was burnt face down, are other cards."""
    rnd, shoe = table.round, table.round.shoe
    first = 1 if table.terms.shoe.burn == "by the first card" else 0
    hidden = [*shoe.places[first : shoe.burnt], *shoe.places[max(rnd.top, shoe.burnt) :]]
    order = list(shoe.sealed.order)
    for place, card in zip(hidden, chance.sample([order[place] for place in hidden], len(hidden)), strict=True):
        order[place] = card
    sealed = replace(shoe.sealed, order=tuple(order))
    sealed = replace(sealed, commitment=commitment_to(sealed.order, sealed.nonce, sealed.terms))
    other = replace(shoe, sealed=sealed)
    now = replace(rnd, shoe=other, sealed=sealed, cut_pack=rnd.cut_pack and CutPack(other.order, None, ()))
    before = table.previous
    if before and before.shoe is shoe:
        before = replace(before, shoe=other, sealed=sealed, cut_pack=CutPack(other.order, None, ()))
    return replace(table, round=now, previous=before)


def with_another_seal(rnd, game, chance):
    """Another order, rotation and nonce under the seal; and by the cuts another pack, if the bets are closed."""
    if rnd.sealed is None:
        return rnd
    sealed = replace(rnd.sealed, order=tuple(chance.sample(rnd.sealed.order, len(rnd.sealed.order))))
    sealed = replace(sealed, nonce=f"{chance.getrandbits(256):064x}")
    if sealed.number is not None:
        sealed = replace(sealed, number=sealed.number % (game.seats + 1) + 1)
    if sealed.dice is not None:
        sealed = replace(sealed, dice=tuple(die % 6 + 1 for die in sealed.dice))
    return replace(rnd, sealed=sealed, cut_pack=rnd.cut_pack and cut_pack(sealed, rnd.cuts, game))


def seen_without_commitment(table, actor):
    seen = view(table, actor)
    if seen.get("current"):
        seen["current"]["commitment"] = bool(seen["current"]["commitment"])
    for told in filter(None, (seen.get("current"), seen.get("previous"))):
        if "shoe" in told and "sealed" not in told:
            without_hashes(told)
    return canonical(seen)


def without_hashes(told):
    """Of a shoe that is dealt on: hashes are all that depends on the cards that are left in it."""
    told["commitment"] = told["shoe"]["root"] = "hash"
    for opened in (*told["shoe"]["opened"], *filter(None, [told["shoe"]["burn"]])):
        opened["path"] = len(opened["path"])
    return told


def check_that_views_leak_nothing(table, chance):
    if table.terms is None:
        return
    for actor in viewers(table):
        other = with_other_hidden_cards(table, actor, chance)
        assert seen_without_commitment(table, actor) == seen_without_commitment(other, actor), f"{actor} can see"


# ---- a round, told ---------------------------------------------------------------------------------


def told(event, table) -> list[str]:
    """What happened, a line each, as someone at the rail would say it."""

    def name(seat):
        return table.spoken(seat) + (f" ({table.players[seat]})" if seat in table.players else "")

    match event:
        case was.TableOpened(terms=terms):
            offered = ", ".join(dict.fromkeys(terms.paytables.values()))
            limits = f"{dollars(terms.minimum_cents)} to {dollars(terms.maximum_cents)}"
            return [
                f"supervisor: opens {game_named(terms.game).title}, {limits}, {terms.dealer} dealer",
                f"  paytables {offered}; house way: {event.house_way}",
                *([f"  {terms.way.standing}, hash {terms.way.digest[:16]}"] if terms.way else []),
                *(f"  {wager} is read so: {name}" for wager, name in terms.readings.items()),
                *([f"  envy is paid for {terms.envy}"] if terms.envy == BETTORS_HANDS else []),
                *([f"  no wager above {dollars(top.cents)}: {top.approved}"] if (top := terms.ceiling) else []),
            ]
        case was.TableClosed():
            return ["supervisor: closes the table"]
        case was.DealerChanged():
            return [f"the dealer is {event.dealer} from now on"]
        case was.TrayFilled():
            chips = f", {show_chips(event.chips)}" if event.chips else ""
            return [f"tray: filled with {dollars(event.cents)}{chips} (entry {event.entry})"]
        case was.TrayCredited():
            chips = f", {show_chips(event.chips)}," if event.chips else ""
            return [f"tray: {dollars(event.cents)}{chips} go back to the bank (entry {event.entry})"]
        case (
            was.RoundStopped()
            | was.RoundReleased()
            | was.PayoutStopped()
            | was.SlipWritten()
            | was.SlipDropped()
            | was.SlipConfirmed()
            | was.TrayCounted()
            | was.DropCounted()
            | was.DealerSignedOn()
            | was.DealerSignedOff()
        ):
            return [by_rail(event)]
        case was.ColouredUp():
            return [f"{name(event.seat)} colours up: {show_chips(event.gives)} become {show_chips(event.gets)}"]
        case was.SeatTaken():
            return [
                f"{table.spoken(event.seat)}: {event.player} sits down" + (" without a device" if event.guest else "")
            ]
        case was.SeatLeft():
            return [f"{name(event.seat)} leaves"]
        case was.BoughtIn():
            return [f"{name(event.seat)} buys in for {dollars(event.cents)} (entry {event.entry})"]
        case was.CashedOut():
            return [f"{name(event.seat)} cashes out {dollars(event.cents)} (entry {event.entry})"]
        case was.EntryReversed():
            return [f"supervisor: reverses entry {event.entry}: {event.note}"]
        case was.WagerPlaced():
            return [f"{name(event.seat)} bets {dollars(event.cents)} on {event.wager}"]
        case was.WagerTakenBack():
            return [f"{name(event.seat)} takes back {dollars(event.cents)} from {event.wager}"]
        case was.SaidReady():
            return [f"{name(event.seat)} is ready"]
        case was.Shuffled():
            written = write(event)[0]
            return [f"dealer: shuffles, commitment {written.get('commitment', written['seal'])[:16]}…"]
        case was.BettingClosed():
            return ["dealer: no more bets"]
        case was.NumberDrawn():
            dice = " by dice " + "-".join(map(str, event.dice)) if event.dice else ""
            return [f"dealer: the number is {event.number}{dice} ({event.how})"]
        case was.CardsCut():
            return [f"{name(event.seat)} cuts the cards: {event.cut}"]
        case was.CardsDealt():
            dealt, step = evolve(table, event, NOON).round, table.game.round[event.step]
            known = [place for place in event.places if place not in event.picked_up and dealt.cards_of(place)]
            return [
                "dealer: deals to " + ", ".join(map(table.spoken, event.places)),
                *(f"  {table.spoken(place)}: {show_dealt(table.game, dealt, place, step)}" for place in known),
                *([f"dealer: picks up {', '.join(map(table.spoken, event.picked_up))}"] if event.picked_up else []),
            ]
        case was.CardDrawn():
            card = evolve(table, event, NOON).round.cards_of(event.place)[-1:] if not table.is_by_hand else ()
            hand = f", hand {event.hand}" if is_split(table, event.place) else ""
            return [f"dealer: one card to {table.spoken(event.place)}{hand}" + (f": {show(card)}" if card else "")]
        case was.PacketEntered() if table.stage in (Stage.ENTERING, Stage.DRAWING):  # in sight of all
            return [f"dealer: enters {show(event.cards)} for {table.spoken(event.place)}"]
        case was.PacketEntered():
            return [f"dealer: enters the packet of {table.spoken(event.place)}"]
        case was.HouseWayAsked():
            return [f"{name(event.seat)} asks for the house way"]
        case was.TimeCalled():
            return [f"{event.by} calls time: {event.note}" if event.note else "the clock calls time"]
        case was.Chosen():
            cards = table.round.cards_of(event.seat)
            hands = lay(cards, event.layout) if event.layout and cards else ()  # physical cards lie face down
            how = {"player": "sets", "house way": "is set the house way", "time": "did not act in time and is set"}
            is_word = event.word != "set"
            said = event.word if is_word else " | ".join(map(show, hands)) or "face down"
            on = f" on hand {event.hand}" if is_split(table, event.seat) and not event.for_all else ""
            on += f": {told_hands(evolve(table, event, NOON).round, event.seat)}" if event.swaps else ""
            said += on
            return [f"{name(event.seat)} {'says' if is_word and event.how == 'player' else how[event.how]} {said}"]
        case was.HandSplit():
            costs = dollars(event.cents) if event.cents else "nothing"
            return [f"{name(event.seat)} splits hand {event.hand} with {costs} on {event.wager}"]
        case was.WagerAdded():
            return [f"{name(event.seat)} adds {dollars(event.cents) if event.cents else 'nothing'}: {event.wager}"]
        case was.TurnedOver():
            by = f" by {event.house_way}" if event.house_way else ""
            whose = "" if event.place == DEALER else f" of {table.spoken(event.place)}"
            return [f"dealer: reveals {event.hands}{whose}{by}"]
        case was.Peeked():
            return [f"dealer: looks at his cards, and the round {'is over' if event.is_over else 'goes on'}"]
        case was.CoinedIn():
            seats = ", ".join(map(name, event.seats))
            return [f"dealer: COIN IN for {seats}; the meter gains {show_micros(event.gained_micros)}"]
        case was.CoinInReversed():
            return ["the progressive stakes go back, out of the tray"]
        case was.SensorsReleased():
            return [f"dealer: COIN IN, and the stakes go back: {event.says}"]
        case was.HandPressed():
            return [f"dealer: presses {event.line} for {name(event.seat)}"]
        case was.HandReleased():
            return [f"dealer: takes {event.line} back for {name(event.seat)}"]
        case was.KeyTurned():
            return [f"{event.by}: the key to {event.to}"]
        case was.JackpotRecorded():
            of = f"{event.pays} of {show_micros(event.meter_micros)}"
            return [f"{event.by}: J-POT, {event.line} of {name(event.seat)}, {of}: {dollars(event.cents)} locked"]
        case was.SeatReconciled() | was.WagersSettled():
            split = is_split(table, event.seat)
            return [_told_result(name(event.seat), result, split) for result in event.results]
        case was.PayoutAcknowledged():
            return [f"surveillance ({event.by}): sees {name(event.seat)} win {dollars(event.cents)} on {event.wager}"]
        case was.GameEnded():
            ends = {seat: table.seat_chips(seat) for seat in sorted(table.players)}
            held = ", ".join(f"{table.players[seat]} {dollars(cents)}" for seat, cents in ends.items())
            return [f"dealer: GAME OVER, round {event.round}", f"  chips: {held}; tray {dollars(table.tray)}"]
        case was.BoxCounted():
            return [f"the drop box is changed: {dollars(event.drop_cents)}, {dollars(event.cashed_cents)} paid out"]
        case was.RoundVoided():
            return [f"round {event.round} is void, every wager returned: {event.note} ({event.by})"]
        case _:
            return [by_rail(event)]


def is_split(table, place):
    return place in table.round.spots and table.round.spots[place].is_split


def told_of_meter(event) -> list[str]:
    match event:
        case of_meter.StakesTaken():
            gains = show_micros(event.meter_micros)
            return [f"meter: {event.table} has put {gains} onto it since the last look"]
        case of_meter.AwardPaid():
            return [f"meter: {dollars(event.cents)} come off {show_micros(event.shown_micros)} for {event.win}"]
        case of_meter.MeterReseeded():
            return [f"meter: reseeded with {show_micros(event.reserve_micros + event.bank_micros)}"]
        case of_meter.MeterAdjusted():
            return [f"meter: {show_micros(event.adjustment.micros)}, {event.adjustment.reason.value}"]
        case of_meter.ReseedReturned():
            return [f"meter: the seed of {show_micros(event.reserve_micros + event.bank_micros)} goes back"]
        case of_meter.TableLinked():
            return [f"meter: {event.table} plays for it, {event.line} with chance {event.chance}"]
        case of_meter.TableUnlinked():
            return [f"meter: {event.table} plays for it no longer"]
    raise AssertionError(f"{type(event).__name__} cannot be told")


def _told_result(who, result, is_split):
    if 0 < result.won_cents + result.returned_cents < result.stake_cents:
        says = f"gets {dollars(result.won_cents + result.returned_cents)} of {dollars(result.stake_cents)} back"
    elif result.won_cents:
        says = f"wins {dollars(result.won_cents)}{', held for surveillance,' if result.held else ''}"
    elif result.returned_cents:
        says = f"gets {dollars(result.returned_cents)} back"
    else:
        says = f"loses {dollars(result.stake_cents)}" if result.stake_cents else "wins nothing"
    on = f" of hand {result.hand}" if is_split else ""
    return f"{who} {says} on {result.wager}{on}, {result.reason}"


# ---- a round, played at random ---------------------------------------------------------------------


def plays_a_round(sitting, chance):
    """Random seats bet at random and play at random, legally; the dealer follows the procedure to GAME OVER."""
    table = sitting.table
    seats = [seat for seat in sorted(table.players) if chance.random() < 0.7] or [min(table.players)]
    for seat in seats:
        bets_at_random(sitting, seat, chance)
        if table.terms.shuffler == "machine" and chance.random() < 0.2:
            sitting.player(seat).cuts(f"{chance.getrandbits(64):x}")
    if on_sensors(sitting.table) and not sitting.round.coined:
        sitting.dealer.coins_in()
    sitting.dealer.closes_betting()
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.gives(equipped(do.DrawNumber(), sitting.table, chance))
    sitting.dealer.deals()
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is Stage.CHOOSING:
            choose_at_random(sitting, chance)
        elif isinstance(live.next_step(sitting.table), do.EnterPacket):
            sitting.enters_all()
        elif sitting.stage is Stage.PEEKING:
            sitting.dealer.gives(next_peek(sitting.table, chance))
        else:
            sitting.dealer.gives(DEALERS_STEPS[sitting.stage])
    return sitting.ends()


def bets_at_random(sitting, seat, chance):
    """What has to be placed, and some of what may be."""
    table, game = sitting.table, sitting.game
    main = main_of(game)
    for wager in game.placed:
        if may_place(table, wager.name) and (wager.name == main or chance.random() < 0.5):
            stake = chance.choice((5_00, 25_00)) if wager.name == main else 5_00
            sitting.player(seat).bets(wager.name, stake)


def choose_at_random(sitting, chance):
    """Each seat that has to choose does, in any order; some ask for the house way, and are set so."""
    step = sitting.game.round[sitting.round.step]
    for seat in chance.sample(due(sitting.table).seats, len(due(sitting.table).seats)):
        if step.way and chance.random() < 0.3:
            sitting.player(seat).asks_house_way()
        else:
            sitting.player(seat).gives(random_play(sitting.table, seat, chance))
    for seat in [seat for seat in sitting.round.hands if seat in sitting.waiting()]:
        if not sitting.round.spots[seat].asked:
            continue
        if sitting.table.terms.shuffler == "machine":
            sitting.dealer.sets_house_way(seat)
        else:
            sitting.dealer.gives(next_packet(sitting.table, chance))


def next_packet(table, chance) -> do.EnterPacket:
    """The hand that is turned over next at a table with physical cards, of those that do not lie there yet; as it was
    laid, fouled or not, but not as the rules do not let it lie."""
    game, place = table.game, live.next_step(table).place
    left = Counter(game.pack(table.terms.decks).cards())
    left.subtract(seen_of_pack(table.round))
    said = sorted(table.round.peeks.items())
    while True:
        cards = tuple(chance.sample(sorted(left.elements()), asked_for(table, place)))
        lies = table.round.cards_of(place) + cards
        if place != DEALER or table.stage is Stage.DRAWING or all(is_over(game, n, lies) is so for n, so in said):
            break
    if isinstance(place, int) and place != DEALER and table.stage in (Stage.CHOOSING, Stage.RECONCILING):
        for choice in [choice for choice in game.choices if choice.way or game.hands]:
            laid = choice.options(Seen(pack=game.pack(table.terms.decks), lying={SEAT.place: cards}))
            cards = sum(chance.choice(laid).cut, ()) or cards
    return do.EnterPacket(place=place, cards=cards, nonce=f"{chance.getrandbits(256):064x}")


def is_over(game, number, cards):
    """Whether a look at the dealer's cards ends the round, reckoned from the game's own step."""
    return game.round[number].when(Seen(pack=game.pack(), lying={"dealer": cards}))


def next_shoe(table, chance) -> do.BeginShoe:
    """A shoe that the dealer has shuffled, and its first card where it is turned over."""
    burns = table.terms.shoe.burn == "by the first card"
    return do.BeginShoe(burn=show((chance.choice(table.game.pack(table.terms.decks).cards()),)) if burns else "")


def next_peek(table, chance) -> do.Peek:
    """What a dealer says who has looked at physical cards; at another table the cards are known."""
    return do.Peek(is_over=chance.random() < 0.3 if table.is_by_hand else None)


def other_packet(table, place, chance, but="") -> str:
    """The packet of a place with one card in it that lies nowhere; none of those that are still to be entered."""
    rnd = table.round
    left = Counter(table.game.pack(table.terms.decks).cards())
    left.subtract(card for pile in rnd.piles.values() for card in pile.cards)
    left.subtract(parse(but))
    packet = list(rnd.cards_of(place))
    nth = chance.randrange(len(packet))
    packet[nth] = chance.choice([card for card in sorted(left.elements()) if card != packet[nth]])
    return show(tuple(packet))


def random_play(table, seat, chance) -> do.Choose:
    """Any choice that the rules do not refuse and the seat can pay, fouls too."""
    chips = table.seat_chips(seat)
    options = [option for option in options_of(table, seat) if cost_of(table, seat, option) <= chips]
    if table.terms.shuffler == "manual":
        word = chance.choice(sorted({option.word for option in options}))
        return do.Choose(seat=seat, word="" if is_setting(tuple(options)) else word)
    return play_of(table, seat, chance.choice(options))


def cost_of(table, seat, option):
    """What a seat adds by an option, reckoned here and not by the table: the part of a cent stays with the seat."""
    spot = table.round.spots[seat]
    hand = spot.hand(hand_to_play(table, seat))

    def unit(name):
        return hand.wagers.get(name, spot.hands[0].wagers.get(name))  # of equal bets on two hands the first

    stakes = [(name, times) for name, times in (*option.stakes, *([(option.splits, 1)] if option.splits else []))]
    paid = [(table.game.wager(name), times) for name, times in stakes if not table.game.wager(name).free]
    chip = table.terms.chip_cents[0] if table.terms.chip_cents else 1
    return sum(times * unit(wager.of or wager.name) // chip * chip for wager, times in paid)


def play_of(table, seat, option) -> do.Choose:
    """An option as the player says it: a word, and where cards are set their places."""
    cards = table.round.cards_of(seat)
    return do.Choose(seat=seat, word=option.word, layout=layout_of(cards, option.cut) if option.cut else "")
