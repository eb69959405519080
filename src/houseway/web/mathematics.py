"""The mathematics, for people: for every game and paytable the exact figures, how to play, and the letters verified.

Whatever is called exact on a page comes from the analysis as a fraction; sliders choose between figures that were sent
along, or evaluate the exact coefficients of a meter in whole numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, TypeVar

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from houseway import api
from houseway.analysis.bonus import bonus_figures
from houseway.analysis.figures import decimal, percent, short_percent, square_root
from houseway.analysis.progressive import Progressive, progressive
from houseway.game import Bonus, Game, is_progressive
from houseway.games import GAMES
from houseway.letters import letters
from houseway.paytable import Paytable
from houseway.reports.shapes import figures_shape, fraction
from houseway.web.charts import Bar, Scale, chances, contributions, curves
from houseway.web.errors import Problem
from houseway.web.felt import felt_number
from houseway.web.house import house_of
from houseway.web.pages import page, sorry
from houseway.web.workings import NOT_SOLVED, workings_of

router = APIRouter(include_in_schema=False)

Json = dict[str, Any]
Found = TypeVar("Found")
STEP: Final = Fraction(1, 200)  # of the slider of the increment
METER_STEP: Final = 100


# ---- the pages


@router.get("/mathematics")
async def index(request: Request) -> Response:
    """Every game, its wagers and paytables, each with its edge."""
    games = await _worked(request, lambda: [_game(game) for game in GAMES.values()])
    return page("mathematics.html", None, told=None, games=games)


@router.get("/mathematics/verify")
async def show_verified(request: Request) -> Response:
    """Every figure of the letters: whether it follows, and under which reading."""
    return page("verified.html", None, told=None, letters=await _worked(request, verified))


@router.get("/mathematics/{game}")
async def show_game(game: str, request: Request) -> Response:
    """The main game: its figures and how to play it; and where its other wagers are."""
    try:
        found = _found_game(game)
    except Problem as problem:
        return sorry(problem)
    told = await _worked(request, lambda: _main(found) | _game(found))
    return _figures_page("game_figures.html", told, decks=len(found.deal.decks) > 1)


@router.get("/mathematics/{game}/{paytable}")
async def show_paytable(game: str, paytable: str, request: Request) -> Response:
    """One wager on one paytable."""
    try:
        found = _found_game(game)
        table = next((table for table in found.paytables.values() if address(table) == paytable.lower()), None)
        if table is None:
            known = ", ".join(found.paytables)
            raise Problem(404, "no-such-paytable", f"{found.title} has no paytable of this name. It has {known}.")
    except Problem as problem:
        return sorry(problem)
    told = await _worked(request, lambda: _paytable(found, table) | _game(found))
    return _figures_page("paytable.html", told, decks=len(found.deal.decks) > 1)


def _figures_page(template: str, told: Json, *, decks: bool) -> Response:
    meter = told.get("meter")
    script = "sliders.js" if decks or meter else None
    headers = {"Refresh": "2"} if told.get("waits") else {}
    return page(template, script, headers=headers, told={"meter": meter["exactly"] if meter else None}, **told)


async def _worked(request: Request, work: Callable[[], Found]) -> Found:
    """On a thread: the first time it may take part of a second."""
    return await house_of(request).read(work)


def _found_game(name: str) -> Game:
    game = GAMES.get(name.lower())
    if game is None:
        known = ", ".join(game.title for game in GAMES.values())
        raise Problem(404, "no-such-game", f"No game has this name. There are {known}.")
    return game


def address(paytable: Paytable) -> str:
    return "-".join(paytable.name.lower().split())


# ---- a game, and where its wagers are


def _game(game: Game) -> Json:
    return {
        "game": game,
        "felt": felt_number(game.slug),
        "wagers": [
            {"name": wager.name, "paytables": [_entry(game, table) for table in game.paytables_of(wager)]}
            for wager in game.wagers
        ],
    }


def _entry(game: Game, table: Paytable) -> Json:
    figures = _shown_first(game, table)
    return {
        "label": table.label,
        "address": f"/mathematics/{game.slug}/{address(table)}",
        "edge": percent(Fraction(figures["house_edge"])) if figures else None,
        "how": figures["play"] if figures else None,
    }


def _shown_first(game: Game, table: Paytable) -> Json | None:
    shoes = shoes_of(game, table)
    if not isinstance(shoes, list) or not shoes:
        return None
    wanted = next((shoe for shoe in shoes if shoe["decks"] == game.deal.default_decks), shoes[0])
    found: Json | None = next(iter(wanted["figures"]), None)
    return found


def shoes_of(game: Game, table: Paytable) -> list[Json] | str | None:
    """The wager's figures for every number of decks; None while they are worked out, or why there are none."""
    wager = game.wager(table.wager)
    if isinstance(wager, Bonus):
        return _bonus_shoes(game.slug, table.name)
    workings = workings_of(game)
    if not isinstance(workings, dict):
        return workings
    return [shoe | {"figures": list(_on(game, shoe["figures"], table))} for shoe in workings["shoes"]]


