"""A simulation, shown: tables, JSON, and the distributions as a picture."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from houseway.analysis.figures import decimal, money, percent
from houseway.analysis.simulation.meters import MeterRun
from houseway.analysis.simulation.result import CONFIDENCE, FEW_WINS, Measured, Simulation, Spread
from houseway.money import MICROS_PER_CENT
from houseway.reports.paper import fine_money
from houseway.reports.picture import INKS, Panel, picture, say, write_picture
from houseway.reports.shapes import fraction
from houseway.reports.terminal import ledger, print_notice, print_titled

SHARES = {name: Fraction(n, 100) for name, n in {"1 %": 1, "5 %": 5, "25 %": 25, "median": 50}.items()}
SHARES |= {"75 %": Fraction(75, 100), "95 %": Fraction(95, 100), "99 %": Fraction(99, 100)}
BARS, BAR = 15, 44
FEW = 100  # too few to be drawn
MARKS = {"agrees": Text("✓", "green"), "far": Text("?", "yellow"), "DIFFERS": Text("✗", "red")}
MARKS["too few"] = Text("–", "dim")
ROW, HEAD, FOOT = 380, 16, 34


# ---- tables ------------------------------------------------------------------------------------------


def print_simulation(out: Console, found: Simulation) -> None:
    seats = f"{found.seats} seat{'s' if found.seats > 1 else ''}"
    shoe = f", {found.decks} decks" if found.decks > 1 else ""
    rounds = f"{found.rounds:,} round{'s' if found.rounds > 1 else ''}"
    out.print(f"{found.game}: {rounds}, {seats}{shoe}; player {found.player}, house {found.house}")
    if found.broken_off:
        out.print(f"Broken off: {found.asked_rounds:,} were asked for. These are a whole result of fewer rounds.")
    _print_measured(out, found)
    _print_spreads(out, found)
    for meter in found.meters:
        _print_meter(out, meter)
    out.print(
        "z is the distance from the exact edge in standard errors, of the first seat alone, whose rounds are "
        f"independent; within 3 it agrees. Seed {found.seed} gives these integers again."
    )
    if any(each.is_too_few for each in found.measured):
        out.print(
            f"Too few to tell: fewer than {FEW_WINS} wins were to be expected, or a rare award that makes most of the "
            "variance hardly once."
        )
    print_notice(out)


def _print_measured(out: Console, found: Simulation) -> None:
    table = ledger(
        ("wager", "left"),
        ("paytable", "left"),
        ("edge", "right"),
        ("error", "right"),
        ("95 %", "right"),
        ("exact", "right"),
        ("z", "right"),
        ("", "left"),
    )
    for each in found.measured:
        low, high = each.interval
        told = (f"{each.standard_error:.3%}", f"{100 * low:.2f} – {high:.2%}"), f"{each.z:+.2f}"
        (error, interval), z = told if not each.is_too_few else (("", "too few to tell"), "")
        edge, exact = percent(each.house_edge, 4), percent(each.exact.house_edge, 4)
        table.add_row(each.wager, each.paytable.label, edge, error, interval, exact, z, MARKS[each.verdict])
    print_titled(out, "House edge", table)
    for each in found.measured:
        if each.exact.digest != each.paytable.digest:
            out.print(f"{each.paytable.label} is held against the exact figure of {each.exact.paytable}.")


class Shown(NamedTuple):
    """A distribution, what it is called, and how its values are written."""

    name: str
    short: str
    spread: Spread
    text: Callable[[float], str]


def _spreads(found: Simulation) -> list[Shown]:
    """Those that there are."""
    named = (
        (f"A player's session of {found.session_rounds:,} rounds", "player's session", found.sessions, None),
        (f"The house's win over a shift of {found.shift_rounds:,} rounds", "house's shift", found.shift_wins, None),
        ("The hold over a shift, of all that was staked", "hold of a shift", found.holds, _share),
    )
    return [Shown(name, short, spread, text or _dollars(spread)) for name, short, spread, text in named if spread]


def _print_spreads(out: Console, found: Simulation) -> None:
    """One table, a row a quantity; then bars."""
    shown = _spreads(found)
    if not shown:
        return
    table = ledger(("", "left"), *((each.short, "right") for each in shown))
    table.add_row("number", *(f"{each.spread.number:,}" for each in shown))
    table.add_row("mean", *(each.text(float(each.spread.mean)) for each in shown))
    table.add_row("exact mean", *(_exact_mean(each) for each in shown))
    table.add_row("deviation", *(each.text(each.spread.deviation) for each in shown))
    for name, share in SHARES.items():
        table.add_row(name, *(each.text(float(each.spread.quantile(share))) for each in shown))
    sizes = f"{found.session_rounds:,} rounds, and shifts of {found.shift_rounds:,}"
    print_titled(out, f"Sessions of {sizes}", table)
    for each in shown:
        if each.spread.number >= FEW:
            _print_bars(out, each)


def _exact_mean(each: Shown) -> str:
    return "–" if each.spread.exact_mean is None else each.text(float(each.spread.exact_mean))


def _print_bars(out: Console, shown: Shown) -> None:
    out.print(shown.name, style="bold")
    bars = histogram(shown.spread)
    most = max(bar.share for bar in bars)
    labels = [bar.label(shown.text) for bar in bars]
    wide = max(map(len, labels))
    for bar, label in zip(bars, labels, strict=True):
        out.print(f"{label:>{wide}}  {'█' * round(BAR * bar.share / most)} {bar.share:.1%}")
    out.print()


class Bar(NamedTuple):
    """How many lie from `low` to below `high`; an end bar has none of one of them."""

    low: float | None
    high: float | None
    share: float

    def label(self, text: Callable[[float], str]) -> str:
        if self.low is None:
            return f"below {text(self.high or 0.0)}"
        return f"{text(self.low)} and more" if self.high is None else f"{text(self.low)} to {text(self.high)}"


def histogram(spread: Spread, bars: int = BARS) -> list[Bar]:
    """Equal steps over all but the outermost per cent on either side, which have bars of their own."""
    low, high = float(spread.quantile(Fraction(1, 100))), float(spread.quantile(Fraction(99, 100)))
    step = (high - low) / bars or 1.0
    edges = [low + step * number for number in range(bars)] + [max(high, low + step * bars)]
    times = Counter[int]()
    for value, n in spread.times.items():
        times[bisect_right(edges, float(value))] += n
    within = [Bar(*pair, times[number] / spread.number) for number, pair in enumerate(pairwise(edges), 1)]
    below, above = times[0] / spread.number, times[bars + 1] / spread.number
    return [Bar(None, low, below)] * bool(below) + within + [Bar(edges[-1], None, above)] * bool(above)


def _print_meter(out: Console, run: MeterRun) -> None:
    title = f"The meter of {run.paytable}, under its controller"
    table = ledger(("", "left"), ("dollars", "right"))
    table.add_row("opening seed", fine_money(run.opening_micros))
    table.add_row(f"increments of {run.rounds * (run.terms.bettors):,} stakes", fine_money(run.in_micros))
    table.add_row(f"seeds put in again by the house, {run.seeds:,}", fine_money(run.bank_micros))
    table.add_row(f"paid from it, {run.awards:,} awards", "-" + fine_money(run.award_cents * MICROS_PER_CENT))
    table.add_section()
    table.add_row("the meter at the end", fine_money(run.final_micros))
    print_titled(out, title, table)
    if run.mean_top is not None and run.z is not None:
        exact = f"exactly {money(run.terms.mean_top)}, z {run.z:+.2f}"
        out.print(f"Mean top award, of {len(run.top_cents):,}: {money(run.mean_top)}, {exact}\n")


def _dollars(spread: Spread) -> Callable[[float], str]:
    """With cents where they matter."""
    places = 2 if spread.deviation < 10 else 0
    return lambda value: f"{'-' if value < 0 else ''}${abs(value):,.{places}f}"


def _share(value: float) -> str:
    return f"{value:.2%}"


# ---- JSON --------------------------------------------------------------------------------------------


def simulation_shape(found: Simulation) -> dict[str, Any]:
    return {
        "game": found.game,
        "decks": found.decks,
        "seats": found.seats,
        "player": found.player,
        "player_hash": found.player_hash,
        "house": found.house,
        "house_hash": found.house_hash,
        "seed": found.seed,
        "asked_rounds": found.asked_rounds,
        "rounds": found.rounds,
        "broken_off": found.broken_off,
        "stakes": {wager: fraction(stake) for wager, stake in found.stakes.items()},
        "staked_on": dict(found.staked_on),
        "wagers": [_measured_shape(each) for each in found.measured],
        "counts": {wager: {line: list(n) for line, n in lines.items()} for wager, lines in found.counts.items()},
        "session": _spread_shape(found.sessions, found.session_rounds),
        "shift_win": _spread_shape(found.shift_wins, found.shift_rounds),
        "shift_hold": _spread_shape(found.holds, found.shift_rounds),
        "meters": [_meter_shape(meter) for meter in found.meters],
    }


def _measured_shape(each: Measured) -> dict[str, Any]:
    return {
        "wager": each.wager,
        "paytable": each.paytable.name,
        "approved": each.paytable.approved,
        "hash": each.paytable.digest,
        "rounds": each.rounds,
        "house_edge": fraction(each.house_edge),
        "house_edge_decimal": decimal(each.house_edge, 10),
        "variance": fraction(each.variance),
        "standard_error": each.standard_error,
        "confidence": fraction(CONFIDENCE),
        "interval": list(each.interval),
        "exact_paytable": each.exact.paytable,
        "exact_hash": each.exact.digest,
        "exact_house_edge": fraction(each.exact.house_edge),
        "exact_variance": fraction(each.exact.variance),
        "z": each.z,
        "verdict": each.verdict,
        "lines": [{"line": end.line, "net": fraction(end.net), "count": end.count} for end in each.ended],
    }


def _spread_shape(spread: Spread | None, rounds: int) -> dict[str, Any] | None:
    if spread is None:
        return None
    return {
        "rounds": rounds,
        "number": spread.number,
        "mean": fraction(spread.mean),
        "exact_mean": fraction(spread.exact_mean),
        "standard_deviation": spread.deviation,
        "quantiles": {str(float(share)): fraction(spread.quantile(share)) for share in SHARES.values()},
        "histogram": [{"from": bar.low, "to": bar.high, "share": bar.share} for bar in histogram(spread)],
    }


def _meter_shape(run: MeterRun) -> dict[str, Any]:
    return {
        "paytable": run.paytable,
        "rounds": run.rounds,
        "awards": run.awards,
        "award_cents": run.award_cents,
        "top_awards": len(run.top_cents),
        "mean_top_award": fraction(run.mean_top),
        "exact_mean_top_award": fraction(run.terms.mean_top),
        "z": run.z,
        "opening_micros": run.opening_micros,
        "in_micros": run.in_micros,
        "seeds": run.seeds,
        "bank_micros": run.bank_micros,
        "final_micros": run.final_micros,
    }


# ---- the picture -------------------------------------------------------------------------------------


def draw_simulation(found: Simulation, output: Path) -> None:
    """The distributions of sessions and shifts, and where each wager's z lies."""
    panels = [_zs(found)]
    panels += [_bars(each) for each in _spreads(found) if each.spread.number >= FEW]
    rows = -(-len(panels) // 2)
    height = HEAD + ROW * rows + FOOT
    content = ""
    for number, (panel, draw) in enumerate(panels):
        left, top = 60 + 500 * (number % 2), HEAD + 34 + ROW * (number // 2)
        content += draw(Panel(left=left, top=top, width=410, height=ROW - 100, x=panel.x, y=panel.y))
    title = f"{found.game}: {found.rounds:,} rounds, seed {found.seed}"
    write_picture(picture(content, height=height, title=title), output, height=height, title=title)


def _zs(found: Simulation) -> tuple[Panel, Callable[[Panel], str]]:
    """A row a wager and paytable, named beside the panel; no point where there are too few rounds to tell."""
    rows = dict(enumerate(reversed(found.measured), 1))
    far = max([4.0, *(abs(each.z) + 0.5 for each in rows.values() if not each.is_too_few)])
    sketch = Panel(left=0, top=0, width=1, height=1, x=(-far, far), y=(0, len(rows) + 1))
    names = {number: f"{each.wager}, {each.paytable.label}" for number, each in rows.items()}
    names = {number: f"{name}{': too few' * rows[number].is_too_few}" for number, name in names.items()}

    def draw(whole: Panel) -> str:
        beside = min(260.0, 6.0 * max(map(len, names.values())))
        panel = replace(whole, left=whole.left - 40 + beside, width=whole.width + 40 - beside)
        text = say(whole.left - 40, whole.top - 12, f"{found.game}: z of the edge, {found.rounds:,} rounds",
                   weight="bold", size=15)  # fmt: skip
        under = "standard errors from the exact figure"
        text += panel.axes("", under, lambda v: f"{v:+.0f}", lambda v: names.get(int(v), ""), y_at=(0, *names))
        for bound in (-3.0, 3.0):
            text += panel.line([(bound, 0), (bound, panel.y[1])], INKS[5], dash="5 3")
        for number, each in rows.items():
            if not each.is_too_few:
                x, y = panel.at(each.z, number)
                text += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{INKS[0]}"/>'
        return text

    return sketch, draw


def _bars(shown: Shown) -> tuple[Panel, Callable[[Panel], str]]:
    """Bars of equal width; what lies beyond them at either end is told in words."""
    found = histogram(shown.spread, 41)
    within = [(bar.low, bar.high, bar.share) for bar in found if bar.low is not None and bar.high is not None]
    beyond = [f"{bar.share:.1%} are {bar.label(shown.text)}" for bar in found if None in (bar.low, bar.high)]
    most = max(share for _, _, share in within)
    sketch = Panel(left=0, top=0, width=1, height=1, x=(within[0][0], within[-1][1]), y=(0, 1.1 * (most or 1.0)))

    def draw(panel: Panel) -> str:
        under = "; ".join((f"of {shown.spread.number:,}", *beyond))
        drawn = panel.axes(shown.name, under, shown.text, lambda v: f"{v:.1%}")
        for low, high, share in within:
            corners = [(low, 0.0), (low, share), (high, share), (high, 0.0)]
            drawn += panel.line(corners, INKS[0], fill="#0b5d3b22")
        mean = float(shown.spread.mean)
        is_within = panel.x[0] <= mean <= panel.x[1]
        return drawn + (panel.line([(mean, 0), (mean, panel.y[1])], INKS[3]) if is_within else "")

    return sketch, draw
