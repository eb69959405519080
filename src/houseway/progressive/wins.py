"""Several wins from one meter in one round: who is paid first, and what is then left for the next. [SLP 9c]"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.money import Cents, Micros
from houseway.progressive.meter import Meter, raised, reseed, won
from houseway.role import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A seat's hand that is paid from the meter."""

    seat: Seat
    line: str
    share: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A win, what it took, and the meter before and after. After a 100 % award the reseed is counted."""

    win: Win
    cents: Cents
    before: Meter
    after: Meter
    from_reserve_micros: Micros = Micros(0)  # what the reseed took
    from_bank_micros: Micros = Micros(0)

    @property
    def is_reseeded(self) -> bool:
        return self.win.share == 1


# A policy puts the wins of a round in order; it is told how many seats the table has. Internal controls may
# choose another than the letter's. [SLP A]
Order = Callable[[Sequence[Win], int], Sequence[Win]]


def from_the_dealers_right(wins: Sequence[Win], seats: int) -> Sequence[Win]:
    """Appendix A: the player farthest on the dealer's right first, then counter-clockwise. Seats are numbered from
    the dealer's left to his right, so the last seat comes first. [SLP A]"""
    return sorted(wins, key=lambda win: win.seat, reverse=True)


def largest_share_first(wins: Sequence[Win], seats: int) -> Sequence[Win]:
    """Larger shares before smaller ones; among equals, Appendix A."""
    return sorted(from_the_dealers_right(wins, seats), key=lambda win: win.share, reverse=True)


ORDERS: Final[Mapping[str, Order]] = {
    "from the dealer's right": from_the_dealers_right,
    "largest share first": largest_share_first,
}
APPENDIX_A: Final = "from the dealer's right"


def paid(
    meter: Meter, wins: Sequence[Win], order: Order = from_the_dealers_right, *, seats: int = 6
) -> tuple[Payment, ...]:
    """Each win takes its share of what is then on the meter; a 100 % award reseeds it before the next. [SLP 4]"""
    payments: list[Payment] = []
    for win in _in_order(wins, order, seats):
        payments.append(_paid(payments[-1].after if payments else meter, win))
    return tuple(payments)


def _paid(meter: Meter, win: Win) -> Payment:
    after, cents = won(meter, win.share)
    if win.share < 1:
        return Payment(win=win, cents=cents, before=meter, after=after)
    reserve, bank = reseed(after)
    after = raised(after, reserve, bank)
    return Payment(win=win, cents=cents, before=meter, after=after, from_reserve_micros=reserve, from_bank_micros=bank)


def _in_order(wins: Sequence[Win], order: Order, seats: int) -> Sequence[Win]:
    """The wins as the policy has them. No policy may add one, leave one out, or pay a seat twice."""
    if wrong := wins_fault(wins, seats):
        raise ValueError(wrong)
    ordered = order(wins, seats)
    if Counter(ordered) != Counter(wins):
        raise ValueError("an order of payment holds every win of the round once")
    return ordered


def wins_fault(wins: Sequence[Win], seats: int) -> str | None:
    """What keeps these from being the wins of one round: a seat has one hand, and so one win."""
    for win in wins:
        if not 1 <= win.seat <= seats:
            return f"seat {win.seat}: the table has seats 1 to {seats}"
        if not 0 < win.share <= 1:
            return f"seat {win.seat} wins {win.share} of the meter: above 0, at most 1"
    twice = [seat for seat, times in Counter(win.seat for win in wins).items() if times > 1]
    return f"seat {twice[0]} wins twice: a seat has one win a round" if twice else None
