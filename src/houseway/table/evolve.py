"""The fold of a table's events: what each of them changes."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, assert_never

from houseway.cards import parse
from houseway.deciding import ledger
from houseway.deciding.ledger import Balances
from houseway.game import Deal, Over, Show
from houseway.money import BANK, BUY_IN, DUE, FUND, OWES, Cents, Transfer
from houseway.role import Seat
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.cut import CutPack, cut_pack
from houseway.table.denominations import Chips, together
from houseway.table.due import forward, is_next_turn, turned_over
from houseway.table.events import Event, InRound, RoundEvent
from houseway.table.hand_shoe import begun_by_hand
from houseway.table.journal import OVER_SHORT, is_from_meter, journal
from houseway.table.memory import ENVY, PastWager, memory_corrected, most_cents, remembered
from houseway.table.peeking import is_known
from houseway.table.places import DEALER, Pile, Place, hands_at, packets_of, place_named, show_hands
from houseway.table.replacing import replace
from houseway.table.seeing import road_of
from houseway.table.shoe import Shoe, begun
from houseway.table.spot import Spot
from houseway.table.state import Correction, Round, Table, TablePapers
from houseway.table.terms import in_full, other_rules

KEPT_ENTRIES: Final = 100  # typed amounts that can still be reversed
MAY_OWE: Final = frozenset({BUY_IN, BANK, FUND, OVER_SHORT})  # where money comes from
NEEDS_RULES: Final = (
    *(was.BettingClosed, was.NumberDrawn, was.CardsDealt, was.CardDrawn, was.PacketEntered, was.Chosen),
    *(was.TurnedOver, was.Peeked, *was.OLD_EVENTS),
)


def replay(name: str, events: Iterable[tuple[Event, datetime]]) -> Table:
    table = Table(name=name)
    for event, at in events:
        table = evolve(table, event, at)
    return table


def evolve(table: Table, event: Event, at: datetime) -> Table:
    return moved(table, event, journal(table.round.spots, event, table.entries), at)


def moved(table: Table, event: Event, transfers: tuple[Transfer, ...], at: datetime) -> Table:
    """The table after an event whose transfers are known."""
    balances = applied(table.balances, transfers) if transfers else table.balances
    if isinstance(event, InRound):
        return replace(table, balances=balances, at=at, round=_in_round(table, event, at))
    return replace(_at_table(table, event, at), balances=balances, at=at)


def applied(balances: Balances, transfers: Sequence[Transfer]) -> Balances:
    """Balances after the transfers. An account that cannot owe and would is a fault of the program."""
    changed = ledger.applied(balances, transfers)
    for each in transfers:
        if changed[each.source] < 0 and each.source not in MAY_OWE and not each.source.startswith((DUE, OWES)):
            raise ArithmeticError(f"{each.source} would owe {-changed[each.source]} millionths of a dollar")
    return changed


# ---- the table -------------------------------------------------------------------------------------


def _at_table(
    table: Table,
    event: was.TableEvent | was.SlipEvent | was.CountEvent | was.MoneyEvent | was.EndEvent | was.TwoPeopleEvent,
    at: datetime,
) -> Table:
    rnd = table.round
    match event:
        case was.TableOpened(terms=terms):
            return replace(
                table,
                terms=in_full(terms),
                has_staff=terms.dealer == "live",
                round=Round(number=rnd.number + 1, since=at),
                previous=None,
                proposals={},
                papers=TablePapers(next_slip=table.papers.next_slip),
                other_rules=other_rules(terms, event.paytable_hashes, event.house_way, event.rules, event.game_hash)
                or "",
            )
        case was.TableClosed():
            closed = replace(rnd, stage=Stage.CLOSED)
            return replace(table, terms=None, round=closed, previous=None, other_rules="", rack={})
        case was.DealerChanged(dealer=dealer):
            return replace(
                table,
                terms=dataclasses.replace(table.open_terms, dealer=dealer),
                has_staff=table.has_staff or dealer == "live",
                round=replace(rnd, since=at),
                papers=replace(table.papers, signed_on=""),
            )
        case was.TrayFilled() | was.TrayCredited() | was.BoughtIn() | was.CashedOut():
            kept = dict(list(table.entries.items())[-KEPT_ENTRIES + 1 :]) | {event.entry: event}
            rack, papers = _racked(table.rack, event), _sold(table, event, 1)
            return replace(table, entries=kept, next_entry=event.entry + 1, rack=rack, papers=papers)
        case was.ColouredUp():
            return replace(table, rack=together(table.rack, event.gives, less=event.gets))
        case was.BoxCounted() | was.DuePaid() | was.DueCashed() | was.CommissionCollected():
            return table
        case was.EntryReversed():
            reversed_entries = (table.reversed_entries | {event.entry}) & frozenset(table.entries)
            rack = _racked(table.rack, table.entries[event.entry], undone=True)
            papers = _sold(table, table.entries[event.entry], -1)
            return replace(table, reversed_entries=reversed_entries, rack=rack, papers=papers)
        case was.TrayCounted():
            return replace(table, rack=event.chips, papers=_signed(table, event.slip, event.cents))
        case was.DropCounted():
            left = Cents(table.papers.box_cents - event.recorded_cents)
            return replace(table, papers=replace(_signed(table, event.slip), box_cents=left))
        case was.SlipWritten() | was.SlipDropped() | was.SlipConfirmed() | was.DealerSignedOn() | was.DealerSignedOff():
            return replace(table, papers=_with_slip(table, event))
        case was.SeatTaken():
            first = rnd.number if rnd.stage is Stage.BETTING else rnd.number + 1
            return replace(
                table,
                players={**table.players, event.seat: event.player},
                guests={**table.guests, event.seat: event.guest} if event.guest else table.guests,
                next_guest=max(table.next_guest, event.guest + 1),
                first_rounds={**table.first_rounds, event.seat: first},
            )
        case was.SeatLeft():
            return _left(table, event.seat)
        case was.GameEnded():
            return _next_round(table, at)
        case was.RoundVoided():
            return _next_round(table, at, void=event.note, by=event.by)
        case was.CardsProposed() | was.VoidProposed() | was.MoneyProposed():
            proposals = {**table.proposals, event.proposal: event}
            return replace(table, proposals=proposals, next_proposal=event.proposal + 1)
        case was.ProposalDropped():
            return _answered(table, event.proposal)
        case was.MoneyCorrected():
            return replace(_answered(table, event.proposal), memory=memory_corrected(table.memory, event))
        case was.CardsCorrected():
            return replace(_answered(table, event.proposal), round=_corrected(table, event, at))
        case _:
            assert_never(event)


def _sold(table: Table, entered: was.EntryEvent, sign: int) -> TablePapers:
    """The papers after chips were sold for cash, or after that was reversed."""
    papers = table.papers
    if not (isinstance(entered, was.BoughtIn) and table.open_terms.papers):
        return papers
    return replace(papers, box_cents=Cents(papers.box_cents + sign * entered.cents))


def _with_slip(table: Table, event: was.SlipEvent) -> TablePapers:
    papers = table.papers
    match event:
        case was.SlipWritten():
            return replace(papers, slips={**papers.slips, event.slip: event}, next_slip=event.slip + 1)
        case was.SlipDropped() | was.SlipConfirmed():
            return _signed(table, event.slip)
        case was.DealerSignedOn():
            return replace(papers, signed_on=event.dealer)
        case was.DealerSignedOff():
            return replace(papers, signed_on="")
        case _:
            assert_never(event)


def _signed(table: Table, slip: int, counted_cents: Cents | None = None) -> TablePapers:
    """A slip is open no more; if the tray was counted by it, so much is there in this round."""
    slips = {number: each for number, each in table.papers.slips.items() if number != slip}
    after = replace(table.papers, slips=slips)
    if counted_cents is None:
        return after
    return replace(after, counted_cents=counted_cents, counted_in=table.round.number)


def _racked(rack: Chips, entered: was.EntryEvent, *, undone: bool = False) -> Chips:
    """The chips of the tray after a fill or a credit, or after one of them was reversed."""
    if not isinstance(entered, was.TrayFilled | was.TrayCredited):
        return rack
    comes = isinstance(entered, was.TrayFilled) is not undone
    return together(rack, entered.chips) if comes else together(rack, less=entered.chips)


def _left(table: Table, seat: Seat) -> Table:
    rnd, spot = table.round, table.round.spots.get(seat, Spot())
    if spot.results:
        rnd = _with_spot(rnd, seat, replace(spot, left=spot.left or table.players[seat]))
    return replace(
        table,
        round=rnd,
        players={other: name for other, name in table.players.items() if other != seat},
        guests={other: number for other, number in table.guests.items() if other != seat},
        first_rounds={other: first for other, first in table.first_rounds.items() if other != seat},
        entries={n: entry for n, entry in table.entries.items() if getattr(entry, "seat", None) != seat},
    )


def _next_round(table: Table, at: datetime, *, void: str = "", by: str = "") -> Table:
    spots = _unpaid(table.round.spots) if void else table.round.spots
    ended = replace(table.round, void=void, void_by=by, spots=spots)
    lasting = {number: asked for number, asked in table.proposals.items() if isinstance(asked, was.MoneyProposed)}
    is_kept = not void and not table.other_rules
    return replace(
        table,
        previous=ended,
        round=_after_round(table, ended, at),
        proposals=lasting,
        memory=remembered(table.memory, ended.number, dict(_past_wagers(table))) if is_kept else table.memory,
    )


def _after_round(table: Table, ended: Round, at: datetime) -> Round:
    """The next round: with a shoe of which the cut card has not come out, or nothing is shuffled yet."""
    fresh, shoe = Round(number=ended.number + 1, since=at), ended.shoe
    cut_card = table.terms.shoe if table.terms else None
    if ended.hand_shoe and cut_card:
        return _dealt_on_by_hand(table, fresh, ended)
    if shoe is None or cut_card is None or cut_card.is_out(len(shoe.places), ended.top, fresh.number - shoe.since):
        return fresh
    return dealt_on(fresh, shoe, ended.top, road_of(table.game, ended))


def dealt_on(fresh: Round, shoe: Shoe, top: int, road: tuple[str, ...] = ()) -> Round:
    """A round that is dealt from a shoe of which so many cards are gone."""
    return replace(fresh, shoe=shoe, sealed=shoe.sealed, cuts=shoe.cuts, began=top, top=top, road=road)


def is_last_of_shoe(table: Table) -> bool:
    """Whether the shoe is over with the round at hand."""
    rnd, cut_card = table.round, table.open_terms.shoe
    if cut_card and rnd.hand_shoe:
        cards, rounds = len(table.game.pack(table.open_terms.decks)), rnd.number + 1 - rnd.hand_shoe.since
        return rnd.hand_shoe.is_over(table.game, cut_card, cards, rnd.top, rounds)
    if cut_card is None or rnd.shoe is None:
        return False
    return cut_card.is_out(len(rnd.shoe.places), rnd.top, rnd.number + 1 - rnd.shoe.since)


def _dealt_on_by_hand(table: Table, fresh: Round, ended: Round) -> Round:
    """The next round of a shoe that was shuffled by hand: with what was seen of it."""
    shoe = ended.hand_shoe
    assert shoe is not None
    if table.other_rules or is_last_of_shoe(table):
        return fresh
    seen = (*shoe.seen, *chain.from_iterable(pile.cards for pile in ended.piles.values()))
    road = road_of(table.game, ended)
    return replace(fresh, hand_shoe=replace(shoe, seen=seen), began=ended.top, top=ended.top, road=road)


def _shoe_begun(table: Table, rnd: Round, event: was.ShoeBegun) -> Round:
    assert table.terms is not None and table.terms.shoe is not None
    burn = parse(event.burn)
    shoe = begun_by_hand(rnd.number, table.terms.shoe, burn[0] if burn else None)
    return replace(rnd, hand_shoe=shoe, began=event.burnt, top=event.burnt)


def _past_wagers(table: Table) -> Iterator[tuple[tuple[Seat, str], PastWager]]:
    """Every wager of the round that ends, as it was paid on all hands together; and Envy of every seat that could have
    had it."""
    rnd = table.round
    for seat, spot in rnd.spots.items():
        staked = {name: cents for name, cents in spot.wagers.items() if not table.game.wager(name).free}
        wagers = {**staked, ENVY: Cents(0)} if seat in rnd.coined else staked
        for wager, stake in wagers.items() if spot.results else ():
            results = [result for result in spot.results if result.wager == wager]
            paid = sum(result.won_cents + result.returned_cents for result in results)
            award = next((result for result in results if is_from_meter(result, spot)), None)
            award_cents = award.won_cents if award else Cents(0)
            yield (
                (seat, wager),
                PastWager(
                    player=spot.left or table.players.get(seat, ""),
                    wager=wager,
                    paid_cents=Cents(paid - award_cents),
                    most_cents=most_cents(table.game, table.open_terms, wager, stake, len(rnd.hands)),
                    meter_cents=award_cents,
                    award_cents=award_cents,
                    meter=_paid_by(table, award) if award and award_cents else "",
                ),
            )


def _paid_by(table: Table, result: was.Result) -> str:
    """The meter whose share a result is."""
    assert table.terms is not None and table.terms.progressive is not None
    return table.terms.plays_for[table.terms.progressive.lines[result.line].meter]


def _unpaid(spots: Mapping[Seat, Spot]) -> Mapping[Seat, Spot]:
    """The spots of a round that is void: what was paid in it went back."""
    none = frozenset[str]()
    return {seat: replace(spot, results=(), early=(), acknowledged=none) for seat, spot in spots.items()}


def _answered(table: Table, proposal: int) -> Table:
    """A proposal that was dropped or agreed to is open no more."""
    return replace(table, proposals={n: asked for n, asked in table.proposals.items() if n != proposal})


def _corrected(table: Table, event: was.CardsCorrected, at: datetime) -> Round:
    """An award that was backed out stays so, unless two people have looked at that very packet. [SLP 9i] A round with
    physical cards goes on where they lead."""
    rnd, asked = table.round, table.proposals[event.proposal]
    assert isinstance(asked, was.CardsProposed)
    now = packets_of(asked.packets)
    before = {place: rnd.cards_of(place) for place in now}
    made = Correction(was=before, now=now, by=event.by, agreed_by=event.agreed_by, note=event.note)
    struck = rnd.struck - now.keys()
    piles = {place: replace(rnd.pile(place), cards=cards) for place, cards in now.items()}
    after = replace(rnd, piles={**rnd.piles, **piles}, corrections=(*rnd.corrections, made), struck=struck)
    return forward(table, after, at) if table.is_by_hand and not table.other_rules else after


# ---- the round -------------------------------------------------------------------------------------


def _in_round(table: Table, event: RoundEvent, at: datetime) -> Round:
    """The round after an event; what needs rules that this version has not only moves on."""
    rnd = table.round
    if table.other_rules and isinstance(event, NEEDS_RULES):
        return replace(rnd, stage=Stage.CHOOSING)
    match event:
        case was.WagerPlaced():
            spot = rnd.spots.get(event.seat, Spot())
            since = rnd.since if rnd.betting else at  # the clock starts with the first bet
            hand = 1 if table.other_rules else table.game.wager(event.wager).lies_on
            placed = replace(spot.with_wager(event.wager, event.cents, hand), ready=False)
            return _with_spot(replace(rnd, since=since), event.seat, placed)
        case was.WagerTakenBack():
            spot = rnd.spots[event.seat]
            return _with_spot(rnd, event.seat, replace(spot.without(event.wager), ready=False))
        case was.SaidReady():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], ready=True))
        case was.Shuffled():
            return replace(rnd, sealed=event)
        case was.ShoeBegun():
            return _shoe_begun(table, rnd, event)
        case was.CutCardShown():
            assert rnd.hand_shoe is not None
            return replace(rnd, hand_shoe=replace(rnd.hand_shoe, is_out=True))
        case was.CardsCut():
            return replace(rnd, cuts={**rnd.cuts, event.seat: event.cut})
        case was.BettingClosed():
            return forward(table, replace(_cut(table, rnd, event.began), stage=Stage.NUMBERING), at)
        case was.NumberDrawn():
            return forward(table, replace(rnd, first=event.number, dice=event.dice, number_how=event.how), at)
        case was.CardsDealt():
            return _past(table, _dealt(table, rnd, event), event.step, at)
        case was.CardDrawn():
            drawn = _drawn(rnd, event)
            return forward(table, drawn, at) if rnd.stage is Stage.DRAWING else drawn
        case was.PacketEntered():
            entered = _entered(rnd, event)
            return forward(table, entered, at) if rnd.stage is Stage.ENTERING else entered
        case was.TimeCalled() | was.SeatVoided():  # the hands are set by events of their own, and the round ends so
            return rnd
        case was.HouseWayAsked():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], asked=True))
        case was.Chosen():
            return _chosen(table, rnd, event, at)
        case was.WagerAdded():
            spot = rnd.spots[event.seat]
            return _with_spot(rnd, event.seat, spot.with_wager(event.wager, event.cents, event.hand))
        case was.HandSplit():
            return _split(rnd, event)
        case was.TurnedAnew():
            return _turned_over(table, rnd, event)
        case was.TurnedOver():
            return _past(table, _turned_over(table, rnd, event), event.step, at)
        case was.Peeked():
            return _peeked(table, rnd, event, at)
        case was.WagersSettled():
            spot = rnd.spots[event.seat]
            settled = _with_spot(rnd, event.seat, replace(spot, early=spot.early + event.results))
            return settled if table.other_rules else forward(table, settled, at)
        case was.RoundStopped() | was.RoundReleased() | was.PayoutStopped():
            return _stopped(rnd, event, at)
        case was.SeatSettledAnew():
            paid = replace(rnd.spots[event.seat], results=event.results, acknowledged=frozenset(event.acknowledged))
            return _with_spot(rnd, event.seat, paid)
        case was.SeatReconciled():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], results=event.results))
        case was.PayoutAcknowledged():
            spot = rnd.spots[event.seat]
            return _with_spot(rnd, event.seat, replace(spot, acknowledged=spot.acknowledged | {event.wager}))
        case was.CoinedIn():
            lit = {seat: replace(rnd.spots[seat], coined_in=event.wager) for seat in event.seats}
            return replace(rnd, coin_in=event, is_coined_in=True, spots={**rnd.spots, **lit})
        case was.CoinInReversed() | was.SensorsReleased():
            return _released(rnd, event)
        case was.HandPressed() | was.HandReleased() | was.KeyTurned() | was.JackpotRecorded() | was.JackpotBackedOut():
            return _at_the_meter(rnd, event)
        case was.PacketsDealt() | was.HandSet() | was.DealerRevealed():  # of rules that this version has not
            return replace(rnd, stage=Stage.CHOOSING)
        case _:
            assert_never(event)


def _released(rnd: Round, event: was.CoinInReversed | was.SensorsReleased) -> Round:
    """The progressive bets are with their seats again; those of a void round are remembered as bets of it."""
    went_back = {event.wager: event.stake_cents} if isinstance(event, was.CoinInReversed) else {}
    off = {
        seat: replace(rnd.spots[seat].without(event.wager), coined_in="", went_back=went_back) for seat in event.seats
    }
    return replace(rnd, coin_in=None, is_coined_in=True, spots={**rnd.spots, **off})


def _stopped(rnd: Round, event: was.StopEvent, at: datetime) -> Round:
    match event:
        case was.RoundStopped():
            return replace(rnd, stop=event)
        case was.RoundReleased():
            return replace(rnd, stop=None, since=at)  # the clocks begin anew
        case was.PayoutStopped():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], is_stopped=True))
        case _:
            assert_never(event)


def _cut(table: Table, rnd: Round, began: int) -> Round:
    """With the pack as the cuts leave it; a shoe is cut before its first round, and then dealt on."""
    if not isinstance(rnd.sealed, was.ShoeShuffled):
        return replace(rnd, cut_pack=cut_pack(rnd.sealed, rnd.cuts, table.game) if rnd.sealed else None)
    assert table.terms is not None and table.terms.shoe is not None
    shoe = rnd.shoe or begun(rnd.sealed, rnd.cuts, table.terms.shoe, rnd.number)
    return replace(rnd, shoe=shoe, cut_pack=CutPack(shoe.order, None, ()), began=began, top=began)


def _past(table: Table, rnd: Round, step: int, at: datetime) -> Round:
    """A step that is done is left behind."""
    return forward(table, replace(rnd, step=step + 1), at)


def _dealt(table: Table, rnd: Round, event: was.CardsDealt) -> Round:
    """Cards off the top; of a packet that is picked up nothing is kept. Physical cards are not known yet."""
    step = table.game.round[event.step]
    assert isinstance(step, Deal)
    piles, spots, top = dict(rnd.piles), dict(rnd.spots), rnd.top
    for place in event.places:
        pile, hands = rnd.pile(place), hands_at(table.game, place)
        if place not in event.picked_up:
            piles[place] = replace(
                pile,
                cards=pile.cards + rnd.order[top : top + step.cards * hands],
                size=pile.size + step.cards * hands,
                up=pile.up + step.up * hands,
            )
            if hands > 1:
                spots[Seat(int(place))] = rnd.spots[Seat(int(place))].with_dealt(step.cards, pile.size)
        top += step.cards * hands
    places = tuple(dict.fromkeys((*rnd.places, *event.places)))
    picked_up = (*rnd.picked_up, *event.picked_up)
    return replace(rnd, piles=piles, spots=spots, top=top, places=places, picked_up=picked_up)


def _drawn(rnd: Round, event: was.CardDrawn) -> Round:
    place, pile = event.place, rnd.pile(event.place)
    cards = pile.cards + rnd.order[rnd.top : rnd.top + 1]
    places = tuple(dict.fromkeys((*rnd.places, place)))
    drawn = replace(pile, cards=cards, size=pile.size + 1, up=pile.up + (pile.up == pile.size))
    rnd = replace(_with_pile(rnd, place, drawn), top=rnd.top + 1, places=places)
    if not isinstance(place, int) or place == DEALER:
        return rnd
    return _with_spot(rnd, Seat(place), rnd.spots[Seat(place)].with_card(event.hand, drawn.size))


def _entered(rnd: Round, event: was.PacketEntered) -> Round:
    """Physical cards are known, and of a seat's hand how it lies."""
    place, pile = event.place, rnd.pile(event.place)
    entered = _with_pile(rnd, place, replace(pile, cards=pile.cards + event.cards))
    if not event.layout and not event.word:
        return entered
    seat = Seat(int(place))
    spot = rnd.spots[seat]
    lies = replace(spot, layout=event.layout, is_foul=event.is_foul, given_up=spot.given_up + event.gives_up)
    return _with_spot(entered, seat, lies.with_words((*spot.said[:-1], event.word)) if event.word else lies)


