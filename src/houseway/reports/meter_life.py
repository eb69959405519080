"""The life of a meter, shown: tables, and the curves as a picture."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import ceil

from rich.console import Console
from rich.table import Table

from houseway.analysis.figures import decimal, grouped, money, percent, short_percent
from houseway.analysis.meter_life import Between, MeterLife
from houseway.analysis.progressive import Progressive
from houseway.paytable import UNAPPROVED
from houseway.progressive.envy import READINGS
from houseway.reports.picture import FONT, INKS, WIDTH, Drawing, Panel, say
from houseway.reports.terminal import figure_table, print_notice

# ---- tables ------------------------------------------------------------------------------------------

UNBOUNDED = 10_000  # letters, of a table that is measured


def print_lives(out: Console, lives: Sequence[MeterLife]) -> None:
    """A column a meter, as many of a game side by side as there is room for; the quantities that are not fractions are
    marked ≈."""
    for _, of_a_game in groupby(lives, key=lambda life: life.terms.game.slug):
        columns = [(life.terms.label, life_facts(life)) for life in of_a_game]
        while columns:
            fits = [n for n in range(2, len(columns) + 1) if _width(out, _table(columns[:n])) <= out.width]
            abreast = max(fits, default=1)
            out.print(_table(columns[:abreast]))
            columns = columns[abreast:]
    for life in lives:
        _print_seats(out, life)
    out.print("≈ is no fraction; with ± it lies between computed bounds. All else is rounded from an exact figure.")
    print_notice(out)


def _width(out: Console, table: Table) -> int:
    """The width of a table that may be as wide as it likes."""
    return out.measure(table, options=out.options.update(max_width=UNBOUNDED)).maximum


def _table(columns: Sequence[tuple[str, Mapping[str, str]]]) -> Table:
    table = figure_table("", *(f">{label}" for label, _ in columns))
    for name in dict.fromkeys(name for _, column in columns for name in column):
        table.add_row(name, *(column.get(name, "") for _, column in columns))
        if name in _LAST_OF_SECTION:
            table.add_section()
    return table


_LAST_OF_SECTION = ("seats that bet", "above the break-even meter", "a hit comes first", "then a hit comes first")


def _increment(terms: Progressive) -> str:
    derived = " (derived)" if terms.has_derived_increment else " (our own)" if terms.has_own_increment else ""
    return short_percent(terms.increment) + derived + ("" if terms.has_letters_increment else f" {UNAPPROVED}")


def life_facts(life: MeterLife) -> dict[str, str]:
    """What is known of a meter, by its name, in words; what is not exact begins with ≈."""
    terms = life.terms
    back, filled = life.seed_back, life.seed_filled(life.hidden or life.even_hidden)
    column = {
        "seed": money(terms.seed),
        "increment": _increment(terms),
        "seats that bet": str(terms.bettors),
        "top award, mean": money(life.mean),
        "standard deviation": money(Fraction(life.standard_deviation)),
    }
    for chance, amount in life.quantiles.items():
        column[quantile_name(chance, " stay within")] = f"≈ {dollars_between(amount)}"
    if life.meter is not None:
        column[f"above {money(life.meter)}"] = _chance(life.award.chance_above(life.meter))
    column |= {
        "above the break-even meter": _chance(life.award.chance_above(terms.break_even)),
        "wagers to a hit, mean": _whole(life.terms.one_in),
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
    }
    return column | _royals(life) if life.counts_royals else column


def _royals(life: MeterLife) -> dict[str, str]:
    """Two royal flushes in a round, where they can be counted: Appendix A says whose is paid first."""
    royals = life.two_royals()
    return {
        "two royals in a round, 1 in": _whole(1 / royals) if royals else "never",
        "meter": money(life.at),
        "the first royal's advantage": money(life.first_over_second(life.at)),
        "paid first, not last, a wager": f"${decimal(life.order_worth(life.at), 9)}",
    }


def _print_seats(out: Console, life: MeterLife) -> None:
    meters = {"long-run edge": life.mean} | ({} if life.meter is None else {"edge at the meter": life.meter})
    heads = (f">{head}" for head in (*meters, "break-even meter"))
    rows = (
        (str(seats), *(percent(table.edge_at(meter)) for meter in meters.values()), money(table.break_even))
        for seats, table in life.by_seats.items()
    )
    out.print(figure_table(f"{life.terms.label}, seats dealt in, and all bet", *heads, rows=rows))
    heads = (f">envy for {reading}" for reading in READINGS)
    rows = ((str(bettors), *map(percent, edges.values())) for bettors, edges in life.edge_by_bettors().items())
    out.print(figure_table(f"of {life.terms.dealt} dealt in bet", *heads, rows=rows))


def _fine(dollars: Fraction) -> str:
    return f"{'-' if dollars < 0 else ''}${decimal(abs(dollars), 5)}"


def _whole(value: Fraction | None) -> str:
    return "never" if value is None else grouped(decimal(value, 0))


def quantile_name(chance: float, stay: str = "") -> str:
    return "median" if chance == 0.5 else f"{chance:.0%}".replace("%", " %") + stay


def dollars_between(value: Between) -> str:
    return f"${value.middle:,.0f} ± {ceil(value.error + 0.5)}"


def _chance(value: Between) -> str:
    return f"≈ {value.middle:.2%} ± {ceil(value.error * 10_000 + 0.5) / 10_000:.2%}"


# ---- the picture -------------------------------------------------------------------------------------

ROW, HEAD, FOOT = 380, 16, 34
LEAST_LETTERS = 15  # of a curve of its own: two abreast on letter paper make that 7 pt


def draw_lives(lives: Sequence[MeterLife]) -> Drawing:
    """Two rows a paytable: the edge against the meter and the distribution of the top award; then the edge and the mean
    top award against the increment."""
    rows = ""
    for number, life in enumerate(lives):
        top = HEAD + 2 * ROW * number
        rows += _edges(life, top=top) + _awards(life, top=top)
        rows += _edges_by_increment(life, top=top + ROW) + _means_by_increment(life, top=top + ROW)
    return Drawing(title="The life of a meter", height=HEAD + 2 * ROW * len(lives) + FOOT, content=rows)


def life_pictures(life: MeterLife) -> tuple[tuple[str, str], ...]:
    """The four curves one by one, each with what it shows in words, for a page that places them itself."""
    name = life.terms.label
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


def _left(top: float, x: tuple[float, float], y: tuple[float, float]) -> Panel:
    return Panel(left=60, top=top + 34, width=420, height=ROW - 100, x=x, y=y)


def _right(top: float, x: tuple[float, float], y: tuple[float, float]) -> Panel:
    return Panel(left=560, top=top + 34, width=410, height=ROW - 100, x=x, y=y)


def _by_seats(life: MeterLife) -> Iterator[tuple[str, int, str, Progressive]]:
    """An ink, a row of the legend and its name for every number of seats, and the table with so many."""
    for ink, (seats, table) in zip(INKS, life.by_seats.items(), strict=False):
        yield ink, seats - 1, f"{seats} seat{'s' if seats > 1 else ''}", table


def _edge(table: Progressive, increment: Fraction) -> float:
    """Over the long run: what goes onto the meter is all paid out in the end."""
    return float(replace(table, increment=increment).house_edge)


def _edges(life: MeterLife, *, top: float) -> str:
    tables = life.by_seats.values()
    far = 1.15 * float(max(table.break_even for table in tables))
    ends = (Fraction(0), Fraction(far))
    most, least = max(float(t.edge_at(ends[0])) for t in tables), min(float(t.edge_at(ends[1])) for t in tables)
    panel = _left(top, (0, far), (least, most))
    title = f"{life.terms.label}: edge against the meter"
    text = panel.axes(title, "meter; ● no edge", _thousands, lambda v: f"{v:.0%}")
    for ink, row, seats, table in _by_seats(life):
        text += panel.line([(float(meter), float(table.edge_at(meter))) for meter in ends], ink)
        text += panel.dot(float(table.break_even), 0, ink)
        text += panel.legend(row, f"{seats}: {money(table.break_even)}", ink)
    return text


def _awards(life: MeterLife, *, top: float) -> str:
    far = max(life.award.quantile(0.999).high, 1.05 * float(life.mean))
    middles, density = life.award.density(240, far)
    points = [(float(x), float(y)) for x, y in zip(middles, density, strict=True)]
    panel = _right(top, (0, far), (0, 1.1 * float(density.max())))
    title = f"{life.terms.label}: the top award"
    text = panel.axes(title, "top award; chance per $1,000", _thousands, lambda v: f"{1000 * v:.1%}")
    text += panel.line([(0, 0), *points, (far, 0)], INKS[0], fill="#0b5d3b22")
    marks = (("mean", float(life.mean), INKS[3], ""), ("median", life.award.quantile(0.5).middle, INKS[5], "5 3"))
    for row, (name, value, ink, dash) in enumerate(marks):
        text += panel.line([(value, 0), (value, panel.y[1])], ink, dash=dash)
        text += panel.legend(row, f"{name} ${value:,.0f}", ink)
    return text


def _edges_by_increment(life: MeterLife, *, top: float) -> str:
    """Over the long run, down to where a lone seat has no edge left: every point more on the meter is one less."""
    tables, none = life.by_seats.values(), Fraction(0)
    without = [replace(table, increment=none).house_edge for table in tables]
    far = max(*without, life.terms.increment, Fraction(1, 100))
    panel = _left(top, (0, float(far)), (min(_edge(table, far) for table in tables), float(far)))
    title = f"{life.terms.label}: long-run edge against the increment"
    text = panel.axes(title, "increment; ● as it is", lambda v: f"{v:.0%}", lambda v: f"{v:.0%}")
    for ink, row, seats, table in _by_seats(life):
        text += panel.line([(float(increment), _edge(table, increment)) for increment in (none, far)], ink)
        text += panel.dot(float(table.increment), float(table.house_edge), ink)
        text += panel.legend(row, f"{seats}: {percent(table.house_edge, 2)}", ink)
    return text


def _means_by_increment(life: MeterLife, *, top: float) -> str:
    terms = life.terms
    far = max(replace(life.by_seats[1], increment=Fraction(0)).house_edge, terms.increment, Fraction(1, 100))
    ends = [(float(i), float(replace(terms, increment=i).mean_top)) for i in (Fraction(0), far)]
    panel = _right(top, (0, float(far)), (0, 1.05 * ends[1][1]))
    title = f"{terms.label}: mean top award against the increment"
    text = panel.axes(title, "increment; ● as it is", lambda v: f"{v:.0%}", _thousands)
    text += panel.line(ends, INKS[0]) + panel.dot(float(terms.increment), float(terms.mean_top), INKS[0])
    x, y = panel.at(float(terms.increment), float(terms.mean_top))
    return text + say(x + 10, y + 16, f"{short_percent(terms.increment)}: {money(terms.mean_top)}", ink=INKS[0])


def _thousands(value: float) -> str:
    return f"${value / 1000:,.0f}k" if value >= 1000 else f"${value:,.0f}"
