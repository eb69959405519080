"""The mathematics, for people: for every game and paytable the exact figures, how to play, and the letters verified.

Whatever is called exact on a page comes from the analysis as a fraction; sliders choose between figures that were sent
along, or evaluate the exact coefficients of a meter in whole numbers. The figures themselves come from `web.workings`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from math import gcd
from typing import TYPE_CHECKING, Final

from markupsafe import Markup
from starlette.responses import Response

from houseway.analysis.figures import Figures, decimal, money, one_in, percent, plain_decimal, short_percent
from houseway.analysis.progressive import Progressive
from houseway.analysis.verify import Finding
from houseway.deciding.command import Json
from houseway.game import Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.letters import approvals, letters, letters_of
from houseway.paytable import Paytable
from houseway.progressive.envy import READINGS
from houseway.reports.shapes import shape
from houseway.web.charts import Bar, Points, Scale, chances, contributions, curves
from houseway.web.errors import Problem
from houseway.web.felt import felt_of
from houseway.web.house import House
from houseway.web.installation import MATHEMATICS
from houseway.web.known_workings import workings_now, workings_shown
from houseway.web.pages import KEEPS, page, sorry
from houseway.web.routes import Routes
from houseway.web.workings import Workings, kept_for, meters_of

if TYPE_CHECKING:
    from houseway.analysis.meter_life import MeterLife

routes = Routes(on_problem=sorry)


@routes.at("GET /mathematics")
async def index(house: House) -> Response:
    """Every game, its wagers and paytables, each with its edge."""
    games = [(game, *workings_shown(house, game)) for game in GAMES.values()]
    shown = await house.read(lambda: [wagers_of(*each) for each in games])
    return page("mathematics.html", None, headers=KEEPS, data=None, games=shown)


@routes.at("GET /mathematics/verify")
async def show_verified(house: House) -> Response:
    """Every figure of the letters: whether it follows, and under which reading."""
    known = [workings_now(house, game) for game in GAMES.values()]
    return page("verified.html", None, headers=KEEPS, data=None, letters=verified([each for each in known if each]))


@routes.at("GET /mathematics/{game}")
async def show_game(house: House, game: str) -> Response:
    """The main game: its figures and how to play it; and where its other wagers are."""
    rules = game_at(game)
    return await _figures_page(house, "game_figures.html", rules, partial(main_game, rules))


@routes.at("GET /mathematics/{game}/{paytable}")
async def show_paytable(house: House, game: str, paytable: str) -> Response:
    """One wager on one paytable."""
    rules = game_at(game)
    table = paytable_at(rules, paytable)
    return await _figures_page(house, "paytable.html", rules, partial(one_paytable, rules, table))


async def _figures_page(
    house: House, template: str, game: Game, contents_for: Callable[[Workings | None, int], Json]
) -> Response:
    """With sliders where there is something to move; it comes again by itself while figures are worked out."""
    if kept_for(game) is None:
        house.installation.check(MATHEMATICS)
    workings, decks = workings_shown(house, game)
    contents = await house.read(lambda: contents_for(workings, decks))
    meter = contents["meter"]
    script = "sliders.js" if meter or len(game.decks) > 1 else None
    headers = {"Refresh": "2"} if workings is None else KEEPS
    data = {"meter": shape(meter["exactly"]) if meter else None}
    return page(template, script, headers=headers, data=data, **contents)


# ---- where the pages are


def address(table: Paytable) -> str:
    """The paytable's name as the last part of a path."""
    return "-".join(table.name.lower().split())


def path_of(game: Game, table: Paytable) -> str:
    return f"/mathematics/{game.slug}/{address(table)}"


def game_at(name: str) -> Game:
    game = GAMES.get(name.lower())
    if game is None:
        raise Problem(404, "no-such-game", f"No game has this name. The mathematics of {len(GAMES)} games is here.")
    return game


def paytable_at(game: Game, name: str) -> Paytable:
    for table in game.paytables.values():
        if address(table) == name.lower():
            return table
    names = ", ".join(game.paytables)
    raise Problem(404, "no-such-paytable", f"{game.title} has no paytable of this name. It has {names}.")


# ---- what they hold


def wagers_of(game: Game, workings: Workings | None, decks: int) -> Json:
    """A game, and where its wagers are, with their edges in a shoe of so many decks."""
    return {
        "game": game,
        "decks": decks if len(game.decks) > 1 else None,
        "felt": felt_of(game.slug),
        "waits": workings is None,
        "unapproved": [] if all(table.approved for table in game.paytables.values()) else letters_of(game.letters),
        "wagers": [
            {"name": wager.name, "paytables": [_entry(game, table, workings, decks) for table in tables]}
            for wager in game.wagers
            if (tables := game.own_paytables(wager))
        ],
    }


def _entry(game: Game, table: Paytable, workings: Workings | None, decks: int) -> Json:
    figures = workings.edge(table, decks) if workings else None
    edge = figures.house_edge if figures else None
    return {"name": table.name, "label": table.label, "address": path_of(game, table), "edge": edge}


