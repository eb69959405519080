"""Adjustments: the closed list of grounds on which a meter is moved by hand, and how far each goes.

What goes down stays the players' money, but for seed that the house recovers and funds that it books as receipts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from houseway.deciding.refusal import Refusal
from houseway.money import BANK, FUND, METER, MICROS_PER_CENT, RESERVE, Account, Micros, Transfer
from houseway.progressive.meter import MOST_CENTS, Meter, show_micros
from houseway.progressive.refusal import MeterReason, bad_text

MOST_MICROS: Final = MOST_CENTS * MICROS_PER_CENT


class Grounds(Enum):
    # down
    MALFUNCTION_DOWN = "to correct a malfunction, down"
    ABOVE_MAXIMUM = "amount above the maximum"
    RECEIPTS = "nondisplayed funds booked as receipts"
    RECOVER_SEED = "to recover seed"
    MOVED = "moved to another meter"
    RESERVE_MOVED = "reserve moved to another meter"
    # up
    BACK_OUT = "back-out of a J-POT"  # [SLP 9i]
    MALFUNCTION_UP = "to correct a malfunction, up"
    MOVED_HERE = "moved here from another meter"
    RESERVE_MOVED_HERE = "reserve moved here from another meter"


ROUTES: Final[Mapping[Grounds, tuple[Account, Account]]] = {
    Grounds.MALFUNCTION_DOWN: (METER, FUND),
    Grounds.ABOVE_MAXIMUM: (METER, RESERVE),
    Grounds.RECEIPTS: (RESERVE, BANK),
    Grounds.RECOVER_SEED: (METER, BANK),
    Grounds.MOVED: (METER, FUND),
    Grounds.RESERVE_MOVED: (RESERVE, FUND),
    Grounds.BACK_OUT: (FUND, METER),
    Grounds.MALFUNCTION_UP: (FUND, METER),
    Grounds.MOVED_HERE: (FUND, METER),
    Grounds.RESERVE_MOVED_HERE: (FUND, RESERVE),
}
UP: Final = frozenset(grounds for grounds, (source, _) in ROUTES.items() if source == FUND)
MOVES_AWAY: Final = frozenset({Grounds.MOVED, Grounds.RESERVE_MOVED})
MOVES: Final = MOVES_AWAY | {Grounds.MOVED_HERE, Grounds.RESERVE_MOVED_HERE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A signed amount, below nothing for down, and why."""

    micros: Micros
    reason: Grounds
    note: str
    win: str | None = None  # the award that a back-out puts back
    other: str | None = None  # the other meter of a move


def moved(adjustment: Adjustment) -> Transfer:
    source, target = ROUTES[adjustment.reason]
    return Transfer(source, target, Micros(abs(adjustment.micros)))


def adjusted(meter: Meter, adjustment: Adjustment) -> Meter:
    """The meter after the adjustment."""
    move = moved(adjustment)
    change = {move.source: -move.micros, move.target: +move.micros}
    recovered = move.micros if adjustment.reason is Grounds.RECOVER_SEED else 0
    return replace(
        meter,
        gross_micros=Micros(meter.gross_micros + change.get(METER, 0)),
        reserve_micros=Micros(meter.reserve_micros + change.get(RESERVE, 0)),
        seed_owed_micros=Micros(meter.seed_owed_micros - recovered),
    )


# ---- what is refused -------------------------------------------------------------------------------


def unsound(adjustment: Adjustment, meter: str) -> Refusal | None:
    """What is wrong with the adjustment wherever the meter stands."""
    return bad_text("note", adjustment.note) or next(_unsound(adjustment, meter), None)


