"""Figures as a page has them: with facts, bars, and the edge against the decks. Templates round what they print."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from houseway.analysis.figures import Figures, decimal, one_in, percent
from houseway.reports.shapes import Json
from houseway.web.charts import Bar, Scale, chances, contributions, curves
from houseway.web.workings import Shoe, Shoes

Fact = tuple[str, str, Fraction | None]  # a name, a decimal, and the fraction that it was rounded from


def figures_shown(shoes: Shoes, decks: int) -> Json:
    """What the macros of `figures.html` show of a wager."""
    return {
        "waits": shoes.waits,
        "not_solved": shoes.not_solved,
        "default_decks": decks,
        "shoes": [{"decks": shoe.decks, "figures": list(map(FigureSheet, shoe.figures))} for shoe in shoes.shoes],
        "by_decks": _by_decks(shoes.shoes) if len(shoes.shoes) > 1 else None,
    }


@dataclass(frozen=True, slots=True)
class FigureSheet:
    """A wager's figures, and all that a page says of them."""

    figures: Figures

    @property
    def name(self) -> str:
        return ", ".join(filter(None, (self.figures.wager, self.figures.paytable, self.figures.play)))

    @property
    def facts(self) -> list[Fact]:
        """Where nothing is staked later, the action is 1 and the risk is the edge."""
        of = self.figures
        facts: list[Fact] = [
            ("House edge", percent(of.house_edge, 6), of.house_edge),
            ("Hit frequency", percent(of.hit_frequency, 6), of.hit_frequency),
            ("Variance", decimal(of.variance, 6), of.variance),
            ("Standard deviation", decimal(Fraction(of.standard_deviation), 6), None),
        ]
        if of.action != 1:
            facts += [
                ("Average action", decimal(of.action, 6), of.action),
                ("Element of risk", percent(of.element_of_risk, 6), of.element_of_risk),
            ]
        return facts

    @property
    def chances(self) -> Markup:
        bars = [
            Bar(capital(line.name), line.probability, _short(line.probability), line.net < 0)
            for line in self.figures.lines
        ]
        return chances(bars, f"Chances of {self.name}")

    @property
    def contributions(self) -> Markup:
        of = self.figures
        parts = [(capital(line.name), line.contribution, line.net < 0) for line in of.lines]
        parts += [(of.envy_name, of.envy, False)] if of.envy else []
        bars = [Bar(name, adds, _signed(adds), is_lost) for name, adds, is_lost in parts]
        return contributions(bars, f"What each end of {self.name} adds to the mean")


def capital(name: str) -> str:
    return name[0].upper() + name[1:]


def _short(chance: Fraction) -> str:
    return percent(chance, 2) if chance >= Fraction(1, 1000) else one_in(chance) if chance else "0"


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{decimal(value, 4)}"


def _by_decks(shoes: Sequence[Shoe]) -> Json:
    """The edge against the number of decks, every play a line."""
    lines: dict[str, list[tuple[int, Fraction]]] = {}
    for shoe in shoes:
        for figures in shoe.figures:
            lines.setdefault(figures.play or "edge", []).append((shoe.decks, figures.house_edge))
    edges = [edge for points in lines.values() for _, edge in points]
    room = (max(edges) - min(edges)) / 8 or Fraction(1, 1000)
    first, last = shoes[0].decks, shoes[-1].decks
    chart = curves(
        lines,
        Scale(first - 0.4, last + 0.4, lambda v: f"{v:.0f}"),
        Scale(float(min(edges) - room), float(max(edges) + room), lambda v: f"{v:.2%}"),
        label="House edge against the number of decks",
        under="decks",
        chosen=next(iter(lines)),
    )
    return {"chart": chart, "first": first, "last": last, "rows": next(iter(lines.values())), "plays": list(lines)}