def _on(game: Game, figures: Sequence[Json], table: Paytable) -> Iterator[Json]:
    """Those of the paytable. A wager that only a choice adds has none of its own: it is decided with the main one."""
    name = game.paytables_of(game.main)[0].name if game.wager(table.wager).equals else table.name
    yield from (each for each in figures if each["paytable"] == name)


@cache
def _bonus_shoes(slug: str, name: str) -> list[Json]:
    game = GAMES[slug]
    table = game.paytables[name]
    wager = game.wager(table.wager)
    assert isinstance(wager, Bonus)
    if wager.progressive:
        return [{"decks": game.deal.default_decks, "figures": [figures_shape(_meter(slug, name).figures())]}]
    return [
        {"decks": decks, "figures": [figures_shape(bonus_figures(game, wager, table, decks))]}
        for decks in game.deal.decks
    ]


@cache
def _meter(slug: str, name: str) -> Progressive:
    game = GAMES[slug]
    table = game.paytables[name]
    wager = game.wager(table.wager)
    assert isinstance(wager, Bonus)
    return progressive(game, wager, table)


# ---- figures


def _main(game: Game) -> Json:
    table = game.paytables_of(game.main)[0]
    shoes = shoes_of(game, table)
    found = shoes if isinstance(shoes, list) else []
    return {
        **_figures(game, table, shoes),
        "strategies": {shoe["decks"]: _strategy(shoe["strategy"]) for shoe in found if shoe.get("strategy")},
        "readings": game.readings,
        "rules_for_players": getattr(game.advice, "rules", ()),
    }


def _paytable(game: Game, table: Paytable) -> Json:
    wager = game.wager(table.wager)
    told = {
        **_figures(game, table, shoes_of(game, table)),
        "wager": wager,
        "table": table,
        "letter": letters()[table.letter] if table.letter else None,
        "findings": [_finding(each) for each in _findings() if (each.game, each.paytable) == (game.slug, table.name)],
    }
    if is_progressive(wager) and table.meter:
        told["meter"] = meter_sliders(_meter(game.slug, table.name))
    return told


def _figures(game: Game, table: Paytable, shoes: list[Json] | str | None) -> Json:
    found = shoes if isinstance(shoes, list) else []
    return {
        "waits": shoes is None,
        "not_solved": shoes == NOT_SOLVED,
        "default_decks": game.deal.default_decks,
        "shoes": [{"decks": shoe["decks"], "figures": list(map(shown, shoe["figures"]))} for shoe in found],
        "by_decks": _by_decks(game, found) if len(found) > 1 else None,
        "meter": None,
    }


def shown(figures: Json) -> Json:
    """Figures as a page has them: decimals beside the fractions they are cut from."""
    edge = Fraction(figures["house_edge"])
    action, variance = Fraction(figures["average_action"]), Fraction(figures["variance"])
    lines = [_line(line) for line in figures["lines"]]
    facts = [
        ("House edge", percent(edge, 6), figures["house_edge"]),
        ("Hit frequency", percent(Fraction(figures["hit_frequency"]), 6), figures["hit_frequency"]),
        ("Variance", decimal(variance, 6), figures["variance"]),
        ("Standard deviation", decimal(Fraction(square_root(variance)), 6), None),
    ]
    if action != 1:
        facts += [
            ("Average action", decimal(action, 6), figures["average_action"]),
            ("Element of risk", percent(Fraction(figures["element_of_risk"]), 6), figures["element_of_risk"]),
        ]
    name = f"{figures['wager']}, {figures['paytable']}" + (f", {figures['play']}" if figures["play"] else "")
    return {
        "name": name,
        "play": figures["play"],
        "total": f"{figures['combinations']:,}",
        "facts": facts,
        "lines": lines,
        "edge": percent(edge, 4),
        "returns": decimal(-edge, 8),
        "chances": chances(
            [Bar(line["name"], line["chance"], line["short"], line["lost"]) for line in lines], f"Chances of {name}"
        ),
        "contributions": contributions(
            [Bar(line["name"], line["adds"], _signed(line["adds"]), line["lost"]) for line in lines],
            f"What each end of {name} adds to the mean",
        ),
    }


