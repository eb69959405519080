"""What the house owes players who had no seat when it was corrected, or they owe it: paid with chips when they take a
seat again, or in cash. Names are compared as they are for a seat."""

from houseway.deciding.refusal import Refusal
from houseway.money import DUE
from houseway.role import Actor
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import box_counted
from houseway.table.names import is_one
from houseway.table.refusal import Decision, Reason, bad_text
from houseway.table.state import Table


def dues(table: Table) -> dict[str, int]:
    """In cents, by the name under which it stands; below nothing, what the player owes."""
    held = {account: table.chips(account) for account in table.balances if account.startswith(DUE)}
    return {account.removeprefix(DUE): cents for account, cents in held.items() if cents}


def dues_of(table: Table, player: str) -> dict[str, int]:
    return {name: cents for name, cents in dues(table).items() if is_one(name, player)}


def owed_by(table: Table, player: str) -> int:
    """What of a player's chips is the house's."""
    return max(0, -sum(dues_of(table, player).values()))


def settled_with_chips(table: Table, seat: int, player: str, chips: int) -> tuple[was.DuePaid, ...]:
    """What is due comes to his chips, and what he owes goes from them, as far as they reach."""
    happened = []
    for name, cents in sorted(dues_of(table, player).items(), key=lambda each: -each[1]):
        moved = max(cents, -chips)
        if moved:
            happened.append(was.DuePaid(seat=seat, player=name, cents=moved))
            chips += moved
    return tuple(happened)


def pay_due(table: Table, actor: Actor, command: do.PayDue) -> Decision:
    refused = bad_text("player", command.player, most=40)
    if refused:
        return refused
    found = dues_of(table, command.player)
    if not found:
        names = ", ".join(sorted(dues(table))) or "nobody"
        return Refusal(Reason.NOTHING_DUE, f"{command.player}: something is due to, or owed by, {names}")
    paid = tuple(was.DueCashed(player=name, cents=cents, by=actor.name) for name, cents in sorted(found.items()))
    return (*box_counted(table), *paid)
