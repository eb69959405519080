"""Pictures of exact figures: how a wager ends, and lines that a slider moves along. SVG, in the page's own colours.

A picture is drawn with floating point; whatever figure it says in words is cut from a fraction.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from math import floor, log10
from typing import Final, NamedTuple

from markupsafe import Markup, escape

WIDTH: Final = 480
ROW: Final = 30
NAMES: Final = 188  # the width of the names of lines
LONG: Final = 26  # letters of a name that has no room beside its bar
ENDS: Final = 76  # and of what stands after the longest bar
LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 68, 28, 16, 46, 300


class Bar(NamedTuple):
    name: str
    value: Fraction
    says: str
    is_lost: bool


# ---- how a wager ends


def chances(bars: Sequence[Bar], label: str) -> Markup:
    """Bars on a scale of powers of ten: the rarest award is seen beside the commonest end."""
    least = min((log10(bar.value) for bar in bars if bar.value), default=-1)

    def long(value: Fraction) -> float:
        return (log10(value) - least + 0.6) / (0.6 - least) if value else 0.0

    return _bars(bars, label, long)


def contributions(bars: Sequence[Bar], label: str) -> Markup:
    """Bars of what each end adds to the mean, or takes from it."""
    most = max((abs(bar.value) for bar in bars), default=Fraction(1)) or Fraction(1)
    return _bars(bars, label, lambda value: float(abs(value) / most))


def _bars(bars: Sequence[Bar], label: str, long: Callable[[Fraction], float]) -> Markup:
    """Names stand beside the bars, or above them where one is long."""
    above = any(len(bar.name) > LONG for bar in bars)
    left, row = (0, ROW + 20) if above else (NAMES, ROW)
    drawn = ""
    for number, bar in enumerate(bars):
        y, kind = (number + 1) * row - ROW, "lost" if bar.is_lost else "paid"
        width = max(1.5, long(bar.value) * (WIDTH - left - ENDS)) if bar.value else 0.0
        place = f'x="0" y="{y}" class="says"' if above else f'x="{NAMES - 10}" y="{y + 20}" class="name"'
        drawn += f"<text {place}>{escape(bar.name)}</text>"
        drawn += f'<rect x="{left}" y="{y + 5}" width="{width:.1f}" height="{ROW - 10}" rx="2" class="{kind}"/>'
        drawn += f'<text x="{left + width + 7:.1f}" y="{y + 20}" class="says">{escape(bar.says)}</text>'
    return _picture(drawn, row * len(bars) + 4, label, "bars")


# ---- lines


class Scale(NamedTuple):
    """From least to most, how its values are written, and the only ones that there are, if not all are."""

    least: float
    most: float
    says: Callable[[float], str]
    only: Collection[float] = ()

    def ticks(self) -> list[float]:
        """Four to nine round values that the scale is marked with."""
        reach = self.most - self.least
        unit = 10.0 ** floor(log10(reach))
        step = next(s * unit for s in (0.1, 0.2, 0.5, 1, 2) if reach / (s * unit) < 7)
        ticks = [number * step for number in range(-int(-self.least // step), int(self.most // step) + 1)]
        return [tick for tick in ticks if not self.only or tick in self.only]


Points = Sequence[tuple[Fraction | int, Fraction]]


def curves(lines: Mapping[str, Points], x: Scale, y: Scale, *, label: str, under: str, chosen: str) -> Markup:
    """A line a name, one of them chosen, with a mark that a script moves: the scales stand in `data-` attributes."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    drawn = _axes(x, y, under)
    for name, points in lines.items():
        kind = "curve chosen" if name == chosen else "curve"
        drawn += f'<polyline points="{_path(points, x, y)}" class="{kind}" data-name="{escape(name)}"/>'
    along, up = _at(lines[chosen][0], x, y)
    drawn += f'<circle cx="{along:.1f}" cy="{up:.1f}" r="6" class="mark"/>'
    field = f'data-x="{LEFT} {wide} {x.least} {x.most}" data-y="{TOP} {high} {y.least} {y.most}"'
    return _picture(drawn, HEIGHT, label, "lines", field)


Point = tuple[Fraction | int | float, Fraction | int | float]


def _at(point: Point, x: Scale, y: Scale) -> tuple[float, float]:
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    along, up = (float(point[0]) - x.least) / (x.most - x.least), (float(point[1]) - y.least) / (y.most - y.least)
    return LEFT + along * wide, TOP + (1 - up) * high


def _path(points: Sequence[Point], x: Scale, y: Scale) -> str:
    return " ".join(f"{along:.1f},{up:.1f}" for along, up in (_at(point, x, y) for point in points))


