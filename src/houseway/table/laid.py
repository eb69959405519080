"""A seat's physical hand as it is turned over: what its player said before anybody knew its cards is held against them.

How cards lie is how they are entered. A card that was given up for another is entered before the rest; which of them it
was decides what the seat has said. A seat that has staked more than its cards allow gets the rest back: it has said the
dearest word that they do allow.
"""

import dataclasses

from houseway.cards import Cards, show
from houseway.deciding.refusal import Refusal
from houseway.game import SEAT, Choice, Deal, Option
from houseway.role import Seat
from houseway.table import events as was
from houseway.table.choosing import option_set, silent_option
from houseway.table.commands import Stage
from houseway.table.layout import as_laid, lay, layout_of
from houseway.table.places import Place
from houseway.table.refusal import Reason, TableDecision
from houseway.table.replacing import replace
from houseway.table.seeing import options_of_any_cards, seen_by_seat
from houseway.table.staking import stakes_of
from houseway.table.state import Table


def as_it_lies(table: Table, seat: Seat, entered: was.PacketEntered) -> TableDecision:
    """The cards, how they lie, and the word: as its player laid them, or as a silent seat's are set."""
    spot, whole = table.round.spots[seat], table.round.cards_of(seat) + entered.cards
    laid = replace(entered, layout=as_laid((len(whole),)))
    if spot.hand(1).done_at < 0:
        return (laid,)  # it had nothing to choose
    step, cards = table.game.round[spot.hand(1).done_at], whole[: _held_then(table, seat)]
    assert isinstance(step, Choice)
    options = _options(table, seat, step, cards)
    if spot.how == "time":
        silent = silent_option(options)
        hands = step.way.set(whole) if step.way else silent.cut or (whole,)
        return (replace(entered, layout=layout_of(whole, hands), word=silent.word),)
    said = [option for option in options if option.word == spot.said[-1]]
    if not said:
        return _staked_less(table, seat, laid, options)
    if said[0].drops:
        return _exchanged(entered, said[0], options, cards)
    if not said[0].cut:
        return (laid,)
    layout = as_laid(tuple(map(len, said[0].cut)))
    option = option_set(said, lay(whole, layout))
    if option is None:
        says = f"{show(whole)!r}: the rules do not let it be set so; enter the stronger hand first"
        return Refusal(Reason.SETTING_REFUSED, says)
    return (replace(entered, layout=layout, is_foul=option.foul),)


def given_up(table: Table, place: Place) -> int:
    """How many cards a seat, whose hand is turned over next, gave up for others: they are entered first."""
    spot = table.round.spots.get(Seat(place)) if isinstance(place, int) else None
    if spot is None or table.stage is not Stage.RECONCILING or spot.hand(1).done_at < 0:
        return 0
    return len(_said(table, Seat(int(place))).drops)


def _said(table: Table, seat: Seat) -> Option:
    """What the seat said last, as it could be said with some cards."""
    spot = table.round.spots[seat]
    step = table.game.round[spot.hand(1).done_at]
    assert isinstance(step, Choice)
    options = options_of_any_cards(table, seat, step, _held_then(table, seat))
    return next(option for option in options if option.word == spot.said[-1])


def _held_then(table: Table, seat: Seat) -> int:
    """How many cards the seat had been dealt when it last chose: those that came by the choice are entered last."""
    before = table.game.round[: table.round.spots[seat].hand(1).done_at]
    return sum(step.cards for step in before if isinstance(step, Deal) and SEAT.place in step.to.places)


def _options(table: Table, seat: Seat, step: Choice, cards: Cards) -> tuple[Option, ...]:
    """What the seat could say with these cards when it last chose."""
    seen = seen_by_seat(table, seat)
    said = table.round.spots[seat].said[:-1]
    return step.options(dataclasses.replace(seen, lying={**seen.lying, SEAT.place: cards}, said=said))


def _exchanged(
    entered: was.PacketEntered, said: Option, options: tuple[Option, ...], cards: Cards
) -> tuple[was.PacketEntered, ...] | Refusal:
    """The word follows from the cards that were given up: they are the first that are entered."""
    number = len(said.drops)
    given = [option for option in options if option.drops and sorted(option.drops) == sorted(cards[:number])]
    if not given or given[0].stakes != said.stakes:
        return Refusal(Reason.SETTING_REFUSED, f"{show(cards[:number])}: enter what was given up first")
    return (replace(entered, word=given[0].word, gives_up=tuple(range(1, number + 1))),)


def _staked_less(
    table: Table, seat: Seat, laid: was.PacketEntered, options: tuple[Option, ...]
) -> tuple[was.Event, ...] | Refusal:
    """What the cards do not allow goes back to the seat."""
    spot, game, said = table.round.spots[seat], table.game, _said(table, seat)
    chip = table.open_terms.smallest_chip
    staked = sum(stakes_of(game, spot, 1, said, chip).values())
    costs = [(sum(stakes_of(game, spot, 1, option, chip).values()), option) for option in options]
    most, instead = max((each for each in costs if each[0] <= staked), key=lambda each: each[0], default=(0, said))
    if not most or instead.out != said.out or instead.takes != said.takes:
        return Refusal(Reason.BAD_CARDS, f"{show(laid.cards)}: these cards do not allow {said.word!r}")
    back = (was.WagerTakenBack(seat=seat, wager=name, cents=spot.wagers[name]) for name, _ in said.stakes)
    added = stakes_of(game, spot, 1, instead, chip).items()
    lies = (was.WagerAdded(seat=seat, wager=name, cents=cents) for name, cents in added)
    return replace(laid, word=instead.word), *back, *lies
