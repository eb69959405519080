"""How the edge moves with each pay: by the exact chance of its line, and by one step of the pay.

A pay's slope is how much of a unit is staked on its line on average, with its sign turned; of a win that a commission
is taken of, what is left of it. Where a seat chooses, play is held as it is: that is the slope of best play too, for at
its best a small change of play changes nothing. Over a whole step a seat may play better than it did, so the edge with
play held is the most that the edge can be.

Of a progressive it is the edge over the long run. What goes onto a meter comes off it, so the size of a share moves no
edge, but only who is paid it: the seed and the increment do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.question import Question
from houseway.analysis.figures import Figures, money, short_percent
from houseway.analysis.progressive import Progressive
from houseway.paytable import Odds, Pay, Paytable

POINT = Fraction(1, 100)
COMMISSION = "commission on "


@dataclass(frozen=True, kw_only=True)
class PayEffect:
    """What the edge does if one pay is another. The slope is per unit of the pay: per 1 to 1, or of a commission or of
    a share per 1, which is 100 %."""

    line: str
    pays: str
    staked: Fraction  # on the line, of a unit, on average: its chance where nothing is staked later
    slope: Fraction
    step: Fraction
    less: Fraction | None  # the edge with the pay one step lower
    more: Fraction | None  # and one step higher


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """All pays of one paytable."""

    wager: str
    paytable: Paytable
    play: str | None
    edge: Fraction
    effects: tuple[PayEffect, ...]


def of_main(asked: Question, ends: Ends, table: Paytable, figures: Figures) -> Sensitivity:
    """A paytable of one of the main wagers, which are played together: per unit of the first of them."""
    followers = {wager.name for wager in asked.game.wagers if asked.pays.get(wager.name) is table}
    staked: dict[str, Fraction] = {}
    for end, weight in ends.weights.items():
        for line in end.lines:
            if line.wager in followers:
                share = Fraction(line.times * weight, ends.total)
                staked[line.line] = staked.get(line.line, Fraction(0)) + share
    return _of(table.wager, table, figures, staked)


def of_side(table: Paytable, figures: Figures) -> Sensitivity:
    """A paytable of a wager with figures of its own. A line of theirs is named as the paytable has it, or so with the
    times that it is staked."""
    staked = dict.fromkeys(table.lines, Fraction(0))
    for line in figures.lines:
        name, _, times = line.name.rpartition(" x") if line.name not in table.lines else (line.name, "", "1")
        if name in staked:
            staked[name] += Fraction(times) * line.probability
    return _of(table.wager, table, figures, staked)


def of_progressive(meter: Progressive) -> Sensitivity:
    """Every line, the seed, the increment and every envy, each worked out anew over the long run."""
    return Sensitivity(
        wager=meter.wager.name,
        paytable=meter.paytable,
        play=None,
        edge=meter.house_edge,
        effects=(*_meter_lines(meter), *_meter_terms(meter), *_envies(meter)),
    )


def _of(wager: str, table: Paytable, figures: Figures, staked: Mapping[str, Fraction]) -> Sensitivity:
    effects = tuple(
        effect
        for line, pay in table.lines.items()
        for effect in _effects(line, pay, staked.get(line, Fraction(0)), figures.house_edge)
    )
    return Sensitivity(wager=wager, paytable=table, play=figures.play, edge=figures.house_edge, effects=effects)


def _effects(line: str, pay: Pay, staked: Fraction, edge: Fraction) -> Iterator[PayEffect]:
    step = step_of(pay)
    slope = -staked * (1 - pay.commission)
    yield PayEffect(
        line=line,
        pays=str(pay),
        staked=staked,
        slope=slope,
        step=step,
        less=edge - slope * step if pay.amount >= step else None,
        more=edge + slope * step,
    )
    if pay.commission:
        slope = staked * pay.amount
        yield PayEffect(
            line=f"{COMMISSION}{line}",
            pays=short_percent(pay.commission),
            staked=staked,
            slope=slope,
            step=POINT,
            less=edge - slope * POINT,
            more=edge + slope * POINT,
        )


def step_of(pay: Pay) -> Fraction:
    """One where a pay is a whole number, else the part in which it is written: a half of 3 to 2."""
    return POINT if pay.odds is Odds.OF_METER else Fraction(1, pay.amount.denominator)


# ---- of a meter ------------------------------------------------------------------------------------


def _meter_lines(meter: Progressive) -> Iterator[PayEffect]:
    for line, pay in meter.paytable.lines.items():
        step, chance = step_of(pay), meter.probability(line)
        is_share = pay.odds is Odds.OF_METER
        if is_share and pay.amount == 1:
            continue  # one line takes the whole of a meter: that is what it is
        yield PayEffect(
            line=line,
            pays=str(pay),
            staked=chance,
            slope=Fraction(0) if is_share else -chance,
            step=step,
            less=_with_line(meter, line, pay, -step) if pay.amount > step else None,
            more=_with_line(meter, line, pay, step) if not is_share or pay.amount + step < 1 else None,
        )


def _with_line(meter: Progressive, line: str, pay: Pay, more: Fraction) -> Fraction:
    lines = dict(meter.paytable.lines) | {line: replace(pay, amount=pay.amount + more)}
    return replace(meter, paytable=replace(meter.paytable, lines=lines)).house_edge


def _meter_terms(meter: Progressive) -> Iterator[PayEffect]:
    for each in (meter, *meter.others):
        name = f" of {each.meter}" if each.meter else ""
        thousand = each.terms.seed_cents // 10 or 1  # a tenth of the seed, in cents
        seeds = [_with_terms(meter, each.meter, seed_cents=each.terms.seed_cents + n * thousand) for n in (-1, 1)]
        slope = -each.probability(each.top) / each.stake
        yield PayEffect(
            line=f"seed{name}",
            pays=money(each.seed),
            staked=each.probability(each.top),
            slope=slope,
            step=Fraction(thousand, 100),
            less=seeds[0],
            more=seeds[1],
        )
        gains = [_with_increment(meter, each.meter, each.increment + n * POINT) for n in (-1, 1)]
        yield PayEffect(
            line=f"increment{name}",
            pays=short_percent(each.increment),
            staked=Fraction(1),
            slope=Fraction(-1),
            step=POINT,
            less=gains[0] if each.increment > POINT else None,
            more=gains[1],
        )


def _with_terms(meter: Progressive, name: str, *, seed_cents: int) -> Fraction:
    terms = {**meter.paytable.meters, name: replace(meter.paytable.meters[name], seed_cents=seed_cents)}
    return replace(meter, paytable=replace(meter.paytable, meters=terms)).house_edge


def _with_increment(meter: Progressive, name: str, increment: Fraction) -> Fraction:
    if name == meter.meter:
        return replace(meter, increment=increment).house_edge
    terms = {**meter.paytable.meters, name: replace(meter.paytable.meters[name], increment=increment)}
    return replace(meter, paytable=replace(meter.paytable, meters=terms)).house_edge


def _envies(meter: Progressive) -> Iterator[PayEffect]:
    """By a dollar."""
    for line, pay in meter.paytable.lines.items():
        if not pay.envy_cents:
            continue
        often = meter.envied * meter.probability(line)
        edges = []
        for cents in (-100, 100):
            lines = dict(meter.paytable.lines) | {line: replace(pay, envy_cents=pay.envy_cents + cents)}
            edges.append(replace(meter, paytable=replace(meter.paytable, lines=lines)).house_edge)
        yield PayEffect(
            line=f"envy for {line}",
            pays=money(Fraction(pay.envy_cents, 100)),
            staked=often,
            slope=-often / meter.stake,
            step=Fraction(1),
            less=edges[0] if pay.envy_cents >= 100 else None,
            more=edges[1],
        )