def _line(line: Json) -> Json:
    chance, adds = Fraction(line["probability"]), Fraction(line["contribution"])
    name = line["line"]
    return {
        "name": name[0].upper() + name[1:],
        "combinations": f"{line['combinations']:,}",
        "chance": chance,
        "percent": percent(chance, 6),
        "short": percent(chance, 2) if chance >= Fraction(1, 1000) else f"1 in {_whole(1 / chance)}" if chance else "0",
        "one_in": f"1 in {_grouped(decimal(1 / chance, 2))}" if chance else "never",
        "probability": line["probability"],
        "pay": line["pay"],
        "adds": adds,
        "lost": Fraction(line["net"]) < 0,
        "contribution": decimal(adds, 8),
        "exactly": line["contribution"],
    }


def _by_decks(game: Game, shoes: Sequence[Json]) -> Json:
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


def _strategy(strategy: Json) -> Json:
    return {
        "basis": strategy["basis"],
        "edge": percent(Fraction(strategy["house_edge"]), 4),
        "best": percent(Fraction(strategy["best_edge"]), 4),
        "cost": percent(Fraction(strategy["cost"]), 4),
        "exactly": strategy["cost"],
        "worth": any(row["worth"] for row in strategy["rows"]),
        "rows": [
            {
                "when": row["when"],
                "choose": row["choose"],
                "hands": f"{row['hands']:,}",
                "worth": percent(Fraction(row["worth"]), 4) if row["worth"] else "",
            }
            for row in strategy["rows"]
        ],
    }


# ---- a meter


def meter_sliders(meter: Progressive) -> Json:
    """The exact coefficients, from which a page evaluates whatever is asked for, and the lines that it moves along. At
    a meter m, n seats that bet and an increment i:

    edge = 1 − (drain·m + fixed + (n − 1)·envy) / stake,   mean top award = (chance·seed + i·stake) / drain
    """
    from houseway.analysis.meter_life import MeterLife

    life, seats = MeterLife(terms=meter), range(1, meter.game.deal.seats + 1)
    tables = {n: life.with_seats(n) for n in seats}
    far = _up_to(max(tables[1].break_even, meter.mean_top) * Fraction(6, 5), 10_000)
    least = _down_to(meter.seed, METER_STEP)
    most = meter.increment + Fraction(1, 5)
    ends = Fraction(0), Fraction(far)
    by_meter = {str(n): [(at, tables[n].edge_at(at)) for at in ends] for n in seats}
    increments = Fraction(0), most
    by_increment = {str(n): [(i, _long_run(tables[n], i)) for i in increments] for n in seats}
    each = tables[2].envy if len(seats) > 1 else Fraction(0)
    return {
        "seats": len(seats),
        "chosen": {"seats": meter.others + 1, "meter": _up_to(meter.mean_top, METER_STEP)},
        "least": least,
        "far": far,
        "step": METER_STEP,
        "increment": {
            "least": _plain(meter.increment % STEP * 100),
            "most": _plain(most * 100),
            "step": _plain(STEP * 100),
            "value": _plain(meter.increment * 100),
            "derived": meter.terms.derived,
        },
        "exactly": {
            "drain": fraction(meter.drain),
            "fixed": fraction(meter.fixed),
            "envy": fraction(each),
            "stake": fraction(meter.stake),
            "chance": fraction(life.top_chance),
            "seed": fraction(meter.seed),
        },
        "edges": _edges_chart(by_meter, far, str(meter.others + 1)),
        "long_run": _long_run_chart(by_increment, most, str(meter.others + 1)),
        "rows": [(n, *_seat_row(tables[n])) for n in seats],
        "facts": [
            ("Seed", _money(meter.seed), None),
            ("Increment", short_percent(meter.increment), fraction(meter.increment)),
            ("Top award", meter.top, None),
            ("It comes once in", f"{_grouped(decimal(meter.one_in, 2))} wagers", fraction(meter.one_in)),
            ("Mean top award", _money(meter.mean_top), fraction(meter.mean_top)),
            ("Its standard deviation", _money(Fraction(life.standard_deviation)), None),
            ("New seeds cost a wager", f"${decimal(meter.reseed_cost, 6)}", fraction(meter.reseed_cost)),
            ("Fixed pays a wager", f"${decimal(meter.fixed, 6)}", fraction(meter.fixed)),
            ("Envy a wager, for each other seat", f"${decimal(each, 6)}", fraction(each)),
            ("Share of the meter a wager takes", decimal(meter.drain, 12), fraction(meter.drain)),
        ],
    }


