"""The life of a meter, shown: tables, JSON, and the curves as a picture."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from houseway.analysis.figures import decimal, grouped, money, percent, short_percent
from houseway.analysis.meter_life import Between, MeterLife
from houseway.analysis.progressive import Progressive
from houseway.progressive.envy import READINGS
from houseway.reports.picture import FONT, INKS, WIDTH, Panel, picture, say, write_picture
from houseway.reports.shapes import fraction, meter_shape
from houseway.reports.terminal import ledger, print_notice

QUANTILES = {"5 % stay within": 0.05, "25 % stay within": 0.25, "median": 0.5, "75 % stay within": 0.75}
QUANTILES |= {"95 % stay within": 0.95}


# ---- tables ------------------------------------------------------------------------------------------


def print_lives(out: Console, lives: Sequence[MeterLife], meter: Fraction | None) -> None:
    """A column a paytable; the quantities that are not fractions are marked ≈."""
    columns = [_column(life, meter) for life in lives]
    table = _table("", *(life.terms.paytable.label for life in lives))
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns))
        if name in _LAST_OF_SECTION:
            table.add_section()
    out.print(table)
    _print_seats(out, lives, meter)
    out.print("≈ is no fraction; with ± it lies between computed bounds. All else is rounded from an exact figure.")
    print_notice(out)


_LAST_OF_SECTION = ("seats that bet", "above the break-even meter", "a hit comes first", "then a hit comes first")


def _not_the_letters(terms: Progressive) -> str:
    """A mark for seed and increment that the letter does not have."""
    same = terms.increment == terms.terms.increment and terms.seed * 100 == terms.terms.seed_cents
    return "" if same else " (unapproved)"


def _column(life: MeterLife, meter: Fraction | None) -> dict[str, str]:
    terms = life.terms
    at = life.mean if meter is None else meter
    back, filled = life.seed_back, life.seed_filled(life.hidden or life.even_hidden)
    royals = life.two_royals()
    derived = terms.terms.derived and terms.increment == terms.terms.increment
    column = {
        "seed": money(terms.seed),
        "increment": short_percent(terms.increment) + (" (derived)" if derived else "") + _not_the_letters(terms),
        "seats that bet": str(terms.bettors),
        "top award, mean": money(life.mean),
        "standard deviation": money(Fraction(life.standard_deviation)),
    }
    column |= {name: f"≈ {dollars_between(life.award.quantile(chance))}" for name, chance in QUANTILES.items()}
    if meter is not None:
        column[f"above {money(meter)}"] = _chance(life.award.chance_above(meter))
    return column | {
        "above the break-even meter": _chance(life.award.chance_above(terms.break_even)),
        "wagers to a hit, mean": _whole(life.wagers),
        "the house's take a wager": _fine(life.take),
        "wagers until it is the seed": _whole(back),
        "a hit comes first": "" if back is None else f"≈ {life.hit_within(back):.3%}",
        "new seeds from the bank, a wager": _fine(life.seeds_from_bank),
        "the house keeps in the long run": _fine(life.kept),
        "hidden increment": percent(life.hidden, 3) if life.hidden else "none",
        "the reserve grows, a wager": _fine(life.reserve_growth),
        "one that pays for all seeds": percent(life.even_hidden, 3),
        "wagers until it is a seed": "never" if filled is None else f"{filled:,}",
        "then a hit comes first": "" if filled is None else f"≈ {life.hit_within(filled):.3%}",
        "two royals in a round, 1 in": _whole(1 / royals) if royals else "never",
        "meter": money(at),
        "the first royal's advantage": money(life.first_over_second(at)),
        "paid first, not last, a wager": f"${decimal(life.order_worth(at), 9)}",
    }


def _print_seats(out: Console, lives: Sequence[MeterLife], meter: Fraction | None) -> None:
    heads = ["long-run edge", "edge at the meter", "break-even meter"] if meter is not None else []
    heads = heads or ["long-run edge", "break-even meter"]
    for life in lives:
        table = _table(f"{life.terms.paytable.label}, seats dealt in, and all bet", *heads)
        at = life.edge_by_seats(meter)
        for seats, break_even in life.break_even_by_seats().items():
            edges = [life.with_seats(seats).house_edge] + ([at[seats]] if meter is not None else [])
            table.add_row(str(seats), *map(percent, edges), money(break_even))
        out.print(table)
        table = _table(f"of {life.terms.dealt} dealt in bet", *(f"envy for {reading}" for reading in READINGS))
        for bettors, by_reading in life.edge_by_bettors().items():
            table.add_row(str(bettors), *map(percent, by_reading.values()))
        out.print(table)


def _table(*columns: str) -> Table:
    return ledger(*((name, "right" if number else "left") for number, name in enumerate(columns)))


def _fine(dollars: Fraction) -> str:
    return f"{'-' * (dollars < 0)}${decimal(abs(dollars), 5)}"


def _whole(value: Fraction | None) -> str:
    return "never" if value is None else grouped(decimal(value, 0))


def dollars_between(value: Between) -> str:
    return f"${value.middle:,.0f} ± {ceil(value.error + 0.5)}"


def _chance(value: Between) -> str:
    return f"≈ {value.middle:.2%} ± {ceil(value.error * 10_000 + 0.5) / 10_000:.2%}"


# ---- JSON --------------------------------------------------------------------------------------------


def life_shape(life: MeterLife, meter: Fraction | None) -> dict[str, Any]:
    """Exact figures are fraction strings; a pair of numbers is a lower and an upper bound; a number is a float."""
    terms = life.terms
    at = life.mean if meter is None else meter
    back, filled = life.seed_back, life.seed_filled(life.hidden)
    return {
        "game": terms.game.slug,
        "paytable": terms.paytable.name,
        "approved": terms.paytable.approved and not _not_the_letters(terms),
        "progressive": meter_shape(terms),
        "meter": fraction(at),
        "edge_at_meter": fraction(terms.edge_at(at)),
        "top_award": {
            "mean": fraction(life.mean),
            "mean_from_meter": fraction(life.mean_from(at)),
            "variance": fraction(life.variance),
            "standard_deviation": str(life.standard_deviation),
            "quantiles": {str(q): _pair(life.award.quantile(q)) for q in QUANTILES.values()},
            "chance_above_meter": _pair(life.award.chance_above(at)),
            "chance_above_break_even": _pair(life.award.chance_above(terms.break_even)),
        },
        "wagers_to_top_award": fraction(life.wagers),
        "take": fraction(life.take),
        "wagers_until_take_is_seed": fraction(back),
        "chance_of_hit_before": None if back is None else life.hit_within(back),
        "new_seeds_from_bank": fraction(life.seeds_from_bank),
        "house_keeps": fraction(life.kept),
        "hidden_increment": fraction(life.hidden),
        "even_hidden_increment": fraction(life.even_hidden),
        "reserve_grows": fraction(life.reserve_growth),
        "wagers_until_hidden_is_seed": filled,
        "chance_of_hit_before_hidden": None if filled is None else life.hit_within(filled),
        "seats": [
            {
                "seats": seats,
                "long_run_edge": fraction(life.with_seats(seats).house_edge),
                "edge_at_meter": fraction(edge),
                "break_even_meter": fraction(life.with_seats(seats).break_even),
            }
            for seats, edge in life.edge_by_seats(at).items()
        ],
        "edge_by_bettors": [
            {"bettors": bettors, **{reading: fraction(edge) for reading, edge in edges.items()}}
            for bettors, edges in life.edge_by_bettors().items()
        ],
        "two_royals_in_a_round": fraction(life.two_royals()),
        "first_royal_over_second": fraction(life.first_over_second(at)),
        "paid_first_over_last": fraction(life.order_worth(at)),
    }


def _pair(value: Between) -> list[float]:
    return [value.low, value.high]


# ---- the picture -------------------------------------------------------------------------------------

ROW, HEAD, FOOT = 380, 16, 34
LEAST_LETTERS = 15  # of a curve of its own: two abreast on letter paper make that 7 pt
TITLE = "The life of a meter"


def draw_lives(lives: Sequence[MeterLife], output: Path) -> None:
    write_picture(lives_picture(lives), output, title=TITLE, height=_height(lives))


def lives_picture(lives: Sequence[MeterLife]) -> str:
    """Two rows a paytable: the edge against the meter and the distribution of the top award; then the edge and the mean
    top award against the increment."""
    height = _height(lives)
    rows = ""
    for number, life in enumerate(lives):
        top = HEAD + 2 * ROW * number
        rows += _edges(life, top=top) + _awards(life, top=top)
        rows += _edges_by_increment(life, top=top + ROW) + _means_by_increment(life, top=top + ROW)
    return picture(rows, title=TITLE, height=height)


def life_pictures(life: MeterLife) -> tuple[tuple[str, str], ...]:
    """The four curves one by one, each with what it shows in words, for a page that places them itself."""
    name = life.terms.paytable.label
    drawn = (
        (f"{name}: edge against the meter, by seats", 0, _edges(life, top=0)),
        (f"{name}: distribution of the top award", WIDTH // 2, _awards(life, top=0)),
        (f"{name}: long-run edge against the increment, by seats", 0, _edges_by_increment(life, top=0)),
        (f"{name}: mean top award against the increment", WIDTH // 2, _means_by_increment(life, top=0)),
    )
    return tuple((says, _crop(panel, left)) for says, left, panel in drawn)


def _crop(panel: str, left: int) -> str:
    seen = f"{left} 0 {WIDTH // 2} {ROW - 20}"
    font = f'font-family="{FONT}" font-size="{LEAST_LETTERS}"'
    drawn = re.sub(r'font-size="(\d+)"', lambda size: f'font-size="{max(int(size[1]), LEAST_LETTERS)}"', panel)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" {font}>{drawn}</svg>'


def _height(lives: Sequence[MeterLife]) -> int:
    return HEAD + 2 * ROW * len(lives) + FOOT


def _edges(life: MeterLife, *, top: float) -> str:
    terms = life.terms
    tables = {seats: life.with_seats(seats) for seats in range(1, life.most_seats + 1)}
    far = 1.15 * float(max(table.break_even for table in tables.values()))
    least = min(float(table.edge_at(Fraction(far))) for table in tables.values())
    most = max(float(table.edge_at(Fraction(0))) for table in tables.values())
    panel = Panel(left=60, top=top + 34, width=420, height=ROW - 100, x=(0, far), y=(least, most))
    text = panel.axes(
        f"{terms.paytable.label}: edge against the meter", "meter; ● no edge", _thousands, lambda v: f"{v:.0%}"
    )
    for ink, (seats, table) in zip(INKS, tables.items(), strict=False):
        ends = [(float(m), float(table.edge_at(m))) for m in (Fraction(0), Fraction(far))]
        text += panel.line(ends, ink)
        x, y = panel.at(float(table.break_even), 0)
        text += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>'
        row = panel.top + 16 + 17 * (seats - 1)
        name = f"{seats} seat{'s' if seats > 1 else ''}: {money(table.break_even)}"
        text += say(panel.left + panel.width - 8, row, name, anchor="end", ink=ink)
    return text


def _awards(life: MeterLife, *, top: float) -> str:
    far = max(life.award.quantile(0.999).high, 1.05 * float(life.mean))
    middles, density = life.award.density(240, far)
    points = [(float(x), float(y)) for x, y in zip(middles, density, strict=True)]
    panel = Panel(left=560, top=top + 34, width=410, height=ROW - 100, x=(0, far), y=(0, 1.1 * float(density.max())))
    text = panel.axes(
        f"{life.terms.paytable.label}: the top award", "top award; chance per $1,000", _thousands, _per_thousand
    )
    text += panel.line([(0, 0), *points, (far, 0)], INKS[0], fill="#0b5d3b22")
    marks = (("mean", float(life.mean)), ("median", life.award.median.middle))
    for number, (name, value) in enumerate(marks):
        text += panel.line([(value, 0), (value, panel.y[1])], INKS[3 + 2 * number], dash="5 3" if number else "")
        said = f"{name} ${value:,.0f}"
        text += say(
            panel.left + panel.width - 8, panel.top + 16 + 17 * number, said, anchor="end", ink=INKS[3 + 2 * number]
        )
    return text


def _edges_by_increment(life: MeterLife, *, top: float) -> str:
    """Over the long run, down to where a lone seat has no edge left: every point more on the meter is one less."""
    tables = {seats: life.with_seats(seats) for seats in range(1, life.most_seats + 1)}
    without = {seats: replace(table, increment=Fraction(0)) for seats, table in tables.items()}
    far = max(*(table.house_edge for table in without.values()), life.terms.increment, Fraction(1, 100))
    least = min(replace(table, increment=far).house_edge for table in without.values())
    panel = Panel(left=60, top=top + 34, width=420, height=ROW - 100, x=(0, float(far)), y=(float(least), float(far)))
    title = f"{life.terms.paytable.label}: long-run edge against the increment"
    text = panel.axes(title, "increment; ● as it is", lambda v: f"{v:.0%}", lambda v: f"{v:.0%}")
    for ink, (seats, table) in zip(INKS, tables.items(), strict=False):
        text += panel.line([(float(i), float(replace(table, increment=i).house_edge)) for i in (Fraction(0), far)], ink)
        x, y = panel.at(float(table.increment), float(table.house_edge))
        text += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>'
        name = f"{seats} seat{'s' if seats > 1 else ''}: {percent(table.house_edge, 2)}"
        text += say(panel.left + panel.width - 8, panel.top + 16 + 17 * (seats - 1), name, anchor="end", ink=ink)
    return text


def _means_by_increment(life: MeterLife, *, top: float) -> str:
    terms = life.terms
    far = max(replace(life.with_seats(1), increment=Fraction(0)).house_edge, terms.increment, Fraction(1, 100))
    ends = [(i, replace(terms, increment=i).mean_top) for i in (Fraction(0), far)]
    panel = Panel(
        left=560, top=top + 34, width=410, height=ROW - 100, x=(0, float(far)), y=(0, 1.05 * float(ends[1][1]))
    )
    title = f"{terms.paytable.label}: mean top award against the increment"
    text = panel.axes(title, "increment; ● as it is", lambda v: f"{v:.0%}", _thousands)
    text += panel.line([(float(i), float(mean)) for i, mean in ends], INKS[0])
    x, y = panel.at(float(terms.increment), float(terms.mean_top))
    text += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{INKS[0]}"/>'
    return text + say(x + 10, y + 16, f"{short_percent(terms.increment)}: {money(terms.mean_top)}", ink=INKS[0])


def _thousands(value: float) -> str:
    return f"${value / 1000:,.0f}k" if value >= 1000 else f"${value:,.0f}"


def _per_thousand(value: float) -> str:
    return f"{1000 * value:.1%}"
