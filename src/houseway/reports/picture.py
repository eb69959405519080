"""Pictures of figures: a panel with two scales, written as SVG; an .html file holds it as it is, and typst turns it
into a .png."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from houseway.reports.output import PICTURE, write_output
from houseway.reports.terminal import NOTICE

WIDTH = 1000
INKS = ("#0b5d3b", "#2f7d5b", "#5b9a7d", "#8a6d1f", "#b4551d", "#9c1f2e")
FONT = "Libertinus Serif, DejaVu Serif, Georgia, serif"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A white sheet with the notice at its foot."""

    title: str
    height: int
    content: str

    @property
    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" font-family="{FONT}" font-size="13" role="img" aria-label="{escape(self.title)}">'
            f'<rect width="{WIDTH}" height="{self.height}" fill="white"/>{self.content}'
            f"{say(60, self.height - 12, NOTICE, ink='#555', size=11)}</svg>"
        )

    @property
    def html(self) -> str:
        return (
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(self.title)}</title>\n'
            f"<style>body {{ margin: 1rem }} svg {{ max-width: 100%; height: auto }}</style>\n{self.svg}\n</html>\n"
        )

    def write(self, output: Path) -> None:
        kind = PICTURE.check(output)
        if kind == "png":
            import typst

            page = f"#set page(width: {WIDTH}pt, height: {self.height}pt, margin: 0pt)\n"
            page += f'#image(bytes({json.dumps(self.svg, ensure_ascii=False)}), format: "svg", width: 100%)\n'
            content = typst.compile(page.encode(), format="png", ppi=110.0)
            assert isinstance(content, bytes)
        else:
            content = (self.svg if kind == "svg" else self.html).encode()
        write_output(output, content)


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A field of the picture and its two scales."""

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        along = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + along * self.width, self.top + (1 - up) * self.height

    def line(self, points: Sequence[tuple[float, float]], ink: str, *, dash: str = "", fill: str = "none") -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*point) for point in points))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        return f'<polyline points="{path}" fill="{fill}" stroke="{ink}" stroke-width="1.6"{dashed}/>'

    def dot(self, x: float, y: float, ink: str, *, radius: float = 3.5) -> str:
        x, y = self.at(x, y)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{ink}"/>'

    def legend(self, row: int, text: str, ink: str) -> str:
        """A line of text in the upper right corner, row below row."""
        return say(self.left + self.width - 8, self.top + 16 + 17 * row, text, anchor="end", ink=ink)

    def axes(
        self,
        title: str,
        under: str,
        x_text: Callable[[float], str],
        y_text: Callable[[float], str],
        *,
        y_at: Sequence[float] | None = None,
    ) -> str:
        """With lines across at round values, or at those given."""
        text = say(self.left, self.top - 12, title, weight="bold", size=15)
        text += say(self.left + self.width / 2, self.top + self.height + 38, under, anchor="middle", ink="#333")
        for value in ticks(*self.x):
            x, _ = self.at(value, self.y[0])
            text += say(x, self.top + self.height + 18, x_text(value), anchor="middle", ink="#555", size=11)
        for value in y_at or ticks(*self.y):
            _, y = self.at(self.x[0], value)
            text += f'<path d="M{self.left} {y:.1f}h{self.width}" stroke="{"#ddd" if value else "#555"}"/>'
            text += say(self.left - 6, y + 4, y_text(value), anchor="end", ink="#555", size=11)
        return text


def ticks(low: float, high: float) -> list[float]:
    """Four to nine round values that a scale from `low` to `high` is marked with."""
    unit: float = 10.0 ** (len(f"{int(1e9 * (high - low))}") - 1 - 9)
    step = next(s * unit for s in (0.1, 0.2, 0.5, 1, 2, 5) if (high - low) / (s * unit) < 9)
    first, last = -int(-low // step), int(high // step)
    return [number * step for number in range(first, last + 1)]


def say(
    x: float, y: float, text: str, *, anchor: str = "start", ink: str = "#111", size: int = 13, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}" font-size="{size}" '
        f'font-weight="{weight}" stroke="white" stroke-width="4" paint-order="stroke">{escape(text)}</text>'
    )
