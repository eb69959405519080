"""A seat chooses: a word, and how its cards are set. The display of a seat's house way has its gate here."""

from houseway.cards import Cards
from houseway.deciding.refusal import Refusal
from houseway.game import Choice, Option
from houseway.money import dollars
from houseway.role import Actor, Role, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import short_of_chips
from houseway.table.drawing import no_card_left
from houseway.table.due import due
from houseway.table.events import Event
from houseway.table.layout import is_layout, lay, layout_of, normal
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.seeing import hand_to_play, options_of
from houseway.table.staking import cost_of, is_too_little, split_stake, stakes_of
from houseway.table.state import Table


def choose(table: Table, command: do.Choose) -> TableDecision:
    """One of the options that the seat has."""
    if refused := _may_not_choose(table, command.seat):
        return refused
    options = options_of(table, command.seat)
    said = " ".join(map(repr, filter(None, (command.word[:40], command.layout[:40])))) or "nothing"
    if not table.round.pile(command.seat).is_known:
        return _laid_down(table, command, options, said)
    cards, layout = table.round.cards_of(command.seat), normal(command.layout)
    word = command.word or (options[0].word if is_setting(options) else "")
    spoken = [option for option in options if option.word == word]
    if not spoken:
        return Refusal(Reason.NOT_AN_OPTION, f"{said}: {_words(options, cards)}")
    if not spoken[0].cut:
        return (
            Refusal(Reason.NOT_AN_OPTION, f"{said}: {word!r} sets no cards")
            if layout
            else chosen(table, command.seat, spoken[0], "player")
        )
    if not is_layout(layout, len(cards)) or _sizes(layout) not in {_sizes_of(option) for option in spoken}:
        return Refusal(Reason.NOT_AN_OPTION, f"{said}: {_words(options, cards)}")
    hands = lay(cards, layout)
    option = option_set(spoken, hands)
    if option is None:
        return Refusal(Reason.SETTING_REFUSED, f"{layout}: the rules do not let these cards be set so")
    return chosen(table, command.seat, option, "player", layout)


def option_set(options: list[Option] | tuple[Option, ...], hands: tuple[Cards, ...]) -> Option | None:
    """The option that sets the cards as these hands; within a hand their order does not matter."""
    wanted = [sorted(hand) for hand in hands]
    return next((option for option in options if [sorted(hand) for hand in option.cut] == wanted), None)


def is_setting(options: tuple[Option, ...]) -> bool:
    """Whether all there is to choose is how the cards are set: then no word need be said."""
    return bool(options) and all(option.cut for option in options) and len({o.word for o in options}) == 1


def _sizes(layout: str) -> tuple[int, ...]:
    return tuple(map(len, layout.split("|")))


def _sizes_of(option: Option) -> tuple[int, ...]:
    return tuple(map(len, option.cut))


def _laid_down(table: Table, command: do.Choose, options: tuple[Option, ...], said: str) -> TableDecision:
    """A physical hand lies face down on the felt, and the word is said. [SL 6] [S99 5] [ME 3a]"""
    words = list(dict.fromkeys(option.word for option in options))
    word = command.word or (words[0] if is_setting(options) else "")
    if command.layout or word not in words:
        hint = "" if is_setting(options) else f"; say {', '.join(words)}"
        says = f"{said}: the cards are laid on the felt, no places are told{hint}"
        return Refusal(Reason.NOT_AN_OPTION, says)
    return chosen(table, command.seat, next(option for option in options if option.word == word), "player")


def _words(options: tuple[Option, ...], cards: Cards) -> str:
    """What may be said, and what a setting looks like."""
    says = []
    for word in dict.fromkeys(option.word for option in options):
        cut = next(option.cut for option in options if option.word == word)
        hands = " | ".join(f"{len(hand)}" for hand in cut)
        says.append(f"{word}: places 1 to {len(cards)}, {hands}" if cut else repr(word))
    return ", ".join(says)


def _has_no_choice(table: Table, seat: Seat) -> Refusal | None:
    rnd = table.round
    if seat not in rnd.hands:
        return Refusal(Reason.NO_HAND, f"{table.spoken(seat)} has no hand in round {rnd.number}")
    if seat in due(table).seats:
        return None
    if rnd.spots[seat].is_out:
        return Refusal(Reason.ALREADY_CHOSEN, f"{table.spoken(seat)} is out")
    if options_of(table, seat):
        return Refusal(Reason.NOT_YOUR_TURN, f"{table.spoken(due(table).seats[0])} chooses before {table.spoken(seat)}")
    return Refusal(Reason.ALREADY_CHOSEN, f"{table.spoken(seat)} has chosen")


def _may_not_choose(table: Table, seat: Seat) -> Refusal | None:
    if refused := _has_no_choice(table, seat):
        return refused
    asked = table.round.spots[seat].asked
    return Refusal(Reason.HOUSE_WAY_ASKED, f"{table.spoken(seat)} has asked for the house way") if asked else None