def _split(rnd: Round, event: was.HandSplit) -> Round:
    cards = rnd.numbers_of(event.seat, event.hand)
    spot = rnd.spots[event.seat].split(event.hand, cards, event.wager, event.cents)
    return _with_spot(rnd, event.seat, spot)


def _chosen(table: Table, rnd: Round, event: was.Chosen, at: datetime) -> Round:
    """The seat has said its word; where seats choose in turn, the time of the next turn begins."""
    spot = rnd.spots[event.seat]
    if isinstance(event, was.ChosenAnew):  # the word counts in place of the last one
        anew = replace(spot, layout=event.layout, how=event.how, is_foul=event.is_foul)
        return _with_spot(rnd, event.seat, anew.with_words((*spot.said[:-1], event.word)))
    done_at = event.step if event.is_done else None
    spot = replace(
        (spot.swapped() if event.swaps else spot).with_word(
            event.word,
            event.hand,
            done_at,
            is_split=event.is_split,
            is_out=event.is_out,
            for_all=event.for_all,
        ),
        layout=event.layout or spot.layout,
        how=event.how,
        is_foul=event.is_foul,
        given_up=spot.given_up + event.gives_up,
    )
    after = forward(table, _with_spot(rnd, event.seat, spot), at)
    return replace(after, since=at) if is_next_turn(table, after) else after


