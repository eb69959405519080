"""Players set or decide; then the dealer is shown. Both house-way displays have their gate here."""

from houseway.cards import Cards
from houseway.deciding.refusal import Refusal
from houseway.game import Game, Setting, Standing
from houseway.money import Cents
from houseway.role import Actor, Role, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import short_of_chips
from houseway.table.events import Event
from houseway.table.layout import is_choice, lay, layout_of, normal, spoken
from houseway.table.packets import DEALER, show_hands
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.state import Table, dealt_later


def set_hand(table: Table, command: do.SetHand) -> TableDecision:
    if refused := _may_not_set(table, command.seat):
        return refused
    rnd, game = table.round, table.game
    said = " ".join(map(repr, filter(None, (command.layout[:40], command.word[:40], *command.adds[:3])))) or "nothing"
    if is_manual(table):
        return _laid_down(table, command, said)
    packet, shown = rnd.packets[command.seat], rnd.packets[DEALER][: game.deal.dealer_shows]
    layout = normal(command.layout)
    wrong = Refusal(Reason.NOT_A_SETTING, f"{said}: {_ways_to_play(table, packet, shown)}")
    if sorted(layout.replace("|", "")) != [str(place + 1) for place in range(len(packet))]:
        return wrong
    setting = lay(packet, layout, command.word, command.adds)
    if not is_choice(game, packet, shown, setting):
        return wrong
    if game.standing(setting) is Standing.REFUSED:
        return Refusal(Reason.SETTING_REFUSED, f"{hand_names(table.game, setting)}: the rules do not let it be set so")
    return hand_set(table, command.seat, layout_of(packet, setting), setting, "player")


def is_manual(table: Table) -> bool:
    """Physical cards: they are not known here until they are turned over and entered."""
    return table.terms is not None and table.terms.shuffler == "manual"


def _laid_down(table: Table, command: do.SetHand, said: str) -> TableDecision:
    """A physical hand lies face down on the felt, and the word is said. [SL 6] [S99 5] [ME 3a]"""
    can_say = spoken(table.game)
    if command.layout or (command.word, command.adds) not in can_say:
        words = sorted(" + ".join((word, *adds)) for word, adds in can_say)
        hint = f"; say {', '.join(words)}" if any(words) else ""
        says = f"{said}: the cards are laid on the felt, no places are told{hint}"
        return Refusal(Reason.NOT_A_SETTING, says)
    return hand_set(table, command.seat, "", Setting((), command.word, command.adds), "player")


def _ways_to_play(table: Table, packet: Cards, shown: Cards) -> str:
    """What a setting looks like in this game."""
    game = table.game
    if game.split:
        hands = " | ".join(f"{size} {name}" for name, size in zip(game.split.hands, game.split.sizes, strict=True))
        return f"places 1 to {len(packet)}, {hands}"
    places = "".join(str(n + 1) for n in range(len(packet)))
    words = sorted({" + ".join(filter(None, (c.word, *c.adds))) for c in game.choices(packet, shown)})
    return f"{places!r} with {', '.join(words)}"


def hand_names(game: Game, setting: Setting) -> str:
    return " | ".join(map(game.hand_name, setting.hands)) if game.split else str(setting)


def _has_no_hand(table: Table, seat: Seat) -> Refusal | None:
    if seat not in table.round.hands:
        return Refusal(Reason.NO_HAND, f"seat {seat} has no hand in round {table.round.number}")
    if table.round.spots[seat].is_set:
        return Refusal(Reason.ALREADY_SET, f"seat {seat}'s hand is set")
    return None


def _may_not_set(table: Table, seat: Seat) -> Refusal | None:
    if refused := _has_no_hand(table, seat):
        return refused
    asked = table.round.spots[seat].asked
    return Refusal(Reason.HOUSE_WAY_ASKED, f"seat {seat} has asked for the house way") if asked else None


def hand_set(table: Table, seat: Seat, layout: str, setting: Setting, how: str) -> TableDecision:
    """The hand is set, and what the choice adds is staked: equal to the wager it doubles. [ME 3b]"""
    spot = table.round.spots[seat]
    added = [table.game.wager(name) for name in setting.adds]
    stakes = {wager.name: spot.wagers[wager.equals] for wager in added if wager.equals}
    more = Cents(sum(stakes.values()))
    if more > table.seat_chips(seat):
        return short_of_chips(table, seat, more)
    now_set = was.HandSet(seat=seat, layout=layout, word=setting.word, adds=setting.adds, how=how)
    return (now_set, *(was.WagerAdded(seat=seat, wager=name, cents=cents) for name, cents in stakes.items()))