def main_game(game: Game, workings: Workings | None, decks: int) -> Json:
    """The main game's figures, and how to play it. Where no wager is the main one, those that are no side bets."""
    first = game.main[:1] or tuple(wager for wager in game.wagers if not wager.side)
    shoes = workings.shoes if workings else ()
    return {
        **wagers_of(game, workings, decks),
        **figures_shown([game.own_paytables(wager)[0] for wager in first], workings, decks),
        "meter": None,
        "strategies": {shoe.decks: shoe.strategies for shoe in shoes if shoe.strategies},
        "readings": game.readings,
    }


def one_paytable(game: Game, table: Paytable, workings: Workings | None, decks: int) -> Json:
    """One wager on one paytable; a progressive one has its meter to move, and of several the first, with the facts of
    the others beside it."""
    wager = game.wager(table.wager)
    meters = meters_of(game, table.name) if is_progressive(wager) and table.meters else ()
    findings = workings.findings if workings else ()
    return {
        **wagers_of(game, workings, decks),
        **figures_shown([table], workings, decks),
        "meter": meter_sliders(meters[0]) if meters else None,
        "others": [(each.meter, meter_facts(each)) for each in meters[1:]],
        "wager": wager,
        "decided": _decided(game, wager),
        "table": table,
        "desk": f"/design/{game.slug}/{address(table)}",
        "letter": letters()[table.letter] if table.letter else None,
        "findings": [(path_of(game, table), each) for each in findings if each.paytable == table.name],
    }


def _decided(game: Game, wager: Wager) -> str | None:
    """A sentence that says with which wager this one is decided, where that is another."""
    if wager not in game.main[1:]:
        return None
    added = "" if wager in game.placed else "added by a choice and "
    together = "both" if len(game.main) == 2 else f"all main wagers, for a stake of 1 on the {game.main[0].name},"
    return f"This wager is {added}decided with the {game.main[0].name}: the figures are those of {together} together."


def verified(known: Sequence[Workings]) -> list[Json]:
    """Letter by letter, the published figures; one that publishes none is left out."""
    found: dict[str, list[Finding]] = {}
    for each in chain.from_iterable(of.findings for of in known):
        found.setdefault(each.letter, []).append(each)
    shown = []
    for letter in letters_of(
        dict.fromkeys([*approvals(), *(name for game in GAMES.values() for name in game.letters)])
    ):
        order = {(each.game, each.paytable.name): n for n, each in enumerate(letter.entries)}
        findings = sorted(found.get(letter.id, []), key=lambda each: order[each.game, each.paytable])
        pages = [path_of(GAMES[each.game], GAMES[each.game].paytables[each.paytable]) for each in findings]
        if findings:
            shown.append({"letter": letter, "findings": list(zip(pages, findings, strict=True))})
    return shown


# ---- figures: with facts, bars, and the edge against the decks; templates round what they print ----


Fact = tuple[str, str, Fraction | None]  # a name, a decimal, and the fraction that it was rounded from


def figures_shown(tables: Sequence[Paytable], workings: Workings | None, decks: int) -> Json:
    """What the macros of `figures.html` show of these paytables."""
    shoes = {}
    for shoe in workings.shoes if workings else ():
        found = [each for table in tables for each in shoe.figures[table.name]]
        shoes[shoe.decks] = [FigureSheet(each, each.play or (each.wager if len(tables) > 1 else "")) for each in found]
    return {
        "missing": workings is not None and not workings.shoes,
        "default_decks": decks,
        "shoes": [{"decks": number, "figures": sheets} for number, sheets in shoes.items()],
        "by_decks": _by_decks(shoes) if len(shoes) > 1 else None,
    }


@dataclass(frozen=True, slots=True)
class FigureSheet:
    """A wager's figures, and all that a page says of them."""

    figures: Figures
    heading: str  # the play or, where several wagers are shown together, the wager

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
                ("Average total staked", decimal(of.action, 6), of.action),
                ("Element of risk", percent(of.element_of_risk, 6), of.element_of_risk),
            ]
        return facts + ([("Fold frequency", percent(of.folds, 6), of.folds)] if of.folds else [])

    @property
    def choices(self) -> dict[str, Fraction]:
        """How often a seat says what, where it has something to say; the most frequent first."""
        of = self.figures.choices
        return dict(sorted(of.items(), key=lambda each: -each[1])) if len(of) > 1 else {}

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


def _by_decks(shoes: Mapping[int, Sequence[FigureSheet]]) -> Json:
    """The edge against the number of decks, every play a line."""
    lines: dict[str, list[tuple[int, Fraction]]] = {}
    for decks, sheets in shoes.items():
        for each in sheets:
            lines.setdefault(each.heading or "edge", []).append((decks, each.figures.house_edge))
    edges = [edge for points in lines.values() for _, edge in points]
    room = (max(edges) - min(edges)) / 8 or Fraction(1, 1000)
    first, *_, last = shoes
    chart = curves(
        lines,
        Scale(first - 0.4, last + 0.4, lambda v: f"{v:.0f}", tuple(shoes)),
        Scale(float(min(edges) - room), float(max(edges) + room), lambda v: f"{v:.2%}"),
        label="House edge against the number of decks",
        under="decks",
        chosen=next(iter(lines)),
    )
    return {
        "chart": chart,
        "first": first,
        "last": last,
        "step": gcd(*(decks - first for decks in shoes)),
        "rows": next(iter(lines.values())),
        "plays": list(lines),
    }


