"""Figures as a page has them: decimals beside the fractions they are cut from, bars, and the edge against the decks."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.figures import decimal, one_in, percent, square_root
from houseway.reports.shapes import Json, fraction
from houseway.web.charts import Bar, Scale, chances, contributions, curves
from houseway.web.mathematics.shoes import Shoes


def figures_told(shoes: Shoes, decks: int) -> Json:
    """What the macros of `figures.html` show of a wager."""
    return {
        "waits": shoes.waits,
        "not_solved": shoes.not_solved,
        "default_decks": decks,
        "shoes": [{"decks": shoe["decks"], "figures": list(map(_shown, shoe["figures"]))} for shoe in shoes.found],
        "by_decks": _by_decks(shoes.found) if len(shoes.found) > 1 else None,
    }


def _shown(figures: Json) -> Json:
    lines = [_line(line) for line in figures["lines"]]
    envy = _envy(figures)
    name = f"{figures['wager']}, {figures['paytable']}" + (f", {figures['play']}" if figures["play"] else "")
    return {
        "name": name,
        "play": figures["play"],
        "total": f"{figures['combinations']:,}",
        "facts": _facts(figures),
        "lines": lines,
        "envy": envy,
        "returns": decimal(-Fraction(figures["house_edge"]), 8),
        "chances": chances(
            [Bar(line["name"], line["chance"], line["short"], line["lost"]) for line in lines], f"Chances of {name}"
        ),
        "contributions": contributions(
            [
                Bar(line["name"], line["adds"], _signed(line["adds"]), line["lost"])
                for line in (*lines, *([envy] if envy else []))
            ],
            f"What each end of {name} adds to the mean",
        ),
    }


def _facts(figures: Json) -> list[tuple[str, str, str | None]]:
    """Names, decimals and fractions. Where nothing is staked later, the action is 1 and the risk is the edge."""
    action, variance = Fraction(figures["average_action"]), Fraction(figures["variance"])
    facts: list[tuple[str, str, str | None]] = [
        ("House edge", percent(Fraction(figures["house_edge"]), 6), figures["house_edge"]),
        ("Hit frequency", percent(Fraction(figures["hit_frequency"]), 6), figures["hit_frequency"]),
        ("Variance", decimal(variance, 6), figures["variance"]),
        ("Standard deviation", decimal(Fraction(square_root(variance)), 6), None),
    ]
    if action != 1:
        facts += [
            ("Average action", decimal(action, 6), figures["average_action"]),
            ("Element of risk", percent(Fraction(figures["element_of_risk"]), 6), figures["element_of_risk"]),
        ]
    return facts


def _line(line: Json) -> Json:
    chance, adds = Fraction(line["probability"]), Fraction(line["contribution"])
    name = line["line"]
    return {
        "name": name[0].upper() + name[1:],
        "combinations": f"{line['combinations']:,}",
        "chance": chance,
        "percent": percent(chance, 6),
        "short": percent(chance, 2) if chance >= Fraction(1, 1000) else one_in(chance) if chance else "0",
        "one_in": one_in(chance),
        "probability": line["probability"],
        "pay": line["pay"],
        "adds": adds,
        "lost": Fraction(line["net"]) < 0,
        "contribution": decimal(adds, 8),
        "exactly": line["contribution"],
    }


def _envy(figures: Json) -> Json | None:
    """What is paid for the hands of others: a row of its own, for no line of the wager's brings it."""
    adds, hands = Fraction(figures["envy"]), figures["envied_hands"]
    if not adds:
        return None
    return {
        "name": f"Envy for {hands} other hand{'s' if hands != 1 else ''}",
        "adds": adds,
        "lost": False,
        "contribution": decimal(adds, 8),
        "exactly": figures["envy"],
    }


def _signed(value: Fraction) -> str:
    return f"{'+' * (value > 0)}{decimal(value, 4)}"


def _by_decks(shoes: Sequence[Json]) -> Json:
    """The edge against the number of decks, every play a line."""
    lines: dict[str, list[tuple[int, Fraction]]] = {}
    for shoe in shoes:
        for figures in shoe["figures"]:
            lines.setdefault(figures["play"] or "edge", []).append((shoe["decks"], Fraction(figures["house_edge"])))
    edges = [edge for points in lines.values() for _, edge in points]
    room = (max(edges) - min(edges)) / 8 or Fraction(1, 1000)
    first, last = shoes[0]["decks"], shoes[-1]["decks"]
    chart = curves(
        lines,
        Scale(first - 0.4, last + 0.4, lambda v: f"{v:.0f}"),
        Scale(float(min(edges) - room), float(max(edges) + room), lambda v: f"{v:.2%}"),
        label="House edge against the number of decks",
        under="decks",
        chosen=next(iter(lines)),
    )
    rows = [(decks, percent(edge, 6), fraction(edge)) for decks, edge in next(iter(lines.values()))]
    return {"chart": chart, "first": first, "last": last, "rows": rows, "plays": list(lines)}