def _unsound(adjustment: Adjustment, meter: str) -> Iterator[Refusal | None]:
    grounds, micros, is_back_out = adjustment.reason, adjustment.micros, adjustment.reason is Grounds.BACK_OUT
    if type(micros) is not int or not 0 < abs(micros) <= MOST_MICROS:
        says = f"{micros!r} millionths: whole, not 0, at most {MOST_MICROS} up or down"
        yield Refusal(MeterReason.BAD_AMOUNT, says)
    if (micros > 0) is not (grounds in UP):
        accepted = "above" if grounds in UP else "below"
        says = f"{show_micros(micros)} as {grounds.value!r}: an amount {accepted} nothing"
        yield Refusal(MeterReason.WRONG_DIRECTION, says)
    if adjustment.win is not None and not is_back_out:
        yield Refusal(MeterReason.WIN_NOT_NAMED, f"{grounds.value!r} names no win; only a back-out does")
    if adjustment.win is None and is_back_out:
        yield Refusal(MeterReason.WIN_NOT_NAMED, "a back-out names the win that it puts back")
    if adjustment.win is not None and (refused := bad_text("win", adjustment.win)):
        yield refused
    if adjustment.other is not None and grounds not in MOVES:
        yield Refusal(MeterReason.METER_NOT_NAMED, f"{grounds.value!r} names no other meter; only a move does")
    if adjustment.other in (None, meter) and grounds in MOVES:
        yield Refusal(MeterReason.METER_NOT_NAMED, f"{grounds.value!r} names the meter, another than this one")
    if adjustment.other is not None:
        yield bad_text("other meter", adjustment.other)


def out_of_reach(adjustment: Adjustment, meter: Meter, wins: Mapping[str, int]) -> Refusal | None:
    """What is wrong with it where the meter stands now; `wins` has what each award took and still has, in cents, in the
    order in which they were paid."""
    if adjustment.win is not None:
        return _above_the_win(adjustment.win, adjustment.micros, wins) or _later_win_stands(adjustment.win, wins)
    for reason, most, what in () if adjustment.reason in UP else _limits(adjustment.reason, meter):
        if -adjustment.micros > most:
            says = f"{show_micros(-adjustment.micros)} down: at most {show_micros(most)}, {what}"
            return Refusal(reason, says)
    return None


def _above_the_win(win: str, micros: Micros, wins: Mapping[str, int]) -> Refusal | None:
    if win not in wins:
        return Refusal(MeterReason.NO_SUCH_WIN, f"win {win!r} was not paid from this meter")
    taken = wins[win] * MICROS_PER_CENT
    if micros % MICROS_PER_CENT or micros > taken:
        says = f"{show_micros(micros)}: whole cents, at most the {show_micros(taken)} that the win still has"
        return Refusal(MeterReason.ABOVE_THE_WIN, says)
    return None


def _later_win_stands(win: str, wins: Mapping[str, int]) -> Refusal | None:
    """A later win of the round is a share of what this one left on the meter: it would be the wrong amount."""
    of_round, paid = win.rpartition(" seat ")[0], list(wins)
    later = paid[paid.index(win) + 1 :]
    standing = [each for each in later if wins[each] and each.rpartition(" seat ")[0] == of_round]
    if not standing:
        return None
    says = f"{standing[-1]!r} was paid of what {win!r} left: back it out first, then press J-POT again"
    return Refusal(MeterReason.LATER_WIN_STANDS, says)


def _limits(grounds: Grounds, meter: Meter) -> list[tuple[MeterReason, int, str]]:
    """How far each ground reaches: the reason to refuse more, the most, and what that is."""
    match grounds:
        case Grounds.ABOVE_MAXIMUM:
            return [(MeterReason.ABOVE_THE_OVERFLOW, meter.overflow_micros, "what lies above the maximum")]
        case Grounds.RECEIPTS | Grounds.RESERVE_MOVED:
            return [(MeterReason.BELOW_ZERO, meter.reserve_micros, "what the reserve holds")]
        case Grounds.RECOVER_SEED:
            spare = max(0, meter.gross_micros - meter.settings.seed_cents * MICROS_PER_CENT)
            return [
                (MeterReason.BELOW_THE_SEED, spare, "what the meter holds above its seed"),
                (MeterReason.ABOVE_THE_SEED_OWED, meter.seed_owed_micros, "what the house has put in"),
            ]
        case _:
            return [(MeterReason.BELOW_ZERO, meter.gross_micros, "what the meter holds")]
