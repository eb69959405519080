"""A progressive meter: what it holds, what it shows, and what an award takes off it.

The meter holds its *gross*: it gains with every stake, whatever its maximum is. It shows the gross or the maximum,
whichever is less; what lies above is overflow. So COIN IN at a table need not know where the meter stands.

Money on the meter and in the reserve is the players'. All of it is counted in millionths of a dollar, and exactly.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from houseway.money import MICROS_PER_CENT, Cents, Micros, dollars, micros_of
from houseway.paytable import THE_METER, Paytable

MOST_CENTS: Final = 10_000_000_00  # of a seed or a maximum
MOST_STAKE_CENTS: Final = 5_00  # WAC 230-15-040
LAST_HITS: Final = 25  # of each award


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSettings:
    """How a meter moves: its seed, its stake, the shares of a stake that it and the reserve gain, its maximum."""

    seed_cents: Cents
    stake_cents: Cents
    increment: Fraction  # the share of a stake that goes onto the meter
    hidden: Fraction = Fraction(0)  # the share that goes to the reserve for the next seed
    maximum_cents: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An award that came off the meter."""

    win: str
    line: str
    cents: Cents
    backed_out_cents: Cents = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTotal:
    """How often an award has hit, and what it paid in all: of those that stand. One that was backed out as a whole is
    no award; one that was backed out in part paid the rest."""

    line: str
    hits: int = 0
    cents: Cents = Cents(0)
    backed_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """The money of a progressive: what the meter holds and shows, the reserve for its next seed, what it has paid."""

    name: str
    settings: MeterSettings
    gross_micros: Micros
    reserve_micros: Micros = Micros(0)
    seed_owed_micros: Micros = Micros(0)  # what the house put in as seed and has not recovered
    in_micros: Micros = Micros(0)  # the in-meter: all that stakes have put onto the meter
    tallies: Mapping[str, AwardTotal] = field(default_factory=dict)
    last_hits: tuple[Hit, ...] = ()  # of each award so many, the oldest first

    def __post_init__(self) -> None:
        if self.gross_micros < 0 or self.reserve_micros < 0 or self.seed_owed_micros < 0:
            raise ValueError(f"meter {self.name!r} cannot hold less than nothing: {self.gross_micros} millionths")

    @property
    def shown_micros(self) -> Micros:
        return shown_micros(self.settings, self.gross_micros)

    @property
    def shown_cents(self) -> Cents:
        return Cents(self.shown_micros // MICROS_PER_CENT)

    @property
    def overflow_micros(self) -> Micros:
        return Micros(self.gross_micros - self.shown_micros)


def shown_micros(settings: MeterSettings, gross_micros: Micros) -> Micros:
    """What a meter shows that holds so much: no more than its maximum."""
    most = settings.maximum_cents
    return gross_micros if most is None else min(gross_micros, micros_of(most))


# ---- settings --------------------------------------------------------------------------------------


def settings_of(paytable: Paytable, meter: str = THE_METER) -> MeterSettings:
    """The seed, stake and increment that the paytable's letter gives one of its meters. [SLP 3]"""
    terms = paytable.meters.get(meter)
    if terms is None:
        names = ", ".join(paytable.meters) or "none without a name"
        raise ValueError(f"{paytable.name!r} has no meter {meter!r}: {names}")
    seed, stake = Cents(terms.seed_cents), Cents(terms.stake_cents)
    return MeterSettings(seed_cents=seed, stake_cents=stake, increment=terms.increment)


def faults(settings: MeterSettings) -> tuple[str, ...]:
    """All that is wrong with the settings, a line each."""
    return (*_wrong_amounts(settings), *_wrong_shares(settings))


def _wrong_amounts(settings: MeterSettings) -> Iterator[str]:
    seed, stake, most = settings.seed_cents, settings.stake_cents, settings.maximum_cents
    if not _is_between(seed, 0, MOST_CENTS):
        yield f"seed {seed!r}: 0 to {MOST_CENTS} cents"
    elif most is not None and not _is_between(most, seed, MOST_CENTS):
        yield f"maximum {most!r}: none, or {seed} cents, which is the seed, to {MOST_CENTS}"
    if not _is_between(stake, 1, MOST_STAKE_CENTS):
        yield f"stake {stake!r}: 1 to {MOST_STAKE_CENTS} cents"


def _wrong_shares(settings: MeterSettings) -> Iterator[str]:
    shares = {"increment": settings.increment, "hidden": settings.hidden}
    for what, share in shares.items():
        if type(share) not in (int, Fraction) or not 0 <= share <= 1:
            yield f"{what} {str(share)!r}: a share from 0 to 1"
        elif type(settings.stake_cents) is int and _of_one_stake(settings, share).denominator != 1:
            yield f"{what} {str(share)!r}: of one stake it has to be whole millionths of a dollar"
    if all(type(share) in (int, Fraction) for share in shares.values()) and sum(shares.values()) > 1:
        yield f"increment {settings.increment} and hidden {settings.hidden}: together at most 1"


def _is_between(cents: Cents, least: int, most: int) -> bool:
    return type(cents) is int and least <= cents <= most


def _of_one_stake(settings: MeterSettings, share: Fraction) -> Fraction:
    return Fraction(share * settings.stake_cents * MICROS_PER_CENT)


# ---- what the meter gains --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Gains:
    """What a meter and its reserve gain by one stake."""

    stake_cents: Cents
    meter_micros: Micros
    reserve_micros: Micros


@lru_cache(maxsize=256)
def gains(settings: MeterSettings) -> Gains:
    meter, reserve = gained(settings, 1)
    return Gains(stake_cents=settings.stake_cents, meter_micros=meter, reserve_micros=reserve)


@lru_cache(maxsize=256)  # pressed at every table in every round
def gained(settings: MeterSettings, stakes: int) -> tuple[Micros, Micros]:
    """What so many stakes put onto the meter and into the reserve, in millionths. [SLP 6]"""
    meter, reserve = _of_one_stake(settings, settings.increment), _of_one_stake(settings, settings.hidden)
    if stakes < 0 or meter.denominator != 1 or reserve.denominator != 1:
        raise ValueError(f"{stakes} stakes: nothing or more, each in whole millionths of a dollar")
    return Micros(int(meter) * stakes), Micros(int(reserve) * stakes)


def grown(meter: Meter, meter_micros: Micros, reserve_micros: Micros) -> Meter:
    """The meter after stakes have come in."""
    return replace(
        meter,
        gross_micros=Micros(meter.gross_micros + meter_micros),
        reserve_micros=Micros(meter.reserve_micros + reserve_micros),
        in_micros=Micros(meter.in_micros + meter_micros),
    )


# ---- what comes off it -----------------------------------------------------------------------------


def share_cents(shown_micros: Micros, share: Fraction) -> Cents:
    """A share of what is shown, down to the whole cent: the residue stays on the meter, for the players. [SLP 9a]"""
    if not 0 < share <= 1:
        raise ValueError(f"{share} of a meter cannot be won: above 0, at most 1")
    return Cents(int(share * shown_micros // MICROS_PER_CENT))


def won(meter: Meter, share: Fraction) -> tuple[Meter, Cents]:
    """The meter after an award, and the award in cents. [SLP 9a]"""
    cents = share_cents(meter.shown_micros, share)
    return taken_off(meter, cents), cents


def taken_off(meter: Meter, cents: Cents) -> Meter:
    return replace(meter, gross_micros=Micros(meter.gross_micros - micros_of(cents)))


def reseed(meter: Meter) -> tuple[Micros, Micros]:
    """After the 100 % award what is left is raised to the seed: from the reserve as far as it goes, the rest from
    the house's bank. A meter that still holds its seed stays as it is. [SLP 4]"""
    short = Micros(max(0, micros_of(meter.settings.seed_cents) - meter.gross_micros))
    reserve = min(short, meter.reserve_micros)
    return reserve, Micros(short - reserve)


def raised(meter: Meter, reserve_micros: Micros, bank_micros: Micros) -> Meter:
    return replace(
        meter,
        gross_micros=Micros(meter.gross_micros + reserve_micros + bank_micros),
        reserve_micros=Micros(meter.reserve_micros - reserve_micros),
        seed_owed_micros=Micros(meter.seed_owed_micros + bank_micros),
    )


def counted(meter: Meter, hit: Hit) -> Meter:
    """The meter's counters after a hit."""
    tally = meter.tallies.get(hit.line, AwardTotal(line=hit.line))
    tally = replace(tally, hits=tally.hits + 1, cents=Cents(tally.cents + hit.cents))
    hits = last_of_each((*meter.last_hits, hit))
    return replace(meter, tallies={**meter.tallies, hit.line: tally}, last_hits=hits)


def uncounted(meter: Meter, win: str, line: str, cents: Cents, *, whole: bool) -> Meter:
    """The meter's counters after an award, or a part of it, was backed out. [SLP 9i]"""
    tally = meter.tallies[line]
    rest = Cents(tally.cents - cents)
    tally = replace(tally, hits=tally.hits - whole, cents=rest, backed_out=tally.backed_out + whole)
    hits = tuple(
        replace(hit, backed_out_cents=Cents(hit.backed_out_cents + cents)) if hit.win == win else hit
        for hit in meter.last_hits
    )
    return replace(meter, tallies={**meter.tallies, line: tally}, last_hits=hits)


def last_of_each(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The last 25 of each award, in the order in which they came."""
    seen: Counter[str] = Counter()
    kept = []
    for hit in reversed(hits):
        seen[hit.line] += 1
        if seen[hit.line] <= LAST_HITS:
            kept.append(hit)
    return tuple(reversed(kept))


def show_micros(micros: int) -> str:
    """$1,234.50, with the millionths if there are any beyond the cent: $0.303310."""
    sign, (cents, rest) = ("-" if micros < 0 else ""), divmod(abs(micros), MICROS_PER_CENT)
    if not rest:
        return sign + dollars(cents)
    return f"{sign}${cents // 100:,}.{cents % 100:02d}{rest:04d}"