def _long_run(terms: Progressive, increment: Fraction) -> Fraction:
    mean = (terms.reseed_cost + increment * terms.stake) / terms.drain
    return terms.edge_at(mean)


def _seat_row(terms: Progressive) -> tuple[str, str, str, str]:
    edge, even = terms.house_edge, terms.break_even
    return percent(edge, 6), str(fraction(edge)), _money(even), str(fraction(even))


def _edges_chart(lines: dict[str, list[tuple[Fraction, Fraction]]], far: int, chosen: str) -> Any:
    edges = [edge for points in lines.values() for _, edge in points]
    return curves(
        lines,
        Scale(0, far, lambda v: f"${v / 1000:,.0f}k" if v else "$0"),
        Scale(float(min(edges)), float(max(edges)), lambda v: f"{v:.0%}"),
        label="House edge against the meter, a line for each number of seats that bet",
        under="meter",
        chosen=chosen,
    )


def _long_run_chart(lines: dict[str, list[tuple[Fraction, Fraction]]], most: Fraction, chosen: str) -> Any:
    edges = [edge for points in lines.values() for _, edge in points]
    return curves(
        lines,
        Scale(0, float(most), lambda v: f"{v:.0%}"),
        Scale(float(min(edges)), float(max(edges)), lambda v: f"{v:.0%}"),
        label="Long-run house edge against the increment, a line for each number of seats that bet",
        under="increment",
        chosen=chosen,
    )


# ---- the letters


@cache
def _findings() -> tuple[Any, ...]:
    return tuple(api.verify())


def verified() -> list[Json]:
    found = [
        {
            "letter": letter,
            "findings": [_finding(each) for each in _findings() if each.letter == letter.id],
        }
        for letter in letters().values()
    ]
    return [each for each in found if each["findings"]]


def _finding(finding: Any) -> Json:
    exact, under, difference = finding.exact, finding.exact_under_reading, finding.difference
    return {
        "game": GAMES[finding.game],
        "wager": finding.wager,
        "paytable": finding.paytable,
        "address": f"/mathematics/{finding.game}/{address(GAMES[finding.game].paytables[finding.paytable])}",
        "figure": finding.figure,
        "published": finding.published.text,
        "as_written": None if exact is None else finding.show(exact),
        "exact": fraction(exact),
        "difference": None if difference is None else finding.show(difference),
        "verdict": finding.verdict,
        "kind": finding.verdict.replace(" ", "-"),
        "reading": finding.reading,
        "says": finding.reading_says,
        "under": None if under is None else finding.show(under),
        "under_exact": fraction(under),
        "note": finding.note,
    }


# ---- numbers in words


def _grouped(digits: str) -> str:
    whole, point, rest = digits.partition(".")
    return f"{int(whole):,}{point}{rest}"


def _money(value: Fraction) -> str:
    return f"{'-' * (value < 0)}${_grouped(decimal(abs(value), 2))}"


def _signed(value: Fraction) -> str:
    return f"{'+' * (value > 0)}{decimal(value, 4)}"


def _whole(value: Fraction) -> str:
    return f"{int(decimal(value, 0)):,}"


def _plain(value: Fraction) -> str:
    """A decimal without zeros at its end: what an input takes."""
    text = decimal(value, 9).rstrip("0").rstrip(".")
    return text or "0"


def _up_to(value: Fraction, step: int) -> int:
    return -(-value // step) * step


def _down_to(value: Fraction, step: int) -> int:
    return value // step * step
