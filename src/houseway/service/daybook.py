"""Drop, win and hold by table, game and gaming day, from the ledger alone.

The drop is the cash that became chips, reversals deducted. The win is what the tray gained by wagers: fills and
credits move chips between tray and bank and are no result. Hold is win over drop. What two people corrected of rounds
that were over stands beside the win: it is of another round, perhaps of another day. The commission that the house
kept of wins is in the win, and stands beside it. Progressive stakes are in the win;
what of them went onto meters and into reserves stands beside it, because that is the players' money and no revenue.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import fields

from houseway import money
from houseway.reports.winnings import Day
from houseway.service.book import DayTotal
from houseway.service.record import is_table
from houseway.service.store import Store

AT_PLAY = (money.FELT, money.PENDING, money.LOCKED)
OF_PLAYERS = (f"{money.METER} ", f"{money.RESERVE} ")


def days(store: Store, *, first: str | None = None, last: str | None = None) -> list[Day]:
    """One row a table, game and gaming day. The days are written YYYY-MM-DD."""
    if first and last and first > last:
        raise ValueError(f"the first day, {first}, comes after the last, {last}")
    moved: dict[tuple[str, str, str], list[DayTotal]] = defaultdict(list)
    for total in store.day_totals(first=first, last=last):
        if is_table(total.stream):
            moved[total.day, total.stream, total.game].append(total)
    return [day_of(*place, totals) for place, totals in sorted(moved.items())]


def by_game(found: Iterable[Day]) -> list[Day]:
    """One row a game and gaming day, all its tables together."""
    together: dict[tuple[str, str], list[Day]] = defaultdict(list)
    for each in found:
        together[each.day, each.game].append(each)
    return [_summed(day, game, rows) for (day, game), rows in sorted(together.items())]


def _summed(day: str, game: str, rows: list[Day]) -> Day:
    amounts = [each.name for each in fields(Day) if each.name.endswith(("_cents", "_micros"))]
    sums = {name: sum(getattr(row, name) for row in rows) for name in amounts}
    return Day(day=day, table="1 table" if len(rows) == 1 else f"{len(rows)} tables", game=game, **sums)


def day_of(day: str, stream: str, game: str, totals: list[DayTotal]) -> Day:
    """A table's game on a day, from all that moved between its accounts."""

    def net(source: str, target: str) -> int:
        """What went from one account to the other, less what came back, in cents."""
        there = sum(t.micros for t in totals if (t.source, t.target) == (source, target))
        back = sum(t.micros for t in totals if (t.source, t.target) == (target, source))
        return (there - back) // money.MICROS_PER_CENT

    owing = {a for t in totals for a in (t.source, t.target) if a.startswith(money.OWES)}
    marked = sum(net(account, money.COMMISSION) for account in owing)
    seats = {a for t in totals for a in (t.source, t.target) if a.startswith(("seat ", money.DUE))}
    return Day(
        day=day,
        table=stream,
        game=game,
        drop_cents=sum(net(money.BUY_IN, seat) for seat in seats),
        cashed_out_cents=sum(net(seat, money.CASH_OUT) for seat in seats),
        fills_cents=net(money.BANK, money.TRAY),
        win_cents=sum(net(account, money.TRAY) for account in (*AT_PLAY, *seats)) + marked,
        commission_cents=net(money.TRAY, money.COMMISSION) + marked,
        corrected_cents=net(money.CORRECTIONS, money.TRAY),
        to_meters_micros=sum(t.micros for t in totals if t.source == money.FUND and t.target.startswith(OF_PLAYERS)),
    )