def _turned_over(table: Table, rnd: Round, event: was.TurnedOver) -> Round:
    """Cards are face up. What the book says that they are is held against the house way."""
    step = table.game.round[event.step]
    assert isinstance(step, Show)
    pile, up = rnd.pile(event.place), turned_over(rnd, step.what) or rnd.pile(event.place).up
    hands = step.way.set(pile.cards) if step.way else (pile.cards[pile.up : up],)
    if show_hands(hands) != event.hands:
        raise ValueError(f"{event.hands} was turned over, and {show_hands(hands)} lies there")
    return _with_pile(rnd, event.place, replace(pile, up=up, hands=hands if step.way else pile.hands))


def _peeked(table: Table, rnd: Round, event: was.Peeked, at: datetime) -> Round:
    step = table.game.round[event.step]
    assert isinstance(step, Over)
    if not is_known(rnd, step):
        rnd = replace(rnd, peeks={**rnd.peeks, event.step: event.is_over})
    if not event.is_over:
        return _past(table, rnd, event.step, at)
    for name in step.looks.places:
        pile = rnd.pile(place_named(name))
        rnd = _with_pile(rnd, place_named(name), replace(pile, up=pile.size))
    return forward(table, replace(rnd, step=len(table.game.round)), at)


def _with_pile(rnd: Round, place: Place, pile: Pile) -> Round:
    return replace(rnd, piles={**rnd.piles, place: pile})


