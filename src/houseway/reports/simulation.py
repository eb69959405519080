"""A simulation, shown: tables, and the distributions as a picture."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from houseway.analysis.figures import money, percent
from houseway.analysis.machine.meters import MeterRun
from houseway.analysis.machine.result import FEW_WINS, QUANTILES, Bin, Measured, Simulation, Spread
from houseway.money import MICROS_PER_CENT
from houseway.reports.paper import money_of_micros
from houseway.reports.picture import INKS, Drawing, Panel, say
from houseway.reports.terminal import figure_table, print_notice, print_titled

BAR = 44  # characters
FEW = 100  # too few to be drawn
MARKS = {"agrees": Text("✓", "green"), "far": Text("?", "yellow"), "DIFFERS": Text("✗", "red")}
MARKS["too few"] = Text("–", "dim")
ROW, HEAD, FOOT = 380, 16, 34
WIDE, HIGH = 410, ROW - 100  # of a panel


# ---- tables ------------------------------------------------------------------------------------------


def print_simulation(out: Console, run: Simulation) -> None:
    seats = f"{run.seats} seat{'s' if run.seats > 1 else ''}"
    shoe = f", {run.decks} decks" if run.decks > 1 else ""
    rounds = f"{run.rounds:,} round{'s' if run.rounds > 1 else ''}"
    out.print(
        f"{run.game}: {rounds}, {seats}{shoe}; player {run.player}" + (f", house {run.house}" if run.house else "")
    )
    if run.broken_off:
        out.print(f"Broken off: {run.asked_rounds:,} were asked for. These are a whole result of fewer rounds.")
    _print_measured(out, run)
    _print_spreads(out, run)
    for meter in run.meters:
        _print_meter(out, meter)
    out.print(
        "z is the distance from the exact edge in standard errors, of the first seat alone, whose rounds are "
        f"independent; within 3 it agrees. Seed {run.seed} gives these integers again."
    )
    if any(each.is_too_few for each in run.measured):
        out.print(
            f"Too few to tell: fewer than {FEW_WINS} wins were to be expected, or a rare award that makes most of the "
            "variance hardly once."
        )
    print_notice(out)


def _print_measured(out: Console, run: Simulation) -> None:
    table = figure_table("wager", "paytable", ">edge", ">error", ">95 %", ">exact", ">z", "")
    for each in run.measured:
        low, high = each.interval
        error, interval, z = f"{each.standard_error:.3%}", f"{100 * low:.2f} – {high:.2%}", f"{each.z:+.2f}"
        if each.is_too_few:
            error, interval, z = "", "too few to tell", ""
        edge, exact = percent(each.house_edge, 4), percent(each.exact.house_edge, 4)
        table.add_row(each.wager, each.paytable.label, edge, error, interval, exact, z, MARKS[each.verdict])
    print_titled(out, "House edge", table)
    for each in run.measured:
        for line in each.impossible:
            out.print(f"✗ {each.wager}: {line!r} came, though by the exact figures it never does.")
        if each.exact.digest != each.paytable.digest:
            out.print(f"{each.paytable.label} is held against the exact figure of {each.exact.paytable}.")


class NamedSpread(NamedTuple):
    """A distribution, what it is called, and how its values are written."""

    name: str
    short: str
    spread: Spread
    text: Callable[[float], str]


def _spreads(run: Simulation) -> list[NamedSpread]:
    """The distributions that the run was long enough to have."""
    named = (
        (f"A player's session of {run.session_rounds:,} rounds", "player's session", run.sessions, None),
        (f"The house's win over a shift of {run.shift_rounds:,} rounds", "house's shift", run.shift_wins, None),
        ("The hold over a shift, of all that was staked", "hold of a shift", run.holds, "{:.2%}".format),
    )
    return [NamedSpread(name, short, spread, text or _dollars(spread)) for name, short, spread, text in named if spread]


def _print_spreads(out: Console, run: Simulation) -> None:
    """A table with a row for each quantity and a column for each distribution, and below it their bars."""
    shown = _spreads(run)
    if not shown:
        return
    table = figure_table("", *(f">{each.short}" for each in shown))
    table.add_row("number", *(f"{each.spread.number:,}" for each in shown))
    table.add_row("mean", *(each.text(float(each.spread.mean)) for each in shown))
    exact = ((each, each.spread.exact_mean) for each in shown)
    table.add_row("exact mean", *("–" if mean is None else each.text(float(mean)) for each, mean in exact))
    table.add_row("deviation", *(each.text(each.spread.deviation) for each in shown))
    for share in QUANTILES:
        name = "median" if share == Fraction(1, 2) else f"{100 * share} %"
        table.add_row(name, *(each.text(float(each.spread.quantiles[share])) for each in shown))
    print_titled(out, f"Sessions of {run.session_rounds:,} rounds, and shifts of {run.shift_rounds:,}", table)
    for each in shown:
        if each.spread.number >= FEW:
            _print_bars(out, each)


def _print_bars(out: Console, shown: NamedSpread) -> None:
    out.print(shown.name, style="bold")
    bars = shown.spread.histogram()
    most = max(bar.share for bar in bars)
    labels = [bin_label(bar, shown.text) for bar in bars]
    wide = max(map(len, labels))
    for bar, label in zip(bars, labels, strict=True):
        out.print(f"{label:>{wide}}  {'█' * round(BAR * bar.share / most)} {bar.share:.1%}")
    out.print()


def bin_label(each: Bin, text: Callable[[float], str]) -> str:
    if each.low is None:
        return f"below {text(each.high or 0.0)}"
    return f"{text(each.low)} and more" if each.high is None else f"{text(each.low)} to {text(each.high)}"


def _print_meter(out: Console, run: MeterRun) -> None:
    table = figure_table("", ">dollars")
    table.add_row("opening seed", money_of_micros(run.opening_micros))
    table.add_row(f"increments of {run.rounds * (run.terms.bettors):,} stakes", money_of_micros(run.in_micros))
    table.add_row(f"seeds put in again by the house, {run.seeds:,}", money_of_micros(run.bank_micros))
    table.add_row(f"paid from it, {run.awards:,} awards", "-" + money_of_micros(run.award_cents * MICROS_PER_CENT))
    table.add_section()
    table.add_row("the meter at the end", money_of_micros(run.final_micros))
    print_titled(out, f"The meter of {run.terms.name}, under its controller", table)
    if run.mean_top is not None and run.z is not None:
        exact = f"exactly {money(run.terms.mean_top)}, z {run.z:+.2f}"
        out.print(f"Mean top award, of {len(run.top_cents):,}: {money(run.mean_top)}, {exact}\n")


def _dollars(spread: Spread) -> Callable[[float], str]:
    """How amounts of this distribution are written: with cents where they differ by little more."""
    places = 2 if spread.deviation < 10 else 0
    return lambda value: f"{'-' if value < 0 else ''}${abs(value):,.{places}f}"


# ---- the picture -------------------------------------------------------------------------------------


def draw_simulation(run: Simulation) -> Drawing:
    """The distributions of sessions and shifts, and where each wager's z lies."""
    charts = [partial(_draw_zs, run)]
    charts += [partial(_draw_bars, each) for each in _spreads(run) if each.spread.number >= FEW]
    height = HEAD + ROW * -(-len(charts) // 2) + FOOT
    places = ((60 + 500 * (number % 2), HEAD + 34 + ROW * (number // 2)) for number in range(len(charts)))
    content = "".join(draw(*place) for draw, place in zip(charts, places, strict=True))
    title = f"{run.game}: {run.rounds:,} rounds, seed {run.seed}"
    return Drawing(title=title, height=height, content=content)


def _draw_zs(run: Simulation, left: float, top: float) -> str:
    """A row a wager and paytable, named beside the panel; no point where there are too few rounds to tell."""
    rows = dict(enumerate(reversed(run.measured), 1))
    far = max([4.0, *(abs(each.z) + 0.5 for each in rows.values() if _has_z(each))])
    few = {number: ": too few" if each.is_too_few else "" for number, each in rows.items()}
    names = {number: f"{each.wager}, {each.paytable.label}{few[number]}" for number, each in rows.items()}
    beside = min(260.0, 6.0 * max(map(len, names.values())))
    x, y = (-far, far), (0, len(rows) + 1)
    panel = Panel(left=left - 40 + beside, top=top, width=WIDE + 40 - beside, height=HIGH, x=x, y=y)
    text = say(left - 40, top - 12, f"{run.game}: z of the edge, {run.rounds:,} rounds", weight="bold", size=15)
    under = "standard errors from the exact figure"
    text += panel.axes("", under, lambda v: f"{v:+.0f}", lambda v: names.get(int(v), ""), y_at=(0, *names))
    for bound in (-3.0, 3.0):
        text += panel.line([(bound, 0), (bound, panel.y[1])], INKS[5], dash="5 3")
    return text + "".join(panel.dot(e.z, n, INKS[0], radius=4) for n, e in rows.items() if _has_z(e))


def _has_z(each: Measured) -> bool:
    return not each.is_too_few and isfinite(each.z)


def _draw_bars(shown: NamedSpread, left: float, top: float) -> str:
    """Bars of equal width; what lies beyond them at either end is told in words."""
    bars = shown.spread.histogram(41)
    within = [(bar.low, bar.high, bar.share) for bar in bars if bar.low is not None and bar.high is not None]
    beyond = [f"{bar.share:.1%} are {bin_label(bar, shown.text)}" for bar in bars if not bar.is_between]
    most = max(share for _, _, share in within)
    x, y = (within[0][0], within[-1][1]), (0, 1.1 * (most or 1.0))
    panel = Panel(left=left, top=top, width=WIDE, height=HIGH, x=x, y=y)
    drawn = panel.axes(
        shown.name, "; ".join((f"of {shown.spread.number:,}", *beyond)), shown.text, lambda v: f"{v:.1%}"
    )
    for low, high, share in within:
        drawn += panel.line([(low, 0.0), (low, share), (high, share), (high, 0.0)], INKS[0], fill="#0b5d3b22")
    mean = float(shown.spread.mean)
    is_within = panel.x[0] <= mean <= panel.x[1]
    return drawn + (panel.line([(mean, 0), (mean, panel.y[1])], INKS[3]) if is_within else "")