def ask_house_way(table: Table, command: do.AskHouseWay) -> TableDecision:
    if not table.game.house_way.for_players:
        return Refusal(Reason.NO_HOUSE_WAY_FOR_SEATS, f"{table.game.title} sets no seat's hand the house way")
    return _may_not_set(table, command.seat) or (was.HouseWayAsked(seat=command.seat),)


def set_house_way(table: Table, command: do.SetHouseWay) -> TableDecision:
    if refused := display_shut(table, command.seat):
        return refused
    if is_manual(table):
        return Refusal(
            Reason.SHUFFLER_IS_MANUAL, f"enter the cards of seat {command.seat}: that sets them the house way"
        )
    packet = table.round.packets[command.seat]
    setting = table.game.house_way.set(packet)
    return hand_set(table, command.seat, layout_of(packet, setting), setting, "house way")


def display_shut(table: Table, seat: Seat) -> Refusal | None:
    """A seat's house way is shown once all other seats have set, or have themselves given their cards up to be set so.
    [SL 7]"""
    spots = table.round.spots
    if not table.game.house_way.for_players:
        return Refusal(Reason.NO_HOUSE_WAY_FOR_SEATS, f"{table.game.title} sets no seat's hand the house way")
    if refused := _has_no_hand(table, seat):
        return refused
    if not spots[seat].asked:
        return Refusal(Reason.HOUSE_WAY_NOT_ASKED, f"seat {seat} has not asked for the house way")
    behind = [s for s in table.round.hands if s != seat and not (spots[s].is_set or spots[s].asked)]
    if behind:
        return Refusal(Reason.OTHERS_NOT_SET, f"seat {seat} waits until seat {behind[0]} has set")
    return None


def call_time(table: Table, actor: Actor, command: do.CallTime) -> TableDecision:
    """Nobody can act any more, so every silent seat is set, the house way where seats have one."""
    if actor.role is Role.SUPERVISOR and (refused := bad_text("note", command.note)):
        return refused
    happened: tuple[Event, ...] = ()
    for seat in table.round.hands:
        if not table.round.spots[seat].is_set:
            set_now = _silently_set(table, seat)
            assert not isinstance(set_now, Refusal), "a silent seat adds no wager"
            happened += set_now
    if not happened:
        return Refusal(Reason.ALREADY_SET, "every seat has set")
    return (was.TimeCalled(by=str(actor), note=command.note), *happened)


def _silently_set(table: Table, seat: Seat) -> TableDecision:
    if is_manual(table):  # when its cards are entered
        return hand_set(table, seat, "", Setting(()), "time")
    packet = table.round.packets[seat]
    setting = silent_setting(table, packet)
    return hand_set(table, seat, layout_of(packet, setting), setting, "time")


def silent_setting(table: Table, packet: Cards) -> Setting:
    game = table.game
    if game.silent is not None:
        assert table.terms is not None and table.terms.decks is not None
        return game.silent(packet, table.terms.decks)
    if game.house_way.for_players:
        return game.house_way.set(packet)
    return game.options(packet, table.round.packets[DEALER][: game.deal.dealer_shows])[0]


def dealer_house_way(table: Table) -> TableDecision:
    if refused := not_all_set(table):
        return refused
    if is_manual(table):
        return Refusal(Reason.SHUFFLER_IS_MANUAL, "enter the dealer's cards: that reveals them")
    return (was.DealerRevealed(hands=show_hands(_dealers_setting(table)), house_way=table.game.house_way.label),)


def not_all_set(table: Table) -> Refusal | None:
    """The dealer's hand is shown only once all seats have set or had theirs set. [SL 8] [S99 6] [ME 4]"""
    behind = [seat for seat in table.round.hands if not table.round.spots[seat].is_set]
    return Refusal(Reason.NOT_ALL_SET, f"seat {behind[0]} has not set") if behind else None


def _dealers_setting(table: Table) -> Setting:
    later = dealt_later(table.game, table.round)
    return table.game.house_way.set(table.round.packets[DEALER] + later.get(DEALER, ()))