def chosen(table: Table, seat: Seat, option: Option, how: str, layout: str = "") -> TableDecision:
    """What the option does: wagers are added or taken back, a hand is split, cards come, and the seat has said its
    word. [ME 3b]"""
    spot, step = table.round.spots[seat], table.game.round[table.round.step]
    assert isinstance(step, Choice)
    hand = hand_to_play(table, seat)
    if refused := unpayable(table, seat, hand, option):
        return refused
    hands = (hand, hand + 1) if option.splits else (hand,)
    if option.takes and (refused := no_card_left(table, option.takes * len(hands))):
        return refused
    stakes = stakes_of(table.game, spot, hand, option, table.open_terms.smallest_chip)
    return (
        *(was.WagerAdded(seat=seat, wager=name, cents=cents, hand=hand) for name, cents in stakes.items()),
        *(was.WagerTakenBack(seat=seat, wager=name, cents=spot.wagers[name]) for name in option.back),
        *_split(table, seat, option, hand),
        *(was.CardDrawn(place=seat, hand=each) for each in hands for _ in range(option.takes)),
        was.Chosen(
            seat=seat,
            step=table.round.step,
            word=option.word,
            layout=layout,
            how=how,
            is_foul=option.foul,
            is_out=option.out,
            is_done=option.last or option.out or not step.again,
            gives_up=_given_up(table, seat, option),
            hand=hand,
            is_split=bool(option.splits),
            swaps=option.swaps,
            for_all=step.together,
        ),
    )


def _given_up(table: Table, seat: Seat, option: Option) -> tuple[int, ...]:
    """Which of its cards a seat gives up, as they came, from 1; of those that nobody knows that is told later."""
    cards = table.round.cards_of(seat)
    return tuple(cards.index(card) + 1 for card in option.drops) if table.round.pile(seat).is_known else ()


def _split(table: Table, seat: Seat, option: Option, hand: int) -> tuple[was.HandSplit, ...]:
    if not option.splits:
        return ()
    chip = table.open_terms.smallest_chip
    cents = split_stake(table.game, table.round.spots[seat], hand, option, chip)
    return (was.HandSplit(seat=seat, wager=option.splits, cents=cents, hand=hand),)


def unpayable(table: Table, seat: Seat, hand: int, option: Option) -> Refusal | None:
    """Why a seat cannot stake what an option adds to its hand: then it is not offered."""
    if not option.costs:
        return None
    game, spot, chip = table.game, table.round.spots[seat], table.open_terms.smallest_chip
    more = cost_of(game, spot, hand, option, chip)
    if more > table.seat_chips(seat):
        return short_of_chips(table, seat, more)
    if is_too_little(game, spot, hand, option, chip):
        least = "a cent" if chip == 1 else f"the smallest chip, {dollars(chip)}"
        return Refusal(
            Reason.BELOW_MINIMUM, f"{option.word}: of what lies at {table.spoken(seat)} that is less than {least}"
        )
    return None


def ask_house_way(table: Table, command: do.AskHouseWay) -> TableDecision:
    return _no_way(table) or _may_not_choose(table, command.seat) or (was.HouseWayAsked(seat=command.seat),)


def _no_way(table: Table) -> Refusal | None:
    step = table.game.round[table.round.step]
    if isinstance(step, Choice) and step.way:
        return None
    return Refusal(Reason.NO_HOUSE_WAY_FOR_SEATS, f"{table.game.title} sets no seat's hand the house way")


def set_house_way(table: Table, command: do.SetHouseWay) -> TableDecision:
    if refused := display_shut(table, command.seat):
        return refused
    if table.is_by_hand:
        return Refusal(
            Reason.SHUFFLER_IS_MANUAL, f"enter the cards of {table.spoken(command.seat)}: that sets them the house way"
        )
    return set_by_way(table, command.seat, table.round.cards_of(command.seat), "house way")


def set_by_way(table: Table, seat: Seat, cards: Cards, how: str) -> TableDecision:
    step = table.game.round[table.round.step]
    assert isinstance(step, Choice) and step.way
    hands = step.way.set(cards)
    option = option_set(options_of(table, seat), hands) or options_of(table, seat)[0]
    return chosen(table, seat, option, how, layout_of(cards, hands))


def display_shut(table: Table, seat: Seat) -> Refusal | None:
    """A seat's house way is shown once all other seats have set, or have themselves given their cards up to be set so.
    [SL 7]"""
    spots = table.round.spots
    if refused := _no_way(table) or _has_no_choice(table, seat):
        return refused
    if not spots[seat].asked:
        return Refusal(Reason.HOUSE_WAY_NOT_ASKED, f"{table.spoken(seat)} has not asked for the house way")
    behind = [s for s in due(table).seats if s != seat and not spots[s].asked]
    if behind:
        return Refusal(Reason.OTHERS_NOT_SET, f"{table.spoken(seat)} waits until {table.spoken(behind[0])} has set")
    return None


def call_time(table: Table, actor: Actor, command: do.CallTime) -> TableDecision:
    """Nobody can act any more: every silent seat is set the house way where seats have one, or takes the option that
    costs nothing more."""
    if actor.role is Role.SUPERVISOR and (refused := bad_text("note", command.note)):
        return refused
    if command.seat is not None and (refused := _has_no_choice(table, command.seat)):
        return refused
    happened: tuple[Event, ...] = ()
    for seat in due(table).seats if command.seat is None else (command.seat,):
        silent = silently_chosen(table, seat)
        assert not isinstance(silent, Refusal), "a silent seat adds no wager"
        happened += silent
    return (was.TimeCalled(by=str(actor), note=command.note), *happened)


def silently_chosen(table: Table, seat: Seat) -> TableDecision:
    step = table.game.round[table.round.step]
    assert isinstance(step, Choice)
    if step.way and not table.is_by_hand:
        return set_by_way(table, seat, table.round.cards_of(seat), "time")
    cards, option = table.round.cards_of(seat), silent_option(options_of(table, seat))
    return chosen(table, seat, option, "time", layout_of(cards, option.cut) if option.cut and cards else "")


def silent_option(options: tuple[Option, ...]) -> Option:
    """The first that costs nothing more."""
    return next(option for option in options if not option.costs and not option.foul)
