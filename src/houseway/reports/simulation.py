"""A simulation, shown: tables, JSON, and the distributions as a picture."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.analysis.figures import decimal, money, percent
from houseway.analysis.simulation.meters import MeterRun
from houseway.analysis.simulation.result import CONFIDENCE, Measured, Simulation, Spread
from houseway.reports.picture import INKS, Panel, picture, say, write_picture
from houseway.reports.shapes import fraction
from houseway.reports.terminal import ledger, print_notice, print_titled

SHARES = {name: Fraction(n, 100) for name, n in {"1 %": 1, "5 %": 5, "25 %": 25, "median": 50}.items()}
SHARES |= {"75 %": Fraction(75, 100), "95 %": Fraction(95, 100), "99 %": Fraction(99, 100)}
BARS, BAR = 15, 44
FEW = 100  # too few to be drawn
MARKS = {"agrees": Text("✓", "green"), "far": Text("?", "yellow"), "DIFFERS": Text("✗", "red")}
ROW, HEAD, FOOT = 380, 16, 34


# ---- tables ------------------------------------------------------------------------------------------


def print_simulation(out: Console, found: Simulation) -> None:
    seats = f"{found.seats} seat{'s' if found.seats > 1 else ''}"
    shoe = f", {found.decks} decks" if found.decks > 1 else ""
    out.print(f"{found.game}: {found.rounds:,} rounds, {seats}{shoe}; player {found.player}, house {found.house}")
    if found.broken_off:
        out.print(f"Broken off: {found.asked_rounds:,} were asked for. These are a whole result of fewer rounds.")
    _print_measured(out, found)
    for name, spread, text in _spreads(found):
        _print_spread(out, name, spread, text)
    for meter in found.meters:
        _print_meter(out, meter)
    out.print(
        "z is the distance from the exact edge in standard errors, of the first seat alone, whose rounds are "
        f"independent; within 3 it agrees. Seed {found.seed} gives these integers again."
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
        table.add_row(
            each.wager,
            each.paytable.label,
            percent(each.house_edge, 4),
            f"{each.standard_error:.4%}",
            f"{100 * low:.2f} – {high:.2%}",
            percent(each.exact.house_edge, 4),
            f"{each.z:+.2f}",
            MARKS[each.verdict],
        )
    print_titled(out, "House edge", table)
    for each in found.measured:
        if each.exact.digest != each.paytable.digest:
            out.print(f"{each.paytable.label} is held against the exact figure of {each.exact.paytable}.")


def _spreads(found: Simulation) -> list[tuple[str, Spread, Callable[[float], str]]]:
    """Those that there are, with how their values are written."""
    named = [
        (f"A player's session of {found.session_rounds:,} rounds", found.sessions, None),
        (f"The house's win over a shift of {found.shift_rounds:,} rounds", found.shift_wins, None),
        ("The hold over a shift, of all that was staked", found.holds, _share),
    ]
    return [(name, spread, text or _dollars(spread)) for name, spread, text in named if spread]


def _print_spread(out: Console, name: str, spread: Spread, text: Callable[[float], str]) -> None:
    table = ledger(*((head, "right") for head in ("number", "mean", "deviation", *SHARES)))
    quantiles = [text(float(spread.quantile(share))) for share in SHARES.values()]
    table.add_row(f"{spread.number:,}", text(float(spread.mean)), text(spread.deviation), *quantiles)
    print_titled(out, name, table)
    if spread.number < FEW:
        return
    bars = histogram(spread)
    most = max(share for _, _, share in bars)
    for low, high, share in bars:
        out.print(f"{text(low):>12} to {text(high):<12}{'█' * round(BAR * share / most)} {share:.1%}")
    out.print()


def histogram(spread: Spread, bars: int = BARS) -> list[tuple[float, float, float]]:
    """Equal steps over all but the outermost half per cent on either side; the end bars hold those too."""
    low, high = float(spread.quantile(Fraction(1, 200))), float(spread.quantile(Fraction(199, 200)))
    step = (high - low) / bars or 1.0
    times = [0] * bars
    for value, n in spread.times.items():
        times[min(bars - 1, max(0, int((float(value) - low) / step)))] += n
    return [(low + step * i, low + step * (i + 1), n / spread.number) for i, n in enumerate(times)]


def _print_meter(out: Console, run: MeterRun) -> None:
    table = ledger(("", "left"), ("here", "right"), ("exact", "right"), ("z", "right"))
    if run.mean_top is not None and run.z is not None:
        table.add_row(f"mean top award, of {len(run.top_cents):,}", money(run.mean_top), money(run.terms.mean_top),
                      f"{run.z:+.2f}")  # fmt: skip
    table.add_row("awards of the meter", f"{run.awards:,}", "", "")
    table.add_row("paid from it", money(Fraction(run.award_cents, 100)), "", "")
    table.add_row("seeds put in by the house", money(Fraction(run.bank_micros, 10**6)), "", "")
    table.add_row("the meter at the end", money(Fraction(run.final_micros, 10**6)), "", "")
    print_titled(out, f"The meter of {run.paytable}, under its controller", table)


def _dollars(spread: Spread) -> Callable[[float], str]:
    """With cents where they matter."""
    places = 2 if spread.deviation < 10 else 0
    return lambda value: f"{'-' if value < 0 else ''}${abs(value):,.{places}f}"


def _share(value: float) -> str:
    return f"{value:.1%}"


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
        "standard_deviation": spread.deviation,
        "quantiles": {str(float(share)): fraction(spread.quantile(share)) for share in SHARES.values()},
        "histogram": [{"from": low, "to": high, "share": share} for low, high, share in histogram(spread)],
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
        "seeds": run.seeds,
        "bank_micros": run.bank_micros,
        "final_micros": run.final_micros,
    }


# ---- the picture -------------------------------------------------------------------------------------


def draw_simulation(found: Simulation, output: Path) -> None:
    """The distributions of sessions and shifts, and where each wager's z lies."""
    panels = [_zs(found)]
    panels += [_bars(name, spread, text) for name, spread, text in _spreads(found)]
    rows = -(-len(panels) // 2)
    height = HEAD + ROW * rows + FOOT
    content = ""
    for number, (panel, draw) in enumerate(panels):
        left, top = 60 + 500 * (number % 2), HEAD + 34 + ROW * (number // 2)
        content += draw(Panel(left=left, top=top, width=410, height=ROW - 100, x=panel.x, y=panel.y))
    title = f"{found.game}: {found.rounds:,} rounds, seed {found.seed}"
    write_picture(picture(content, height=height, title=title), output, height=height, title=title)


def _zs(found: Simulation) -> tuple[Panel, Callable[[Panel], str]]:
    far = max(4.0, *(abs(each.z) for each in found.measured))
    sketch = Panel(left=0, top=0, width=1, height=1, x=(-far, far), y=(0, len(found.measured) + 1))

    def draw(panel: Panel) -> str:
        title = f"{found.game}: z of the edge, {found.rounds:,} rounds"
        text = panel.axes(title, "standard errors from the exact figure", lambda v: f"{v:+.0f}", lambda v: "")
        for bound in (-3.0, 3.0):
            text += panel.line([(bound, 0), (bound, panel.y[1])], INKS[5], dash="5 3")
        for number, each in enumerate(reversed(found.measured), 1):
            x, y = panel.at(each.z, number)
            text += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{INKS[0]}"/>'
            text += say(panel.left + 4, y + 4, f"{each.wager}, {each.paytable.label}", size=11, ink="#555")
        return text

    return sketch, draw


def _bars(name: str, spread: Spread, text: Callable[[float], str]) -> tuple[Panel, Callable[[Panel], str]]:
    found = histogram(spread, 41)
    most = max(share for _, _, share in found)
    sketch = Panel(left=0, top=0, width=1, height=1, x=(found[0][0], found[-1][1]), y=(0, 1.1 * most))

    def draw(panel: Panel) -> str:
        drawn = panel.axes(name, f"of {spread.number:,}", text, lambda v: f"{v:.1%}")
        for low, high, share in found:
            corners = [(low, 0.0), (low, share), (high, share), (high, 0.0)]
            drawn += panel.line(corners, INKS[0], fill="#0b5d3b22")
        mean = float(spread.mean)
        return drawn + panel.line([(mean, 0), (mean, panel.y[1])], INKS[3])

    return sketch, draw