def _at_the_meter(rnd: Round, event: was.JackpotEvent) -> Round:
    match event:
        case was.HandPressed():
            return replace(rnd, keyed={**rnd.keyed, event.seat: event.line})
        case was.HandReleased():
            return replace(rnd, keyed={seat: line for seat, line in rnd.keyed.items() if seat != event.seat})
        case was.KeyTurned():
            return replace(rnd, key=event.to, is_recorded=False)
        case was.JackpotRecorded():
            recorded = rnd.recorded | {event.seat}
            return replace(rnd, jackpots=(*rnd.jackpots, event), is_recorded=True, recorded=recorded)
        case was.JackpotBackedOut():
            return _backed_out(replace(rnd, back_outs=(*rnd.back_outs, event)), event.seat)
        case _:
            assert_never(event)


def _backed_out(rnd: Round, seat: Seat) -> Round:
    """Wholly: the button goes out, and the hand does not count. In part: less is paid."""
    if rnd.prize(seat):
        return rnd
    keyed = {other: line for other, line in rnd.keyed.items() if other != seat}
    return replace(rnd, keyed=keyed, recorded=rnd.recorded - {seat}, struck=rnd.struck | {seat})


def _with_spot(rnd: Round, seat: Seat, spot: Spot) -> Round:
    return replace(rnd, spots={**rnd.spots, seat: spot})
