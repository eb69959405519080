"""Balances: the fold of transfers, and how far an account may go."""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from houseway.money import MOST_MICROS, Account, Micros, Transfer

Balances = Mapping[Account, Micros]


def applied(balances: Balances, transfers: Iterable[Transfer]) -> Balances:
    """The balances after the transfers."""
    changed: dict[Account, int] = dict(balances)
    for each in transfers:
        changed[each.source] = changed.get(each.source, 0) - each.micros
        changed[each.target] = changed.get(each.target, 0) + each.micros
    return cast("Balances", changed)


def moves(*several: tuple[Account, Account, int]) -> tuple[Transfer, ...]:
    """Transfers of millionths from one account to another; what is nothing does not move."""
    return tuple(Transfer(source, target, Micros(micros)) for source, target, micros in several if micros)


def beyond_bound(
    before: Balances, after: Balances, most: Callable[[Account], int] = lambda account: MOST_MICROS
) -> Account | None:
    """The first account that has moved beyond its bound; one that comes nearer to it may."""
    for account, micros in after.items():
        if abs(micros) > most(account) and abs(micros) > abs(before.get(account, 0)):
            return account
    return None