def _axes(x: Scale, y: Scale, under: str) -> str:
    wide, drawn = WIDTH - LEFT - RIGHT, ""
    for value in y.ticks():
        _, up = _at((x.least, value), x, y)
        kind = "zero" if abs(value) < 1e-12 else "grid"
        drawn += f'<path d="M{LEFT} {up:.1f}h{wide}" class="{kind}"/>'
        drawn += f'<text x="{LEFT - 8}" y="{up + 5:.1f}" class="name">{escape(y.says(value))}</text>'
    before = ""
    for value in x.ticks():
        along, _ = _at((value, y.least), x, y)
        says, before = (
            ("" if x.says(value) == before else x.says(value)),
            x.says(value),
        )  # of two in one minute the first
        drawn += f'<text x="{along:.1f}" y="{HEIGHT - BOTTOM + 20}" class="under">{escape(says)}</text>'
    return drawn + f'<text x="{LEFT + wide / 2:.1f}" y="{HEIGHT - 6}" class="under">{escape(under)}</text>'


# ---- over a time -------------------------------------------------------------------------------------


def within_band(win: Sequence[Point], low: Sequence[Point], high: Sequence[Point], theory: Sequence[Point],
                x: Scale, y: Scale, *, label: str, under: str) -> Markup:  # fmt: skip
    """What was won, over a band around what theory expects."""
    drawn = f'<polygon points="{_path([*low, *reversed(high)], x, y)}" class="band"/>' + _axes(x, y, under)
    drawn += f'<polyline points="{_path(theory, x, y)}" class="curve expected"/>'
    drawn += f'<polyline points="{_path(win, x, y)}" class="curve chosen"/>'
    return _picture(drawn, HEIGHT, label, "lines")


def stairs(points: Sequence[Point], marks: Sequence[tuple[Point, str]], x: Scale, y: Scale, *, label: str, under: str
           ) -> Markup:  # fmt: skip
    """An amount that holds until the next; marked where something happened."""
    path: list[Point] = []
    for before, after in zip(points, [*points[1:], (x.most, points[-1][1])], strict=True):
        path += [before, (after[0], before[1])]
    drawn = _axes(x, y, under) + f'<polyline points="{_path(path, x, y)}" class="curve chosen"/>'
    for point, says in marks:
        along, up = _at(point, x, y)
        anchor = "end" if along > WIDTH / 2 else "start"
        drawn += f'<circle cx="{along:.1f}" cy="{up:.1f}" r="6" class="mark"/>'
        drawn += f'<text x="{along + (-10 if anchor == "end" else 10):.1f}" y="{max(up - 8, 12):.1f}" '
        drawn += f'class="at-{anchor}">{escape(says)}</text>'
    return _picture(drawn, HEIGHT, label, "lines")


def off_theory(rows: Sequence[tuple[str, float, str]], label: str) -> Markup:
    """How many standard deviations each lies from theory, on a band of two of them."""
    left, right, reach = NAMES, 64, 4.0
    wide = WIDTH - left - right

    def along(deviations: float) -> float:
        return left + (max(-reach, min(reach, deviations)) + reach) / (2 * reach) * wide

    bottom = ROW * len(rows)
    drawn = f'<rect x="{along(-2):.1f}" y="0" width="{along(2) - along(-2):.1f}" height="{bottom}" class="band"/>'
    for value in range(-4, 5, 2):
        kind = "grid" if value else "zero"
        drawn += f'<path d="M{along(value):.1f} 0V{bottom}" class="{kind}"/>'
        says = f"{value:+d} σ".replace("-", "−") if value else "theory"
        drawn += f'<text x="{along(value):.1f}" y="{bottom + 20}" class="under">{says}</text>'
    for number, (name, deviations, says) in enumerate(rows):
        y = ROW * number + ROW / 2
        kind = "paid" if abs(deviations) <= 2 else "lost"
        short = name if len(name) <= LONG else f"{name[: LONG - 1]}…"
        drawn += f'<text x="{left - 10}" y="{y + 5:.1f}" class="name">{escape(short)}</text>'
        drawn += f'<circle cx="{along(deviations):.1f}" cy="{y:.1f}" r="6" class="{kind}"/>'
        drawn += f'<text x="{WIDTH - 2}" y="{y + 5:.1f}" class="name">{escape(says)}</text>'
    return _picture(drawn, bottom + 28, label, "bars")


def amounts(bars: Sequence[tuple[str, Fraction | int, str]], label: str) -> Markup:
    """Bars from nothing."""
    most = max((value for _, value, _ in bars), default=1) or 1
    rows = [Bar(name, Fraction(value), says, False) for name, value, says in bars]
    return _bars(rows, label, lambda value: float(value / most))


def _picture(drawn: str, height: int, label: str, kind: str, more: str = "") -> Markup:
    return Markup(
        f'<svg class="chart {kind}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}" {more}>'
        f"{drawn}</svg>"
    )  # what comes from outside is escaped above