# ---- a meter to move -------------------------------------------------------------------------------


INCREMENT_STEP: Final = Fraction(1, 200)
METER_STEP: Final = 100
FAR_STEP: Final = 10_000  # the end of the slider of the meter is a multiple of it


def meter_sliders(meter: Progressive) -> Json:
    """The exact coefficients from which a page evaluates whatever is asked for, and the lines that it moves along. At a
    meter m, n seats dealt in and an increment i:

    edge = 1 − (drain·m + fixed + (n − 1)·envy) / stake,   mean top award = (chance·seed + i·stake) / drain

    What other meters pay, which stand at their means, is in `fixed`.
    """
    from houseway.analysis.meter_life import MeterLife

    life = MeterLife(terms=meter)
    tables = life.by_seats
    far = _up_to(max(tables[1].break_even, meter.mean_top) * Fraction(6, 5), FAR_STEP)
    most = meter.increment + Fraction(1, 5)
    envy = _envy_of_one(life)
    return {
        "called": meter.meter,
        "seats": len(tables),
        "chosen": {"seats": meter.dealt, "meter": _up_to(meter.mean_top, METER_STEP)},
        "least": meter.seed // METER_STEP * METER_STEP,
        "far": far,
        "step": METER_STEP,
        "increment": {
            "least": plain_decimal(meter.increment % INCREMENT_STEP * 100),
            "most": plain_decimal(most * 100),
            "step": plain_decimal(INCREMENT_STEP * 100),
            "value": plain_decimal(meter.increment * 100),
            "derived": meter.terms.derived,
        },
        "exactly": {
            "drain": meter.drain,
            "fixed": meter.fixed + meter.beside,
            "envy": envy,
            "stake": meter.stake,
            "chance": life.top_chance,
            "seed": meter.seed,
        },
        "edges": _lines(
            {n: tuple((m, t.edge_at(m)) for m in (Fraction(0), Fraction(far))) for n, t in tables.items()},
            Scale(0, far, lambda v: f"${v / 1000:,.0f}k" if v else "$0"),
            label="House edge against the meter, a line for each number of seats dealt in",
            under="meter",
            seats=meter.dealt,
        ),
        "long_run": _lines(
            {n: tuple((i, replace(t, increment=i).house_edge) for i in (Fraction(0), most)) for n, t in tables.items()},
            Scale(0, float(most), lambda v: f"{v:.0%}"),
            label="Long-run house edge against the increment, a line for each number of seats dealt in",
            under="increment",
            seats=meter.dealt,
        ),
        "tables": tables,
        "bettors": life.edge_by_bettors() if envy else {},
        "readings": READINGS,
        "facts": _facts(meter, life, envy),
    }


def _envy_of_one(life: "MeterLife") -> Fraction:
    """What one other seat brings."""
    return life.by_seats[2].envy if len(life.by_seats) > 1 else Fraction(0)


def _up_to(value: Fraction, step: int) -> int:
    return -(-value // step) * step


def meter_facts(meter: Progressive) -> list[Fact]:
    from houseway.analysis.meter_life import MeterLife

    life = MeterLife(terms=meter)
    even = meter.break_even
    return [*_facts(meter, life, _envy_of_one(life)), ("Break-even meter", money(even), even)]


def _facts(meter: Progressive, life: "MeterLife", envy: Fraction) -> list[Fact]:
    return [
        ("Seed", money(meter.seed), None),
        ("Increment", short_percent(meter.increment), meter.increment),
        ("Top award", meter.top, None),
        ("It comes", f"{one_in(life.top_chance)} wagers", meter.one_in),
        ("Mean top award", money(meter.mean_top), meter.mean_top),
        ("Its standard deviation", money(Fraction(life.standard_deviation)), None),
        ("New seeds cost a wager", f"${decimal(meter.reseed_cost, 6)}", meter.reseed_cost),
        ("Fixed pays a wager", f"${decimal(meter.fixed, 6)}", meter.fixed),
        ("Envy a wager, for each other hand", f"${decimal(envy, 6)}", envy),
        ("Share of the meter a wager takes", decimal(meter.drain, 12), meter.drain),
    ]


def _lines(lines: Mapping[int, Points], across: Scale, *, label: str, under: str, seats: int) -> Markup:
    """A chart of edges with a line for each number of seats, of which one is chosen."""
    edges = [edge for points in lines.values() for _, edge in points]
    up = Scale(float(min(edges)), float(max(edges)), lambda v: f"{v:.0%}")
    named = {str(n): points for n, points in lines.items()}
    return curves(named, across, up, label=label, under=under, chosen=str(seats))
